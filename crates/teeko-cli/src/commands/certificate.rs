//! `teeko certificate`: writes a proof of a variant's value to a file.

pub(super) mod text;

use std::path::{Path, PathBuf};

use clap::Args;
use teeko::answers::{WrittenCertificate, WrittenCertificates};
use teeko::certificate::Proof;
use teeko::files::{Reading, Source};
use teeko::questions::CertificateQuestion;
use teeko::rules::NamedRules;
use teeko::{Game, Oracle, Outcome, Position};

use crate::arguments::VariantsArguments;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output_file::{OutputFile, create_folder};
use crate::parsers::number;
use crate::progress_line::with_line;
use crate::question_options::QuestionOptions;
use crate::source_arguments::SourceArguments;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko certificate advanced -o advanced.certificate")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variants: VariantsArguments,

    /// File to write; of several variants, the folder for VARIANT.certificate of each
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// For draws: try N times as many changes that make strategies smaller; 0 keeps the first ones
    /// found
    #[arg(long, value_name = "N", default_value_t = 1, hide_short_help = true)]
    #[arg(value_parser = number::<u32>(0..=1000))]
    effort: u32,

    #[command(flatten)]
    question: QuestionOptions<CertificateQuestion>,

    /// In games for points: prove that neither side can force more than the game is worth
    #[arg(long, conflicts_with = "points", hide_short_help = true)]
    no_more: bool,

    /// Overwrite that file if it is there
    #[arg(long)]
    force: bool,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let rules = self.variants.load()?;
        if rules.is_empty() {
            return Err(Failure::usage(
                "expected a VARIANT, found none; name it, as in teeko certificate advanced -o FILE",
            ));
        }
        let is_folder = rules.len() > 1;
        let paths = self.paths(&rules, is_folder)?;
        let files = OutputFile::check_all(&paths, self.force)?;
        let games = self.source.games(&rules, Reading::WholeIfItFits, 0)?;
        let mut written = Vec::new();
        for ((game, file), path) in games.iter().zip(files).zip(&paths) {
            let certificate = self.write(game, &file, path)?;
            if !self.json {
                output::print(&text::written(&certificate))?;
            }
            written.push(certificate);
        }
        match &written[..] {
            _ if !self.json => {}
            [only] if !is_folder => output::print_json(only)?,
            _ => output::print_json(&WrittenCertificates::new(written))?,
        }
        Ok(Exit::Success)
    }

    /// Returns the files to write: that of the option, or one for each game in its folder, which is
    /// created.
    fn paths(&self, rules: &[NamedRules], is_folder: bool) -> Result<Vec<PathBuf>, Failure> {
        if !is_folder {
            return Ok(vec![self.output.clone()]);
        }
        create_folder(&self.output)?;
        let mut paths = Vec::new();
        for named in rules {
            paths.push(self.output.join(format!("{named}.certificate")));
        }
        Ok(paths)
    }

    /// Writes the certificate of a game.
    fn write(
        &self,
        game: &Game,
        file: &OutputFile,
        path: &Path,
    ) -> Result<WrittenCertificate, Failure> {
        let proof = self.proof(game)?;
        let bytes = proof.to_bytes();
        file.write(&bytes)?;
        Ok(WrittenCertificate {
            variant: game.name().to_owned(),
            proof,
            path: path.display().to_string(),
            bytes: bytes.len(),
        })
    }

    /// Finds the proof that the options ask for.
    fn proof(&self, game: &Game) -> Result<Proof, Failure> {
        let points = self.question.0.points;
        if points.is_some() {
            return Ok(game.certificate(points).map(Proof::Win)?);
        }
        if matches!(game.source(), Source::Files(_))
            && game.outcome(&Position::EMPTY)? == Some(Outcome::Draw)
        {
            // The search for a draw looks up millions of positions: single blocks will not do.
            game.expand()?;
        }
        let proof = with_line(game.name(), "searching for small strategies", |observe| {
            if self.no_more {
                game.certificate_of_no_more(self.effort, observe)
                    .map(Proof::Draw)
            } else {
                game.proof(self.effort, observe)
            }
        });
        Ok(proof?)
    }
}

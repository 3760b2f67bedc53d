//! `teeko certificate`: writes a proof of a variant's value to a file.

pub(super) mod text;

use std::path::PathBuf;

use clap::Args;
use teeko::answers::{WrittenCertificate, WrittenCertificates};
use teeko::certificate::Proof;
use teeko::files::{Reading, Source};
use teeko::questions::CertificateQuestion;
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
        let several = rules.len() > 1;
        let mut paths = vec![self.output.clone()];
        if several {
            create_folder(&self.output)?;
            let path = |named| self.output.join(format!("{named}.certificate"));
            paths = rules.iter().map(path).collect();
        }
        let files = OutputFile::check_all(&paths, self.force)?;
        let games = self.source.games(&rules, Reading::WholeIfItFits, 0)?;
        let mut written = Vec::new();
        for ((game, file), path) in games.iter().zip(files).zip(&paths) {
            let proof = self.proof(game)?;
            let bytes = proof.to_bytes();
            file.write(&bytes)?;
            let (variant, path) = (game.name().to_owned(), path.display().to_string());
            let one = WrittenCertificate {
                variant,
                proof,
                path,
                bytes: bytes.len(),
            };
            if !self.json {
                output::print(&text::written(&one))?;
            }
            written.push(one);
        }
        match &written[..] {
            _ if !self.json => {}
            [one] if !several => output::print_json(one)?,
            _ => output::print_json(&WrittenCertificates::new(written))?,
        }
        Ok(Exit::Success)
    }

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

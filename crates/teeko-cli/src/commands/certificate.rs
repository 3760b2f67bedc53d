//! `teeko certificate`: writes the winning strategy of a variant to a file.

use std::path::PathBuf;

use clap::Args;
use teeko::documents::WrittenCertificate;
use teeko::{RulesName, load};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::output_file::OutputFile;
use crate::{output, render};

/// Write the winning strategy of a variant that is a forced win
///
/// The file has a choice of the winner's for every position that can arise, up to symmetry, while
/// the winner follows it. `teeko check` verifies it by the rules alone. A drawn variant has no such
/// file: what proves a draw is the table, which `teeko verify --tables DIR --full` recomputes.
///
/// Of a game for points the strategy is that of the side that scores, by which it forces at least
/// as many points as the game is worth, or as --points says. Goals that are worth less end the game
/// without counting, whoever completes them. Games with numbered pieces have no such file.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko certificate advanced -o advanced.certificate")]
pub(crate) struct Arguments {
    /// Variant that is a forced win
    variant: RulesName,

    /// File to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// In games for points, such as 58-ssss+points: force at least so many [default: as many as the
    /// game is worth]
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(u8).range(1..))]
    points: Option<u8>,

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
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        let named = load(&self.variant)?;
        let file = OutputFile::create(&self.output, self.force)?;
        let pool = self.source.pool(quiet)?;
        let game = self.source.game(&named, Some(&pool), quiet)?;
        let certificate = self
            .points
            .map_or_else(|| game.certificate(), |points| game.certificate_of_points(points))?;
        let bytes = certificate.to_bytes();
        file.write(&bytes)?;
        let path = self.output.display().to_string();
        let written = WrittenCertificate::new(game.name(), &certificate, &path, bytes.len());
        if self.json {
            output::print_json(&written)?;
        } else {
            output::print(&render::certificate::written(certificate.winner(), &written))?;
        }
        Ok(Exit::Success)
    }
}

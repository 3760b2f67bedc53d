//! `teeko certificate`: writes the winning strategy of a variant to a file.

use std::path::PathBuf;

use clap::Args;
use teeko_analysis::{StrategyError, winning_strategy};
use thiserror::Error;

use crate::exit::Exit;
use crate::files::OutputFile;
use crate::named_rules::NamedRules;
use crate::oracle::{OracleArguments, TableFault};
use crate::{output, render};

/// Write the winning strategy of a variant that is a forced win
///
/// The file has a choice of the winner's for every position that can arise, up to symmetry, while the winner follows it.
/// `teeko check` verifies it by the rules alone. A drawn variant has no such file: what proves a draw is the table, which
/// `teeko verify --tables DIR --full` recomputes.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko certificate advanced -o advanced.certificate")]
pub(crate) struct Arguments {
    /// Variant that is a forced win
    variant: NamedRules,

    /// File to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Overwrite that file if it is there
    #[arg(long)]
    force: bool,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    oracle: OracleArguments,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub(crate) enum NoCertificate {
    #[error(
        "{0}: expected a forced win, found a draw, whose certificate is the table itself: write it with `teeko solve {0}`, check it \
         with `teeko verify --tables tables --full`"
    )]
    Drawn(NamedRules),
    #[error("{0}: {1}; make its tables again with `teeko solve {0} --force`")]
    Contradiction(NamedRules, StrategyError<TableFault>),
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let variant = self.variant;
        let file = OutputFile::create(&self.output, self.force)?;
        let answers = self.oracle.answers(&[variant], true, quiet)?;
        let certificate = winning_strategy(&answers[0]).map_err(|error| match error {
            StrategyError::Drawn => NoCertificate::Drawn(variant).into(),
            StrategyError::Analysis(error) => anyhow::Error::from(error),
            contradiction @ StrategyError::Contradiction(_) => {
                NoCertificate::Contradiction(variant, contradiction).into()
            }
        })?;
        let bytes = certificate.to_bytes();
        file.write(&bytes)?;
        let render = if self.json { render::certificate::json } else { render::certificate::text };
        output::print(&render(variant, &certificate, &self.output, bytes.len()))?;
        Ok(Exit::Success)
    }
}

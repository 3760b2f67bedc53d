//! `teeko verify`: holds published claims against solutions of its own, and checks folders of tables.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use teeko_rules::Variant;

use crate::claims::{Claim, Verification};
use crate::exit::Exit;
use crate::solving::{SolvingArguments, solve_each};
use crate::tables::check_folder;
use crate::{output, render};

/// Check what has been published about Teeko, solved afresh in memory, or check table files
///
/// Prints one PASS or FAIL line for each claim, with its source, or for each file. Ends with exit code 1 if a claim failed, or a
/// sound file differs from what is known of it; 4 if there are no tables; 5 if one is damaged or of other rules than its name says.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko verify --json")]
pub(crate) struct Arguments {
    /// Variants whose table files to check [default: every file in the folder]
    #[arg(value_name = "VARIANT", requires = "tables")]
    variants: Vec<Variant>,

    /// Check the table files in a folder instead: checksums, names, counts, and what is known of the sixteen variants
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Print one JSON value instead of lines
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let (claims, exit) = match &self.tables {
            Some(folder) => self.check_tables(folder)?,
            None => self.check_published(quiet)?,
        };
        output::print(&if self.json {
            render::verify::json(&claims)
        } else {
            render::verify::text(&claims, start.elapsed())
        })?;
        Ok(exit)
    }

    fn check_published(&self, quiet: bool) -> anyhow::Result<(Vec<Claim>, Exit)> {
        let mut verification = Verification::new();
        solve_each(&verification.variants(), &self.solving, quiet, |variant, solution, _| {
            verification.examine(variant, solution);
            Ok(())
        })?;
        let claims = verification.claims();
        let passed = claims.iter().all(Claim::passes);
        Ok((claims, if passed { Exit::Success } else { Exit::Verification }))
    }

    /// The files as claims, and the gravest of the exit codes they deserve.
    fn check_tables(&self, folder: &Path) -> anyhow::Result<(Vec<Claim>, Exit)> {
        let checks = self.solving.pool()?.install(|| check_folder(folder, &self.variants))?;
        let exit = checks.iter().map(|check| check.exit).max().unwrap_or(Exit::Success);
        Ok((checks.into_iter().map(|check| check.claim).collect(), exit))
    }
}

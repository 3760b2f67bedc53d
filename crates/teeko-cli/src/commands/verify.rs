//! `teeko verify`: holds published claims against solutions of its own, and checks folders of tables.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use crate::claims::{Claim, Verification};
use crate::exit::Exit;
use crate::named_rules::NamedRules;
use crate::progress::Progress;
use crate::render::verify::Verified;
use crate::solving::{Purpose, SolvingArguments, solve_each};
use crate::tables::check_folder;
use crate::{output, render};

/// Check what has been published about Teeko, solved afresh in memory, or check table files
///
/// Prints one PASS or FAIL line for each claim, with its source, or for each file. Ends with exit code 1 if a claim failed, a sound
/// file differs from what is known of it, or with --full a value does not follow from those of its successors; 4 if there are no
/// tables; 5 if one is damaged or of other rules than its name says.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko verify --json")]
pub(crate) struct Arguments {
    /// Variants whose table files to check [default: every file in the folder]
    #[arg(value_name = "VARIANT", requires = "tables")]
    variants: Vec<NamedRules>,

    /// Check the table files in a folder instead: checksums, names, counts, and what is known of the sixteen variants
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Recompute every value in them, too, from the values of the positions one move on
    #[arg(long, requires = "tables")]
    full: bool,

    /// Print one JSON value instead of lines
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        let start = Instant::now();
        let (verified, exit) = match &self.tables {
            Some(folder) => self.check_tables(folder, quiet)?,
            None => self.check_published(quiet)?,
        };
        output::print(&if self.json {
            render::verify::json(&verified)
        } else {
            render::verify::text(&verified, start.elapsed())
        })?;
        Ok(exit)
    }

    fn check_published(&self, quiet: bool) -> anyhow::Result<(Verified, Exit)> {
        let mut verification = Verification::new();
        let variants: Vec<NamedRules> = verification.variants().into_iter().map(NamedRules::Variant).collect();
        solve_each(&variants, &self.solving, Purpose::Report, quiet, |variant, solution, _| {
            if let NamedRules::Variant(variant) = variant {
                verification.examine(variant, solution);
            }
            Ok(())
        })?;
        let claims = verification.claims();
        let passed = claims.iter().all(Claim::passes);
        let verified = Verified { claims, offences: Vec::new() };
        Ok((verified, if passed { Exit::Success } else { Exit::Verification }))
    }

    /// The files as claims, and the gravest of the exit codes they deserve.
    fn check_tables(&self, folder: &Path, quiet: bool) -> anyhow::Result<(Verified, Exit)> {
        let progress = Progress::new(quiet);
        let checks = self.solving.pool()?.install(|| check_folder(folder, &self.variants, self.full, &progress));
        progress.clear();
        let mut verified = Verified::default();
        let mut exit = Exit::Success;
        for check in checks? {
            exit = exit.max(check.exit);
            verified.claims.push(check.claim);
            verified.offences.extend(check.offences);
        }
        Ok((verified, exit))
    }
}

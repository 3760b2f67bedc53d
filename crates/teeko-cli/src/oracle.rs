//! Where the commands have their answers from: table files, or a solution made for the occasion.

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::ThreadPool;
use teeko_analysis::{AnalysisError, Oracle};
use teeko_rules::{Outcome, Position, Rules};
use teeko_solve::Solution;
use teeko_table::{ExpandedTable, MappedFile, Table, TableError};
use thiserror::Error;

use crate::named_rules::NamedRules;
use crate::output;
use crate::solving::{Purpose, SolvingArguments, solve_each};
use crate::tables::open_if_there;

/// The decoded blocks to keep, in bytes: those of a whole slide phase on the standard board, since the replies to all moves are
/// spread over most of them.
const CACHE: usize = 16 << 20;

/// Arguments of every command that answers questions about positions.
#[derive(Debug, Args)]
pub(crate) struct OracleArguments {
    /// Folder of table files to answer from
    #[arg(long, value_name = "DIR", default_value = "tables")]
    tables: PathBuf,

    /// Where a table is missing, fail instead of solving in memory
    #[arg(long)]
    no_solve: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

/// A table that is needed and not there.
#[derive(Debug, Error)]
#[error(
    "{variant}: expected {slide} and {drop} in {directory}, found none such; make them with `teeko solve {variant} -o {directory}`, \
     or leave out --no-solve",
    slide = variant.slide_file_name(), drop = variant.drop_file_name(), directory = directory.display()
)]
pub(crate) struct MissingTable {
    variant: NamedRules,
    directory: PathBuf,
}

/// A table that is there and does not serve.
#[derive(Debug, Error)]
#[error("{fault}{}", self.advice())]
pub(crate) struct TableFault {
    fault: Box<TableError>,
    variant: NamedRules,
    directory: PathBuf,
}

/// What looking up an outcome in [`Answers`] can fail with.
pub(crate) type AnswerError = AnalysisError<TableFault>;

/// Answers about one variant.
pub(crate) enum Answers {
    /// From a solution in memory.
    Memory(Solution),
    /// From table files decoded as a whole.
    Expanded(ExpandedTable),
    /// From table files, block by block as they are needed.
    Tables { table: Box<Table<MappedFile>>, variant: NamedRules, directory: PathBuf },
}

impl TableFault {
    /// Whether the file itself is damaged or of other rules, not just out of reach.
    pub(crate) fn is_corrupt(&self) -> bool {
        !matches!(*self.fault, TableError::Io { .. })
    }

    fn advice(&self) -> String {
        let Self { variant, directory, .. } = self;
        if self.is_corrupt() {
            format!("; make it again with `teeko solve {variant} --force -o {}`", directory.display())
        } else {
            String::new()
        }
    }
}

impl Oracle for Answers {
    type Error = TableFault;

    fn rules(&self) -> &Rules {
        match self {
            Self::Memory(solution) => solution.rules(),
            Self::Expanded(table) => table.rules(),
            Self::Tables { table, .. } => table.rules(),
        }
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, TableFault> {
        match self {
            Self::Memory(solution) => Ok(solution.outcome(position)),
            Self::Expanded(table) => Ok(table.outcome(position)),
            Self::Tables { table, variant, directory } => {
                let fault =
                    |fault| TableFault { fault: Box::new(fault), variant: *variant, directory: directory.clone() };
                table.outcome(position).map_err(fault)
            }
        }
    }
}

impl Answers {
    /// Answers about a variant from its table files; `None` if one of them is not there.
    fn from_tables(variant: NamedRules, directory: &Path, bulk: bool) -> anyhow::Result<Option<Self>> {
        let rules = variant.rules()?;
        Self::open(&rules, variant, directory, bulk).map_err(|fault| {
            let directory = directory.to_owned();
            TableFault { fault: Box::new(fault), variant, directory }.into()
        })
    }

    fn open(rules: &Rules, variant: NamedRules, directory: &Path, bulk: bool) -> Result<Option<Self>, TableError> {
        let file = |name: String| open_if_there(&directory.join(name));
        let (Some(slide), Some(drop)) = (file(variant.slide_file_name())?, file(variant.drop_file_name())?) else {
            return Ok(None);
        };
        let table = Table::new(slide, Some(drop), rules)?;
        Ok(Some(if bulk {
            Self::Expanded(table.expand()?)
        } else {
            let table = Box::new(table.with_cache(CACHE));
            Self::Tables { table, variant, directory: directory.to_owned() }
        }))
    }
}

impl OracleArguments {
    /// Answers about some variants, in their order. For `bulk` work tables are decoded as a whole beforehand.
    ///
    /// # Errors
    /// If a table does not serve, is missing and must not be done without, or memory does not suffice.
    pub(crate) fn answers(&self, variants: &[NamedRules], bulk: bool, quiet: bool) -> anyhow::Result<Vec<Answers>> {
        let found = variants.iter().map(|&variant| Answers::from_tables(variant, &self.tables, bulk));
        let found: Vec<Option<Answers>> = found.collect::<anyhow::Result<_>>()?;
        let unanswered = variants.iter().zip(&found).filter(|(_, answers)| answers.is_none());
        let missing: Vec<NamedRules> = unanswered.map(|(&variant, _)| variant).collect();
        let Some(&variant) = missing.first() else {
            return Ok(found.into_iter().flatten().collect());
        };
        if self.no_solve {
            return Err(MissingTable { variant, directory: self.tables.clone() }.into());
        }
        if !quiet {
            let others =
                missing.iter().enumerate().filter(|&(place, other)| !missing[..place].contains(other)).count() - 1;
            self.note_missing(variant, others);
        }
        let solved = solve_each(&missing, &self.solving, Purpose::Keep, quiet, |_, solution, _| {
            Ok(Answers::Memory(solution.clone()))
        })?;
        let mut solved = solved.into_iter();
        Ok(found.into_iter().filter_map(|answers| answers.or_else(|| solved.next())).collect())
    }

    /// The threads to work with.
    ///
    /// # Errors
    /// If they cannot be started.
    pub(crate) fn pool(&self) -> anyhow::Result<ThreadPool> {
        self.solving.pool()
    }

    /// Says that solutions take the place of tables.
    fn note_missing(&self, variant: NamedRules, more: usize) {
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let directory = self.tables.display();
        output::print_note(&format!("note: no tables of {variant}{more} in {directory}; solving in memory\n"));
    }
}

//! Arguments of commands that solve games or read their tables, and long-running solving.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::slice;
use std::time::Duration;

use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};
use indicatif::HumanDuration;
use teeko::files::Reading;
use teeko::rules::NamedRules;
use teeko::solving::{Estimate, Plan, SolvingObserver, SolvingStep, Stage};
use teeko::surfaces::in_words;
use teeko::surfaces::words::bytes;
use teeko::{Error, Game};

use crate::exit::Failure;
use crate::parsers::number;
use crate::progress_line::ProgressLine;
use crate::{output, threads};

/// Work expected to take less than this is not announced.
const LONG: Duration = Duration::from_secs(10);

/// The longest work for an explanation, as estimated for one thread.
const SHORT: Duration = Duration::from_secs(1);

// No documentation, which would replace the help of the command.
// Arguments of every command that solves.
#[derive(Debug, Default, Args)]
pub(crate) struct SolvingArguments {
    /// Threads to use; at most four per processor [default: one per processor]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024), hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

// Arguments of every command that answers questions about positions.
#[derive(Debug, Args)]
pub(crate) struct SourceArguments {
    /// Folder to read tables from [default: `tables`, then a second folder; see `teeko --help`]
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    tables: Option<PathBuf>,

    /// Fail if a table is missing, instead of solving in memory
    #[arg(long, hide_short_help = true)]
    pub(crate) no_solve: bool,

    #[command(flatten)]
    pub(crate) solving: SolvingArguments,
}

impl SourceArguments {
    /// Opens a game for each of `rules`, in their order, solving those without tables: what is
    /// needed of positions from `first_layer` on. Starts the threads unless values are only read as
    /// needed.
    ///
    /// # Errors
    /// If a table is damaged or of other rules, if one is missing under `--no-solve`, or if there
    /// is not enough memory.
    pub(crate) fn games(
        &self,
        rules: &[NamedRules],
        reading: Reading,
        first_layer: usize,
    ) -> Result<Vec<Game>, Failure> {
        if reading != Reading::AsNeeded {
            threads::start(self.solving.threads)?;
        }
        let found = rules.iter().map(|named| self.open(named, reading));
        let found: Vec<Option<Game>> = found.collect::<Result<_, _>>()?;
        let missing = rules.iter().zip(&found).filter(|(_, game)| game.is_none());
        let missing: Vec<NamedRules> = missing.map(|(named, _)| named.clone()).collect();
        let mut solved = self
            .solve(&missing, &Plan::from_layer(&missing, first_layer))?
            .into_iter();
        Ok(found
            .into_iter()
            .filter_map(|game| game.or_else(|| solved.next()))
            .collect())
    }

    /// Opens one game for all positions; see [`SourceArguments::games`].
    pub(crate) fn game(&self, named: &NamedRules, reading: Reading) -> Result<Game, Failure> {
        Ok(self.games(slice::from_ref(named), reading, 0)?.remove(0))
    }

    /// Opens one game for some positions from a layer on; see [`SourceArguments::games`].
    pub(crate) fn game_from_layer(
        &self,
        named: &NamedRules,
        first_layer: usize,
    ) -> Result<Game, Failure> {
        let mut games = self.games(slice::from_ref(named), Reading::AsNeeded, first_layer)?;
        Ok(games.remove(0))
    }

    /// Opens a game, or solves it if that is estimated to take at most a second; otherwise returns
    /// `None`.
    pub(crate) fn game_in_a_second(&self, named: &NamedRules) -> Result<Option<Game>, Failure> {
        let found = self.open(named, Reading::AsNeeded)?;
        let plan = Plan::new(slice::from_ref(named));
        if found.is_some() || plan.estimates(1)[0].time > SHORT {
            return Ok(found);
        }
        self.game(named, Reading::AsNeeded).map(Some)
    }

    /// Opens a game if a folder has its tables.
    pub(crate) fn open(
        &self,
        named: &NamedRules,
        reading: Reading,
    ) -> Result<Option<Game>, Failure> {
        let folders = self.folders();
        let mut games = folders
            .iter()
            .map(|folder| Game::from_tables(named, folder, reading));
        Ok(games.find_map(Result::transpose).transpose()?)
    }

    /// Says that the folder that was named is not there.
    pub(crate) fn note_missing_folder(&self) {
        if let Some(folder) = &self.tables
            && !folder.is_dir()
        {
            let next = if self.no_solve {
                "no question can be answered"
            } else {
                "what is asked for is solved in memory"
            };
            let folder = folder.display();
            output::note(&format!("there is no folder {folder}, so {next}"));
        }
    }

    /// Returns the folders to search for tables, in this order, without default folders that cannot
    /// be read, such as the data folder of a user whose home is not a folder.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        if let Some(folder) = &self.tables {
            return vec![folder.clone()];
        }
        let own = env::var_os("TEEKO_TABLES")
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from);
        let is_possible = |folder: &PathBuf| match fs::metadata(folder.join(".")) {
            Ok(_) => true,
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        let of_user = || {
            let folder = data_folder()?.join("teeko").join("tables");
            Some(folder).filter(is_possible)
        };
        let here = Some(PathBuf::from("tables")).filter(is_possible);
        here.into_iter().chain(own.or_else(of_user)).collect()
    }

    /// Solves rules for which no folder has tables by a plan.
    fn solve(&self, rules: &[NamedRules], plan: &Plan) -> Result<Vec<Game>, Failure> {
        if rules.is_empty() {
            return Ok(Vec::new());
        }
        self.solving_in_memory(rules)?;
        threads::start(self.solving.threads)?;
        plan.check_memory(true)?;
        with_progress(plan, |show| Ok(plan.games(show)?))
    }

    /// Says that no folder has tables of these rules.
    ///
    /// # Errors
    /// With `--no-solve`.
    ///
    /// # Panics
    /// If there are no rules.
    pub(crate) fn solving_in_memory(&self, rules: &[NamedRules]) -> Result<(), Failure> {
        let (named, folders) = (&rules[0], self.folders());
        if self.no_solve {
            return Err(Error::MissingTables {
                name: named.name().clone(),
                folders,
            }
            .into());
        }
        let is_new = |&(place, other): &(usize, &_)| !rules[..place].contains(other);
        let more = match rules.iter().enumerate().filter(is_new).count() {
            1 => String::new(),
            different => format!(" and {} more", different - 1),
        };
        let folders = output::printable(&in_words(&folders));
        output::note(&format!(
            "solving {named}{more} in memory (no tables in {folders})"
        ));
        Ok(())
    }
}

/// Solves the plan with a progress line. Long work is announced with its estimated memory, disk
/// space and time.
pub(crate) fn with_progress<T: Send>(
    plan: &Plan,
    solve: impl FnOnce(SolvingObserver<'_>) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    announce(plan);
    let line = ProgressLine::new();
    let show = |SolvingStep {
                    name,
                    stage,
                    progress,
                    ..
                }: SolvingStep<'_>| {
        match stage {
            Stage::GoesOn { half_steps, seed } => line.note(&format!(
                "{name}: resuming; saved half-steps: {half_steps}; a sample of them is computed \
                 again, with seed {seed}"
            )),
            Stage::DoneAgain { half_step } => line.note(&format!(
                "{name}: the saved half-step {half_step} is damaged and is computed again"
            )),
            _ => line.share(name, &stage_in_words(stage), progress)?,
        }
        ControlFlow::Continue(())
    };
    threads::run(|| solve(&show))
}

/// Announces long work with its estimated memory, disk space and time.
pub(crate) fn announce(plan: &Plan) {
    let estimates = plan.estimates(rayon::current_num_threads());
    for estimate in estimates.iter().filter(|estimate| estimate.time >= LONG) {
        output::note(&format!("{}: {}", estimate.what, needs(estimate)));
        if let Some((folder, _)) = &estimate.journal {
            let (what, folder) = (&estimate.what, folder.display());
            output::note(&format!(
                "{what}: if interrupted, run the same command again; it resumes from {folder}"
            ));
        }
    }
}

/// Returns the folder in which the user's programs keep their data, as the system has it.
fn data_folder() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.data_dir())
}

/// Returns a stage of the work in words, for a progress line.
pub(crate) fn stage_in_words(stage: Stage) -> String {
    match stage {
        Stage::Slides(slides) => format!("ply {}", slides.ply),
        Stage::Drops(_) => "drop phase".to_owned(),
        Stage::Writing(_) => "tables".to_owned(),
        _ => "results".to_owned(),
    }
}

/// Returns the disk space that tables and half-steps take in bytes, if any are written.
pub(crate) fn disk_needed(estimate: &Estimate) -> Option<u64> {
    let kept = estimate.journal.as_ref().map(|(_, kept)| *kept);
    let parts = [estimate.disk, kept].into_iter().flatten();
    parts.reduce(|tables, kept| tables + kept)
}

/// Returns what solving takes: `needs up to 225 MB of memory and about 3 seconds`.
pub(crate) fn needs(estimate: &Estimate) -> String {
    let disk = disk_needed(estimate)
        .map(|disk| format!(", {} of disk", bytes(disk)))
        .unwrap_or_default();
    let (memory, time) = (bytes(estimate.memory), HumanDuration(estimate.time));
    format!("needs up to {memory} of memory{disk} and about {time}")
}

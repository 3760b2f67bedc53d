//! Arguments of commands that solve games or read their tables, and long-running solving.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
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
    /// Opens a game for each of `rules`, in their order. Those without tables are solved, as far as
    /// positions from `first_layer` on need it. Starts the threads, unless all have tables whose
    /// values are read as needed.
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
        let mut games = Vec::new();
        let mut missing = Vec::new();
        for named in rules {
            let game = self.open(named, reading)?;
            if game.is_none() {
                missing.push(named.clone());
            }
            games.push(game);
        }
        let plan = Plan::from_layer(&missing, first_layer);
        let mut solved = self.solve(&missing, &plan)?.into_iter();
        for game in &mut games {
            if game.is_none() {
                *game = solved.next();
            }
        }
        Ok(games.into_iter().flatten().collect())
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
        for folder in self.folders() {
            if let Some(game) = Game::from_tables(named, &folder, reading)? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    /// Says that the folder that was named is not there.
    #[cfg(feature = "serve")]
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
        let mut folders = Vec::new();
        let here = PathBuf::from("tables");
        if may_have_tables(&here) {
            folders.push(here);
        }
        folders.extend(folder_of_environment().or_else(folder_of_user));
        folders
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
        let named = &rules[0];
        let folders = self.folders();
        if self.no_solve {
            return Err(Error::MissingTables {
                name: named.name().clone(),
                folders,
            }
            .into());
        }
        let mut different: Vec<&NamedRules> = Vec::new();
        for named in rules {
            if !different.contains(&named) {
                different.push(named);
            }
        }
        let more = match different.len() {
            1 => String::new(),
            number => format!(" and {} more", number - 1),
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
    threads::run(|| solve(&|step| show_step(&line, &step)))
}

/// Shows how far solving has come, and notes what it resumes from.
pub(crate) fn show_step(line: &ProgressLine, step: &SolvingStep<'_>) -> ControlFlow<()> {
    let name = step.name;
    match step.stage {
        Stage::GoesOn { half_steps, seed } => line.note(&format!(
            "{name}: resuming; saved half-steps: {half_steps}; a sample of them is computed again, \
             with seed {seed}"
        )),
        Stage::DoneAgain { half_step } => line.note(&format!(
            "{name}: the saved half-step {half_step} is damaged and is computed again"
        )),
        stage => return line.show_progress(name, &stage_in_words(stage), step.progress),
    }
    ControlFlow::Continue(())
}

/// Announces long work with its estimated memory, disk space and time.
pub(crate) fn announce(plan: &Plan) {
    let estimates = plan.estimates(rayon::current_num_threads());
    for estimate in estimates {
        if estimate.time < LONG {
            continue;
        }
        let what = &estimate.what;
        output::note(&format!("{what}: {}", needs(&estimate)));
        if let Some((folder, _)) = &estimate.journal {
            let folder = folder.display();
            output::note(&format!(
                "{what}: if interrupted, run the same command again; it resumes from {folder}"
            ));
        }
    }
}

/// Returns the folder that the variable names.
fn folder_of_environment() -> Option<PathBuf> {
    let folder = env::var_os("TEEKO_TABLES")?;
    if folder.is_empty() {
        return None;
    }
    Some(folder.into())
}

/// Returns the folder of the user's tables, where the system has the data of programs.
fn folder_of_user() -> Option<PathBuf> {
    let data = choose_base_strategy().ok()?.data_dir();
    let folder = data.join("teeko").join("tables");
    if may_have_tables(&folder) {
        Some(folder)
    } else {
        None
    }
}

/// Returns whether a path may be a folder: it is one, or nothing is there yet.
fn may_have_tables(folder: &Path) -> bool {
    match fs::metadata(folder.join(".")) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Returns a stage of the work in words, for a progress line.
fn stage_in_words(stage: Stage) -> String {
    match stage {
        Stage::Slides(slides) => format!("ply {}", slides.ply),
        Stage::Drops(_) => "drop phase".to_owned(),
        Stage::Writing(_) => "tables".to_owned(),
        _ => "results".to_owned(),
    }
}

/// Returns the disk space that tables and half-steps take in bytes, if any are written.
pub(crate) fn disk_needed(estimate: &Estimate) -> Option<u64> {
    let half_steps = estimate.journal.as_ref().map(|(_, bytes)| *bytes);
    match (estimate.disk, half_steps) {
        (Some(tables), Some(half_steps)) => Some(tables + half_steps),
        (tables, half_steps) => tables.or(half_steps),
    }
}

/// Returns what solving takes: `needs up to 225 MB of memory and about 3 seconds`.
pub(crate) fn needs(estimate: &Estimate) -> String {
    let memory = bytes(estimate.memory);
    let disk = match disk_needed(estimate) {
        Some(disk) => format!(", {} of disk", bytes(disk)),
        None => String::new(),
    };
    let time = HumanDuration(estimate.time);
    format!("needs up to {memory} of memory{disk} and about {time}")
}

//! Arguments that several commands share: threads, table folders, positions.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;
use std::str::FromStr;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};
use indicatif::HumanDuration;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use teeko::questions::AskedPosition;
use teeko::rules::notation::Heading;
use teeko::table::read_at_most;
use teeko::words::bytes;
use teeko::{
    Estimate, Game, MissingTables, NamedRules, Plan, Position, Reading, RulesName, RulesSelection,
    SolvingObserver, SolvingStep, Stage, Variant, free_address_space, in_words, load,
};

use crate::exit::{Exit, Failure};
use crate::input_lines::without_mark;
use crate::interrupt;
use crate::output;
use crate::progress_line::ProgressLine;
use crate::render::notation::chosen;
use crate::suggestions::{number, rules_name, rules_selection};
use crate::typed::Typed;

/// The most threads per processor: more only wait for each other.
const MOST_THREADS: usize = 4;

/// The bytes of address space for each thread: its stack, and what it works on.
const SPACE_OF_THREAD: u64 = 64_000_000;

/// Work expected to take less than this is not announced.
const LONG: Duration = Duration::from_secs(10);

// No documentation, which would replace the help of the command.
// Arguments of every command that solves.
#[derive(Debug, Default, Args)]
pub(crate) struct SolvingArguments {
    /// Threads to use; at most four per processor [default: one per processor]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024), hide_short_help = true)]
    threads: Option<u16>,
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

// The variant that a command is about.
#[derive(Debug, Args)]
pub(crate) struct VariantArgument {
    /// Variant, such as 44-ssss, 58-sppp+no-centre or advanced [default: 44-ssss]
    #[arg(short, long, value_parser = rules_name(), hide_possible_values = true)]
    variant: Option<RulesName>,

    /// The same without -v
    #[arg(
        value_name = "VARIANT",
        conflicts_with = "variant",
        value_parser = rules_name(),
        hide_possible_values = true
    )]
    named: Option<RulesName>,
}

impl VariantArgument {
    /// Returns its rules.
    pub(crate) fn load(&self) -> Result<NamedRules, Failure> {
        load_for(self.variant.as_ref().or(self.named.as_ref()), "")
    }
}

/// The variant of a game or a position.
#[derive(Debug, Args)]
pub(crate) struct VariantOption {
    /// Variant, such as 44-ssss, 58-sppp+no-centre or advanced; it may also stand without -v among
    /// the other words [default: 44-ssss]
    #[arg(short, long, value_parser = rules_name(), hide_possible_values = true)]
    variant: Option<RulesName>,
}

impl VariantOption {
    /// Returns the variant, if one was given here or was `typed`.
    pub(crate) fn name(&self, typed: &Typed) -> Result<Option<RulesName>, Failure> {
        match typed.variants(self.variant.as_slice())? {
            [] => Ok(None),
            [name] => Ok(Some(name.clone())),
            _ => Err(Failure::usage("expected one variant, found several")),
        }
    }
}

/// Returns the rules of `name`, or else those that the heading of a game or a position names, or
/// else the default.
pub(crate) fn load_for(name: Option<&RulesName>, text: &str) -> Result<NamedRules, Failure> {
    if let Some(name) = name {
        return Ok(load(name)?);
    }
    let of_text = Heading::read(text).and_then(|heading| heading.rules())?;
    of_text.map_or_else(|| Ok(load(&Variant::default().into())?), Ok)
}

// The variants of a command that takes several.
#[derive(Debug, Args)]
pub(crate) struct VariantsOption {
    /// The same as VARIANT; may be given several times
    #[arg(
        short = 'v',
        long = "variant",
        value_name = "VARIANT",
        value_parser = rules_selection(RulesSelection::from_str),
        hide_possible_values = true
    )]
    pub(crate) given: Vec<RulesSelection>,
}

// Arguments that name a position.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// The position, such as "b:7,9,12,14 r:10,13,17,19 b", or a game such as "13 12 18 8". The
    /// last letter of a position is the side to move. It can also be rows such as
    /// "5/1b1b1/5/1r1r1/5 b", a board such as "..... .b.b. ..... .r.r. ..... b", or
    /// slot:LAYER:NUMBER, which is the number of pieces and the position's slot as in `teeko
    /// export`; @FILE reads it from a file
    #[arg(value_name = "POSITION", num_args = 1..)]
    position: Vec<String>,

    /// The position after these moves from the empty board, such as "13 12 18 8"; "" is the empty
    /// board; @FILE reads them from a file
    #[arg(long, value_name = "GAME", num_args = 1..)]
    moves: Option<Vec<String>>,
}

impl PositionArguments {
    /// Tells the position from a variant that stands among its words. `is_elsewhere` says that
    /// positions are on standard input.
    pub(crate) fn typed(&self, is_elsewhere: bool) -> Result<Typed, Failure> {
        let typed = Typed::new(&self.position)?;
        if is_elsewhere && !typed.words.is_empty() {
            return Err(Failure::usage(
                "expected either a position or --stdin, found both; to read a file of positions, \
                 write --stdin < FILE",
            ));
        }
        let given = [!typed.words.is_empty(), self.moves.is_some(), is_elsewhere];
        if given.into_iter().filter(|&is_given| is_given).count() > 1 {
            return Err(Failure::usage(
                "expected one position, found several; write it alone, or its game after --moves, \
                 or read positions with --stdin",
            ));
        }
        match &self.moves {
            Some(moves) => typed.before(moves),
            None => Ok(typed),
        }
    }

    /// Puts the position into a question. Returns its text. If a variant stands alone, the position
    /// is the empty board.
    pub(crate) fn ask(
        &self,
        typed: &Typed,
        has_variant: bool,
        at: &mut AskedPosition,
    ) -> Result<String, Failure> {
        if typed.words.is_empty() && self.moves.is_none() && !has_variant {
            return Err(Failure::usage(
                "expected a POSITION, found none; write it, such as \"b:7,9,12,14 r:10,13,17,19 \
                 b\", or a game such as 13 12 18; the empty board is --moves \"\"",
            ));
        }
        let text = text_of(&typed.words)?;
        let is_game = self.moves.is_some() || typed.words.is_empty();
        put(if is_game { AskedPosition::after(&text) } else { AskedPosition::of_text(&text) }, at);
        Ok(text)
    }
}

/// Puts a position, in the notation of this run, into a question that may say where its moves start
/// from, unless the position itself does.
pub(crate) fn put(asked: AskedPosition, at: &mut AskedPosition) {
    let from = asked.from.or_else(|| at.from.take());
    *at = AskedPosition { from, notation: chosen(), ..asked };
}

/// The mark before the name of a file with a game or a position.
const FILE_MARK: char = '@';

/// The longest game in bytes: about a hundred thousand plies.
const LONGEST_GAME: u64 = 1 << 20;

/// Returns a game or a position: the words, or the contents of a file named by @FILE.
pub(crate) fn text_of(words: &[String]) -> Result<String, Failure> {
    let [only] = words else { return Ok(words.join(" ")) };
    let Some(path) = only.strip_prefix(FILE_MARK).map(Path::new) else { return Ok(only.clone()) };
    let bytes = read_at_most(path, LONGEST_GAME + 1).map_err(Failure::unreadable(path))?;
    text_of_bytes(only, &bytes)
}

/// Returns the game or position in some bytes, read from the beginning of the input `name`.
fn text_of_bytes(name: &str, bytes: &[u8]) -> Result<String, Failure> {
    if bytes.len() as u64 > LONGEST_GAME {
        return Err(Failure::usage(format!(
            "{name}: expected a game of at most {LONGEST_GAME} bytes, found more"
        )));
    }
    // Invalid UTF-8 becomes replacement characters, which no move contains. The error then names
    // the ply that has them.
    Ok(String::from_utf8_lossy(without_mark(bytes, 1)).into_owned())
}

/// Returns the game or position on standard input.
pub(crate) fn text_of_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST_GAME + 1).read_to_end(&mut bytes);
    read.map_err(Failure::system("cannot read standard input"))?;
    text_of_bytes("-", &bytes)
}

impl SolvingArguments {
    pub(crate) fn threads(&self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let most = MOST_THREADS * processors;
        // rayon would use this variable if it got no number.
        let asked = self
            .threads
            .map(usize::from)
            .or_else(|| std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok());
        let threads = asked.filter(|&threads| threads > 0).unwrap_or(processors);
        if threads > most {
            output::note(&format!(
                "{threads} threads would only wait for each other; using {most}, {MOST_THREADS} \
                 per processor"
            ));
        }
        let threads = threads.min(most);
        // Fewer threads leave more memory to the work.
        let fit = free_address_space().map(|free| (free / SPACE_OF_THREAD).max(1) as usize);
        fit.map_or(threads, |fit| threads.min(fit))
    }

    /// Creates the thread pool to work in. It has fewer threads if the system refuses some.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Failure> {
        // Its own thread comes first, since the pool takes all that there are.
        interrupt::watch()?;
        let pool = pool_of_at_most(self.threads()).map_err(|cause| {
            let next = "end other programs, or raise the limits on processes and address space";
            Failure::new(Exit::Resources, format!("cannot create a thread: {cause}; {next}"))
        })?;
        // Each thread reserves address space when it starts. Start all of them now, so that the
        // memory check counts it.
        pool.broadcast(|_| ());
        Ok(pool)
    }
}

/// Creates a pool of `most` threads, or of those that the system permits.
fn pool_of_at_most(most: usize) -> io::Result<ThreadPool> {
    // A pool is built of all its threads or not at all. So each thread starts before, and waits for
    // its part of the pool.
    let mut waiting: Vec<Sender<ThreadBuilder>> = Vec::new();
    while waiting.len() < most {
        let (sender, receiver) = channel();
        let run = move || receiver.recv().map_or((), ThreadBuilder::run);
        match thread::Builder::new().spawn(run) {
            Ok(_) => waiting.push(sender),
            Err(_) if !waiting.is_empty() => break,
            Err(refused) => return Err(refused),
        }
    }
    let pool = ThreadPoolBuilder::new().num_threads(waiting.len()).spawn_handler(|thread| {
        let sent = waiting.pop().map(|waiting| waiting.send(thread).is_ok());
        if sent == Some(true) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    });
    pool.build().map_err(io::Error::other)
}

impl SourceArguments {
    /// Opens a game for each of `rules`, in their order, solving those without tables. With a pool
    /// comes how to read tables in it.
    ///
    /// # Errors
    /// If a table is damaged or of other rules, if one is missing under `--no-solve`, or if there
    /// is not enough memory.
    pub(crate) fn games(
        &self,
        rules: &[NamedRules],
        pool: Option<(&ThreadPool, Reading)>,
    ) -> Result<Vec<Game>, Failure> {
        let open = |reading| {
            let open = |named| self.open(named, reading);
            rules.iter().map(open).collect::<Result<Vec<Option<Game>>, _>>()
        };
        let found = match pool {
            Some((pool, reading)) => pool.install(|| open(reading))?,
            None => open(Reading::AsNeeded)?,
        };
        let missing = rules.iter().zip(&found).filter(|(_, game)| game.is_none());
        let missing: Vec<NamedRules> = missing.map(|(named, _)| named.clone()).collect();
        let pool = pool.map(|(pool, _)| pool);
        let mut solved = self.solve(&missing, &Plan::new(&missing), pool)?.into_iter();
        Ok(found.into_iter().filter_map(|game| game.or_else(|| solved.next())).collect())
    }

    /// Opens one game; see [`SourceArguments::games`].
    pub(crate) fn game(
        &self,
        named: &NamedRules,
        pool: Option<(&ThreadPool, Reading)>,
    ) -> Result<Game, Failure> {
        Ok(self.games(slice::from_ref(named), pool)?.remove(0))
    }

    /// Opens or solves a game that is asked for a position and for what follows it.
    ///
    /// # Errors
    /// As for [`SourceArguments::games`].
    pub(crate) fn game_from(
        &self,
        named: &NamedRules,
        position: &Position,
        pool: Option<&ThreadPool>,
    ) -> Result<Game, Failure> {
        let open = || self.open(named, Reading::AsNeeded);
        if let Some(game) = pool.map_or_else(open, |pool| pool.install(open))? {
            return Ok(game);
        }
        let rules = slice::from_ref(named);
        let plan = Plan::from_layer(rules, position.layer());
        Ok(self.solve(rules, &plan, pool)?.remove(0))
    }

    /// Opens a game if a folder has its tables.
    ///
    /// # Errors
    /// If a table is damaged or of other rules.
    pub(crate) fn open(
        &self,
        named: &NamedRules,
        reading: Reading,
    ) -> Result<Option<Game>, Failure> {
        let folders = self.folders();
        let mut games = folders.iter().map(|folder| Game::from_tables(named, folder, reading));
        Ok(games.find_map(Result::transpose).transpose()?)
    }

    /// Returns the folders to search for tables, in this order.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        if let Some(folder) = &self.tables {
            return vec![folder.clone()];
        }
        let own =
            std::env::var_os("TEEKO_TABLES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let of_user = || Some(choose_base_strategy().ok()?.data_dir().join("teeko").join("tables"));
        ["tables".into()].into_iter().chain(own.or_else(of_user)).collect()
    }

    /// Solves rules for which no folder has tables by a plan.
    fn solve(
        &self,
        rules: &[NamedRules],
        plan: &Plan,
        pool: Option<&ThreadPool>,
    ) -> Result<Vec<Game>, Failure> {
        if rules.is_empty() {
            return Ok(Vec::new());
        }
        self.solving_in_memory(rules)?;
        let solve = |pool: &ThreadPool| {
            plan.check_memory(true)?;
            with_progress(plan, pool, |show| Ok(plan.games(show)?))
        };
        match pool {
            Some(pool) => solve(pool),
            None => solve(&self.solving.pool()?),
        }
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
            return Err(MissingTables { name: named.name().clone(), folders }.into());
        }
        let is_new = |&(place, other): &(usize, &_)| !rules[..place].contains(other);
        let more = match rules.iter().enumerate().filter(is_new).count() {
            1 => String::new(),
            different => format!(" and {} more", different - 1),
        };
        let folders = output::printable(&in_words(&folders));
        output::note(&format!("solving {named}{more} in memory (no tables in {folders})"));
        Ok(())
    }
}

/// Loads the rules of all selections, in the order of their names.
pub(crate) fn load_all<'a>(
    selections: impl IntoIterator<Item = &'a RulesSelection>,
) -> Result<Vec<NamedRules>, Failure> {
    selections.into_iter().flat_map(RulesSelection::names).map(|name| Ok(load(name)?)).collect()
}

/// Solves the plan in the pool with a progress line. Long work is announced with its estimated
/// memory, disk space and time.
pub(crate) fn with_progress<T: Send>(
    plan: &Plan,
    pool: &ThreadPool,
    solve: impl FnOnce(SolvingObserver<'_>) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    announce(plan, pool);
    let line = ProgressLine::new();
    let show = |SolvingStep { name, stage, progress, .. }: SolvingStep<'_>| {
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
    pool.install(|| solve(&show))
}

/// Announces long work with its estimated memory, disk space and time.
pub(crate) fn announce(plan: &Plan, pool: &ThreadPool) {
    let estimates = plan.estimates(pool.current_num_threads());
    for estimate in estimates.iter().filter(|estimate| estimate.time >= LONG) {
        output::note(&announcement(estimate));
        if let Some((folder, _)) = &estimate.journal {
            let (what, folder) = (&estimate.what, folder.display());
            output::note(&format!(
                "{what}: if interrupted, run the same command again; it resumes from {folder}"
            ));
        }
    }
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

fn announcement(estimate: &Estimate) -> String {
    let kept = estimate.journal.as_ref().map(|(_, kept)| *kept);
    let disk = [estimate.disk, kept].into_iter().flatten().reduce(|tables, kept| tables + kept);
    let disk = disk.map(|disk| format!(", {} of disk", bytes(disk))).unwrap_or_default();
    let (memory, time) = (bytes(estimate.memory), HumanDuration(estimate.time));
    format!("{}: needs up to {memory} of memory{disk} and about {time}", estimate.what)
}

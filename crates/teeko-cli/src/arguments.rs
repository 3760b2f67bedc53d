//! Arguments that several commands share: threads, table folders, positions.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

use clap::Args;
use etcetera::{BaseStrategy, choose_base_strategy};
use indicatif::HumanDuration;
use teeko::questions::AskedPosition;
use teeko::rules::notation::Heading;
use teeko::rules::without_byte_order_mark;
use teeko::table::read_at_most;
use teeko::words::bytes;
use teeko::{
    Error, Estimate, Game, NamedRules, Plan, Reading, RulesName, RulesSelection, SolvingObserver,
    SolvingStep, Stage, Variant, in_words, load,
};

use crate::exit::{Exit, Failure};
use crate::output;
use crate::parsers::number;
use crate::progress_line::ProgressLine;
use crate::render::chosen;
use crate::threads;
use crate::typed::Typed;

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

// The variant that a command is about.
#[derive(Debug, Args)]
pub(crate) struct VariantArgument {
    /// Variant, such as 44-ssss, 58-sppp+no-centre or advanced [default: 44-ssss]
    #[arg(short, long)]
    variant: Option<RulesName>,

    /// The same without -v
    #[arg(value_name = "VARIANT", conflicts_with = "variant")]
    named: Option<RulesName>,
}

impl VariantArgument {
    /// Returns its rules.
    pub(crate) fn load(&self) -> Result<NamedRules, Failure> {
        self.load_for("")
    }

    /// Returns its rules, or else those that the heading of a game or a position names.
    pub(crate) fn load_for(&self, text: &str) -> Result<NamedRules, Failure> {
        load_for(self.variant.as_ref().or(self.named.as_ref()), text)
    }
}

/// The variant of a game or a position.
#[derive(Debug, Args)]
pub(crate) struct VariantOption {
    /// Variant, such as 44-ssss, 58-sppp+no-centre or advanced; it may also stand without -v among
    /// the other words [default: 44-ssss]
    #[arg(short, long)]
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
        return load(name).map_err(|error| match error {
            Error::RuleFile { path, .. } if is_saved_game(&path) => meant_game(&path),
            error => error.into(),
        });
    }
    let of_text = Heading::read(text).and_then(|heading| heading.rules())?;
    of_text.map_or_else(|| Ok(load(&Variant::default().into())?), Ok)
}

/// Returns whether a file has a game.
fn is_saved_game(path: &str) -> bool {
    let text = text_or_file(&[format!("{FILE_MARK}{path}")]).unwrap_or_default();
    AskedPosition::of_text(&text).moves.is_some()
}

/// Returns the error for a game in the place of a rule file.
fn meant_game(path: &str) -> Failure {
    let file = file_argument(path);
    Failure::usage(format!(
        "{path}: expected a rule file, found a game; to review it: teeko review {file}; to \
         continue it: teeko play --from {file}"
    ))
}

// The variants of a command that takes several.
#[derive(Debug, Args)]
pub(crate) struct VariantsArguments {
    /// Variants such as 44-ssss, 58-sppp+no-centre or advanced. `all` stands for the sixteen that
    /// `teeko variants` lists; `all+4x4` adds an option to each of them
    #[arg(value_name = "VARIANT")]
    variants: Vec<RulesSelection>,

    /// The same as VARIANT; may be given several times
    #[arg(short = 'v', long = "variant", value_name = "VARIANT")]
    more: Vec<RulesSelection>,
}

impl VariantsArguments {
    /// Returns the rules of all of them, in the order of their names.
    pub(crate) fn load(&self) -> Result<Vec<NamedRules>, Failure> {
        let names = self.variants.iter().chain(&self.more).flat_map(RulesSelection::names);
        names.map(|name| Ok(load(name)?)).collect()
    }
}

// Arguments that name a position.
#[derive(Debug, Args)]
pub(crate) struct PositionArguments {
    /// The position, such as "b:7,9,12,14 r:10,13,17,19 b", or a game such as "13 12 18 8". The
    /// last letter of a position is the side to move. It can also be rows such as
    /// "5/1b1b1/5/1r1r1/5 b", a board such as "..... .b.b. ..... .r.r. ..... b", the board that a
    /// course's program prints, from the row 0: on, or slot:LAYER:NUMBER, which is the number of
    /// pieces and the position's slot as in `teeko export`; @FILE reads it from a file
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
        let given = [!typed.words.is_empty(), self.moves.is_some(), is_elsewhere];
        if given.into_iter().filter(|&is_given| is_given).count() > 1 {
            return Err(Failure::usage(
                "expected one position, found several; write it alone, or its game after --moves, \
                 or read positions with --stdin < FILE",
            ));
        }
        match &self.moves {
            Some(moves) if typed.variant.is_none() => Typed::new(moves),
            Some(moves) => Ok(Typed { words: moves.clone(), ..typed }),
            None => Ok(typed),
        }
    }

    /// Puts the position into a question. Returns its text. If a variant stands alone, the position
    /// is the empty board.
    pub(crate) fn put(
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
        let text = text_or_file(&typed.words)?;
        let is_game = self.moves.is_some() || typed.words.is_empty();
        put(if is_game { AskedPosition::after(&text) } else { AskedPosition::of_text(&text) }, at);
        Ok(text)
    }
}

/// Puts a position, in the notation of this run, into a question that may say where its moves start
/// from, unless the position itself does.
pub(crate) fn put(asked: AskedPosition, at: &mut AskedPosition) {
    at.notation = chosen();
    *at = asked.instead_of(at);
}

/// The mark before the name of a file with a game or a position.
const FILE_MARK: char = '@';

/// The longest game in bytes: about a hundred thousand plies.
const LONGEST_GAME: u64 = 1 << 20;

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Returns the argument that reads a file, ready to copy into a shell.
pub(crate) fn file_argument(path: &str) -> String {
    let argument = output::printable(&format!("{FILE_MARK}{path}"));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"@/.,:-_+".contains(&byte);
    if argument.bytes().all(is_plain) {
        argument
    } else if cfg!(windows) {
        format!("\"{argument}\"")
    } else {
        // Nothing in single quotes means anything to a shell.
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

/// Returns a game or a position: the words, or the contents of standard input or of a file named by
/// @FILE.
pub(crate) fn text_or_file(words: &[String]) -> Result<String, Failure> {
    let [only] = words else { return Ok(words.join(" ")) };
    let path = only.strip_prefix(FILE_MARK).or((only == STANDARD_INPUT).then_some(only));
    let Some(path) = path else { return Ok(only.clone()) };
    let bytes = read_input(Path::new(path), LONGEST_GAME + 1)?;
    if bytes.len() as u64 > LONGEST_GAME {
        return Err(Failure::usage(format!(
            "{only}: expected a game of at most {LONGEST_GAME} bytes, found more"
        )));
    }
    let text = without_byte_order_mark(&bytes)
        .map_err(|error| Failure::new(Exit::Position, format!("{only}: {error}")))?;
    if only == STANDARD_INPUT && text.trim_ascii().is_empty() {
        return Err(Failure::usage(
            "standard input: expected a game or a position, found nothing; write it there, or as \
             an argument such as 13 12 18 8",
        ));
    }
    // Invalid UTF-8 becomes replacement characters, which no move contains. The error then names
    // the ply that has them. Comments in old encodings do no harm.
    Ok(String::from_utf8_lossy(text).into_owned())
}

/// Reads at most this many bytes of a file or of standard input.
pub(crate) fn read_input(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let bytes = if path == Path::new(STANDARD_INPUT) {
        let mut bytes = Vec::new();
        io::stdin().lock().take(most).read_to_end(&mut bytes).map(|_| bytes)
    } else {
        read_at_most(path, most)
    };
    bytes.map_err(Failure::system(&format!("{}: cannot be read", path.display())))
}

impl SourceArguments {
    /// Opens a game for each of `rules`, in their order, solving those without tables: what is
    /// needed of positions from `first_layer` on. Starts the threads unless values are only read as
    /// needed.
    ///
    /// # Errors
    /// If a table is damaged or of other rules, if one is missing under `--no-solve`, or if there
    /// is not enough memory.
    pub(crate) fn games_from(
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
        let mut solved =
            self.solve(&missing, &Plan::from_layer(&missing, first_layer))?.into_iter();
        Ok(found.into_iter().filter_map(|game| game.or_else(|| solved.next())).collect())
    }

    /// Opens games for all positions; see [`SourceArguments::games_from`].
    pub(crate) fn games(
        &self,
        rules: &[NamedRules],
        reading: Reading,
    ) -> Result<Vec<Game>, Failure> {
        self.games_from(rules, reading, 0)
    }

    /// Opens one game; see [`SourceArguments::games`].
    pub(crate) fn game(&self, named: &NamedRules, reading: Reading) -> Result<Game, Failure> {
        Ok(self.games(slice::from_ref(named), reading)?.remove(0))
    }

    /// Opens a game, or solves it if that is estimated to take at most a second; otherwise returns
    /// `None`.
    ///
    /// # Errors
    /// As for [`SourceArguments::games`].
    pub(crate) fn game_in_a_second(&self, named: &NamedRules) -> Result<Option<Game>, Failure> {
        let found = self.open(named, Reading::AsNeeded)?;
        let plan = Plan::new(slice::from_ref(named));
        if found.is_some() || plan.estimates(1)[0].time > SHORT {
            return Ok(found);
        }
        self.game(named, Reading::AsNeeded).map(Some)
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

    /// Returns the folders to search for tables, in this order, without default folders
    /// that cannot be read, such as the data folder of a user whose home is no folder.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        if let Some(folder) = &self.tables {
            return vec![folder.clone()];
        }
        let own =
            std::env::var_os("TEEKO_TABLES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let is_possible = |folder: &PathBuf| match fs::metadata(folder.join(".")) {
            Ok(_) => true,
            Err(error) => error.kind() == ErrorKind::NotFound,
        };
        let of_user = || {
            let folder = choose_base_strategy().ok()?.data_dir().join("teeko").join("tables");
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
            return Err(Error::MissingTables { name: named.name().clone(), folders }.into());
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

/// Solves the plan with a progress line. Long work is announced with its estimated memory, disk
/// space and time.
pub(crate) fn with_progress<T: Send>(
    plan: &Plan,
    solve: impl FnOnce(SolvingObserver<'_>) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    announce(plan);
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

/// Returns a stage of the work in words, for a progress line.
pub(crate) fn stage_in_words(stage: Stage) -> String {
    match stage {
        Stage::Slides(slides) => format!("ply {}", slides.ply),
        Stage::Drops(_) => "drop phase".to_owned(),
        Stage::Writing(_) => "tables".to_owned(),
        _ => "results".to_owned(),
    }
}

/// Returns what solving takes: `needs up to 225 MB of memory and about 3 seconds`.
pub(crate) fn needs(estimate: &Estimate) -> String {
    let kept = estimate.journal.as_ref().map(|(_, kept)| *kept);
    let disk = [estimate.disk, kept].into_iter().flatten().reduce(|tables, kept| tables + kept);
    let disk = disk.map(|disk| format!(", {} of disk", bytes(disk))).unwrap_or_default();
    let (memory, time) = (bytes(estimate.memory), HumanDuration(estimate.time));
    format!("needs up to {memory} of memory{disk} and about {time}")
}

//! Arguments that name variants, positions and games.

use std::io::{self, Read};
use std::path::Path;

use clap::Args;
use teeko::files::load;
use teeko::rules::notation::Heading;
use teeko::rules::{
    NamedRules, RulesName, RulesSelection, Variant, quoted, without_byte_order_mark,
};
use teeko::surfaces::AskedPosition;
use teeko::table::read_at_most;
use teeko::{Error, ErrorKind};

use crate::exit::{Exit, Failure};
use crate::output;
use crate::render::chosen;
use crate::typed::Typed;

/// The mark before the name of a file with a game or a position.
const FILE_MARK: char = '@';

/// The longest game in bytes: about a hundred thousand plies.
const LONGEST_GAME: u64 = 1 << 20;

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

// Structs of arguments have no documentation, which would replace the help of the command.

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
    /// Returns the rules of the variant, or else the default.
    pub(crate) fn load(&self) -> Result<NamedRules, Failure> {
        self.load_for("")
    }

    /// Does the same, but rules that `text`, a game or a position, names in its heading come before
    /// the default.
    pub(crate) fn load_for(&self, text: &str) -> Result<NamedRules, Failure> {
        load_for(self.variant.as_ref().or(self.named.as_ref()), text)
    }
}

// The variant of a game or a position.
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
            Error::RuleFile { path, .. } if is_saved_game(&path) => game_for_rules(&path),
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
fn game_for_rules(path: &str) -> Failure {
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
        let mut rules = Vec::new();
        for selection in self.variants.iter().chain(&self.more) {
            for name in selection.names() {
                rules.push(load(name)?);
            }
        }
        Ok(rules)
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
    /// Separates the position from a variant among its words. `is_elsewhere` says that positions
    /// are on standard input.
    pub(crate) fn typed(&self, is_elsewhere: bool) -> Result<Typed, Failure> {
        let typed = Typed::new(&self.position)?;
        let places = [!typed.words.is_empty(), self.moves.is_some(), is_elsewhere];
        if places.map(usize::from).iter().sum::<usize>() > 1 {
            return Err(Failure::usage(
                "expected one position, found several; write it alone, or its game after --moves, \
                 or read positions with --stdin < FILE",
            ));
        }
        match &self.moves {
            Some(moves) if typed.variant.is_none() => Typed::new(moves),
            Some(moves) => Ok(Typed {
                words: moves.clone(),
                ..typed
            }),
            None => Ok(typed),
        }
    }

    /// Sets the position of a question, in the notation of this run. The question may say where the
    /// moves start from. Returns the text of the position. If a variant stands alone, the position
    /// is the empty board.
    pub(crate) fn set_position(
        &self,
        at: &mut AskedPosition,
        typed: &Typed,
        has_variant: bool,
    ) -> Result<String, Failure> {
        if typed.words.is_empty() && self.moves.is_none() && !has_variant {
            return Err(Failure::usage(
                "expected a POSITION, found none; write it, such as \"b:7,9,12,14 r:10,13,17,19 \
                 b\", or a game such as 13 12 18; the empty board is --moves \"\"",
            ));
        }
        let text = text_or_file(&typed.words)?;
        let is_game = self.moves.is_some() || typed.words.is_empty();
        let asked = if is_game {
            AskedPosition::after(&text)
        } else {
            AskedPosition::of_text(&text)
        };
        at.notation = chosen();
        *at = asked.instead_of(at);
        Ok(text)
    }

    /// Returns the error for the position that `command` cannot read: one that names @FILE if the
    /// position is the name of a file, otherwise `failure` itself.
    pub(crate) fn with_hint(failure: Failure, typed: &Typed, command: &str) -> Failure {
        let command = format!("ask about the position in it: teeko {command}");
        with_file_hint(failure, &typed.words, "a position or a game", &command)
    }
}

/// Returns the argument that reads a file, ready to copy into a shell.
pub(crate) fn file_argument(path: &str) -> String {
    let argument = output::printable(&format!("{FILE_MARK}{path}"));
    if argument.bytes().all(is_plain_in_shell) {
        argument
    } else if cfg!(windows) {
        format!("\"{argument}\"")
    } else {
        // Nothing in single quotes means anything to a shell.
        format!("'{}'", argument.replace('\'', r"'\''"))
    }
}

/// Returns whether a byte means only itself in every shell.
fn is_plain_in_shell(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"@/.,:-_+".contains(&byte)
}

/// Returns the error for `words` that cannot be read: if they are the name of a file, one that says
/// how to `command` the file, otherwise `failure` itself. `expected` says what they should be.
pub(crate) fn with_file_hint(
    failure: Failure,
    words: &[String],
    expected: &str,
    command: &str,
) -> Failure {
    let [only] = words else { return failure };
    if failure.kind != ErrorKind::Position || !Path::new(only).is_file() {
        return failure;
    }
    Failure::usage(format!(
        "{}: expected {expected}, found the name of a file; to {command} {}",
        quoted(only),
        file_argument(only)
    ))
}

/// Returns a game or a position: the words, or the contents of standard input or of a file named by
/// @FILE.
pub(crate) fn text_or_file(words: &[String]) -> Result<String, Failure> {
    let [only] = words else {
        return Ok(words.join(" "));
    };
    let is_standard_input = only == STANDARD_INPUT;
    let path = match only.strip_prefix(FILE_MARK) {
        Some(path) => path,
        None if is_standard_input => only,
        None => return Ok(only.clone()),
    };
    let bytes = read_input(Path::new(path), LONGEST_GAME + 1)?;
    if bytes.len() as u64 > LONGEST_GAME {
        return Err(Failure::usage(format!(
            "{only}: expected a game of at most {LONGEST_GAME} bytes, found more"
        )));
    }
    let text = match without_byte_order_mark(&bytes) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("{only}: {error}");
            return Err(Failure::new(Exit::Position, message));
        }
    };
    if is_standard_input && text.trim_ascii().is_empty() {
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
        read_standard_input(most)
    } else {
        read_at_most(path, most)
    };
    let what = format!("{}: cannot be read", path.display());
    bytes.map_err(Failure::system(&what))
}

fn read_standard_input(most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

//! `teeko play`: a game in the terminal.

mod command;
mod conversation;
mod game;
mod input;
mod learn;
mod line_editor;
mod prompt;
mod session;
mod values;
mod values_text;

use clap::Args;
use teeko::questions::Strength;
use teeko::rules::NamedRules;
use teeko::rules::notation::{GameRecord, parse_game_in};
use teeko::surfaces::{AskedPosition, PositionReader};
use teeko::{Position, Side};

use self::command::read_strength;
use self::conversation::talk;
use self::input::Input;
use self::session::{People, Session};
use self::values::PlayValues;
use crate::arguments::{VariantArgument, text_or_file, with_file_hint};
use crate::exit::{Exit, Failure};
use crate::parsers::{number, one_of};
use crate::render::chosen;
use crate::source_arguments::SourceArguments;

/// Play against the program, or two people against each other
///
/// Type a drop as 13 or c3 and a slide as 14-8; with --notation course, a drop as 13 or C2. Where
/// the opponent points, the side that points types the circle. With numbered pieces, 13=4 drops the
/// piece with 4 pips on circle 13. Other words are commands: hint, undo, redo, board, rules, values
/// on, values off, strength N, new, resign, save FILE, help, quit. A game is drawn when a position
/// occurs for the third time. After the game, you see its review.
///
/// With --learn, the program teaches a course: the choices with which you win a game that is won,
/// such as advanced, or hold one that is drawn. You choose, the program answers with what you have
/// not met yet, and refutes wrong moves. Commands are hint, solution, skip, undo, board, rules, new,
/// help and quit. What you know is kept in your state folder, by default ~/.local/state/teeko.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  teeko play advanced --as red --strength 2
  teeko play advanced --learn")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    /// The side that you play; both: two people, or you for both sides
    #[arg(long = "as", value_name = "SIDE", default_value = "black", value_parser = one_of(PEOPLE))]
    people: People,

    /// How well the program plays: easy, medium, hard, expert or perfect, or a number from 1 to 5
    /// [default: hard]
    #[arg(long, value_name = "N", value_parser = read_strength)]
    strength: Option<Strength>,

    /// Seed of the choice among equal moves: the same seed always makes the same choices
    /// [default: the time]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// The position to start from, such as "b:7,9 r:13 r", or the game to continue, such as "13 12
    /// 18"; @FILE reads it from a file, as `save` writes it [default: the empty board]
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Learn to win the game, or to hold the draw, choice by choice
    #[arg(long, conflicts_with_all = ["people", "strength", "seed", "from"])]
    learn: bool,

    #[command(flatten)]
    source: SourceArguments,
}

const PEOPLE: [(&str, &str, People); 3] = [
    ("black", "You are Black", Some(Side::Black)),
    ("red", "You are Red", Some(Side::Red)),
    ("both", "You play both sides", None),
];

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if self.learn {
            return learn::learn(&self.source, &self.variant.load()?);
        }
        if self.people.is_none() && (self.strength.is_some() || self.seed.is_some()) {
            return Err(Failure::usage(
                "--as both: expected no --strength and no --seed, since the program does not play",
            ));
        }
        let text = text_or_file(self.from.as_slice())?;
        if self.from.is_some() && text.trim().is_empty() {
            return Err(Failure::usage(
                "--from: expected a position or a game, found none",
            ));
        }
        let named = self.variant.load_for(&text)?;
        let begun = read_beginning(&text, &named).map_err(|failure| {
            let play = "continue the game in it: teeko play --from";
            with_file_hint(failure, self.from.as_slice(), "a game", play)
        })?;
        let values = PlayValues::open(&self.source, named)?;
        let strength = self.strength.unwrap_or_else(usual_strength);
        let seed = self.seed.unwrap_or_else(now);
        let mut session = Session::new(&values, &begun, self.people, strength, seed);
        let mut input = Input::open()?;
        session.start()?;
        talk(&mut session, &mut input)
    }
}

fn usual_strength() -> Strength {
    read_strength("hard").expect("the name of a strength")
}

/// Reads the game to continue, or the position to start from.
fn read_beginning(text: &str, named: &NamedRules) -> Result<GameRecord, Failure> {
    let asked = AskedPosition::of_text(text);
    let position = asked.position.unwrap_or_default();
    let moves = asked.moves.unwrap_or_default();
    let start = if position.trim().is_empty() {
        Position::EMPTY
    } else {
        PositionReader::new(named.clone()).read(chosen(), &position)?
    };
    Ok(parse_game_in(named.rules(), chosen(), start, &moves)?)
}

/// Returns a seed that differs from run to run.
fn now() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    time.map_or(1, |time| time.as_nanos() as u64)
}

//! The solver as four WebAssembly functions, for pages and for Node.
//!
//! A question is a text: a path with its query, as for the service, then a line end, then the body
//! if there is one. The caller reserves memory for it ([`make_room`]), writes it there, has it
//! answered ([`answer`]) and reads the answer from [`answer_place`]. The solver owns all memory.
//!
//! [`answer_arrays`] is for a body that has many positions as arrays.

use std::cell::RefCell;

use teeko::answers::ErrorDocument;
use teeko::questions::Subject;
use teeko::rules::{Circles, NamedRules};
use teeko::solve::memory_needed;
use teeko::surfaces::words::bytes;
use teeko::surfaces::{
    About, AskedRules, PositionReader, Question, answer_positions, array_value, json_text,
};
use teeko::work::to_the_end;
use teeko::{Error, ErrorKind, Game, Position, Side};

/// The memory for kept games, in bytes, by their estimates: two of the standard board, so that they
/// can be compared.
const MEMORY: u64 = 120_000_000;

/// The most memory that a browser gives a page, less some room to work in, in bytes.
const MOST_MEMORY: u64 = 3_000_000_000;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static GAMES: RefCell<Vec<(AskedRules, Game)>> = const { RefCell::new(Vec::new()) };
}

/// Reserves `length` bytes for a question and returns their address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn make_room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question. Returns the length of the answer in bytes, negative if it is an error.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> isize {
    keep(QUESTION.with_borrow(|question| answer_to(question, answer_lines)))
}

/// Answers the question `positions` with a body in bytes: the size of a bitmask, 4 or 8, then for
/// all positions the bitmasks of Black's circles, of Red's, and a byte for the side to move, 0 for
/// Black and 1 for Red. The answer has two bytes for each position: its [`array_value`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer_arrays() -> isize {
    keep(QUESTION.with_borrow(|question| answer_to(question, values_of_arrays)))
}

/// Keeps an answer. Returns its length in bytes, negative if it is an error.
fn keep(answer: Result<Vec<u8>, Error>) -> isize {
    let (text, sign) = match answer {
        Ok(text) => (text, 1),
        Err(error) => (json_text(&error.document()).into_bytes(), -1),
    };
    let length = text.len() as isize;
    ANSWER.set(text);
    sign * length
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer_place() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// Returns the path, the query and the body of a question.
fn parts(question: &[u8]) -> (String, String, &[u8]) {
    let mut parts = question.splitn(2, |&byte| byte == b'\n');
    let address = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    (
        path.to_owned(),
        query.to_owned(),
        parts.next().unwrap_or_default(),
    )
}

/// Answers a question. `answer_many` is for those about many positions, which are in the body.
fn answer_to(
    question: &[u8],
    answer_many: fn(&Game, &[u8]) -> Result<Vec<u8>, Error>,
) -> Result<Vec<u8>, Error> {
    let (path, query, body) = parts(question);
    let (rules, question) = Question::of_path(&path, &query)?;
    let kept: Option<Vec<Game>> = rules.iter().map(kept_game).collect();
    let readers = if kept.is_some() {
        Vec::new()
    } else {
        AskedRules::readers(&rules)?
    };
    let about = question.definition.about;
    if about == About::Lines {
        let games = games(kept, rules, &readers)?;
        return answer_many(&games[0], body);
    }
    let question = question.read(kept.iter().flatten().map(Game::reader).chain(&readers))?;
    let games = if about == About::Rules {
        Vec::new()
    } else {
        games(kept, rules, &readers)?
    };
    // There is no clock here.
    question.document(&Subject::of(&games))
}

/// Returns the games of a question: all of them kept, or some of them solved now.
fn games(
    kept: Option<Vec<Game>>,
    rules: Vec<AskedRules>,
    readers: &[PositionReader],
) -> Result<Vec<Game>, Error> {
    let mut games = kept.unwrap_or_default();
    for (rules, reader) in rules.into_iter().zip(readers) {
        games.push(kept_game(&rules).map_or_else(|| solve(rules, reader.named()), Ok)?);
    }
    Ok(games)
}

/// Answers lines with a position each.
fn answer_lines(game: &Game, lines: &[u8]) -> Result<Vec<u8>, Error> {
    answer_positions(game, 1, lines)
}

/// The positions that are looked up at once.
const AT_A_TIME: usize = 1 << 10;

/// Returns the values of positions in the form of [`answer_arrays`].
fn values_of_arrays(game: &Game, body: &[u8]) -> Result<Vec<u8>, Error> {
    let (width, arrays) = match body.split_first() {
        Some((width @ (4 | 8), arrays)) => (usize::from(*width), arrays),
        _ => (8, &[][..]),
    };
    let arrays = Arrays {
        bytes: arrays,
        width,
        count: arrays.len() / (2 * width + 1),
    };
    let mut values = Vec::with_capacity(2 * arrays.count);
    for first in (0..arrays.count).step_by(AT_A_TIME) {
        let places = first..arrays.count.min(first + AT_A_TIME);
        let positions: Vec<Position> = places.map(|place| arrays.position(place)).collect();
        for outcome in game.outcomes_of_values(&positions)? {
            let value = array_value(outcome).map_err(no_value)?;
            values.extend(value.to_le_bytes());
        }
    }
    Ok(values)
}

/// Returns the error for an outcome without a value.
fn no_value(error: String) -> Error {
    Error::Refused {
        status: 422,
        refusal: ErrorDocument::new(ErrorKind::NoAnswer, error, None),
    }
}

/// The arrays of [`answer_arrays`].
struct Arrays<'a> {
    bytes: &'a [u8],
    /// The size of a bitmask.
    width: usize,
    /// The number of positions.
    count: usize,
}

impl Arrays<'_> {
    fn position(&self, place: usize) -> Position {
        let black = self.mask(place);
        let red = self.mask(self.count + place);
        match self.bytes[2 * self.count * self.width + place] {
            0 => Position {
                black,
                red,
                turn: Side::Black,
                ..Position::EMPTY
            },
            1 => Position {
                black,
                red,
                turn: Side::Red,
                ..Position::EMPTY
            },
            // No side has this number. The position is impossible: both sides are on circle 1.
            _ => Position {
                black: Circles::first(1),
                red: Circles::first(1),
                ..Position::EMPTY
            },
        }
    }

    /// Returns a bitmask, those of Black first.
    fn mask(&self, place: usize) -> Circles {
        let mut bytes = [0; 8];
        bytes[..self.width].copy_from_slice(&self.bytes[place * self.width..][..self.width]);
        Circles::from_bits(u64::from_le_bytes(bytes))
    }
}

/// Returns a kept game and marks it as the most recently used.
fn kept_game(rules: &AskedRules) -> Option<Game> {
    GAMES.with_borrow_mut(|games| {
        let place = games.iter().position(|(other, _)| other == rules)?;
        let kept = games.remove(place);
        games.push(kept);
        games.last().map(|(_, game)| game.clone())
    })
}

/// Solves a game and keeps it. Evicts the least recently used games to make room.
fn solve(rules: AskedRules, named: &NamedRules) -> Result<Game, Error> {
    let needed = memory_needed(named.rules());
    if needed > MOST_MEMORY {
        let error = format!(
            "{named}: expected rules that are solved in {} of memory, found some that take {}",
            bytes(MOST_MEMORY),
            bytes(needed)
        );
        let hint = Some("try a smaller board, or the program itself".to_owned());
        return Err(Error::Refused {
            status: 422,
            refusal: ErrorDocument::new(ErrorKind::Memory, error, hint),
        });
    }
    GAMES.with_borrow_mut(|games| {
        while !games.is_empty() && memory_of(games) + needed > MEMORY {
            games.remove(0);
        }
        let game = Game::solve_rules(named, &|step| to_the_end(step))?;
        games.push((rules, game.clone()));
        Ok(game)
    })
}

/// Returns the memory of kept games, in bytes.
fn memory_of(games: &[(AskedRules, Game)]) -> u64 {
    let mut bytes = 0;
    for (_, game) in games {
        bytes += memory_needed(game.named().rules());
    }
    bytes
}

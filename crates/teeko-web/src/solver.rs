//! The solver as three WebAssembly functions, for pages and for Node.
//!
//! A question is a text: a path with its query, as for the service, then a line end, then the body
//! if there is one. The caller reserves memory for it ([`make_room`]), writes it there, has it
//! answered ([`answer`]) and reads the answer from [`answer_place`]. The solver owns all memory.

use std::cell::RefCell;
use std::time::Duration;

use serde_json::json;
use teeko::questions::{About, AskedRules, Refusal, Request, RequestError, answer_positions};
use teeko::solve::memory_needed;
use teeko::words::bytes;
use teeko::work::to_the_end;
use teeko::{Game, NamedRules};

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
    let answer = QUESTION.with_borrow(|question| answer_to(&String::from_utf8_lossy(question)));
    let (text, sign) = match answer {
        Ok(text) => (text, 1),
        Err(error) => {
            let (text, code) = (error.to_string(), error.kind().code());
            let refusal = json!({ "error": text, "hint": error.hint(), "code": code });
            (refusal.to_string().into_bytes(), -1)
        }
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
fn parts(text: &str) -> (&str, &str, &str) {
    let (address, body) = text.split_once('\n').unwrap_or((text, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    (path, query, body)
}

fn answer_to(text: &str) -> Result<Vec<u8>, RequestError> {
    let (path, query, body) = parts(text);
    let Request { rules, question, .. } = Request::read(path, query)?;
    let about = question.definition().about;
    let known = rules.iter().map(kept).collect::<Option<Vec<Game>>>();
    let (named, games) = if let Some(games) = known {
        (games.iter().map(|game| game.named().clone()).collect(), games)
    } else {
        let named = rules.iter().map(AskedRules::named).collect::<Result<Vec<_>, _>>()?;
        question.check(&named)?;
        let is_solved = about != About::Rules;
        let solved = rules.into_iter().zip(&named).filter(|_| is_solved);
        let games =
            solved.map(|(rules, named)| kept(&rules).map_or_else(|| solve(rules, named), Ok));
        let games = games.collect::<Result<_, _>>()?;
        (named, games)
    };
    if about == About::Lines {
        return Ok(answer_positions(&games[0], 1, body.as_bytes())?);
    }
    // There is no clock here.
    question.answer(&named, &games, Duration::ZERO, None, &to_the_end)
}

/// Returns a kept game and marks it as the most recently used.
fn kept(rules: &AskedRules) -> Option<Game> {
    GAMES.with_borrow_mut(|games| {
        let place = games.iter().position(|(other, _)| other == rules)?;
        let kept = games.remove(place);
        games.push(kept);
        games.last().map(|(_, game)| game.clone())
    })
}

/// Solves a game and keeps it. Evicts the least recently used games to make room.
fn solve(rules: AskedRules, named: &NamedRules) -> Result<Game, RequestError> {
    let needed = memory_needed(named.rules());
    if needed > MOST_MEMORY {
        let error = format!(
            "{named}: expected rules that are solved in {} of memory, found some that take {}",
            bytes(MOST_MEMORY),
            bytes(needed)
        );
        let hint = Some("try a smaller board, or the program itself".to_owned());
        return Err(RequestError::Refused { status: 422, refusal: Refusal::new(error, hint) });
    }
    GAMES.with_borrow_mut(|games| {
        let memory = |game: &Game| memory_needed(game.named().rules());
        while !games.is_empty()
            && needed + games.iter().map(|(_, game)| memory(game)).sum::<u64>() > MEMORY
        {
            games.remove(0);
        }
        let game = Game::solve_rules(named, &|step| to_the_end(step))?;
        games.push((rules, game.clone()));
        Ok(game)
    })
}

//! Positions as bits: their values and their moves.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::slice;

use teeko::index::parallel;
use teeko::rules::notation::check_position;
use teeko::rules::{Circle, Circles, Rules};
use teeko::{Move, Oracle, Outcome, Position, Side};

use crate::failure::{Failure, TeekoStatus, catch_panics, report_failure};
use crate::game::{TeekoGame, borrow_game};

/// What `teeko_probe` returns for a finished game.
pub const TEEKO_OVER: i32 = 32767;

/// What `teeko_probe` returns for an impossible position, and for every position of a game with
/// numbered pieces, which circles alone do not describe.
pub const TEEKO_IMPOSSIBLE: i32 = -32768;

/// What `teeko_probe` returns if a table cannot be read; `teeko_query` gives the reason.
pub const TEEKO_FAILED: i32 = -32767;

/// No position has more moves than this.
pub const TEEKO_MOST_MOVES: usize = 256;

/// The number of positions in one task of a thread.
const POSITIONS_AT_A_TIME: usize = 1 << 10;

/// A position. Circles are bits; the lowest is that of circle 1, at the top left.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeekoPosition {
    /// The circles of Black's pieces.
    pub black: u64,
    /// The circles of Red's pieces.
    pub red: u64,
    /// The side to move: 0 for Black, 1 for Red.
    pub turn: u8,
}

/// A move. Circles are numbered from 1, row by row.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeekoMove {
    /// The circle that a piece slides from; 0 for a drop.
    pub from: u8,
    /// The circle that the piece slides to or is dropped on.
    pub to: u8,
}

/// Who has won.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeekoWinner {
    /// Neither side. If the side to move has no move, the game is a draw.
    None = 0,
    /// Black has a goal.
    Black = 1,
    /// Red has a goal.
    Red = 2,
}

impl TeekoWinner {
    /// Puts who has won in `*place`.
    ///
    /// # Safety
    /// `place` is NULL or points to writable memory for a winner.
    unsafe fn put(rules: &Rules, position: &Position, place: *mut Self) {
        let winner = match rules.winner(position) {
            None => Self::None,
            Some(Side::Black) => Self::Black,
            Some(Side::Red) => Self::Red,
        };
        if !place.is_null() {
            // SAFETY: the caller promises that `place` can be written.
            unsafe { place.write(winner) };
        }
    }
}

impl TeekoPosition {
    /// Returns the position, unless `turn` is not a side.
    fn position(self) -> Option<Position> {
        let turn = match self.turn {
            0 => Side::Black,
            1 => Side::Red,
            _ => return None,
        };
        Some(Position {
            black: Circles::from_bits(self.black),
            red: Circles::from_bits(self.red),
            turn,
            ..Position::EMPTY
        })
    }

    /// Returns the position if it is one of the game.
    fn check(self, game: &TeekoGame) -> Result<Position, Failure> {
        if game.is_numbered() {
            let name = game.game.name();
            return Err(Failure::request(format!(
                "{name}: expected a game whose pieces have no numbers; ask `teeko_query` instead"
            )));
        }
        let Some(position) = self.position() else {
            let expected = "turn: expected 0 for Black or 1 for Red";
            return Err(Failure::position(&format!(
                "{expected}, found {}",
                self.turn
            )));
        };
        check_position(game.game.rules(), &position).map_err(|error| Failure::position(&error))?;
        Ok(position)
    }
}

impl From<Position> for TeekoPosition {
    fn from(
        Position {
            black, red, turn, ..
        }: Position,
    ) -> Self {
        Self {
            black: black.bits(),
            red: red.bits(),
            turn: u8::from(turn == Side::Red),
        }
    }
}

impl From<Move> for TeekoMove {
    fn from(played: Move) -> Self {
        let from = match played {
            Move::Slide { from, .. } => from.number() as u8,
            Move::Drop(_) | Move::DropPiece { .. } => 0,
        };
        Self {
            from,
            to: played.to().number() as u8,
        }
    }
}

impl TeekoMove {
    /// Returns the move, if its circles have numbers of circles.
    fn to_move(self) -> Result<Move, Failure> {
        let to = circle(self.to)?;
        Ok(if self.from == 0 {
            Move::Drop(to)
        } else {
            Move::Slide {
                from: circle(self.from)?,
                to,
            }
        })
    }
}

/// Returns the circle with a number from 1 to 64.
fn circle(number: u8) -> Result<Circle, Failure> {
    Circle::from_number(usize::from(number))
        .ok_or_else(|| Failure::position(&format!("circle {number}: expected 1 to 64")))
}

/// Returns the value of a position for the side to move: a positive number is a win in that many
/// plies, a negative one a loss, 0 a draw. In games for points the plies are a bound: the side that
/// scores can force its points within them. Returns `TEEKO_OVER`, `TEEKO_IMPOSSIBLE` or
/// `TEEKO_FAILED` if there is no such value.
///
/// Circles are bits; the lowest is that of circle 1, at the top left. `turn` is 0 for Black and 1
/// for Red.
///
/// # Safety
/// `game` is NULL or comes from `teeko_solve` or `teeko_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_probe(
    game: *const TeekoGame,
    black: u64,
    red: u64,
    turn: u8,
) -> i32 {
    // SAFETY: the caller promises such a game.
    let game = unsafe { game.as_ref() }.filter(|game| !game.is_numbered());
    let position = TeekoPosition { black, red, turn }.position();
    let (Some(game), Some(position)) = (game, position) else {
        return TEEKO_IMPOSSIBLE;
    };
    let value = catch_panics(|| Ok(Oracle::value(&game.game, &position)?));
    value.map_or(TEEKO_FAILED, |value| code(value.map(|value| value.outcome)))
}

/// Puts into `values` what `teeko_probe` returns for each of `count` positions, but on all cores
/// and faster. If a table cannot be read, returns another status than `TEEKO_STATUS_OK` and puts
/// the reason in `*error`; free it with `teeko_free_text`.
///
/// # Safety
/// `game` is NULL or comes from `teeko_solve` or `teeko_open`. `black`, `red` and `turn` have
/// `count` elements, and `values` points to writable memory for as many, apart from theirs; if
/// `count` is 0, they may be NULL. `error` is NULL or points to writable memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_probe_many(
    game: *const TeekoGame,
    black: *const u64,
    red: *const u64,
    turn: *const u8,
    count: usize,
    values: *mut i32,
    error: *mut *mut c_char,
) -> TeekoStatus {
    // SAFETY: the caller promises such arrays.
    let (black, red, turn) = unsafe {
        (
            array("black", black, count),
            array("red", red, count),
            array("turn", turn, count),
        )
    };
    // SAFETY: the caller promises such memory.
    let values = unsafe { array_to_write("values", values, count) };
    let result = catch_panics(|| {
        // SAFETY: the caller promises such a game.
        let game = unsafe { borrow_game(game) }?;
        look_up_all(game, [black?, red?], turn?, values?)
    });
    // SAFETY: the caller promises that `error` can be written.
    unsafe { report_failure(result, error) }
        .err()
        .unwrap_or(TeekoStatus::Ok)
}

/// Writes the legal moves of a position to `moves`, in the order of their circles, but no more than
/// `capacity`. Returns how many there are, at most `TEEKO_MOST_MOVES`; 0 if the game is finished or
/// the side to move has no slide, which is a draw. Puts who has won in `*winner`, which may be
/// NULL. On failure returns -1 and puts the reason in `*error`; free it with `teeko_free_text`.
///
/// # Safety
/// `game` is NULL or comes from `teeko_solve` or `teeko_open`. `position` is NULL or points to a
/// position, `moves` to writable memory for `capacity` moves; if that is 0, it may be NULL.
/// `winner` is NULL or points to writable memory for a winner, `error` for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_moves(
    game: *const TeekoGame,
    position: *const TeekoPosition,
    moves: *mut TeekoMove,
    capacity: usize,
    winner: *mut TeekoWinner,
    error: *mut *mut c_char,
) -> i32 {
    let result = catch_panics(|| {
        // SAFETY: the caller promises such a game and such a position.
        let (game, position) = unsafe { (borrow_game(game)?, position.as_ref()) };
        let position = position.ok_or_else(no_position)?.check(game)?;
        let legal = game.game.rules().moves(&position);
        if moves.is_null() && capacity > 0 {
            return Err(Failure::request("moves: expected an array, found NULL"));
        }
        for (place, &played) in legal.iter().take(capacity).enumerate() {
            // SAFETY: the caller promises memory for `capacity` moves.
            unsafe { moves.add(place).write(played.into()) };
        }
        // SAFETY: the caller promises that `winner` can be written.
        unsafe { TeekoWinner::put(game.game.rules(), &position, winner) };
        Ok(legal.len() as i32)
    });
    // SAFETY: the caller promises that `error` can be written.
    unsafe { report_failure(result, error) }.unwrap_or(-1)
}

/// Plays a move: `*position` becomes the position after it. Puts who has won then in `*winner`,
/// which may be NULL. If the move is not legal, `*position` and `*winner` stay as they are, the
/// status is `TEEKO_STATUS_POSITION`, and `*error` gets the reason; free it with `teeko_free_text`.
///
/// # Safety
/// `game` is NULL or comes from `teeko_solve` or `teeko_open`. `position` is NULL or points to a
/// writable position. `winner` is NULL or points to writable memory for a winner, `error` for a
/// pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_play(
    game: *const TeekoGame,
    position: *mut TeekoPosition,
    played: TeekoMove,
    winner: *mut TeekoWinner,
    error: *mut *mut c_char,
) -> TeekoStatus {
    let result = catch_panics(|| {
        // SAFETY: the caller promises such a game and such a position.
        let (game, position) = unsafe { (borrow_game(game)?, position.as_mut()) };
        let position = position.ok_or_else(no_position)?;
        let rules = game.game.rules();
        let next = rules.play(&position.check(game)?, played.to_move()?);
        let next = next.map_err(|error| Failure::position(&error))?;
        *position = next.into();
        // SAFETY: the caller promises that `winner` can be written.
        unsafe { TeekoWinner::put(rules, &next, winner) };
        Ok(())
    });
    // SAFETY: the caller promises that `error` can be written.
    unsafe { report_failure(result, error) }
        .err()
        .unwrap_or(TeekoStatus::Ok)
}

fn no_position() -> Failure {
    Failure::request("position: expected one, found NULL")
}

/// Reads an array of the caller's.
///
/// # Safety
/// It has `count` elements, or is NULL, and lives as long as it is read.
unsafe fn array<'a, T>(name: &str, array: *const T, count: usize) -> Result<&'a [T], Failure> {
    if count == 0 {
        Ok(&[])
    } else if array.is_null() {
        Err(Failure::request(format!(
            "{name}: expected an array, found NULL"
        )))
    } else {
        // SAFETY: the caller promises such an array.
        Ok(unsafe { slice::from_raw_parts(array, count) })
    }
}

/// Borrows memory of the caller's for an array, which need not be initialised.
///
/// # Safety
/// It has room for `count` elements, or is NULL, and is used for nothing else meanwhile.
unsafe fn array_to_write<'a, T>(
    name: &str,
    array: *mut T,
    count: usize,
) -> Result<&'a mut [MaybeUninit<T>], Failure> {
    if count == 0 {
        Ok(&mut [])
    } else if array.is_null() {
        Err(Failure::request(format!(
            "{name}: expected an array, found NULL"
        )))
    } else {
        // SAFETY: the caller promises such memory.
        Ok(unsafe { slice::from_raw_parts_mut(array.cast(), count) })
    }
}

/// Looks up positions on all cores.
fn look_up_all(
    game: &TeekoGame,
    [black, red]: [&[u64]; 2],
    turn: &[u8],
    values: &mut [MaybeUninit<i32>],
) -> Result<(), Failure> {
    let chunks = values.chunks_mut(POSITIONS_AT_A_TIME).enumerate();
    parallel::try_for_each(chunks, |(chunk, values)| {
        let first = chunk * POSITIONS_AT_A_TIME;
        let mut positions = Vec::with_capacity(values.len());
        for place in first..first + values.len() {
            let given = TeekoPosition {
                black: black[place],
                red: red[place],
                turn: turn[place],
            };
            positions.push(position_or_impossible(game, given));
        }
        let outcomes = game.game.outcomes_of_values(&positions)?;
        for (value, outcome) in values.iter_mut().zip(outcomes) {
            value.write(code(outcome));
        }
        Ok(())
    })
}

/// Returns the position, or an impossible one if circles and `turn` do not describe one.
fn position_or_impossible(game: &TeekoGame, given: TeekoPosition) -> Position {
    match given.position() {
        Some(position) if !game.is_numbered() => position,
        _ => IMPOSSIBLE,
    }
}

/// Two pieces on one circle: not a position of any board.
const IMPOSSIBLE: Position = Position {
    black: Circles::first(1),
    red: Circles::first(1),
    ..Position::EMPTY
};

fn code(outcome: Option<Outcome>) -> i32 {
    match outcome {
        None => TEEKO_IMPOSSIBLE,
        Some(outcome) if outcome.distance() == Some(0) => TEEKO_OVER,
        Some(outcome) => outcome.signed_plies() as i32,
    }
}

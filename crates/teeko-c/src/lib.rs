//! Every variant of Teeko for programs in C and all languages that can call C. `include/teeko.h` is
//! generated from this file.
//!
//! [`teeko_solve`] solves a game, [`teeko_open`] opens its tables. [`teeko_probe`] returns the
//! value of a position, [`teeko_query`] answers any question as JSON. Free games with
//! [`teeko_free`] and texts with [`teeko_free_text`].

use std::any::Any;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr;

use teeko::rules::Circles;
use teeko::work::to_the_end;
use teeko::{Game, Oracle, Position, Scoring, Side};

/// What `teeko_probe` returns for a finished game.
pub const TEEKO_OVER: i32 = 32767;

/// What `teeko_probe` returns for an impossible position, and for every position of a game with
/// numbered pieces, which circles alone do not describe.
pub const TEEKO_IMPOSSIBLE: i32 = -32768;

/// What `teeko_probe` returns if a table cannot be read; `teeko_query` gives the reason.
pub const TEEKO_FAILED: i32 = -32767;

/// A game: rules, and the value of each of their positions.
pub struct TeekoGame {
    game: Game,
    numbered: bool,
}

/// Solves a variant, such as `44-ssss`, `advanced` or `58-sppp+no-centre+4x4`, in memory and on all
/// cores. The standard board takes some tenths of a second. On failure returns NULL and puts the
/// reason in `*error`; free it with `teeko_free_text`.
///
/// # Safety
/// `variant` is a text that ends with a zero byte; `error` is NULL or points to writable memory for
/// a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_solve(
    variant: *const c_char,
    error: *mut *mut c_char,
) -> *mut TeekoGame {
    // SAFETY: the caller promises such a text.
    let variant = unsafe { text(variant) };
    let game = guarded(|| Game::solve(variant?).map_err(|error| error.to_string()));
    // SAFETY: the caller promises that `error` can be written.
    unsafe { handed_out(game, error) }
}

/// Opens the tables of a variant in a folder, as `teeko solve` writes them. If there are no sound
/// ones, returns NULL and puts the reason in `*error`; free it with `teeko_free_text`.
///
/// # Safety
/// `variant` and `folder` are texts that end with a zero byte; `error` is NULL or points to
/// writable memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_open(
    variant: *const c_char,
    folder: *const c_char,
    error: *mut *mut c_char,
) -> *mut TeekoGame {
    // SAFETY: the caller promises such texts.
    let (variant, folder) = unsafe { (text(variant), text(folder)) };
    let game =
        guarded(|| Game::open(variant?, Path::new(folder?)).map_err(|error| error.to_string()));
    // SAFETY: the caller promises that `error` can be written.
    unsafe { handed_out(game, error) }
}

/// Frees a game. NULL is allowed.
///
/// # Safety
/// `game` comes from `teeko_solve` or `teeko_open`, and is not used afterwards or by another
/// thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_free(game: *mut TeekoGame) {
    if !game.is_null() {
        // SAFETY: the box was handed out by this library, and is freed once.
        drop(unsafe { Box::from_raw(game) });
    }
}

/// Returns the value of a position for the side to move: a positive number is a win in that many
/// plies, a negative one a loss, 0 a draw. Returns `TEEKO_OVER`, `TEEKO_IMPOSSIBLE` or
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
    let (Some(game), Some(&turn)) =
        (unsafe { game.as_ref() }, [Side::Black, Side::Red].get(usize::from(turn)))
    else {
        return TEEKO_IMPOSSIBLE;
    };
    if game.numbered {
        return TEEKO_IMPOSSIBLE;
    }
    let (black, red) = (Circles::from_bits(black), Circles::from_bits(red));
    let position = Position { black, red, turn, ..Position::EMPTY };
    match catch_unwind(AssertUnwindSafe(|| Oracle::value(&game.game, &position))) {
        Ok(Ok(None)) => TEEKO_IMPOSSIBLE,
        Ok(Ok(Some(value))) if value.outcome.distance() == Some(0) => TEEKO_OVER,
        Ok(Ok(Some(value))) => value.outcome.signed_plies() as i32,
        Ok(Err(_)) | Err(_) => TEEKO_FAILED,
    }
}

/// Returns the answer to a question as JSON, as the program prints it with `--json`. Questions are
/// `position?moves=13+12`, `line?position=b:13+r:+r`, `review?game=13+12+18`,
/// `choice?moves=13&strength=3`, `puzzles?dtw=5&limit=3` or `rules`; an empty text asks for the
/// counts of the game. If there is no answer, returns NULL and puts the reason in `*error`. Free
/// the answer and the reason with `teeko_free_text`.
///
/// # Safety
/// `game` is NULL or comes from `teeko_solve` or `teeko_open`; `question` is a text that ends with
/// a zero byte; `error` is NULL or points to writable memory for a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_query(
    game: *const TeekoGame,
    question: *const c_char,
    error: *mut *mut c_char,
) -> *mut c_char {
    // SAFETY: the caller promises such a game and such a text.
    let (game, question) = unsafe { (game.as_ref(), text(question)) };
    let answer = guarded(|| {
        let game = game.ok_or("game: expected one, found NULL")?;
        let answer = game.game.ask(question?, &to_the_end);
        answer.map_err(|error| error.to_string())
    });
    match answer {
        Ok(answer) => c_text(answer),
        // SAFETY: the caller promises that `error` can be written.
        Err(message) => unsafe { refused(message, error) },
    }
}

/// Frees a text. NULL is allowed.
///
/// # Safety
/// `text` comes from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn teeko_free_text(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: the text was handed out by this library, and is freed once.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Returns the version, such as `0.1.0`. The text is static; do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn teeko_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version without zero bytes"),
        };
    VERSION.as_ptr()
}

/// Reads a text of the caller's.
///
/// # Safety
/// It is NULL or ends with a zero byte, and lives as long as it is read.
unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, String> {
    if text.is_null() {
        return Err("text: expected one, found NULL".to_owned());
    }
    // SAFETY: the caller promises that the text ends with a zero byte.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|error| format!("text: expected UTF-8, found other bytes: {error}"))
}

/// Does some work and returns a panic as an error, because a panic must not unwind into the caller.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(format!("a fault in teeko: {}", said(&*panic))))
}

fn said(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref().copied())
        .unwrap_or("unknown")
}

/// Returns a text for the caller. JSON and messages have no zero bytes; if one did, the text would
/// end there.
fn c_text(text: String) -> *mut c_char {
    let mut bytes = text.into_bytes();
    bytes.retain(|&byte| byte != 0);
    CString::new(bytes).unwrap_or_default().into_raw()
}

/// Puts an error message in `*place` and returns NULL.
///
/// # Safety
/// `place` is NULL or points to writable memory for a pointer.
unsafe fn refused<T>(message: String, place: *mut *mut c_char) -> *mut T {
    if !place.is_null() {
        // SAFETY: the caller promises that `place` can be written.
        unsafe { *place = c_text(message) };
    }
    ptr::null_mut()
}

/// Returns a game for the caller, or puts the error in `*place`.
///
/// # Safety
/// `place` is NULL or points to writable memory for a pointer.
unsafe fn handed_out(game: Result<Game, String>, place: *mut *mut c_char) -> *mut TeekoGame {
    match game {
        Ok(game) => {
            let numbered = game.rules().scoring() == Scoring::Pips;
            Box::into_raw(Box::new(TeekoGame { game, numbered }))
        }
        // SAFETY: the caller promises that `place` can be written.
        Err(message) => unsafe { refused(message, place) },
    }
}

//! Every variant of Teeko for programs in C and all languages that can call C. `include/teeko.h` is
//! generated from this crate.
//!
//! [`teeko_solve`] solves a game, [`teeko_open`] opens its tables. [`teeko_probe`] returns the
//! value of a position, [`teeko_probe_many`] those of many, [`teeko_moves`] and [`teeko_play`] its
//! moves. [`teeko_query`] answers questions as JSON. Free games with [`teeko_free`] and texts
//! with [`teeko_free_text`].

mod failure;
mod game;
mod positions;

use std::ffi::{CString, c_char};
use std::path::Path;
use std::ptr;

use teeko::Game;
use teeko::work::to_the_end;

use crate::failure::{Failure, c_text, catch_panics, report_failure, text};
pub use crate::failure::{TeekoStatus, teeko_status};
pub use crate::game::TeekoGame;
use crate::game::borrow_game;
pub use crate::positions::{
    TEEKO_FAILED, TEEKO_IMPOSSIBLE, TEEKO_MOST_MOVES, TEEKO_OVER, TeekoMove, TeekoPosition,
    TeekoWinner, teeko_moves, teeko_play, teeko_probe, teeko_probe_many,
};

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
    let game = catch_panics(|| Ok(Game::solve(variant?)?));
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
    let game = catch_panics(|| Ok(Game::open(variant?, Path::new(folder?))?));
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

/// Returns the answer to a question as JSON, as the program prints it with `--json`. Questions are
/// `position?moves=13+12`, `line?position=b:13+r:+r`, `review?game=13+12+18`,
/// `choice?moves=13&strength=3`, `puzzles?dtw=5&limit=3` or `rules`; an empty text asks for the
/// counts of the game. If there is no answer, returns NULL and puts the reason in `*error`. Free
/// the answer and the reason with `teeko_free_text`. A certificate is a file, not JSON; the program
/// writes it.
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
    let (game, question) = unsafe { (borrow_game(game), text(question)) };
    let answer = catch_panics(|| Ok(game?.game.ask(question?, &to_the_end)?));
    // SAFETY: the caller promises that `error` can be written.
    unsafe { report_failure(answer, error) }.map_or(ptr::null_mut(), c_text)
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
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns a game for the caller, or puts the error in `*error`.
///
/// # Safety
/// `error` is NULL or points to writable memory for a pointer.
unsafe fn handed_out(game: Result<Game, Failure>, error: *mut *mut c_char) -> *mut TeekoGame {
    // SAFETY: the caller promises that `error` can be written.
    match unsafe { report_failure(game, error) } {
        Ok(game) => Box::into_raw(Box::new(TeekoGame { game })),
        Err(_) => ptr::null_mut(),
    }
}

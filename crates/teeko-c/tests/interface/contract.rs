//! The interface for C answers the contract.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char};
use std::ptr;

use teeko_c::{
    TeekoGame, TeekoStatus, teeko_free, teeko_free_text, teeko_query, teeko_solve, teeko_status,
};
use teeko_testing::contract::{Exchange, exchanges};

/// Returns a text of the library, and frees it.
fn taken(text: *mut c_char) -> String {
    assert!(!text.is_null());
    // SAFETY: the text comes from the library, and is used here alone.
    unsafe {
        let copy = CStr::from_ptr(text).to_str().unwrap().to_owned();
        teeko_free_text(text);
        copy
    }
}

/// Returns the solved game, or the message of the error.
fn solved(name: &str) -> Result<*mut TeekoGame, String> {
    let (name, mut error) = (CString::new(name).unwrap(), ptr::null_mut());
    // SAFETY: the name ends with a zero byte, and the error has memory for a pointer.
    let game = unsafe { teeko_solve(name.as_ptr(), &raw mut error) };
    if game.is_null() {
        Err(taken(error))
    } else {
        Ok(game)
    }
}

fn answer(game: *const TeekoGame, exchange: &Exchange) -> Result<String, String> {
    let name = exchange.question.replace("solution", "");
    let question = CString::new(format!("{name}?{}", exchange.query())).unwrap();
    let mut error = ptr::null_mut();
    // SAFETY: the game is solved, the question ends with a zero byte, and the error has memory for
    // a pointer.
    let answer = unsafe { teeko_query(game, question.as_ptr(), &raw mut error) };
    if answer.is_null() {
        Err(taken(error))
    } else {
        Ok(taken(answer))
    }
}

#[test]
fn the_library_answers_the_contract() {
    let mut games: HashMap<String, *mut TeekoGame> = HashMap::new();
    // One game at a time, and answers that are texts.
    let is_asked = |exchange: &Exchange| {
        exchange.rules.len() == 1
            && !exchange.has_rule_file()
            && exchange.goals.is_none()
            && !matches!(&*exchange.question, "certificate" | "positions")
    };
    for exchange in exchanges(is_asked) {
        let name = &exchange.rules[0];
        let game = match games.get(name) {
            Some(&game) => Ok(game),
            None => solved(name),
        };
        let found = game.and_then(|game| {
            games.insert(name.clone(), game);
            answer(game, &exchange)
        });
        match found {
            Ok(text) => exchange.assert_answer(text.as_bytes()),
            Err(message) => {
                exchange.assert_refusal(&message);
                let status = teeko_status() as i32;
                assert!(
                    exchange.exit.is_none_or(|exit| exit == status),
                    "{message}: {status}"
                );
                assert_ne!(status, TeekoStatus::Ok as i32);
            }
        }
    }
    for game in games.into_values() {
        // SAFETY: the game comes from the library, and is not used any more.
        unsafe { teeko_free(game) };
    }
}

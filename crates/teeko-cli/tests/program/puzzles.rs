//! Sheets of puzzles. The contract has them as JSON.

use crate::common::{json, list, text};

/// Returns a sheet with two puzzles.
fn sheet(place: &[&str]) -> String {
    text(&[&["puzzles", "--limit", "2"][..], place].concat())
}

/// Returns the solutions of the two puzzles.
fn solutions() -> [String; 2] {
    let sheet = json(&["puzzles", "--limit", "2"]);
    [0, 1].map(|number| {
        let line = list(&sheet["puzzles"][number]["line"]);
        let plies: Vec<&str> = line.iter().map(|ply| ply.as_str().unwrap()).collect();
        plies.join(" ")
    })
}

/// Checks that a text has these parts in this order.
fn assert_order(text: &str, parts: &[&str]) {
    let places: Vec<Option<usize>> = parts.iter().map(|part| text.find(part)).collect();
    let is_in_order = places.iter().all(Option::is_some) && places.is_sorted();
    assert!(is_in_order, "{parts:?} in {text}");
}

#[test]
fn solutions_stand_apart_unless_they_are_wanted_below() {
    let [first, second] = &solutions();
    let apart = sheet(&["--answers", "apart"]);
    assert_order(&apart, &["\n2. b:", "\nSolutions\n", first]);
    assert_eq!(sheet(&[]), apart);
    let below = sheet(&["--answers", "below"]);
    assert_order(&below, &[first, "\n2. b:", second]);
}

#[test]
fn a_sheet_may_have_no_solutions() {
    let [first, _] = &solutions();
    let none = sheet(&["--answers", "none"]);
    assert!(
        !none.contains("Solution") && !none.contains(first),
        "{none}"
    );
}

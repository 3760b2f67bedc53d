//! The texts of commands in colour.

use teeko_testing::{cases, words};

use crate::common::{plain_and_coloured, text};

#[test]
fn the_texts_are_as_they_were() {
    for [name, line] in &cases(include_str!("data/texts.jsonl")) {
        let typed = words(line);
        // The plain text is the same without colours.
        let [_, coloured] =
            plain_and_coloured(&typed.iter().map(String::as_str).collect::<Vec<_>>());
        insta::assert_snapshot!(format!("{name}_in_colour"), coloured);
    }
}

#[test]
fn the_summary_of_solutions_is_as_it_was() {
    let variants = [
        "58-ssss",
        "44-ppps",
        "58-sppp+no-centre",
        "44-ssss+4x4+knight",
        "44-ssss+4x4",
    ];
    let solve = [&["solve", "--no-write", "--color", "always"], &variants[..]].concat();
    let shown = text(&solve);
    let (table, time) = shown.rsplit_once("Solved ").unwrap();
    assert!(
        time.starts_with("5 variants with 4 slide phases in "),
        "{time}"
    );
    let plain = anstream::adapter::strip_str(table).to_string();
    assert!(
        plain.lines().all(|line| line.chars().count() <= 80),
        "{plain}"
    );
    insta::assert_snapshot!("solve_in_colour", table.replace('\x1b', "␛"));
}

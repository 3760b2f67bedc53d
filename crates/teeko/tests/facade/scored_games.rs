//! Games for points whatever their source: a solution in memory, or tables.

use std::fs;
use std::path::Path;

use teeko::{Depth, Game, NamedRules, Oracle, Position, Reading, Report, variant};
use teeko_testing::Random;

use crate::verified;

const NAMES: [&str; 4] =
    ["58-pspp+4x4+points", "44-spps+4x4+pips", "37e-pppp+4x4+pass+pips", "58-pspp+4x4"];

fn rules() -> Vec<NamedRules> {
    crate::rules(&NAMES)
}

fn written(folder: &Path) -> Vec<Report> {
    crate::written(folder, &rules())
}

#[test]
fn tables_answer_as_solutions_do_and_pass_a_full_verification() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    let mut random = Random::new(8);
    for named in rules() {
        let solved = Game::solve(&named.to_string()).unwrap();
        let read = Game::from_tables(&named, folder.path(), Reading::Whole).unwrap().unwrap();
        let mut scores = std::collections::BTreeSet::new();
        for _ in 0..60 {
            let mut position = Position::EMPTY;
            for played in random.game(solved.rules(), 30) {
                position = position.after(played);
                let value = solved.value(&position).unwrap();
                assert_eq!(read.value(&position).unwrap(), value, "{named} {position:?}");
                scores.insert(value.score);
            }
        }
        let moves = random.game(solved.rules(), 5);
        let last =
            moves.into_iter().fold(Position::EMPTY, |position, played| position.after(played));
        assert_eq!(read.query(&last).unwrap(), solved.query(&last).unwrap());
        let [found, expected] =
            [&read, &solved].map(|game| game.best_line(&Position::EMPTY, 6).unwrap());
        assert_eq!(found, expected);
        assert!(scores.len() > 2, "{named}: {scores:?}");
    }
    for check in verified(folder.path(), &[], Depth::Full) {
        assert_eq!(check.fault, None, "{:?}", check.claim);
    }
    // The plain game's tables are those of the variant without points.
    assert!(
        folder.path().join("58-pspp+4x4.drop").exists()
            && !folder.path().join("58-pspp+4x4+points.drop").exists()
    );
    fs::remove_file(folder.path().join("44+4x4+pips-3.slide")).unwrap();
    let named = variant(NAMES[1]).unwrap();
    assert!(
        Game::from_tables(&named, folder.path(), Reading::AsNeeded).unwrap().is_none(),
        "a threshold is missing"
    );
}

/// Whatever is changed in a file of a threshold game, it does not pass; and nobody panics.
#[test]
fn a_changed_file_does_not_pass() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    let mut random = Random::new(21);
    for (name, beside) in [
        ("44+4x4+pips-3.slide", None),
        ("44-spps+4x4+pips-3.drop", Some("44+4x4+pips-3.slide")),
        ("58+4x4+points-3.slide", None),
    ] {
        let alone = tempfile::tempdir().unwrap();
        for name in [Some(name), beside].into_iter().flatten() {
            fs::copy(folder.path().join(name), alone.path().join(name)).unwrap();
        }
        let path = alone.path().join(name);
        let whole = fs::read(&path).unwrap();
        let header = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
        let fault = || {
            let checks = verified(alone.path(), &[], Depth::Files);
            checks.into_iter().find(|check| check.claim.id == name).unwrap().fault
        };
        assert_eq!(fault(), None);
        for number in 0..300 {
            let place = if number < 200 { number } else { random.below(whole.len()) };
            let mut changed = whole.clone();
            changed[place] ^= 1 << random.below(8);
            // Whoever changes a header may sign it anew. What it then says of the block length is
            // not wrong by itself.
            if place + 4 < header && number % 2 == 0 && !(32..40).contains(&place) {
                let checksum = crc32fast::hash(&changed[..header - 4]);
                changed[header - 4..header].copy_from_slice(&checksum.to_le_bytes());
            }
            fs::write(&path, &changed).unwrap();
            assert!(fault().is_some(), "{name}, byte {place}");
        }
    }
}

/// A wrong value in a table is found by what the next positions say.
#[test]
fn a_wrong_value_is_found_by_a_full_verification() {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path());
    // The drop file for 4 points in the place of that for 3, and its slide file too, would be of
    // other points: their own names say so.
    let [three, four] =
        [3, 4].map(|points| folder.path().join(format!("44+4x4+pips-{points}.slide")));
    fs::copy(&four, &three).unwrap();
    let checks = verified(folder.path(), &[], Depth::Full);
    let failed: Vec<&str> = checks
        .iter()
        .filter(|check| check.fault.is_some())
        .map(|check| check.claim.id.as_str())
        .collect();
    assert_eq!(failed, ["44+4x4+pips-3.slide", "44-spps+4x4+pips-3.drop"]);
    let claim = &checks.iter().find(|check| check.claim.id == failed[0]).unwrap().claim;
    assert!(claim.found.contains("points: expected 3, found 4"), "{claim:?}");
}

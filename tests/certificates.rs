//! Mutants of certificates of draws; the example of this name makes more of them.

mod mutants;

use std::path::Path;

use mutants::{GAMES, Originals, claim_a_false_draw};

/// The second checker takes a second for each mutant that passes, so it checks one in four.
const SECOND_OPINIONS: u64 = 4;

#[test]
fn mutants_of_certificates_are_refused_or_true() {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/check_certificate.py");
    let originals = Originals::new(&GAMES);
    let attack = |number: u64| {
        let checker = number.is_multiple_of(SECOND_OPINIONS).then_some(checker.as_path());
        originals.attack(1, number, checker)
    };
    let attacked: Result<Vec<bool>, String> = (0..200).map(attack).collect();
    let accepted = attacked.unwrap().into_iter().filter(|&accepted| accepted).count();
    assert!((1..150).contains(&accepted), "{accepted}");
}

#[test]
fn a_false_draw_cannot_be_made_to_pass() {
    claim_a_false_draw().unwrap();
}

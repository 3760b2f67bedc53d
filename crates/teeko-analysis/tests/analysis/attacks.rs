//! Verification of the files of attacks: right ones pass, and a wrong value offends.

use std::sync::LazyLock;

use teeko_analysis::full_verification::{AttackVerification, FileReport, Offence};
use teeko_rules::work::to_the_end;
use teeko_rules::{Circles, Outcome, Position, Side};
use teeko_solve::{AttackSolution, Solution, ThresholdSolution, solve};
use teeko_table::{CellIndex, Description, FileKind, Row, TableFile, attack_value, encode};
use teeko_testing::{SMALL_BLOCKS, open, rules};

/// A game of numbered pieces in which sides choose some drops and point at others.
static SOLUTION: LazyLock<Solution> = LazyLock::new(|| solve(&rules("44-psps+4x4+pips")));

/// Returns the attack for a number of points, from 2 on.
fn attack_for(points: u8) -> &'static AttackSolution {
    match &SOLUTION.for_more()[usize::from(points) - 2] {
        (of, ThresholdSolution::Attack(attack)) if *of == points => attack,
        _ => panic!("no attack for {points} points"),
    }
}

/// Returns the plies in which the attacker forces the points from the position of a row and a set of
/// the defender's.
fn plies(attack: &AttackSolution, row: &Row, defender: Circles) -> Option<u32> {
    if row.layer == 8 {
        attack.slide().distance(row.set(), defender, false)
    } else {
        attack.drop_distance(row.side, row.set(), defender)
    }
}

/// Returns the slide file and the drop file of an attack, in which nothing is forced from some
/// positions.
fn files(points: u8, forgotten: &[(Row, Circles)]) -> [TableFile; 2] {
    let attack = attack_for(points);
    let values = |row: &Row| {
        let mut values = Vec::new();
        for defender in row.movers() {
            let is_forgotten = forgotten.contains(&(*row, defender));
            let plies = plies(attack, row, defender).filter(|_| !is_forgotten);
            values.push(attack_value(plies));
        }
        values
    };
    let rules = SOLUTION.rules();
    let census = attack.census();
    let description = Description::slide(rules, &census).of_attack(points);
    let slide = open(encode(&description, SMALL_BLOCKS, &values).expect("a slide file"));
    let hash = slide.header().content_hash;
    let description = Description::drop(rules, hash, &census).of_attack(points);
    let drop = open(encode(&description, SMALL_BLOCKS, &values).expect("a drop file"));
    [slide, drop]
}

/// Verifies the files of an attack; the reports have every offence.
fn reports([slide, drop]: &[TableFile; 2]) -> [FileReport; 2] {
    let (verification, of_slides) =
        AttackVerification::new(slide, usize::MAX, &to_the_end).expect("a sound slide file");
    let of_drops = verification.verify_drop_file(drop, usize::MAX, &to_the_end);
    [of_slides, of_drops.expect("a sound drop file")]
}

/// The attackers have three heavy pieces, one, and four.
#[test]
fn right_files_of_attacks_pass() {
    for points in [2, 4, 5] {
        let files = files(points, &[]);
        for (report, file) in reports(&files).iter().zip(&files) {
            assert!(report.passes(), "{points}: {:?}", report.offences[0]);
            assert_eq!(report.checked, file.header().values());
        }
    }
}

/// Returns a decided position of a layer, and the plies that it takes.
fn decided(points: u8, layer: usize, attacker: Side) -> (Row, Circles, u32) {
    let kind = if layer == 8 {
        FileKind::AttackSlide
    } else {
        FileKind::AttackDrop
    };
    let mut rows: Vec<Row> = CellIndex::of_points(SOLUTION.rules(), points)
        .rows(kind)
        .collect();
    rows.retain(|row| row.layer == layer && row.side == attacker);
    for row in rows {
        for defender in row.movers() {
            match plies(attack_for(points), &row, defender) {
                Some(plies) if plies > 2 => return (row, defender, plies),
                _ => {}
            }
        }
    }
    panic!("no win in layer {layer}")
}

/// Returns what offends if a decided position is not in the file.
fn offence(row: &Row, defender: Circles, plies: u32) -> Offence {
    let attacker = match row.layer {
        8 => Side::Black,
        _ => row.side,
    };
    let (position, right) = if row.attacker_moves() {
        (
            Position::of_turn(attacker, row.opponent, defender),
            Outcome::Win(plies),
        )
    } else {
        (
            Position::of_turn(attacker.other(), defender, row.opponent),
            Outcome::Loss(plies),
        )
    };
    Offence {
        position,
        found: Some(Outcome::Draw),
        expected: Some(right),
    }
}

#[test]
fn a_decided_position_of_an_attack_that_a_file_lacks_offends() {
    let mut forgotten = Vec::new();
    let mut offences = Vec::new();
    for (layer, attacker) in [
        (8, Side::Black),
        (7, Side::Black),
        (7, Side::Red),
        (6, Side::Black),
        (6, Side::Red),
    ] {
        let (row, defender, plies) = decided(3, layer, attacker);
        forgotten.push((row, defender));
        offences.push(offence(&row, defender, plies));
    }
    let [of_slides, of_drops] = reports(&files(3, &forgotten));
    assert!(of_slides.offences.contains(&offences[0]));
    for offence in &offences[1..] {
        assert!(of_drops.offences.contains(offence), "{offence:?}");
    }
}

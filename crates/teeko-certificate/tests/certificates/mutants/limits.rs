//! The limits of the format, in the second checker: it accepts the greatest numbers and none that
//! is one above, and says why. Most files would fail for another reason, too.

use std::path::Path;

use teeko_certificate::{Certificate, ClaimedGame, Proof};
use teeko_rules::{Goal, Scoring};
use teeko_testing::{circles, pairs_beside_corners, program};

use super::parts::{Parts, Tail, number};
use super::{CHECKER, assert_said, pair_goals, pair_win, rules_with};
use crate::files::{DRAW, DRAW_LISTS, FILE, FIXED, mended};
use crate::hostile::{CHOICES, LISTS, MOST_PLIES};

/// Returns the file of a win with another number at an offset.
fn win_with(at: usize, number: u32) -> Vec<u8> {
    let mut bytes = FILE.to_vec();
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    mended(bytes)
}

/// Returns the file of a win with other bits of a choice.
fn win_with_bits(bits: u8) -> Vec<u8> {
    let mut bytes = FILE.to_vec();
    bytes[18] = bits;
    mended(bytes)
}

/// Returns the file of a win that is continued by zeros.
fn win_of_length(length: usize) -> Vec<u8> {
    let mut bytes = FILE.to_vec();
    bytes.resize(length, 0);
    bytes
}

/// Returns the file of a draw that claims another number of Black's positions.
fn draw_with(positions: u32) -> Vec<u8> {
    let mut bytes = DRAW.to_vec();
    let at = FIXED + DRAW_LISTS;
    bytes[at..at + 4].copy_from_slice(&positions.to_le_bytes());
    mended(bytes)
}

/// Returns the file of a draw with one position of Black's, whose number takes this many bytes.
fn draw_with_gap(length: usize) -> Vec<u8> {
    let mut parts = Parts::of(DRAW);
    let mut gap = vec![0x80; length - 1];
    gap.push(1);
    parts.tail = Tail::Draw([gap, Vec::new()]);
    parts.to_bytes()
}

/// Returns the file of a win with this many goals of the corners, each with another pair of circles
/// that must be empty.
fn win_with_goals_alike(count: usize) -> Vec<u8> {
    let mut goals = pair_goals(1);
    let mut pairs = pairs_beside_corners(count);
    let excess = pairs.split_off(64);
    for pair in pairs {
        goals.push(Goal::new(circles(&[1, 4, 13, 16]), pair));
    }
    let game = ClaimedGame::new(&rules_with(goals, Scoring::Goals));
    let mut parts = Parts::of(&pair_win(game));
    for pair in excess {
        let mut goal = parts.goals.last().unwrap().clone();
        goal[8..16].copy_from_slice(&pair.bits().to_le_bytes());
        parts.goals.push(goal);
    }
    parts.to_bytes()
}

#[test]
fn the_second_checker_accepts_the_greatest_numbers_and_no_greater_ones() {
    let most = Certificate::MOST_POSITIONS as u32;
    let in_part = number(DRAW, FIXED + DRAW_LISTS);
    let most_in_part = 16 * number(DRAW, FIXED + DRAW_LISTS + 4);
    let choices_at = CHOICES - 4;
    let plies_at = FIXED + LISTS;
    assert_said(&[
        (win_of_length(Proof::MOST_BYTES), "another length than"),
        (win_of_length(Proof::MOST_BYTES + 1), "more than 33,554,432"),
        (win_with(choices_at, most), "cut short"),
        (win_with(choices_at, most + 1), "more than 16,777,216"),
        (win_with(plies_at, MOST_PLIES), "wins within 13 plies"),
        (win_with(plies_at, MOST_PLIES + 1), "more plies than there"),
        (win_with_bits(0), "bits of a choice other than"),
        (win_with_bits(1), "padding bits"),
        (win_with_bits(8), "cut short"),
        (win_with_bits(9), "bits of a choice other than"),
        (draw_with(most), "more positions than bytes"),
        (draw_with(most + 1), "more than 16,777,216"),
        (draw_with(in_part - 1), "another number of gaps"),
        (draw_with(most_in_part), "another number of gaps"),
        (draw_with(most_in_part + 1), "more positions than bytes"),
        (draw_with_gap(9), "a number that no position has"),
        (draw_with_gap(10), "a gap of more than 9 bytes"),
        (win_with_goals_alike(64), "wins within 7 plies"),
        (win_with_goals_alike(65), "more than 64 goals"),
    ]);
}

/// Prints the limits of the positions of a win, then what is said of a file with lower ones. Its
/// walk has 4,042 positions, and its choices take 226 bytes.
const POSITIONS: &str = "
import sys
sys.path.insert(0, sys.argv[1])
import check_certificate as checker
print(checker.POSITIONS_AT_LEAST, checker.POSITIONS_PER_BYTE, checker.MOST_POSITIONS)
with open(sys.argv[2], 'rb') as file:
    data = file.read()
for at_least, most in (2234, 1 << 24), (2233, 1 << 24), (1 << 20, 4042), (1 << 20, 4041):
    checker.POSITIONS_AT_LEAST, checker.MOST_POSITIONS = at_least, most
    try:
        print(checker.check(data))
    except checker.Fault as fault:
        print(fault)
";

/// A walk through a million positions would take minutes.
#[test]
fn the_second_checker_limits_the_positions_of_a_win() {
    const FILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/58-ssss.certificate"
    );
    const HOLDS: &str = "Black wins within 13 plies";
    const REFUSED: &str = "more than 4,041 positions";
    let Some(mut python) = program("python3") else {
        return;
    };
    let scripts = Path::new(CHECKER).parent().unwrap();
    let output = python
        .args(["-B", "-c", POSITIONS])
        .arg(scripts)
        .arg(FILE)
        .output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    let expected = ["1048576 8 16777216", HOLDS, REFUSED, HOLDS, REFUSED];
    assert_eq!(lines.len(), expected.len(), "{said}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{expected}: {line}");
    }
}

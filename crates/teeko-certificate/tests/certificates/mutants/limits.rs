//! The limits of the format, in the second checker: it accepts the greatest numbers and none that
//! is one above, and says why. Most files would fail for another reason, too.

use teeko_certificate::{Certificate, Proof};

use super::parts::{Parts, Tail, number};
use super::second_check;
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

#[test]
fn the_second_checker_accepts_the_greatest_numbers_and_no_greater_ones() {
    let most = Certificate::MOST_POSITIONS as u32;
    let most_in_part = 16 * number(DRAW, FIXED + DRAW_LISTS + 4);
    let choices_at = CHOICES - 4;
    let plies_at = FIXED + LISTS;
    let cases = [
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
        (draw_with(most_in_part), "another number of gaps"),
        (draw_with(most_in_part + 1), "more positions than bytes"),
        (draw_with_gap(9), "a number that no position has"),
        (draw_with_gap(10), "a gap of more than 9 bytes"),
    ];
    let files: Vec<&[u8]> = cases.iter().map(|(bytes, _)| &bytes[..]).collect();
    let Some(output) = second_check(&files) else {
        return;
    };
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    for (place, (_, expected)) in cases.iter().enumerate() {
        let of_file = format!("{place}: ");
        let line = said.lines().find(|line| line.starts_with(&of_file));
        let line = line.unwrap_or_default();
        assert!(line.contains(expected), "{expected}: {line}");
    }
}

//! Damaged and forged files.

use std::sync::LazyLock;

use proptest::prelude::*;
use teeko_certificate::{Certificate, CertificateError, DrawCertificate, Proof};
use teeko_rules::{Side, Variant};
use teeko_testing::damage;

use crate::files::{
    DRAW, DRAW_LISTS, FILE, FILES, FIXED, OPEN, POINTS, all_files, has_variant, hold, mended,
};

/// The bytes of the lists of goals and steps of [`FILE`].
pub(crate) const LISTS: usize = 58 * 8 + 8 * 2;

/// The bytes before the choices: after the lists come the plies and the number of choices.
pub(crate) const CHOICES: usize = FIXED + LISTS + 8;

/// No position comes twice: there are 12,650 sets of four circles, 5,985 of four others, either
/// side to move, and eight drops.
pub(crate) const MOST_PLIES: u32 = 2 * 12_650 * 5_985 + 8;

static SOUND: LazyLock<Certificate> = LazyLock::new(|| Certificate::read(FILE).unwrap());

/// Returns why a file is refused after its length and checksum have been mended.
fn refusal(bytes: Vec<u8>) -> String {
    Proof::read(&mended(bytes)).unwrap_err().to_string()
}

#[test]
fn a_file_of_each_kind_of_goals_holds() {
    let bytes_of_goals = [58 * 8, 14 * 16, 58 * 9];
    let names = ["58-ssss", "37e-psps+4x4+knight", "58-ssss+points"];
    let points = [None, None, Some(2)];
    for (kind, (file, plies)) in FILES.into_iter().enumerate() {
        let certificate = Certificate::read(file).unwrap();
        assert_eq!((&file[8..12], file[16]), (&[1, 0, 0, 0][..], 0));
        assert!(has_variant(&certificate, names[kind]));
        let proof = Proof::Win(certificate.clone());
        assert_eq!(proof.variant(), certificate.variant());
        assert_eq!(certificate.winner, Side::Black);
        assert_eq!(certificate.plies, plies);
        assert_eq!(certificate.points(), points[kind]);
        assert_eq!(certificate.check().unwrap().plies, plies);
        assert_eq!(certificate.to_bytes(), file);
        let choices = (certificate.choices.len() * usize::from(file[18])).div_ceil(8);
        let before_choices = FIXED + bytes_of_goals[kind] + 8 * 2 + 8;
        assert_eq!(file.len(), before_choices + choices + 4);
    }
}

/// The game is worth 2 points. With 3 in its place the file once held, and lost its name.
#[test]
fn more_points_than_the_rules_back_are_refused() {
    for points in [3, 4, 5, 6, 255] {
        let mut bytes = POINTS.to_vec();
        bytes[17] = points;
        let certificate = Certificate::read(&mended(bytes)).unwrap();
        assert!(certificate.variant().is_some());
        assert!(certificate.check().is_err(), "{points}");
    }
}

#[test]
fn any_damage_is_noticed() {
    for file in all_files() {
        damage(file, 0..file.len(), |damage, bytes| {
            assert!(Proof::read(bytes).is_err(), "{damage:?}");
        });
    }
}

/// A forger mends length and checksum. No forged byte may make a wrong claim pass, or cost more
/// than an error.
#[test]
fn forged_bytes_prove_nothing_wrong() {
    for file in all_files() {
        for place in forged_places(file) {
            let mut bytes = file.to_vec();
            bytes[place] ^= 1;
            hold(&mended(bytes));
            hold(&mended([&file[..place], &[0; 4]].concat()));
        }
    }
    for place in 0..FILE.len() - 4 {
        let mut bytes = FILE.to_vec();
        bytes[place] ^= 255;
        hold(&mended(bytes));
    }
}

/// Returns the places before the choices, and every third place of these, which take long to walk
/// through.
fn forged_places(file: &[u8]) -> impl Iterator<Item = usize> {
    let choices = Certificate::read(file).map_or(0, |certificate| certificate.choices.len());
    let end = file.len() - 4;
    let begin = end - (choices * usize::from(file[18])).div_ceil(8);
    (0..begin).chain((begin..end).step_by(3))
}

/// What goals have besides circles. They are in the order of their circles.
#[test]
fn empty_circles_points_and_worth_are_checked() {
    let mut empty = Vec::new();
    for number in 0..14 {
        empty.extend(FIXED + 16 * number + 8..FIXED + 16 * number + 16);
    }
    let worth: Vec<usize> = (0..58).map(|number| FIXED + 9 * number + 8).collect();
    for (file, places, value, expected) in [
        (OPEN, &[19][..], 1, "reserved bytes at offset 19"),
        (POINTS, &[19], 1, "reserved bytes at offset 19"),
        (
            POINTS,
            &[8],
            4,
            "version of the certificate format: expected 1, found 4",
        ),
        (
            OPEN,
            &empty[..1],
            OPEN[FIXED],
            "empty circles of a goal at offset 40: expected other",
        ),
        (OPEN, &empty[7..8], 0x80, "empty circles of a goal"),
        (
            OPEN,
            &empty,
            0,
            "options at offset 23: expected bits 2 and 3 as the goals are",
        ),
        (
            POINTS,
            &[23],
            8,
            "worth of a goal at offset 40: expected 1 if it counts",
        ),
        (
            POINTS,
            &[17],
            0,
            "points at offset 17: expected 1 or more in a game for points",
        ),
        (
            FILE,
            &[17],
            3,
            "points at offset 17: expected 0 in a game that is not for points",
        ),
        (
            POINTS,
            &[23],
            32 | 16 | 8,
            "options at offset 23: expected 0 to 31",
        ),
        (
            POINTS,
            &worth,
            1,
            "options at offset 23: expected bits 2 and 3 as the goals are",
        ),
    ] {
        let mut bytes = file.to_vec();
        for &place in places {
            bytes[place] = value;
        }
        let message = refusal(bytes);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_goal_that_says_what_another_does_is_refused() {
    for (file, length) in [(OPEN, 16), (POINTS, 9)] {
        let mut twice = file.to_vec();
        twice.copy_within(FIXED..FIXED + length, FIXED + length);
        // The second goal says less than the first one.
        let mut less = twice.clone();
        if file == OPEN {
            less[FIXED + length + 9] |= 1 << 4;
        } else {
            less[FIXED + 8] = 0;
            less[FIXED + length + 8] = 1;
        }
        assert!(refusal(twice).contains("goals in ascending order"));
        assert!(refusal(less).contains("number of goals that none implies"));
    }
}

/// Asserts that a file is refused with another value of a byte, and that the message has a word.
fn assert_checked(file: &[u8], place: usize, value: u8, word: &str) {
    let mut bytes = file.to_vec();
    assert_ne!(bytes[place], value, "{place}");
    bytes[place] = value;
    let message = refusal(bytes);
    assert!(message.contains(word), "{place}: {message}");
}

#[test]
fn each_field_of_a_win_is_checked() {
    let last = FILE.len() - 5;
    for (place, value, word) in [
        (8, 3, "version"),
        (16, 2, "reserved"),
        (18, 0, "bits of a choice"),
        (19, 1, "reserved"),
        (23, 16, "points"),
        (23, 32, "options"),
        (24, 57, "step"),
        (FIXED, 0, "goal"),
        (FIXED + LISTS - 1, 8, "step"),
        (FIXED + LISTS + 3, 255, "plies"),
        (CHOICES - 4, 0, "length"),
        (CHOICES - 1, 255, "number of choices"),
        (
            last,
            FILE[last] | 0x80,
            "padding of the choices at offset 745",
        ),
    ] {
        assert_checked(FILE, place, value, word);
    }
}

#[test]
fn each_field_of_a_draw_is_checked() {
    let parts = FIXED + DRAW_LISTS;
    for (place, value, word) in [
        (16, 1, "bits of a choice"),
        (17, 1, "points"),
        (18, 1, "reserved"),
        (20, 3, "board"),
        (22, 16, "drop plan"),
        (27, 1, "length"),
        (parts, DRAW[parts] ^ 1, "positions"),
        (parts + 3, 255, "number of positions"),
        (parts + 4, DRAW[parts + 4] ^ 1, "positions"),
        (parts + 7, 1, "length"),
        (parts + 8, 255, "positions"),
    ] {
        assert_checked(DRAW, place, value, word);
    }
}

/// What is longer than any certificate is refused by its length alone.
#[test]
fn the_greatest_numbers_are_accepted_and_no_greater_ones() {
    let mut bytes = FILE.to_vec();
    for (length, expected) in [
        (
            Proof::MOST_BYTES,
            "length of the file at offset 12: expected 750, found 33554432",
        ),
        (
            Proof::MOST_BYTES + 1,
            "length of the file at offset 12: expected at most 33554432 bytes",
        ),
    ] {
        bytes.resize(length, 0);
        let error = Proof::read(&bytes).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let most = Certificate::MOST_POSITIONS as u32;
    for (choices, expected) in [(most, "length at offset"), (most + 1, "number of choices")] {
        let mut bytes = FILE.to_vec();
        bytes[CHOICES - 4..CHOICES].copy_from_slice(&choices.to_le_bytes());
        let message = refusal(bytes);
        assert!(message.contains(expected), "{message}");
    }
    let part = FIXED + DRAW_LISTS;
    let length = DRAW[part + 4..part + 8].try_into().unwrap();
    let most = 16 * u32::from_le_bytes(length);
    for (positions, expected) in [
        (most, "a zlib stream with the gaps"),
        (most + 1, "number of positions"),
    ] {
        let mut bytes = DRAW.to_vec();
        bytes[part..part + 4].copy_from_slice(&positions.to_le_bytes());
        let message = refusal(bytes);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn the_length_is_checked_before_the_checksum() {
    let mut bytes = FILE.to_vec();
    bytes[12] ^= 1;
    let error = Proof::read(&bytes).unwrap_err().to_string();
    let expected = "length of the file at offset 12: expected 751, found 750";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn the_reader_of_draws_takes_no_win_and_that_of_wins_no_draw() {
    let error = DrawCertificate::read(FILE).unwrap_err().to_string();
    let expected = "result at offset 16: expected a draw, found a win";
    assert!(error.contains(expected), "{error}");
    let error = Certificate::read(DRAW).unwrap_err().to_string();
    let expected = "result at offset 16: expected a win, found a draw";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn other_files_are_told_apart() {
    for bytes in [
        &b""[..],
        b"TKC",
        b"\x89PNG\r\n\x1a\n",
        b"\x89TKC\n\x1a\n",
        b"\x89TKO\r\n\x1a\n",
    ] {
        let error = Certificate::read(bytes).unwrap_err().to_string();
        assert!(error.starts_with("not a certificate: "), "{error}");
    }
}

/// Choices that are all the first move: the walk stays in bounds although the claim says next to
/// nothing.
#[test]
fn vast_claims_cost_little() {
    for variant in ["44-ssss+8x8", "78-pppp+6x6+pass", "44-ssss"] {
        let rules = variant.parse::<Variant>().unwrap().rules().unwrap();
        let certificate = Certificate::new(&rules, Side::Black, 150_000_000, vec![0; 50_000]);
        let read = Certificate::read(&certificate.to_bytes()).unwrap();
        assert!(read.check().is_err(), "{variant}");
    }
}

#[test]
fn more_plies_than_there_are_positions_are_refused() {
    let most = read_with_plies(MOST_PLIES).unwrap();
    assert!(most.check().is_ok());
    let error = read_with_plies(MOST_PLIES + 1).unwrap_err().to_string();
    let expected = "plies at offset 512: expected at most 151420508";
    assert!(error.contains(expected), "{error}");
    assert!(read_with_plies(u32::MAX).is_err());
}

/// Reads the certificate after it has been changed to claim this many plies.
fn read_with_plies(plies: u32) -> Result<Certificate, CertificateError> {
    let mut bytes = FILE.to_vec();
    bytes[FIXED + LISTS..][..4].copy_from_slice(&plies.to_le_bytes());
    Certificate::read(&mended(bytes))
}

proptest! {
    #[test]
    fn choices_come_back(
        choices in prop::collection::vec(any::<u8>(), 0..100),
        mask in 0..=255_u8,
        plies in 0..=MOST_PLIES,
    ) {
        let choices = choices.into_iter().map(|choice| choice & mask).collect();
        let certificate = Certificate::new(SOUND.game.rules(), Side::Red, plies, choices);
        prop_assert_eq!(Certificate::read(&certificate.to_bytes()), Ok(certificate));
    }
}

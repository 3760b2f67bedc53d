//! Damaged and forged files. The file in `data` is the certificate of Steele's win in 13 plies in Advanced Teeko.

use std::sync::LazyLock;

use proptest::prelude::*;
use teeko_certificate::{Certificate, CertificateError, MAGIC};
use teeko_rules::{Side, Variant};

const FILE: &[u8] = include_bytes!("data/58-ssss.certificate");

/// The bytes before the lists, and those of the lists of goals and steps.
const FIXED: usize = 40;
const LISTS: usize = 58 * 8 + 8 * 2;

/// No position comes twice: there are 12,650 sets of four circles, 5,985 of four others, either side to move, and eight drops.
const MOST_PLIES: u32 = 2 * 12_650 * 5_985 + 8;

static SOUND: LazyLock<Certificate> = LazyLock::new(|| Certificate::read(FILE).unwrap());

/// The bytes with the checksum that belongs to them.
fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let (content, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
    *checksum = crc32fast::hash(content).to_le_bytes();
    bytes
}

/// Whatever the bytes are: what is read is written the same, and no claim is accepted that is known to be wrong.
fn hold(bytes: &[u8]) {
    let Ok(certificate) = Certificate::read(bytes) else { return };
    assert_eq!(certificate.to_bytes(), bytes);
    if certificate.check().is_ok() && certificate.rules() == SOUND.rules() {
        assert!(certificate.winner() == Side::Black && certificate.plies() >= 13);
    }
}

#[test]
fn the_published_win_holds() {
    assert_eq!(SOUND.variant().map(|variant| variant.to_string()), Some("58-ssss".to_owned()));
    assert_eq!((SOUND.winner(), SOUND.plies()), (Side::Black, 13));
    assert_eq!(SOUND.check().unwrap().plies, 13);
    assert_eq!(SOUND.to_bytes(), FILE);
    assert_eq!(FILE.len(), FIXED + LISTS + (SOUND.choices().len() * 5).div_ceil(8) + 4);
}

#[test]
fn every_flipped_bit_is_found() {
    for bit in 0..FILE.len() * 8 {
        let mut bytes = FILE.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(Certificate::read(&bytes).is_err(), "bit {bit}");
    }
}

#[test]
fn every_other_length_is_refused() {
    for length in 0..FILE.len() {
        assert!(Certificate::read(&FILE[..length]).is_err(), "{length} bytes");
        hold(&mended([&FILE[..length], &[0; 4]].concat()));
    }
    assert!(Certificate::read(&[FILE, &[0]].concat()).is_err());
}

/// A forger mends the checksum. No forged byte may make a wrong claim pass, or cost more than an error.
#[test]
fn forged_bytes_prove_nothing_wrong() {
    for place in 0..FILE.len() - 4 {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut bytes = FILE.to_vec();
            bytes[place] ^= change;
            hold(&mended(bytes));
        }
    }
}

#[test]
fn each_field_is_checked() {
    let choices = FIXED + LISTS;
    let last = FILE.len() - 5;
    for (place, value, expected) in [
        (8, 3, "version"),
        (8, 2, "length of the file"),
        (12, 3, "board"),
        (13, 9, "board"),
        (14, 16, "drop plan"),
        (15, 4, "options"),
        (15, 2, "options"),
        (16, 2, "winner"),
        (17, 0, "length of the file"),
        (17, 9, "length of the file"),
        (18, 1, "reserved"),
        (19, 1, "reserved"),
        (24, 57, "length of the file"),
        (31, 255, "length of the file"),
        (39, 255, "length of the file"),
        (FIXED, 0, "goal"),
        (FIXED + 4, 4, "goal"),
        (choices - 1, 8, "step"),
        (choices - 1, 0, "step"),
        (last, FILE[last] | 0x80, "padding"),
    ] {
        let mut bytes = FILE.to_vec();
        assert_ne!(bytes[place], value, "{place}");
        bytes[place] = value;
        let message = Certificate::read(&mended(bytes)).expect_err(expected).to_string();
        assert!(message.contains(expected), "{place}: {message}");
    }
    // The empty choices of a file that says each has no bits.
    let mut bytes = [&FILE[..choices], &[0; 4]].concat();
    bytes[17] = 0;
    let message = Certificate::read(&mended(bytes)).unwrap_err().to_string();
    assert!(message.contains("bits of a choice"), "{message}");
}

#[test]
fn other_files_are_told_apart() {
    for bytes in [&b""[..], b"TKC", b"\x89PNG\r\n\x1a\n", b"\x89TKC\n\x1a\n", b"\x89TKO\r\n\x1a\n"] {
        assert!(matches!(Certificate::read(bytes), Err(CertificateError::NotACertificate { .. })), "{bytes:?}");
    }
}

/// Choices that are all the first move: the walk stays in bounds although the claim says next to nothing.
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
    let with_plies = |plies: u32| {
        let mut bytes = FILE.to_vec();
        bytes[20..24].copy_from_slice(&plies.to_le_bytes());
        Certificate::read(&mended(bytes)).map_err(|error| error.to_string())
    };
    assert!(with_plies(MOST_PLIES).is_ok_and(|certificate| certificate.check().is_ok()));
    let error = with_plies(MOST_PLIES + 1).unwrap_err();
    assert!(error.contains("plies at offset 20: expected at most 151420508"), "{error}");
    assert!(with_plies(u32::MAX).is_err());
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_harm(
        header in prop::collection::vec(any::<u8>(), FIXED - 8..200),
        small: bool,
    ) {
        let mut bytes = [&MAGIC[..], &1_u32.to_le_bytes(), &header].concat();
        if small {
            // Counts that fit the length, so that the lists are looked at.
            bytes[12..16].copy_from_slice(&[5, 5, 0, 0]);
            bytes[16..20].copy_from_slice(&[0, 1, 0, 0]);
            bytes[24..40].fill(0);
            bytes[24] = ((bytes.len() - FIXED - 4) / 8) as u8;
            bytes[32] = ((bytes.len() - FIXED - 4) % 8 * 8) as u8;
        }
        hold(&mended(bytes));
    }

    #[test]
    fn choices_come_back(choices in prop::collection::vec(any::<u8>(), 0..100), mask in 0..=255_u8, plies in 0..=MOST_PLIES) {
        let choices = choices.into_iter().map(|choice| choice & mask).collect();
        let certificate = Certificate::new(SOUND.rules(), Side::Red, plies, choices);
        prop_assert_eq!(Certificate::read(&certificate.to_bytes()), Ok(certificate));
    }
}

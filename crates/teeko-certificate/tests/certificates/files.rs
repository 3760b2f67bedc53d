//! The certificates in `data`, and what must hold for any bytes.

use teeko_certificate::{Certificate, DrawCertificate, Proof};
use teeko_rules::Side;

/// Steele's win in 13 plies in Advanced Teeko.
pub(crate) const FILE: &[u8] = include_bytes!("../data/58-ssss.certificate");

/// A win in 21 plies on 4 x 4, by 14 goals, of which four need an empty circle.
pub(crate) const OPEN: &[u8] = include_bytes!("../data/37e-psps+4x4+knight.certificate");

/// Two points in 13 plies; the four squares of side 3 are worth less.
pub(crate) const POINTS: &[u8] = include_bytes!("../data/58-ssss+points.certificate");

/// Each file with the plies that the win takes.
pub(crate) const FILES: [(&[u8], u32); 3] = [(FILE, 13), (OPEN, 21), (POINTS, 13)];

/// Returns the files, and that of a draw.
pub(crate) fn all_files() -> impl Iterator<Item = &'static [u8]> {
    FILES.into_iter().map(|(file, _)| file).chain([DRAW])
}

/// The certificate of the draw on 4 x 4, by 19 goals and 8 steps.
pub(crate) const DRAW: &[u8] = include_bytes!("../data/44-ssss+4x4.certificate");

/// The bytes before the lists of goals and steps.
pub(crate) const FIXED: usize = 32;

/// The bytes of the lists of the draw.
pub(crate) const DRAW_LISTS: usize = 19 * 8 + 8 * 2;

/// For any bytes: what is read comes back from what is written of it, for a win the same bytes, and
/// no win is accepted that is known to be wrong.
pub(crate) fn hold(bytes: &[u8]) {
    let Ok(proof) = Proof::read(bytes) else {
        return;
    };
    let written = proof.to_bytes();
    let certificate = match proof {
        Proof::Win(certificate) => {
            assert_eq!(written, bytes);
            certificate
        }
        Proof::Draw(certificate) => {
            assert_eq!(DrawCertificate::read(&written).as_ref(), Ok(&certificate));
            return drop(certificate.check());
        }
    };
    if certificate.check().is_err() {
        return;
    }
    // A claim of other points is about other goals.
    for (file, plies) in FILES {
        let sound = Certificate::read(file).unwrap();
        if certificate.game == sound.game {
            assert!(certificate.winner == Side::Black && certificate.plies >= plies);
        }
    }
    if has_variant(&certificate, "58-ssss+points") {
        assert!(certificate.points().is_some_and(|points| points <= 2));
    }
}

pub(crate) fn has_variant(certificate: &Certificate, name: &str) -> bool {
    certificate.variant() == name.parse().ok()
}

/// Returns the bytes with the length and the checksum that belong to them.
pub(crate) fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len() as u32;
    if let Some(place) = bytes.get_mut(12..16) {
        place.copy_from_slice(&length.to_le_bytes());
    }
    with_checksum(bytes)
}

/// Returns the bytes with the checksum that belongs to them.
pub(crate) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let (content, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
    *checksum = crc32fast::hash(content).to_le_bytes();
    bytes
}

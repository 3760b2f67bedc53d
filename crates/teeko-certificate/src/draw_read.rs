//! Reading a certificate of a draw: nothing is believed before it has been checked.
//!
//! Lengths are compared with the length of the file before anything is allocated.

use teeko_rules::Side;

use crate::format::DRAW_VERSION;
use crate::gaps::decoded;
use crate::numbering::Numbering;
use crate::read::{File, damaged, ensure, u32_at};
use crate::{CertificateError, DrawCertificate};

/// Where the header has each side's number of positions, and after it the bytes that they take.
const LENGTHS: [usize; 2] = [16, 32];

impl DrawCertificate {
    /// Reads a file.
    ///
    /// That it is a certificate does not mean that it proves anything: [`DrawCertificate::check`]
    /// says.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate of a draw, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        let file = File::read(bytes, DRAW_VERSION..=DRAW_VERSION, |fixed| {
            LENGTHS.iter().map(|offset| u128::from(u32_at(fixed, offset + 4))).sum()
        })?;
        let (black, red) = file.rest.split_at(u32_at(file.fixed, LENGTHS[0] + 4) as usize);
        let numbers = [
            read_part(&file, Side::Black, black, file.begin)?,
            read_part(&file, Side::Red, red, file.begin + black.len())?,
        ];
        Ok(Self { rules: file.rules, numbers })
    }
}

/// Reads the positions of a side from its part of the file, which begins at `begin`.
fn read_part(
    file: &File<'_>,
    side: Side,
    part: &[u8],
    begin: usize,
) -> Result<Vec<u64>, CertificateError> {
    let numbering = Numbering::new(file.rules.board(), side);
    let offset = LENGTHS[side as usize];
    let count = u32_at(file.fixed, offset) as usize;
    let most = DrawCertificate::most_positions(part.len());
    ensure(count <= most, offset, "number of positions", format_args!("at most {most}"), count)?;
    let expected = format_args!("a zlib stream with the gaps between {count} numbers");
    let numbers =
        decoded(part, count).ok_or_else(|| damaged(begin, "positions", expected, "other bytes"))?;
    let (last, end) = (numbers.last().copied().unwrap_or(0), numbering.count());
    ensure(last < end, begin, "positions", format_args!("numbers below {end}"), last)?;
    Ok(numbers)
}

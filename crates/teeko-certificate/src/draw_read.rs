//! Reading a certificate of a draw: nothing is believed before it has been checked.
//!
//! Lengths are compared with the length of the file before anything is allocated.

use teeko_rules::Side;

use crate::coder::{decoded, encoded};
use crate::format::{
    CHECKSUM_LENGTH, DRAW_VERSION, FIXED_LENGTH, FORMAT_VERSION, OFFSET_LENGTH, SET_LENGTH,
    WORTH_LENGTH,
};
use crate::numbering::Numbering;
use crate::read::{damaged, equal, rules, too_short, u32_at, version, without_checksum};
use crate::{Certificate, CertificateError, DrawCertificate, Proof};

/// Where the header has each side's number of positions, and after it the bytes that they take.
const LENGTHS: [usize; 2] = [16, 32];

impl Proof {
    /// Reads a certificate of either kind.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        match version(bytes)? {
            DRAW_VERSION => DrawCertificate::read(bytes).map(Self::Draw),
            FORMAT_VERSION..DRAW_VERSION => Certificate::read(bytes).map(Self::Win),
            found => Err(CertificateError::Version {
                expected: format!("{FORMAT_VERSION} to {DRAW_VERSION}"),
                found,
            }),
        }
    }
}

impl DrawCertificate {
    /// Reads a file.
    ///
    /// That it is a certificate does not mean that it proves anything: [`DrawCertificate::check`]
    /// says.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate of a draw, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        match version(bytes)? {
            DRAW_VERSION => {}
            found => {
                return Err(CertificateError::Version {
                    expected: DRAW_VERSION.to_string(),
                    found,
                });
            }
        }
        let Some(fixed) = bytes.first_chunk::<FIXED_LENGTH>() else { return Err(too_short(bytes)) };
        let [goals, offsets] = [24, 28].map(|offset| u64::from(u32_at(fixed, offset)));
        let parts = LENGTHS.map(|offset| u64::from(u32_at(fixed, offset + 4)));
        let lists = goals * (2 * SET_LENGTH + WORTH_LENGTH) as u64 + offsets * OFFSET_LENGTH as u64;
        let expected = (FIXED_LENGTH + CHECKSUM_LENGTH) as u64 + lists + parts[0] + parts[1];
        equal(0, "length of the file", expected, bytes.len() as u64)?;
        let bytes = without_checksum(bytes)?;

        // The lists end inside the file, so their lengths fit a usize.
        let (lists, parts) = bytes[FIXED_LENGTH..].split_at(lists as usize);
        let (goals, offsets) = lists.split_at(goals as usize * (2 * SET_LENGTH + WORTH_LENGTH));
        let rules = rules(fixed, goals, DRAW_VERSION, offsets)?;
        let (black, red) = parts.split_at(u32_at(fixed, LENGTHS[0] + 4) as usize);
        let begin = bytes.len() - parts.len();
        let sides = [(Side::Black, black, begin), (Side::Red, red, begin + black.len())];
        let mut numbers = [Vec::new(), Vec::new()];
        for (side, part, begin) in sides {
            let numbering = Numbering::new(rules.board(), side);
            let lengths = LENGTHS[side as usize];
            numbers[side as usize] = read_part(fixed, lengths, part, begin, &numbering)?;
        }
        Ok(Self { rules, numbers })
    }
}

/// Reads the positions of a side.
fn read_part(
    fixed: &[u8; FIXED_LENGTH],
    offset: usize,
    part: &[u8],
    begin: usize,
    numbering: &Numbering,
) -> Result<Vec<u64>, CertificateError> {
    let count = u32_at(fixed, offset) as usize;
    let most =
        (part.len() * DrawCertificate::POSITIONS_PER_BYTE).min(DrawCertificate::MOST_POSITIONS);
    if count > most {
        return Err(damaged(offset, "number of positions", format!("at most {most}"), count));
    }
    let numbers = decoded(part, count)
        .filter(|numbers| numbers.last().is_none_or(|&last| last < numbering.count()));
    let expected = format!("numbers below {}", numbering.count());
    let numbers = numbers.ok_or_else(|| damaged(begin, "positions", expected, "a greater one"))?;
    // Each certificate is one file only.
    if encoded(&numbers) != part {
        return Err(damaged(begin, "positions", "the bytes that a writer makes of them", "others"));
    }
    Ok(numbers)
}

//! The file format, written and read. Nothing is believed before it has been checked.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView;
use teeko_rules::encoding::{Fault, Reader, hexadecimal};
use teeko_rules::{Board, Rules, Side, Variant};

use crate::certificate::choice_width;
use crate::gaps::{decoded, encoded};
use crate::numbering::Numbering;
use crate::{Certificate, CertificateError, ClaimedGame, DrawCertificate, memory};

/// The bytes every certificate begins with: a byte with its high bit set, `TKC`, and line ends and
/// an end-of-file character that a transfer in text mode would change.
pub const MAGIC: [u8; 8] = *b"\x89TKC\r\n\x1a\n";

/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;

/// Offsets in the header.
const LENGTH: usize = 12;
const RESULT: usize = 16;
const POINTS: usize = 17;
const WIDTH: usize = 18;

/// The result of a draw. That of a win is the winner: 0 Black, 1 Red.
const DRAW: u8 = 2;

/// A certificate of what a game is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A side wins, or forces points.
    Win(Certificate),
    /// Neither side can be forced to lose.
    Draw(DrawCertificate),
}

impl Proof {
    /// The most bytes of a file that can be read. A longer one is refused.
    pub const MOST_BYTES: usize = Certificate::MOST_BYTES;

    /// Reads a certificate of either kind.
    ///
    /// That it is a certificate does not mean that it proves anything: [`Certificate::check`] and
    /// [`DrawCertificate::check`] say.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        check_kind(bytes)?;
        let content = checked_content(bytes)?;
        let mut reader = Reader::new(content, RESULT);
        let proof = Self::read_content(&mut reader)?;
        reader.end()?;
        Ok(proof)
    }

    /// Reads all that follows the length of a file.
    fn read_content(reader: &mut Reader<'_>) -> Result<Self, CertificateError> {
        let [result, points, width, reserved] = reader.array()?;
        Fault::unless_equal(WIDTH + 1, "reserved bytes", 0, reserved)?;
        let game = read_game(reader, points)?;
        match result {
            0 => Ok(Self::Win(read_win(reader, game, Side::Black, width)?)),
            1 => Ok(Self::Win(read_win(reader, game, Side::Red, width)?)),
            DRAW => {
                Fault::unless_equal(WIDTH, "reserved bytes", 0, width)?;
                Ok(Self::Draw(read_draw(reader, game)?))
            }
            _ => {
                let expected = "0 (Black wins), 1 (Red wins) or 2 (draw)";
                Err(Fault::at(RESULT, "result", expected, result).into())
            }
        }
    }

    /// The variant, if the rules have a name.
    pub fn variant(&self) -> Option<Variant> {
        match self {
            Self::Win(certificate) => certificate.variant(),
            Self::Draw(certificate) => certificate.variant(),
        }
    }

    /// The certificate as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Win(certificate) => certificate.to_bytes(),
            Self::Draw(certificate) => certificate.to_bytes(),
        }
    }
}

impl Certificate {
    /// Reads a certificate of a win.
    ///
    /// # Errors
    /// As for [`Proof::read`], and if it is of a draw.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        match Proof::read(bytes)? {
            Proof::Win(certificate) => Ok(certificate),
            Proof::Draw(_) => Err(Fault::at(RESULT, "result", "a win", "a draw").into()),
        }
    }

    /// The certificate as a file.
    ///
    /// # Panics
    /// If the file has 2^32 bytes or more.
    pub fn to_bytes(&self) -> Vec<u8> {
        let width = choice_width(&self.choices);
        let mut bytes = beginning([self.winner as u8, width as u8], &self.game);
        bytes.extend(self.plies.to_le_bytes());
        bytes.extend(count(self.choices.len()));
        bytes.extend(pack_choices(&self.choices, width));
        finished(bytes)
    }
}

impl DrawCertificate {
    /// Reads a certificate of a draw.
    ///
    /// # Errors
    /// As for [`Proof::read`], and if it is of a win.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        match Proof::read(bytes)? {
            Proof::Draw(certificate) => Ok(certificate),
            Proof::Win(_) => Err(Fault::at(RESULT, "result", "a draw", "a win").into()),
        }
    }

    /// The certificate as a file.
    ///
    /// The numbers are compressed by zlib, so other versions of this crate may write other bytes,
    /// and every version reads both.
    ///
    /// # Panics
    /// If the file has 2^32 bytes or more.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = beginning([DRAW, 0], &self.game);
        for numbers in &self.numbers {
            let part = encoded(numbers);
            bytes.extend(count(numbers.len()));
            bytes.extend(count(part.len()));
            bytes.extend(part);
        }
        finished(bytes)
    }
}

/// Returns what a file begins with, up to the rules. The length follows.
fn beginning([result, width]: [u8; 2], game: &ClaimedGame) -> Vec<u8> {
    let points = game.points().unwrap_or(0);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend([result, points, width, 0]);
    bytes.extend(game.rules().to_bytes());
    bytes
}

/// Adds the length and the checksum.
fn finished(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = count(bytes.len() + 4);
    bytes[LENGTH..RESULT].copy_from_slice(&length);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn count(length: usize) -> [u8; 4] {
    u32::try_from(length)
        .expect("fewer than 2^32 bytes")
        .to_le_bytes()
}

/// Checks that a file begins like a certificate of this version.
fn check_kind(bytes: &[u8]) -> Result<(), CertificateError> {
    let begin = &bytes[..bytes.len().min(MAGIC.len())];
    if bytes.is_empty() || !MAGIC.starts_with(begin) {
        return Err(CertificateError::Refused(format!(
            "not a certificate: expected it to begin with bytes {}, found {}",
            hexadecimal(&MAGIC),
            hexadecimal(begin)
        )));
    }
    let most = Proof::MOST_BYTES;
    let expected = format_args!("at most {most} bytes");
    let is_short = bytes.len() <= most;
    Fault::unless(is_short, LENGTH, "length of the file", expected, "more")?;
    let version = Reader::new(bytes, MAGIC.len()).u32()?;
    if version != FORMAT_VERSION {
        return Err(CertificateError::Refused(format!(
            "version of the certificate format: expected {FORMAT_VERSION}, found {version}"
        )));
    }
    Ok(())
}

/// Checks the length and the checksum of a file, and returns it without the checksum.
fn checked_content(bytes: &[u8]) -> Result<&[u8], Fault> {
    let length = Reader::new(bytes, LENGTH).u32()? as usize;
    Fault::unless_equal(LENGTH, "length of the file", length, bytes.len())?;
    let end = length - 4;
    let content = &bytes[..end];
    let checksum = Reader::new(bytes, end).array()?;
    Fault::unless_checksum(end, "checksum", crc32fast::hash(content), checksum)?;
    Ok(content)
}

/// Reads the rules. They say whether the game is for points, and so whether points are claimed.
fn read_game(reader: &mut Reader<'_>, points: u8) -> Result<ClaimedGame, Fault> {
    let game = ClaimedGame::new(&Rules::read(reader)?);
    if game.points().is_some() {
        let expected = "1 or more in a game for points";
        Fault::unless(points > 0, POINTS, "points", expected, points)?;
    } else {
        let expected = "0 in a game that is not for points";
        Fault::unless(points == 0, POINTS, "points", expected, points)?;
    }
    Ok(game.with_points(points))
}

/// Reads what a win has after its rules.
fn read_win(
    reader: &mut Reader<'_>,
    game: ClaimedGame,
    winner: Side,
    width: u8,
) -> Result<Certificate, CertificateError> {
    let offset = reader.offset();
    let plies = reader.u32()?;
    let most = Certificate::most_plies(game.rules());
    let expected = format_args!("at most {most}, the number of positions");
    Fault::unless(plies <= most, offset, "plies", expected, plies)?;
    let choices = read_choices(reader, width)?;
    Ok(Certificate {
        game,
        winner,
        plies,
        choices,
    })
}

/// Reads the choices of a win, each of `width` bits.
fn read_choices(reader: &mut Reader<'_>, width: u8) -> Result<Vec<u8>, CertificateError> {
    let offset = reader.offset();
    let count = reader.u32()? as usize;
    let most = Certificate::MOST_POSITIONS;
    let expected = format_args!("at most {most}");
    Fault::unless(count <= most, offset, "number of choices", expected, count)?;
    let is_width = (1..=8).contains(&width);
    Fault::unless(is_width, WIDTH, "bits of a choice", "1 to 8", width)?;

    let bits = usize::from(width);
    let bytes = reader.take((count * bits).div_ceil(8) as u64)?;
    let (packed, padding) = bytes.view_bits::<Lsb0>().split_at(count * bits);
    let mut choices: Vec<u8> = memory::list(count)?;
    choices.extend(packed.chunks_exact(bits).map(BitField::load_le::<u8>));
    let padding = if padding.is_empty() {
        0
    } else {
        padding.load_le::<u8>()
    };
    Fault::unless_equal(reader.offset() - 1, "padding of the choices", 0, padding)?;
    let needed = choice_width(&choices);
    Fault::unless_equal(WIDTH, "bits of a choice", needed, width.into())?;
    Ok(choices)
}

/// Reads what a draw has after its rules.
fn read_draw(
    reader: &mut Reader<'_>,
    game: ClaimedGame,
) -> Result<DrawCertificate, CertificateError> {
    let board = game.rules().board();
    let blacks = read_part(reader, board, Side::Black)?;
    let reds = read_part(reader, board, Side::Red)?;
    Ok(DrawCertificate {
        game,
        numbers: [blacks, reds],
    })
}

/// Reads the positions of a side of a draw.
fn read_part(
    reader: &mut Reader<'_>,
    board: Board,
    side: Side,
) -> Result<Vec<u64>, CertificateError> {
    let offset = reader.offset();
    let count = reader.u32()? as usize;
    let length = reader.u32()?;
    let begin = reader.offset();
    let part = reader.take(length.into())?;
    let most = DrawCertificate::most_positions(part.len());
    let expected = format_args!("at most {most}");
    Fault::unless(
        count <= most,
        offset,
        "number of positions",
        expected,
        count,
    )?;
    let Some(numbers) = decoded(part, count)? else {
        let expected = format_args!("a zlib stream with the gaps between {count} numbers");
        return Err(Fault::at(begin, "positions", expected, "other bytes").into());
    };
    let end = Numbering::new(board, side).count();
    let last = numbers.last().copied().unwrap_or(0);
    let expected = format_args!("numbers below {end}");
    Fault::unless(last < end, begin, "positions", expected, last)?;
    Ok(numbers)
}

/// Choices as bits, the first choice in the lowest bits of the first byte.
fn pack_choices(choices: &[u8], width: u32) -> Vec<u8> {
    let width = width as usize;
    let mut bytes = vec![0; (choices.len() * width).div_ceil(8)];
    let bits = bytes.view_bits_mut::<Lsb0>();
    for (bits, &choice) in bits.chunks_exact_mut(width).zip(choices) {
        bits.store_le(choice);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_of_a_board_is_read_and_none_after_it() {
        let board = Board::new(4, 4).unwrap();
        let end = Numbering::new(board, Side::Red).count();
        for (last, is_read) in [(end - 1, true), (end, false)] {
            let numbers = vec![0, last];
            let part = encoded(&numbers);
            let bytes = [&count(2)[..], &count(part.len()), &part].concat();
            let read = read_part(&mut Reader::new(&bytes, 0), board, Side::Red);
            assert_eq!(read.ok(), is_read.then_some(numbers));
        }
    }
}

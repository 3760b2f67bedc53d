//! The file format, written and read. Nothing is believed before it has been checked.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView;
use teeko_rules::encoding::{Fault, Reader, hexadecimal};
use teeko_rules::{Board, Rules, Side, Variant};

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
    /// The most bytes of a file: no certificate that can be checked has more.
    pub const MOST_BYTES: usize = Certificate::MOST_BYTES;

    /// Reads a certificate of either kind.
    ///
    /// That it is a certificate does not mean that it proves anything: [`Certificate::check`] and
    /// [`DrawCertificate::check`] say.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        let begin = &bytes[..bytes.len().min(MAGIC.len())];
        if bytes.is_empty() || !MAGIC.starts_with(begin) {
            return Err(CertificateError::Refused(format!(
                "not a certificate: expected it to begin with bytes {}, found {}",
                hexadecimal(&MAGIC),
                hexadecimal(begin)
            )));
        }
        let most = Self::MOST_BYTES;
        let expected = format_args!("at most {most} bytes");
        Fault::unless(
            bytes.len() <= most,
            LENGTH,
            "length of the file",
            expected,
            "more",
        )?;
        let version = Reader::new(bytes, MAGIC.len()).u32()?;
        if version != FORMAT_VERSION {
            return Err(CertificateError::Refused(format!(
                "version of the certificate format: expected {FORMAT_VERSION}, found {version}"
            )));
        }
        let length = Reader::new(bytes, LENGTH).u32()? as usize;
        Fault::unless_equal(LENGTH, "length of the file", length, bytes.len())?;
        let end = length - 4;
        let (content, checksum) = (&bytes[..end], Reader::new(bytes, end).array()?);
        Fault::unless_checksum(end, "checksum", crc32fast::hash(content), checksum)?;

        let mut reader = Reader::new(content, RESULT);
        let [result, points, width, reserved] = reader.array()?;
        Fault::unless_equal(WIDTH + 1, "reserved bytes", 0, reserved)?;
        let game = read_game(&mut reader, points)?;
        let proof = match result {
            0 => Self::Win(read_win(&mut reader, game, Side::Black, width)?),
            1 => Self::Win(read_win(&mut reader, game, Side::Red, width)?),
            DRAW => {
                Fault::unless_equal(WIDTH, "reserved bytes", 0, width)?;
                let board = game.rules().board();
                let numbers = [
                    read_part(&mut reader, board, Side::Black)?,
                    read_part(&mut reader, board, Side::Red)?,
                ];
                Self::Draw(DrawCertificate { game, numbers })
            }
            _ => {
                let expected = "0 (Black wins), 1 (Red wins) or 2 (draw)";
                return Err(Fault::at(RESULT, "result", expected, result).into());
            }
        };
        reader.end()?;
        Ok(proof)
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
    let (offset, count, most) = (
        reader.offset(),
        reader.u32()? as usize,
        Certificate::MOST_POSITIONS,
    );
    let expected = format_args!("at most {most}");
    Fault::unless(count <= most, offset, "number of choices", expected, count)?;
    Fault::unless(
        (1..=8).contains(&width),
        WIDTH,
        "bits of a choice",
        "1 to 8",
        width,
    )?;

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
    Fault::unless_equal(
        WIDTH,
        "bits of a choice",
        choice_width(&choices),
        width.into(),
    )?;
    Ok(Certificate {
        game,
        winner,
        plies,
        choices,
    })
}

/// Reads the positions of a side of a draw.
fn read_part(
    reader: &mut Reader<'_>,
    board: Board,
    side: Side,
) -> Result<Vec<u64>, CertificateError> {
    let (offset, count, length) = (reader.offset(), reader.u32()? as usize, reader.u32()?);
    let (begin, part) = (reader.offset(), reader.take(length.into())?);
    let most = DrawCertificate::most_positions(part.len());
    let expected = format_args!("at most {most}");
    Fault::unless(
        count <= most,
        offset,
        "number of positions",
        expected,
        count,
    )?;
    let expected = format_args!("a zlib stream with the gaps between {count} numbers");
    let numbers = decoded(part, count)?
        .ok_or_else(|| Fault::at(begin, "positions", expected, "other bytes"))?;
    let end = Numbering::new(board, side).count();
    let last = numbers.last().copied().unwrap_or(0);
    Fault::unless(
        last < end,
        begin,
        "positions",
        format_args!("numbers below {end}"),
        last,
    )?;
    Ok(numbers)
}

/// The bits that each of these choices takes: as many as the largest needs, but at least one, so
/// that the length of a file bounds the choices it has.
pub(crate) fn choice_width(choices: &[u8]) -> u32 {
    let largest = choices.iter().copied().max().unwrap_or(0);
    (u8::BITS - largest.leading_zeros()).max(1)
}

/// Choices as bits, the first choice in the lowest bits of the first byte.
fn pack_choices(choices: &[u8], width: u32) -> Vec<u8> {
    let width = width as usize;
    let mut bytes = vec![0; (choices.len() * width).div_ceil(8)];
    let bits = bytes.view_bits_mut::<Lsb0>();
    bits.chunks_exact_mut(width)
        .zip(choices)
        .for_each(|(bits, &choice)| bits.store_le(choice));
    bytes
}

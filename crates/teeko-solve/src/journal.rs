//! Journals: spools for the half-steps of a slide phase, so that an interrupted solution resumes
//! after the last of them.

use bitvec::order::Lsb0;
use bitvec::view::BitView;
use teeko_index::orbit_count;
use teeko_rules::{PIECES, Rules};

use crate::line::{BitLine, LINE_BITS, LINE_WORDS};
use crate::plane_shape::PlaneShape;

/// A store for the half-steps of a slide phase. These are the same for all rule sets that share the
/// slide phase, for any number of threads and any instruction set, and whether distances are kept
/// or only counted.
///
/// A journal handles its own failures: if it cannot keep a half-step, its owner stops the work
/// through the observer.
pub trait Journal: Sync {
    /// Returns the frames of a half-step, numbered from 1, if it is complete and sound.
    fn get(&self, number: u32) -> Option<Box<dyn Frames + '_>>;

    /// Keeps a frame: the positions that a half-step decides in a column tile. Each tile comes at
    /// most once, in any order, from any thread.
    fn put(&self, number: u32, tile: usize, frame: &[u8]);

    /// Reports that a half-step is done.
    fn complete(&self, number: u32);

    /// Reports that the journal does not have a half-step that it must have, or that the half-step
    /// that it returned does not belong to these rules.
    fn refuse(&self, number: u32);

    /// Returns the seed of the sample: of each half-step that the journal returns, some lines are
    /// computed again and compared.
    fn seed(&self) -> u64;
}

/// The frames of a half-step in a journal.
pub trait Frames: Sync {
    /// Returns the positions that it decided in a column tile, if any.
    fn frame(&self, tile: usize) -> Option<&[u8]>;

    /// Returns the number of the last column tile in which it decided positions, if any.
    fn last_tile(&self) -> Option<usize>;
}

/// Returns the most bytes that [`Journal::put`] receives for a column tile of these rules.
pub fn longest_tile(rules: &Rules) -> u64 {
    let group = rules.symmetries();
    let canonical = orbit_count(rules.board().circle_count(), &group, PIECES, 0);
    let canonical = canonical as usize;
    // Row tiles are square blocks of lines; the last one is filled up.
    let lines = PlaneShape::new(group.order(), canonical, canonical).tile_height();
    (1 + lines / 8 + lines * BYTES_OF_LINE) as u64
}

/// The first byte of a frame: `GAPS` if it stores the gaps between places, `LINES` if it
/// stores lines, after a bit for each line that says which.
const GAPS: u8 = 0;
const LINES: u8 = 1;
const BYTES_OF_LINE: usize = LINE_BITS / 8;

/// Marks a gap that does not fit into a byte: the place itself follows, in four bytes.
const FAR: u8 = u8::MAX;
const BYTES_OF_PLACE: usize = 4;

/// Makes a frame of the decided positions of some lines, a multiple of eight: the gaps between
/// them, mostly a byte each, or all lines where that is shorter. [`longest_tile`] bounds the length.
///
/// Compression by zstd would save a third of the bytes, and double the time to keep them.
pub(crate) fn encode(decided: &[BitLine]) -> Vec<u8> {
    let positions = decided.iter().map(|line| line.count_ones() as usize).sum();
    let mut lines = decided.len() / 8;
    for line in decided {
        lines += if line.is_zero() { 0 } else { BYTES_OF_LINE };
    }
    if positions <= lines {
        let gaps = encode_gaps(decided, positions);
        // Places that are far apart take more than a byte.
        if gaps.len() <= 1 + lines {
            return gaps;
        }
    }
    encode_lines(decided, lines)
}

/// Encodes the gaps between `positions` positions.
fn encode_gaps(decided: &[BitLine], positions: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + positions + decided.len());
    bytes.push(GAPS);
    let mut next = 0;
    for (row, line) in decided.iter().enumerate() {
        line.for_each_one(|bit| {
            let place = row * LINE_BITS + bit;
            match u8::try_from(place - next) {
                Ok(gap) if gap != FAR => bytes.push(gap),
                _ => {
                    bytes.push(FAR);
                    bytes.extend((place as u32).to_le_bytes());
                }
            }
            next = place + 1;
        });
    }
    bytes
}

/// Encodes all lines that are not zero, in `length` bytes with the bits that say which.
fn encode_lines(decided: &[BitLine], length: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + length);
    bytes.push(LINES);
    bytes.resize(1 + decided.len() / 8, 0);
    let rows = bytes[1..].view_bits_mut::<Lsb0>();
    for (row, line) in decided.iter().enumerate() {
        rows.set(row, !line.is_zero());
    }
    for line in decided {
        if !line.is_zero() {
            bytes.extend(line.0.iter().flat_map(|word| word.to_le_bytes()));
        }
    }
    bytes
}

/// Decodes a frame into as many lines as were encoded; `None` for other bytes, which leave anything
/// in the lines.
pub(crate) fn decode(bytes: &[u8], decided: &mut [BitLine]) -> Option<()> {
    decided.fill(BitLine::ZERO);
    match bytes.split_first()? {
        (&GAPS, gaps) => decode_gaps(gaps, decided),
        (&LINES, lines) => decode_lines(lines, decided),
        _ => None,
    }
}

/// Sets the positions between which the gaps are.
fn decode_gaps(mut gaps: &[u8], decided: &mut [BitLine]) -> Option<()> {
    let mut next = 0;
    while let Some((&gap, after)) = gaps.split_first() {
        let mut place = next + usize::from(gap);
        gaps = after;
        if gap == FAR {
            let (&far, after) = after.split_first_chunk::<BYTES_OF_PLACE>()?;
            place = u32::from_le_bytes(far) as usize;
            gaps = after;
        }
        decided.get_mut(place / LINE_BITS)?.set(place % LINE_BITS);
        next = place + 1;
    }
    Some(())
}

/// Sets the lines for which there is a bit.
fn decode_lines(bytes: &[u8], decided: &mut [BitLine]) -> Option<()> {
    let (rows, lines) = bytes.split_at_checked(decided.len() / 8)?;
    let (lines, excess) = lines.as_chunks::<BYTES_OF_LINE>();
    let rows = rows.view_bits::<Lsb0>();
    if rows.count_ones() != lines.len() || !excess.is_empty() {
        return None;
    }
    for (row, bytes) in rows.iter_ones().zip(lines) {
        decided[row] = line(bytes);
    }
    Some(())
}

/// Returns the line of some bytes.
fn line(bytes: &[u8; BYTES_OF_LINE]) -> BitLine {
    let (words, _) = bytes.as_chunks::<8>();
    let mut line = [0; LINE_WORDS];
    for (word, bytes) in line.iter_mut().zip(words) {
        *word = u64::from_le_bytes(*bytes);
    }
    BitLine(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use teeko_rules::{Board, Goals};
    use teeko_testing::{circles, rules};

    const ROWS: usize = 128;

    fn tile(places: impl IntoIterator<Item = (usize, usize)>) -> Vec<BitLine> {
        let mut tile = vec![BitLine::ZERO; ROWS];
        places.into_iter().for_each(|(row, bit)| tile[row].set(bit));
        tile
    }

    fn decoded(bytes: &[u8]) -> Option<Vec<BitLine>> {
        let mut tile = tile([]);
        decode(bytes, &mut tile).map(|()| tile)
    }

    #[test]
    fn tiles_come_back() {
        let few = tile([(0, 0), (0, 511), (7, 64), (127, 511)]);
        let places = (0..ROWS * LINE_BITS).step_by(19);
        let many = tile(places.map(|place| (place / LINE_BITS, place % LINE_BITS)));
        let third = (0..ROWS).filter(|row| row % 3 == 0);
        let lines = tile(third.flat_map(|row| (0..200).map(move |i| (row, i * 2))));
        // Fewer positions than bytes of lines, but one of each row is far from the one before.
        let far = tile((0..ROWS).flat_map(|row| (0..62).chain([318]).map(move |bit| (row, bit))));
        // A line takes 64 bytes, after a bit for each of 128 lines.
        let as_long = tile((0..80).map(|bit| (0, bit)));
        let longer = tile((0..81).map(|bit| (0, bit)));
        for (decided, kind) in [
            (as_long, GAPS),
            (longer, LINES),
            (few, GAPS),
            (many, GAPS),
            (lines, LINES),
            (far, LINES),
            (tile([]), GAPS),
        ] {
            let bytes = encode(&decided);
            assert_eq!(bytes[0], kind);
            assert_eq!(decoded(&bytes), Some(decided));
            assert!(bytes.len() <= 1 + ROWS / 8 + ROWS * BYTES_OF_LINE);
        }
    }

    /// Returns the rules of a board with a goal that no symmetry of the board preserves.
    fn lopsided(side: usize) -> Rules {
        let goals = Goals::new(vec![circles(&[1, 2, 3, side + 4])]);
        Rules::builder()
            .board(Board::new(side, side).unwrap())
            .goals(goals)
            .build()
            .unwrap()
    }

    #[test]
    fn the_longest_tile_has_every_position() {
        for rules in [lopsided(4), rules("44-ssss"), rules("44-ssss+4x5")] {
            let tile =
                vec![BitLine([u64::MAX; LINE_WORDS]); Layout::new(&rules).rows.shape.tile_height()];
            assert_eq!(encode(&tile).len() as u64, longest_tile(&rules));
        }
        // C(49, 4) = 211,876 and C(64, 4) = 635,376 canonical sets, in tiles of 512: 211,968 and
        // 635,392 lines of 64 bytes and a bit.
        assert_eq!(longest_tile(&lopsided(7)), 13_592_449);
        assert_eq!(longest_tile(&lopsided(8)), 40_744_513);
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        let of_rows = |rows: std::ops::Range<usize>| {
            encode(&tile(
                rows.flat_map(|row| (0..LINE_BITS).map(move |bit| (row, bit))),
            ))
        };
        let full = of_rows(0..ROWS);
        assert_eq!(
            (full[0], full.len()),
            (LINES, 1 + ROWS / 8 + ROWS * BYTES_OF_LINE)
        );
        let lines = of_rows(3..5);
        assert_eq!(
            (lines[0], lines.len()),
            (LINES, 1 + ROWS / 8 + 2 * BYTES_OF_LINE)
        );
        assert_eq!(
            encode(&tile([(0, 10), (0, 265), (1, 9)])),
            [GAPS, 10, 254, FAR, 9, 2, 0, 0]
        );
        let mut other_rows = full.clone();
        other_rows[1] = 3;
        let (short, beyond) = ([GAPS, FAR, 0, 0, 0], [GAPS, FAR, 0, 0, 1, 0]);
        let cut = &full[..full.len() - 1];
        for bytes in [&[][..], &[2], &short, &beyond, &[LINES], cut, &other_rows] {
            assert_eq!(decoded(bytes), None, "{bytes:?}");
        }
    }
}

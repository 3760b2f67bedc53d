//! Journals: they keep half-steps as they are done, so that an interrupted solution resumes after
//! the last of them.

use crate::line::{BitLine, Block, LINE_BITS, LINE_WORDS};

/// A store for the half-steps of a slide phase. These are the same for all rule sets that share the
/// slide phase, for any number of threads and any instruction set, and whether distances are kept
/// or only counted.
///
/// A journal handles its own failures: if it cannot keep a half-step, its owner stops the work
/// through the observer.
pub trait Journal: Sync {
    /// Returns a half-step, numbered from 1, if it is complete and sound.
    fn half_step(&self, number: u32) -> Option<Box<dyn KeptHalfStep + '_>>;

    /// Keeps the positions that a half-step decides in a block. Each block comes at most once, in
    /// any order, from any thread.
    fn keep(&self, number: u32, block: usize, decided: &[u8]);

    /// Reports that a half-step is done.
    fn complete(&self, number: u32);

    /// Reports that a half-step, as the journal returned it, is not one of these rules.
    fn refuse(&self, number: u32);

    /// Returns the seed of the sample: of each half-step that the journal returns, some lines are
    /// computed again and compared.
    fn seed(&self) -> u64;
}

/// A half-step in a journal.
pub trait KeptHalfStep: Sync {
    /// Returns the positions that it decided in a block, if any.
    fn decided(&self, block: usize) -> Option<Vec<u8>>;

    /// Returns the greatest number of a block in which it decided positions, if any.
    fn last_block(&self) -> Option<usize>;
}

/// The first byte of an encoded block: `GAPS` if it stores the gaps between places, `LINES` if it
/// stores lines, after one line that says which.
const GAPS: u8 = 0;
const LINES: u8 = 1;
const BYTES_OF_LINE: usize = LINE_BITS / 8;

/// Stands for a gap that does not fit into a byte: the place itself follows, in three bytes.
const FAR: u8 = u8::MAX;
const BYTES_OF_PLACE: usize = 3;

/// Encodes the decided positions of a block: a byte for each position, or all lines where that is
/// shorter.
///
/// Compression by zstd would save a third of the bytes, and double the time to keep them.
pub(crate) fn encode(decided: &Block) -> Vec<u8> {
    let (mut kept, mut count) = (BitLine::ZERO, 0);
    for (row, line) in decided.iter().enumerate().filter(|(_, line)| !line.is_zero()) {
        kept.set(row);
        count += line.count_ones() as usize;
    }
    let lines = (kept.count_ones() as usize + 1) * BYTES_OF_LINE;
    if count <= lines {
        let mut bytes = Vec::with_capacity(1 + count + LINE_BITS);
        bytes.push(GAPS);
        let mut next = 0;
        kept.for_each_one(|row| {
            decided[row].for_each_one(|column| {
                let place = row * LINE_BITS + column;
                match u8::try_from(place - next) {
                    Ok(gap) if gap != FAR => bytes.push(gap),
                    _ => {
                        bytes.push(FAR);
                        bytes.extend(&(place as u32).to_le_bytes()[..BYTES_OF_PLACE]);
                    }
                }
                next = place + 1;
            });
        });
        bytes
    } else {
        let mut bytes = Vec::with_capacity(1 + lines);
        bytes.push(LINES);
        let mut push =
            |line: BitLine| bytes.extend(line.0.iter().flat_map(|word| word.to_le_bytes()));
        push(kept);
        kept.for_each_one(|row| push(decided[row]));
        bytes
    }
}

/// Decodes the bytes of [`encode`]; `None` for other bytes.
pub(crate) fn decode(bytes: &[u8]) -> Option<Block> {
    let mut decided = [BitLine::ZERO; LINE_BITS];
    match bytes.split_first()? {
        (&GAPS, mut gaps) => {
            let mut next = 0;
            while let Some((&gap, rest)) = gaps.split_first() {
                let mut place = next + usize::from(gap);
                gaps = rest;
                if gap == FAR {
                    let (&[low, middle, high], rest) =
                        rest.split_first_chunk::<BYTES_OF_PLACE>()?;
                    place = u32::from_le_bytes([low, middle, high, 0]) as usize;
                    gaps = rest;
                }
                decided.get_mut(place / LINE_BITS)?.set(place % LINE_BITS);
                next = place + 1;
            }
            Some(decided)
        }
        (&LINES, lines) => {
            let (lines, rest) = lines.as_chunks::<BYTES_OF_LINE>();
            let (kept, lines) = lines.split_first()?;
            let kept = line(kept);
            if kept.count_ones() as usize != lines.len() || !rest.is_empty() {
                return None;
            }
            let mut lines = lines.iter();
            kept.for_each_one(|row| decided[row] = lines.next().map(line).unwrap_or_default());
            Some(decided)
        }
        _ => None,
    }
}

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

    fn block(places: impl IntoIterator<Item = (usize, usize)>) -> Block {
        let mut block = [BitLine::ZERO; LINE_BITS];
        places.into_iter().for_each(|(row, column)| block[row].set(column));
        block
    }

    #[test]
    fn blocks_come_back() {
        let few = block([(0, 0), (0, 511), (7, 64), (511, 511)]);
        let many = block(
            (0..LINE_BITS * LINE_BITS)
                .step_by(19)
                .map(|place| (place / LINE_BITS, place % LINE_BITS)),
        );
        let lines = block(
            (0..LINE_BITS)
                .filter(|row| row % 3 == 0)
                .flat_map(|row| (0..200).map(move |i| (row, i * 2))),
        );
        for (decided, kind) in [(few, GAPS), (many, GAPS), (lines, LINES), (block([]), GAPS)] {
            let bytes = encode(&decided);
            assert_eq!(bytes[0], kind);
            assert_eq!(decode(&bytes), Some(decided));
            assert!(bytes.len() <= 1 + (LINE_BITS + 1) * BYTES_OF_LINE);
        }
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let full = encode(&block(
            (0..LINE_BITS).flat_map(|row| (0..LINE_BITS).map(move |column| (row, column))),
        ));
        assert_eq!((full[0], full.len()), (LINES, 1 + (LINE_BITS + 1) * BYTES_OF_LINE));
        let lines = encode(&block((0..LINE_BITS).flat_map(|column| [(3, column), (400, column)])));
        assert_eq!((lines[0], lines.len()), (LINES, 1 + 3 * BYTES_OF_LINE));
        assert_eq!(encode(&block([(0, 10), (0, 265), (1, 9)])), [GAPS, 10, 254, FAR, 9, 2, 0]);
        let mut other_rows = full.clone();
        other_rows[1] = 3;
        let (short, beyond) = ([GAPS, FAR, 0, 0], [GAPS, FAR, 0, 0, 4]);
        for bytes in
            [&[][..], &[2], &short, &beyond, &[LINES], &full[..full.len() - 1], &other_rows]
        {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
    }
}

//! Distances in bit planes: how the solved slide phase is held in memory.

use teeko_index::Scale;

use crate::instruction_set::InstructionSet;
use crate::line::{BitLine, LINE_BITS};
use crate::transposition::{STRIP, exchange_bytes, transpose_bytes};

/// The distances of the positions of one block, bit-sliced.
///
/// [`code_of_outcome`](teeko_index::code_of_outcome) says what codes are: 0 for a position that is
/// not decided, else greater for a greater distance. Plane `k` holds bit `k` of every code
/// in the block; there are as many planes as the greatest code needs, so no distance can wrap.
#[derive(Clone, Default, Debug)]
pub(crate) struct BlockCodes {
    /// Each plane has its own allocation. One allocation for all would be copied whenever a plane
    /// is added, which takes 3 % of the processor time of `44-ssss`.
    planes: Vec<Vec<BitLine>>,
    /// Once packed: the lines with a code, which are all that a plane then has.
    kept: Option<Box<BitLine>>,
}

impl BlockCodes {
    /// Where a line is within each plane; `None` if no position of it has a code.
    #[inline(always)]
    fn place(&self, line: usize) -> Option<usize> {
        match &self.kept {
            None => Some(line),
            Some(kept) => kept.bit(line).then(|| kept.ones_below(line)),
        }
    }

    /// Leaves out the lines without a code. No more codes can be set then.
    pub(crate) fn pack(&mut self) {
        let mut kept = BitLine::ZERO;
        for plane in &self.planes {
            for (line, _) in plane.iter().enumerate().filter(|(_, bits)| !bits.is_zero()) {
                kept.set(line);
            }
        }
        for plane in &mut self.planes {
            let mut lines = Vec::with_capacity(kept.count_ones() as usize);
            kept.for_each_one(|line| lines.push(plane[line]));
            *plane = lines;
        }
        self.kept = Some(Box::new(kept));
    }

    /// Makes room for codes up to this one in a block of `lines` lines.
    fn reserve(&mut self, code: u32, lines: usize) {
        let width = (u32::BITS - code.leading_zeros()) as usize;
        while self.planes.len() < width {
            self.planes.push(vec![BitLine::ZERO; lines]);
        }
    }

    /// Gives a code to all positions that are set in `fresh`, where they had none.
    #[inline(always)]
    pub(crate) fn set(&mut self, code: u32, fresh: &[BitLine]) {
        self.reserve(code, fresh.len());
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if code >> bit & 1 != 0 {
                for (line, fresh) in plane.iter_mut().zip(fresh) {
                    *line = line.or(*fresh);
                }
            }
        }
    }

    /// Gives a code to one position that had none, in a block of `lines` lines.
    #[inline(always)]
    pub(crate) fn set_one(&mut self, code: u32, lines: usize, line: usize, bit: usize) {
        self.reserve(code, lines);
        for (place, plane) in self.planes.iter_mut().enumerate() {
            if code >> place & 1 != 0 {
                plane[line].set(bit);
            }
        }
    }

    /// The positions of a line that have a code.
    pub(crate) fn decided(&self, line: usize) -> BitLine {
        let Some(place) = self.place(line) else { return BitLine::ZERO };
        self.planes.iter().fold(BitLine::ZERO, |all, plane| all.or(plane[place]))
    }

    /// Those that are lost: codes of losses are odd.
    pub(crate) fn lost(&self, line: usize) -> BitLine {
        let losses = self.planes.first().zip(self.place(line));
        losses.map_or(BitLine::ZERO, |(plane, place)| plane[place])
    }

    /// Those that are won.
    pub(crate) fn won(&self, line: usize) -> BitLine {
        self.decided(line).and_not(self.lost(line))
    }

    /// The code of a position.
    pub(crate) fn get(&self, line: usize, bit: usize) -> u32 {
        let Some(line) = self.place(line) else { return 0 };
        let planes = self.planes.iter().enumerate();
        planes.fold(0, |code, (place, plane)| code | u32::from(plane[line].bit(bit)) << place)
    }

    /// Byte `place` of each code of a line; all bits set where `overlap` has a bit.
    ///
    /// Eight planes at a time, eight bytes (one of each plane) are an 8 x 8 bit matrix; transposed,
    /// they are the bytes of eight codes, and change places so that these follow each other.
    #[inline(always)]
    fn expand(
        &self,
        instructions: InstructionSet,
        line: usize,
        place: usize,
        overlap: BitLine,
        bytes: &mut [u8; LINE_BITS],
    ) {
        let mut words = [overlap; 8];
        if let Some(line) = self.place(line) {
            for (word, plane) in words.iter_mut().zip(self.planes.iter().skip(8 * place)) {
                *word = plane[line].or(overlap);
            }
        }
        transpose_bytes(instructions, &mut words);
        exchange_bytes(instructions, &mut words);
        for (place, bytes) in bytes.as_chunks_mut::<STRIP>().0.iter_mut().enumerate() {
            for (word, bytes) in words.iter().zip(bytes.as_chunks_mut().0) {
                *bytes = word.0[place].to_le_bytes();
            }
        }
    }

    /// Fills the rows of a set's images, from column `first` on, with the values of a line: what
    /// `value` makes of the two bytes of each code. All bits of both are set where `overlap` has a
    /// bit.
    pub(crate) fn expand_rows<T: Scale>(
        &self,
        instructions: InstructionSet,
        line: usize,
        overlap: BitLine,
        first: usize,
        rows: &mut [&mut [T]],
        value: impl Fn(u8, u8) -> T,
    ) {
        instructions.run_narrow(
            #[inline(always)]
            |instructions| {
                let (mut low, mut high) = ([0; LINE_BITS], [0; LINE_BITS]);
                self.expand(instructions, line, 0, overlap, &mut low);
                if size_of::<T>() > 1 {
                    self.expand(instructions, line, 1, overlap, &mut high);
                }
                // In one loop of fixed length, which the compiler turns into vector instructions.
                let mut values = [T::NONE; LINE_BITS];
                for ((place, &low), &high) in values.iter_mut().zip(&low).zip(&high) {
                    *place = value(low, high);
                }
                let columns = LINE_BITS / rows.len();
                for (row, values) in rows.iter_mut().zip(values.chunks(columns)) {
                    let row = &mut row[first..];
                    let columns = row.len().min(values.len());
                    row[..columns].copy_from_slice(&values[..columns]);
                }
            },
        );
    }
}

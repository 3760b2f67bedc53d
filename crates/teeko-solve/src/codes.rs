//! Distances in bit planes: the solved slide phase in memory.

use teeko_index::{Scale, parallel};

use crate::instruction_set::InstructionSet;
use crate::line::{BitLine, LINE_BITS};
use crate::lines::{Lines, zeros};
use crate::transposition::{STRIP, transpose_bits, transpose_bytes};

/// The distances of the positions of a layout, bit-sliced.
///
/// [`code_of_outcome`](teeko_index::code_of_outcome) defines codes. Unresolved positions, draws and
/// impossible positions have code 0; a greater distance has a greater code. Plane `k` has bit `k`
/// of every code. Planes are added until the greatest code fits, so no distance can wrap.
#[derive(Default, Debug)]
pub(crate) struct Codes {
    /// The lines of a block, and of a plane. A plane has none if codes are not kept.
    sets: usize,
    lines: usize,
    width: usize,
    /// The planes, `PLANES_OF_MAP` in each map. A map takes memory only where it is written.
    maps: Vec<Lines>,
    /// Once packed: the planes, in place of the maps.
    packed: Vec<PackedPlane>,
}

/// The planes of a map. One map for several planes is filled up by large pages, of which each plane
/// alone would need a part; the blocks of a plane, each allocated on its own, took 4,000 system
/// calls and a tenth of the processor time of `44-ssss`. In WebAssembly there are no maps: a plane
/// takes its memory at once.
const PLANES_OF_MAP: usize = if cfg!(target_family = "wasm") { 1 } else { 8 };

/// The values of a row that are copied at a time.
const STRIP_OF_ROW: usize = 32;

/// A plane without its lines that are zero.
#[derive(Debug)]
struct PackedPlane {
    /// By block: which lines are not zero, and the number of those in blocks before.
    blocks: Vec<(BitLine, u32)>,
    lines: Vec<BitLine>,
}

impl PackedPlane {
    /// Packs a plane with blocks of `sets` lines.
    fn new(plane: &[BitLine], sets: usize) -> Self {
        let mut blocks = Vec::new();
        let mut lines = Vec::new();
        for block in plane.chunks_exact(sets) {
            let before = lines.len() as u32;
            let mut present = BitLine::ZERO;
            for (place, line) in block.iter().enumerate() {
                if !line.is_zero() {
                    present.set(place);
                    lines.push(*line);
                }
            }
            blocks.push((present, before));
        }
        lines.shrink_to_fit();
        Self { blocks, lines }
    }

    /// Returns the line at a place of a block.
    #[inline(always)]
    fn line(&self, block: usize, place: usize) -> BitLine {
        let (present, before) = &self.blocks[block];
        if present.bit(place) {
            self.lines[*before as usize + present.ones_below(place)]
        } else {
            BitLine::ZERO
        }
    }
}

/// The planes of codes with a bit of one code, each cut to a column tile or a block of it.
pub(crate) type PlanesOfTile<'a> = Vec<&'a mut [BitLine]>;

impl Codes {
    /// Returns the codes of a plane of `lines` lines, in blocks of `sets`. No position has one yet.
    pub(crate) fn new(sets: usize, lines: usize) -> Self {
        Self {
            sets,
            lines,
            ..Self::default()
        }
    }

    /// Returns whether codes are kept.
    pub(crate) fn are_kept(&self) -> bool {
        self.lines > 0
    }

    /// Makes room for a code. Returns, by column tile of the source, a row tile of `height` lines
    /// here, the planes in which its bits are; none if codes are not kept.
    pub(crate) fn planes_of_code(&mut self, code: u32, height: usize) -> Vec<PlanesOfTile<'_>> {
        if !self.are_kept() {
            return Vec::new();
        }
        self.width = self.width.max((u32::BITS - code.leading_zeros()) as usize);
        while self.maps.len() < self.width.div_ceil(PLANES_OF_MAP) {
            self.maps.push(zeros(PLANES_OF_MAP * self.lines));
        }
        let mut tiles: Vec<PlanesOfTile<'_>> = Vec::new();
        tiles.resize_with(self.lines / height, Vec::new);
        let planes = self
            .maps
            .iter_mut()
            .flat_map(|map| map.chunks_exact_mut(self.lines));
        for (bit, plane) in planes.enumerate() {
            if code >> bit & 1 == 0 {
                continue;
            }
            for (tile, lines) in tiles.iter_mut().zip(plane.chunks_exact_mut(height)) {
                tile.push(lines);
            }
        }
        tiles
    }

    /// Leaves out the lines that are zero. No more codes can be set then.
    pub(crate) fn pack(&mut self) {
        let planes = self
            .maps
            .iter()
            .flat_map(|map| map.chunks_exact(self.lines));
        self.packed = parallel::map(planes.take(self.width), |plane| {
            PackedPlane::new(plane, self.sets)
        });
        self.maps.clear();
    }

    #[inline(always)]
    fn line(&self, plane: usize, line: usize) -> BitLine {
        match self.packed.get(plane) {
            None => self.maps[plane / PLANES_OF_MAP][plane % PLANES_OF_MAP * self.lines + line],
            Some(packed) => packed.line(line / self.sets, line % self.sets),
        }
    }

    /// The positions of a line that have a code.
    pub(crate) fn decided(&self, line: usize) -> BitLine {
        (0..self.width).fold(BitLine::ZERO, |all, plane| all.or(self.line(plane, line)))
    }

    /// Those that are lost: codes of losses are odd.
    pub(crate) fn lost(&self, line: usize) -> BitLine {
        if self.width == 0 {
            BitLine::ZERO
        } else {
            self.line(0, line)
        }
    }

    /// Those that are won.
    pub(crate) fn won(&self, line: usize) -> BitLine {
        self.decided(line).and_not(self.lost(line))
    }

    pub(crate) fn get(&self, line: usize, bit: usize) -> u32 {
        let mut code = 0;
        for plane in 0..self.width {
            code |= u32::from(self.line(plane, line).bit(bit)) << plane;
        }
        code
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
        for (word, plane) in words.iter_mut().zip(8 * place..self.width) {
            *word = overlap.or(self.line(plane, line));
        }
        transpose_bits(instructions, &mut words);
        transpose_bytes(instructions, &mut words);
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
                let mut low = [0; LINE_BITS];
                let mut high = [0; LINE_BITS];
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
                    copy_in_strips(&values[..columns], &mut row[..columns]);
                }
            },
        );
    }
}

/// Copies values, `STRIP_OF_ROW` at a time: copies of a fixed length need no call.
#[inline(always)]
fn copy_in_strips<T: Copy>(values: &[T], row: &mut [T]) {
    let (values, last_values) = values.as_chunks::<STRIP_OF_ROW>();
    let (row, last_places) = row.as_chunks_mut::<STRIP_OF_ROW>();
    for (row, values) in row.iter_mut().zip(values) {
        *row = *values;
    }
    last_places.copy_from_slice(last_values);
}

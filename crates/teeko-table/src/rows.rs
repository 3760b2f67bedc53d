//! The rows of a file, with the values by the rank of the set.

use teeko_index::{Scale, binomial, value_of_outcome};
use teeko_rules::{Circle, Outcome, PIECES, Parity};

use crate::cache::value_at;
use crate::error::{Result, TableError};
use crate::reader::TableFile;
use crate::scheme::Section;
use crate::table::Table;
use crate::values::{drop_outcome, lost_in};
use teeko_rules::encoding::Fault;

/// The rows that a thread reads one after the other, so that it decodes most blocks once.
pub(crate) const ROWS: usize = 32;

/// Reads rows of a stored layer. It keeps the last block, for the next row.
pub(crate) struct RowReader<'a, T> {
    table: &'a Table,
    file: &'a TableFile,
    layer: Section,
    /// The value that each number in the file stands for; `None` if the layer cannot have it. In
    /// layer 8, [`Scale::NONE`] stands for positions that are not lost.
    values: Vec<Option<T>>,
    block: Option<(u32, Vec<u8>)>,
    row: Vec<u8>,
}

impl<'a, T: Scale> RowReader<'a, T> {
    pub(crate) fn new(table: &'a Table, file: &'a TableFile, layer: usize) -> Self {
        let parity = table.rules().parity();
        let mut sections = file.header().sections.iter();
        let section = sections.find(|section| section.layer == layer);
        let numbers = 0..1 << (8 * file.header().value_width);
        Self {
            table,
            file,
            layer: *section.expect("a layer that the file stores"),
            values: numbers
                .map(|number| value_of_number(number, layer, parity))
                .collect(),
            block: None,
            row: Vec::new(),
        }
    }

    /// Reads a row into `values`. Sets that meet that of the row have the value `hole`.
    pub(crate) fn read(&mut self, number: usize, hole: T, values: &mut [T]) -> Result<()> {
        let width = self.file.header().value_width;
        let start = (self.layer.first + number as u64 * self.layer.row_length) * width as u64;
        self.read_bytes(start, self.layer.row_length as usize * width)?;
        let pieces = self.layer.layer / 2;
        let opponent = self.table.index().orbits(pieces).canonical()[number];
        let free = self.table.rules().board().circles() - opponent;
        let free: Vec<usize> = free.iter().map(Circle::index).collect();
        let row = &self.row;
        let of_number = &self.values;
        let mut cell = 0;
        let mut wrong = None;
        values.fill(hole);
        let mut put = |rank: usize, cell: usize, number: u32| match of_number[number as usize] {
            Some(value) => values[rank] = value,
            None => wrong = Some((cell, number)),
        };
        // Two calls, so that the compiler makes a fast loop for the usual width.
        if width == 1 {
            for_each_rank(&free, pieces, 0, &mut |rank| {
                put(rank, cell, row[cell].into());
                cell += 1;
            });
        } else {
            for_each_rank(&free, pieces, 0, &mut |rank| {
                put(rank, cell, value_at(&row[cell * width..(cell + 1) * width]));
                cell += 1;
            });
        }
        match wrong {
            None => Ok(()),
            Some((cell, number)) => {
                let offset = start + (cell * width) as u64;
                Err(invalid_value(self.file, offset, number))
            }
        }
    }

    /// Decodes the blocks with these bytes of the values, and copies the bytes.
    fn read_bytes(&mut self, start: u64, length: usize) -> Result<()> {
        self.row.clear();
        while self.row.len() < length {
            let block_length = self.file.header().block_length as u64;
            let at = start + self.row.len() as u64;
            let number = (at / block_length) as u32;
            let block = match self.block.take() {
                Some((kept, bytes)) if kept == number => bytes,
                _ => self.file.decode_block(number)?,
            };
            let bytes = &block[(at % block_length) as usize..];
            let missing = length - self.row.len();
            self.row
                .extend_from_slice(&bytes[..bytes.len().min(missing)]);
            self.block = Some((number, block));
        }
        Ok(())
    }
}

/// Returns the value of a layer that a number in its file stands for; `None` if the layer cannot
/// have it.
fn value_of_number<T: Scale>(number: u32, layer: usize, parity: Parity) -> Option<T> {
    let outcome = if layer < 2 * PIECES {
        drop_outcome(number, parity)
    } else if let Some(distance) = lost_in(number, parity) {
        Outcome::Loss(distance)
    } else {
        return Some(T::NONE);
    };
    value_of_outcome(outcome, layer, parity)
}

/// Calls `each` with `base` plus the rank of each set of `size` of the `circles`, whose indices
/// ascend, in the order of the cells of a row.
#[inline]
fn for_each_rank(circles: &[usize], size: usize, base: usize, each: &mut impl FnMut(usize)) {
    match size {
        0 => each(base),
        1 => circles.iter().for_each(|circle| each(base + circle)),
        _ => {
            for (place, &greatest) in circles.iter().enumerate().skip(size - 1) {
                let base = base + binomial(greatest, size) as usize;
                for_each_rank(&circles[..place], size - 1, base, each);
            }
        }
    }
}

/// Returns the error for a value that the layer cannot have, at this byte of the values.
fn invalid_value(file: &TableFile, offset: u64, value: u32) -> TableError {
    let block = (offset / file.header().block_length as u64) as u32;
    let expected = "a distance that the layer has".to_owned();
    let offset = file.header().blocks[block as usize].offset;
    let fault = Fault {
        check: "value",
        offset,
        expected,
        found: value.to_string(),
    };
    TableError::damaged(file.name(), Some(block), fault)
}

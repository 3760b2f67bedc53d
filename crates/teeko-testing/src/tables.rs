//! Tables in memory.

use teeko_solve::Solution;
use teeko_table::{Compression, Description, Table, TableFile, encode, row_values};

/// Small blocks, so that small tables have many, and a fast compression level.
pub const SMALL_BLOCKS: Compression = Compression { level: 3, block_length: 1 << 12 };

/// Returns the bytes of a solution's two table files: the slide file, and the drop file that goes
/// with it.
///
/// # Panics
/// If the format cannot store them.
pub fn encode_both(solution: &Solution, compression: Compression) -> (Vec<u8>, Vec<u8>) {
    let (rules, census) = (solution.rules(), solution.census());
    let slide = encoded(&Description::slide(rules, &census), solution, compression);
    let hash = open(slide.clone()).header().content_hash();
    let drop = encoded(&Description::drop(rules, hash, &census), solution, compression);
    (slide, drop)
}

/// Returns the bytes of one of a solution's table files.
///
/// # Panics
/// If the format cannot store it.
pub fn encoded(
    description: &Description,
    solution: &Solution,
    compression: Compression,
) -> Vec<u8> {
    encode(description, compression, &|row| row_values(solution, row)).expect("a table file")
}

/// Returns the tables of a solution.
///
/// # Panics
/// If the format cannot store them.
pub fn table(solution: &Solution, compression: Compression) -> Table {
    let (slide, drop) = encode_both(solution, compression);
    Table::new(open(slide), Some(open(drop)), solution.rules()).expect("tables of the rules")
}

/// Opens the table file with these bytes; errors call it `test`.
///
/// # Panics
/// If the file is damaged.
pub fn open(bytes: Vec<u8>) -> TableFile {
    TableFile::open(bytes, "test").expect("a sound file")
}

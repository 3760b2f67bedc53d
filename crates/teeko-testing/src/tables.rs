//! Tables in memory.

use teeko_solve::Solution;
use teeko_table::{
    CellIndex, Census, Compression, Description, Table, TableFile, encode, row_values,
};

/// Small blocks, so that small tables have many, and the fastest compression level.
pub const SMALL_BLOCKS: Compression = Compression {
    level: 1,
    block_length: 1 << 12,
};

/// Returns the bytes of a solution's two table files: the slide file, and the drop file that goes
/// with it.
pub fn encode_both(solution: &Solution, compression: Compression) -> (Vec<u8>, Vec<u8>) {
    let rules = solution.rules();
    let census = solution.census();
    let slide = encoded(&Description::slide(rules, &census), solution, compression);
    let hash = open(slide.clone()).header().content_hash;
    let drop = Description::drop(rules, hash, &census);
    let drop = encoded(&drop, solution, compression);
    (slide, drop)
}

/// Returns the bytes of one of a solution's table files.
pub fn encoded(
    description: &Description,
    solution: &Solution,
    compression: Compression,
) -> Vec<u8> {
    encode(description, compression, &|row| row_values(solution, row)).expect("a table file")
}

/// Returns the tables of a solution.
pub fn table(solution: &Solution, compression: Compression) -> Table {
    let (slide, drop) = encode_both(solution, compression);
    Table::new(open(slide), Some(open(drop)), solution.rules()).expect("tables of the rules")
}

/// Opens the table file with these bytes; errors call it `test`.
pub fn open(bytes: Vec<u8>) -> TableFile {
    TableFile::open(bytes, "test").expect("a sound file")
}

/// Returns a table file with another census, other values and right checksums, so that nothing else
/// shows the change. `change` gets the index of each value and the value, which takes one byte.
pub fn forged(
    file: &TableFile,
    census: &Census,
    change: impl Fn(usize, u32) -> u32 + Sync,
) -> Vec<u8> {
    let header = file.header();
    let values = file.decode_values().expect("sound values");
    let index = CellIndex::new(&header.description.rules);
    let description = match header.description.slide_hash {
        None => Description::slide(&header.description.rules, census),
        Some(hash) => Description::drop(&header.description.rules, hash, census),
    };
    let encoded = encode(&description, Compression::default(), &|row| {
        let first = index.cell(row.movers().next().expect("a set"), row.opponent) as usize;
        let places = first..first + row.length();
        places
            .map(|place| change(place, values[place].into()))
            .collect()
    });
    encoded.expect("a table")
}

/// Updates the checksum of a changed header.
pub fn sign(file: &mut [u8], header_length: usize) {
    let checksum = crc32fast::hash(&file[..header_length - 4]);
    file[header_length - 4..header_length].copy_from_slice(&checksum.to_le_bytes());
}

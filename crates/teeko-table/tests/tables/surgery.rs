//! Files changed on purpose, with matching checksums.

use teeko_table::BlockEntry;
use teeko_testing::{open, sign};

pub(crate) fn header_length(file: &[u8]) -> usize {
    open(file.to_vec()).header().length()
}

/// The offset of the census in the header.
pub(crate) fn census_start(file: &[u8]) -> usize {
    entry_place(file, 0)
        - 16 * open(file.to_vec())
            .header()
            .description
            .census
            .entries()
            .count()
}

/// The offset of a block's entry in the header.
fn entry_place(file: &[u8], number: usize) -> usize {
    let header = open(file.to_vec()).header().clone();
    header.length() - 4 - 16 * (header.blocks.len() - number)
}

/// Replaces a block by other bytes of any length, and updates checksums and offsets.
pub(crate) fn replace_block(file: &[u8], number: usize, bytes: &[u8]) -> Vec<u8> {
    let header = open(file.to_vec()).header().clone();
    let mut replaced = file[..header.length()].to_vec();
    for (each, block) in header.blocks.iter().enumerate() {
        let start = block.offset as usize;
        let content = if each == number {
            bytes
        } else {
            &file[start..start + block.length as usize]
        };
        let entry = BlockEntry {
            offset: replaced.len() as u64,
            length: content.len() as u32,
            checksum: crc32fast::hash(content),
        };
        let place = entry_place(file, each);
        replaced[place..place + 8].copy_from_slice(&entry.offset.to_le_bytes());
        replaced[place + 8..place + 12].copy_from_slice(&entry.length.to_le_bytes());
        replaced[place + 12..place + 16].copy_from_slice(&entry.checksum.to_le_bytes());
        replaced.extend_from_slice(content);
    }
    sign(&mut replaced, header.length());
    replaced
}

//! Certificates: true and false claims, hostile files, memory.

mod claims;
mod draws;
mod hostile;
mod memory;
mod mutants;

#[global_allocator]
static ALLOCATOR: teeko_testing::PeakAlloc = teeko_testing::PeakAlloc;

/// Returns the bytes with the length and the checksum that belong to them.
fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len() as u32;
    if let Some(place) = bytes.get_mut(12..16) {
        place.copy_from_slice(&length.to_le_bytes());
    }
    let (content, checksum) = bytes.split_last_chunk_mut::<4>().unwrap();
    *checksum = crc32fast::hash(content).to_le_bytes();
    bytes
}

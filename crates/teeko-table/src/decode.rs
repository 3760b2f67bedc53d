//! Decompression of one block, by the C library or, with feature `portable`, in Rust alone.

/// What every zstd frame begins with; skippable frames, which hold anything, begin otherwise.
const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Decompresses a block, which has to be one zstd frame and nothing else, into an empty vector. Its capacity is the length that the block
/// is to have, and nothing more is allocated but for what the decoder needs to work.
///
/// What is wrong with it comes back as text: the error types of the two libraries have nothing else in common.
pub(crate) fn decompress(compressed: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    if !compressed.starts_with(&FRAME) {
        return Err("something else".to_owned());
    }
    decompress_frame(compressed, bytes)
}

/// That a block goes on after its frame.
const MORE: &str = "more after the frame";

#[cfg(all(feature = "file", not(feature = "portable")))]
fn decompress_frame(compressed: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    use std::cell::RefCell;
    use zstd::bulk::Decompressor;
    use zstd::zstd_safe::{find_frame_compressed_size, get_error_name};

    thread_local!(static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) });
    let length = find_frame_compressed_size(compressed).map_err(get_error_name)?;
    if length != compressed.len() {
        return Err(MORE.to_owned());
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = match decompressor {
            Some(decompressor) => decompressor,
            None => decompressor.insert(Decompressor::new().map_err(|error| error.to_string())?),
        };
        decompressor.decompress_to_buffer(compressed, bytes).map(drop).map_err(|error| error.to_string())
    })
}

#[cfg(feature = "portable")]
fn decompress_frame(mut compressed: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
    use std::io::Read;

    /// The bytes decoded before they are taken out of the decoder.
    const AT_A_TIME: usize = 1 << 20;

    let mut decoder = FrameDecoder::new();
    // The decoder keeps a window of what it has decoded, beside the block. No block needs one longer than the longest block.
    decoder.set_max_window_size(*crate::parse::BLOCK_LENGTHS.end() as u64);
    decoder.init(&mut compressed).map_err(|error| error.to_string())?;
    bytes.resize(bytes.capacity(), 0);
    let mut length = 0;
    while !decoder.is_finished() {
        let decoded = decoder.decode_blocks(&mut compressed, BlockDecodingStrategy::UptoBytes(AT_A_TIME));
        decoded.map_err(|error| error.to_string())?;
        length += decoder.read(&mut bytes[length..]).map_err(|error| error.to_string())?;
        if decoder.can_collect() != 0 {
            return Err("a longer one".to_owned());
        }
    }
    bytes.truncate(length);
    if compressed.is_empty() { Ok(()) } else { Err(MORE.to_owned()) }
}

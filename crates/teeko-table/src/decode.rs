//! Decompression of one block, by the C library or, with feature `portable`, in Rust alone.

/// Decompresses a block that is to have `length` bytes, which is also the most that are allocated for it, but for what the
/// decoder needs to work.
///
/// What is wrong with it comes back as text: the error types of the two libraries have nothing else in common.
#[cfg(all(feature = "file", not(feature = "portable")))]
pub(crate) fn decompress(compressed: &[u8], length: usize) -> Result<Vec<u8>, String> {
    use std::cell::RefCell;
    use zstd::bulk::Decompressor;

    thread_local!(static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) });
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        if decompressor.is_none() {
            *decompressor = Some(Decompressor::new().map_err(|error| error.to_string())?);
        }
        let mut bytes = Vec::with_capacity(length);
        match decompressor.as_mut().map(|decompressor| decompressor.decompress_to_buffer(compressed, &mut bytes)) {
            Some(Err(error)) => Err(error.to_string()),
            _ => Ok(bytes),
        }
    })
}

#[cfg(feature = "portable")]
pub(crate) fn decompress(compressed: &[u8], length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; length];
    let mut decoder = ruzstd::decoding::FrameDecoder::new();
    // The decoder keeps a window of what it has decoded, beside the block. No block needs one longer than the longest block.
    decoder.set_max_window_size(*crate::parse::BLOCK_LENGTHS.end() as u64);
    let length = decoder.decode_all(compressed, &mut bytes).map_err(|error| error.to_string())?;
    bytes.truncate(length);
    Ok(bytes)
}

//! Decompression of one block: by the C library or, with feature `portable`, in Rust alone.

/// The first bytes of every zstd frame. Skippable frames, which may contain anything, begin
/// differently.
const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Decompresses a block, which must be exactly one zstd frame, into an empty vector.
///
/// The vector's capacity is the expected length of the block. Nothing more is allocated, apart from
/// what the decoder needs to work.
///
/// Errors are returned as text, because the error types of the two libraries have nothing in
/// common.
pub(crate) fn decompress(compressed: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    if !compressed.starts_with(&FRAME) {
        return Err("something else".to_owned());
    }
    decompress_frame(compressed, bytes)
}

#[cfg(not(feature = "portable"))]
use self::in_c as decompress_frame;
#[cfg(feature = "portable")]
use self::in_rust as decompress_frame;

/// The error for bytes after the frame.
const MORE: &str = "more after the frame";

#[cfg(feature = "file")]
fn in_c(compressed: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    use std::cell::RefCell;
    use zstd::bulk::Decompressor;
    use zstd::zstd_safe::{find_frame_compressed_size, get_error_name};

    thread_local! {
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    let length = find_frame_compressed_size(compressed).map_err(get_error_name)?;
    if length != compressed.len() {
        return Err(MORE.to_owned());
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = match decompressor {
            Some(decompressor) => decompressor,
            None => decompressor.insert(Decompressor::new().map_err(|error| error.to_string())?),
        };
        decompressor
            .decompress_to_buffer(compressed, bytes)
            .map(drop)
            .map_err(|error| error.to_string())
    })
}

#[cfg(any(feature = "portable", test))]
fn in_rust(mut compressed: &[u8], bytes: &mut Vec<u8>) -> Result<(), String> {
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
    use std::io::Read;

    /// The number of bytes to decode before they are taken out of the decoder.
    const AT_A_TIME: usize = 1 << 20;

    let mut decoder = FrameDecoder::new();
    // The decoder keeps a window of decoded bytes in addition to the block. No block needs a window
    // longer than the longest block.
    decoder.set_max_window_size(*crate::header::BLOCK_LENGTHS.end() as u64);
    decoder
        .init(&mut compressed)
        .map_err(|error| error.to_string())?;
    bytes.resize(bytes.capacity(), 0);
    let mut length = 0;
    while !decoder.is_finished() {
        let result =
            decoder.decode_blocks(&mut compressed, BlockDecodingStrategy::UptoBytes(AT_A_TIME));
        result.map_err(|error| error.to_string())?;
        length += decoder
            .read(&mut bytes[length..])
            .map_err(|error| error.to_string())?;
        if decoder.can_collect() != 0 {
            return Err("a longer one".to_owned());
        }
    }
    bytes.truncate(length);
    if compressed.is_empty() {
        Ok(())
    } else {
        Err(MORE.to_owned())
    }
}

#[cfg(test)]
#[cfg(feature = "file")]
mod tests {
    use super::*;
    use teeko_testing::Random;

    /// Returns the result of both decoders for a frame of `length` decompressed bytes; `None` for
    /// one that refuses it.
    fn decoded(frame: &[u8], length: usize) -> [Option<Vec<u8>>; 2] {
        [in_c, in_rust].map(|decoder: fn(&[u8], &mut Vec<u8>) -> Result<(), String>| {
            let mut bytes = Vec::with_capacity(length);
            decoder(frame, &mut bytes).ok().map(|()| bytes)
        })
    }

    #[test]
    fn the_decoders_accept_the_same_frames_and_return_the_same_bytes() {
        let mut random = Random::new(5);
        let mut both = 0;
        for (length, level) in [
            (0, 3),
            (1, 3),
            (1000, 1),
            (1 << 16, 15),
            (1 << 16, 19),
            (3 << 18, 3),
        ] {
            // Runs of a few different values, as in tables.
            let data: Vec<u8> = (0..length)
                .map(|place| (place / 7 % 5 + random.below(2)) as u8)
                .collect();
            let frame = zstd::bulk::compress(&data, level).unwrap();
            assert_eq!(decoded(&frame, length), [Some(data.clone()), Some(data)]);
            let longer = [&frame[..], &[0]].concat();
            let twice = frame.repeat(2);
            for (frame, length) in [
                (&longer, length),
                (&twice, length),
                (&twice, 2 * length),
                (&Vec::new(), length),
            ] {
                assert_eq!(
                    decoded(frame, length),
                    [None, None],
                    "{length} bytes at level {level}"
                );
            }
            for end in (0..frame.len()).step_by(frame.len() / 20 + 1) {
                assert_eq!(
                    decoded(&frame[..end], length),
                    [None, None],
                    "{end} of {} bytes",
                    frame.len()
                );
            }
            if length > 0 {
                assert_eq!(
                    decoded(&frame, length - 1),
                    [None, None],
                    "a frame of {length} bytes, one too many"
                );
            }
            for _ in 0..200 {
                let mut flipped = frame.clone();
                flipped[random.below(frame.len())] ^= 1 << random.below(8);
                if let [Some(one), Some(other)] = decoded(&flipped, length) {
                    assert_eq!(one, other);
                    both += 1;
                }
            }
        }
        assert!(
            both > 0,
            "both decode some frames in which a bit has flipped"
        );
    }
}

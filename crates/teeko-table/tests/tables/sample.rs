//! A small solution with its files, which tests damage.

use std::sync::OnceLock;

use teeko_solve::Solution;
use teeko_testing::{SMALL_BLOCKS, encode_both, solved};

/// A small solution and its files, of many blocks.
pub(crate) struct Sample {
    pub(crate) solution: Solution,
    pub(crate) slide: Vec<u8>,
    pub(crate) drop: Vec<u8>,
}

pub(crate) fn sample() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let solution = solved("44-spsp+4x4");
        let (slide, drop) = encode_both(&solution, SMALL_BLOCKS);
        Sample {
            solution,
            slide,
            drop,
        }
    })
}

//! Table files: written, read, damaged and attacked.
#![cfg(feature = "file")]

mod changed_files;
mod expand;
mod golden;
mod hostile;
mod memory;
mod new_file;
mod round_trip;
mod stopping;
mod surgery;
mod write;

use std::sync::OnceLock;

use teeko_solve::Solution;
use teeko_testing::{SMALL_BLOCKS, encode_both, solved};

/// A small solution and its files, of many blocks.
struct Sample {
    solution: Solution,
    slide: Vec<u8>,
    drop: Vec<u8>,
}

fn sample() -> &'static Sample {
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

#[global_allocator]
static ALLOCATOR: teeko_testing::PeakAlloc = teeko_testing::PeakAlloc;

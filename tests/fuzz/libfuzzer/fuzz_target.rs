//! Feeds the inputs of libFuzzer to the reader that the binary is named after.

#![no_main]

// The seeds are written by the example.
#[allow(dead_code)]
#[path = "../targets.rs"]
mod targets;

use std::sync::LazyLock;

use clap::ValueEnum;
use fastrand::Rng;
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<targets::Target> = LazyLock::new(|| {
    targets::Target::from_str(env!("CARGO_BIN_NAME"), false).expect("the name of a target")
});

fuzz_target!(|input: &[u8]| {
    let (mut input, mut random) = (input.to_vec(), Rng::with_seed(input.len() as u64));
    TARGET.mend(&mut input, &mut random);
    TARGET.accepts(&input);
});

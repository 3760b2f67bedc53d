//! Table files: written, read, damaged and attacked.
#![cfg(feature = "file")]

mod attack;
mod changed_files;
mod expand;
mod folder;
mod golden;
mod hostile;
mod memory;
mod new_file;
mod round_trip;
mod sample;
mod second_reader;
mod stopping;
mod surgery;
mod write;

#[global_allocator]
static ALLOCATOR: teeko_testing::PeakAlloc = teeko_testing::PeakAlloc;

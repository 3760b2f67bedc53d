//! Certificates: true and false claims, hostile files, memory.

mod claims;
mod draws;
mod files;
mod hostile;
mod memory;
mod mutants;

#[global_allocator]
static ALLOCATOR: teeko_testing::PeakAlloc = teeko_testing::PeakAlloc;

//! Certificates: true and false claims, hostile files, memory.

mod claims;
mod draws;
mod hostile;
mod memory;

#[global_allocator]
static ALLOCATOR: teeko_testing::CountingAllocator = teeko_testing::CountingAllocator;

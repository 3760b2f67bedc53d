//! The service as its clients see it, good and bad. One test program, since each takes its time to
//! link.

mod answers;
mod common;
mod contract;
mod games;
mod limits;
#[cfg(unix)]
mod nginx;
mod openapi;
mod refusals;

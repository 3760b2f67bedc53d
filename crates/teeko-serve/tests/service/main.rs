//! The service as its clients see it, good and bad. One test program, since each takes its time to
//! link.

mod answers;
mod attacks;
mod clients;
mod common;
mod contract;
mod games;
mod openapi;
mod refusals;

//! The program `teeko` as its users see it. One test program, since each takes its time to link.

mod certificates;
mod cli;
mod common;
mod diff;
mod query;
mod readme;
mod reports;
mod rule_files;
mod tables;

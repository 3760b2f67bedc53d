//! The program `teeko` as users see it. There is one test program, since linking each takes time.

mod answers;
mod atlas;
mod attacks;
mod certificates;
mod cli;
mod common;
mod contract;
mod counts;
mod declarations;
mod exports;
#[cfg(unix)]
mod files;
mod help;
mod journal;
mod large_boards;
mod learn;
mod notation;
mod play;
mod points;
mod puzzles;
mod query;
mod random;
mod read_table;
mod readme;
mod reports;
mod rule_files;
mod serve;
mod shown;
mod tables;
mod terminal;
mod texts;
mod variants;

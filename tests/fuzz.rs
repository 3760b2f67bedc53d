//! A short run of each fuzz target, with the code of the program in `tests/fuzz`, which also does
//! long runs.

mod mutate;
mod run;
mod targets;

use self::run::{Inputs, run};
use self::targets::Target;

fn short_run(target: Target, count: u64) {
    match run(target, &Inputs { seed: 1998, first: 0, count }) {
        Ok(accepted) => assert!((1..count).contains(&accepted), "{accepted} of {count} accepted"),
        Err(failure) => panic!("{failure}"),
    }
}

#[test]
fn notation_never_panics() {
    short_run(Target::Notation, 200_000);
}

#[test]
fn the_reader_of_rule_files_never_panics() {
    short_run(Target::RuleFile, 10_000);
}

#[test]
fn the_reader_of_requests_never_panics() {
    short_run(Target::Http, 10_000);
}

#[test]
fn the_journal_never_panics() {
    short_run(Target::Journal, 200);
}

#[test]
fn the_table_reader_never_panics() {
    short_run(Target::Table, 2_000);
}

#[test]
fn the_certificate_reader_never_panics() {
    short_run(Target::Certificate, 8_000);
}

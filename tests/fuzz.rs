//! A short run of each fuzz target, with the code of the program in `tests/fuzz`, which also does
//! long runs.

mod mutate;
mod run;
mod targets;

use self::run::{Inputs, run};
use self::targets::Target;

#[test]
fn no_reader_panics() {
    for (target, count) in [
        (Target::Notation, 100_000),
        (Target::RuleFile, 10_000),
        (Target::Http, 10_000),
        (Target::Journal, 200),
        (Target::Table, 1_000),
        (Target::Certificate, 3_000),
    ] {
        match run(
            target,
            &Inputs {
                seed: 1998,
                first: 0,
                count,
            },
        ) {
            Ok(accepted) => assert!((1..count).contains(&accepted), "{target:?}: {accepted}"),
            Err(failure) => panic!("{target:?}: {failure}"),
        }
    }
}

//! Long-running work reports its progress to its observer up to the end, and stops when the
//! observer says so.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use teeko_analysis::difference;
use teeko_analysis::full_verification::verify_file;
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Outcome, Position};
use teeko_solve::solve;
use teeko_testing::{FunctionOracle, SMALL_BLOCKS, observed, rules, table};

/// Returns an observer that stops the work when `percent` per cent are done.
fn up_to(percent: u64) -> impl Fn(Progress) -> ControlFlow<()> + Sync {
    move |Progress { done, total }| {
        if done * 100 < total * percent {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Asserts that work ends when its observer stops it, at any point, and otherwise reports progress
/// until all is done. `work` returns whether it was stopped.
fn assert_observed(what: &str, work: impl Fn(Observer<'_>) -> bool) {
    for percent in [0, 50, 100] {
        assert!(work(&up_to(percent)), "{what}: stopped when {percent} % were done");
    }
    let (stopped, reports) = observed(usize::MAX, |observe| work(observe));
    assert!(!stopped, "{what}");
    let total = reports[0].total;
    assert!(
        reports.iter().all(|progress| progress.total == total && progress.done <= total),
        "{what}: {reports:?}"
    );
    assert_eq!(reports.iter().map(|progress| progress.done).max(), Some(total), "{what}");
}

/// Whether work was stopped.
fn is_stopped<T>(result: Result<T, impl Display>) -> bool {
    let error = result.err().map(|error| error.to_string());
    assert!(error.is_none() || error == Some(Stopped.to_string()), "{error:?}");
    error.is_some()
}

#[test]
fn work_on_all_positions() {
    let [one, other] = ["44-ssss+4x4", "58-ssss+4x4"].map(|variant| solve(&rules(variant)));
    assert_observed("difference", |observe| is_stopped(difference(&one, &other, 1, observe)));
    let table = table(&one, SMALL_BLOCKS);
    let (slide, drop) = (table.slide(), table.drop_file().expect("a drop file"));
    let layers = table.expand().expect("sound files");
    for (what, file) in [("slide file", slide), ("drop file", drop)] {
        assert_observed(what, |observe| is_stopped(verify_file(&layers, file, 5, observe)));
    }
}

/// The number of positions that are still looked up shows how soon the work ends.
#[test]
fn little_is_looked_up_after_the_observer_has_said_to_stop() {
    let looked_up = AtomicU64::new(0);
    let counting = || {
        FunctionOracle::new(rules("44-ssss"), |_: &Position| {
            looked_up.fetch_add(1, Ordering::Relaxed);
            Some(Outcome::Draw)
        })
    };
    let stop = |_| ControlFlow::Break(());
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one_thread.install(|| {
        assert!(is_stopped(difference(&counting(), &counting(), 1, &stop)));
    });
    // Layer 8 of the standard board has 9.5 million orbits.
    assert!((1..100_000).contains(&looked_up.into_inner()));
}

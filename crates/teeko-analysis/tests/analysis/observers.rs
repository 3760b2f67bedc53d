//! Long-running work reports its progress to its observer up to the end, and stops when the
//! observer says so.

use std::fmt::Display;
use std::ops::ControlFlow;

use teeko_analysis::full_verification::verify_file;
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_solve::solve;
use teeko_testing::{SMALL_BLOCKS, observed, rules, table};

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
    let table = table(&solve(&rules("44-ssss+4x4")), SMALL_BLOCKS);
    let (slide, drop) = (table.slide(), table.drop_file().expect("a drop file"));
    let layers = table.expand().expect("sound files");
    for (what, file) in [("slide file", slide), ("drop file", drop)] {
        assert_observed(what, |observe| is_stopped(verify_file(&layers, file, 5, observe)));
    }
}

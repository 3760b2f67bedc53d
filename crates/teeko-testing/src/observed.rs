//! Work that reports its progress.

use std::error::Error;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Mutex;

use teeko_rules::work::{Observer, Stopped};

/// Runs some work with an observer that stops it at call number `stop`. Returns the result, and the
/// progress that the observer received.
pub fn observed<P: Send, T>(stop: usize, work: impl FnOnce(Observer<'_, P>) -> T) -> (T, Vec<P>) {
    let told = Mutex::new(Vec::new());
    let result = work(&|progress| {
        let mut told = told.lock().expect("no panic");
        told.push(progress);
        if told.len() == stop {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    (result, told.into_inner().expect("no panic"))
}

/// Checks that an observer can stop some work at each of its calls: the work then fails because it
/// is [`Stopped`], and calls the observer no more. Returns what the whole work returns, and the
/// progress that it reports.
pub fn stops_everywhere<P: Send + PartialEq + Debug, T, E: Error>(
    work: impl Fn(Observer<'_, P>) -> Result<T, E>,
) -> (T, Vec<P>) {
    let (whole, progress) = observed(usize::MAX, &work);
    assert!(!progress.is_empty(), "the work calls its observer");
    for stop in 1..=progress.len() {
        let (stopped, again) = observed(stop, &work);
        let Err(error) = stopped else {
            panic!("call {stop} does not stop the work");
        };
        assert_eq!(error.to_string(), Stopped.to_string(), "call {stop}");
        assert_eq!(again, progress[..stop], "calls after the one that stops");
    }
    (whole.expect("nothing stops the whole work"), progress)
}

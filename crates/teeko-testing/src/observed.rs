//! Work that reports its progress.

use std::ops::ControlFlow;
use std::sync::Mutex;

/// Runs some work with an observer that stops it at call number `stop`. Returns the result, and the
/// progress that the observer received.
pub fn observed<P: Send, T>(
    stop: usize,
    work: impl FnOnce(&(dyn Fn(P) -> ControlFlow<()> + Sync)) -> T,
) -> (T, Vec<P>) {
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

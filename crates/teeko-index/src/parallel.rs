//! The same work on many items, on the threads of the current rayon pool, or with feature `threads`
//! off on the current thread.
//!
//! Outside a pool these are the threads of rayon's own pool. If the system refuses to start them,
//! the current thread does the work.
//!
//! All uses share one instance of rayon's code. Rayon's own iterators are compiled anew for each
//! use; with them, a third of what the compiler made of the solver was theirs.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does the work for each item, in any order.
pub fn for_each<T: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
    map(items, work);
}

/// Returns what the work makes of each item, in the order of the items.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    // Each item, and then its result. Each is locked once: no thread waits.
    let mut slots: Vec<Mutex<(Option<T>, Option<R>)>> = Vec::new();
    for item in items {
        slots.push(Mutex::new((Some(item), None)));
    }
    for_each_number(slots.len(), &|number| {
        let mut slot = slots[number].lock().unwrap_or_else(PoisonError::into_inner);
        slot.1 = slot.0.take().map(&work);
    });
    let mut results = Vec::with_capacity(slots.len());
    for slot in slots {
        let (_, result) = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.extend(result);
    }
    results
}

/// Adds the items to several sums, each of some of the items: one for each thread, or a few more if
/// the work is itself parallel.
///
/// A sum can also hold what the work on one item after the other needs.
pub fn fold<T: Send, S: Send>(
    items: impl IntoIterator<Item = T>,
    start: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, T) + Sync,
) -> Vec<S> {
    let Ok(sums) = try_fold(items, start, |sum, item| -> Result<(), Infallible> {
        add(sum, item);
        Ok(())
    });
    sums
}

/// [`fold`] for work that can fail. After a failure no work begins on later items.
///
/// # Errors
/// The first of the errors, in the order of the items.
pub fn try_fold<T: Send, S: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    start: impl Fn() -> S + Sync,
    add: impl Fn(&mut S, T) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E> {
    let sums = Mutex::new(Vec::new());
    let idle = || sums.lock().unwrap_or_else(PoisonError::into_inner);
    try_for_each(items, |item| {
        let sum = idle().pop();
        let mut sum = sum.unwrap_or_else(&start);
        add(&mut sum, item)?;
        idle().push(sum);
        Ok(())
    })?;
    Ok(sums.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// [`map`] for work that can fail. After a failure no work begins on later items.
///
/// # Errors
/// The first of the errors, in the order of the items.
pub fn try_map<T: Send, R: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let failed = AtomicUsize::new(usize::MAX);
    let results = map(items.into_iter().enumerate(), |(number, item)| {
        if number >= failed.load(Ordering::Relaxed) {
            return None;
        }
        let result = work(item);
        if result.is_err() {
            failed.fetch_min(number, Ordering::Relaxed);
        }
        Some(result)
    });
    results.into_iter().flatten().collect()
}

/// [`for_each`] for work that can fail. After a failure no work begins on later items.
///
/// # Errors
/// The first of the errors, in the order of the items.
pub fn try_for_each<T: Send, E: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    try_map(items, work).map(drop)
}

/// Returns the number of threads that work at once.
pub fn threads() -> usize {
    #[cfg(feature = "threads")]
    if has_threads() {
        return rayon::current_num_threads();
    }
    1
}

fn for_each_number(numbers: usize, work: &(dyn Fn(usize) + Sync)) {
    #[cfg(feature = "threads")]
    if numbers > 1 && has_threads() {
        use rayon::prelude::*;
        return (0..numbers).into_par_iter().for_each(work);
    }
    (0..numbers).for_each(work);
}

/// Returns whether there is a pool to work in. Starts rayon's own pool if it is needed: rayon
/// itself would panic if the system refused its threads.
#[cfg(feature = "threads")]
fn has_threads() -> bool {
    use std::error::Error as _;
    use std::sync::LazyLock;

    static OWN: LazyLock<bool> = LazyLock::new(|| {
        let refused = rayon::ThreadPoolBuilder::new().build_global().err();
        // Without a cause, the pool is there already.
        refused.is_none_or(|error| error.source().is_none())
    });
    cfg!(target_family = "wasm") || rayon::current_thread_index().is_some() || *OWN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items_and_every_item_is_worked_on_once() {
        let mut values = vec![0; 1000];
        for_each(values.iter_mut().enumerate(), |(number, value)| {
            *value += number;
        });
        assert_eq!(
            map(&values, |value| value + 1),
            (1..=1000).collect::<Vec<_>>()
        );
        assert!(map(Vec::<u8>::new(), |value| value).is_empty());
    }

    #[test]
    fn sums_are_of_all_items_together() {
        let sums = fold(1..=1000, || 0, |sum, number| *sum += number);
        assert!(sums.len() <= threads(), "{} sums", sums.len());
        assert_eq!(sums.iter().sum::<u64>(), 500_500);
    }

    #[test]
    fn the_first_failure_is_returned_and_little_is_done_after_it() {
        let done = AtomicUsize::new(0);
        let work = |number: usize| {
            done.fetch_add(1, Ordering::Relaxed);
            if number % 10_000 == 3_000 {
                Err(number)
            } else {
                Ok(number)
            }
        };
        assert_eq!(try_map(0..3, work), Ok(vec![0, 1, 2]));
        assert_eq!(
            try_for_each(0..100_000, |number| work(number).map(drop)),
            Err(3_000)
        );
        assert!(done.into_inner() < 90_000, "work goes on after a failure");
    }
}

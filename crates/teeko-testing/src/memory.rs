//! Measures how much memory some work takes.

use std::process::Command;

use peak_alloc::PeakAlloc;

/// Returns the result of `work`, the peak of the bytes in use during it, and the bytes in use after
/// it, both beyond those in use before it. Both are 0 unless [`PeakAlloc`] is the global allocator.
/// Allocations of C libraries are not counted.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = PeakAlloc.current_usage();
    PeakAlloc.reset_peak_usage();
    let result = work();
    let peak = PeakAlloc.peak_usage();
    let after = PeakAlloc.current_usage();
    (result, peak - before, after.saturating_sub(before))
}

/// Returns whether this process runs only the test `test`. If not, runs it in its own process,
/// where no other test takes memory.
pub fn runs_alone(test: &str) -> bool {
    const ALONE: &str = "TEEKO_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let mut test_program = Command::new(std::env::current_exe().expect("this program"));
    let status = test_program
        .args(["--exact", test])
        .env(ALONE, "1")
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{test} failed in a process of its own"
    );
    false
}

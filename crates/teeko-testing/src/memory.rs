//! Measures how much memory some work takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, which also counts the bytes in use. A test program that measures memory
/// makes it the `#[global_allocator]`. Allocations of C libraries are not counted.
#[derive(Debug)]
pub struct CountingAllocator;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    let in_use = IN_USE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(in_use, Ordering::Relaxed);
}

// SAFETY: every call goes unchanged to the system's allocator, which keeps the promises of the
// trait.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the promises of this function, which are those of the system's
        // allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above; like every block, it comes from the system's allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grow(size);
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// Returns the result of `work`, the peak of the bytes in use during it, and the bytes in use after
/// it, both beyond those in use before it. Both are 0 unless [`CountingAllocator`] is the global
/// allocator.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    let (peak, after) = (PEAK.load(Ordering::Relaxed), IN_USE.load(Ordering::Relaxed));
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

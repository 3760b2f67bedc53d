//! Another library in Rust, for a program in C that links both.

/// Returns whether it has caught its own panic.
#[unsafe(no_mangle)]
pub extern "C" fn other_catches() -> i32 {
    let caught = std::panic::catch_unwind(|| assert_eq!(std::hint::black_box(1), 2));
    i32::from(caught.is_err())
}

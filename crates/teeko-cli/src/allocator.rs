//! The allocator under a limit on address space.

/// Makes all threads share one arena if the address space is limited (`ulimit -v`).
///
/// The allocator of the GNU C library reserves 64 MB of address space, and 128 MB for a moment, for
/// the first allocation of each thread. That leaves no room for the work itself: the program would
/// refuse it, or abort where an arena came into being after the memory was checked. One arena is
/// slower where many threads allocate at once, so without a limit each thread has its own.
///
/// Must run before the first thread starts.
pub(crate) fn limit_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if teeko::free_address_space().is_some() {
        // If this fails, each thread has its own arena, and memory checks count these.
        #[expect(unsafe_code)]
        // SAFETY: it sets a number of the allocator, under its lock. Any number is sound.
        let _ = unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

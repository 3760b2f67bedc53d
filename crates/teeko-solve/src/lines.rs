//! The memory of planes.

#[cfg(not(target_family = "wasm"))]
pub(crate) use self::map::{Lines, zeros};

/// The lines of a plane, in the memory of a web page, which has no maps.
#[cfg(target_family = "wasm")]
pub(crate) type Lines = Vec<crate::line::BitLine>;

/// Returns `lines` lines of zeros.
#[cfg(target_family = "wasm")]
pub(crate) fn zeros(lines: usize) -> Lines {
    vec![crate::line::BitLine::ZERO; lines]
}

#[cfg(not(target_family = "wasm"))]
mod map {
    use std::alloc::{Layout, handle_alloc_error};
    use std::ops::{Deref, DerefMut};

    use memmap2::MmapMut;

    use crate::line::BitLine;

    /// The lines of a plane, in an anonymous map.
    #[derive(Debug)]
    pub(crate) struct Lines(MmapMut);

    /// Returns `lines` lines of zeros, in large pages if the system has them. A half-step reads
    /// lines from all over a plane, and is up to a third faster with large pages.
    pub(crate) fn zeros(lines: usize) -> Lines {
        let layout = Layout::array::<BitLine>(lines).expect("a plane that fits the address space");
        let Ok(map) = MmapMut::map_anon(layout.size()) else {
            handle_alloc_error(layout)
        };
        // Without large pages it is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Lines(map)
    }

    impl Default for Lines {
        fn default() -> Self {
            zeros(0)
        }
    }

    impl Deref for Lines {
        type Target = [BitLine];

        fn deref(&self) -> &[BitLine] {
            // SAFETY: any bytes are a line. A map begins at a page, and so at a line.
            unsafe { self.0.align_to().1 }
        }
    }

    impl DerefMut for Lines {
        fn deref_mut(&mut self) -> &mut [BitLine] {
            // SAFETY: likewise, and the bytes of a line are any bytes.
            unsafe { self.0.align_to_mut().1 }
        }
    }
}

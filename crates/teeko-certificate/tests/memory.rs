//! How much memory a check takes, counted where it is handed out. A program of its own, and one test, since all of it counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use teeko_certificate::{Certificate, Failure, canonical};
use teeko_rules::{Board, Goals, Position, Rules, Side, Step};

/// The system's allocator, which keeps count of what is in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all is passed on to the system's allocator as it came, which keeps the promises of the trait.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system's allocator asks for, which are those of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above; the block comes from the system's allocator, as all do.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Without goals and with every step there is, play goes on: each choice leads to positions that have not been seen.
fn endless_walk(choices: usize) -> Certificate {
    let parts = || -7..=7;
    let offsets =
        parts().flat_map(|columns| parts().map(move |rows| (columns, rows))).filter(|&offset| offset != (0, 0));
    let rules = Rules::builder().board(Board::new(8, 8).unwrap()).goals(Goals::default()).step(Step::new(offsets));
    let rules = rules.build().unwrap();
    let symmetries = rules.symmetries();
    let (mut seen, mut position, mut numbers) = (HashSet::new(), Position::EMPTY, Vec::new());
    while numbers.len() < choices {
        let after = |position: &Position, played| canonical(&symmetries, &position.after(played));
        // The other side's first move is the one that the walk follows first.
        let both = |played| {
            let reply = after(&position, played);
            (reply, after(&reply, rules.moves(&reply)[0]))
        };
        let replies = rules.moves(&position).into_iter().map(both).enumerate();
        let mut unseen = replies.filter(|(_, (reply, next))| !seen.contains(reply) && !seen.contains(next));
        let (number, (reply, next)) = unseen.next().expect("a way on");
        numbers.push(number as u8);
        seen.extend([reply, next]);
        position = next;
    }
    Certificate::new(&rules, Side::Black, u32::MAX, numbers)
}

/// The walk once kept the list of moves of each ply under way: 5.4 GB for a file of 988 kB.
#[test]
fn a_long_way_takes_memory_in_proportion_to_the_file() {
    let bytes = endless_walk(20_000).to_bytes();
    let before = IN_USE.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let certificate = Certificate::read(&bytes).unwrap();
    let failed = certificate.check().unwrap_err();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    assert!(matches!(failed, Failure::At { played, .. } if played >= 40_000), "{failed}");
    assert!(peak < 500 * bytes.len(), "{peak} bytes for a file of {}", bytes.len());
}

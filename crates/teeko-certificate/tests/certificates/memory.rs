//! How much memory a check takes.

use std::collections::HashSet;

use teeko_certificate::{Certificate, WinFailure, canonical};
use teeko_rules::{Board, Goals, Position, Rules, Side, Step};
use teeko_testing::{measured, runs_alone};

/// Without goals and with every possible step, the game continues: each choice leads to positions
/// that have not been seen.
fn endless_walk(choices: usize) -> Certificate {
    let parts = || -7..=7;
    let offsets = parts()
        .flat_map(|columns| parts().map(move |rows| (columns, rows)))
        .filter(|&offset| offset != (0, 0));
    let rules = Rules::builder()
        .board(Board::new(8, 8).unwrap())
        .goals(Goals::default())
        .step(Step::new(offsets));
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
        let mut unseen =
            replies.filter(|(_, (reply, next))| !seen.contains(reply) && !seen.contains(next));
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
    if !runs_alone("memory::a_long_way_takes_memory_in_proportion_to_the_file") {
        return;
    }
    let bytes = endless_walk(20_000).to_bytes();
    let (failed, peak, _) = measured(|| Certificate::read(&bytes).unwrap().check().unwrap_err());
    assert!(
        matches!(failed, WinFailure::At { played, .. } if played >= 40_000),
        "{failed}"
    );
    assert!(
        peak < 500 * bytes.len(),
        "{peak} bytes for a file of {}",
        bytes.len()
    );
}

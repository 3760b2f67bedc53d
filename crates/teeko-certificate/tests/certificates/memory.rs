//! How much memory a check takes.

use std::collections::HashSet;

use teeko_certificate::{Certificate, WinFailure, canonical};
use teeko_rules::{Board, Goals, Position, Rules, Side, Step};
use teeko_testing::{measured, runs_alone};

/// Without goals and with every possible step, the game continues: each choice leads to positions
/// that have not been seen.
fn endless_walk(choices: usize) -> Certificate {
    let rules = rules_without_goals();
    let symmetries = rules.symmetries();
    let after = |position: &Position, played| canonical(&symmetries, &position.after(played));
    let mut seen = HashSet::new();
    let mut position = Position::EMPTY;
    let mut numbers = Vec::new();
    while numbers.len() < choices {
        let moves = rules.moves(&position).into_iter().enumerate();
        let mut ways = moves.map(|(number, played)| {
            // The other side's first move is the one that the walk follows first.
            let reply = after(&position, played);
            let next = after(&reply, rules.moves(&reply)[0]);
            (number, reply, next)
        });
        let is_unseen = |position: &Position| !seen.contains(position);
        let way = ways.find(|(_, reply, next)| is_unseen(reply) && is_unseen(next));
        let (number, reply, next) = way.expect("a way on");
        numbers.push(number as u8);
        seen.extend([reply, next]);
        position = next;
    }
    Certificate::new(&rules, Side::Black, u32::MAX, numbers)
}

fn rules_without_goals() -> Rules {
    let mut offsets = Vec::new();
    for columns in -7..=7 {
        for rows in -7..=7 {
            if (columns, rows) != (0, 0) {
                offsets.push((columns, rows));
            }
        }
    }
    let builder = Rules::builder()
        .board(Board::new(8, 8).unwrap())
        .goals(Goals::default())
        .step(Step::new(offsets));
    builder.build().unwrap()
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

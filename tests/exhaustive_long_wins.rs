//! Rules with very long wins, found by a search: the fast solver has the reference solver's value
//! in every position.
//!
//! Long wins exercise what short ones hardly reach: half-steps in which only a few positions
//! change, codes of more than eight bits, and drop layers with values of two bytes, which start at
//! distances beyond 251 plies.

use teeko_rules::Rules;
use teeko_testing::{circles, goals, with_plan};

use crate::common::{self, Offset};

/// Numbers of symmetries of the board; the last two generate the whole group.
const MIRROR: usize = 1;
const UPSIDE_DOWN: usize = 2;
const HALF_TURN: usize = 3;
const TRANSPOSITION: usize = 4;
const QUARTER_TURN: usize = 5;

/// Rules on 4 x 4, without the goals and offsets that follow by symmetry: the symmetries that
/// generate the others, as numbers among those of the board, the goals, the offsets, and the
/// longest win or loss of the slide phase in plies. The fast solver found these lengths; a test
/// asserts that the reference solver finds the same.
const LONG_WINS: [(&[usize], &str, &str, u32); 14] = [
    (&[], "3.4.7.8 1.4.8.15 4.9.14.15 1.6.7.15 6.9.12.14", "-1,0 -2,0 2,-2 2,1 2,-1", 535),
    (&[], "2.7.9.10 1.8.13.16 4.5.8.16 4.5.7.12", "-2,0 2,2 1,0 -1,-1 -2,1 1,2", 448),
    (&[MIRROR], "6.8.10.16 3.4.8.9", "-2,1 1,-2 2,2", 502),
    (
        &[TRANSPOSITION],
        "4.6.7.9 1.7.8.11 1.2.7.15 3.6.12.16 4.7.13.14 4.9.12.13",
        "-1,2 0,2 -2,-1",
        501,
    ),
    (
        &[HALF_TURN],
        "4.5.8.13 4.5.14.15 7.9.10.15 1.8.11.14 6.11.13.16 1.9.11.12 1.2.7.15 1.3.12.14 \
         1.8.12.13 3.5.13.16",
        "1,-2 -1,1 2,-1",
        321,
    ),
    (
        &[QUARTER_TURN],
        "2.3.7.8 3.6.7.12 7.10.13.16 2.4.15.16 6.9.15.16 2.9.14.16 3.7.8.9",
        "-2,1 2,-2 -1,-2 1,1 1,0",
        196,
    ),
    (
        &[MIRROR, UPSIDE_DOWN],
        "2.4.6.9 11.13.14.16 7.9.11.15 1.2.13.16 2.10.12.16 1.8.9.16",
        "0,-2 1,-1 -1,1 -1,-2 1,-2",
        172,
    ),
    (&[TRANSPOSITION, QUARTER_TURN], "4.5.6.14 7.10.14.16 1.2.5.15", "-1,-1 1,-2", 142),
    // The longest win with drop layers of one byte, and those just beyond it.
    (&[MIRROR], "1.4.5.16 1.11.13.14 1.3.8.12 1.7.8.11", "0,-1 2,2 1,1", 251),
    (&[MIRROR], "1.3.6.10 1.2.14.16 5.7.10.13", "2,1 1,-1 0,-1", 252),
    (&[MIRROR], "1.4.5.16 1.11.13.14 4.9.12.13", "0,-1 -2,2 1,1", 253),
    (&[MIRROR], "3.5.7.13 2.3.11.12", "0,1 -1,-1 1,2", 254),
    (&[MIRROR], "6.8.10.16 3.4.8.9 9.13.15.16", "-2,1 -1,-2 2,2", 255),
    (&[MIRROR], "1.4.5.16 1.11.13.14 1.3.8.12 1.3.8.11", "0,-1 -2,2 2,2 1,1", 256),
];

/// Returns the rules with this number, with plan `ssss`.
pub(crate) fn long_win(number: usize) -> Rules {
    let (generators, texts, offsets, _) = LONG_WINS[number];
    let goals = goals(texts).iter().map(|goal| circles(goal).into()).collect();
    let offset = |text: &str| -> Option<Offset> {
        let (columns, rows) = text.split_once(',')?;
        Some((columns.parse().ok()?, rows.parse().ok()?))
    };
    let offsets = offsets.split(' ').map(|text| offset(text).expect(text)).collect();
    let board = common::small_board();
    let symmetries = board.symmetries();
    let symmetries: Vec<_> = generators.iter().map(|&number| symmetries[number].clone()).collect();
    common::rules_on(board, goals, offsets, &symmetries)
}

#[test]
fn every_position_of_rules_with_long_wins() {
    for (number, (.., longest)) in LONG_WINS.into_iter().enumerate() {
        let rules = long_win(number);
        let plans =
            if cfg!(feature = "exhaustive") { &["spsp", "ssss", "pppp"][..] } else { &["spsp"] };
        let plans: Vec<Rules> =
            plans.iter().map(|plan| with_plan(&rules, plan.parse().expect("a plan"))).collect();
        // The reference solver has the same census.
        assert_eq!(common::assert_solvers_agree(&plans).deepest(), longest);
    }
}

//! Rules with very long wins, found by a search: the fast solver has the reference solver's value
//! in every position.
//!
//! Long wins exercise what short ones hardly reach: half-steps in which only a few positions
//! change, codes of more than eight bits, and drop layers with values of two bytes, which start at
//! distances beyond 251 plies.

use teeko_rules::Rules;
use teeko_testing::{circles, goals};

use crate::common::{self, Offset};

/// Rules on 4 x 4, given by their goals and offsets without those that follow by symmetry.
pub(crate) struct LongWin {
    /// The symmetries that generate the other goals and offsets, as numbers among those of the
    /// board.
    symmetries: &'static [usize],
    /// The goals, such as `1.2.5.6`.
    goals: &'static str,
    offsets: &'static [Offset],
    /// The longest win or loss of the slide phase, in plies.
    longest: u32,
}

/// Numbers of symmetries of the board; the last two generate the whole group.
const MIRROR: usize = 1;
const UPSIDE_DOWN: usize = 2;
const HALF_TURN: usize = 3;
const TRANSPOSITION: usize = 4;
const QUARTER_TURN: usize = 5;

/// The fast solver found these lengths; a test asserts that the reference solver finds the same.
pub(crate) const LONG_WINS: [LongWin; 14] = [
    LongWin {
        symmetries: &[],
        goals: "3.4.7.8 1.4.8.15 4.9.14.15 1.6.7.15 6.9.12.14",
        offsets: &[(-1, 0), (-2, 0), (2, -2), (2, 1), (2, -1)],
        longest: 535,
    },
    LongWin {
        symmetries: &[],
        goals: "2.7.9.10 1.8.13.16 4.5.8.16 4.5.7.12",
        offsets: &[(-2, 0), (2, 2), (1, 0), (-1, -1), (-2, 1), (1, 2)],
        longest: 448,
    },
    LongWin {
        symmetries: &[MIRROR],
        goals: "6.8.10.16 3.4.8.9",
        offsets: &[(-2, 1), (1, -2), (2, 2)],
        longest: 502,
    },
    LongWin {
        symmetries: &[TRANSPOSITION],
        goals: "4.6.7.9 1.7.8.11 1.2.7.15 3.6.12.16 4.7.13.14 4.9.12.13",
        offsets: &[(-1, 2), (0, 2), (-2, -1)],
        longest: 501,
    },
    LongWin {
        symmetries: &[HALF_TURN],
        goals: "4.5.8.13 4.5.14.15 7.9.10.15 1.8.11.14 6.11.13.16 1.9.11.12 1.2.7.15 1.3.12.14 \
                1.8.12.13 3.5.13.16",
        offsets: &[(1, -2), (-1, 1), (2, -1)],
        longest: 321,
    },
    LongWin {
        symmetries: &[QUARTER_TURN],
        goals: "2.3.7.8 3.6.7.12 7.10.13.16 2.4.15.16 6.9.15.16 2.9.14.16 3.7.8.9",
        offsets: &[(-2, 1), (2, -2), (-1, -2), (1, 1), (1, 0)],
        longest: 196,
    },
    LongWin {
        symmetries: &[MIRROR, UPSIDE_DOWN],
        goals: "2.4.6.9 11.13.14.16 7.9.11.15 1.2.13.16 2.10.12.16 1.8.9.16",
        offsets: &[(0, -2), (1, -1), (-1, 1), (-1, -2), (1, -2)],
        longest: 172,
    },
    LongWin {
        symmetries: &[TRANSPOSITION, QUARTER_TURN],
        goals: "4.5.6.14 7.10.14.16 1.2.5.15",
        offsets: &[(-1, -1), (1, -2)],
        longest: 142,
    },
    // The longest win with drop layers of one byte, and those just beyond it.
    LongWin {
        symmetries: &[MIRROR],
        goals: "1.4.5.16 1.11.13.14 1.3.8.12 1.7.8.11",
        offsets: &[(0, -1), (2, 2), (1, 1)],
        longest: 251,
    },
    LongWin {
        symmetries: &[MIRROR],
        goals: "1.3.6.10 1.2.14.16 5.7.10.13",
        offsets: &[(2, 1), (1, -1), (0, -1)],
        longest: 252,
    },
    LongWin {
        symmetries: &[MIRROR],
        goals: "1.4.5.16 1.11.13.14 4.9.12.13",
        offsets: &[(0, -1), (-2, 2), (1, 1)],
        longest: 253,
    },
    LongWin {
        symmetries: &[MIRROR],
        goals: "3.5.7.13 2.3.11.12",
        offsets: &[(0, 1), (-1, -1), (1, 2)],
        longest: 254,
    },
    LongWin {
        symmetries: &[MIRROR],
        goals: "6.8.10.16 3.4.8.9 9.13.15.16",
        offsets: &[(-2, 1), (-1, -2), (2, 2)],
        longest: 255,
    },
    LongWin {
        symmetries: &[MIRROR],
        goals: "1.4.5.16 1.11.13.14 1.3.8.12 1.3.8.11",
        offsets: &[(0, -1), (-2, 2), (2, 2), (1, 1)],
        longest: 256,
    },
];

impl LongWin {
    /// Returns the rules with plan `ssss`.
    pub(crate) fn rules(&self) -> Rules {
        let goals = goals(self.goals).iter().map(|goal| circles(goal).into()).collect();
        let board = common::small_board();
        let symmetries = board.symmetries();
        let symmetries: Vec<_> =
            self.symmetries.iter().map(|&number| symmetries[number].clone()).collect();
        common::rules_on(board, goals, self.offsets.to_vec(), &symmetries)
    }
}

#[test]
fn every_position_of_rules_with_long_wins() {
    for long_win in LONG_WINS {
        let rules = long_win.rules();
        let plans =
            if cfg!(feature = "exhaustive") { &["spsp", "ssss", "pppp"][..] } else { &["spsp"] };
        let plans: Vec<Rules> =
            plans.iter().map(|plan| rules.with_plan(plan.parse().expect("a plan"))).collect();
        // The reference solver has the same census.
        assert_eq!(common::assert_solvers_agree(&plans).deepest(), long_win.longest);
    }
}

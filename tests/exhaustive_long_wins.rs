//! Rules with very long wins, found by a search: the fast solver has the reference solver's value
//! in every position.
//!
//! Long wins exercise what short ones hardly reach: half-steps in which only a few positions
//! change, codes of more than eight bits, and drop layers with values of two bytes, which start at
//! distances beyond 251 plies.

use serde::Deserialize;
use teeko_rules::Rules;
use teeko_testing::{circles, goals, with_plan};

use crate::common::{self, Offset};
use crate::golden_data::lines;

/// Rules on 4 x 4, without the goals and offsets that follow by symmetry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LongWin {
    /// The symmetries that generate the others, as numbers among those of the board.
    symmetries: Vec<usize>,
    goals: String,
    offsets: String,
    /// The longest win or loss of the slide phase.
    plies: u32,
}

/// Returns the rules of a line of the golden data, counted from 0, with plan `ssss`.
pub(crate) fn long_win(number: usize) -> Rules {
    lines::<LongWin>("long_wins.jsonl")[number].rules()
}

impl LongWin {
    fn rules(&self) -> Rules {
        let mut patterns = Vec::new();
        for goal in goals(&self.goals) {
            patterns.push(circles(&goal).into());
        }
        let mut offsets = Vec::new();
        for text in self.offsets.split(' ') {
            offsets.push(offset(text).expect(text));
        }
        let board = common::small_board();
        let all = board.symmetries();
        let symmetries: Vec<_> = self.symmetries.iter().map(|&of| all[of].clone()).collect();
        common::rules_on(board, patterns, offsets, &symmetries)
    }
}

/// Parses an offset such as `-1,2`.
fn offset(text: &str) -> Option<Offset> {
    let (columns, rows) = text.split_once(',')?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}

#[test]
fn every_position_of_rules_with_long_wins() {
    for line in lines::<LongWin>("long_wins.jsonl") {
        let rules = line.rules();
        let plans = if cfg!(feature = "exhaustive") {
            &["spsp", "ssss", "pppp"][..]
        } else {
            &["spsp"]
        };
        let plans: Vec<Rules> = plans
            .iter()
            .map(|plan| with_plan(&rules, plan.parse().expect("a plan")))
            .collect();
        // The reference solver has the same census.
        assert_eq!(common::assert_solvers_agree(&plans).deepest(), line.plies);
    }
}

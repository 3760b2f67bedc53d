//! The checks of claims about games.

use std::collections::BTreeMap;

use serde::Deserialize;
use teeko_rules::notation::RowsForm;
use teeko_rules::{DropPlan, GoalSet, Oracle, Outcome, Variant};

use super::consistency::Relation;
use super::evidence::{Evidence, Finding, Verdict};
use super::found::with_plans;
use super::plays::standard_position;
use super::{found, limit, looked_up};
use crate::error::Answer;

/// A check: the kind of claim, and what it states.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case"
)]
pub(super) enum Check {
    /// Counts the goals of a set on the standard board by shape: lines, upright squares by the
    /// block of circles they span, squares at any other angle (rotated), and anything else.
    GoalCounts {
        goals: GoalSet,
        counts: BTreeMap<String, u64>,
    },
    /// Counts the sets of circles of the standard board that some pieces can occupy.
    OccupiedSets { pieces: usize, count: u64 },
    /// Checks that each of the sixteen variants is a draw.
    AllDraws,
    /// Counts the draws among the sixteen variants, and among the positions of the slide phase of
    /// `variant`.
    RareDraws { variant: Variant },
    /// Checks that no first drop wins for Black.
    NoFirstWin { variant: Variant },
    /// Finds Black's value and the first drops that win.
    SlightAdvantage { variant: Variant },
    /// Counts Black's choices for some of its drops, from 1, and those that win.
    WinningDrops { variant: Variant, drops: Vec<usize> },
    /// Checks that the side to move wins `at_least` positions of the slide phase or more.
    WinningPositions { variant: Variant, at_least: u64 },
    /// Checks that the last drop wins at once in some positions, but in less than half.
    RareLastDropWins { variant: Variant },
    /// Counts the second drops that hold a draw, and finds the longest win.
    Depth { variant: Variant },
    /// Counts the positions of strategies that never lose.
    Strategies { variant: Variant },
    /// Finds the moves that complete a goal after the replies to a line.
    FinishingMoves {
        variant: Variant,
        #[serde(deserialize_with = "standard_position")]
        position: RowsForm,
        line: Vec<String>,
    },
    /// Finds the choices of a game that change its result.
    Blunders { variant: Variant, game: String },
    /// Checks that `order` lists the plans from close to distant ends of the drop phase, if each
    /// choice is drawn evenly from those that keep the draw. The first distance found is that
    /// between a side's pieces, the second that to the centre, in king's steps.
    Tightness {
        goals: GoalSet,
        order: Vec<DropPlan>,
    },
    /// Checks that the plans without a name of Scarne's reach no other ends of the drop phase.
    NoMoreEnds { goals: GoalSet },
    /// Checks that some end of the drop phase occupies each set of circles.
    AllSetsReached { variant: Variant },
    /// Counts the draws among Scarne's variants with a goal set that each side holds under the
    /// ten-move limit, for each number of take-backs, which fall. It binds both sides, or only the
    /// one that holds the draw: then 1 is as good as Scarne's 10.
    TenMoveLimit {
        goals: GoalSet,
        take_backs: Vec<u8>,
        #[serde(default)]
        binds_both: bool,
    },
    /// Checks that the values of two games fit together.
    Related {
        variants: [Variant; 2],
        relation: Relation,
    },
}

impl Check {
    pub(super) fn needs(&self) -> Vec<Variant> {
        match self {
            Self::GoalCounts { .. } | Self::OccupiedSets { .. } => Vec::new(),
            Self::AllDraws => Variant::sixteen().collect(),
            Self::RareDraws { variant } => Variant::sixteen().chain([*variant]).collect(),
            Self::NoFirstWin { variant }
            | Self::SlightAdvantage { variant }
            | Self::WinningDrops { variant, .. }
            | Self::WinningPositions { variant, .. }
            | Self::RareLastDropWins { variant }
            | Self::Depth { variant }
            | Self::Strategies { variant }
            | Self::FinishingMoves { variant, .. }
            | Self::Blunders { variant, .. }
            | Self::AllSetsReached { variant } => vec![*variant],
            Self::Tightness { goals, order } => with_plans(*goals, order.iter().copied()),
            Self::NoMoreEnds { goals } => with_plans(*goals, DropPlan::all()),
            Self::TenMoveLimit { goals, .. } => Variant::sixteen()
                .filter(|variant| variant.goals == *goals)
                .collect(),
            Self::Related { variants, .. } => variants.to_vec(),
        }
    }

    /// Whether the check compares ends of the drop phase.
    pub(super) fn is_about_ends(&self) -> bool {
        matches!(
            self,
            Self::Tightness { .. } | Self::NoMoreEnds { .. } | Self::AllSetsReached { .. }
        )
    }

    pub(super) fn is_related(&self) -> bool {
        matches!(self, Self::Related { .. })
    }

    /// Returns what only the positions of a solution tell; `None` if its [`Evidence`] suffices, or
    /// variants that the check needs are yet to be examined.
    pub(super) fn look_up(
        &self,
        oracle: &dyn Oracle,
        evidence: &BTreeMap<Variant, Evidence>,
    ) -> Answer<Option<Finding>> {
        let figures = match self {
            Self::Depth { .. } => looked_up::second_drops(oracle)?,
            Self::Strategies { .. } => looked_up::strategies(oracle)?,
            Self::FinishingMoves { position, line, .. } => {
                looked_up::finishing_moves(oracle, position, line)?
            }
            Self::Blunders { game, .. } => looked_up::blunders(oracle, game)?,
            Self::TenMoveLimit {
                take_backs,
                binds_both,
                ..
            } => {
                let Some(draws) = self.draws(evidence) else {
                    return Ok(None);
                };
                return limit::found(oracle, &draws, take_backs, *binds_both).map(Some);
            }
            _ => return Ok(None),
        };
        Ok(Some((Verdict::Answered, figures)))
    }

    /// Returns the draws among the variants that the check needs; `None` unless all are examined.
    /// One slide phase serves all variants, so the last one examined decides.
    fn draws(&self, evidence: &BTreeMap<Variant, Evidence>) -> Option<Vec<Variant>> {
        let mut draws = self.needs();
        if !draws.iter().all(|variant| evidence.contains_key(variant)) {
            return None;
        }
        draws.retain(|variant| evidence[variant].value == Outcome::Draw);
        Some(draws)
    }

    /// Returns the answer to the claim, and what was found.
    pub(super) fn run(&self, id: &str, evidence: &BTreeMap<Variant, Evidence>) -> Finding {
        match self {
            Self::GoalCounts { goals, counts } => found::goal_counts(*goals, counts),
            Self::OccupiedSets { pieces, count } => found::occupied_sets(*pieces, *count),
            Self::AllDraws => found::other_values_than_draws(evidence),
            Self::RareDraws { variant } => found::draws(evidence, *variant),
            Self::NoFirstWin { variant } => found::no_first_win(&evidence[variant]),
            Self::SlightAdvantage { variant } => found::first_drops(&evidence[variant]),
            Self::WinningDrops { variant, drops } => {
                found::winning_drops(&evidence[variant].census, drops)
            }
            Self::WinningPositions { variant, at_least } => {
                found::winning_positions(&evidence[variant].census, *at_least)
            }
            Self::RareLastDropWins { variant } => found::last_drop_wins(&evidence[variant].census),
            Self::Tightness { goals, order } => found::tightness(evidence, *goals, order),
            Self::NoMoreEnds { goals } => found::ends_of_plans(evidence, *goals),
            Self::AllSetsReached { variant } => found::sets_reached(&evidence[variant]),
            Self::Related { variants, relation } => {
                let (holds, figures) =
                    relation.check([&evidence[&variants[0]], &evidence[&variants[1]]]);
                (holds.into(), figures)
            }
            Self::Depth { variant } => found::depth(&evidence[variant], id),
            Self::Strategies { variant }
            | Self::FinishingMoves { variant, .. }
            | Self::Blunders { variant, .. } => evidence[variant].looked_up[id].clone(),
            // One slide phase serves all variants: the last one examined has the answer.
            Self::TenMoveLimit { .. } => evidence
                .values()
                .find_map(|of| of.looked_up.get(id))
                .expect("an answer when all variants are examined")
                .clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved;

    #[test]
    fn wrong_counts_are_refuted() {
        for check in [
            "kind = 'goal-counts'\ngoals = '44'\ncounts = { all = 45 }",
            "kind = 'goal-counts'\ngoals = '44'\ncounts = { all = 44, diagonal = 10 }",
            "kind = 'goal-counts'\ngoals = '44'\ncounts = { square-3x3 = 9 }",
            "kind = 'occupied-sets'\npieces = 8\ncount = 1_081_574",
        ] {
            let check: Check = toml::from_str(check).unwrap();
            assert_eq!(
                check.run("", &BTreeMap::new()).0,
                Verdict::Refuted,
                "{check:?}"
            );
        }
    }

    #[test]
    fn goals_are_counted_by_shape() {
        let check = "kind = 'goal-counts'\ngoals = '44'\ncounts = { all = 44 }";
        let check: Check = toml::from_str(check).unwrap();
        let (verdict, figures) = check.run("", &BTreeMap::new());
        assert_eq!(verdict, Verdict::Holds);
        assert_eq!(
            figures,
            "counted 44: 8 diagonal, 10 horizontal, 16 square-2x2, 10 vertical"
        );
    }

    /// The limit is about the draws among the eight variants with a goal set.
    #[test]
    fn a_limit_needs_all_variants_of_its_goals_and_is_about_the_draws() {
        let check = "kind = 'ten-move-limit'\ngoals = '58'\ntake-backs = [1]";
        let check: Check = toml::from_str(check).unwrap();
        let needed = check.needs();
        assert_eq!(needed.len(), 8);
        assert!(
            needed
                .iter()
                .all(|variant| variant.goals == GoalSet::Goals58)
        );
        let mut evidence = BTreeMap::new();
        for (number, variant) in needed.iter().enumerate() {
            assert_eq!(check.draws(&evidence), None);
            let value = if number < 3 {
                Outcome::Win(13)
            } else {
                Outcome::Draw
            };
            evidence.insert(*variant, Evidence::of_value(value));
        }
        assert_eq!(check.draws(&evidence).as_deref(), Some(&needed[3..]));
    }

    #[test]
    fn a_limit_is_looked_up_when_all_variants_of_its_goals_are_examined() {
        let oracle = solved("44-psss+4x4+knight");
        let check = "kind = 'ten-move-limit'\ngoals = '44'\ntake-backs = [1]";
        let check: Check = toml::from_str(check).unwrap();
        let mut evidence = BTreeMap::new();
        for variant in check.needs() {
            let found = check.look_up(&oracle, &evidence).unwrap();
            assert_eq!(found, None);
            evidence.insert(variant, Evidence::of_value(Outcome::Win(13)));
        }
        let (verdict, figures) = check.look_up(&oracle, &evidence).unwrap().unwrap();
        assert_eq!(verdict, Verdict::Answered);
        assert!(figures.contains("Black holds 0 of 0 draws"), "{figures}");
    }
}

//! How claims about games are checked.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use teeko_index::{LayerCensus, subsets};
use teeko_rules::notation::RowsForm;
use teeko_rules::{
    Board, Circles, DropPlan, GoalSet, Goals, Oracle, Outcome, PIECES, Variant, Wdl,
};

use super::consistency::Relation;
use super::ends::Ends;
use super::plays::standard_position;
use super::{Evidence, limit, list, looked_up};
use crate::error::Answer;

/// The answer to a published statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is true.
    Holds,
    /// It is false.
    Refuted,
    /// It leaves something open, which the figures answer.
    Answered,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Holds => "holds",
            Self::Refuted => "refuted",
            Self::Answered => "answered",
        })
    }
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Refuted }
    }
}

/// The answer to a claim, with the figures that decide.
pub(super) type Finding = (Verdict, String);

/// How a claim is checked, and what it claims.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case"
)]
pub(super) enum Check {
    /// Counts the goals of a set on the standard board by shape: lines, upright squares by the
    /// block of circles they span, squares at any other angle (turned), and anything else.
    GoalCounts {
        goals: GoalSet,
        counts: BTreeMap<String, u64>,
    },
    /// Counts the sets of circles of the standard board that some pieces can occupy.
    OccupiedSets { pieces: usize, count: u64 },
    /// Checks that each of the sixteen variants is a draw.
    AllDraws,
    /// Checks that less than half of the sixteen variants are draws, and of the positions of the
    /// slide phase of `variant`.
    RareDraws { variant: Variant },
    /// Checks that no first drop wins for Black.
    NoFirstWin { variant: Variant },
    /// Checks that Black wins, but not at once, by no first drop.
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
    /// Checks that neither side loses the draws among Scarne's variants with a goal set under the
    /// ten move limit: the first of the numbers of take-backs, which fall. It binds both sides, or
    /// only the one that holds the draw: then 1 is as good as Scarne's 10.
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

/// Returns the variants with a goal set and these drop plans.
fn with_plans(goals: GoalSet, plans: impl IntoIterator<Item = DropPlan>) -> Vec<Variant> {
    plans
        .into_iter()
        .map(|plan| Variant::new(goals, plan))
        .collect()
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
                // One slide phase serves all variants, so the last one examined decides.
                let mut draws = self.needs();
                if !draws.iter().all(|variant| evidence.contains_key(variant)) {
                    return Ok(None);
                }
                draws.retain(|variant| evidence[variant].value == Outcome::Draw);
                return limit::found(oracle, &draws, take_backs, *binds_both).map(Some);
            }
            _ => return Ok(None),
        };
        Ok(Some((Verdict::Answered, figures)))
    }

    /// Returns the answer to the claim, and what was found.
    pub(super) fn run(&self, id: &str, evidence: &BTreeMap<Variant, Evidence>) -> Finding {
        let census = |variant: &Variant| &evidence[variant].census;
        let ends = |variant: &Variant| {
            evidence[variant]
                .ends
                .as_ref()
                .expect("ends for a claim about them")
        };
        let (holds, figures) = match self {
            Self::GoalCounts { goals, counts } => {
                let found = count_shapes(Board::STANDARD, &goals.on(Board::STANDARD));
                let holds = counts
                    .iter()
                    .all(|(shape, &count)| found.get(shape).copied().unwrap_or(0) == count);
                let shapes = found.iter().filter(|(shape, _)| *shape != ALL_SHAPES);
                let shapes = list(shapes.map(|(shape, count)| format!("{count} {shape}")));
                (holds, format!("counted {}: {shapes}", found[ALL_SHAPES]))
            }
            Self::OccupiedSets { pieces, count } => {
                let found = subsets(Board::STANDARD.circle_count(), *pieces).count() as u64;
                (found == *count, format!("counted {found}"))
            }
            Self::AllDraws => {
                let values = Variant::sixteen().map(|variant| (variant, evidence[&variant].value));
                let others = values.filter(|&(_, value)| value != Outcome::Draw);
                let others = list(others.map(|(variant, value)| format!("{variant} is a {value}")));
                (others.is_empty(), others)
            }
            Self::RareDraws { variant } => {
                let is_drawn = |variant: &Variant| evidence[variant].value == Outcome::Draw;
                let variants = Variant::sixteen().filter(is_drawn).count() as u64;
                let slide = census(variant).slide();
                let (drawn, open) = (slide.drawn(), open_positions(slide));
                let of_positions = share(drawn, open);
                (
                    2 * variants < 16 && 2 * drawn < open,
                    format!("{variants} of 16 variants are draws, and {of_positions} positions"),
                )
            }
            Self::NoFirstWin { variant } => {
                let drops = evidence[variant].first_drops.iter();
                let wins = drops.filter(|drop| drop.worth.outcome.wdl() == Wdl::Win);
                let wins = list(wins.map(|drop| format!("{} wins", drop.played)));
                (wins.is_empty(), wins)
            }
            Self::SlightAdvantage { variant } => {
                let Evidence {
                    value, first_drops, ..
                } = &evidence[variant];
                let of = |wdl| {
                    first_drops
                        .iter()
                        .filter(move |drop| drop.worth.outcome.wdl() == wdl)
                };
                let winning = list(of(Wdl::Win).map(|drop| drop.played.to_string()));
                let drawing = of(Wdl::Draw).count();
                let figures = format!(
                    "Black has a {value}, by the first drop {winning}; {drawing} others draw"
                );
                (value.wdl() != Wdl::Win, figures)
            }
            Self::WinningDrops { variant, drops } => {
                let of_drop = |&drop: &usize| {
                    // Each of Black's pieces may be the one dropped last.
                    let after = census(variant).layer(2 * drop - 1);
                    let wins = (after.loss() + after.over()) * drop as u64;
                    format!(
                        "drop {drop}: {} win",
                        share(wins, after.total() * drop as u64)
                    )
                };
                return (Verdict::Answered, list(drops.iter().map(of_drop)));
            }
            Self::WinningPositions { variant, at_least } => {
                let won = census(variant).slide().win();
                (won >= *at_least, format!("counted {won}"))
            }
            Self::RareLastDropWins { variant } => {
                let last = census(variant).layer(2 * PIECES - 1);
                let (at_once, open) = (last.positions(Outcome::Win(1)), open_positions(last));
                let figures = format!(
                    "the last drop wins at once in {} positions, by force in {}",
                    share(at_once, open),
                    share(last.win(), open)
                );
                (at_once > 0 && 2 * at_once < open, figures)
            }
            Self::Tightness { goals, order } => {
                let variants = with_plans(*goals, order.iter().copied());
                let ends: Vec<&Ends> = variants.iter().map(ends).collect();
                let of_plan = |(plan, ends): (&DropPlan, &&Ends)| {
                    format!("{plan} {:.3} and {:.3}", ends.between, ends.to_centre)
                };
                let plans = list(order.iter().zip(&ends).map(of_plan));
                let pairs = (1..ends.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
                let (in_order, others): (Vec<_>, Vec<_>) =
                    pairs.partition(|&(a, b)| ends[a].between <= ends[b].between);
                let all = in_order.len() + others.len();
                let figures = format!("{} of {all} pairs are in order: {plans}", in_order.len());
                (others.is_empty(), figures)
            }
            Self::NoMoreEnds { goals } => {
                let is_named = |plan: &DropPlan| plan.scarne_name().is_some();
                let named = with_plans(*goals, DropPlan::all().filter(is_named));
                let [named, all] = [named, with_plans(*goals, DropPlan::all())]
                    .map(|variants| Ends::reached_by_any(variants.iter().map(ends)));
                (
                    named == all,
                    format!("{named} ends with the eight plans, {all} with all sixteen"),
                )
            }
            Self::AllSetsReached { variant } => {
                let (reached, all) = ends(variant).occupied_sets();
                (reached == all, format!("{reached} of {all} are reached"))
            }
            Self::TenMoveLimit { .. } => {
                let mut found = evidence.values().filter_map(|of| of.looked_up.get(id));
                return found
                    .next()
                    .expect("an answer when all variants are examined")
                    .clone();
            }
            Self::Related { variants, relation } => {
                relation.check([&evidence[&variants[0]], &evidence[&variants[1]]])
            }
            Self::Depth { variant } => {
                let (verdict, figures) = &evidence[variant].looked_up[id];
                let longest = census(variant).deepest();
                return (
                    *verdict,
                    format!("{figures}; the longest win takes {longest} plies"),
                );
            }
            Self::Strategies { variant }
            | Self::FinishingMoves { variant, .. }
            | Self::Blunders { variant, .. } => return evidence[variant].looked_up[id].clone(),
        };
        (holds.into(), figures)
    }
}

/// Returns the number of positions of a layer in which the game is not finished.
fn open_positions(layer: &LayerCensus) -> u64 {
    layer.win() + layer.loss() + layer.drawn()
}

/// Describes a share: `1 of 8 (12.50 %)`.
fn share(part: u64, all: u64) -> String {
    format!(
        "{part} of {all} ({:.2} %)",
        100.0 * part as f64 / all as f64
    )
}

fn shape(board: Board, pattern: Circles) -> String {
    let places: Vec<(isize, isize)> = pattern
        .iter()
        .map(|circle| (board.column(circle), board.row(circle)))
        .collect();
    let difference =
        |(a, b): (usize, usize)| (places[b].0 - places[a].0, places[b].1 - places[a].1);
    let steps: Vec<_> = (1..PIECES)
        .map(|place| difference((place - 1, place)))
        .collect();
    if steps.iter().all(|&step| step == steps[0]) {
        match steps[0] {
            (1, 0) => return "horizontal".to_owned(),
            (0, 1) => return "vertical".to_owned(),
            (1 | -1, 1) => return "diagonal".to_owned(),
            _ => {}
        }
    }
    let pairs = (0..PIECES).flat_map(|a| (a + 1..PIECES).map(move |b| (a, b)));
    let mut squared: Vec<isize> = pairs
        .map(difference)
        .map(|(dx, dy)| dx * dx + dy * dy)
        .collect();
    squared.sort_unstable();
    let side = squared[0];
    // A square has four equal sides and two diagonals, whose length squared is twice that of a
    // side.
    if squared != [side, side, side, side, 2 * side, 2 * side] {
        return "other".to_owned();
    }
    // The circles come row by row, so the first two of an upright square make its upper side.
    match steps[0] {
        (width, 0) => format!("square-{0}x{0}", width + 1),
        _ => "turned-square".to_owned(),
    }
}

const ALL_SHAPES: &str = "all";

/// Counts the goals by shape; [`ALL_SHAPES`] is the key of their total.
fn count_shapes(board: Board, goals: &Goals) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    counts.insert(ALL_SHAPES.to_owned(), goals.patterns().len() as u64);
    for pattern in goals.patterns() {
        *counts.entry(shape(board, pattern.circles())).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use teeko_rules::Circle;

    use super::*;

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
    fn shapes_are_told_from_the_circles() {
        for (numbers, expected) in [
            ([1, 2, 3, 4], "horizontal"),
            ([5, 10, 15, 20], "vertical"),
            ([1, 7, 13, 19], "diagonal"),
            ([5, 9, 13, 17], "diagonal"),
            ([1, 2, 6, 7], "square-2x2"),
            ([1, 5, 21, 25], "square-5x5"),
            ([3, 11, 15, 23], "turned-square"),
            ([2, 6, 8, 12], "turned-square"),
            ([2, 10, 16, 24], "turned-square"),
            ([1, 2, 3, 5], "other"),
            ([1, 2, 7, 8], "other"),
            ([1, 3, 6, 8], "other"),
            // Four in a row by index, but not on the board.
            ([4, 5, 6, 7], "other"),
            ([1, 8, 15, 22], "other"),
        ] {
            let pattern = numbers
                .into_iter()
                .filter_map(Circle::from_number)
                .collect();
            assert_eq!(shape(Board::STANDARD, pattern), expected, "{numbers:?}");
        }
    }
}

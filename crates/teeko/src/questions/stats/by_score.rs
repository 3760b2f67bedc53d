//! The positions of the slide phase of a game for points, by score.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::LayerCensus;
use teeko_rules::{PIECES, Rules, Scoring};

use crate::report::ThresholdCounts;

/// The number of positions with one score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ScoreCount {
    /// The points that the side to move nets: positive if it scores, negative if the other side
    /// does.
    pub score: i16,
    /// The number of positions that are not finished, for a given side to move. Where pieces have
    /// numbers, each numbering of a position counts.
    pub positions: u64,
}

/// Counts the positions of the slide phase by score, most points first. The result has each score
/// that occurs, and 0. `census` is that of the plain game; `thresholds` are the counts of all
/// thresholds, ascending.
///
/// A side that can force more points can also force fewer. So the positions with a score are those
/// of its threshold less those of the next.
pub(super) fn by_score(
    rules: &Rules,
    census: &LayerCensus,
    thresholds: &[ThresholdCounts],
) -> Vec<ScoreCount> {
    let mut counts = Vec::new();
    for (place, threshold) in thresholds.iter().enumerate().rev() {
        let more = thresholds.get(place + 1);
        counts.push(ScoreCount {
            score: threshold.points.into(),
            positions: attacks(rules, Some(threshold)) - attacks(rules, more),
        });
    }
    counts.push(ScoreCount {
        score: 0,
        positions: census.drawn() * numberings(rules, 1),
    });
    for (place, threshold) in thresholds.iter().enumerate() {
        let more = thresholds.get(place + 1);
        counts.push(ScoreCount {
            score: -i16::from(threshold.points),
            positions: defeats(rules, Some(threshold)) - defeats(rules, more),
        });
    }
    counts.retain(|count| count.score == 0 || count.positions > 0);
    counts
}

/// Returns the number of positions in which the side to move can force the points of a threshold.
fn attacks(rules: &Rules, threshold: Option<&ThresholdCounts>) -> u64 {
    threshold.map_or(0, |at| at.attacker * numberings(rules, at.points))
}

/// Returns the number of positions in which the side to move cannot stop the other side.
fn defeats(rules: &Rules, threshold: Option<&ThresholdCounts>) -> u64 {
    threshold.map_or(0, |at| at.defender * numberings(rules, at.points))
}

/// Returns the number of numberings, of both sides' pieces, that one position of the threshold game
/// of `points` points stands for. There the attacker's pieces are distinguished by weight alone. So
/// this counts each numbering of the heavy pieces, of the light ones and of the other side's
/// pieces. 1 where pieces have no numbers.
fn numberings(rules: &Rules, points: u8) -> u64 {
    if rules.scoring() != Scoring::Pips {
        return 1;
    }
    let light = u64::from(Rules::heavy_pips(points)) - 1;
    let pieces = PIECES as u64;
    factorial(pieces - light) * factorial(light) * factorial(pieces)
}

fn factorial(number: u64) -> u64 {
    (1..=number).product()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use teeko_index::{LayerIndex, Orbit};
    use teeko_rules::{Circle, Circles, Oracle, Outcome, Pips, Position, Side};
    use teeko_solve::{Solution, solve};
    use teeko_testing::rules;

    use super::*;
    use crate::report::thresholds;

    /// Returns all positions of a slide phase that are not finished, with the sizes of their
    /// orbits.
    fn positions(rules: &Rules) -> Vec<Orbit> {
        let index = LayerIndex::new(rules.board(), &rules.symmetries(), 2 * PIECES);
        index.orbits(0..index.occupied_sets()).collect()
    }

    /// Returns four pieces of a side in each of the 24 orders.
    fn orders(pieces: Circles) -> Vec<Vec<Circle>> {
        if pieces.is_empty() {
            return vec![Vec::new()];
        }
        let first = |circle: Circle| {
            let rest = orders(pieces.without(circle));
            rest.into_iter()
                .map(move |rest| [vec![circle], rest].concat())
        };
        pieces.iter().flat_map(first).collect()
    }

    fn number_pieces(pips: Pips, side: Side, order: &[Circle]) -> Pips {
        Pips::all()
            .zip(order)
            .fold(pips, |pips, (number, &circle)| {
                pips.with(side, number, circle)
            })
    }

    fn assert_counted(solution: &Solution, counted: &BTreeMap<i16, u64>) {
        let census = solution.slide().census();
        let found = by_score(solution.rules(), census, &thresholds(solution));
        let expected: Vec<ScoreCount> = counted
            .iter()
            .rev()
            .map(|(&score, &positions)| ScoreCount { score, positions })
            .collect();
        assert_eq!(found, expected);
    }

    /// Returns the score of a position that is not finished.
    fn score(solution: &Solution, position: &Position) -> Option<i16> {
        let value = solution.value(position).unwrap();
        value
            .filter(|value| value.outcome.distance() != Some(0))
            .map(|value| value.score)
    }

    #[test]
    fn every_position_of_4x4_with_prices_is_counted_by_its_score() {
        for variant in ["58-ssss+4x4+points", "37e-ssss+4x4+points"] {
            let solution = solve(&rules(variant));
            let mut counted = BTreeMap::new();
            for Orbit {
                position,
                positions,
                ..
            } in positions(solution.rules())
            {
                if let Some(score) = score(&solution, &position) {
                    *counted.entry(score).or_default() += positions;
                }
            }
            assert!(counted.len() > 4, "{counted:?}");
            assert_counted(&solution, &counted);
        }
    }

    /// The score of a won position depends on the numbering of the winner's pieces alone. The test
    /// looks at its 24 numberings, each with a different one of the other side's, and counts each
    /// 24 times.
    #[test]
    fn every_position_of_4x4_with_numbered_pieces_is_counted_by_its_score() {
        let solution = solve(&rules("44-ssss+4x4+pips"));
        let mut counted = BTreeMap::new();
        for Orbit {
            position,
            positions,
            ..
        } in positions(solution.rules())
        {
            let winner = match solution.outcome(&position) {
                Some(Outcome::Loss(0) | Outcome::Win(0)) | None => continue,
                Some(Outcome::Win(_)) => position.turn,
                Some(Outcome::Loss(_)) => position.turn.other(),
                Some(Outcome::Draw) => {
                    *counted.entry(0).or_default() += positions * 24 * 24;
                    continue;
                }
            };
            let others = orders(position.pieces(winner.other()));
            for (own, other) in orders(position.pieces(winner))
                .iter()
                .zip(others.iter().rev())
            {
                let pips = number_pieces(
                    number_pieces(Pips::NONE, winner, own),
                    winner.other(),
                    other,
                );
                let score = score(&solution, &Position { pips, ..position }).unwrap();
                *counted.entry(score).or_default() += positions * 24;
            }
        }
        assert_eq!(counted.len(), 17, "{counted:?}");
        assert_counted(&solution, &counted);
    }
}

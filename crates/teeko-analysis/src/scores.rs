//! How many positions of the slide phase have which score.

use teeko_index::LayerCensus;
use teeko_rules::{PIECES, Rules, Scoring};

use crate::ThresholdCounts;

/// The positions with one score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreCount {
    /// The points that the side to move nets: positive if it scores, negative if the other side
    /// does.
    pub score: i16,
    /// How many positions there are, with the side to move given, that are not over. Where pieces
    /// have numbers, each numbering of a position is one.
    pub positions: u64,
}

/// How many positions of the slide phase have which score, most points first: each score that there
/// is, and 0. Given the census of the plain game, and the counts of all thresholds, ascending.
///
/// Whoever forces more points forces fewer, so that the positions with a score are those of its
/// threshold less those of the next.
pub fn by_score(
    rules: &Rules,
    census: &LayerCensus,
    thresholds: &[ThresholdCounts],
) -> Vec<ScoreCount> {
    let count = |place: usize, of: fn(&ThresholdCounts) -> u64| {
        let forced =
            |at: Option<&ThresholdCounts>| at.map_or(0, |at| of(at) * numberings(rules, at.points));
        forced(thresholds.get(place)) - forced(thresholds.get(place + 1))
    };
    let places = 0..thresholds.len();
    let won = places
        .clone()
        .rev()
        .map(|place| (i16::from(thresholds[place].points), count(place, |at| at.won)));
    let lost =
        places.map(|place| (-i16::from(thresholds[place].points), count(place, |at| at.lost)));
    let drawn = (0, census.drawn() * numberings(rules, 1));
    let all =
        won.chain([drawn]).chain(lost).filter(|&(score, positions)| score == 0 || positions > 0);
    all.map(|(score, positions)| ScoreCount { score, positions }).collect()
}

/// The numberings of the pieces of both sides that one position stands for where the attacker's are
/// told apart by weight alone, in the threshold game of so many points: each way to number his
/// heavy pieces and his light ones, with each to number the other side's. 1 where pieces have no
/// numbers.
fn numberings(rules: &Rules, points: u8) -> u64 {
    if rules.scoring() != Scoring::Pips {
        return 1;
    }
    let light = u64::from(Rules::heavy_pips(points)) - 1;
    let factorial = |number: u64| (1..=number).product::<u64>();
    let pieces = PIECES as u64;
    factorial(pieces - light) * factorial(light) * factorial(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;
    use std::collections::BTreeMap;
    use teeko_index::{Class, LayerIndex, Orbit};
    use teeko_rules::{Circle, Circles, Oracle, Outcome, Pips, Position, Side};
    use teeko_solve::{ScoredSolution, ThresholdSolution, solve_scored};

    fn thresholds(solution: &ScoredSolution) -> Vec<ThresholdCounts> {
        let counts = |(points, game): &(u8, ThresholdSolution)| {
            let (won, lost) = match game {
                ThresholdSolution::Goals(game) => {
                    (game.slide().census().win(), game.slide().census().loss())
                }
                ThresholdSolution::Attack(attack) => {
                    let census = attack.slide().census();
                    (census.won.values().sum(), census.lost.values().sum())
                }
            };
            ThresholdCounts { points: *points, won, lost, deepest: 0 }
        };
        solution.games().iter().map(counts).collect()
    }

    /// All positions of a slide phase that go on, with how often each counts.
    fn positions(rules: &Rules) -> Vec<Orbit> {
        let index = LayerIndex::new(rules.board(), &rules.symmetries(), 2 * PIECES);
        index.orbits(0..index.occupied_sets().len()).collect()
    }

    /// Four pieces of a side in each of the 24 orders.
    fn orders(pieces: Circles) -> Vec<Vec<Circle>> {
        if pieces.is_empty() {
            return vec![Vec::new()];
        }
        let first = |circle: Circle| {
            let rest = orders(pieces.without(circle));
            rest.into_iter().map(move |rest| [vec![circle], rest].concat())
        };
        pieces.iter().flat_map(first).collect()
    }

    fn numbered(pips: Pips, side: Side, order: &[Circle]) -> Pips {
        Pips::all().zip(order).fold(pips, |pips, (number, &circle)| pips.with(side, number, circle))
    }

    fn assert_counted(solution: &ScoredSolution, counted: &BTreeMap<i16, u64>) {
        let census = solution.plain().slide().census();
        let found = by_score(solution.rules(), census, &thresholds(solution));
        let expected: Vec<ScoreCount> = counted
            .iter()
            .rev()
            .map(|(&score, &positions)| ScoreCount { score, positions })
            .collect();
        assert_eq!(found, expected);
    }

    /// The score of a position in which the game goes on.
    fn score(solution: &ScoredSolution, position: &Position) -> Option<i16> {
        let Ok(value) = solution.value(position);
        value.filter(|value| value.outcome.distance() != Some(0)).map(|value| value.score)
    }

    #[test]
    fn every_position_of_4x4_with_prices_is_counted_by_its_score() {
        for variant in ["58-ssss+4x4+points", "37e-ssss+4x4+points"] {
            let solution = solve_scored(&rules(variant));
            let mut counted = BTreeMap::new();
            for Orbit { position, positions, .. } in positions(solution.rules()) {
                if let Some(score) = score(&solution, &position) {
                    *counted.entry(score).or_default() += positions;
                }
            }
            assert!(counted.len() > 4, "{counted:?}");
            assert_counted(&solution, &counted);
        }
    }

    /// Of a position that a side wins, its own numbering says what it scores: 24 of them are looked
    /// at, each with another of the other side's, and stand for 24 each.
    #[test]
    fn every_position_of_4x4_with_numbered_pieces_is_counted_by_its_score() {
        let solution = solve_scored(&rules("44-ssss+4x4+pips"));
        let mut counted = BTreeMap::new();
        for Orbit { position, positions, .. } in positions(solution.rules()) {
            let winner = match solution.plain().outcome(&position) {
                Some(Outcome::Loss(0) | Outcome::Win(0)) | None => continue,
                Some(Outcome::Win(_)) => position.turn,
                Some(Outcome::Loss(_)) => position.turn.other(),
                Some(Outcome::Draw) => {
                    *counted.entry(0).or_default() += positions * 24 * 24;
                    continue;
                }
            };
            let others = orders(position.pieces(winner.other()));
            for (own, other) in orders(position.pieces(winner)).iter().zip(others.iter().rev()) {
                let pips = numbered(numbered(Pips::NONE, winner, own), winner.other(), other);
                let score = score(&solution, &Position { pips, ..position }).unwrap();
                *counted.entry(score).or_default() += positions * 24;
            }
        }
        assert_eq!(counted.len(), 17, "{counted:?}");
        assert_counted(&solution, &counted);
    }

    /// By hand: 4 heavy pieces have 24 numberings, 3 with a light one 6, 2 with 2 light ones 4, 1
    /// with 3 light ones 6.
    #[test]
    fn a_weighed_position_stands_for_some_numberings() {
        let pips = rules("44-ssss+pips");
        let found = [1, 2, 3, 4, 5, 6, 7, 8].map(|points| numberings(&pips, points) / 24);
        assert_eq!(found, [24, 6, 4, 6, 24, 6, 4, 6]);
        let census =
            LayerCensus::from_iter([(Class::Win(1), 9), (Class::Draw, 2), (Class::NoMove, 1)]);
        let at = |points, won, lost| ThresholdCounts { points, won, lost, deepest: 0 };
        let prices =
            by_score(&rules("58-ssss+points"), &census, &[at(1, 9, 4), at(2, 5, 4), at(3, 5, 1)]);
        let prices: Vec<(i16, u64)> =
            prices.iter().map(|count| (count.score, count.positions)).collect();
        assert_eq!(prices, [(3, 5), (1, 4), (0, 3), (-2, 3), (-3, 1)]);
    }
}

//! What sums up a solved rule set: the values of its first drops, counts of its positions by score,
//! and the forced wins that the move limits of tournaments cut off.

use schemars::JsonSchema;
use serde::Serialize;
use teeko_index::{Census, LayerCensus};
use teeko_rules::{Circle, Circles, Oracle, PIECES, Position, Rules, Scoring, Side, Value, Wdl};

use crate::answers::{FirstDropEntry, OutcomeFields};
use crate::error::Answer;
use crate::probe::probe_move;

/// The number of slide-phase positions from which `points` points can be forced.
///
/// Where pieces have numbers, the attacker's pieces are distinguished as far as the threshold
/// needs, as heavy and light; the other side's are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ThresholdCounts {
    /// The points.
    pub points: u8,
    /// Positions with the attacker to move.
    pub attacker: AttackerWins,
    /// Positions with the defender to move.
    pub defender: DefenderLosses,
    /// The greatest distance in plies; 0 if there is none.
    pub deepest: u32,
}

/// Positions in which the attacker is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AttackerWins {
    /// The positions from which the attacker forces the points.
    pub win: u64,
}

/// Positions in which the defender is to move and the game is not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DefenderLosses {
    /// The positions in which the defender cannot stop the attacker.
    pub loss: u64,
}

impl ThresholdCounts {
    /// Returns the counts of a slide phase in the threshold game of `points` points.
    pub fn new(points: u8, census: &LayerCensus) -> Self {
        let attacker = AttackerWins { win: census.win() };
        let defender = DefenderLosses { loss: census.loss() };
        Self { points, attacker, defender, deepest: census.deepest() }
    }
}

/// Returns the first drops that keep the outcome, one of each set of symmetric ones.
pub fn best_first_drops(rules: &Rules, first_drops: &[FirstDropEntry]) -> Circles {
    // The best first drop may have a shorter distance than the game: see `best_line`.
    let worths = first_drops.iter().filter_map(|drop| drop.worth.value);
    let chooses = rules.chooser(&Position::EMPTY) == Position::EMPTY.turn;
    let best = if chooses { worths.max() } else { worths.min() };
    let is_best = |drop: &&FirstDropEntry| best.is_some() && drop.worth.value == best;
    let best = first_drops.iter().filter(is_best).map(|drop| drop.played);
    let symmetries = rules.symmetries();
    let is_least = |circle: &Circle| {
        symmetries.elements().iter().all(|symmetry| symmetry.image(*circle) >= *circle)
    };
    best.filter(is_least).collect()
}

/// Returns the value of each first drop for Black, in the order of the circles and in plies from
/// the empty board. Where pieces have numbers, it is that of the best piece.
pub fn first_drops(oracle: &dyn Oracle) -> Answer<Vec<FirstDropEntry>> {
    let rules = oracle.rules();
    let allowed = rules.drops(&Position::EMPTY);
    let entry = |played: Circle| {
        let mut best: Option<Value> = None;
        for drop in rules.drops_on(&Position::EMPTY, played) {
            best = best.max(Some(probe_move(oracle, &Position::EMPTY, drop)?));
        }
        let worth = best.filter(|_| allowed.contains(played));
        Ok(FirstDropEntry { played, worth: OutcomeFields::of_value(rules.scoring(), worth) })
    };
    rules.board().circles().iter().map(entry).collect()
}

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
        .map(|place| (i16::from(thresholds[place].points), count(place, |at| at.attacker.win)));
    let lost = places
        .map(|place| (-i16::from(thresholds[place].points), count(place, |at| at.defender.loss)));
    let drawn = (0, census.drawn() * numberings(rules, 1));
    let all =
        won.chain([drawn]).chain(lost).filter(|&(score, positions)| score == 0 || positions > 0);
    all.map(|(score, positions)| ScoreCount { score, positions }).collect()
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
    let factorial = |number: u64| (1..=number).product::<u64>();
    let pieces = PIECES as u64;
    factorial(pieces - light) * factorial(light) * factorial(pieces)
}

/// The limits in Scarne's booklets: the slides of each side, and the source. The ten-move limit is
/// also read as one for each side.
const SCARNE: [(u32, &str); 3] = [(40, "Scarne 1954"), (15, "Scarne 1952"), (10, "Scarne")];

/// A tournament limit.
// Drops do not count: the limit starts with the slide phase. A position of the slide phase is
// treated as if it stood right after the last drop. A forced win is cut off if the winner, on
// either side, needs more slides of their own against the best defence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Limit {
    /// The number of slides of each side.
    pub moves_each: u32,
    /// The source of the limit.
    pub source: &'static str,
    /// The forced wins that it cuts off, by layer.
    pub cut_off: Vec<CutOff>,
}

impl Limit {
    /// Returns Scarne's limits, with what they cut off in each layer.
    pub fn scarnes(census: &Census) -> Vec<Self> {
        let limit = |(moves_each, source)| {
            let layers = census.layers().iter().enumerate();
            let of_layer = |(layer, census)| CutOff::new(moves_each, layer, census);
            Self { moves_each, source, cut_off: layers.map(of_layer).collect() }
        };
        SCARNE.map(limit).into()
    }
}

/// The forced wins of a layer that a limit cuts off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CutOff {
    /// The number of pieces on the board.
    pub layer: usize,
    /// Wins of the side to move.
    pub win: u64,
    /// Wins of its opponent.
    pub loss: u64,
}

impl CutOff {
    /// Counts the positions of a layer whose forced win a limit of `most` slides turns into a draw.
    fn new(most: u32, layer: usize, census: &LayerCensus) -> Self {
        let drops = (2 * PIECES).saturating_sub(layer) as u32;
        // Black makes the first slide after the drop phase. In the slide phase itself, the side to
        // move counts as the one that does.
        let mover_begins = Position::turn_in_layer(layer) != Some(Side::Red);
        let mut cut_off = Self { layer, win: 0, loss: 0 };
        for (outcome, positions) in census.decided_by_distance() {
            // Sides alternate, so the side that makes the first slide also makes the odd one.
            let slides = outcome.distance().unwrap_or(0).saturating_sub(drops);
            let mover_wins = outcome.wdl() == Wdl::Win;
            let winners_slides =
                if mover_wins == mover_begins { slides.div_ceil(2) } else { slides / 2 };
            if winners_slides > most {
                *(if mover_wins { &mut cut_off.win } else { &mut cut_off.loss }) += positions;
            }
        }
        cut_off
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use teeko_index::{Class, LayerIndex, Orbit};
    use teeko_rules::{Circle, Circles, Oracle, Outcome, Pips, Position, Side};
    use teeko_solve::{Solution, solve};

    use super::*;
    use crate::testing::rules;

    fn thresholds(solution: &Solution) -> Vec<ThresholdCounts> {
        let censuses = solution.slide_censuses();
        censuses.map(|(points, census)| ThresholdCounts::new(points, census)).collect()
    }

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
            rest.into_iter().map(move |rest| [vec![circle], rest].concat())
        };
        pieces.iter().flat_map(first).collect()
    }

    fn number_pieces(pips: Pips, side: Side, order: &[Circle]) -> Pips {
        Pips::all().zip(order).fold(pips, |pips, (number, &circle)| pips.with(side, number, circle))
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
        value.filter(|value| value.outcome.distance() != Some(0)).map(|value| value.score)
    }

    #[test]
    fn every_position_of_4x4_with_prices_is_counted_by_its_score() {
        for variant in ["58-ssss+4x4+points", "37e-ssss+4x4+points"] {
            let solution = solve(&rules(variant));
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

    /// The score of a won position depends on the numbering of the winner's pieces alone. The test
    /// looks at its 24 numberings, each with a different one of the other side's, and counts each
    /// 24 times.
    #[test]
    fn every_position_of_4x4_with_numbered_pieces_is_counted_by_its_score() {
        let solution = solve(&rules("44-ssss+4x4+pips"));
        let mut counted = BTreeMap::new();
        for Orbit { position, positions, .. } in positions(solution.rules()) {
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
            for (own, other) in orders(position.pieces(winner)).iter().zip(others.iter().rev()) {
                let pips =
                    number_pieces(number_pieces(Pips::NONE, winner, own), winner.other(), other);
                let score = score(&solution, &Position { pips, ..position }).unwrap();
                *counted.entry(score).or_default() += positions * 24;
            }
        }
        assert_eq!(counted.len(), 17, "{counted:?}");
        assert_counted(&solution, &counted);
    }

    fn assert_cut_off(
        slides: u32,
        layer: usize,
        distances: impl IntoIterator<Item = u32>,
        [win, loss]: [u64; 2],
    ) {
        let class =
            |distance| if distance % 2 == 1 { Class::Win(distance) } else { Class::Loss(distance) };
        let census = distances.into_iter().map(|distance| (class(distance), 1)).collect();
        assert_eq!(CutOff::new(slides, layer, &census), CutOff { layer, win, loss });
    }

    /// With 15 slides for each side, the side to move can win in 29 plies (its 15th slide), and its
    /// opponent in 30. There is one position at each distance up to the last.
    #[test]
    fn in_the_slide_phase_both_sides_have_the_whole_limit() {
        for (deepest, cut_off) in [(30, [0, 0]), (31, [1, 0]), (34, [2, 2]), (0, [0, 0])] {
            assert_cut_off(15, 8, 0..=deepest, cut_off);
        }
    }

    /// From the empty board Black's win in 13 plies, as in Advanced Teeko, takes 8 drops and 5
    /// slides. 3 of the slides are Black's.
    #[test]
    fn drops_do_not_count() {
        assert_cut_off(3, 0, [13], [0, 0]);
        assert_cut_off(2, 0, [13], [1, 0]);
        // One drop is to come: of Red's win in 32 plies 31 are slides, of which Red makes 16.
        assert_cut_off(15, 7, [31], [0, 0]);
        assert_cut_off(15, 7, [32], [0, 1]);
    }
}

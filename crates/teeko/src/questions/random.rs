//! A random position, to practise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::Answer;
use teeko_analysis::order::{ShuffledOrder, number_pieces, part_of, position, positions};
use teeko_rules::work::Observer;
use teeko_rules::{Board, Oracle, Outcome, PIECES, Parity, Position, Status, Wdl};

use super::ask::{Ask, Subject};
use super::choice::first_seed;
use super::position::{PositionQuestion, Query};
use crate::error::Error;
use crate::position_reader::PositionReader;

/// Show a random position to practise
///
/// All positions that fit are equally likely. The game is not finished, and the side to move has a
/// move. The answer has the fields that a position's has, every move among them; its schema is
/// `teeko.random/1`. If pieces have numbers, the seed chooses the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct RandomQuestion {
    /// Outcome for the side to move
    #[serde(default)]
    pub outcome: RandomOutcome,
    /// Distance to the end in plies; in games for points, the plies within which points are forced
    /// [default: any]
    #[schemars(range(min = 1, max = u32::MAX))]
    pub dtw: Option<u32>,
    /// Number of pieces on the board [default: any]
    #[schemars(range(max = 2 * PIECES))]
    pub pieces: Option<usize>,
    /// Seed of the random choice: the same seed gives the same position
    #[serde(default = "first_seed")]
    pub seed: u64,
}

/// The outcome that a position should have.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RandomOutcome {
    /// Any outcome
    #[default]
    Any,
    /// The side to move wins
    Win,
    /// Neither side wins
    Draw,
    /// The other side wins
    Loss,
}

impl RandomOutcome {
    fn result(self) -> Option<Wdl> {
        match self {
            Self::Any => None,
            Self::Win => Some(Wdl::Win),
            Self::Draw => Some(Wdl::Draw),
            Self::Loss => Some(Wdl::Loss),
        }
    }
}

impl Ask for RandomQuestion {
    type Answer<'a> = Query<'a>;

    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        let Some(distance) = self.dtw else {
            return Ok(());
        };
        let is_fixed = rules[0].rules().parity() == Parity::Fixed;
        let expected = match self.outcome {
            RandomOutcome::Draw => "none with a draw, which has no end",
            RandomOutcome::Win if is_fixed && distance.is_multiple_of(2) => {
                "an odd number: a win ends with a ply of the side to move"
            }
            RandomOutcome::Loss if is_fixed && !distance.is_multiple_of(2) => {
                "an even number: a loss ends with a ply of the other side"
            }
            _ => return Ok(()),
        };
        Err(Error::unfit("dtw", &distance.to_string(), expected))
    }

    fn answer<'a>(&self, subject: &Subject<'a, '_>) -> Result<Query<'a>, Error> {
        let game = subject.game();
        let most = subject.positions.unwrap_or(u64::MAX);
        let is_too_far = self
            .dtw
            .is_some_and(|distance| game.deepest().is_ok_and(|deepest| distance > deepest));
        let (found, is_whole) = if is_too_far {
            (None, true)
        } else {
            random_position(game, self, most, subject.observe).map_err(|error| game.error(error))?
        };
        let searched = if is_whole { None } else { Some(most) };
        let position = found.ok_or_else(|| no_position(game.name(), searched))?;
        Ok(Query {
            schema: Some("teeko.random/1"),
            ..game.answer(&PositionQuestion::of(position))?
        })
    }
}

/// Returns the error for a search without a result: of some positions, or of all.
fn no_position(game: &str, searched: Option<u64>) -> Error {
    let among = match searched {
        Some(positions) => format!(" among {positions}"),
        None => String::new(),
    };
    let error = format!("{game}: expected such a position, found none{among}");
    let hint = "ask for another outcome, distance or number of pieces";
    Error::refused(422, error, Some(hint))
}

/// Returns the first position that fits in a shuffled order of all positions in which there is a
/// move. The order depends on the seed alone, and every position is equally likely to come first.
/// In layer 8 either side may be to move.
///
/// Looks at `most` positions at most, or a few more. Also returns whether these were enough. Calls
/// `observe` with the positions done and in total.
fn random_position(
    oracle: &dyn Oracle,
    question: &RandomQuestion,
    most: u64,
    observe: Observer<'_>,
) -> Answer<(Option<Position>, bool)> {
    let rules = oracle.rules();
    let layers = Layers::of(rules.board(), question.pieces);
    let order = ShuffledOrder::new(layers.lengths.iter().sum(), question.seed);
    let find = |number| {
        let Some(position) = layers.position(number) else {
            return Ok(None);
        };
        let position = number_pieces(rules, &position, question.seed, number);
        let fits = fits(oracle, question, &position)?;
        Ok(if fits { Some(position) } else { None })
    };
    let (found, is_whole) = order.search(1, most, 1, observe, find, Ok)?;
    Ok((found.into_iter().next(), is_whole))
}

/// The positions of a layer, or of all layers, one after the other.
struct Layers {
    first: usize,
    /// The number of positions of each layer from the first on.
    lengths: Vec<u64>,
}

impl Layers {
    fn of(board: Board, layer: Option<usize>) -> Self {
        let layers = match layer {
            Some(layer) => layer..=layer,
            None => 0..=2 * PIECES,
        };
        Self {
            first: *layers.start(),
            lengths: layers.map(|layer| positions(board, layer)).collect(),
        }
    }

    fn position(&self, number: u64) -> Option<Position> {
        let (part, number) = part_of(self.lengths.iter().copied(), number)?;
        Some(position(self.first + part, number))
    }
}

/// Returns whether a position is what the question asks for, and there is a move in it.
fn fits(oracle: &dyn Oracle, question: &RandomQuestion, position: &Position) -> Answer<bool> {
    let rules = oracle.rules();
    let has_value = oracle
        .value(position)?
        .is_some_and(|value| question.asks_for(value.outcome));
    Ok(has_value && rules.status(position) == Status::Open && !rules.moves(position).is_empty())
}

impl RandomQuestion {
    fn asks_for(&self, outcome: Outcome) -> bool {
        let result = self.outcome.result();
        result.is_none_or(|result| result == outcome.wdl())
            && (self.dtw.is_none() || self.dtw == outcome.distance())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use teeko_rules::work::to_the_end;
    use teeko_solve::solve;
    use teeko_testing::{rules, solved};

    const ANY: RandomQuestion = RandomQuestion {
        outcome: RandomOutcome::Any,
        dtw: None,
        pieces: None,
        seed: 1,
    };

    fn random(oracle: &dyn Oracle, question: &RandomQuestion) -> Option<Position> {
        let (found, is_whole) = random_position(oracle, question, u64::MAX, &to_the_end).unwrap();
        assert!(is_whole);
        found
    }

    /// Counts 16 first drops in 1600 seeds, each within five standard deviations of a hundred.
    #[test]
    fn every_position_is_as_likely() {
        let oracle = solved("44-ssss+4x4");
        let mut found: BTreeMap<Position, usize> = BTreeMap::new();
        for seed in 0..1600 {
            let question = RandomQuestion {
                pieces: Some(1),
                seed,
                ..ANY
            };
            *found
                .entry(random(&oracle, &question).unwrap())
                .or_default() += 1;
        }
        assert_eq!(found.len(), 16);
        assert!(
            found.values().all(|times| (50..=150).contains(times)),
            "{found:?}"
        );
    }

    /// Looks at all positions of four pieces: those that fit are found, and no others.
    #[test]
    fn what_is_found_fits_and_what_is_not_found_is_not_there() {
        for variant in ["58-ssss+4x4", "37e-pppp+4x4", "58-ssss+4x4+points"] {
            let oracle = solve(&rules(variant));
            let pieces = 4;
            let mut kinds = BTreeSet::new();
            for number in 0..positions(oracle.rules().board(), pieces) {
                let position = position(pieces, number);
                let value = oracle.value(&position).unwrap();
                kinds.extend(value.map(|value| (value.outcome.wdl(), value.outcome.distance())));
            }
            for outcome in [RandomOutcome::Win, RandomOutcome::Draw, RandomOutcome::Loss] {
                for dtw in (1..30).map(Some) {
                    let question = RandomQuestion {
                        outcome,
                        dtw,
                        pieces: Some(pieces),
                        seed: 7,
                    };
                    let kind = (outcome.result().unwrap(), dtw);
                    let found = random(&oracle, &question);
                    assert_eq!(
                        found.is_some(),
                        kinds.contains(&kind),
                        "{variant} {question:?}"
                    );
                    if let Some(position) = found {
                        let found = oracle.value(&position).unwrap().unwrap().outcome;
                        assert_eq!((found.wdl(), found.distance()), kind);
                    }
                }
            }
            // One of few looks is not enough.
            let question = RandomQuestion {
                dtw: Some(99),
                ..ANY
            };
            let bounded = random_position(&oracle, &question, 1000, &to_the_end).unwrap();
            assert_eq!(bounded, (None, false));
        }
    }
}

//! Winning strategies: for every position that can arise, what the winner chooses; and drawing
//! ones.

mod draw;
mod error;
#[cfg(test)]
mod tests;
mod threshold_game;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};

use bitvec::bitvec;
use bitvec::slice::BitSlice;
use teeko_certificate::{Certificate, ClaimedGame, canonical};
use teeko_rules::{Move, Oracle, Outcome, Position, Rules, Scoring, Side, Status, SymmetryGroup};

pub use self::draw::{bounding_strategies, drawing_strategies};
pub use self::error::StrategyError;
use self::threshold_game::ThresholdGame;
use crate::error::Answer;
use crate::probe::{probe, probe_value};

/// Makes the certificate that a side forces points from the empty board, in a game in which goals
/// have prices: at least `points`, or the most it can. It is that of the forced win in the
/// threshold game.
///
/// # Errors
/// As for [`winning_strategy`]; if neither side forces `points`, or pieces have numbers.
pub fn scoring_strategy(
    oracle: &dyn Oracle,
    points: Option<u8>,
) -> Result<Certificate, StrategyError> {
    if oracle.rules().scoring() == Scoring::Pips {
        return Err(StrategyError::NumberedPieces);
    }
    let score = probe_value(oracle, &Position::EMPTY)?.score;
    let most = u8::try_from(score.unsigned_abs()).unwrap_or(u8::MAX);
    let asked = points.unwrap_or(most);
    let side = if score > 0 { Side::Black } else { Side::Red };
    match most {
        0 => Err(StrategyError::Drawn),
        _ if asked > most => Err(StrategyError::Unforced { asked, side, most }),
        _ => {
            let game = ClaimedGame::new(oracle.rules()).with_points(asked);
            strategy_for(&ThresholdGame::new(oracle, asked), game)
        }
    }
}

/// Makes the certificate of the forced win from the empty board, with the exact distance as its
/// claim. In a game for points it is that of 1 point or more.
///
/// Every choice of the winner's is optimal. Of several optimal ones those are taken that keep the
/// certificate small: the strategy is made distance by distance, from the empty board down, and at
/// each distance a few positions are picked to which all positions there can go, greedily the one
/// first to which most of them can. The result depends on the outcomes alone.
///
/// # Errors
/// If neither side wins, the oracle fails, or its outcomes contradict each other.
pub fn winning_strategy(oracle: &dyn Oracle) -> Result<Certificate, StrategyError> {
    strategy_for(oracle, ClaimedGame::new(oracle.rules()))
}

/// Makes the certificate of a claim from an oracle of the rules that it is played by.
fn strategy_for(oracle: &dyn Oracle, game: ClaimedGame) -> Result<Certificate, StrategyError> {
    Ok(WinningStrategy::new(oracle, game)?.certificate)
}

/// A winning strategy, with its certificate.
pub(crate) struct WinningStrategy {
    pub(crate) certificate: Certificate,
    /// The winner's choice in each canonical position that can arise, except where the winner
    /// completes a goal.
    pub(crate) choices: HashMap<Position, Move>,
}

impl WinningStrategy {
    /// Finds the strategy for a claim with an oracle of the rules that it is played by.
    pub(crate) fn new(oracle: &dyn Oracle, game: ClaimedGame) -> Result<Self, StrategyError> {
        let rules = oracle.rules();
        let outcome = probe(oracle, &Position::EMPTY)?;
        let (winner, plies) = match outcome {
            Outcome::Win(plies) => (Side::Black, plies),
            Outcome::Loss(plies) => (Side::Red, plies),
            Outcome::Draw => return Err(StrategyError::Drawn),
        };
        let mut planner = Planner {
            oracle,
            rules,
            symmetries: rules.symmetries(),
            winner,
            arising: BTreeMap::new(),
        };
        let choices = planner.choices(plies)?;
        let certificate = Certificate::of_strategy(game, winner, plies, |position| {
            choices.get(position).copied()
        })?;
        Ok(Self {
            certificate,
            choices,
        })
    }
}

/// A strategy being made. All positions are canonical.
struct Planner<'a> {
    oracle: &'a dyn Oracle,
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    winner: Side,
    /// The positions known to arise, by their distance.
    arising: BTreeMap<u32, BTreeSet<Position>>,
}

impl Planner<'_> {
    /// The winner's choice in each position that can arise, except where the winner is about to
    /// complete a goal.
    fn choices(&mut self, plies: u32) -> Answer<HashMap<Position, Move>> {
        let mut choices = HashMap::new();
        self.arising
            .entry(plies)
            .or_default()
            .insert(Position::EMPTY);
        // Every choice of the winner's and every reply leads to a smaller distance.
        while let Some((distance, positions)) = self
            .arising
            .pop_last()
            .filter(|&(distance, _)| distance > 1)
        {
            let (choosing, replying): (Vec<_>, Vec<_>) = positions
                .into_iter()
                .partition(|position| self.rules.chooser(position) == self.winner);
            for position in &replying {
                self.add_replies(position, distance)?;
            }
            self.choose(&choosing, distance, &mut choices)?;
        }
        Ok(choices)
    }

    /// Adds what can arise from a position in which the other side chooses.
    fn add_replies(&mut self, position: &Position, distance: u32) -> Answer<()> {
        for played in self.rules.moves(position) {
            let next = self.canonical_after(position, played);
            let remaining = probe(self.oracle, &next)?
                .distance()
                .filter(|&remaining| remaining < distance);
            // Where the oracle contradicts itself the strategy has a gap, which the certificate's
            // own walk reports.
            if let Some(remaining) = remaining {
                self.arising.entry(remaining).or_default().insert(next);
            }
        }
        Ok(())
    }

    /// Chooses in all positions of one distance together, so that few positions arise.
    fn choose(
        &mut self,
        positions: &[Position],
        distance: u32,
        choices: &mut HashMap<Position, Move>,
    ) -> Answer<()> {
        let mut optimal = Vec::new();
        for position in positions {
            optimal.push(self.optimal(position, distance)?);
        }
        // For each position that can come next, where it can come from.
        let mut origins: BTreeMap<Position, BTreeSet<usize>> = BTreeMap::new();
        for (origin, moves) in optimal.iter().enumerate() {
            for &(_, next) in moves {
                origins.entry(next).or_default().insert(origin);
            }
        }
        let mut picked = self.arising.remove(&(distance - 1)).unwrap_or_default();
        pick(&mut picked, &origins, positions.len());
        for (position, moves) in positions.iter().zip(optimal) {
            let chosen = moves.iter().find(|(_, next)| picked.contains(next));
            choices.extend(chosen.map(|&(chosen, _)| (*position, chosen)));
        }
        if !picked.is_empty() {
            self.arising.insert(distance - 1, picked);
        }
        Ok(())
    }

    /// The winner's optimal choices in a position at a distance above 1, with what comes next.
    fn optimal(&self, position: &Position, distance: u32) -> Answer<Vec<(Move, Position)>> {
        let mut optimal = Vec::new();
        for played in self.rules.moves(position) {
            let next = self.canonical_after(position, played);
            let won = if next.turn == self.winner {
                Outcome::Win
            } else {
                Outcome::Loss
            };
            if self.rules.status(&next) == Status::Open
                && probe(self.oracle, &next)? == won(distance - 1)
            {
                optimal.push((played, next));
            }
        }
        Ok(optimal)
    }

    fn canonical_after(&self, position: &Position, played: Move) -> Position {
        canonical(&self.symmetries, &position.after(played))
    }
}

/// Picks positions, in addition to those that are picked already, until each origin can go to one
/// of them: greedily the one first to which most of the rest can. `origins` has the numbers, below
/// `count`, of those that can go to a position.
fn pick(
    picked: &mut BTreeSet<Position>,
    origins: &BTreeMap<Position, BTreeSet<usize>>,
    count: usize,
) {
    let mut served = bitvec![0; count];
    for position in &*picked {
        if let Some(origins) = origins.get(position) {
            serve(&mut served, origins);
        }
    }
    // Counts only fall as positions are picked: one that is still right when it comes up is the
    // greatest.
    let mut candidates = BinaryHeap::new();
    for (position, origins) in origins {
        candidates.push((unserved(&served, origins), Reverse(*position)));
    }
    while let Some((count, Reverse(position))) = candidates.pop() {
        let origins = &origins[&position];
        let current = unserved(&served, origins);
        if current == 0 {
            continue;
        }
        if current < count {
            candidates.push((current, Reverse(position)));
            continue;
        }
        picked.insert(position);
        serve(&mut served, origins);
    }
}

fn serve(served: &mut BitSlice, origins: &BTreeSet<usize>) {
    for &origin in origins {
        served.set(origin, true);
    }
}

fn unserved(served: &BitSlice, origins: &BTreeSet<usize>) -> usize {
    origins.iter().filter(|&&origin| !served[origin]).count()
}

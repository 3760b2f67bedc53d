//! Drawing strategies: for each side, positions that it can keep the game in.

mod graph;
mod search;

use std::collections::BTreeSet;

use graph::SlideGraph;
use search::Search;
use teeko_certificate::{ClaimedGame, DrawCertificate, DrawFailure, canonical};
use teeko_index::parallel;
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{
    Circles, Oracle, Outcome, PIECES, Position, Rules, Scoring, Side, Status, SymmetryGroup,
};

use super::{StrategyError, ThresholdGame};
use crate::error::{AnalysisError, Answer};
use crate::probe::{probe, probe_value};

/// Makes the certificate of a draw from the empty board: for each side positions, in which the
/// other side chooses, such that each of the other side's choices has an answer that leads back
/// among them.
///
/// A small set makes a small certificate. The search spends time in proportion to `effort` on
/// making it smaller; with an effort of 0 it keeps the first set. The result depends on the
/// outcomes and the effort alone, and has been checked.
///
/// In a game in which goals have prices the certificate is that of the game without them.
///
/// `observe` receives the progress of the search for both strategies; after a `Break` the search
/// ends with [`AnalysisError::Stopped`].
///
/// # Errors
/// If a side wins, pieces have numbers, the oracle fails, or its outcomes contradict each other.
pub fn drawing_strategies(
    oracle: &dyn Oracle,
    effort: u32,
    observe: Observer<'_>,
) -> Result<DrawCertificate, StrategyError> {
    match oracle.rules().scoring() {
        Scoring::Goals => search_strategies(oracle, oracle.rules().into(), effort, observe),
        Scoring::Points => {
            let plain = ThresholdGame::new(oracle, 1);
            search_strategies(&plain, plain.rules().into(), effort, observe)
        }
        Scoring::Pips => Err(StrategyError::NumberedPieces),
    }
}

/// Makes the certificate that neither side forces more points from the empty board than the game is
/// worth, in a game in which goals have prices. It is that of the draw in the threshold game of one
/// point more.
///
/// # Errors
/// As for [`drawing_strategies`].
pub fn bounding_strategies(
    oracle: &dyn Oracle,
    effort: u32,
    observe: Observer<'_>,
) -> Result<DrawCertificate, StrategyError> {
    if oracle.rules().scoring() == Scoring::Pips {
        return Err(StrategyError::NumberedPieces);
    }
    let score = probe_value(oracle, &Position::EMPTY)?.score.unsigned_abs();
    let more = u8::try_from(score).unwrap_or(u8::MAX).saturating_add(1);
    if more == 1 {
        return drawing_strategies(oracle, effort, observe);
    }
    let game = ClaimedGame::new(oracle.rules()).with_points(more);
    search_strategies(&ThresholdGame::new(oracle, more), game, effort, observe)
}

/// Searches for the drawing strategies of a claim, with an oracle of the rules that it is played
/// by.
fn search_strategies(
    oracle: &dyn Oracle,
    game: ClaimedGame,
    effort: u32,
    observe: Observer<'_>,
) -> Result<DrawCertificate, StrategyError> {
    match probe(oracle, &Position::EMPTY)? {
        Outcome::Draw => {}
        found => return Err(StrategyError::NotDrawn { found }),
    }
    let counter = Counter::new(2 * search::steps(effort), observe);
    let strategy = |own| positions(oracle, own, effort, &counter);
    let found = parallel::try_map([Side::Black, Side::Red], strategy)?;
    let certificate = DrawCertificate::new(game, [&found[0], &found[1]]);
    match certificate.check().and_then(|_| certificate.check_length()) {
        Ok(()) => Ok(certificate),
        Err(DrawFailure::Stopped(stopped)) => Err(AnalysisError::Stopped(stopped).into()),
        Err(failure) => Err(StrategyError::DrawContradiction(failure)),
    }
}

fn positions(
    oracle: &dyn Oracle,
    own: Side,
    effort: u32,
    counter: &Counter<'_>,
) -> Result<Vec<Position>, StrategyError> {
    let drops = drop_phase(oracle, own)?;
    let graph = SlideGraph::new(oracle, own);
    let mut search = Search::new(graph, &drops.slides, effort, counter);
    let mut positions = drops.positions;
    positions.extend(search.run()?);
    Ok(positions)
}

/// Whether a side that has these outcomes cannot be forced to lose.
fn holds(own: Side, turn: Side, outcome: Outcome) -> bool {
    !matches!(
        (outcome, own == turn),
        (Outcome::Loss(_), true) | (Outcome::Win(_), false)
    )
}

/// Whether a position ends the game without a loss for a side.
fn ends_well(rules: &Rules, own: Side, position: &Position) -> bool {
    rules.status(position) != Status::Open && rules.winner(position) != Some(own.other())
}

/// A drop phase that is being played, against everything the other side can choose.
struct DropPhase<'a> {
    oracle: &'a dyn Oracle,
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    own: Side,
    /// Canonical positions that have been visited, with either side choosing.
    seen: BTreeSet<Position>,
    drops: Drops,
}

#[derive(Default)]
struct Drops {
    /// The positions of the drop phase in which the other side chooses, after a choice of the own
    /// side's or at the start.
    positions: Vec<Position>,
    /// The positions of the slide phase that it leads to, with either side to move.
    slides: Vec<Position>,
}

/// Plays the drop phase for a side, with choices that hold.
fn drop_phase(oracle: &dyn Oracle, own: Side) -> Answer<Drops> {
    let (rules, symmetries) = (oracle.rules(), oracle.rules().symmetries());
    let (seen, drops) = (BTreeSet::new(), Drops::default());
    let mut phase = DropPhase {
        oracle,
        rules,
        symmetries,
        own,
        seen,
        drops,
    };
    phase.enter(Position::EMPTY, true)?;
    Ok(phase.drops)
}

impl DropPhase<'_> {
    /// Plays on from an open position; `after_own` if the own side's choice led there.
    fn enter(&mut self, position: Position, after_own: bool) -> Answer<()> {
        let position = canonical(&self.symmetries, &position);
        if !self.seen.insert(position) {
            return Ok(());
        }
        if position.layer() == 2 * PIECES {
            self.drops.slides.push(position);
            return Ok(());
        }
        let next = self
            .rules
            .moves(&position)
            .into_iter()
            .map(|played| position.after(played));
        let (next, ended): (Vec<Position>, Vec<Position>) =
            next.partition(|next| self.rules.status(next) == Status::Open);
        if self.rules.chooser(&position) != self.own {
            if after_own {
                self.drops.positions.push(position);
            }
            return next
                .into_iter()
                .try_for_each(|next| self.enter(next, false));
        }
        if ended
            .iter()
            .any(|next| ends_well(self.rules, self.own, next))
        {
            return Ok(());
        }
        let mut best = None;
        for next in next {
            let next = canonical(&self.symmetries, &next);
            if holds(self.own, next.turn, probe(self.oracle, &next)?) {
                let key = (!self.seen.contains(&next), self.spread(&next), next);
                best = best.into_iter().chain([key]).min();
            }
        }
        // Where the oracle contradicts itself the strategy has a gap, which the certificate's own
        // check reports.
        best.map_or(Ok(()), |(_, _, next)| self.enter(next, true))
    }

    /// How far the own pieces are from the centre, and the other side's not: central pieces are
    /// good at blocking.
    fn spread(&self, position: &Position) -> isize {
        let board = self.rules.board();
        let [width, height] = [board.width(), board.height()].map(|side| side as isize - 1);
        let of = |circles: Circles| {
            let distance = |circle| {
                let [column, row] = [
                    2 * board.column(circle) - width,
                    2 * board.row(circle) - height,
                ];
                column * column + row * row
            };
            circles.iter().map(distance).sum::<isize>()
        };
        of(position.pieces(self.own)) - of(position.pieces(self.own.other()))
    }
}

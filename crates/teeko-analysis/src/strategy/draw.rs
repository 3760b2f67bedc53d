//! Drawing strategies: for each side, positions that it can keep the game in.

mod drop_phase;
mod graph;
mod search;

use teeko_certificate::{DrawCertificate, DrawFailure};
use teeko_index::parallel;
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Oracle, Outcome, Position, Rules, Scoring, Side, Status};

use super::StrategyError;
use crate::error::AnalysisError;
use crate::probe::{probe, probe_value};
use crate::threshold::ThresholdGame;
use drop_phase::drop_phase;
use graph::SlideGraph;
use search::Search;

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
        Scoring::Goals => found(oracle, effort, observe),
        Scoring::Points => found(&ThresholdGame::new(oracle, 1), effort, observe),
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
    found(&ThresholdGame::new(oracle, more), effort, observe)
}

/// Searches for the drawing strategies of a game without points.
fn found(
    oracle: &dyn Oracle,
    effort: u32,
    observe: Observer<'_>,
) -> Result<DrawCertificate, StrategyError> {
    match probe(oracle, &Position::EMPTY)? {
        Outcome::Draw => {}
        found => return Err(StrategyError::NotDrawn { found }),
    }
    let counter = Counter::new(2 * search::steps(effort), observe);
    let strategy = |own| positions(oracle, own, effort, &counter);
    let (black, red) = parallel::join(|| strategy(Side::Black), || strategy(Side::Red));
    let certificate = DrawCertificate::new(oracle.rules(), [&black?, &red?]);
    match certificate.check() {
        Ok(_) => Ok(certificate),
        Err(DrawFailure::Stopped(stopped)) => Err(AnalysisError::Stopped(stopped).into()),
        Err(failure) => Err(StrategyError::DrawContradiction(failure)),
    }
}

/// The positions that a side keeps the game in.
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
    !matches!((outcome, own == turn), (Outcome::Loss(_), true) | (Outcome::Win(_), false))
}

/// Whether a position ends the game without a loss for a side.
fn ends_well(rules: &Rules, own: Side, position: &Position) -> bool {
    rules.status(position) != Status::Open && rules.winner(position) != Some(own.other())
}

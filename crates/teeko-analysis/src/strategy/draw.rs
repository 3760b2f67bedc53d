//! Drawing strategies: for each side, positions that it can keep the game in.

mod drops;
mod graph;
mod holding;
mod position_set;
mod search;

use teeko_certificate::{ClaimedGame, DrawCertificate, DrawFailure};
use teeko_index::parallel;
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Oracle, Outcome, Position, Scoring, Side};

use self::drops::drop_phase;
use self::graph::SlideGraph;
use self::search::Search;
use super::error::StrategyError;
use super::threshold_game::ThresholdGame;
use crate::error::AnalysisError;
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
    let found = parallel::try_map([Side::Black, Side::Red], |own| {
        positions(oracle, own, effort, &counter)
    })?;
    let certificate = DrawCertificate::new(game, [&found[0], &found[1]]);
    match certificate.check().and_then(|_| certificate.check_length()) {
        Ok(()) => Ok(certificate),
        Err(DrawFailure::Stopped(stopped)) => Err(AnalysisError::Stopped(stopped).into()),
        Err(failure) => Err(StrategyError::DrawContradiction(failure)),
    }
}

/// Returns the positions of a strategy for one side.
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

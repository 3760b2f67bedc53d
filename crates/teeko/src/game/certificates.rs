//! Certificates of a game: strategies that somebody else can check.

use teeko_analysis::StrategyError;
use teeko_certificate::{Certificate, Failure, Proof};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, Position};

use crate::{Error, Game, SourceError};

/// Why a game without points has no certificate of them.
const NOT_FOR_POINTS: &str =
    "expected a game for points, such as 58-ssss+points, found one in which every goal wins";

impl Game {
    /// Makes the certificate of what the game is worth: of a win as [`Game::certificate`] does, of
    /// a draw with a strategy for each side.
    ///
    /// The search for small drawing strategies takes time in proportion to `effort`, which is at
    /// least 1; `observe` receives how far it has come. It uses two threads of the current rayon
    /// thread pool.
    ///
    /// # Errors
    /// As for [`Game::certificate`], except that a draw is one only where the game is for points;
    /// [`Error::Analysis`] if the observer stops the search.
    pub fn proof(&self, effort: u32, observe: Observer<'_>) -> Result<Proof, Error> {
        let drawn = matches!(self.outcome(&Position::EMPTY), Ok(Some(Outcome::Draw)));
        if !drawn || self.rules().scoring().is_for_points() {
            return self.certificate().map(Proof::Win);
        }
        let strategies = teeko_analysis::drawing_strategies_with(self, effort, observe);
        strategies.map(Proof::Draw).map_err(|error| self.strategy_error(error))
    }

    /// The winning strategy of a game that is a forced win; of a game for points that of whoever
    /// scores, for as many points as the game is worth.
    ///
    /// # Errors
    /// [`Error::Drawn`] if it is not; [`Error::Contradiction`] if what the source says does not fit
    /// together; if it fails. [`Error::NoCertificate`] if pieces have numbers.
    pub fn certificate(&self) -> Result<Certificate, Error> {
        let strategy = if self.rules().scoring().is_for_points() {
            teeko_analysis::scoring_strategy(self, None)
        } else {
            teeko_analysis::winning_strategy(self)
        };
        strategy.map_err(|error| self.strategy_error(error))
    }

    /// The strategy by which a side forces at least so many points, in a game for points.
    ///
    /// # Errors
    /// As for [`Game::certificate`]; [`Error::NoCertificate`] if nobody can force so many, or the
    /// game is not for points.
    pub fn certificate_of_points(&self, points: u8) -> Result<Certificate, Error> {
        if !self.rules().scoring().is_for_points() {
            let name = self.inner.named.name().clone();
            return Err(Error::NoCertificate { name, reason: NOT_FOR_POINTS.to_owned() });
        }
        teeko_analysis::scoring_strategy(self, Some(points))
            .map_err(|error| self.strategy_error(error))
    }

    fn strategy_error(&self, error: StrategyError<SourceError>) -> Error {
        let name = self.inner.named.name().clone();
        match error {
            StrategyError::Drawn => Error::Drawn(name),
            StrategyError::Unforced { most, .. } => {
                Error::NoCertificate { name, reason: format!("{error}; ask for {most} or fewer") }
            }
            StrategyError::NumberedPieces => Error::NoCertificate {
                name,
                reason: format!("{error}; ask for the plain game, without +pips"),
            },
            StrategyError::Analysis(error) => self.error(error),
            StrategyError::Contradiction(failure) => {
                let position = match &failure {
                    Failure::At { position, .. } => *position,
                    _ => Position::EMPTY,
                };
                self.contradiction(&position, failure)
            }
            contradiction => self.contradiction(&Position::EMPTY, contradiction),
        }
    }
}

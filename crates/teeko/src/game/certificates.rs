//! Certificates of a game: strategies that somebody else can check.

use teeko_analysis::StrategyError;
use teeko_certificate::{Certificate, DrawCertificate, Failure, Proof};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, Position};

use crate::{Error, Game};

/// Why a game without points has no certificate of them.
const NOT_FOR_POINTS: &str =
    "expected a game for points, such as 58-ssss+points, found one in which every goal wins";

impl Game {
    /// Makes the certificate of the game's value: of a win as [`Game::certificate`] does, of a draw
    /// with a strategy for each side.
    ///
    /// The search for small drawing strategies takes time in proportion to `effort`; with an effort
    /// of 0 it keeps the first ones. It uses two threads of the current rayon thread pool.
    /// `observe` receives its progress.
    ///
    /// # Errors
    /// As for [`Game::certificate`], except that a draw is none; [`Error::Stopped`] if the
    /// observer stops the search.
    pub fn proof(&self, effort: u32, observe: Observer<'_>) -> Result<Proof, Error> {
        if !matches!(self.outcome(&Position::EMPTY), Ok(Some(Outcome::Draw))) {
            return self.certificate().map(Proof::Win);
        }
        let strategies = teeko_analysis::drawing_strategies(self, effort, observe);
        strategies.map(Proof::Draw).map_err(|error| self.strategy_error(error))
    }

    /// Makes the certificate of a forced win; in a game for points, that the side that scores
    /// forces the points that the game is worth.
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

    /// Makes the certificate that a side forces at least `points`, in a game for points.
    ///
    /// # Errors
    /// As for [`Game::certificate`]; [`Error::NoCertificate`] if neither side can force `points`,
    /// or the game is not for points.
    pub fn certificate_of_points(&self, points: u8) -> Result<Certificate, Error> {
        self.check_points()?;
        teeko_analysis::scoring_strategy(self, Some(points))
            .map_err(|error| self.strategy_error(error))
    }

    /// Makes the certificate that neither side forces more points than the game is worth. With
    /// [`Game::certificate`] it proves the value of a game for points.
    ///
    /// # Errors
    /// [`Error::NoCertificate`] if the game is not for points, or pieces have numbers; otherwise as
    /// for [`Game::proof`].
    pub fn certificate_of_no_more(
        &self,
        effort: u32,
        observe: Observer<'_>,
    ) -> Result<DrawCertificate, Error> {
        self.check_points()?;
        teeko_analysis::bounding_strategies(self, effort, observe)
            .map_err(|error| self.strategy_error(error))
    }

    fn check_points(&self) -> Result<(), Error> {
        if self.rules().scoring().is_for_points() {
            return Ok(());
        }
        let name = self.inner.named.name().clone();
        Err(Error::NoCertificate { name, reason: NOT_FOR_POINTS.to_owned() })
    }

    fn strategy_error(&self, error: StrategyError) -> Error {
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

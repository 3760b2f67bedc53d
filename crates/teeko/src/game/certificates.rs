//! Certificates of a game: strategies that somebody else can check. `teeko.certificate/1` and
//! `teeko.check/1` say what was written and what a check has found.

use serde::Serialize;
use teeko_analysis::StrategyError;
use teeko_certificate::{Certificate, Checked, CheckedStrategy, DrawCertificate, Failure, Proof};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, Position, Side};

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

/// A certificate that has been written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WrittenCertificate {
    /// `teeko.certificate/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// `win` if a side wins or scores, or `draw`.
    pub outcome: &'static str,
    /// In games for points: the points that the winner forces at least; with the outcome `draw`,
    /// those that neither side can force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The side that wins; absent in draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// The plies within which it does; absent in draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtw: Option<u32>,
    /// The positions that the file has a choice for; absent in draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<usize>,
    /// In draws: the strategies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategies: Option<Strategies>,
    /// The file.
    pub path: String,
    /// Its length.
    pub bytes: usize,
}

/// The certificates of several variants that have been written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WrittenCertificates {
    /// `teeko.certificate/1`.
    pub schema: &'static str,
    /// One entry each, in the order of the variants.
    pub certificates: Vec<WrittenCertificate>,
}

/// The strategies by which neither side loses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Strategies {
    /// Black's.
    pub black: Strategy,
    /// Red's.
    pub red: Strategy,
}

/// A strategy by which a side does not lose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Strategy {
    /// The positions that the side keeps the game in, up to symmetry.
    pub positions: usize,
    /// The other side's moves in them; absent unless they have been checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
}

/// What the check of a certificate that holds has found.
#[derive(Clone, Debug)]
pub enum CheckedProof {
    /// Of a win.
    Win(Checked),
    /// Of a draw: Black's strategy and Red's.
    Draw([CheckedStrategy; 2]),
}

/// What a check of a certificate has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Check {
    /// `teeko.check/1`.
    pub schema: &'static str,
    /// The file.
    pub path: String,
    /// The name of the rules; null if they have none.
    pub variant: Option<String>,
    /// `win` if it claims that a side wins or scores, or `draw`.
    pub outcome: &'static str,
    /// In games for points: the points that it claims the winner forces at least; with the outcome
    /// `draw`, those that it claims neither side can force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The side that it claims wins; absent in draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<&'static str>,
    /// The plies within which it claims so; absent in draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<u32>,
    /// The choices in it; absent in draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<usize>,
    /// Whether it holds.
    pub pass: bool,
    /// What a check of a win has found; absent in draws.
    #[serde(flatten)]
    pub games: Option<CheckedGames>,
    /// In draws: the strategies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategies: Option<Strategies>,
    /// Why it does not hold; null if it does.
    pub failure: Option<String>,
}

/// The games that can arise from a winning strategy; nulls if it does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct CheckedGames {
    /// The plies of the longest game.
    pub dtw: Option<u32>,
    /// The positions that can arise.
    pub positions: Option<usize>,
    /// Those of them in which the winner chooses.
    pub choosing: Option<usize>,
}

impl WrittenCertificate {
    /// The document on a file.
    pub fn new(variant: &str, proof: &Proof, path: &str, bytes: usize) -> Self {
        let (win, draw) = either(proof);
        Self {
            schema: "teeko.certificate/1",
            variant: variant.to_owned(),
            outcome: if win.is_some() { "win" } else { "draw" },
            points: win.map_or_else(|| draw?.points(), Certificate::points),
            winner: win.map(|win| win.winner().name()),
            dtw: win.map(Certificate::plies),
            choices: win.map(|win| win.choices().len()),
            strategies: draw.map(|draw| Strategies::new(draw, None)),
            path: path.to_owned(),
            bytes,
        }
    }
}

impl WrittenCertificates {
    /// The document on several files.
    pub fn new(certificates: Vec<WrittenCertificate>) -> Self {
        Self { schema: "teeko.certificate/1", certificates }
    }
}

impl Strategies {
    fn new(certificate: &DrawCertificate, checked: Option<&[CheckedStrategy; 2]>) -> Self {
        let [black, red] = [Side::Black, Side::Red].map(|side| Strategy {
            positions: certificate.len(side),
            moves: checked
                .map(|[black, red]| if side == Side::Black { black.moves } else { red.moves }),
        });
        Self { black, red }
    }
}

impl Check {
    /// The document on a check.
    pub fn new(path: &str, proof: &Proof, result: &Result<CheckedProof, String>) -> Self {
        let (win, draw) = either(proof);
        let (won, drawn) = match result {
            Ok(CheckedProof::Win(won)) => (Some(won), None),
            Ok(CheckedProof::Draw(drawn)) => (None, Some(drawn)),
            Err(_) => (None, None),
        };
        let variant = win.map_or_else(|| draw?.variant(), Certificate::variant);
        Self {
            schema: "teeko.check/1",
            path: path.to_owned(),
            variant: variant.map(|variant| variant.to_string()),
            outcome: if win.is_some() { "win" } else { "draw" },
            points: win.map_or_else(|| draw?.points(), Certificate::points),
            winner: win.map(|win| win.winner().name()),
            claimed: win.map(Certificate::plies),
            choices: win.map(|win| win.choices().len()),
            pass: result.is_ok(),
            games: win.map(|_| CheckedGames {
                dtw: won.map(|won| won.plies),
                positions: won.map(|won| won.positions),
                choosing: won.map(|won| won.choosing),
            }),
            strategies: draw.map(|draw| Strategies::new(draw, drawn)),
            failure: result.as_ref().err().cloned(),
        }
    }
}

/// Returns the certificate of a win or that of a draw.
fn either(proof: &Proof) -> (Option<&Certificate>, Option<&DrawCertificate>) {
    match proof {
        Proof::Win(win) => (Some(win), None),
        Proof::Draw(draw) => (None, Some(draw)),
    }
}

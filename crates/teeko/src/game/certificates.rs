//! Certificates of a game: strategies that others can check. `teeko.certificate/1` and
//! `teeko.check/1` say what was written and what a check has found.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use teeko_analysis::StrategyError;
use teeko_certificate::{
    Certificate, Checked, CheckedStrategy, DrawCertificate, DrawFailure, OutOfMemory, Proof,
    WinFailure,
};
use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, Position, Side, Wdl};

use crate::error::Error;
use crate::game::Game;

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
    /// As for [`Game::certificate`], except that a draw is no error; [`Error::Stopped`] if the
    /// observer stops the search.
    pub fn proof(&self, effort: u32, observe: Observer<'_>) -> Result<Proof, Error> {
        if !matches!(self.outcome(&Position::EMPTY), Ok(Some(Outcome::Draw))) {
            return Ok(Proof::Win(self.certificate(None)?));
        }
        match teeko_analysis::drawing_strategies(self, effort, observe) {
            Ok(strategies) => Ok(Proof::Draw(strategies)),
            Err(error) => Err(self.strategy_error(error)),
        }
    }

    /// Makes the certificate of a forced win; in a game for points, that a side forces at least
    /// `points`, or else the points that the game is worth.
    ///
    /// # Errors
    /// [`Error::Drawn`] if there is no forced win; [`Error::Contradiction`] if what the source says
    /// does not fit together; if it fails. [`Error::NoCertificate`] if pieces have numbers, neither
    /// side can force `points`, or a game with `points` is not for points.
    pub fn certificate(&self, points: Option<u8>) -> Result<Certificate, Error> {
        let strategy = if points.is_some() || self.rules().scoring().is_for_points() {
            self.check_points()?;
            teeko_analysis::scoring_strategy(self, points)
        } else {
            teeko_analysis::winning_strategy(self)
        };
        strategy.map_err(|error| self.strategy_error(error))
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
        let name = self.named().name().clone();
        Err(Error::NoCertificate {
            name,
            reason: NOT_FOR_POINTS.to_owned(),
        })
    }

    pub(crate) fn strategy_error(&self, error: StrategyError) -> Error {
        let name = self.named().name().clone();
        match error {
            StrategyError::Drawn => Error::Drawn(name),
            StrategyError::Unforced { most, .. } => Error::NoCertificate {
                name,
                reason: format!("{error}; ask for {most} or fewer"),
            },
            StrategyError::NumberedPieces => Error::NoCertificate {
                name,
                reason: format!("{error}; ask for the plain game, without +pips"),
            },
            StrategyError::Analysis(error) => self.error(error),
            StrategyError::Contradiction(failure) => {
                let position = match &failure {
                    WinFailure::At { position, .. } => *position,
                    _ => Position::EMPTY,
                };
                self.contradiction(&position, &failure)
            }
            contradiction => self.contradiction(&Position::EMPTY, &contradiction),
        }
    }
}

/// A certificate that has been written, serialised as `teeko.certificate/1`: `variant`; `outcome`,
/// `win` if a side wins or scores, or `draw`; in games for points, `points`: those that the winner
/// forces at least, or in a draw those that neither side can force; of a win `winner`, `dtw`, the
/// plies within which it is forced, and `choices`, their number; of a draw `strategies`; `path` and
/// `bytes`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenCertificate {
    /// The name of the rules.
    pub variant: String,
    /// The certificate.
    pub proof: Proof,
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

/// A check of a certificate, serialised as `teeko.check/1`: the fields of [`WrittenCertificate`],
/// where `claimed` has the plies of a win, `pass`, and `failure`, null if the certificate holds. Of
/// a win that holds, `dtw` has the plies of the longest game, `positions` the positions that can
/// arise and `choosing` those of them in which the winner chooses. Of a draw that holds, the
/// strategies have the checked `moves` of the other side.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Check {
    /// The file.
    pub path: String,
    /// The certificate.
    pub proof: Proof,
    /// The counts of a certificate that holds, or why it does not hold.
    pub result: Result<Covered, String>,
}

/// The counts of a certificate that holds.
#[derive(Clone, Copy, Debug)]
pub enum Covered {
    /// Of a win.
    Win(Checked),
    /// Of a draw: what Black's strategy and Red's cover.
    Draw([CheckedStrategy; 2]),
}

/// Returns the strategies by which neither side loses: the positions that each keeps the game in,
/// up to symmetry, and the other side's moves in them, if these have been checked.
fn strategies(draw: &DrawCertificate, checked: Option<&[CheckedStrategy; 2]>) -> Value {
    json!({
        "black": strategy(draw, checked, Side::Black),
        "red": strategy(draw, checked, Side::Red),
    })
}

fn strategy(draw: &DrawCertificate, checked: Option<&[CheckedStrategy; 2]>, side: Side) -> Value {
    let mut strategy = json!({ "positions": draw.len(side) });
    if let Some(checked) = checked {
        strategy["moves"] = checked[side as usize].moves.into();
    }
    strategy
}

impl WrittenCertificates {
    /// Returns the answer on several files.
    pub fn new(certificates: Vec<WrittenCertificate>) -> Self {
        Self {
            schema: "teeko.certificate/1",
            certificates,
        }
    }
}

impl Check {
    /// Checks a certificate. A draw's takes the current rayon thread pool, and `observe` receives
    /// the positions that have been checked.
    ///
    /// # Errors
    /// If memory does not suffice, so that the certificate may hold or not.
    pub fn new(path: String, proof: Proof, observe: Observer<'_>) -> Result<Self, OutOfMemory> {
        let result = match &proof {
            Proof::Win(win) => match win.check() {
                Ok(games) => Ok(Covered::Win(games)),
                Err(WinFailure::Memory(error)) => return Err(error),
                Err(failure) => Err(failure.to_string()),
            },
            Proof::Draw(draw) => match draw.check_with(observe) {
                Ok(strategies) => Ok(Covered::Draw(strategies)),
                Err(DrawFailure::Memory(error)) => return Err(error),
                Err(failure) => Err(failure.to_string()),
            },
        };
        Ok(Self {
            path,
            proof,
            result,
        })
    }
}

impl Serialize for WrittenCertificate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("schema", "teeko.certificate/1")?;
        fields.serialize_entry("variant", &self.variant)?;
        claim(&mut fields, &self.proof, "dtw")?;
        if let Proof::Draw(draw) = &self.proof {
            fields.serialize_entry("strategies", &strategies(draw, None))?;
        }
        fields.serialize_entry("path", &self.path)?;
        fields.serialize_entry("bytes", &self.bytes)?;
        fields.end()
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("schema", "teeko.check/1")?;
        fields.serialize_entry("path", &self.path)?;
        fields.serialize_entry("variant", &self.proof.variant())?;
        claim(&mut fields, &self.proof, "claimed")?;
        fields.serialize_entry("pass", &self.result.is_ok())?;
        let (games, moves) = match &self.result {
            Ok(Covered::Win(games)) => (Some(games), None),
            Ok(Covered::Draw(checked)) => (None, Some(checked)),
            Err(_) => (None, None),
        };
        match &self.proof {
            Proof::Win(_) => {
                fields.serialize_entry("dtw", &games.map(|games| games.plies))?;
                fields.serialize_entry("positions", &games.map(|games| games.positions))?;
                fields.serialize_entry("choosing", &games.map(|games| games.choosing))?;
            }
            Proof::Draw(draw) => {
                fields.serialize_entry("strategies", &strategies(draw, moves))?;
            }
        }
        fields.serialize_entry("failure", &self.result.as_ref().err())?;
        fields.end()
    }
}

/// Writes what a certificate claims, with the plies of a win under a name.
fn claim<M: SerializeMap>(fields: &mut M, proof: &Proof, plies: &str) -> Result<(), M::Error> {
    let (outcome, points) = match proof {
        Proof::Win(win) => (Wdl::Win, win.points()),
        Proof::Draw(draw) => (Wdl::Draw, draw.points()),
    };
    fields.serialize_entry("outcome", &outcome)?;
    if let Some(points) = points {
        fields.serialize_entry("points", &points)?;
    }
    if let Proof::Win(win) = proof {
        fields.serialize_entry("winner", &win.winner)?;
        fields.serialize_entry(plies, &win.plies)?;
        fields.serialize_entry("choices", &win.choices.len())?;
    }
    Ok(())
}

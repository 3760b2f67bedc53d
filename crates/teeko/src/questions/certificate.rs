//! A proof of a game's value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_certificate::Proof;
use teeko_rules::{Outcome, Position};

use super::ask::{Ask, Subject, check_boards};
use crate::error::Error;
use crate::position_reader::PositionReader;

/// Write a proof of a variant's value, which `teeko check` verifies
///
/// For a win the file has a winning strategy: a choice of the winner's for every position that can
/// arise, up to symmetry, while the winner follows the strategy, except where the winner completes
/// a goal. For a draw it has a strategy for each side: positions such that every move of the other
/// side has an answer that leads back to one of them. A side that follows it never loses.
///
/// Drawing strategies are searched for, which takes 20 to 60 seconds for each variant on the
/// standard board, on two processors, and a second on 4 x 4.
///
/// In a game for points the strategy is that of the side that scores. It forces at least the points
/// that the game is worth, or the number asked for; goals of either side that are worth less end
/// the game without counting. If the game is drawn, the file is that of the game without points.
/// Games with numbered pieces have no such file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct CertificateQuestion {
    /// In games for points, such as 58-ssss+points: the points to force [default: those that the
    /// game is worth]
    #[schemars(range(min = 1))]
    pub points: Option<u8>,
}

/// How long the search for a drawing strategy takes: the first one found is kept, since a client
/// waits for the answer.
const EFFORT: u32 = 0;

/// The largest board for which a service searches for the strategies of a draw: a second on 4 x 4,
/// up to a minute on 5 x 5.
const MOST_CIRCLES_OF_DRAWS: usize = 16;

/// The bytes of a certificate file.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct CertificateFile(#[schemars(with = "String")] Vec<u8>);

impl Ask for CertificateQuestion {
    type Answer<'a> = CertificateFile;

    fn document(answer: &CertificateFile) -> Vec<u8> {
        answer.0.clone()
    }

    fn check_bounds(&self, rules: &[&PositionReader]) -> Result<(), Error> {
        check_boards(rules)
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<CertificateFile, Error> {
        let game = subject.game();
        if self.points.is_some() {
            return Ok(CertificateFile(
                Proof::Win(game.certificate(self.points)?).to_bytes(),
            ));
        }
        let circles = game.board().circles().len();
        let is_bounded = subject.positions.is_some() && circles > MOST_CIRCLES_OF_DRAWS;
        if is_bounded && game.value(&Position::EMPTY)?.outcome == Outcome::Draw {
            return Err(Error::too_much(format!(
                "{}: expected a win, or a draw on a board of at most {MOST_CIRCLES_OF_DRAWS} \
                 circles, found a draw on one of {circles}",
                game.named()
            )));
        }
        Ok(CertificateFile(
            game.proof(EFFORT, subject.observe)?.to_bytes(),
        ))
    }
}

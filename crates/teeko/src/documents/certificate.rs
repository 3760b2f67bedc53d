//! `teeko.certificate/1` and `teeko.check/1`: strategies as files.

use serde::Serialize;
use teeko_certificate::{
    Certificate, Checked, CheckedStrategy, DrawCertificate, DrawFailure, Failure, Proof,
};
use teeko_rules::Side;

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

/// What a check of a certificate of a draw has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DrawCheck {
    /// `teeko.check/1`.
    pub schema: &'static str,
    /// The file.
    pub path: String,
    /// The name of the rules; null if they have none.
    pub variant: Option<String>,
    /// `draw`.
    pub outcome: &'static str,
    /// In games for points: those that it claims neither side can force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// Whether it holds.
    pub pass: bool,
    /// The strategies.
    pub strategies: Strategies,
    /// Why it does not hold; null if it does.
    pub failure: Option<String>,
}

/// What a check of a certificate of a win has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Check {
    /// `teeko.check/1`.
    pub schema: &'static str,
    /// The file.
    pub path: String,
    /// The name of the rules; null if they have none.
    pub variant: Option<String>,
    /// `win`: a side wins or scores.
    pub outcome: &'static str,
    /// In games for points: the points that it claims the winner forces at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The side that it claims wins.
    pub winner: &'static str,
    /// The plies within which it claims so.
    pub claimed: u32,
    /// The choices in it.
    pub choices: usize,
    /// Whether it holds.
    pub pass: bool,
    /// The plies of the longest game; null if it does not hold.
    pub dtw: Option<u32>,
    /// The positions that can arise, likewise.
    pub positions: Option<usize>,
    /// Those of them in which the winner chooses, likewise.
    pub choosing: Option<usize>,
    /// Why it does not hold; null if it does.
    pub failure: Option<String>,
}

impl WrittenCertificate {
    /// The document on a file.
    pub fn new(variant: &str, proof: &Proof, path: &str, bytes: usize) -> Self {
        let (win, draw) = match proof {
            Proof::Win(win) => (Some(win), None),
            Proof::Draw(draw) => (None, Some(draw)),
        };
        Self {
            schema: "teeko.certificate/1",
            variant: variant.to_owned(),
            outcome: if win.is_some() { "win" } else { "draw" },
            points: win.map_or_else(|| draw.and_then(DrawCertificate::points), Certificate::points),
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

impl DrawCheck {
    /// The document on a check.
    pub fn new(
        path: &str,
        certificate: &DrawCertificate,
        result: &Result<[CheckedStrategy; 2], DrawFailure>,
    ) -> Self {
        Self {
            schema: "teeko.check/1",
            path: path.to_owned(),
            variant: certificate.variant().map(|variant| variant.to_string()),
            outcome: "draw",
            points: certificate.points(),
            pass: result.is_ok(),
            strategies: Strategies::new(certificate, result.as_ref().ok()),
            failure: result.as_ref().err().map(ToString::to_string),
        }
    }
}

impl Check {
    /// The document on a check.
    pub fn new(path: &str, certificate: &Certificate, result: &Result<Checked, Failure>) -> Self {
        let checked = result.as_ref().ok();
        Self {
            schema: "teeko.check/1",
            path: path.to_owned(),
            variant: certificate.variant().map(|variant| variant.to_string()),
            outcome: "win",
            points: certificate.points(),
            winner: certificate.winner().name(),
            claimed: certificate.plies(),
            choices: certificate.choices().len(),
            pass: checked.is_some(),
            dtw: checked.map(|checked| checked.plies),
            positions: checked.map(|checked| checked.positions),
            choosing: checked.map(|checked| checked.choosing),
            failure: result.as_ref().err().map(ToString::to_string),
        }
    }
}

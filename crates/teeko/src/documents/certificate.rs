//! `teeko.certificate/1` and `teeko.check/1`: winning strategies as files.

use serde::Serialize;
use teeko_certificate::{Certificate, Checked, Failure};

/// A certificate that has been written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct WrittenCertificate {
    /// `teeko.certificate/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// In games for points: how many the winner forces at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The side that wins.
    pub winner: &'static str,
    /// The plies within which it does.
    pub dtw: u32,
    /// The positions that it chooses in.
    pub choices: usize,
    /// The file.
    pub path: String,
    /// Its length.
    pub bytes: usize,
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
    /// In games for points: how many it claims that the winner forces at least.
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
    pub fn new(variant: &str, certificate: &Certificate, path: &str, bytes: usize) -> Self {
        Self {
            schema: "teeko.certificate/1",
            variant: variant.to_owned(),
            points: certificate.points(),
            winner: certificate.winner().name(),
            dtw: certificate.plies(),
            choices: certificate.choices().len(),
            path: path.to_owned(),
            bytes,
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

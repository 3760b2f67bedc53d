//! Certificates of either kind.

use teeko_rules::Variant;

use crate::format::{DRAW_VERSION, FORMAT_VERSION};
use crate::read::version;
use crate::{Certificate, CertificateError, DrawCertificate};

/// A certificate of what a game is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A side wins, or forces points.
    Win(Certificate),
    /// Neither side can be forced to lose.
    Draw(DrawCertificate),
}

impl Proof {
    /// The most bytes of a file: no certificate that can be checked has more.
    pub const MOST_BYTES: usize = Certificate::MOST_BYTES;

    /// Reads a certificate of either kind.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        match version(bytes, FORMAT_VERSION..=DRAW_VERSION)? {
            DRAW_VERSION => DrawCertificate::read(bytes).map(Self::Draw),
            _ => Certificate::read(bytes).map(Self::Win),
        }
    }

    /// The variant, if the rules have a name.
    pub fn variant(&self) -> Option<Variant> {
        match self {
            Self::Win(certificate) => certificate.variant(),
            Self::Draw(certificate) => certificate.variant(),
        }
    }

    /// The certificate as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Win(certificate) => certificate.to_bytes(),
            Self::Draw(certificate) => certificate.to_bytes(),
        }
    }
}

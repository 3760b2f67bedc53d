//! Certificates: strategies that win or never lose, which anybody can check without trusting a
//! solver. The check needs the rules, but no index, table or solver: this crate depends on none of
//! them.
//!
//! * A [`Certificate`] proves that a side wins, or forces points.
//! * A [`DrawCertificate`] proves a draw: it has a strategy for each side by which it never loses.
//! * A [`Proof`] is either.
//!
//! ```
//! use teeko_certificate::Proof;
//!
//! let error = Proof::read(b"hello, world").unwrap_err();
//! assert!(error.to_string().starts_with("not a certificate: expected it to begin with bytes"));
//! ```
#![doc = include_str!("../FORMAT.md")]

mod certificate;
mod draw;
mod draw_check;
mod error;
mod format;
mod game;
mod gaps;
mod memory;
mod numbering;
mod walk;

pub use certificate::Certificate;
pub use draw::DrawCertificate;
pub use draw_check::CheckedStrategy;
pub use error::{CertificateError, DrawFailure, WinFailure};
pub use format::{FORMAT_VERSION, MAGIC, Proof};
pub use game::ClaimedGame;
pub use memory::OutOfMemory;
pub use walk::{Checked, canonical};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

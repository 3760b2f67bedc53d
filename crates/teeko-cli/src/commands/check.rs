//! `teeko check`: checks a certificate by the rules alone.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use teeko_certificate::{Certificate, CertificateError};
use thiserror::Error;

use crate::exit::Exit;
use crate::{output, render};

/// Check the winning strategy in a certificate, by the rules alone
///
/// Plays the strategy against everything the other side can do, without solver or tables. Ends with exit code 1 if it does not
/// win within the plies claimed; 5 if the file is damaged or no certificate at all.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko check advanced.certificate")]
pub(crate) struct Arguments {
    /// File written by `teeko certificate`
    file: PathBuf,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,
}

/// Why a file cannot be checked.
#[derive(Debug, Error)]
pub(crate) enum CertificateFileError {
    #[error("{}: cannot be read: {cause}", path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("{}: {fault}; make it again with `teeko certificate VARIANT`", path.display())]
    Damaged { path: PathBuf, fault: CertificateError },
}

impl CertificateFileError {
    /// How the program ends after it.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Read { .. } => Exit::Resources,
            Self::Damaged { .. } => Exit::Corrupt,
        }
    }
}

impl Arguments {
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let certificate = read(&self.file)?;
        let result = certificate.check();
        match &result {
            _ if self.json => output::print(&render::check::json(&self.file, &certificate, &result))?,
            Ok(checked) => output::print(&render::check::text(&self.file, &certificate, checked))?,
            Err(failure) => {
                output::print_error(&anyhow::anyhow!("{}: certificate failed: {failure}", self.file.display()));
            }
        }
        Ok(if result.is_ok() { Exit::Success } else { Exit::Verification })
    }
}

fn read(path: &Path) -> Result<Certificate, CertificateFileError> {
    let mut bytes = Vec::new();
    // One byte more than there may be tells a file that is too long, which the reader refuses, from a whole one.
    let most = Certificate::MOST_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|cause| CertificateFileError::Read { path: path.to_owned(), cause })?;
    Certificate::read(&bytes).map_err(|fault| CertificateFileError::Damaged { path: path.to_owned(), fault })
}

//! `teeko check`: checks a certificate by the rules alone.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use teeko::certificate::Certificate;
use teeko::documents::Check;

use crate::exit::{Exit, Failure};
use crate::{output, render};

/// Check the winning strategy in a certificate, by the rules alone
///
/// Plays the strategy against every reply of the other side, without solver or tables. The exit
/// code is 1 if the strategy does not win within the plies that it claims, and 5 if the file is
/// damaged or not a certificate.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko check advanced.certificate")]
pub(crate) struct Arguments {
    /// File written by `teeko certificate`
    file: PathBuf,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let certificate = read(&self.file)?;
        let result = certificate.check();
        let path = self.file.display().to_string();
        match &result {
            _ if self.json => output::print_json(&Check::new(&path, &certificate, &result))?,
            Ok(checked) => {
                output::print(&render::certificate::checked(&path, &certificate, checked))?;
            }
            Err(failure) => output::print_error(&format!("{path}: certificate failed: {failure}")),
        }
        Ok(if result.is_ok() { Exit::Success } else { Exit::Verification })
    }
}

fn read(path: &Path) -> Result<Certificate, Failure> {
    let mut bytes = Vec::new();
    // One byte more than there may be tells a file that is too long, which the reader refuses, from
    // a whole one.
    let most = Certificate::MOST_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|cause| Failure::Unreadable { path: path.to_owned(), cause })?;
    Certificate::read(&bytes)
        .map_err(|fault| Failure::DamagedCertificate { path: path.to_owned(), fault })
}

//! `teeko check`: checks a certificate by the rules alone.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use teeko::answers::Check;
use teeko::certificate::{CertificateError, OutOfMemory, Proof};

use super::certificate::text;
use crate::arguments::{STANDARD_INPUT, read_input};
use crate::exit::{Exit, Failure};
use crate::progress_line::with_line;
use crate::{output, threads};

/// Check the proof in a certificate, by the rules alone
///
/// Plays each strategy against every reply of the other side, without solver or tables. The exit
/// code is 1 if a winning strategy does not win within the plies that it claims, or if a drawing
/// strategy leaves a move unanswered. It is 5 if the file is damaged or not a certificate.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko check advanced.certificate")]
pub(crate) struct Arguments {
    /// File written by `teeko certificate`; - is standard input
    #[arg(default_value = STANDARD_INPUT, hide_default_value = true)]
    file: PathBuf,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let path = self.file.display().to_string();
        let proof = read(&self.file)?;
        threads::start(None)?;
        let check = with_line(&path, "positions checked", |observe| {
            Check::new(path.clone(), proof, observe)
        });
        let check = check.map_err(|error| too_large(&self.file, error))?;
        match &check.result {
            _ if self.json => output::print_json(&check)?,
            Ok(_) => output::print(&text::checked(&check))?,
            Err(why) => output::print_error(&format!("{path}: certificate failed: {why}")),
        }
        Ok(if check.result.is_ok() {
            Exit::Success
        } else {
            Exit::Verification
        })
    }
}

fn read(path: &Path) -> Result<Proof, Failure> {
    if path == Path::new(STANDARD_INPUT) && io::stdin().is_terminal() {
        return Err(Failure::usage(
            "expected a certificate, found none; name its file: teeko check FILE",
        ));
    }
    // One byte more than the limit distinguishes a file that is too long, which the reader refuses,
    // from a whole one.
    let bytes = read_input(path, Proof::MOST_BYTES as u64 + 1)?;
    Proof::read(&bytes).map_err(|fault| match fault {
        CertificateError::Memory(error) => too_large(path, error),
        fault => {
            let next = "write a new one with `teeko certificate VARIANT -o FILE`";
            let message = format!("{}: {fault}; {next}", path.display());
            Failure::new(Exit::Corrupt, message)
        }
    })
}

/// Returns the error for a check that needs more memory than is available.
fn too_large(path: &Path, error: OutOfMemory) -> Failure {
    let next = "end other programs, or raise the limit on address space";
    Failure::new(
        Exit::Resources,
        format!("{}: {error}; {next}", path.display()),
    )
}

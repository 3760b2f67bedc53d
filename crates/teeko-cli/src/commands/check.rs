//! `teeko check`: checks a certificate by the rules alone.

use std::fmt::Display;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use teeko::certificate::{Certificate, DrawCertificate, Proof};
use teeko::documents::{Check, DrawCheck};
use teeko::table::read_at_most;

use crate::exit::{Exit, Failure};
use crate::progress_line::ProgressLine;
use crate::{output, render};

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

/// The name that stands for standard input.
const STANDARD_INPUT: &str = "-";

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let path = self.file.display().to_string();
        let passed = match read(&self.file)? {
            Proof::Win(certificate) => self.check_win(&path, &certificate)?,
            Proof::Draw(certificate) => self.check_draw(&path, &certificate)?,
        };
        Ok(if passed { Exit::Success } else { Exit::Verification })
    }

    fn check_win(&self, path: &str, certificate: &Certificate) -> Result<bool, Failure> {
        let result = certificate.check();
        let document = Check::new(path, certificate, &result);
        let text = result.map(|checked| render::certificate::checked(path, certificate, &checked));
        self.print(path, &document, &text)
    }

    fn check_draw(&self, path: &str, certificate: &DrawCertificate) -> Result<bool, Failure> {
        let line = ProgressLine::new();
        let result =
            certificate.check_with(&|progress| line.share(path, "positions checked", progress));
        line.done();
        let document = DrawCheck::new(path, certificate, &result);
        let text =
            result.map(|checked| render::certificate::checked_draw(path, certificate, &checked));
        self.print(path, &document, &text)
    }

    /// Prints the result of a check as asked. Returns whether the certificate passed.
    fn print(
        &self,
        path: &str,
        document: &impl Serialize,
        text: &Result<String, impl Display>,
    ) -> Result<bool, Failure> {
        match text {
            _ if self.json => output::print_json(document)?,
            Ok(text) => output::print(text)?,
            Err(failure) => output::print_error(&format!("{path}: certificate failed: {failure}")),
        }
        Ok(text.is_ok())
    }
}

fn read(path: &Path) -> Result<Proof, Failure> {
    // One byte more than there may be tells a file that is too long, which the reader refuses, from
    // a whole one.
    let most = Proof::MOST_BYTES as u64 + 1;
    let bytes = if path != Path::new(STANDARD_INPUT) {
        read_at_most(path, most)
    } else if io::stdin().is_terminal() {
        return Err(Failure::usage(
            "expected a certificate, found none; name its file: teeko check FILE",
        ));
    } else {
        let mut bytes = Vec::new();
        io::stdin().lock().take(most).read_to_end(&mut bytes).map(|_| bytes)
    };
    Proof::read(&bytes.map_err(Failure::unreadable(path))?).map_err(|fault| {
        let next = "write it again with `teeko certificate VARIANT`";
        Failure::new(Exit::Corrupt, format!("{}: {fault}; {next}", path.display()))
    })
}

//! Commands that ask one question: what they have in common.

use clap::Args;
use teeko::questions::{Ask, Asked, Subject};
use teeko::{Error, Game, NamedRules, PositionReader, Reading};

use crate::exit::{Exit, Failure};
use crate::output_file::OutputFile;
use crate::progress_line::with_line;
use crate::source_arguments::SourceArguments;
use crate::{output, threads};

// A command that asks one question.
#[derive(Debug, Args)]
pub(crate) struct Asking<C: Asks> {
    #[command(flatten)]
    own: C,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

pub(crate) type Answer<'a, C> = <<<C as Asks>::Question as Ask>::Asked as Asked>::Answer<'a>;

/// A command that asks a question: its subject, the question, its options, how it reads tables, and
/// how it prints the answer.
pub(crate) trait Asks: Args {
    type Question: Ask;

    /// How the command reads tables: single blocks, or whole files.
    const READING: Reading;

    /// The text of the progress line; `None` if the answer is quick.
    const WORK: Option<&'static str> = None;

    /// Returns the question, with the position or the game that it is about, and its rules.
    fn question(&self) -> Result<(Self::Question, Vec<NamedRules>), Failure>;

    /// Reports why a question cannot be read.
    fn refused(&self, error: Error) -> Failure {
        error.into()
    }

    /// Checks the file that the command writes, before its contents are computed.
    fn file(&self) -> Result<Option<OutputFile>, Failure> {
        Ok(None)
    }

    /// Returns the contents of that file.
    fn contents(&self, _: &[Game]) -> String {
        String::new()
    }

    /// Renders the answer.
    fn text(&self, games: &[Game], question: &Self::Question, answer: &Answer<'_, Self>) -> String;

    /// Returns the failure that the answer itself reports.
    fn failure(&self, _: &Answer<'_, Self>) -> Option<Failure> {
        None
    }
}

impl<C: Asks> Asking<C> {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let file = self.own.file()?;
        let (question, rules) = self.own.question()?;
        let readers: Vec<PositionReader> = rules.iter().cloned().map(PositionReader::new).collect();
        let asked = question.read(&readers.iter().collect::<Vec<_>>());
        let asked = asked.map_err(|error| self.own.refused(error))?;
        if C::WORK.is_some() {
            threads::start(self.source.solving.threads)?;
        }
        let games = self.source.games(&rules, C::READING, asked.first_layer())?;
        let answer = match C::WORK {
            None => asked.answer(&Subject::of(&games)),
            Some(work) => {
                let names: Vec<&str> = games.iter().map(Game::name).collect();
                with_line(&names.join(" and "), work, |observe| {
                    asked.answer(&Subject {
                        observe,
                        ..Subject::of(&games)
                    })
                })
            }
        }?;
        if let Some(file) = file {
            file.write(self.own.contents(&games).as_bytes())?;
        }
        output::print_result(self.json, &answer, || {
            self.own.text(&games, &question, &answer)
        })?;
        self.own.failure(&answer).map_or(Ok(Exit::Success), Err)
    }
}

//! What the commands that ask one question share.

use clap::Args;
use teeko::questions::{Asked, Subject};
use teeko::rules::NamedRules;
use teeko::surfaces::{Ask, PositionReader};
use teeko::{Error, Game};

use crate::progress_line::with_line;
use crate::source_arguments::SourceArguments;

// No documentation, which would replace the help of the command.
// The form of the answer, and where it comes from.
#[derive(Debug, Args)]
pub(crate) struct AnswerArguments {
    /// Print one JSON value instead of text
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) source: SourceArguments,
}

/// Reads a question about these rules: its texts become values.
///
/// # Errors
/// As [`Ask::read`].
pub(crate) fn read<Q: Ask>(question: &Q, rules: &[NamedRules]) -> Result<Q::Asked, Error> {
    let readers: Vec<PositionReader> = rules.iter().cloned().map(PositionReader::new).collect();
    question.read(&readers.iter().collect::<Vec<_>>())
}

/// Answers a question by a search, with a progress line: `44-ssss: positions counted`.
///
/// # Errors
/// As [`Asked::answer`].
pub(crate) fn search<'g, Q: Asked>(
    question: &Q,
    games: &'g [Game],
    work: &str,
) -> Result<Q::Answer<'g>, Error> {
    let names: Vec<&str> = games.iter().map(Game::name).collect();
    with_line(&names.join(" and "), work, |observe| {
        question.answer(&Subject {
            observe,
            ..Subject::of(games)
        })
    })
}

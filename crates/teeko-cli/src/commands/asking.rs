//! What the commands that ask one question share.

use clap::Args;
use teeko::questions::{Ask, Subject};
use teeko::rules::NamedRules;
use teeko::surfaces::PositionReader;
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

/// Returns a question once it is read about these rules.
///
/// # Errors
/// As [`Ask::read`].
pub(crate) fn read<Q: Ask + Clone>(question: &Q, rules: &[NamedRules]) -> Result<Q, Error> {
    let mut readers = Vec::new();
    for named in rules {
        readers.push(PositionReader::new(named.clone()));
    }
    let readers: Vec<&PositionReader> = readers.iter().collect();
    let mut question = question.clone();
    question.read(&readers)?;
    Ok(question)
}

/// Answers a question by a search, with a progress line: `44-ssss: positions counted`.
///
/// # Errors
/// As [`Ask::answer`].
pub(crate) fn search<'g, Q: Ask>(
    question: &Q,
    games: &'g [Game],
    label: &str,
) -> Result<Q::Answer<'g>, Error> {
    let names: Vec<&str> = games.iter().map(Game::name).collect();
    with_line(&names.join(" and "), label, |observe| {
        question.answer(&Subject {
            observe,
            ..Subject::of(games)
        })
    })
}

//! `teeko review`: a game record, judged move by move.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use clap::Args;
use teeko::Error;
use teeko::questions::{RequestError, ReviewQuestion};
use teeko::rules::notation::GameError;
use teeko::rules::quoted;
use teeko::table::read_at_most;

use crate::arguments::{SourceArguments, VariantArgument};
use crate::exit::{Exit, Failure};
use crate::input_lines::without_mark;
use crate::{output, render};

/// Judge a game move by move: what changed the result, and what was better
///
/// If the opponent points at the circle of a drop, the choice is the opponent's, and so is a
/// mistake. With the option +pass the opponent may pass instead of pointing. "pass 13" means that
/// the opponent passed and the mover then chose 13; the two choices are judged separately.
///
/// For each choice that changed the result, the review shows the refutation: best play after it.
/// For the worst choice, it also shows the position. If a ply of the game is illegal, the plies
/// before it are judged, an error follows, and the exit code is 3. In JSON, a choice that changed
/// the result has a "refutation", and a game with an illegal ply has an "error".
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
                  teeko review -v 44-pppp+pass \"5, 25, pass → 13, 1, 24, pass → 8, 6, 21\"")]
pub(crate) struct Arguments {
    /// The moves, numbered or not, such as "1. 13 12 2. 18 8"; @FILE reads them from a file, - from
    /// standard input, which is also read if it is no terminal and there is no GAME
    #[arg(value_name = "GAME", num_args = 1..)]
    game: Vec<String>,

    #[command(flatten)]
    variant: VariantArgument,

    /// Position from which the moves start [default: the empty board]
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    /// Print one JSON value instead of text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

/// The mark before the name of a file with a game record.
const FILE_MARK: char = '@';

/// The longest record in bytes: about a hundred thousand plies.
const LONGEST_RECORD: u64 = 1 << 20;

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let named = self.variant.load()?;
        let question = ReviewQuestion { game: self.text()?, from: self.from.clone() };
        question.check(&named).map_err(|error| match error {
            RequestError::Teeko(Error::Game(GameError::Ply { .. }))
                if let Some(failure) = self.meant_file() =>
            {
                failure
            }
            error => error.into(),
        })?;
        let game = self.source.game(&named, None)?;
        let answer = question.answer(&game)?;
        output::print_result(self.json, || answer.document(), || render::review::text(&answer))?;
        answer.error.map_or(Ok(Exit::Success), |error| Err(error.into()))
    }

    /// Returns the record: the arguments, a file or standard input.
    fn text(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        match &self.game[..] {
            [] if io::stdin().is_terminal() => {}
            [] | [_] if self.game.first().is_none_or(|only| only == "-") => {
                let read = io::stdin().lock().take(LONGEST_RECORD + 1).read_to_end(&mut bytes);
                read.map_err(Failure::system("cannot read standard input"))?;
            }
            [only] if only.starts_with(FILE_MARK) => {
                let path = Path::new(&only[FILE_MARK.len_utf8()..]);
                let read = read_at_most(path, LONGEST_RECORD + 1);
                bytes = read.map_err(Failure::unreadable(path))?;
            }
            words => return Ok(words.join(" ")),
        }
        if bytes.len() as u64 > LONGEST_RECORD {
            return Err(Failure::usage(format!(
                "{}: expected a game of at most {LONGEST_RECORD} bytes, found more",
                self.game.first().map_or("-", String::as_str)
            )));
        }
        if self.game.is_empty() && bytes.trim_ascii().is_empty() {
            return Err(Failure::usage(
                "expected a game, found none; write its moves, such as teeko review 13 12 18 8",
            ));
        }
        // Invalid UTF-8 becomes replacement characters, which no move contains. The error then
        // names the ply that has them.
        Ok(String::from_utf8_lossy(without_mark(&bytes, 0)).into_owned())
    }

    /// Returns an error if the argument is the name of a file instead of a game.
    fn meant_file(&self) -> Option<Failure> {
        let [only] = &self.game[..] else { return None };
        let is_file = Path::new(only).is_file();
        is_file.then(|| {
            let name = quoted(only);
            Failure::usage(format!(
                "{name}: expected a game, found the name of a file; to review the game in it: \
                 teeko review @{name}"
            ))
        })
    }
}

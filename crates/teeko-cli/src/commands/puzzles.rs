//! `teeko puzzles`: positions in which exactly one move wins or, in games for points, scores the
//! most.

mod text;

use clap::Args;
use teeko::answers::Puzzles;
use teeko::files::Reading;
use teeko::questions::{Ask, PuzzlesQuestion};
use teeko::{Error, Game};

use self::text::Answers;
use super::asking::{AnswerArguments, read, search};
use crate::arguments::VariantArgument;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::parsers::one_of;
use crate::question_options::QuestionOptions;

/// Tables that take at most this many bytes when decoded completely are decoded so.
const LITTLE_MEMORY: u64 = 2_000_000_000;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko puzzles -v advanced --dtw 7 --unique --limit 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgument,

    #[command(flatten)]
    question: QuestionOptions<PuzzlesQuestion>,

    /// Print one line per puzzle: position, tab, solution
    #[arg(long, conflicts_with = "json")]
    lines: bool,

    /// Where to print the solutions
    #[arg(long, value_name = "WHERE", default_value = "apart", value_parser = one_of(ANSWERS))]
    #[arg(conflicts_with_all = ["lines", "json"])]
    answers: Answers,

    #[command(flatten)]
    answer: AnswerArguments,
}

/// The place of the solutions in the text.
const ANSWERS: [(&str, &str, Answers); 3] = [
    ("below", "Below each puzzle", Answers::Below),
    ("apart", "At the end", Answers::Apart),
    ("none", "Nowhere", Answers::None),
];

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let AnswerArguments { json, source } = &self.answer;
        let rules = [self.variant.load()?];
        let question = PuzzlesQuestion {
            why: self.question.0.why || self.prints_solutions(),
            ..self.question.0
        };
        let question = read(&question, &rules).map_err(|error| of_option(&error))?;
        let reading = Reading::WholeWithin(LITTLE_MEMORY);
        let games = source.games(&rules, reading, question.first_layer())?;
        let sheet = search(&question, &games, "positions looked at")?;
        output::print_result(*json, &sheet, || self.text(&games[0], &sheet))
    }

    /// Returns whether a text is printed that says why solutions work.
    fn prints_solutions(&self) -> bool {
        let has_text = !self.answer.json && !self.lines;
        has_text && self.answers != Answers::None
    }

    fn text(&self, game: &Game, sheet: &Puzzles) -> String {
        if self.lines {
            return text::lines(sheet);
        }
        text::render(&title(game), game, &self.question.0, sheet, self.answers)
    }
}

/// Returns an error of a parameter, whose message begins with its name, as that of the option.
fn of_option(error: &Error) -> Failure {
    Failure::usage(format!("--{error}"))
}

/// Returns the name of the rules, with a common name if they have one.
fn title(game: &Game) -> String {
    match game.named().name().common_name() {
        Some(common) => format!("{} ({common})", game.name()),
        None => game.name().to_owned(),
    }
}

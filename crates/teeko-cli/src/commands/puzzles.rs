//! `teeko puzzles`: positions in which exactly one move wins or, in games for points, scores the
//! most.

mod text;

use clap::Args;
use teeko::questions::{Puzzles, PuzzlesQuestion};
use teeko::{Error, Game, NamedRules, Reading};

use self::text::Answers;
use super::asking::Asks;
use crate::arguments::VariantArgument;
use crate::exit::Failure;
use crate::parsers::one_of;
use crate::question_options::QuestionOptions;

/// Tables that take at most this many bytes when decoded completely are decoded so.
const LITTLE_MEMORY: u64 = 2_000_000_000;

#[derive(Debug, Args)]
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
}

/// The place of the solutions in the text.
const ANSWERS: [(&str, &str, Answers); 3] = [
    ("below", "Below each puzzle", Answers::Below),
    ("apart", "At the end", Answers::Apart),
    ("none", "Nowhere", Answers::None),
];

impl Asks for Arguments {
    type Question = PuzzlesQuestion;

    const READING: Reading = Reading::WholeWithin(LITTLE_MEMORY);
    const WORK: Option<&'static str> = Some("positions looked at");

    fn question(&self) -> Result<(PuzzlesQuestion, Vec<NamedRules>), Failure> {
        Ok((self.question.0, vec![self.variant.load()?]))
    }

    fn refused(&self, error: Error) -> Failure {
        Failure::usage(format!("--{error}"))
    }

    fn text(&self, games: &[Game], question: &PuzzlesQuestion, sheet: &Puzzles) -> String {
        if self.lines {
            return text::lines(sheet);
        }
        text::render(&title(&games[0]), &games[0], question, sheet, self.answers)
    }
}

/// Returns the name of the rules, with a common name if they have one.
fn title(game: &Game) -> String {
    let common = game.named().name().common_name();
    common.map_or_else(
        || game.name().to_owned(),
        |common| format!("{} ({common})", game.name()),
    )
}

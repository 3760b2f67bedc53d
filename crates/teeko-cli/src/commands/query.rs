//! `teeko query`: the outcome of positions and the value of every move.

mod lines;
pub(super) mod text;

use std::slice;

use clap::Args;
use teeko::Error;
use teeko::answers::{Queries, VariantQuery};
use teeko::files::{Reading, load};
use teeko::questions::{Ask as _, PositionQuestion};
use teeko::rules::{NamedRules, RulesName, RulesSelection};
use teeko::surfaces::OpponentChoice;

use super::asking::read;
use crate::arguments::{PositionArguments, load_for};
use crate::exit::{Exit, Failure};
use crate::question_options::QuestionOptions;
use crate::source_arguments::SourceArguments;
use crate::typed::Typed;
use crate::{output, threads};

// Each of them is an independent switch.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko query -v advanced --moves \"13 12 18\"")]
pub(crate) struct Arguments {
    /// Variant such as 44-ssss, 58-sppp+no-centre or advanced. With `all`, prints a line for each
    /// of the sixteen that `teeko variants` lists; `all+4x4` adds an option to each of them. It may
    /// also stand without -v among the other words [default: 44-ssss]
    #[arg(short, long)]
    variant: Option<RulesSelection>,

    #[command(flatten)]
    position: PositionArguments,

    /// Read positions, games or JSON from standard input, one per line; blank lines and comments
    /// are skipped. A JSON string is a position or a game, a list of texts a game. An object has
    /// "position" or "moves", and may have a "variant", a "from" where the moves start, and an "id"
    /// of any type, which the answer repeats: {"id": 7, "moves": "13 12 18", "variant":
    /// "advanced"}. Other fields are ignored, so lines of `query --json` and of `export --to jsonl`
    /// can be read. With --json, each answer has the number of its line, "line": 7. A bad line gets
    /// its error in its place, with --json {"error": …, "code": …, "line": 7}; the others are
    /// answered, and the exit code is 3
    #[arg(long)]
    stdin: bool,

    // --brief, --pass, --at and --from: the fields of the question.
    #[command(flatten)]
    question: QuestionOptions<PositionQuestion>,

    /// Print the best move alone; an empty line if there is none. With --json, "moves" has only the
    /// best move
    #[arg(long, conflicts_with = "brief")]
    best: bool,

    /// Print JSON instead of text: one value, or with --stdin one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let typed = self.position.typed(self.stdin)?;
        self.answer(&typed)
            .map_err(|failure| PositionArguments::with_hint(failure, &typed, "query"))
    }

    fn answer(&self, typed: &Typed) -> Result<Exit, Failure> {
        let option = match &self.variant {
            Some(selection) => selection.names(),
            None => &[],
        };
        match typed.variants(option)? {
            [] if self.stdin => self.answer_lines(None),
            [only] if self.stdin => self.answer_lines(Some(only)),
            [] => self.answer_one(None, typed),
            [only] => self.answer_one(Some(only), typed),
            several => self.answer_each(several, typed),
        }
    }

    /// Answers in one variant: the one of this name, or that of the position, or the default.
    fn answer_one(&self, variant: Option<&RulesName>, typed: &Typed) -> Result<Exit, Failure> {
        let mut question = self.question.0.clone();
        let text = self
            .position
            .set_position(&mut question.at, typed, variant.is_some())?;
        let named = load_for(variant, &text)?;
        threads::start(self.source.solving.threads)?;
        let question = read(&question, slice::from_ref(&named))?;
        let game = self
            .source
            .game_from_layer(&named, question.first_layer())?;
        let mut answer = game.answer(&self.explained(question.clone()))?;
        if self.best {
            answer = answer.with_best_alone();
        }
        if !self.question.0.why {
            answer = answer.with_reason_of_best_alone();
        }
        output::print_result(self.json, &answer, || {
            let has_legend = !output::is_quiet();
            text::render_or_best(self.best, &game, &answer, &question.at, has_legend)
        })
    }

    /// Returns the question with what the text needs: why the best move is the best.
    fn explained(&self, mut question: PositionQuestion) -> PositionQuestion {
        if !self.json && !question.brief {
            question.why = true;
        }
        question
    }

    /// Answers the lines of standard input. Those without a variant are in the one of this name, or
    /// the default.
    fn answer_lines(&self, variant: Option<&RulesName>) -> Result<Exit, Failure> {
        let named = load_for(variant, "")?;
        let form = lines::Form {
            best: self.best,
            json: self.json,
        };
        lines::answer_lines(self.question.0.clone(), &named, &self.source, form)
    }

    /// Answers in each of several variants, one line per variant.
    fn answer_each(&self, names: &[RulesName], typed: &Typed) -> Result<Exit, Failure> {
        self.check_several()?;
        let mut question = self.question.0.clone();
        question.brief = true;
        self.position.set_position(&mut question.at, typed, true)?;
        let variants = names.iter().map(load).collect::<Result<Vec<_>, _>>()?;
        let questions = read_in_each(&question, &variants)?;
        let games = self.source.games(&variants, Reading::AsNeeded, 0)?;
        let mut answers = Vec::new();
        for (game, question) in games.iter().zip(questions) {
            answers.push(match question {
                Ok(question) => VariantQuery::Answer(game.answer(&question)?.as_part()),
                Err(error) => VariantQuery::Error {
                    variant: game.name(),
                    error: error.message(),
                },
            });
        }
        let answer = Queries::new(answers);
        output::print_result(self.json, &answer, || {
            text::variants_text(&games, &answer.variants)
        })
    }

    /// Refuses options that need one variant.
    fn check_several(&self) -> Result<(), Failure> {
        let fault = if self.best {
            "expected one variant with --best"
        } else if self.stdin {
            "expected one position, found --stdin; name one variant"
        } else if self.question.0.opponent != OpponentChoice::default() {
            "expected one variant with --pass or --at"
        } else if self.question.0.why {
            "expected one variant with --why"
        } else {
            return Ok(());
        };
        Err(Failure::usage(format!("-v all: {fault}")))
    }
}

/// Reads a question about each of several variants.
///
/// # Errors
/// If the text is a position in none of them, most likely for the same reason in all.
fn read_in_each(
    question: &PositionQuestion,
    variants: &[NamedRules],
) -> Result<Vec<Result<PositionQuestion, Error>>, Error> {
    let mut questions = Vec::new();
    for named in variants {
        questions.push(read(question, slice::from_ref(named)));
    }
    if questions.iter().all(Result::is_err) {
        questions.swap_remove(0)?;
    }
    Ok(questions)
}

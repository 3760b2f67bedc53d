//! `teeko query`: the outcome of positions and the value of every move.

mod lines;
pub(super) mod text;

use std::slice;

use clap::Args;
use teeko::Game;
use teeko::answers::{Queries, Query, VariantQuery};
use teeko::files::{Reading, load};
use teeko::questions::{Ask as _, PositionQuestion};
use teeko::rules::{NamedRules, RulesName, RulesSelection};
use teeko::surfaces::{AskedPosition, OpponentChoice};

use super::asking::read;
use crate::arguments::{PositionArguments, load_for};
use crate::exit::{Exit, Failure};
use crate::question_options::QuestionOptions;
use crate::source_arguments::SourceArguments;
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
        let given = self
            .variant
            .as_ref()
            .map(RulesSelection::names)
            .unwrap_or_default();
        let selected = typed.variants(given)?;
        let mut question = self.question.0.clone();
        let mut put = || {
            self.position
                .put(&typed, !selected.is_empty(), &mut question.at)
        };
        let answered = match selected {
            [] | [_] if self.stdin => self.answer_lines(&load_for(selected.first(), "")?),
            [] | [_] => {
                let text = put()?;
                let named = load_for(selected.first(), &text)?;
                self.answer_one(&named, &question)
            }
            _ if self.best => Err(Failure::usage("-v all: expected one variant with --best")),
            _ if self.stdin => Err(Failure::usage(
                "-v all: expected one position, found --stdin; name one variant",
            )),
            _ if self.question.0.opponent != OpponentChoice::default() => Err(Failure::usage(
                "-v all: expected one variant with --pass or --at",
            )),
            several => {
                put()?;
                self.answer_each(several, question)
            }
        };
        answered.map_err(|failure| PositionArguments::or_meant_file(failure, &typed, "query"))
    }

    fn answer_one(&self, named: &NamedRules, question: &PositionQuestion) -> Result<Exit, Failure> {
        threads::start(self.source.solving.threads)?;
        let question = read(question, slice::from_ref(named))?;
        let game = self.source.game_from_layer(named, question.first_layer())?;
        let mut answer = game.answer(&question)?;
        if self.best {
            answer = answer.with_best_alone();
        }
        let text = || self.text(&game, &answer, &question.at, !output::is_quiet());
        output::print_result(self.json, &answer, text)
    }

    fn text(&self, game: &Game, answer: &Query<'_>, at: &AskedPosition, legend: bool) -> String {
        if self.best {
            text::best(answer)
        } else {
            text::render(game, answer, at, legend)
        }
    }

    /// Answers in each of several variants, one line per variant.
    fn answer_each(
        &self,
        names: &[RulesName],
        question: PositionQuestion,
    ) -> Result<Exit, Failure> {
        let variants = names.iter().map(load).collect::<Result<Vec<_>, _>>()?;
        let question = PositionQuestion {
            brief: true,
            ..question
        };
        let mut questions = Vec::new();
        for named in &variants {
            questions.push(read(&question, slice::from_ref(named)));
        }
        if questions.iter().all(Result::is_err) {
            // The text is a position in no variant, most likely for the same reason in all.
            questions.swap_remove(0)?;
        }
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
        let text = || text::variants_text(&games, &answer.variants);
        output::print_result(self.json, &answer, text)
    }
}

//! `teeko query`: the outcome of positions and the value of every move.

use std::collections::HashMap;
use std::str::Utf8Error;

use clap::Args;
use rayon::prelude::*;
use teeko::questions::{
    Ask, AskedChoices, AskedLine, AskedLineError, AskedPosition, BadLine, PositionQuestion,
    Queries, Query, VariantQuery, write_line_answer,
};
use teeko::rules::quoted;
use teeko::{ErrorKind, Game, NamedRules, Oracle, Reading, RulesName, RulesSelection, load};

use crate::arguments::{PositionArguments, SourceArguments, load_for, put};
use crate::asked::Asked;
use crate::exit::{Exit, Failure};
use crate::input_lines::{InputLine, InputLines};
use crate::render::query;
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
    /// are skipped. A JSON string is a position or a game. An object has "position" or "moves", and
    /// may have a "variant", a "from" where the moves start, and an "id" of any type, which the
    /// answer repeats: {"id": 7, "moves": "13 12 18", "variant": "advanced"}. Other fields are
    /// ignored, so lines of `query --json` and of `export --to jsonl` can be read
    #[arg(long)]
    stdin: bool,

    // --brief, --pass, --at and --from: the fields of the question.
    #[command(flatten)]
    question: Asked<PositionQuestion>,

    /// Print the best move alone; an empty line if there is none
    #[arg(long, conflicts_with_all = ["brief", "json"])]
    best: bool,

    /// Print JSON instead of text: one value, or with --stdin one per line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    source: SourceArguments,
}

/// The number of lines of standard input in a thread's unit of work.
const LINES_AT_A_TIME: usize = 64;

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let typed = self.position.typed(self.stdin)?;
        let given = self.variant.as_ref().map(RulesSelection::names).unwrap_or_default();
        let selected = typed.variants(given)?;
        let mut question = self.question.0.clone();
        let mut ask = || self.position.ask(&typed, !selected.is_empty(), &mut question.at);
        match selected {
            [] | [_] if self.stdin => self.answer_lines(&load_for(selected.first(), "")?),
            [] | [_] => {
                let named = load_for(selected.first(), &ask()?)?;
                self.answer_one(&named, &question)
            }
            _ if self.best => Err(Failure::usage("-v all: expected one variant with --best")),
            _ if self.stdin => Err(Failure::usage(
                "-v all: expected one position, found --stdin; name one variant",
            )),
            _ if self.question.0.choices != AskedChoices::default() => {
                Err(Failure::usage("-v all: expected one variant with --pass or --at"))
            }
            several => {
                ask()?;
                self.answer_each(several, question)
            }
        }
    }

    fn answer_one(&self, named: &NamedRules, question: &PositionQuestion) -> Result<Exit, Failure> {
        self.source.solving.start_threads()?;
        // A wrong position is refused before anything is solved.
        let position = question.position(named)?;
        let game = self.source.game_from(named, &position)?;
        let answer = question.answer(&game)?;
        let text = || self.text(&game, &answer, &question.at, !output::is_quiet());
        output::print_result(self.json, &answer, text)
    }

    fn text(&self, game: &Game, answer: &Query<'_>, at: &AskedPosition, legend: bool) -> String {
        if self.best { query::best(answer) } else { query::text(game, answer, at, legend) }
    }

    /// Answers in each of several variants, one line per variant.
    fn answer_each(
        &self,
        names: &[RulesName],
        question: PositionQuestion,
    ) -> Result<Exit, Failure> {
        let variants = names.iter().map(load).collect::<Result<Vec<_>, _>>()?;
        let question = PositionQuestion { brief: true, ..question };
        let mut checks: Vec<_> = variants.iter().map(|named| question.check(named)).collect();
        if checks.iter().all(Result::is_err) {
            // The text is a position in no variant, most likely for the same reason in all.
            checks.swap_remove(0)?;
        }
        let games = self.source.games(&variants, Reading::AsNeeded)?;
        let mut answers = Vec::new();
        for (game, check) in games.iter().zip(checks) {
            answers.push(match check {
                Ok(()) => VariantQuery::Answer(question.answer(game)?.as_part()),
                Err(error) => {
                    VariantQuery::Error { variant: game.name(), error: error.to_string() }
                }
            });
        }
        let answer = Queries::new(answers);
        let text = || query::variants_text(&games, &answer.variants);
        output::print_result(self.json, &answer, text)
    }

    /// Answers the lines of standard input as they arrive, each batch in parallel.
    fn answer_lines(&self, named: &NamedRules) -> Result<Exit, Failure> {
        let mut any = self.question.0.clone();
        put(AskedPosition::after(""), &mut any.at);
        any.check_form()?;
        let usual = self.source.game(named, Reading::WholeIfItFits)?;
        if !self.question.0.brief {
            // Faster for all replies to all moves. Without the memory for it, slower will do.
            let _ = usual.expand();
        }
        let known = HashMap::from([(named.name().clone(), Ok(usual.clone()))]);
        let mut games = Games { usual, named: known };
        let bad = threads::run(|| {
            let mut lines = InputLines::new(std::io::stdin().lock());
            let mut buffers: Vec<Vec<u8>> = Vec::new();
            let mut bad = 0;
            loop {
                let batch = lines.next_batch()?;
                if batch.is_empty() {
                    return Ok::<u64, Failure>(bad);
                }
                games.open(&batch, &self.source);
                buffers.resize_with(batch.len().div_ceil(LINES_AT_A_TIME), Vec::new);
                let tasks = buffers.par_iter_mut().zip(batch.par_chunks(LINES_AT_A_TIME));
                let answered = tasks.map(|(buffer, lines)| self.answer_some(&games, lines, buffer));
                bad += answered.try_reduce(|| 0, |a, b| Ok(a + b))?;
                for buffer in &buffers {
                    if !output::write(buffer)? {
                        return Ok(bad);
                    }
                }
            }
        })?;
        if !(self.json || self.question.0.brief || self.best || output::is_quiet()) {
            output::print(&query::common_legend(named.rules()))?;
        }
        if bad == 0 {
            return Ok(Exit::Success);
        }
        let message = format!(
            "standard input: expected a position on each line, found {bad} without one; the error \
             in its place says why"
        );
        Err(Failure::new(Exit::Position, message))
    }

    /// Replaces a buffer by the answers to some lines. Returns the number of bad lines.
    fn answer_some(
        &self,
        games: &Games,
        lines: &[InputLine<'_>],
        buffer: &mut Vec<u8>,
    ) -> Result<u64, Failure> {
        buffer.clear();
        let mut bad = 0;
        for line in lines {
            bad += u64::from(!self.answer_line(games, line, buffer)?);
        }
        // Not while writing, which happens one buffer at a time.
        if !self.json {
            output::strip_colours(buffer);
        }
        Ok(bad)
    }

    /// Appends the answer to a line, if it needs one, to `out`. Returns whether the line was good.
    fn answer_line(
        &self,
        games: &Games,
        line: &InputLine<'_>,
        out: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        let read = match text_of(line) {
            Some(text) => AskedLine::of_line(text, games.usual.rules()),
            None => Err(AskedLineError {
                id: None,
                error: "line: expected a position, found a line that is too long".to_owned(),
            }),
        };
        let Some(read) = read.transpose() else { return Ok(true) };
        let id = read.as_ref().map_or_else(|bad| bad.id, |line| line.id);
        let asked = read.map_err(|bad| bad.error).and_then(|line| {
            let game = games.of(line.variant.as_ref())?;
            let mut question = self.question.0.clone();
            put(line.at, &mut question.at);
            // That the fields go together. `answer` reads the position and checks it.
            question.check_form().map_err(|error| error.to_string())?;
            Ok((game, question))
        });
        let answer = match &asked {
            Ok((game, question)) => match question.answer(game) {
                Ok(answer) => Ok((answer, game, question)),
                Err(error) if matches!(error.kind(), ErrorKind::Position | ErrorKind::Request) => {
                    Err(error.to_string())
                }
                Err(error) => return Err(error.into()),
            },
            Err(error) => Err(error.clone()),
        };
        let is_good = answer.is_ok();
        if self.json {
            match answer {
                Ok((answer, ..)) => write_line_answer(out, id, Ok(&answer)),
                Err(error) => {
                    write_line_answer(out, id, Err(&BadLine { error: &error, line: line.number }));
                }
            }
            out.push(b'\n');
        } else {
            // A text of several lines ends with a blank line.
            let is_short = self.question.0.brief || self.best;
            let end = if is_short || !is_good { ": " } else { "\n" };
            let id = id.map(|id| format!("{}{end}", quoted(id))).unwrap_or_default();
            let text = match answer {
                Ok((answer, game, question)) => self.text(game, &answer, &question.at, false),
                Err(error) => format!("line {}: {error}\n", line.number),
            };
            let blank = if is_short { "" } else { "\n" };
            out.extend_from_slice(format!("{id}{text}{blank}").as_bytes());
        }
        Ok(is_good)
    }
}

/// Returns the trimmed text of a line, or `None` if the line is too long.
fn text_of<'a>(line: &InputLine<'a>) -> Option<Result<&'a str, Utf8Error>> {
    line.text.map(|text| std::str::from_utf8(text).map(str::trim))
}

/// The games that the lines of standard input ask about.
struct Games {
    /// The game of the lines that name no variant.
    usual: Game,
    /// That game, and those that lines have named so far, or the error that opening one gave.
    named: HashMap<RulesName, Result<Game, String>>,
}

impl Games {
    /// Opens the games that lines of this batch name for the first time.
    fn open(&mut self, batch: &[InputLine<'_>], source: &SourceArguments) {
        let objects = batch.iter().filter(|line| line.text.is_some_and(|it| it.contains(&b'{')));
        let texts = objects.filter_map(|line| text_of(line)?.ok());
        for text in texts.filter(|text| AskedLine::is_object(text)) {
            let named = AskedLine::read(text).ok().and_then(|line| line.variant);
            let is_new = |name: &_| !self.named.contains_key(name);
            let Some(name) = named.filter(is_new) else { continue };
            let game = load(&name)
                .map_err(Failure::from)
                .and_then(|named| source.game(&named, Reading::WholeIfItFits));
            self.named.insert(name, game.map_err(|failure| failure.to_string()));
        }
    }

    /// Returns the game of a variant, which must have been opened.
    fn of(&self, variant: Option<&RulesName>) -> Result<&Game, String> {
        match variant {
            None => Ok(&self.usual),
            Some(name) => self.named[name].as_ref().map_err(Clone::clone),
        }
    }
}

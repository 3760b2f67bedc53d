//! Positions from standard input, a line each.

use std::collections::HashMap;

use rayon::prelude::*;
use teeko::files::{Reading, load};
use teeko::questions::PositionQuestion;
use teeko::rules::{NamedRules, RulesName, quoted};
use teeko::surfaces::{AskedLine, LineAnswer, LineFault, answer_line};
use teeko::{ErrorKind, Game, Oracle};

use super::text::{common_legend, render_or_best};
use crate::exit::{Exit, Failure};
use crate::input_lines::{InputLine, InputLines};
use crate::render::chosen;
use crate::source_arguments::SourceArguments;
use crate::{output, threads};

/// The number of lines of standard input in a thread's unit of work.
const LINES_AT_A_TIME: usize = 64;

/// The form of the answers to lines.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Whether answers have the best move alone.
    pub(super) best: bool,
    /// Whether answers are JSON.
    pub(super) json: bool,
}

/// Answers a question about the position in each line of standard input as they arrive, each batch
/// in parallel. Lines without a variant are about `named`.
pub(super) fn answer_lines(
    mut question: PositionQuestion,
    named: &NamedRules,
    source: &SourceArguments,
    form: Form,
) -> Result<Exit, Failure> {
    question.at.notation = chosen();
    question.check_form()?;
    let usual = source.game(named, Reading::WholeIfItFits)?;
    if !question.brief {
        // Faster for all replies to all moves. Without the memory for it, slower will do.
        let _ = usual.expand();
    }
    let mut answering = Answering {
        question: &question,
        source,
        form,
        games: Games::new(usual),
    };
    let bad = threads::run(|| answering.answer_all())?;
    if !(form.json || question.brief || form.best || output::is_quiet()) {
        output::print(&common_legend(named.rules()))?;
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

/// What the answers to the lines of standard input have in common.
struct Answering<'a> {
    /// The question about each position.
    question: &'a PositionQuestion,
    source: &'a SourceArguments,
    form: Form,
    games: Games,
}

impl Answering<'_> {
    /// Answers all batches, and returns the number of bad lines. Ends early if the reader of the
    /// answers has closed the pipe.
    fn answer_all(&mut self) -> Result<u64, Failure> {
        let mut lines = InputLines::new(std::io::stdin().lock());
        let mut buffers: Vec<Vec<u8>> = Vec::new();
        let mut bad = 0;
        loop {
            let batch = lines.next_batch()?;
            if batch.is_empty() {
                return Ok(bad);
            }
            self.games.open(&batch, self.source);
            buffers.resize_with(batch.len().div_ceil(LINES_AT_A_TIME), Vec::new);
            bad += self.answer_batch(&batch, &mut buffers)?;
            for buffer in &buffers {
                if !output::write(buffer)? {
                    return Ok(bad);
                }
            }
        }
    }

    /// Answers a batch in parallel, each unit of work in a buffer of its own. Returns the number of
    /// bad lines.
    fn answer_batch(
        &self,
        batch: &[InputLine<'_>],
        buffers: &mut [Vec<u8>],
    ) -> Result<u64, Failure> {
        buffers
            .par_iter_mut()
            .zip(batch.par_chunks(LINES_AT_A_TIME))
            .map(|(buffer, lines)| self.answer_into(buffer, lines))
            .try_reduce(|| 0, |one, other| Ok(one + other))
    }

    /// Writes the answers to some lines into a buffer. Returns the number of bad lines.
    fn answer_into(&self, buffer: &mut Vec<u8>, lines: &[InputLine<'_>]) -> Result<u64, Failure> {
        buffer.clear();
        let mut bad = 0;
        for line in lines {
            let Some(mut answered) = self.answer(line)? else {
                continue;
            };
            bad += u64::from(answered.answer.is_err());
            if self.form.best {
                answered = with_best_alone(answered);
            }
            if self.form.json {
                answered.write_json(buffer);
            } else {
                buffer.extend(self.text(&answered).into_bytes());
            }
        }
        // Not while writing, which happens one buffer at a time.
        if !self.form.json {
            output::strip_colours(buffer);
        }
        Ok(bad)
    }

    /// Answers a line, unless it asks nothing.
    fn answer<'a>(&'a self, line: &InputLine<'a>) -> Result<Option<LineAnswer<'a, 'a>>, Failure> {
        let Some(text) = line.text else {
            return Ok(Some(too_long(line.number)));
        };
        let rules = self.games.usual.rules();
        let text = str::from_utf8(text);
        Ok(answer_line(
            line.number,
            text,
            self.question,
            rules,
            |name| self.games.of(name),
        )?)
    }

    /// Renders the answer to a line, after its id if it has one. A text of several lines ends with
    /// a blank line.
    fn text(&self, answered: &LineAnswer<'_, '_>) -> String {
        let is_short = self.question.brief || self.form.best;
        let blank = if is_short { "" } else { "\n" };
        match &answered.answer {
            Ok((at, game, answer)) => {
                let id = id_before(answered, if is_short { ": " } else { "\n" });
                let text = render_or_best(self.form.best, game, answer, at, false);
                format!("{id}{text}{blank}")
            }
            Err(fault) => {
                let id = id_before(answered, ": ");
                let message = fault.message.text(chosen());
                format!("{id}line {}: {message}\n{blank}", answered.line)
            }
        }
    }
}

/// Returns the id of a line and what separates it from the answer; nothing without an id.
fn id_before(answered: &LineAnswer<'_, '_>, separator: &str) -> String {
    match answered.id {
        Some(id) => format!("{}{separator}", quoted(id)),
        None => String::new(),
    }
}

/// Returns the answer without its moves but the best one.
fn with_best_alone<'a, 'g>(mut answered: LineAnswer<'a, 'g>) -> LineAnswer<'a, 'g> {
    if let Ok((at, game, answer)) = answered.answer {
        answered.answer = Ok((at, game, answer.with_best_alone()));
    }
    answered
}

fn too_long<'a>(number: u64) -> LineAnswer<'a, 'a> {
    LineAnswer {
        line: number,
        id: None,
        answer: Err(LineFault {
            kind: ErrorKind::Position,
            message: "line: expected a position, found a line that is too long".into(),
        }),
    }
}

/// The games that the lines of standard input ask about.
struct Games {
    /// The game of the lines that name no variant.
    usual: Game,
    /// That game, and those that lines have named so far, or the error that opening one gave.
    named: HashMap<RulesName, Result<Game, LineFault>>,
}

impl Games {
    fn new(usual: Game) -> Self {
        let name = usual.named().name().clone();
        Self {
            named: HashMap::from([(name, Ok(usual.clone()))]),
            usual,
        }
    }

    /// Opens the games that lines of this batch name for the first time.
    fn open(&mut self, batch: &[InputLine<'_>], source: &SourceArguments) {
        for line in batch {
            let Some(name) = line.text.and_then(variant_of) else {
                continue;
            };
            self.named
                .entry(name)
                .or_insert_with_key(|name| open(name, source));
        }
    }

    /// Returns the game of a variant, which must have been opened.
    fn of(&self, variant: Option<&RulesName>) -> Result<&Game, LineFault> {
        match variant {
            None => Ok(&self.usual),
            Some(name) => self.named[name].as_ref().map_err(Clone::clone),
        }
    }
}

/// Returns the variant that a line names. Only objects name one.
fn variant_of(line: &[u8]) -> Option<RulesName> {
    if !line.contains(&b'{') {
        return None;
    }
    let text = str::from_utf8(line).ok()?.trim();
    if !AskedLine::is_object(text) {
        return None;
    }
    AskedLine::of_text(text).ok()?.variant
}

/// Opens the game of a variant that a line names.
fn open(name: &RulesName, source: &SourceArguments) -> Result<Game, LineFault> {
    let opened = match load(name) {
        Ok(named) => source.game(&named, Reading::WholeIfItFits),
        Err(error) => Err(error.into()),
    };
    opened.map_err(|failure| LineFault {
        kind: failure.kind,
        message: failure.message,
    })
}

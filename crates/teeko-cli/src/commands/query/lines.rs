//! Positions from standard input, a line each.

use std::collections::HashMap;

use rayon::prelude::*;
use teeko::files::{Reading, load};
use teeko::questions::PositionQuestion;
use teeko::rules::{NamedRules, RulesName, quoted};
use teeko::surfaces::{AskedLine, LineAnswer, LineFault, answer_line};
use teeko::{ErrorKind, Game, Oracle};

use super::Arguments;
use super::text::common_legend;
use crate::exit::{Exit, Failure};
use crate::input_lines::{InputLine, InputLines};
use crate::render::chosen;
use crate::source_arguments::SourceArguments;
use crate::{output, threads};

/// The number of lines of standard input in a thread's unit of work.
const LINES_AT_A_TIME: usize = 64;

impl Arguments {
    /// Answers the lines of standard input as they arrive, each batch in parallel.
    pub(super) fn answer_lines(&self, named: &NamedRules) -> Result<Exit, Failure> {
        let mut question = self.question.0.clone();
        question.at.notation = chosen();
        question.check_form()?;
        let usual = self.source.game(named, Reading::WholeIfItFits)?;
        if !self.question.0.brief {
            // Faster for all replies to all moves. Without the memory for it, slower will do.
            let _ = usual.expand();
        }
        let known = HashMap::from([(named.name().clone(), Ok(usual.clone()))]);
        let mut games = Games {
            usual,
            named: known,
        };
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
                let tasks = buffers
                    .par_iter_mut()
                    .zip(batch.par_chunks(LINES_AT_A_TIME));
                let answered = tasks.map(|(buffer, lines)| {
                    buffer.clear();
                    let mut bad = 0;
                    for line in lines {
                        bad += u64::from(!self.answer_line(&games, &question, line, buffer)?);
                    }
                    // Not while writing, which happens one buffer at a time.
                    if !self.json {
                        output::strip_colours(buffer);
                    }
                    Ok::<u64, Failure>(bad)
                });
                bad += answered.try_reduce(|| 0, |a, b| Ok(a + b))?;
                for buffer in &buffers {
                    if !output::write(buffer)? {
                        return Ok(bad);
                    }
                }
            }
        })?;
        if !(self.json || self.question.0.brief || self.best || output::is_quiet()) {
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

    /// Appends the answer to a line, if it needs one, to `out`. Returns whether the line was good.
    fn answer_line(
        &self,
        games: &Games,
        question: &PositionQuestion,
        line: &InputLine<'_>,
        out: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        let rules = games.usual.rules();
        let answered = match line.text.map(str::from_utf8) {
            Some(text) => answer_line(line.number, text, question, rules, |name| games.of(name))?,
            None => Some(LineAnswer {
                line: line.number,
                id: None,
                answer: Err(LineFault {
                    kind: ErrorKind::Position,
                    message: "line: expected a position, found a line that is too long".into(),
                }),
            }),
        };
        let Some(mut answered) = answered else {
            return Ok(true);
        };
        if self.best {
            answered.answer = answered
                .answer
                .map(|(at, game, answer)| (at, game, answer.with_best_alone()));
        }
        if self.json {
            answered.write_json(out);
            return Ok(answered.answer.is_ok());
        }
        // A text of several lines ends with a blank line.
        let is_short = self.question.0.brief || self.best;
        let (end, blank) = if is_short { (": ", "") } else { ("\n", "\n") };
        let id = |end| {
            answered
                .id
                .map(|id| format!("{}{end}", quoted(id)))
                .unwrap_or_default()
        };
        let text = match &answered.answer {
            Ok((at, game, answer)) => id(end) + &self.text(game, answer, at, false),
            Err(fault) => format!(
                "{}line {}: {}\n",
                id(": "),
                line.number,
                fault.message.text(chosen())
            ),
        };
        out.extend_from_slice((text + blank).as_bytes());
        Ok(answered.answer.is_ok())
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
    /// Opens the games that lines of this batch name for the first time.
    fn open(&mut self, batch: &[InputLine<'_>], source: &SourceArguments) {
        let objects = batch
            .iter()
            .filter(|line| line.text.is_some_and(|it| it.contains(&b'{')));
        let texts = objects.filter_map(|line| str::from_utf8(line.text?).ok());
        for text in texts
            .map(str::trim)
            .filter(|text| AskedLine::is_object(text))
        {
            let named = AskedLine::of_text(text).ok().and_then(|line| line.variant);
            let is_new = |name: &_| !self.named.contains_key(name);
            let Some(name) = named.filter(is_new) else {
                continue;
            };
            let game = load(&name)
                .map_err(Failure::from)
                .and_then(|named| source.game(&named, Reading::WholeIfItFits));
            let game = game.map_err(|failure| LineFault {
                kind: failure.kind,
                message: failure.message,
            });
            self.named.insert(name, game);
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

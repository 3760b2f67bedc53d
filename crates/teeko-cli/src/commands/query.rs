//! `teeko query`: the outcome of positions, and what every move is worth.

use std::io::Write;
use std::str::FromStr;

use anyhow::Context;
use clap::Args;
use rayon::prelude::*;
use teeko_analysis::{Oracle, analyse};
use teeko_rules::{Position, Rules};
use thiserror::Error;

use crate::exit::{Exit, UsageError};
use crate::lines::{Line, Lines};
use crate::named_rules::{NameError, NamedRules};
use crate::oracle::{AnswerError, Answers, OracleArguments};
use crate::positions::{POSITION_SOURCE, PositionArguments, PositionTextError, Slots, read_position};
use crate::render::query::{Answer, VariantAnswer};
use crate::{output, render};

/// Tell who wins a position, in how many plies, and what every move is worth
///
/// Moves are listed best first, with the outcome they lead to and how many replies hold it. Where the opponent points at the
/// circle of a drop, what is listed are the circles it can point at, best for the opponent first.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko query -v advanced --moves \"13 12 18\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Read positions from standard input, one on a line; blank lines and lines that begin with # are skipped
    #[arg(long, group = POSITION_SOURCE)]
    stdin: bool,

    /// Variant such as 44-ssss, 58-sppp+no-centre or advanced; all: the sixteen that `teeko variants` lists, a line for each
    #[arg(short, long, value_name = "VARIANT", default_value = "44-ssss")]
    variant: Choice,

    /// Leave out the moves
    #[arg(long)]
    brief: bool,

    /// Print JSON instead of text: one value, or with --stdin one on each line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    oracle: OracleArguments,
}

/// The lines of standard input that a thread answers before it looks for others.
const LINES_AT_A_TIME: usize = 64;

/// Lines of standard input that name no position.
#[derive(Debug, Error)]
#[error("standard input: expected a position on each line, found {0} without; the answer in its place says why")]
pub(crate) struct BadLines(u64);

/// The variants a position is asked about in.
#[derive(Clone, Copy, Debug)]
enum Choice {
    One(NamedRules),
    Sixteen,
}

impl FromStr for Choice {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        if text.eq_ignore_ascii_case("all") { Ok(Self::Sixteen) } else { text.parse().map(Self::One) }
    }
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> anyhow::Result<Exit> {
        match self.variant {
            Choice::One(variant) if self.stdin => self.answer_lines(variant, quiet),
            Choice::One(variant) => self.answer_one(variant, quiet),
            Choice::Sixteen if self.stdin => {
                Err(UsageError::new("-v all: expected one position, found --stdin; name one variant").into())
            }
            Choice::Sixteen => self.answer_sixteen(quiet),
        }
    }

    fn answer_one(&self, variant: NamedRules, quiet: bool) -> anyhow::Result<Exit> {
        let rules = variant.rules()?;
        let position = self.position.read(&rules, &Slots::new(&rules))?;
        let answers = self.oracle.answers(&[variant], false, quiet)?;
        let answer = self.answer(variant, &answers[0], position)?;
        if self.json {
            let mut json = Vec::new();
            render::query::write_json(&mut json, &answer)?;
            json.push(b'\n');
            output::print(&String::from_utf8(json)?)?;
        } else {
            output::print(&render::query::text(&answer))?;
        }
        Ok(Exit::Success)
    }

    /// What the command answers about a position.
    fn answer<'a>(&self, variant: NamedRules, answers: &'a Answers, position: Position) -> anyhow::Result<Answer<'a>> {
        let rules = answers.rules();
        if self.brief || matches!(self.variant, Choice::Sixteen) {
            let outcome = answers.outcome(&position)?.ok_or(AnswerError::Unknown(position))?;
            return Ok(Answer { variant, rules, position, outcome, analysis: None });
        }
        let analysis = analyse(answers, &position)?;
        Ok(Answer { variant, rules, position, outcome: analysis.outcome, analysis: Some(analysis) })
    }

    fn answer_sixteen(&self, quiet: bool) -> anyhow::Result<Exit> {
        let variants: Vec<NamedRules> = NamedRules::sixteen().collect();
        let rules: Vec<Rules> = variants.iter().map(NamedRules::rules).collect::<Result<_, _>>()?;
        // All sixteen have one board and its symmetries.
        let slots = Slots::new(&rules[0]);
        let mut positions: Vec<_> = rules.iter().map(|rules| self.position.read(rules, &slots)).collect();
        if positions.iter().all(Result::is_err) {
            // No position anywhere, most likely for the same reason.
            positions.swap_remove(0)?;
        }
        let all = self.oracle.answers(&variants, false, quiet)?;
        let answer = |((&variant, answers), position): ((_, _), Result<Position, PositionTextError>)| {
            let answer = match position {
                Ok(position) => Ok(self.answer(variant, answers, position)?),
                Err(error) => Err(error.to_string()),
            };
            Ok(VariantAnswer { variant, answer })
        };
        let answers: Vec<VariantAnswer<'_>> =
            variants.iter().zip(&all).zip(positions).map(answer).collect::<anyhow::Result<_>>()?;
        let render = if self.json { render::query::variants_json } else { render::query::variants_text };
        output::print(&render(&answers))?;
        Ok(Exit::Success)
    }

    /// Answers the lines of standard input as they arrive, each batch of them in parallel.
    fn answer_lines(&self, variant: NamedRules, quiet: bool) -> anyhow::Result<Exit> {
        let bad = self.oracle.pool()?.install(|| {
            let answers = &self.oracle.answers(&[variant], true, quiet)?[0];
            let slots = &Slots::new(answers.rules());
            let mut lines = Lines::new(std::io::stdin().lock());
            let mut buffers: Vec<Vec<u8>> = Vec::new();
            let mut bad = 0;
            loop {
                let batch = lines.next_batch().context("cannot read standard input")?;
                if batch.is_empty() {
                    return anyhow::Ok(bad);
                }
                buffers.resize_with(batch.len().div_ceil(LINES_AT_A_TIME), Vec::new);
                let tasks = buffers.par_iter_mut().zip(batch.par_chunks(LINES_AT_A_TIME));
                bad += tasks
                    .map(|(buffer, lines)| {
                        buffer.clear();
                        lines.iter().try_fold(0, |bad, line| {
                            anyhow::Ok(bad + u64::from(!self.answer_line(variant, answers, slots, line, buffer)?))
                        })
                    })
                    .try_reduce(|| 0, |a, b| Ok(a + b))?;
                for buffer in &buffers {
                    if !output::write(buffer, self.json)? {
                        return Ok(bad);
                    }
                }
            }
        })?;
        if bad > 0 { Err(BadLines(bad).into()) } else { Ok(Exit::Success) }
    }

    /// Adds the answer to a line, if it needs one, to the output. Returns whether the line was good.
    fn answer_line(
        &self,
        variant: NamedRules,
        answers: &Answers,
        slots: &Slots,
        line: &Line<'_>,
        out: &mut Vec<u8>,
    ) -> anyhow::Result<bool> {
        let text = line.text.ok_or("line: expected a position, found a line that is far too long".to_owned());
        let text = text.and_then(|text| {
            std::str::from_utf8(text).map_err(|error| format!("line: expected UTF-8 text, found other bytes: {error}"))
        });
        let position = match text.map(str::trim) {
            Ok(text) if text.is_empty() || text.starts_with('#') => return Ok(true),
            Ok(text) => read_position(answers.rules(), slots, text).map_err(|error| error.to_string()),
            Err(error) => Err(error),
        };
        let good = position.is_ok();
        match position {
            Ok(position) => {
                let answer = self.answer(variant, answers, position)?;
                if self.json {
                    render::query::write_json(out, &answer)?;
                } else {
                    out.extend_from_slice(render::query::text(&answer).as_bytes());
                }
            }
            Err(error) if self.json => render::query::write_json_error(out, line.number, &error)?,
            Err(error) => writeln!(out, "line {}: {error}", line.number)?,
        }
        if self.json || !self.brief {
            // After JSON the end of its line, after a text of several lines a blank one.
            out.push(b'\n');
        }
        Ok(good)
    }
}

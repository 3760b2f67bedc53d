//! Rule files: custom goals and steps in TOML. This module parses their text; the caller reads it.
//!
//! ```toml
//! families = ["lines", "squares-1"]                 # the goals of whole families
//! goals = [[1, 2, 6, 7], ["a5", "b5", "a4", "b4"]]  # goals of four different circles
//! steps = [[1, 0], [0, 1]]                          # [columns, rows], or a name such as "knight"
//! ```
//!
//! A goal may be a table, `{ circles = [1, 3, 11, 13], empty = [7] }`: it counts only while the
//! circles in `empty` are empty. In games for points, goals have prices. A table `points = { lines
//! = 4, "squares-1" = 3 }` sets them by family, and `points = 2` in the table of a goal sets that
//! goal's. A goal without either is worth what its shape is worth in Scarne's game.
//!
//! There must be at least one goal. Without `steps`, slides go a king's step. The board is part of
//! the name of the rules, not of the file. Anything else in a file is an error, reported with its
//! line.

#[cfg_attr(not(feature = "rule-files"), path = "rule_text/no_parser.rs")]
mod parser;

use thiserror::Error;

use crate::{Board, Goal, GoalFamily, Goals, Step};

pub(crate) const KEYS: [&str; 4] = ["families", "goals", "steps", "points"];

/// The contents of a rule file, for one board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleText {
    /// The goals, each worth 1 point.
    pub goals: Goals,
    /// The goals with their prices, or a goal that has no price.
    pub priced: Result<Goals, Goal>,
    /// The step of a slide; `None` if the file has no `steps`.
    pub step: Option<Step>,
}

/// Why a text is not a rule file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{message}", place_before(*line))]
pub struct RuleTextError {
    /// The line at fault, from 1; `None` if the error concerns the whole text.
    pub line: Option<usize>,
    /// The message without the line.
    pub message: String,
}

/// Returns the line before a message, if it is known.
fn place_before(line: Option<usize>) -> String {
    match line {
        Some(line) => format!("line {line}: "),
        None => String::new(),
    }
}

impl RuleText {
    /// The greatest size of a rule file in bytes: room for tens of thousands of goals. Callers that
    /// read files refuse longer ones.
    pub const MOST_BYTES: usize = 1 << 20;

    /// Creates the contents of a rule file with these goals, each with its price if it has one.
    pub fn new(board: Board, goals: &[(Goal, Option<u8>)], step: Option<Step>) -> Self {
        let of_shapes = GoalFamily::prices_on(board);
        let mut patterns = Vec::new();
        let mut priced = Ok(Vec::new());
        for &(goal, price) in goals {
            patterns.push(goal);
            let price = price.or_else(|| of_shapes.get(&goal.circles()).copied());
            match (price, &mut priced) {
                (Some(price), Ok(priced)) => priced.push(goal.worth(price)),
                (None, Ok(_)) => priced = Err(goal),
                (_, Err(_)) => {}
            }
        }
        Self {
            goals: Goals::new(patterns),
            priced: priced.map(Goals::new),
            step,
        }
    }
}

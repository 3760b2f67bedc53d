//! Questions as the HTTP service is asked them: a path, a query, and the answer as JSON.
//!
//! The service and the page ask the same, the page of a solver that runs inside it.
//! [`Request::read`] reads a path such as `/v1/44-ssss/line` and its query, and looks at nothing
//! but their text; [`AskedRules::named`] makes the rules, [`Question::check`] holds the question
//! against them, and [`Question::answer`] asks a [`Game`].
//!
//! ```
//! use teeko::Game;
//! use teeko::questions::Request;
//! use teeko::work::to_the_end;
//!
//! let request = Request::read("/v1/44-ssss+4x4/position", "moves=6+11&brief")?;
//! let Request::Game { rules, question } = request else { panic!("a question about a game") };
//! let named = rules.named()?;
//! question.check(&named)?;
//! let game = Game::solve(&named.to_string())?;
//! let answer = question.answer(&game, std::time::Duration::ZERO, &to_the_end)?;
//! assert!(answer.starts_with(r#"{"schema":"teeko.query/1","variant":"44-ssss+4x4""#));
//! # Ok::<(), teeko::questions::RequestError>(())
//! ```
//!
//! | path | query | answer |
//! |---|---|---|
//! | `/v1/variants` | | `teeko.variants/1` |
//! | `/v1/plays` | | `teeko.plays/1` |
//! | `/v1/V` | | the entry of the variant in `teeko.solve/1` |
//! | `/v1/V/rules` | | `teeko.rules/1` |
//! | `/v1/V/position` | `position` or `moves`, `from`; `brief`, `pass` or `at` | `teeko.query/1` |
//! | `/v1/V/choice` | the same but for `brief`; `strength`, `seed` | `teeko.choice/1` |
//! | `/v1/V/line` | `position` or `moves`, `from`; `plies`, `boards` | `teeko.line/1` |
//! | `/v1/V/review` | `game`, `from` | `teeko.review/1` |
//! | `/v1/V/puzzles` | `dtw`, `phase`, `unique`, `score`, `limit`, `seed` | `teeko.puzzles/1` |
//! | `/v1/V/positions` | | to a text with a position in each line, `teeko.query/1` in each, by [`answer_positions`] |
//!
//! V is the name of a variant, or `own-PLAN[+OPTION…]` with goals in the query: see [`AskedRules`].

mod answer;
mod asked_rules;
mod error;
mod of_game;
mod parameters;
mod positions;
#[cfg(test)]
mod tests;

use teeko_analysis::{PuzzleFilter, PuzzlePhase, Strength};
use teeko_rules::quoted;

pub use self::asked_rules::AskedRules;
pub use self::error::RequestError;
use self::parameters::{Parameters, decoded_path};
pub use self::positions::{answer_positions, whole_lines};
#[cfg(doc)]
use crate::Game;
use crate::documents::{Plays, Variants, json_text};

/// The puzzles that are looked for at most.
const MOST_PUZZLES: u32 = 100;

/// What a path and a query ask.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Request {
    /// The sixteen variants.
    Variants,
    /// Scarne's winning plays.
    Plays,
    /// Something about a rule set.
    Game {
        /// Its name.
        rules: AskedRules,
        /// What is asked.
        question: Question,
    },
}

/// What is asked about a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Question {
    /// What it is worth, and how many positions there are of each kind.
    Solution,
    /// What its goals and other rules are.
    Rules,
    /// What a position is worth, and what can be chosen in it.
    Position {
        /// The position.
        at: AskedPosition,
        /// Which choices.
        choices: Choices,
    },
    /// What a player chooses in a position.
    Choice {
        /// The position.
        at: AskedPosition,
        /// Among which choices.
        choices: Choices,
        /// How well it plays.
        strength: Strength,
        /// What it takes of choices that are one to it.
        seed: u64,
    },
    /// Perfect play from a position on.
    Line {
        /// The position.
        at: AskedPosition,
        /// The plies to show of a draw.
        plies: u16,
        /// Whether the positions after each ply are wanted.
        boards: bool,
    },
    /// How good the plies of a game were.
    Review {
        /// The game.
        game: String,
        /// The position that it starts from; `None` for the empty board.
        from: Option<String>,
    },
    /// Positions with one winning move.
    Puzzles {
        /// Which.
        filter: PuzzleFilter,
        /// How many at most.
        limit: u32,
        /// The number that the order of the search comes from.
        seed: u64,
    },
    /// What each of many positions is worth. They come by themselves: see [`answer_positions`].
    Positions,
}

/// A position as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AskedPosition {
    /// In circles or rows form, or as a slot.
    Position(String),
    /// After moves.
    Moves {
        /// The moves.
        moves: String,
        /// The position that they start from; `None` for the empty board.
        from: Option<String>,
    },
}

/// Which choices of a position are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Choices {
    /// All that there are.
    All,
    /// None: the value alone.
    Brief,
    /// Those of the side to move, once its opponent has passed instead of pointing.
    AfterPass,
    /// Those of the side to move among its pieces, once its opponent has pointed at this circle.
    PiecesAt(String),
}

impl Request {
    /// Reads a path, such as `/v1/44-ssss/line`, and a query, without the question mark. Both are
    /// percent-encoded; in the query `+` stands for a space.
    ///
    /// # Errors
    /// If there is no such path, or the name of the rules or a parameter cannot be read.
    pub fn read(path: &str, query: &str) -> Result<Self, RequestError> {
        let no_such_path = || RequestError::NoSuchPath(quoted(path));
        let rest = path.strip_prefix("/v1/").ok_or_else(no_such_path)?;
        let (name, what) =
            rest.split_once('/').map_or((rest, None), |(name, what)| (name, Some(what)));
        let name = decoded_path(name)?;
        match (&*name, what) {
            ("", _) => return Err(no_such_path()),
            ("variants", None) => {
                return Parameters::read(query, &[], false).map(|_| Self::Variants);
            }
            ("plays", None) => return Parameters::read(query, &[], false).map(|_| Self::Plays),
            _ => {}
        }
        let known = Question::parameters(what).ok_or_else(no_such_path)?;
        let parameters = Parameters::read(query, known, AskedRules::has_own_goals(&name))?;
        let rules = AskedRules::read(&name, parameters.text("goals"))?;
        let question = Question::read(what, &parameters)?;
        Ok(Self::Game { rules, question })
    }

    /// The answer, if it is the same whatever the rules.
    pub fn fixed_answer(&self) -> Option<String> {
        match self {
            Self::Variants => Some(json_text(&Variants::sixteen())),
            Self::Plays => Some(json_text(&Plays::seventeen())),
            Self::Game { .. } => None,
        }
    }
}

impl Question {
    /// The parameters that a question may have, apart from goals; `None` if there is no such
    /// question.
    fn parameters(what: Option<&str>) -> Option<&'static [&'static str]> {
        Some(match what {
            None | Some("rules" | "positions") => &[],
            Some("position") => &["position", "moves", "from", "brief", "pass", "at"],
            Some("choice") => &["position", "moves", "from", "pass", "at", "strength", "seed"],
            Some("line") => &["position", "moves", "from", "plies", "boards"],
            Some("review") => &["game", "from"],
            Some("puzzles") => &["dtw", "phase", "unique", "score", "limit", "seed"],
            Some(_) => return None,
        })
    }

    fn read(what: Option<&str>, parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        match what {
            None => Ok(Self::Solution),
            Some("rules") => Ok(Self::Rules),
            Some("position") => Ok(Self::Position {
                at: AskedPosition::read(parameters)?,
                choices: Choices::read(parameters)?,
            }),
            Some("choice") => Ok(Self::Choice {
                at: AskedPosition::read(parameters)?,
                choices: Choices::read(parameters)?,
                strength: parameters.strength()?,
                seed: parameters.number("seed", "a whole number")?.unwrap_or(1),
            }),
            Some("line") => Ok(Self::Line {
                at: AskedPosition::read(parameters)?,
                plies: parameters
                    .number("plies", "a number of plies from 0 to 65535")?
                    .unwrap_or(20),
                boards: parameters.flag("boards")?,
            }),
            Some("review") => {
                let game = parameters.text("game").ok_or(RequestError::Missing("game"))?.to_owned();
                Ok(Self::Review { game, from: parameters.text("from").map(str::to_owned) })
            }
            Some("puzzles") => Self::read_puzzles(parameters),
            // Nothing else has come so far.
            Some(_) => Ok(Self::Positions),
        }
    }

    fn read_puzzles(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let phase = match parameters.text("phase") {
            None | Some("slide") => PuzzlePhase::Slide,
            Some("drop") => PuzzlePhase::Drop,
            Some(_) => return Err(parameters.unfit("phase", "slide or drop")),
        };
        let score = parameters.number("score", "a number of points such as 3")?;
        if score == Some(0) {
            return Err(parameters.unfit("score", "a number of points such as 3"));
        }
        let filter = PuzzleFilter {
            phase,
            distance: parameters.number("dtw", "a number of plies such as 5")?.unwrap_or(5),
            unique: parameters.flag("unique")?,
            score,
        };
        let limits = "a number from 1 to 100";
        let limit = parameters.number("limit", limits)?.unwrap_or(10);
        if !(1..=MOST_PUZZLES).contains(&limit) {
            return Err(parameters.unfit("limit", limits));
        }
        let seed = parameters.number("seed", "a whole number")?.unwrap_or(1);
        Ok(Self::Puzzles { filter, limit, seed })
    }

    /// Whether it is about what positions are worth, not about the rules alone.
    pub const fn needs_solution(&self) -> bool {
        !matches!(self, Self::Rules)
    }

    /// Whether the answer may take seconds although the rules are solved: a search for puzzles, or
    /// a long game.
    pub const fn is_slow(&self) -> bool {
        matches!(
            self,
            Self::Puzzles { .. } | Self::Review { .. } | Self::Line { .. } | Self::Solution
        )
    }
}

impl AskedPosition {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let from = parameters.text("from").map(str::to_owned);
        match (parameters.text("position"), parameters.text("moves")) {
            (Some(_), None) if from.is_some() => Err(RequestError::FromWithoutMoves),
            (Some(position), None) => Ok(Self::Position(position.to_owned())),
            (None, Some(moves)) => Ok(Self::Moves { moves: moves.to_owned(), from }),
            (Some(_), Some(_)) => Err(RequestError::Together("position, moves")),
            (None, None) => Err(RequestError::Missing("position` or `moves")),
        }
    }
}

impl Choices {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let brief = parameters.flag("brief")?.then_some(Self::Brief);
        let pass = parameters.flag("pass")?.then_some(Self::AfterPass);
        let pieces = parameters.text("at").map(|circle| Self::PiecesAt(circle.to_owned()));
        let mut asked = [brief, pass, pieces].into_iter().flatten();
        match (asked.next(), asked.next()) {
            (choices, None) => Ok(choices.unwrap_or(Self::All)),
            _ => Err(RequestError::Together("brief, pass, at")),
        }
    }
}

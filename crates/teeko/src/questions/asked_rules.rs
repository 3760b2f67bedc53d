//! Rule sets in requests.

use std::collections::BTreeSet;
use std::fmt;

use teeko_rules::notation::parse_circle;
use teeko_rules::{Board, Circles, Goal, NamedRules, PIECES, RuleText, RulesName, quoted};

use super::RequestError;

/// The beginning of the name of rules with goals in the query.
const OWN: &str = "own-";

/// The most goals that a query may have.
const MOST_GOALS: usize = 400;

/// A rule set in a request: the name of a variant, or `own-PLAN[+OPTION…]` with goals in the query.
///
/// Goals are joined by underscores, their circles by dots: `goals=1.2.6.7_2.3.7.8`. In
/// `1.3.11.13~7` circle 7 must be empty. After `=3` the goal is worth 3 points in games for points.
/// The order of goals does not matter for equality.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AskedRules {
    name: RulesName,
    /// The goals in the query; empty for a variant.
    goals: BTreeSet<AskedGoal>,
}

/// A goal in a request, with its circles in ascending order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct AskedGoal {
    circles: Vec<u8>,
    empty: Vec<u8>,
    points: Option<u8>,
}

impl AskedRules {
    /// Returns whether a name is that of rules with goals in the query.
    pub(super) fn has_own_goals(name: &str) -> bool {
        name.starts_with(OWN)
    }

    /// Parses a name, and the goals in the query.
    ///
    /// # Errors
    /// Returns an error if the text names no rules or a rule file, or goals are missing or cannot
    /// be read.
    pub fn read(name: &str, goals: Option<&str>) -> Result<Self, RequestError> {
        if name.starts_with('@') {
            let expected =
                "a variant such as 44-ssss, found a rule file, and these are not read here";
            let error = format!("`{}`: expected {expected}", quoted(name));
            let hint = "draw the goals instead: \
                        /v1/own-ssss/position?goals=1.2.6.7_2.3.7.8&moves=13";
            return Err(RequestError::wrong(error, hint));
        }
        if !Self::has_own_goals(name) {
            return Ok(Self { name: name.parse()?, goals: BTreeSet::new() });
        }
        let goals = goals.ok_or_else(|| {
            RequestError::missing("goals", "add goals such as goals=1.2.6.7_2.3.7.8")
        })?;
        let number = goals.split('_').count();
        if number > MOST_GOALS {
            let message = format!("goals: expected at most {MOST_GOALS}, found {number}");
            return Err(wrong_goals(message));
        }
        let goals = goals.split('_').map(AskedGoal::read).collect::<Result<_, _>>()?;
        Ok(Self { name: format!("@{name}").parse()?, goals })
    }

    /// Builds the rules.
    ///
    /// # Errors
    /// Returns an error if options do not go together, or a goal is not valid on the board.
    pub fn named(&self) -> Result<NamedRules, RequestError> {
        let (name, board) = (&self.name, self.name.board());
        if let Some(variant) = name.variant() {
            return Ok(NamedRules::of_variant(variant)?);
        }
        let checked = |asked: &AskedGoal| {
            let goal = asked.goal(board);
            goal.map_err(|reason| wrong_goals(format!("goals: `{asked}`: {reason}")))
        };
        let goals = self.goals.iter().map(checked).collect::<Result<Vec<_>, _>>()?;
        Ok(NamedRules::of_rule_text(name, RuleText::new(board, &goals, None))?)
    }
}

fn wrong_goals(error: String) -> RequestError {
    let hint = "join circles by dots and goals by underscores, as in goals=1.2.6.7_2.3.7.8";
    RequestError::wrong(error, hint)
}

impl fmt::Display for AskedRules {
    /// Writes the path and the query of the rules: `58-ssss+no-centre`, `own-ssss?goals=1.2.6.7`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.to_string();
        formatter.write_str(name.trim_start_matches('@'))?;
        for (place, goal) in self.goals.iter().enumerate() {
            write!(formatter, "{}{goal}", if place == 0 { "?goals=" } else { "_" })?;
        }
        Ok(())
    }
}

impl AskedGoal {
    fn read(text: &str) -> Result<Self, RequestError> {
        let form = || {
            wrong_goals(format!(
                "goal `{}`: expected circles such as 1.2.6.7, 1.3.11.13~7 if circle 7 must be \
                 empty, 1.2.6.7=3 if it is worth 3 points",
                quoted(text)
            ))
        };
        let numbers = |part: &str| -> Result<Vec<u8>, RequestError> {
            let mut circles: Vec<u8> = part
                .split('.')
                .map(|number| number.parse().map_err(|_| form()))
                .collect::<Result<_, _>>()?;
            circles.sort_unstable();
            Ok(circles)
        };
        let (goal, points) =
            text.split_once('=').map_or((text, None), |(goal, points)| (goal, Some(points)));
        let (circles, empty) =
            goal.split_once('~').map_or((goal, None), |(circles, empty)| (circles, Some(empty)));
        Ok(Self {
            circles: numbers(circles)?,
            empty: empty.map_or(Ok(Vec::new()), numbers)?,
            points: points.map(|points| points.parse().map_err(|_| form())).transpose()?,
        })
    }

    /// Returns the goal and its price, or why they are not valid on this board.
    fn goal(&self, board: Board) -> Result<(Goal, Option<u8>), String> {
        let set = |numbers: &[u8]| {
            numbers.iter().try_fold(Circles::EMPTY, |set, number| {
                let circle =
                    parse_circle(board, &number.to_string()).map_err(|error| error.to_string())?;
                if set.contains(circle) {
                    return Err(format!("goal: expected different circles, found {number} twice"));
                }
                Ok(set.with(circle))
            })
        };
        let (circles, empty) = (set(&self.circles)?, set(&self.empty)?);
        if circles.len() != PIECES {
            return Err(format!(
                "goal: expected {PIECES} circles such as 1.2.6.7, found {} of them",
                circles.len()
            ));
        }
        if let Some(circle) = (circles & empty).least() {
            let number = circle.number();
            return Err(format!(
                "goal: expected empty circles that are not among its own, found {number} in both \
                 lists"
            ));
        }
        if self.points == Some(0) {
            return Err(format!("points: expected a price from 1 to {}, found 0", u8::MAX));
        }
        Ok((Goal::new(circles, empty), self.points))
    }
}

impl fmt::Display for AskedGoal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |circles: &[u8]| circles.iter().map(u8::to_string).collect::<Vec<_>>().join(".");
        formatter.write_str(&join(&self.circles))?;
        if !self.empty.is_empty() {
            write!(formatter, "~{}", join(&self.empty))?;
        }
        self.points.map_or(Ok(()), |points| write!(formatter, "={points}"))
    }
}

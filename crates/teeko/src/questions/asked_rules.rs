//! Rule sets in requests.

use std::collections::BTreeSet;
use std::fmt;

use teeko_rules::notation::parse_circle;
use teeko_rules::{
    Board, Circles, Goal, NameError, NamedRules, PIECES, RuleText, Rules, RulesName, Scoring,
    Variant, quoted,
};

use crate::error::Error;
use crate::position_reader::PositionReader;

/// The mark of names that are not those of variants.
const MARK: char = '@';

/// The name of rules with goals in the query, before the hyphen and the plan.
const OWN: &str = "own";

const MOST_GOALS: usize = 400;

/// A rule set in a request: the name of a variant, or `own-PLAN[+OPTION…]` with goals in the query.
///
/// Goals are joined by underscores, their circles by dots: `goals=1.2.6.7_2.3.7.8`. In
/// `1.3.11.13~7` circle 7 must be empty. After `=3` the goal is worth 3 points in games for points.
/// The order of goals does not matter for equality.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AskedRules {
    name: RulesName,
    /// The goals in the query, each with its price if it has one; empty for a variant.
    goals: BTreeSet<(Goal, Option<u8>)>,
}

impl AskedRules {
    /// Returns whether a name is that of rules with goals in the query, as they are asked for,
    /// `own-ssss`, or as answers name them, `@own-ssss`.
    pub(super) fn has_own_goals(name: &str) -> bool {
        name.strip_prefix(MARK)
            .unwrap_or(name)
            .strip_prefix(OWN)
            .is_some_and(|plan| plan.starts_with('-'))
    }

    /// Parses the name of rules; that of rules with goals in the query in either form.
    pub(super) fn name(name: &str) -> Result<RulesName, NameError> {
        if Self::has_own_goals(name) && !name.starts_with(MARK) {
            return format!("{MARK}{name}").parse();
        }
        name.parse()
    }

    /// Parses a name, and the goals in the query.
    ///
    /// # Errors
    /// Returns an error if the text names no rules or a rule file, or goals are missing or not
    /// valid on the board.
    pub fn read(name: &str, goals: Option<&str>) -> Result<Self, Error> {
        if !Self::has_own_goals(name) {
            if name.starts_with(MARK) {
                let expected =
                    "a variant such as 44-ssss, found a rule file, and these are not read here";
                let error = format!("`{}`: expected {expected}", quoted(name));
                let hint = "name its goals instead: \
                            /v1/own-ssss/position?goals=1.2.6.7_2.3.7.8&moves=13";
                return Err(Error::wrong(error, hint));
            }
            return Ok(Self {
                name: name.parse()?,
                goals: BTreeSet::new(),
            });
        }
        let goals = goals
            .ok_or_else(|| Error::missing("goals", "add goals such as goals=1.2.6.7_2.3.7.8"))?;
        let number = goals.split('_').count();
        if number > MOST_GOALS {
            let message = format!("goals: expected at most {MOST_GOALS}, found {number}");
            return Err(wrong_goals(message));
        }
        let rules_name = Self::name(name)?;
        if rules_name.path() != Some(OWN) {
            let error = format!(
                "`{}`: expected own-PLAN and options, found more before the plan",
                quoted(name)
            );
            return Err(Error::wrong(
                error,
                "name it as in own-ssss or own-sppp+4x4",
            ));
        }
        let goals = goals
            .split('_')
            .map(|text| goal(rules_name.board(), text))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            name: rules_name,
            goals,
        })
    }

    /// Returns rules as a request names them: a variant, or `own-PLAN` with the goals of a rule
    /// file.
    ///
    /// # Errors
    /// Returns an error if the rules have more goals than a request can have, or steps that no
    /// option names.
    pub(super) fn of(named: &NamedRules) -> Result<Self, Error> {
        if named.name().variant().is_some() {
            return Ok(Self {
                name: named.name().clone(),
                goals: BTreeSet::new(),
            });
        }
        let hint = "review it in the program";
        let rules = named.rules();
        let Some(step) = rules.step().named() else {
            let expected = "expected steps that an option names, found steps of their own";
            return Err(Error::wrong(format!("{named}: {expected}"), hint));
        };
        let goals = goals_of(rules);
        if goals.len() > MOST_GOALS {
            let found = goals.len();
            let error = format!("{named}: expected at most {MOST_GOALS} goals, found {found}");
            return Err(Error::wrong(error, hint));
        }
        let options = Variant {
            step,
            ..*named.name().options()
        };
        let options = options.to_string();
        let (_, plan) = options.split_once('-').unwrap_or_default();
        Ok(Self {
            name: Self::name(&format!("{OWN}-{plan}"))?,
            goals,
        })
    }

    /// Builds the rules.
    ///
    /// # Errors
    /// Returns an error if options do not go together, or a goal has no price and needs one.
    pub fn named(&self) -> Result<NamedRules, Error> {
        if let Some(variant) = self.name.variant() {
            return Ok(NamedRules::of_variant(variant)?);
        }
        let goals: Vec<(Goal, Option<u8>)> = self.goals.iter().copied().collect();
        let rules = RuleText::new(self.name.board(), &goals, None);
        Ok(NamedRules::of_rule_text(&self.name, rules)?)
    }

    /// Builds all rules that a question is about.
    ///
    /// # Errors
    /// As [`AskedRules::named`].
    pub fn readers(all: &[Self]) -> Result<Vec<PositionReader>, Error> {
        let mut readers = Vec::new();
        for rules in all {
            readers.push(PositionReader::new(rules.named()?));
        }
        Ok(readers)
    }
}

fn wrong_goals(error: String) -> Error {
    let hint = "join circles by dots and goals by underscores, as in goals=1.2.6.7_2.3.7.8";
    Error::wrong(error, hint)
}

impl fmt::Display for AskedRules {
    /// Writes the path and the query of the rules: `58-ssss+no-centre`, `own-ssss?goals=1.2.6.7`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.to_string();
        formatter.write_str(name.trim_start_matches('@'))?;
        if !self.goals.is_empty() {
            write!(formatter, "?goals={}", goals_text(&self.goals))?;
        }
        Ok(())
    }
}

/// Returns the goals of rules, each with its price if they are for points.
pub(super) fn goals_of(rules: &Rules) -> BTreeSet<(Goal, Option<u8>)> {
    let is_priced = rules.scoring() == Scoring::Points;
    let mut goals = BTreeSet::new();
    for goal in rules.goals().patterns() {
        let unpriced = Goal::new(goal.circles(), goal.empty());
        goals.insert((unpriced, is_priced.then_some(goal.points())));
    }
    goals
}

/// Writes goals as requests have them: `1.2.6.7_1.3.11.13~7=3`.
pub(super) fn goals_text(goals: &BTreeSet<(Goal, Option<u8>)>) -> String {
    let mut text = String::new();
    for (goal, points) in goals {
        if !text.is_empty() {
            text.push('_');
        }
        text += &circles_text(goal.circles());
        if !goal.empty().is_empty() {
            text.push('~');
            text += &circles_text(goal.empty());
        }
        if let Some(points) = points {
            text.push('=');
            text += &points.to_string();
        }
    }
    text
}

/// Joins the numbers of circles by dots.
fn circles_text(circles: Circles) -> String {
    circles
        .iter()
        .map(|circle| circle.number().to_string())
        .collect::<Vec<_>>()
        .join(".")
}

/// Parses a goal such as `1.2.6.7`, with its price if it has one.
fn goal(board: Board, text: &str) -> Result<(Goal, Option<u8>), Error> {
    let goal = GoalText::split(text);
    let circles = goal.set(board, goal.circles)?;
    let empty = match goal.empty {
        Some(empty) => goal.set(board, empty)?,
        None => Circles::EMPTY,
    };
    let points = goal.price()?;
    if circles.len() != PIECES {
        let found = circles.len();
        return Err(goal.invalid(&format!(
            "goal: expected {PIECES} circles such as 1.2.6.7, found {found} of them"
        )));
    }
    if let Some(circle) = (circles & empty).least() {
        let number = circle.number();
        return Err(goal.invalid(&format!(
            "goal: expected empty circles that are not among its own, found {number} in both lists"
        )));
    }
    if points == Some(0) {
        return Err(goal.invalid(&format!(
            "points: expected a price from 1 to {}, found 0",
            u8::MAX
        )));
    }
    Ok((Goal::new(circles, empty), points))
}

/// The parts of the text of a goal: `1.3.11.13~7=3`.
struct GoalText<'a> {
    whole: &'a str,
    circles: &'a str,
    /// The circles that must be empty.
    empty: Option<&'a str>,
    points: Option<&'a str>,
}

impl<'a> GoalText<'a> {
    fn split(whole: &'a str) -> Self {
        let (goal, points) = split_last_part(whole, '=');
        let (circles, empty) = split_last_part(goal, '~');
        Self {
            whole,
            circles,
            empty,
            points,
        }
    }

    /// Parses circles that are joined by dots.
    fn set(&self, board: Board, part: &str) -> Result<Circles, Error> {
        let mut set = Circles::EMPTY;
        for number in part.split('.') {
            let number: u8 = number.parse().map_err(|_| self.other_form())?;
            let circle = parse_circle(board, &number.to_string())
                .map_err(|error| self.invalid(&error.to_string()))?;
            if set.contains(circle) {
                let reason = format!("goal: expected different circles, found {number} twice");
                return Err(self.invalid(&reason));
            }
            set = set.with(circle);
        }
        Ok(set)
    }

    fn price(&self) -> Result<Option<u8>, Error> {
        let Some(points) = self.points else {
            return Ok(None);
        };
        let price = points.parse().map_err(|_| self.other_form())?;
        Ok(Some(price))
    }

    /// Returns the error for a text that is no goal.
    fn other_form(&self) -> Error {
        wrong_goals(format!(
            "goal `{}`: expected circles such as 1.2.6.7, 1.3.11.13~7 if circle 7 must be empty, \
             1.2.6.7=3 if it is worth 3 points",
            quoted(self.whole)
        ))
    }

    /// Returns the error for a goal that no game has.
    fn invalid(&self, reason: &str) -> Error {
        wrong_goals(format!("goals: `{}`: {reason}", quoted(self.whole)))
    }
}

/// Splits the part after a mark from a text, if the text has the mark.
fn split_last_part(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_answers_is_understood() {
        let asked = AskedRules::read("own-ssss+4x4", Some("1.2.5.6")).unwrap();
        let name = asked.named().unwrap().to_string();
        assert_eq!(AskedRules::read(&name, Some("1.2.5.6")).unwrap(), asked);
        assert_eq!(AskedRules::name("own-ssss+4x4"), AskedRules::name(&name));
        let missing = AskedRules::read(&name, None).unwrap_err().to_string();
        assert_eq!(missing, "expected a parameter `goals`, found none");
    }

    #[test]
    fn nothing_stands_between_own_and_the_plan() {
        let read = |name: &str| AskedRules::read(name, Some("1.2.6.7"));
        for name in ["own-ssss", "own-SPPP+4x4+knight"] {
            assert!(read(name).is_ok(), "{name}");
        }
        for name in ["own-junk-ssss", "own-own-ssss", "own-a/b.toml-ssss"] {
            let error = read(name).unwrap_err().to_string();
            assert!(error.ends_with("found more before the plan"), "{error}");
        }
    }
}

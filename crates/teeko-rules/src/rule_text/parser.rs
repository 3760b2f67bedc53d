//! The parser of rule files.
//!
//! It walks the document itself. With types that derive serde's `Deserialize` it would be longer,
//! and its errors would say `expected a sequence` or `expected i64`, without the name of the key.

use std::collections::BTreeMap;
use std::str::FromStr;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{KEYS, RuleText, RuleTextError};
use crate::notation::parse_circle;
use crate::{
    Board, Circle, Circles, Goal, GoalFamily, NamedStep, PIECES, Step, TextError, alternatives,
    quoted, without_byte_order_mark,
};

impl RuleText {
    /// Parses the contents of a rule file, for a board.
    ///
    /// # Errors
    /// If they are not UTF-8 text, not a rule file, or do not fit the board; always without the
    /// feature `rule-files`.
    pub fn parse(bytes: &[u8], board: Board) -> Result<Self, RuleTextError> {
        let parser = Parser { bytes, board };
        let text = parser.text()?;
        let document = DeTable::parse(text).map_err(|error| parser.no_toml(&error))?;
        parser.document(document.get_ref())
    }
}

type Parsed<T> = Result<T, RuleTextError>;

/// A value with its place in the text.
type Value<'i> = Spanned<DeValue<'i>>;

struct Parser<'a> {
    bytes: &'a [u8],
    board: Board,
}

impl<'a> Parser<'a> {
    /// Returns the text of the file.
    fn text(&self) -> Parsed<&'a str> {
        let bytes = without_byte_order_mark(self.bytes)
            .map_err(|error| self.fault(0, error.to_string()))?;
        std::str::from_utf8(bytes).map_err(|error| {
            let expected = "expected UTF-8 text, found other bytes";
            self.fault(error.valid_up_to(), expected)
        })
    }

    /// Reports a text that is not TOML.
    fn no_toml(&self, error: &toml::de::Error) -> RuleTextError {
        let found = error.message().replace('\n', ", ");
        let message = format!("expected TOML, found something else: {found}");
        match error.span() {
            Some(span) => self.fault(span.start, message),
            None => RuleTextError {
                line: None,
                message,
            },
        }
    }

    /// Reports an error at a byte offset.
    fn fault(&self, offset: usize, message: impl Into<String>) -> RuleTextError {
        let before = &self.bytes[..offset.min(self.bytes.len())];
        let lines = before.split(|&byte| byte == b'\n');
        RuleTextError {
            line: Some(lines.count()),
            message: message.into(),
        }
    }

    /// Reports an error in a key or a value.
    fn at<T>(&self, found: &Spanned<T>, message: impl Into<String>) -> RuleTextError {
        self.fault(found.span().start, message)
    }

    /// Reports a value of the wrong kind.
    fn unexpected(&self, what: &str, expected: &str, found: &Value<'_>) -> RuleTextError {
        let shown = match found.get_ref() {
            DeValue::Integer(number) => number.to_string(),
            DeValue::String(text) => format!("`{}`", quoted(text)),
            other => format!("a value of type {}", other.type_str()),
        };
        self.at(found, format!("{what}: expected {expected}, found {shown}"))
    }

    fn document(&self, document: &DeTable<'_>) -> Parsed<RuleText> {
        self.check_keys("", document, &KEYS)?;
        let prices = match document.get("points") {
            Some(value) => self.prices(value)?,
            None => BTreeMap::new(),
        };
        // Each goal with its price, if it has one.
        let mut goals = Vec::new();
        if let Some(value) = document.get("families") {
            goals.extend(self.goals_of_families(value, &prices)?);
        }
        if let Some(value) = document.get("goals") {
            for goal in self.list("goals", "a list of goals such as [[1, 2, 6, 7]]", value)? {
                goals.push(self.goal(goal)?);
            }
        }
        let step = match document.get("steps") {
            Some(value) => Some(self.steps(value)?),
            None => None,
        };
        if goals.is_empty() {
            let board = self.board;
            return Err(RuleTextError {
                line: None,
                message: format!(
                    "expected a goal on a {board} board, in families or goals, found none"
                ),
            });
        }
        Ok(RuleText::new(self.board, &goals, step))
    }

    /// Parses a list of families. Returns their goals, each with the price of its family, if it has
    /// one.
    fn goals_of_families(
        &self,
        families: &Value<'_>,
        prices: &BTreeMap<GoalFamily, u8>,
    ) -> Parsed<Vec<(Goal, Option<u8>)>> {
        let expected = "a list such as [\"lines\", \"squares-1\"]";
        let mut goals = Vec::new();
        for family in self.list("families", expected, families)? {
            let family = self.family(family)?;
            let price = prices.get(&family).copied();
            for goal in family.patterns(self.board) {
                goals.push((goal, price));
            }
        }
        Ok(goals)
    }

    /// Checks that a table has no other keys than these.
    fn check_keys(&self, of: &str, table: &DeTable<'_>, known: &[&str]) -> Parsed<()> {
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let hint = match name {
                    "board" | "size" | "width" | "height" => {
                        "; the board is part of the name, as in @FILE+4x4"
                    }
                    _ => "",
                };
                let expected = alternatives(known);
                let found = quoted(name);
                let message = format!("{of}expected {expected}, found `{found}`{hint}");
                return Err(self.at(key, message));
            }
        }
        Ok(())
    }

    fn list<'v, 'i>(
        &self,
        what: &str,
        expected: &str,
        value: &'v Value<'i>,
    ) -> Parsed<&'v [Value<'i>]> {
        match value.get_ref() {
            DeValue::Array(items) => Ok(items),
            _ => Err(self.unexpected(what, expected, value)),
        }
    }

    fn prices(&self, value: &Value<'_>) -> Parsed<BTreeMap<GoalFamily, u8>> {
        let DeValue::Table(table) = value.get_ref() else {
            let expected = "a table such as { lines = 4, \"squares-1\" = 3 }";
            return Err(self.unexpected("points", expected, value));
        };
        let mut prices = BTreeMap::new();
        for (name, value) in table {
            let family = name
                .get_ref()
                .parse()
                .map_err(|error: TextError| self.at(name, format!("points: {error}")))?;
            prices.insert(family, self.price(value)?);
        }
        Ok(prices)
    }

    fn price(&self, value: &Value<'_>) -> Parsed<u8> {
        match integer(value) {
            None | Some(0) => {
                let expected = format!("a price from 1 to {}", u8::MAX);
                Err(self.unexpected("points", &expected, value))
            }
            Some(price) => Ok(price),
        }
    }

    fn family(&self, value: &Value<'_>) -> Parsed<GoalFamily> {
        let DeValue::String(name) = value.get_ref() else {
            return Err(self.unexpected("family", "a name such as \"lines\"", value));
        };
        name.parse()
            .map_err(|error: TextError| self.at(value, error.to_string()))
    }

    /// Parses a goal: a list of circles, or a table of circles and of those that must be empty.
    fn goal(&self, value: &Value<'_>) -> Parsed<(Goal, Option<u8>)> {
        let DeValue::Table(table) = value.get_ref() else {
            return Ok((self.pattern(value)?.into(), None));
        };
        self.check_keys("goal: ", table, &["circles", "empty", "points"])?;
        let circles = match table.get("circles") {
            Some(value) => Some(self.pattern(value)?),
            None => None,
        };
        let empty = match table.get("empty") {
            Some(value) => self.circles("empty", "circles such as [7]", value)?,
            None => Circles::EMPTY,
        };
        let price = match table.get("points") {
            Some(value) => Some(self.price(value)?),
            None => None,
        };
        let Some(circles) = circles else {
            let expected = format!("{PIECES} circles such as circles = [1, 3, 11, 13]");
            return Err(self.at(value, format!("goal: expected {expected}, found none")));
        };
        if let Some(circle) = (circles & empty).least() {
            let expected = "empty circles that are not among its own";
            let message = format!("goal: expected {expected}, found {circle} in both lists");
            return Err(self.at(value, message));
        }
        Ok((Goal::new(circles, empty), price))
    }

    fn pattern(&self, value: &Value<'_>) -> Parsed<Circles> {
        let expected = format!("{PIECES} circles such as [1, 2, 6, 7]");
        let goal = self.circles("goal", &expected, value)?;
        if goal.len() != PIECES {
            let found = goal.len();
            let message = format!(
                "goal: expected {expected}, found {found} of them; each side has exactly {PIECES} \
                 pieces"
            );
            return Err(self.at(value, message));
        }
        Ok(goal)
    }

    /// Parses circles, which must be different.
    fn circles(&self, what: &str, expected: &str, circles: &Value<'_>) -> Parsed<Circles> {
        let mut set = Circles::EMPTY;
        for value in self.list(what, expected, circles)? {
            let circle = self.circle(value)?;
            if set.contains(circle) {
                let message = format!("{what}: expected different circles, found {circle} twice");
                return Err(self.at(value, message));
            }
            set = set.with(circle);
        }
        Ok(set)
    }

    fn circle(&self, value: &Value<'_>) -> Parsed<Circle> {
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.to_string(),
            DeValue::String(text) => text.to_string(),
            _ => {
                let expected = "a number or a name such as 7 or \"b4\"";
                return Err(self.unexpected("circle", expected, value));
            }
        };
        parse_circle(self.board, &text).map_err(|error| self.at(value, error.to_string()))
    }

    fn steps(&self, value: &Value<'_>) -> Parsed<Step> {
        if let DeValue::String(name) = value.get_ref() {
            let step = name.parse().map(NamedStep::step);
            return step.map_err(|error: TextError| self.at(value, error.to_string()));
        }
        let expected = "a name such as \"knight\" or a list of offsets such as [[1, 0], [0, 1]]";
        let steps = self.list("steps", expected, value)?;
        if steps.is_empty() {
            let message = format!("steps: expected {expected}, found an empty list");
            return Err(self.at(value, message));
        }
        let mut offsets = Vec::new();
        for step in steps {
            offsets.push(self.offset(step)?);
        }
        Ok(Step::new(offsets))
    }

    /// Parses the columns and rows that a piece may move by.
    fn offset(&self, value: &Value<'_>) -> Parsed<(isize, isize)> {
        const EXPECTED: &str = "[columns, rows] such as [1, -2]";
        let [columns, rows] = self.list("step", EXPECTED, value)? else {
            let message = format!("step: expected {EXPECTED}, found another number of items");
            return Err(self.at(value, message));
        };
        let columns = self.part_of_offset(columns, self.board.width())?;
        let rows = self.part_of_offset(rows, self.board.height())?;
        if columns == 0 && rows == 0 {
            let message = "step: expected one to another circle, found [0, 0]";
            return Err(self.at(value, message));
        }
        Ok((columns, rows))
    }

    /// Parses a number of columns or rows of a board with `count` of them.
    fn part_of_offset(&self, value: &Value<'_>, count: usize) -> Parsed<isize> {
        let most = count as isize - 1;
        match integer(value) {
            Some(part) if (-most..=most).contains(&part) => Ok(part),
            _ => {
                let stay = format!("to stay on a {} board", self.board);
                let expected = format!("whole numbers from -{most} to {most}, {stay}");
                Err(self.unexpected("step", &expected, value))
            }
        }
    }
}

/// Returns a whole number; `None` if the value is not one or does not fit.
fn integer<T: FromStr>(value: &Value<'_>) -> Option<T> {
    value.get_ref().as_integer()?.to_string().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::circles;
    use crate::{GoalSet, Goals};

    fn parse(text: &str) -> Result<RuleText, String> {
        RuleText::parse(text.as_bytes(), Board::STANDARD).map_err(|error| error.message)
    }

    #[test]
    fn goals_are_circles_by_number_or_name_and_families() {
        let text =
            "goals = [[1, 2, 6, 7], ['a5', 'b5', 'a4', 'b4'], { circles = ['25', 'd1', 23, 22] }]";
        let open = "[[goals]]\nempty = ['b4']\ncircles = [1, 3, 'a3', 13]\n[[goals]]\nempty = []\n\
                    circles = [1, 2, 3, 4]";
        let open_goal = Goal::new(circles(&[1, 3, 11, 13]), circles(&[7]));
        let expected = Goals::new(vec![open_goal, circles(&[1, 2, 3, 4]).into()]);
        assert_eq!(parse(open).map(|file| file.goals), Ok(expected));
        let file = parse(text).unwrap();
        let expected = Goals::new(vec![circles(&[1, 2, 6, 7]), circles(&[22, 23, 24, 25])]);
        assert_eq!(file.goals, expected);
        assert_eq!(file.step, None);
        let file =
            parse("families = ['squares-4']\ngoals = [[1, 2, 3, 8]]\nsteps = 'knight'").unwrap();
        assert_eq!(
            file.goals,
            Goals::new(vec![circles(&[1, 2, 3, 8]), circles(&[1, 5, 21, 25])])
        );
        assert_eq!(file.step, Some(NamedStep::Knight.step()));
        let file = parse("families = ['squares-4']\nsteps = [[1, 0], [-4, 4], [1, 0]]").unwrap();
        assert_eq!(file.step, Some(Step::new([(-4, 4), (1, 0)])));
    }

    /// The families of the named goal sets, on boards of several sizes.
    #[test]
    fn families_make_the_named_goal_sets() {
        for &set in GoalSet::ALL {
            let families: Vec<String> =
                set.families().map(|family| format!("'{family}'")).collect();
            let text = format!("families = [{}]", families.join(", "));
            for board in [
                Board::STANDARD,
                Board::new(4, 4).unwrap(),
                Board::new(8, 7).unwrap(),
            ] {
                let file = RuleText::parse(text.as_bytes(), board).unwrap();
                assert_eq!(file.goals, set.on(board), "{set} on {board}");
            }
        }
    }

    #[test]
    fn faults_say_what_was_expected_and_where() {
        for [text, line, part] in
            &teeko_testing::cases(include_str!("../../tests/data/rule_files.jsonl"))
        {
            let error = RuleText::parse(text.as_bytes(), Board::STANDARD).expect_err(text);
            assert!(error.message.contains(part), "{text}: {error}");
            assert_eq!(
                error.line.map_or(String::new(), |line| line.to_string()),
                *line,
                "{text}"
            );
            assert_eq!(error.to_string().lines().count(), 1, "{text}: {error}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_and_does_not_exhaust_the_stack() {
        for open in ["[", "{a="] {
            let text = format!("goals = {}", open.repeat(RuleText::MOST_BYTES / open.len()));
            assert!(parse(&text).unwrap_err().contains("expected TOML"));
        }
    }
}

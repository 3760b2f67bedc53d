//! Headings of saved games and positions: comment lines that name the rules and the start, and
//! other comments.

use std::borrow::Cow;
use std::fmt::Write as _;

use thiserror::Error;

use super::{Notation, circle_form, parse_position_in};
use crate::quoted::quoted;
use crate::{
    Circles, Goal, Message, NameError, NamedRules, Position, RuleText, Rules, RulesName, Scoring,
    Variant, message, rule_text,
};

/// The first character of a line that is not part of the moves.
const COMMENT: char = '#';

/// The words before a colon that mean something.
const VARIANT: &str = "variant";
const FROM: &str = "from";

/// The same as [`FROM`] in the header lines of chess games.
const FEN: &str = "fen";

/// The heading of a saved game or position: what its comment lines say.
///
/// ```text
/// # variant: 58-ssss
/// # from: b:7,9,12,14 r:10,13,17,19 b
/// 14-8 13-14
/// ```
///
/// With the rules of a rule file, the heading also has the goals, and the steps if there are any,
/// as lines of such a file: `# goals = [[1, 2, 6, 7]]`. All other lines that begin with `#` are
/// comments. Header lines as in records of chess games say the same: `[Variant "58-ssss"]`,
/// `[From "…"]` or `[FEN "…"]`; others, such as `[Event "…"]`, are comments. A header line has the
/// name of a tag and one text in quotes.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The name of the rules, and the line that has it.
    variant: Option<(RulesName, String)>,
    /// The contents of a rule file; empty if the heading has none.
    rule_text: String,
    /// The position that the game starts from, as text.
    from: Option<String>,
    /// Whether there are any header lines.
    has_header_lines: bool,
}

/// A heading that cannot be read, or names other rules or another start than asked for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct HeadingError(Message);

impl HeadingError {
    fn new(line: &str, message: impl Into<Message>) -> Self {
        let line = format!("line `{}`: ", quoted(line));
        Self(Message::concat([line.into(), message.into()]))
    }

    /// Returns the text of the error.
    pub const fn message(&self) -> &Message {
        &self.0
    }
}

/// Returns a text without its comments: lines that begin with `#`, header lines such as
/// `[Event "…"]`, and what stands in braces. A brace that is not closed begins no comment.
pub fn without_comments(text: &str) -> Cow<'_, str> {
    match without_comment_lines(text) {
        Cow::Borrowed(_) => text.into(),
        Cow::Owned(lines) => without_braces(&lines).into_owned().into(),
    }
}

/// Returns a text without the lines that are comments as a whole.
pub(super) fn without_comment_lines(text: &str) -> Cow<'_, str> {
    if !has_comments(text) {
        return text.into();
    }
    let mut moves = String::new();
    for line in text.lines() {
        if !is_comment(line) {
            moves += line;
            moves.push('\n');
        }
    }
    moves.into()
}

pub(super) fn without_braces(text: &str) -> Cow<'_, str> {
    if !text.contains('{') {
        return text.into();
    }
    let mut outside = String::new();
    let mut unread = text;
    while let Some((before, comment)) = unread.split_once('{')
        && let Some((_, after)) = comment.split_once('}')
    {
        outside += before;
        outside.push(' ');
        unread = after;
    }
    (outside + unread).into()
}

/// Returns whether a text may have comments. Many short texts are asked, so that looking at every
/// byte, several at once, is faster than stopping at the first.
fn has_comments(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| {
        found | matches!(byte, b'#' | b'[' | b'{')
    })
}

/// Returns whether a line is a comment as a whole: it begins with `#`, or is a header line such as
/// `[Event "…"]`.
pub fn is_comment(line: &str) -> bool {
    comment(line).is_some()
}

/// Returns what a line says that is not part of the moves: `variant: 58-ssss` for
/// `# variant: 58-ssss` and for `[variant "58-ssss"]`. Returns `None` for other lines.
fn comment(line: &str) -> Option<Cow<'_, str>> {
    let line = line.trim();
    if let Some(comment) = line.strip_prefix(COMMENT) {
        return Some(comment.into());
    }
    let (tag, value) = header(line)?;
    Some(format!("{tag}: {value}").into())
}

/// Returns the name and the text of a header line as in records of chess games: `[Event "…"]`. In
/// the text, quotes have a backslash before them.
fn header(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (tag, quoted) = inside.split_once('"')?;
    let tag = tag.trim();
    let value = quoted.trim_end().strip_suffix('"')?;
    let is_one_text = !value.replace("\\\"", "").contains('"');
    if is_name_of_tag(tag) && is_one_text {
        Some((tag, value))
    } else {
        None
    }
}

/// Returns whether a text is a letter, and after it letters, digits, dashes and underscores.
fn is_name_of_tag(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

impl Heading {
    /// Reads the comment lines of a saved game or position.
    ///
    /// # Errors
    /// If a line names no rules, or something is named twice.
    pub fn read(text: &str) -> Result<Self, HeadingError> {
        let mut heading = Self::default();
        if !has_comments(text) {
            return Ok(heading);
        }
        for line in text.lines().map(str::trim) {
            if let Some(comment) = comment(line) {
                heading.has_header_lines |= !line.starts_with(COMMENT);
                heading.add(line, &comment)?;
            }
        }
        Ok(heading)
    }

    /// Adds what the comment of a line says.
    fn add(&mut self, line: &str, comment: &str) -> Result<(), HeadingError> {
        let (key, value) = comment.split_once(':').unwrap_or_default();
        let value = value.trim();
        let is_repeated = match key.trim().to_ascii_lowercase().as_str() {
            VARIANT => {
                let name = value
                    .parse()
                    .map_err(|fault: NameError| HeadingError::new(line, fault.to_string()))?;
                self.variant.replace((name, line.to_owned())).is_some()
            }
            FROM | FEN => self.from.replace(value.to_owned()).is_some(),
            _ => {
                self.add_to_rule_text(comment);
                false
            }
        };
        if is_repeated {
            let once = "expected it once, found it twice";
            return Err(HeadingError::new(line, once));
        }
        Ok(())
    }

    /// Adds a comment that is a line of a rule file; does nothing for other comments.
    fn add_to_rule_text(&mut self, comment: &str) {
        let (key, _) = comment.split_once('=').unwrap_or_default();
        if rule_text::KEYS.contains(&key.trim()) {
            self.rule_text += comment.trim();
            self.rule_text.push('\n');
        }
    }

    /// Returns whether there is no heading: no header line, and no comment that says something.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the name of the rules, if the heading has one.
    pub fn variant(&self) -> Option<&RulesName> {
        let (name, _) = self.variant.as_ref()?;
        Some(name)
    }

    /// Returns the position that the game starts from, as text, if the heading has one.
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Returns the rules that the heading names, if it names any. No file is opened: the goals of a
    /// rule file are in the heading.
    ///
    /// # Errors
    /// If the goals of a rule file are missing, or do not fit the name.
    pub fn rules(&self) -> Result<Option<NamedRules>, HeadingError> {
        let Some((name, line)) = &self.variant else {
            return Ok(None);
        };
        let named = match name.variant() {
            Some(variant) => NamedRules::of_variant(variant).map_err(NameError::from),
            None => NamedRules::of_rule_text(name, self.read_rule_text(name, line)?),
        };
        match named {
            Ok(named) => Ok(Some(named)),
            Err(fault) => Err(HeadingError::new(line, fault.to_string())),
        }
    }

    /// Reads the rule file in the heading, which the `line` with the name of the rules calls for.
    fn read_rule_text(&self, name: &RulesName, line: &str) -> Result<RuleText, HeadingError> {
        if self.rule_text.is_empty() {
            let expected = format!(
                "expected the goals in a line such as `# goals = [[1, 2, 6, 7]]`, found none; add \
                 it, or ask for {name}"
            );
            return Err(HeadingError::new(line, expected));
        }
        RuleText::parse(self.rule_text.as_bytes(), name.board()).map_err(|fault| {
            let after = format!("the rules after it: {}", fault.message);
            HeadingError::new(line, after)
        })
    }

    /// Checks that the heading names no other rules than these.
    ///
    /// # Errors
    /// If it does. The message names both.
    pub fn check(&self, rules: &Rules) -> Result<(), HeadingError> {
        let Some((name, line)) = &self.variant else {
            return Ok(());
        };
        let is_same = if name.variant().is_none() && self.rule_text.is_empty() {
            NamedRules::of_table(name, rules).is_ok_and(|named| **named.rules() == *rules)
        } else {
            self.rules()?.is_some_and(|named| **named.rules() == *rules)
        };
        if is_same {
            return Ok(());
        }
        let asked = match Variant::of_rules(rules) {
            Some(variant) => variant.to_string(),
            None => "other goals or steps".to_owned(),
        };
        let expected = format!(
            "expected rules as asked for, {asked}, found {name}; ask for {name}, or remove the line"
        );
        Err(HeadingError::new(line, expected))
    }

    /// Checks a comment among lines that are games or positions of their own, which start on the
    /// empty board.
    ///
    /// # Errors
    /// If it names other rules, or a start.
    pub fn check_line(line: &str, rules: &Rules) -> Result<(), HeadingError> {
        let heading = Self::read(line)?;
        if heading.from.is_some() {
            let expected = "expected games from the empty board, one in each line, found a start";
            let next = "review the game alone, or write the position instead of its moves";
            return Err(HeadingError::new(line, format!("{expected}; {next}")));
        }
        heading.check(rules)
    }

    /// Returns the position that a game starts from. `asked` is the one that was asked for: the
    /// empty board if none was.
    ///
    /// # Errors
    /// If the heading has another start than was asked for, or an invalid position.
    pub(super) fn start(
        &self,
        rules: &Rules,
        notation: Notation,
        asked: Position,
    ) -> Result<Position, HeadingError> {
        let Some(from) = &self.from else {
            return Ok(asked);
        };
        let line = format!("{COMMENT} {FROM}: {from}");
        let start = parse_position_in(rules, notation, from)
            .map_err(|fault| HeadingError::new(&line, fault.message()))?;
        if asked == Position::EMPTY || asked == start {
            return Ok(start);
        }
        let expected = message![
            "expected the start that was asked for, ",
            Message::circles(rules.board(), &asked),
            ", found another; leave out one of them",
        ];
        Err(HeadingError::new(&line, expected))
    }

    /// Writes the heading of a game that starts from a position: whole lines, each with its line
    /// end.
    pub fn text(named: &NamedRules, start: &Position) -> String {
        let mut text = format!("{COMMENT} {VARIANT}: {named}\n");
        let rules = named.rules();
        if named.name().variant().is_none() {
            let mut goals = Vec::new();
            for &goal in rules.goals().patterns() {
                goals.push(goal_text(rules, goal));
            }
            _ = writeln!(text, "{COMMENT} goals = [{}]", goals.join(", "));
            if *rules.step() != named.name().options().step.step() {
                _ = writeln!(text, "{COMMENT} steps = {}", steps_text(rules));
            }
        }
        if *start != Position::EMPTY {
            _ = writeln!(text, "{COMMENT} {FROM}: {}", circle_form(start));
        }
        text
    }
}

/// Returns a goal as rule files have it: `[1, 2, 6, 7]`.
fn goal_text(rules: &Rules, goal: Goal) -> String {
    let is_priced = rules.scoring() == Scoring::Points;
    if goal.empty().is_empty() && !is_priced {
        return list_text(goal.circles());
    }
    let mut text = format!("{{ circles = {}", list_text(goal.circles()));
    if !goal.empty().is_empty() {
        _ = write!(text, ", empty = {}", list_text(goal.empty()));
    }
    if is_priced {
        _ = write!(text, ", points = {}", goal.points());
    }
    text + " }"
}

/// Returns circles as rule files have them: `[1, 2, 6, 7]`.
fn list_text(circles: Circles) -> String {
    format!("[{circles}]").replace(',', ", ")
}

/// Returns the steps as rule files have them: `"knight"`, `[[1, 0], [0, 1]]`.
fn steps_text(rules: &Rules) -> String {
    if let Some(step) = rules.step().named() {
        return format!("\"{step}\"");
    }
    let mut offsets = Vec::new();
    for &(columns, rows) in rules.step().offsets() {
        offsets.push([columns, rows]);
    }
    format!("{offsets:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{GameError, parse_game, parse_position};
    use crate::testing::rules;

    fn own(name: &str, text: &str) -> NamedRules {
        let name: RulesName = name.parse().unwrap();
        let text = RuleText::parse(text.as_bytes(), name.board()).unwrap();
        NamedRules::of_rule_text(&name, text).unwrap()
    }

    /// The rules and the start are read back as they were written.
    #[test]
    fn a_heading_read_back_has_the_rules_and_the_start() {
        let variant = |name: &str| NamedRules::of_variant(name.parse().unwrap()).unwrap();
        let start = "b:7,9,12,14 r:10,13,17,19 b";
        for (named, expected) in [
            (variant("58-ssss+points"), "# variant: 58-ssss+points\n"),
            (
                own(
                    "@my/r.toml-psss+6x5",
                    "goals = [[1, 2, 3, 12], [1, 2, 3, 4]]",
                ),
                "# variant: @my/r.toml-psss+6x5\n# goals = [[1, 2, 3, 4], [1, 2, 3, 12]]\n",
            ),
            (
                own(
                    "@r-ssss+points",
                    "goals = [{ circles = [1, 3, 11, 13], empty = [7], points = 3 }]\n\
                     steps = [[1, 0], [0, 1]]",
                ),
                "# variant: @r-ssss+points\n\
                 # goals = [{ circles = [1, 3, 11, 13], empty = [7], points = 3 }]\n\
                 # steps = [[0, 1], [1, 0]]\n",
            ),
            (
                own("@r-ssss", "goals = [[1, 2, 3, 4]]\nsteps = 'knight'"),
                "# variant: @r-ssss\n# goals = [[1, 2, 3, 4]]\n# steps = \"knight\"\n",
            ),
            (
                own("@r-ssss+knight", "goals = [[1, 2, 3, 4]]"),
                "# variant: @r-ssss+knight\n# goals = [[1, 2, 3, 4]]\n",
            ),
        ] {
            assert_eq!(Heading::text(&named, &Position::EMPTY), expected);
            let heading = Heading::read(expected).unwrap();
            assert_eq!(heading.check(named.rules()), Ok(()));
            assert_eq!(heading.variant(), Some(named.name()));
            assert_eq!(heading.rules(), Ok(Some(named)));
        }
        let standard = variant("44-ssss");
        let start = parse_position(standard.rules(), start).unwrap();
        let text = Heading::text(&standard, &start) + "14-8\n# a comment\n13-14\n";
        let game = parse_game(standard.rules(), Position::EMPTY, &text).unwrap();
        assert_eq!((game.start, game.plies.len()), (start, 2));
        assert!(parse_game(standard.rules(), start, &text).is_ok());
    }

    #[test]
    fn headings_are_read_as_people_write_them() {
        let advanced = rules("58-ssss");
        for text in [
            "#VARIANT: Advanced Teeko\r\n13 12\r\n",
            "13 12\n  # variant : 58-SSSS\n# 1-0",
            "# goals = great\n\n13\n\n12",
            "[Event \"Park, {2}\"]\n [variant \"58-ssss\"] \r\n[Result \"1-0\"]\n\n13 12 1-0",
            "[Black \"\"]\n13 {# a\n  [good] move} 12 {}",
        ] {
            let game = parse_game(&advanced, Position::EMPTY, text).expect(text);
            assert_eq!(game.plies.len(), 2, "{text}");
        }
        for (line, is_header) in [
            ("[Event \"a\"]", true),
            ("[Event\"a\"]", true),
            (" [ White  \"the \\\"Fox\\\", 2\" ] ", true),
            ("[Round-2_b \"\"]", true),
            ("[\"13\",\"12\"]", false),
            ("[13 \"12\"]", false),
            ("[a \"13\", \"12\"]", false),
            ("[Event \"a\"] [Site \"b\"]", false),
            ("[Event a]", false),
            ("[Event \"a\"", false),
            ("[my event \"a\"]", false),
        ] {
            assert_eq!(is_comment(line), is_header, "{line}");
            assert_eq!(
                Heading::read(line).unwrap().is_empty(),
                !is_header,
                "{line}"
            );
        }
        let comment = Heading::read("# a comment").unwrap();
        assert!(comment.is_empty());
        assert_eq!(comment.variant(), None);
        // Rules from a file whose goals the heading does not repeat.
        let named = own("@r-ssss+knight", "goals = [[1, 2, 3, 4]]");
        for (text, is_same) in [
            ("# variant: @other/r.toml-ssss+knight", true),
            // Steps may come from the rule file.
            ("# variant: @r-ssss", true),
            ("# variant: @r-ssss+teleport", false),
            ("# variant: @r-psss+knight", false),
            ("# variant: @r-ssss+knight\n# goals = [[1, 2, 3, 5]]", false),
        ] {
            let heading = Heading::read(text).unwrap();
            assert_eq!(heading.check(named.rules()).is_ok(), is_same, "{text}");
        }
    }

    #[test]
    fn contradictions_and_faults_name_the_line() {
        let standard = rules("44-ssss");
        for (text, expected) in [
            (
                "# variant: 58-ssss\n13",
                "expected rules as asked for, 44-ssss, found 58-ssss; ask for",
            ),
            (
                "[Variant \"58-ssss\"]\n13",
                "line `[Variant \"58-ssss\"]`: expected rules as asked",
            ),
            ("[FEN \"5/5/2b2/5/5 r\"]\n12", "asked for, b:7,9"),
            (
                "# variant: hello\n13",
                "line `# variant: hello`: variant `hello`: expected GOALS",
            ),
            (
                "# variant: 44-ssss\n# variant: 44-ssss",
                "expected it once, found it twice",
            ),
            (
                "# variant: @r-ssss\n# goals = [[1, 2]]",
                "the rules after it: goal: expected 4",
            ),
            (
                "# variant: @r-ssss\n# goals = [[1, 2, 3, 5]]",
                "asked for, 44-ssss, found @r-ssss",
            ),
            ("# from: b:13\n12", "asked for, b:7,9"),
            (
                "# from: hello\n12",
                "line `# from: hello`: position `hello`: expected",
            ),
        ] {
            let start = parse_position(&standard, "b:7,9 r:12,13 b").unwrap();
            let error = parse_game(&standard, start, text).expect_err(text);
            assert!(matches!(error, GameError::Heading(_)), "{text}");
            assert!(error.to_string().contains(expected), "{text}: {error}");
            assert_eq!(error.to_string().lines().count(), 1, "{text}: {error}");
        }
        let missing = Heading::read("# variant: @r-ssss")
            .unwrap()
            .rules()
            .unwrap_err();
        assert!(
            missing.to_string().contains("add it, or ask for @r-ssss"),
            "{missing}"
        );
        // If each line is a game, no line has its own start.
        for (line, is_fine) in [
            ("# variant: 44", true),
            ("#", true),
            ("# variant: 58", false),
            ("# from: b:13", false),
        ] {
            assert_eq!(
                Heading::check_line(line, &standard).is_ok(),
                is_fine,
                "{line}"
            );
        }
    }
}

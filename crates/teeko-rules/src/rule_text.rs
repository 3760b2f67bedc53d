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

#[cfg(feature = "rule-files")]
mod parser;

use thiserror::Error;

use crate::{Board, Goal, GoalFamily, Goals, Step};

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
#[error("{}{message}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct RuleTextError {
    /// The line at fault, from 1; `None` if the error concerns the whole text.
    pub line: Option<usize>,
    /// The message without the line.
    pub message: String,
}

impl RuleText {
    /// The greatest size of a rule file in bytes: room for tens of thousands of goals. Callers that
    /// read files refuse longer ones.
    pub const MOST_BYTES: usize = 1 << 20;

    /// Parses the contents of a rule file, for a board.
    ///
    /// # Errors
    /// If they are not UTF-8 text, not a rule file, or do not fit the board; always without the
    /// feature `rule-files`.
    pub fn parse(bytes: &[u8], board: Board) -> Result<Self, RuleTextError> {
        #[cfg(feature = "rule-files")]
        return parser::parse(bytes, board);
        #[cfg(not(feature = "rule-files"))]
        {
            _ = (bytes, board);
            let message = "rule files are not read here: feature `rule-files` is off".to_owned();
            Err(RuleTextError { line: None, message })
        }
    }

    /// Writes a rule file with these goals, each with its price if it has one.
    pub fn new(board: Board, goals: &[(Goal, Option<u8>)], step: Option<Step>) -> Self {
        let of_shapes = GoalFamily::prices_on(board);
        let worth = |&(goal, price): &(Goal, Option<u8>)| {
            let price = price.or_else(|| of_shapes.get(&goal.circles()).copied());
            price.map(|price| goal.worth(price)).ok_or(goal)
        };
        let priced = goals.iter().map(worth).collect::<Result<Vec<Goal>, Goal>>().map(Goals::new);
        Self { goals: Goals::new(goals.iter().map(|&(goal, _)| goal).collect()), priced, step }
    }
}

#[cfg(all(test, feature = "rule-files"))]
mod tests {
    use super::*;
    use crate::testing::circles;
    use crate::{GoalSet, NamedStep};

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
        assert_eq!(file.goals, Goals::new(vec![circles(&[1, 2, 3, 8]), circles(&[1, 5, 21, 25])]));
        assert_eq!(file.step, Some(NamedStep::Knight.step()));
        let file = parse("families = ['squares-4']\nsteps = [[1, 0], [-4, 4], [1, 0]]").unwrap();
        assert_eq!(file.step, Some(Step::new([(-4, 4), (1, 0)])));
    }

    /// The families of the named goal sets, on boards of several sizes.
    #[test]
    fn families_make_the_named_goal_sets() {
        for set in GoalSet::ALL {
            let families: Vec<String> =
                set.families().map(|family| format!("'{family}'")).collect();
            let text = format!("families = [{}]", families.join(", "));
            for board in [Board::STANDARD, Board::new(4, 4).unwrap(), Board::new(8, 7).unwrap()] {
                let file = RuleText::parse(text.as_bytes(), board).unwrap();
                assert_eq!(file.goals, set.on(board), "{set} on {board}");
            }
        }
    }

    #[test]
    fn faults_say_what_was_expected_and_where() {
        for (text, line, part) in [
            ("", None, "expected a goal on a 5x5 board"),
            ("goals = []\nfamilies = []", None, "expected a goal on a 5x5 board"),
            ("families = ['lines']\ngoal = []", Some(2), "found `goal`"),
            ("goals = [[1, 2, 6, 7]]\n[steps]\na = 1", Some(2), "steps: expected a name such as"),
            ("goals = 7", Some(1), "expected a list of goals such as [[1, 2, 6, 7]], found 7"),
            (
                "goals = [\n[1, 2, 6, 7],\n[1, 2, 6]]",
                Some(3),
                "4 circles such as [1, 2, 6, 7], found 3",
            ),
            ("goals = [[1, 2, 6, 7, 8]]", Some(1), "found 5"),
            ("goals = [[1, 2,\n\n6, 'b5']]", Some(3), "4 different circles, found 2 twice"),
            ("goals = [[1, 2, 6, 26]]", Some(1), "circle `26`: expected 1 to 25 or a5 to e1"),
            ("goals = [[-1, 2, 6, 7]]", Some(1), "circle `-1`"),
            ("goals = [[99999999999999999999, 2, 6, 7]]", Some(1), "circle `99999999999999999999`"),
            ("goals = [['f1', 2, 6, 7]]", Some(1), "circle `f1`"),
            ("goals = [[1.5, 2, 6, 7]]", Some(1), "circle: expected a number or a name"),
            (
                "goals = [1, 2, 6, 7]",
                Some(1),
                "goal: expected 4 circles such as [1, 2, 6, 7], found 1",
            ),
            ("[[goals]]\na = 1", Some(2), "goal: expected circles, empty or points, found `a`"),
            ("goals = [\n{ empty = [7] }]", Some(2), "goal: expected 4 circles such as circles ="),
            ("goals = [{ circles = [1, 2, 6, 7], empty = [7] }]", Some(1), "own, found 7 in both"),
            ("goals = [{ circles = [1, 3, 11, 13],\n empty = [7,\n 'b4'] }]", Some(3), "7 twice"),
            ("goals = [{ circles = [1, 3, 11], empty = [7] }]", Some(1), "found 3 of them"),
            ("goals = [{ circles = [1, 2, 6, 7], empty = 8 }]", Some(1), "such as [7], found 8"),
            ("goals = [{ circles = [1, 2, 6, 7], empty = [26] }]", Some(1), "circle `26`"),
            ("families = 'lines'", Some(1), "families: expected a list"),
            ("families = ['squares-8']", Some(1), "family `squares-8`: expected lines, squares-1"),
            ("families = ['squares-01']", Some(1), "family `squares-01`"),
            ("families = [44]", Some(1), "found 44"),
            (
                "families = ['lines']\nsteps = 'queen'",
                Some(2),
                "step `queen`: expected king, knight",
            ),
            ("families = ['lines']\nsteps = []", Some(2), "found an empty list"),
            (
                "families = ['lines']\nsteps = [[1, 0], [0, 0]]",
                Some(2),
                "to another circle, found [0, 0]",
            ),
            ("families = ['lines']\nsteps = [[5, 0]]", Some(2), "to stay on a 5x5 board, found 5"),
            (
                "families = ['lines']\nsteps = [[0, -9223372036854775808]]",
                Some(2),
                "found -92233720368",
            ),
            ("families = ['lines']\nsteps = [[1]]", Some(2), "step: expected [columns, rows]"),
            ("families = ['lines']\nsteps = [['1', 0]]", Some(2), "found `1`"),
            ("families = ['lines']\nsteps = true", Some(2), "found a value of type boolean"),
            ("goals = [[1, 2, 6, 7]\n", Some(1), "expected TOML"),
            (
                "goals = []\ngoals = []",
                Some(2),
                "expected TOML, found something else: duplicate key",
            ),
            ("\"a\\u001b[31m\\nb\" = 1", Some(1), r"found `a\u{1b}[31m\nb`"),
        ] {
            let error = RuleText::parse(text.as_bytes(), Board::STANDARD).expect_err(text);
            assert!(error.message.contains(part), "{text}: {error}");
            assert_eq!(error.line, line, "{text}: {error}");
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

//! Rules as bytes.

use std::fmt::Display;

use super::{Fault, Reader};
use crate::{Board, Circles, DropPlan, Goal, Goals, PIECES, Rules, Scoring, Step};

/// Bits of the options.
const CENTRE_BAN: u8 = 1;
const PASS_RULE: u8 = 1 << 1;
const EMPTY_CIRCLES: u8 = 1 << 2;
const WORTHS: u8 = 1 << 3;
const FOR_POINTS: u8 = 1 << 4;

/// The bits that options can have.
const ALL_OPTIONS: u8 = (1 << 5) - 1;

impl Rules {
    /// Returns the rules as bytes. Numbers of pieces are left out: games with [`Scoring::Pips`] are
    /// written as their plain game.
    ///
    /// # Panics
    /// If there are 2^32 goals or more.
    pub fn to_bytes(&self) -> Vec<u8> {
        let goals = self.goals().patterns();
        let offsets = self.step().offsets();
        let options = self.option_bits();
        let width = self.board().width() as u8;
        let height = self.board().height() as u8;
        let mut bytes = vec![width, height, self.plan().bits(), options];
        for count in [goals.len(), offsets.len()] {
            let count = u32::try_from(count).expect("fewer than 2^32 goals");
            bytes.extend(count.to_le_bytes());
        }
        for &goal in goals {
            bytes.extend(goal.circles().bits().to_le_bytes());
            if options & EMPTY_CIRCLES != 0 {
                bytes.extend(goal.empty().bits().to_le_bytes());
            }
            if options & WORTHS != 0 {
                bytes.push(self.written_worth(goal));
            }
        }
        for &(columns, rows) in offsets {
            // No offset is longer than a board.
            bytes.push((columns as i8).cast_unsigned());
            bytes.push((rows as i8).cast_unsigned());
        }
        bytes
    }

    /// Returns the byte of the options.
    fn option_bits(&self) -> u8 {
        let mut goals = self.goals().patterns().iter();
        let options = [
            (CENTRE_BAN, self.centre_ban()),
            (PASS_RULE, self.pass_rule()),
            (EMPTY_CIRCLES, self.goals().have_empty_circles()),
            (WORTHS, goals.any(|&goal| self.written_worth(goal) != 1)),
            (FOR_POINTS, self.scoring() == Scoring::Points),
        ];
        let mut bits = 0;
        for (bit, is_set) in options {
            if is_set {
                bits |= bit;
            }
        }
        bits
    }

    /// Returns the worth of a goal as bytes have it: its points, or in a game that is not for
    /// points 1 if it counts and 0 if it does not.
    fn written_worth(&self, goal: Goal) -> u8 {
        if self.scoring() == Scoring::Points {
            goal.points()
        } else {
            goal.points().min(1)
        }
    }

    /// Reads what [`Rules::to_bytes`] writes. Lengths are checked before memory is taken.
    ///
    /// # Errors
    /// The first check that fails.
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let begin = reader.offset();
        let [width, height, plan, options] = reader.array()?;
        let board = read_board(begin, width, height)?;
        let plan = DropPlan::from_bits(plan)
            .ok_or_else(|| Fault::at(begin + 2, "drop plan", "0 to 15", plan))?;
        let options = Options {
            offset: begin + 3,
            bits: options,
        };
        options.check_known()?;
        let goal_count = reader.u32()?.into();
        let offset_count = reader.u32()?.into();
        let goals = read_goals(reader, board, goal_count, options)?;
        options.check_goals(&goals)?;
        let step = read_step(reader, offset_count)?;
        let rules = Self::builder()
            .board(board)
            .goals(goals)
            .step(step)
            .plan(plan)
            .scoring(options.scoring())
            .centre_ban(options.have(CENTRE_BAN))
            .pass_rule(options.have(PASS_RULE));
        rules
            .build()
            .map_err(|error| options.fault("options that go together", error))
    }
}

/// The byte of the options, as it was read.
#[derive(Clone, Copy)]
struct Options {
    offset: usize,
    bits: u8,
}

impl Options {
    fn have(self, option: u8) -> bool {
        self.bits & option != 0
    }

    fn scoring(self) -> Scoring {
        if self.have(FOR_POINTS) {
            Scoring::Points
        } else {
            Scoring::Goals
        }
    }

    fn fault(self, expected: impl Display, found: impl Display) -> Fault {
        Fault::at(self.offset, "options", expected, found)
    }

    /// Checks that there are no other options than those known.
    fn check_known(self) -> Result<(), Fault> {
        if self.bits > ALL_OPTIONS {
            return Err(self.fault(format_args!("0 to {ALL_OPTIONS}"), self.bits));
        }
        Ok(())
    }

    /// Checks that the options say of the goals what is true of them.
    fn check_goals(self, goals: &Goals) -> Result<(), Fault> {
        let has_worths = goals.patterns().iter().any(|goal| goal.points() != 1);
        if self.have(EMPTY_CIRCLES) != goals.have_empty_circles() || self.have(WORTHS) != has_worths
        {
            return Err(self.fault("bits 2 and 3 as the goals are", self.bits));
        }
        Ok(())
    }
}

/// Returns the board with a width and a height, which stand at an offset.
fn read_board(offset: usize, width: u8, height: u8) -> Result<Board, Fault> {
    Board::new(width.into(), height.into()).map_err(|_| {
        let found = format_args!("{width}x{height}");
        Fault::at(offset, "board", "width and height from 4 to 8", found)
    })
}

/// Reads `count` goals.
fn read_goals(
    reader: &mut Reader<'_>,
    board: Board,
    count: u64,
    options: Options,
) -> Result<Goals, Fault> {
    let begin = reader.offset();
    let empty_length = if options.have(EMPTY_CIRCLES) { 8 } else { 0 };
    let worth_length = u64::from(options.have(WORTHS));
    // Before memory is taken for them.
    reader
        .clone()
        .take(count * (8 + empty_length + worth_length))?;
    let mut patterns: Vec<Goal> = Vec::with_capacity(count as usize);
    // How many of the last goals have the same circles.
    let mut alike = 0;
    for _ in 0..count {
        let offset = reader.offset();
        let goal = read_goal(reader, board, options)?;
        let last = patterns.last();
        let ascends = last.is_none_or(|&last| last < goal);
        Fault::unless(ascends, offset, "goal", "goals in ascending order", goal)?;
        let is_alike = last.is_some_and(|last| last.circles() == goal.circles());
        alike = if is_alike { alike + 1 } else { 1 };
        let most = Goals::MOST_ALIKE;
        let expected = format_args!("at most {most} goals with the same circles");
        Fault::unless(alike <= most, offset, "goal", expected, "more")?;
        patterns.push(goal);
    }
    let goals = Goals::new(patterns);
    let found = goals.patterns().len() as u64;
    Fault::unless_equal(begin - 8, "number of goals that none implies", found, count)?;
    Ok(goals)
}

/// Reads a goal: its circles, and if the options say so, those that must be empty, and its worth.
fn read_goal(reader: &mut Reader<'_>, board: Board, options: Options) -> Result<Goal, Fault> {
    let circles = read_circles_of_goal(reader, board)?;
    let mut empty = Circles::EMPTY;
    let offset = reader.offset();
    if options.have(EMPTY_CIRCLES) {
        empty = Circles::from_bits(reader.u64()?);
    }
    let are_others = !circles.meets(empty) && board.circles().contains_all(empty);
    let expected = format_args!("other circles of a {board} board");
    let check = "empty circles of a goal";
    Fault::unless(are_others, offset, check, expected, empty)?;
    let offset = reader.offset();
    let mut worth = 1;
    if options.have(WORTHS) {
        [worth] = reader.array()?;
    }
    let is_worth = worth <= 1 || options.have(FOR_POINTS);
    let expected = "1 if it counts, 0 if it ends the game without counting";
    Fault::unless(is_worth, offset, "worth of a goal", expected, worth)?;
    Ok(Goal::new(circles, empty).worth(worth))
}

fn read_circles_of_goal(reader: &mut Reader<'_>, board: Board) -> Result<Circles, Fault> {
    let offset = reader.offset();
    let circles = Circles::from_bits(reader.u64()?);
    let holds = circles.len() == PIECES && board.circles().contains_all(circles);
    let expected = format_args!("{PIECES} circles of a {board} board");
    Fault::unless(holds, offset, "goal", expected, circles)?;
    Ok(circles)
}

/// Reads a step of `count` offsets.
fn read_step(reader: &mut Reader<'_>, count: u64) -> Result<Step, Fault> {
    reader.clone().take(2 * count)?;
    let mut offsets: Vec<(isize, isize)> = Vec::new();
    for _ in 0..count {
        let at = reader.offset();
        let [columns, rows] = reader.array()?.map(u8::cast_signed);
        let step = (columns.into(), rows.into());
        let found = format_args!("({columns}, {rows})");
        let is_step = step != (0, 0) && Step::fits_some_board(step);
        let expected = "columns and rows from -7 to 7, not both 0";
        Fault::unless(is_step, at, "step", expected, found)?;
        let ascends = offsets.last().is_none_or(|&last| last < step);
        Fault::unless(ascends, at, "step", "steps in ascending order", found)?;
        offsets.push(step);
    }
    Ok(Step::new(offsets))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn rules(variant: &str) -> Rules {
        variant.parse::<Variant>().unwrap().rules().unwrap()
    }

    /// Each goal is compared with all others that have its circles, which took a second for half a
    /// megabyte of them.
    #[test]
    fn goals_that_are_alike_are_bounded() {
        let circles = Circles::from_bits(0b1111);
        let empty =
            |bit: usize| Circles::from_bits((1 << 4 << (bit % 21)) | (1 << 5 << (bit % 20)));
        let goal = |bit| Goal::new(circles, empty(bit));
        let with = |count: usize| {
            let goals = Goals::new((0..count).map(goal).collect());
            Rules::builder().goals(goals).build()
        };
        assert!(with(64).is_ok());
        let refused = with(65).unwrap_err().to_string();
        assert!(
            refused.contains("at most 64 goals with these circles"),
            "{refused}"
        );

        let mut bytes = with(20).unwrap().to_bytes();
        bytes.truncate(12);
        bytes[4..8].copy_from_slice(&100_u32.to_le_bytes());
        for empty in 1_u64..=100 {
            bytes.extend(circles.bits().to_le_bytes());
            bytes.extend((empty << 4).to_le_bytes());
        }
        bytes.extend([0; 16]);
        let fault = Rules::read(&mut Reader::new(&bytes, 0)).unwrap_err();
        assert_eq!(fault.expected, "at most 64 goals with the same circles");
        assert_eq!(fault.offset, 12 + 64 * 16);
    }

    /// The circles, the circles that must be empty, and the worth of a goal.
    type GoalFields = (u64, u64, u8);

    /// Returns the check that refuses rules that begin with these bytes: its offset, its name and
    /// what it expects. Goals have empty circles and a worth if the options say so.
    fn refusal(
        begin: [u8; 4],
        goals: &[GoalFields],
        steps: &[[i8; 2]],
    ) -> (u64, &'static str, String) {
        let mut bytes = begin.to_vec();
        bytes.extend((goals.len() as u32).to_le_bytes());
        bytes.extend((steps.len() as u32).to_le_bytes());
        for (circles, empty, worth) in goals {
            bytes.extend(circles.to_le_bytes());
            if begin[3] & EMPTY_CIRCLES != 0 {
                bytes.extend(empty.to_le_bytes());
            }
            if begin[3] & WORTHS != 0 {
                bytes.push(*worth);
            }
        }
        for step in steps {
            bytes.extend(step.map(i8::cast_unsigned));
        }
        let fault = Rules::read(&mut Reader::new(&bytes, 0)).unwrap_err();
        (fault.offset, fault.check, fault.expected)
    }

    #[test]
    fn what_no_rules_can_have_is_refused() {
        let row = [(0b1111, 0, 1)];
        let refused = |begin| refusal(begin, &row, &[[0, 1]]);
        let expected = "width and height from 4 to 8";
        for [width, height] in [[3, 4], [4, 3], [9, 4], [4, 9]] {
            let found = refused([width, height, 0, 0]);
            assert_eq!(found, (0, "board", expected.to_owned()));
        }
        let found = refused([4, 4, 16, 0]);
        assert_eq!(found, (2, "drop plan", "0 to 15".to_owned()));
        for (plan, options, expected) in [
            (0, 32, "0 to 31"),
            (0, ALL_OPTIONS, "bits 2 and 3 as the goals are"),
            (0, EMPTY_CIRCLES, "bits 2 and 3 as the goals are"),
            (0, WORTHS, "bits 2 and 3 as the goals are"),
            (15, CENTRE_BAN, "options that go together"),
            (0, PASS_RULE, "options that go together"),
        ] {
            let found = refused([4, 4, plan, options]);
            assert_eq!(found, (3, "options", expected.to_owned()));
        }
    }

    #[test]
    fn goals_that_no_rules_can_have_are_refused() {
        let four = "4 circles of a 4x4 board";
        let others = "other circles of a 4x4 board";
        let worths = "1 if it counts, 0 if it ends the game without counting";
        let order = "goals in ascending order";
        let cases: &[(u8, &[GoalFields], u64, &str, &str)] = &[
            (0, &[(0b111, 0, 1)], 12, "goal", four),
            (0, &[(0b1_1111, 0, 1)], 12, "goal", four),
            (0, &[(0b111 | 1 << 16, 0, 1)], 12, "goal", four),
            (
                EMPTY_CIRCLES,
                &[(0b1111, 0b1000, 1)],
                20,
                "empty circles of a goal",
                others,
            ),
            (
                EMPTY_CIRCLES,
                &[(0b1111, 1 << 16, 1)],
                20,
                "empty circles of a goal",
                others,
            ),
            (WORTHS, &[(0b1111, 0, 2)], 20, "worth of a goal", worths),
            (0, &[(0b1_1110, 0, 1), (0b1111, 0, 1)], 20, "goal", order),
            (0, &[(0b1111, 0, 1), (0b1111, 0, 1)], 20, "goal", order),
        ];
        for &(options, goals, offset, check, expected) in cases {
            let found = refusal([4, 4, 0, options], goals, &[]);
            assert_eq!(found, (offset, check, expected.to_owned()), "{goals:?}");
        }
        // A goal that another implies is one too many.
        let (offset, check, expected) = refusal(
            [4, 4, 0, EMPTY_CIRCLES],
            &[(0b1111, 0, 1), (0b1111, 1 << 15, 1)],
            &[],
        );
        assert_eq!((offset, check), (4, "number of goals that none implies"));
        assert_eq!(expected, "1");
    }

    #[test]
    fn steps_that_no_rules_can_have_are_refused() {
        let length = "columns and rows from -7 to 7, not both 0";
        let order = "steps in ascending order";
        for (steps, offset, expected) in [
            (&[[0, 0]][..], 12, length),
            (&[[8, 0]], 12, length),
            (&[[0, 8]], 12, length),
            (&[[-8, 0]], 12, length),
            (&[[0, -8]], 12, length),
            (&[[-7, 7], [7, -7], [1, 0]], 16, order),
            (&[[1, 0], [1, 0]], 14, order),
        ] {
            let found = refusal([4, 4, 0, 0], &[], steps);
            assert_eq!(found, (offset, "step", expected.to_owned()), "{steps:?}");
        }
    }

    #[test]
    fn rules_come_back_from_their_bytes() {
        let points = rules("58-ssss+points");
        let one_point = points.goals().with_prices(|_| Some(1)).unwrap();
        let one_point = points.to_builder().goals(one_point).build().unwrap();
        for (rules, options, goal_length) in [
            (rules("44-pppp+8x7+knight+pass"), 2, 8),
            (rules("37e-ssps+no-centre"), 1 | 4, 16),
            (points.threshold_game(2), 8, 9),
            (points, 8 | 16, 9),
            (one_point, 16, 8),
            (
                rules("37e-ssss")
                    .to_builder()
                    .goals(Goals::default())
                    .build()
                    .unwrap(),
                0,
                0,
            ),
        ] {
            let bytes = rules.to_bytes();
            let end_of_goals = 12 + goal_length * rules.goals().patterns().len();
            assert_eq!((bytes[3], bytes.len()), (options, end_of_goals + 16));
            // Other bytes may stand before and after.
            let longer = [&[7][..], &bytes, &[7]].concat();
            let mut reader = Reader::new(&longer, 1);
            assert_eq!(Rules::read(&mut reader), Ok(rules));
            assert_eq!(reader.array(), Ok([7]));
            assert!(reader.end().is_ok() && reader.u32().is_err());
            // A list that is cut is noticed where it begins, before memory is taken for it.
            let begins = [end_of_goals, 12, 8, 4, 0];
            for end in 0..bytes.len() {
                let fault = Rules::read(&mut Reader::new(&bytes[..end], 0)).unwrap_err();
                let begin = begins.into_iter().find(|&begin| begin <= end).unwrap();
                assert_eq!((fault.check, fault.offset), ("length", begin as u64));
            }
        }
    }
}

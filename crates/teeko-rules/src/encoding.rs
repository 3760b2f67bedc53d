//! Rules as bytes, which table files and certificates share, and a reader of bytes.
//!
//! `tables/README.md` specifies the bytes.

use std::fmt::Display;

use thiserror::Error;

use crate::{Board, Circles, DropPlan, Goal, Goals, PIECES, Rules, Scoring, Step};

/// Bits of the options.
const CENTRE_BAN: u8 = 1;
const PASS_RULE: u8 = 1 << 1;
const EMPTY_CIRCLES: u8 = 1 << 2;
const WORTHS: u8 = 1 << 3;
const FOR_POINTS: u8 = 1 << 4;

/// The bits that options can have.
const ALL_OPTIONS: u8 = (1 << 5) - 1;

/// A check of bytes that failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{check} at offset {offset}: expected {expected}, found {found}")]
pub struct Fault {
    /// The field that was checked.
    pub check: &'static str,
    /// The offset of the first byte concerned.
    pub offset: u64,
    /// The value that intact bytes have there.
    pub expected: String,
    /// The value that was found.
    pub found: String,
}

impl Fault {
    /// Creates a fault.
    pub fn at(
        offset: usize,
        check: &'static str,
        expected: impl Display,
        found: impl Display,
    ) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self {
            check,
            offset: offset as u64,
            expected,
            found,
        }
    }

    /// Checks that something `holds`.
    ///
    /// # Errors
    /// The fault that [`Fault::at`] makes if it does not.
    pub fn unless(
        holds: bool,
        offset: usize,
        check: &'static str,
        expected: impl Display,
        found: impl Display,
    ) -> Result<(), Self> {
        if holds {
            Ok(())
        } else {
            Err(Self::at(offset, check, expected, found))
        }
    }

    /// Checks that what was found is what was expected.
    ///
    /// # Errors
    /// The fault that [`Fault::at`] makes if it is not.
    pub fn unless_equal<T: PartialEq + Display>(
        offset: usize,
        check: &'static str,
        expected: T,
        found: T,
    ) -> Result<(), Self> {
        Self::unless(expected == found, offset, check, expected, found)
    }

    /// Checks a CRC-32, that of zip and PNG.
    ///
    /// # Errors
    /// If what was found is not what was expected, both in hexadecimal.
    pub fn unless_checksum(
        offset: usize,
        check: &'static str,
        expected: u32,
        found: [u8; 4],
    ) -> Result<(), Self> {
        let [expected, found] =
            [expected, u32::from_le_bytes(found)].map(|sum| format!("{sum:08x}"));
        Self::unless_equal(offset, check, expected, found)
    }
}

/// Returns bytes as two hexadecimal digits each, with spaces between; `none` if there are none.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if digits.is_empty() {
        "none".to_owned()
    } else {
        digits.join(" ")
    }
}

/// Reads bytes one after the other. It never reads beyond the end.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader of bytes, from an offset.
    pub fn new(bytes: &'a [u8], offset: usize) -> Self {
        Self {
            bytes,
            offset: offset.min(bytes.len()),
        }
    }

    /// Returns the offset of the next byte.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Reads this many bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn take(&mut self, length: u64) -> Result<&'a [u8], Fault> {
        let rest = &self.bytes[self.offset..];
        let taken = usize::try_from(length)
            .ok()
            .and_then(|length| rest.get(..length));
        let expected = || format!("at least {length} bytes more");
        let taken =
            taken.ok_or_else(|| Fault::at(self.offset, "length", expected(), rest.len()))?;
        self.offset += taken.len();
        Ok(taken)
    }

    /// Reads `N` bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64)?);
        Ok(array)
    }

    /// Reads a number of four bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a number of eight bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn u64(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_le_bytes)
    }

    /// Checks that all bytes have been read.
    ///
    /// # Errors
    /// If bytes are left.
    pub fn end(&self) -> Result<(), Fault> {
        let left = self.bytes.len() - self.offset;
        Fault::unless(left == 0, self.offset, "length", "no bytes more", left)
    }
}

impl Rules {
    /// Returns the rules as bytes. Numbers of pieces are left out: games with [`Scoring::Pips`] are
    /// written as their plain game.
    ///
    /// # Panics
    /// If there are 2^32 goals or more.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (goals, offsets) = (self.goals().patterns(), self.step().offsets());
        let options = self.option_bits();
        let (width, height) = (self.board().width() as u8, self.board().height() as u8);
        let mut bytes = vec![width, height, self.plan().bits(), options];
        for count in [goals.len(), offsets.len()] {
            bytes.extend(
                u32::try_from(count)
                    .expect("fewer than 2^32 goals")
                    .to_le_bytes(),
            );
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
        let parts = offsets.iter().flat_map(|&(columns, rows)| [columns, rows]);
        // No offset is longer than a board.
        bytes.extend(parts.map(|part| (part as i8).cast_unsigned()));
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
        let board = Board::new(width.into(), height.into()).map_err(|_| {
            Fault::at(
                begin,
                "board",
                "width and height from 4 to 8",
                format!("{width}x{height}"),
            )
        })?;
        let plan = DropPlan::from_bits(plan)
            .ok_or_else(|| Fault::at(begin + 2, "drop plan", "0 to 15", plan))?;
        let expected = format_args!("0 to {ALL_OPTIONS}");
        Fault::unless(
            options <= ALL_OPTIONS,
            begin + 3,
            "options",
            expected,
            options,
        )?;
        let [goals, offsets] = [reader.u32()?, reader.u32()?].map(u64::from);
        let goals = read_goals(reader, board, goals, options)?;
        let has_worths = goals.patterns().iter().any(|goal| goal.points() != 1);
        let holds = (options & EMPTY_CIRCLES != 0) == goals.have_empty_circles()
            && (options & WORTHS != 0) == has_worths;
        let expected = "bits 2 and 3 as the goals are";
        Fault::unless(holds, begin + 3, "options", expected, options)?;
        let step = read_step(reader, offsets)?;
        let scoring = if options & FOR_POINTS != 0 {
            Scoring::Points
        } else {
            Scoring::Goals
        };
        let rules = Self::builder()
            .board(board)
            .goals(goals)
            .step(step)
            .plan(plan)
            .scoring(scoring);
        let [centre_ban, pass_rule] = [CENTRE_BAN, PASS_RULE].map(|bit| options & bit != 0);
        let rules = rules.centre_ban(centre_ban).pass_rule(pass_rule).build();
        rules.map_err(|error| Fault::at(begin + 3, "options", "options that go together", error))
    }
}

fn read_goals(
    reader: &mut Reader<'_>,
    board: Board,
    count: u64,
    options: u8,
) -> Result<Goals, Fault> {
    let (has_empty, has_worth) = (options & EMPTY_CIRCLES != 0, options & WORTHS != 0);
    let is_for_points = options & FOR_POINTS != 0;
    let length = 8 * (1 + u64::from(has_empty)) + u64::from(has_worth);
    let begin = reader.offset();
    // Before memory is taken for them.
    reader.clone().take(count * length)?;
    let mut patterns: Vec<Goal> = Vec::with_capacity(count as usize);
    // How many goals before have the same circles as the last one, and that one.
    let mut alike = 0;
    for _ in 0..count {
        let offset = reader.offset();
        let circles = Circles::from_bits(reader.u64()?);
        let holds = circles.len() == PIECES && board.circles().contains_all(circles);
        let expected = format_args!("{PIECES} circles of a {board} board");
        Fault::unless(holds, offset, "goal", expected, circles)?;
        let empty = Circles::from_bits(if has_empty { reader.u64()? } else { 0 });
        let holds = !circles.meets(empty) && board.circles().contains_all(empty);
        let expected = format_args!("other circles of a {board} board");
        Fault::unless(
            holds,
            offset + 8,
            "empty circles of a goal",
            expected,
            empty,
        )?;
        let [worth] = if has_worth { reader.array()? } else { [1] };
        let expected = "1 if it counts, 0 if it ends the game without counting";
        Fault::unless(
            worth <= 1 || is_for_points,
            reader.offset() - 1,
            "worth of a goal",
            expected,
            worth,
        )?;
        let goal = Goal::new(circles, empty).worth(worth);
        let ascends = patterns.last().is_none_or(|&last| last < goal);
        let is_alike = patterns
            .last()
            .is_some_and(|last| last.circles() == circles);
        Fault::unless(ascends, offset, "goal", "goals in ascending order", goal)?;
        patterns.push(goal);
        alike = if is_alike { alike + 1 } else { 1 };
        let most = Goals::MOST_ALIKE;
        let expected = format_args!("at most {most} goals with the same circles");
        Fault::unless(alike <= most, offset, "goal", expected, "more")?;
    }
    let goals = Goals::new(patterns);
    let found = goals.patterns().len() as u64;
    Fault::unless_equal(begin - 8, "number of goals that none implies", found, count)?;
    Ok(goals)
}

fn read_step(reader: &mut Reader<'_>, count: u64) -> Result<Step, Fault> {
    reader.clone().take(2 * count)?;
    let mut offsets: Vec<(isize, isize)> = Vec::new();
    for _ in 0..count {
        let at = reader.offset();
        let [columns, rows] = reader.array()?.map(u8::cast_signed);
        let step = (columns.into(), rows.into());
        let found = format_args!("({columns}, {rows})");
        let holds = step != (0, 0) && Step::fits_some_board(step);
        let expected = "columns and rows from -7 to 7, not both 0";
        Fault::unless(holds, at, "step", expected, found)?;
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
        assert!(with(20).is_ok());
        let refused = with(400).unwrap_err().to_string();
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
            let lists = goal_length * rules.goals().patterns().len() + 16;
            assert_eq!((bytes[3], bytes.len()), (options, 12 + lists));
            // Other bytes may stand before and after.
            let longer = [&[7][..], &bytes, &[7]].concat();
            let mut reader = Reader::new(&longer, 1);
            assert_eq!(Rules::read(&mut reader), Ok(rules));
            assert_eq!(reader.array(), Ok([7]));
            assert!(reader.end().is_ok() && reader.u32().is_err());
            for end in 0..bytes.len() {
                let fault = Rules::read(&mut Reader::new(&bytes[..end], 0)).unwrap_err();
                assert_eq!(fault.check, "length", "{fault}");
            }
        }
    }
}

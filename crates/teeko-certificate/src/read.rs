//! Reading a certificate: nothing is believed before it has been checked.
//!
//! Lengths are compared with the length of the file before anything is allocated.

use std::fmt::Display;
use std::ops::RangeInclusive;

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::view::BitView;
use teeko_rules::{Board, Circles, DropPlan, Goal, Goals, PIECES, Rules, Side, Step};

use crate::format::{
    CHECKSUM_LENGTH, EMPTY_CIRCLES_VERSION, FIXED_LENGTH, FORMAT_VERSION, MAGIC, OFFSET_LENGTH,
    POINTS_VERSION, SET_LENGTH, WORTH_LENGTH, choice_width,
};
use crate::{Certificate, CertificateError};

impl Certificate {
    /// Reads a file.
    ///
    /// That it is a certificate does not mean that it proves anything: [`Certificate::check`] says.
    ///
    /// # Errors
    /// If the bytes are not those of a certificate, with the first check that fails.
    pub fn read(bytes: &[u8]) -> Result<Self, CertificateError> {
        let count = |fixed: &[u8; FIXED_LENGTH]| {
            u64::from(u32_at(fixed, 36)) << 32 | u64::from(u32_at(fixed, 32))
        };
        let file = File::read(bytes, FORMAT_VERSION..=POINTS_VERSION, |fixed| {
            (u128::from(count(fixed)) * u128::from(fixed[17])).div_ceil(8)
        })?;
        let File { version, fixed, rules, .. } = file;

        let (most, found) = (Self::MOST_POSITIONS, count(fixed));
        let expected = format_args!("at most {most}");
        ensure(found <= most as u64, 32, "number of choices", expected, found)?;
        let winner = match fixed[16] {
            0 => Side::Black,
            1 => Side::Red,
            found => return Err(damaged(16, "winner", "0 Black or 1 Red", found)),
        };
        let points = if version == POINTS_VERSION { fixed[18] } else { 0 };
        equal(18, "reserved bytes", points.into(), u16::from_le_bytes([fixed[18], fixed[19]]))?;
        let holds = version != POINTS_VERSION || points > 0 || rules.goals().have_void_goals();
        let expected = format_args!(
            "a number of them, or a goal that counts for nothing, in version {POINTS_VERSION}"
        );
        ensure(holds, 18, "points", expected, points)?;
        let (plies, most) = (u32_at(fixed, 20), Self::most_plies(&rules));
        let expected = format_args!("at most {most}, as many as there are positions");
        ensure(plies <= most, 20, "plies", expected, plies)?;
        let choices = choices(file.rest, fixed[17], found as usize, file.begin)?;
        Ok(Self { rules, winner, plies, points, choices })
    }
}

/// A certificate of either kind, of which the rules have been read.
pub(crate) struct File<'a> {
    pub(crate) version: u32,
    /// The header before the lists.
    pub(crate) fixed: &'a [u8; FIXED_LENGTH],
    pub(crate) rules: Rules,
    /// The bytes after the lists, up to the checksum.
    pub(crate) rest: &'a [u8],
    /// Where they begin.
    pub(crate) begin: usize,
}

impl<'a> File<'a> {
    /// Reads a file of one of these versions. `rest` computes from the header how many bytes follow
    /// the lists.
    pub(crate) fn read(
        bytes: &'a [u8],
        versions: RangeInclusive<u32>,
        rest: impl FnOnce(&[u8; FIXED_LENGTH]) -> u128,
    ) -> Result<Self, CertificateError> {
        let version = version(bytes, versions)?;
        let fixed = bytes.first_chunk::<FIXED_LENGTH>().ok_or_else(|| too_short(bytes))?;
        let [goals, steps] = [(24, goal_length(version)), (28, OFFSET_LENGTH)]
            .map(|(offset, length)| u128::from(u32_at(fixed, offset)) * length as u128);
        let expected = (FIXED_LENGTH + CHECKSUM_LENGTH) as u128 + goals + steps + rest(fixed);
        equal(0, "length of the file", expected, bytes.len() as u128)?;
        let (bytes, checksum) = bytes.split_at(bytes.len() - CHECKSUM_LENGTH);
        let checksums = [crc32fast::hash(bytes), u32_at(checksum, 0)];
        let [expected, found] = checksums.map(|checksum| format!("{checksum:08x}"));
        equal(bytes.len(), "checksum", expected, found)?;

        // The lists end inside the file, so their lengths fit a usize.
        let (goals, others) = bytes[FIXED_LENGTH..].split_at(goals as usize);
        let (steps, rest) = others.split_at(steps as usize);
        let rules = rules(fixed, goals, version, steps)?;
        Ok(Self { version, fixed, rules, rest, begin: bytes.len() - rest.len() })
    }
}

/// Reads the version, which says what kind of certificate it is.
///
/// # Errors
/// If the bytes begin otherwise than a certificate, or end before the version does, or the version
/// is none of `versions`.
pub(crate) fn version(
    bytes: &[u8],
    versions: RangeInclusive<u32>,
) -> Result<u32, CertificateError> {
    let begin = &bytes[..bytes.len().min(MAGIC.len())];
    if bytes.is_empty() || !MAGIC.starts_with(begin) {
        return Err(CertificateError(format!(
            "not a certificate: expected it to begin with bytes {}, found {}",
            hexadecimal(&MAGIC),
            hexadecimal(begin)
        )));
    }
    let version = bytes.get(MAGIC.len()..).and_then(<[u8]>::first_chunk);
    let found = u32::from_le_bytes(*version.ok_or_else(|| too_short(bytes))?);
    if versions.contains(&found) {
        return Ok(found);
    }
    let expected = match versions.into_inner() {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first} to {last}"),
    };
    Err(CertificateError(format!(
        "version of the certificate format: expected {expected}, found {found}"
    )))
}

/// Returns bytes as two hexadecimal digits each; `none` if there are none.
fn hexadecimal(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "none".to_owned();
    }
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

/// The bytes of a goal: the circles of its pieces, in later versions those that must be empty, and
/// what it is worth.
fn goal_length(version: u32) -> usize {
    match version {
        FORMAT_VERSION => SET_LENGTH,
        EMPTY_CIRCLES_VERSION => 2 * SET_LENGTH,
        _ => 2 * SET_LENGTH + WORTH_LENGTH,
    }
}

fn rules(
    fixed: &[u8; FIXED_LENGTH],
    goals: &[u8],
    version: u32,
    offsets: &[u8],
) -> Result<Rules, CertificateError> {
    let (width, height) = (fixed[12], fixed[13]);
    let board = Board::new(width.into(), height.into()).map_err(|_| {
        damaged(12, "board", "width and height from 4 to 8", format!("{width}x{height}"))
    })?;
    let (plan, options) = (fixed[14], fixed[15]);
    let plan = DropPlan::from_bits(plan)
        .ok_or_else(|| damaged(14, "drop plan", "bits 0 to 3 only", format!("{plan:#010b}")))?;
    let found = format_args!("{options:#010b}");
    ensure(options <= 3, 15, "options", "bits 0 and 1 only", found)?;
    let step_offset = FIXED_LENGTH + goals.len();
    let rules = Rules::builder()
        .board(board)
        .goals(self::goals(board, goals, version)?)
        .step(step(offsets, step_offset)?);
    let rules = rules.plan(plan).centre_ban(options & 1 != 0).pass_rule(options & 2 != 0).build();
    rules.map_err(|error| damaged(15, "options", "options that go together", error))
}

/// Reads goals as a version has them.
fn goals(board: Board, bytes: &[u8], version: u32) -> Result<Goals, CertificateError> {
    let length = goal_length(version);
    let mut patterns: Vec<Goal> = Vec::with_capacity(bytes.len() / length);
    for (number, bytes) in bytes.chunks_exact(length).enumerate() {
        let offset = FIXED_LENGTH + number * length;
        let (sets, worth) = bytes.as_chunks::<SET_LENGTH>();
        let set = |bytes: &[u8; SET_LENGTH]| Circles::from_bits(u64::from_le_bytes(*bytes));
        let (circles, empty) = (set(&sets[0]), sets.get(1).map_or(Circles::EMPTY, set));
        let holds = circles.len() == PIECES && board.circles().contains_all(circles);
        let expected = format_args!("{PIECES} circles of a {board} board");
        ensure(holds, offset, "goal", expected, circles)?;
        let holds = !circles.meets(empty) && board.circles().contains_all(empty);
        let expected = format_args!("other circles of a {board} board");
        ensure(holds, offset + SET_LENGTH, "empty circles of a goal", expected, empty)?;
        let worth = worth.first().copied().unwrap_or(1);
        let expected = "1 if it counts, 0 if it ends the game without counting";
        ensure(worth <= 1, offset + 2 * SET_LENGTH, "worth of a goal", expected, worth)?;
        let goal = Goal::new(circles, empty).worth(worth);
        let ascends = patterns.last().is_none_or(|&last| last < goal);
        ensure(ascends, offset, "goal", "goals in ascending order", goal)?;
        patterns.push(goal);
    }
    let count = patterns.len();
    let goals = Goals::new(patterns);
    equal(24, "number of goals that none implies", goals.patterns().len(), count)?;
    let holds = version != EMPTY_CIRCLES_VERSION || goals.have_empty_circles();
    let expected = format_args!("a goal with empty circles in version {EMPTY_CIRCLES_VERSION}");
    ensure(holds, FIXED_LENGTH, "goals", expected, "none")?;
    Ok(goals)
}

fn step(bytes: &[u8], begin: usize) -> Result<Step, CertificateError> {
    let (chunks, _) = bytes.as_chunks::<OFFSET_LENGTH>();
    let mut offsets: Vec<(isize, isize)> = Vec::with_capacity(chunks.len());
    for (number, chunk) in chunks.iter().enumerate() {
        let [columns, rows] = chunk.map(|part| isize::from(part.cast_signed()));
        let at = begin + number * OFFSET_LENGTH;
        let found = format_args!("({columns}, {rows})");
        let longest = Certificate::LONGEST_STEP;
        let holds = (columns, rows) != (0, 0) && columns.abs().max(rows.abs()) <= longest;
        let expected = format_args!("a step of at most {longest} columns and rows");
        ensure(holds, at, "step", expected, found)?;
        let ascends = offsets.last().is_none_or(|&last| last < (columns, rows));
        ensure(ascends, at, "step", "steps in ascending order", found)?;
        offsets.push((columns, rows));
    }
    Ok(Step::new(offsets))
}

/// Unpacks choices of `width` bits; there are as many bytes as they take.
fn choices(
    bytes: &[u8],
    width: u8,
    count: usize,
    begin: usize,
) -> Result<Vec<u8>, CertificateError> {
    ensure((1..=8).contains(&width), 17, "bits of a choice", "1 to 8", width)?;
    let bits = usize::from(width);
    let (packed, padding) = bytes.view_bits::<Lsb0>().split_at(count * bits);
    let choices: Vec<u8> = packed.chunks_exact(bits).map(BitField::load_le).collect();
    let padding = if padding.is_empty() { 0 } else { padding.load_le::<u8>() };
    equal(begin + bytes.len(), "padding of the choices", 0, padding)?;
    equal(17, "bits of a choice", choice_width(&choices), width.into())?;
    Ok(choices)
}

fn too_short(bytes: &[u8]) -> CertificateError {
    damaged(0, "length of the file", format!("at least {FIXED_LENGTH} bytes"), bytes.len())
}

pub(crate) fn damaged(
    offset: usize,
    check: &'static str,
    expected: impl Display,
    found: impl Display,
) -> CertificateError {
    CertificateError(format!(
        "damaged certificate: {check} at offset {offset}: expected {expected}, found {found}"
    ))
}

/// Returns the error of [`damaged`] unless the check `holds`.
pub(crate) fn ensure(
    holds: bool,
    offset: usize,
    check: &'static str,
    expected: impl Display,
    found: impl Display,
) -> Result<(), CertificateError> {
    if holds { Ok(()) } else { Err(damaged(offset, check, expected, found)) }
}

pub(crate) fn equal<T: PartialEq + Display>(
    offset: usize,
    check: &'static str,
    expected: T,
    found: T,
) -> Result<(), CertificateError> {
    ensure(expected == found, offset, check, expected, found)
}

pub(crate) fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|place| bytes[offset + place]))
}

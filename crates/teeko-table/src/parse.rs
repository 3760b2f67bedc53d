//! Reading a header: everything is checked before it is used.
//!
//! Lengths are compared with the length of the file before anything is allocated. Every count that
//! follows from the rules must be what the rules imply.

use std::fmt::Display;
use std::ops::RangeInclusive;

use teeko_index::{Census, Class};
use teeko_rules::{Board, Circles, DropPlan, Goal, Goals, PIECES, Parity, Rules, Step};

use crate::Kind;
use crate::description::Description;
use crate::error::{Fault, TableError};
use crate::hash::ContentHash;
use crate::header::{
    BLOCK_ENTRY_LENGTH, BlockEntry, CENSUS_ENTRY_LENGTH, CHECKSUM_LENGTH, CONTENT_HASH_OFFSET,
    Counts, DISTANCES, FIXED_LENGTH, Header, OFFSET_LENGTH, SET_LENGTH, class_of_code, padded,
};
use crate::scheme::INDEX_SCHEME;
use crate::version::{
    EMPTY_CIRCLES_VERSION, FORMAT_VERSION, MAGIC, POINTS_VERSION, fields_of_goal, version_of,
};

/// The most points that an attack can be for: the pips of the best piece plus the bonus.
const MOST_POINTS: u8 = 2 * PIECES as u8;

/// The offset of the header's length.
const HEADER_LENGTH_OFFSET: usize = 12;

impl Header {
    /// Reads a header.
    ///
    /// `bytes` are the first bytes of a file of `file_length` bytes: all of them, or at least as
    /// many as [`Header::length_at_start_of`] returns.
    ///
    /// # Errors
    /// [`TableError::NotATable`], [`TableError::Version`], or [`TableError::Damaged`] with the
    /// first check that fails. Errors use `name` as the file's name.
    pub fn parse(bytes: &[u8], file_length: u64, name: &str) -> Result<Self, TableError> {
        let begin = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.starts_with(begin) {
            let (expected, found) = (hexadecimal(&MAGIC), hexadecimal(begin));
            return Err(TableError::NotATable { name: name.to_owned(), expected, found });
        }
        let version = bytes
            .get(MAGIC.len()..)
            .and_then(<[u8]>::first_chunk)
            .map(|bytes| u32::from_le_bytes(*bytes));
        let version = version.unwrap_or(FORMAT_VERSION);
        if ![FORMAT_VERSION, EMPTY_CIRCLES_VERSION, POINTS_VERSION].contains(&version) {
            return Err(TableError::Version { name: name.to_owned(), found: version });
        }
        header(bytes, file_length, version).map_err(|fault| fault.of(name))
    }

    /// Returns the length of the header that begins with these bytes, as the header itself states
    /// it. Returns `None` if there are too few bytes.
    pub fn length_at_start_of(bytes: &[u8]) -> Option<usize> {
        Some(u32_at(bytes.first_chunk::<FIXED_LENGTH>()?, HEADER_LENGTH_OFFSET) as usize)
    }
}

/// Formats bytes as two hexadecimal digits each.
fn hexadecimal(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

fn header(bytes: &[u8], file_length: u64, version: u32) -> Result<Header, Fault> {
    let too_short = |least: usize| {
        Fault::at(0, "length of the file", format!("at least {least} bytes"), file_length)
    };
    let Some(fixed) = bytes.first_chunk::<FIXED_LENGTH>() else {
        return Err(too_short(FIXED_LENGTH));
    };
    let count_at = |offset: usize| u32_at(fixed, offset) as usize;
    let counts = Counts {
        goals: count_at(24),
        fields: fields_of_goal(version),
        offsets: count_at(28),
        blocks: count_at(36),
        census: count_at(48),
    };
    let (expected, length) = (counts.header_length(), count_at(HEADER_LENGTH_OFFSET));
    equal(HEADER_LENGTH_OFFSET, "length of the header", expected, length as u64)?;
    let Some(bytes) = bytes.get(..length) else { return Err(too_short(length)) };
    let (bytes, checksum) = bytes.split_at(length - CHECKSUM_LENGTH);
    let [expected, found] =
        [crc32fast::hash(bytes), u32_at(checksum, 0)].map(|checksum| format!("{checksum:08x}"));
    equal(bytes.len(), "checksum of the header", expected, found)?;

    // The lists end inside the header, so their lengths fit a usize.
    let kind = kind(fixed[16])?;
    let goals_end = FIXED_LENGTH + counts.goals * counts.fields * SET_LENGTH;
    let offsets_end = goals_end + padded(counts.offsets * OFFSET_LENGTH);
    let census_end = offsets_end + counts.census * CENSUS_ENTRY_LENGTH;
    let (width, height) = (fixed[17], fixed[18]);
    let board = Board::new(width.into(), height.into()).map_err(|_| {
        Fault::at(17, "board", "width and height from 4 to 8", format!("{width}x{height}"))
    })?;
    let goals = goals(board, &bytes[FIXED_LENGTH..goals_end], version)?;
    let step = step(&bytes[goals_end..offsets_end], counts.offsets, goals_end)?;
    let rules = rules(kind, board, goals, step, fixed[21], fixed[22])?;
    equal(8, "version of these rules", version_of(kind, &rules), version)?;
    let points = fixed[23];
    in_range(kind, 23, "points", if kind.is_attack() { 2..=MOST_POINTS } else { 0..=0 }, points)?;
    equal(19, "index scheme", INDEX_SCHEME, fixed[19])?;
    equal(52, "reserved bytes", 0, u32_at(fixed, 52))?;
    let census = census(&bytes[offsets_end..census_end], offsets_end, rules.parity())?;
    let slide_hash = hash_at(fixed, 88);
    if kind.is_slide() {
        equal(88, "hash of a slide file", ContentHash::default(), slide_hash)?;
    }
    let slide_hash = (!kind.is_slide()).then_some(slide_hash);
    let description = Description { kind, rules, points, slide_hash, census };
    let mut header = Header::new(description, count_at(32), offsets_end)?;
    equal(20, "bytes of a value", header.value_width, fixed[20].into())?;
    equal(36, "number of blocks", header.blocks_needed(), counts.blocks as u64)?;
    equal(40, "number of values", header.values(), u64::from_le_bytes(array_at(fixed, 40)))?;
    header.blocks = blocks(&bytes[census_end..], census_end, length)?;
    header.content_hash = hash_at(fixed, CONTENT_HASH_OFFSET);
    equal(0, "length of the file", header.file_length(), file_length)?;
    Ok(header)
}

fn equal<T: PartialEq + Display>(
    offset: usize,
    check: &'static str,
    expected: T,
    found: T,
) -> Result<(), Fault> {
    Fault::unless(expected == found, offset, check, expected, found)
}

/// Checks that a byte is one that this kind of file can have.
fn in_range(
    kind: Kind,
    offset: usize,
    check: &'static str,
    range: RangeInclusive<u8>,
    found: u8,
) -> Result<(), Fault> {
    let expected = format_args!("{} to {} in a {} file", range.start(), range.end(), kind.name());
    Fault::unless(range.contains(&found), offset, check, expected, found)
}

/// Returns `N` bytes at an offset that is known to be inside.
fn array_at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[offset..offset + N]);
    array
}

fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(array_at(bytes, offset))
}

fn hash_at(bytes: &[u8], offset: usize) -> ContentHash {
    ContentHash::from_bytes(array_at(bytes, offset))
}

fn kind(code: u8) -> Result<Kind, Fault> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.code() == code);
    kind.ok_or_else(|| Fault::at(16, "kind of file", "1 (slide), 2 (drop), 3 or 4 (attacks)", code))
}

fn goals(board: Board, bytes: &[u8], version: u32) -> Result<Goals, Fault> {
    let length = fields_of_goal(version) * SET_LENGTH;
    let mut patterns: Vec<Goal> = Vec::with_capacity(bytes.len() / length);
    for (number, bytes) in bytes.chunks_exact(length).enumerate() {
        let mut fields =
            bytes.chunks_exact(SET_LENGTH).map(|field| u64::from_le_bytes(array_at(field, 0)));
        let circles = Circles::from_bits(fields.next().unwrap_or_default());
        let empty = Circles::from_bits(fields.next().unwrap_or_default());
        let worth = fields.next().unwrap_or(1);
        let offset = FIXED_LENGTH + number * length;
        let hexadecimal = |set: Circles| format!("{:#x}", set.bits());
        let is_on_board = |set| board.circles().contains_all(set);
        let holds = circles.len() == PIECES && is_on_board(circles);
        let expected = format_args!("{PIECES} circles of a {board} board");
        Fault::unless(holds, offset, "goal", expected, hexadecimal(circles))?;
        let holds = !circles.meets(empty) && is_on_board(empty);
        let (expected, found) = (format!("other circles of a {board} board"), hexadecimal(empty));
        Fault::unless(holds, offset, "empty circles of a goal", expected, found)?;
        Fault::unless(worth <= 1, offset + 2 * SET_LENGTH, "worth of a goal", "0 or 1", worth)?;
        let goal = Goal::new(circles, empty).worth(worth as u8);
        let ascends = patterns.last().is_none_or(|&last| last < goal);
        let found = hexadecimal(circles);
        Fault::unless(ascends, offset, "order of the goals", "ascending goals", found)?;
        patterns.push(goal);
    }
    let count = patterns.len();
    let goals = Goals::new(patterns);
    equal(24, "number of goals that none implies", goals.patterns().len(), count)?;
    let holds = version != EMPTY_CIRCLES_VERSION || goals.have_empty_circles();
    let expected = format_args!("a goal with empty circles in a file of version {version}");
    Fault::unless(holds, FIXED_LENGTH, "goals", expected, "none")?;
    Ok(goals)
}

fn step(bytes: &[u8], count: usize, start: usize) -> Result<Step, Fault> {
    let (offsets, padding) = bytes.split_at(count * OFFSET_LENGTH);
    let offsets: Vec<(isize, isize)> = offsets
        .chunks_exact(OFFSET_LENGTH)
        .map(|offset| (offset[0].cast_signed().into(), offset[1].cast_signed().into()))
        .collect();
    let offset_of = |place: usize| start + place * OFFSET_LENGTH;
    if let Some(place) = offsets.iter().position(|&offset| offset == (0, 0)) {
        let expected = "a step to another circle";
        return Err(Fault::at(offset_of(place), "step offset", expected, "(0, 0)"));
    }
    if let Some(place) = offsets.windows(2).position(|pair| pair[0] >= pair[1]) {
        let (place, found) = (place + 1, format!("{:?}", offsets[place + 1]));
        return Err(Fault::at(offset_of(place), "order of the steps", "ascending steps", found));
    }
    if let Some(place) = padding.iter().position(|&byte| byte != 0) {
        let offset = offset_of(count) + place;
        return Err(Fault::at(offset, "padding of the steps", 0, padding[place]));
    }
    Ok(Step::new(offsets))
}

fn rules(
    kind: Kind,
    board: Board,
    goals: Goals,
    step: Step,
    plan: u8,
    options: u8,
) -> Result<Rules, Fault> {
    let (plans, all_options) =
        if kind.is_slide() { (0..=0, 0..=0) } else { (0..=0b1111, 0..=0b11) };
    in_range(kind, 21, "drop plan", plans, plan)?;
    in_range(kind, 22, "options", all_options, options)?;
    let plan = DropPlan::from_bits(plan).unwrap_or_default();
    let rules = Rules::builder().board(board).goals(goals).step(step).plan(plan);
    let rules = rules.centre_ban(options & 1 != 0).pass_rule(options & 2 != 0).build();
    rules.map_err(|error| Fault::at(22, "options", "options that go with board and plan", error))
}

fn census(bytes: &[u8], start: usize, parity: Parity) -> Result<Census, Fault> {
    let (mut census, mut last): (Census, Option<(usize, Class)>) = (Census::new(), None);
    for (number, entry) in bytes.chunks_exact(CENSUS_ENTRY_LENGTH).enumerate() {
        let (layer, code, distance) = (usize::from(entry[0]), entry[1], u32_at(entry, 4));
        let positions = u64::from_le_bytes(array_at(entry, 8));
        let offset = start + number * CENSUS_ENTRY_LENGTH;
        let Some(class) = class_of_code(layer, code, distance, parity)
            .filter(|_| entry[2..4] == [0, 0] && positions > 0)
        else {
            let expected = "layer, class and distance that go together, and positions";
            return Err(Fault::at(offset, "entry of the census", expected, hexadecimal(entry)));
        };
        // Checked before it is counted, because a census takes memory for all distances up to its
        // greatest.
        let (fits, expected) = (distance < DISTANCES, "distances that fit two bytes");
        Fault::unless(fits, offset, "distances in the census", expected, distance)?;
        let ascends = last.replace((layer, class)).is_none_or(|last| last < (layer, class));
        let found = hexadecimal(entry);
        Fault::unless(ascends, offset, "order of the census", "ascending entries", found)?;
        census.layer_mut(layer).add(class, positions);
    }
    Ok(census)
}

fn blocks(bytes: &[u8], start: usize, header_length: usize) -> Result<Vec<BlockEntry>, Fault> {
    let mut next = header_length as u64;
    let entry = |(number, bytes): (usize, &[u8])| {
        let offset = start + number * BLOCK_ENTRY_LENGTH;
        let block = BlockEntry {
            offset: u64::from_le_bytes(array_at(bytes, 0)),
            length: u32_at(bytes, 8),
            checksum: u32_at(bytes, 12),
        };
        equal(offset, "offset of a block", next, block.offset)?;
        let (check, expected) = ("length of a compressed block", "1 byte or more");
        Fault::unless(block.length > 0, offset + 8, check, expected, 0)?;
        // The offset has been checked, so this is a sum of at most 2^32 lengths and fits.
        next += u64::from(block.length);
        Ok(block)
    };
    bytes.chunks_exact(BLOCK_ENTRY_LENGTH).enumerate().map(entry).collect()
}

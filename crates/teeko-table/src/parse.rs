//! Reading a header: everything is checked before it is used.
//!
//! Lengths are compared with the length of the file before anything is allocated. Every count that
//! follows from the rules must be what the rules imply.

use teeko_index::{Census, Class};
use teeko_rules::{Board, Circles, DropPlan, Goal, Goals, PIECES, Parity, Rules, Step};

use crate::Kind;
use crate::error::{Fault, TableError};
use crate::hash::ContentHash;
use crate::header::{
    BLOCK_ENTRY_LENGTH, BlockEntry, CENSUS_ENTRY_LENGTH, CHECKSUM_LENGTH, CONTENT_HASH_OFFSET,
    DISTANCES, FIXED_LENGTH, Header, OFFSET_LENGTH, SET_LENGTH, blocks_of, check_census,
    class_of_code, padded, width_needed,
};
use crate::scheme::INDEX_SCHEME;
use crate::version::{
    EMPTY_CIRCLES_VERSION, FORMAT_VERSION, MAGIC, POINTS_VERSION, fields_of_goal, version_of,
};

/// The most points that an attack can be for: the pips of the best piece plus the bonus.
const MOST_POINTS: u8 = 2 * PIECES as u8;

/// The offset of the header's length.
const HEADER_LENGTH_OFFSET: usize = 12;

/// The least and greatest length of a block before compression, a power of two. It bounds the
/// memory of a probe.
pub(crate) const BLOCK_LENGTHS: std::ops::RangeInclusive<usize> = 1 << 10..=1 << 20;

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
            return Err(TableError::Version {
                name: name.to_owned(),
                expected: FORMAT_VERSION,
                found: version,
            });
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

/// The counts in the header.
struct Counts {
    goals: u32,
    /// The fields of each goal: its circles; in later versions also the circles that must be empty,
    /// and its worth.
    fields: u32,
    offsets: u32,
    blocks: u32,
    census: u32,
}

impl Counts {
    /// Returns the length of a header with these counts.
    fn header_length(&self) -> u64 {
        let bytes = |count: u32, length: usize| u64::from(count) * length as u64;
        (FIXED_LENGTH + CHECKSUM_LENGTH) as u64
            + bytes(self.goals, SET_LENGTH) * u64::from(self.fields)
            + bytes(self.offsets, OFFSET_LENGTH).next_multiple_of(8)
            + bytes(self.census, CENSUS_ENTRY_LENGTH)
            + bytes(self.blocks, BLOCK_ENTRY_LENGTH)
    }
}

fn header(bytes: &[u8], file_length: u64, version: u32) -> Result<Header, Fault> {
    let too_short = |least: usize| {
        Fault::at(0, "length of the file", format!("at least {least} bytes"), file_length)
    };
    let Some(fixed) = bytes.first_chunk::<FIXED_LENGTH>() else {
        return Err(too_short(FIXED_LENGTH));
    };
    let counts = Counts {
        goals: u32_at(fixed, 24),
        fields: fields_of_goal(version) as u32,
        offsets: u32_at(fixed, 28),
        blocks: u32_at(fixed, 36),
        census: u32_at(fixed, 48),
    };
    let header_length = u32_at(fixed, HEADER_LENGTH_OFFSET) as usize;
    if header_length as u64 != counts.header_length() {
        return Err(Fault::at(
            HEADER_LENGTH_OFFSET,
            "length of the header",
            counts.header_length(),
            header_length,
        ));
    }
    let Some(bytes) = bytes.get(..header_length) else { return Err(too_short(header_length)) };
    let (bytes, checksum) = bytes.split_at(header_length - CHECKSUM_LENGTH);
    let (expected, found) = (crc32fast::hash(bytes), u32_at(checksum, 0));
    if expected != found {
        let [expected, found] = [expected, found].map(|checksum| format!("{checksum:08x}"));
        return Err(Fault::at(bytes.len(), "checksum of the header", expected, found));
    }

    // The lists end inside the header, so their lengths fit a usize.
    let kind = kind(fixed[16])?;
    let goals_end = FIXED_LENGTH + counts.goals as usize * counts.fields as usize * SET_LENGTH;
    let offsets_end = goals_end + padded(counts.offsets as usize * OFFSET_LENGTH);
    let census_end = offsets_end + counts.census as usize * CENSUS_ENTRY_LENGTH;
    let board = Board::new(fixed[17].into(), fixed[18].into()).map_err(|_| {
        Fault::at(
            17,
            "board",
            "width and height from 4 to 8",
            format!("{}x{}", fixed[17], fixed[18]),
        )
    })?;
    let goals = goals(board, &bytes[FIXED_LENGTH..goals_end], version)?;
    let step = step(&bytes[goals_end..offsets_end], counts.offsets as usize, goals_end)?;
    let rules = rules(kind, board, goals, step, fixed[21], fixed[22])?;
    equal(8, "version of these rules", version_of(kind, &rules), version)?;
    let (points, parity) = (fixed[23], rules.parity());
    let all_points = if kind.is_attack() { 2..=MOST_POINTS } else { 0..=0 };
    if !all_points.contains(&points) {
        let expected =
            format!("{} to {} in a {} file", all_points.start(), all_points.end(), kind.name());
        return Err(Fault::at(23, "points", expected, points));
    }
    for (offset, expected, found, check) in [
        (19, u32::from(INDEX_SCHEME), u32::from(fixed[19]), "index scheme"),
        (52, 0, u32_at(fixed, 52), "reserved bytes"),
    ] {
        equal(offset, check, expected, found)?;
    }

    let layers = Header::layers_of(kind, &rules, points);
    let census = census(&bytes[offsets_end..census_end], offsets_end, parity)?;
    check_census(kind, &rules, &census, offsets_end)?;
    let value_width = usize::from(fixed[20]);
    match width_needed(kind, &layers, &census, parity) {
        Some(expected) => equal(20, "bytes of a value", expected, value_width)?,
        None => {
            return Err(Fault::at(
                20,
                "distances in the census",
                "distances that fit two bytes",
                census.deepest(),
            ));
        }
    }
    let block_length = u32_at(fixed, 32) as usize;
    if !block_length.is_power_of_two() || !BLOCK_LENGTHS.contains(&block_length) {
        return Err(Fault::at(
            32,
            "length of a block",
            "a power of two from 1024 to 16777216",
            block_length,
        ));
    }
    let expected = blocks_of(&layers, value_width, block_length).map_or(u64::MAX, u64::from);
    equal(36, "number of blocks", expected, counts.blocks.into())?;

    let (content_hash, slide_hash) = (hash_at(fixed, CONTENT_HASH_OFFSET), hash_at(fixed, 88));
    let no_hash = ContentHash::from_bytes([0; ContentHash::LENGTH]);
    if kind.is_slide() {
        equal(88, "hash of a slide file", no_hash, slide_hash)?;
    }
    let blocks = blocks(&bytes[census_end..], census_end, header_length)?;
    let header = Header {
        kind,
        rules,
        points,
        layers,
        value_width,
        block_length,
        content_hash,
        slide_hash: (!kind.is_slide()).then_some(slide_hash),
        census,
        blocks,
    };
    equal(40, "number of values", header.values(), u64::from_le_bytes(array_at(fixed, 40)))?;
    equal(0, "length of the file", header.file_length(), file_length)?;
    Ok(header)
}

fn equal<T: PartialEq + std::fmt::Display>(
    offset: usize,
    check: &'static str,
    expected: T,
    found: T,
) -> Result<(), Fault> {
    if expected == found { Ok(()) } else { Err(Fault::at(offset, check, expected, found)) }
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
        if circles.len() != PIECES || !board.circles().contains_all(circles) {
            let expected = format!("{PIECES} circles of a {board} board");
            return Err(Fault::at(offset, "goal", expected, format!("{:#x}", circles.bits())));
        }
        if circles.meets(empty) || !board.circles().contains_all(empty) {
            let expected = format!("other circles of a {board} board");
            return Err(Fault::at(
                offset,
                "empty circles of a goal",
                expected,
                format!("{:#x}", empty.bits()),
            ));
        }
        if worth > 1 {
            return Err(Fault::at(offset + 2 * SET_LENGTH, "worth of a goal", "0 or 1", worth));
        }
        let goal = Goal::new(circles, empty).worth(worth as u8);
        if patterns.last().is_some_and(|&last| last >= goal) {
            return Err(Fault::at(
                offset,
                "order of the goals",
                "ascending goals",
                format!("{:#x}", circles.bits()),
            ));
        }
        patterns.push(goal);
    }
    let count = patterns.len();
    let goals = Goals::new(patterns);
    equal(24, "number of goals that none implies", goals.patterns().len(), count)?;
    if version == EMPTY_CIRCLES_VERSION && !goals.have_empty_circles() {
        let expected = format!("a goal with empty circles in a file of version {version}");
        return Err(Fault::at(FIXED_LENGTH, "goals", expected, "none"));
    }
    Ok(goals)
}

fn step(bytes: &[u8], count: usize, start: usize) -> Result<Step, Fault> {
    let (offsets, padding) = bytes.split_at(count * OFFSET_LENGTH);
    let offsets: Vec<(isize, isize)> = offsets
        .chunks_exact(OFFSET_LENGTH)
        .map(|offset| (offset[0].cast_signed().into(), offset[1].cast_signed().into()))
        .collect();
    if let Some(place) = offsets.iter().position(|&offset| offset == (0, 0)) {
        return Err(Fault::at(
            start + place * OFFSET_LENGTH,
            "step offset",
            "a step to another circle",
            "(0, 0)",
        ));
    }
    if let Some(place) = offsets.windows(2).position(|pair| pair[0] >= pair[1]) {
        let found = format!("{:?}", offsets[place + 1]);
        return Err(Fault::at(
            start + (place + 1) * OFFSET_LENGTH,
            "order of the steps",
            "ascending steps",
            found,
        ));
    }
    if let Some(place) = padding.iter().position(|&byte| byte != 0) {
        return Err(Fault::at(
            start + count * OFFSET_LENGTH + place,
            "padding of the steps",
            0,
            padding[place],
        ));
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
    for (offset, check, range, found) in
        [(21, "drop plan", plans, plan), (22, "options", all_options, options)]
    {
        if !range.contains(&found) {
            let expected =
                format!("{} to {} in a {} file", range.start(), range.end(), kind.name());
            return Err(Fault::at(offset, check, expected, found));
        }
    }
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
        if distance >= DISTANCES {
            return Err(Fault::at(
                offset,
                "distances in the census",
                "distances that fit two bytes",
                distance,
            ));
        }
        if last.replace((layer, class)).is_some_and(|last| last >= (layer, class)) {
            return Err(Fault::at(
                offset,
                "order of the census",
                "ascending entries",
                hexadecimal(entry),
            ));
        }
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
        if block.length == 0 {
            return Err(Fault::at(offset + 8, "length of a compressed block", "1 byte or more", 0));
        }
        // The offset has been checked, so this is a sum of at most 2^32 lengths and fits.
        next += u64::from(block.length);
        Ok(block)
    };
    bytes.chunks_exact(BLOCK_ENTRY_LENGTH).enumerate().map(entry).collect()
}

//! The header of a table file: which rules the file solves, and where its compressed blocks are.
//!
//! `tables/README.md` has the format byte by byte.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use teeko_index::{Census, Class, positions_of_layer};
use teeko_rules::{Goal, GoalSet, Outcome, PIECES, Parity, Rules, Variant};

use crate::Kind;
use crate::attack::{attack_value, heavy_pieces, stored_sections};
use crate::description::Description;
use crate::error::Fault;
use crate::hash::ContentHash;
use crate::scheme::{INDEX_SCHEME, StoredLayer, stored_layers};
use crate::values::{drop_value, slide_value};
use crate::version::{MAGIC, fields_of_goal, version_of};

/// Bytes of the header before its lists.
pub(crate) const FIXED_LENGTH: usize = 120;

/// The bytes of one field of a goal: a set of circles (a goal has one or two), or its worth.
pub(crate) const SET_LENGTH: usize = 8;
/// The bytes of a step offset.
pub(crate) const OFFSET_LENGTH: usize = 2;
/// The bytes of an entry of the census.
pub(crate) const CENSUS_ENTRY_LENGTH: usize = 16;
/// The bytes of an entry of the block index.
pub(crate) const BLOCK_ENTRY_LENGTH: usize = 16;
/// The bytes of the checksum at the end of the header.
pub(crate) const CHECKSUM_LENGTH: usize = 4;

/// A bound on distances: greater than any distance that a two-byte value can represent, plus one
/// ply.
pub(crate) const DISTANCES: u32 = 1 << 18;

/// The least and greatest length of a block before compression, a power of two. It bounds the
/// memory of a probe.
pub(crate) const BLOCK_LENGTHS: RangeInclusive<usize> = 1 << 10..=1 << 20;

/// Where the content hash is.
pub(crate) const CONTENT_HASH_OFFSET: usize = 56;

/// Where a block lies in the file.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct BlockEntry {
    /// The offset of its first byte from the beginning of the file.
    pub offset: u64,
    /// Its length in bytes, compressed.
    pub length: u32,
    /// The CRC-32 (that of zip and PNG) of its compressed bytes.
    pub checksum: u32,
}

/// The header of a table file. All of it is known to be consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    description: Description,
    layers: Vec<StoredLayer>,
    pub(crate) value_width: usize,
    pub(crate) block_length: usize,
    pub(crate) content_hash: ContentHash,
    pub(crate) blocks: Vec<BlockEntry>,
}

/// The counts in a header.
pub(crate) struct Counts {
    pub(crate) goals: usize,
    /// The fields of each goal: its circles; in later versions also the circles that must be empty,
    /// and its worth.
    pub(crate) fields: usize,
    pub(crate) offsets: usize,
    pub(crate) census: usize,
    pub(crate) blocks: usize,
}

impl Counts {
    /// Returns the length of a header with these counts.
    pub(crate) fn header_length(&self) -> u64 {
        let bytes = |count: usize, length: usize| count as u64 * length as u64;
        (FIXED_LENGTH + CHECKSUM_LENGTH) as u64
            + bytes(self.goals, SET_LENGTH * self.fields)
            + bytes(self.offsets, OFFSET_LENGTH).next_multiple_of(8)
            + bytes(self.census, CENSUS_ENTRY_LENGTH)
            + bytes(self.blocks, BLOCK_ENTRY_LENGTH)
    }
}

/// The code of a class in a file, and the distance.
fn class_code(class: Class) -> (u8, u32) {
    match class {
        Class::Draw => (0, 0),
        Class::Win(distance) => (1, distance),
        Class::Loss(distance) => (2, distance),
        Class::NoMove => (3, 0),
        Class::Impossible => (4, 0),
    }
}

/// The class with this code and distance, if there is one in a layer.
pub(crate) fn class_of_code(
    layer: usize,
    code: u8,
    distance: u32,
    parity: Parity,
) -> Option<Class> {
    let is_free = parity == Parity::Free;
    match (code, distance) {
        _ if layer >= Census::LAYERS => None,
        (0, 0) => Some(Class::Draw),
        (1, 0) if is_free && layer == 2 * PIECES => Some(Class::Win(0)),
        (1, 1..) if is_free || distance % 2 == 1 => Some(Class::Win(distance)),
        (2, _) if is_free || distance.is_multiple_of(2) => Some(Class::Loss(distance)),
        (3, 0) if layer == 2 * PIECES => Some(Class::NoMove),
        (4, 0) if layer == 2 * PIECES => Some(Class::Impossible),
        _ => None,
    }
}

impl Header {
    /// What kind of file it is.
    pub fn kind(&self) -> Kind {
        self.description.kind
    }

    /// Returns the rules. For a slide file, ignore their drop plan, centre ban and pass rule: these
    /// do not affect slides. The header then has the plan `ssss` and neither of the other two.
    pub fn rules(&self) -> &Rules {
        &self.description.rules
    }

    /// Returns the points that the attacker must force in an attack (a threshold game of numbered
    /// pieces), or `None` if the file is not of an attack.
    pub fn points(&self) -> Option<u8> {
        Some(self.description.points).filter(|&points| points > 0)
    }

    /// The name of the goal set, if it is a named one.
    pub fn goal_set(&self) -> Option<GoalSet> {
        goal_set(self.rules())
    }

    /// Returns the variant, or `None` if no variant has these rules. For a slide file, ignore the
    /// drop plan of the variant: the file serves all drop plans.
    pub fn variant(&self) -> Option<Variant> {
        Variant::of_rules(self.rules())
    }

    /// The stored layers, in the order in which they lie in the file.
    pub fn layers(&self) -> &[StoredLayer] {
        &self.layers
    }

    /// The number of values: one for each cell of the stored layers.
    pub fn values(&self) -> u64 {
        self.layers.iter().map(StoredLayer::cells).sum()
    }

    /// Returns the number of bytes of each value: 1, or 2 if the largest value needs two.
    pub fn value_width(&self) -> usize {
        self.value_width
    }

    /// The bytes of a block before compression; the last block may have fewer.
    pub fn block_length(&self) -> usize {
        self.block_length
    }

    /// The hash of all values.
    pub fn content_hash(&self) -> ContentHash {
        self.content_hash
    }

    /// In a drop file the content hash of the slide file it was made from.
    pub fn slide_hash(&self) -> Option<ContentHash> {
        self.description.slide_hash
    }

    /// Returns the census: the number of positions of each class (draw, win in 1 ply, …) in each
    /// layer. A layer is all positions with the same number of pieces on the board.
    pub fn census(&self) -> &Census {
        &self.description.census
    }

    /// Where the blocks are.
    pub fn blocks(&self) -> &[BlockEntry] {
        &self.blocks
    }

    /// The version of the format that holds these rules.
    pub fn version(&self) -> u32 {
        version_of(self.kind(), self.rules())
    }

    /// The length of the header in bytes, which is also the offset of the first block.
    pub fn length(&self) -> usize {
        self.counts().header_length() as usize
    }

    fn counts(&self) -> Counts {
        Counts {
            goals: self.rules().goals().patterns().len(),
            fields: fields_of_goal(self.version()),
            offsets: self.rules().step().offsets().len(),
            census: self.census().entries().count(),
            blocks: self.blocks.len(),
        }
    }

    /// Returns the number of blocks that the values make.
    pub(crate) fn blocks_needed(&self) -> u64 {
        (self.values() * self.value_width as u64).div_ceil(self.block_length as u64)
    }

    /// The length of the whole file in bytes.
    pub fn file_length(&self) -> u64 {
        self.blocks
            .last()
            .map_or(self.length() as u64, |block| block.offset + u64::from(block.length))
    }

    /// The bytes of a block before compression.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn length_of_block(&self, number: u32) -> usize {
        assert!((number as usize) < self.blocks.len(), "block {number} of {}", self.blocks.len());
        let all = self.values() * self.value_width as u64;
        let before = u64::from(number) * self.block_length as u64;
        (all - before).min(self.block_length as u64) as usize
    }
}

/// The goals as they stand in a header of this version.
fn goal_bytes(version: u32, rules: &Rules) -> Vec<u8> {
    let of_goal = |goal: &Goal| {
        let fields = [goal.circles().bits(), goal.empty().bits(), goal.points().into()];
        fields.into_iter().take(fields_of_goal(version)).flat_map(u64::to_le_bytes)
    };
    rules.goals().patterns().iter().flat_map(of_goal).collect()
}

/// The name of the goals of a rule set, if they have one.
pub(crate) fn goal_set(rules: &Rules) -> Option<GoalSet> {
    GoalSet::ALL.into_iter().find(|set| &set.on(rules.board()) == rules.goals())
}

/// Returns the number of bytes that each value needs, 1 or 2. The largest distance in the census of
/// a stored layer decides.
fn width_needed(description: &Description, layers: &[StoredLayer]) -> Result<usize, Fault> {
    let Description { kind, rules, census, .. } = description;
    let (deepest, parity) = (census.deepest(), rules.parity());
    let expected = "distances that fit two bytes";
    let too_deep = || Fault::at(20, "distances in the census", expected, deepest);
    if deepest >= DISTANCES {
        return Err(too_deep());
    }
    let stored =
        census.entries().filter(|(of, _, _)| layers.iter().any(|layer| layer.layer == *of));
    let value = |class| match (kind, class) {
        (Kind::Slide, Class::Loss(distance)) => slide_value(Some(Outcome::Loss(distance)), parity),
        (Kind::Drop, Class::Loss(distance)) => drop_value(Outcome::Loss(distance), parity),
        (Kind::Drop, Class::Win(distance)) => drop_value(Outcome::Win(distance), parity),
        (Kind::AttackSlide | Kind::AttackDrop, Class::Win(distance) | Class::Loss(distance)) => {
            attack_value(Some(distance))
        }
        _ => 0,
    };
    match stored.map(|(_, class, _)| value(class)).max().unwrap_or(0) {
        0..=0xff => Ok(1),
        0x100..=0xffff => Ok(2),
        _ => Err(too_deep()),
    }
}

/// Checks that the census has the positions of each layer of this kind of file, and no others.
pub(crate) fn check_census(
    kind: Kind,
    rules: &Rules,
    census: &Census,
    offset: usize,
) -> Result<(), Fault> {
    if let Some((layer, _, _)) =
        census.entries().find(|(layer, _, _)| !kind.layers().contains(layer))
    {
        let layers = kind.layers();
        let expected =
            format!("layers {} to {} in a {} file", layers.start(), layers.end(), kind.name());
        return Err(Fault::at(offset, "layer of the census", expected, layer));
    }
    if kind.is_attack() {
        return check_attack_census(rules, census, offset);
    }
    for layer in kind.layers() {
        let expected = positions_of_layer(rules.board(), layer);
        // Sums beyond 2^64 must not wrap.
        let found: u128 =
            census.layer(layer).classes().map(|(_, positions)| u128::from(positions)).sum();
        let holds = found == u128::from(expected);
        let expected = format_args!("{expected} positions in layer {layer}");
        Fault::unless(holds, offset, "sum of the census", expected, found)?;
    }
    Ok(())
}

/// Checks the census of an attack. It may count only wins (the attacker is to move) and losses (the
/// defender is to move), and no more of either than there are positions.
///
/// The attacker's pieces are heavy or light, so each position without weights stands for at most
/// six with weights.
fn check_attack_census(rules: &Rules, census: &Census, offset: usize) -> Result<(), Fault> {
    let mut found: BTreeMap<(usize, bool), u128> = BTreeMap::new();
    for (layer, class, positions) in census.entries() {
        match class {
            Class::Win(distance) if distance % 2 == 1 => {}
            Class::Loss(distance) if distance > 0 && distance.is_multiple_of(2) => {}
            _ => {
                let (expected, found) = ("forced wins and losses", format!("{class:?}"));
                return Err(Fault::at(offset, "entry of the census", expected, found));
            }
        }
        *found.entry((layer, matches!(class, Class::Win(_)))).or_default() += u128::from(positions);
    }
    for ((layer, _), found) in found {
        let most = 6 * u128::from(positions_of_layer(rules.board(), layer));
        let expected = format_args!("at most {most} in layer {layer}");
        Fault::unless(found <= most, offset, "sum of the census", expected, found)?;
    }
    Ok(())
}

/// Returns the layers of a file, or the sections of that of an attack for `points` points.
fn layers_of_file(kind: Kind, rules: &Rules, points: u8) -> Vec<StoredLayer> {
    let (board, group) = (rules.board(), rules.symmetries());
    if kind.is_attack() {
        stored_sections(kind, board, &group, heavy_pieces(points))
    } else {
        stored_layers(kind, board, &group)
    }
}

/// Returns the number of values in a file of a kind, in that of an attack for `points` points.
pub fn values_of_file(kind: Kind, rules: &Rules, points: u8) -> u64 {
    layers_of_file(kind, rules, points).iter().map(StoredLayer::cells).sum()
}

/// A length rounded up to a multiple of eight.
pub(crate) const fn padded(length: usize) -> usize {
    length.next_multiple_of(8)
}

impl Header {
    /// Makes the header of a file, apart from its content hash and its blocks. `census_offset` is
    /// where a fault of the census is.
    pub(crate) fn new(
        description: Description,
        block_length: usize,
        census_offset: usize,
    ) -> Result<Self, Fault> {
        let Description { kind, ref rules, points, ref census, .. } = description;
        check_census(kind, rules, census, census_offset)?;
        let layers = layers_of_file(kind, rules, points);
        let value_width = width_needed(&description, &layers)?;
        let holds = block_length.is_power_of_two() && BLOCK_LENGTHS.contains(&block_length);
        let expected = "a power of two from 1024 to 1048576";
        Fault::unless(holds, 32, "length of a block", expected, block_length)?;
        let (content_hash, blocks) = (ContentHash::default(), Vec::new());
        Ok(Self { description, layers, value_width, block_length, content_hash, blocks })
    }

    /// The header as bytes.
    ///
    /// # Panics
    /// If a count or step offset does not fit its field, which is checked where headers are made.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (rules, counts) = (self.rules(), self.counts());
        let mut bytes = Vec::with_capacity(self.length());
        let count = |length: usize| {
            u32::try_from(length).expect("a count that fits the header").to_le_bytes()
        };
        bytes.extend(MAGIC);
        bytes.extend(self.version().to_le_bytes());
        bytes.extend(count(self.length()));
        bytes.extend([
            self.kind().code(),
            rules.board().width() as u8,
            rules.board().height() as u8,
            INDEX_SCHEME,
        ]);
        bytes.extend([
            self.value_width as u8,
            rules.plan().bits(),
            rules.option_bits(),
            self.description.points,
        ]);
        bytes.extend(count(counts.goals));
        bytes.extend(count(counts.offsets));
        bytes.extend(count(self.block_length));
        bytes.extend(count(counts.blocks));
        bytes.extend(self.values().to_le_bytes());
        bytes.extend(count(counts.census));
        bytes.extend([0; 4]);
        bytes.extend(self.content_hash.bytes());
        bytes.extend(self.slide_hash().unwrap_or_default().bytes());
        bytes.extend(goal_bytes(self.version(), rules));
        bytes.extend(rules.step().offset_bytes().expect("step offsets that fit the header"));
        bytes.resize(padded(bytes.len()), 0);
        for (layer, class, positions) in self.census().entries() {
            let (code, distance) = class_code(class);
            bytes.extend([layer as u8, code, 0, 0]);
            bytes.extend(distance.to_le_bytes());
            bytes.extend(positions.to_le_bytes());
        }
        for block in &self.blocks {
            bytes.extend(block.offset.to_le_bytes());
            bytes.extend(block.length.to_le_bytes());
            bytes.extend(block.checksum.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::Board;

    #[test]
    fn classes_survive_their_codes() {
        for class in [Class::Draw, Class::Win(3), Class::Loss(0), Class::NoMove, Class::Impossible]
        {
            let (code, distance) = class_code(class);
            assert_eq!(class_of_code(8, code, distance, Parity::Fixed), Some(class));
            assert_eq!(class_of_code(8, code, distance, Parity::Free), Some(class));
        }
        for class in [Class::Win(0), Class::Win(2), Class::Loss(1)] {
            let (code, distance) = class_code(class);
            assert_eq!(class_of_code(8, code, distance, Parity::Free), Some(class));
        }
        assert_eq!(
            class_of_code(7, 1, 0, Parity::Free),
            None,
            "no side leaves a circle in the drop phase"
        );
        for (layer, code, distance) in
            [(8, 1, 0), (8, 2, 1), (8, 0, 1), (7, 3, 0), (0, 4, 0), (8, 3, 2), (8, 5, 0), (9, 0, 0)]
        {
            assert_eq!(class_of_code(layer, code, distance, Parity::Fixed), None);
        }
    }

    #[test]
    fn sums_are_compared_with_the_number_of_positions() {
        let rules = Rules::builder().board(Board::STANDARD).build().unwrap();
        let check = |census: &Census| check_census(Kind::Slide, &rules, census, 0);
        let mut census = Census::new();
        census.layer_mut(8).add(Class::Draw, 75_710_249);
        let fault = check(&census).unwrap_err();
        assert_eq!(
            (fault.expected.as_str(), fault.found.as_str()),
            ("75710250 positions in layer 8", "75710249")
        );
        census.layer_mut(8).add(Class::Loss(0), 1);
        assert!(check(&census).is_ok());
        census.layer_mut(8).add(Class::Loss(2), u64::MAX);
        census.layer_mut(8).add(Class::Loss(4), u64::MAX);
        assert!(check(&census).is_err(), "sums beyond 2^64 do not wrap");
    }

    #[test]
    fn a_census_has_the_layers_of_its_kind_of_file() {
        let rules = Rules::builder().build().unwrap();
        let mut census = Census::new();
        census.layer_mut(7).add(Class::Draw, 1);
        let fault = check_census(Kind::Slide, &rules, &census, 0).unwrap_err();
        let found = (fault.check, fault.expected.as_str(), fault.found.as_str());
        assert_eq!(found, ("layer of the census", "layers 8 to 8 in a slide file", "7"));
    }
}

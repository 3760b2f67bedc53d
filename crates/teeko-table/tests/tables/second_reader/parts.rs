//! Table files taken apart, and put together with the lengths, counts and checksums that they need.

use teeko_testing::{circles, pairs_beside_corners};

// Offsets in a header.
pub(super) const KIND: usize = 16;
pub(super) const BLOCK_LENGTH: usize = 20;
pub(super) const BLOCKS: usize = 24;
const CENSUS: usize = 28;
pub(super) const VALUES: usize = 32;
pub(super) const SLIDE_HASH: usize = 72;
pub(super) const WIDTH: usize = 104;
pub(super) const HEIGHT: usize = 105;
pub(super) const PLAN: usize = 106;
pub(super) const OPTIONS: usize = 107;
const GOALS: usize = 108;
pub(super) const STEPS: usize = 112;
pub(super) const FIXED: usize = 116;

/// Bits of the options.
pub(super) const CENTRE_BAN: u8 = 1;
pub(super) const PASS_RULE: u8 = 2;
pub(super) const EMPTY_CIRCLES: u8 = 4;
pub(super) const VOID_GOALS: u8 = 8;

/// A file taken apart.
#[derive(Clone)]
pub(super) struct Parts {
    /// The bytes before the goals.
    pub(super) fixed: Vec<u8>,
    pub(super) goals: Vec<Vec<u8>>,
    pub(super) steps: Vec<Vec<u8>>,
    pub(super) census: Vec<Vec<u8>>,
    /// The compressed blocks.
    pub(super) blocks: Vec<Vec<u8>>,
}

impl Parts {
    pub(super) fn of(file: &[u8]) -> Self {
        let mut rest = &file[FIXED..];
        let goals = take(&mut rest, number(file, GOALS), goal_length(file));
        let steps = take(&mut rest, number(file, STEPS), 2);
        let census = take(&mut rest, number(file, CENSUS), 16);
        let entries = take(&mut rest, number(file, BLOCKS), 16);
        let mut blocks = Vec::new();
        for entry in entries {
            let begin = number(&entry, 0);
            blocks.push(file[begin..begin + number(&entry, 8)].to_vec());
        }
        Self {
            fixed: file[..FIXED].to_vec(),
            goals,
            steps,
            census,
            blocks,
        }
    }

    /// Puts the parts together, with the counts and the index that they need.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.fixed.clone();
        for (at, list) in [
            (GOALS, &self.goals),
            (STEPS, &self.steps),
            (CENSUS, &self.census),
            (BLOCKS, &self.blocks),
        ] {
            set(&mut bytes, at, list.len());
        }
        for list in [&self.goals, &self.steps, &self.census] {
            bytes.extend(list.concat());
        }
        let length = bytes.len() + 16 * self.blocks.len() + 4;
        set(&mut bytes, 12, length);
        let mut offset = length as u64;
        for block in &self.blocks {
            bytes.extend(offset.to_le_bytes());
            bytes.extend((block.len() as u32).to_le_bytes());
            bytes.extend(crc32fast::hash(block).to_le_bytes());
            offset += block.len() as u64;
        }
        bytes.extend([0; 4]);
        bytes.extend(self.blocks.concat());
        signed(bytes)
    }

    /// Returns the first entry of the census with this layer and class.
    pub(super) fn entry(&mut self, layer: u8, class: u8) -> &mut Vec<u8> {
        let entries = self.census.iter_mut();
        let mut found = entries.filter(|entry| entry[..2] == [layer, class]);
        found.next().expect("an entry of the layer and the class")
    }

    /// Gives the goals a list of empty circles, or a worth, that the options say they have.
    pub(super) fn extend_goals(&mut self, option: u8, more: &[u8]) {
        self.fixed[OPTIONS] |= option;
        for goal in &mut self.goals {
            goal.extend(more);
        }
    }

    /// Replaces the goals by the corners with each of some pairs of empty circles.
    pub(super) fn set_pairs(&mut self, count: usize) {
        let corners = circles(&[1, 4, 13, 16]).bits();
        self.fixed[OPTIONS] = EMPTY_CIRCLES;
        self.goals.clear();
        for empty in pairs_beside_corners(count) {
            let goal = [corners.to_le_bytes(), empty.bits().to_le_bytes()];
            self.goals.push(goal.concat());
        }
    }
}

pub(super) fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

pub(super) fn set(bytes: &mut [u8], at: usize, number: usize) {
    bytes[at..at + 4].copy_from_slice(&(number as u32).to_le_bytes());
}

/// Returns the bytes of a goal by the options in a file.
fn goal_length(file: &[u8]) -> usize {
    let options = file[OPTIONS];
    8 + 8 * usize::from(options & EMPTY_CIRCLES > 0) + usize::from(options & VOID_GOALS > 0)
}

/// Takes a list of entries off the front of some bytes.
fn take(bytes: &mut &[u8], count: usize, length: usize) -> Vec<Vec<u8>> {
    let (list, rest) = bytes.split_at(count * length);
    *bytes = rest;
    list.chunks(length).map(<[u8]>::to_vec).collect()
}

/// Returns a file with the right checksum of its header.
pub(super) fn signed(mut file: Vec<u8>) -> Vec<u8> {
    let length = number(&file, 12);
    teeko_testing::sign(&mut file, length);
    file
}

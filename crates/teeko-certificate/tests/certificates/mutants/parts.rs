//! Certificates taken apart, and put together with the lengths and checksums that they need.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use teeko_certificate::Certificate;
use teeko_testing::Random;

use crate::files::{FIXED, mended};

/// A file taken apart. The counts of its lists follow from these, unless they are changed later.
#[derive(Clone)]
pub(super) struct Parts {
    /// The bytes before the goals.
    pub(super) header: Vec<u8>,
    pub(super) goals: Vec<Vec<u8>>,
    pub(super) steps: Vec<Vec<u8>>,
    pub(super) tail: Tail,
}

#[derive(Clone)]
pub(super) enum Tail {
    Win {
        plies: u32,
        choices: Vec<u8>,
    },
    /// The gaps of each side, before compression.
    Draw([Vec<u8>; 2]),
}

pub(super) fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

impl Parts {
    pub(super) fn of(file: &[u8]) -> Self {
        let goals_end = FIXED + goal_length(file) * number(file, 24) as usize;
        let end = goals_end + 2 * number(file, 28) as usize;
        let list = |bytes: &[u8], length| bytes.chunks(length).map(<[u8]>::to_vec).collect();
        let tail = if file[16] == 2 {
            let length = number(file, end + 4) as usize;
            let second = end + 8 + length;
            let gaps = |begin, end: usize| decompress_to_vec_zlib(&file[begin..end]).unwrap();
            Tail::Draw([gaps(end + 8, second), gaps(second + 8, file.len() - 4)])
        } else {
            Tail::Win {
                plies: number(file, end),
                choices: Certificate::read(file).unwrap().choices,
            }
        };
        Self {
            header: file[..FIXED].to_vec(),
            goals: list(&file[FIXED..goals_end], goal_length(file)),
            steps: list(&file[goals_end..end], 2),
            tail,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.clone();
        bytes[24..28].copy_from_slice(&count(&self.goals));
        bytes[28..32].copy_from_slice(&count(&self.steps));
        bytes.extend(self.goals.concat());
        bytes.extend(self.steps.concat());
        match &self.tail {
            Tail::Win { plies, choices } => {
                bytes.extend(plies.to_le_bytes());
                bytes.extend(count(choices));
                bytes.extend(packed(choices, self.header[18].into()));
            }
            Tail::Draw(gaps) => {
                for gaps in gaps {
                    let ends: Vec<&u8> = gaps.iter().filter(|&&byte| byte < 128).collect();
                    let part = compress_to_vec_zlib(gaps, 6);
                    bytes.extend(count(&ends));
                    bytes.extend(count(&part));
                    bytes.extend(part);
                }
            }
        }
        bytes.extend([0; 4]);
        mended(bytes)
    }

    /// The offset of the tail.
    pub(super) fn tail_at(&self) -> usize {
        FIXED + self.goals.concat().len() + self.steps.concat().len()
    }
}

/// Returns the bytes of a goal by the options in a file.
fn goal_length(file: &[u8]) -> usize {
    let options = file[23];
    8 + 8 * usize::from(options >> 2 & 1) + usize::from(options >> 3 & 1)
}

fn count<T>(list: &[T]) -> [u8; 4] {
    u32::to_le_bytes(list.len() as u32)
}

/// Returns choices as bits. Wider ones lose their high bits.
fn packed(choices: &[u8], width: usize) -> Vec<u8> {
    let mut bytes = vec![0; (choices.len() * width).div_ceil(8)];
    for (at, choice) in choices.iter().enumerate() {
        for bit in 0..width {
            let place = at * width + bit;
            // A mutant may claim choices of more bits than there are.
            let shifted = choice.checked_shr(bit as u32).unwrap_or(0);
            bytes[place / 8] |= (shifted & 1) << (place % 8);
        }
    }
    bytes
}

impl Tail {
    /// The choices, or the gaps of one side.
    pub(super) fn numbers(&mut self, random: &mut Random) -> &mut Vec<u8> {
        match self {
            Self::Win { choices, .. } => choices,
            Self::Draw(gaps) => &mut gaps[random.below(2)],
        }
    }
}

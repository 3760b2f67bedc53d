//! Changes to certificates, made at random.

use teeko_testing::Random;

use super::parts::{Parts, Tail};

/// A change to the parts of a file.
pub(super) type Change = fn(&mut Parts, &mut Random);

/// A change to the bytes of a file, at an offset where its tail begins.
pub(super) type ByteChange = fn(&mut Vec<u8>, usize, &mut Random);

/// Changes to parts, each with the name of its kind. Length, checksum and counts are right.
pub(super) const CHANGES: [(&str, Change); 29] = [
    ("magic", |parts, random| {
        flip(&mut parts.header[..8], random);
    }),
    ("version", |parts, random| {
        flip(&mut parts.header[8..12], random);
    }),
    ("result", |parts, random| {
        set(&mut parts.header[16], 4, random);
    }),
    ("points", |parts, random| {
        set(&mut parts.header[17], 8, random);
    }),
    ("bits of a choice", |parts, random| {
        set(&mut parts.header[18], 10, random);
    }),
    ("reserved", |parts, random| {
        flip(&mut parts.header[19..20], random);
    }),
    ("board", |parts, random| {
        set(&mut parts.header[20 + random.below(2)], 10, random);
    }),
    ("plan", |parts, random| {
        set(&mut parts.header[22], 18, random);
    }),
    ("options", |parts, random| {
        flip(&mut parts.header[23..24], random);
    }),
    ("goal of other circles", |parts, random| {
        let goal = any(&mut parts.goals, random);
        flip(&mut goal[..8], random);
    }),
    ("goal with a circle moved", |parts, random| {
        let goal = any(&mut parts.goals, random);
        let circles = u64::from_le_bytes(goal[..8].try_into().unwrap());
        let moved = circles & (circles - 1) | 1 << random.below(17);
        goal[..8].copy_from_slice(&moved.to_le_bytes());
        parts
            .goals
            .sort_by_key(|goal| u64::from_le_bytes(goal[..8].try_into().unwrap()));
    }),
    ("goal with other conditions", |parts, random| {
        let goal = any(&mut parts.goals, random);
        let at = 8 + random.below(goal.len() - 8);
        goal[at] ^= 1 << random.below(8);
    }),
    ("goal that must be empty itself", |parts, random| {
        let goal = any(&mut parts.goals, random);
        let own = goal[0..2].to_vec();
        goal[8..10].copy_from_slice(&own);
    }),
    ("goal with another worth", |parts, random| {
        let goal = any(&mut parts.goals, random);
        set(goal.last_mut().unwrap(), 6, random);
    }),
    ("goals all with another worth", |parts, random| {
        let worth = random.below(6) as u8;
        for goal in &mut parts.goals {
            *goal.last_mut().unwrap() = worth;
        }
    }),
    ("goal twice", |parts, random| {
        repeat(&mut parts.goals, random);
    }),
    ("goals exchanged", |parts, random| {
        exchange(&mut parts.goals, random);
    }),
    ("goal left out", |parts, random| {
        leave_out(&mut parts.goals, random);
    }),
    ("goal that another implies", |parts, random| {
        let at = random.below(parts.goals.len());
        let mut implied = parts.goals[at].clone();
        implied[8 + random.below(2)] |= 1 << random.below(8);
        parts.goals.insert(at + 1, implied);
    }),
    ("step", |parts, random| {
        let step = any(&mut parts.steps, random);
        flip(step, random);
    }),
    ("step of any length", |parts, random| {
        let part = random.below(20) as u8;
        any(&mut parts.steps, random)[1] = part.wrapping_sub(10);
    }),
    ("step that leads nowhere", |parts, random| {
        let at = random.below(parts.steps.len());
        parts.steps.insert(at, vec![0, 0]);
    }),
    ("step twice", |parts, random| {
        repeat(&mut parts.steps, random);
    }),
    ("steps exchanged", |parts, random| {
        exchange(&mut parts.steps, random);
    }),
    ("step left out", |parts, random| {
        leave_out(&mut parts.steps, random);
    }),
    ("plies or side", |parts, random| match &mut parts.tail {
        Tail::Win { plies, .. } => *plies = 5 + random.below(5) as u32,
        Tail::Draw(gaps) => gaps.swap(0, 1),
    }),
    ("choice or gap", |parts, random| {
        let numbers = parts.tail.numbers(random);
        let number = any(numbers, random);
        *number ^= 1 << random.below(3);
    }),
    ("choice or gap left out", |parts, random| {
        leave_out(parts.tail.numbers(random), random);
    }),
    ("choice or gap twice", |parts, random| {
        repeat(parts.tail.numbers(random), random);
    }),
];

/// Changes to bytes. Length and checksum are right.
pub(super) const BYTE_CHANGES: [(&str, ByteChange); 9] = [
    ("number of goals", |bytes, _, random| {
        change_count(&mut bytes[24..28], random);
    }),
    ("number of steps", |bytes, _, random| {
        change_count(&mut bytes[28..32], random);
    }),
    ("plies or positions", |bytes, tail, random| {
        change_count(&mut bytes[tail..tail + 4], random);
    }),
    ("choices or bytes", |bytes, tail, random| {
        change_count(&mut bytes[tail + 4..tail + 8], random);
    }),
    ("bit of the tail", |bytes, tail, random| {
        let end = bytes.len() - 4;
        flip(&mut bytes[tail..end], random);
    }),
    ("last bits", |bytes, _, random| {
        let last = bytes.len() - 5;
        bytes[last] ^= 0x80 >> random.below(3);
    }),
    ("bytes after the end", |bytes, _, random| {
        let end = bytes.len() - 4;
        let more = vec![0; 1 + random.below(9)];
        bytes.splice(end..end, more);
    }),
    ("cut short", |bytes, _, random| {
        let length = 4 + random.below(bytes.len() - 5);
        bytes.truncate(length);
    }),
    ("stream", |bytes, tail, random| {
        let at = tail + 8;
        flip(&mut bytes[at..at + 3], random);
    }),
];

/// A change to the gaps of a side, before compression.
pub(super) type GapChange = fn(&mut Vec<u8>);

/// Changes to the gaps of Black's strategy in the sound files of draws, which are all forbidden.
pub(super) const GAP_CHANGES: [(&str, GapChange); 2] = [
    ("gap in more bytes than it needs", |gaps| {
        let end = gaps.iter().position(|&byte| byte < 128).unwrap();
        gaps[end] |= 128;
        gaps.insert(end + 1, 0);
    }),
    ("gap cut short", |gaps| gaps.push(128)),
];

fn any<'a, T>(list: &'a mut [T], random: &mut Random) -> &'a mut T {
    let at = random.below(list.len());
    &mut list[at]
}

fn set(byte: &mut u8, limit: usize, random: &mut Random) {
    *byte = random.below(limit) as u8;
}

pub(super) fn flip(bytes: &mut [u8], random: &mut Random) {
    let bit = random.below(8);
    *any(bytes, random) ^= 1 << bit;
}

fn repeat<T: Clone>(list: &mut Vec<T>, random: &mut Random) {
    let at = random.below(list.len());
    list.insert(at, list[at].clone());
}

fn exchange<T>(list: &mut [T], random: &mut Random) {
    let at = random.below(list.len() - 1);
    list.swap(at, at + 1);
}

fn leave_out<T>(list: &mut Vec<T>, random: &mut Random) {
    list.remove(random.below(list.len()));
}

/// Changes a number: by little, or to one that no file can have.
fn change_count(bytes: &mut [u8], random: &mut Random) {
    let number = u32::from_le_bytes((&*bytes).try_into().unwrap());
    let choices = [
        number + 1,
        number.wrapping_sub(1),
        number * 2 + 1,
        1 << 24,
        (1 << 24) + 1,
        u32::MAX,
    ];
    let changed = choices[random.below(choices.len())];
    bytes.copy_from_slice(&changed.to_le_bytes());
}

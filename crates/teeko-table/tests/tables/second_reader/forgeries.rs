//! Sound files, changes to them that break a rule, and changes that break none.

use std::sync::LazyLock;

use teeko_rules::combinatorics::subsets;
use teeko_rules::{Board, Circles, Goal, Goals, Rules, Step};
use teeko_table::Compression;
use teeko_testing::{circles, encode_both};

use super::parts::{
    BLOCK_LENGTH, BLOCKS, CENTRE_BAN, EMPTY_CIRCLES, FIXED, HEIGHT, KIND, OPTIONS, PASS_RULE, PLAN,
    Parts, SLIDE_HASH, STEPS, VALUES, VOID_GOALS, WIDTH, number, set, signed,
};

/// A sound file that is changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    /// The files of the worked example: 4 x 4, one goal, 8 steps, drop plan sspp.
    Slide,
    Drop,
    /// Files of four goals: {1,2,3,4}, {1,2,5,6} with 11 empty, and the corners, which draw unless
    /// 6 is empty. Their blocks are as small and as large as the format allows.
    EmptySlide,
    EmptyDrop,
}

use Base::{Drop, EmptyDrop, EmptySlide, Slide};

/// The files of rules with circles that must be empty.
pub(super) static EMPTY_FILES: LazyLock<(Vec<u8>, Vec<u8>)> = LazyLock::new(|| {
    let goal = |on: &[usize], empty: &[usize]| Goal::new(circles(on), circles(empty));
    let goals = vec![
        Goal::from(circles(&[1, 2, 3, 4])),
        goal(&[1, 2, 5, 6], &[11]),
        Goal::new(circles(&[1, 4, 13, 16]), Circles::EMPTY).worth(0),
        goal(&[1, 4, 13, 16], &[6]),
    ];
    let rules = Rules::builder()
        .board(Board::new(4, 4).unwrap())
        .goals(Goals::new(goals))
        .step(Step::new([(-7, 1), (-1, 0), (0, 1), (1, 0), (7, 7)]))
        .build()
        .unwrap();
    let solution = teeko_solve::solve(&rules);
    let of_length = |block_length| {
        let level = 1;
        encode_both(
            &solution,
            Compression {
                level,
                block_length,
            },
        )
    };
    (of_length(1 << 10).0, of_length(1 << 20).1)
});

impl Base {
    pub(super) fn parts(self) -> Parts {
        Parts::of(match self {
            Slide => include_bytes!("../../data/centre.slide"),
            Drop => include_bytes!("../../data/centre.drop"),
            EmptySlide => &EMPTY_FILES.0,
            EmptyDrop => &EMPTY_FILES.1,
        })
    }

    pub(super) fn is_slide(self) -> bool {
        matches!(self, Slide | EmptySlide)
    }
}

/// A change to the parts of a file.
pub(super) type Change = fn(&mut Parts);

/// Changes that break a rule, each with what the second reader says of it.
pub(super) const FORGERIES: &[(Base, &str, Change)] = &[
    (Slide, "not a table file", |file| file.fixed[7] = 13),
    (Slide, "version 0 of the format", |file| file.fixed[8] = 0),
    (Slide, "version 2 of the format", |file| file.fixed[8] = 2),
    (Slide, "kind of file 2", |file| file.fixed[KIND] = 2),
    (Drop, "kind of file 1", |file| file.fixed[KIND] = 1),
    (Slide, "index scheme 0", |file| file.fixed[17] = 0),
    (Slide, "index scheme 2", |file| file.fixed[17] = 2),
    (Slide, "points of an attack", |file| file.fixed[19] = 1),
    // Rules.
    (Slide, "board 3x4", |file| file.fixed[WIDTH] = 3),
    (Slide, "board 4x3", |file| file.fixed[HEIGHT] = 3),
    (Slide, "board 9x4", |file| file.fixed[WIDTH] = 9),
    (Slide, "board 4x9", |file| file.fixed[HEIGHT] = 9),
    // The longest sides are no reason to refuse a file.
    (Drop, "values, expected", |file| file.fixed[WIDTH] = 8),
    (Drop, "values, expected", |file| file.fixed[HEIGHT] = 8),
    (Drop, "drop plan or options that", |file| {
        file.fixed[PLAN] = 16;
    }),
    (Drop, "drop plan or options that", |file| {
        file.fixed[OPTIONS] = 16;
    }),
    (Drop, "centre ban without a centre", |file| {
        file.fixed[OPTIONS] = CENTRE_BAN;
    }),
    (Drop, "centre ban without a centre", |file| {
        file.fixed[OPTIONS] = CENTRE_BAN | PASS_RULE | EMPTY_CIRCLES | VOID_GOALS;
        file.extend_goals(EMPTY_CIRCLES | VOID_GOALS, &[0; 9]);
    }),
    (Drop, "centre ban without a centre", |file| {
        file.fixed[WIDTH] = 5;
        file.fixed[OPTIONS] = CENTRE_BAN;
    }),
    (Drop, "centre ban without a centre", |file| {
        file.fixed[HEIGHT] = 5;
        file.fixed[OPTIONS] = CENTRE_BAN;
    }),
    (Drop, "pass rule without a pointed drop", |file| {
        file.fixed[PLAN] = 0;
        file.fixed[OPTIONS] = PASS_RULE;
    }),
    (Slide, "rules of the drop phase", |file| {
        file.fixed[PLAN] = 8;
    }),
    (Slide, "rules of the drop phase", |file| {
        file.fixed[WIDTH] = 5;
        file.fixed[HEIGHT] = 5;
        file.fixed[OPTIONS] = CENTRE_BAN;
    }),
    // Goals.
    (Slide, "bit 2 of the options", |file| {
        file.extend_goals(EMPTY_CIRCLES, &[0; 8]);
    }),
    (Slide, "bit 3 of the options", |file| {
        file.extend_goals(VOID_GOALS, &[1]);
    }),
    (EmptySlide, "goal that is off the board", |file| {
        file.goals[3][1..3].copy_from_slice(&[0x10, 0x01]);
    }),
    (EmptySlide, "goal that is off the board", |file| {
        file.goals[3][10] = 1;
    }),
    (Slide, "goal that is off the board", |file| {
        file.goals[0][0] = 0x20;
    }),
    (Slide, "goal that is off the board", |file| {
        file.goals[0][0] = 0x70;
    }),
    (EmptySlide, "whose own circle must be empty", |file| {
        file.goals[1][8] = 1;
    }),
    (EmptySlide, "worth of a goal that is neither", |file| {
        file.goals[0][16] = 2;
    }),
    (EmptySlide, "goals that do not ascend", |file| {
        file.goals.swap(0, 1);
    }),
    (EmptySlide, "goals that do not ascend", |file| {
        file.goals.insert(0, file.goals[0].clone());
    }),
    (EmptySlide, "too many goals", |file| file.set_pairs(65)),
    (EmptySlide, "too many goals", |file| {
        file.set_pairs(65);
        let row = [0x0f_u64.to_le_bytes(), [0; 8]];
        file.goals.insert(0, row.concat());
    }),
    (EmptySlide, "goal that another implies", |file| {
        file.goals[3][16] = 0;
    }),
    (EmptySlide, "goal that another implies", |file| {
        let mut implied = file.goals[0].clone();
        implied[8] = 0x80;
        file.goals.insert(1, implied);
    }),
    (EmptySlide, "goal that another implies", |file| {
        file.goals[2][16] = 1;
        file.goals[3][16] = 0;
    }),
    // Each goal with each other would be 2,000 million pairs.
    (Slide, "steps that do not ascend", |file| {
        let goals = subsets(36, 4).map(|goal| goal.bits().to_le_bytes().to_vec());
        file.fixed[WIDTH] = 6;
        file.fixed[HEIGHT] = 6;
        file.goals = goals.take(50_000).collect();
        file.steps.swap(2, 3);
    }),
    // Steps.
    (Slide, "steps that do not ascend", |file| {
        file.steps.swap(2, 3);
    }),
    (Slide, "steps that do not ascend", |file| {
        file.steps.insert(0, vec![0xff, 0xff]);
    }),
    (Slide, "steps that do not ascend", |file| {
        file.steps.insert(4, vec![0, 0]);
    }),
    (Slide, "step that is too long", |file| {
        file.steps.push(vec![8, 0]);
    }),
    (Slide, "step that is too long", |file| {
        file.steps.push(vec![1, 8]);
    }),
    (Slide, "step that is too long", |file| {
        file.steps.insert(0, vec![0xf8, 0]);
    }),
    (Slide, "step that is too long", |file| {
        file.steps.insert(0, vec![0xff, 0xf8]);
    }),
    // The census.
    (Slide, "values, expected", |file| file.fixed[VALUES] += 1),
    (Drop, "values, expected", |file| file.fixed[VALUES] -= 1),
    // Four symmetries of a rectangle: 294, 56, 6 and 1 canonical sets of 3, 2, 1 and 0 circles.
    (Drop, "values, expected 208603", |file| {
        file.fixed[WIDTH] = 5;
        file.goals.clear();
        file.steps.clear();
    }),
    (Drop, "values, expected 208603", |file| {
        file.fixed[HEIGHT] = 5;
        file.goals.clear();
        file.steps.clear();
    }),
    // Two symmetries of a step to the right: 280, 64, 8 and 1 canonical sets.
    (Drop, "values, expected 86025", |file| {
        file.goals.clear();
        file.steps = vec![vec![1, 0]];
    }),
    // No symmetries: 560, 120, 16 and 1. A quarter turn maps each circle's targets to a set that is
    // as a number at least the image's targets, then at most.
    (Drop, "values, expected 171321", |file| {
        file.goals.clear();
        file.steps = vec![vec![255, 255], vec![255, 1], vec![0, 255], vec![1, 1]];
    }),
    (Drop, "values, expected 171321", |file| {
        file.goals.clear();
        file.steps = vec![vec![255, 0], vec![255, 1], vec![1, 255], vec![1, 1]];
    }),
    (Slide, "census entry", |file| {
        file.census.insert(1, entry(8, 1, 1, 0));
        file.census.remove(2);
    }),
    (Slide, "census entry", |file| file.entry(8, 1)[2] = 1),
    (Slide, "census entry", |file| file.entry(8, 1)[3] = 1),
    (Slide, "census entry (7, 0, 0)", |file| {
        file.census.insert(0, entry(7, 0, 0, 1));
    }),
    (Drop, "census entry (8, 0, 0)", |file| {
        file.census.push(entry(8, 0, 0, 1));
    }),
    (Slide, "census entry (8, 1, 1) after (8, 1, 3)", |file| {
        file.census.swap(1, 2);
    }),
    (Slide, "census entry (8, 1, 1) after (8, 1, 1)", |file| {
        file.entry(8, 1)[8] -= 1;
        file.census.insert(1, entry(8, 1, 1, 1));
    }),
    (Slide, "census entry (8, 1, 0)", |file| {
        file.entry(8, 1)[4] = 0;
    }),
    (Slide, "census entry (8, 1, 2)", |file| {
        file.entry(8, 1)[4] = 2;
    }),
    (Slide, "census entry (8, 2, 1)", |file| {
        file.entry(8, 2)[4] = 1;
    }),
    (Slide, "census entry (8, 0, 2)", |file| {
        file.entry(8, 0)[4] = 2;
    }),
    (Slide, "census entry (8, 3, 1)", |file| {
        file.entry(8, 3)[4] = 1;
    }),
    (Slide, "census entry (8, 4, 1)", |file| {
        file.entry(8, 4)[4] = 1;
    }),
    (Slide, "census entry (8, 5, 0)", |file| {
        file.entry(8, 4)[1] = 5;
    }),
    (EmptyDrop, "census entry (6, 1, 0)", |file| {
        file.entry(6, 1)[4..8].fill(0);
    }),
    (Drop, "census entry (7, 3, 0)", |file| {
        file.census.push(entry(7, 3, 0, 1));
    }),
    (Slide, "more or fewer positions", |file| {
        file.entry(8, 0)[8] += 1;
    }),
    (Slide, "more or fewer positions", |file| {
        file.entry(8, 0)[8] -= 1;
    }),
    (Drop, "more or fewer positions", |file| {
        file.entry(3, 0)[8] += 1;
    }),
    // The greatest values of one byte and of two, and those beyond.
    (Slide, "blocks, expected", |file| far_loss(file, 508, 1)),
    (Slide, "bytes of a value", |file| far_loss(file, 510, 1)),
    (Slide, "blocks, expected", |file| far_loss(file, 131_068, 2)),
    (Slide, "distance that no value has", |file| {
        far_loss(file, 131_070, 2);
    }),
    (EmptySlide, "blocks, expected", |file| {
        far_loss(file, 254, 1);
    }),
    (EmptySlide, "bytes of a value", |file| {
        far_loss(file, 255, 1);
    }),
    (EmptySlide, "blocks, expected", |file| {
        far_loss(file, 65_534, 2);
    }),
    (EmptySlide, "distance that no value has", |file| {
        far_loss(file, 65_535, 2);
    }),
    (Drop, "bytes of a value", |file| set_last(file, [6, 1], 255)),
    (Drop, "bytes of a value", |file| {
        file.entry(4, 0)[8] -= 1;
        file.census.insert(5, entry(4, 2, 300, 1));
    }),
    (Drop, "blocks, expected", |file| {
        far_in_drop_file(file, [6, 2], 65_534);
    }),
    (Drop, "distance that no value has", |file| {
        far_in_drop_file(file, [6, 1], 65_535);
    }),
    (EmptyDrop, "bytes of a value", |file| {
        set_last(file, [6, 1], 127);
    }),
    (EmptyDrop, "bytes of a value", |file| {
        set_last(file, [6, 2], 128);
    }),
    (EmptyDrop, "blocks, expected", |file| {
        far_in_drop_file(file, [6, 2], 32_767);
    }),
    (EmptyDrop, "distance that no value has", |file| {
        far_in_drop_file(file, [6, 1], 32_767);
    }),
    (EmptyDrop, "distance that no value has", |file| {
        far_in_drop_file(file, [6, 2], 32_768);
    }),
    (Slide, "bytes of a value", |file| file.fixed[18] = 2),
    (Slide, "bytes of a value", |file| file.fixed[18] = 0),
    // Blocks.
    (Slide, "512 bytes of a block", |file| {
        set(&mut file.fixed, BLOCK_LENGTH, 1 << 9);
    }),
    (Slide, "2097152 bytes of a block", |file| {
        set(&mut file.fixed, BLOCK_LENGTH, 1 << 21);
    }),
    (Slide, "65537 bytes of a block", |file| {
        file.fixed[BLOCK_LENGTH] = 1;
    }),
    (Slide, "1 blocks, expected 2", |file| {
        file.blocks.pop();
    }),
    (Slide, "3 blocks, expected 2", |file| {
        file.blocks.push(vec![0]);
    }),
    (Slide, "slide hash in a slide file", |file| {
        file.fixed[SLIDE_HASH + 31] = 1;
    }),
    (Slide, "offset of block 1", |file| file.blocks[1].clear()),
    // What a block decompresses to. The last one has the 59,204 values that are left.
    (Slide, "block 1: 59205 bytes, expected 59204", |file| {
        file.blocks[1] = frame(59_205);
    }),
    (Slide, "block 1: 59203 bytes, expected 59204", |file| {
        file.blocks[1] = frame(59_203);
    }),
    (Slide, "block 0: 0 bytes, expected 65536", |file| {
        file.blocks[0] = frame(0);
    }),
    (Slide, "block 1: 59203 bytes, expected 59204", |file| {
        file.blocks[1] = frame_without_length(59_203);
    }),
    (Slide, "block 1: expected a zstd frame", |file| {
        file.blocks[1] = frame_without_length(59_205);
    }),
    (Slide, "block 0: 1099511627776 bytes, expected", |file| {
        file.blocks[0] = vast_frame();
    }),
    (Slide, "block 1: expected a zstd frame", |file| {
        file.blocks[1] = vec![0];
    }),
    (Slide, "block 0: expected a zstd frame", |file| {
        file.blocks[0] = b"no frame at all".to_vec();
    }),
    (Slide, "block 0: expected a zstd frame", |file| {
        file.blocks[0].pop();
    }),
    (Slide, "block 0: expected a zstd frame", |file| {
        file.blocks[0].push(0);
    }),
    (Slide, "block 0: 131073 compressed bytes", |file| {
        file.blocks[0].resize((1 << 17) + 1, 0);
    }),
    (Slide, "block 0: expected a zstd frame", |file| {
        file.blocks[0].resize(1 << 17, 0);
    }),
    // The last block is the shortest.
    (EmptySlide, "2049 compressed bytes", |file| {
        file.blocks.last_mut().unwrap().resize(2_049, 0);
    }),
    (EmptySlide, "expected a zstd frame", |file| {
        file.blocks.last_mut().unwrap().resize(2_048, 0);
    }),
];

/// A change to the bytes of a file, which keeps its checksum as it is.
pub(super) type ByteChange = fn(&mut Vec<u8>);

/// Changes to bytes that break a rule, each with what the second reader says of it.
pub(super) const BYTE_FORGERIES: &[(Base, &str, ByteChange)] = &[
    (Slide, "not a table file", Vec::clear),
    (Slide, "unpack_from requires", |file| {
        file.truncate(FIXED - 1);
    }),
    (Slide, "wrong length of the header", |file| {
        file.truncate(FIXED);
    }),
    (Slide, "wrong length of the header", |file| {
        let length = number(file, 12);
        file.truncate(length - 1);
    }),
    (Slide, "509 bytes, expected 510", |file| {
        file.pop();
    }),
    (Slide, "511 bytes, expected 510", |file| file.push(0)),
    (Slide, "wrong length of the header", |file| {
        file[12] += 1;
        *file = signed(file.clone());
    }),
    (Slide, "wrong length of the header", |file| {
        file[12] -= 1;
        *file = signed(file.clone());
    }),
    (Slide, "wrong length of the header", |file| {
        file[BLOCKS] -= 1;
        *file = signed(file.clone());
    }),
    (Slide, "wrong checksum of the header", |file| {
        file[FIXED] ^= 1;
    }),
    (Slide, "wrong checksum of the header", |file| {
        set_checksum(file, 0);
    }),
    (Slide, "wrong checksum of the header", |file| {
        set_checksum(file, 0xff);
    }),
    (Slide, "offset of block 0", |file| {
        let place = number(file, 12) - 4 - 32;
        file[place] += 1;
        *file = signed(file.clone());
    }),
    (Slide, "offset of block 1", |file| {
        let place = number(file, 12) - 4 - 16;
        file[place] -= 1;
        *file = signed(file.clone());
    }),
    (Slide, "block 1: wrong checksum", |file| {
        *file.last_mut().unwrap() ^= 1;
    }),
    (Slide, "block 1: wrong checksum", |file| {
        set_checksum_of_block_1(file, 0);
    }),
    (Slide, "block 1: wrong checksum", |file| {
        set_checksum_of_block_1(file, 0xff);
    }),
    (Slide, "rules and census of more than 16 MiB", |file| {
        lengthen(file, (1 << 24) + 2);
    }),
    (Slide, "wrong checksum of the header", |file| {
        lengthen(file, 1 << 24);
    }),
];

/// Changes that no rule forbids.
pub(super) const VARIATIONS: &[(Base, Change)] = &[
    (Slide, |_| {}),
    (Drop, |_| {}),
    (EmptySlide, |_| {}),
    (EmptyDrop, |_| {}),
    (Drop, |file| file.fixed[PLAN] = 15),
    (Drop, |file| file.fixed[PLAN] = 0),
    (Drop, |file| file.fixed[OPTIONS] = PASS_RULE),
    (Slide, |file| file.blocks[1] = frame(59_204)),
    (Slide, |file| file.blocks[1] = frame_without_length(59_204)),
    (EmptySlide, |file| file.set_pairs(64)),
    // The greatest distances that one byte has, and greater ones in layers without values.
    (Drop, |file| set_last(file, [6, 2], 254)),
    (EmptyDrop, |file| set_last(file, [6, 1], 126)),
    (EmptyDrop, |file| set_last(file, [6, 2], 127)),
    (Slide, |file| set_last(file, [8, 1], 1_001)),
    (Drop, |file| set_last(file, [7, 2], 1_000)),
    // Goals with empty circles are won and lost in any number of plies.
    (EmptySlide, |file| file.entry(8, 2)[4] = 1),
    (EmptyDrop, |file| file.entry(7, 1)[4] = 2),
    // A step that no piece can make, as long as steps may be.
    (Slide, |file| file.steps.push(vec![7, 7])),
    (Slide, |file| file.steps.insert(0, vec![0xf9, 0xf9])),
];

/// Returns the bytes of an entry of the census.
pub(super) fn entry(layer: u8, class: u8, plies: u32, positions: u64) -> Vec<u8> {
    let mut bytes = vec![layer, class, 0, 0];
    bytes.extend(plies.to_le_bytes());
    bytes.extend(positions.to_le_bytes());
    bytes
}

/// Changes the plies of the last entry with this layer and class.
fn set_last(file: &mut Parts, kind: [u8; 2], plies: usize) {
    let last = file.census.iter().rposition(|entry| entry[..2] == kind);
    set(&mut file.census[last.unwrap()], 4, plies);
}

/// The same in a file with values of two bytes, without its blocks.
fn far_in_drop_file(file: &mut Parts, kind: [u8; 2], plies: usize) {
    set_last(file, kind, plies);
    file.fixed[18] = 2;
    file.blocks.clear();
}

/// Has the greatest loss in the census take as many plies, in values of this width, and leaves out
/// all blocks.
pub(super) fn far_loss(file: &mut Parts, plies: usize, width: u8) {
    let last = file.census.iter().rposition(|entry| entry[1] == 2).unwrap();
    set(&mut file.census[last], 4, plies);
    file.fixed[18] = width;
    file.blocks.clear();
}

/// Sets the bytes of the header's checksum.
fn set_checksum(file: &mut [u8], byte: u8) {
    let length = number(file, 12);
    file[length - 4..length].fill(byte);
}

/// Sets the bytes of the checksum that the header has for the last of two blocks.
fn set_checksum_of_block_1(file: &mut Vec<u8>, byte: u8) {
    let end = number(file, 12) - 4;
    file[end - 4..end].fill(byte);
    *file = signed(file.clone());
}

/// Returns a zstd frame of zeros that does not say its length.
fn frame_without_length(length: usize) -> Vec<u8> {
    zstd::stream::encode_all(&vec![0; length][..], 3).unwrap()
}

/// Returns a zstd frame that says that it has a tebibyte, and has nothing (RFC 8878, 3.1.1).
fn vast_frame() -> Vec<u8> {
    const MAGIC: u32 = 0xfd2f_b528;
    // One segment, whose length takes eight bytes; then an empty block, which is the last.
    const DESCRIPTOR: u8 = 0b1110_0000;
    let mut frame = MAGIC.to_le_bytes().to_vec();
    frame.push(DESCRIPTOR);
    frame.extend(u64::to_le_bytes(1 << 40));
    frame.extend([1, 0, 0]);
    frame
}

/// Returns a zstd frame of zeros.
pub(super) fn frame(length: usize) -> Vec<u8> {
    zstd::bulk::compress(&vec![0; length], 3).unwrap()
}

/// Makes a file say that it has as many bytes before its block index, almost all of them steps. Its
/// checksum is wrong.
pub(super) fn lengthen(file: &mut Vec<u8>, length: usize) {
    let header = length + 16 * number(file, BLOCKS) + 4;
    let more = header - number(file, 12);
    let steps = number(file, STEPS) + more / 2;
    set(file, STEPS, steps);
    set(file, 12, header);
    file.resize(file.len() + more, 0);
}

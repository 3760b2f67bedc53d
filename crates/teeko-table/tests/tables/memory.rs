//! The memory that expanding and refusing tables takes.

use std::io;

use crate::surgery::{census_start, header_length, replace_block};
use teeko_rules::{Rules, Step};
use teeko_solve::solve;
use teeko_table::{Compression, Storage, TableFile, memory_to_expand};
use teeko_testing::{
    SMALL_BLOCKS, encode_both, long_win_rules, measured, one_way_rules, open, rules, runs_alone,
    sign, small_rules, solved, table,
};

/// Expanding a table takes at most the predicted bytes, and not much fewer.
fn assert_expanding_takes_what_is_stated(rules: &Rules) {
    let solution = solve(rules);
    let deepest = solution.census().deepest();
    let table = table(
        &solution,
        Compression {
            level: 3,
            ..Compression::default()
        },
    );
    drop(solution);
    let what = format!(
        "{} board, group of {}, {deepest} plies",
        rules.board(),
        rules.symmetries().order()
    );
    let (expanded, peak, left) = measured(|| table.expand().expect("a sound table"));
    let stated = memory_to_expand(rules, deepest) as usize;
    assert!(
        peak <= stated && stated <= peak * 8 / 5,
        "{what}: {peak} bytes, stated {stated}"
    );
    // What remains is the layers, with each value as wide as the greatest distance needs, and
    // little else.
    assert!(
        left > peak / 3 && left < peak * 3 / 4,
        "{what}: {left} of {peak} bytes are left"
    );
    drop(expanded);

    let slides = table.expand_slides().expect("a sound table");
    let (_sharing, peak_sharing, left_sharing) =
        measured(|| table.expand_with(&slides).expect("a sound table"));
    let what = format!(
        "{what}: {peak_sharing} and {left_sharing} bytes with a slide phase, \
         {peak} and {left} without"
    );
    assert!(peak_sharing < peak / 2 && left_sharing < left / 2, "{what}");
}

/// The memory for reading a small file and for the symmetries of the largest board.
const LITTLE: usize = 1 << 18;

/// No memory is taken just because a file claims to need it.
fn assert_hostile_files_take_little() {
    let (slide, _) = encode_both(&solved("44-ssss+4x4"), SMALL_BLOCKS);
    let assert_refused = |what: &str, place: usize, bytes: &[u8]| {
        let mut changed = slide.clone();
        changed[place..place + bytes.len()].copy_from_slice(bytes);
        sign(&mut changed, header_length(&slide));
        let (result, peak, _) = measured(|| TableFile::open(changed, "hostile").map(|_| ()));
        assert!(
            result.is_err() && peak < LITTLE,
            "{what}: {result:?}, {peak} bytes"
        );
    };
    // The second entry counts wins in one ply; other distances must be odd too.
    assert_refused(
        "distance",
        census_start(&slide) + 16 + 4,
        &u32::MAX.to_le_bytes(),
    );
    for (place, what) in [
        (12, "length"),
        (108, "goals"),
        (112, "offsets"),
        (24, "blocks"),
        (28, "entries of the census"),
    ] {
        assert_refused(what, place, &u32::MAX.to_le_bytes());
    }
    assert_refused("board", 104, &[8, 8]);

    // Blocks of a gigabyte: in one frame, in many, and in frames that want a large window.
    let zeros = |length: usize| zstd::bulk::compress(&vec![0; length], 3).expect("a frame");
    for (what, bytes) in [
        ("a frame of a gigabyte", zeros(1 << 30)),
        ("frames of a megabyte", zeros(1 << 20).repeat(1 << 10)),
        ("a window of 8 MB", runs(13)),
        ("windows of 8 MB", runs(13).repeat(2)),
        ("a window of 128 MB", runs(17)),
        ("a window of 2 GB", runs(21)),
    ] {
        let file = open(replace_block(&slide, 5, &bytes));
        let (result, peak, _) = measured(|| file.decode_block(5));
        // While its window grows, the portable decoder has it twice, beside the bytes that it
        // decodes at a time.
        let most = LITTLE
            + bytes.len()
            + if cfg!(feature = "portable") {
                48 << 20
            } else {
                0
            };
        assert!(result.is_err() && peak < most, "{what}: {peak} bytes");
    }
}

/// A file with holes: zeros after the bytes at its beginning.
#[derive(Debug)]
struct Sparse {
    begin: Vec<u8>,
    length: u64,
}

impl Storage for Sparse {
    fn length(&self) -> io::Result<u64> {
        Ok(self.length)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        buffer.fill(0);
        let begin = self.begin.get(offset as usize..).unwrap_or_default();
        let known = begin.len().min(buffer.len());
        buffer[..known].copy_from_slice(&begin[..known]);
        Ok(())
    }
}

/// A file of any length takes a few kB on disk.
fn assert_sparse_files_take_little() {
    const LENGTH: u32 = 1 << 28;
    let (slide, _) = encode_both(&solved("44-ssss+4x4"), SMALL_BLOCKS);
    let own = header_length(&slide);
    let (length, blocks) = (12, 24);
    for (what, claims) in [
        ("a long header", &[(length, LENGTH)][..]),
        (
            "a long block index",
            &[(length, LENGTH), (blocks, (LENGTH - own as u32) / 16)],
        ),
        ("no table", &[(0, 0), (length, LENGTH)]),
    ] {
        let mut begin = slide[..own].to_vec();
        for (place, claim) in claims {
            begin[*place..*place + 4].copy_from_slice(&claim.to_le_bytes());
        }
        let length = u64::from(LENGTH) + 1;
        let sparse = Sparse { begin, length };
        let (result, peak, _) = measured(|| TableFile::open(sparse, "sparse").map(|_| ()));
        assert!(
            result.is_err() && peak < LITTLE,
            "{what}: {result:?}, {peak} bytes"
        );
    }

    // The last block is as long as it can be.
    let header = open(slide.clone()).header().clone();
    let last = header.blocks.last().expect("a block");
    let mut begin = slide;
    begin[own - 12..own - 8].copy_from_slice(&u32::MAX.to_le_bytes());
    sign(&mut begin, own);
    let length = last.offset + u64::from(u32::MAX);
    let file = TableFile::open(Sparse { begin, length }, "sparse").expect("a sound header");
    let number = header.blocks.len() as u32 - 1;
    let (result, peak, _) = measured(|| file.decode_block(number));
    assert!(result.is_err() && peak < LITTLE, "{result:?}, {peak} bytes");
}

/// A frame of a gigabyte in runs of one byte, with a window of 2^(10 + exponent) bytes, which does
/// not state its length.
fn runs(exponent: u8) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3];
    // Runs of one byte, 2^17 bytes each, none of them the last block.
    frame.extend([0x02, 0x00, 0x10, 0x00].repeat(1 << 13));
    // The last block, raw and empty.
    frame.extend([0x01, 0x00, 0x00]);
    frame
}

#[test]
fn memory_is_bounded() {
    if !runs_alone("memory::memory_is_bounded") {
        return;
    }
    // Starts the threads first, so that they are not measured.
    rayon::broadcast(|_| ());
    let goals = [[1, 2, 3, 4], [5, 6, 7, 8], [2, 3, 6, 10]];
    for rules in [
        rules("44-ssss+4x4"),
        rules("58-pppp+4x4+knight+pass"),
        rules("44-ssss+4x5"),
        rules("44-ssss"),
        // Without symmetry, with one symmetry, without a step, with few slides, and with values of
        // two bytes.
        one_way_rules("ssss"),
        small_rules(&goals[..1], Step::default().offsets(), "ppsp"),
        small_rules(&goals, &[], "ssss"),
        small_rules(&goals[1..], &[(3, 3)], "ssss"),
        long_win_rules(),
    ] {
        assert_expanding_takes_what_is_stated(&rules);
    }
    assert_hostile_files_take_little();
    assert_sparse_files_take_little();
}

//! Damaged and hostile files are refused or answer correctly. They never make the reader panic or
//! take much memory.

use crate::sample::{Sample, sample};
use crate::surgery::{census_start, header_length, replace_block};
use teeko_rules::{Outcome, Position, Rules, Side};
use teeko_table::{BlockEntry, Header, Table, TableError, TableFile, check_census};
use teeko_testing::{Damage, Random, SMALL_BLOCKS, damage, open, rules, sign, small_rules};

fn open_slice(file: &[u8]) -> Result<TableFile, TableError> {
    TableFile::open(file.to_vec(), "hostile")
}

/// Some positions of every layer; in the slide phase Red is to move.
fn positions(rules: &Rules) -> Vec<Position> {
    let mut random = Random::new(1_954);
    let deal = |number: usize| {
        let position = random.position(rules.board(), number % 9);
        let turn = Position::turn_in_layer(position.layer()).unwrap_or(Side::Red);
        Position::of_turn(turn, position.mover(), position.opponent())
    };
    (0..90).map(deal).collect()
}

/// Whether a pair of files is refused at some point; if it is not, its answers must be right.
fn refused(slide: &[u8], drop: &[u8]) -> bool {
    let Sample { solution, .. } = sample();
    let (Ok(slide), Ok(drop)) = (open_slice(slide), open_slice(drop)) else {
        return true;
    };
    if slide.check().is_err() || drop.check().is_err() {
        return true;
    }
    let Ok(table) = Table::new(slide, Some(drop), solution.rules()) else {
        return true;
    };
    for position in positions(solution.rules()) {
        match table.outcome(&position) {
            Err(_) => return true,
            Ok(outcome) => assert_eq!(outcome, solution.outcome(&position)),
        }
    }
    false
}

#[test]
fn the_sample_itself_is_accepted() {
    let Sample {
        solution,
        slide,
        drop,
    } = sample();
    assert!(!refused(slide, drop));
    let open_positions = positions(solution.rules());
    let decided = open_positions.iter().filter(|position| {
        matches!(
            solution.outcome(position),
            Some(Outcome::Win(_) | Outcome::Loss(_))
        )
    });
    assert!(
        decided.count() > 10,
        "the positions asked for are not all drawn"
    );
    assert!(open(slide.clone()).header().blocks.len() > 20);
}

/// A table that is not of an attack has no points to force: a side forces a goal if it wins.
#[test]
fn who_wins_forces_a_goal() {
    let Sample {
        solution,
        slide,
        drop,
    } = sample();
    let table = Table::open(open(slide.clone()), Some(open(drop.clone()))).expect("tables");
    let mut forced = 0;
    for position in positions(solution.rules()) {
        for side in [Side::Black, Side::Red] {
            let found = table.forces(side, &position).expect("sound tables");
            let outcome = solution.outcome(&position);
            let expected = outcome.and_then(|outcome| outcome.win_of(side == position.turn));
            assert_eq!(found, expected, "{position:?}");
            forced += usize::from(found.is_some());
        }
    }
    assert!(forced > 10);
}

/// Every byte of the header is damaged, and every third byte of the blocks.
#[test]
fn any_damage_is_noticed() {
    let Sample { slide, drop, .. } = sample();
    for file in [slide, drop] {
        let header = open(file.clone()).header().clone();
        let blocks = header.length()..file.len();
        let places = (0..blocks.start).chain(blocks.step_by(3));
        damage(
            file,
            places.chain([file.len() - 1]),
            |damage, bytes| match damage {
                Damage::Flipped(place) if place < header.length() => assert_header(bytes, place),
                Damage::Flipped(place) => assert_block(bytes, &header, place),
                Damage::Cut(_) | Damage::Longer => assert_length(bytes, file.len()),
            },
        );
    }
}

/// Asserts that a changed byte of the header is noticed. A file that does not begin like a table of
/// this version is another file.
fn assert_header(bytes: &[u8], place: usize) {
    let error = open_slice(bytes).expect_err("a changed header");
    match place {
        0..12 => assert!(matches!(error, TableError::Unfit { .. }), "{error}"),
        _ => assert!(matches!(error, TableError::Damaged { .. }), "{error}"),
    }
}

/// Asserts that a changed byte of a block is noticed, and that the error names the block.
fn assert_block(bytes: &[u8], header: &Header, place: usize) {
    let file = open_slice(bytes).expect("a sound header");
    let error = file.check().expect_err("a changed block");
    let is_before = |block: &BlockEntry| block.offset as usize <= place;
    let block = header.blocks.partition_point(is_before) - 1;
    let TableError::Damaged {
        block: Some(found),
        fault,
        ..
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(fault.check, "checksum", "{error}");
    assert_eq!(*found as usize, block);
    assert_eq!(fault.offset, header.blocks[block].offset);
}

/// Asserts that a file of another length than `whole` is noticed, and of a longer one what the error
/// says.
fn assert_length(bytes: &[u8], whole: usize) {
    let error = open_slice(bytes).expect_err("a file of another length");
    let TableError::Damaged {
        block: None, fault, ..
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(fault.check, "length of the file", "{error}");
    if bytes.len() > whole {
        let expected = format!("expected {whole}, found {}", bytes.len());
        assert!(error.to_string().ends_with(&expected), "{error}");
    }
}

/// A header changed on purpose, with a matching checksum: every change that could affect an answer
/// is noticed.
#[test]
fn every_flipped_byte_of_a_signed_header_is_harmless() {
    let Sample { slide, drop, .. } = sample();
    for (file, is_slide) in [(slide, true), (drop, false)] {
        let length = header_length(file);
        let census = census_start(file)..length - 4 - 16 * open(file.clone()).header().blocks.len();
        for place in 8..length - 4 {
            for pattern in [0x01, 0x08, 0x80, 0xff] {
                let mut changed = file.clone();
                changed[place] ^= pattern;
                sign(&mut changed, length);
                let refused = if is_slide {
                    refused(&changed, drop)
                } else {
                    refused(slide, &changed)
                };
                // The census can be changed so that it still adds up; no answer depends on it.
                assert!(
                    refused || census.contains(&place),
                    "byte {place} ^ {pattern:#x}"
                );
            }
        }
    }
}

#[test]
fn swapped_blocks_are_noticed() {
    let Sample { slide, .. } = sample();
    let header = open(slide.clone()).header().clone();
    let bytes = |number: usize| {
        let block = header.blocks[number];
        slide[block.offset as usize..][..block.length as usize].to_vec()
    };
    assert_ne!(bytes(3), bytes(8));
    let swapped = replace_block(&replace_block(slide, 3, &bytes(8)), 8, &bytes(3));
    let error = open_slice(&swapped)
        .expect("a sound header")
        .check()
        .expect_err("swapped blocks")
        .to_string();
    assert!(error.contains("content hash at offset 40"), "{error}");
    assert_eq!(
        replace_block(slide, 3, &bytes(3)),
        *slide,
        "replacing a block by itself changes nothing"
    );
}

/// Blocks with good checksums that contain too much, too little, or not a single zstd frame. Frames
/// that decoders skip, or that are empty, could hide data.
#[test]
fn a_block_is_one_frame_of_the_right_length() {
    let Sample { slide, drop, .. } = sample();
    let length = SMALL_BLOCKS.block_length;
    let zeros = |length: usize| zstd::bulk::compress(&vec![0; length], 3).expect("a frame");
    let block = open(slide.clone()).header().blocks[5];
    let frame = &slide[block.offset as usize..][..block.length as usize];
    let values = open(slide.clone()).decode_block(5).expect("a sound block");
    let skippable = [
        &0x184d_2a57_u32.to_le_bytes()[..],
        &7_u32.to_le_bytes(),
        b"payload",
    ]
    .concat();
    let empty = zeros(0);
    let halves = values.split_at(values.len() / 2);
    let [first, second] =
        [halves.0, halves.1].map(|half| zstd::bulk::compress(half, 3).expect("a frame"));
    for (what, bytes, checks) in [
        ("a value less", zeros(length - 1), &["length"][..]),
        ("a value more", zeros(length + 1), &["decompression"]),
        ("a gigabyte", zeros(1 << 30), &["decompression"]),
        ("no values", empty.clone(), &["length"]),
        ("no frame", b"no frame at all".to_vec(), &["decompression"]),
        (
            "a part of a frame",
            zeros(length)[..5].to_vec(),
            &["decompression", "length"],
        ),
        (
            "a skippable frame before",
            [&skippable, frame].concat(),
            &["decompression"],
        ),
        (
            "a skippable frame after",
            [frame, &skippable].concat(),
            &["decompression"],
        ),
        (
            "an empty frame before",
            [&empty, frame].concat(),
            &["decompression"],
        ),
        (
            "an empty frame after",
            [frame, &empty].concat(),
            &["decompression"],
        ),
        ("two frames", [first, second].concat(), &["decompression"]),
        ("a byte after", [frame, &[0]].concat(), &["decompression"]),
    ] {
        let replaced = replace_block(slide, 5, &bytes);
        let error = open_slice(&replaced)
            .expect("a sound header")
            .decode_block(5)
            .expect_err(what);
        let TableError::Damaged {
            block: Some(5),
            fault,
            ..
        } = &error
        else {
            panic!("{error}")
        };
        assert!(checks.contains(&fault.check), "{what}: {error}");
        assert!(refused(&replaced, drop), "{what}");
    }
}

/// Returns a frame of the values of a block of 4 KiB, which empty blocks make twice as long.
fn padded_frame(values: &[u8]) -> Vec<u8> {
    // The length is in the header, in two bytes and 256 less.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x60];
    frame.extend((values.len() as u16 - 256).to_le_bytes());
    frame.resize(values.len() - 3, 0);
    let last = (values.len() as u32) << 3 | 1;
    frame.extend(&last.to_le_bytes()[..3]);
    frame.extend(values);
    frame
}

/// What cannot be compressed takes a few bytes more.
#[test]
fn a_block_may_be_longer_compressed_than_not_and_at_most_twice_as_long() {
    let Sample { slide, .. } = sample();
    let decode = |frame: &[u8]| open(replace_block(slide, 5, frame)).decode_block(5);
    let values: Vec<u8> = (0..SMALL_BLOCKS.block_length)
        .map(|place| (place * place / 7) as u8)
        .collect();
    let frame = padded_frame(&values);
    assert_eq!(frame.len(), 2 * values.len());
    assert_eq!(decode(&frame).expect("a sound block"), values);
    let error = decode(&[&frame, &[0][..]].concat()).expect_err("a longer block");
    let found = "found one of 8193 compressed bytes";
    assert!(error.to_string().ends_with(found), "{error}");
}

/// Returns a file that counts one position of a layer in another class.
fn with_another_census(file: &[u8]) -> Vec<u8> {
    let count = |entry: usize| u64::from_le_bytes(file[entry + 8..entry + 16].try_into().unwrap());
    let mut entries = (census_start(file)..).step_by(16);
    // The first byte of an entry is the layer.
    let entry = entries.find(|&entry| file[entry] == file[entry + 16] && count(entry) > 1);
    let entry = entry.expect("a layer of two classes");
    let mut changed = file.to_vec();
    changed[entry + 8..entry + 16].copy_from_slice(&(count(entry) - 1).to_le_bytes());
    changed[entry + 24..entry + 32].copy_from_slice(&(count(entry + 16) + 1).to_le_bytes());
    sign(&mut changed, header_length(file));
    changed
}

#[test]
fn a_census_that_the_values_do_not_have_is_noticed() {
    let Sample { slide, drop, .. } = sample();
    let table = Table::open(open(slide.clone()), Some(open(drop.clone()))).expect("tables");
    let expanded = table.expand().expect("sound tables");
    for file in [slide, drop] {
        assert!(check_census(&expanded, &open(file.clone())).is_ok());
        let changed = open(with_another_census(file));
        let error = check_census(&expanded, &changed).expect_err("another census");
        let TableError::Damaged {
            block: None, fault, ..
        } = &error
        else {
            panic!("{error}");
        };
        assert_eq!(fault.check, "census");
    }
}

#[test]
fn other_files_are_told_from_damaged_ones() {
    let slide = &sample().slide;
    let translated: Vec<u8> = slide
        .iter()
        .copied()
        .filter(|&byte| byte != b'\r')
        .collect();
    for other in [
        b"PK\x03\x04 a zip file".as_slice(),
        b"\x89PNG\r\n\x1a\n",
        &translated,
        b"x",
    ] {
        let error = open_slice(other).expect_err("another file");
        assert!(matches!(error, TableError::Unfit { .. }), "{error}");
    }
    let error = open_slice(b"").expect_err("an empty file");
    assert!(matches!(error, TableError::Damaged { .. }), "{error}");

    let mut newer = slide.clone();
    newer[8] = 4;
    let error = open_slice(&newer)
        .expect_err("a file of version 4")
        .to_string();
    assert_eq!(
        error,
        "hostile: version of the table format: expected 1, found 4"
    );
}

#[test]
fn files_of_other_rules_are_refused_by_name() {
    let Sample { slide, drop, .. } = sample();
    let refusal = |slide: &[u8], drop: &[u8], expected: &Rules| {
        let (slide, drop) = (
            TableFile::open(slide.to_vec(), "a.slide"),
            TableFile::open(drop.to_vec(), "b.drop"),
        );
        Table::new(slide.unwrap(), Some(drop.unwrap()), expected)
            .expect_err("other rules")
            .to_string()
    };
    for (variant, message) in [
        (
            "58-spsp+4x4",
            "a.slide: table of other rules: goals: expected 58, found 44",
        ),
        (
            "44-spsp",
            "a.slide: table of other rules: board: expected 5x5, found 4x4",
        ),
        (
            "44-spsp+4x4+knight",
            "a.slide: table of other rules: step: expected knight, found king",
        ),
        (
            "44-ssss+4x4",
            "b.drop (of 44-spsp+4x4): table of other rules: drop plan: expected ssss, found spsp",
        ),
        (
            "44-spsp+4x4+pass",
            "b.drop (of 44-spsp+4x4): table of other rules: pass rule: expected on, found off",
        ),
    ] {
        assert_eq!(refusal(slide, drop, &rules(variant)), message);
    }
    let own = rules("44-spsp+4x4");
    assert!(refusal(drop, slide, &own).ends_with("kind of file: expected slide, found drop"));
    assert!(refusal(slide, slide, &own).ends_with("kind of file: expected drop, found slide"));
    let odd = small_rules(&[[1, 2, 3, 4], [2, 3, 4, 5]], &[(1, 0), (3, 3)], "ssss");
    assert!(
        refusal(slide, drop, &odd).ends_with("goals: expected 2 goals with {2,3,4,5}, found 44")
    );
}

/// A drop file names the slide file that it belongs to.
#[test]
fn a_drop_file_is_refused_with_another_slide_file() {
    let Sample {
        solution,
        slide,
        drop,
    } = sample();
    let mut other = slide.clone();
    other[40] ^= 1;
    sign(&mut other, header_length(slide));
    let slide = TableFile::open(other.clone(), "other.slide").expect("a sound header");
    let drop = TableFile::open(drop.clone(), "b.drop").expect("a sound file");
    let error = Table::new(slide, Some(drop), solution.rules()).expect_err("another slide file");
    assert!(matches!(&error, TableError::Unfit { .. }), "{error}");
    assert!(
        error.to_string().contains("b.drop") && error.to_string().contains("other.slide"),
        "{error}"
    );
}

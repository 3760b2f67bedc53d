//! Certificates of draws: their files, damaged and forged ones, and what they claim.

use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use teeko_certificate::{ClaimedGame, DrawCertificate, Proof, canonical};
use teeko_rules::combinatorics::subsets;
use teeko_rules::{Board, Goals, Position, Rules, Side, Status, Step, Variant};
use teeko_testing::{measured, runs_alone};

use crate::files::{DRAW, DRAW_LISTS, FIXED, hold, mended};
use crate::mutants::challenges;

static SOUND: LazyLock<DrawCertificate> = LazyLock::new(|| DrawCertificate::read(DRAW).unwrap());

fn positions(side: Side) -> Vec<Position> {
    SOUND.positions(side).collect()
}

#[test]
fn the_file_is_that_of_the_draw() {
    assert_eq!((&DRAW[8..12], DRAW[16]), (&[1, 0, 0, 0][..], 2));
    assert_eq!(Proof::read(DRAW), Ok(Proof::Draw(SOUND.clone())));
    assert_eq!(SOUND.variant(), Some("44-ssss+4x4".parse().unwrap()));
    assert_eq!(Proof::Draw(SOUND.clone()).variant(), SOUND.variant());
    assert_eq!(SOUND.points(), None);
    assert_eq!(SOUND.to_bytes(), DRAW);
}

#[test]
fn the_draw_holds() {
    let checked = SOUND.check().unwrap();
    for (side, strategy) in [Side::Black, Side::Red].into_iter().zip(checked) {
        assert_eq!(strategy.positions, SOUND.len(side));
        assert!(strategy.moves > strategy.positions as u64);
    }
}

#[test]
fn images_repetition_and_order_of_positions_do_not_matter() {
    let symmetries = SOUND.game.rules().symmetries();
    let mut black = positions(Side::Black);
    let red = positions(Side::Red);
    let position = black[7];
    for symmetry in symmetries.elements() {
        let image = Position {
            black: symmetry.apply(position.black),
            red: symmetry.apply(position.red),
            ..position
        };
        assert_eq!(
            canonical(&symmetries, &image),
            canonical(&symmetries, &position)
        );
        black.push(image);
    }
    black.reverse();

    let certificate = DrawCertificate::new(SOUND.game.rules(), [&black, &red]);

    assert_eq!(certificate, *SOUND);
}

#[test]
fn claims_without_strategies_fail() {
    let black = positions(Side::Black);
    let red = positions(Side::Red);
    for sets in [
        [&black[..], &[]],
        [&[], &red[..]],
        [&[], &[]],
        [&red[..], &black[..]],
    ] {
        let claim = DrawCertificate::new(SOUND.game.rules(), sets);
        assert!(claim.check().is_err());
        hold(&claim.to_bytes());
    }
    // The strategies are for other rules, with more goals and with another drop phase.
    for variant in ["58-ssss+4x4", "44-pppp+4x4", "44-ssss+5x4"] {
        let rules = variant.parse::<Variant>().unwrap().rules().unwrap();
        let claim = DrawCertificate::new(&rules, [&black, &red]);
        assert!(claim.check().is_err(), "{variant}");
    }
}

/// The file with each side's part as `compressed` makes it from the gaps.
fn recompressed(compressed: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = DRAW[..FIXED + DRAW_LISTS].to_vec();
    let mut begin = bytes.len();
    for _side in 0..2 {
        let (count, part) = DRAW[begin..].split_at(4);
        let (length, part) = part.split_first_chunk().unwrap();
        let length = u32::from_le_bytes(*length) as usize;
        let part = compressed(&decompress_to_vec_zlib(&part[..length]).unwrap());
        begin += 8 + length;
        bytes.extend(count);
        bytes.extend(u32::to_le_bytes(part.len() as u32));
        bytes.extend(part);
    }
    mended([bytes, vec![0; 4]].concat())
}

/// Versions of zlib write the same numbers in different bytes.
#[test]
fn every_stream_with_the_same_gaps_is_read() {
    for level in 0..=10 {
        let bytes = recompressed(|gaps| compress_to_vec_zlib(gaps, level));
        assert_ne!(bytes, DRAW);
        let read = DrawCertificate::read(&bytes).unwrap();
        assert_eq!(read, *SOUND);
        assert_eq!(read.to_bytes(), DRAW);
    }
}

#[test]
fn parts_that_are_not_one_stream_are_refused() {
    for change in [
        |part: Vec<u8>| [part, vec![0]].concat(),
        |part: Vec<u8>| [part.clone(), part].concat(),
        |part: Vec<u8>| part[..part.len() - 1].to_vec(),
        |part: Vec<u8>| part[2..part.len() - 4].to_vec(),
    ] {
        let bytes = recompressed(|gaps| change(compress_to_vec_zlib(gaps, 9)));
        let error = DrawCertificate::read(&bytes).unwrap_err().to_string();
        assert!(
            error.contains("expected a zlib stream with the gaps"),
            "{error}"
        );
    }
}

#[test]
fn streams_with_other_gaps_are_refused() {
    for change in [
        |gaps: &[u8]| [gaps, &[0]].concat(),
        |gaps: &[u8]| [gaps, &[0x80]].concat(),
        |gaps: &[u8]| gaps[1..].to_vec(),
        |gaps: &[u8]| [gaps, &vec![0; 1 << 20]].concat(),
    ] {
        let bytes = recompressed(|gaps| compress_to_vec_zlib(&change(gaps), 9));
        assert!(DrawCertificate::read(&bytes).is_err());
    }
}

/// Positions next to each other take few bytes, and a reader does not believe in any number.
#[test]
fn more_positions_than_bytes_can_have_are_refused() {
    let mut dense = DRAW[..FIXED + DRAW_LISTS].to_vec();
    for _side in 0..2 {
        let part = compress_to_vec_zlib(&vec![0; 1 << 20], 9);
        dense.extend(u32::to_le_bytes(1 << 20));
        dense.extend(u32::to_le_bytes(part.len() as u32));
        dense.extend(part);
    }
    let bytes = mended([dense, vec![0; 4]].concat());
    let refused = DrawCertificate::read(&bytes).unwrap_err().to_string();
    assert!(refused.contains("number of positions"), "{refused}");
}

/// A million positions that Black can have, after one that it cannot: these are not looked at.
#[test]
fn a_check_ends_with_the_first_failure() {
    let rules = SOUND.game.rules();
    let mut many = vec![Position::EMPTY];
    for black in subsets(16, 4) {
        for red in subsets(16, 4) {
            let position = Position::of_turn(Side::Red, red, black);
            if !red.meets(black) && rules.status(&position) == Status::Open {
                many.push(position);
            }
        }
    }
    let claim = DrawCertificate::new(SOUND.game.rules(), [&many, &[]]);
    let chunks = AtomicUsize::new(0);

    let checked = claim.check_with(&|_| {
        chunks.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    });

    let failure = checked.unwrap_err().to_string();
    assert!(failure.contains("the other side chooses"), "{failure}");
    // Other threads may have begun. There are 220 chunks.
    let chunks = chunks.into_inner();
    assert!(chunks < 100, "{chunks}");
}

/// A count of 2^32 - 1 positions, in files of any length, costs no memory.
#[test]
fn counts_cost_memory_in_proportion_to_the_file() {
    if !runs_alone("draws::counts_cost_memory_in_proportion_to_the_file") {
        return;
    }
    for (count, length) in [(u32::MAX, 10), (u32::MAX, 100_000), (1_600_000, 100_000)] {
        let mut bytes = DRAW[..FIXED + DRAW_LISTS].to_vec();
        bytes.extend(count.to_le_bytes());
        bytes.extend(u32::to_le_bytes(length));
        // The part, that of the other side, and the checksum.
        bytes.extend(vec![0; length as usize + 8 + 4]);
        let bytes = mended(bytes);
        let (refused, peak, _) = measured(|| DrawCertificate::read(&bytes).unwrap_err());
        assert!(
            peak < 500 * bytes.len() + 100_000,
            "{peak} bytes: {refused}"
        );
    }
}

/// A goal that counts for nothing ends the game, so it is an answer, and needs none.
#[test]
fn the_points_that_neither_side_forces_are_in_the_file() {
    let variant: Variant = "58-ssss+4x4+points".parse().unwrap();
    let game = ClaimedGame::new(&variant.rules().unwrap());
    for points in [1, 2, 5, 6, 255] {
        let claim = DrawCertificate::new(game.clone().with_points(points), [&[], &[]]);
        let bytes = claim.to_bytes();
        assert_eq!(bytes[17], points);
        let read = DrawCertificate::read(&bytes).unwrap();
        assert_eq!(
            (read.variant(), read.points()),
            (Some(variant), Some(points))
        );
    }
}

/// The second drop of each side is pointed, so that Red chooses twice in a row, then Black. No side
/// can slide, since the step is too long: then the game is drawn.
#[test]
fn both_choices_in_a_row_have_answers() {
    let rules = Rules::builder()
        .board(Board::new(4, 4).unwrap())
        .goals(Goals::default())
        .step(Step::new([(7, 7)]))
        .plan("spss".parse().unwrap())
        .build()
        .unwrap();
    let first_move = |position: &Position| rules.moves(position).first().copied();
    let black = challenges(&rules, Side::Black, first_move);
    let red = challenges(&rules, Side::Red, first_move);
    let claim = DrawCertificate::new(&rules, [&black, &red]);
    let checked = claim.check().unwrap();
    for (side, strategy) in [Side::Black, Side::Red].into_iter().zip(checked) {
        let mut moves = 0;
        for position in claim.positions(side) {
            let first = rules.moves(&position);
            moves += first.len();
            for next in first.iter().map(|&played| position.after(played)) {
                if rules.chooser(&next) != side {
                    moves += rules.moves(&next).len();
                }
            }
        }
        assert_eq!(strategy.moves, moves as u64, "{side}");
    }
}

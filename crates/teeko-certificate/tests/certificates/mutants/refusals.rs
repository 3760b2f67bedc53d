//! Files that break one rule of the format, and strategies that fail in one way: this crate refuses
//! them, and the second checker does too and says why.

use miniz_oxide::deflate::compress_to_vec_zlib;
use teeko_certificate::{Certificate, ClaimedGame, DrawCertificate};
use teeko_rules::combinatorics::binomial;
use teeko_rules::{Pips, Position, Rules, Side, Step};
use teeko_testing::circles;

use super::parts::{Parts, Tail};
use super::{assert_said, challenges, expected_statement};
use crate::claims::{any_four, four_without_the_corner, no_goals};
use crate::files::{DRAW, DRAW_LISTS, FILE, FIXED, OPEN, POINTS, mended, with_checksum};

/// A win in 43 plies on 4 x 4, with every drop pointed. The longest game joins a shorter one.
const JOINED: &[u8] = include_bytes!("../../data/78-pppp+4x4+knight.certificate");

// Offsets in a header.
const VERSION: usize = 8;
const LENGTH: usize = 12;
const RESULT: usize = 16;
const CLAIM: usize = 17;
const WIDTH_OF_CHOICE: usize = 18;
const RESERVED: usize = 19;
const WIDTH: usize = 20;
const HEIGHT: usize = 21;
const PLAN: usize = 22;
const OPTIONS: usize = 23;

/// Bits of the options.
const CENTRE_BAN: u8 = 1;
const PASS_RULE: u8 = 2;
const EMPTY_CIRCLES: u8 = 4;
const WORTHS: u8 = 8;

/// A change to the parts of a file.
type Change = fn(&mut Parts);

/// Changes that break a rule, each with what the second checker says of it.
const REFUSALS: &[(&[u8], &str, Change)] = &[
    (FILE, "not a certificate", |file| file.header[7] = 13),
    (FILE, "unknown version", |file| file.header[VERSION] = 0),
    (FILE, "unknown version", |file| file.header[VERSION] = 2),
    (FILE, "unknown result", |file| file.header[RESULT] = 3),
    (FILE, "reserved bytes", |file| file.header[RESERVED] = 1),
    (DRAW, "bits of a choice in a draw", |file| {
        file.header[WIDTH_OF_CHOICE] = 1;
    }),
    // Board, plan and options.
    (FILE, "impossible board", |file| file.header[WIDTH] = 3),
    (FILE, "impossible board", |file| file.header[WIDTH] = 9),
    (FILE, "impossible board", |file| file.header[HEIGHT] = 3),
    (FILE, "impossible board", |file| file.header[HEIGHT] = 9),
    (FILE, "a drop plan or options", |file| {
        file.header[PLAN] = 16;
    }),
    (FILE, "a drop plan or options", |file| {
        file.header[OPTIONS] = 32;
    }),
    (FILE, "a banned centre that", |file| {
        file.header[WIDTH] = 6;
        file.header[OPTIONS] = CENTRE_BAN;
    }),
    (FILE, "a banned centre that", |file| {
        file.header[HEIGHT] = 6;
        file.header[OPTIONS] = CENTRE_BAN;
    }),
    (FILE, "a pass rule without", |file| {
        file.header[OPTIONS] = PASS_RULE;
    }),
    // What a header may have at most is no reason to refuse a file.
    (FILE, "a pass rule without", |file| {
        file.header[OPTIONS] = 31;
    }),
    (FILE, "goals that do not ascend", |file| {
        file.header[WIDTH..=PLAN].copy_from_slice(&[8, 8, 15]);
        file.goals.swap(0, 1);
    }),
    (FILE, "points in a game that is not for", |file| {
        file.header[CLAIM] = 1;
    }),
    (POINTS, "no points in a game for", |file| {
        file.header[CLAIM] = 0;
    }),
    // Goals.
    (FILE, "goals that do not ascend", |file| {
        file.goals.swap(0, 1);
    }),
    (FILE, "goals that do not ascend", |file| {
        file.goals.insert(0, file.goals[0].clone());
    }),
    (OPEN, "option 2 unlike the goals", |file| {
        for goal in &mut file.goals {
            goal[8..].fill(0);
        }
    }),
    (FILE, "option 2 unlike the goals", |file| {
        extend_goals(file, EMPTY_CIRCLES, &[0; 8]);
    }),
    (FILE, "option 3 unlike the goals", |file| {
        extend_goals(file, WORTHS, &[1]);
    }),
    (OPEN, "a goal that another implies", |file| {
        let mut implied = file.goals[0].clone();
        implied[9] = 0x10;
        file.goals.insert(1, implied);
    }),
    (POINTS, "a goal that another implies", |file| {
        let mut implied = file.goals[0].clone();
        implied[8] -= 1;
        file.goals.insert(0, implied);
    }),
    (FILE, "a goal without four circles", |file| {
        file.goals[0][0] = 0x07;
    }),
    (FILE, "a goal without four circles", |file| {
        file.goals[0][0] = 0x1f;
    }),
    (DRAW, "a goal that is not on the board", |file| {
        file.goals[0][..3].copy_from_slice(&[0x07, 0, 1]);
    }),
    (OPEN, "a goal that is not on the board", |file| {
        file.goals[0][8 + 2] = 1;
    }),
    // The last of all bits.
    (DRAW, "a goal that is not on the board", |file| {
        file.goals[0][0] = 0x07;
        file.goals[0][7] = 0x80;
    }),
    (OPEN, "a goal that is not on the board", |file| {
        file.goals[0][8 + 7] = 0x80;
    }),
    (OPEN, "whose own circle must be empty", |file| {
        file.goals[0][8] = 1;
    }),
    (POINTS, "a worth other than 0 and 1", |file| {
        file.header[CLAIM] = 0;
        file.header[OPTIONS] = WORTHS;
        for goal in &mut file.goals {
            goal[8] = 1;
        }
        file.goals[0][8] = 2;
    }),
    // Steps.
    (FILE, "steps that do not ascend", |file| {
        file.steps.swap(2, 3);
    }),
    (FILE, "steps that do not ascend", |file| {
        file.steps.insert(0, file.steps[0].clone());
    }),
    (FILE, "a step that is longer", |file| {
        file.steps.push(vec![8, 0]);
    }),
    (FILE, "a step that is longer", |file| {
        file.steps.push(vec![1, 8]);
    }),
    (FILE, "a step that is longer", |file| {
        file.steps.insert(0, vec![0xf8, 0]);
    }),
    (FILE, "a step that is longer", |file| {
        file.steps.insert(0, vec![0xff, 0xf8]);
    }),
    (FILE, "a step that leads nowhere", |file| {
        file.steps.insert(4, vec![0, 0]);
    }),
    // Choices.
    (FILE, "more bits of a choice than the largest", |file| {
        file.header[WIDTH_OF_CHOICE] += 1;
    }),
    (FILE, "fewer choices than positions", |file| {
        choices(file).pop();
    }),
    (FILE, "choices that are left over", |file| {
        choices(file).push(0);
    }),
    // The first drop has 25 circles.
    (FILE, "a choice that is none of the moves", |file| {
        choices(file)[0] = 25;
    }),
    (FILE, "a game that takes too long", |file| {
        set_plies(file, 12);
    }),
    (JOINED, "more plies than claimed", |file| {
        set_plies(file, 42);
    }),
    // Numbers of positions. Black's begin with 6.
    (DRAW, "Black's strategy does not cover the start", |file| {
        gaps(file, 0).clear();
    }),
    (DRAW, "Red's strategy does not cover the start", |file| {
        gaps(file, 1).clear();
    }),
    (DRAW, "Black: the other side does not choose", |file| {
        gaps(file, 0).splice(..1, [0, 5]);
    }),
    (DRAW, "Black: a position that is not the least", |file| {
        gaps(file, 0).splice(..1, [6, 0]);
        // The next number is 537.
        assert_eq!(gaps(file, 0)[2..4], [0x92, 4]);
        gaps(file, 0)[2] -= 1;
    }),
    (DRAW, "Black has no answer after", |file| {
        leave_out_last(gaps(file, 0));
    }),
    (DRAW, "Red has no answer after", |file| {
        leave_out_last(gaps(file, 1));
    }),
    (DRAW, "a gap in more bytes than it needs", |file| {
        gaps(file, 0).splice(..1, [0x86, 0]);
    }),
    (DRAW, "another number of gaps", |file| {
        gaps(file, 0).push(0x80);
    }),
    (DRAW, "a number that no position has", |file| {
        set_only_number(file, all_positions());
    }),
    (DRAW, "a position that is not the least", |file| {
        set_only_number(file, all_positions() - 1);
    }),
];

/// Changes that no rule forbids: a pass rule, which changes no strategy, and steps as long as they may
/// be, which no piece can make here.
const VARIATIONS: &[(&[u8], &str, Change)] = &[
    (OPEN, "Black wins within 21 plies", |file| {
        file.header[OPTIONS] |= PASS_RULE;
    }),
    (FILE, "Black wins within 13 plies", |file| {
        file.steps.push(vec![7, 7]);
    }),
    (FILE, "Black wins within 13 plies", |file| {
        file.steps.insert(0, vec![0xf9, 0xf9]);
    }),
];

/// Gives the goals a list of empty circles, or a worth, that the options say they have.
fn extend_goals(file: &mut Parts, option: u8, more: &[u8]) {
    file.header[OPTIONS] |= option;
    for goal in &mut file.goals {
        goal.extend(more);
    }
}

fn choices(file: &mut Parts) -> &mut Vec<u8> {
    match &mut file.tail {
        Tail::Win { choices, .. } => choices,
        Tail::Draw(_) => panic!("the file of a draw"),
    }
}

fn set_plies(file: &mut Parts, claimed: u32) {
    match &mut file.tail {
        Tail::Win { plies, .. } => *plies = claimed,
        Tail::Draw(_) => panic!("the file of a draw"),
    }
}

/// Returns the gaps of Black, 0, or Red, 1.
fn gaps(file: &mut Parts, side: usize) -> &mut Vec<u8> {
    match &mut file.tail {
        Tail::Draw(gaps) => &mut gaps[side],
        Tail::Win { .. } => panic!("the file of a win"),
    }
}

/// Leaves out the last gap.
fn leave_out_last(gaps: &mut Vec<u8>) {
    gaps.pop();
    while gaps.last().is_some_and(|&byte| byte > 127) {
        gaps.pop();
    }
}

/// Leaves one position of Black's, with this number.
fn set_only_number(file: &mut Parts, number: u64) {
    let mut gap = Vec::new();
    let mut rest = number;
    while rest > 127 {
        gap.push(rest as u8 | 128);
        rest >>= 7;
    }
    gap.push(rest as u8);
    *gaps(file, 0) = gap;
}

/// The number of all positions on 4 x 4 in which Black owns the strategy.
fn all_positions() -> u64 {
    let mut count = 0;
    for layer in 0..=8 {
        let (black, red) = (layer - layer / 2, layer / 2);
        count += binomial(16, black) * binomial(16 - black, red);
    }
    count
}

/// Returns files whose bytes are changed, with what the second checker says of each.
fn byte_refusals() -> Vec<(Vec<u8>, &'static str)> {
    let mut checksum = FILE.to_vec();
    *checksum.last_mut().unwrap() ^= 1;
    let mut longer = FILE.to_vec();
    longer[LENGTH] += 1;
    let mut after_choices = FILE.to_vec();
    after_choices.insert(FILE.len() - 4, 0);
    let mut after_positions = DRAW.to_vec();
    after_positions.insert(DRAW.len() - 4, 0);
    vec![
        (Vec::new(), "not a certificate"),
        (FILE[..8].to_vec(), "unknown version"),
        (with_checksum(longer), "another length than the header's"),
        (checksum, "wrong checksum"),
        (mended(FILE[..20].to_vec()), "cut short"),
        (mended(after_choices), "bytes after the choices"),
        (mended(after_positions), "bytes after the positions"),
        (draw_of_streams(|part| part.push(0)), "no whole stream"),
        (
            draw_of_streams(|part| part.truncate(part.len() - 1)),
            "no whole stream",
        ),
        (
            draw_of_streams(|part| *part.last_mut().unwrap() ^= 1),
            "incorrect data check",
        ),
    ]
}

/// Returns strategies that fail, with what the second checker says of each.
fn failing_strategies() -> Vec<(Vec<u8>, &'static str)> {
    const NO_WIN: &str = "a move with which the winner does not win";
    let [stuck, endless] = [Step::new([]), Step::default()].map(no_goals);
    vec![
        (first_moves(&any_four("ssss", false), Side::Red), NO_WIN),
        (
            first_moves(&four_without_the_corner("ssss"), Side::Black),
            NO_WIN,
        ),
        (
            first_moves(&stuck, Side::Black),
            "a position without a move",
        ),
        (
            first_moves(&endless, Side::Black),
            "play can go round for ever",
        ),
        (
            draw_with_a_finished_position(),
            "Black: the other side does not choose",
        ),
        (draw_by_the_last_goal(), "Red has no answer after"),
    ]
}

/// Returns the draw with a position more in which Black has won.
fn draw_with_a_finished_position() -> Vec<u8> {
    let certificate = DrawCertificate::read(DRAW).unwrap();
    let [mut black, red] =
        [Side::Black, Side::Red].map(|side| certificate.positions(side).collect::<Vec<_>>());
    black.push(Position {
        black: circles(&[1, 2, 3, 4]),
        red: circles(&[5, 6, 7]),
        turn: Side::Red,
        pips: Pips::NONE,
    });
    DrawCertificate::new(certificate.game, [&black, &red]).to_bytes()
}

/// Returns the claim of a draw where each side has a goal with its last drop. Red comes too late.
fn draw_by_the_last_goal() -> Vec<u8> {
    let rules = any_four("ssss", false);
    let first_move = |position: &Position| rules.moves(position).first().copied();
    let black = challenges(&rules, Side::Black, first_move);
    let red = challenges(&rules, Side::Red, first_move);
    DrawCertificate::new(ClaimedGame::new(&rules), [&black, &red]).to_bytes()
}

/// Returns the claim that a side wins with the first move everywhere.
fn first_moves(rules: &Rules, winner: Side) -> Vec<u8> {
    Certificate::new(rules, winner, 1_000_000, vec![0; 1_000]).to_bytes()
}

/// Returns the draw with both streams changed after compression.
fn draw_of_streams(change: fn(&mut Vec<u8>)) -> Vec<u8> {
    let parts = Parts::of(DRAW);
    let Tail::Draw(gaps) = &parts.tail else {
        panic!("the file of a win");
    };
    let mut bytes = DRAW[..FIXED + DRAW_LISTS].to_vec();
    for gaps in gaps {
        let count = gaps.iter().filter(|&&byte| byte < 128).count();
        let mut part = compress_to_vec_zlib(gaps, 6);
        change(&mut part);
        bytes.extend(u32::to_le_bytes(count as u32));
        bytes.extend(u32::to_le_bytes(part.len() as u32));
        bytes.extend(part);
    }
    bytes.extend([0; 4]);
    mended(bytes)
}

#[test]
fn both_checkers_refuse_what_breaks_a_rule() {
    let mut cases = Vec::new();
    for &(file, message, change) in REFUSALS {
        cases.push((changed(file, change), message));
    }
    cases.extend(byte_refusals());
    cases.extend(failing_strategies());
    for (place, (bytes, message)) in cases.iter().enumerate() {
        assert_eq!(expected_statement(bytes), None, "{place}: {message}");
    }
    for &(file, message, change) in VARIATIONS {
        cases.push((changed(file, change), message));
    }
    assert_said(&cases);
}

/// Returns a file with a change to its parts.
fn changed(file: &[u8], change: Change) -> Vec<u8> {
    let mut parts = Parts::of(file);
    change(&mut parts);
    parts.to_bytes()
}

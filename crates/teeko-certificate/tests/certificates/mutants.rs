//! Files that break the format in every way there is: the second checker, in Python, refuses those
//! that this crate refuses, and no others.

mod changes;
mod limits;
mod parts;
mod refusals;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use teeko_certificate::{Certificate, ClaimedGame, DrawCertificate, Proof};
use teeko_rules::combinatorics::subsets;
use teeko_rules::{
    Board, Circle, Goal, Goals, Move, Position, Rules, Scoring, Side, Status, Step, count,
};
use teeko_testing::{Random, circles, program};

use self::changes::{BYTE_CHANGES, CHANGES, GAP_CHANGES, flip};
use self::parts::{Parts, Tail, number};
use crate::files::{all_files, mended, with_checksum};

/// The second checker.
const CHECKER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../scripts/check_certificate.py"
);

/// How many mutants there are of each kind.
const OF_EACH: usize = 25;

// The games: on 4 x 4 a side with a circle of each pair has a goal. Black can always take the other
// circle of a pair, and has a goal with the seventh ply. No side can slide: steps are too long.

const PAIRS: [[usize; 2]; 4] = [[2, 3], [8, 12], [5, 9], [14, 15]];

/// Returns the goals that have a circle of each pair, each worth this many points.
fn pair_goals(points: u8) -> Vec<Goal> {
    let mut goals = Vec::new();
    for choice in 0..16 {
        let mut chosen = Vec::new();
        for (number, pair) in PAIRS.into_iter().enumerate() {
            chosen.push(pair[choice >> number & 1]);
        }
        goals.push(Goal::from(circles(&chosen)).worth(points));
    }
    goals
}

/// Returns the rules with the goals of pairs, and the corners while a circle in the middle is
/// empty, which are worth a point at most.
fn pair_rules(points: u8, scoring: Scoring) -> Rules {
    let mut goals = pair_goals(points);
    for empty in [6, 7, 10, 11] {
        let corners = Goal::new(circles(&[1, 4, 13, 16]), circles(&[empty]));
        goals.push(corners.worth(points.min(1)));
    }
    rules_with(goals, scoring)
}

fn rules_with(goals: Vec<Goal>, scoring: Scoring) -> Rules {
    Rules::builder()
        .board(Board::new(4, 4).unwrap())
        .goals(Goals::new(goals))
        .step(Step::new([(-7, 1), (0, 5), (7, 7)]))
        .scoring(scoring)
        .build()
        .unwrap()
}

/// Returns Black's move: the circle whose pair Red has begun to take, or else one of a whole pair.
fn pair_move(position: &Position) -> Option<Move> {
    let free = !(position.black | position.red);
    let mut open_pairs = PAIRS.map(|pair| circles(&pair)).to_vec();
    open_pairs.retain(|pair| !pair.meets(position.black));
    let best = open_pairs
        .into_iter()
        .max_by_key(|pair| (*pair & position.red).len())?;
    Some(Move::Drop((best & free).least()?))
}

fn pair_win(game: ClaimedGame) -> Vec<u8> {
    let certificate = Certificate::of_strategy(game, Side::Black, 7, pair_move);
    certificate.unwrap().to_bytes()
}

/// Returns a win on 5 x 5 under the centre ban that begins with the circle 12 or 14, which is next
/// to the centre.
fn banned_centre_win(first: usize) -> Vec<u8> {
    let rules = rules_with(pair_goals(1), Scoring::Goals).to_builder();
    let board = Board::new(5, 5).unwrap();
    let rules = rules.board(board).centre_ban(true).build().unwrap();
    let choose = |position: &Position| {
        if position.black.is_empty() {
            return Circle::from_number(first).map(Move::Drop);
        }
        pair_move(position)
    };
    let certificate = Certificate::of_strategy(&rules, Side::Black, 7, choose);
    certificate.unwrap().to_bytes()
}

/// Returns a win by the goals of pairs, of which each ends the game without counting unless a corner
/// is free of the other side.
fn win_with_a_free_corner() -> Vec<u8> {
    let mut goals = Vec::new();
    for goal in pair_goals(1) {
        goals.push(goal.worth(0));
        for corner in [1, 4, 13, 16] {
            goals.push(Goal::new(goal.circles(), circles(&[corner])));
        }
    }
    pair_win(ClaimedGame::new(&rules_with(goals, Scoring::Goals)))
}

/// Returns a win by any four circles. All symmetries of the board keep these goals.
fn any_four_win(width: usize, height: usize, step: Step) -> Vec<u8> {
    let goals = subsets(width * height, 4).map(Goal::from).collect();
    let rules = Rules::builder()
        .board(Board::new(width, height).unwrap())
        .goals(Goals::new(goals))
        .step(step)
        .build()
        .unwrap();
    last_moves_win(&rules, Side::Black, 7)
}

/// Returns a win by any four circles but circle 16, where Red first points.
fn pointed_win_of_red() -> Vec<u8> {
    let mut goals = Vec::new();
    for goal in subsets(16, 4) {
        if !goal.meets(circles(&[16])) {
            goals.push(goal.into());
        }
    }
    let rules = rules_with(goals, Scoring::Goals).to_builder();
    let rules = rules.plan("pppp".parse().unwrap()).build().unwrap();
    last_moves_win(&rules, Side::Red, 8)
}

/// Returns the win of a side that makes the last move everywhere.
fn last_moves_win(rules: &Rules, winner: Side, plies: u32) -> Vec<u8> {
    let last_move = |position: &Position| rules.moves(position).last().copied();
    let certificate = Certificate::of_strategy(rules, winner, plies, last_move);
    certificate.unwrap().to_bytes()
}

/// Returns wins whose rules have fewer symmetries than their goals: rows and columns cannot be
/// exchanged on a rectangle, and the steps on 4 x 4 have no symmetry. Some circles' targets are
/// mapped to those of the image, even so. A quarter turn maps each circle's targets to a set that is
/// as a number at least the image's targets, in the last file at most.
fn wins_with_few_symmetries() -> [Vec<u8>; 4] {
    let greater = Step::new([(-1, -1), (-1, 1), (0, -1), (1, 1)]);
    let less = Step::new([(-1, 0), (-1, 1), (1, -1), (1, 1)]);
    [
        any_four_win(4, 5, Step::new([])),
        any_four_win(5, 4, Step::new([])),
        any_four_win(4, 4, greater),
        any_four_win(4, 4, less),
    ]
}

/// Returns a draw by goals that do not count: Black completes one, and Red need not care.
fn pair_draw(game: ClaimedGame) -> Vec<u8> {
    let rules = game.played();
    let first_move = |position: &Position| rules.moves(position).first().copied();
    let black = challenges(&rules, Side::Black, pair_move);
    let red = challenges(&rules, Side::Red, first_move);
    let certificate = DrawCertificate::new(game, [&black, &red]);
    certificate.check().unwrap();
    certificate.to_bytes()
}

/// Returns a draw in which the first and the last drop of each side are pointed, so that a side
/// chooses twice in a row. With the last drop it can complete the goal of the other side.
fn pointed_draw() -> Vec<u8> {
    let goal = Goal::from(circles(&[2, 3, 4, 6]));
    let rules = rules_with(vec![goal], Scoring::Goals).to_builder();
    let rules = rules.plan("pssp".parse().unwrap()).build().unwrap();
    let first_move = |position: &Position| rules.moves(position).first().copied();
    let black = challenges(&rules, Side::Black, first_move);
    let red = challenges(&rules, Side::Red, first_move);
    DrawCertificate::new(&rules, [&black, &red]).to_bytes()
}

/// Returns the positions in which the other side chooses while a side makes these choices.
pub(crate) fn challenges(
    rules: &Rules,
    own: Side,
    choose: impl Fn(&Position) -> Option<Move>,
) -> Vec<Position> {
    let mut found = Vec::new();
    let mut left = vec![Position::EMPTY];
    while let Some(position) = left.pop() {
        let mut moves = rules.moves(&position);
        if rules.chooser(&position) == own {
            moves.retain(|&played| Some(played) == choose(&position));
        } else if rules.status(&position) == Status::Open {
            found.push(position);
        }
        left.extend(moves.iter().map(|&played| position.after(played)));
    }
    found
}

/// Returns the files that are changed. Those of draws take longest.
fn sound_files() -> [Vec<u8>; 6] {
    let plain = |points| ClaimedGame::new(&pair_rules(points, Scoring::Goals));
    let scored = |claim| ClaimedGame::new(&pair_rules(3, Scoring::Points)).with_points(claim);
    [
        pair_win(plain(1)),
        pair_win(scored(3)),
        pair_draw(plain(0)),
        pair_win(scored(1)),
        pair_win(scored(2)),
        pair_draw(scored(4)),
    ]
}

/// Kinds of which no mutant may be accepted.
const FORBIDDEN: [&str; 20] = [
    "magic",
    "version",
    "reserved",
    "goal that must be empty itself",
    "goal twice",
    "goals exchanged",
    "step that leads nowhere",
    "step twice",
    "steps exchanged",
    "choice or gap left out",
    "number of goals",
    "number of steps",
    "bytes after the end",
    "cut short",
    "length",
    "checksum",
    "gap in more bytes than it needs",
    "gap cut short",
    "byte after the stream",
    "pass rule without a pointed drop",
];

/// Returns the mutants, each with its kind. Those of the kind "none" are not changed.
fn mutants() -> Vec<(&'static str, Vec<u8>)> {
    let files = sound_files();
    let sound: Vec<Parts> = files.iter().map(|file| Parts::of(file)).collect();
    let mut random = Random::new(81);
    let mut mutants = Vec::new();
    // The games of the files have slides, unlike those that are changed.
    mutants.extend(files.map(|file| ("none", file)));
    mutants.extend(all_files().map(|file| ("none", file.to_vec())));
    mutants.push(("none", banned_centre_win(12)));
    mutants.push(("none", banned_centre_win(14)));
    mutants.push(("none", win_with_a_free_corner()));
    mutants.push(("none", pointed_win_of_red()));
    mutants.push(("none", pointed_draw()));
    mutants.extend(wins_with_few_symmetries().map(|file| ("none", file)));
    for number in 0..OF_EACH {
        let parts = &sound[number % sound.len()];
        for (kind, change) in CHANGES {
            let mut changed = parts.clone();
            change(&mut changed, &mut random);
            mutants.push((kind, changed.to_bytes()));
        }
        for (kind, change) in BYTE_CHANGES {
            let mut bytes = parts.to_bytes();
            change(&mut bytes, parts.tail_at(), &mut random);
            mutants.push((kind, mended(bytes)));
        }
        let file = parts.to_bytes();
        let mut length = file.clone();
        flip(&mut length[12..16], &mut random);
        mutants.push(("length", with_checksum(length)));
        let mut checksum = file;
        let end = checksum.len() - 4;
        flip(&mut checksum[end..], &mut random);
        mutants.push(("checksum", checksum));
    }
    mutants.extend(rare_mutants(&sound));
    mutants
}

/// Returns changes to each sound file that chance seldom makes, each with its kind.
fn rare_mutants(sound: &[Parts]) -> Vec<(&'static str, Vec<u8>)> {
    let mut mutants = Vec::new();
    for parts in sound {
        let mut pass = parts.clone();
        pass.header[23] |= 2;
        mutants.push(("pass rule without a pointed drop", pass.to_bytes()));
        if let Tail::Draw([black, red]) = &parts.tail {
            for (kind, change) in GAP_CHANGES {
                let mut changed = black.clone();
                change(&mut changed);
                let mut parts = parts.clone();
                parts.tail = Tail::Draw([changed, red.clone()]);
                mutants.push((kind, parts.to_bytes()));
            }
            mutants.push(("byte after the stream", with_longer_stream(parts)));
        }
    }
    mutants
}

/// Returns a draw with a byte after Black's stream, as a part of it.
fn with_longer_stream(parts: &Parts) -> Vec<u8> {
    let mut bytes = parts.to_bytes();
    let length_at = parts.tail_at() + 4;
    let length = number(&bytes, length_at);
    bytes[length_at..length_at + 4].copy_from_slice(&(length + 1).to_le_bytes());
    bytes.insert(length_at + 4 + length as usize, 0);
    mended(bytes)
}

/// Returns what the second checker has to say of a file that holds, with the counts of this crate's
/// own check; `None` if this crate refuses the file.
fn expected_statement(bytes: &[u8]) -> Option<String> {
    match Proof::read(bytes).ok()? {
        Proof::Win(certificate) => {
            let checked = certificate.check().ok()?;
            let winner = certificate.winner.to_string();
            let claim = match certificate.points() {
                Some(points) => format!("forces {}", counted(points)),
                None => "wins".to_owned(),
            };
            Some(format!(
                "{}{} {claim} within {} plies; {} positions, {} of them the winner's choice",
                winner[..1].to_uppercase(),
                &winner[1..],
                checked.plies,
                count(checked.positions as u64),
                count(checked.choosing as u64)
            ))
        }
        Proof::Draw(certificate) => {
            let [black, red] = certificate.check().ok()?;
            let claim = match certificate.points() {
                Some(points) => format!("force {}", counted(points)),
                None => "be forced to lose".to_owned(),
            };
            let moves = black.moves + red.moves;
            Some(format!(
                "neither side can {claim}; {} and {} positions, {} moves",
                count(black.positions as u64),
                count(red.positions as u64),
                count(moves)
            ))
        }
    }
}

fn counted(points: u8) -> String {
    let plural = if points == 1 { "" } else { "s" };
    format!("{points} point{plural}")
}

/// Runs the second checker on these files, which are named by their places; `None` without Python.
fn second_check(files: &[&[u8]]) -> Option<Output> {
    let mut python = program("python3")?;
    let folder = tempfile::tempdir().unwrap();
    for (place, bytes) in files.iter().enumerate() {
        fs::write(folder.path().join(place.to_string()), bytes).unwrap();
    }
    let names = (0..files.len()).map(|place| place.to_string());
    python.arg(Path::new(CHECKER).canonicalize().unwrap());
    let output = python.args(names).current_dir(folder.path()).output();
    Some(output.unwrap())
}

/// Returns what the second checker says of each file, in one line. A file that fails has
/// `FAILED: ` first.
fn statements(output: &Output, count: usize) -> Vec<String> {
    let mut statements = vec![String::new(); count];
    for said in [&output.stdout, &output.stderr] {
        for line in String::from_utf8_lossy(said).lines() {
            let (name, statement) = line.split_once(": ").expect(line);
            let place: usize = name.parse().expect(line);
            assert_eq!(statements[place], "", "{line}");
            statement.clone_into(&mut statements[place]);
        }
    }
    statements
}

/// Checks that what the second checker says of each file has the expected words.
fn assert_said(cases: &[(Vec<u8>, &str)]) {
    let files: Vec<&[u8]> = cases.iter().map(|(bytes, _)| &bytes[..]).collect();
    let Some(output) = second_check(&files) else {
        return;
    };
    let said = statements(&output, cases.len());
    for (place, (said, (_, expected))) in said.iter().zip(cases).enumerate() {
        assert!(said.contains(expected), "{place}: {expected}: {said}");
    }
}

#[test]
fn both_checkers_accept_the_same_mutants() {
    let mutants = mutants();
    let files: Vec<&[u8]> = mutants.iter().map(|(_, bytes)| &bytes[..]).collect();
    let Some(output) = second_check(&files) else {
        return;
    };
    assert_eq!(output.status.code(), Some(1));

    let mut accepted: BTreeMap<&str, usize> = BTreeMap::new();
    for ((kind, bytes), said) in mutants.iter().zip(statements(&output, mutants.len())) {
        let expected = expected_statement(bytes);
        match &expected {
            Some(expected) => assert_eq!(&said, expected, "{kind}"),
            None => assert!(said.starts_with("FAILED: "), "{kind}: {said}"),
        }
        *accepted.entry(kind).or_default() += usize::from(expected.is_some());
    }
    for (kind, accepted) in &accepted {
        println!("{kind}: {accepted} accepted");
    }
    for kind in FORBIDDEN {
        assert_eq!(accepted[kind], 0, "{kind}");
    }
    assert_eq!(accepted["none"], 6 + 4 + 2 + 3 + 4);
}

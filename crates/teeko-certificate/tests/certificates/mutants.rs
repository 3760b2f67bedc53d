//! Files that break the format in every way there is: the second checker, in Python, refuses those
//! that this crate refuses, and no others.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use teeko_certificate::{Certificate, ClaimedGame, DrawCertificate, Proof};
use teeko_rules::{Board, Goal, Goals, Move, Position, Rules, Scoring, Side, Status, Step};
use teeko_testing::{Random, circles, program};

use crate::files::{FIXED, mended, with_checksum};

/// The second checker.
const CHECKER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../scripts/check_certificate.py"
);

/// How many mutants there are of each kind.
const OF_EACH: usize = 25;

// The games: on 4 x 4 a side with a circle of each pair has a goal. Black can always take the other
// circle of a pair, and has a goal with the seventh ply. No side can slide: steps are too long.

const PAIRS: [[usize; 2]; 4] = [[2, 3], [8, 12], [14, 15], [5, 9]];

/// Returns the goals that have a circle of each pair, each worth this many points, and the corners
/// while a circle in the middle is empty, which are worth a point at most.
fn pair_goals(points: u8) -> Goals {
    let mut goals = Vec::new();
    for choice in 0..16 {
        let mut chosen = Vec::new();
        for (number, pair) in PAIRS.into_iter().enumerate() {
            chosen.push(pair[choice >> number & 1]);
        }
        goals.push(Goal::from(circles(&chosen)).worth(points));
    }
    for empty in [6, 7, 10, 11] {
        let corners = Goal::new(circles(&[1, 4, 13, 16]), circles(&[empty]));
        goals.push(corners.worth(points.min(1)));
    }
    Goals::new(goals)
}

fn pair_rules(points: u8, scoring: Scoring) -> Rules {
    Rules::builder()
        .board(Board::new(4, 4).unwrap())
        .goals(pair_goals(points))
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

/// Returns the positions in which the other side chooses while a side makes these moves.
fn challenges(
    rules: &Rules,
    own: Side,
    choose: impl Fn(&Position) -> Option<Move>,
) -> Vec<Position> {
    let mut found = Vec::new();
    let mut left = vec![Position::EMPTY];
    while let Some(position) = left.pop() {
        let mut moves = rules.moves(&position);
        if position.turn == own {
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

/// A file taken apart. The counts of its lists follow from these, unless they are changed later.
#[derive(Clone)]
struct Parts {
    /// The bytes before the goals.
    header: Vec<u8>,
    goals: Vec<Vec<u8>>,
    steps: Vec<Vec<u8>>,
    tail: Tail,
}

#[derive(Clone)]
enum Tail {
    Win {
        plies: u32,
        choices: Vec<u8>,
    },
    /// The gaps of each side, before compression.
    Draw([Vec<u8>; 2]),
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

impl Parts {
    fn of(file: &[u8]) -> Self {
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

    fn to_bytes(&self) -> Vec<u8> {
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
    fn tail_at(&self) -> usize {
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

/// A change to the parts of a file.
type Change = fn(&mut Parts, &mut Random);

/// A change to the bytes of a file, at an offset where its tail begins.
type ByteChange = fn(&mut Vec<u8>, usize, &mut Random);

/// Changes to parts, each with the name of its kind. Length, checksum and counts are right.
const CHANGES: [(&str, Change); 30] = [
    ("none", |_, _| {}),
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
const BYTE_CHANGES: [(&str, ByteChange); 9] = [
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
type GapChange = fn(&mut Vec<u8>);

/// Changes to the gaps of Black's strategy in the sound files of draws, which are all forbidden.
const GAP_CHANGES: [(&str, GapChange); 2] = [
    ("gap in more bytes than it needs", |gaps| {
        let end = gaps.iter().position(|&byte| byte < 128).unwrap();
        gaps[end] |= 128;
        gaps.insert(end + 1, 0);
    }),
    ("gap cut short", |gaps| gaps.push(128)),
];

/// Kinds of which no mutant may be accepted.
const FORBIDDEN: [&str; 21] = [
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
    "65 goals alike",
    "pass rule without a pointed drop",
];

impl Tail {
    /// The choices, or the gaps of one side.
    fn numbers(&mut self, random: &mut Random) -> &mut Vec<u8> {
        match self {
            Self::Win { choices, .. } => choices,
            Self::Draw(gaps) => &mut gaps[random.below(2)],
        }
    }
}

fn any<'a, T>(list: &'a mut [T], random: &mut Random) -> &'a mut T {
    let at = random.below(list.len());
    &mut list[at]
}

fn set(byte: &mut u8, limit: usize, random: &mut Random) {
    *byte = random.below(limit) as u8;
}

fn flip(bytes: &mut [u8], random: &mut Random) {
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

/// Returns the mutants, each with its kind.
fn mutants() -> Vec<(&'static str, Vec<u8>)> {
    let sound: Vec<Parts> = sound_files().iter().map(|file| Parts::of(file)).collect();
    let mut random = Random::new(81);
    let mut mutants = Vec::new();
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
        for (kind, count) in [("64 goals alike", 64), ("65 goals alike", 65)] {
            let mut crowded = parts.clone();
            set_goals_alike(&mut crowded.goals, count);
            mutants.push((kind, crowded.to_bytes()));
        }
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

/// Replaces the goals of the corners by `count`, each with another pair of circles that must be
/// empty.
fn set_goals_alike(goals: &mut Vec<Vec<u8>>, count: usize) {
    let corners = circles(&[1, 4, 13, 16]);
    let mut pairs = Vec::new();
    for high in 2..=15 {
        for low in 1..high {
            let pair = circles(&[low, high]);
            if !pair.meets(corners) {
                pairs.push(pair.bits());
            }
        }
    }
    let model = goals.pop().unwrap();
    goals.retain(|goal| goal[..8] != model[..8]);
    for pair in &pairs[..count] {
        let mut goal = model.clone();
        goal[8..16].copy_from_slice(&pair.to_le_bytes());
        goals.push(goal);
    }
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

/// Returns whether this crate accepts a file: it is read, and holds.
fn holds(bytes: &[u8]) -> bool {
    match Proof::read(bytes) {
        Ok(Proof::Win(certificate)) => certificate.check().is_ok(),
        Ok(Proof::Draw(certificate)) => certificate.check().is_ok(),
        Err(_) => false,
    }
}

/// Returns for each file whether the second checker accepts it. It says one line of each.
fn second_verdicts(output: &Output, count: usize) -> Vec<bool> {
    let mut verdicts = vec![None; count];
    for (said, is_accepted) in [(&output.stdout, true), (&output.stderr, false)] {
        for line in String::from_utf8_lossy(said).lines() {
            let (name, _) = line.split_once(": ").expect(line);
            let place: usize = name.parse().expect(line);
            assert_eq!(verdicts[place].replace(is_accepted), None, "{line}");
        }
    }
    let verdicts = verdicts.into_iter();
    verdicts
        .map(|verdict| verdict.expect("a line for each file"))
        .collect()
}

#[test]
fn both_checkers_accept_the_same_mutants() {
    let Some(mut python) = program("python3") else {
        return;
    };
    let mutants = mutants();
    let folder = tempfile::tempdir().unwrap();
    for (place, (_, bytes)) in mutants.iter().enumerate() {
        fs::write(folder.path().join(place.to_string()), bytes).unwrap();
    }
    let names = (0..mutants.len()).map(|place| place.to_string());
    let checker = Path::new(CHECKER).canonicalize().unwrap();
    let output = python
        .arg(checker)
        .args(names)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let second = second_verdicts(&output, mutants.len());

    let mut accepted: BTreeMap<&str, usize> = BTreeMap::new();
    for ((kind, bytes), second) in mutants.iter().zip(second) {
        let holds = holds(bytes);
        assert_eq!(holds, second, "{kind}: this crate, then the second checker");
        *accepted.entry(kind).or_default() += usize::from(holds);
    }
    for (kind, accepted) in &accepted {
        println!("{kind}: {accepted} accepted");
    }
    for kind in FORBIDDEN {
        assert_eq!(accepted[kind], 0, "{kind}");
    }
    assert_eq!(accepted["none"], OF_EACH);
}

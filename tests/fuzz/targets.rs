//! The targets: the readers, their valid inputs, and their promises.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::ValueEnum;
use fastrand::Rng;
use teeko_certificate::Proof;
use teeko_rules::notation::{
    GameRecord, check_position, circle_form, circle_name, parse_circle, parse_game, parse_move,
    parse_position, rows_form,
};
use teeko_rules::{
    Board, DropPlan, GoalFamily, GoalSet, NamedStep, Position, Rules, Status, Variant,
};
use teeko_table::{Kind, Table, TableFile};

/// The longest error message: it quotes at most a part of the input.
const LONGEST_MESSAGE: usize = 500;

/// The readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// Positions, games, moves, circles, variants
    Notation,
    /// Table files
    Table,
    /// Certificates
    Certificate,
}

impl Target {
    /// Returns valid inputs to mutate.
    pub(crate) fn corpus(self) -> Vec<Vec<u8>> {
        match self {
            Self::Notation => TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect(),
            Self::Table => vec![
                include_bytes!("../../crates/teeko-table/tests/data/centre.slide").to_vec(),
                include_bytes!("../../crates/teeko-table/tests/data/centre.drop").to_vec(),
            ],
            Self::Certificate => {
                vec![
                    include_bytes!("../../crates/teeko-certificate/tests/data/58-ssss.certificate")
                        .to_vec(),
                    include_bytes!(
                        "../../crates/teeko-certificate/tests/data/44-ssss+4x4.certificate"
                    )
                    .to_vec(),
                ]
            }
        }
    }

    /// Makes checksums right again, most of the time, so that the readers also read the data behind
    /// them.
    pub(crate) fn mend(self, input: &mut [u8], random: &mut Rng) {
        match self {
            _ if random.u8(..4) == 0 => {}
            Self::Notation => {}
            Self::Table => mend_table(input),
            Self::Certificate => {
                if let Some((content, checksum)) = input.split_last_chunk_mut::<4>() {
                    *checksum = crc32fast::hash(content).to_le_bytes();
                }
            }
        }
    }

    /// Whether the reader accepts the input.
    ///
    /// # Panics
    /// If the reader panics or breaks a promise.
    pub(crate) fn accepts(self, input: &[u8]) -> bool {
        match self {
            Self::Notation => accepts_text(&String::from_utf8_lossy(input)),
            Self::Table => accepts_table(input),
            Self::Certificate => accepts_certificate(input),
        }
    }
}

const TEXTS: [&str; 22] = [
    "b:7,9,12,14 r:10,13,17,19 b",
    "b:13 r: r",
    "b:1,5,21,25 r:2,3,4,13 r",
    "b:a5,e5,a1,e1 r:b5,c5,d5,c3 r",
    "5/1b1b1/5/1r1r1/5 b",
    "1r1rb/5/b3b/4b/1r3 b",
    "4/4/4/4",
    "13 12 18 8",
    "1. 13 12 2. 18 8 3. 14 7 4. 9 17 5. 14-8 17>16",
    "5, 25, pass → 13, 1, 24, pass → 8, 6, 21",
    "13 12 18 8 14 7 9 17 14 to 8",
    "pass 13 pass 12",
    "14-8",
    "d3-c4",
    "c3",
    "25",
    "44-ssss",
    "58-sppp+no-centre",
    "78-spsp+4x5+knight",
    "44-pppp+pass",
    "one-move alternate",
    "58-one-move-standard",
];

/// The rules with which the texts are read.
static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    ["44-ssss", "58-pppp+pass", "78-spsp+4x5+knight", "58-ssss+no-centre", "44-ppss+8x8"]
        .map(rules)
        .to_vec()
});

fn rules(variant: &str) -> Rules {
    variant.parse::<Variant>().expect("a variant").rules().expect("rules")
}

fn accepts_text(text: &str) -> bool {
    let mut accepted = [
        accepts_word::<Variant>(text),
        accepts_word::<Board>(text),
        accepts_word::<DropPlan>(text),
        accepts_word::<GoalFamily>(text),
        accepts_word::<GoalSet>(text),
        accepts_word::<NamedStep>(text),
    ]
    .contains(&true);
    for rules in RULES.iter() {
        let board = rules.board();
        if let Some(circle) = checked(parse_circle(board, text)) {
            assert_eq!(parse_circle(board, &circle.to_string()), Ok(circle));
            assert_eq!(parse_circle(board, &circle_name(board, circle)), Ok(circle));
            accepted = true;
        }
        if let Some(played) = checked(parse_move(board, text)) {
            assert_eq!(parse_move(board, &played.to_string()), Ok(played));
            accepted = true;
        }
        if let Some(position) = checked(parse_position(rules, text)) {
            accepts_position(rules, &position);
            accepted = true;
        }
        if let Some(game) = checked(parse_game(rules, Position::EMPTY, text)) {
            accepts_game(rules, &game);
            accepted = true;
        }
    }
    accepted
}

/// A word that stands for itself: writing and reading it gives the same value.
fn accepts_word<T: FromStr<Err: Display> + Display>(text: &str) -> bool {
    let Some(value) = checked(text.parse::<T>()) else { return false };
    let written = value.to_string();
    let again = checked(written.parse::<T>()).expect("what was written can be read");
    assert_eq!(again.to_string(), written);
    true
}

/// Checks that a position is one of the game, and that every notation of it can be read back.
fn accepts_position(rules: &Rules, position: &Position) {
    assert!(check_position(rules, position).is_ok());
    assert_ne!(rules.status(position), Status::Impossible);
    for written in [circle_form(position), rows_form(rules.board(), position)] {
        assert_eq!(parse_position(rules, &written).as_ref(), Ok(position), "{written}");
    }
}

/// Checks that a game is legal, and that its notation can be read back.
fn accepts_game(rules: &Rules, game: &GameRecord) {
    for (position, ply) in game.positions().zip(&game.plies) {
        assert!(rules.moves(&position).contains(&ply.played));
    }
    let written: Vec<String> = game.plies.iter().map(ToString::to_string).collect();
    assert_eq!(parse_game(rules, game.start, &written.join(" ")).as_ref(), Ok(game));
}

fn accepts_table(input: &[u8]) -> bool {
    let Some(file) = checked(TableFile::open(input.to_vec(), "input")) else { return false };
    let header = file.header();
    assert_eq!(
        header.to_bytes(),
        input[..header.length()],
        "the header says all that it was read from"
    );
    for block in 0..header.blocks().len() as u32 {
        if let Some(bytes) = checked(file.decode_block(block)) {
            assert_eq!(bytes.len(), header.length_of_block(block));
        }
    }
    let sound = checked(file.check()).is_some();
    let rules = header.rules().clone();
    // Larger boards take too much time and memory for one input.
    if sound && header.kind() == Kind::Slide && rules.board().circle_count() <= 20 {
        let table =
            checked(Table::new(file, None, &rules)).expect("a slide file goes with its own rules");
        if checked(table.check_census()).is_some() {
            let expanded = checked(table.expand()).expect("the census was counted from it");
            for text in ["b:1,2,5,7 r:3,4,6,8 b", "b:1,6,11,16 r:4,7,10,13 r"] {
                let position = parse_position(&rules, text).ok();
                let looked_up =
                    position.and_then(|position| table.outcome(&position).expect("a sound file"));
                assert_eq!(
                    looked_up,
                    position.and_then(|position| expanded.outcome(&position)),
                    "{text}"
                );
            }
        }
    }
    sound
}

/// Makes the checksums of a table file's header and blocks right, as far as they exist.
fn mend_table(input: &mut [u8]) {
    let number = |input: &[u8], place: usize, width: usize| -> Option<usize> {
        let bytes = input.get(place..place.checked_add(width)?)?;
        let value = bytes.iter().rev().fold(0_u64, |value, &byte| value << 8 | u64::from(byte));
        usize::try_from(value).ok()
    };
    let (Some(header), Some(blocks)) = (number(input, 12, 4), number(input, 36, 4)) else { return };
    let index = blocks.checked_mul(16).and_then(|length| header.checked_sub(length + 4));
    let Some(index) = index.filter(|_| header <= input.len()) else { return };
    for entry in (index..header - 4).step_by(16) {
        let (Some(offset), Some(length)) = (number(input, entry, 8), number(input, entry + 8, 4))
        else {
            return;
        };
        let Some(block) = input.get(offset..).and_then(|bytes| bytes.get(..length)) else {
            continue;
        };
        let checksum = crc32fast::hash(block).to_le_bytes();
        input[entry + 12..entry + 16].copy_from_slice(&checksum);
    }
    let checksum = crc32fast::hash(&input[..header - 4]).to_le_bytes();
    input[header - 4..header].copy_from_slice(&checksum);
}

fn accepts_certificate(input: &[u8]) -> bool {
    let Some(proof) = checked(Proof::read(input)) else { return false };
    assert_eq!(proof.to_bytes(), input, "the certificate has all that it was read from");
    match proof {
        Proof::Win(certificate) => checked(certificate.check()).is_some(),
        Proof::Draw(certificate) => checked(certificate.check()).is_some(),
    }
}

/// Returns the value. For an error returns `None`, and checks that the message is one short line
/// that is safe to print.
fn checked<T, E: Display>(result: Result<T, E>) -> Option<T> {
    result
        .map_err(|error| {
            let message = error.to_string();
            assert!(message.chars().count() <= LONGEST_MESSAGE, "{message}");
            assert!(!message.chars().any(char::is_control), "{}", message.escape_debug());
        })
        .ok()
}

//! The targets: the readers, their valid inputs, and their promises.

use std::fmt::Display;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use fastrand::Rng;
use teeko::Outcome;
use teeko::solve::solve;
use teeko::solving::{Plan, SolvingStep, Stage};
use teeko::surfaces::{AskedRules, Definition, QUESTIONS, Question};
use teeko::work::Stopped;
use teeko_certificate::Proof;
use teeko_rules::notation::{
    GameRecord, Notation, check_position, circle_form, parse_circle, parse_circle_in, parse_game,
    parse_move, parse_position, rows_form,
};
use teeko_rules::{
    Board, DropPlan, GoalFamily, GoalSet, NamedRules, NamedStep, Position, RuleText, Rules,
    RulesName, Status, Variant,
};
use teeko_table::{FileKind, Table, TableFile, check_census};

/// The longest error message: it quotes at most a part of the input.
const LONGEST_MESSAGE: usize = 500;

/// The readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// Positions, games, moves, circles, variants
    Notation,
    /// Rule files
    RuleFile,
    /// Paths and queries of HTTP requests
    Http,
    /// Saved half-steps
    Journal,
    /// Table files
    Table,
    /// Certificates
    Certificate,
}

impl Target {
    /// Returns valid inputs to mutate.
    pub(crate) fn corpus(self) -> Vec<Vec<u8>> {
        match self {
            Self::Notation => TEXTS
                .split('|')
                .map(|text| text.as_bytes().to_vec())
                .collect(),
            Self::RuleFile => RULE_FILES
                .iter()
                .map(|text| text.as_bytes().to_vec())
                .collect(),
            Self::Http => {
                let examples = QUESTIONS.iter().flat_map(Definition::examples);
                examples
                    .map(|example| example.request.as_bytes().to_vec())
                    .collect()
            }
            Self::Journal => {
                let folder = tempfile::tempdir().expect("a folder");
                solve_with_journal(folder.path());
                vec![fs::read(folder.path().join(HALF_STEP)).expect("a half-step")]
            }
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
            Self::Notation | Self::RuleFile | Self::Http => {}
            Self::Journal => mend_half_step(input),
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
            Self::RuleFile => accepts_rule_file(input),
            Self::Http => accepts_request(&String::from_utf8_lossy(input)),
            Self::Journal => accepts_half_step(input),
            Self::Table => accepts_table(input),
            Self::Certificate => accepts_certificate(input),
        }
    }
}

const TEXTS: &str = "b:7,9,12,14 r:10,13,17,19 b|b:13 r: r|b:1,5,21,25 r:2,3,4,13 r|\
    b:a5,e5,a1,e1 r:b5,c5,d5,c3 r|5/1b1b1/5/1r1r1/5 b|1r1rb/5/b3b/4b/1r3 b|4/4/4/4|13 12 18 8|\
    1. 13 12 2. 18 8 3. 14 7 4. 9 17 5. 14-8 17>16|5, 25, pass → 13, 1, 24, pass → 8, 6, 21|\
    13 12 18 8 14 7 9 17 14 to 8|pass 13 pass 12|14-8|d3-c4|c3|25|44-ssss|58-sppp+no-centre|\
    78-spsp+4x5+knight|44-pppp+pass|one-move alternate|58-one-move-standard";

const RULE_FILES: [&str; 5] = [
    "goals = [[1, 2, 6, 7]]",
    "# A file\nfamilies = [\"lines\", 'squares-1']\npoints = { lines = 4, squares-1 = 3 }",
    "goals = [{ circles = [1, 2, 6, 7], points = 3 }, { circles = [1, 3, 11, 13], empty = [7] }]",
    "families = [\"open-squares\"]\nsteps = \"knight\"",
    "goals = [['a4', 7, 'c4', '10']]\nsteps = [[1, 0], [0, 1], [-1, -1]]",
];

/// The rules with which the texts are read.
static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    [
        "44-ssss",
        "58-pppp+pass",
        "78-spsp+4x5+knight",
        "58-ssss+no-centre",
        "44-ppss+8x8",
    ]
    .map(rules)
    .to_vec()
});

fn rules(variant: &str) -> Rules {
    variant
        .parse::<Variant>()
        .expect("a variant")
        .rules()
        .expect("rules")
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
            for notation in [Notation::Numbers, Notation::Letters, Notation::Course] {
                let name = notation.name(board, circle);
                assert_eq!(parse_circle_in(board, notation, &name), Ok(circle));
            }
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
    let Some(value) = checked(text.parse::<T>()) else {
        return false;
    };
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
        assert_eq!(
            parse_position(rules, &written).as_ref(),
            Ok(position),
            "{written}"
        );
    }
}

/// Checks that a game is legal, and that its notation can be read back.
fn accepts_game(rules: &Rules, game: &GameRecord) {
    for (position, ply) in game.positions().zip(&game.plies) {
        assert!(rules.moves(&position).contains(&ply.played));
    }
    let written: Vec<String> = game.plies.iter().map(ToString::to_string).collect();
    assert_eq!(
        parse_game(rules, game.start, &written.join(" ")).as_ref(),
        Ok(game)
    );
}

fn accepts_table(input: &[u8]) -> bool {
    let Some(file) = checked(TableFile::open(input.to_vec(), "input")) else {
        return false;
    };
    let header = file.header();
    assert_eq!(
        header.to_bytes(),
        input[..header.length()],
        "the header says all that it was read from"
    );
    for block in 0..header.blocks.len() as u32 {
        if let Some(bytes) = checked(file.decode_block(block)) {
            assert_eq!(bytes.len(), header.length_of_block(block));
        }
    }
    let is_sound = checked(file.check()).is_some();
    // Larger boards take too much time and memory for one input.
    let rules = &header.description.rules;
    let is_small = rules.board().circle_count() <= 20;
    if is_sound && header.description.kind == FileKind::Slide && is_small {
        check_table(file);
    }
    is_sound
}

/// Checks that an expanded table has the values that are looked up in its file.
fn check_table(file: TableFile) {
    let rules = file.header().description.rules.clone();
    let table = checked(Table::new(file, None, &rules)).expect("a slide file with its own rules");
    let Some(expanded) = checked(table.expand()) else {
        return;
    };
    if checked(check_census(&expanded, table.slide())).is_none() {
        return;
    }
    for text in ["b:1,2,5,7 r:3,4,6,8 b", "b:1,6,11,16 r:4,7,10,13 r"] {
        if let Ok(position) = parse_position(&rules, text) {
            let found = table.outcome(&position).expect("a sound file");
            assert_eq!(found, expanded.outcome(&position), "{text}");
        }
    }
}

/// Returns the number in `width` bytes, the lowest first.
fn number(input: &[u8], place: usize, width: usize) -> Option<usize> {
    let bytes = input.get(place..place.checked_add(width)?)?;
    let mut value = 0_u64;
    for &byte in bytes.iter().rev() {
        value = value << 8 | u64::from(byte);
    }
    usize::try_from(value).ok()
}

/// Makes the checksums of a table file's header and blocks right, as far as they exist.
fn mend_table(input: &mut [u8]) {
    let (Some(header), Some(blocks)) = (number(input, 12, 4), number(input, 36, 4)) else {
        return;
    };
    let index = blocks
        .checked_mul(16)
        .and_then(|length| header.checked_sub(length + 4));
    let Some(index) = index.filter(|_| header <= input.len()) else {
        return;
    };
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

/// The rules of the draw in the corpus.
static DRAWN: LazyLock<Rules> = LazyLock::new(|| rules("44-ssss+4x4"));

fn accepts_certificate(input: &[u8]) -> bool {
    let Some(proof) = checked(Proof::read(input)) else {
        return false;
    };
    let written = proof.to_bytes();
    match proof {
        Proof::Win(certificate) => {
            assert_eq!(
                written, input,
                "the certificate has all that it was read from"
            );
            checked(certificate.check()).is_some()
        }
        Proof::Draw(certificate) => {
            let accepted = checked(certificate.check()).is_some();
            let rules = &certificate.game.played();
            // Its claim is true. The rules of the corpus are known to be drawn.
            if accepted && *rules != *DRAWN && rules.board().circle_count() <= 16 {
                assert_eq!(solve(rules).game_value(), Outcome::Draw, "{rules:?}");
            }
            let same = Proof::read(&written).is_ok_and(|read| read == Proof::Draw(certificate));
            assert!(same, "what was read comes back from its file");
            accepted
        }
    }
}

fn accepts_rule_file(input: &[u8]) -> bool {
    // Both are read, whether or not the first is accepted.
    let plain = accepts_rules_of_file("@rules-ssss", input);
    let for_points = accepts_rules_of_file("@rules-pppp+4x5+points", input);
    plain || for_points
}

fn accepts_rules_of_file(name: &str, input: &[u8]) -> bool {
    let name: RulesName = name.parse().expect("a name");
    let Some(text) = checked(RuleText::parse(input, name.board())) else {
        return false;
    };
    checked(NamedRules::of_rule_text(&name, text)).is_some()
}

fn accepts_request(text: &str) -> bool {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let Some((rules, question)) = checked(Question::of_path(path, query)) else {
        return false;
    };
    let Some(readers) = checked(AskedRules::readers(&rules)) else {
        return false;
    };
    let Some(asked) = checked(question.read(&readers)) else {
        return false;
    };
    let readers: Vec<_> = readers.iter().collect();
    checked(asked.check_bounds(&readers)).is_some()
}

/// The first half-step of [`solve_with_journal`].
const HALF_STEP: &str = "44+4x4.journal/00001.half-step";

/// Solves some half-steps with a journal in a folder. Returns whether its half-steps were used.
fn solve_with_journal(folder: &Path) -> bool {
    let named = NamedRules::of_variant("44-ssss+4x4".parse().expect("a variant")).expect("rules");
    // Half-steps of other rules are refused.
    let Ok(plan) = Plan::new(&[named]).keep_half_steps(folder, 1, true) else {
        return false;
    };
    let is_used = AtomicBool::new(true);
    let observe = |step: SolvingStep<'_>| {
        if let Stage::DoneAgain { .. } = step.stage {
            is_used.store(false, Ordering::Relaxed);
        }
        match step.stage {
            Stage::Slides(progress) if progress.ply > 2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let _ = plan.solve(&observe, |_, _, _| Ok::<(), Stopped>(()));
    is_used.into_inner() && plan.take_fault().is_none()
}

fn accepts_half_step(input: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(HALF_STEP);
    fs::create_dir(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, input).expect("a file");
    solve_with_journal(folder.path())
}

/// Makes the checksums of a half-step right, as far as they exist.
fn mend_half_step(input: &mut [u8]) {
    const HEADER: usize = 44;
    let Some((header, checksum)) = input.split_at_checked(HEADER) else {
        return;
    };
    if checksum.len() < 4 {
        return;
    }
    let checksum = crc32fast::hash(header).to_le_bytes();
    input[HEADER..HEADER + 4].copy_from_slice(&checksum);
    let mut start = HEADER + 4;
    while let Some(length) = number(input, start + 4, 4) {
        // The last one has the number of the others instead of its length.
        let is_last = number(input, start, 4) == Some(u32::MAX as usize);
        let Some(end) = (start + 12).checked_add(if is_last { 0 } else { length }) else {
            return;
        };
        let Some(chunk) = input.get_mut(start..end) else {
            return;
        };
        let checksum = crc32fast::hash(&[&chunk[..8], &chunk[12..]].concat()).to_le_bytes();
        chunk[8..12].copy_from_slice(&checksum);
        start = end;
    }
}

/// Returns the value. For an error returns `None`, and checks that the message is one short line
/// that is safe to print.
fn checked<T, E: Display>(result: Result<T, E>) -> Option<T> {
    let error = match result {
        Ok(value) => return Some(value),
        Err(error) => error.to_string(),
    };
    assert!(error.chars().count() <= LONGEST_MESSAGE, "{error}");
    let is_plain = !error.chars().any(char::is_control);
    assert!(is_plain, "{}", error.escape_debug());
    None
}

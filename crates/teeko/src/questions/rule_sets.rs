//! Questions about rule sets as a whole.

use std::path::Path;

use teeko_certificate::Proof;
use teeko_rules::{NamedRules, Outcome, Position};

use super::definition::{About, Definition, Example, Work};
use super::parameters::Parameter;
use super::{Ask, QUESTIONS, RequestError, Subject, check_circles, json};
use crate::documents::{Plays, Query, Questions, Rules, SolvedVariant, TableFileEntry, Variants};

pub(super) const VARIANTS: Definition = Definition::new::<Variants>(
    "variants",
    About::Nothing,
    Work::Quick,
    "The sixteen variants",
    &[],
    |_| Ok(Box::new(Plain(|_| Ok(json(&Variants::sixteen()))))),
    &[
        Example::new("All sixteen", "/v1/variants"),
        Example::refused(400, "There are no parameters", "/v1/variants?goals=44"),
    ],
);

pub(super) const PLAYS: Definition = Definition::new::<Plays>(
    "plays",
    About::Nothing,
    Work::Quick,
    "Scarne's seventeen winning plays",
    &[],
    |_| Ok(Box::new(Plain(|_| Ok(json(&Plays::seventeen()))))),
    &[Example::new("All seventeen", "/v1/plays")],
);

pub(super) const ALL: Definition = Definition::new::<Questions>(
    "questions",
    About::Nothing,
    Work::Quick,
    "The questions, with their parameters",
    &[],
    |_| Ok(Box::new(Plain(|_| Ok(json(&Questions::new(QUESTIONS)))))),
    &[Example::new("All questions", "/v1/questions")],
);

pub(super) const SOLUTION: Definition = Definition::new::<SolvedVariant>(
    "solution",
    About::Game,
    Work::Slow,
    "What a rule set is worth",
    &[],
    |_| Ok(Box::new(Plain(solution))),
    &[
        Example::new("Standard Teeko", "/v1/44-ssss"),
        Example::new("By Scarne's name", "/v1/advanced"),
        Example::new("With options", "/v1/58-sppp+no-centre"),
        Example::new("For points", "/v1/58-ssss+4x4+points"),
        Example::new("With goals of your own", "/v1/own-ssss+4x4?goals=1.2.5.6_2.3.6.7"),
        Example::refused(400, "No variant", "/v1/nonsense"),
        Example::refused(400, "Rule files are not read", "/v1/@rules.toml-ssss"),
        Example::refused(422, "More memory than there is", "/v1/44-ssss+8x8"),
    ],
);

pub(super) const RULES: Definition = Definition::new::<Rules>(
    "rules",
    About::Rules,
    Work::Quick,
    "The goals and other rules",
    &[],
    |_| Ok(Box::new(Plain(|subject| Ok(json(&Rules::new(&subject.rules[0])))))),
    &[
        Example::new("Standard Teeko", "/v1/44-ssss/rules"),
        Example::new("Goals with empty circles", "/v1/teeko2/rules"),
        Example::new("Goals with prices", "/v1/58-ssss+points/rules"),
        Example::new("Goals of your own", "/v1/own-pppp+pass/rules?goals=1.3.11.13~7=2"),
        Example::refused(400, "A goal of three circles", "/v1/own-ssss/rules?goals=1.2.3"),
    ],
);

const POINTS: Parameter = Parameter::number(
    "points",
    [1, u8::MAX as u64],
    None,
    "In games for points: the points to force, not the most",
);

pub(super) const CERTIFICATE: Definition = Definition {
    media_type: "application/octet-stream",
    ..Definition::new::<String>(
        "certificate",
        About::Game,
        Work::Search,
        "A proof of a rule set's value, as `teeko check` reads it",
        &[&POINTS],
        |parameters| Ok(Box::new(Certificate { points: parameters.optional(&POINTS)? })),
        &[
            Example::new("Advanced Teeko", "/v1/58-ssss/certificate"),
            Example::new("A draw", "/v1/44-ssss+4x4/certificate"),
            Example::new("For points", "/v1/58-ssss+4x4+knight+points/certificate?points=1"),
            Example::refused(422, "Not a game for points", "/v1/58-ssss/certificate?points=1"),
        ],
    )
};

pub(super) const POSITIONS: Definition = Definition {
    media_type: "application/jsonl",
    ..Definition::new::<Query<'_>>(
        "positions",
        About::Lines,
        Work::Slow,
        "What each of many positions is worth: a position in each line, an answer in each line",
        &[],
        // `answer_positions` answers the lines of the request body.
        |_| Ok(Box::new(Plain(|_| Ok(Vec::new())))),
        &[Example {
            body: "b:7,9,12,14 r:10,13,17,19 b\n# a comment\n\n5/5/2b2/5/5 r\nb:1 r:1 b\n",
            ..Example::new("Two positions and a mistake", "/v1/44-ssss/positions")
        }],
    )
};

/// Asks a question without parameters, which every rule set has an answer to.
#[derive(Debug)]
struct Plain(fn(&Subject<'_>) -> Result<Vec<u8>, RequestError>);

impl Ask for Plain {
    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        (self.0)(subject)
    }
}

/// Answers with the entry of a solved rule set. Table files are named without their folder, which
/// is private to its owner.
fn solution(subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
    let mut entry = SolvedVariant::new(&subject.game().report(subject.time)?);
    for TableFileEntry { path, .. } in &mut entry.files {
        if let Some(name) = Path::new(path).file_name() {
            *path = name.to_string_lossy().into_owned();
        }
    }
    Ok(json(&entry))
}

#[derive(Debug)]
struct Certificate {
    points: Option<u8>,
}

/// How long the search for a drawing strategy takes: the first one found is kept, since somebody
/// waits for the answer.
const EFFORT: u32 = 0;

/// The largest board for which a service searches for the strategies of a draw: a second on 4 x 4,
/// minutes on 5 x 5.
const MOST_CIRCLES_OF_DRAWS: usize = 16;

impl Ask for Certificate {
    fn check_bounds(&self, rules: &[NamedRules]) -> Result<(), RequestError> {
        rules.iter().try_for_each(|named| check_circles(named.board()))
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let game = subject.game();
        if let Some(points) = self.points {
            return Ok(Proof::Win(game.certificate_of_points(points)?).to_bytes());
        }
        let circles = game.board().circles().len();
        let is_bounded = subject.positions.is_some() && circles > MOST_CIRCLES_OF_DRAWS;
        if is_bounded && game.value(&Position::EMPTY)?.outcome == Outcome::Draw {
            return Err(RequestError::TooMuch(format!(
                "{}: expected a win, or a draw on a board of at most {MOST_CIRCLES_OF_DRAWS} \
                 circles, found a draw on one of {circles}",
                game.named()
            )));
        }
        Ok(game.proof(EFFORT, subject.observe)?.to_bytes())
    }
}

//! Reviews of games.

mod choices;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_analysis::{Phase, phase, winner};
use teeko_rules::notation::{GameError, GameRecord, Notation, RowsForm, parse_playable_part};
use teeko_rules::{Oracle, OutcomeFields, Rules, Scoring, Side, Wdl};

pub use self::choices::ReviewChoice;
use self::choices::review;
use super::ask::{Ask, Subject, unread};
use super::asked_position::start;
use super::parameters::TextKind;
use super::place::Place;
use crate::error::Error;
use crate::position_reader::PositionReader;
use crate::surfaces::words::{Names, by_number, outcome_sentence, points, turn_sentence};

/// Judge a game move by move, and show what was better
///
/// If the opponent points at the circle of a drop, the choice is the opponent's, and so is a
/// mistake. With the option +pass the opponent may pass instead of pointing. "pass 13" means that
/// the opponent passed and the mover then chose 13; the two choices are judged separately.
///
/// A game that `teeko play` has saved names its variant and its start, which count unless you give
/// others.
///
/// For each choice that changed the result, the review shows the refutation: best play after it.
/// For the worst choice, it also shows the position. If a ply of the game is illegal, the plies
/// before it are judged, and an error follows. In JSON, a choice that changed the result has a
/// "refutation", and a game with an illegal ply has an "error".
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["game"]))]
pub struct ReviewQuestion {
    /// The moves of the game, after comment lines that name its rules and its start if it was saved
    // The program reads it after the other parameters: from words, a file or standard input.
    #[serde(default)]
    #[schemars(example = "13,12,18,8", extend("x-kind" = TextKind::Game))]
    pub game: String,
    /// Position from which the moves start [default: the empty board]
    #[schemars(example = "b:7,9,12,14 r:10,13,17,19 b", extend("x-kind" = TextKind::Start))]
    pub from: Option<String>,
    /// Say why each mistake is one: what it threatens, meets and allows
    #[serde(default)]
    pub why: bool,
    /// How these texts name circles.
    #[serde(skip)]
    pub notation: Notation,
    /// The plies up to the first wrong one, once the game is read.
    #[serde(skip)]
    pub record: Option<GameRecord>,
    /// Why the next ply is wrong, if the game is longer.
    #[serde(skip)]
    pub error: Option<GameError>,
}

impl ReviewQuestion {
    /// Asks for the review of a game.
    pub fn of(record: GameRecord) -> Self {
        Self {
            record: Some(record),
            ..Self::default()
        }
    }
}

impl Ask for ReviewQuestion {
    type Answer<'a> = Review;

    /// Reads the plies up to the first wrong one, at least one.
    fn read(&mut self, rules: &[&PositionReader]) -> Result<(), Error> {
        if self.record.is_some() {
            return Ok(());
        }
        let start = start(rules[0], self.notation, self.from.as_deref())?;
        let (record, error) =
            parse_playable_part(rules[0].rules(), self.notation, start, &self.game)?;
        self.set_place(Place::Game(record, error))
    }

    fn set_place(&mut self, place: Place) -> Result<(), Error> {
        let (record, error) = match place {
            Place::Game(record, Some(error)) if record.plies.is_empty() => return Err(error.into()),
            Place::Game(record, error) => (record, error),
            Place::Position(_) => {
                let error = "place: expected a game, found a position";
                return Err(Error::wrong(error, "ask for `position` instead"));
            }
        };
        self.record = Some(record);
        self.error = error;
        Ok(())
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Review, Error> {
        let game = subject.game();
        let record = self.record.as_ref().ok_or_else(unread)?;
        let rules = game.rules();
        let (choices, value) = review(game, record, self.why).map_err(|error| game.error(error))?;
        let end = record.end();
        let last = |fits: fn(&ReviewChoice) -> bool| choices.iter().rposition(fits);
        let turning_point = last(ReviewChoice::changed_result);
        let worst = last(ReviewChoice::turned_win_into_loss).or(turning_point);
        let ply = |place: usize| choices[place].ply;
        let mut review = Review {
            schema: "teeko.review/1",
            variant: game.name().to_owned(),
            position: game.on_board(record.start),
            end: ReviewEnd {
                position: game.on_board(end),
                phase: phase(rules, &end),
                turn: end.turn,
                value: OutcomeFields::of_value(rules.scoring(), Some(value)),
                winner: winner(&end, value.outcome),
            },
            turning_point: turning_point.map(ply),
            worst: worst.map(ply),
            worst_choice: worst,
            choices,
            verdict: String::new(),
            error: self.error.clone(),
        };
        review.verdict = review.verdict_with(rules, None, &by_number);
        Ok(review)
    }
}

/// A game, judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Review {
    /// `teeko.review/1`.
    pub schema: &'static str,
    /// The name of the rules.
    pub variant: String,
    /// The position where the game starts.
    pub position: RowsForm,
    /// The choices in order; a ply after a pass has two.
    pub choices: Vec<ReviewChoice>,
    /// The position after the last ply.
    pub end: ReviewEnd,
    /// The number of the ply that decided the result; null if none changed it.
    pub turning_point: Option<usize>,
    /// The number of the ply with the worst choice: the last that turned a win into a loss,
    /// otherwise the last that changed the result. Null if none did.
    pub worst: Option<usize>,
    /// The place of that choice in `choices`.
    #[serde(skip)]
    pub worst_choice: Option<usize>,
    /// How the game stands and why, as text.
    pub verdict: String,
    /// Why the record ends early, if a ply cannot be read or played. The choices are those before
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub error: Option<GameError>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewEnd {
    /// The position.
    pub position: RowsForm,
    /// The phase of the game.
    pub phase: Phase,
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    #[serde(flatten)]
    pub value: OutcomeFields,
    /// The side that wins or has won.
    pub winner: Option<Side>,
}

impl Review {
    /// Returns the choices that changed the result, in order.
    pub fn changes(&self) -> impl Iterator<Item = &ReviewChoice> {
        self.choices.iter().filter(|choice| choice.changed_result())
    }

    /// Describes how the game stands, and every choice that changed its result. `ended` is how the
    /// players ended it if the last position does not show that: by a resignation, or by a
    /// repetition.
    pub fn verdict_with(&self, rules: &Rules, ended: Option<&str>, names: Names<'_>) -> String {
        let (end, value) = (&self.end.position, *self.end.value);
        let mut outcome = outcome_sentence(rules, end, value, names);
        if rules.scoring() == Scoring::Pips
            && rules.winner(end).is_some()
            && !self.choices.is_empty()
        {
            // The last ply of the record determines the points.
            outcome = format!("{outcome}, {}", points(value.score.abs()));
        }
        let state = match rules.winner(end) {
            Some(_) => outcome,
            None if rules.moves(end).is_empty() => format!("the game is over. {outcome}"),
            None => match ended {
                Some(ended) => format!("{ended} With best play from the last position: {outcome}"),
                None => format!("unfinished, {}. {outcome}", turn_sentence(rules, end)),
            },
        };
        let changes: Vec<String> = self.changes().map(|choice| change(choice, names)).collect();
        let causes = if changes.is_empty() {
            "No choice changed the result".to_owned()
        } else {
            changes.join("; ")
        };
        format!("{state}. {causes}.")
    }
}

/// Describes what a choice that changed the result did.
fn change(choice: &ReviewChoice, names: Names<'_>) -> String {
    let [before, after] = choice.results_of_chooser().map(Wdl::name);
    let described = choice.named(names);
    match choice.points_given_away.map(points) {
        Some(points) if choice.keeps_outcome => format!("{described} gave away {points}"),
        Some(points) => {
            format!("{described} turned a {before} into a {after} and gave away {points}")
        }
        None => format!("{described} turned a {before} into a {after}"),
    }
}

//! Choices, and the value of a position with its choices.

use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use strum::IntoStaticStr;
use teeko_rules::notation::RowsForm;
use teeko_rules::{
    CircleNames, Move, NamesCircles, Outcome, OutcomeFields, PIECES, Position, Rules, Side, Value,
    Wdl,
};

use crate::why::Why;

/// A choice of the side that chooses: a move or a pass.
///
/// Choices order by circle, slides by the circle that they leave first; a pass comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// The next move: the chooser's own, or its opponent's where the chooser points. Where the
    /// chooser points and pieces have numbers, this is a circle alone: the side to move chooses the
    /// piece.
    Move(Move),
    /// Under the pass rule: pointing nowhere, which leaves the choice of the circle to the side to
    /// move.
    Pass,
}

impl NamesCircles for Choice {
    fn write(&self, names: CircleNames, text: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.write(names, text),
            Self::Pass => text.write_str("pass"),
        }
    }
}

impl fmt::Display for Choice {
    /// Writes the move, such as `13` or `14-8`, or `pass`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(CircleNames::NUMBERS, formatter)
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The choices at the next ply, counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
pub struct Replies {
    /// All of them, a pass included; 0 once the game is finished.
    pub total: usize,
    /// The choices that keep the result (win, draw or loss).
    pub holding: usize,
}

impl Replies {
    /// Returns how hard a draw with these replies is to hold, from 0 to 3: 3 if at most an eighth
    /// of them keep the result, 2 if at most a half, 1 if at most seven eighths. `None` if there
    /// are none.
    pub fn difficulty(self) -> Option<u8> {
        if self.total == 0 {
            return None;
        }
        let mut difficulty = 0;
        for eighths in [1, 4, 7] {
            if self.holding * 8 <= self.total * eighths {
                difficulty += 1;
            }
        }
        Some(difficulty)
    }
}

/// A choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "QueryMove")]
pub struct RankedChoice {
    /// The move, or `pass`.
    #[serde(rename = "move")]
    #[schemars(with = "String")]
    pub choice: Choice,
    /// The value for the side to move in the position (not for the chooser), with plies from that
    /// position.
    #[serde(flatten)]
    #[schemars(with = "ValueOfChoice")]
    pub value: OutcomeFields,
    /// The pips of the best piece to drop, if the chooser points and pieces have numbers. Left out
    /// elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<u8>,
    /// Whether nothing is better for the chooser: by points in games for points, then by distance.
    pub optimal: bool,
    /// Whether the choice keeps the result.
    pub keeps_outcome: bool,
    /// Whether the choice keeps the points; left out in games that are not for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeps_score: Option<bool>,
    /// The choices at the next ply.
    // After a pass, those of the side to move, which may now choose.
    pub replies: Replies,
    /// How hard a draw is to hold for the side that chooses next, from 0 to 3: 3 if at most an
    /// eighth of the replies keep it, 2 if at most a half, 1 if at most seven eighths. Left out for
    /// wins, losses and choices without replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u8>,
    /// The position after the choice, in rows form. A pass leaves it unchanged: the side to move
    /// then chooses.
    pub position: RowsForm,
    /// Why it is good or bad; left out unless `why` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<Why>>,
}

/// The fields of the value of a choice.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "describes fields")]
struct ValueOfChoice {
    /// The result for the side to move.
    outcome: Wdl,
    /// The distance to win in plies from the position, the move included; null in a draw. In games
    /// for points, a bound, as for the position.
    dtw: Option<u32>,
    /// In games for points: the points that the side to move scores with it. Left out in other
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
}

impl RankedChoice {
    /// Returns the move of this choice, with the best piece where the side to move chooses the
    /// piece; `None` for a pass.
    pub const fn best_move(&self) -> Option<Move> {
        match (self.choice, self.piece) {
            (Choice::Move(Move::Drop(to)), Some(pips)) => Some(Move::DropPiece { to, pips }),
            (Choice::Move(played), _) => Some(played),
            (Choice::Pass, _) => None,
        }
    }
}

/// The value of a position, and its choices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// The position in rows form.
    pub position: RowsForm,
    /// The phase of the game.
    pub phase: Phase,
    /// The side to move.
    pub turn: Side,
    /// The side that chooses: the side to move, or its opponent if that points.
    pub chooser: Side,
    /// The value for the side to move. In a finished game with numbered pieces its score is 1 or
    /// -1, because the points depend on the last move.
    #[serde(flatten)]
    #[schemars(with = "ValueOfPosition")]
    pub value: OutcomeFields,
    /// The side that wins or has won; null in a draw.
    pub winner: Option<Side>,
    /// The choices, best for the chooser first; draws and equal losses by `replies`. Left out if
    /// not requested.
    // Fast wins, slow wins, draws, slow losses, fast losses. Equal choices order by the lowest
    // circle, slides by the circle left, then the circle reached; a pass comes last. Empty if the
    // game is finished or there is no legal slide.
    //
    // Draws, and losses of equal value, order by the side that chooses next. First come those after
    // which the chooser chooses again, those with the most replies that keep the result first. Then
    // come those after which the other side chooses, those with the fewest such replies first.
    // Choices that leave no choice come last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<RankedChoice>>,
}

/// The fields of the value of a position.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "describes fields")]
pub(crate) struct ValueOfPosition {
    /// The result for the side to move.
    outcome: Wdl,
    /// The distance to win in plies; null in a draw. In games for points, a bound: the plies within
    /// which the side that scores can force at least these points. Its best moves may have smaller
    /// bounds.
    dtw: Option<u32>,
    /// In games for points: the points that the side to move scores. Null if the game is over and
    /// pieces have numbers, since the points then depend on the last move. Left out in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-nullable" = true))]
    score: Option<i16>,
}

impl Analysis {
    /// Returns the value of a position without its choices.
    pub fn brief(rules: &Rules, position: &Position, value: Value) -> Self {
        let phase = phase(rules, position);
        let scoring = rules.scoring();
        // Only drops may have another chooser. A finished game has no choices: the side to move
        // stands for its chooser.
        let chooser = if phase == Phase::Drop {
            rules.chooser(position)
        } else {
            position.turn
        };
        let fields = if phase == Phase::Over {
            OutcomeFields::of_finished(scoring, value)
        } else {
            OutcomeFields::of_value(scoring, Some(value))
        };
        Self {
            position: RowsForm {
                board: rules.board(),
                position: *position,
            },
            phase,
            turn: position.turn,
            chooser,
            value: fields,
            winner: winner(position, value.outcome),
            moves: None,
        }
    }

    /// Returns the choices; none if they were not requested.
    pub fn choices(&self) -> &[RankedChoice] {
        self.moves.as_deref().unwrap_or_default()
    }
}

/// A phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    /// Some pieces are still to be dropped.
    Drop,
    /// All pieces are on the board.
    Slide,
    /// A side has a goal.
    Over,
}

impl Phase {
    /// Returns the name: `drop`, `slide` or `over`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns the phase of a position.
pub fn phase(rules: &Rules, position: &Position) -> Phase {
    match rules.winner(position) {
        Some(_) => Phase::Over,
        None if position.layer() < 2 * PIECES => Phase::Drop,
        None => Phase::Slide,
    }
}

/// Returns the side that wins, or has won; `None` in a draw.
pub fn winner(position: &Position, outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::Win(_) => Some(position.turn),
        Outcome::Loss(_) => Some(position.turn.other()),
        Outcome::Draw => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, rules};

    #[test]
    fn the_phase_is_that_of_the_next_ply() {
        let rules = rules("44-ssss");
        for (text, expected) in [
            ("b:1 r:2 b", Phase::Drop),
            ("b:1,3,5,7 r:16,18,20 r", Phase::Drop),
            ("b:1,3,5,7 r:16,18,20,22 b", Phase::Slide),
            ("b:1,2,3,4 r:16,18,20 r", Phase::Over),
            ("b:1,2,3,4 r:16,18,20,22 r", Phase::Over),
        ] {
            assert_eq!(phase(&rules, &position(&rules, text)), expected, "{text}");
        }
    }

    #[test]
    fn phases_have_names() {
        let names = [Phase::Drop, Phase::Slide, Phase::Over].map(Phase::name);
        assert_eq!(names, ["drop", "slide", "over"]);
    }

    #[test]
    fn a_finished_game_has_no_chooser_but_the_side_to_move() {
        let rules = rules("44-pppp");
        for (text, expected) in [
            ("5/5/5/5/5 b", Side::Red),
            ("b:1,3,5 r:16,18 r", Side::Black),
            ("b:1,3,5,7 r:16,18,20,22 b", Side::Black),
            ("b:1,2,3,4 r:16,18,20 r", Side::Red),
        ] {
            let brief = Analysis::brief(&rules, &position(&rules, text), Value::DRAW);
            assert_eq!(brief.chooser, expected, "{text}");
        }
    }

    /// Its points depend on the last ply.
    #[test]
    fn a_finished_game_with_numbered_pieces_has_no_score() {
        let rules = rules("44-ssss+pips");
        let over = position(&rules, "b:1=1,2=2,3=3,4=4 r:16=1,18=2,20=3 r");
        let lost = Value::new(Outcome::Loss(0), 1);
        let brief = Analysis::brief(&rules, &over, lost);
        assert_eq!(
            brief.value,
            OutcomeFields::of_finished(rules.scoring(), lost)
        );
        let open = position(&rules, "b:1=1,2=2,3=3,9=4 r:16=1,18=2,20=3 r");
        let brief = Analysis::brief(&rules, &open, lost);
        assert_eq!(
            brief.value,
            OutcomeFields::of_value(rules.scoring(), Some(lost))
        );
    }
}

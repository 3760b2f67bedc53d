//! A course that is being made.

use std::collections::HashMap;

use teeko_certificate::canonical;
use teeko_rules::notation::RowsForm;
use teeko_rules::{Move, Oracle, Position, Side, SymmetryGroup};

use super::CourseChoice;
use super::reply::{Reply, replies};
use crate::error::Answer;
use crate::probe::{best_moves, probe};

/// The choices of a course that were found so far.
pub(super) struct Draft<'a> {
    pub(super) oracle: &'a dyn Oracle,
    pub(super) learner: Side,
    pub(super) symmetries: SymmetryGroup,
    pub(super) choices: Vec<CourseChoice>,
    /// The places of the choices, by canonical position.
    places: HashMap<Position, usize>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(oracle: &'a dyn Oracle, learner: Side) -> Self {
        Self {
            oracle,
            learner,
            symmetries: oracle.rules().symmetries(),
            choices: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// Returns the image that stands for a position and all its images.
    pub(super) fn canonical(&self, position: &Position) -> Position {
        canonical(&self.symmetries, position)
    }

    /// Returns the place of the choice in a position or an image of it, if there is one.
    pub(super) fn place_of(&self, position: &Position) -> Option<usize> {
        self.places.get(&self.canonical(position)).copied()
    }

    /// Returns the position after a choice, or the empty board.
    pub(super) fn position_after(&self, choice: Option<usize>) -> Position {
        match choice {
            Some(place) => {
                let choice = &self.choices[place];
                choice.position.after(choice.chosen)
            }
            None => Position::EMPTY,
        }
    }

    /// Returns the other side's replies after a choice, or from the empty board.
    pub(super) fn replies_after(&self, choice: Option<usize>) -> Answer<Vec<Reply>> {
        let none = Reply::none(self.position_after(choice));
        replies(self.oracle, self.learner, none)
    }

    /// Adds the choice after a reply. Returns its place.
    pub(super) fn add(
        &mut self,
        reply: &Reply,
        after: Option<usize>,
        chosen: Move,
    ) -> Answer<usize> {
        let position = reply.position;
        let (_, moves) = best_moves(self.oracle, &position)?;
        let choice = CourseChoice {
            position: RowsForm {
                board: self.oracle.rules().board(),
                position,
            },
            plies: probe(self.oracle, &position)?.distance(),
            chosen,
            moves,
            after,
            replies: reply.moves.clone(),
        };
        let place = self.choices.len();
        self.choices.push(choice);
        self.places.insert(self.canonical(&position), place);
        Ok(place)
    }
}

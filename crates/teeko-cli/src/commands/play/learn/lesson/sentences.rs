//! What a lesson says of the course and of how far the learner has come.

use teeko::Side;
use teeko::analysis::Choice;
use teeko::rules::{Move, Wdl, enumeration};
use teeko::surfaces::words::plies;

use super::super::way::{moves_to, way};
use super::{Lesson, RIGHT};
use crate::exit::Failure;
use crate::render::{notation_option, paragraph};

/// How a lesson goes.
const HOW_IT_GOES: &str = "Type a move, or help. A choice counts as known once you get it right at \
    the first try; others come back.";

impl Lesson<'_> {
    /// Says what the course is, how much of it is known, and what to type.
    pub(super) fn introduction(&self) -> String {
        let side = self.course.side;
        let other = side.other();
        let aim = match self.course.plies {
            Some(number) => format!("win within {}", plies(number)),
            None => "hold the draw".to_owned(),
        };
        let mut sentences = vec![
            format!(
                "{}: you are {side}, and {aim}, whatever {other} does.",
                self.game.named()
            ),
            self.contents(),
            HOW_IT_GOES.to_owned(),
        ];
        if self.number_known() > 0 {
            sentences.push(format!("You know {}.", self.progress()));
        }
        sentences.join(" ")
    }

    /// Says how many choices the parts of the course have.
    fn contents(&self) -> String {
        let all = self.course.choices.len();
        let main_line = self.course.main_line;
        let mut parts = vec![format!("{main_line} on the main line")];
        let others = match self.course.best_defence {
            Some(first) => {
                parts.push(format!(
                    "{} against other defences that last as long",
                    first - main_line
                ));
                all - first
            }
            None => all - main_line,
        };
        let what = match self.course.outcome {
            Wdl::Draw => "after other attacks",
            _ => "against those that lose sooner",
        };
        parts.push(format!("{others} {what}"));
        format!(
            "The course has {all} choices, symmetric ones counted once: {}.",
            enumeration(&parts)
        )
    }

    /// Says how much of the course is known, and whether the choice comes back.
    pub(super) fn knowledge(&self) -> String {
        let progress = self.progress();
        if self.known.has(self.asked()) {
            format!(" You know {progress}.")
        } else {
            format!(" It comes back later; you know {progress}.")
        }
    }

    /// Says that a choice is right, or as good as that of the course.
    pub(super) fn praise(&self, choice: Choice) -> String {
        let asked = self.asked();
        let Choice::Move(played) = choice else {
            return RIGHT.to_owned();
        };
        if played == asked.chosen {
            return RIGHT.to_owned();
        }
        let chosen = self.named(&asked.chosen);
        let why = if self.is_image(played) {
            format!("is {chosen} on the board turned or mirrored")
        } else if asked.plies.is_some() {
            "wins as soon".to_owned()
        } else {
            "holds the draw, too".to_owned()
        };
        let played = self.named(&played);
        format!("{RIGHT} {played} {why}; the course goes on with {chosen}.")
    }

    /// Returns whether a move is an image of that of the course.
    fn is_image(&self, played: Move) -> bool {
        let asked = self.asked();
        let symmetries = self.rules().symmetries();
        symmetries.elements().iter().any(|symmetry| {
            asked.position.image(symmetry) == *asked.position
                && asked.chosen.image(symmetry) == played
        })
    }

    /// Says which part of the course is now known as a whole, if it became so by this choice.
    pub(super) fn milestone(&self) -> String {
        let other = self.course.side.other();
        if self.completes(self.course.main_line) {
            return " That is the whole main line.".to_owned();
        }
        match self.course.best_defence {
            Some(number) if self.completes(number) => format!(
                " That is enough to beat a {other} that always lasts as long as it can; try it: {}",
                self.play_command()
            ),
            _ => String::new(),
        }
    }

    /// Returns whether the present choice is one of the first `number`, all of which are known.
    fn completes(&self, number: usize) -> bool {
        let mut first = self.course.choices[..number].iter();
        self.place < number && first.all(|choice| self.known.has(choice))
    }

    pub(super) fn play_command(&self) -> String {
        let side = match self.course.side {
            Side::Black => "",
            Side::Red => " --as red",
        };
        let named = self.game.named();
        format!(
            "teeko play{} {named}{side} --strength perfect",
            notation_option()
        )
    }

    /// Says how a line ends.
    pub(super) fn end_of_line(&self) -> Result<String, Failure> {
        let other = self.course.side.other();
        let asked = self.asked();
        let is_shown = self.place + 1 == self.course.main_line;
        if is_shown || asked.plies != Some(3) {
            return Ok(String::new());
        }
        let next = asked.position.after(asked.chosen);
        let Some(reply) = self.best_move_in(next)? else {
            return Ok(String::new());
        };
        let Some(last) = self.best_move_in(next.after(reply))? else {
            return Ok(String::new());
        };
        // The learner may have played another move that is as good: the replies are not to that.
        let chosen = self.named(&asked.chosen);
        let reply = self.named(&reply);
        let last = self.named(&last);
        Ok(paragraph(&format!(
            "{chosen} wins: whatever {other} answers, you complete a goal; after {reply} with \
             {last}."
        )))
    }

    /// Says how play comes from the move of the present choice to another choice.
    pub(super) fn way_to(&self, next: usize) -> String {
        let mut here = moves_to(self.course, self.place);
        here.push(self.asked().chosen);
        let there = moves_to(self.course, next);
        let why = match self.course.outcome {
            _ if self.order.was_missed(next) => "A choice that you missed comes back.",
            Wdl::Draw => "The next line has another attack.",
            _ => "The next line has another defence.",
        };
        way(self.rules(), &here, &there, why)
    }
}

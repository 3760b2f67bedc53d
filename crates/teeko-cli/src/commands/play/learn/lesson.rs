//! A lesson: the program asks for the learner's moves, and answers as the course says.

mod refutation;
mod sentences;

use std::mem;

use teeko::analysis::{Choice, Course, CourseChoice, threats};
use teeko::rules::{Circles, Move, NamesCircles, alternatives};
use teeko::surfaces::words::{plies, turn_sentence};
use teeko::{Game, Oracle, Position, Rules};

use super::super::command::{Command, NOTHING_TO_UNDO, OF_LESSONS, of_others};
use super::super::conversation::Conversation;
use super::super::game::State;
use super::known::Known;
use super::order::Order;
use super::way::{announcement, back_to, moves_to, with_sides};
use crate::exit::Failure;
use crate::render::rules as rules_text;
use crate::render::{HEADING, WIN, chosen, diagram, named, notation_option, paragraph, styled};

/// The praise for a choice that is good enough.
const RIGHT: &str = "Right.";

/// What to try after a move that is not good enough.
const TRY_AGAIN: &str = "Try again, or type hint or solution.";

pub(super) struct Lesson<'a> {
    /// Text that has not been shown yet.
    out: String,
    is_over: bool,
    game: &'a Game,
    course: &'a Course,
    known: Known,
    order: Order,
    /// The place of the choice that is asked.
    place: usize,
    /// Whether the learner had help with it, or has tried another move.
    is_missed: bool,
    /// The position in which the learner completes a goal, at the end of the main line.
    last: Option<Position>,
    /// The places of the choices that were answered in this lesson.
    answered: Vec<usize>,
}

impl Conversation for Lesson<'_> {
    fn take_text(&mut self) -> String {
        mem::take(&mut self.out)
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the legal moves, then the commands.
    fn words(&self) -> Vec<String> {
        self.state().words(self.rules(), OF_LESSONS.words)
    }

    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        match Command::read(line.trim()) {
            Command::Nothing => {}
            Command::Quit => self.quit(),
            Command::Help => self.out += &paragraph(OF_LESSONS.help),
            Command::Rules => self.explain(),
            Command::Hint => self.hint()?,
            Command::Solution if self.last.is_some() => self.hint()?,
            Command::Solution => self.show_solution()?,
            Command::Skip => self.skip()?,
            Command::Undo => self.undo(),
            Command::New => self.begin_again()?,
            Command::Board => self.show(),
            Command::Redo
            | Command::Values(_)
            | Command::Strength(_)
            | Command::Resign
            | Command::Save(_)
            | Command::Wrong(_) => self.out += &paragraph(&of_others(line, "games")),
            Command::Move(text) if self.last.is_some() => self.play_last(text)?,
            Command::Move(text) => self.play(text)?,
        }
        Ok(())
    }
}

impl<'a> Lesson<'a> {
    pub(super) fn new(game: &'a Game, course: &'a Course, known: Known) -> Self {
        Self {
            out: String::new(),
            is_over: false,
            game,
            course,
            known,
            order: Order::default(),
            place: 0,
            is_missed: false,
            last: None,
            answered: Vec::new(),
        }
    }

    /// Begins the lesson, or continues it with the first choice that is not known.
    pub(super) fn start(&mut self) {
        self.out += &rules_text::goals(self.rules());
        self.out.push('\n');
        self.out += &paragraph(&self.introduction());
        let next = self.order.next(self.course, &self.known);
        if next.is_none() {
            self.finish();
            self.out += "Type new to forget it all and begin again, or go through it once more.\n";
        }
        self.begin(next.unwrap_or_default());
    }

    fn rules(&self) -> &'a Rules {
        self.game.rules()
    }

    /// Returns the choice that is asked.
    fn asked(&self) -> &'a CourseChoice {
        &self.course.choices[self.place]
    }

    /// Returns the position in which the learner chooses.
    fn position(&self) -> Position {
        self.last.unwrap_or(*self.asked().position)
    }

    fn state(&self) -> State {
        State::at(self.position())
    }

    fn named(&self, circles: &dyn NamesCircles) -> String {
        named(self.rules().board(), circles)
    }

    fn number_known(&self) -> usize {
        let choices = self.course.choices.iter();
        choices.filter(|choice| self.known.has(choice)).count()
    }

    /// Returns how much of the course is known: `118 of 361`.
    fn progress(&self) -> String {
        format!("{} of {}", self.number_known(), self.course.choices.len())
    }

    /// Asks the first choice, with the moves that lead to it.
    fn begin(&mut self, place: usize) {
        self.place = place;
        self.is_missed = false;
        self.last = None;
        let moves = moves_to(self.course, place);
        if !moves.is_empty() {
            let moves = with_sides(self.rules(), &moves, 0);
            self.out += &paragraph(&format!("So far: {moves}."));
        }
        self.show();
    }

    /// Shows the board, and asks for the choice.
    fn show(&mut self) {
        let position = self.position();
        let what = if self.rules().chooser(&position) == position.turn {
            turn_sentence(self.rules(), &position)
        } else {
            format!("Point at the circle for {}'s drop", position.turn)
        };
        let aim = match self.asked().plies {
            _ if self.last.is_some() => "and to complete a goal".to_owned(),
            Some(number) => format!("and to win in {}", plies(number)),
            None => "and to hold the draw".to_owned(),
        };
        self.out
            .extend(["\n", &diagram(self.rules(), &position), "\n"]);
        self.out += &styled(HEADING, "Your move.");
        self.out.extend([" ", &what, ", ", &aim, ".\n"]);
    }

    fn quit(&mut self) {
        let named = self.game.named();
        self.out += &paragraph(&format!(
            "You know {}. To go on: teeko play{} {named} --learn",
            self.progress(),
            notation_option()
        ));
        self.is_over = true;
    }

    /// Shows the goals and the rules.
    fn explain(&mut self) {
        self.out += &rules_text::goals(self.rules());
        self.out.push('\n');
        self.out += &rules_text::text(self.rules());
    }

    /// Says something about the move, but not which one it is.
    fn hint(&mut self) -> Result<(), Failure> {
        self.is_missed = true;
        let asked = self.asked();
        if let Some(last) = self.last {
            let circles = threats(self.rules(), &last, self.course.side);
            let circles = self.named_circles(circles);
            self.out += &paragraph(&format!("Hint: a goal needs a piece on {circles}."));
            return Ok(());
        }
        let chosen = self.named(&asked.chosen);
        let reason = self.reason()?;
        let predicate = reason
            .as_ref()
            .and_then(|reason| reason.split_once(&format!("{chosen} ")));
        let hint = match (predicate, asked.chosen) {
            (Some((_, predicate)), _) => format!("it {predicate}"),
            (None, Move::Slide { from, .. }) => {
                format!("it slides the piece on {}", self.named(&from))
            }
            (None, _) => "it threatens nothing yet".to_owned(),
        };
        self.out += &paragraph(&format!("Hint: {hint}."));
        Ok(())
    }

    /// Names circles as alternatives: `3, 7 or 13`.
    fn named_circles(&self, circles: Circles) -> String {
        let names: Vec<String> = circles.iter().map(|circle| self.named(&circle)).collect();
        alternatives(&names)
    }

    fn show_solution(&mut self) -> Result<(), Failure> {
        self.is_missed = true;
        let chosen = self.named(&self.asked().chosen);
        let mut others = Vec::new();
        for played in &self.asked().moves {
            if *played != self.asked().chosen {
                others.push(self.named(played));
            }
        }
        let as_good = if others.is_empty() {
            String::new()
        } else {
            format!(" As good: {}.", others.join(", "))
        };
        let reason = self.reason_after_space()?;
        self.out += &paragraph(&format!(
            "Solution: {chosen}.{reason}{as_good} Type {chosen} to go on."
        ));
        Ok(())
    }

    fn begin_again(&mut self) -> Result<(), Failure> {
        self.known.clear()?;
        self.order = Order::default();
        self.answered.clear();
        self.begin(0);
        Ok(())
    }

    /// Leaves the choice for later, and goes on with that of the course.
    fn skip(&mut self) -> Result<(), Failure> {
        if self.last.take().is_some() {
            return self.go_to_next();
        }
        self.note(true);
        let chosen = self.named(&self.asked().chosen);
        self.out += &paragraph(&format!(
            "Skipped: the course goes on with {chosen}.{}",
            self.knowledge()
        ));
        self.go_on()
    }

    /// Goes back to the last choice that was answered in this lesson. What is known stays known.
    fn undo(&mut self) {
        let Some(place) = self.answered.pop() else {
            self.out += NOTHING_TO_UNDO;
            return;
        };
        self.place = place;
        self.is_missed = !self.known.has(self.asked());
        self.last = None;
        let moves = moves_to(self.course, place);
        self.out += &paragraph(&format!("{}.", back_to(self.rules(), &moves)));
        self.show();
    }

    /// Notes that the choice was answered, and whether it was missed.
    fn note(&mut self, is_missed: bool) {
        self.order.note(self.place, is_missed);
        self.answered.push(self.place);
    }

    /// Reads a choice that the learner has typed, or says why it is none.
    fn read(&mut self, text: &str) -> Option<Choice> {
        match self.state().read(self.rules(), text) {
            Ok(choice) => Some(choice),
            Err(reason) => {
                self.out += &paragraph(&reason.text(chosen()));
                None
            }
        }
    }

    /// Plays a move that the learner has typed, or says why it is wrong.
    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let Some(choice) = self.read(text) else {
            return Ok(());
        };
        let analysis = self.analysis_of(self.position())?;
        let mut ranked = analysis.choices().iter();
        let ranked = ranked.find(|ranked| ranked.choice == choice);
        let Some(ranked) = ranked else {
            return Ok(());
        };
        if self.is_good_enough(ranked) {
            return self.accept(choice);
        }
        self.is_missed = true;
        let refutation = self.refutation(&analysis, ranked)?;
        self.out += &paragraph(&format!("{refutation} {TRY_AGAIN}"));
        Ok(())
    }

    /// Accepts a choice that is as good as that of the course, and goes on with that of the course.
    fn accept(&mut self, choice: Choice) -> Result<(), Failure> {
        self.note(self.is_missed);
        let mut text = self.praise(choice) + &self.reason_after_space()?;
        if self.is_missed {
            text += &self.knowledge();
        } else {
            self.known.add(self.asked())?;
            text += &self.knowledge();
            text += &self.milestone();
        }
        self.out += &paragraph(&text).replacen(RIGHT, &styled(WIN, RIGHT), 1);
        self.go_on()
    }

    /// Goes on after a choice: to the goal at the end of the main line, or to the next choice.
    fn go_on(&mut self) -> Result<(), Failure> {
        let is_last = self.place + 1 == self.course.main_line && self.asked().plies == Some(3);
        if !is_last {
            return self.go_to_next();
        }
        let next = self.asked().position.after(self.asked().chosen);
        let Some(reply) = self.best_move_in(next)? else {
            return self.go_to_next();
        };
        let answer = announcement(self.rules(), &next, reply);
        self.out += &paragraph(&format!("{answer}."));
        self.last = Some(next.after(reply));
        self.show();
        Ok(())
    }

    /// Plays the move that completes a goal.
    fn play_last(&mut self, text: &str) -> Result<(), Failure> {
        let Some(choice) = self.read(text) else {
            return Ok(());
        };
        let side = self.course.side;
        let end = self.state().after(self.rules(), choice).record.end();
        if self.rules().winner(&end) != Some(side) {
            self.out += "That completes no goal. Try again, or type hint.\n";
            return Ok(());
        }
        self.out.extend(["\n", &diagram(self.rules(), &end), "\n"]);
        self.out += &styled(WIN, &format!("{side} has won."));
        self.out.push('\n');
        self.last = None;
        self.go_to_next()
    }

    /// Goes to the next choice: on this line, or on another one.
    fn go_to_next(&mut self) -> Result<(), Failure> {
        let on_line = self
            .order
            .next_on_line(self.course, &self.known, self.place);
        if on_line.is_none() {
            self.out += &self.end_of_line()?;
        }
        let next = on_line.or_else(|| self.order.next(self.course, &self.known));
        let Some(next) = next else {
            self.finish();
            self.is_over = true;
            return Ok(());
        };
        self.out += &paragraph(&self.way_to(next));
        self.place = next;
        self.is_missed = false;
        self.show();
        Ok(())
    }

    /// Says that everything is known.
    fn finish(&mut self) {
        let number = self.course.choices.len();
        self.out += &paragraph(&format!(
            "You know all {number} choices of the course. Play against the program: {}",
            self.play_command()
        ));
    }
}

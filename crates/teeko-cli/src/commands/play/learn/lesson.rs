//! A lesson: the program asks for the learner's moves, and answers as the course says.

use std::mem;

use teeko::analysis::{Analysis, Choice, Course, CourseChoice, RankedChoice, as_seen_by, threats};
use teeko::questions::PositionQuestion;
use teeko::rules::{Circles, Move, NamesCircles, Wdl, alternatives, enumeration};
use teeko::surfaces::words::{plies, turn_sentence};
use teeko::{Game, Oracle, Outcome, Position, Rules, Side};

use super::super::command::{Command, NOTHING_TO_UNDO, OF_LESSONS, of_others};
use super::super::conversation::Conversation;
use super::super::game::State;
use super::known::Known;
use super::order::Order;
use super::way::{announcement, back_to, moves_to, way, with_sides};
use crate::exit::Failure;
use crate::render::rules as rules_text;
use crate::render::{
    HEADING, WIN, chosen, diagram, named, notation_option, paragraph, reason, styled,
};

/// How a lesson goes.
const HOW_IT_GOES: &str = "Type a move, or help. A choice counts as known once you get it right at \
    the first try; others come back.";

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

    /// Says what the course is, how much of it is known, and what to type.
    fn introduction(&self) -> String {
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

    /// Says how much of the course is known, and whether the choice comes back.
    fn knowledge(&self) -> String {
        let progress = self.progress();
        if self.known.has(self.asked()) {
            format!(" You know {progress}.")
        } else {
            format!(" It comes back later; you know {progress}.")
        }
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

    /// Returns whether a choice is as good as that of the course.
    fn is_good_enough(&self, ranked: &RankedChoice) -> bool {
        match self.course.plies {
            Some(_) => ranked.optimal,
            None => ranked.keeps_outcome,
        }
    }

    /// Says what is wrong with a choice, and what the other side does about it.
    fn refutation(&self, analysis: &Analysis, ranked: &RankedChoice) -> Result<String, Failure> {
        let side = self.course.side;
        let sentence = self.sentence(analysis, ranked);
        let is_refuted = ranked.why.as_ref().is_some_and(|why| why.allows.is_some());
        if let (true, Some(sentence)) = (is_refuted, &sentence) {
            return Ok(format!("{sentence}."));
        }
        let value = as_seen_by(side, &analysis.position, *ranked.value);
        let choice = self.named(&ranked.choice);
        let text = match value.outcome {
            Outcome::Win(number) => {
                let best = plies(self.asked().plies.unwrap_or_default());
                return Ok(format!(
                    "{choice} wins too, but in {number}, not in {best}."
                ));
            }
            Outcome::Draw if threatens_nothing(ranked) => {
                format!("{choice} gives the win away and threatens nothing")
            }
            Outcome::Draw => format!("{choice} gives the win away"),
            Outcome::Loss(number) => format!("{choice} loses in {}", plies(number)),
        };
        let (answer, reason) = match ranked.best_move() {
            Some(played) => self.answer_to(analysis.position.after(played))?,
            None => (String::new(), None),
        };
        let mut sentences = vec![format!("{text}{answer}.")];
        for reason in [sentence, reason].into_iter().flatten() {
            sentences.push(format!("{reason}."));
        }
        Ok(sentences.join(" "))
    }

    /// Says what the other side answers in a position, after a colon, and why. Says nothing if the
    /// learner chooses there.
    fn answer_to(&self, position: Position) -> Result<(String, Option<String>), Failure> {
        let other = self.course.side.other();
        let analysis = self.analysis_of(position)?;
        let Some(reply) = analysis.choices().first() else {
            return Ok((String::new(), None));
        };
        if analysis.chooser != other {
            return Ok((String::new(), None));
        }
        let named = self.named(&reply.choice);
        let answer = if reply.value.outcome == Outcome::Draw {
            let holding = analysis.choices().iter();
            let holding = holding.filter(|choice| choice.keeps_outcome).count();
            format!(
                ": {other} holds the draw with {named}{}",
                and_others(holding)
            )
        } else {
            format!(": {other} answers {named}")
        };
        Ok((answer, self.sentence(&analysis, reply)))
    }

    /// Returns the choices in a position, with their reasons.
    fn analysis_of(&self, position: Position) -> Result<Analysis, Failure> {
        let question = PositionQuestion {
            why: true,
            ..PositionQuestion::of(position)
        };
        Ok(self.game.answer(&question)?.analysis)
    }

    /// Says why a choice is good or bad, unless it is quiet.
    fn sentence(&self, analysis: &Analysis, ranked: &RankedChoice) -> Option<String> {
        reason(self.rules().board(), analysis, ranked)
    }

    /// Says why the course's choice is good, unless it is quiet.
    fn reason(&self) -> Result<Option<String>, Failure> {
        let asked = self.asked();
        let analysis = self.analysis_of(*asked.position)?;
        let mut choices = analysis.choices().iter();
        let ranked = choices.find(|ranked| ranked.best_move() == Some(asked.chosen));
        Ok(ranked.and_then(|ranked| self.sentence(&analysis, ranked)))
    }

    /// Returns the reason as a sentence after another one.
    fn reason_after_space(&self) -> Result<String, Failure> {
        Ok(match self.reason()? {
            Some(reason) => format!(" {reason}."),
            None => String::new(),
        })
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

    /// Says that a choice is right, or as good as that of the course.
    fn praise(&self, choice: Choice) -> String {
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
    fn milestone(&self) -> String {
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

    fn play_command(&self) -> String {
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

    /// Says how a line ends.
    fn end_of_line(&self) -> Result<String, Failure> {
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

    /// Returns the best move in a position, if there is one.
    fn best_move_in(&self, position: Position) -> Result<Option<Move>, Failure> {
        let analysis = self.analysis_of(position)?;
        Ok(analysis.choices().first().and_then(RankedChoice::best_move))
    }

    /// Says how play comes from the move of the present choice to another choice.
    fn way_to(&self, next: usize) -> String {
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

    /// Says that everything is known.
    fn finish(&mut self) {
        let number = self.course.choices.len();
        self.out += &paragraph(&format!(
            "You know all {number} choices of the course. Play against the program: {}",
            self.play_command()
        ));
    }
}

/// Returns whether a slide threatens nothing. Drops may threaten more than the rules show.
fn threatens_nothing(ranked: &RankedChoice) -> bool {
    let is_slide = matches!(ranked.choice, Choice::Move(Move::Slide { .. }));
    let threatens = ranked
        .why
        .as_ref()
        .is_some_and(|why| why.threatens.is_some());
    is_slide && !threatens
}

/// Says how many choices hold besides the one that was named.
fn and_others(holding: usize) -> String {
    match holding {
        0 | 1 => " alone".to_owned(),
        2 => " and one other reply".to_owned(),
        _ => format!(" and {} other replies", holding - 1),
    }
}

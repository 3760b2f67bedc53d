//! A session: commands and moves of people, and the program's answers.

use std::io::{self, ErrorKind, Write as _};
use std::mem;
use std::path::Path;

use teeko::analysis::{Analysis, Choice};
use teeko::questions::{ReviewQuestion, Strength, chosen_by};
use teeko::rules::notation::GameRecord;
use teeko::rules::{Circle, Move, NamesCircles, Scoring};
use teeko::surfaces::words::{outcome_entry, turn_sentence};
use teeko::table::{Kept, NewFile};
use teeko::{Position, Rules, Side};

use super::command::{Command, NOTHING_TO_UNDO, OF_GAMES, of_others};
use super::conversation::Conversation;
use super::game::State;
use super::values::PlayValues;
use super::values_text::values_text;
use crate::arguments::file_argument;
use crate::commands::review;
use crate::exit::Failure;
use crate::interrupt;
use crate::output::printable;
use crate::output_file::note_unsynced;
use crate::render::rules as rules_text;
use crate::render::{HEADING, chosen, diagram, named, notation_option, paragraph, styled};

/// The rule of this program that ends games which would never end. The solver does without it.
const REPETITION: &str = "Repetition: when a position occurs for the third time with the same side \
    to move, the game is a draw.";

/// Circles for examples of moves.
const SEVEN: Circle = Circle::from_number(7).expect("a circle");
const EIGHT: Circle = Circle::from_number(8).expect("a circle");

/// The side that people play, or `None` for both.
pub(super) type People = Option<Side>;

pub(super) struct Session<'a> {
    /// Text that has not been shown yet.
    out: String,
    is_over: bool,
    values: &'a PlayValues,
    people: People,
    strength: Strength,
    seed: u64,
    shows_values: bool,
    /// The states of the game, from its start.
    states: Vec<State>,
    /// Plies that `redo` can make again: the states before each `undo`.
    undone: Vec<Vec<State>>,
}

impl Conversation for Session<'_> {
    fn take_text(&mut self) -> String {
        mem::take(&mut self.out)
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the legal moves, then the commands.
    fn words(&self) -> Vec<String> {
        self.state().words(self.rules(), OF_GAMES.words)
    }

    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        match Command::read(line.trim()) {
            Command::Nothing => {}
            Command::Quit => self.quit(),
            Command::Help => self.out += &paragraph(OF_GAMES.help),
            Command::Rules => self.explain(),
            Command::Hint => self.hint()?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::New => self.begin_again()?,
            Command::Board => self.show()?,
            Command::Values(shows_values) => {
                self.shows_values = shows_values;
                self.show()?;
            }
            Command::Strength(strength) => self.strength = strength,
            Command::Resign => self.resign()?,
            Command::Save(path) => self.out += &self.save(Path::new(path))?,
            Command::Solution | Command::Skip => {
                self.out += &paragraph(&of_others(line, "lessons"));
            }
            Command::Wrong(expected) => self.out += &paragraph(&expected),
            Command::Move(text) => self.play(text)?,
        }
        Ok(())
    }
}

impl<'a> Session<'a> {
    pub(super) fn new(
        values: &'a PlayValues,
        begun: &GameRecord,
        people: People,
        strength: Strength,
        seed: u64,
    ) -> Self {
        Self {
            out: String::new(),
            is_over: false,
            values,
            people,
            strength,
            seed,
            shows_values: false,
            states: State::all_of(begun),
            undone: Vec::new(),
        }
    }

    /// Begins the game, up to the first choice of a person.
    pub(super) fn start(&mut self) -> Result<(), Failure> {
        self.out += &rules_text::goals(self.rules());
        self.out.push('\n');
        self.out += &paragraph(&self.introduction());
        self.go_on()
    }

    /// Says who plays what, and what to type.
    fn introduction(&self) -> String {
        let who = match self.people {
            Some(side) => format!("you are {side}"),
            None => "you play both sides".to_owned(),
        };
        let drop = match self.rules().scoring() {
            Scoring::Pips => {
                let drop = Move::DropPiece { to: SEVEN, pips: 4 };
                format!("{} (the piece with 4 pips)", self.named(&drop))
            }
            _ => self.named(&SEVEN),
        };
        let slide = self.named(&Move::Slide {
            from: SEVEN,
            to: EIGHT,
        });
        format!(
            "{}: {who}. Each side drops four pieces in turn, then slides one a turn. Type a drop \
             as {drop}, a slide as {slide}, or help.",
            self.values.named_rules()
        )
    }

    fn rules(&self) -> &'a Rules {
        self.values.named_rules().rules()
    }

    fn state(&self) -> &State {
        self.states.last().expect("the start at least")
    }

    fn named(&self, circles: &dyn NamesCircles) -> String {
        named(self.rules().board(), circles)
    }

    fn choose(&mut self, choice: Choice) {
        self.states.push(self.state().after(self.rules(), choice));
    }

    /// Plays the program's choices up to the next choice of a person, or the end of the game.
    fn go_on(&mut self) -> Result<(), Failure> {
        let rules = self.rules();
        loop {
            if let Some(result) = self.state().result(rules) {
                self.out += &board(rules, &self.state().record.end());
                return self.end(&result);
            }
            if self.is_for_people(self.state()) {
                return self.show();
            }
            self.seed = self.seed.wrapping_add(1);
            let analysis = self.values.analysis(self.state())?;
            let Some(best) = chosen_by(self.strength, &analysis, self.seed) else {
                self.is_over = true;
                return Ok(());
            };
            let choice = best.choice;
            self.out += &self.announcement(&analysis, choice);
            self.choose(choice);
        }
    }

    /// Returns whether the next choice is that of a person.
    fn is_for_people(&self, state: &State) -> bool {
        let chooser = state.chooser(self.rules());
        self.people.is_none_or(|side| side == chooser)
    }

    /// Says what the program has chosen.
    fn announcement(&self, analysis: &Analysis, choice: Choice) -> String {
        let chooser = self.state().chooser(self.rules());
        let named = self.named(&choice);
        match choice {
            Choice::Pass => format!("{chooser} passes.\n"),
            _ if chooser != analysis.position.turn => format!("{chooser} points at {named}.\n"),
            Choice::Move(_) => format!("{chooser} plays {named}.\n"),
        }
    }

    /// Plays a move that a person has typed, or says why it is wrong.
    fn play(&mut self, text: &str) -> Result<(), Failure> {
        match self.state().read(self.rules(), text) {
            Ok(choice) => {
                self.undone.clear();
                self.choose(choice);
                self.go_on()
            }
            Err(reason) => {
                self.out += &paragraph(&reason.text(chosen()));
                Ok(())
            }
        }
    }

    fn quit(&mut self) {
        self.out += &self.how_to_review();
        self.is_over = true;
    }

    /// Shows the goals and the rules.
    fn explain(&mut self) {
        let rules = self.rules();
        self.out += &rules_text::goals(rules);
        self.out.push('\n');
        self.out += &rules_text::text(rules);
        self.out += &paragraph(REPETITION);
    }

    fn begin_again(&mut self) -> Result<(), Failure> {
        self.states.truncate(1);
        self.undone.clear();
        self.go_on()
    }

    fn resign(&mut self) -> Result<(), Failure> {
        let side = self.state().chooser(self.rules());
        self.end(&format!("{side} resigns. {} wins.", side.other()))
    }

    /// Shows the board, and whose choice it is.
    fn show(&mut self) -> Result<(), Failure> {
        let state = self.state();
        let what = self.what_to_choose();
        let board = board(self.rules(), &state.record.end());
        if self.shows_values {
            let values = values_text(self.rules(), &self.values.analysis(state)?);
            self.out.push('\n');
            self.out += &values;
        }
        self.out += &board;
        self.out += &styled(HEADING, "Your move.");
        self.out.extend([" ", &what, ".\n"]);
        Ok(())
    }

    /// Says which side has to do what, such as `Black to slide`.
    fn what_to_choose(&self) -> String {
        let state = self.state();
        let rules = self.rules();
        let position = state.record.end();
        let turn = position.turn;
        match state.pending {
            None if state.chooser(rules) == turn => turn_sentence(rules, &position),
            None if rules.pass_rule() => {
                format!("Point at the circle for {turn}'s drop, or type pass")
            }
            None => format!("Point at the circle for {turn}'s drop"),
            Some(Choice::Pass) => format!("{turn} to drop on any circle"),
            Some(Choice::Move(pointed)) => {
                let to = self.named(&pointed.to());
                let mut in_hand = Vec::new();
                for pips in position.pips.in_hand(turn) {
                    in_hand.push(format!("={pips}"));
                }
                format!("{turn} to drop on {to}, one of {}", in_hand.join(" "))
            }
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let analysis = self.values.analysis(self.state())?;
        let Some(best) = analysis.choices().first() else {
            return Ok(());
        };
        let choice = self.named(&best.choice);
        let value = outcome_entry(self.rules(), &analysis.position, *best.value);
        let plies = match best.value.outcome.distance() {
            None => "",
            Some(1) => " ply",
            Some(_) => " plies",
        };
        let reason = match self.values.reason_of(&analysis, best)? {
            Some(reason) => format!(" {reason}."),
            None => String::new(),
        };
        self.out += &paragraph(&format!("Hint: {choice} ({value}{plies}).{reason}"));
        Ok(())
    }

    /// Takes back the last choice of a person, and the program's choices after it.
    fn undo(&mut self) -> Result<(), Failure> {
        let before = &self.states[..self.states.len() - 1];
        let Some(last) = before.iter().rposition(|state| self.is_for_people(state)) else {
            self.out += NOTHING_TO_UNDO;
            return Ok(());
        };
        self.undone.push(self.states.split_off(last + 1));
        self.show()
    }

    /// Makes again what was taken back last.
    fn redo(&mut self) -> Result<(), Failure> {
        let Some(states) = self.undone.pop() else {
            self.out += "There is nothing to redo.\n";
            return Ok(());
        };
        self.states.extend(states);
        self.go_on()
    }

    /// Writes the game to a new file, and returns what to tell the person.
    fn save(&self, path: &Path) -> Result<String, Failure> {
        let text = self.state().record.text(self.values.named_rules());
        let written = interrupt::while_writing(|| Ok(write_new(path, text.as_bytes())))?;
        let shown = printable(&path.display().to_string());
        Ok(match written {
            Ok(kept) => {
                if let Some(cause) = &kept.unsynced {
                    note_unsynced(path, cause);
                }
                let file = file_argument(&path.display().to_string());
                format!(
                    "Saved. To review it: teeko review {file}\n\
                     To continue it: teeko play --from {file}\n"
                )
            }
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {
                format!("{shown} already exists; choose another name.\n")
            }
            Err(cause) => format!("{shown} cannot be written: {cause}\n"),
        })
    }

    /// Ends the game: shows the result and the review.
    fn end(&mut self, result: &str) -> Result<(), Failure> {
        self.out.extend([result, "\n"]);
        if !self.state().record.plies.is_empty() {
            let game = self.values.game()?;
            let record = self.state().record.clone();
            let answer = game.answer(&ReviewQuestion {
                why: true,
                ..ReviewQuestion::of(record)
            })?;
            let review = review::text::render(game, &answer, Some(result));
            self.out.extend(["\n", &review]);
            self.out += &self.how_to_review();
        }
        self.is_over = true;
        Ok(())
    }

    /// Returns the command that reviews the game, ready to copy.
    fn how_to_review(&self) -> String {
        let record = &self.state().record;
        if record.plies.is_empty() {
            return String::new();
        }
        let from = if record.start == Position::EMPTY {
            String::new()
        } else {
            format!(" --from \"{}\"", self.named(&record.start))
        };
        format!(
            "\nTo review this game:\n  teeko review{} -v {}{} \"{}\"\n",
            notation_option(),
            self.values.named_rules(),
            from,
            self.named(&record.plies)
        )
    }
}

/// Writes a file that does not exist yet, or nothing.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<Kept> {
    let new = NewFile::create(path)?;
    new.file().write_all(bytes)?;
    new.keep(false)
}

/// Renders the board between blank lines.
fn board(rules: &Rules, position: &Position) -> String {
    format!("\n{}\n", diagram(rules, position))
}

//! A session: commands and moves of people, and the program's answers.

use std::fmt::Display;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use teeko::analysis::{Analysis, Choice, RankedChoice, threats};
use teeko::questions::{ReviewAsked, Strength, chosen_by};
use teeko::rules::notation::{GameRecord, circle_form};
use teeko::rules::{Circles, DropStyle, PIECES, Value, Wdl, alternatives};
use teeko::words::{outcome_entry, points, turn_sentence, wrap};
use teeko::{Board, Move, Position, Rules};

use super::People;
use super::game::State;
use super::values::PlayValues;
use crate::arguments::file_argument;
use crate::exit::Failure;
use crate::render::{
    HEADING, chosen, diagram, named, notation_option, paragraph, review, rules, styled, width,
};

const COMMANDS: &str = "Commands: hint shows the best move; undo takes your last move back, redo \
    makes it again; board shows the board; rules shows the goals and the rules; values on and \
    values off show and hide the value of every move; strength N, from 1 to 5, changes how well \
    the program plays; new begins again; resign; save FILE; help; quit or q.";

pub(super) struct Session<'a> {
    /// What the person has not been shown yet.
    pub(super) out: String,
    pub(super) is_over: bool,
    values: &'a PlayValues,
    people: People,
    strength: Strength,
    seed: u64,
    shows_values: bool,
    /// The states of the game, from its start.
    states: Vec<State>,
    /// What was taken back and can be made again: the states after each `undo`.
    undone: Vec<Vec<State>>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        values: &'a PlayValues,
        begun: &GameRecord,
        people: People,
        strength: Strength,
        seed: u64,
    ) -> Self {
        let (states, undone) = (State::all_of(begun), Vec::new());
        let (out, is_over, shows_values) = (String::new(), false, false);
        Self {
            out,
            is_over,
            values,
            people,
            strength,
            seed,
            shows_values,
            states,
            undone,
        }
    }

    /// Begins the game, up to the first choice of a person.
    pub(super) fn start(&mut self) -> Result<(), Failure> {
        let both = || "you play both sides".to_owned();
        let who = self
            .people
            .map_or_else(both, |side| format!("you are {side}"));
        self.out += &rules::goals(self.rules());
        self.out.push('\n');
        self.out += &paragraph(&format!(
            "{}: {who}. Each side drops four pieces in turn, then slides one a turn. Type a drop \
             as {}, a slide as {}, or help.",
            self.values.named(),
            self.named(7),
            self.named("7-8"),
        ));
        self.go_on()?;
        self.ask();
        Ok(())
    }

    /// Does what a line says, and asks for the next one unless the game is over.
    pub(super) fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("q" | "quit" | "exit", "") => {
                self.out += &self.how_to_review();
                self.is_over = true;
            }
            ("help" | "?", "") => self.out += &paragraph(COMMANDS),
            ("rules" | "goals", "") => {
                let rules = self.rules();
                self.out
                    .extend([rules::goals(rules), "\n".to_owned(), rules::text(rules)]);
            }
            ("hint", "") => self.hint()?,
            ("undo", "") => self.undo()?,
            ("redo", "") => self.redo()?,
            ("new", "") => {
                self.states.truncate(1);
                self.undone.clear();
                self.go_on()?;
            }
            ("board", "") => self.show()?,
            ("values", choice @ ("on" | "off")) => {
                self.shows_values = choice == "on";
                self.show()?;
            }
            ("strength", number) => match number.parse::<u64>().map(Strength::try_from) {
                Ok(Ok(strength)) => self.strength = strength,
                _ => self.out += "Expected strength 1 to strength 5.\n",
            },
            ("resign", "") => {
                let side = self.state().chooser(self.rules());
                self.end(&format!("{side} resigns. {} wins.", side.other()))?;
            }
            ("save", path) if !path.is_empty() => self.out += &self.save(Path::new(path)),
            ("save" | "values", _) => {
                self.out += &paragraph("Expected save FILE, values on or values off.");
            }
            _ => match self.state().read(self.rules(), line) {
                Ok(choice) => {
                    self.undone.clear();
                    self.choose(choice);
                    self.go_on()?;
                }
                Err(reason) => self.out += &paragraph(&reason.text(chosen())),
            },
        }
        self.ask();
        Ok(())
    }

    fn ask(&mut self) {
        if !self.is_over {
            self.out += PROMPT;
        }
    }

    fn rules(&self) -> &'a Rules {
        self.values.named().rules()
    }

    fn state(&self) -> &State {
        self.states.last().expect("the start at least")
    }

    fn named(&self, circles: impl Display) -> String {
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
            let chooser = self.state().chooser(rules);
            if self.people.is_none_or(|side| side == chooser) {
                return self.show();
            }
            let analysis = self.values.analysis(self.state())?;
            self.seed = self.seed.wrapping_add(1);
            let Some(RankedChoice { choice, .. }) = chosen_by(self.strength, &analysis, self.seed)
            else {
                self.is_over = true;
                return Ok(());
            };
            let named = self.named(choice);
            let said = match choice {
                Choice::Pass => "passes".to_owned(),
                _ if chooser != analysis.position.turn => format!("points at {named}"),
                Choice::Move(_) => format!("plays {named}"),
            };
            self.out.extend([format!("{chooser} {said}.\n")]);
            self.choose(choice);
        }
    }

    /// Shows the board, and whose choice it is.
    fn show(&mut self) -> Result<(), Failure> {
        let (state, rules) = (self.state(), self.rules());
        let position = state.record.end();
        let turn = position.turn;
        let what = match state.pending {
            None if state.chooser(rules) != turn => {
                let pass = if rules.pass_rule() {
                    ", or type pass"
                } else {
                    ""
                };
                format!("Point at the circle for {turn}'s drop{pass}")
            }
            None => turn_sentence(rules, &position),
            Some(Choice::Pass) => format!("{turn} to drop on any circle"),
            Some(Choice::Move(to)) => {
                let in_hand = position.pips.in_hand(turn).map(|pips| format!("={pips}"));
                let in_hand: Vec<String> = in_hand.collect();
                let to = self.named(to.to());
                format!("{turn} to drop on {to}, one of {}", in_hand.join(" "))
            }
        };
        if self.shows_values {
            let values = values_text(rules, &self.values.analysis(state)?);
            self.out.extend(["\n", &values]);
        }
        self.out += &board(rules, &position);
        self.out
            .extend([format!("{} {what}.\n", styled(HEADING, "Your move."))]);
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let analysis = self.values.analysis(self.state())?;
        if let Some(best) = analysis.choices().first() {
            let value = outcome_entry(self.rules(), &analysis.position, *best.value);
            let choice = self.named(best.choice);
            let threatens = |circles: Circles| {
                let circles = circles.iter().map(|circle| self.named(circle));
                let circles = alternatives(&circles.collect::<Vec<_>>());
                format!(", which threatens a goal with {circles}")
            };
            let threat = self
                .threat(&analysis, best)
                .map(threatens)
                .unwrap_or_default();
            let plies = match best.value.outcome.distance() {
                None => "",
                Some(1) => " ply",
                Some(_) => " plies",
            };
            self.out += &paragraph(&format!("Hint: {choice} ({value}{plies}){threat}."));
        }
        Ok(())
    }

    /// Returns the circles on which the side to move could complete a goal with its next ply after
    /// this choice, if there are any.
    fn threat(&self, analysis: &Analysis, best: &RankedChoice) -> Option<Circles> {
        let (rules, side) = (self.rules(), analysis.position.turn);
        let next = analysis.position.after(best.best_move()?);
        // The other side would have moved before.
        let layer = next.layer() + 1;
        let is_pointed = layer < 2 * PIECES && rules.plan().style_after(layer) == DropStyle::Point;
        let is_open = analysis.chooser == side && !is_pointed && rules.winner(&next).is_none();
        Some(threats(rules, &next, side)).filter(|circles| is_open && !circles.is_empty())
    }

    /// Takes back the last choice of a person, and the program's choices after it.
    fn undo(&mut self) -> Result<(), Failure> {
        let before = &self.states[..self.states.len() - 1];
        let is_of_people = |state: &State| {
            self.people
                .is_none_or(|side| side == state.chooser(self.rules()))
        };
        let Some(last) = before.iter().rposition(is_of_people) else {
            self.out += "There is no move of yours to undo.\n";
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
    fn save(&self, path: &Path) -> String {
        let shown = crate::output::printable(&path.display().to_string());
        let text = self.state().record.text(self.values.named());
        match File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => {
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
        }
    }

    /// Returns the position that the game started from, unless that is the empty board.
    fn from(&self) -> Option<String> {
        let start = self.state().record.start;
        (start != Position::EMPTY).then(|| circle_form(&start))
    }

    /// Ends the game: shows the result and the review.
    fn end(&mut self, result: &str) -> Result<(), Failure> {
        self.out.extend([result, "\n"]);
        if !self.state().record.plies.is_empty() {
            let solved = self.values.game()?;
            let record = self.state().record.clone();
            let answer = solved.answer(&ReviewAsked {
                record,
                error: None,
            })?;
            self.out
                .extend(["\n", &review::text(solved, &answer, Some(result))]);
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
        let from = self
            .from()
            .map(|from| format!(" --from \"{from}\""))
            .unwrap_or_default();
        format!(
            "\nTo review this game:\n  teeko review{} -v {}{} \"{}\"\n",
            notation_option(),
            self.values.named(),
            self.named(from),
            self.named(record.plies_text())
        )
    }
}

/// The sign that it is a person's turn to type.
const PROMPT: &str = "> ";

/// Renders the board between blank lines.
fn board(rules: &Rules, position: &Position) -> String {
    format!("\n{}\n", diagram(rules, position))
}

/// The most lines for the values of all choices, so that the board stays on the screen.
const MOST_LINES: usize = 8;

/// Renders the values of all choices for the side that chooses, best first: `wins 7 9 in 11 · 12 14
/// in 15`, a paragraph for wins, draws and losses each. Pieces for a circle share an entry:
/// `13=2,4`. An ellipsis stands for what does not fit.
fn values_text(rules: &Rules, analysis: &Analysis) -> String {
    let is_own = analysis.chooser == analysis.position.turn;
    let mut groups: Vec<(Value, Vec<Choice>)> = Vec::new();
    for ranked in analysis.choices() {
        match groups.iter_mut().find(|(value, _)| *value == *ranked.value) {
            Some((_, choices)) => choices.push(ranked.choice),
            None => groups.push((*ranked.value, vec![ranked.choice])),
        }
    }
    for (_, choices) in &mut groups {
        choices.sort_unstable();
    }
    let kinds = groups.chunk_by(|one, other| one.0.outcome.wdl() == other.0.outcome.wdl());
    let lines = kinds.flat_map(|kind| {
        let wdl = kind[0].0.outcome.wdl();
        let verb = match if is_own { wdl } else { wdl.reversed() } {
            Wdl::Win => "wins",
            Wdl::Draw => "draws",
            Wdl::Loss => "loses",
        };
        let groups = kind.iter().map(|(value, choices)| {
            let choices = by_circle(rules.board(), choices);
            match value.outcome.distance() {
                Some(bound) if rules.scoring().is_for_points() => {
                    format!("{choices} for {} within {bound}", points(value.score.abs()))
                }
                Some(distance) => format!("{choices} in {distance}"),
                None => choices,
            }
        });
        let line = format!("{verb} {}", groups.collect::<Vec<_>>().join(" · "));
        wrap(&line, width() - 2)
    });
    let mut lines: Vec<String> = lines.collect();
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines[MOST_LINES - 1] += " …";
    }
    lines.join("\n") + "\n"
}

/// Returns choices by their circles: `7 9`, and `13=2,4` for two pieces on one circle.
fn by_circle(board: Board, choices: &[Choice]) -> String {
    let piece = |choice: &Choice| match choice {
        Choice::Move(Move::DropPiece { to, pips }) => Some((*to, *pips)),
        _ => None,
    };
    let circle = |choice: &Choice| piece(choice).map(|(to, _)| to);
    let of_circle =
        choices.chunk_by(|one, next| circle(one).is_some() && circle(one) == circle(next));
    let entry = |pieces: &[Choice]| {
        let more = pieces[1..]
            .iter()
            .filter_map(piece)
            .map(|(_, pips)| format!(",{pips}"));
        named(board, pieces[0]) + &more.collect::<String>()
    };
    of_circle.map(entry).collect::<Vec<_>>().join(" ")
}

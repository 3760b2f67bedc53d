//! Writes a strategy by which Red does not lose sooner than it must:
//! `cargo run --release -p teeko --example hold_out -- 58-sppp`.
//!
//! Each line has a position in which Black chooses, up to symmetry: the plies for which Red holds
//! out from there, the sets of Black's circles and Red's, in which bit `i` stands for circle
//! `i + 1`, and the side to move. After each choice of Black's, Red has an answer that leads to a
//! line with as many plies as are left. There are no lines for positions in which Black is to slide
//! within the last two plies: there no slide of Black's completes a goal.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use teeko::certificate::canonical;
use teeko::rules::{Circles, PIECES, Status, SymmetryGroup};
use teeko::{Error, Game, Outcome, Position, Rules, Side};

const ATTACKER: Side = Side::Black;

fn main() -> Result<(), Error> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "58-ssss".to_owned());
    let game = Game::solve(&name)?;
    let Outcome::Win(distance) = game.value(&Position::EMPTY)?.outcome else {
        panic!("{name}: expected a variant in which {ATTACKER} wins");
    };
    let mut search = Search::new(&game);
    search.run(distance - 1)?;
    let mut lines: Vec<_> = search.strategy.into_iter().collect();
    lines.sort_unstable_by_key(|&(position, plies)| (Reverse(plies), position));
    for (position, plies) in lines {
        println!("{plies} {} {} {}", position.black.bits(), position.red.bits(), position.turn);
    }
    Ok(())
}

/// Whether all pieces are on the board.
fn is_slide(position: &Position) -> bool {
    position.layer() == 2 * PIECES
}

/// A position, and the plies for which the defender must hold out.
type Task = (Position, u32);

struct Search<'a> {
    game: &'a Game,
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    /// The positions of the strategy, and the plies for which the defender holds out from each.
    strategy: HashMap<Position, u32>,
    /// The positions in which the defender chooses that have been listed, with the most plies.
    seen: HashMap<Position, u32>,
    /// Those that have no answer yet, by these plies.
    open: BTreeMap<u32, Vec<Position>>,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game) -> Self {
        let rules = game.named().rules();
        let symmetries = rules.symmetries();
        let (strategy, seen, open) = Default::default();
        Self { game, rules, symmetries, strategy, seen, open }
    }

    fn run(&mut self, plies: u32) -> Result<(), Error> {
        self.add((Position::EMPTY, plies));
        // Answers have fewer plies left, so a position first comes up with the most it ever needs.
        while let Some(mut entry) = self.open.last_entry() {
            match entry.get_mut().pop() {
                Some(position) => {
                    let plies = *entry.key();
                    self.answer((position, plies))?;
                }
                None => {
                    entry.remove();
                }
            }
        }
        Ok(())
    }

    /// Adds a position to the strategy.
    fn add(&mut self, (position, plies): Task) {
        self.strategy.insert(position, plies);
        let mut choices = Vec::new();
        self.list_choices(&position, plies, &mut choices);
        for choice in choices {
            if self.is_new(&choice) {
                self.seen.insert(choice.0, choice.1);
                self.open.entry(choice.1).or_default().push(choice.0);
            }
        }
    }

    fn is_new(&self, (position, plies): &Task) -> bool {
        self.seen.get(position).is_none_or(|seen| seen < plies)
    }

    /// Lists the positions after the attacker's choices, in which the defender chooses.
    fn list_choices(&self, position: &Position, plies: u32, choices: &mut Vec<Task>) {
        if plies == 0 {
            return;
        }
        for played in self.rules.moves(position) {
            let next = position.after(played);
            if self.rules.status(&next) != Status::Open {
                continue;
            }
            if self.rules.chooser(&next) == ATTACKER {
                self.list_choices(&next, plies - 1, choices);
            } else {
                choices.push((canonical(&self.symmetries, &next), plies - 1));
            }
        }
    }

    /// Answers with a position of the strategy, or else with one that asks for few others.
    fn answer(&mut self, (position, plies): Task) -> Result<(), Error> {
        let mut answers = Vec::new();
        if self.list_answers(&position, plies, &mut answers)? {
            return Ok(());
        }
        let known = |(position, plies): &Task| {
            self.strategy.get(position).is_some_and(|known| known >= plies)
        };
        if answers.iter().any(known) {
            return Ok(());
        }
        let mut best = None;
        for (position, plies) in answers {
            let task = (position, plies);
            let mut choices = Vec::new();
            self.list_choices(&position, plies, &mut choices);
            choices.retain(|choice| self.is_new(choice));
            let spread = if is_slide(&position) { 0 } else { self.spread(&position) };
            let key = (spread, choices.len(), task);
            best = best.into_iter().chain([key]).min();
        }
        self.add(best.expect("the value promises an answer").2);
        Ok(())
    }

    /// How far the defender's pieces are from the centre, and the attacker's not.
    fn spread(&self, position: &Position) -> isize {
        let board = self.rules.board();
        let of = |circles: Circles| -> isize {
            let distance = |circle| {
                let column = 2 * board.column(circle) - board.width() as isize + 1;
                let row = 2 * board.row(circle) - board.height() as isize + 1;
                column * column + row * row
            };
            circles.iter().map(distance).sum()
        };
        of(position.red) - of(position.black)
    }

    /// Lists the positions to which the defender can lead. Returns whether one of its choices needs
    /// no further position.
    fn list_answers(
        &self,
        position: &Position,
        plies: u32,
        answers: &mut Vec<Task>,
    ) -> Result<bool, Error> {
        let moves = self.rules.moves(position);
        if plies == 0 || moves.is_empty() {
            return Ok(true);
        }
        let plies = plies - 1;
        for played in moves {
            let next = position.after(played);
            let needs_none = if self.rules.status(&next) != Status::Open {
                self.rules.winner(&next) != Some(ATTACKER)
            } else if !self.holds(&next, plies)? {
                false
            } else if self.rules.chooser(&next) != ATTACKER {
                self.list_answers(&next, plies, answers)?
            } else if plies == 0 || plies <= 2 && is_slide(&next) {
                true
            } else {
                answers.push((canonical(&self.symmetries, &next), plies));
                false
            };
            if needs_none {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn holds(&self, position: &Position, plies: u32) -> Result<bool, Error> {
        Ok(match self.game.value(position)?.outcome {
            Outcome::Win(distance) if position.turn == ATTACKER => distance > plies,
            Outcome::Loss(distance) if position.turn != ATTACKER => distance > plies,
            _ => true,
        })
    }
}

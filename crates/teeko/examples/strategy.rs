//! Writes strategies that show how long a win takes: for each POSITION one by which the winner wins
//! as soon as it can, and one by which the other side does not lose sooner. Without POSITION it
//! writes the second alone, for the empty board:
//! `cargo run --release -p teeko --example strategy -- 58-sppp [POSITION…]`.
//!
//! The first line of a strategy has the side that it is for, `Wins` or `HoldsOut`, and the position
//! with its plies. Each other line has a position in which the opponent chooses, up to symmetry:
//! the plies within which the side wins, or for which it holds out; the sets of Black's circles and
//! Red's, in which bit `i` stands for circle `i + 1`; and the side to move. After each choice of
//! the opponent's, the side wins at once or has an answer that leads to a line with few or many
//! enough plies. A strategy that holds out has no lines for positions in which the opponent is to
//! slide within the last two plies: there no slide of the opponent's completes a goal.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use teeko::certificate::canonical;
use teeko::rules::{PIECES, Status, SymmetryGroup};
use teeko::{Error, Game, Outcome, Position, Rules, Side};

fn main() -> Result<(), Error> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let (name, positions) = arguments
        .split_first()
        .expect("expected a variant, found none");
    let game = Game::solve(name)?;
    if positions.is_empty() {
        return write(&game, Position::EMPTY, Aim::HoldOut);
    }
    for text in positions {
        let root = game.position(text)?;
        write(&game, root, Aim::Win)?;
        write(&game, root, Aim::HoldOut)?;
    }
    Ok(())
}

fn write(game: &Game, root: Position, aim: Aim) -> Result<(), Error> {
    let (winner, distance) = match game.value(&root)?.outcome {
        Outcome::Win(distance) => (root.turn, distance),
        Outcome::Loss(distance) => (root.turn.other(), distance),
        Outcome::Draw => panic!("expected a position in which a side wins, found a draw"),
    };
    let (side, plies, kind) = match aim {
        Aim::Win => (winner, distance, "Wins"),
        Aim::HoldOut => (winner.other(), distance - 1, "HoldsOut"),
    };
    let mut search = Search::new(game, side, aim);
    search.run((root, plies))?;
    println!("{side} {kind} {}", line(&root, plies));
    let mut lines: Vec<_> = search.strategy.into_iter().collect();
    lines.sort_unstable_by_key(|&(position, plies)| (Reverse(plies), position));
    for (position, plies) in lines {
        println!("{}", line(&position, plies));
    }
    Ok(())
}

fn line(position: &Position, plies: u32) -> String {
    format!(
        "{plies} {} {} {}",
        position.black.bits(),
        position.red.bits(),
        position.turn
    )
}

/// What a strategy is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Win,
    HoldOut,
}

/// Whether all pieces are on the board.
fn is_slide(position: &Position) -> bool {
    position.layer() == 2 * PIECES
}

/// A position, and the plies within which the side must win, or for which it must hold out.
type Task = (Position, u32);

struct Search<'a> {
    game: &'a Game,
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    side: Side,
    aim: Aim,
    /// The positions of the strategy with their plies.
    strategy: HashMap<Position, u32>,
    /// The positions in which the side chooses that have been listed, with the most plies.
    seen: HashMap<Position, u32>,
    /// Those that have no answer yet, by these plies.
    open: BTreeMap<u32, Vec<Position>>,
}

impl<'a> Search<'a> {
    fn new(game: &'a Game, side: Side, aim: Aim) -> Self {
        let rules = game.named().rules();
        let symmetries = rules.symmetries();
        let (strategy, seen, open) = Default::default();
        Self {
            game,
            rules,
            symmetries,
            side,
            aim,
            strategy,
            seen,
            open,
        }
    }

    fn run(&mut self, (root, plies): Task) -> Result<(), Error> {
        if self.rules.chooser(&root) == self.side {
            let task = self.task(root, plies)?;
            self.answer(task)?;
        } else {
            self.add((root, plies))?;
        }
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

    /// A position up to symmetry. The side that wins does so as soon as it can, so that a position
    /// comes up with the same plies wherever it does.
    fn task(&self, position: Position, plies: u32) -> Result<Task, Error> {
        let plies = match self.game.value(&position)?.outcome {
            Outcome::Win(distance) | Outcome::Loss(distance) if self.aim == Aim::Win => distance,
            _ => plies,
        };
        Ok((canonical(&self.symmetries, &position), plies))
    }

    /// Adds a position to the strategy.
    fn add(&mut self, (position, plies): Task) -> Result<(), Error> {
        self.strategy.insert(position, plies);
        let mut choices = Vec::new();
        self.list_choices(&position, plies, &mut choices)?;
        for choice in choices {
            if self.is_new(&choice) {
                self.seen.insert(choice.0, choice.1);
                self.open.entry(choice.1).or_default().push(choice.0);
            }
        }
        Ok(())
    }

    fn is_new(&self, (position, plies): &Task) -> bool {
        self.seen.get(position).is_none_or(|seen| seen < plies)
    }

    /// Lists the positions after the opponent's choices, in which the side chooses.
    fn list_choices(
        &self,
        position: &Position,
        plies: u32,
        choices: &mut Vec<Task>,
    ) -> Result<(), Error> {
        if plies == 0 {
            return Ok(());
        }
        for played in self.rules.moves(position) {
            let next = position.after(played);
            if self.rules.status(&next) != Status::Open {
                continue;
            }
            if self.rules.chooser(&next) == self.side {
                choices.push(self.task(next, plies - 1)?);
            } else {
                self.list_choices(&next, plies - 1, choices)?;
            }
        }
        Ok(())
    }

    /// Answers with a position of the strategy, or else with one that asks for few others.
    fn answer(&mut self, (position, plies): Task) -> Result<(), Error> {
        let mut answers = Vec::new();
        if self.list_answers(&position, plies, &mut answers)? {
            return Ok(());
        }
        if answers.iter().any(|answer| self.is_known(answer)) {
            return Ok(());
        }
        let mut best = None;
        for (position, plies) in answers {
            let task = (position, plies);
            let mut choices = Vec::new();
            self.list_choices(&position, plies, &mut choices)?;
            choices.retain(|choice| self.is_new(choice));
            let spread = if is_slide(&position) {
                0
            } else {
                self.spread(&position)
            };
            let key = (spread, choices.len(), task);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        let (_, _, task) = best.expect("the value promises an answer");
        self.add(task)
    }

    /// Whether the strategy has a position, with as good a number of plies.
    fn is_known(&self, (position, plies): &Task) -> bool {
        match self.strategy.get(position) {
            None => false,
            Some(known) => match self.aim {
                Aim::Win => known <= plies,
                Aim::HoldOut => known >= plies,
            },
        }
    }

    /// How far the side's pieces are from the centre, and the opponent's not.
    fn spread(&self, position: &Position) -> isize {
        let board = self.rules.board();
        let mut spread = 0;
        for circle in position.pieces(self.side) {
            spread += board.distance_from_centre(circle);
        }
        for circle in position.pieces(self.side.other()) {
            spread -= board.distance_from_centre(circle);
        }
        spread
    }

    /// Lists the positions to which the side can lead. Returns whether one of its choices needs
    /// no further position.
    fn list_answers(
        &self,
        position: &Position,
        plies: u32,
        answers: &mut Vec<Task>,
    ) -> Result<bool, Error> {
        let moves = self.rules.moves(position);
        if plies == 0 || moves.is_empty() {
            return Ok(self.aim == Aim::HoldOut);
        }
        let plies = plies - 1;
        for played in moves {
            let next = position.after(played);
            let needs_none = if self.rules.status(&next) != Status::Open {
                match self.aim {
                    Aim::Win => self.rules.winner(&next) == Some(self.side),
                    Aim::HoldOut => self.rules.winner(&next) != Some(self.side.other()),
                }
            } else if !self.serves(&next, plies)? {
                false
            } else if self.rules.chooser(&next) == self.side {
                self.list_answers(&next, plies, answers)?
            } else if self.aim == Aim::HoldOut && (plies == 0 || plies <= 2 && is_slide(&next)) {
                true
            } else {
                answers.push(self.task(next, plies)?);
                false
            };
            if needs_none {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side wins within these plies, or holds out for them.
    fn serves(&self, position: &Position, plies: u32) -> Result<bool, Error> {
        let within = match self.game.value(position)?.outcome {
            Outcome::Win(distance) => (distance <= plies).then_some(position.turn),
            Outcome::Loss(distance) => (distance <= plies).then_some(position.turn.other()),
            Outcome::Draw => None,
        };
        Ok(match self.aim {
            Aim::Win => within == Some(self.side),
            Aim::HoldOut => within != Some(self.side.other()),
        })
    }
}

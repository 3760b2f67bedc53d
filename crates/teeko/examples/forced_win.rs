//! Searches for a quick win of Black's on boards too large for a solution, and writes it as the
//! example `strategy` does: `cargo run --release -p teeko --example forced_win -- 44-ssss+8x8 13`.
//!
//! Black begins in the centre and drops near its own pieces. So a win that is found is one, but one
//! that is not found may exist.

use std::cmp::Reverse;
use std::collections::HashMap;

use teeko::certificate::canonical;
use teeko::rules::{Move, Position, Rules, Side, Status, SymmetryGroup};

/// How far Black drops from its other pieces.
const NEAR: isize = 2;

/// The pieces on the board from which on the quickest win is looked for.
const QUICK: usize = 6;

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [name, plies] = &arguments[..] else { panic!("expected a variant and a number of plies") };
    let named = teeko::variant(name).expect("expected the name of a variant");
    let plies = plies.parse().expect("expected a number of plies");
    let rules = named.rules();
    let mut search = Search { rules, symmetries: rules.symmetries(), known: HashMap::new() };
    assert!(search.wins(&Position::EMPTY, plies), "no win found within {plies} plies");
    let mut strategy = HashMap::new();
    search.walk(&Position::EMPTY, &mut strategy);
    println!("{} Wins {}", Side::Black, line(&Position::EMPTY, search.plies(&Position::EMPTY)));
    let mut lines: Vec<_> = strategy.into_iter().collect();
    lines.sort_unstable();
    for (position, plies) in lines {
        println!("{}", line(&position, plies));
    }
}

fn line(position: &Position, plies: u32) -> String {
    format!("{plies} {} {} {}", position.black.bits(), position.red.bits(), position.turn)
}

/// What is known of a position in which Black is to move.
#[derive(Default)]
struct Known {
    /// The plies within which Black wins, and the choice that does it.
    win: Option<(u32, Option<Position>)>,
    /// The plies within which the search has found no win.
    none_within: u32,
}

struct Search<'a> {
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    known: HashMap<Position, Known>,
}

impl Search<'_> {
    fn canonical(&self, position: &Position) -> Position {
        canonical(&self.symmetries, position)
    }

    /// Whether Black, who is to move, wins within `plies`, which is odd.
    fn wins(&mut self, position: &Position, plies: u32) -> bool {
        let position = self.canonical(position);
        let known = self.known.entry(position).or_default();
        if known.win.is_some_and(|(within, _)| within <= plies) {
            return true;
        }
        if known.none_within >= plies {
            return false;
        }
        // With few pieces on the board it takes long to rule out quicker wins.
        let first = if position.layer() < QUICK { plies } else { known.none_within + 1 };
        let (mut choices, mut completes) = (Vec::new(), false);
        for played in self.rules.moves(&position) {
            let next = position.after(played);
            if self.rules.status(&next) != Status::Open {
                completes = true;
            } else if self.is_near(&position, played) {
                choices.push((Reverse(self.prospects(&next)), next));
            }
        }
        choices.sort_unstable();
        for within in (first..=plies).step_by(2) {
            let found = if within == 1 {
                completes.then_some(None)
            } else {
                // Within three plies Black completes a goal that lacks one piece now.
                let winning = choices.iter().find(|(Reverse((threats, _)), next)| {
                    (within > 3 || *threats > 0) && self.answers_all(next, within - 1)
                });
                winning.map(|&(_, next)| Some(next))
            };
            let known = self.known.entry(position).or_default();
            match found {
                Some(choice) => known.win = Some((within, choice)),
                None => known.none_within = within + 1,
            }
            if found.is_some() {
                return true;
            }
        }
        false
    }

    fn is_near(&self, position: &Position, played: Move) -> bool {
        let board = self.rules.board();
        let Move::Drop(to) = played else { return true };
        let (column, row) = (board.column(to), board.row(to));
        if position.black.is_empty() {
            return (column, row) == (board.width() as isize / 2, board.height() as isize / 2);
        }
        let near = |other| {
            (board.column(other) - column).abs() <= NEAR && (board.row(other) - row).abs() <= NEAR
        };
        position.black.iter().any(near)
    }

    /// Of the goals without a piece of Red's, those that lack one of Black's, and the sum of the
    /// cubes of Black's pieces in each.
    fn prospects(&self, position: &Position) -> (usize, u32) {
        let (black, red) = (position.black.bits(), position.red.bits());
        let goals = self.rules.goals().patterns().iter().map(|goal| goal.circles().bits());
        let pieces = goals.filter(|goal| goal & red == 0).map(|goal| (goal & black).count_ones());
        pieces.fold((0, 0), |(threats, sum), pieces| {
            (threats + usize::from(pieces == 3), sum + pieces.pow(3))
        })
    }

    /// Whether Black wins within `plies` after whatever Red, who is to move, does.
    fn answers_all(&mut self, position: &Position, plies: u32) -> bool {
        let moves = self.rules.moves(position);
        let mut replies = Vec::new();
        for played in moves {
            let next = position.after(played);
            if self.rules.status(&next) != Status::Open {
                return false;
            }
            replies.push((self.prospects(&next), next));
        }
        // Those that leave Black the least are the most likely to refute it.
        replies.sort_unstable();
        !replies.is_empty() && replies.iter().all(|(_, next)| self.wins(next, plies - 1))
    }

    fn plies(&self, position: &Position) -> u32 {
        self.known[&self.canonical(position)].win.as_ref().expect("a position that Black wins").0
    }

    /// Lists the positions after Black's choices that can arise from a position.
    fn walk(&self, position: &Position, strategy: &mut HashMap<Position, u32>) {
        let Some((_, Some(choice))) = &self.known[&self.canonical(position)].win else { return };
        let choice = self.canonical(choice);
        if strategy.contains_key(&choice) {
            return;
        }
        let replies: Vec<_> =
            self.rules.moves(&choice).into_iter().map(|m| choice.after(m)).collect();
        let longest = replies.iter().map(|reply| self.plies(reply)).max();
        strategy.insert(choice, longest.expect("a reply") + 1);
        for reply in &replies {
            self.walk(reply, strategy);
        }
    }
}

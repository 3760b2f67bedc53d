//! Searches for strategies by which Black wins on all boards that have a window in the corner, and
//! writes them for `tests/proof/Boards.v`, which says what Red can do there:
//! `cargo run --release -p teeko --example boards -- 44-ssss:boards`.
//!
//! Black drops near its own pieces. So a win that is found is one, but one that is not found may
//! exist. A strategy is a tree: Black's drop or slide, and then those of which one is right after
//! each answer of Red's. Circles count row by row from the top left of the window, from 0.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::env;

/// A theorem about all boards of some size or more.
struct Theorem {
    name: &'static str,
    squares: Squares,
    /// The plies within which Black wins.
    plies: u32,
    /// Windows, with the columns and rows, whether there may be columns beyond it, and Black's
    /// first drop. There may always be rows below.
    windows: &'static [(u32, u32, bool, u32)],
}

/// The squares that are goals, besides those of four neighbours.
#[derive(Clone, Copy)]
enum Squares {
    None,
    /// As in Advanced Teeko.
    Upright,
    Tilted,
    All,
}

const THEOREMS: [Theorem; 5] = [
    Theorem {
        name: "44-ssss:boards",
        squares: Squares::None,
        plies: 13,
        windows: &[(5, 7, false, 17), (6, 6, false, 14), (7, 7, true, 24)],
    },
    Theorem {
        name: "58-ssss:boards",
        squares: Squares::Upright,
        plies: 13,
        windows: &[(5, 5, true, 12)],
    },
    Theorem {
        name: "58-ssss:larger",
        squares: Squares::Upright,
        plies: 11,
        // It is right, too, if there may be columns beyond.
        windows: &[(6, 7, false, 20)],
    },
    Theorem {
        name: "64-ssss:boards",
        squares: Squares::Tilted,
        plies: 11,
        windows: &[(5, 5, true, 12)],
    },
    Theorem {
        name: "78-ssss:boards",
        squares: Squares::All,
        plies: 11,
        windows: &[(5, 5, true, 12)],
    },
];

/// Rows of four and the squares of four neighbours.
const SHAPES: [[(u32, u32); 4]; 5] = [
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 0), (0, 1), (0, 2), (0, 3)],
    [(0, 0), (1, 1), (2, 2), (3, 3)],
    [(3, 0), (2, 1), (1, 2), (0, 3)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
];

/// The drops of each side.
const DROPS: u32 = 4;

/// How far Black drops from its other pieces.
const NEAR: u32 = 2;

/// The pieces of Black's from which on the quickest win is looked for.
const QUICK: u32 = 3;

fn main() {
    let name = env::args().nth(1).unwrap_or_default();
    let theorem = THEOREMS.iter().find(|theorem| theorem.name == name);
    let theorem = theorem.expect("the name of a theorem that has strategies, like 58-ssss:larger");
    for &(width, height, is_open, first) in theorem.windows {
        let window = Window::new(width, height, is_open, theorem.squares);
        let mut search = Search {
            window,
            known: HashMap::new(),
        };
        let first = 1 << first;
        assert!(
            search.answers_all(first, 0, 0, theorem.plies - 1),
            "no win found within {} plies",
            theorem.plies
        );
        let tree = search.tree(0, first, &BTreeSet::from([0]), 0, theorem.plies);
        println!("{tree}");
    }
}

/// A window in the top left corner of a board. Sets of its circles are numbers.
struct Window {
    circles: u64,
    goals: Vec<u64>,
    /// What goals have in the window. Red is deemed to win with its pieces on one of them.
    traces: HashSet<u64>,
    /// Of each circle, its neighbours in the window, and those at which Black drops near it.
    neighbours: Vec<u64>,
    near: Vec<u64>,
    /// The circles that may have neighbours beyond the window.
    edge: u64,
}

/// A column and a row.
type Place = (u32, u32);

impl Window {
    fn new(width: u32, height: u32, is_open: bool, squares: Squares) -> Self {
        let mut shapes = SHAPES.to_vec();
        shapes.extend(larger_squares(squares, width.max(height)));
        let mut places = Vec::new();
        for row in 0..height {
            for column in 0..width {
                places.push((column, row));
            }
        }
        let mut window = Self {
            circles: set(&places, |_| true),
            goals: Vec::new(),
            traces: HashSet::from([0]),
            neighbours: Vec::new(),
            near: Vec::new(),
            edge: set(&places, |(column, row)| {
                is_open && column + 1 == width || row + 1 == height
            }),
        };
        for &place in &places {
            window.neighbours.push(around(&places, place, 1));
            window.near.push(around(&places, place, NEAR));
            for shape in &shapes {
                let goal = shape.map(|(columns, rows)| (place.0 + columns, place.1 + rows));
                if is_open || goal.iter().all(|&(column, _)| column < width) {
                    window.add_goal(set(&places, |place| goal.contains(&place)));
                }
            }
        }
        window
    }

    /// Adds what a goal has in the window.
    fn add_goal(&mut self, trace: u64) {
        self.traces.insert(trace);
        if trace.count_ones() == DROPS {
            self.goals.push(trace);
        }
    }

    /// The sets after a side's drop or slide within the window.
    fn moves(&self, own: u64, other: u64, drops: u32) -> Vec<u64> {
        let empty = self.circles & !(own | other);
        if drops < DROPS {
            return bits(empty).map(|to| own | to).collect();
        }
        let mut moves = Vec::new();
        for from in bits(own) {
            let targets = self.neighbours[from.trailing_zeros() as usize] & empty;
            moves.extend(bits(targets).map(|to| own & !from | to));
        }
        moves
    }

    /// The sets of Red's after its move, which may be beyond the window or cross its edge.
    fn red_moves(&self, black: u64, red: u64, drops: u32) -> BTreeSet<u64> {
        let mut sets: BTreeSet<_> = self.moves(red, black, drops).into_iter().collect();
        assert!(!sets.is_empty(), "expected a move in the window");
        sets.insert(red);
        if drops >= DROPS {
            sets.extend(bits(red & self.edge).map(|from| red & !from));
            if red.count_ones() < DROPS {
                sets.extend(bits(self.edge & !(red | black)).map(|to| red | to));
            }
        }
        sets
    }

    /// The circles of goals that lack one piece of Black's and have none of Red's, and how close
    /// the other goals are.
    fn promise(&self, black: u64, red: u64) -> (usize, u32) {
        let mut lacking_one = 0;
        let mut closeness = 0;
        for goal in &self.goals {
            if goal & red == 0 {
                let pieces = (goal & black).count_ones();
                lacking_one += usize::from(pieces == 3);
                closeness += pieces.pow(3);
            }
        }
        (lacking_one, closeness)
    }
}

/// Returns these squares with sides of up to `size` steps. In a window of at most `size` columns and
/// rows, each larger one has the same circles as one of them.
fn larger_squares(squares: Squares, size: u32) -> Vec<[Place; 4]> {
    let mut shapes = Vec::new();
    if matches!(squares, Squares::Upright | Squares::All) {
        for side in 2..=size {
            shapes.push(square(side, 0));
        }
    }
    if matches!(squares, Squares::Tilted | Squares::All) {
        for columns in 1..=size {
            for rows in 1..=size {
                shapes.push(square(columns, rows));
            }
        }
    }
    shapes
}

/// The corners of a square, of which one side leads some columns to the right and rows down.
fn square(columns: u32, rows: u32) -> [Place; 4] {
    [
        (rows, 0),
        (rows + columns, rows),
        (columns, rows + columns),
        (0, columns),
    ]
}

/// The set of those places of a window that are `chosen`.
fn set(places: &[Place], chosen: impl Fn(Place) -> bool) -> u64 {
    let mut set = 0;
    for (circle, &place) in places.iter().enumerate() {
        if chosen(place) {
            set |= 1 << circle;
        }
    }
    set
}

/// The places within a distance of a place, in king's steps, but itself.
fn around(places: &[Place], (x, y): Place, distance: u32) -> u64 {
    set(places, |(column, row)| {
        (column, row) != (x, y) && column.abs_diff(x).max(row.abs_diff(y)) <= distance
    })
}

fn bits(set: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS)
        .map(|bit| 1 << bit)
        .filter(move |bit| set & bit != 0)
}

/// What is known of a position in which Black is to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The plies within which Black wins, and its set after the move that does it.
    win: Option<(u32, u64)>,
    /// The plies within which the search has found no win.
    none_within: u32,
}

struct Search {
    window: Window,
    /// By Black's set, Red's in the window, and the drops of each side.
    known: HashMap<(u64, u64, u32), Known>,
}

impl Search {
    /// Black's set after a move with which it wins within `plies`, which is odd.
    fn answer(&mut self, black: u64, red: u64, drops: u32, plies: u32) -> Option<u64> {
        let key = (black, red, drops);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if let Some((_, choice)) = known.win.filter(|&(within, _)| within <= plies) {
            return Some(choice);
        }
        if known.none_within >= plies {
            return None;
        }
        let choices = self.window.moves(black, red, drops);
        let win = choices
            .iter()
            .find(|choice| self.window.goals.contains(choice))
            .map(|&c| (1, c));
        let win =
            win.or_else(|| self.longer_win(black, red, drops, known.none_within, plies, choices));
        let none_within = if win.is_some() {
            known.none_within
        } else {
            plies
        };
        self.known.insert(key, Known { win, none_within });
        win.map(|(_, choice)| choice)
    }

    fn longer_win(
        &mut self,
        black: u64,
        red: u64,
        drops: u32,
        none_within: u32,
        plies: u32,
        mut choices: Vec<u64>,
    ) -> Option<(u32, u64)> {
        if drops < QUICK && black != 0 {
            let near = bits(black).map(|c| self.window.near[c.trailing_zeros() as usize]);
            let near = near.fold(0, |all, near| all | near);
            choices.retain(|choice| choice & !black & near != 0);
        }
        choices.sort_by_cached_key(|&choice| (Reverse(self.window.promise(choice, red)), choice));
        // With few pieces on the board it takes long to rule out quicker wins.
        let first = if drops < QUICK {
            plies
        } else {
            none_within.max(1) + 2
        };
        for within in (first..=plies).step_by(2) {
            for &choice in &choices {
                // Within three plies Black completes a goal that lacks one piece now.
                if within == 3 && self.window.promise(choice, red).0 == 0 {
                    break;
                }
                if self.answers_all(choice, red, drops, within - 1) {
                    return Some((within, choice));
                }
            }
        }
        None
    }

    /// Whether Black wins within `plies` after every reply of Red's.
    fn answers_all(&mut self, black: u64, red: u64, drops: u32, plies: u32) -> bool {
        let replies = self.window.red_moves(black, red, drops);
        let after = DROPS.min(drops + 1);
        if plies < 2 || after == DROPS && replies.iter().any(|red| self.window.traces.contains(red))
        {
            return false;
        }
        // Those that leave Black the least are the most likely to refute it.
        let mut replies: Vec<_> = replies.into_iter().collect();
        replies.sort_by_cached_key(|&red| (self.window.promise(black, red), red));
        replies
            .into_iter()
            .all(|red| self.answer(black, red, after, plies - 1).is_some())
    }

    /// The strategy that begins with Black's move from one set to another, and is right where Red
    /// has any of some sets.
    fn tree(&mut self, from: u64, to: u64, reds: &BTreeSet<u64>, drops: u32, plies: u32) -> String {
        let into = (to & !from).trailing_zeros();
        let out = if drops < DROPS {
            into
        } else {
            (from & !to).trailing_zeros()
        };
        let mut answers = Vec::new();
        if !self.window.goals.contains(&to) {
            let replies = reds
                .iter()
                .flat_map(|&red| self.window.red_moves(to, red, drops))
                .collect();
            answers = self.answers(to, replies, DROPS.min(drops + 1), plies - 2);
        }
        format!("Tree {out} {into} [{}]", answers.join("; "))
    }

    /// Few strategies of which one is right wherever Red has any of some sets.
    fn answers(
        &mut self,
        black: u64,
        mut reds: BTreeSet<u64>,
        drops: u32,
        plies: u32,
    ) -> Vec<String> {
        let mut answers = Vec::new();
        while !reds.is_empty() {
            let mut counts = BTreeMap::new();
            for &red in &reds {
                let choice = self
                    .answer(black, red, drops, plies)
                    .expect("a won position");
                *counts.entry(choice).or_insert(0) += 1;
            }
            let choice = self.best_choice(&counts);
            let is_goal = self.window.goals.contains(&choice);
            let (served, others) = reds.into_iter().partition(|&red| {
                choice & red == 0 && (is_goal || self.answers_all(choice, red, drops, plies - 1))
            });
            answers.push(self.tree(black, choice, &served, drops, plies));
            reds = others;
        }
        answers
    }

    /// The choice that is best for most sets of Red's, a goal if there is one.
    fn best_choice(&self, counts: &BTreeMap<u64, u32>) -> u64 {
        let mut best = None;
        for (&choice, &count) in counts {
            let is_goal = self.window.goals.contains(&choice);
            best = best.max(Some((is_goal, count, Reverse(choice))));
        }
        let (_, _, Reverse(choice)) = best.expect("a choice");
        choice
    }
}

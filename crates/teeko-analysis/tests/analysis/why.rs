//! Why choices are good or bad, compared with a second reading of the definition: with rules of its
//! own, which try every ply, and with the values of the reference solver on 4 x 4 boards.
//!
//! The definition is in `src/why.rs`. Of the rules here only values and the numbers of circles come
//! from elsewhere. With `ROUNDS=409` every position of the 4 x 4 boards is compared.

use rayon::prelude::*;
use teeko_analysis::{Choice, RulesGoal, Threat, Why, analyse, explain};
use teeko_rules::{
    Circles, DropStyle, Move, Oracle, Outcome, PIECES, Position, Rules, Side, Status,
};
use teeko_testing::reference::ReferenceSolution;
use teeko_testing::{Random, rules, solved};

use crate::common::rounds;

/// Of how many positions of a 4 x 4 board one is compared in a round.
const ONE_OF: usize = 409;

/// The positions of each phase that are compared on the standard board in a round.
const STANDARD: usize = 500;

/// A set of circles, a bit for each.
type Set = u64;

/// A goal: its circles, and those that must be empty.
type Goal = (Set, Set);

/// A ply: the circle that a slide leaves, and the circle that is reached.
type Ply = (Option<usize>, usize);

/// A position: Black's circles and Red's, and the side to move, 0 or 1.
#[derive(Clone, Copy)]
struct State {
    pieces: [Set; 2],
    turn: usize,
}

/// A win: its plies, its first ply, and its goals.
type Win = (u32, Option<Ply>, Vec<Goal>);

/// What is said about a choice.
#[derive(Debug, Default, PartialEq)]
struct Said {
    completes: Vec<Goal>,
    threatens: Option<Win>,
    meets: Option<Win>,
    unmet: bool,
    allows: Option<Win>,
    replies: Option<Vec<Ply>>,
}

/// Rules that try everything.
struct Plain {
    circles: usize,
    goals: Vec<Goal>,
    /// By circle: where a slide leads.
    steps: Vec<Set>,
    /// Whether the opponent points, by the number of a side's drop.
    pointed: [bool; PIECES],
}

impl Plain {
    /// Writes the rules of a game down again. `squares` are the sides of its squares, `empty` says
    /// whether their middle must be empty, `step` is the least and the most squared length of a
    /// step.
    fn new(rules: &Rules, squares: &[isize], empty: bool, step: (isize, isize)) -> Self {
        let side = rules.board().width() as isize;
        let mut plain = Self {
            circles: (side * side) as usize,
            goals: Vec::new(),
            steps: Vec::new(),
            pointed: rules.plan().styles().map(|style| style == DropStyle::Point),
        };
        for row in 0..side {
            for column in 0..side {
                plain.add_goals(side, (column, row), squares, empty);
                plain.add_steps(side, (column, row), step);
            }
        }
        plain
    }

    fn add_goals(&mut self, side: isize, at: (isize, isize), squares: &[isize], empty: bool) {
        let lines = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        for (dx, dy) in lines {
            let line = [0, 1, 2, 3].map(|n| (at.0 + n * dx, at.1 + n * dy));
            self.goals.extend(set_of(side, &line).map(|line| (line, 0)));
        }
        for &size in squares {
            let corners = [(0, 0), (size, 0), (0, size), (size, size)];
            let corners = corners.map(|(dx, dy)| (at.0 + dx, at.1 + dy));
            let middle = [(at.0 + size / 2, at.1 + size / 2)];
            let middle = if empty {
                set_of(side, &middle)
            } else {
                Some(0)
            };
            self.goals
                .extend(set_of(side, &corners).and_then(|corners| Some((corners, middle?))));
        }
    }

    fn add_steps(&mut self, side: isize, at: (isize, isize), (least, most): (isize, isize)) {
        let mut targets = 0;
        for row in 0..side {
            for column in 0..side {
                let length = (column - at.0).pow(2) + (row - at.1).pow(2);
                if (least..=most).contains(&length) {
                    targets |= 1 << (row * side + column);
                }
            }
        }
        self.steps.push(targets);
    }

    fn layer(state: State) -> usize {
        (state.pieces[0] | state.pieces[1]).count_ones() as usize
    }

    /// Returns whether a side chooses its next ply.
    fn chooses_next(&self, state: State, side: usize) -> bool {
        let layer = Self::layer(state) + usize::from(state.turn != side);
        layer >= 8 || !self.pointed[layer / 2]
    }

    /// Returns the plies of the side to move: by the circle that they leave, then by the other.
    fn plies(&self, state: State) -> Vec<Ply> {
        let own = state.pieces[state.turn];
        let free = |circle: &usize| (state.pieces[0] | state.pieces[1]) >> circle & 1 == 0;
        let all = 0..self.circles;
        if own.count_ones() < 4 {
            return all.filter(free).map(|to| (None, to)).collect();
        }
        let mut plies = Vec::new();
        for from in all.clone().filter(|from| own >> from & 1 == 1) {
            let ends = all.clone().filter(free);
            let ends = ends.filter(|to| self.steps[from] >> to & 1 == 1);
            plies.extend(ends.map(|to| (Some(from), to)));
        }
        plies
    }

    /// Returns the goals that a side has.
    fn goals(&self, state: State, side: usize) -> Vec<Goal> {
        let own = state.pieces[side];
        let other = state.pieces[1 - side];
        let mut goals = Vec::new();
        for &(circles, empty) in &self.goals {
            if own == circles && empty & other == 0 {
                goals.push((circles, empty));
            }
        }
        goals
    }

    /// Returns the first ply with which the side to move completes a goal, and all such goals.
    fn at_once(&self, state: State) -> Option<Win> {
        let mut first = None;
        let mut goals = Vec::new();
        for ply in self.plies(state) {
            let completed = self.goals(after(state, ply), state.turn);
            if !completed.is_empty() {
                first = first.or(Some(ply));
                goals.extend(completed);
            }
        }
        goals.sort_unstable();
        goals.dedup();
        Some((1, Some(first?), goals))
    }

    /// Returns how the side to move wins, by the values of the positions after it.
    fn win(&self, state: State, value: &dyn Fn(State) -> Outcome) -> Option<Win> {
        let Outcome::Win(plies) = value(state) else {
            return None;
        };
        if plies == 1 {
            return self.at_once(state);
        }
        let mut all = self.plies(state).into_iter();
        let by = all.find(|&ply| value(after(state, ply)) == Outcome::Loss(plies - 1));
        let by = by.expect("a ply that wins");
        let passed = with_turn(after(state, by), state.turn);
        let goals = if plies == 3 {
            self.at_once(passed).map(|(.., goals)| goals)
        } else {
            None
        };
        Some((plies, Some(by), goals.unwrap_or_default()))
    }

    /// Returns the replies that do not lose at once, if there are at most three.
    fn replies(&self, state: State) -> Option<Vec<Ply>> {
        let mut replies = self.plies(state);
        replies.retain(|&reply| {
            let next = after(state, reply);
            let wins = !self.goals(next, state.turn).is_empty();
            let loses = !self.goals(next, next.turn).is_empty() || self.at_once(next).is_some();
            wins || !loses
        });
        (replies.len() <= 3).then_some(replies)
    }

    /// Says why a choice is good or bad: a ply, or to pass instead of pointing.
    fn said(
        &self,
        state: State,
        chooser: usize,
        choice: Option<Ply>,
        value: &dyn Fn(State) -> Outcome,
    ) -> Said {
        let other = 1 - chooser;
        let next = choice.map_or(state, |ply| after(state, ply));
        let mut said = Said {
            completes: self.goals(next, chooser),
            ..Said::default()
        };
        if !said.completes.is_empty() {
            return said;
        }
        let given = self.goals(next, other);
        if !given.is_empty() {
            said.allows = Some((0, None, given));
            return said;
        }
        if Self::layer(state) < 8 {
            self.say_of_drop(&mut said, state, chooser, next, choice.is_none());
        } else {
            let before = with_turn(state, other);
            let later = match (value(before), value(next)) {
                (Outcome::Win(before), Outcome::Win(after)) => after > before,
                _ => true,
            };
            let threat = self.win(before, value);
            said.unmet = threat.is_some() && !later;
            said.meets = threat.filter(|_| later);
            if !self.plies(next).is_empty() {
                said.threatens = self.win(with_turn(next, chooser), value);
                said.allows = self.win(next, value);
            }
        }
        if said.threatens.as_ref().is_some_and(|win| win.0 == 1) {
            said.replies = self.replies(next);
        }
        // The chooser moves next itself.
        if said.threatens.is_some() && next.turn == chooser {
            said.replies = Some(Vec::new());
        }
        said
    }

    /// Says what a drop threatens, meets and allows.
    fn say_of_drop(
        &self,
        said: &mut Said,
        state: State,
        chooser: usize,
        next: State,
        passed: bool,
    ) {
        let other = 1 - chooser;
        if next.turn == other {
            said.allows = if passed {
                self.at_once(next)
            } else {
                self.threat(next, other)
            };
        }
        let threat = self.threat(state, other);
        let later = self.at_once(with_turn(next, other)).is_none();
        said.unmet = threat.is_some() && !later;
        said.meets = threat.filter(|_| later);
        if !self.plies(next).is_empty() {
            said.threatens = self.threat(next, chooser);
        }
    }

    /// Returns the goals that a side completes at once, if it chooses its next ply.
    fn threat(&self, state: State, side: usize) -> Option<Win> {
        if self.chooses_next(state, side) {
            self.at_once(with_turn(state, side))
        } else {
            None
        }
    }
}

/// Returns the set of circles given as columns and rows; `None` if one is off the board.
fn set_of(side: isize, places: &[(isize, isize)]) -> Option<Set> {
    let mut set = 0;
    for &(column, row) in places {
        if !(0..side).contains(&column) || !(0..side).contains(&row) {
            return None;
        }
        set |= 1 << (row * side + column);
    }
    Some(set)
}

fn after(mut state: State, (from, to): Ply) -> State {
    let own = &mut state.pieces[state.turn];
    if let Some(from) = from {
        *own ^= 1 << from;
    }
    *own |= 1 << to;
    with_turn(state, 1 - state.turn)
}

fn with_turn(state: State, turn: usize) -> State {
    State { turn, ..state }
}

fn set(circles: Circles) -> Set {
    let bits = circles.iter().map(|circle| 1 << circle.index());
    bits.sum()
}

fn number(side: Side) -> usize {
    usize::from(side == Side::Red)
}

fn circles(set: Set) -> Circles {
    let numbers = (0..64).filter(|circle| set >> circle & 1 == 1);
    let circles = numbers.filter_map(teeko_rules::Circle::new);
    circles.collect()
}

fn position(state: State) -> Position {
    Position {
        black: circles(state.pieces[0]),
        red: circles(state.pieces[1]),
        turn: [Side::Black, Side::Red][state.turn],
        ..Position::EMPTY
    }
}

fn ply(played: Move) -> Ply {
    match played {
        Move::Drop(to) | Move::DropPiece { to, .. } => (None, to.index()),
        Move::Slide { from, to } => (Some(from.index()), to.index()),
    }
}

fn goals(found: &[RulesGoal]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for goal in found {
        goals.push((set(goal.circles), set(goal.empty)));
    }
    assert!(goals.is_sorted());
    goals
}

fn win(found: &Threat) -> Win {
    (found.plies, found.by.map(ply), goals(&found.goals))
}

/// Returns what the code under test says.
fn found(why: &Why) -> Said {
    let replies = why.replies.as_ref();
    Said {
        completes: goals(&why.completes),
        threatens: why.threatens.as_ref().map(win),
        meets: why.meets.as_ref().map(win),
        unmet: why.is_unmet,
        allows: why.allows.as_ref().map(win),
        replies: replies.map(|replies| replies.iter().copied().map(ply).collect()),
    }
}

/// Compares what is said about all choices of a position.
fn assert_why(plain: &Plain, oracle: &dyn Oracle, at: &Position) {
    let value = |state| {
        let outcome = oracle.outcome(&position(state)).unwrap();
        outcome.expect("a position")
    };
    let state = State {
        pieces: [set(at.black), set(at.red)],
        turn: number(at.turn),
    };
    let mut analysis = analyse(oracle, at).unwrap();
    explain(oracle, &mut analysis).unwrap();
    for ranked in analysis.choices() {
        let choice = match ranked.choice {
            Choice::Move(played) => Some(ply(played)),
            Choice::Pass => None,
        };
        let expected = plain.said(state, number(analysis.chooser), choice, &value);
        let why = ranked.why.as_deref().expect("an explanation");
        assert_eq!(found(why), expected, "{} of {at}", ranked.choice);
    }
}

/// Compares what is said about the choices in positions of a 4 x 4 board, with the values of the
/// reference solver.
fn assert_small_board(name: &str, squares: &[isize], empty: bool, step: (isize, isize)) {
    let rules = rules(name);
    let plain = Plain::new(&rules, squares, empty, step);
    assert_eq!(plain.goals.len(), rules.goals().patterns().len());
    let oracle = ReferenceSolution::solve(&rules);
    let step = ONE_OF.div_ceil(rounds());
    let positions = oracle.positions().map(|(position, _)| position);
    let mut compared: Vec<Position> = positions.step_by(step).collect();
    compared.retain(|position| rules.status(position) == Status::Open);
    assert!(compared.len() > 900_000 / step, "{}", compared.len());
    compared
        .par_iter()
        .for_each(|position| assert_why(&plain, &oracle, position));
}

#[test]
fn choices_are_explained_as_defined() {
    assert_small_board("44-ssss+4x4", &[1], false, (1, 2));
}

#[test]
fn choices_are_explained_as_defined_where_the_opponent_points() {
    assert_small_board("58-psps+4x4", &[1, 2, 3], false, (1, 2));
}

#[test]
fn choices_are_explained_as_defined_where_goals_have_empty_circles() {
    assert_small_board("37e-spsp+4x4", &[2], true, (1, 2));
}

/// The opponent may pass instead of pointing, and some positions have no slide.
#[test]
fn choices_are_explained_as_defined_where_a_side_cannot_slide() {
    assert_small_board("44-sspp+4x4+knight+pass", &[1], false, (5, 5));
}

#[test]
fn choices_of_the_standard_board_are_explained_as_defined() {
    let oracle = solved("44-ssss");
    let plain = Plain::new(oracle.rules(), &[1], false, (1, 2));
    let mut random = Random::new(7);
    let mut compared = Vec::new();
    for number in 0..rounds() * STANDARD {
        compared.push(random.open_position(oracle.rules(), 5 + number % 3));
        compared.push(random.open_position(oracle.rules(), 2 * PIECES));
    }
    compared
        .par_iter()
        .for_each(|position| assert_why(&plain, &oracle, position));
}

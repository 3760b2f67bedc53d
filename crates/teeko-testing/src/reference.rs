//! The reference solver: slow and simple. It shares the crate `teeko-rules` with the fast solver,
//! which is tested against it, but no other code and no algorithm.
//!
//! The slide phase is solved by breadth-first retrograde analysis with out-degree counters
//! (Thompson 1986), the drop phase by minimax, layer by layer. Both visit explicit positions: no
//! symmetry, no bit planes, no threads. Every pair of sets of four circles takes three bytes,
//! whether or not the sets meet, so memory grows fast with the board: 10 MB on 4 x 4, 480 MB on 5 x
//! 5 and up to as much again for the search, a terabyte on 8 x 8.

use std::mem::take;

use teeko_rules::{
    Board, Circle, Circles, DropStyle, Oracle, OracleError, Outcome, PIECES, Position, Rules, Side,
    Status,
};

/// Stored values are twice the distance in plies, plus one for a win of the side to move, or a
/// special value. This one marks impossible positions.
const NONE: u16 = u16::MAX;
/// A draw; while the slide phase is being solved, also an undecided position.
const DRAW: u16 = u16::MAX - 1;
/// A draw because a worthless goal has ended the game.
const VOID: u16 = u16::MAX - 2;

fn encode(outcome: Outcome) -> u16 {
    let Some(distance) = outcome.distance() else {
        return DRAW;
    };
    assert!(
        distance < u32::from(VOID / 2),
        "{outcome}: too far to be stored"
    );
    2 * distance as u16 + u16::from(matches!(outcome, Outcome::Win(_)))
}

fn decode(stored: u16) -> Option<Outcome> {
    match stored {
        NONE => None,
        DRAW | VOID => Some(Outcome::Draw),
        stored if stored % 2 == 1 => Some(Outcome::Win((stored / 2).into())),
        stored => Some(Outcome::Loss((stored / 2).into())),
    }
}

/// Returns all sets of `size` circles of a board, ascending. A set's number is its place in this
/// list.
pub fn subsets(board: Board, size: usize) -> Vec<Circles> {
    let mut sets = vec![Circles::EMPTY];
    for _ in 0..size {
        let mut larger = Vec::new();
        for &set in &sets {
            for circle in board.circles() - set {
                larger.push(set.with(circle));
            }
        }
        larger.sort_unstable();
        larger.dedup();
        sets = larger;
    }
    sets
}

/// The values of all positions with given numbers of pieces of both sides.
struct DenseTable {
    /// The sets that the side to move can have, and those that its opponent can have.
    movers: Vec<Circles>,
    opponents: Vec<Circles>,
    /// The values by number of the opponent's set, then of the mover's. [`NONE`] where the sets
    /// meet.
    values: Vec<u16>,
}

impl DenseTable {
    fn new(board: Board, mover_pieces: usize, opponent_pieces: usize) -> Self {
        let movers = subsets(board, mover_pieces);
        let opponents = subsets(board, opponent_pieces);
        let values = vec![NONE; movers.len() * opponents.len()];
        Self {
            movers,
            opponents,
            values,
        }
    }

    /// Returns the place of a position's value, given the numbers of its sets.
    fn place(&self, mover: usize, opponent: usize) -> usize {
        opponent * self.movers.len() + mover
    }

    fn outcome(&self, mover: Circles, opponent: Circles) -> Option<Outcome> {
        let mover = self.movers.binary_search(&mover).ok()?;
        let opponent = self.opponents.binary_search(&opponent).ok()?;
        decode(self.values[self.place(mover, opponent)])
    }

    /// Returns the outcome of the move that leads to a position, for the side that has made it. The
    /// position has these numbers of sets.
    fn outcome_of_move(&self, mover: usize, opponent: usize) -> Outcome {
        let after = decode(self.values[self.place(mover, opponent)]);
        after
            .expect("the opponent has no goal, or play had ended")
            .of_move()
    }

    /// Lists the mover's circles, the opponent's, and the outcome of each position.
    fn positions(&self) -> impl Iterator<Item = (Circles, Circles, Option<Outcome>)> {
        let rows = self.values.chunks(self.movers.len());
        let rows = self.opponents.iter().zip(rows);
        rows.flat_map(|(&opponent, values)| {
            let apart = self.movers.iter().zip(values);
            let apart = apart.filter(move |(mover, _)| !mover.meets(opponent));
            apart.map(move |(&mover, &value)| (mover, opponent, decode(value)))
        })
    }
}

/// The solved slide phase. It serves every drop plan, centre ban and pass rule.
pub struct ReferenceSlide {
    rules: Rules,
    table: DenseTable,
    no_move: u64,
}

impl ReferenceSlide {
    /// Solves the slide phase of a rule set.
    ///
    /// # Panics
    /// If a distance exceeds 32,765 plies, or memory does not suffice.
    pub fn solve(rules: &Rules) -> Self {
        let mut search = SlideSearch::new(rules);
        search.start(rules);
        let mut distance = 0;
        while !search.frontier.is_empty() {
            distance += 1;
            search.decide(distance);
        }
        Self {
            rules: rules.clone(),
            table: search.table,
            no_move: search.no_move,
        }
    }

    /// Returns the outcome of a position for the side to move.
    ///
    /// `None` if that side already has a goal that the other could not have left to it, the sets
    /// meet, or a set does not have [`PIECES`] circles of the board.
    pub fn outcome(&self, mover: Circles, opponent: Circles) -> Option<Outcome> {
        self.table.outcome(mover, opponent)
    }

    /// Returns every placement of the pieces as the mover's circles, the opponent's, and the
    /// outcome: `None` if impossible.
    pub fn positions(&self) -> impl Iterator<Item = (Circles, Circles, Option<Outcome>)> {
        self.table.positions()
    }

    /// Returns the number of open positions whose mover has no legal slide. They are among the
    /// draws.
    pub const fn no_move(&self) -> u64 {
        self.no_move
    }
}

/// The search for the values of the slide phase. Sets are numbers in [`DenseTable::movers`].
struct SlideSearch {
    table: DenseTable,
    /// By set: those one slide away, ignoring the opponent.
    successors: Vec<Vec<usize>>,
    /// By set: those from which one slide leads there. Steps need not be reversible.
    predecessors: Vec<Vec<usize>>,
    /// By place: the mover's slides that are not yet known to lose, at most 4 * 56 on the largest
    /// board.
    slides_left: Vec<u8>,
    /// The number of open positions whose mover has no slide.
    no_move: u64,
    /// The positions that were decided last, as the mover's set and the opponent's.
    frontier: Vec<(usize, usize)>,
}

impl SlideSearch {
    fn new(rules: &Rules) -> Self {
        let table = DenseTable::new(rules.board(), PIECES, PIECES);
        let sets = &table.movers;
        let mut successors = vec![Vec::new(); sets.len()];
        let mut predecessors = vec![Vec::new(); sets.len()];
        for (number, &set) in sets.iter().enumerate() {
            for from in set {
                for to in rules.targets(from) - set {
                    let next = sets
                        .binary_search(&set.without(from).with(to))
                        .expect("a set of as many circles");
                    successors[number].push(next);
                    predecessors[next].push(number);
                }
            }
        }
        Self {
            slides_left: vec![0; table.values.len()],
            table,
            successors,
            predecessors,
            no_move: 0,
            frontier: Vec::new(),
        }
    }

    /// Gives the finished games, which are lost or won in 0 plies and start the search, their
    /// values. The open positions are undecided.
    fn start(&mut self, rules: &Rules) {
        for opponent in 0..self.table.opponents.len() {
            for mover in 0..self.table.movers.len() {
                let mover_set = self.table.movers[mover];
                let opponent_set = self.table.opponents[opponent];
                if mover_set.meets(opponent_set) {
                    continue;
                }
                let place = self.table.place(mover, opponent);
                let status = rules.status(&Position::of_turn(Side::Black, mover_set, opponent_set));
                if status == Status::Void {
                    self.table.values[place] = VOID;
                } else if let Some(ended) = status.ended() {
                    self.table.values[place] = encode(ended);
                    self.frontier.push((mover, opponent));
                } else if status == Status::Open {
                    let slides = self.count_slides(mover, opponent_set);
                    self.table.values[place] = DRAW;
                    self.slides_left[place] = slides;
                    self.no_move += u64::from(slides == 0);
                }
            }
        }
    }

    fn count_slides(&self, mover: usize, opponent: Circles) -> u8 {
        let sets = &self.table.movers;
        let slides = self.successors[mover].iter();
        slides.filter(|&&next| !sets[next].meets(opponent)).count() as u8
    }

    /// Decides the positions one ply before those of the frontier, which they replace.
    ///
    /// A side that can slide into a lost position wins at once. A side that can slide only into won
    /// positions loses when the last of them is decided. Both can happen at any distance if a slide
    /// can complete a goal of the other side's. A position whose mover has no slide is never
    /// reached, so it stays a draw.
    fn decide(&mut self, distance: u32) {
        for (mover, opponent) in take(&mut self.frontier) {
            let found = decode(self.table.values[self.table.place(mover, opponent)]);
            let is_lost = matches!(found, Some(Outcome::Loss(_)));
            for &before in &self.predecessors[opponent] {
                let place = self.table.place(before, mover);
                if self.table.values[place] != DRAW {
                    continue;
                }
                if !is_lost {
                    self.slides_left[place] -= 1;
                    if self.slides_left[place] > 0 {
                        continue;
                    }
                }
                let value = if is_lost {
                    Outcome::Win(distance)
                } else {
                    Outcome::Loss(distance)
                };
                self.table.values[place] = encode(value);
                self.frontier.push((before, mover));
            }
        }
    }
}

/// The solved drop phase of one drop plan.
pub struct ReferenceDrop {
    /// The layers by number of dropped pieces.
    layers: Vec<DenseTable>,
}

impl ReferenceDrop {
    /// Solves the drop phase of a rule set, given its slide phase.
    ///
    /// # Panics
    /// If the slide phase has another board, other goals or another step, or if a distance exceeds
    /// 32,765 plies.
    pub fn solve(rules: &Rules, slide: &ReferenceSlide) -> Self {
        assert!(
            rules.same_slide_phase(&slide.rules),
            "expected a slide phase of the same board, goals and step"
        );
        let mut layers: Vec<DenseTable> = Vec::new();
        for dropped in (0..2 * PIECES).rev() {
            let next = layers.last().unwrap_or(&slide.table);
            layers.push(drop_layer(rules, dropped, next));
        }
        layers.reverse();
        Self { layers }
    }

    /// Returns the outcome of a position of the drop phase for the side to move.
    ///
    /// `None` if the sets meet or have circles off the board, or if the numbers of pieces
    /// contradict the turn.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let layer = self.layers.get(position.layer())?;
        if Position::turn_in_layer(position.layer()) != Some(position.turn) {
            return None;
        }
        layer.outcome(position.mover(), position.opponent())
    }

    /// Returns every position of the drop phase with its outcome, starting with the empty board.
    ///
    /// # Panics
    /// Never: there are as many layers as drops, and all their positions have a value.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Outcome)> {
        let layers = self.layers.iter().enumerate();
        layers.flat_map(|(dropped, layer)| {
            let turn = Position::turn_in_layer(dropped).expect("a layer of the drop phase");
            layer.positions().map(move |(mover, opponent, outcome)| {
                let position = Position::of_turn(turn, mover, opponent);
                (position, outcome.expect("no mover of a drop has a goal"))
            })
        })
    }
}

/// The solved game of a rule set, as an oracle. The goals alone decide who has won.
pub struct ReferenceSolution {
    rules: Rules,
    /// The slide phase.
    pub slide: ReferenceSlide,
    /// The drop phase.
    pub drop: ReferenceDrop,
}

impl ReferenceSolution {
    /// Solves the game of a rule set, with its goals regardless of their prices.
    pub fn solve(rules: &Rules) -> Self {
        let slide = ReferenceSlide::solve(rules);
        let drop = ReferenceDrop::solve(rules, &slide);
        Self {
            rules: rules.clone(),
            slide,
            drop,
        }
    }

    /// Returns every position with its outcome, starting with the empty board. In the slide phase
    /// Black is to move.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Outcome)> {
        let slides = self.slide.positions();
        let slides = slides.filter_map(|(mover, opponent, outcome)| {
            Some((Position::of_turn(Side::Black, mover, opponent), outcome?))
        });
        self.drop.positions().chain(slides)
    }
}

impl Oracle for ReferenceSolution {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(if position.layer() == 2 * PIECES {
            self.slide.outcome(position.mover(), position.opponent())
        } else {
            self.drop.outcome(position)
        })
    }
}

/// Solves the layer after `dropped` drops from the next layer, in which the sides have changed
/// places.
fn drop_layer(rules: &Rules, dropped: usize, next: &DenseTable) -> DenseTable {
    let turn = Position::turn_in_layer(dropped).expect("a layer of the drop phase");
    let mut table = DenseTable::new(rules.board(), dropped / 2, dropped.div_ceil(2));
    for (mover, &mover_set) in table.movers.iter().enumerate() {
        let grown = grown_sets(rules, next, mover_set);
        for (opponent, &opponent_set) in table.opponents.iter().enumerate() {
            if mover_set.meets(opponent_set) {
                continue;
            }
            let position = Position::of_turn(turn, mover_set, opponent_set);
            let ended = rules.status(&position).ended();
            let value = ended.unwrap_or_else(|| {
                let drops = rules.drops(&position);
                let allowed = grown.iter().filter(|(circle, _)| drops.contains(*circle));
                let outcomes = allowed.map(|&(_, grown)| next.outcome_of_move(opponent, grown));
                best_choice(rules, dropped, outcomes)
            });
            let place = table.place(mover, opponent);
            table.values[place] = encode(value);
        }
    }
    table
}

/// Lists the circles on which a side can add a piece to its set, with the numbers in the next layer
/// of the sets that it makes.
fn grown_sets(rules: &Rules, next: &DenseTable, set: Circles) -> Vec<(Circle, usize)> {
    let mut grown = Vec::new();
    for circle in rules.board().circles() - set {
        let number = next.opponents.binary_search(&set.with(circle));
        grown.push((circle, number.expect("a set of one circle more")));
    }
    grown
}

/// Returns the best of the outcomes that drops have for the side that drops, if it chooses, or else
/// the worst.
fn best_choice(
    rules: &Rules,
    dropped: usize,
    outcomes: impl Iterator<Item = Outcome> + Clone,
) -> Outcome {
    let greatest = outcomes.clone().max();
    let least = outcomes.min();
    let chosen = match rules.plan().style_after(dropped) {
        DropStyle::Standard => greatest,
        // A pass gives the greatest, so the opponent never gains by it.
        DropStyle::Point => least,
    };
    chosen.expect("a board has room for every drop")
}

#[cfg(test)]
mod tests {
    use teeko_rules::{DropPlan, Goal, GoalFamily, Goals, Step};

    use super::*;
    use crate::{circles, rules, with_plan};

    /// Returns rules on 4 x 4 with drop plan `ssss`.
    fn small(goals: Goals, step: Step) -> Rules {
        Rules::builder()
            .board(Board::new(4, 4).unwrap())
            .goals(goals)
            .step(step)
            .build()
            .unwrap()
    }

    /// Returns the outcome of a slide position as the moves of the game have it: the best over these
    /// if it is open; a mover without a slide draws.
    fn outcome_by_moves(
        rules: &Rules,
        slide: &ReferenceSlide,
        position: &Position,
    ) -> Option<Outcome> {
        match rules.status(position) {
            Status::Impossible => None,
            Status::Over => Some(Outcome::Loss(0)),
            Status::Gift => Some(Outcome::Win(0)),
            Status::Void => Some(Outcome::Draw),
            Status::Open => {
                let outcomes = rules.slides(position).map(|played| {
                    let after = position.after(played);
                    let outcome = slide.outcome(after.mover(), after.opponent());
                    outcome.unwrap().of_move()
                });
                Some(outcomes.max().unwrap_or(Outcome::Draw))
            }
        }
    }

    /// Each value is the best over the moves, each draw has a move that keeps it, and a finished
    /// game is lost. Since distances fall with every ply, this proves wins and losses, and with
    /// them the draws.
    #[test]
    fn every_slide_value_follows_from_its_moves() {
        let lines = GoalFamily::Lines.patterns(Board::new(4, 4).unwrap());
        let one_way = small(Goals::new(lines), Step::new([(1, 0), (-1, 1)]));
        let corners = Goal::new(circles(&[1, 4, 13, 16]), circles(&[6, 7]));
        let row = circles(&[1, 2, 3, 4]);
        let with_empty_circles = small(
            Goals::new(vec![corners, row.into()]),
            Step::new([(1, 0), (-2, 1), (0, -1)]),
        );
        // Whether there are positions whose mover has no slide.
        for (rules, are_stuck) in [
            (rules("37d-ssss+4x4"), false),
            (rules("58-ssss+4x4+points").threshold_game(3), false),
            (rules("37e-ssss+4x4+points").threshold_game(4), false),
            (rules("44-ssss+4x4+knight"), true),
            (one_way, true),
            (with_empty_circles, true),
        ] {
            let slide = ReferenceSlide::solve(&rules);

            let mut count = 0;
            let mut no_move = 0;
            for (mover, opponent, found) in slide.positions() {
                let position = Position::of_turn(Side::Black, mover, opponent);
                let expected = outcome_by_moves(&rules, &slide, &position);
                assert_eq!(found, expected, "{position:?}");
                let is_open = rules.status(&position) == Status::Open;
                no_move += u64::from(is_open && rules.slides(&position).next().is_none());
                count += 1;
            }

            assert_eq!(count, 1820 * 495, "C(16, 4) * C(12, 4)");
            assert_eq!(slide.no_move(), no_move);
            assert_eq!(no_move > 0, are_stuck);
        }
    }

    #[test]
    fn sets_that_meet_or_lack_a_piece_are_no_position() {
        let slide = ReferenceSlide::solve(&rules("44-ssss+4x4"));
        let row = circles(&[1, 2, 3, 4]);
        assert_eq!(slide.outcome(row, circles(&[4, 5, 6, 7])), None);
        assert_eq!(slide.outcome(row, circles(&[5, 6, 7])), None);
    }

    /// No slides, and every four pieces with circle 1 among them win. The side that first chooses a
    /// circle freely takes circle 1 and wins with the fourth piece. If every drop is pointed,
    /// neither side ever gets it.
    #[test]
    fn circle_one_is_for_black_unless_every_drop_is_pointed() {
        let mut with_one = subsets(Board::new(4, 4).unwrap(), PIECES);
        with_one.retain(|&set| set.meets(circles(&[1])));
        let goals = Goals::new(with_one);
        let rules = small(goals, Step::new([]));
        let slide = ReferenceSlide::solve(&rules);
        for plan in DropPlan::all() {
            let drop = ReferenceDrop::solve(&with_plan(&rules, plan), &slide);
            let expected = if plan.is_full_alternate() {
                Outcome::Draw
            } else {
                Outcome::Win(7)
            };
            assert_eq!(drop.outcome(&Position::EMPTY), Some(expected), "{plan}");
        }
    }

    #[test]
    fn a_goal_has_won_and_impossible_positions_have_no_outcome() {
        let goals = Goals::new(vec![circles(&[1, 2, 3, 4])]);
        let rules = small(goals, Step::new([]));
        let drop = ReferenceDrop::solve(&rules, &ReferenceSlide::solve(&rules));
        let lost = Position {
            black: circles(&[1, 2, 3, 4]),
            red: circles(&[5, 6, 7]),
            turn: Side::Red,
            ..Position::EMPTY
        };
        assert_eq!(drop.outcome(&lost), Some(Outcome::Loss(0)));
        let red_begins = Position {
            turn: Side::Red,
            ..Position::EMPTY
        };
        assert_eq!(drop.outcome(&red_begins), None);
        let sets_meet = Position {
            black: circles(&[5, 6, 8, 9]),
            ..lost
        };
        assert_eq!(drop.outcome(&sets_meet), None);
    }

    /// Only the centre would win.
    #[test]
    fn the_first_drop_may_not_be_a_banned_centre() {
        let mut next = DenseTable::new(Board::STANDARD, 0, 1);
        next.values.fill(DRAW);
        next.values[12] = encode(Outcome::Loss(6));
        for (variant, expected) in [
            ("44-ssss", Outcome::Win(7)),
            ("44-ssss+no-centre", Outcome::Draw),
        ] {
            let first = drop_layer(&rules(variant), 0, &next);
            assert_eq!(
                first.outcome(Circles::EMPTY, Circles::EMPTY),
                Some(expected),
                "{variant}"
            );
        }
    }
}

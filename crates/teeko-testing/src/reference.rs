//! The reference solver: slow and simple. It shares the crate `teeko-rules` with the fast solver,
//! which is tested against it, but no other code and no algorithm.
//!
//! The slide phase is solved by breadth-first retrograde analysis with out-degree counters
//! (Thompson 1986), the drop phase by minimax, layer by layer. Both visit explicit positions: no
//! symmetry, no bit planes, no threads. Every pair of sets of four circles takes three bytes,
//! whether or not the sets meet, so memory grows fast with the board: 10 MB on 4 x 4, 480 MB on 5 x
//! 5 and up to as much again for the search, a terabyte on 8 x 8.

use teeko_rules::{Board, Circles, DropStyle, Outcome, PIECES, Position, Rules, Side, Status};

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
        let one_more = |&set: &Circles| {
            (board.circles() - set)
                .into_iter()
                .map(move |circle| set.with(circle))
        };
        sets = sets.iter().flat_map(one_more).collect();
        sets.sort_unstable();
        sets.dedup();
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
        let (movers, opponents) = (
            subsets(board, mover_pieces),
            subsets(board, opponent_pieces),
        );
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
        let (mover, opponent) = (
            self.movers.binary_search(&mover).ok()?,
            self.opponents.binary_search(&opponent).ok()?,
        );
        decode(self.values[self.place(mover, opponent)])
    }

    fn positions(&self) -> impl Iterator<Item = (Circles, Circles, Option<Outcome>)> {
        self.opponents
            .iter()
            .zip(self.values.chunks(self.movers.len()))
            .flat_map(move |(&opponent, values)| {
                let row = self
                    .movers
                    .iter()
                    .zip(values)
                    .filter(move |(mover, _)| !mover.meets(opponent));
                row.map(move |(&mover, &value)| (mover, opponent, decode(value)))
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
    /// If a distance exceeds 32,766 plies, or memory does not suffice.
    pub fn solve(rules: &Rules) -> Self {
        let mut table = DenseTable::new(rules.board(), PIECES, PIECES);
        let sets = &table.movers;

        // The sets one slide away, ignoring the opponent. Steps need not be reversible, so there
        // are two lists.
        let (mut successors, mut predecessors) =
            (vec![Vec::new(); sets.len()], vec![Vec::new(); sets.len()]);
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

        // Finished games are lost or won in 0 plies and start the search; open positions are
        // undecided. `slides_left` counts, by place, the mover's slides that are not yet known to
        // lose: at most 4 * 56 on the largest board.
        let mut slides_left = vec![0_u8; table.values.len()];
        let mut no_move = 0;
        let mut frontier = Vec::new();
        for (opponent, &opponent_set) in sets.iter().enumerate() {
            for (mover, &mover_set) in sets
                .iter()
                .enumerate()
                .filter(|(_, mover)| !mover.meets(opponent_set))
            {
                let place = table.place(mover, opponent);
                let status = rules.status(&Position::of_turn(Side::Black, mover_set, opponent_set));
                if status == Status::Void {
                    table.values[place] = VOID;
                } else if let Some(ended) = status.ended() {
                    table.values[place] = encode(ended);
                    frontier.push((mover, opponent));
                } else if status == Status::Open {
                    let slides = successors[mover]
                        .iter()
                        .filter(|&&next| !sets[next].meets(opponent_set))
                        .count();
                    table.values[place] = DRAW;
                    slides_left[place] = slides as u8;
                    no_move += u64::from(slides == 0);
                }
            }
        }

        // Each round decides the positions one ply before those of the previous round. A side that
        // can slide into a lost position wins at once. A side that can slide only into won
        // positions loses when the last of them is decided. Both can happen at any distance if a
        // slide can complete a goal of the other side's. A position whose mover has no slide is
        // never reached, so it stays a draw.
        let mut distance = 0;
        while !frontier.is_empty() {
            distance += 1;
            let mut decided = Vec::new();
            for (mover, opponent) in frontier {
                let lost = matches!(
                    decode(table.values[table.place(mover, opponent)]),
                    Some(Outcome::Loss(_))
                );
                for &before in &predecessors[opponent] {
                    let place = table.place(before, mover);
                    if table.values[place] != DRAW {
                        continue;
                    }
                    let value = if lost {
                        Outcome::Win(distance)
                    } else {
                        slides_left[place] -= 1;
                        if slides_left[place] > 0 {
                            continue;
                        }
                        Outcome::Loss(distance)
                    };
                    table.values[place] = encode(value);
                    decided.push((before, mover));
                }
            }
            frontier = decided;
        }
        Self {
            rules: rules.clone(),
            table,
            no_move,
        }
    }

    /// Returns the outcome of a position for the side to move.
    ///
    /// `None` if that side already has a goal, the sets meet, or a set does not have [`PIECES`]
    /// circles of the board.
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
    /// 32,766 plies.
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
        let right_turn = Position::turn_in_layer(position.layer()) == Some(position.turn);
        layer
            .outcome(position.mover(), position.opponent())
            .filter(|_| right_turn)
    }

    /// Returns every position of the drop phase with its outcome, starting with the empty board.
    ///
    /// # Panics
    /// Never: there are as many layers as drops, and all their positions have a value.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Outcome)> {
        self.layers.iter().enumerate().flat_map(|(dropped, layer)| {
            let turn = Position::turn_in_layer(dropped).expect("a layer of the drop phase");
            layer.positions().map(move |(mover, opponent, outcome)| {
                (
                    Position::of_turn(turn, mover, opponent),
                    outcome.expect("no mover of a drop has a goal"),
                )
            })
        })
    }
}

/// Solves the layer after `dropped` drops from the next layer, in which the sides have changed
/// places.
fn drop_layer(rules: &Rules, dropped: usize, next: &DenseTable) -> DenseTable {
    let turn = Position::turn_in_layer(dropped).expect("a layer of the drop phase");
    let mut table = DenseTable::new(rules.board(), dropped / 2, dropped.div_ceil(2));
    for (mover, &mover_set) in table.movers.iter().enumerate() {
        let with = |circle| {
            next.opponents
                .binary_search(&mover_set.with(circle))
                .expect("a set of one circle more")
        };
        let grown: Vec<_> = (rules.board().circles() - mover_set)
            .into_iter()
            .map(|circle| (circle, with(circle)))
            .collect();
        for (opponent, &opponent_set) in table.opponents.iter().enumerate() {
            if mover_set.meets(opponent_set) {
                continue;
            }
            let position = Position::of_turn(turn, mover_set, opponent_set);
            let drops = rules.drops(&position);
            let outcomes = || {
                let allowed = grown.iter().filter(|&&(circle, _)| drops.contains(circle));
                allowed.map(|&(_, grown)| {
                    let after = decode(next.values[next.place(opponent, grown)]);
                    after
                        .expect("the opponent has no goal, or play had ended")
                        .of_move()
                })
            };
            let ended = rules.status(&position).ended();
            let value = match rules.plan().style_after(dropped) {
                _ if ended.is_some() => ended,
                DropStyle::Standard => outcomes().max(),
                // A pass lets the mover choose freely.
                DropStyle::Point if rules.pass_rule() => outcomes().min().min(outcomes().max()),
                DropStyle::Point => outcomes().min(),
            };
            let place = table.place(mover, opponent);
            table.values[place] = encode(value.expect("a board has room for every drop"));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use teeko_rules::{DropPlan, Goal, GoalFamily, Goals, Move, Side, Step};

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

    /// Each value is the best over the moves, each draw has a move that keeps it, and a finished
    /// game is lost. Since distances fall with every ply, this proves wins and losses, and with
    /// them the draws.
    #[test]
    fn every_slide_value_follows_from_its_moves() {
        let lines = GoalFamily::Lines.patterns(Board::new(4, 4).unwrap());
        let one_way = small(Goals::new(lines), Step::new([(1, 0), (-1, 1)]));
        let corners = Goal::new(circles(&[1, 4, 13, 16]), circles(&[6, 7]));
        let open = small(
            Goals::new(vec![corners, circles(&[1, 2, 3, 4]).into()]),
            Step::new([(1, 0), (-2, 1), (0, -1)]),
        );
        for (rules, stuck) in [
            (rules("37d-ssss+4x4"), false),
            (rules("58-ssss+4x4+points").threshold_game(3), false),
            (rules("37e-ssss+4x4+points").threshold_game(4), false),
            (rules("44-ssss+4x4+knight"), true),
            (one_way, true),
            (open, true),
        ] {
            let slide = ReferenceSlide::solve(&rules);
            let (mut count, mut no_move) = (0, 0);
            for (mover, opponent, found) in slide.positions() {
                let position = Position::of_turn(Side::Black, mover, opponent);
                let of_slide = |played: Move| {
                    let after = position.after(played);
                    slide
                        .outcome(after.mover(), after.opponent())
                        .unwrap()
                        .of_move()
                };
                let expected = match rules.status(&position) {
                    Status::Impossible => None,
                    Status::Over => Some(Outcome::Loss(0)),
                    Status::Gift => Some(Outcome::Win(0)),
                    Status::Void => Some(Outcome::Draw),
                    Status::Open => {
                        let best = rules.slides(&position).map(of_slide).max();
                        no_move += u64::from(best.is_none());
                        Some(best.unwrap_or(Outcome::Draw))
                    }
                };
                assert_eq!(found, expected, "{position:?}");
                count += 1;
            }
            assert_eq!(count, 1820 * 495, "C(16, 4) * C(12, 4)");
            let row = circles(&[1, 2, 3, 4]);
            assert_eq!(
                slide.outcome(row, circles(&[4, 5, 6, 7])),
                None,
                "the sets meet"
            );
            assert_eq!(
                slide.outcome(row, circles(&[5, 6, 7])),
                None,
                "a piece is missing"
            );
            assert_eq!((slide.no_move(), slide.no_move() > 0), (no_move, stuck));
        }
    }

    /// No slides, and every four pieces with circle 1 among them win. The side that first chooses a
    /// circle freely takes circle 1 and wins with the fourth piece. If every drop is pointed,
    /// neither side ever gets it.
    #[test]
    fn circle_one_is_for_black_unless_every_drop_is_pointed() {
        let goals = subsets(Board::new(4, 4).unwrap(), PIECES)
            .into_iter()
            .filter(|&set| set.meets(circles(&[1])));
        let rules = small(Goals::new(goals.collect()), Step::new([]));
        let slide = ReferenceSlide::solve(&rules);
        for plan in DropPlan::all() {
            let drop = ReferenceDrop::solve(&with_plan(&rules, plan), &slide);
            let expected = if plan.is_full_alternate() {
                Outcome::Draw
            } else {
                Outcome::Win(7)
            };
            assert_eq!(drop.outcome(&Position::EMPTY), Some(expected), "{plan}");
            let last = Position {
                black: circles(&[1, 2, 3, 4]),
                red: circles(&[5, 6, 7]),
                turn: Side::Red,
                ..Position::EMPTY
            };
            assert_eq!(drop.outcome(&last), Some(Outcome::Loss(0)), "{plan}");
            assert_eq!(
                drop.outcome(&Position {
                    turn: Side::Red,
                    ..Position::EMPTY
                }),
                None,
                "Black begins"
            );
            assert_eq!(
                drop.outcome(&Position {
                    black: circles(&[5, 6, 8, 9]),
                    ..last
                }),
                None,
                "the sets meet"
            );
        }
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

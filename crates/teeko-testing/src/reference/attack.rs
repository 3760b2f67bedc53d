//! The reference solver of threshold games with numbered pieces. It works position by position and
//! distinguishes every piece of the attacker's by its pips.

use std::collections::HashMap;

use teeko_rules::{Circle, Circles, DropStyle, PIECES, Position, Rules, Side};

use super::subsets;

/// The circles of the attacker's pieces by pips: those with 1, 2, 3 and 4 pips.
pub type Numbered = [Circles; PIECES];

/// A finished game, or sets that meet.
const NONE: u16 = u16::MAX;
/// An open position from which the attacker is not yet known to force the points.
const OPEN: u16 = u16::MAX - 1;

fn all(pieces: &Numbered) -> Circles {
    pieces.iter().fold(Circles::EMPTY, |all, &of_pips| all | of_pips)
}

/// Moves a piece from one circle to another; returns the pieces and its pips.
fn moved(pieces: &Numbered, from: Circle, to: Circle) -> (Numbered, u8) {
    let mut after = *pieces;
    let place =
        pieces.iter().position(|of_pips| of_pips.contains(from)).expect("a piece on the circle");
    after[place] = pieces[place].without(from).with(to);
    (after, place as u8 + 1)
}

/// Returns the worth of the goal that a move of the attacker's has completed; `None` if it
/// completed none.
fn worth(rules: &Rules, pieces: &Numbered, pips: u8, to: Circle, defender: Circles) -> Option<u8> {
    rules.goals().is_goal(all(pieces), defender).then(|| rules.worth_of_piece(pips, to))
}

/// The solved slide phase of a threshold game in which one side attacks.
pub struct ReferenceAttack {
    rules: Rules,
    points: u8,
    /// The number of the attacker's pieces with 1, 2, 3 and 4 pips.
    pieces: [usize; PIECES],
    attackers: Vec<Numbered>,
    numbers: HashMap<Numbered, usize>,
    defenders: Vec<Circles>,
    /// The number of plies in which the attacker forces the points, by number of the attacker's
    /// pieces, then of the defender's: first with the attacker to move, then with the defender.
    values: [Vec<u16>; 2],
}

const ATTACKER_MOVES: usize = 0;
const DEFENDER_MOVES: usize = 1;

impl ReferenceAttack {
    /// Solves the slide phase in which a side with `pieces` pieces of 1, 2, 3 and 4 pips tries to
    /// force `points` points. In the real game each side has one of each; fewer kinds make a
    /// smaller game.
    ///
    /// # Panics
    /// If these are not four pieces, a distance exceeds 65,000 plies, or memory does not suffice.
    pub fn solve(rules: &Rules, points: u8, pieces: [usize; PIECES]) -> Self {
        assert_eq!(pieces.iter().sum::<usize>(), PIECES, "pieces of a side");
        let attackers = numbered_sets(rules, pieces);
        let numbers = attackers.iter().enumerate().map(|(number, &set)| (set, number)).collect();
        let defenders = subsets(rules.board(), PIECES);
        let values = [NONE; 2].map(|none| vec![none; attackers.len() * defenders.len()]);
        let rules = rules.clone();
        let mut attack = Self { rules, points, pieces, attackers, numbers, defenders, values };
        attack.run();
        attack
    }

    fn place(&self, attacker: usize, defender: usize) -> usize {
        attacker * self.defenders.len() + defender
    }

    fn defender_number(&self, set: Circles) -> usize {
        self.defenders.binary_search(&set).expect("a set of as many circles")
    }

    fn run(&mut self) {
        let goals = self.rules.goals().clone();
        let mut frontier = Vec::new();
        for attacker in 0..self.attackers.len() {
            let pieces = self.attackers[attacker];
            for defender in 0..self.defenders.len() {
                let set = self.defenders[defender];
                let over = || goals.is_goal(all(&pieces), set) || goals.is_goal(set, all(&pieces));
                if all(&pieces).meets(set) || over() {
                    continue;
                }
                let place = self.place(attacker, defender);
                self.values[DEFENDER_MOVES][place] = OPEN;
                self.values[ATTACKER_MOVES][place] = OPEN;
                if self.wins_at_once(&pieces, set) {
                    self.values[ATTACKER_MOVES][place] = 1;
                    frontier.push((attacker, defender));
                }
            }
        }
        let mut plies = 1;
        while !frontier.is_empty() {
            plies += 1;
            frontier = if plies % 2 == 0 {
                self.lost_before(&frontier, plies)
            } else {
                self.won_before(&frontier, plies)
            };
        }
    }

    fn wins_at_once(&self, pieces: &Numbered, defender: Circles) -> bool {
        let free = self.rules.board().circles() - all(pieces) - defender;
        all(pieces).iter().any(|from| {
            (self.rules.targets(from) & free).iter().any(|to| {
                let (after, pips) = moved(pieces, from, to);
                worth(&self.rules, &after, pips, to, defender)
                    .is_some_and(|worth| worth >= self.points)
            })
        })
    }

    /// Returns the positions that the defender now loses because each slide leads to one that the
    /// attacker wins. Only the positions before those just found won are visited.
    fn lost_before(&mut self, won: &[(usize, usize)], plies: u16) -> Vec<(usize, usize)> {
        let mut lost = Vec::new();
        for &(attacker, defender) in won {
            let after = self.defenders[defender];
            let free = self.rules.board().circles() - all(&self.attackers[attacker]) - after;
            for to in after {
                for from in free.iter().filter(|&from| self.rules.targets(from).contains(to)) {
                    let before = self.defender_number(after.without(to).with(from));
                    let place = self.place(attacker, before);
                    if self.values[DEFENDER_MOVES][place] == OPEN
                        && self.all_slides_lose(attacker, before)
                    {
                        self.values[DEFENDER_MOVES][place] = plies;
                        lost.push((attacker, before));
                    }
                }
            }
        }
        lost
    }

    fn all_slides_lose(&self, attacker: usize, defender: usize) -> bool {
        let (pieces, set) = (all(&self.attackers[attacker]), self.defenders[defender]);
        let free = self.rules.board().circles() - pieces - set;
        set.iter().all(|from| {
            (self.rules.targets(from) & free).iter().all(|to| {
                let after = self.defender_number(set.without(from).with(to));
                // A goal of the defender's has no value, nor has a goal of the attacker's that the
                // defender completes.
                self.values[ATTACKER_MOVES][self.place(attacker, after)] < OPEN
            })
        })
    }

    /// Returns the positions that the attacker now wins because a slide leads to one that the
    /// defender was just found to lose.
    fn won_before(&mut self, lost: &[(usize, usize)], plies: u16) -> Vec<(usize, usize)> {
        let mut won = Vec::new();
        for &(attacker, defender) in lost {
            let after = self.attackers[attacker];
            let free = self.rules.board().circles() - all(&after) - self.defenders[defender];
            for to in all(&after) {
                for from in free.iter().filter(|&from| self.rules.targets(from).contains(to)) {
                    let (before, _) = moved(&after, to, from);
                    let before = self.numbers[&before];
                    let place = self.place(before, defender);
                    if self.values[ATTACKER_MOVES][place] == OPEN {
                        self.values[ATTACKER_MOVES][place] = plies;
                        won.push((before, defender));
                    }
                }
            }
        }
        won
    }

    /// Returns the number of plies in which the attacker forces the points from a position of the
    /// slide phase. `None` if they cannot, there is no such position, or the game is finished.
    pub fn distance(
        &self,
        attacker: &Numbered,
        defender: Circles,
        attacker_moves: bool,
    ) -> Option<u32> {
        let place =
            self.place(*self.numbers.get(attacker)?, self.defenders.binary_search(&defender).ok()?);
        let value =
            self.values[if attacker_moves { ATTACKER_MOVES } else { DEFENDER_MOVES }][place];
        (value < OPEN).then(|| value.into())
    }

    /// Returns every unfinished position: the attacker's pieces, the defender's, and the number of
    /// plies in which the attacker forces the points, with the attacker to move and with the
    /// defender to move.
    pub fn positions(&self) -> impl Iterator<Item = (Numbered, Circles, [Option<u32>; 2])> {
        self.attackers.iter().enumerate().flat_map(move |(attacker, pieces)| {
            self.defenders.iter().enumerate().filter_map(move |(defender, &set)| {
                let place = self.place(attacker, defender);
                let values = [ATTACKER_MOVES, DEFENDER_MOVES].map(|turn| self.values[turn][place]);
                (values[DEFENDER_MOVES] != NONE).then(|| {
                    (*pieces, set, values.map(|value| (value < OPEN).then(|| value.into())))
                })
            })
        })
    }

    /// Returns the number of plies in which the attacker forces the points from an unfinished
    /// position of the drop phase, by trying every drop.
    pub fn drop_distance(
        &self,
        attacker: Side,
        pieces: &Numbered,
        defender: Circles,
    ) -> Option<u32> {
        let mut known = HashMap::new();
        self.try_drops(attacker, pieces, defender, &mut known)
    }

    fn try_drops(
        &self,
        attacker: Side,
        pieces: &Numbered,
        defender: Circles,
        known: &mut HashMap<(Numbered, Circles), Option<u32>>,
    ) -> Option<u32> {
        if let Some(&found) = known.get(&(*pieces, defender)) {
            return found;
        }
        let dropped = all(pieces).len() + defender.len();
        let attacker_moves = Position::turn_in_layer(dropped) == Some(attacker);
        let free =
            self.rules.board().circles() - all(pieces) - defender - self.rules.banned(dropped);
        // The attacker's distance by circle, with the best piece if the attacker drops.
        let by_circle: Vec<Option<u32>> = free
            .iter()
            .map(|to| {
                if attacker_moves {
                    let in_hand =
                        (0..PIECES).filter(|&place| pieces[place].len() < self.pieces[place]);
                    let outcomes = in_hand.map(|place| {
                        let mut after = *pieces;
                        after[place] = pieces[place].with(to);
                        let plies = match worth(&self.rules, &after, place as u8 + 1, to, defender)
                        {
                            Some(worth) if worth >= self.points => Some(0),
                            Some(_) => None,
                            None => self.after_drop(attacker, &after, defender, known),
                        };
                        plies.map(|plies| plies + 1)
                    });
                    outcomes.flatten().min()
                } else {
                    let after = defender.with(to);
                    let over = self.rules.goals().is_goal(after, all(pieces));
                    let plies =
                        if over { None } else { self.after_drop(attacker, pieces, after, known) };
                    plies.map(|plies| plies + 1)
                }
            })
            .collect();
        let best = by_circle.iter().flatten().min().copied();
        let worst = if by_circle.contains(&None) {
            None
        } else {
            by_circle.iter().flatten().max().copied()
        };
        let pointed = self.rules.plan().style_after(dropped) == DropStyle::Point;
        let found = if attacker_moves == pointed { worst } else { best };
        known.insert((*pieces, defender), found);
        found
    }

    fn after_drop(
        &self,
        attacker: Side,
        pieces: &Numbered,
        defender: Circles,
        known: &mut HashMap<(Numbered, Circles), Option<u32>>,
    ) -> Option<u32> {
        if all(pieces).len() + defender.len() == 2 * PIECES {
            self.distance(pieces, defender, attacker == Side::Black)
        } else {
            self.try_drops(attacker, pieces, defender, known)
        }
    }
}

/// Returns all placements of `pieces` pieces of each number of pips.
fn numbered_sets(rules: &Rules, pieces: [usize; PIECES]) -> Vec<Numbered> {
    let mut sets = vec![[Circles::EMPTY; PIECES]];
    for (place, &count) in pieces.iter().enumerate() {
        let parts = subsets(rules.board(), count);
        let with_part = |set: Numbered| {
            let free = parts.iter().filter(move |part| !part.meets(all(&set)));
            free.map(move |&part| {
                let mut set = set;
                set[place] = part;
                set
            })
        };
        sets = sets.into_iter().flat_map(with_part).collect();
    }
    sets
}

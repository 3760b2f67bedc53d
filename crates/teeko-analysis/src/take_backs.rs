//! Scarne's ten move limit: which draws survive if a side may take its own last slide back only a
//! few times in a row.
//!
//! One side, the *holder*, is bound by the limit and wants not to lose. The other side, the
//! *attacker*, is free, which is the hardest case for a draw. The holder's slide from *b* to *a*
//! takes its last one back if that went from *a* to *b*, no matter what the attacker has played in
//! between. Any other slide starts the count anew. A holder that has only forbidden slides has
//! lost; one without any slide draws, as usual.
//!
//! # Once is as good as any number of times
//! A slide *holds* if the holder does not lose after it when it is allowed. Take a position P in
//! which only the slide *s* holds, and a reply of the attacker after which only the slide that
//! takes *s* back holds. After that slide, the attacker takes its reply back, and P is there again.
//! So the attacker can force take-backs forever, and *s* loses under any limit.
//!
//! When all slides such as *s* have been found to lose, the holder never has to take slides back
//! twice in a row:
//!
//! 1. If several slides hold, the holder chooses one that takes nothing back.
//! 2. If only one slide holds and it takes the last one back, then several slides held at the
//!    holder's turn before. By the first case, the last slide took nothing back.
//!
//! So a limit of once leaves the same draws as any greater one, such as Scarne's of ten times. A
//! limit of never leaves fewer: then a slide loses whenever a reply leaves only the slide that
//! takes it back.
//!
//! The attacker's slide can always be taken back if the step is the same in both directions. Other
//! steps are refused.
//!
//! # How it is found
//! Without a limit, a slide holds unless the attacker wins after it. From then on slides are only
//! removed. A position at which one slide holds, or none, refutes slides of the holder before it:
//! the attacker slides to it, after the holder's slide that has been refuted. This may leave one
//! slide, or none, at the position before, which is then looked at in turn. When no such position
//! is left, the slides that remain hold under the limit.
//!
//! # In the code
//! A *place* is a position with the holder to move, up to symmetry; `sets.rs` numbers them.
//!
//! 1. `attacker_wins` and `slides_that_hold` look up what holds without a limit: `is_won` by place
//!    with the attacker to move, `holding` by place.
//! 2. `refute_slides` puts every place at which one slide holds into the queue.
//! 3. `conclude_from` takes a place from the queue, and goes through the places from which the
//!    attacker can slide to it.
//! 4. `refute_arrivals` removes the slides by which the holder may have come to such a place: those
//!    that the one slide that holds takes back, or all if none holds.
//! 5. `refute` removes one slide, and puts its place into the queue if one slide is left, or none.
//!
//! Afterwards `lost` counts the draws that the limit costs, and `layer` returns the slide phase as
//! a layer, from which `holds_game` finds whether the holder does not lose the game with its drops.
//! `both.rs` solves the game in which the limit binds both sides.

mod both;
mod sets;
mod slide_bits;

use std::sync::Arc;

use teeko_index::{Layer, PairTable, Scale, SetOrbits, binomial, parallel, rank};
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Circles, Oracle, PIECES, Position, Rules, Side, Wdl};

use self::sets::{HolderSlide, Predecessor, Sets};
use self::slide_bits::SlideBits;
use crate::error::Answer;

/// A win of Red in a layer; see [`Scale`].
const BLACK_LOSES: u8 = 1;
/// A win of Black in a layer; see [`Scale`].
const BLACK_WINS: u8 = u8::MAX - 1;

/// The slide phase of a game in which one side, the holder, may not take its own last slide back
/// more than once in a row, or at all. The other side is free, but in what
/// [`bind_both`](Self::bind_both) returns.
///
/// It serves all drop plans. The slide phase is the same for both sides, so either can be the
/// holder.
#[derive(Clone)]
pub struct TakeBacks<'a> {
    oracle: &'a dyn Oracle,
    /// The sets of both sides, and the places that they make.
    sets: Arc<Sets>,
    /// By place: the slides that hold.
    holding: SlideBits,
    /// By place, but with the attacker to move: whether it wins for every last slide of the holder.
    is_won: Vec<bool>,
    /// Whether the holder may not take its last slide back at all.
    is_forbidden: bool,
    /// The places at which at most one slide holds, whose conclusions are still to be drawn.
    queue: Vec<usize>,
}

impl<'a> TakeBacks<'a> {
    /// Says what of these rules makes the limit another question than this one, if anything does.
    pub fn obstacle(rules: &Rules) -> Option<&'static str> {
        if rules.scoring().is_for_points() {
            Some("points")
        } else if rules.goals().have_empty_circles() {
            Some("goals with empty circles")
        } else if !all_slides_are_reversible(rules) {
            Some("slides that cannot be taken back")
        } else {
            None
        }
    }

    /// Solves the slide phase under a limit of once in a row, or any greater one.
    ///
    /// `observe` receives the number of sets done. Uses the current rayon thread pool.
    ///
    /// # Panics
    /// If there is an [`obstacle`](Self::obstacle).
    pub fn new(oracle: &'a dyn Oracle, observe: Observer<'_>) -> Answer<Self> {
        assert_eq!(
            Self::obstacle(oracle.rules()),
            None,
            "rules under which the limit is understood"
        );
        let sets = Arc::new(Sets::new(oracle.rules()));
        let work = Counter::new(3 * sets.holders.len() as u64, observe);
        let is_won = attacker_wins(oracle, &sets, &work)?;
        let holding = slides_that_hold(&sets, &is_won, &work)?;
        let mut game = Self {
            oracle,
            sets,
            holding,
            is_won,
            is_forbidden: false,
            queue: Vec::new(),
        };
        game.refute_slides(&work)?;
        Ok(game)
    }

    /// Returns the memory that this takes for a rule set, in bytes.
    pub fn memory(rules: &Rules) -> u64 {
        let circles = rules.board().circles();
        let targets = circles.iter().map(|circle| rules.targets(circle).len());
        let slides = PIECES * targets.max().unwrap_or(0);
        let sets = binomial(circles.len(), PIECES);
        let canonical = SetOrbits::new(circles.len(), PIECES, &rules.symmetries()).count() as u64;
        // The slides are joined from those of all sets of the holder, which takes both for a moment.
        let place = 2 * SlideBits::words(slides) * size_of::<u32>() + size_of::<bool>();
        sets * (canonical * place as u64 + (slides * size_of::<Predecessor>()) as u64)
    }

    /// Lowers the limit: the holder may not take its last slide back at all.
    pub fn forbid(&mut self, observe: Observer<'_>) -> Answer<()> {
        self.is_forbidden = true;
        self.refute_slides(&Counter::new(self.sets.holders.len() as u64, observe))
    }

    /// Counts the drawn positions with the holder to move that it loses under the limit, if it has
    /// not slid yet.
    pub fn lost(&self) -> Answer<u64> {
        let counts = parallel::try_map(0..self.sets.holders.len(), |holder| {
            self.lost_draws_with(holder)
        });
        Ok(counts?.into_iter().sum())
    }

    /// Counts the lost draws in which a set in the orbit of a canonical one is the holder's.
    fn lost_draws_with(&self, holder: usize) -> Answer<u64> {
        let holder_set = &self.sets.holders[holder];
        let mut lost = Vec::new();
        for (rank, &attacker) in self.sets.attackers.iter().enumerate() {
            if !self.sets.overlap(holder, rank)
                && self.holding.is_empty(self.sets.place(holder, rank))
                && holder_set.can_slide(attacker)
            {
                lost.push(Position::of_turn(Side::Black, holder_set.set, attacker));
            }
        }
        let are_drawn = self.oracle.have_result(&lost, Wdl::Draw)?.into_iter();
        let drawn = are_drawn.filter(|&drawn| drawn == Some(true)).count();
        Ok(drawn as u64 * u64::from(self.sets.orbits.orbit_sizes()[holder]))
    }

    /// Returns the slide phase with Black to move, before either side has slid, and `holder` bound
    /// by the limit. Where it holds, the value is that of a draw. Distances mean nothing, and
    /// impossible positions have the value of a draw, as the layer before needs it. [`holds_game`]
    /// adds the drops.
    pub fn layer(&self, holder: Side) -> Layer {
        let group = &self.sets.group;
        let orbits = Arc::new(self.sets.orbits.clone());
        let mut values = PairTable::<u8>::new(group.order(), orbits.count(), orbits.count());
        values.for_each_row(|canonical, row| {
            // Rows are of the attacker's canonical sets, but places number all of its sets by rank.
            let attacker_rank = rank(orbits.set(canonical, group).all()) as usize;
            for (holder_set, value) in row.iter_mut().enumerate() {
                *value = self.value_in_layer(holder, holder_set, attacker_rank);
            }
        });
        // Rows are the attacker's sets here. In a layer they are those of the side not to move.
        if holder == Side::Red {
            values = values.transposed(group);
        }
        let parity = self.oracle.rules().parity();
        Layer::new(2 * PIECES, parity, group, [&orbits, &orbits], values)
    }

    /// Returns the value of a position with Black to move. `side` is the side that is the holder;
    /// `holder` and `attacker` are the numbers of the sets.
    fn value_in_layer(&self, side: Side, holder: usize, attacker: usize) -> u8 {
        if self.sets.overlap(holder, attacker) {
            return u8::NONE;
        }
        match side {
            Side::Black if self.holder_has_lost(holder, attacker) => BLACK_LOSES,
            Side::Red if self.is_won[self.sets.place(holder, attacker)] => BLACK_WINS,
            _ => u8::DRAW,
        }
    }

    /// Returns whether the holder, to move, has no slide that holds. Without any slide it draws,
    /// unless the attacker has a goal.
    fn holder_has_lost(&self, holder: usize, attacker: usize) -> bool {
        let holder_set = &self.sets.holders[holder];
        if holder_set.is_goal || !self.holding.is_empty(self.sets.place(holder, attacker)) {
            return false;
        }
        self.sets.attacker_goals[attacker] || holder_set.can_slide(self.sets.attackers[attacker])
    }

    /// Removes all slides that lose under the limit from those that hold.
    fn refute_slides(&mut self, work: &Counter<'_>) -> Answer<()> {
        let sets = Arc::clone(&self.sets);
        for holder in 0..sets.holders.len() {
            // Where no slide holds even without a limit, there is nothing to conclude: the holder
            // cannot slide, and draws, or it has lost, and the slides to that place never held.
            for place in sets.place(holder, 0)..sets.place(holder + 1, 0) {
                if self.holding.only(place).is_some() {
                    self.queue.push(place);
                }
            }
            while let Some(place) = self.queue.pop() {
                self.conclude_from(&sets, place);
            }
            work.advance(1)?;
        }
        Ok(())
    }

    /// Removes the slides that a place refutes at which at most one slide holds. Slides are only
    /// removed, so the order of the places does not matter.
    fn conclude_from(&mut self, sets: &Sets, place: usize) {
        let (holder, attacker) = sets.split(place);
        let holder_set = &sets.holders[holder];
        let only = self.holding.only(place);
        for predecessor in &sets.predecessors[attacker] {
            let before = predecessor.rank as usize;
            let place_before = sets.place(holder, before);
            if holder_set.set.contains(predecessor.vacated) || self.is_won[place_before] {
                continue;
            }
            if let Some(only) = only {
                self.refute_arrivals(sets, &holder_set.slides[only], before, self.is_forbidden);
                continue;
            }
            self.is_won[place_before] = true;
            for slide in &holder_set.slides {
                self.refute_arrivals(sets, slide, before, true);
            }
        }
    }

    /// Removes the slides that `slide` takes back: those by which the holder may have arrived before
    /// the attacker's reply. `attacker` is the attacker's set at that time.
    ///
    /// Unless they lose `always`, they lose where they are the only slides that hold, since the
    /// attacker can then force take-backs forever.
    fn refute_arrivals(&mut self, sets: &Sets, slide: &HolderSlide, attacker: usize, always: bool) {
        if sets.attackers[attacker].contains(slide.to) {
            return;
        }
        for reverse in &slide.reverses {
            let origin = sets.place_after(slide, reverse, attacker);
            if always || self.holding.only(origin) == Some(reverse.slide) {
                self.refute(origin, reverse.slide);
            }
        }
    }

    /// Removes a slide from those that hold.
    fn refute(&mut self, place: usize, slide: usize) {
        let was_holding = self.holding.remove(place, slide);
        if was_holding && (self.holding.is_empty(place) || self.holding.only(place).is_some()) {
            self.queue.push(place);
        }
    }
}

/// Returns whether every slide can be taken back by a slide.
fn all_slides_are_reversible(rules: &Rules) -> bool {
    for circle in rules.board().circles() {
        for target in rules.targets(circle) {
            if !rules.targets(target).contains(circle) {
                return false;
            }
        }
    }
    true
}

/// Returns by place, but with the attacker to move, whether it wins without a limit.
fn attacker_wins(oracle: &dyn Oracle, sets: &Sets, work: &Counter<'_>) -> Answer<Vec<bool>> {
    let wins = parallel::try_map(&sets.holders, |holder| {
        let wins = attacker_wins_against(oracle, &sets.attackers, holder.set)?;
        work.advance(1)?;
        Answer::Ok(wins)
    });
    Ok(wins?.concat())
}

/// Returns for each set of the attacker, to move, whether it wins against a set of the holder.
fn attacker_wins_against(
    oracle: &dyn Oracle,
    attackers: &[Circles],
    holder: Circles,
) -> Answer<Vec<bool>> {
    let mut ranks = Vec::new();
    let mut positions = Vec::new();
    for (rank, &attacker) in attackers.iter().enumerate() {
        if !attacker.meets(holder) {
            ranks.push(rank);
            positions.push(Position::of_turn(Side::Black, attacker, holder));
        }
    }
    let mut wins = vec![false; attackers.len()];
    let are_won = oracle.have_result(&positions, Wdl::Win)?;
    for (rank, is_won) in ranks.into_iter().zip(are_won) {
        wins[rank] = is_won == Some(true);
    }
    Ok(wins)
}

/// Returns the slides that hold without a limit: those after which the attacker does not win.
fn slides_that_hold(sets: &Sets, is_won: &[bool], work: &Counter<'_>) -> Answer<SlideBits> {
    let parts = parallel::try_map(0..sets.holders.len(), |holder| {
        let holding = slides_that_hold_from(sets, holder, is_won);
        work.advance(1)?;
        Answer::Ok(holding)
    });
    Ok(SlideBits::join(&parts?))
}

/// Returns, by the attacker's rank, the slides from a set of the holder that hold without a limit.
fn slides_that_hold_from(sets: &Sets, holder: usize, is_won: &[bool]) -> SlideBits {
    let mut holding = SlideBits::new(sets.attackers.len(), sets.most_slides());
    let holder_set = &sets.holders[holder];
    if holder_set.is_goal {
        return holding;
    }
    for (number, slide) in holder_set.slides.iter().enumerate() {
        for (rank, attacker) in sets.attackers.iter().enumerate() {
            let is_open = !attacker.meets(holder_set.set) && !sets.attacker_goals[rank];
            let is_won = is_won[sets.place_after(slide, &slide.reverses[0], rank)];
            if is_open && !is_won && !attacker.contains(slide.to) {
                holding.insert(rank, number);
            }
        }
    }
    holding
}

/// Returns whether `holder` does not lose a game of these rules from the empty board, given their
/// slide phase in which it is bound by a limit: [`TakeBacks::layer`].
///
/// # Panics
/// If the slide phase is of another board.
pub fn holds_game(rules: &Rules, holder: Side, slides: &Layer) -> bool {
    let mut layer = layer_before(rules, slides);
    while layer.layer() > 0 {
        layer = layer_before(rules, &layer);
    }
    let outcome = layer.outcome(&Position::EMPTY);
    let result = outcome.expect("the empty board is a position").wdl();
    match holder {
        Side::Black => result != Wdl::Loss,
        Side::Red => result != Wdl::Win,
    }
}

/// Returns the layer one drop before a layer.
fn layer_before(rules: &Rules, next: &Layer) -> Layer {
    let circles = rules.board().circle_count();
    let mover = SetOrbits::new(circles, (next.layer() - 1) / 2, &rules.symmetries());
    next.before(rules, &Arc::new(mover))
}

#[cfg(test)]
mod tests {
    use teeko_rules::work::to_the_end;
    use teeko_testing::one_way_rules;

    use super::*;
    use crate::testing::{rules, solved};

    #[test]
    fn some_rules_have_another_limit() {
        for (rules, expected) in [
            (rules("44-ssss"), None),
            (rules("44-ssss+points"), Some("points")),
            (rules("37e-ssss"), Some("goals with empty circles")),
            (
                one_way_rules("ssss"),
                Some("slides that cannot be taken back"),
            ),
        ] {
            assert_eq!(TakeBacks::obstacle(&rules), expected);
        }
    }

    /// A piece has up to 4 slides, or 15: the slides from a place take one word, or two.
    #[test]
    fn the_memory_is_that_of_places_and_of_predecessors() {
        for (variant, slides, words) in [
            ("44-ssss+4x4+orthogonal", 16, 1),
            ("44-ssss+4x4+teleport", 60, 2),
        ] {
            let rules = rules(variant);
            let sets = Sets::new(&rules);
            let places = sets.holders.len() * sets.attackers.len();
            let predecessors = slides * sets.attackers.len();
            // While the words are joined, they are there twice.
            let of_places = places * (2 * 4 * words + 1);
            let expected = of_places + predecessors * size_of::<Predecessor>();
            assert_eq!(TakeBacks::memory(&rules), expected as u64, "{variant}");
        }
    }

    #[test]
    fn a_side_does_not_hold_a_game_that_it_loses_without_a_limit() {
        let oracle = solved("44-psss+4x4+knight");
        let game = TakeBacks::new(&oracle, &to_the_end).unwrap();
        for (holder, holds) in [(Side::Black, true), (Side::Red, false)] {
            let layer = game.layer(holder);
            assert_eq!(
                holds_game(oracle.rules(), holder, &layer),
                holds,
                "{holder}"
            );
        }
    }
}

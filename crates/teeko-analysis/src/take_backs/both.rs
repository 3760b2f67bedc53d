//! The ten move limit if it binds both sides.
//!
//! Take a position with the holder to move, and a slide *s*. Its *allowance* is the number of
//! counts of take-backs, from 0 up, with which the holder may arrive by *s* and still hold. It
//! depends on the attacker's last slide and count, since these may rule out a reply.
//!
//! Few of them matter. Of all replies to *s*, one allows the fewest take-backs, and the limit can
//! rule out only the one that takes the attacker's last slide back. So the allowance of *s* is the
//! same for all last slides of the attacker but one: the one which that reply takes back. For this
//! one the allowance is kept by the attacker's count, and for all others once.
//!
//! If two slides hold, one of them takes nothing back, so the holder holds. If one holds, a slide
//! before that it takes back has an allowance less by one. If none holds, every slide before has
//! none. All allowances start at the most possible, and are lowered until nothing changes.
//!
//! # Who must stop first
//! Take a place at which only *s* holds, and a reply *r* after which only the slide that takes *s*
//! back holds. Both sides can now slide back and forth. If *r* took nothing back, the holder is the
//! first to take a slide back, and so the first to reach any limit. If *r* took the attacker's last
//! slide back, the attacker reaches the limit first. With another reply like *r*, an attacker that
//! may take back once alternates between the two and never reaches it. So limits from 1 up differ
//! only where the attacker has to take back several times in a row for another reason.

use std::mem::take;

use teeko_rules::work::{Counter, Observer};

use super::{Slide, TakeBacks};
use crate::error::Answer;

/// Places at which the holder holds for every last slide and count of the attacker.
const HELD: u32 = u32::MAX;
/// Places at which the attacker has completed a goal.
const LOST: u32 = u32::MAX - 1;

const NO_REPLY: u32 = u32::MAX;
/// Two replies, so that the limit cannot rule out both.
const REPLIES: u32 = u32::MAX - 1;

/// What holds at a place.
#[derive(Clone, Copy)]
enum Holding {
    Nothing,
    /// One slide, with its allowance.
    One(usize, u8),
    Several,
}

struct BothBound<'a, 'o> {
    game: &'a TakeBacks<'o>,
    most: usize,
    /// By rank: whether the attacker's set is a goal.
    are_goals: Vec<bool>,
    /// By place: where its slides begin.
    first: Vec<u32>,
    /// By slide: the attacker's set after the reply that allows the fewest take-backs.
    replies: Vec<u32>,
    /// By slide: the allowance in general; then, by the attacker's count, the one if that reply
    /// takes the attacker's last slide back.
    allowances: Vec<u8>,
    /// By place, but with the attacker to move: its set after the one reply that wins if it takes
    /// nothing back, or [`NO_REPLY`] or [`REPLIES`].
    winning: Vec<u32>,
    changed: Vec<usize>,
    waits: Vec<bool>,
}

impl TakeBacks<'_> {
    /// Solves the slide phase if the attacker is bound as well: neither side may take its own last
    /// slide back more than `most` times in a row. A side that could only make a forbidden slide
    /// has lost.
    ///
    /// What holds against a free attacker also holds against a bound one, so this game spares much
    /// of the work. A limit of never needs [`forbid`](Self::forbid) first. The limit of the game
    /// that is returned cannot be lowered.
    ///
    /// # Panics
    /// If `most` is 0 and this game allows a take-back, or if `most` is greater than 250.
    pub fn bind_both(&self, most: u8, observe: Observer<'_>) -> Answer<Self> {
        assert!(
            (u8::from(!self.is_forbidden)..=250).contains(&most),
            "{most}: another limit"
        );
        let work = Counter::new(self.columns.len() as u64, observe);
        let mut both = BothBound::new(self, usize::from(most));
        both.lower(&work)?;
        let mut game = self.clone();
        for (place, &first) in both
            .first
            .iter()
            .enumerate()
            .filter(|&(_, &first)| first < LOST)
        {
            let words = place * self.words..(place + 1) * self.words;
            game.slides[words].fill(0);
            let count = self.columns[place / self.sets.len()].slides.len();
            for slide in (0..count).filter(|&slide| both.allowance(first, slide) > 0) {
                game.hold(place, slide);
            }
        }
        game.is_won = both
            .winning
            .iter()
            .map(|&reply| reply != NO_REPLY)
            .collect();
        Ok(game)
    }
}

impl<'a, 'o> BothBound<'a, 'o> {
    fn new(game: &'a TakeBacks<'o>, most: usize) -> Self {
        let goals = game.oracle.rules().goals();
        let are_goals: Vec<bool> = game
            .sets
            .iter()
            .map(|&set| goals.is_unconditional(set))
            .collect();
        let (mut first, mut allowances, mut slides) = (Vec::new(), Vec::new(), 0);
        for (number, column) in game.columns.iter().enumerate() {
            for (rank, &set) in game.sets.iter().enumerate() {
                let place = number * game.sets.len() + rank;
                first.push(match () {
                    () if set.meets(column.set) || column.is_goal => HELD,
                    () if are_goals[rank] => LOST,
                    () if !column.can_slide(set) => HELD,
                    () if !game.is_none(place) && game.only(place).is_none() => HELD,
                    () => slides,
                });
                if first[place] < LOST {
                    slides += column.slides.len() as u32;
                    for slide in &column.slides {
                        let all = if set.contains(slide.to) {
                            0
                        } else {
                            most as u8 + 1
                        };
                        allowances.resize(allowances.len() + most + 2, all);
                    }
                }
            }
        }
        let places = first.len();
        Self {
            game,
            most,
            are_goals,
            first,
            replies: vec![NO_REPLY; slides as usize],
            allowances,
            winning: vec![NO_REPLY; places],
            changed: Vec::new(),
            waits: vec![false; places],
        }
    }

    fn lower(&mut self, work: &Counter<'_>) -> Answer<()> {
        for place in 0..self.first.len() {
            match self.first[place] {
                HELD => {}
                LOST => self.changed.push(place),
                _ => self.changed.extend(self.general(place).map(|_| place)),
            }
        }
        while !self.changed.is_empty() {
            for place in take(&mut self.changed) {
                self.waits[place] = false;
                self.conclude_from(place);
            }
            work.advance(0)?;
        }
        work.advance(self.game.columns.len() as u64)?;
        Ok(())
    }

    /// The place of a slide's allowances.
    fn at(&self, first: u32, slide: usize) -> usize {
        (first as usize + slide) * (self.most + 2)
    }

    /// Returns the allowance of a slide in general.
    fn allowance(&self, first: u32, slide: usize) -> u8 {
        self.allowances[self.at(first, slide)]
    }

    fn holding(&self, place: usize, allowance: impl Fn(usize) -> u8) -> Holding {
        let count = self.game.columns[place / self.game.sets.len()].slides.len();
        let mut slides = (0..count).filter(|&slide| allowance(slide) > 0);
        match (slides.next(), slides.next()) {
            (None, _) => Holding::Nothing,
            (Some(slide), None) => Holding::One(slide, allowance(slide)),
            _ => Holding::Several,
        }
    }

    /// Returns what holds in general, unless that is several slides.
    fn general(&self, place: usize) -> Option<Holding> {
        let first = self.first[place];
        let holding = match first {
            LOST => Holding::Nothing,
            _ => self.holding(place, |slide| self.allowance(first, slide)),
        };
        (!matches!(holding, Holding::Several)).then_some(holding)
    }

    /// Lowers the allowances of the slides from which the attacker can reach a place at which at
    /// most one slide holds.
    fn conclude_from(&mut self, place: usize) {
        let game = self.game;
        let (column, set) = (place / game.sets.len(), place % game.sets.len());
        let (first, Some(general)) = (self.first[place], self.general(place)) else {
            return;
        };
        let slides = &game.columns[column].slides;
        let mut holding = vec![general; self.most + 1];
        for &(needed, before) in &game.neighbours[set] {
            let after = column * game.sets.len() + before as usize;
            if game.columns[column].set.contains(needed)
                || self.are_goals[before as usize]
                || self.winning[after] == REPLIES
            {
                continue;
            }
            // What holds if the attacker has come from `before`, by its count.
            let is_other = |slide| self.replies[first as usize + slide] == before;
            let has_others = first != LOST && (0..slides.len()).any(is_other);
            for (count, holding) in holding.iter_mut().enumerate() {
                *holding = if has_others {
                    self.holding(place, |slide| {
                        let counted = if is_other(slide) { 1 + count } else { 0 };
                        self.allowances[self.at(first, slide) + counted]
                    })
                } else {
                    general
                };
            }
            let is_lost = matches!(holding[0], Holding::Nothing);
            if is_lost {
                self.winning[after] = match self.winning[after] {
                    NO_REPLY => set as u32,
                    reply if reply == set as u32 => reply,
                    _ => REPLIES,
                };
            }
            for (number, Slide { to, reached, back }) in slides.iter().enumerate() {
                let is_only =
                    |&holding: &Holding| matches!(holding, Holding::One(only, _) if only == number);
                if game.sets[before as usize].contains(*to)
                    || !(is_lost || holding.iter().any(is_only))
                {
                    continue;
                }
                let limits = holding.iter().map(|&holding| match holding {
                    Holding::Nothing => 0,
                    Holding::One(only, allowance) if only == number => allowance - 1,
                    _ => self.most as u8 + 1,
                });
                let limits: Vec<u8> = limits.collect();
                for &(element, back) in back {
                    let images = &game.images[element];
                    let origin = reached * game.sets.len() + images[before as usize] as usize;
                    if self.first[origin] < LOST {
                        self.limit(origin, back, images[set], &limits);
                    }
                }
            }
        }
    }

    /// Lowers the allowances of a slide to what one reply allows, by the attacker's count after it.
    fn limit(&mut self, origin: usize, slide: usize, reply: u32, limits: &[u8]) {
        let first = self.first[origin];
        let (slide, at) = (first as usize + slide, self.at(first, slide));
        let (general, special) = self.allowances[at..at + self.most + 2]
            .split_first_mut()
            .expect("an allowance");
        let mut is_lower = false;
        let mut lower = |value: &mut u8, limit: u8| {
            is_lower |= limit < *value;
            *value = limit.min(*value);
        };
        if self.replies[slide] != reply && limits[0] >= *general {
            for special in special {
                lower(special, limits[0]);
            }
        } else {
            if self.replies[slide] != reply {
                self.replies[slide] = reply;
                special.fill(*general);
            }
            lower(general, limits[0]);
            // A count of the limit rules the reply out.
            special
                .iter_mut()
                .zip(&limits[1..])
                .for_each(|(special, &limit)| lower(special, limit));
        }
        if is_lower && !self.waits[origin] && self.general(origin).is_some() {
            self.waits[origin] = true;
            self.changed.push(origin);
        }
    }
}

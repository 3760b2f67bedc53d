//! The ten move limit if it binds both sides.
//!
//! A side's *count* says how many times in a row it has just taken its last slide back: from 0 to
//! the limit. Take a position with the holder to move, and a slide *s*. Its *allowance* is the
//! number of counts, from 0 up, with which the holder may arrive by *s* and not lose: with an
//! allowance of 2 these are 0 and 1. It depends on the attacker's last slide and count, since the
//! limit may forbid the attacker a reply.
//!
//! Of all replies to *s*, the *strictest* leaves the smallest allowance. The limit can forbid only
//! the reply that takes the attacker's last slide back. So the allowance of *s* depends on the
//! attacker's last slide and count only if the strictest reply takes that slide back. For this case
//! the allowance is kept by the attacker's count, and for all other cases once.
//!
//! An example with limit 1: the strictest reply leaves no slide that holds, and after every other
//! reply several hold, which is an allowance of 2. So in general the allowance of *s* is 0. If the
//! strictest reply takes the attacker's last slide back, the allowance is 0 with the attacker's
//! count 0, and 2 with count 1, since then the limit forbids that reply.
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

use super::TakeBacks;
use super::sets::HolderSlide;
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
    /// How many times in a row a side may take its last slide back.
    limit: usize,
    /// By place: the number of its first slide, counted over all places; or [`HELD`] or [`LOST`].
    first_slides: Vec<u32>,
    /// By slide: the attacker's set after the reply that allows the fewest take-backs.
    strictest_replies: Vec<u32>,
    /// By slide, `limit + 2` values. The first is the allowance in general. The others are, by the
    /// attacker's count, the allowances if the strictest reply takes its last slide back.
    allowances: Vec<u8>,
    /// By place, but with the attacker to move: its set after the one reply that wins if it takes
    /// nothing back, or [`NO_REPLY`] or [`REPLIES`].
    winning_replies: Vec<u32>,
    /// The places whose conclusions are still to be drawn.
    queue: Vec<usize>,
    /// By place: whether it has been put into the queue since the work began, and is still in it.
    is_queued: Vec<bool>,
}

impl TakeBacks<'_> {
    /// Solves the slide phase if the attacker is bound as well: neither side may take its own last
    /// slide back more than `most` times in a row. A side that has only forbidden slides has lost.
    ///
    /// What holds against a free attacker also holds against a bound one, so this starts from what
    /// is known of the free one. If `most` is 0, call [`forbid`](Self::forbid) on this game first;
    /// do not call it on the game returned.
    ///
    /// # Panics
    /// If `most` is 0 and this game allows a take-back, or if `most` is greater than 250.
    pub fn bind_both(&self, most: u8, observe: Observer<'_>) -> Answer<Self> {
        let least = u8::from(!self.is_forbidden);
        assert!((least..=250).contains(&most), "{most}: another limit");
        let work = Counter::new(self.sets.holders.len() as u64, observe);
        let mut both = BothBound::new(self, usize::from(most));
        both.lower_allowances(&work)?;
        Ok(both.game())
    }
}

impl Holding {
    /// Returns the allowance of a slide that leads to this place and that `slide` takes back.
    fn allowance_before(self, slide: usize, limit: usize) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::One(only, allowance) if only == slide => allowance - 1,
            Self::One(..) | Self::Several => limit as u8 + 1,
        }
    }

    fn is_only(self, slide: usize) -> bool {
        matches!(self, Self::One(only, _) if only == slide)
    }
}

impl<'a, 'o> BothBound<'a, 'o> {
    /// Begins with the greatest allowances.
    fn new(game: &'a TakeBacks<'o>, limit: usize) -> Self {
        let sets = &*game.sets;
        let places = sets.holders.len() * sets.attackers.len();
        let mut slides = 0;
        let mut first_slides = Vec::new();
        let mut allowances = Vec::new();
        for (holder, holder_set) in sets.holders.iter().enumerate() {
            for (rank, &attacker) in sets.attackers.iter().enumerate() {
                if let Some(result) = result_without_counts(game, holder, rank) {
                    first_slides.push(result);
                    continue;
                }
                first_slides.push(slides);
                slides += holder_set.slides.len() as u32;
                for slide in &holder_set.slides {
                    let is_blocked = attacker.contains(slide.to);
                    let greatest = if is_blocked { 0 } else { limit as u8 + 1 };
                    allowances.resize(allowances.len() + limit + 2, greatest);
                }
            }
        }
        Self {
            game,
            limit,
            first_slides,
            strictest_replies: vec![NO_REPLY; slides as usize],
            allowances,
            winning_replies: vec![NO_REPLY; places],
            queue: Vec::new(),
            is_queued: vec![false; places],
        }
    }

    /// Lowers the allowances until nothing changes.
    fn lower_allowances(&mut self, work: &Counter<'_>) -> Answer<()> {
        for place in 0..self.first_slides.len() {
            if self.first_slides[place] != HELD && self.at_most_one(place).is_some() {
                self.queue.push(place);
            }
        }
        while !self.queue.is_empty() {
            for place in take(&mut self.queue) {
                self.is_queued[place] = false;
                self.conclude_from(place);
            }
            work.advance(0)?;
        }
        work.advance(self.game.sets.holders.len() as u64)?;
        Ok(())
    }

    /// Returns the game with what holds now.
    fn game(&self) -> TakeBacks<'o> {
        let sets = &self.game.sets;
        let mut game = self.game.clone();
        for (place, &first) in self.first_slides.iter().enumerate() {
            if first >= LOST {
                continue;
            }
            let (holder, _) = sets.split(place);
            game.holding.clear(place);
            for slide in 0..sets.holders[holder].slides.len() {
                if self.general_allowance(first, slide) > 0 {
                    game.holding.insert(place, slide);
                }
            }
        }
        let replies = self.winning_replies.iter();
        game.is_won = replies.map(|&reply| reply != NO_REPLY).collect();
        game
    }

    /// Returns where the allowances of a slide begin, given the first slide of its place.
    fn allowances_of(&self, first: u32, slide: usize) -> usize {
        (first as usize + slide) * (self.limit + 2)
    }

    fn general_allowance(&self, first: u32, slide: usize) -> u8 {
        self.allowances[self.allowances_of(first, slide)]
    }

    /// Returns the allowance of a slide if the attacker has come from the set `before`, with a
    /// count.
    fn allowance_after(&self, first: u32, slide: usize, before: u32, count: usize) -> u8 {
        let general = self.allowances_of(first, slide);
        if self.strictest_replies[first as usize + slide] == before {
            self.allowances[general + 1 + count]
        } else {
            self.allowances[general]
        }
    }

    /// Returns what holds at a place, given the allowances of its slides.
    fn holding(&self, place: usize, allowance: impl Fn(usize) -> u8) -> Holding {
        let (holder, _) = self.game.sets.split(place);
        let count = self.game.sets.holders[holder].slides.len();
        let mut slides = (0..count).filter(|&slide| allowance(slide) > 0);
        match (slides.next(), slides.next()) {
            (None, _) => Holding::Nothing,
            (Some(slide), None) => Holding::One(slide, allowance(slide)),
            _ => Holding::Several,
        }
    }

    /// Returns what holds in general, unless that is several slides.
    fn at_most_one(&self, place: usize) -> Option<Holding> {
        let first = self.first_slides[place];
        if first == LOST {
            return Some(Holding::Nothing);
        }
        match self.holding(place, |slide| self.general_allowance(first, slide)) {
            Holding::Several => None,
            holding => Some(holding),
        }
    }

    /// Lowers the allowances of the slides from which the attacker can reach a place at which at
    /// most one slide holds.
    fn conclude_from(&mut self, place: usize) {
        let Some(general) = self.at_most_one(place) else {
            return;
        };
        let sets = &*self.game.sets;
        let (holder, attacker) = sets.split(place);
        let mut holding = vec![general; self.limit + 1];
        for predecessor in &sets.predecessors[attacker] {
            let before = predecessor.rank as usize;
            let place_before = sets.place(holder, before);
            if sets.holders[holder].set.contains(predecessor.vacated)
                || sets.attacker_goals[before]
                || self.winning_replies[place_before] == REPLIES
            {
                continue;
            }
            self.find_holding(place, predecessor.rank, general, &mut holding);
            if matches!(holding[0], Holding::Nothing) {
                self.add_winning_reply(place_before, attacker as u32);
            }
            for number in 0..sets.holders[holder].slides.len() {
                self.lower_arrivals(holder, number, [before, attacker], &holding);
            }
        }
    }

    /// Finds by the attacker's count what holds at a place if the attacker has come from the set
    /// `before`. It is `general` unless the strictest reply to a slide leads back there.
    fn find_holding(&self, place: usize, before: u32, general: Holding, holding: &mut [Holding]) {
        let first = self.first_slides[place];
        if first == LOST || !self.has_strictest_reply(place, before) {
            holding.fill(general);
            return;
        }
        for (count, holding) in holding.iter_mut().enumerate() {
            *holding = self.holding(place, |slide| {
                self.allowance_after(first, slide, before, count)
            });
        }
    }

    /// Returns whether the strictest reply to a slide from a place leads to a set of the attacker.
    fn has_strictest_reply(&self, place: usize, attacker: u32) -> bool {
        let (holder, _) = self.game.sets.split(place);
        let first = self.first_slides[place] as usize;
        let slides = first..first + self.game.sets.holders[holder].slides.len();
        self.strictest_replies[slides].contains(&attacker)
    }

    /// Notes a reply of the attacker that wins if it takes nothing back.
    fn add_winning_reply(&mut self, place: usize, reply: u32) {
        let winning = &mut self.winning_replies[place];
        if *winning == NO_REPLY {
            *winning = reply;
        } else if *winning != reply {
            *winning = REPLIES;
        }
    }

    /// Lowers the allowances of the slides that a slide takes back: those by which the holder may
    /// have arrived before the attacker's reply. The reply leads from one set of the attacker to
    /// another; `holding` is what holds after it, by the attacker's count.
    fn lower_arrivals(
        &mut self,
        holder: usize,
        number: usize,
        [before, attacker]: [usize; 2],
        holding: &[Holding],
    ) {
        let sets = &*self.game.sets;
        let slide: &HolderSlide = &sets.holders[holder].slides[number];
        let is_lost = matches!(holding[0], Holding::Nothing);
        let is_only = is_lost || holding.iter().any(|holding| holding.is_only(number));
        if sets.attackers[before].contains(slide.to) || !is_only {
            return;
        }
        let mut allowed_after_reply = Vec::with_capacity(holding.len());
        for holding in holding {
            allowed_after_reply.push(holding.allowance_before(number, self.limit));
        }
        for reverse in &slide.reverses {
            let origin = sets.place_after(slide, reverse, before);
            if self.first_slides[origin] < LOST {
                let reply = sets.images[reverse.element][attacker];
                self.lower(origin, reverse.slide, reply, &allowed_after_reply);
            }
        }
    }

    /// Lowers the allowances of a slide to what one reply allows. `allowed_after_reply` is by the
    /// attacker's count after the reply, which is 0 if the reply takes nothing back.
    fn lower(&mut self, place: usize, slide: usize, reply: u32, allowed_after_reply: &[u8]) {
        let allowed_in_general = allowed_after_reply[0];
        let first = self.first_slides[place];
        let begin = self.allowances_of(first, slide);
        let allowances = &mut self.allowances[begin..begin + self.limit + 2];
        let (general, by_count) = allowances.split_first_mut().expect("an allowance");
        let strictest = &mut self.strictest_replies[first as usize + slide];
        if *strictest != reply && allowed_in_general < *general {
            *strictest = reply;
            by_count.fill(*general);
        }
        let mut is_lower = false;
        if *strictest == reply {
            is_lower |= lower_value(general, allowed_in_general);
            // Taking back raises the attacker's count by one. The limit forbids the reply with the
            // greatest count, so that allowance stays.
            for (allowance, &allowed) in by_count.iter_mut().zip(&allowed_after_reply[1..]) {
                is_lower |= lower_value(allowance, allowed);
            }
        } else {
            for allowance in by_count {
                is_lower |= lower_value(allowance, allowed_in_general);
            }
        }
        if is_lower && !self.is_queued[place] && self.at_most_one(place).is_some() {
            self.is_queued[place] = true;
            self.queue.push(place);
        }
    }
}

/// Lowers a value to `most`. Returns whether it was greater.
fn lower_value(value: &mut u8, most: u8) -> bool {
    let is_greater = *value > most;
    *value = most.min(*value);
    is_greater
}

/// Returns [`HELD`] or [`LOST`] where this follows from the position, or from the game against a
/// free attacker.
fn result_without_counts(game: &TakeBacks<'_>, holder: usize, attacker: usize) -> Option<u32> {
    let sets = &*game.sets;
    let place = sets.place(holder, attacker);
    let holder_set = &sets.holders[holder];
    let several_hold = !game.holding.is_empty(place) && game.holding.only(place).is_none();
    if sets.overlap(holder, attacker) || holder_set.is_goal {
        Some(HELD)
    } else if sets.attacker_goals[attacker] {
        Some(LOST)
    } else if !holder_set.can_slide(sets.attackers[attacker]) || several_hold {
        Some(HELD)
    } else {
        None
    }
}

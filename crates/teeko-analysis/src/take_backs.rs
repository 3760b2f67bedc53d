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
//! Say that a slide *holds* if it does not lose when it is allowed. Take a position P in which one
//! slide *s* holds, and a reply of the attacker after which only the slide that takes *s* back
//! holds. After that slide, the attacker takes its reply back, and P is there again. So the
//! attacker can force take-backs forever, and *s* loses under any limit.
//!
//! When all such slides have been found to lose, the holder never has to take slides back twice in
//! a row. In a position in which several slides hold, it chooses one that takes nothing back. If
//! the one slide that holds takes the last one back, then several slides held before that, and the
//! count is 0. So a limit of once leaves the same draws as any greater one, such as Scarne's of ten
//! times. A limit of never leaves fewer: then a slide loses whenever there is such a reply.
//!
//! The attacker's slide can always be taken back if the step is the same in both directions. Other
//! steps are refused.

mod both;

use std::sync::Arc;

use teeko_index::{Layer, PairTable, Scale, SetOrbits, binomial, parallel, rank, subsets};
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Circle, Circles, Oracle, PIECES, Position, Rules, Side, SymmetryGroup, Wdl};

use crate::error::Answer;

const BITS: usize = u32::BITS as usize;

/// The slide phase of a game in which one side, the holder, may not take its own last slide back
/// more than once in a row, or at all, and the other side is free.
///
/// It serves all drop plans. The slide phase is the same for both sides, so either can be the
/// holder.
// A position with the holder to move has a place: the number of the holder's canonical set times
// the number of all sets, plus the rank of the attacker's set.
#[derive(Clone)]
pub struct TakeBacks<'a> {
    oracle: &'a dyn Oracle,
    group: Arc<SymmetryGroup>,
    orbits: SetOrbits,
    columns: Vec<Column>,
    /// By rank: the attacker's sets.
    sets: Vec<Circles>,
    /// By element of the group, then by rank of a set: the rank of its image.
    images: Vec<Vec<u32>>,
    /// By rank: the sets one slide away, each with the circle that it needs empty.
    neighbours: Vec<Vec<(Circle, u32)>>,
    /// The words of slides that a place has.
    words: usize,
    /// By place: the slides that hold.
    slides: Vec<u32>,
    /// By place, but with the attacker to move: whether it wins for every last slide of the holder.
    is_won: Vec<bool>,
    is_forbidden: bool,
    /// The places at which at most one slide holds, and what follows has not been looked at.
    changed: Vec<usize>,
}

/// A canonical set of the holder.
#[derive(Clone)]
struct Column {
    set: Circles,
    /// Whether it is a goal, with which the game is finished.
    is_goal: bool,
    slides: Vec<Slide>,
}

/// A slide of the holder from a canonical set, and back.
#[derive(Clone)]
struct Slide {
    to: Circle,
    /// The canonical set that it leads to.
    reached: usize,
    /// The elements that map its result to that set, and the numbers of the slides that then take
    /// it back. There are several if that set has symmetries of its own.
    back: Vec<(usize, usize)>,
}

impl Column {
    fn can_slide(&self, attacker: Circles) -> bool {
        self.slides.iter().any(|slide| !attacker.contains(slide.to))
    }
}

fn after(set: Circles, (from, to): (Circle, Circle)) -> Circles {
    set.without(from).with(to)
}

/// Lists the slides from a set, wherever the other side's pieces are.
fn slides(rules: &Rules, set: Circles) -> impl Iterator<Item = (Circle, Circle)> {
    let from = move |from| (rules.targets(from) - set).iter().map(move |to| (from, to));
    set.into_iter().flat_map(from)
}

fn columns(rules: &Rules, group: &SymmetryGroup, orbits: &SetOrbits) -> Vec<Column> {
    let sets = orbits.canonical();
    let numbered: Vec<Vec<(Circle, Circle)>> = sets
        .iter()
        .map(|&set| slides(rules, set).collect())
        .collect();
    let image = |element: usize, circle| group.elements()[element].image(circle);
    let slide = |set: Circles, (from, to): (Circle, Circle)| {
        let result = after(set, (from, to));
        let reached = orbits.place(result).canonical as usize;
        let leads = |&element: &usize| group.apply(element, result) == sets[reached];
        let back = (0..group.order()).filter(leads).filter_map(|element| {
            let back = (image(element, to), image(element, from));
            Some((
                element,
                numbered[reached].iter().position(|&slide| slide == back)?,
            ))
        });
        Slide {
            to,
            reached,
            back: back.collect(),
        }
    };
    let column = |(&set, slides): (&Circles, &Vec<(Circle, Circle)>)| Column {
        set,
        is_goal: rules.goals().is_unconditional(set),
        slides: slides.iter().map(|&circles| slide(set, circles)).collect(),
    };
    sets.iter().zip(&numbered).map(column).collect()
}

impl<'a> TakeBacks<'a> {
    /// Returns the property of these rules for which the limit is another question, if there is
    /// one.
    pub fn obstacle(rules: &Rules) -> Option<&'static str> {
        let is_reversible = |circle| {
            rules
                .targets(circle)
                .iter()
                .all(|target| rules.targets(target).contains(circle))
        };
        if rules.scoring().is_for_points() {
            Some("points")
        } else if rules.goals().have_empty_circles() {
            Some("goals with empty circles")
        } else if !rules.board().circles().iter().all(is_reversible) {
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
        let rules = oracle.rules();
        assert_eq!(
            Self::obstacle(rules),
            None,
            "rules under which the limit is understood"
        );
        let (circles, group) = (rules.board().circle_count(), Arc::new(rules.symmetries()));
        let orbits = SetOrbits::new(circles, PIECES, &group);
        let columns = columns(rules, &group, &orbits);
        let sets: Vec<Circles> = subsets(circles, PIECES).collect();
        let number = |set| rank(set) as u32;
        let images = group.elements().iter();
        let images = images.map(|by| sets.iter().map(|&set| number(by.apply(set))).collect());
        let images: Vec<Vec<u32>> = images.collect();
        let neighbours = |&set: &Circles| {
            slides(rules, set)
                .map(|slide| (slide.1, number(after(set, slide))))
                .collect()
        };
        let neighbours = sets.iter().map(neighbours).collect();

        let work = Counter::new(3 * columns.len() as u64, observe);
        let is_won = parallel::try_map(&columns, |column| -> Answer<Vec<bool>> {
            let apart = |set: &&Circles| !set.meets(column.set);
            let position = |&set: &Circles| Position::of_turn(Side::Black, set, column.set);
            let positions: Vec<Position> = sets.iter().filter(apart).map(position).collect();
            let mut are_won = oracle.have_result(&positions, Wdl::Win)?.into_iter();
            work.advance(1)?;
            let is_won = |set| apart(&set) && are_won.next().flatten() == Some(true);
            Ok(sets.iter().map(is_won).collect())
        });
        let is_won = is_won?.concat();
        let most = columns
            .iter()
            .map(|column| column.slides.len())
            .max()
            .unwrap_or(0);
        let words = most.div_ceil(BITS);
        let slides = parallel::try_map(&columns, |column| -> Answer<Vec<u32>> {
            let mut slides = vec![0; sets.len() * words];
            for (number, slide) in column.slides.iter().enumerate().filter(|_| !column.is_goal) {
                let (reached, images) = (slide.reached * sets.len(), &images[slide.back[0].0]);
                for (place, &set) in sets.iter().enumerate() {
                    let is_open = !set.meets(column.set) && !rules.goals().is_unconditional(set);
                    let is_held = !is_won[reached + images[place] as usize];
                    if is_open && is_held && !set.contains(slide.to) {
                        slides[place * words + number / BITS] |= 1 << (number % BITS);
                    }
                }
            }
            work.advance(1)?;
            Ok(slides)
        });
        let (slides, is_forbidden, changed) = (slides?.concat(), false, Vec::new());
        let mut game = Self {
            oracle,
            group,
            orbits,
            columns,
            sets,
            images,
            neighbours,
            words,
            slides,
            is_won,
            is_forbidden,
            changed,
        };
        game.look_at_all(&work)?;
        Ok(game)
    }

    /// Returns the memory that this takes for a rule set, in bytes.
    pub fn memory(rules: &Rules) -> u64 {
        let circles = rules.board().circle_count();
        let sets = binomial(circles, PIECES);
        let most = |circle| rules.targets(circle).len();
        let slides = PIECES * rules.board().circles().iter().map(most).max().unwrap_or(0);
        let canonical = SetOrbits::new(circles, PIECES, &rules.symmetries()).count() as u64;
        // The slides are joined from those of all columns, which takes both for a moment.
        let place = 2 * slides.div_ceil(BITS) * size_of::<u32>() + size_of::<bool>();
        sets * (canonical * place as u64 + (slides * size_of::<(Circle, u32)>()) as u64)
    }

    /// Lowers the limit: the holder may not take its last slide back at all.
    pub fn forbid(&mut self, observe: Observer<'_>) -> Answer<()> {
        self.is_forbidden = true;
        self.look_at_all(&Counter::new(self.columns.len() as u64, observe))
    }

    /// Counts the drawn positions with the holder to move that it loses under the limit, if it has
    /// not slid yet.
    pub fn lost(&self) -> Answer<u64> {
        let counts = parallel::try_map(0..self.columns.len(), |number| -> Answer<u64> {
            let (column, first) = (&self.columns[number], number * self.sets.len());
            let is_lost = |&(rank, set): &(usize, &Circles)| {
                !set.meets(column.set) && self.is_none(first + rank) && column.can_slide(*set)
            };
            let lost = self.sets.iter().enumerate().filter(is_lost);
            let lost = lost.map(|(_, &set)| Position::of_turn(Side::Black, column.set, set));
            let are_drawn = self
                .oracle
                .have_result(&lost.collect::<Vec<_>>(), Wdl::Draw)?;
            let drawn = are_drawn
                .into_iter()
                .filter(|drawn| *drawn == Some(true))
                .count() as u64;
            Ok(drawn * u64::from(self.orbits.orbit_sizes()[number]))
        });
        Ok(counts?.into_iter().sum())
    }

    /// Returns the slide phase with Black to move, before either side has slid, and `holder` bound
    /// by the limit. Where it holds, the value is that of a draw. Distances mean nothing, and
    /// impossible positions have the value of a draw, as the layer before needs it. [`holds_game`]
    /// adds the drops.
    pub fn layer(&self, holder: Side) -> Layer {
        let (group, rules) = (&self.group, self.oracle.rules());
        let all = Arc::new(self.orbits.clone());
        let mut values = PairTable::<u8>::new(group.order(), all.count(), all.count());
        values.for_each_row(|place, row| {
            let set = all.set(place, group).all();
            let (rank, is_goal) = (rank(set) as usize, rules.goals().is_unconditional(set));
            for (number, (value, column)) in row.iter_mut().zip(&self.columns).enumerate() {
                let place = number * self.sets.len() + rank;
                let is_lost = || {
                    let has_lost = is_goal || column.can_slide(set);
                    self.is_none(place) && has_lost && !column.is_goal
                };
                *value = match holder {
                    _ if set.meets(column.set) => u8::NONE,
                    Side::Black if is_lost() => 1,
                    Side::Red if self.is_won[place] => u8::MAX - 1,
                    _ => u8::DRAW,
                };
            }
        });
        // Rows are the attacker's sets here. In a layer they are those of the side not to move.
        let values = if holder == Side::Black {
            values
        } else {
            values.transposed(group)
        };
        Layer::new(2 * PIECES, rules.parity(), group, [&all, &all], values)
    }

    /// Returns the one slide that holds.
    fn only(&self, place: usize) -> Option<usize> {
        let words = &self.slides[place * self.words..][..self.words];
        let mut words = words.iter().enumerate().filter(|(_, word)| **word != 0);
        let (number, word) = words.next()?;
        (word.is_power_of_two() && words.next().is_none())
            .then(|| number * BITS + word.trailing_zeros() as usize)
    }

    fn is_none(&self, place: usize) -> bool {
        self.slides[place * self.words..][..self.words]
            .iter()
            .all(|word| *word == 0)
    }

    fn hold(&mut self, place: usize, slide: usize) {
        self.slides[place * self.words + slide / BITS] |= 1 << (slide % BITS);
    }

    /// Takes a slide away from those that hold.
    fn remove(&mut self, place: usize, slide: usize) {
        let word = &mut self.slides[place * self.words + slide / BITS];
        let bit = 1 << (slide % BITS);
        if *word & bit != 0 {
            *word ^= bit;
            if self.is_none(place) || self.only(place).is_some() {
                self.changed.push(place);
            }
        }
    }

    fn look_at_all(&mut self, work: &Counter<'_>) -> Answer<()> {
        for column in 0..self.columns.len() {
            let places = column * self.sets.len()..(column + 1) * self.sets.len();
            let changed = places.filter(|&place| self.only(place).is_some());
            self.changed = changed.collect();
            while let Some(place) = self.changed.pop() {
                self.conclude_from(place);
            }
            work.advance(1)?;
        }
        Ok(())
    }

    /// Takes away the slides that a place at which at most one slide holds refutes. Slides are only
    /// taken away, so the order of the places does not matter.
    fn conclude_from(&mut self, place: usize) {
        let (column, set) = (place / self.sets.len(), place % self.sets.len());
        let only = self.only(place);
        let slides = match only {
            Some(only) => only..only + 1,
            None => 0..self.columns[column].slides.len(),
        };
        for neighbour in 0..self.neighbours[set].len() {
            let (from, before) = self.neighbours[set][neighbour];
            let before = before as usize;
            let after = column * self.sets.len() + before;
            if self.columns[column].set.contains(from) || self.is_won[after] {
                continue;
            }
            self.is_won[after] = only.is_none();
            for slide in slides.clone() {
                let Slide { to, reached, back } = &self.columns[column].slides[slide];
                if self.sets[before].contains(*to) {
                    continue;
                }
                let (first, ways) = (reached * self.sets.len(), back.len());
                for way in 0..ways {
                    let (element, back) = self.columns[column].slides[slide].back[way];
                    let origin = first + self.images[element][before] as usize;
                    if only.is_none() || self.is_forbidden || self.only(origin) == Some(back) {
                        self.remove(origin, back);
                    }
                }
            }
        }
    }
}

/// Returns whether `holder` does not lose a game of these rules from the empty board, given their
/// slide phase in which it is bound by a limit: [`TakeBacks::layer`].
///
/// # Panics
/// If the slide phase is of another board.
pub fn holds_game(rules: &Rules, holder: Side, slides: &Layer) -> bool {
    let (circles, group) = (rules.board().circle_count(), rules.symmetries());
    let before = |next: &Layer| {
        let mover = SetOrbits::new(circles, (next.layer() - 1) / 2, &group);
        next.before(rules, &Arc::new(mover))
    };
    let mut layer = before(slides);
    while layer.layer() > 0 {
        layer = before(&layer);
    }
    let value = layer
        .outcome(&Position::EMPTY)
        .expect("the empty board is a position");
    value.wdl()
        != if holder == Side::Black {
            Wdl::Loss
        } else {
            Wdl::Win
        }
}

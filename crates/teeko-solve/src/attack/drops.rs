//! Solves the drop phase of an attack: minimax over whole rows, as in [`crate::drops`], with a
//! choice of piece at the attacker's drops.
//!
//! Values are those of a [`Scale`], for Black; only the attacker ever wins.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{
    Census, Class, DropChoice, PairTable, Scale, SetOrbits, WeighedSet, goal_columns, grown_places,
    outcome_of_value,
};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circle, Circles, Outcome, PIECES, Parity, Rules, Side, SymmetryGroup};

use super::slide::AttackSlide;
use crate::columns::columns_with_each_circle;
use crate::drops::orbits_by_size;
use crate::line::LINE_BITS;

/// The drop layers of an attack by one side, 0 to 7.
#[derive(Debug)]
pub(crate) enum AttackDrops {
    Narrow(Vec<Layer<u8>>),
    Wide(Vec<Layer<u16>>),
}

/// A drop layer: its parts by the number of the attacker's heavy pieces on the board.
pub(crate) type Layer<T> = BTreeMap<usize, Part<T>>;

/// The positions of a drop layer in which `heavy` heavy pieces are on the board.
#[derive(Debug)]
pub(crate) struct Part<T> {
    attackers: Arc<SetOrbits>,
    defenders: Arc<SetOrbits>,
    /// A row for each set of the side not to move, a column for each canonical set of the side to
    /// move.
    values: PairTable<T>,
}

impl AttackDrops {
    /// Solves the drop phase in which a side attacks. Calls `observe` with the number of layers
    /// done.
    ///
    /// # Errors
    /// [`Stopped`] if the observer stops the work.
    ///
    /// # Panics
    /// If a distance exceeds what two bytes can store.
    pub(crate) fn solve(
        rules: &Rules,
        slide: &AttackSlide,
        attacker: Side,
        observe: Observer<'_>,
    ) -> Result<Self, Stopped> {
        // Codes are half of distances, and so are values.
        if 2 * slide.largest_code() <= u8::LARGEST_CODE {
            Ok(Self::Narrow(Solver::new(rules, slide, attacker).solve(observe)?))
        } else {
            assert!(
                2 * slide.largest_code() <= u16::LARGEST_CODE,
                "a distance of {} plies",
                slide.census().deepest()
            );
            Ok(Self::Wide(Solver::new(rules, slide, attacker).solve(observe)?))
        }
    }

    /// Returns the number of plies in which the attacker forces the points in an unfinished
    /// position; `None` if they cannot.
    ///
    /// # Panics
    /// If there is no such position in the drop phase.
    pub(crate) fn distance(
        &self,
        group: &SymmetryGroup,
        attacker: Side,
        pieces: WeighedSet,
        defender: Circles,
    ) -> Option<u32> {
        match self {
            Self::Narrow(layers) => distance(layers, group, attacker, pieces, defender),
            Self::Wide(layers) => distance(layers, group, attacker, pieces, defender),
        }
    }

    /// Counts the positions of each layer from which the attacker forces the points, with the
    /// attacker's pieces distinguished by weight: as won with the attacker to move, as lost with
    /// the defender to move.
    pub(crate) fn census(&self, group: &SymmetryGroup, attacker: Side) -> Census {
        match self {
            Self::Narrow(layers) => census_of(layers, group, attacker),
            Self::Wide(layers) => census_of(layers, group, attacker),
        }
    }
}

fn census_of<T: Scale>(layers: &[Layer<T>], group: &SymmetryGroup, attacker: Side) -> Census {
    let mut census = Census::new();
    for (layer, parts) in layers.iter().enumerate() {
        let is_won = attacker_moves(layer, attacker);
        for part in parts.values() {
            let (attackers, defenders) =
                (part.attackers.orbit_sizes(), part.defenders.orbit_sizes());
            let (rows, columns) =
                if is_won { (defenders, attackers) } else { (attackers, defenders) };
            let add = |counts: &mut BTreeMap<u32, u64>, _, row: usize, values: &[T]| {
                for (value, &columns) in values.iter().zip(columns) {
                    if *value != T::DRAW && *value != T::NONE {
                        *counts.entry(value.to_u32()).or_default() +=
                            u64::from(columns) * u64::from(rows[row]);
                    }
                }
            };
            let mut counts = BTreeMap::<u32, u64>::new();
            for (value, count) in part.values.fold_rows(add).into_iter().flatten() {
                *counts.entry(value).or_default() += count;
            }
            for (value, count) in counts {
                let outcome = outcome_of_value(T::from_index(value as usize), layer, Parity::Fixed);
                if let Some(plies) = outcome.and_then(Outcome::distance) {
                    let class = if is_won { Class::Win(plies) } else { Class::Loss(plies) };
                    census.layer_mut(layer).add(class, count / group.order() as u64);
                }
            }
        }
    }
    census
}

fn distance<T: Scale>(
    layers: &[Layer<T>],
    group: &SymmetryGroup,
    attacker: Side,
    pieces: WeighedSet,
    defender: Circles,
) -> Option<u32> {
    let layer = pieces.all().len() + defender.len();
    let part = &layers[layer][&pieces.heavy.len()];
    let (row, column) = if attacker_moves(layer, attacker) {
        let column = part.attackers.place(pieces);
        (
            part.defenders.place(group.apply(group.inverse(column.element as usize), defender)),
            column,
        )
    } else {
        let column = part.defenders.place(defender);
        (part.attackers.place(pieces.image(group, group.inverse(column.element as usize))), column)
    };
    let value = part.values.row_of(row)[column.canonical as usize];
    outcome_of_value(value, layer, Parity::Fixed).and_then(Outcome::distance)
}

/// Whether the attacker makes the next drop.
const fn attacker_moves(layer: usize, attacker: Side) -> bool {
    layer.is_multiple_of(2) == matches!(attacker, Side::Black)
}

struct Solver<'a> {
    rules: &'a Rules,
    slide: &'a AttackSlide,
    attacker: Side,
    group: Arc<SymmetryGroup>,
    /// The defender's sets, by size.
    defenders: Vec<Arc<SetOrbits>>,
    /// The attacker's sets, by numbers of heavy and light pieces.
    attackers: BTreeMap<(usize, usize), Arc<SetOrbits>>,
}

/// A row of the next layer that a drop leads to. A circle has two where the attacker has pieces of
/// both weights in hand.
struct Row<'r, T> {
    circle: Circle,
    values: &'r [T],
    /// The circles of the completed goal of the attacker's, and whether it wins.
    goal: Option<(Circles, bool)>,
}

impl<'a> Solver<'a> {
    fn new(rules: &'a Rules, slide: &'a AttackSlide, attacker: Side) -> Self {
        let plain = &slide.plain.layout;
        let circles = rules.board().circle_count();
        let defenders = orbits_by_size(rules, plain);
        let full = &slide.layout.attackers;
        let mut attackers = BTreeMap::new();
        for heavy in 0..=full.heavy() {
            for light in (0..=PIECES - full.heavy()).filter(|light| heavy + light < PIECES) {
                let orbits = SetOrbits::weighed(circles, heavy, light, &plain.group);
                attackers.insert((heavy, light), Arc::new(orbits));
            }
        }
        attackers.insert((full.heavy(), PIECES - full.heavy()), Arc::clone(full));
        Self { rules, slide, attacker, group: Arc::clone(&plain.group), defenders, attackers }
    }

    fn solve<T: Scale>(&self, observe: Observer<'_>) -> Result<Vec<Layer<T>>, Stopped> {
        let total = 2 * PIECES as u64;
        let mut layers: Vec<Layer<T>> = Vec::new();
        for layer in (0..2 * PIECES).rev() {
            if observe(Progress { done: layers.len() as u64, total }).is_break() {
                return Err(Stopped);
            }
            let attacking =
                if self.attacker == Side::Black { layer.div_ceil(2) } else { layer / 2 };
            let of_size =
                self.attackers.iter().filter(|((heavy, light), _)| heavy + light == attacking);
            let parts = of_size.map(|(&(heavy, _), attackers)| {
                (heavy, self.part(layer, attackers, layers.last()))
            });
            let parts = parts.collect();
            layers.push(parts);
        }
        layers.reverse();
        Ok(layers)
    }

    /// Solves a part of a layer from the next layer, or from the slide phase if there is none.
    fn part<T: Scale>(
        &self,
        layer: usize,
        attackers: &Arc<SetOrbits>,
        next: Option<&Layer<T>>,
    ) -> Part<T> {
        let defenders = &self.defenders[layer - attackers.size()];
        let (rows, columns) = if attacker_moves(layer, self.attacker) {
            (attackers.count(), defenders.canonical())
        } else {
            (defenders.count(), attackers.canonical())
        };
        // First with a row for each set of the side to move.
        let mut part = self.empty_part(attackers, defenders, rows, columns.len());
        match next {
            Some(next) => self.fill(layer, &mut part, 0, columns, next),
            None => self.fill_last(layer, &mut part, columns),
        }
        part.values = part.values.turned(&self.group);
        part
    }

    fn empty_part<T: Scale>(
        &self,
        attackers: &Arc<SetOrbits>,
        defenders: &Arc<SetOrbits>,
        rows: usize,
        columns: usize,
    ) -> Part<T> {
        let values = PairTable::new(self.group.order(), rows, columns);
        Part { attackers: Arc::clone(attackers), defenders: Arc::clone(defenders), values }
    }

    /// Fills a part of the last layer, whose drops lead to the slide phase. The slide phase is
    /// expanded some columns at a time.
    fn fill_last<T: Scale>(&self, layer: usize, part: &mut Part<T>, columns: &[Circles]) {
        let AttackSlide { layout, won, lost, .. } = self.slide;
        let (attackers, defenders) = (&layout.attackers, &self.defenders[PIECES]);
        let (graph, codes, rows) = match self.attacker {
            // After the defender's drop the attacker is to move.
            Side::Black => (&layout.by_defender, won, defenders.canonical()),
            Side::Red => (&layout.by_attacker, lost, attackers.canonical()),
        };
        // The codes of wins and losses end in 0 and 1.
        let loss = u8::from(self.attacker == Side::Red);
        let value = |low: u8, high: u8| {
            let decided = T::of_code(low << 1 | loss, high << 1 | low >> 7);
            let open = if low | high == 0 { T::DRAW } else { decided };
            if T::of_code(low, high) == T::NONE { T::NONE } else { open }
        };
        // A layer of one part, in which drops find their rows as in any other layer.
        let slides = self.empty_part(attackers, defenders, rows.len(), LINE_BITS);
        let mut slides = Layer::from([(attackers.heavy(), slides)]);
        for (number, sets) in columns.chunks(LINE_BITS).enumerate() {
            let overlaps = columns_with_each_circle(&graph.lanes, sets);
            let first = number * LINE_BITS;
            for Part { values, .. } in slides.values_mut() {
                graph.expand(codes, rows, first, &overlaps, value, values);
            }
            self.fill(layer, part, first, sets, &slides);
        }
    }

    /// Returns the rows that the drops of a defender's set lead to.
    fn defender_drops<'r, T: Scale>(
        &self,
        layer: usize,
        set: Circles,
        next: &'r Part<T>,
    ) -> Vec<Row<'r, T>> {
        let free = self.rules.board().circles() - set - self.rules.banned(layer);
        let grown = grown_places(&next.defenders, set, free);
        let drop = |(circle, place)| Row { circle, values: next.values.row_of(place), goal: None };
        free.iter().zip(grown).map(drop).collect()
    }

    /// Returns the rows that the drops of an attacker's set lead to, for the pieces in hand.
    fn attacker_drops<'r, T: Scale>(
        &self,
        layer: usize,
        set: WeighedSet,
        next: &'r Layer<T>,
    ) -> Vec<Row<'r, T>> {
        let full = &self.slide.layout.attackers;
        let free = self.rules.board().circles() - set.all() - self.rules.banned(layer);
        let completing = self.rules.goals().completions(set.all(), Circles::EMPTY);
        let mut drops = Vec::with_capacity(2 * free.len());
        for circle in free {
            let heavy = (set.heavy.len() < full.heavy())
                .then(|| WeighedSet { heavy: set.heavy.with(circle), ..set });
            let light = (set.light.len() < PIECES - full.heavy())
                .then(|| WeighedSet { light: set.light.with(circle), ..set });
            for set in [heavy, light].into_iter().flatten() {
                let is_heavy = set.heavy.contains(circle);
                let wins = || self.rules.wins_threshold(self.slide.points, is_heavy, circle);
                let goal = completing.contains(circle).then(|| (set.all(), wins()));
                let part = &next[&set.heavy.len()];
                let values = part.values.row_of(part.attackers.place(set));
                drops.push(Row { circle, values, goal });
            }
        }
        drops
    }

    /// Fills the columns of some canonical sets, `sets`, the first of which is number `first`, with
    /// the best or worst value that drops lead to.
    fn fill<T: Scale>(
        &self,
        layer: usize,
        part: &mut Part<T>,
        first: usize,
        sets: &[Circles],
        next: &Layer<T>,
    ) {
        let Part { attackers, defenders, values } = part;
        let goals = self.rules.goals();
        let choice = DropChoice::of(self.rules, layer);
        let on_goal = goal_columns(goals, sets.iter().copied());
        values.for_each_row(|element, canonical, row| {
            let (mover, drops) = if attacker_moves(layer, self.attacker) {
                let set = attackers.weighed_set(canonical).image(&self.group, element);
                (set.all(), self.attacker_drops(layer, set, next))
            } else {
                let set = self.group.apply(element, defenders.canonical()[canonical]);
                (set, self.defender_drops(layer, set, &next[&attackers.heavy()]))
            };
            let row = &mut row[first..first + sets.len()];
            // The attacker chooses the piece, even where the defender chooses the circle.
            let values: Vec<Cow<'_, [T]>> = if choice == DropChoice::Mover {
                drops.iter().map(|row| self.with_ends(row, sets)).collect()
            } else {
                let by_circle = drops.chunk_by(|one, other| one.circle == other.circle);
                by_circle.map(|pieces| self.best_piece(pieces, sets)).collect()
            };
            choice.fill(layer, row, values.iter().map(|values| &values[..]));
            for &(column, set) in &on_goal {
                if row[column] != T::NONE && goals.is_goal(set, mover) {
                    row[column] = T::DRAW;
                }
            }
        });
    }

    /// Returns the values of a drop on one circle, with the piece that is best for the attacker.
    fn best_piece<'r, T: Scale>(&self, pieces: &[Row<'r, T>], sets: &[Circles]) -> Cow<'r, [T]> {
        let first = self.with_ends(&pieces[0], sets);
        let Some(second) = pieces.get(1) else { return first };
        let second = self.with_ends(second, sets);
        let better = |(&one, &other): (&T, &T)| {
            if self.attacker == Side::Black { one.max(other) } else { one.min(other) }
        };
        first.iter().zip(&*second).map(better).collect()
    }

    /// Returns a row with the values of finished games filled in.
    fn with_ends<'r, T: Scale>(&self, row: &Row<'r, T>, sets: &[Circles]) -> Cow<'r, [T]> {
        let Some((goal, wins)) = row.goal else { return Cow::Borrowed(row.values) };
        let end = match (wins, self.attacker) {
            (false, _) => T::DRAW,
            (true, Side::Black) => T::MAX,
            (true, Side::Red) => T::from_index(1),
        };
        let ended = row.values.iter().zip(sets).map(|(&value, &opponent)| {
            let is_over = value != T::NONE && self.rules.goals().is_goal(goal, opponent);
            if is_over { end } else { value }
        });
        ended.collect()
    }
}

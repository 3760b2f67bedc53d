//! Solves the drop phase of an attack: minimax over whole rows, as in [`crate::drops`], with a
//! choice of piece at the attacker's drops.
//!
//! Values are those of a [`Scale`], for Black; only the attacker ever wins.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{
    Census, Class, DropChoice, PairTable, Scale, SetOrbits, WeighedOrbits, WeighedSet,
    goal_columns, outcome_of_value,
};
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circle, Circles, Outcome, PIECES, Parity, Rules, Side, SymmetryGroup};

use super::slide::AttackSlide;
use crate::codes::BlockCodes;
use crate::columns::{columns_with_each_circle, with_any};
use crate::instruction_set::InstructionSet;
use crate::line::LINE_BITS;
use crate::row_graph::RowGraph;

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
    attackers: Arc<WeighedOrbits>,
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
    /// If there is no such position in the layer.
    pub(crate) fn distance(
        &self,
        group: &SymmetryGroup,
        layer: usize,
        attacker: Side,
        pieces: WeighedSet,
        defender: Circles,
    ) -> Option<u32> {
        match self {
            Self::Narrow(layers) => {
                distance(&layers[layer], group, layer, attacker, pieces, defender)
            }
            Self::Wide(layers) => {
                distance(&layers[layer], group, layer, attacker, pieces, defender)
            }
        }
    }
}

impl AttackDrops {
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
    parts: &Layer<T>,
    group: &SymmetryGroup,
    layer: usize,
    attacker: Side,
    pieces: WeighedSet,
    defender: Circles,
) -> Option<u32> {
    let part = &parts[&pieces.heavy.len()];
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
    attackers: BTreeMap<(usize, usize), Arc<WeighedOrbits>>,
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
        let smaller = (0..PIECES).map(|size| Arc::new(SetOrbits::new(circles, size, &plain.group)));
        let defenders: Vec<Arc<SetOrbits>> = smaller.chain([Arc::clone(&plain.orbits)]).collect();
        let full = &slide.layout.attackers;
        let mut attackers = BTreeMap::new();
        for heavy in 0..=full.heavy() {
            for light in (0..=full.light()).filter(|light| heavy + light < PIECES) {
                let orbits = WeighedOrbits::new(
                    circles,
                    heavy,
                    light,
                    &plain.group,
                    &defenders[heavy + light],
                );
                attackers.insert((heavy, light), Arc::new(orbits));
            }
        }
        attackers.insert((full.heavy(), full.light()), Arc::clone(full));
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
                let part = match layers.last() {
                    None => self.last_part(layer, attackers),
                    Some(next) => self.part(layer, attackers, next),
                };
                (heavy, part)
            });
            let parts = parts.collect();
            layers.push(parts);
        }
        layers.reverse();
        Ok(layers)
    }

    /// Solves a part of the last layer, whose drops lead to the slide phase. The slide phase is
    /// expanded some columns at a time.
    fn last_part<T: Scale>(&self, layer: usize, attackers: &Arc<WeighedOrbits>) -> Part<T> {
        let defenders = self.defender_orbits(layer);
        let slide = self.slide;
        let full = &slide.layout.attackers;
        if self.attacker == Side::Black {
            // After the defender's drop the attacker is to move.
            let sets: Vec<Circles> = attackers.canonical().iter().map(|set| set.all()).collect();
            let mut values =
                PairTable::<T>::new(self.group.order(), defenders.count(), attackers.count());
            let rows = &self.defenders[PIECES];
            let mut expanded = PairTable::<T>::new(self.group.order(), rows.count(), LINE_BITS);
            for (tile, sets) in sets.chunks(LINE_BITS).enumerate() {
                let graph = &slide.layout.by_defender;
                self.expand(&mut expanded, graph, &slide.won, tile, sets, rows.canonical());
                self.fill(layer, &mut values, tile * LINE_BITS, sets, |element, canonical| {
                    let set = self.group.apply(element, defenders.canonical()[canonical]);
                    (set, self.defender_drops(layer, set, |set| expanded.row_of(rows.place(set))))
                });
            }
            return self.finished(attackers, &defenders, &values);
        }
        let mut values =
            PairTable::<T>::new(self.group.order(), attackers.count(), defenders.count());
        let rows: Vec<Circles> = full.canonical().iter().map(|set| set.all()).collect();
        let mut expanded = PairTable::<T>::new(self.group.order(), rows.len(), LINE_BITS);
        for (tile, sets) in defenders.canonical().chunks(LINE_BITS).enumerate() {
            let graph = &slide.layout.by_attacker;
            self.expand(&mut expanded, graph, &slide.lost, tile, sets, &rows);
            self.fill(layer, &mut values, tile * LINE_BITS, sets, |element, canonical| {
                let set = attackers.canonical()[canonical].image(&self.group, element);
                (
                    set.all(),
                    self.attacker_drops(layer, set, |set| Some(expanded.row_of(full.place(set)))),
                )
            });
        }
        self.finished(attackers, &defenders, &values)
    }

    /// Solves a part of a layer from the next layer.
    fn part<T: Scale>(
        &self,
        layer: usize,
        attackers: &Arc<WeighedOrbits>,
        next: &Layer<T>,
    ) -> Part<T> {
        let defenders = self.defender_orbits(layer);
        if attacker_moves(layer, self.attacker) {
            let mut values =
                PairTable::<T>::new(self.group.order(), attackers.count(), defenders.count());
            self.fill(layer, &mut values, 0, defenders.canonical(), |element, canonical| {
                let set = attackers.canonical()[canonical].image(&self.group, element);
                let row = |set: WeighedSet| {
                    let part = next.get(&set.heavy.len())?;
                    let fits = part.attackers.light() == set.light.len();
                    fits.then(|| part.values.row_of(part.attackers.place(set)))
                };
                (set.all(), self.attacker_drops(layer, set, row))
            });
            return self.finished(attackers, &defenders, &values);
        }
        let sets: Vec<Circles> = attackers.canonical().iter().map(|set| set.all()).collect();
        let part = &next[&attackers.heavy()];
        let mut values =
            PairTable::<T>::new(self.group.order(), defenders.count(), attackers.count());
        self.fill(layer, &mut values, 0, &sets, |element, canonical| {
            let set = self.group.apply(element, defenders.canonical()[canonical]);
            (
                set,
                self.defender_drops(layer, set, |set| {
                    part.values.row_of(part.defenders.place(set))
                }),
            )
        });
        self.finished(attackers, &defenders, &values)
    }

    /// Returns the orbits of the defender's sets in a layer.
    fn defender_orbits(&self, layer: usize) -> Arc<SetOrbits> {
        let pieces = if self.attacker == Side::Black { layer / 2 } else { layer.div_ceil(2) };
        Arc::clone(&self.defenders[pieces])
    }

    /// Turns values with a row for each set of the side to move into a finished part.
    fn finished<T: Scale>(
        &self,
        attackers: &Arc<WeighedOrbits>,
        defenders: &Arc<SetOrbits>,
        values: &PairTable<T>,
    ) -> Part<T> {
        let (attackers, defenders) = (Arc::clone(attackers), Arc::clone(defenders));
        Part { attackers, defenders, values: values.turned(&self.group) }
    }

    /// Returns the rows that the drops of a defender's set lead to.
    fn defender_drops<'r, T>(
        &self,
        layer: usize,
        set: Circles,
        row: impl Fn(Circles) -> &'r [T],
    ) -> Vec<Row<'r, T>> {
        let free = self.rules.board().circles() - set - self.rules.banned(layer);
        let drop = |circle| Row { circle, values: row(set.with(circle)), goal: None };
        free.iter().map(drop).collect()
    }

    /// Returns the rows that the drops of an attacker's set lead to, for the pieces in hand.
    fn attacker_drops<'r, T>(
        &self,
        layer: usize,
        set: WeighedSet,
        row: impl Fn(WeighedSet) -> Option<&'r [T]>,
    ) -> Vec<Row<'r, T>> {
        let full = &self.slide.layout.attackers;
        let free = self.rules.board().circles() - set.all() - self.rules.banned(layer);
        let completing = self.rules.goals().completions(set.all(), Circles::EMPTY);
        let mut drops = Vec::with_capacity(2 * free.len());
        for circle in free {
            let heavy = (set.heavy.len() < full.heavy())
                .then(|| WeighedSet { heavy: set.heavy.with(circle), ..set });
            let light = (set.light.len() < full.light())
                .then(|| WeighedSet { light: set.light.with(circle), ..set });
            for next in [heavy, light].into_iter().flatten() {
                let is_heavy = next.heavy.contains(circle);
                let wins = || self.rules.wins_threshold(self.slide.points, is_heavy, circle);
                let goal = completing.contains(circle).then(|| (next.all(), wins()));
                drops.extend(row(next).map(|values| Row { circle, values, goal }));
            }
        }
        drops
    }

    /// Fills the columns of some canonical sets, starting with the first, with the best or worst
    /// value that drops lead to. `drops` returns the set of a row and the rows that its drops lead
    /// to.
    fn fill<'r, T: Scale>(
        &self,
        layer: usize,
        values: &mut PairTable<T>,
        first: usize,
        sets: &[Circles],
        drops: impl Fn(usize, usize) -> (Circles, Vec<Row<'r, T>>) + Sync,
    ) {
        let goals = self.rules.goals();
        let choice = DropChoice::of(self.rules, layer);
        let on_goal = goal_columns(goals, sets.iter().copied());
        values.for_each_row(|element, canonical, row| {
            let (mover, drops) = drops(element, canonical);
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

    /// Fills in the values of the slide phase in one part of the columns: the columns are sets of
    /// the side to move, and each image of the canonical sets `rows` of the other side has a row.
    fn expand<T: Scale>(
        &self,
        expanded: &mut PairTable<T>,
        graph: &RowGraph,
        codes: &[BlockCodes],
        part: usize,
        columns: &[Circles],
        rows: &[Circles],
    ) {
        let lanes = &graph.lanes;
        let tiles = columns.chunks(lanes.sets());
        let overlaps: Vec<_> = tiles.map(|sets| columns_with_each_circle(lanes, sets)).collect();
        let instructions = InstructionSet::best();
        // The codes of wins and losses end in 0 and 1.
        let loss = u8::from(self.attacker == Side::Red);
        let value = |low: u8, high: u8| {
            let decided = T::of_code(low << 1 | loss, high << 1 | low >> 7);
            let open = if low | high == 0 { T::DRAW } else { decided };
            let is_void = low == u8::MAX && (size_of::<T>() == 1 || high == u8::MAX);
            if is_void { T::NONE } else { open }
        };
        expanded.for_each_set(|canonical, images| {
            for (tile, overlaps) in overlaps.iter().enumerate() {
                let overlap = with_any(overlaps, rows[canonical]);
                let column_tile = part * (LINE_BITS / lanes.sets()) + tile;
                let (codes, line) = graph.codes_of_line(codes, canonical, column_tile);
                let first = tile * lanes.sets();
                codes.expand_rows(instructions, line, overlap, first, images, value);
            }
        });
    }
}

//! A layer in which Red is to drop, from the rows of the layer after it.

use std::sync::{Mutex, PoisonError};

use teeko_index::{
    Scale, SetOrbits, binomial, end_finished_games, goal_columns, parallel, subsets,
};
use teeko_rules::{Circles, DropStyle};

use super::Visit;
use crate::error::Result;
use crate::reader::filled;
use crate::scheme::ranks_mapped_back;
use crate::table::Table;

/// The rows of a layer in which Red is to drop, as far as they follow from the rows added.
pub(super) struct LayerBefore<'a, T> {
    /// The orbits of Red's sets.
    orbits: &'a SetOrbits,
    /// Red's pieces after the drop, which are as many as Black's.
    pieces: usize,
    /// Whether Red chooses the circle, and so the least value.
    least: bool,
    /// For each canonical set of Red's. If Red chooses, the values are lowered: the minimum then
    /// skips sets that meet.
    rows: Vec<Mutex<Vec<T>>>,
    /// For each canonical set after the drop: the canonical sets before it, with the symmetry that
    /// maps the set after the drop to what a drop makes of the set before it.
    sources: Vec<Vec<(u32, u8)>>,
    /// For each symmetry: the ranks of Black's sets mapped back.
    columns: Vec<Vec<u32>>,
    /// Black's sets on goals.
    on_goals: Vec<(usize, Circles)>,
}

impl<'a, T: Scale> LayerBefore<'a, T> {
    /// Begins the layer before that in which each side has `pieces` pieces.
    pub(super) fn new(table: &'a Table, pieces: usize) -> Result<Self> {
        let (rules, layer) = (table.rules(), 2 * pieces - 1);
        let circles = rules.board().circle_count();
        let (orbits, after) = (table.index().orbits(pieces - 1), table.index().orbits(pieces));
        let mut sources = vec![Vec::new(); after.count()];
        for (number, &set) in (0..).zip(orbits.canonical()) {
            for circle in rules.board().circles() - set - rules.banned(layer) {
                let place = after.place(set.with(circle));
                sources[place.canonical as usize].push((number, place.element));
            }
        }
        // Passing leaves the choice to Red, which is never better for Black than pointing.
        let least = rules.plan().style_after(layer) == DropStyle::Standard;
        let sets = binomial(circles, pieces) as usize;
        let row = |_| filled(sets, if least { T::MAX } else { T::NONE }).map(Mutex::new);
        let bytes = orbits.count() as u64 * (sets * size_of::<T>()) as u64;
        let no_memory = || table.slide().no_memory(bytes);
        Ok(Self {
            orbits,
            pieces,
            least,
            rows: (0..orbits.count()).map(row).collect::<Option<_>>().ok_or_else(no_memory)?,
            sources,
            columns: ranks_mapped_back(
                table.index().group(),
                &subsets(circles, pieces).collect::<Vec<_>>(),
            ),
            on_goals: goal_columns(rules.goals(), subsets(circles, pieces)),
        })
    }

    /// Adds the row of a canonical set after the drop.
    pub(super) fn add(&self, number: usize, after: &[T]) {
        for &(before, element) in &self.sources[number] {
            let row = &self.rows[before as usize];
            let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
            for (value, &rank) in row.iter_mut().zip(&self.columns[usize::from(element)]) {
                let after = after[rank as usize];
                *value =
                    if self.least { (*value).min(after.lowered()) } else { (*value).max(after) };
            }
        }
    }

    /// Passes on the rows, when all have been added.
    pub(super) fn visit(self, visit: &Visit<'_>) {
        let goals = visit.rules().goals();
        parallel::for_each(self.rows.into_iter().enumerate(), |(number, row)| {
            let mut row = row.into_inner().unwrap_or_else(PoisonError::into_inner);
            if self.least {
                for value in &mut row {
                    *value = value.raised();
                }
            }
            let red = self.orbits.canonical()[number];
            end_finished_games(&mut row, goals, red, &self.on_goals, T::MAX);
            visit.visit(2 * self.pieces - 1, red, &row);
        });
    }
}

//! A whole variant decoded, for bulk work: every layer in memory, one look-up for each question.
//!
//! What the files leave out is filled in once, by whole rows: won slide positions are one ply from the fastest lost
//! position that a slide leads to, and the odd layers of the drop phase one drop from the stored layers after them.

use std::sync::Arc;

use rayon::prelude::*;
use teeko_index::{
    DropChoice, LayerCensus, LayerValues, PairTable, Place, Scale, SetOrbits, binomial, rank, value_of_outcome,
};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side, SymmetryGroup};

use crate::error::{Fault, TableError};
use crate::reader::TableFile;
use crate::scheme::sets_among;
use crate::storage::Storage;
use crate::table::{Table, value_at};
use crate::values::{drop_outcome, lost_in};

/// A variant decoded from its files. On the standard board it takes some 35 MB.
#[derive(Debug)]
pub struct ExpandedTable {
    rules: Rules,
    group: SymmetryGroup,
    layers: Layers,
}

/// The layers by number of pieces, from the first that is there to layer 8, with values as wide as the distances need.
#[derive(Debug)]
enum Layers {
    Narrow(Vec<LayerValues<u8>>),
    Wide(Vec<LayerValues<u16>>),
}

impl<S: Storage + Sync> Table<S> {
    /// Decodes all of the files.
    ///
    /// Takes a tenth of a second on the standard board, spread over the current rayon thread pool, where looking a position up
    /// takes some tens of nanoseconds afterwards.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if a block is damaged or holds a value that cannot be.
    pub fn expand(&self) -> Result<ExpandedTable, TableError> {
        let files = [Some(self.slide()), self.drop_file()];
        let narrow = files.into_iter().flatten().all(|file| file.header().value_width() == 1);
        // A value of one byte can still be a distance that does not fit the narrower scale.
        let deepest = files.into_iter().flatten().map(|file| file.header().census().deepest()).max().unwrap_or(0);
        let layers = if narrow && deepest < u8::LARGEST_CODE {
            Layers::Narrow(Expansion::new(self).layers()?)
        } else {
            Layers::Wide(Expansion::new(self).layers()?)
        };
        Ok(ExpandedTable { rules: self.rules().clone(), group: self.rules().symmetries(), layers })
    }
}

impl ExpandedTable {
    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The outcome of a position for the side to move; a finished game is lost in 0 plies.
    ///
    /// `None` if there is no such position, as for [`Table::outcome`], or if it is of the drop phase and there was no drop file.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let layer = position.layer();
        if !position.fits(self.rules.board()) || self.rules.goals().is_goal(position.mover()) {
            return None;
        }
        match &self.layers {
            Layers::Narrow(layers) => layers.get(2 * PIECES - layer)?.outcome(position, &self.group),
            Layers::Wide(layers) => layers.get(2 * PIECES - layer)?.outcome(position, &self.group),
        }
    }

    /// How many positions of a layer have which outcome for the side to move, counted from the values. Draws for want of a slide
    /// and positions of layer 8 that cannot be, since the mover has a goal, count as draws. `None` if the layer is not there.
    pub fn census(&self, layer: usize) -> Option<&LayerCensus> {
        match &self.layers {
            Layers::Narrow(layers) => Some(layers.get(2 * PIECES - layer)?.census(&self.group)),
            Layers::Wide(layers) => Some(layers.get(2 * PIECES - layer)?.census(&self.group)),
        }
    }
}

/// The work of expanding a table.
struct Expansion<'a, S> {
    table: &'a Table<S>,
    group: SymmetryGroup,
    /// By number of pieces of a side.
    orbits: Vec<Arc<SetOrbits>>,
}

impl<'a, S: Storage + Sync> Expansion<'a, S> {
    fn new(table: &'a Table<S>) -> Self {
        let (circles, group) = (table.rules().board().circle_count(), table.rules().symmetries());
        let orbits = (0..=PIECES).map(|pieces| Arc::new(SetOrbits::new(circles, pieces, &group))).collect();
        Self { table, group, orbits }
    }

    /// The layers from 8 down to 0, or layer 8 alone if there is no drop file.
    fn layers<T: Scale>(&self) -> Result<Vec<LayerValues<T>>, TableError> {
        let rules = self.table.rules();
        let mut layers = vec![self.slide_layer()?];
        if let Some(file) = self.table.drop_file() {
            let stored = file.decode_values()?;
            for layer in (0..2 * PIECES).rev() {
                let values = if layer.is_multiple_of(2) {
                    self.stored_drop_layer(file, &stored, layer)?
                } else {
                    let (choice, mover) = (DropChoice::of(rules, layer), &self.orbits[layer / 2]);
                    layers[layers.len() - 1].before(choice, rules, mover, &self.group)
                };
                layers.push(values);
            }
        }
        Ok(layers)
    }

    /// Layer 8: the lost positions as the file has them, the won ones by one ply of look-ahead.
    fn slide_layer<T: Scale>(&self) -> Result<LayerValues<T>, TableError> {
        let file = self.table.slide();
        let orbits = &self.orbits[PIECES];
        let convert = |value: u32| match lost_in(value) {
            None => Some(T::NONE),
            Some(distance) => value_of_outcome(Outcome::Loss(distance), 2 * PIECES),
        };
        let lost = self.stored_layer(file, &file.decode_values()?, 2 * PIECES, convert)?;
        let lost_by_mover = lost.turned(&self.group);
        let rules = self.table.rules();
        let successors = self.successors();
        let mut values = PairTable::<T>::new(self.group.order(), orbits.count(), orbits.count());
        values.rows_mut().for_each(|(element, canonical, row)| {
            let set = self.group.apply(element, orbits.canonical()[canonical]);
            row.fill(T::MAX);
            for place in &successors[canonical] {
                let element = self.group.product(element, place.element as usize);
                for (value, lost) in row.iter_mut().zip(lost.row(element, place.canonical as usize)) {
                    *value = (*value).min(lost.lowered());
                }
            }
            let impossible = rules.goals().is_goal(set);
            let own = lost_by_mover.row(element, canonical);
            for ((value, &own), &opponent) in row.iter_mut().zip(own).zip(orbits.canonical()) {
                *value = if set.meets(opponent) {
                    T::NONE
                } else if own != T::NONE {
                    own
                } else if impossible || *value == T::MAX {
                    T::DRAW
                } else {
                    value.raised().answered()
                };
            }
        });
        Ok(LayerValues::new(2 * PIECES, Arc::clone(orbits), Arc::clone(orbits), values.turned(&self.group)))
    }

    /// For each canonical set the places of the sets that one slide leads to, the other side ignored.
    fn successors(&self) -> Vec<Vec<Place>> {
        let (rules, orbits) = (self.table.rules(), &self.orbits[PIECES]);
        let of_set = |&set: &Circles| {
            let slid = set
                .into_iter()
                .flat_map(|from| (rules.targets(from) - set).into_iter().map(move |to| set.without(from).with(to)));
            slid.map(|set| orbits.place(set)).collect()
        };
        orbits.canonical().iter().map(of_set).collect()
    }

    fn stored_drop_layer<T: Scale>(
        &self,
        file: &TableFile<S>,
        stored: &[u8],
        layer: usize,
    ) -> Result<LayerValues<T>, TableError> {
        let convert = |value: u32| value_of_outcome(drop_outcome(value), layer);
        let values = self.stored_layer(file, stored, layer, convert)?;
        let orbits = &self.orbits[layer / 2];
        Ok(LayerValues::new(layer, Arc::clone(orbits), Arc::clone(orbits), values))
    }

    /// A stored layer with a row for each set of the opponent and a column for each canonical set of the mover.
    fn stored_layer<T: Scale>(
        &self,
        file: &TableFile<S>,
        stored: &[u8],
        layer: usize,
        convert: impl Fn(u32) -> Option<T> + Sync,
    ) -> Result<PairTable<T>, TableError> {
        debug_assert!(Position::turn_in_layer(layer) != Some(Side::Red), "stored layers have Black to move");
        let header = file.header();
        let board = self.table.rules().board();
        let pieces = layer / 2;
        let orbits = &self.orbits[pieces];
        let place = header.layers().iter().find(|stored| stored.layer == layer);
        let place = place.expect("a layer that the file stores");
        let width = header.value_width();
        let row_bytes = place.row_length as usize * width;
        let start = place.first as usize * width;
        let rows = &stored[start..start + place.cells() as usize * width];

        // The values against each canonical set of the opponent, by the rank of the mover's set.
        let sets = binomial(board.circle_count(), pieces) as usize;
        let mut by_rank = vec![T::NONE; orbits.count() * sets];
        by_rank.par_chunks_exact_mut(sets).zip(rows.par_chunks_exact(row_bytes)).enumerate().try_for_each(
            |(number, (values, row))| {
                let opponent = orbits.canonical()[number];
                for (cell, mover) in sets_among(board.circles() - opponent, pieces).enumerate() {
                    let value = value_at(&row[cell * width..(cell + 1) * width]);
                    values[rank(mover) as usize] = convert(value).ok_or_else(|| {
                        let offset = start + number * row_bytes + cell * width;
                        let block = (offset / header.block_length()) as u32;
                        let expected = "a distance that the layer has".to_owned();
                        let check = "value";
                        let offset = header.blocks()[block as usize].offset;
                        Fault { check, block: Some(block), offset, expected, found: value.to_string() }.of(file.name())
                    })?;
                }
                Ok(())
            },
        )?;

        // Against the image of a canonical set, the mover's set is turned back.
        let columns: Vec<Vec<u32>> = (0..self.group.order())
            .map(|element| {
                let back = self.group.inverse(element);
                orbits.canonical().iter().map(|&set| rank(self.group.apply(back, set)) as u32).collect()
            })
            .collect();
        let mut values = PairTable::new(self.group.order(), orbits.count(), orbits.count());
        values.rows_mut().for_each(|(element, canonical, row)| {
            let values = &by_rank[canonical * sets..(canonical + 1) * sets];
            for (value, &rank) in row.iter_mut().zip(&columns[element]) {
                *value = values[rank as usize];
            }
        });
        Ok(values)
    }
}

//! A whole variant decoded, for bulk work: all layers in memory, one look-up for each question.
//!
//! Expanding computes what the files leave out, by whole rows. Won slide positions are one ply from
//! the fastest lost position that a slide leads to. The odd layers of the drop phase are one drop
//! from the stored layers after them.

use std::sync::Arc;

use teeko_index::{
    Layer, PairTable, Place, Scale, SolvedLayers, goal_columns, largest_code, parallel,
    value_of_outcome,
};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules, Side, Status};

use crate::error::Result;
use crate::hash::ContentHash;
use crate::matching::expect_hash;
use crate::reader::TableFile;
use crate::rows::{ROWS, RowReader};
use crate::scheme::ranks_mapped_back;
use crate::table::Table;

/// The slide phase of a variant decoded from its file. Clones share it.
///
/// All drop plans share it, and it is most of the work and memory of [`Table::expand`].
#[derive(Clone, Debug)]
pub struct ExpandedSlides {
    layer: Arc<Layer>,
    /// The name of the file it was decoded from.
    name: String,
    content_hash: ContentHash,
}

impl Table {
    /// Decodes both files.
    ///
    /// This takes a tenth of a second on the standard board, on the current rayon thread pool.
    /// Looking up a position then takes a few tens of nanoseconds. The values take about 35 MB on
    /// the standard board; for the memory that decoding needs, see
    /// [`memory_to_expand`](crate::memory_to_expand).
    ///
    /// # Errors
    /// [`Damaged`](crate::TableError::Damaged) if a block is damaged or contains an invalid value,
    /// [`Memory`](crate::TableError::Memory) if there is not enough memory for the values of a
    /// file.
    pub fn expand(&self) -> Result<SolvedLayers> {
        self.expand_with(&self.expand_slides()?)
    }

    /// Decodes the slide file.
    ///
    /// # Errors
    /// As for [`Table::expand`].
    pub fn expand_slides(&self) -> Result<ExpandedSlides> {
        let layer = Arc::new(if self.is_narrow() {
            self.slide_layer::<u8>()?
        } else {
            self.slide_layer::<u16>()?
        });
        let file = self.slide();
        Ok(ExpandedSlides {
            layer,
            name: file.name().to_owned(),
            content_hash: file.header().content_hash,
        })
    }

    /// Decodes the drop file, to go with the slide file, which has been decoded already.
    ///
    /// # Errors
    /// [`Unfit`](crate::TableError::Unfit) if another slide file has been decoded, else as for
    /// [`Table::expand`].
    pub fn expand_with(&self, slides: &ExpandedSlides) -> Result<SolvedLayers> {
        let name = self.drop_file().unwrap_or(self.slide()).name();
        let expected = self.slide().header().content_hash;
        expect_hash(name, expected, &slides.name, slides.content_hash)?;
        let slides = if self.is_narrow() || is_wide(&slides.layer) {
            Arc::clone(&slides.layer)
        } else {
            // A slide phase of small distances may have a drop phase of one more than the narrower
            // values hold.
            Arc::new(self.slide_layer::<u16>()?)
        };
        let layers = if is_wide(&slides) {
            self.layers::<u16>(slides)?
        } else {
            self.layers::<u8>(slides)?
        };
        Ok(SolvedLayers::new(self.rules().clone(), layers))
    }

    /// Whether all distances fit into values of one byte.
    pub(crate) fn is_narrow(&self) -> bool {
        // A value of one byte can still stand for a distance that does not fit the narrower scale.
        let largest = largest_code(self.census().deepest(), self.rules().parity());
        self.files().all(|file| file.header().value_width == 1) && largest <= u8::LARGEST_CODE
    }
}

impl Table {
    /// Computes the layers from 0 to 8, which is given; only layer 8 if there is no drop file.
    fn layers<T: Scale>(&self, slides: Arc<Layer>) -> Result<Vec<Arc<Layer>>> {
        let rules = self.rules();
        let group = self.index().group();
        let mut last = slides;
        let mut layers = vec![Arc::clone(&last)];
        if let Some(file) = self.drop_file() {
            for layer in (0..2 * PIECES).rev() {
                let orbits = self.index().orbits(layer / 2);
                last = Arc::new(if layer.is_multiple_of(2) {
                    let values = self.stored_layer(file, layer, T::NONE)?;
                    Layer::new(layer, rules.parity(), group, [orbits, orbits], values)
                } else {
                    last.before(rules, orbits)
                });
                layers.push(Arc::clone(&last));
            }
        }
        layers.reverse();
        Ok(layers)
    }

    /// Computes layer 8: the lost positions from the file, the won ones by one ply of look-ahead.
    fn slide_layer<T: Scale>(&self) -> Result<Layer> {
        let rules = self.rules();
        let group = self.index().group();
        let orbits = self.index().orbits(PIECES);
        // Where the sets meet, the value is above any lost position: the minimum skips it.
        let lost = self.stored_layer::<T>(self.slide(), 2 * PIECES, T::MAX)?;
        let mut values = self.fastest_losses_after_slides(&lost)?;
        // In rows by the opponent's set, like the lost positions.
        values.transpose(group);
        let blacks = || orbits.canonical().iter().copied();
        let on_goals = goal_columns(rules.goals(), blacks());
        values.for_each_row(|row, values| {
            let red = orbits.set(row, group).all();
            complete_row(rules, red, lost.row(row), values, blacks(), &on_goals);
        });
        let sides = [orbits, orbits];
        Ok(Layer::new(2 * PIECES, rules.parity(), group, sides, values))
    }

    /// Returns the lowered value of the fastest lost position that a slide leads to, or a greater
    /// value if there is none, in rows by the mover's set.
    fn fastest_losses_after_slides<T: Scale>(&self, lost: &PairTable<T>) -> Result<PairTable<T>> {
        let group = self.index().group();
        let orbits = self.index().orbits(PIECES);
        let mut successors: Vec<Vec<Place>> = Vec::with_capacity(orbits.count());
        for &set in orbits.canonical() {
            let slid = self.rules().slid_sets(set);
            successors.push(slid.map(|slid| orbits.place(slid)).collect());
        }
        let mut fastest = try_table(self.slide(), group.order(), orbits.count())?;
        fastest.for_each_row(|row, values| {
            values.fill(T::MAX);
            for place in &successors[row.canonical as usize] {
                let element = group.product(row.element.into(), place.element.into()) as u8;
                let lost = lost.row(Place { element, ..*place });
                for (value, lost) in values.iter_mut().zip(lost) {
                    *value = (*value).min(lost.lowered());
                }
            }
        });
        Ok(fastest)
    }

    /// Decodes a stored layer into a row for each set of the opponent and a column for each
    /// canonical set of the mover. Where the sets meet the value is `hole`.
    fn stored_layer<T: Scale>(
        &self,
        file: &TableFile,
        layer: usize,
        hole: T,
    ) -> Result<PairTable<T>> {
        let group = self.index().group();
        let orbits = self.index().orbits(layer / 2);
        let sets = orbits.sets();
        let by_rank = self.values_by_rank(file, layer, hole)?;
        // For the image of a canonical set, the mover's set is mapped back.
        let columns = ranks_mapped_back(group, orbits.canonical());
        let mut values = try_table(file, group.order(), orbits.count())?;
        values.for_each_row(|row, values| {
            let by_rank = &by_rank[row.canonical as usize * sets..][..sets];
            for (value, &rank) in values.iter_mut().zip(&columns[usize::from(row.element)]) {
                *value = by_rank[rank as usize];
            }
        });
        Ok(values)
    }

    /// Decodes a stored layer: for each canonical set of the opponent, the values by the rank of the
    /// mover's set. Where the sets meet the value is `hole`.
    fn values_by_rank<T: Scale>(&self, file: &TableFile, layer: usize, hole: T) -> Result<Vec<T>> {
        let orbits = self.index().orbits(layer / 2);
        let sets = orbits.sets();
        let no_memory = || file.no_memory(file.header().values());
        let cells = orbits.count().checked_mul(sets).ok_or_else(no_memory)?;
        let reserved = Vec::<T>::new().try_reserve_exact(cells);
        reserved.map_err(|_| no_memory())?;
        let mut by_rank = vec![T::NONE; cells];
        let chunks = by_rank.chunks_mut(ROWS * sets).enumerate();
        parallel::try_for_each(chunks, |(chunk, rows)| {
            let mut reader = RowReader::new(self, file, layer);
            for (number, values) in (chunk * ROWS..).zip(rows.chunks_exact_mut(sets)) {
                reader.read(number, hole, values)?;
            }
            Ok(())
        })?;
        Ok(by_rank)
    }
}

/// Returns whether the values of a layer take two bytes.
fn is_wide(layer: &Layer) -> bool {
    layer.values::<u16>().is_some()
}

/// Returns a table with a row for each image of the canonical sets of one side, and a column for
/// each canonical set of the other.
fn try_table<T: Scale>(file: &TableFile, order: usize, sets: usize) -> Result<PairTable<T>> {
    PairTable::try_new(order, sets, sets).map_err(|_| file.no_memory(file.header().values()))
}

/// Completes the row of a set of Red's in layer 8.
///
/// `lost` has the positions that the file has as lost, and [`Scale::MAX`] where the sets meet.
/// `values` has the lowered values of the fastest lost positions that slides of Black's lead to.
/// `blacks` lists Black's sets, and `on_goals` those that are the circles of a goal.
fn complete_row<T: Scale>(
    rules: &Rules,
    red: Circles,
    lost: &[T],
    values: &mut [T],
    blacks: impl Iterator<Item = Circles>,
    on_goals: &[(usize, Circles)],
) {
    let parity = rules.parity();
    for (value, &lost) in values.iter_mut().zip(lost) {
        *value = if lost == T::MAX {
            T::NONE
        } else if lost != T::NONE {
            lost
        } else if *value < T::DRAW {
            value.raised().answered(parity)
        } else {
            T::DRAW
        };
    }
    let mut end_finished_game = |place: usize, black: Circles| {
        if lost[place] == T::NONE
            && let Some(value) = value_at_end(rules, black, red)
        {
            values[place] = value;
        }
    };
    if rules.goals().with_circles(red).is_empty() {
        for &(place, black) in on_goals {
            end_finished_game(place, black);
        }
    } else {
        for (place, black) in blacks.enumerate() {
            end_finished_game(place, black);
        }
    }
}

/// Returns the value of a position of the slide phase with Black to move that is not lost; `None`
/// if the game is not finished.
fn value_at_end<T: Scale>(rules: &Rules, black: Circles, red: Circles) -> Option<T> {
    match rules.status(&Position::of_turn(Side::Black, black, red)) {
        Status::Open => None,
        Status::Gift => {
            let won = value_of_outcome(Outcome::Win(0), 2 * PIECES, rules.parity());
            Some(won.unwrap_or(T::DRAW))
        }
        Status::Impossible => Some(T::MAX),
        Status::Over | Status::Void => Some(T::DRAW),
    }
}

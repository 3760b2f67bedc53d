//! A whole variant decoded, for bulk work: all layers in memory, one look-up for each question.
//!
//! Expanding computes what the files leave out, by whole rows. Won slide positions are one ply from
//! the fastest lost position that a slide leads to. The odd layers of the drop phase are one drop
//! from the stored layers after them.

use std::sync::Arc;

use teeko_index::{
    Layer, PairTable, Place, Scale, SolvedLayers, binomial, goal_columns, largest_code,
    orbit_count, parallel, value_of_outcome,
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
    /// the standard board; for the memory that decoding needs, see [`memory_to_expand`].
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
        let is_wide = |layer: &Layer| layer.values::<u16>().is_some();
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

/// Returns an upper bound on the memory in bytes that expanding tables of these rules takes,
/// including what remains in use afterwards.
///
/// A file of a few kilobytes can describe a board whose values fill any memory, so call this before
/// you expand files from elsewhere. The bound exceeds the need by a few per cent. `deepest` is the
/// greatest distance in plies; the files' headers have it.
pub fn memory_to_expand(rules: &Rules, deepest: u32) -> u64 {
    let (board, group) = (rules.board(), rules.symmetries());
    let circles = board.circle_count();
    let bytes_of = |count: u64, size: usize| count * size as u64;
    let orbits = |pieces: usize| orbit_count(circles, &group, pieces, 0);
    // A row for each image of a canonical set of one side, a column for each canonical set of the
    // other side.
    let pairs = |rows: usize, columns: usize| group.order() as u64 * orbits(rows) * orbits(columns);
    let slides = pairs(PIECES, PIECES);
    // While the lost positions of layer 8 are sorted into rows: the values by rank, and by row.
    let sorting = orbits(PIECES) * binomial(circles, PIECES) + slides;
    // Afterwards: the layers of the drop phase, and the last of them twice, since it is transposed.
    let drops: u64 = (0..2 * PIECES)
        .map(|layer| pairs(layer.div_ceil(2), layer / 2))
        .sum();
    let dropping = slides + drops + pairs(PIECES, PIECES - 1);
    let width = if largest_code(deepest, rules.parity()) <= u8::LARGEST_CODE {
        1
    } else {
        2
    };

    // The places of sets and their images. Lists that grow have room for as much again.
    let of_sets = |pieces| {
        let canonical = 2 * size_of::<Circles>() + size_of::<u8>();
        bytes_of(binomial(circles, pieces), size_of::<Place>())
            + bytes_of(orbits(pieces), 2 * canonical)
    };
    let images = group.order() * circles.div_ceil(8) * 256 * size_of::<Circles>();
    let sets = (0..=PIECES).map(of_sets).sum::<u64>() + images as u64;
    // The set of each column, for every image.
    let columns = bytes_of(orbits(PIECES), group.order() * size_of::<u32>());
    // The places that slides lead to from each canonical set, while the won positions of layer 8
    // are found.
    let successors = bytes_of(
        orbits(PIECES),
        size_of::<Vec<Place>>() + 2 * most_slides(rules) * size_of::<Place>(),
    );
    // The drop phase has its own lists of sets, and each thread has a few lists of circles.
    let work = (sets + width * sorting + columns).max(sets + width * 2 * slides + successors);
    work.max(2 * sets + width * dropping + columns) + (1 << 16)
}

impl Table {
    /// Computes the layers from 0 to 8, which is given; only layer 8 if there is no drop file.
    fn layers<T: Scale>(&self, slides: Arc<Layer>) -> Result<Vec<Arc<Layer>>> {
        let (rules, group) = (self.rules(), self.index().group());
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
        let (file, rules) = (self.slide(), self.rules());
        let (group, orbits) = (self.index().group(), self.index().orbits(PIECES));
        // Where the sets meet, the value is above any lost position: the minimum skips it.
        let lost = self.stored_layer::<T>(file, 2 * PIECES, T::MAX)?;
        // In rows by the mover's set: the fastest lost position that a slide leads to.
        let slid = |&set: &Circles| {
            rules
                .slid_sets(set)
                .map(|slid| orbits.place(slid))
                .collect()
        };
        let successors: Vec<Vec<Place>> = orbits.canonical().iter().map(slid).collect();
        let answered = PairTable::<T>::try_new(group.order(), orbits.count(), orbits.count());
        let mut answered = answered.map_err(|_| file.no_memory(file.header().values()))?;
        answered.for_each_row(|row, values| {
            values.fill(T::MAX);
            for place in &successors[row.canonical as usize] {
                let element = group.product(row.element.into(), place.element.into()) as u8;
                let lost = lost.row(Place { element, ..*place });
                for (value, lost) in values.iter_mut().zip(lost) {
                    *value = (*value).min(lost.lowered());
                }
            }
        });
        // In rows by the opponent's set, like the lost positions.
        answered.transpose(group);
        let blacks = || orbits.canonical().iter().copied();
        let on_goals = goal_columns(rules.goals(), blacks());
        answered.for_each_row(|row, values| {
            let red = orbits.set(row, group).all();
            complete_row(rules, red, lost.row(row), values, blacks(), &on_goals);
        });
        Ok(Layer::new(
            2 * PIECES,
            rules.parity(),
            group,
            [orbits, orbits],
            answered,
        ))
    }

    /// Decodes a stored layer into a row for each set of the opponent and a column for each
    /// canonical set of the mover. Where the sets meet the value is `hole`.
    fn stored_layer<T: Scale>(
        &self,
        file: &TableFile,
        layer: usize,
        hole: T,
    ) -> Result<PairTable<T>> {
        let (group, orbits) = (self.index().group(), self.index().orbits(layer / 2));
        // For each canonical set of the opponent: the values by the rank of the mover's set.
        let sets = orbits.sets();
        let no_memory = || file.no_memory(file.header().values());
        let cells = orbits.count().checked_mul(sets).ok_or_else(no_memory)?;
        Vec::<T>::new()
            .try_reserve_exact(cells)
            .map_err(|_| no_memory())?;
        let mut by_rank = vec![T::NONE; cells];
        let chunks = by_rank.chunks_mut(ROWS * sets).enumerate();
        parallel::try_for_each(chunks, |(chunk, rows)| {
            let mut reader = RowReader::new(self, file, layer);
            let mut rows = (chunk * ROWS..).zip(rows.chunks_exact_mut(sets));
            rows.try_for_each(|(number, values)| reader.read(number, hole, values))
        })?;

        // For the image of a canonical set, the mover's set is mapped back.
        let columns = ranks_mapped_back(group, orbits.canonical());
        let values = PairTable::try_new(group.order(), orbits.count(), orbits.count());
        let mut values = values.map_err(|_| no_memory())?;
        values.for_each_row(|row, values| {
            let by_rank = &by_rank[row.canonical as usize * sets..][..sets];
            for (value, &rank) in values.iter_mut().zip(&columns[usize::from(row.element)]) {
                *value = by_rank[rank as usize];
            }
        });
        Ok(values)
    }
}

/// Returns an upper bound on the number of slides of a side.
fn most_slides(rules: &Rules) -> usize {
    let targets = rules
        .board()
        .circles()
        .iter()
        .map(|circle| rules.targets(circle).len());
    PIECES * targets.max().unwrap_or(0)
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
        let won = if *value < T::DRAW {
            value.raised().answered(parity)
        } else {
            T::DRAW
        };
        let not_lost = if lost == T::MAX { T::NONE } else { won };
        *value = if lost == T::NONE || lost == T::MAX {
            not_lost
        } else {
            lost
        };
    }
    let given = value_of_outcome(Outcome::Win(0), 2 * PIECES, parity).unwrap_or(T::DRAW);
    let end = |(place, black): (usize, Circles)| {
        if lost[place] == T::NONE {
            match rules.status(&Position::of_turn(Side::Black, black, red)) {
                Status::Open => {}
                Status::Gift => values[place] = given,
                Status::Impossible => values[place] = T::MAX,
                _ => values[place] = T::DRAW,
            }
        }
    };
    if rules.goals().with_circles(red).is_empty() {
        on_goals.iter().copied().for_each(end);
    } else {
        blacks.enumerate().for_each(end);
    }
}

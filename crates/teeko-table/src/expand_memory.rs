//! The memory that expanding tables takes.

use teeko_index::{Place, Scale, binomial, largest_code, orbit_count};
use teeko_rules::{Circles, PIECES, Rules};

/// Returns an upper bound on the memory in bytes that expanding tables of these rules takes,
/// including what remains in use afterwards.
///
/// A file of a few kilobytes can describe a board whose values fill any memory, so call this before
/// you expand files from elsewhere. The bound exceeds the need by a few per cent. `deepest` is the
/// greatest distance in plies; the files' headers have it.
pub fn memory_to_expand(rules: &Rules, deepest: u32) -> u64 {
    let sizes = Sizes::of(rules);
    let width = if largest_code(deepest, rules.parity()) <= u8::LARGEST_CODE {
        1
    } else {
        2
    };
    let slides = sizes.pairs(PIECES, PIECES);
    // While the lost positions of layer 8 are sorted into rows: the values by rank, and by row.
    let by_rank = sizes.orbits(PIECES) * binomial(sizes.circles, PIECES);
    let sorting = width * (by_rank + slides) + sizes.columns();
    // While the won positions of layer 8 are found: the lost positions, and all of them.
    let finding_wins = width * 2 * slides + successors(rules, &sizes);
    let in_slide_phase = sizes.sets() + sorting.max(finding_wins);

    // Afterwards: the layers of the drop phase, and the last of them twice, since it is transposed.
    let mut drops = sizes.pairs(PIECES, PIECES - 1);
    for layer in 0..2 * PIECES {
        drops += sizes.pairs(layer.div_ceil(2), layer / 2);
    }
    // The drop phase has its own lists of sets.
    let in_drop_phase = 2 * sizes.sets() + width * (slides + drops) + sizes.columns();
    // Each thread has a few lists of circles.
    in_slide_phase.max(in_drop_phase) + (1 << 16)
}

/// The sizes of the lists that expanding makes, in entries or bytes.
struct Sizes {
    circles: usize,
    order: usize,
    /// The number of orbits of the sets of 0 to 4 circles.
    orbits: [u64; PIECES + 1],
}

impl Sizes {
    fn of(rules: &Rules) -> Self {
        let circles = rules.board().circle_count();
        let group = rules.symmetries();
        Self {
            circles,
            order: group.order(),
            orbits: std::array::from_fn(|pieces| orbit_count(circles, &group, pieces, 0)),
        }
    }

    fn orbits(&self, pieces: usize) -> u64 {
        self.orbits[pieces]
    }

    /// Returns the number of values with a row for each image of a canonical set of one side, and a
    /// column for each canonical set of the other side.
    fn pairs(&self, rows: usize, columns: usize) -> u64 {
        self.order as u64 * self.orbits(rows) * self.orbits(columns)
    }

    /// Returns the bytes of the places of all sets, and of the images of circles.
    fn sets(&self) -> u64 {
        let images = self.order * self.circles.div_ceil(8) * 256 * size_of::<Circles>();
        let mut bytes = images as u64;
        for pieces in 0..=PIECES {
            bytes += bytes_of(binomial(self.circles, pieces), size_of::<Place>());
            // Lists that grow have room for as much again.
            let canonical = 2 * size_of::<Circles>() + size_of::<u8>();
            bytes += bytes_of(self.orbits(pieces), 2 * canonical);
        }
        bytes
    }

    /// Returns the bytes of the sets of all columns, for every image.
    fn columns(&self) -> u64 {
        bytes_of(self.orbits(PIECES), self.order * size_of::<u32>())
    }
}

/// Returns the bytes of the places that slides lead to from each canonical set.
fn successors(rules: &Rules, sizes: &Sizes) -> u64 {
    let places = 2 * most_slides(rules) * size_of::<Place>();
    bytes_of(sizes.orbits(PIECES), size_of::<Vec<Place>>() + places)
}

fn bytes_of(count: u64, size: usize) -> u64 {
    count * size as u64
}

/// Returns an upper bound on the number of slides of a side.
fn most_slides(rules: &Rules) -> usize {
    let circles = rules.board().circles().iter();
    let targets = circles.map(|circle| rules.targets(circle).len());
    PIECES * targets.max().unwrap_or(0)
}

//! The memory and time that a solution takes, computed before any work is done.

use std::time::Duration;

use teeko_index::{binomial, orbit_count};
use teeko_rules::{PIECES, Parity, Rules, Scoring};

use crate::drops::one_of_each_last_style;
use crate::line::{BitLine, LINE_BITS};

/// The number of planes for distances of up to 254 plies.
const PLANES_OF_DISTANCES: u64 = 8;

/// The number of planes that a slide phase is expected to need: three working planes, and those of
/// the distances.
const PLANES: u64 = 3 + PLANES_OF_DISTANCES;

/// Returns an upper bound on the memory that solving these rules takes, in bytes, apart from the
/// program itself and its threads: planes, lists of slides, and the last drop layer with both
/// choices of the last drop, at one byte for each value.
///
/// It holds for distances of up to 254 plies; each doubling beyond takes one more plane. Where
/// distances have no parity, there is one more plane of each kind.
pub fn memory_needed(rules: &Rules) -> u64 {
    let plain = memory_of_game(rules);
    match rules.scoring() {
        Scoring::Goals => plain,
        // All threshold games are kept.
        Scoring::Points => plain * rules.thresholds().len() as u64,
        Scoring::Pips => plain + memory_of_attacks(rules),
    }
}

/// An upper bound on the bits of an attack's packed codes for each pair of a set of one side and a
/// canonical set of the other. Measured with goal set 44: the whole solution takes 0.7 GB, and this
/// bound gives 0.9 GB.
const BITS_OF_ATTACKS: u64 = 3;

/// Returns the memory for the attacks of numbered pieces: packed planes of both kinds for each, and
/// drop layers for both sides as attacker.
fn memory_of_attacks(rules: &Rules) -> u64 {
    let sizes = Sizes::of(rules);
    let group = rules.symmetries();
    let mut bytes = 0;
    for heavy in 1..=PIECES {
        let attackers = orbit_count(sizes.circles, &group, heavy, PIECES - heavy);
        let slides = 2 * attackers * sizes.rows() * BITS_OF_ATTACKS / 8;
        let drops = 3 * sizes.order * attackers * sizes.smaller;
        // Each number of heavy pieces occurs twice, except that of the plain game.
        let games = if heavy < PIECES { 2 } else { 1 };
        bytes += games * (slides + drops);
    }
    bytes
}

fn memory_of_game(rules: &Rules) -> u64 {
    let sizes = Sizes::of(rules);
    let expanded = sizes.rows() * LINE_BITS as u64;
    let last_layer = sizes.order * sizes.smaller * sizes.canonical;
    let planes = if rules.parity() == Parity::Fixed {
        PLANES
    } else {
        PLANES + 2
    };
    planes * sizes.slide_plane() + sizes.lists() + expanded + 4 * last_layer
}

/// The sizes that the memory for some rules follows from.
struct Sizes {
    order: u64,
    /// The number of canonical sets of four circles, and of three.
    canonical: u64,
    smaller: u64,
    /// The number of circles of the board, and of pairs of circles that a slide connects.
    circles: usize,
    targets: u64,
    /// The most circles that a slide can lead to from four circles.
    slides: u64,
}

impl Sizes {
    fn of(rules: &Rules) -> Self {
        let circles = rules.board().circle_count();
        let group = rules.symmetries();
        let mut targets = 0;
        let mut most = 0;
        for from in rules.board().circles() {
            let slides = rules.targets(from).len();
            targets += slides;
            most = most.max(slides);
        }
        Self {
            order: group.order() as u64,
            canonical: orbit_count(circles, &group, PIECES, 0),
            smaller: orbit_count(circles, &group, PIECES - 1, 0),
            circles,
            targets: targets as u64,
            slides: (PIECES * most) as u64,
        }
    }

    fn rows(&self) -> u64 {
        self.order * self.canonical
    }

    /// Returns the number of blocks of a plane with rows and columns for these numbers of canonical
    /// sets.
    fn blocks(&self, rows: u64, columns: u64) -> u64 {
        rows.div_ceil(self.tile()) * columns.div_ceil(self.tile())
    }

    /// Returns the canonical sets of a tile, which are the lines of a block.
    fn tile(&self) -> u64 {
        LINE_BITS as u64 / self.order
    }

    /// Returns the bytes of a plane with rows and columns for these numbers of canonical sets.
    fn plane(&self, rows: u64, columns: u64) -> u64 {
        self.blocks(rows, columns) * self.tile() * LINE
    }

    fn slide_plane(&self) -> u64 {
        self.plane(self.canonical, self.canonical)
    }

    /// Returns the bytes of the lists of slides between sets, both ways, and of the column tiles
    /// that two threads work on.
    fn lists(&self) -> u64 {
        let slides = self.targets * binomial(self.circles - 2, PIECES - 1) / self.order;
        // A set with symmetries has slides both from it and to it for each of its images.
        let symmetric = (self.rows() - binomial(self.circles, PIECES)) / self.order;
        let slides = slides + (2 + self.order) * symmetric * self.slides;
        // Four slides of one symmetry stand together, with its number.
        let fours = slides / 4 + self.order * self.canonical;
        // Where the lists of a set begin.
        let starts = 3 * 4 * self.canonical;
        // The lines of a tile, and its marks.
        let tile = 2 * self.canonical * LINE;
        (4 * 4 + 1) * fours + 8 * slides + starts + 2 * tile
    }
}

/// The bytes of the program and of what its threads work on.
const PROGRAM: u64 = 23_000_000;

/// The bytes of a line.
const LINE: u64 = size_of::<BitLine>() as u64;

/// Returns an upper bound on the memory that [`solve_counted`](crate::solve_counted) takes for rule
/// sets that share their slide phase, in bytes. `keep_undecided` adds a plane of the undecided
/// positions. The bound covers the planes of the slide phase and of layers 7 and 6 with each choice
/// of the last drops, the lists of slides and drops, and the distances of layer 6.
pub fn memory_to_count(rules: &[Rules], keep_undecided: bool) -> u64 {
    let Some(first) = rules.first() else { return 0 };
    let sizes = Sizes::of(first);
    let free = u64::from(first.parity() == Parity::Free);
    let planes = 2 + free + u64::from(keep_undecided);
    let styles = one_of_each_last_style(rules).len() as u64;
    let seven = 3 * sizes.plane(sizes.smaller, sizes.canonical);
    // Its values take less than the planes of the slide phase, which are gone by then.
    let six = (3 + PLANES_OF_DISTANCES + free) * sizes.plane(sizes.smaller, sizes.smaller);
    let drops =
        sizes.circles as u64 * 5 * sizes.order * sizes.smaller + PIECES as u64 * 5 * sizes.rows();
    // The lists of what a half-step has added, by block of all planes.
    let by_block = 450 * sizes.blocks(sizes.canonical, sizes.canonical);
    let of_slides = planes * sizes.slide_plane() + sizes.lists() + by_block + PROGRAM;
    of_slides + styles * (seven + drops + six + drops)
}

/// Returns the memory of the layers of a slide phase and of all its drop plans alone, in bytes, at
/// one byte for each value: the slide phase, the last drop layer with both choices of the drop, and
/// as much again for all other drop layers.
pub fn memory_of_layers(rules: &Rules) -> u64 {
    let sizes = Sizes::of(rules);
    sizes.rows() * (sizes.canonical + 4 * sizes.smaller)
}

/// Returns the processor time that solving takes for each orbit of the slide phase, in nanoseconds,
/// drop phase included: 14 on a board of ten million orbits, and more for every further factor of
/// ten. It grows because less of a plane fits into a cache, and with the number of plies. Measured
/// with goal set 44 on two cores of a Zen 4: 13 on 5 x 5, 12 on 6 x 6 and 30 on 7 x 7.
fn nanoseconds(orbits: u64) -> u64 {
    const OF_TEN_MILLION: f64 = 14.0;
    const MORE: f64 = 7.0;
    let tenfolds = (orbits.max(1) as f64 / 1e7).log10();
    (OF_TEN_MILLION + MORE * tenfolds.max(0.0)) as u64
}

/// Estimates the time that solving these rules takes with `threads` threads. Slow machines and many
/// plies can take several times as long.
pub fn time_needed(rules: &Rules, threads: usize) -> Duration {
    let orbits = orbit_count(
        rules.board().circle_count(),
        &rules.symmetries(),
        PIECES,
        PIECES,
    );
    let games = match rules.scoring() {
        Scoring::Goals => 1,
        Scoring::Points => rules.thresholds().len() as u64,
        // Measured: 35 times the plain game.
        Scoring::Pips => 40,
    };
    Duration::from_nanos(games * orbits * nanoseconds(orbits) / threads.max(1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use teeko_testing::rules;

    fn needed(variant: &str) -> u64 {
        memory_needed(&rules(variant))
    }

    #[test]
    fn small_boards_fit_anywhere_and_the_largest_hardly_anywhere() {
        assert!(needed("44-ssss+4x4") < 10 << 20);
        assert!((50 << 20..100 << 20).contains(&needed("44-ssss")));
        assert!((8 << 30..14 << 30).contains(&needed("44-ssss+7x7")));
        assert!((60 << 30..90 << 30).contains(&needed("44-ssss+8x8")));
    }

    #[test]
    fn planes_are_as_large_as_the_layout_makes_them() {
        for variant in ["44-ssss+4x4", "44-ssss", "58-ssss+4x6", "44-ssss+6x6"] {
            let rules = rules(variant);
            let lines = Layout::new(&rules).rows.lines() as u64;
            assert_eq!(Sizes::of(&rules).slide_plane(), lines * LINE, "{variant}");
        }
    }

    /// Measured on two threads: 225 MB on 6 x 6 and 2,518 MB on 7 x 7, with the plane of undecided
    /// positions.
    #[test]
    fn counting_takes_a_third() {
        let to_count = |variant, keep_undecided| memory_to_count(&[rules(variant)], keep_undecided);
        for (variant, measured) in [("44-ssss+6x6", 225_000_000), ("44-ssss+7x7", 2_518_000_000)] {
            let expected = to_count(variant, true);
            assert!(
                (measured..measured * 11 / 10).contains(&expected),
                "{variant}: {expected}"
            );
        }
        assert!(to_count("44-ssss+8x8", false) < 16_000_000_000);
        let more_plans = ["44-ssss+6x6", "44-psps+6x6", "44-pppp+6x6"].map(rules);
        assert!(memory_to_count(&more_plans, true) > to_count("44-ssss+6x6", true));
        assert_eq!(memory_to_count(&[], true), 0);
    }
}

//! What a solution takes: bounds on its memory, estimates of its time, and of the half-steps that
//! are saved. They are made before any work is done.
//!
//! Sizes of planes are those of the layout. All other numbers are measured, and stand here with what
//! they were measured with.

use teeko_index::{Place, binomial, orbit_count, slide_orbits};
use teeko_rules::{PIECES, Parity, Rules, Scoring};

use crate::drops::one_of_each_last_style;
use crate::line::{BitLine, LINE_BITS};
use crate::moves::BYTES_OF_FOUR;
use crate::plane_shape::PlaneShape;

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

    /// Returns the shape of a plane with rows and columns for these numbers of canonical sets.
    fn shape(&self, rows: u64, columns: u64) -> PlaneShape {
        PlaneShape::new(self.order as usize, rows as usize, columns as usize)
    }

    /// Returns the bytes of such a plane.
    fn plane(&self, rows: u64, columns: u64) -> u64 {
        self.shape(rows, columns).lines() as u64 * LINE
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
        // The lines of a tile, and those that a drop layer copies.
        let tile = 2 * self.canonical * LINE;
        BYTES_OF_FOUR * fours + size_of::<Place>() as u64 * slides + starts + 2 * tile
    }
}

/// The bytes of the lists of what a half-step has added, for each block of the slide phase, those of
/// all planes and layers included. So fitted that [`memory_to_count`] is a few per cent above the
/// peaks on 6 x 6 and 7 x 7 that its test has.
const LISTS_OF_BLOCK: u64 = 450;

/// The bytes of the program and of what two threads work on, fitted in the same way.
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
    let blocks = sizes.shape(sizes.canonical, sizes.canonical).blocks() as u64;
    let by_block = LISTS_OF_BLOCK * blocks;
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

/// The processor time, in nanoseconds for each orbit of the slide phase, to solve a board of ten
/// million orbits with both phases, and what every further factor of ten adds: less of a plane fits
/// into a cache, and there are more plies. Measured with goal set 44 on two cores of a Zen 4: 13 on
/// 5 x 5, 12 on 6 x 6 and 30 on 7 x 7.
const SOLVING: f64 = 14.0;
const SOLVING_MORE: f64 = 7.0;

/// The time for all attacks of a game with numbered pieces, in times of the plain game. Measured: 35.
const ATTACKS: u64 = 40;

/// The processor time to save half-steps, in nanoseconds for each orbit of the slide phase.
/// Measured on 6 x 6.
const SAVING: u64 = 8;

/// An upper bound on the bits of saved half-steps for each orbit of the slide phase. Measured with
/// goal set 44: 6 on 6 x 6, 9 on 7 x 7.
const SAVED_BITS: u64 = 10;

/// The processor time that a solution takes, in nanoseconds. Slow machines and many plies can take
/// several times as long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeNeeded {
    /// The time for the slide phase.
    pub slides: u64,
    /// The time for the drop phase of one rule set.
    pub drops: u64,
}

/// Estimates the processor time that solving these rules takes with all values in memory.
pub fn time_needed(rules: &Rules) -> TimeNeeded {
    let all = time_of_rules(rules);
    // Measured with one rule set.
    let slides = match rules.scoring() {
        Scoring::Goals | Scoring::Points => all * 4 / 5,
        Scoring::Pips => all * 2 / 5,
    };
    TimeNeeded {
        slides,
        drops: all - slides,
    }
}

/// Estimates the processor time that [`solve_counted`](crate::solve_counted) takes for these rules,
/// in nanoseconds. Without `keep_undecided` it takes a third more.
pub fn time_to_count(rules: &Rules, keep_undecided: bool) -> u64 {
    let all = time_of_rules(rules);
    if keep_undecided { all } else { all * 4 / 3 }
}

/// Estimates the processor time to save the half-steps of a slide phase in a
/// [`Journal`](crate::Journal), in nanoseconds.
pub fn time_to_save(rules: &Rules) -> u64 {
    SAVING * slide_orbits(rules)
}

/// Returns an upper bound on the bytes of the half-steps of a slide phase in a
/// [`Journal`](crate::Journal).
pub fn size_of_half_steps(rules: &Rules) -> u64 {
    slide_orbits(rules) * SAVED_BITS / 8
}

/// Returns the processor time for both phases of these rules, in nanoseconds.
fn time_of_rules(rules: &Rules) -> u64 {
    let orbits = slide_orbits(rules);
    let tenfolds = (orbits.max(1) as f64 / 1e7).log10();
    let of_orbit = (SOLVING + SOLVING_MORE * tenfolds.max(0.0)) as u64;
    let games = match rules.scoring() {
        Scoring::Goals => 1,
        Scoring::Points => rules.thresholds().len() as u64,
        Scoring::Pips => ATTACKS,
    };
    games * orbits * of_orbit
}

/// Estimates the share of the time of a slide phase that has passed at a ply, when the last half-step
/// for wins and the last one for losses have together decided `lately` of all positions.
///
/// All plies take about the same time, until so few positions are decided (about 1 in 4,000) that
/// most of a plane is skipped. Until then the logarithm of the number decided falls in a straight
/// line. The first plies decide many easy positions and tell little. Measured with seven rule sets
/// on 25 and 36 circles, the share of the time is off by 0.1 on the way and by 0.2 where a phase
/// ends early or late.
pub(crate) fn share_of_time(ply: u32, lately: f64) -> f64 {
    let square = f64::from(ply).powi(2);
    (-0.33 * lately.log10() - 0.15)
        .min(square / (square + 60.0))
        .clamp(0.0, 0.98)
}

#[cfg(test)]
mod tests {
    use super::*;
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

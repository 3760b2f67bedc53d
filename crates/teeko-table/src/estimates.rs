//! What tables will take: their size, and the time to write them. All numbers are measured, and stand
//! here with what they were measured with.

use teeko_index::slide_orbits;
use teeko_rules::{Rules, Scoring};

use crate::draft::Compression;

/// An upper bound on the bytes of a slide file for each orbit of the slide phase. Measured: 0.04
/// with goal set 44, 0.09 with 58 and 0.18 with 78 on the standard board, 0.09 with 44 on 6 x 6,
/// 0.17 on 7 x 7, 0.21 with rules that have no symmetry.
const SLIDE_FILE: f64 = 0.24;

/// The same for a drop file. Measured: 0.01 with goal set 44, 0.02 with 58, 0.03 with 78.
const DROP_FILE: f64 = 0.04;

/// The processor time in nanoseconds to write a slide file, for each orbit of the slide phase of
/// the standard board; most of it is compression. `WRITING_MORE` is added for every factor of ten
/// in orbits, up to those of 6 x 6, where it is about 280 with goal set 44.
const WRITING_SLIDES: f64 = 150.0;
const WRITING_MORE: f64 = 110.0;

/// The same for boards that are compressed at a lower level. Measured with goal set 44 on 7 x 7.
const WRITING_LARGE_SLIDES: f64 = 90.0;

/// The same for a drop file.
const WRITING_DROPS: f64 = 16.0;

/// Returns upper estimates for the tables of `rule_sets` rule sets that share the slide phase of
/// `rules`: bytes on disk, and processor time to write them in nanoseconds.
pub fn estimated_size_and_time(rules: &Rules, rule_sets: usize) -> (u64, u64) {
    let orbits = slide_orbits(rules) as f64;
    // Measured with goal set 44: the files of numbered pieces are 12 times as large as those of the
    // plain game and take a hundred times as long to write.
    let games = match rules.scoring() {
        Scoring::Goals => 1.0,
        Scoring::Points => rules.thresholds().len() as f64,
        Scoring::Pips => 40.0,
    };
    let writing_slides = if Compression::of(rules) == Compression::default() {
        WRITING_SLIDES + WRITING_MORE * (orbits / 1e7).log10().max(0.0)
    } else {
        WRITING_LARGE_SLIDES
    };
    let rule_sets = rule_sets as f64;
    let bytes = games * orbits * (SLIDE_FILE + rule_sets * DROP_FILE);
    let nanoseconds = games * orbits * (writing_slides + rule_sets * WRITING_DROPS);
    (bytes as u64, nanoseconds as u64)
}

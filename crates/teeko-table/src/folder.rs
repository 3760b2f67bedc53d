//! Folders of table files: a slide file for each slide phase and a drop file for each rule set,
//! named after the rules.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use teeko_index::orbit_count;
use teeko_rules::{NamedRules, PIECES, Rules, Scoring};

use crate::draft::Compression;
use crate::error::{Result, TableError};
use crate::names::TableName;
use crate::reader::TableFile;
use crate::scored::ScoredTable;
use crate::table::{SharedIndex, Table};

/// Opens the tables of a rule set in a folder. Returns `None` if one of the two files is absent.
///
/// # Errors
/// If a file cannot be read, is not an intact table file, or is of other rules.
pub fn open_tables(folder: &Path, named: &NamedRules) -> Result<Option<Table>> {
    let name = TableName {
        rules: named.name().clone(),
        points: None,
    };
    let Some((slide, drop)) = open_both(folder, &name)? else {
        return Ok(None);
    };
    Table::new(slide, Some(drop), named.rules()).map(Some)
}

/// Opens the slide file and the drop file with a name. Returns `None` if one of them is absent.
fn open_both(folder: &Path, name: &TableName) -> Result<Option<(TableFile, TableFile)>> {
    let slide = open_if_there(&folder.join(name.slide_file()))?;
    Ok(slide.zip(open_if_there(&folder.join(name.drop_file()))?))
}

/// Opens the tables of all threshold games of a rule set in a folder; a game that is not for points
/// has only its own. Returns `None` if one of the files is absent.
///
/// `cache` returns, for a slide file, the most bytes of decoded blocks that its table keeps.
///
/// # Errors
/// As for [`open_tables`].
pub fn open_scored_tables(
    folder: &Path,
    named: &NamedRules,
    cache: impl Fn(&TableFile) -> usize,
) -> Result<Option<ScoredTable>> {
    let rules = named.rules();
    // Attacks with the same number of heavy pieces share an index.
    let indexes: [SharedIndex; PIECES + 1] = Default::default();
    let mut games = Vec::new();
    for least in rules.thresholds() {
        let points = (!games.is_empty()).then_some(least);
        let name = TableName {
            rules: named.name().clone(),
            points,
        };
        let Some((slide, drop)) = open_both(folder, &name)? else {
            return Ok(None);
        };
        let bytes = cache(&slide);
        let table = match points {
            Some(points) if rules.scoring() == Scoring::Pips => {
                let index = Arc::clone(&indexes[Rules::heavy_pieces(points)]);
                Table::of_attack(slide, drop, rules, points, index)?
            }
            _ => Table::new(slide, Some(drop), &rules.threshold_game(least))?,
        };
        games.push((least, table.with_cache(bytes)));
    }
    Ok(Some(ScoredTable {
        rules: Arc::clone(rules),
        games,
    }))
}

/// Opens the table file at a path. Returns `None` if nothing is there.
///
/// # Errors
/// If the file cannot be read or is not an intact table file.
pub fn open_if_there(path: &Path) -> Result<Option<TableFile>> {
    match TableFile::open_path(path) {
        Err(TableError::Io { cause, .. }) if cause.kind() == ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    }
}

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
    let orbits = orbit_count(
        rules.board().circle_count(),
        &rules.symmetries(),
        PIECES,
        PIECES,
    ) as f64;
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

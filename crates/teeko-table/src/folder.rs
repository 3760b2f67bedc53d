//! Folders of table files: a slide file for each slide phase and a drop file for each rule set,
//! named after the rules.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use teeko_rules::{NamedRules, PIECES, Rules, Scoring};

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

//! Probing: the outcome of any position from the files of a variant.

use teeko_index::Census;
use teeko_rules::{Move, Oracle, OracleError, Outcome, PIECES, Position, Rules, Status, Wdl};

use crate::Kind;
use crate::cache::BlockCache;
use crate::error::TableError;
use crate::hash::ContentHash;
use crate::header::goal_set;
use crate::reader::TableFile;
use crate::scheme::CellIndex;
use crate::search::{Chosen, Hints};
use crate::values::{drop_outcome, lost_in};

/// The bytes of decoded blocks that a [`Table`] keeps by default.
pub const DEFAULT_CACHE: usize = 2 << 20;

/// The tables of a variant, open for probing. A look-up decodes only the blocks it needs; see
/// [`Table::with_cache`].
#[derive(Debug)]
pub struct Table {
    rules: Rules,
    pub(crate) index: CellIndex,
    slide: TableFile,
    drop: Option<TableFile>,
    cache: BlockCache,
}

impl Table {
    /// Opens the tables of `rules` from their slide file and drop file.
    ///
    /// Without a drop file, only positions of the slide phase can be looked up. Only the board,
    /// goals and step of the rules matter then.
    ///
    /// # Errors
    /// [`TableError::OtherRules`] with the first difference if a file is of other rules,
    /// [`TableError::OtherSlideFile`] if the drop file belongs to another slide file.
    pub fn new(
        slide: TableFile,
        drop: Option<TableFile>,
        rules: &Rules,
    ) -> Result<Self, TableError> {
        expect_rules(&slide, Kind::Slide, rules)?;
        if let Some(drop) = &drop {
            expect_rules(drop, Kind::Drop, rules)?;
            expect_slide_file(&slide, drop)?;
        }
        let cache = BlockCache::new(DEFAULT_CACHE);
        Ok(Self { rules: rules.clone(), index: CellIndex::new(rules), slide, drop, cache })
    }

    /// Opens the tables with the rules that the files state: those of the drop file, or else those
    /// of the slide file.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use teeko_table::{Table, TableFile};
    ///
    /// # #[cfg(feature = "file")] {
    /// let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    /// let slide = TableFile::open_path(&folder.join("centre.slide"))?;
    /// let drop = TableFile::open_path(&folder.join("centre.drop"))?;
    /// let table = Table::open(slide, Some(drop))?;
    /// assert_eq!(table.rules().goals().patterns().len(), 1);
    /// # }
    /// # Ok::<(), teeko_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Table::new`]: the files may be of the wrong kind, or not belong together.
    pub fn open(slide: TableFile, drop: Option<TableFile>) -> Result<Self, TableError> {
        let rules = drop.as_ref().unwrap_or(&slide).header().rules().clone();
        Self::new(slide, drop, &rules)
    }

    /// Replaces the cache by an empty one for this many bytes of decoded blocks. The default is
    /// [`DEFAULT_CACHE`].
    #[must_use]
    pub fn with_cache(self, bytes: usize) -> Self {
        Self { cache: BlockCache::new(bytes), ..self }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the slide file.
    pub fn slide(&self) -> &TableFile {
        &self.slide
    }

    /// Returns the drop file.
    pub fn drop_file(&self) -> Option<&TableFile> {
        self.drop.as_ref()
    }

    /// Returns the census of all layers that the files have, from their headers.
    pub fn census(&self) -> Census {
        let mut census = Census::new();
        for file in [Some(&self.slide), self.drop.as_ref()].into_iter().flatten() {
            for (layer, class, positions) in file.header().census().entries() {
                census.layer_mut(layer).add(class, positions);
            }
        }
        census
    }

    /// Returns the outcome of a position for the side to move. A finished game is lost in 0 plies.
    ///
    /// Returns `None` if there is no such position: the sets overlap or leave the board, alternate
    /// drops do not lead to the piece counts or the turn, or the side to move has a goal already.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if a block that is needed is damaged, [`TableError::NoDropFile`] if
    /// a drop file is needed and there is none.
    pub fn outcome(&self, position: &Position) -> Result<Option<Outcome>, TableError> {
        let layer = position.layer();
        if !position.fits(self.rules.board()) {
            return Ok(None);
        }
        match self.rules.status(position) {
            Status::Open if layer == 2 * PIECES => self.slide_outcome(position).map(Some),
            Status::Open => self.drop_phase_outcome(position).map(Some),
            ended => Ok(ended.ended()),
        }
    }

    /// Returns the distance of a position of the slide phase if it is lost.
    pub(crate) fn lost_in(&self, position: &Position) -> Result<Option<u32>, TableError> {
        self.value(&self.slide, position).map(|value| lost_in(value, self.rules.parity()))
    }

    /// Returns whether a position of the slide phase is lost.
    pub(crate) fn is_lost(&self, position: &Position) -> Result<bool, TableError> {
        self.cache.is_set(&self.slide, self.cell(position))
    }

    /// Returns whether a position of the slide phase is lost if no block need be decoded for that.
    pub(crate) fn is_known_lost(&self, position: &Position) -> Option<bool> {
        self.cache.is_known_set(&self.slide, self.cell(position))
    }

    /// Returns the outcome of an open position of the drop phase.
    fn drop_phase_outcome(&self, position: &Position) -> Result<Outcome, TableError> {
        let (layer, drop) = (position.layer(), self.expect_drop_file(position.layer())?);
        if layer.is_multiple_of(2) {
            return Ok(drop_outcome(self.value(drop, position)?, self.rules.parity()));
        }
        if layer + 1 == 2 * PIECES {
            return self.last_drop_outcome(position);
        }
        let mut chosen = Chosen::new(&self.rules, position);
        for circle in self.rules.drops(position) {
            let next = position.after(Move::Drop(circle));
            chosen.compare(match self.rules.status(&next).ended() {
                Some(ended) => ended,
                None => drop_outcome(self.value(drop, &next)?, self.rules.parity()),
            });
        }
        Ok(chosen.outcome())
    }

    /// Returns the drop file, for a question about a position of this layer.
    ///
    /// # Errors
    /// [`TableError::NoDropFile`] if there is none.
    pub(crate) fn expect_drop_file(&self, layer: usize) -> Result<&TableFile, TableError> {
        let name = || self.slide.name().to_owned();
        self.drop.as_ref().ok_or_else(|| TableError::NoDropFile { name: name(), layer })
    }

    /// Returns the value of a position in a stored layer.
    fn value(&self, file: &TableFile, position: &Position) -> Result<u32, TableError> {
        self.cache.value(file, self.cell(position))
    }

    fn cell(&self, position: &Position) -> u64 {
        self.index.cell(position.mover(), position.opponent())
    }
}

impl Oracle for Table {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.outcome(position)?)
    }

    fn have_result(
        &self,
        positions: &[Position],
        result: Wdl,
    ) -> Result<Vec<Option<bool>>, OracleError> {
        let mut hints = Hints::default();
        let mut has = |position| self.has_result(position, result, &mut hints);
        Ok(positions.iter().map(&mut has).collect::<Result<_, TableError>>()?)
    }
}

/// Checks that a drop file belongs to this slide file.
///
/// # Errors
/// [`TableError::OtherSlideFile`] if it was made from another one.
pub fn expect_slide_file(slide: &TableFile, drop: &TableFile) -> Result<(), TableError> {
    match drop.header().slide_hash() {
        None => Ok(()),
        Some(expected) => {
            expect_hash(drop.name(), expected, slide.name(), slide.header().content_hash())
        }
    }
}

/// Checks the hash of the slide file that goes with a file.
pub(crate) fn expect_hash(
    name: &str,
    expected: ContentHash,
    slide_name: &str,
    found: ContentHash,
) -> Result<(), TableError> {
    if expected == found {
        return Ok(());
    }
    let (name, slide_name) = (name.to_owned(), slide_name.to_owned());
    let (expected, found) = (expected.to_string(), found.to_string());
    Err(TableError::OtherSlideFile { name, slide_name, expected, found })
}

/// Checks that a file is of this kind and these rules; for a slide file only their board, goals and
/// step matter.
///
/// # Errors
/// [`TableError::OtherRules`] with the first difference.
pub fn expect_rules(file: &TableFile, kind: Kind, expected: &Rules) -> Result<(), TableError> {
    let (header, found) = (file.header(), file.header().rules());
    let mut comparisons = vec![
        ("kind of file", kind.name().to_owned(), header.kind().name().to_owned()),
        ("board", expected.board().to_string(), found.board().to_string()),
        ("goals", goals_unlike(expected, found), goals_unlike(found, expected)),
        ("step", step_unlike(expected, found), step_unlike(found, expected)),
    ];
    if !kind.is_slide() {
        comparisons.extend([
            ("drop plan", expected.plan().to_string(), found.plan().to_string()),
            ("centre ban", on_or_off(expected.centre_ban()), on_or_off(found.centre_ban())),
            ("pass rule", on_or_off(expected.pass_rule()), on_or_off(found.pass_rule())),
        ]);
    }
    let Some((field, expected, found)) =
        comparisons.into_iter().find(|(_, expected, found)| expected != found)
    else {
        return Ok(());
    };
    let name = match header.variant() {
        Some(variant) if header.kind() == Kind::Drop => format!("{} (of {variant})", file.name()),
        _ => file.name().to_owned(),
    };
    Err(TableError::OtherRules { name, field, expected, found })
}

fn on_or_off(chosen: bool) -> String {
    (if chosen { "on" } else { "off" }).to_owned()
}

/// Returns the name of the goals, or else their number and one goal that the other rules do not
/// have.
fn goals_unlike(rules: &Rules, other: &Rules) -> String {
    match goal_set(rules) {
        Some(set) => set.to_string(),
        None => describe_unlike("goals", rules.goals().patterns(), other.goals().patterns()),
    }
}

/// Returns the name of the step, or else the number of offsets and one that the other rules do not
/// have.
fn step_unlike(rules: &Rules, other: &Rules) -> String {
    match rules.step().name() {
        Some(name) => name.to_owned(),
        None => describe_unlike("offsets", rules.step().offsets(), other.step().offsets()),
    }
}

/// Describes an ascending list by its length and the first item that another list does not have.
/// Two lists have the same description only if they are equal, or one contains the other.
fn describe_unlike<T: Ord + std::fmt::Debug>(what: &str, items: &[T], others: &[T]) -> String {
    let unlike = items.iter().find(|item| others.binary_search(item).is_err());
    let example = unlike.map(|item| format!(" with {item:?}")).unwrap_or_default();
    format!("{} {what}{example}", items.len())
}

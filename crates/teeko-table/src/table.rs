//! The tables of a variant, opened, and what they store of a position.

use std::sync::{Arc, OnceLock};

use teeko_index::{Census, WeighedSet};
use teeko_rules::{Move, Outcome, PIECES, Position, Rules, Side, Status};

use crate::cache::BlockCache;
use crate::error::{Result, TableError};
use crate::file_kind::FileKind;
use crate::matching::{expect_rules, expect_slide_file};
use crate::reader::TableFile;
use crate::scheme::CellIndex;
use crate::values::{drop_outcome, lost_in, plies_of_value};

/// The bytes of decoded blocks that a [`Table`] keeps by default.
pub const DEFAULT_CACHE: usize = 2 << 20;

/// An index that tables share. The index of an attack is built when it is first needed.
pub type SharedIndex = Arc<OnceLock<CellIndex>>;

/// The tables of a variant, open for probing. A look-up decodes only the blocks it needs; see
/// [`Table::with_cache`].
#[derive(Debug)]
pub struct Table {
    rules: Rules,
    /// In an attack, the points that the attacker is to force, else 0.
    points: u8,
    index: SharedIndex,
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
    /// [`TableError::Unfit`] if the drop file belongs to another slide file.
    pub fn new(slide: TableFile, drop: Option<TableFile>, rules: &Rules) -> Result<Self> {
        expect_rules(&slide, FileKind::Slide, rules, 0)?;
        if let Some(drop) = &drop {
            expect_rules(drop, FileKind::Drop, rules, 0)?;
            expect_slide_file(&slide, drop)?;
        }
        let cache = BlockCache::new(DEFAULT_CACHE);
        let index = Arc::new(CellIndex::new(rules).into());
        Ok(Self {
            rules: rules.clone(),
            points: 0,
            index,
            slide,
            drop,
            cache,
        })
    }

    /// Opens the tables of an attack: the threshold game for `points` points under `rules`, which
    /// have numbered pieces.
    ///
    /// They answer [`Table::forces`] alone. `index` is the index of the attack, or of one for other
    /// points with the same number of heavy pieces.
    ///
    /// # Errors
    /// As for [`Table::new`].
    pub fn of_attack(
        slide: TableFile,
        drop: TableFile,
        rules: &Rules,
        points: u8,
        index: SharedIndex,
    ) -> Result<Self> {
        let plain = rules.plain_game();
        expect_rules(&slide, FileKind::AttackSlide, &plain, points)?;
        expect_rules(&drop, FileKind::AttackDrop, &plain, points)?;
        expect_slide_file(&slide, &drop)?;
        let cache = BlockCache::new(DEFAULT_CACHE);
        Ok(Self {
            rules: rules.clone(),
            points,
            index,
            slide,
            drop: Some(drop),
            cache,
        })
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
    pub fn open(slide: TableFile, drop: Option<TableFile>) -> Result<Self> {
        let rules = drop
            .as_ref()
            .unwrap_or(&slide)
            .header()
            .description
            .rules
            .clone();
        Self::new(slide, drop, &rules)
    }

    /// Replaces the cache by an empty one for this many bytes of decoded blocks. The default is
    /// [`DEFAULT_CACHE`].
    #[must_use]
    pub fn with_cache(self, bytes: usize) -> Self {
        Self {
            cache: BlockCache::new(bytes),
            ..self
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the points that the attacker is to force, in other games 0.
    pub(crate) fn points(&self) -> u8 {
        self.points
    }

    pub(crate) fn index(&self) -> &CellIndex {
        self.index
            .get_or_init(|| CellIndex::of_points(&self.rules, self.points))
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
        let mut census = Census::default();
        for (layer, class, positions) in self
            .files()
            .flat_map(|file| file.header().description.census.entries())
        {
            census.layer_mut(layer).add(class, positions);
        }
        census
    }

    /// Lists the slide file and, if there is one, the drop file.
    pub(crate) fn files(&self) -> impl Iterator<Item = &TableFile> {
        [&self.slide].into_iter().chain(&self.drop)
    }

    /// Returns the plies in which `side` forces the points of an attack from a position that a file
    /// stores.
    pub(crate) fn stored_attack(&self, side: Side, position: &Position) -> Result<Option<u32>> {
        let pieces = WeighedSet::of_threshold(position, side, self.points);
        let cell = self
            .index()
            .cell_of_attack(side, pieces, position.pieces(side.other()));
        let is_slide = position.layer() == 2 * PIECES;
        let file = if is_slide {
            &self.slide
        } else {
            self.expect_drop_file(position.layer())?
        };
        Ok(plies_of_value(
            self.cache.value(file, cell)?,
            position.turn == side,
        ))
    }

    /// Returns the drop file, for a question about a position of this layer.
    ///
    /// # Errors
    /// [`TableError::Unfit`] if there is none.
    pub(crate) fn expect_drop_file(&self, layer: usize) -> Result<&TableFile> {
        self.drop.as_ref().ok_or_else(|| {
            let expected = "slide file alone: expected a drop file with it for a position of";
            TableError::unfit(self.slide.name(), format!("{expected} {layer} pieces"))
        })
    }

    /// Returns the outcome of an open position of an even layer of the drop phase.
    pub(crate) fn stored_drop(&self, position: &Position) -> Result<Outcome> {
        let file = self.expect_drop_file(position.layer())?;
        let value = self.value(file, position)?;
        Ok(drop_outcome(value, self.rules.parity()))
    }

    /// Returns the distance of a position of the slide phase if it is lost. In an attack the side
    /// to move is the defender.
    pub(crate) fn stored_loss(&self, position: &Position) -> Result<Option<u32>> {
        if self.points > 0 {
            return self.stored_attack(position.turn.other(), position);
        }
        let value = self.value(&self.slide, position)?;
        Ok(lost_in(value, self.rules.parity()))
    }

    /// Returns whether a position of the slide phase is lost.
    pub(crate) fn is_lost(&self, position: &Position) -> Result<bool> {
        self.cache.is_set(&self.slide, self.cell(position))
    }

    /// Returns whether a position of the slide phase is lost if no block need be decoded for that.
    pub(crate) fn is_known_lost(&self, position: &Position) -> Option<bool> {
        self.cache.is_known_set(&self.slide, self.cell(position))
    }

    /// Returns whether a slide completes a goal of the mover's own, in an attack one that is worth
    /// the points. A goal given to the other side does not count.
    pub(crate) fn completes_goal(&self, position: &Position, slide: Move) -> bool {
        if self.points == 0 {
            return self.rules.status(&position.after(slide)) == Status::Over;
        }
        let ended = self.rules.value_after(position, slide);
        ended.is_some_and(|ended| -ended.score >= i16::from(self.points))
    }

    fn value(&self, file: &TableFile, position: &Position) -> Result<u32> {
        self.cache.value(file, self.cell(position))
    }

    fn cell(&self, position: &Position) -> u64 {
        self.index().cell(position.mover(), position.opponent())
    }
}

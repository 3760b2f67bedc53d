//! Probing: the outcome of any position from the files of a variant.

use std::sync::{Arc, OnceLock};

use teeko_index::{Census, WeighedSet};
use teeko_rules::{
    Move, Oracle, OracleResult, Outcome, PIECES, Position, Rules, Side, Status, Wdl,
};

use crate::cache::BlockCache;
use crate::error::{Result, TableError};
use crate::file_kind::FileKind;
use crate::matching::{expect_rules, expect_slide_file};
use crate::reader::TableFile;
use crate::scheme::CellIndex;
use crate::search::{Chosen, Hints};
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

    /// Returns the outcome of a position for the side to move. A finished game is lost in 0 plies.
    ///
    /// Returns `None` if there is no such position: the sets overlap or leave the board, alternate
    /// drops do not lead to the piece counts or the turn, or the side to move has a goal already.
    ///
    /// Only for games that goals alone decide: in an attack a side forces points or does not, see
    /// [`Table::forces`].
    ///
    /// # Errors
    /// [`TableError::Damaged`] if a block that is needed is damaged, [`TableError::Unfit`] if a
    /// drop file is needed and there is none.
    pub fn outcome(&self, position: &Position) -> Result<Option<Outcome>> {
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

    /// Returns the plies in which `side` forces a goal, or in an attack the points, from an
    /// unfinished position. Returns `None` if it cannot, or if there is no such position.
    ///
    /// # Errors
    /// As for [`Table::outcome`].
    pub fn forces(&self, side: Side, position: &Position) -> Result<Option<u32>> {
        if self.points > 0 {
            return self.attack_forces(side, position);
        }
        let outcome = self.outcome(position)?;
        Ok(outcome.and_then(|outcome| outcome.win_of(side == position.turn)))
    }

    /// Returns the plies in which `side` forces the points of an attack.
    fn attack_forces(&self, side: Side, position: &Position) -> Result<Option<u32>> {
        if !self.rules.is_open_with_numbers(position) {
            return Ok(None);
        }
        if position.layer() < 2 * PIECES || side != position.turn {
            return self.stored_attack(side, position);
        }
        let mut fastest: Option<u32> = None;
        for slide in self.rules.slides(position) {
            let lost = match self.rules.value_after(position, slide) {
                // A goal of this side's own, worth enough or not. A goal given to the other side
                // does not count.
                Some(ended) if -ended.score >= i16::from(self.points) => Some(0),
                Some(_) => None,
                None => self.stored_attack(side, &position.after(slide))?,
            };
            fastest = fastest.into_iter().chain(lost).min();
            if fastest == Some(0) {
                break;
            }
        }
        Ok(fastest.map(|plies| plies + 1))
    }

    /// Returns the plies in which `side` forces the points of an attack from a position that a file
    /// stores.
    fn stored_attack(&self, side: Side, position: &Position) -> Result<Option<u32>> {
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

    /// Returns the distance of a position of the slide phase if it is lost.
    pub(crate) fn lost_in(&self, position: &Position) -> Result<Option<u32>> {
        self.value(&self.slide, position)
            .map(|value| lost_in(value, self.rules.parity()))
    }

    /// Returns whether a position of the slide phase is lost.
    pub(crate) fn is_lost(&self, position: &Position) -> Result<bool> {
        self.cache.is_set(&self.slide, self.cell(position))
    }

    /// Returns whether a position of the slide phase is lost if no block need be decoded for that.
    pub(crate) fn is_known_lost(&self, position: &Position) -> Option<bool> {
        self.cache.is_known_set(&self.slide, self.cell(position))
    }

    /// Returns the outcome of an open position of the drop phase.
    fn drop_phase_outcome(&self, position: &Position) -> Result<Outcome> {
        let (layer, drop) = (position.layer(), self.expect_drop_file(position.layer())?);
        if layer.is_multiple_of(2) {
            return Ok(drop_outcome(
                self.value(drop, position)?,
                self.rules.parity(),
            ));
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
    /// [`TableError::Unfit`] if there is none.
    pub(crate) fn expect_drop_file(&self, layer: usize) -> Result<&TableFile> {
        self.drop.as_ref().ok_or_else(|| {
            let expected = "slide file alone: expected a drop file with it for a position of";
            TableError::unfit(self.slide.name(), format!("{expected} {layer} pieces"))
        })
    }

    fn value(&self, file: &TableFile, position: &Position) -> Result<u32> {
        self.cache.value(file, self.cell(position))
    }

    fn cell(&self, position: &Position) -> u64 {
        self.index().cell(position.mover(), position.opponent())
    }
}

impl Oracle for Table {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> OracleResult<Option<Outcome>> {
        Ok(self.outcome(position)?)
    }

    fn have_result(&self, positions: &[Position], result: Wdl) -> OracleResult<Vec<Option<bool>>> {
        let mut hints = Hints::default();
        let mut has = |position| self.has_result(position, result, &mut hints);
        Ok(positions.iter().map(&mut has).collect::<Result<_>>()?)
    }

    fn forces(&self, side: Side, _points: u8, position: &Position) -> OracleResult<Option<u32>> {
        Ok(self.forces(side, position)?)
    }
}

//! Probing in games for points: the points that each side forces, from the files of the threshold
//! games.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use teeko_index::{Census, Class, WeighedSet};
use teeko_rules::{
    Oracle, OracleError, Outcome, PIECES, Position, Rules, Scoring, Side, Status, Wdl,
};

use crate::Kind;
use crate::attack::{AttackIndex, heavy_pieces, plies_of_value};
use crate::cache::{BlockCache, value_at};
use crate::error::TableError;
use crate::reader::TableFile;
use crate::table::{Table, expect_rules, expect_slide_file};
use teeko_rules::encoding::Fault;

/// The tables of an attack: a threshold game with numbered pieces.
#[derive(Debug)]
pub struct AttackTable {
    rules: Rules,
    points: u8,
    slide: TableFile,
    drop: TableFile,
    cache: BlockCache,
}

impl AttackTable {
    /// Opens the tables of the attack for `points` points under `rules`. They keep up to `cache`
    /// bytes of decoded blocks.
    ///
    /// # Errors
    /// [`TableError::OtherRules`] with the first difference if a file is of other rules or points,
    /// [`TableError::OtherSlideFile`] if the drop file was made from another slide file.
    pub fn new(
        slide: TableFile,
        drop: TableFile,
        rules: &Rules,
        points: u8,
        cache: usize,
    ) -> Result<Self, TableError> {
        for (file, kind) in [(&slide, Kind::AttackSlide), (&drop, Kind::AttackDrop)] {
            check_attack_rules(file, kind, rules, points)?;
        }
        expect_slide_file(&slide, &drop)?;
        Ok(Self { rules: rules.clone(), points, slide, drop, cache: BlockCache::new(cache) })
    }

    /// Returns the slide file and the drop file.
    pub fn files(&self) -> [&TableFile; 2] {
        [&self.slide, &self.drop]
    }

    /// Returns the points that the attacker is to force.
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Returns the plies in which `side` forces the points from a position in which the game is not
    /// over, or `None` if it cannot.
    ///
    /// `index` is the index of the rules and the points, or of other points with the same number of
    /// heavy pieces.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if a block that is needed is damaged.
    ///
    /// # Panics
    /// If a piece has no number.
    pub fn forces(
        &self,
        index: &AttackIndex,
        side: Side,
        position: &Position,
    ) -> Result<Option<u32>, TableError> {
        if position.layer() < 2 * PIECES {
            return self.stored(index, &self.drop, side, position);
        }
        if side != position.turn {
            return self.stored(index, &self.slide, side, position);
        }
        let mut fastest: Option<u32> = None;
        for slide in self.rules.slides(position) {
            let next = position.after(slide);
            let lost = match self.rules.value_after(position, slide) {
                // A goal of this side's own, worth enough or not. A goal given to the other side
                // does not count.
                Some(ended) if -ended.score >= i16::from(self.points) => Some(0),
                Some(_) => None,
                None => self.stored(index, &self.slide, side, &next)?,
            };
            fastest = fastest.into_iter().chain(lost).min();
            if fastest == Some(0) {
                break;
            }
        }
        Ok(fastest.map(|plies| plies + 1))
    }

    /// Returns the plies in which `side` forces the points from a position that the file stores.
    fn stored(
        &self,
        index: &AttackIndex,
        file: &TableFile,
        side: Side,
        position: &Position,
    ) -> Result<Option<u32>, TableError> {
        let heavy = position.pips.at_least(side, Rules::heavy_pips(self.points));
        let pieces = WeighedSet { heavy, light: position.pieces(side) - heavy };
        let defender = position.pieces(side.other());
        let section = index.section(side, pieces, defender);
        let value = self.cache.value(file, index.cell(section, pieces, defender))?;
        Ok(plies_of_value(value, section.attacker_moves()))
    }
}

/// Checks that a file is of the attack for `points` points under `rules`.
///
/// # Errors
/// [`TableError::OtherRules`] with the first difference.
pub fn check_attack_rules(
    file: &TableFile,
    kind: Kind,
    rules: &Rules,
    points: u8,
) -> Result<(), TableError> {
    expect_rules(file, kind, &rules.plain_game())?;
    let found = file.header().points().unwrap_or_default();
    if found == points {
        return Ok(());
    }
    let (expected, found) = (points.to_string(), found.to_string());
    Err(TableError::OtherRules { name: file.name().to_owned(), field: "points", expected, found })
}

/// Counts the values of a file of an attack and compares them with its census.
///
/// Only the positions that the file stores are compared. In a slide file these are the ones with
/// the defender to move.
///
/// # Errors
/// [`TableError::Damaged`] if a block is damaged or the counts differ, [`TableError::Memory`] if
/// there is not enough memory for the values.
pub fn check_attack_census(file: &TableFile) -> Result<(), TableError> {
    let header = file.header();
    let index = AttackIndex::new(header.rules(), header.points().unwrap_or_default());
    let values = file.decode_values()?;
    let mut found = Census::new();
    let mut cells = values.chunks_exact(header.value_width());
    for row in index.rows(header.kind()) {
        let attacker_moves = row.section.attacker_moves();
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for value in cells.by_ref().take(row.row.length()).map(value_at).filter(|&value| value > 0)
        {
            *counts.entry(value).or_default() += index.orbit_size(&row);
        }
        for (value, positions) in counts {
            let plies = plies_of_value(value, attacker_moves).unwrap_or_default();
            let class = if attacker_moves { Class::Win(plies) } else { Class::Loss(plies) };
            found.layer_mut(row.section.layer).add(class, positions);
        }
    }
    let is_stored =
        |class: Class| header.kind() == Kind::AttackDrop || matches!(class, Class::Loss(_));
    let told = header.census().entries().filter(|&(_, class, _)| is_stored(class));
    if told.eq(found.entries()) {
        return Ok(());
    }
    let expected = "the census counted from the values";
    Err(TableError::damaged(file.name(), None, Fault::at(0, "census", expected, "another")))
}

/// The tables of a rule set. A game for points has several: those of its threshold games.
#[derive(Debug)]
pub struct ScoredTable {
    rules: Rules,
    /// The least points that a win is worth: those of the plain game.
    least: u8,
    plain: Table,
    /// The threshold games for more points than the least, ascending.
    games: Vec<(u8, ThresholdTable)>,
    /// For each number of heavy pieces less one, the index; built when it is first needed.
    indexes: [OnceLock<AttackIndex>; PIECES],
}

/// The tables of a threshold game.
// Boxing the larger variant would save little: each rule set has only a few of these.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
pub enum ThresholdTable {
    /// A game that goals alone decide.
    Goals(Table),
    /// A game of numbered pieces.
    Attack(AttackTable),
}

impl ScoredTable {
    /// Combines the tables of the plain game and of each other threshold game, with their points.
    ///
    /// # Panics
    /// If the points are not the thresholds of the rules.
    pub fn new(rules: &Rules, plain: Table, games: Vec<(u8, ThresholdTable)>) -> Self {
        let thresholds = rules.thresholds();
        let points: Vec<u8> = games.iter().map(|&(points, _)| points).collect();
        assert_eq!(thresholds.get(1..), Some(&points[..]), "the thresholds of the rules");
        Self {
            rules: rules.clone(),
            least: thresholds[0],
            plain,
            games,
            indexes: std::array::from_fn(|_| OnceLock::new()),
        }
    }

    /// The least points that a win is worth: those of the plain game.
    pub fn least(&self) -> u8 {
        self.least
    }

    /// Returns the tables of the plain game.
    pub fn plain(&self) -> &Table {
        &self.plain
    }

    /// Returns the threshold games for more points than the least, ascending, with their tables.
    pub fn games(&self) -> &[(u8, ThresholdTable)] {
        &self.games
    }
}

impl Oracle for ScoredTable {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(self.plain.outcome(position)?)
    }

    fn have_result(
        &self,
        positions: &[Position],
        result: Wdl,
    ) -> Result<Vec<Option<bool>>, OracleError> {
        self.plain.have_result(positions, result)
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        match self.games.iter().find(|(of, _)| *of >= points) {
            _ if points <= self.least => self.plain.forces(side, 1, position),
            Some((_, ThresholdTable::Goals(table))) => table.forces(side, 1, position),
            Some((_, ThresholdTable::Attack(table))) => {
                let numbered = |side| position.pips.circles(side) == position.pieces(side);
                let is_open = position.fits(self.rules.board())
                    && self.rules.scoring() == Scoring::Pips
                    && numbered(Side::Black)
                    && numbered(Side::Red)
                    && self.rules.status(position) == Status::Open;
                let index = &self.indexes[heavy_pieces(table.points()) - 1];
                let index = || index.get_or_init(|| AttackIndex::new(&self.rules, table.points()));
                if is_open { Ok(table.forces(index(), side, position)?) } else { Ok(None) }
            }
            None => Ok(None),
        }
    }
}

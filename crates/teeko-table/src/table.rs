//! Probing: the outcome of any position from the files of a variant.

use teeko_rules::{Move, Oracle, Outcome, PIECES, Position, Rules, Status, Wdl};

use crate::Kind;
use crate::cache::BlockCache;
use crate::error::TableError;
use crate::hash::ContentHash;
use crate::header::goal_set;
use crate::reader::TableFile;
use crate::scheme::CellIndex;
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

    /// Returns the result of a position. Faster than [`Table::outcome`] from seven pieces on,
    /// because the first move that decides the result ends the search.
    ///
    /// # Errors
    /// As for [`Table::outcome`].
    fn result(&self, position: &Position) -> Result<Option<Wdl>, TableError> {
        let is_open =
            position.fits(self.rules.board()) && self.rules.status(position) == Status::Open;
        let layer = position.layer();
        if is_open && layer + 1 == 2 * PIECES && self.drop.is_some() {
            self.last_drop_result(position).map(Some)
        } else if is_open && layer == 2 * PIECES && self.lost_in(position)?.is_none() {
            self.result_of_slides(position).map(Some)
        } else {
            Ok(self.outcome(position)?.map(Outcome::wdl))
        }
    }

    /// Returns the result of an open position of the slide phase that is not lost.
    fn result_of_slides(&self, position: &Position) -> Result<Wdl, TableError> {
        let mut open = Vec::with_capacity(4 * PIECES);
        for slide in self.rules.slides(position) {
            let next = position.after(slide);
            match self.rules.status(&next) {
                Status::Over => return Ok(Wdl::Win),
                Status::Gift | Status::Void => {}
                Status::Open | Status::Impossible => open.push(next),
            }
        }
        for next in open {
            if self.lost_in(&next)?.is_some() {
                return Ok(Wdl::Win);
            }
        }
        Ok(Wdl::Draw)
    }

    /// Returns the result of an open position before the last drop.
    fn last_drop_result(&self, position: &Position) -> Result<Wdl, TableError> {
        let mover_chooses = self.rules.chooser(position) == position.turn;
        let better = |a: Wdl, b: Wdl| if mover_chooses { a.max(b) } else { a.min(b) };
        let best = better(Wdl::Win, Wdl::Loss);
        // Whether the next position is lost is one look-up, whether it is won is many.
        let mut chosen = best.reversed();
        let mut open = Vec::with_capacity(self.rules.board().circle_count());
        for circle in self.rules.drops(position) {
            let next = position.after(Move::Drop(circle));
            let ended = self.rules.status(&next).ended().map(|ended| ended.of_move().wdl());
            let result = match ended {
                Some(result) => result,
                None if self.lost_in(&next)?.is_some() => Wdl::Win,
                None => {
                    open.push(next);
                    continue;
                }
            };
            chosen = better(chosen, result);
            if chosen == best {
                return Ok(best);
            }
        }
        for next in open {
            chosen = better(chosen, self.result_of_slides(&next)?.reversed());
            // The others are not lost, so the mover can win none of them.
            if chosen == better(Wdl::Draw, Wdl::Loss) {
                break;
            }
        }
        Ok(chosen)
    }

    /// Returns the outcome of an open position of the slide phase.
    fn slide_outcome(&self, position: &Position) -> Result<Outcome, TableError> {
        if let Some(distance) = self.lost_in(position)? {
            return Ok(Outcome::Loss(distance));
        }
        let mut fastest: Option<u32> = None;
        for slide in self.rules.slides(position) {
            let next = position.after(slide);
            let lost = match self.rules.status(&next) {
                Status::Over => Some(0),
                Status::Gift | Status::Void => None,
                Status::Open | Status::Impossible => self.lost_in(&next)?,
            };
            fastest = fastest.into_iter().chain(lost).min();
            if fastest == Some(0) {
                break;
            }
        }
        Ok(fastest.map_or(Outcome::Draw, |distance| Outcome::Win(distance + 1)))
    }

    /// Returns the distance of a position of the slide phase if it is lost.
    fn lost_in(&self, position: &Position) -> Result<Option<u32>, TableError> {
        self.value(&self.slide, position).map(|value| lost_in(value, self.rules.parity()))
    }

    /// Returns the outcome of an open position of the drop phase.
    fn drop_phase_outcome(&self, position: &Position) -> Result<Outcome, TableError> {
        let layer = position.layer();
        let Some(drop) = &self.drop else {
            return Err(TableError::NoDropFile { name: self.slide.name().to_owned(), layer });
        };
        if layer.is_multiple_of(2) {
            return Ok(drop_outcome(self.value(drop, position)?, self.rules.parity()));
        }
        // The pass rule changes nothing here: for the pointer, leaving the choice to the mover is
        // never better than pointing at the circle that the mover would choose.
        let mover_chooses = self.rules.chooser(position) == position.turn;
        let mut chosen: Option<Outcome> = None;
        for circle in self.rules.drops(position) {
            let next = position.after(Move::Drop(circle));
            let outcome = if let Some(ended) = self.rules.status(&next).ended() {
                ended
            } else if next.layer() == 2 * PIECES {
                self.slide_outcome(&next)?
            } else {
                drop_outcome(self.value(drop, &next)?, self.rules.parity())
            };
            let outcome = outcome.of_move();
            chosen = Some(match chosen {
                None => outcome,
                Some(best) if mover_chooses => best.max(outcome),
                Some(worst) => worst.min(outcome),
            });
        }
        // There is always a free circle: the smallest board is 4 x 4.
        Ok(chosen.unwrap_or(Outcome::Draw))
    }

    /// Returns the value of a position in a stored layer.
    fn value(&self, file: &TableFile, position: &Position) -> Result<u32, TableError> {
        self.cache.value(file, self.index.cell(position.mover(), position.opponent()))
    }
}

impl Oracle for Table {
    type Error = TableError;

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, TableError> {
        self.outcome(position)
    }

    fn results(&self, positions: &[Position]) -> Result<Vec<Option<Wdl>>, TableError> {
        positions.iter().map(|position| self.result(position)).collect()
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

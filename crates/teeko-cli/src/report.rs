//! What is reported of a solved variant.

use std::time::Duration;

use teeko_rules::{Circle, Circles, Move, Outcome, PIECES, Position, Rules};
use teeko_solve::{LayerCensus, SlideCensus, Solution};
use teeko_table::{Storage, Table, TableError};

use crate::named_rules::NamedRules;
use crate::tables::census;

/// What is reported of a solved variant; it outlives the solution.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) variant: NamedRules,
    /// The outcome of the game for Black.
    pub(crate) value: Outcome,
    /// What each first drop is worth to Black, in the order of the circles, the drop included; `None` where it is banned.
    pub(crate) first_drops: Vec<(Circle, Option<Outcome>)>,
    /// The first drops that keep the outcome, one of each set of symmetric ones.
    pub(crate) best_first_drops: Circles,
    pub(crate) slide_census: SlideCensus,
    /// By layer, 0 to 7.
    pub(crate) drop_censuses: Vec<LayerCensus>,
    /// The largest distance of any position, in plies, over all layers.
    pub(crate) deepest: u32,
    /// The time it took to solve all the variants with this slide phase that were solved together, or to read this one's
    /// tables.
    pub(crate) time: Duration,
    /// The table files, unless none were to be written.
    pub(crate) files: Option<ReportFiles>,
}

/// The table files of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReportFiles {
    pub(crate) slide: ReportFile,
    pub(crate) drop: ReportFile,
    /// Whether both were there already, so that the report is theirs.
    pub(crate) found: bool,
}

/// A table file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ReportFile {
    /// Its path, as far as it can be shown.
    pub(crate) path: String,
    pub(crate) bytes: u64,
}

impl Report {
    /// The report on a solution that is not written to files.
    pub(crate) fn of_solution(variant: NamedRules, solution: &Solution, time: Duration) -> Self {
        let slide_census = solution.slide().census().clone();
        let drop_censuses = (0..2 * PIECES).map(|layer| solution.drop_census(layer).clone()).collect();
        let (value, first_drops) = (solution.value(), solution.first_drops());
        Self::new(variant, solution.rules(), value, first_drops, slide_census, drop_censuses, time)
    }

    /// The report on a variant from its table files.
    ///
    /// # Errors
    /// If a block that is needed is damaged.
    pub(crate) fn of_table<S: Storage>(
        variant: NamedRules,
        table: &Table<S>,
        files: ReportFiles,
        time: Duration,
    ) -> Result<Self, TableError> {
        let rules = table.rules();
        let allowed = rules.drops(&Position::EMPTY);
        // The empty board is a position of every rule set.
        let value = table.outcome(&Position::EMPTY)?.unwrap_or(Outcome::Draw);
        let first_drop = |circle| {
            let outcome = table.outcome(&Position::EMPTY.after(Move::Drop(circle)))?;
            Ok((circle, outcome.map(Outcome::of_move).filter(|_| allowed.contains(circle))))
        };
        let first_drops: Result<Vec<_>, TableError> = rules.board().circles().iter().map(first_drop).collect();
        let slide_census = census::slide_phase(table.slide().header().census());
        let drop_census = table.drop_file().map(|file| file.header().census());
        let drop_layer = |layer| drop_census.map(|census| census::drop_layer(census, layer)).unwrap_or_default();
        let drop_censuses = (0..2 * PIECES).map(drop_layer).collect();
        let report = Self::new(variant, rules, value, first_drops?, slide_census, drop_censuses, time);
        Ok(Self { files: Some(files), ..report })
    }

    fn new(
        variant: NamedRules,
        rules: &Rules,
        value: Outcome,
        first_drops: Vec<(Circle, Option<Outcome>)>,
        slide_census: SlideCensus,
        drop_censuses: Vec<LayerCensus>,
        time: Duration,
    ) -> Self {
        let best = first_drops.iter().filter(|&&(_, worth)| worth == Some(value)).map(|&(circle, _)| circle);
        let symmetries = rules.symmetries();
        let is_least =
            |circle: &Circle| symmetries.elements().iter().all(|symmetry| symmetry.image(*circle) >= *circle);
        let best_first_drops = best.filter(is_least).collect();
        let in_drops = drop_censuses.iter().flat_map(|census| census.keys().filter_map(|outcome| outcome.distance()));
        let deepest = in_drops.chain([slide_census.deepest()]).max().unwrap_or(0);
        Self { variant, value, first_drops, best_first_drops, slide_census, drop_censuses, deepest, time, files: None }
    }
}

//! Helpers of the tests of full verification: tables whose values can be changed, in files that are
//! otherwise sound. Also how long some tests are.

use std::env;

use teeko_analysis::full_verification::{FileReport, verify_file};
use teeko_index::positions_of_layer;
use teeko_rules::work::to_the_end;
use teeko_rules::{Circles, Outcome, Position, Rules, Side};
use teeko_solve::{Solution, solve};
use teeko_table::values::{drop_outcome, lost_in};
use teeko_table::{
    CellIndex, Census, Class, Description, FileKind, Row, Table, TableFile, check_census,
    drop_value, encode, recount, slide_value,
};
use teeko_testing::SMALL_BLOCKS;

/// A cell of a file, with the position that it is listed for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) number: usize,
    pub(crate) position: Position,
}

/// The right values of a variant, cell by cell.
pub(crate) struct Solved {
    pub(crate) solution: Solution,
    pub(crate) index: CellIndex,
    pub(crate) slide: Vec<u32>,
    pub(crate) drop: Vec<u32>,
}

impl Solved {
    pub(crate) fn new(rules: &Rules) -> Self {
        let solution = solve(rules);
        let index = CellIndex::new(solution.rules());
        let outcome = |position| solution.outcome(&position);
        let slide = positions(&index, FileKind::Slide)
            .map(|position| slide_value(outcome(position), rules.parity()))
            .collect();
        let drop_outcomes = positions(&index, FileKind::Drop)
            .map(|position| outcome(position).expect("a position"));
        let drop = drop_outcomes
            .map(|outcome| drop_value(outcome, rules.parity()))
            .collect();
        Self {
            solution,
            index,
            slide,
            drop,
        }
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.solution.rules()
    }

    /// Returns every cell of a file, in order.
    pub(crate) fn cells(&self, kind: FileKind) -> Vec<Cell> {
        let cells = positions(&self.index, kind).enumerate();
        cells
            .map(|(number, position)| Cell { number, position })
            .collect()
    }

    /// Makes a slide file with these values.
    pub(crate) fn slide_file(&self, values: &[u32]) -> TableFile {
        self.file(None, values)
    }

    /// Makes a drop file with these values that belongs to a slide file.
    pub(crate) fn drop_file(&self, slide: &TableFile, values: &[u32]) -> TableFile {
        self.file(Some(slide), values)
    }

    fn file(&self, slide: Option<&TableFile>, values: &[u32]) -> TableFile {
        let rules = self.rules();
        let write = |census: &Census| match slide {
            None => self.write(&Description::slide(rules, census), values),
            Some(slide) => {
                let hash = slide.header().content_hash;
                self.write(&Description::drop(rules, hash, census), values)
            }
        };
        let table = |file: &TableFile| match slide {
            None => Table::new(file.clone(), None, rules).expect("a table"),
            Some(slide) => Table::new(slide.clone(), Some(file.clone()), rules).expect("tables"),
        };
        let kind = if slide.is_none() {
            FileKind::Slide
        } else {
            FileKind::Drop
        };
        let draft = table(&write(&self.draft_census(kind, values)));
        let file = write(&recount(
            &draft.expand().expect("values that the layers have"),
        ));
        file.check().expect("checksums");
        let expanded = table(&file).expand().expect("values that the layers have");
        check_census(&expanded, &file).expect("the census");
        file
    }

    /// Makes a file with these values, without checking them against the census.
    pub(crate) fn write(&self, description: &Description, values: &[u32]) -> TableFile {
        TableFile::open(self.encode(description, values), "test").expect("a sound file")
    }

    /// Returns the bytes of a file with these values.
    pub(crate) fn encode(&self, description: &Description, values: &[u32]) -> Vec<u8> {
        let row_values = |row: &Row| {
            let mover = row.movers().next().expect("rows have cells");
            let first = self.index.cell(mover, row.opponent) as usize;
            values[first..first + row.length()].to_vec()
        };
        encode(description, SMALL_BLOCKS, &row_values).expect("a file")
    }

    /// Returns a census with the right number of positions, and the distance of the greatest value.
    pub(crate) fn draft_census(&self, kind: FileKind, values: &[u32]) -> Census {
        let greatest = values.iter().copied().max().unwrap_or(0);
        let (deep_layer, deepest) = match kind {
            FileKind::Slide => (
                8,
                lost_in(greatest, self.rules().parity()).map_or(Class::Draw, Class::Loss),
            ),
            FileKind::Drop => (6, drop_outcome(greatest, self.rules().parity()).into()),
            FileKind::AttackSlide | FileKind::AttackDrop => {
                unreachable!("drafts are of plain games")
            }
        };
        let mut census = Census::default();
        for layer in kind.layers() {
            let deep = u64::from(layer == deep_layer);
            let of_layer = census.layer_mut(layer);
            of_layer.add(
                Class::Draw,
                positions_of_layer(self.rules().board(), layer) - deep,
            );
            of_layer.add(deepest, deep);
        }
        census
    }

    /// Verifies a slide file with these values; the report has every offence.
    pub(crate) fn slide_report(&self, values: &[u32]) -> FileReport {
        verify_slide(&self.slide_file(values))
    }
}

/// Returns the positions that the cells of a file are listed for, in order.
fn positions(index: &CellIndex, kind: FileKind) -> impl Iterator<Item = Position> {
    index.rows(kind).flat_map(|row| {
        let movers: Vec<Circles> = row.movers().collect();
        movers
            .into_iter()
            .map(move |mover| Position::of_turn(Side::Black, mover, row.opponent))
    })
}

/// Verifies a slide file; the report has every offence.
pub(crate) fn verify_slide(file: &TableFile) -> FileReport {
    let table = Table::new(file.clone(), None, &file.header().description.rules).expect("a table");
    let layers = table.expand().expect("values that the layers have");
    verify_file(&layers, file, usize::MAX, &to_the_end).expect("a sound slide file")
}

/// Verifies a drop file that belongs to a slide file; the report has every offence.
pub(crate) fn verify_drops(slide: &TableFile, file: &TableFile) -> FileReport {
    let table = Table::new(
        slide.clone(),
        Some(file.clone()),
        &file.header().description.rules,
    );
    let layers = table
        .expect("tables")
        .expand()
        .expect("values that the layers have");
    verify_file(&layers, file, usize::MAX, &to_the_end).expect("a sound drop file")
}

/// Whether an outcome is a loss of a position that is not finished.
pub(crate) fn is_open_loss(outcome: Option<Outcome>) -> bool {
    matches!(outcome, Some(Outcome::Loss(distance)) if distance > 0)
}

/// Returns how many times as much as usual some tests compare: the environment variable `ROUNDS`.
pub(crate) fn rounds() -> usize {
    match env::var("ROUNDS") {
        Ok(rounds) => rounds.parse().expect("a number of rounds"),
        Err(_) => 1,
    }
}

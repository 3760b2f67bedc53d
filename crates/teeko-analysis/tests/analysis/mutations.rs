//! Tests of the verifier itself: it must find wrong values that checksums and census do not show.
//!
//! Every changed file has a census recounted from its values, and passes `TableFile::check` and
//! `Table::check_census`; the helpers check that.

use std::ptr;
use std::sync::OnceLock;

use crate::common::{Cell, Solved, is_open_loss, verify_drops};
use teeko_analysis::full_verification::{FileReport, Offence};
use teeko_rules::{Outcome, Position, Wdl};
use teeko_table::{CellIndex, FileKind, TableFile, drop_value, values};
use teeko_testing::{rules, with_plan};

/// A solved variant whose table values the tests change.
struct Sample {
    solved: Solved,
    cells: Vec<Cell>,
    drop_cells: Vec<Cell>,
    slide_file: TableFile,
}

impl Sample {
    fn new(variant: &str) -> Self {
        let solved = Solved::new(&rules(variant));
        let slide_file = solved.slide_file(&solved.slide);
        Self {
            cells: solved.cells(FileKind::Slide),
            drop_cells: solved.cells(FileKind::Drop),
            solved,
            slide_file,
        }
    }

    /// Returns the distance that a value stands for in the slide file.
    fn lost_in(&self, value: u32) -> Option<u32> {
        values::lost_in(value, self.solved.rules().parity())
    }

    /// Returns the right outcome of a cell's position.
    fn outcome(&self, cell: &Cell) -> Option<Outcome> {
        self.solved.solution.outcome(&cell.position)
    }

    /// Returns whether a cell's position is one of an unfinished game that has no slide.
    fn is_stuck(&self, cell: &Cell) -> bool {
        let rules = self.solved.rules();
        self.outcome(cell) == Some(Outcome::Draw) && rules.slides(&cell.position).next().is_none()
    }

    /// Returns whether a cell's position is a draw with a slide. The census counts those without
    /// one by the rules, so it would show that they are changed.
    fn is_moving_draw(&self, cell: &Cell) -> bool {
        self.outcome(cell) == Some(Outcome::Draw) && !self.is_stuck(cell)
    }

    /// Returns the report if a cell of the slide file has this value.
    fn report_with(&self, cell: &Cell, value: u32) -> FileReport {
        let mut values = self.solved.slide.clone();
        assert_ne!(values[cell.number], value);
        values[cell.number] = value;
        self.solved.slide_report(&values)
    }

    /// Returns the report if these values, given with the numbers of their cells, are in the drop
    /// file.
    fn drop_report(&self, changes: &[(usize, u32)]) -> FileReport {
        let mut values = self.solved.drop.clone();
        for &(number, value) in changes {
            values[number] = value;
        }
        assert_ne!(values, self.solved.drop);
        let file = self.solved.drop_file(&self.slide_file, &values);
        verify_drops(&self.slide_file, &file)
    }
}

/// King steps: many draws, and losses in up to some tens of plies.
fn king() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| Sample::new("58-sspp+4x4"))
}

/// Knight steps, under which some positions have no slide.
fn knight() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| Sample::new("44-ssss+4x4+knight"))
}

/// Goals with empty circles: losses in odd numbers of plies, and finished positions won by the side
/// to move.
fn open_goals() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| Sample::new("37d-psss+4x4"))
}

/// The kinds of cells of a slide file.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    OpenLoss,
    Lost,
    Draw,
    Win,
    Impossible,
    /// Won by the side to move before it moves, as a goal was given away.
    Won,
    Stuck,
}

impl Kind {
    fn is_of(self, sample: &Sample, cell: &Cell) -> bool {
        let outcome = sample.outcome(cell);
        match self {
            Self::OpenLoss => is_open_loss(outcome),
            Self::Lost => outcome == Some(Outcome::Loss(0)),
            Self::Draw => outcome == Some(Outcome::Draw),
            Self::Win => matches!(outcome, Some(Outcome::Win(1..))),
            Self::Impossible => outcome.is_none(),
            Self::Won => outcome == Some(Outcome::Win(0)),
            Self::Stuck => sample.is_stuck(cell),
        }
    }

    /// Returns the least changes of a value, and large ones.
    fn changes(self) -> &'static [i32] {
        match self {
            Self::OpenLoss => &[1, -1, i32::MIN],
            Self::Lost => &[-1],
            _ => &[1, 30],
        }
    }

    /// Returns the cell in the middle of those of this kind. Only some rules have positions without
    /// a slide, or goals that are given away.
    fn example(self, sample: &'static Sample) -> Option<&'static Cell> {
        let mut cells = sample.cells.iter().collect::<Vec<_>>();
        cells.retain(|cell| self.is_of(sample, cell));
        let is_everywhere = !matches!(self, Self::Won | Self::Stuck);
        let must_exist = is_everywhere || self == Self::Stuck && ptr::eq(sample, knight());
        assert!(!must_exist || !cells.is_empty(), "{self:?}");
        cells.get(cells.len() / 2).copied()
    }
}

fn offence_at(report: &FileReport, position: &Position) -> Option<Offence> {
    let mut offences = report.offences.iter();
    offences
        .find(|offence| offence.position == *position)
        .copied()
}

#[track_caller]
fn expect_offence(
    report: &FileReport,
    position: &Position,
    found: Option<Outcome>,
    expected: Option<Outcome>,
) {
    assert_eq!(
        offence_at(report, position),
        Some(Offence {
            position: *position,
            found,
            expected
        })
    );
    assert!(!report.passes() && report.offending == report.offences.len() as u64);
}

/// A value that is off by the least that a distance can be off, or by much, offends.
#[test]
fn a_single_value_of_each_kind() {
    const KINDS: [Kind; 7] = [
        Kind::OpenLoss,
        Kind::Lost,
        Kind::Draw,
        Kind::Win,
        Kind::Impossible,
        Kind::Won,
        Kind::Stuck,
    ];
    for sample in [king(), knight(), open_goals()] {
        for kind in KINDS {
            let Some(cell) = kind.example(sample) else {
                continue;
            };
            for &change in kind.changes() {
                let value = sample.solved.slide[cell.number].saturating_add_signed(change);
                expect_offending_value(sample, kind, cell, value);
            }
        }
    }
}

/// Without a loss, all slides lead to won positions, so one ply of look-ahead makes it a draw. "All
/// slides lose" is true of a position without slides, but the position is a draw.
fn expect_offending_value(sample: &Sample, kind: Kind, cell: &Cell, value: u32) {
    let right = sample.outcome(cell);
    let loss = sample.lost_in(value).map(Outcome::Loss);
    let report = sample.report_with(cell, value);
    let offence = offence_at(&report, &cell.position).expect("an offence");
    assert_ne!(offence.expected, offence.found);
    if value > 0 {
        assert_eq!(offence.found, loss);
    }
    match kind {
        Kind::OpenLoss => {
            let found = loss.unwrap_or(Outcome::Draw);
            expect_offence(&report, &cell.position, Some(found), right);
        }
        Kind::Lost | Kind::Stuck => assert_eq!(offence.expected, right),
        _ => {}
    }
}

/// Changes each value of the slide file, which the verifier must notice.
#[track_caller]
fn expect_found(sample: &Sample, change: impl Fn(u32) -> u32) {
    let right = &sample.solved.slide;
    let values: Vec<u32> = right.iter().map(|&value| change(value)).collect();
    assert_ne!(&values, right);
    assert!(!sample.solved.slide_report(&values).passes());
}

/// Changes that leave hardly anything to contradict a value.
#[test]
fn consistent_looking_changes_of_many_values() {
    for sample in [king(), knight()] {
        let deepest = *sample.solved.slide.iter().max().expect("values");
        assert!(deepest > 3);
        // Without the losses of one distance, of all from a distance on, of all but finished
        // positions; and without any.
        for dropped in [1, 2, deepest / 2, deepest] {
            expect_found(sample, |value| if value == dropped { 0 } else { value });
            expect_found(sample, |value| if value >= dropped { 0 } else { value });
        }
        // All distances, but those of finished games, are two or four plies longer; and two
        // distances are merged.
        expect_found(sample, |value| if value > 1 { value + 1 } else { value });
        expect_found(sample, |value| if value > 1 { value + 2 } else { value });
        expect_found(sample, |value| value.min(deepest - 1));
    }
}

/// Many draws are reported as losses because of each other: the wins and losses among them rest on
/// nothing else.
#[test]
fn losses_that_rest_on_each_other() {
    for sample in [king(), knight()] {
        for value in [2, 10, 40] {
            let mut all_draws = sample.solved.slide.clone();
            let mut every_third = sample.solved.slide.clone();
            for cell in &sample.cells {
                if !sample.is_moving_draw(cell) {
                    continue;
                }
                all_draws[cell.number] = value;
                if cell.position.opponent().bits().is_multiple_of(3) {
                    every_third[cell.number] = value;
                }
            }
            assert!(!sample.solved.slide_report(&all_draws).passes());
            assert!(!sample.solved.slide_report(&every_third).passes());
        }
    }
}

/// Returns the other cells of positions that are equivalent to a cell's, by a symmetry of the
/// opponent's set.
fn equivalent(index: &CellIndex, cell: &Cell) -> Vec<usize> {
    let mover = cell.position.mover();
    let opponent = cell.position.opponent();
    let mut cells = Vec::new();
    for symmetry in index.group().elements() {
        if symmetry.apply(opponent) != opponent {
            continue;
        }
        let image = index.cell(symmetry.apply(mover), opponent) as usize;
        if image != cell.number {
            cells.push(image);
        }
    }
    cells
}

/// An opponent's set with symmetries of its own has cells of equivalent positions. Look-ups read
/// only one of them.
#[test]
fn one_cell_of_a_position_that_has_several() {
    let sample = king();
    let index = &sample.solved.index;
    let mut cells: Vec<&Cell> = sample.cells.iter().collect();
    cells.retain(|cell| is_open_loss(sample.outcome(cell)) && !equivalent(index, cell).is_empty());
    for cell in cells.iter().step_by(cells.len().div_ceil(3)) {
        let position = &cell.position;
        let right = sample.outcome(cell);
        let mut values = sample.solved.slide.clone();
        values[cell.number] = 0;
        let report = sample.solved.slide_report(&values);
        expect_offence(&report, position, Some(Outcome::Draw), right);
        // All of them.
        for image in equivalent(index, cell) {
            values[image] = 0;
        }
        let report = sample.solved.slide_report(&values);
        expect_offence(&report, position, Some(Outcome::Draw), right);
    }
}

/// Returns wrong outcomes that a position of a stored drop layer can have without the census
/// showing it.
fn other_outcomes(layer: usize, right: Outcome) -> Vec<Outcome> {
    let drops_left = (8 - layer) as u32;
    let win = drops_left | 1;
    let loss = drops_left;
    let mut others = vec![
        Outcome::Draw,
        Outcome::Win(win),
        Outcome::Win(win + 8),
        Outcome::Loss(loss),
        Outcome::Loss(loss + 8),
    ];
    match right {
        Outcome::Win(plies) => {
            others.push(Outcome::Win(plies.saturating_sub(2)));
            others.push(Outcome::Win(plies + 2));
        }
        Outcome::Loss(plies) => {
            others.push(Outcome::Loss(plies.saturating_sub(2)));
            others.push(Outcome::Loss(plies + 2));
        }
        Outcome::Draw => {}
    }
    others.retain(|&outcome| outcome != right && is_possible(outcome, drops_left));
    others
}

/// Returns whether a game can have an outcome before this number of drops.
fn is_possible(outcome: Outcome, drops_left: u32) -> bool {
    match outcome.distance() {
        Some(distance) => distance + 1 >= drops_left + distance % 2,
        None => true,
    }
}

#[test]
fn a_drop_value_changed_in_each_way() {
    for (sample, layers) in [(king(), [6, 0]), (knight(), [4, 0])] {
        for layer in layers {
            let mut changed = 0;
            for result in [Wdl::Win, Wdl::Loss, Wdl::Draw] {
                changed += expect_changes_found(sample, layer, result);
            }
            assert!(changed > 0, "layer {layer}");
        }
    }
}

/// Changes the outcome of a position of a layer with this result in each way. Returns the number of
/// changes; 0 if there is no such position.
fn expect_changes_found(sample: &Sample, layer: usize, result: Wdl) -> usize {
    let mut cells = sample.drop_cells.iter();
    let example = cells.find(|cell| {
        let outcome = sample.outcome(cell);
        cell.position.layer() == layer && outcome.is_some_and(|outcome| outcome.wdl() == result)
    });
    let Some(cell) = example else {
        return 0;
    };
    let right = sample.outcome(cell).expect("a position");
    let parity = sample.solved.rules().parity();
    let others = other_outcomes(layer, right);
    for &found in &others {
        let report = sample.drop_report(&[(cell.number, drop_value(found, parity))]);
        expect_offence(&report, &cell.position, Some(found), Some(right));
        // Layers are stored from the last to the first; earlier ones rest on the wrong value.
        assert_eq!(report.offences[0].position, cell.position);
    }
    others.len()
}

/// The values of one plan in the file of another, and all of them draws.
#[test]
fn drop_values_of_another_plan() {
    let sample = king();
    for plan in ["ssps", "ssss"] {
        let other = Solved::new(&with_plan(sample.solved.rules(), plan.parse().expect(plan)));
        let changes: Vec<(usize, u32)> = other.drop.iter().copied().enumerate().collect();
        assert!(!sample.drop_report(&changes).passes(), "{plan}");
    }
    let draws: Vec<u32> = vec![0; sample.solved.drop.len()];
    let changes: Vec<(usize, u32)> = draws.into_iter().enumerate().collect();
    assert!(!sample.drop_report(&changes).passes(), "draws");
}

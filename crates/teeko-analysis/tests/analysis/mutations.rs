//! Tests of the verifier itself: it must find wrong values that checksums and census do not show.
//!
//! Every changed file has a census recounted from its values, and passes `TableFile::check` and
//! `Table::check_census`; the helpers check that.

use std::sync::OnceLock;

use crate::common::{Cell, Solved, is_open_loss, verify_drops};
use teeko_analysis::full_verification::{FileReport, Offence};
use teeko_rules::{Circles, Outcome, Position};
use teeko_table::{FileKind, TableFile, drop_value, values};
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
        let [cells, drop_cells] = [FileKind::Slide, FileKind::Drop].map(|kind| solved.cells(kind));
        Self {
            solved,
            cells,
            drop_cells,
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

/// Whether a cell is of a kind.
type IsSuch<'a> = &'a dyn Fn(&Cell) -> bool;

fn offence_at(report: &FileReport, position: &Position) -> Option<Offence> {
    report
        .offences
        .iter()
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

/// Cells of every kind, with the least that a distance can be off. Without a loss, all slides lead
/// to won positions, so one ply of look-ahead makes it a draw. "All slides lose" is true of a
/// position without slides, but the position is a draw.
#[test]
fn a_single_value_of_each_kind() {
    for sample in [king(), knight(), open_goals()] {
        let rules = sample.solved.rules();
        let outcome = |cell: &Cell| sample.outcome(cell);
        let is_stuck = |cell: &Cell| {
            outcome(cell) == Some(Outcome::Draw) && rules.slides(&cell.position).next().is_none()
        };
        let is_loss = |cell: &Cell| is_open_loss(outcome(cell));
        let kinds: [(IsSuch<'_>, &[i32]); 7] = [
            (&is_loss, &[1, -1, i32::MIN]),
            (&|cell| outcome(cell) == Some(Outcome::Loss(0)), &[-1]),
            (&|cell| outcome(cell) == Some(Outcome::Draw), &[1, 30]),
            (
                &|cell| matches!(outcome(cell), Some(Outcome::Win(1..))),
                &[1, 30],
            ),
            (&|cell| outcome(cell).is_none(), &[1, 30]),
            (&|cell| outcome(cell) == Some(Outcome::Win(0)), &[1, 30]),
            (&is_stuck, &[1, 30]),
        ];
        for (kind, (is_such, changes)) in kinds.into_iter().enumerate() {
            let cells: Vec<&Cell> = sample.cells.iter().filter(|cell| is_such(cell)).collect();
            // Only some rules have positions without a slide, or goals that are given away.
            assert!(
                !cells.is_empty() || kind > 4 && !(kind == 6 && std::ptr::eq(sample, knight()))
            );
            if let Some(cell) = cells.get(cells.len() / 2) {
                for &change in changes {
                    let value = sample.solved.slide[cell.number].saturating_add_signed(change);
                    let report = sample.report_with(cell, value);
                    let offence = offence_at(&report, &cell.position).expect("an offence");
                    assert_ne!(offence.expected, offence.found);
                    if value > 0 {
                        assert_eq!(offence.found, sample.lost_in(value).map(Outcome::Loss));
                    }
                    if is_loss(cell) {
                        let found = sample.lost_in(value).map_or(Outcome::Draw, Outcome::Loss);
                        expect_offence(&report, &cell.position, Some(found), outcome(cell));
                    } else if outcome(cell) == Some(Outcome::Loss(0)) || is_stuck(cell) {
                        assert_eq!(offence.expected, outcome(cell));
                    }
                }
            }
        }
    }
}

/// Changes that leave hardly anything to contradict a value.
#[test]
fn consistent_looking_changes_of_many_values() {
    for sample in [king(), knight()] {
        let right = &sample.solved.slide;
        let deepest = *right.iter().max().expect("values");
        assert!(deepest > 3);
        let expect_found = |change: &dyn Fn(u32) -> u32| {
            let values: Vec<u32> = right.iter().map(|&value| change(value)).collect();
            assert_ne!(&values, right);
            assert!(!sample.solved.slide_report(&values).passes());
        };
        // Without the losses of one distance, of all from a distance on, of all but finished
        // positions; and without any.
        for dropped in [1, 2, deepest / 2, deepest] {
            expect_found(&|value| if value == dropped { 0 } else { value });
            expect_found(&|value| if value >= dropped { 0 } else { value });
        }
        // All distances, but those of finished games, are two or four plies longer; and two
        // distances are merged.
        expect_found(&|value| if value > 1 { value + 1 } else { value });
        expect_found(&|value| if value > 1 { value + 2 } else { value });
        expect_found(&|value| if value == deepest { deepest - 1 } else { value });
    }
}

/// Many draws are reported as losses because of each other: the wins and losses among them rest on
/// nothing else.
#[test]
fn losses_that_rest_on_each_other() {
    for sample in [king(), knight()] {
        for value in [2, 10, 40] {
            // Positions without a slide stay out: the census counts them by the rules, so it would
            // show the change.
            let rules = sample.solved.rules();
            let can_slide = |cell: &Cell| rules.slides(&cell.position).next().is_some();
            let is_draw =
                |cell: &Cell| sample.outcome(cell) == Some(Outcome::Draw) && can_slide(cell);
            let every_third = |cell: &Cell| cell.position.opponent().bits().is_multiple_of(3);
            for chosen in [&is_draw as &dyn Fn(&Cell) -> bool, &|cell| {
                is_draw(cell) && every_third(cell)
            }] {
                let values = sample.cells.iter().map(|cell| {
                    if chosen(cell) {
                        value
                    } else {
                        sample.solved.slide[cell.number]
                    }
                });
                let values: Vec<u32> = values.collect();
                assert!(!sample.solved.slide_report(&values).passes());
            }
        }
    }
}

/// An opponent's set with symmetries of its own has cells of equivalent positions. Look-ups read
/// only one of them.
#[test]
fn one_cell_of_a_position_that_has_several() {
    let sample = king();
    let index = &sample.solved.index;
    let equivalent = |cell: &Cell| -> Vec<usize> {
        let (mover, opponent) = (cell.position.mover(), cell.position.opponent());
        let keeping = index
            .group()
            .elements()
            .iter()
            .filter(|symmetry| symmetry.apply(opponent) == opponent);
        let images: Vec<Circles> = keeping.map(|symmetry| symmetry.apply(mover)).collect();
        images
            .into_iter()
            .map(|image| index.cell(image, opponent) as usize)
            .filter(|&image| image != cell.number)
            .collect()
    };
    let several = |cell: &&Cell| is_open_loss(sample.outcome(cell)) && !equivalent(cell).is_empty();
    let cells: Vec<&Cell> = sample.cells.iter().filter(several).collect();
    for cell in cells.iter().step_by(cells.len().div_ceil(3)) {
        let mut values = sample.solved.slide.clone();
        values[cell.number] = 0;
        let report = sample.solved.slide_report(&values);
        expect_offence(
            &report,
            &cell.position,
            Some(Outcome::Draw),
            sample.outcome(cell),
        );
        // All of them.
        for image in equivalent(cell) {
            values[image] = 0;
        }
        let report = sample.solved.slide_report(&values);
        expect_offence(
            &report,
            &cell.position,
            Some(Outcome::Draw),
            sample.outcome(cell),
        );
    }
}

/// Returns wrong outcomes that a position of a stored drop layer can have without the census
/// showing it.
fn other_outcomes(layer: usize, right: Outcome) -> Vec<Outcome> {
    let drops_left = (8 - layer) as u32;
    let (win, loss) = (drops_left | 1, drops_left);
    let nearby = right
        .distance()
        .into_iter()
        .flat_map(|distance| [distance.saturating_sub(2), distance + 2]);
    let nearby = nearby.map(|distance| match right {
        Outcome::Win(_) => Outcome::Win(distance),
        _ => Outcome::Loss(distance),
    });
    let others = [
        Outcome::Draw,
        Outcome::Win(win),
        Outcome::Win(win + 8),
        Outcome::Loss(loss),
        Outcome::Loss(loss + 8),
    ];
    let possible = |outcome: &Outcome| {
        outcome
            .distance()
            .is_none_or(|distance| distance + 1 >= drops_left + distance % 2)
    };
    let all = others
        .into_iter()
        .chain(nearby)
        .filter(possible)
        .filter(|&outcome| outcome != right);
    all.collect()
}

#[test]
fn a_drop_value_changed_in_each_way() {
    for (sample, layers) in [(king(), [6, 0]), (knight(), [4, 0])] {
        for layer in layers {
            let mut changed = 0;
            for name in ["win", "loss", "draw"] {
                let such = |cell: &&Cell| {
                    cell.position.layer() == layer
                        && sample
                            .outcome(cell)
                            .is_some_and(|outcome| outcome.name() == name)
                };
                let Some(cell) = sample.drop_cells.iter().find(such) else {
                    continue;
                };
                let right = sample.outcome(cell).expect("a position");
                for found in other_outcomes(layer, right) {
                    let mut values = sample.solved.drop.clone();
                    values[cell.number] = drop_value(found, sample.solved.rules().parity());
                    let file = sample.solved.drop_file(&sample.slide_file, &values);
                    let report = verify_drops(&sample.slide_file, &file);
                    expect_offence(&report, &cell.position, Some(found), Some(right));
                    // Layers are stored from the last to the first; earlier ones rest on the wrong
                    // value.
                    assert_eq!(report.offences[0].position, cell.position);
                    changed += 1;
                }
            }
            assert!(changed > 0, "layer {layer}");
        }
    }
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
    let draws: Vec<(usize, u32)> = (0..sample.solved.drop.len())
        .map(|number| (number, 0))
        .collect();
    assert!(!sample.drop_report(&draws).passes());
}

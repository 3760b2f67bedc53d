//! Verification of the files of games without numbered pieces: of all values, or of a sample where
//! that would take hours.

use std::ops::Range;

use teeko_index::{SolvedLayers, binomial, subsets};
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Outcome, PIECES, Position, Rules, Side, Symmetry};
use teeko_table::values::{drop_outcome, lost_in};
use teeko_table::{CellIndex, FileKind, Header, Row, TableFile};

use super::values::{DecodedValues, FileReport, Offence, compare, expected};
use crate::error::Answer;
use crate::order::mix;
use crate::order::{position, positions};

/// Verifies a slide file or a drop file. `layers` are those that its table expands to; a drop file
/// is right if its slide file is, and nothing offends. The report keeps the first `examples`
/// offences.
///
/// # Errors
/// If a block is damaged, or the observer stops the work.
pub fn verify_file(
    layers: &SolvedLayers,
    file: &TableFile,
    examples: usize,
    observe: Observer<'_>,
) -> Answer<FileReport> {
    let (rules, header) = (layers.rules(), file.header());
    let (parity, symmetries) = (rules.parity(), rules.symmetries());
    let (circles, index, stored) = (
        rules.board().circle_count(),
        CellIndex::new(rules),
        DecodedValues::decode(file)?,
    );
    let outcome = |layer: usize, position: &Position| layers.layer(layer)?.outcome(position);
    // The outcome by the rules, and that of an image for which the reader has another.
    let check = |position: Position| {
        let layer = position.layer();
        let next_layer = (layer + 1).min(2 * PIECES);
        let expected = expected(rules, &position, |next| outcome(next_layer, next));
        let of_image = |symmetry: &Symmetry| {
            let [mover, opponent] =
                [position.mover(), position.opponent()].map(|set| symmetry.apply(set));
            outcome(layer, &Position::of_turn(position.turn, mover, opponent))
        };
        let mut of_images = symmetries.elements().iter().map(of_image);
        let found = of_images
            .find(|found| *found != expected)
            .unwrap_or(expected);
        Offence {
            position,
            found,
            expected,
        }
    };
    let check_cell = |cell: u64, position: Position| {
        let (offence, value) = (check(position), stored.get(cell));
        let told = match (
            header.description.kind,
            lost_in(value, parity),
            offence.expected,
        ) {
            (FileKind::Slide, Some(distance), _) => Some(Outcome::Loss(distance)),
            // Not lost: won if a slide leads to a lost position, otherwise drawn.
            (FileKind::Slide, None, Some(Outcome::Loss(_))) => Some(Outcome::Draw),
            (FileKind::Slide, None, expected) => expected,
            _ => Some(drop_outcome(value, parity)),
        };
        if told == offence.expected {
            offence
        } else {
            Offence {
                found: told,
                ..offence
            }
        }
    };
    // The layers that the file leaves out, each before a stored one.
    let left_out = header.sections.iter().map(|section| section.layer / 2);
    let left_out = left_out
        .filter(|&pieces| pieces < PIECES)
        .map(|pieces| index.orbits(pieces).count() as u64 * binomial(circles - pieces, pieces + 1));
    let counter = Counter::new(header.values() + left_out.sum::<u64>(), observe);
    let mut report = FileReport::default();
    for section in &header.sections {
        let pieces = section.layer / 2;
        if pieces < PIECES {
            let movers = index.orbits(pieces).canonical();
            let of_layer = compare(movers, &counter, examples, |&mover| {
                let opponents =
                    subsets(circles, pieces + 1).filter(move |opponent| !opponent.meets(mover));
                opponents.map(move |opponent| check(Position::of_turn(Side::Red, mover, opponent)))
            })?;
            report = report.then(
                FileReport {
                    checked: 0,
                    ..of_layer
                },
                examples,
            );
        }
        let rows: Vec<Row> = index
            .rows(header.description.kind)
            .filter(|row| row.layer == section.layer)
            .collect();
        let of_rows = compare(&rows, &counter, examples, |row| {
            let first = section.first + u64::from(row.number) * section.row_length;
            (first..).zip(row.movers()).map(move |(cell, mover)| {
                check_cell(cell, Position::of_turn(Side::Black, mover, row.opponent))
            })
        })?;
        report = report.then(of_rows, examples);
    }
    Ok(report)
}

/// The number of positions checked between two calls of the observer.
const AT_A_TIME: u64 = 1 << 12;

/// Checks `number` random positions, spread evenly over `layers`: the outcome of each must follow
/// from the outcomes of the next positions. `outcome` returns `None` for positions that the rules
/// do not have. The report keeps the first `examples` that offend. The positions are the same every
/// time. In the slide phase either side may be to move, which does not change outcomes.
///
/// # Panics
/// If `layers` is empty, or one of them is above 8 or has more pieces than fit on the board.
pub fn verify_sample(
    rules: &Rules,
    outcome: impl Fn(&Position) -> Option<Outcome> + Sync,
    layers: Range<usize>,
    number: u64,
    examples: usize,
    observe: Observer<'_>,
) -> Result<FileReport, Stopped> {
    let counter = Counter::new(number, observe);
    let check = |part: u64| {
        let places = part * AT_A_TIME..number.min((part + 1) * AT_A_TIME);
        places.map(|place| {
            let layer = layers.start + (place % layers.len() as u64) as usize;
            let position = position(layer, mix(place) % positions(rules.board(), layer));
            let expected = expected(rules, &position, &outcome);
            Offence {
                position,
                found: outcome(&position),
                expected,
            }
        })
    };
    compare(0..number.div_ceil(AT_A_TIME), &counter, examples, check)
}

/// Returns the memory that verifying a file takes, in bytes, besides the expanded table.
///
/// A file of a few kilobytes can be of a board whose values fill any memory, so call this before
/// you verify files that you did not make.
pub fn memory_needed(header: &Header) -> u64 {
    let circles = header.description.rules.board().circle_count();
    let values = header.values() * header.value_width as u64;
    match header.description.kind {
        // The values, and the place of every set of a side.
        FileKind::Slide | FileKind::Drop => {
            values + binomial(circles, PIECES) * size_of::<teeko_index::Place>() as u64
        }
        FileKind::AttackSlide | FileKind::AttackDrop => values,
    }
}

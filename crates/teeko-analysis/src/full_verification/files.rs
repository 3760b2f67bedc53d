//! Verification of the files of games without numbered pieces.

use teeko_index::{SolvedLayers, binomial, subsets};
use teeko_rules::work::{Counter, Observer};
use teeko_rules::{Outcome, PIECES, Position, Side, Symmetry};
use teeko_table::values::{drop_outcome, lost_in};
use teeko_table::{CellIndex, Kind, Row, TableFile, VisitError};

use super::report::{Offence, Report, compare};
use super::values::{Values, expected};

/// Verifies a slide file or a drop file. `layers` are those that its table expands to; a drop file
/// is right if its slide file is, and nothing offends. The report keeps the first `examples`
/// offences.
///
/// # Errors
/// [`VisitError::Table`] if a block is damaged; [`VisitError::Stopped`] if the observer stops the
/// work.
pub fn verify_file(
    layers: &SolvedLayers,
    file: &TableFile,
    examples: usize,
    observe: Observer<'_>,
) -> Result<Report, VisitError> {
    let (rules, header) = (layers.rules(), file.header());
    let (parity, symmetries) = (rules.parity(), rules.symmetries());
    let (circles, index, stored) =
        (rules.board().circle_count(), CellIndex::new(rules), Values::decode(file)?);
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
        let found = of_images.find(|found| *found != expected).unwrap_or(expected);
        Offence { position, found, expected }
    };
    let check_cell = |cell: u64, position: Position| {
        let (offence, value) = (check(position), stored.get(cell));
        let told = match (header.kind(), lost_in(value, parity), offence.expected) {
            (Kind::Slide, Some(distance), _) => Some(Outcome::Loss(distance)),
            // Not lost: won if a slide leads to a lost position, otherwise drawn.
            (Kind::Slide, None, Some(Outcome::Loss(_))) => Some(Outcome::Draw),
            (Kind::Slide, None, expected) => expected,
            _ => Some(drop_outcome(value, parity)),
        };
        if told == offence.expected { offence } else { Offence { found: told, ..offence } }
    };
    // The layers that the file leaves out, each before a stored one.
    let left_out = header.sections().iter().map(|section| section.layer / 2);
    let left_out = left_out
        .filter(|&pieces| pieces < PIECES)
        .map(|pieces| index.orbits(pieces).count() as u64 * binomial(circles - pieces, pieces + 1));
    let counter = Counter::new(header.values() + left_out.sum::<u64>(), observe);
    let mut report = Report::default();
    for section in header.sections() {
        let pieces = section.layer / 2;
        if pieces < PIECES {
            let movers = index.orbits(pieces).canonical();
            let of_layer = compare(movers, &counter, examples, |&mover| {
                let opponents =
                    subsets(circles, pieces + 1).filter(move |opponent| !opponent.meets(mover));
                opponents.map(move |opponent| check(Position::of_turn(Side::Red, mover, opponent)))
            })?;
            report = report.then(Report { checked: 0, ..of_layer }, examples);
        }
        let rows: Vec<Row> =
            index.rows(header.kind()).filter(|row| row.layer == section.layer).collect();
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

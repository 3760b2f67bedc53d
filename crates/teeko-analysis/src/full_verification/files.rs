//! Verification of the files of games without numbered pieces: of all values, or of a sample where
//! that would take hours.

use std::ops::Range;

use teeko_index::{SolvedLayers, binomial, subsets};
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Board, Outcome, PIECES, Parity, Position, Rules, Side, SymmetryGroup};
use teeko_table::values::{drop_outcome, lost_in};
use teeko_table::{CellIndex, FileKind, Header, Row, Section, TableFile};

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
    let file = FileVerification::new(layers, file, examples)?;
    let mut work = file.header.values();
    for pieces in file.left_out_pieces() {
        work += file.positions_left_out(pieces);
    }
    let counter = Counter::new(work, observe);
    let mut report = FileReport::default();
    for section in &file.header.sections {
        let pieces = section.layer / 2;
        if pieces < PIECES {
            // Left-out positions are not values of the file, so they do not count as checked.
            let of_layer = FileReport {
                checked: 0,
                ..file.check_left_out(pieces, &counter)?
            };
            report = report.then(of_layer, examples);
        }
        let of_rows = file.check_section(section, &counter)?;
        report = report.then(of_rows, examples);
    }
    Ok(report)
}

/// What it takes to verify a slide file or a drop file.
struct FileVerification<'a> {
    layers: &'a SolvedLayers,
    rules: &'a Rules,
    header: &'a Header,
    index: CellIndex,
    stored: DecodedValues,
    parity: Parity,
    symmetries: SymmetryGroup,
    examples: usize,
}

impl<'a> FileVerification<'a> {
    fn new(layers: &'a SolvedLayers, file: &'a TableFile, examples: usize) -> Answer<Self> {
        let rules = layers.rules();
        Ok(Self {
            layers,
            rules,
            header: file.header(),
            index: CellIndex::new(rules),
            stored: DecodedValues::decode(file)?,
            parity: rules.parity(),
            symmetries: rules.symmetries(),
            examples,
        })
    }

    /// Returns the number of the mover's pieces in each layer that the file leaves out. Each layer
    /// has one piece more than a stored one.
    fn left_out_pieces(&self) -> impl Iterator<Item = usize> {
        let stored = self.header.sections.iter().map(|section| section.layer / 2);
        stored.filter(|&pieces| pieces < PIECES)
    }

    /// Returns the number of positions of a layer that the file leaves out, in which the mover has
    /// this number of pieces. Of the mover's sets only canonical ones count.
    fn positions_left_out(&self, pieces: usize) -> u64 {
        let circles = self.rules.board().circle_count();
        self.index.orbits(pieces).count() as u64 * binomial(circles - pieces, pieces + 1)
    }

    /// Checks the positions of a layer that the file leaves out.
    fn check_left_out(&self, pieces: usize, counter: &Counter<'_>) -> Result<FileReport, Stopped> {
        let circles = self.rules.board().circle_count();
        let movers = self.index.orbits(pieces).canonical();
        compare(movers, counter, self.examples, |&mover| {
            let opponents = subsets(circles, pieces + 1);
            opponents
                .filter(move |opponent| !opponent.meets(mover))
                .map(move |opponent| self.check(Position::of_turn(Side::Red, mover, opponent)))
        })
    }

    /// Checks the cells of a layer of the file.
    fn check_section(
        &self,
        section: &Section,
        counter: &Counter<'_>,
    ) -> Result<FileReport, Stopped> {
        let mut rows: Vec<Row> = self.index.rows(self.header.description.kind).collect();
        rows.retain(|row| row.layer == section.layer);
        compare(&rows, counter, self.examples, |row| {
            let first = section.first + u64::from(row.number) * section.row_length;
            (first..).zip(row.movers()).map(move |(cell, mover)| {
                self.check_cell(cell, Position::of_turn(Side::Black, mover, row.opponent))
            })
        })
    }

    /// Returns what the table that is read has for a position.
    fn read(&self, layer: usize, position: &Position) -> Option<Outcome> {
        self.layers.layer(layer)?.outcome(position)
    }

    /// Compares the outcome by the rules with what is read for each image of a position. Returns
    /// both outcomes, which are equal if nothing is wrong.
    fn check(&self, position: Position) -> Offence {
        let layer = position.layer();
        let next_layer = (layer + 1).min(2 * PIECES);
        let expected = expected(self.rules, &position, |next| self.read(next_layer, next));
        let mut found = expected;
        for symmetry in self.symmetries.elements() {
            let of_image = self.read(layer, &position.image(symmetry));
            if of_image != expected {
                found = of_image;
                break;
            }
        }
        Offence {
            position,
            found,
            expected,
        }
    }

    /// Compares, also, with what the value in a cell tells.
    fn check_cell(&self, cell: u64, position: Position) -> Offence {
        let compared = self.check(position);
        let told = self.told(self.stored.get(cell), compared.expected);
        if told == compared.expected {
            compared
        } else {
            Offence {
                found: told,
                ..compared
            }
        }
    }

    /// Returns the outcome that a value tells, given the expected one. A slide file has losses
    /// only: a position that is not lost is won if a slide leads to a lost position, and otherwise
    /// drawn.
    fn told(&self, value: u32, expected: Option<Outcome>) -> Option<Outcome> {
        if self.header.description.kind != FileKind::Slide {
            return Some(drop_outcome(value, self.parity));
        }
        match (lost_in(value, self.parity), expected) {
            (Some(distance), _) => Some(Outcome::Loss(distance)),
            (None, Some(Outcome::Loss(_))) => Some(Outcome::Draw),
            (None, expected) => expected,
        }
    }
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
    compare(0..number.div_ceil(AT_A_TIME), &counter, examples, |part| {
        let places = part * AT_A_TIME..number.min((part + 1) * AT_A_TIME);
        places.map(|place| {
            let position = random_position(rules.board(), &layers, place);
            Offence {
                position,
                found: outcome(&position),
                expected: expected(rules, &position, &outcome),
            }
        })
    })
}

/// Returns the random position with this number in a sample that is spread evenly over layers.
fn random_position(board: Board, layers: &Range<usize>, number: u64) -> Position {
    let layer = layers.start + (number % layers.len() as u64) as usize;
    position(layer, mix(number) % positions(board, layer))
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

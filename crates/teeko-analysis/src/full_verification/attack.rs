//! Verification of the tables of attacks: the files of threshold games with numbered pieces.
//!
//! A slide file has the positions that the defender, to move, has lost. The value of each position
//! with the attacker to move follows from these by one slide, like wins in plain files. For every
//! cell it is checked that the stored loss, or its absence, follows from these wins. The proof is
//! that of plain files, with one half for each side to move. A drop file has all layers; each is
//! checked against the next.

use teeko_index::WeighedSet;
use teeko_rules::work::{Counter, Observer, Stopped};
use teeko_rules::{Circle, Circles, DropStyle, Outcome, PIECES, Position, Rules, Side};
use teeko_table::{CellIndex, Kind, Row, TableFile, VisitError};

use super::report::{Offence, Report, compare};
use super::values::{Values, fastest};

/// A verified slide file of an attack, ready to verify the drop files that belong to it.
#[derive(Debug)]
pub struct AttackVerification {
    rules: Rules,
    points: u8,
    index: CellIndex,
    /// The values of the file: half the number of plies in which the defender, to move, loses.
    lost: Values,
    /// For the same sets: half the number of plies, rounded up, in which the attacker, to move,
    /// wins.
    won: Values,
    report: Report,
}

impl AttackVerification {
    /// Verifies the slide file of an attack. Keeps its values and as many more in memory. The
    /// report keeps the first `examples` offences.
    ///
    /// # Errors
    /// If a block is damaged; [`VisitError::Stopped`] if the observer stops the work.
    pub fn new(
        file: &TableFile,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Self, VisitError> {
        let header = file.header();
        let (rules, points) = (header.rules().clone(), header.points().unwrap_or_default());
        let index = CellIndex::of_points(&rules, points);
        let lost = Values::decode(file)?;
        let won = Values::default();
        let counter = Counter::new(2 * header.values(), observe);
        let mut verification = Self { rules, points, index, lost, won, report: Report::default() };
        verification.won = verification.wins(&counter)?;
        verification.report = verification.compare_slides(&counter, examples)?;
        Ok(verification)
    }

    /// Returns the report on the slide file.
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn rows(&self, kind: Kind) -> Vec<Row> {
        self.index.rows(kind).collect()
    }

    /// Whether a side has a goal.
    fn is_over(&self, attacker: Circles, defender: Circles) -> bool {
        let goals = self.rules.goals();
        goals.is_goal(attacker, defender) || goals.is_goal(defender, attacker)
    }

    /// Returns the slides of a side, each from one circle to another.
    fn slides(&self, own: Circles, other: Circles) -> impl Iterator<Item = (Circle, Circle)> {
        let free = self.rules.board().circles() - own - other;
        own.into_iter().flat_map(move |from| {
            let targets = self.rules.targets(from) & free;
            targets.into_iter().map(move |to| (from, to))
        })
    }

    /// Returns the values with the attacker to move, each from one slide.
    fn wins(&self, counter: &Counter<'_>) -> Result<Values, Stopped> {
        // A win takes one ply more than the loss after it, so its value is at most one greater.
        let mut won = self.lost.zeros(2);
        won.set_rows(&self.rows(Kind::AttackSlide), counter, |row: &Row, values| {
            let set = row.set();
            for (value, defender) in values.iter_mut().zip(row.movers()) {
                if self.is_over(set.all(), defender) {
                    continue;
                }
                *value = fastest(self.slides(set.all(), defender).map(|(from, to)| {
                    let after = set.moved(from, to);
                    self.after_ply(after, to, defender, || {
                        self.lost.get(self.index.cell_of_attack(row.side, after, defender))
                    })
                }));
            }
        })?;
        Ok(won)
    }

    /// Returns the value of a ply of the attacker's for the attacker, from the set after it and,
    /// unless the ply completes a goal, the value of the position after it for the defender.
    fn after_ply(
        &self,
        after: WeighedSet,
        to: Circle,
        defender: Circles,
        lost: impl FnOnce() -> u32,
    ) -> u32 {
        if self.rules.goals().is_goal(after.all(), defender) {
            // The goal wins if it is worth enough points.
            return self.rules.wins_threshold(self.points, after.heavy.contains(to), to).into();
        }
        match lost() {
            0 => 0,
            half => half + 1,
        }
    }

    /// Checks the value of every cell: the losses, and their absence elsewhere.
    fn compare_slides(&self, counter: &Counter<'_>, examples: usize) -> Result<Report, Stopped> {
        self.compare(&self.rows(Kind::AttackSlide), counter, examples, |cell, row, defender| {
            let expected = if self.is_over(row.opponent, defender) {
                0
            } else {
                slowest(self.slides(defender, row.opponent).map(|(from, to)| {
                    let after = defender.without(from).with(to);
                    if self.is_over(row.opponent, after) {
                        0
                    } else {
                        self.won.get(self.index.cell_of_attack(row.side, row.set(), after))
                    }
                }))
            };
            (self.lost.get(cell), expected)
        })
    }

    /// Verifies a drop file that belongs to the slide file. The report keeps the first `examples`
    /// offences.
    ///
    /// # Errors
    /// As [`AttackVerification::new`].
    pub fn verify_drop_file(
        &self,
        file: &TableFile,
        examples: usize,
        observe: Observer<'_>,
    ) -> Result<Report, VisitError> {
        let header = file.header();
        let (rules, values) = (header.rules(), Values::decode(file)?);
        let counter = Counter::new(header.values(), observe);
        Ok(self.compare(
            &self.rows(Kind::AttackDrop),
            &counter,
            examples,
            |cell, row, defender| {
                (values.get(cell), self.expected_of_drop(rules, &values, row, defender))
            },
        )?)
    }

    /// Returns the value that follows from a position's drops, given the values of the drop file.
    fn expected_of_drop(
        &self,
        rules: &Rules,
        values: &Values,
        row: &Row,
        defender: Circles,
    ) -> u32 {
        let Row { layer, side: attacker, .. } = *row;
        let set = row.set();
        if self.is_over(set.all(), defender) {
            return 0;
        }
        let free = rules.board().circles() - set.all() - defender - rules.banned(layer);
        let full = Rules::heavy_pips(self.points);
        let heavy = PIECES + 1 - usize::from(full);
        let attacker_moves = row.attacker_moves();
        // Values count half the plies, rounded up: a win after the attacker's ply is one greater
        // than the loss that follows it.
        let of_circle = |to: Circle| {
            if !attacker_moves {
                let after = defender.with(to);
                let over = self.is_over(set.all(), after);
                return if over { 0 } else { self.after_drop(values, attacker, set, after) };
            }
            let dropped = [
                (set.heavy.len() < heavy).then(|| WeighedSet { heavy: set.heavy.with(to), ..set }),
                (set.light.len() < PIECES - heavy)
                    .then(|| WeighedSet { light: set.light.with(to), ..set }),
            ];
            let of_piece = dropped.into_iter().flatten().map(|after| {
                self.after_ply(after, to, defender, || {
                    self.after_drop(values, attacker, after, defender)
                })
            });
            fastest(of_piece)
        };
        let pointed = rules.plan().style_after(layer) == DropStyle::Point;
        let outcomes = free.iter().map(of_circle);
        if attacker_moves == pointed { slowest(outcomes) } else { fastest(outcomes) }
    }

    /// Returns the value of a position after a drop, from the drop file or the slide phase.
    fn after_drop(
        &self,
        values: &Values,
        attacker: Side,
        set: WeighedSet,
        defender: Circles,
    ) -> u32 {
        let layer = set.all().len() + defender.len();
        let cell = self.index.cell_of_attack(attacker, set, defender);
        match (layer < 2 * PIECES, attacker) {
            (true, _) => values.get(cell),
            // Black slides first.
            (false, Side::Black) => self.won.get(cell),
            (false, Side::Red) => self.lost.get(cell),
        }
    }

    /// Compares the value found in each cell of some rows with the expected one.
    fn compare(
        &self,
        rows: &[Row],
        counter: &Counter<'_>,
        examples: usize,
        values: impl Fn(u64, &Row, Circles) -> (u32, u32) + Sync,
    ) -> Result<Report, Stopped> {
        let values = &values;
        compare(rows, counter, examples, |row| {
            row.movers().map(move |defender| {
                let cell = self.index.cell_of_attack(row.side, row.set(), defender);
                let (found, expected) = values(cell, row, defender);
                let of_value = |half| Some(outcome(half, row.attacker_moves()));
                let position = position(row, defender);
                Offence { position, found: of_value(found), expected: of_value(expected) }
            })
        })
    }
}

/// Returns the position of these sets without numbers. In the slide phase, where the attacker may
/// be either side, the attacker is Black.
fn position(row: &Row, defender: Circles) -> Position {
    if row.attacker_moves() {
        Position::of_turn(row.side, row.opponent, defender)
    } else {
        Position::of_turn(row.side.other(), defender, row.opponent)
    }
}

/// Returns the outcome, for the side to move, that a value stands for.
fn outcome(half: u32, attacker_moves: bool) -> Outcome {
    match (half, attacker_moves) {
        (0, _) => Outcome::Draw,
        (half, true) => Outcome::Win(2 * half - 1),
        (half, false) => Outcome::Loss(2 * half),
    }
}

/// Returns the greatest value; 0 if one is 0 or there is none.
fn slowest(mut values: impl Iterator<Item = u32>) -> u32 {
    let slower = |slowest: u32, value| (value > 0).then(|| slowest.max(value));
    values.try_fold(0, slower).unwrap_or(0)
}

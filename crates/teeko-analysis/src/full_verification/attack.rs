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
use teeko_table::{CellIndex, FileKind, Row, TableFile};

use crate::error::Answer;

use super::values::{DecodedValues, FileReport, Offence, compare, fastest};

/// A verified slide file of an attack, ready to verify the drop files that belong to it.
#[derive(Debug)]
pub struct AttackVerification {
    rules: Rules,
    points: u8,
    index: CellIndex,
    /// The values of the file: half the number of plies in which the defender, to move, loses.
    lost: DecodedValues,
    /// For the same sets: half the number of plies, rounded up, in which the attacker, to move,
    /// wins.
    won: DecodedValues,
}

impl AttackVerification {
    /// Verifies the slide file of an attack, and reports on it. Keeps its values and as many more
    /// in memory. The report keeps the first `examples` offences.
    ///
    /// # Errors
    /// If a block is damaged, or the observer stops the work.
    pub fn new(
        file: &TableFile,
        examples: usize,
        observe: Observer<'_>,
    ) -> Answer<(Self, FileReport)> {
        let header = file.header();
        let rules = header.description.rules.clone();
        let points = header.description.points;
        let counter = Counter::new(2 * header.values(), observe);
        let mut verification = Self {
            index: CellIndex::of_points(&rules, points),
            rules,
            points,
            lost: DecodedValues::decode(file)?,
            won: DecodedValues::default(),
        };
        verification.won = verification.wins(&counter)?;
        let report = verification.compare_slides(&counter, examples)?;
        Ok((verification, report))
    }

    fn rows(&self, kind: FileKind) -> Vec<Row> {
        self.index.rows(kind).collect()
    }

    fn is_over(&self, attacker: Circles, defender: Circles) -> bool {
        let goals = self.rules.goals();
        goals.is_goal(attacker, defender) || goals.is_goal(defender, attacker)
    }

    fn slides(&self, own: Circles, other: Circles) -> impl Iterator<Item = (Circle, Circle)> {
        let free = self.rules.board().circles() - own - other;
        own.into_iter().flat_map(move |from| {
            let targets = self.rules.targets(from) & free;
            targets.into_iter().map(move |to| (from, to))
        })
    }

    /// Returns the values with the attacker to move, each from one slide.
    fn wins(&self, counter: &Counter<'_>) -> Result<DecodedValues, Stopped> {
        // A win takes one ply more than the loss after it, so its value is at most one greater.
        let mut won = self.lost.zeros(2);
        won.set_rows(&self.rows(FileKind::AttackSlide), counter, |row, values| {
            // `movers` are the defender's sets, although the attacker is to move.
            for (value, defender) in values.iter_mut().zip(row.movers()) {
                *value = self.expected(&self.rules, true, row, defender, |set, defender| {
                    self.value(&self.lost, row.side, set, defender)
                });
            }
        })?;
        Ok(won)
    }

    /// Checks the value of every cell: the losses, and their absence elsewhere.
    fn compare_slides(
        &self,
        counter: &Counter<'_>,
        examples: usize,
    ) -> Result<FileReport, Stopped> {
        let rows = self.rows(FileKind::AttackSlide);
        self.compare_rows(&rows, &self.lost, counter, examples, |row, defender| {
            self.expected(&self.rules, false, row, defender, |set, defender| {
                self.value(&self.won, row.side, set, defender)
            })
        })
    }

    /// Returns the value of an attacker's set against a defender's.
    fn value(
        &self,
        values: &DecodedValues,
        attacker: Side,
        set: WeighedSet,
        defender: Circles,
    ) -> u32 {
        values.get(self.index.cell_of_attack(attacker, set, defender))
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
    ) -> Answer<FileReport> {
        let header = file.header();
        let rules = &header.description.rules;
        let values = DecodedValues::decode(file)?;
        let counter = Counter::new(header.values(), observe);
        let rows = self.rows(FileKind::AttackDrop);
        let report = self.compare_rows(&rows, &values, &counter, examples, |row, defender| {
            let of_next = match row.side {
                _ if row.layer + 1 < 2 * PIECES => &values,
                // Black slides first.
                Side::Black => &self.won,
                Side::Red => &self.lost,
            };
            self.expected(
                rules,
                row.attacker_moves(),
                row,
                defender,
                |set, defender| self.value(of_next, row.side, set, defender),
            )
        })?;
        Ok(report)
    }

    /// Returns the value of the position of a row's set and a defender's set, which follows from
    /// those of the positions `after` the plies of the side to move.
    ///
    /// Values count half the plies, rounded up: a win after the attacker's ply is one greater than
    /// the loss that follows it.
    fn expected(
        &self,
        rules: &Rules,
        attacker_moves: bool,
        row: &Row,
        defender: Circles,
        after: impl Fn(WeighedSet, Circles) -> u32,
    ) -> u32 {
        if self.is_over(row.set().all(), defender) {
            return 0;
        }
        if row.layer == 2 * PIECES {
            return self.after_slides(attacker_moves, row.set(), defender, &after);
        }
        self.after_drops(rules, attacker_moves, row, defender, &after)
    }

    /// Returns the value of a position of the slide phase, by the slides of the side to move.
    fn after_slides(
        &self,
        attacker_moves: bool,
        set: WeighedSet,
        defender: Circles,
        after: &impl Fn(WeighedSet, Circles) -> u32,
    ) -> u32 {
        if attacker_moves {
            let slides = self.slides(set.all(), defender);
            fastest(
                slides.map(|(from, to)| {
                    self.after_attacker(set.moved(from, to), to, defender, after)
                }),
            )
        } else {
            let slides = self.slides(defender, set.all());
            slowest(
                slides.map(|(from, to)| {
                    self.after_defender(set, defender.without(from).with(to), after)
                }),
            )
        }
    }

    /// Returns the value of a position of the drop phase, by the drops of the side to move.
    fn after_drops(
        &self,
        rules: &Rules,
        attacker_moves: bool,
        row: &Row,
        defender: Circles,
        after: &impl Fn(WeighedSet, Circles) -> u32,
    ) -> u32 {
        let set = row.set();
        let free = rules.board().circles() - set.all() - defender - rules.banned(row.layer);
        let outcomes = free.iter().map(|to| {
            if attacker_moves {
                let dropped = self.sets_after_drop(set, to);
                fastest(dropped.map(|next| self.after_attacker(next, to, defender, after)))
            } else {
                self.after_defender(set, defender.with(to), after)
            }
        });
        let is_pointed = rules.plan().style_after(row.layer) == DropStyle::Point;
        if attacker_moves == is_pointed {
            slowest(outcomes)
        } else {
            fastest(outcomes)
        }
    }

    /// Returns the value of a ply of the attacker's that leads to a set by the circle `to`.
    fn after_attacker(
        &self,
        next: WeighedSet,
        to: Circle,
        defender: Circles,
        after: &impl Fn(WeighedSet, Circles) -> u32,
    ) -> u32 {
        if self.rules.goals().is_goal(next.all(), defender) {
            // The goal wins if it is worth enough points.
            let is_heavy = next.heavy.contains(to);
            return u32::from(self.rules.wins_threshold(self.points, is_heavy, to));
        }
        match after(next, defender) {
            0 => 0,
            half => half + 1,
        }
    }

    /// Returns the value of a ply of the defender's that leads to its set `next`.
    fn after_defender(
        &self,
        set: WeighedSet,
        next: Circles,
        after: &impl Fn(WeighedSet, Circles) -> u32,
    ) -> u32 {
        if self.is_over(set.all(), next) {
            0
        } else {
            after(set, next)
        }
    }

    /// Returns the attacker's sets after a drop: of a heavy piece and of a light one, as far as it
    /// has them left.
    fn sets_after_drop(&self, set: WeighedSet, to: Circle) -> impl Iterator<Item = WeighedSet> {
        let heavy = Rules::heavy_pieces(self.points);
        let mut with_heavy = None;
        if set.heavy.len() < heavy {
            let heavy = set.heavy.with(to);
            with_heavy = Some(WeighedSet { heavy, ..set });
        }
        let mut with_light = None;
        if set.light.len() < PIECES - heavy {
            let light = set.light.with(to);
            with_light = Some(WeighedSet { light, ..set });
        }
        with_heavy.into_iter().chain(with_light)
    }

    /// Compares the value in each cell of some rows with its value by the rules. `movers` of a row
    /// are the defender's sets here, even where the attacker moves.
    fn compare_rows(
        &self,
        rows: &[Row],
        values: &DecodedValues,
        counter: &Counter<'_>,
        examples: usize,
        value_by_rules: impl Fn(&Row, Circles) -> u32 + Sync,
    ) -> Result<FileReport, Stopped> {
        let value_by_rules = &value_by_rules;
        compare(rows, counter, examples, |row| {
            row.movers().map(move |defender| {
                let cell = self.index.cell_of_attack(row.side, row.set(), defender);
                let found = outcome(values.get(cell), row.attacker_moves());
                let expected = outcome(value_by_rules(row, defender), row.attacker_moves());
                Offence {
                    position: position(row, defender),
                    found: Some(found),
                    expected: Some(expected),
                }
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
fn slowest(values: impl Iterator<Item = u32>) -> u32 {
    let mut slowest = 0;
    for value in values {
        if value == 0 {
            return 0;
        }
        slowest = slowest.max(value);
    }
    slowest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A win in 5 plies has three moves of the winner, and a loss in 6 has three of each side.
    #[test]
    fn values_count_the_moves_of_the_attacker() {
        assert_eq!(outcome(0, true), Outcome::Draw);
        assert_eq!(outcome(0, false), Outcome::Draw);
        assert_eq!(outcome(1, true), Outcome::Win(1));
        assert_eq!(outcome(3, true), Outcome::Win(5));
        assert_eq!(outcome(3, false), Outcome::Loss(6));
    }

    #[test]
    fn a_defender_chooses_no_loss_or_the_slowest() {
        assert_eq!(slowest([2, 5, 3].into_iter()), 5);
        assert_eq!(slowest([2, 0, 3].into_iter()), 0);
        assert_eq!(slowest([].into_iter()), 0);
    }
}

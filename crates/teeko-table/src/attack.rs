//! Index scheme 1 of attacks: the cell in a file of each position of a threshold game of numbered
//! pieces.
//!
//! One side, the attacker, has heavy and light pieces; the defender's pieces are all alike. A file
//! is a list of *sections*, each with all positions that have given numbers of heavy and light
//! pieces. The slide phase has one section, with the defender to move. The drop phase has one for
//! each layer, from 7 down to 0, each attacker, Black first, and each number of heavy pieces on the
//! board, ascending.
//!
//! A section is a list of rows, one for each *canonical* weighed set of the attacker, in the order
//! of [`WeighedOrbits`]. A row has a cell for each set that the defender can have among the free
//! circles, as in plain files.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use teeko_index::{Place, SetOrbits};
use teeko_index::{WeighedOrbits, WeighedSet, binomial, orbit_count};
use teeko_rules::combinatorics::rank_among_free;
use teeko_rules::{Board, Circles, PIECES, Rules, Side, SymmetryGroup};

use crate::Kind;
use crate::scheme::{Row, StoredLayer};

/// A section: the positions of a layer with a given attacker and given numbers of the attacker's
/// heavy and light pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AttackSection {
    /// The pieces on the board, of both sides together.
    pub layer: usize,
    /// The side that attacks. In the slide phase, where it does not matter, Black.
    pub attacker: Side,
    /// The number of the attacker's heavy pieces on the board.
    pub heavy: usize,
    /// The number of the attacker's light pieces on the board.
    pub light: usize,
}

impl AttackSection {
    /// Lists the sections of a file in their order in the file. A side has `heavy` heavy pieces in
    /// the whole game.
    pub(crate) fn all(kind: Kind, heavy: usize) -> Vec<Self> {
        let slide = Self { layer: 2 * PIECES, attacker: Side::Black, heavy, light: PIECES - heavy };
        if kind == Kind::AttackSlide {
            return vec![slide];
        }
        let mut sections = Vec::new();
        for layer in (0..2 * PIECES).rev() {
            for attacker in [Side::Black, Side::Red] {
                let pieces = if attacker == Side::Black { layer.div_ceil(2) } else { layer / 2 };
                // No more light pieces are on the board than a side has.
                for on_board in (pieces + heavy).saturating_sub(PIECES)..=heavy.min(pieces) {
                    let light = pieces - on_board;
                    sections.push(Self { layer, attacker, heavy: on_board, light });
                }
            }
        }
        sections
    }

    /// Returns the number of the defender's pieces.
    fn defenders(&self) -> usize {
        self.layer - self.heavy - self.light
    }

    /// Whether the attacker is to move.
    pub fn attacker_moves(&self) -> bool {
        self.layer < 2 * PIECES && self.layer.is_multiple_of(2) == (self.attacker == Side::Black)
    }
}

/// Returns the sections of a file as layers, with their places in the file.
pub(crate) fn stored_sections(
    kind: Kind,
    board: Board,
    group: &SymmetryGroup,
    heavy: usize,
) -> Vec<StoredLayer> {
    let mut first = 0;
    let stored = |section: AttackSection| {
        let rows = orbit_count(board.circle_count(), group, section.heavy, section.light);
        let free = board.circle_count() - section.heavy - section.light;
        let row_length = binomial(free, section.defenders());
        let layer = StoredLayer { layer: section.layer, first, rows, row_length };
        first += layer.cells();
        layer
    };
    AttackSection::all(kind, heavy).into_iter().map(stored).collect()
}

/// Finds the cells of positions of an attack.
#[derive(Clone, Debug)]
pub struct AttackIndex {
    board: Board,
    group: SymmetryGroup,
    /// The number of heavy pieces of a side in the whole game.
    heavy: usize,
    attackers: BTreeMap<(usize, usize), WeighedOrbits>,
    places: BTreeMap<AttackSection, StoredLayer>,
}

impl AttackIndex {
    /// Builds the index of the files of the attack for `points` points.
    pub fn new(rules: &Rules, points: u8) -> Self {
        let (board, group) = (rules.board(), rules.symmetries());
        let heavy = heavy_pieces(points);
        let circles = board.circle_count();
        let sets: Vec<SetOrbits> =
            (0..=PIECES).map(|size| SetOrbits::new(circles, size, &group)).collect();
        let (mut attackers, mut places) = (BTreeMap::new(), BTreeMap::new());
        for kind in [Kind::AttackSlide, Kind::AttackDrop] {
            let stored = stored_sections(kind, board, &group, heavy);
            for (section, stored) in AttackSection::all(kind, heavy).into_iter().zip(stored) {
                let of = (section.heavy, section.light);
                let orbits = || WeighedOrbits::new(circles, of.0, of.1, &group, &sets[of.0 + of.1]);
                attackers.entry(of).or_insert_with(orbits);
                places.insert(section, stored);
            }
        }
        Self { board, group, heavy, attackers, places }
    }

    /// Returns the cell of a position in its file.
    ///
    /// # Panics
    /// If the files have no such section, or the sets have other numbers of pieces, overlap or
    /// leave the board.
    pub fn cell(&self, section: AttackSection, attacker: WeighedSet, defender: Circles) -> u64 {
        let orbits = &self.attackers[&(section.heavy, section.light)];
        let Place { canonical, element } = orbits.place(attacker);
        let defender = self.group.apply(self.group.inverse(element as usize), defender);
        let all = orbits.canonical()[canonical as usize].all();
        assert!(
            defender.len() == section.defenders() && !defender.meets(all),
            "{defender} against {all}"
        );
        let stored = &self.places[&section];
        stored.first + u64::from(canonical) * stored.row_length + rank_among_free(defender, all)
    }

    /// Returns the section of a position in which the game is not over. In the slide phase, where
    /// files have only positions with the defender to move, `attacker` does not matter.
    pub fn section(&self, attacker: Side, pieces: WeighedSet, defender: Circles) -> AttackSection {
        let layer = pieces.all().len() + defender.len();
        let attacker = if layer == 2 * PIECES { Side::Black } else { attacker };
        AttackSection { layer, attacker, heavy: pieces.heavy.len(), light: pieces.light.len() }
    }

    /// Returns the number of sets in the orbit of a row's attacker set.
    ///
    /// # Panics
    /// If the row belongs to another index.
    pub fn orbit_size(&self, row: &AttackRow) -> u64 {
        let orbits = &self.attackers[&(row.section.heavy, row.section.light)];
        orbits.orbit_sizes()[row.row.number as usize].into()
    }

    /// Lists the rows of a file in their order in the file.
    pub fn rows(&self, kind: Kind) -> Vec<AttackRow> {
        let of_section = |section: AttackSection| {
            let sets = self.attackers[&(section.heavy, section.light)].canonical();
            sets.iter().enumerate().map(move |(number, &attacker)| {
                let (layer, opponent) = (section.layer, attacker.all());
                let free = self.board.circles() - opponent;
                let row = Row { layer, number: number as u32, opponent, free };
                AttackRow { section, attacker, row }
            })
        };
        AttackSection::all(kind, self.heavy).into_iter().flat_map(of_section).collect()
    }
}

/// Returns the number of heavy pieces of a side in the threshold game of `points` points.
pub(crate) fn heavy_pieces(points: u8) -> usize {
    PIECES + 1 - usize::from(Rules::heavy_pips(points))
}

/// A row of a file of an attack: all positions of a section with one canonical set of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackRow {
    /// The section.
    pub section: AttackSection,
    /// The attacker's set.
    pub attacker: WeighedSet,
    /// The row without the weights of the attacker's pieces.
    pub row: Row,
}

impl AttackRow {
    /// Lists the defender's sets in the order of the cells.
    pub fn defenders(&self) -> impl Iterator<Item = Circles> {
        self.row.movers()
    }
}

impl Borrow<Row> for AttackRow {
    fn borrow(&self) -> &Row {
        &self.row
    }
}

/// Returns the value of a position in a file of an attack: half the plies in which the attacker
/// forces the points, rounded up, or 0 if the attacker cannot.
pub fn attack_value(plies: Option<u32>) -> u32 {
    plies.map_or(0, |plies| plies.div_ceil(2))
}

/// Returns the plies that a value stands for, given which side is to move.
pub(crate) fn plies_of_value(value: u32, attacker_moves: bool) -> Option<u32> {
    (value > 0).then(|| 2 * value - u32::from(attacker_moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_testing::rules;

    #[test]
    fn cells_count_through_the_rows() {
        let rules = rules("44-ssss+4x4");
        for points in [2, 3, 5, 8] {
            let index = AttackIndex::new(&rules, points);
            for kind in [Kind::AttackSlide, Kind::AttackDrop] {
                let mut next = 0;
                for row in index.rows(kind) {
                    let defenders: Vec<Circles> = row.defenders().collect();
                    assert_eq!(defenders.len(), row.row.length());
                    for defender in defenders {
                        assert_eq!(
                            index.section(row.section.attacker, row.attacker, defender),
                            row.section
                        );
                        assert_eq!(index.cell(row.section, row.attacker, defender), next);
                        next += 1;
                    }
                }
                let stored =
                    stored_sections(kind, rules.board(), &rules.symmetries(), heavy_pieces(points));
                assert_eq!(
                    next,
                    stored.iter().map(StoredLayer::cells).sum::<u64>(),
                    "{points} {kind:?}"
                );
            }
        }
    }

    #[test]
    fn values_are_halved_plies() {
        for plies in [None, Some(1), Some(3), Some(57)] {
            assert_eq!(plies_of_value(attack_value(plies), true), plies);
        }
        for plies in [None, Some(2), Some(4), Some(300)] {
            assert_eq!(plies_of_value(attack_value(plies), false), plies);
        }
    }
}

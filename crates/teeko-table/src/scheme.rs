//! Index scheme 1: the cell of each position in a file. `tables/README.md` specifies it.
//!
//! A file is a list of *sections*, each with the positions of a layer in which one side has given
//! numbers of heavy and light pieces: the attacker, or else the opponent of the side to move, whose
//! pieces all count as heavy. A section is a list of rows, one for each canonical set of that side
//! in the order of [`SetOrbits`]. A row has a cell for each set that the other side can have among
//! the free circles.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{Place, SetOrbits, WeighedSet, binomial, orbit_count, rank, subsets};
use teeko_rules::combinatorics::rank_among_free;
use teeko_rules::{Board, Circles, PIECES, Position, Rules, Side, SymmetryGroup};

use crate::file_kind::FileKind;

/// The number of this index scheme in the header of a file.
pub const INDEX_SCHEME: u8 = 1;

/// A section of a file: the positions of a layer in which the side that rows belong to has given
/// numbers of heavy and light pieces. Its place and size in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// The pieces on the board, of both sides together.
    pub layer: usize,
    /// The side that rows belong to: the attacker, in other files Red, with Black to move. Black in
    /// the slide phase of an attack, where the attacker may be either side.
    pub side: Side,
    /// The number of its heavy pieces on the board.
    pub heavy: usize,
    /// The number of its light pieces on the board.
    pub light: usize,
    /// The first cell.
    pub first: u64,
    /// The number of rows: one for each canonical set of that side.
    pub rows: u64,
    /// The number of cells in a row: one for each set of the other side among the free circles.
    pub row_length: u64,
}

impl Section {
    /// Returns the number of cells.
    pub fn cells(&self) -> u64 {
        self.rows * self.row_length
    }
}

/// Returns the sections that a file of a kind stores, in their order in the file. An attack is for
/// `points` points. The other layers of plain files follow from those stored by one or two plies of
/// look-ahead.
pub(crate) fn sections(
    kind: FileKind,
    board: Board,
    group: &SymmetryGroup,
    points: u8,
) -> Vec<Section> {
    let heavy = Rules::heavy_pieces(points);
    let mut sections = SectionList {
        circles: board.circle_count(),
        group,
        sections: Vec::new(),
    };
    match kind {
        FileKind::Slide => sections.add(2 * PIECES, Side::Red, PIECES),
        FileKind::Drop => {
            for pieces in (0..PIECES).rev() {
                sections.add(2 * pieces, Side::Red, pieces);
            }
        }
        FileKind::AttackSlide => sections.add(2 * PIECES, Side::Black, heavy),
        FileKind::AttackDrop => {
            for layer in (0..2 * PIECES).rev() {
                for attacker in [Side::Black, Side::Red] {
                    sections.add_attack(layer, attacker, heavy);
                }
            }
        }
    }
    sections.sections
}

/// Returns the number of pieces that a side has in a layer.
fn pieces_of(side: Side, layer: usize) -> usize {
    if side == Side::Black {
        layer.div_ceil(2)
    } else {
        layer / 2
    }
}

/// The sections of a file, one after the other.
struct SectionList<'a> {
    circles: usize,
    group: &'a SymmetryGroup,
    sections: Vec<Section>,
}

impl SectionList<'_> {
    /// Adds the section of a layer with rows for `side`, which has `heavy` heavy pieces.
    fn add(&mut self, layer: usize, side: Side, heavy: usize) {
        let pieces = pieces_of(side, layer);
        let light = pieces - heavy;
        let first = self
            .sections
            .last()
            .map_or(0, |last| last.first + last.cells());
        self.sections.push(Section {
            layer,
            side,
            heavy,
            light,
            first,
            rows: orbit_count(self.circles, self.group, heavy, light),
            row_length: binomial(self.circles - pieces, layer - pieces),
        });
    }

    /// Adds the sections of a drop layer of an attack: one for each number of heavy pieces that the
    /// attacker can have on the board, of the `heavy` that it has in all.
    fn add_attack(&mut self, layer: usize, attacker: Side, heavy: usize) {
        let pieces = pieces_of(attacker, layer);
        // No more light pieces are on the board than a side has.
        let least = (pieces + heavy).saturating_sub(PIECES);
        for on_board in least..=heavy.min(pieces) {
            self.add(layer, attacker, on_board);
        }
    }
}

/// Finds the cells of positions, for the files of one board, goals and step, and in an attack one
/// number of heavy pieces.
#[derive(Clone, Debug)]
pub struct CellIndex {
    board: Board,
    group: Arc<SymmetryGroup>,
    /// The sections of the slide file, then those of the drop file.
    sections: Vec<SectionOfSets>,
}

/// A section, with the orbits of the sets that its rows belong to.
type SectionOfSets = (Section, Arc<SetOrbits>);

impl CellIndex {
    /// Builds the index of the files of these rules. The drop plan and options do not matter.
    pub fn new(rules: &Rules) -> Self {
        Self::of_points(rules, 0)
    }

    /// Builds the index of the files of the attack for `points` points, or for 0 points of the
    /// files of the plain game. Attacks with the same number of heavy pieces have the same index.
    pub fn of_points(rules: &Rules, points: u8) -> Self {
        let board = rules.board();
        let group = Arc::new(rules.symmetries());
        let kinds = match points {
            0 => [FileKind::Slide, FileKind::Drop],
            _ => [FileKind::AttackSlide, FileKind::AttackDrop],
        };
        // Sections with the same numbers of pieces share the orbits.
        let mut known: BTreeMap<(usize, usize), Arc<SetOrbits>> = BTreeMap::new();
        let mut all = Vec::new();
        for kind in kinds {
            for section in sections(kind, board, &group, points) {
                let Section { heavy, light, .. } = section;
                let orbits = known.entry((heavy, light)).or_insert_with(|| {
                    Arc::new(SetOrbits::weighed(
                        board.circle_count(),
                        heavy,
                        light,
                        &group,
                    ))
                });
                all.push((section, Arc::clone(orbits)));
            }
        }
        Self {
            board,
            group,
            sections: all,
        }
    }

    /// Returns the cell of a position in its file: the slide file if each side has four pieces,
    /// else the drop file.
    ///
    /// # Panics
    /// If the sides have different numbers of pieces, more than four, or the sets overlap or leave
    /// the board, or the index is of an attack.
    #[inline]
    pub fn cell(&self, mover: Circles, opponent: Circles) -> u64 {
        assert_eq!(
            mover.len(),
            opponent.len(),
            "pieces of the mover, and of the opponent"
        );
        // The slide phase comes first, then the drop layers, from the most pieces to none.
        self.cell_in(
            &self.sections[PIECES - opponent.len()],
            opponent.into(),
            mover,
        )
    }

    /// Returns the cell of a position of an attack in its file. In the slide phase, where files
    /// have only positions with the defender to move, which side attacks does not matter.
    ///
    /// # Panics
    /// If the files have no such position, or the sets overlap or leave the board.
    pub fn cell_of_attack(&self, attacker: Side, set: WeighedSet, defender: Circles) -> u64 {
        let layer = set.all().len() + defender.len();
        let attacker = if layer == 2 * PIECES {
            Side::Black
        } else {
            attacker
        };
        self.cell_in(
            self.attack_section(layer, attacker, set.heavy.len()),
            set,
            defender,
        )
    }

    /// Returns a section of the files of an attack.
    fn attack_section(&self, layer: usize, side: Side, heavy: usize) -> &SectionOfSets {
        let wanted = order_in_file(layer, side, heavy);
        let found = self.sections.binary_search_by_key(&wanted, |(section, _)| {
            order_in_file(section.layer, section.side, section.heavy)
        });
        &self.sections[found.expect("a section of the attack")]
    }

    /// Returns the cell of a position of a section, given the set that its row belongs to and the
    /// other side's set.
    #[inline]
    fn cell_in(&self, (section, orbits): &SectionOfSets, set: WeighedSet, other: Circles) -> u64 {
        assert!(!other.meets(set.all()), "{other} against {}", set.all());
        let Place { canonical, element } = orbits.place(set);
        let other = self
            .group
            .apply(self.group.inverse(element as usize), other);
        let rank = rank_among_free(other, orbits.canonical()[canonical as usize]);
        section.first + u64::from(canonical) * section.row_length + rank
    }

    /// Returns the symmetries under which cells are shared.
    pub fn group(&self) -> &Arc<SymmetryGroup> {
        &self.group
    }

    /// Returns the orbits of the sets of `pieces` circles, 0 to 4.
    ///
    /// # Panics
    /// If `pieces` is above 4, or the index is of an attack.
    pub fn orbits(&self, pieces: usize) -> &Arc<SetOrbits> {
        let (_, orbits) = &self.sections[PIECES - pieces];
        assert_eq!(
            (orbits.heavy(), orbits.size()),
            (pieces, pieces),
            "an index without attackers"
        );
        orbits
    }

    /// Returns the number of sets in the orbit of the attacker's set of a row.
    ///
    /// # Panics
    /// If the row belongs to another index, or is not of an attack.
    pub(crate) fn orbit_size(&self, row: &Row) -> u64 {
        let (_, orbits) = self.attack_section(row.layer, row.side, row.heavy.len());
        orbits.orbit_sizes()[row.number as usize].into()
    }

    /// Lists the rows of a file in their order in the file.
    pub fn rows(&self, kind: FileKind) -> impl Iterator<Item = Row> {
        let sections = self.sections.iter();
        let sections = sections.filter(move |(section, _)| kind.layers().contains(&section.layer));
        sections.flat_map(|(section, orbits)| {
            let numbers = 0..section.rows as u32;
            numbers.map(|number| self.row(section, orbits, number))
        })
    }

    /// Returns the row of a section with this number.
    fn row(&self, section: &Section, orbits: &SetOrbits, number: u32) -> Row {
        let set = orbits.weighed_set(number as usize);
        Row {
            layer: section.layer,
            side: section.side,
            number,
            opponent: set.all(),
            heavy: set.heavy,
            free: self.board.circles() - set.all(),
        }
    }
}

/// Returns a key that orders the sections of an attack as its files do.
fn order_in_file(layer: usize, side: Side, heavy: usize) -> (Reverse<usize>, bool, usize) {
    (Reverse(layer), side == Side::Red, heavy)
}

/// A row of a file: all positions of a section with one canonical set of the side that rows belong
/// to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The pieces on the board, of both sides together.
    pub layer: usize,
    /// The side that the row belongs to, as in [`Section::side`].
    pub side: Side,
    /// The number of the set among the canonical ones of the section.
    pub number: u32,
    /// The circles of that side: the opponent, or the attacker.
    pub opponent: Circles,
    /// The circles of its heavy pieces: all unless it is an attacker.
    pub heavy: Circles,
    free: Circles,
}

impl Row {
    /// The number of cells in the row.
    pub fn length(&self) -> usize {
        binomial(self.free.len(), self.layer - self.opponent.len()) as usize
    }

    /// Lists the sets of the other side, which is the mover, or the defender, in the order of the
    /// cells.
    pub fn movers(&self) -> impl Iterator<Item = Circles> {
        sets_among(self.free, self.layer - self.opponent.len())
    }

    /// Returns the set of the side that the row belongs to.
    pub fn set(&self) -> WeighedSet {
        WeighedSet {
            heavy: self.heavy,
            light: self.opponent - self.heavy,
        }
    }

    /// Whether the attacker is to move.
    pub fn attacker_moves(&self) -> bool {
        Position::turn_in_layer(self.layer) == Some(self.side)
    }
}

/// Lists the sets of `size` circles among `circles`, in the order of their ranks.
pub(crate) fn sets_among(circles: Circles, size: usize) -> impl Iterator<Item = Circles> {
    let circles: Vec<Circles> = circles.iter().map(Circles::from).collect();
    subsets(circles.len(), size).map(move |set| {
        set.iter()
            .fold(Circles::EMPTY, |all, place| all | circles[place.index()])
    })
}

/// Returns, for each symmetry, the ranks of the sets that the inverse symmetry makes of the `sets`.
pub(crate) fn ranks_mapped_back(group: &SymmetryGroup, sets: &[Circles]) -> Vec<Vec<u32>> {
    let mut ranks = Vec::with_capacity(group.order());
    for element in 0..group.order() {
        let back = group.inverse(element);
        let mapped = sets.iter().map(|&set| rank(group.apply(back, set)) as u32);
        ranks.push(mapped.collect());
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::Goals;
    use teeko_testing::{circles, rules};

    #[test]
    fn the_standard_board_has_the_known_sizes() {
        let rules = rules("44-ssss");
        let slides = sections(FileKind::Slide, rules.board(), &rules.symmetries(), 0)[0];
        assert_eq!((slides.layer, slides.first), (8, 0));
        assert_eq!((slides.rows, slides.row_length), (1666, 5985));
        let layers = sections(FileKind::Drop, rules.board(), &rules.symmetries(), 0);
        assert_eq!(
            layers.iter().map(|layer| layer.layer).collect::<Vec<_>>(),
            [6, 4, 2, 0]
        );
        assert_eq!(
            layers
                .iter()
                .map(|layer| layer.row_length)
                .collect::<Vec<_>>(),
            [1540, 253, 24, 1]
        );
        assert_eq!((layers[2].rows, layers[3].rows), (6, 1));
    }

    /// Every cell of every row is that of its own position, in order, and every image of a position
    /// has the cell of an equivalent one.
    #[test]
    fn slots_count_through_the_rows() {
        let one_goal = Goals::new(vec![circles(&[1, 2, 3, 6])]);
        let lopsided = Rules::builder()
            .board(Board::new(4, 5).unwrap())
            .goals(one_goal)
            .build();
        for rules in [
            rules("44-ssss+4x4"),
            rules("44-ssss+4x5"),
            lopsided.unwrap(),
        ] {
            let index = CellIndex::new(&rules);
            for kind in [FileKind::Slide, FileKind::Drop] {
                let mut next = 0;
                for row in index.rows(kind) {
                    let movers: Vec<Circles> = row.movers().collect();
                    assert_eq!(movers.len(), row.length());
                    for mover in movers {
                        assert_eq!(index.cell(mover, row.opponent), next);
                        next += 1;
                    }
                }
                let sections = sections(kind, rules.board(), &rules.symmetries(), 0);
                assert_eq!(next, sections.iter().map(Section::cells).sum::<u64>());
            }
        }
    }

    #[test]
    fn cells_of_attacks_count_through_the_rows() {
        let rules = rules("44-ssss+4x4");
        for points in [2, 3, 5, 8] {
            let index = CellIndex::of_points(&rules, points);
            for kind in [FileKind::AttackSlide, FileKind::AttackDrop] {
                let mut next = 0;
                for row in index.rows(kind) {
                    let defenders: Vec<Circles> = row.movers().collect();
                    assert_eq!(defenders.len(), row.length());
                    for defender in defenders {
                        assert_eq!(index.cell_of_attack(row.side, row.set(), defender), next);
                        next += 1;
                    }
                }
                let group = rules.symmetries();
                let sections = sections(kind, rules.board(), &group, points);
                let cells = sections.iter().map(Section::cells).sum::<u64>();
                assert_eq!(next, cells, "{points} {kind:?}");
            }
        }
    }
}

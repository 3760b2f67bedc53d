//! The positions that an attack may decide: those that an easier attack with the same pieces, or
//! else the plain game, has decided for the attacker. No others are visited.

use teeko_index::parallel;

use super::layout::AttackLayout;
use crate::codes::Codes;
use crate::instruction_set::InstructionSet;
use crate::line::BitLine;
use crate::retrograde::Turn;
use crate::slide::SlideSolution;

/// Marks as undecided what an easier attack with the same pieces decides.
pub(super) fn fill_from_easier(codes: &[Codes], turns: &mut [Turn<'_>]) {
    let instructions = InstructionSet::best();
    for (turn, codes) in turns.iter_mut().zip(codes) {
        let lanes = &turn.rows.lanes;
        let sets = lanes.sets();
        let blocks = turn.undecided.chunks_exact_mut(sets).enumerate();
        parallel::for_each(blocks, |(block, undecided)| {
            let of_block = block * sets..(block + 1) * sets;
            let decided: Vec<BitLine> = of_block.map(|line| codes.decided(line)).collect();
            lanes.transpose(instructions, &decided, undecided);
        });
    }
}

/// Marks as undecided what the plain game decides for the attacker.
pub(super) fn fill_from_plain(
    plain: &SlideSolution,
    layout: &AttackLayout,
    [attacker, defender]: &mut [Turn<'_>; 2],
) {
    let decided = DecidedInPlainGame::new(plain, layout);
    let sets = plain.layout.rows.lanes.sets();
    let blocks = attacker.undecided.chunks_exact_mut(sets).enumerate();
    parallel::for_each(blocks, |(block, lines)| decided.copy_won(block, lines));
    let blocks = defender.undecided.chunks_exact_mut(sets).enumerate();
    parallel::for_each(blocks, |(block, lines)| decided.copy_lost(block, lines));
}

/// What the plain game decides, in the layout of an attack. The lines of the attacker's canonical
/// sets are those of its canonical sets in the plain game, some of them several times.
struct DecidedInPlainGame<'a> {
    plain: &'a SlideSolution,
    layout: &'a AttackLayout,
    /// By canonical set of the attacker: the number of the set of its circles in the plain game.
    plain_sets: Vec<usize>,
    instructions: InstructionSet,
}

impl<'a> DecidedInPlainGame<'a> {
    fn new(plain: &'a SlideSolution, layout: &'a AttackLayout) -> Self {
        let mut plain_sets = Vec::new();
        for &circles in layout.attackers.canonical() {
            plain_sets.push(plain.layout.orbits.place(circles).canonical as usize);
        }
        Self {
            plain,
            layout,
            plain_sets,
            instructions: InstructionSet::best(),
        }
    }

    /// Fills a block of the positions with the attacker to move with those that it wins.
    fn copy_won(&self, block: usize, lines: &mut [BitLine]) {
        let column_tiles = self.layout.by_defender.shape.column_tiles;
        let row_tile = block / column_tiles;
        let attackers = self.layout.by_attacker.sets_of_tile(block % column_tiles);
        let sets = lines.len();
        let mut won = vec![BitLine::ZERO; sets];
        let mut plain_tile = usize::MAX;
        for (line, set) in lines.iter_mut().zip(&self.plain_sets[attackers]) {
            let tile = set / sets;
            // Sets with the same circles follow each other, so the tile seldom changes.
            if tile != plain_tile {
                plain_tile = tile;
                self.transpose_won(row_tile, plain_tile, &mut won);
            }
            *line = won[set % sets];
        }
    }

    /// Transposes the won positions of a block of the plain game.
    fn transpose_won(&self, row_tile: usize, column_tile: usize, transposed: &mut [BitLine]) {
        let rows = &self.plain.layout.rows;
        let sets = rows.lanes.sets();
        let first = rows.block(row_tile, column_tile) * sets;
        let lines = first..first + sets;
        let won: Vec<BitLine> = lines.map(|line| self.plain.codes.won(line)).collect();
        rows.lanes.transpose(self.instructions, &won, transposed);
    }

    /// Fills a block of the positions with the defender to move with those that it loses.
    fn copy_lost(&self, block: usize, lines: &mut [BitLine]) {
        let by_attacker = &self.layout.by_attacker;
        let row_tile = block / by_attacker.shape.column_tiles;
        let column_tile = block % by_attacker.shape.column_tiles;
        let rows = &self.plain.layout.rows;
        let mut lost = vec![BitLine::ZERO; lines.len()];
        for (line, set) in lost.iter_mut().zip(by_attacker.sets_of_tile(row_tile)) {
            let plain_line = rows.line(self.plain_sets[set], column_tile);
            *line = self.plain.codes.lost(plain_line);
        }
        rows.lanes.transpose(self.instructions, &lost, lines);
    }
}

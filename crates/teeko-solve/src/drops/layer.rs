//! One layer of the drop phase, solved by whole rows, of the plain game and of attacks alike.
//!
//! What the games differ in are the pieces that the side to move may drop, of one kind or of two,
//! and what a completed goal is worth ([`LayerGame`]). A layer of the plain game that follows from a
//! whole solved layer is [`Layer::before`], which tables need, too.

use std::borrow::Cow;
use std::sync::Arc;

use teeko_index::{DropRows, Layer, PairTable, Scale, SetOrbits, WeighedSet};
use teeko_rules::work::Stopped;
use teeko_rules::{
    Circle, Circles, DropStyle, Goals, Parity, Position, Rules, Side, SymmetryGroup,
};

use crate::slide::SolvedTurn;

/// The positions of a drop layer: the number of pieces on the board, and the orbits of the sets of
/// both sides.
#[derive(Clone, Copy)]
pub(crate) struct LayerSets<'a> {
    pub(crate) layer: usize,
    pub(crate) group: &'a Arc<SymmetryGroup>,
    /// The sets of the side that drops.
    pub(crate) mover: &'a Arc<SetOrbits>,
    /// The sets of the other side.
    pub(crate) opponent: &'a Arc<SetOrbits>,
}

/// A game in a drop layer.
pub(crate) struct LayerGame<'a, T> {
    pub(crate) rules: &'a Rules,
    /// The parity of its distances.
    pub(crate) parity: Parity,
    /// The value if Black's last drop has completed a goal that is worth points.
    pub(crate) won: T,
    /// The kinds of pieces that the side to move may drop. In the plain game there is one.
    pub(crate) pieces: Vec<Piece<'a>>,
}

/// A kind of piece that the side to move may drop.
pub(crate) struct Piece<'a> {
    pub(crate) is_heavy: bool,
    /// The circles on which it wins if it completes a goal. Empty where the next layer has the
    /// values of the games that it ends.
    pub(crate) wins: Circles,
    /// The orbits of the mover's sets after the drop.
    pub(crate) grown: &'a SetOrbits,
}

impl LayerSets<'_> {
    /// Solves the last drop layer, whose drops lead to the slide phase, in each of these games.
    /// Their drops lead to the same positions `slides`, whose values are what `value` makes of the
    /// two bytes of their codes.
    ///
    /// The slide phase is expanded some columns at a time. Calls `report` before each of them.
    pub(crate) fn solve_last<T: Scale>(
        &self,
        games: &[LayerGame<'_, T>],
        slides: &SolvedTurn<'_>,
        value: impl Fn(u8, u8) -> T + Sync,
        report: impl Fn() -> Result<(), Stopped>,
    ) -> Result<Vec<Layer>, Stopped> {
        let mut tables = Vec::new();
        tables.resize_with(games.len(), || self.table());
        slides.expand(value, |first, columns, next| {
            report()?;
            for (game, values) in games.iter().zip(&mut tables) {
                self.fill(game, first, columns, &[next], values);
            }
            Ok(())
        })?;
        let mut layers = Vec::new();
        for (game, values) in games.iter().zip(&tables) {
            layers.push(self.layer(game, values));
        }
        Ok(layers)
    }

    /// Solves the layer of a game from the values of the next layer, by kind of piece dropped.
    pub(crate) fn solve<T: Scale>(&self, game: &LayerGame<'_, T>, next: &[&PairTable<T>]) -> Layer {
        let mut values = self.table();
        self.fill(game, 0, self.opponent.canonical(), next, &mut values);
        self.layer(game, &values)
    }

    /// Returns a table for the layer, in rows by the sets of the side that drops.
    fn table<T: Scale>(&self) -> PairTable<T> {
        PairTable::new(
            self.group.order(),
            self.mover.count(),
            self.opponent.count(),
        )
    }

    /// Makes a layer of a filled table.
    fn layer<T: Scale>(&self, game: &LayerGame<'_, T>, values: &PairTable<T>) -> Layer {
        Layer::new(
            self.layer,
            game.parity,
            self.group,
            [self.mover, self.opponent],
            values.transposed(self.group),
        )
    }

    /// Fills the columns of a game's table from column `first` on. `columns` are the opponent's
    /// sets. The tables in `next` have these columns, or begin with them.
    fn fill<T: Scale>(
        &self,
        game: &LayerGame<'_, T>,
        first: usize,
        columns: &[Circles],
        next: &[&PairTable<T>],
        values: &mut PairTable<T>,
    ) {
        let rows = DropRows {
            rules: game.rules,
            group: self.group,
            layer: self.layer,
            mover: self.mover,
            first,
            columns,
        };
        let mut drops = Vec::new();
        for (piece, &next) in game.pieces.iter().zip(next) {
            drops.push(Drops {
                piece,
                next,
                goals: game.rules.goals(),
                columns,
                is_black: self.black_drops(),
            });
        }
        let is_pointed = game.rules.plan().style_after(self.layer) == DropStyle::Point;
        match &drops[..] {
            // As in the plain game: the rows are those of the next layer, and need no copy.
            [only] if only.piece.wins.is_empty() => {
                rows.fill(values, game.won, |set, free| only.rows(set, free));
            }
            // The side that drops chooses the piece, even where the other side chooses the circle.
            [one, other] if is_pointed => rows.fill(values, game.won, |set, free| {
                let rows = one.rows_with_wins(set, free);
                let rows = rows.zip(other.rows_with_wins(set, free));
                rows.map(|(one, other)| self.better(&one, &other))
            }),
            drops => rows.fill(values, game.won, |set, free| {
                drops
                    .iter()
                    .flat_map(move |drops| drops.rows_with_wins(set, free))
            }),
        }
    }

    fn black_drops(&self) -> bool {
        Position::turn_in_layer(self.layer) == Some(Side::Black)
    }

    /// Returns a row with the better values of two for the side that drops.
    fn better<T: Scale>(&self, one: &[T], other: &[T]) -> Vec<T> {
        let values = one.iter().zip(other);
        if self.black_drops() {
            values.map(|(&one, &other)| one.max(other)).collect()
        } else {
            values.map(|(&one, &other)| one.min(other)).collect()
        }
    }
}

/// The drops of a kind of piece.
struct Drops<'a, T> {
    piece: &'a Piece<'a>,
    /// The values of the positions that they lead to, in rows by the mover's sets.
    next: &'a PairTable<T>,
    goals: &'a Goals,
    /// The opponent's sets, by column.
    columns: &'a [Circles],
    /// Whether Black drops.
    is_black: bool,
}

impl<T: Scale> Drops<'_, T> {
    /// Lists the rows that drops on `free` lead to.
    fn rows(&self, set: WeighedSet, free: Circles) -> impl Iterator<Item = &[T]> {
        free.into_iter()
            .map(move |circle| self.row(self.grown(set, circle)))
    }

    /// Lists the same rows with the wins of the piece.
    fn rows_with_wins(&self, set: WeighedSet, free: Circles) -> impl Iterator<Item = Cow<'_, [T]>> {
        let winning = self.winning(set.all());
        free.into_iter().map(move |circle| {
            let grown = self.grown(set, circle);
            if winning.contains(circle) {
                self.with_wins(self.row(grown), grown.all()).into()
            } else {
                self.row(grown).into()
            }
        })
    }

    fn row(&self, grown: WeighedSet) -> &[T] {
        self.next.row(self.piece.grown.place(grown))
    }

    /// Returns the circles on which the piece completes a goal and wins, if the opponent has none
    /// of the circles that the goal needs empty.
    fn winning(&self, set: Circles) -> Circles {
        if self.piece.wins.is_empty() {
            return Circles::EMPTY;
        }
        self.goals.completions(set, Circles::EMPTY) & self.piece.wins
    }

    /// Returns the set with the piece on a circle.
    fn grown(&self, set: WeighedSet, circle: Circle) -> WeighedSet {
        let mut grown = set;
        if self.piece.is_heavy {
            grown.heavy = set.heavy.with(circle);
        } else {
            grown.light = set.light.with(circle);
        }
        grown
    }

    /// Returns the row of the set `goal`, which wins where it is a goal.
    fn with_wins(&self, row: &[T], goal: Circles) -> Vec<T> {
        let won = if self.is_black {
            T::MAX
        } else {
            T::NONE.raised()
        };
        let mut values = Vec::with_capacity(row.len());
        for (&value, &opponent) in row.iter().zip(self.columns) {
            let is_won = value != T::NONE && self.goals.is_goal(goal, opponent);
            values.push(if is_won { won } else { value });
        }
        values
    }
}

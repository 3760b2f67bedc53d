//! Minimax over one drop, for a whole row of values at a time.

use std::ops::Deref;

use teeko_rules::{Circles, DropStyle, Goals, Position, Rules, Side, SymmetryGroup};

use crate::{PairTable, Place, Scale, SetOrbits, WeighedSet};

/// The rows of a drop layer, by the mover's set, and some of its columns: those of a few canonical
/// sets of the opponent, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct DropRows<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Their symmetries.
    pub group: &'a SymmetryGroup,
    /// The number of pieces on the board.
    pub layer: usize,
    /// The orbits of the mover's sets.
    pub mover: &'a SetOrbits,
    /// The number of the first column.
    pub first: usize,
    /// The opponent's sets.
    pub columns: &'a [Circles],
}

impl DropRows<'_> {
    /// Fills the columns of each row with the greatest values of the rows that drops lead to, if
    /// Black chooses the circle, else with the least: a [`Scale`] is from Black's view.
    ///
    /// `drops` lists these rows, given the mover's set and the circles for the drop. They have the
    /// columns that are filled, or begin with them. `won` is the value if Black's last drop has
    /// completed a goal that is worth points; only that drop can complete a goal in a drop layer.
    pub fn fill<T: Scale, R: Deref<Target = [T]>, I: Iterator<Item = R>>(
        &self,
        values: &mut PairTable<T>,
        won: T,
        drops: impl Fn(WeighedSet, Circles) -> I + Sync,
    ) {
        let rules = self.rules;
        // Passing leaves the choice to the mover, so it is never better than pointing (a test of
        // the reference solver).
        let mover_chooses = rules.plan().style_after(self.layer) == DropStyle::Standard;
        let black_moves = Position::turn_in_layer(self.layer) == Some(Side::Black);
        let goals = goal_columns(rules.goals(), self.columns.iter().copied());
        let columns = self.first..self.first + self.columns.len();
        values.for_each_row(|place, row| {
            let set = self.mover.set(place, self.group);
            let free = rules.board().circles() - set.all() - rules.banned(self.layer);
            let row = &mut row[columns.clone()];
            extreme(black_moves == mover_chooses, row, drops(set, free));
            end_finished_games(row, rules.goals(), set.all(), &goals, won);
        });
    }
}

/// Lists the places of the sets that one drop on a circle of `free` makes of `set`.
pub fn grown_places(grown: &SetOrbits, set: Circles, free: Circles) -> impl Iterator<Item = Place> {
    free.into_iter()
        .map(move |circle| grown.place(set.with(circle)))
}

/// Lists the columns whose sets are the circles of a goal, with these circles. `sets` are those of
/// all columns.
pub fn goal_columns(
    goals: &Goals,
    sets: impl IntoIterator<Item = Circles>,
) -> Vec<(usize, Circles)> {
    let columns = sets.into_iter().enumerate();
    columns
        .filter(|&(_, set)| !goals.with_circles(set).is_empty())
        .collect()
}

/// Corrects the values of finished games in a row of a drop layer, that of the mover's set.
///
/// In such a column the side not to move has a goal: the value is `won`, or that of a draw if the
/// goal is worth nothing. `columns` are the candidates, from [`goal_columns`].
fn end_finished_games<T: Scale>(
    row: &mut [T],
    goals: &Goals,
    mover: Circles,
    columns: &[(usize, Circles)],
    won: T,
) {
    for &(column, opponent) in columns {
        if (opponent & mover).is_empty()
            && let Some(points) = goals.worth(opponent, mover)
        {
            row[column] = if points > 0 { won } else { T::DRAW };
        }
    }
}

/// Fills a row with the maximum or minimum, value by value, of other rows. Skips [`Scale::NONE`].
///
/// Takes four rows at a time, so that `row` is read and written a fourth as often.
fn extreme<T: Scale, R: Deref<Target = [T]>>(
    maximum: bool,
    row: &mut [T],
    mut others: impl Iterator<Item = R>,
) {
    row.fill(if maximum { T::NONE } else { T::MAX });
    while let Some(first) = others.next() {
        let more: [Option<R>; 3] = std::array::from_fn(|_| others.next());
        let [second, third, fourth] = more
            .each_ref()
            .map(|more| more.as_deref().unwrap_or(&first));
        let four = first.iter().zip(second).zip(third.iter().zip(fourth));
        let values = row.iter_mut().zip(four);
        if maximum {
            for (value, ((&a, &b), (&c, &d))) in values {
                *value = (*value).max(a.max(b)).max(c.max(d));
            }
        } else {
            for (value, ((&a, &b), (&c, &d))) in values {
                let [a, b, c, d] = [a, b, c, d].map(T::lowered);
                *value = (*value).min(a.min(b)).min(c.min(d));
            }
        }
    }
    if !maximum {
        for value in row {
            *value = value.raised();
        }
    }
}

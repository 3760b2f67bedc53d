//! Solves the drop phase of an attack: minimax over whole rows, as in [`crate::drops`], with a
//! choice of piece at the attacker's drops.
//!
//! Values are those of a [`Scale`], for Black; only the attacker ever wins.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use teeko_index::{DropRows, Layer, PairTable, Scale, SetOrbits, WeighedSet};
use teeko_rules::work::Stopped;
use teeko_rules::{Circle, Circles, DropStyle, PIECES, Parity, Position, Rules, Side};

use super::slide::AttackSlide;
use crate::drops::orbits_by_size;

/// A drop layer of an attack by one side: its parts by the number of the attacker's heavy pieces on
/// the board.
pub(super) type Parts = BTreeMap<usize, Layer>;

/// Solves the drop layers of an attack by a side, 0 to 7. Calls `observe` with the number of layers
/// done.
///
/// # Errors
/// [`Stopped`] if the observer stops the work.
///
/// # Panics
/// If a distance exceeds what two bytes can store.
pub(super) fn solve_by(
    rules: &Rules,
    slide: &AttackSlide,
    attacker: Side,
    observe: &dyn Fn(u64) -> ControlFlow<()>,
) -> Result<Vec<Parts>, Stopped> {
    let solver = Solver::new(rules, slide, attacker);
    // Codes are half of distances, and so are values.
    let largest = 2 * slide.largest_code();
    if largest <= u8::LARGEST_CODE {
        return solver.solve::<u8>(observe);
    }
    assert!(
        largest <= u16::LARGEST_CODE,
        "a distance of {} plies",
        slide.census().deepest()
    );
    solver.solve::<u16>(observe)
}

type Tables<'a, T> = BTreeMap<usize, &'a PairTable<T>>;

struct Solver<'a> {
    rules: &'a Rules,
    slide: &'a AttackSlide,
    attacker: Side,
    defenders: Vec<Arc<SetOrbits>>,
    /// The attacker's sets, by numbers of heavy and light pieces.
    attackers: BTreeMap<(usize, usize), Arc<SetOrbits>>,
}

struct Piece<'a, T> {
    is_heavy: bool,
    /// Where it wins if it completes a goal.
    wins: Circles,
    /// The orbits of the sets that it makes, and their rows in the next layer.
    grown: &'a SetOrbits,
    after: &'a PairTable<T>,
}

impl<'a> Solver<'a> {
    fn new(rules: &'a Rules, slide: &'a AttackSlide, attacker: Side) -> Self {
        let plain = &slide.plain.layout;
        let (circles, full) = (rules.board().circle_count(), &slide.layout.attackers);
        let mut attackers = BTreeMap::new();
        for heavy in 0..=full.heavy() {
            for light in (0..=PIECES - full.heavy()).filter(|light| heavy + light < PIECES) {
                let orbits = SetOrbits::weighed(circles, heavy, light, &plain.group);
                attackers.insert((heavy, light), Arc::new(orbits));
            }
        }
        attackers.insert((full.heavy(), PIECES - full.heavy()), Arc::clone(full));
        Self {
            rules,
            slide,
            attacker,
            defenders: orbits_by_size(rules, plain),
            attackers,
        }
    }

    fn attacks(&self, layer: usize) -> bool {
        Position::turn_in_layer(layer) == Some(self.attacker)
    }

    fn solve<T: Scale>(
        &self,
        observe: &dyn Fn(u64) -> ControlFlow<()>,
    ) -> Result<Vec<Parts>, Stopped> {
        let mut layers: Vec<Parts> = Vec::new();
        for layer in (0..2 * PIECES).rev() {
            if observe(layers.len() as u64).is_break() {
                return Err(Stopped);
            }
            let attacking = if self.attacker == Side::Black {
                layer.div_ceil(2)
            } else {
                layer / 2
            };
            let of_size = self
                .attackers
                .values()
                .filter(|sets| sets.size() == attacking);
            let part = |sets: &Arc<SetOrbits>| {
                Ok((sets.heavy(), self.part::<T>(layer, sets, layers.last())?))
            };
            let parts = of_size.map(part).collect::<Result<_, Stopped>>()?;
            layers.push(parts);
        }
        layers.reverse();
        Ok(layers)
    }

    /// Solves a part of a layer from the next layer, or from the slide phase if there is none.
    fn part<T: Scale>(
        &self,
        layer: usize,
        attackers: &Arc<SetOrbits>,
        next: Option<&Parts>,
    ) -> Result<Layer, Stopped> {
        let (rules, group) = (self.rules, &self.slide.plain.layout.group);
        let defenders = &self.defenders[layer - attackers.size()];
        let attacks = self.attacks(layer);
        let sides = if attacks {
            [attackers, defenders]
        } else {
            [defenders, attackers]
        };
        let [mover, opponent] = sides;
        let mut values = PairTable::<T>::new(group.order(), mover.count(), opponent.count());
        let mut fill = |first, columns: &[Circles], after: &Tables<'_, T>| {
            let rows = DropRows {
                rules,
                group,
                layer,
                mover,
                first,
                columns,
            };
            let pieces = self.pieces(layer, attackers, after);
            rows.fill(&mut values, T::DRAW, |set, free| {
                self.drops(layer, &pieces, columns, set, free)
            });
        };
        if let Some(next) = next {
            let after = next
                .iter()
                .map(|(&heavy, part)| (heavy, part.values().expect("values of one width")));
            fill(0, opponent.canonical(), &after.collect());
        } else {
            // The codes of wins and losses end in 0 and 1.
            let loss = u8::from(attacks);
            let value = |low: u8, high: u8| {
                let decided = T::of_code(low << 1 | loss, high << 1 | low >> 7);
                let half = T::of_code(low, high);
                if half == T::DRAW || half == T::NONE {
                    half
                } else {
                    decided
                }
            };
            let heavy = self.slide.layout.attackers.heavy();
            self.slide
                .turn(!attacks)
                .expand(value, |first, columns, after| {
                    fill(first, columns, &Tables::from([(heavy, after)]));
                    Ok(())
                })?;
        }
        Ok(Layer::new(
            layer,
            Parity::Fixed,
            group,
            sides,
            values.transposed(group),
        ))
    }

    /// Returns the kinds of pieces that the side to move may drop, given the next layer.
    fn pieces<'r, T>(
        &'r self,
        layer: usize,
        attackers: &SetOrbits,
        after: &Tables<'r, T>,
    ) -> Vec<Piece<'r, T>> {
        let (heavy, light) = (attackers.heavy(), attackers.size() - attackers.heavy());
        if !self.attacks(layer) {
            let grown = &*self.defenders[layer - attackers.size() + 1];
            return vec![Piece {
                is_heavy: true,
                wins: Circles::EMPTY,
                grown,
                after: after[&heavy],
            }];
        }
        let piece = |(is_heavy, heavy, light)| {
            let grown = &**self.attackers.get(&(heavy, light))?;
            let wins = |&to: &Circle| self.rules.wins_threshold(self.slide.points, is_heavy, to);
            let wins = self
                .rules
                .board()
                .circles()
                .into_iter()
                .filter(wins)
                .collect();
            Some(Piece {
                is_heavy,
                wins,
                grown,
                after: after[&heavy],
            })
        };
        [(true, heavy + 1, light), (false, heavy, light + 1)]
            .into_iter()
            .filter_map(piece)
            .collect()
    }

    /// Lists the rows that drops on `free` lead to.
    fn drops<'r, T: Scale>(
        &'r self,
        layer: usize,
        pieces: &'r [Piece<'r, T>],
        columns: &'r [Circles],
        set: WeighedSet,
        free: Circles,
    ) -> impl Iterator<Item = Cow<'r, [T]>> {
        let attacks = self.attacks(layer);
        let goals = self.rules.goals();
        let completing = if attacks {
            goals.completions(set.all(), Circles::EMPTY)
        } else {
            Circles::EMPTY
        };
        let mover_chooses = self.rules.plan().style_after(layer) == DropStyle::Standard;
        free.into_iter().flat_map(move |circle| {
            let mut rows = pieces.iter().map(|piece| {
                let grown = if piece.is_heavy {
                    WeighedSet {
                        heavy: set.heavy.with(circle),
                        ..set
                    }
                } else {
                    WeighedSet {
                        light: set.light.with(circle),
                        ..set
                    }
                };
                let row = piece.after.row(piece.grown.place(grown));
                if completing.contains(circle) && piece.wins.contains(circle) {
                    self.with_wins(row, grown.all(), columns)
                } else {
                    Cow::Borrowed(row)
                }
            });
            // The attacker chooses the piece, even where the defender chooses the circle.
            let rows = match [rows.next(), rows.next()] {
                [Some(one), Some(other)] if !mover_chooses => {
                    [Some(self.better(&one, &other)), None]
                }
                rows => rows,
            };
            rows.into_iter().flatten()
        })
    }

    /// Returns a row with the best values of two for the attacker.
    fn better<T: Scale>(&self, one: &[T], other: &[T]) -> Cow<'static, [T]> {
        let better = |(&one, &other): (&T, &T)| {
            if self.attacker == Side::Black {
                one.max(other)
            } else {
                one.min(other)
            }
        };
        one.iter().zip(other).map(better).collect()
    }

    /// Returns the row of a goal of the attacker's that wins, with the values of finished games.
    fn with_wins<T: Scale>(&self, row: &[T], goal: Circles, sets: &[Circles]) -> Cow<'static, [T]> {
        let won = if self.attacker == Side::Black {
            T::MAX
        } else {
            T::NONE.raised()
        };
        let ended = row.iter().zip(sets).map(|(&value, &opponent)| {
            let is_over = value != T::NONE && self.rules.goals().is_goal(goal, opponent);
            if is_over { won } else { value }
        });
        ended.collect()
    }
}

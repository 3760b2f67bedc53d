//! Solves the drop phase of an attack, in which the attacker chooses the piece that it drops.
//!
//! Values are those of a [`Scale`], for Black; only the attacker ever wins.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use teeko_index::{Layer, Scale, SetOrbits};
use teeko_rules::work::Stopped;
use teeko_rules::{Circles, PIECES, Parity, Position, Rules, Side};

use super::slide::AttackSlide;
use crate::drops::layer::{LayerGame, LayerSets, Piece};
use crate::layout::orbits_by_size;

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

/// The last layer of the drop phase.
const LAST: usize = 2 * PIECES - 1;

struct Solver<'a> {
    rules: &'a Rules,
    slide: &'a AttackSlide,
    attacker: Side,
    /// The defender's sets, by their size.
    defenders: Vec<Arc<SetOrbits>>,
    /// The attacker's sets, by numbers of heavy and light pieces.
    attackers: BTreeMap<(usize, usize), Arc<SetOrbits>>,
}

impl<'a> Solver<'a> {
    fn new(rules: &'a Rules, slide: &'a AttackSlide, attacker: Side) -> Self {
        let plain = &slide.plain.layout;
        let circles = rules.board().circle_count();
        let full = &slide.layout.attackers;
        let mut attackers = BTreeMap::new();
        for heavy in 0..=full.heavy() {
            for light in 0..=PIECES - full.heavy() {
                let orbits = if heavy + light == PIECES {
                    Arc::clone(full)
                } else {
                    Arc::new(SetOrbits::weighed(circles, heavy, light, &plain.group))
                };
                attackers.insert((heavy, light), orbits);
            }
        }
        Self {
            rules,
            slide,
            attacker,
            defenders: orbits_by_size(rules, plain),
            attackers,
        }
    }

    fn solve<T: Scale>(
        &self,
        observe: &dyn Fn(u64) -> ControlFlow<()>,
    ) -> Result<Vec<Parts>, Stopped> {
        let mut layers: Vec<Parts> = Vec::new();
        for layer in (0..=LAST).rev() {
            if observe(layers.len() as u64).is_break() {
                return Err(Stopped);
            }
            let mut parts = Parts::new();
            for attackers in self.attackers_in(layer) {
                let part = match layers.last() {
                    Some(next) => self.part::<T>(layer, attackers, next),
                    None => self.part_of_last::<T>(attackers)?,
                };
                parts.insert(attackers.heavy(), part);
            }
            layers.push(parts);
        }
        layers.reverse();
        Ok(layers)
    }

    /// Lists the orbits of the sets that the attacker can have in a layer.
    fn attackers_in(&self, layer: usize) -> impl Iterator<Item = &Arc<SetOrbits>> {
        let pieces = match self.attacker {
            Side::Black => layer.div_ceil(2),
            Side::Red => layer / 2,
        };
        self.attackers
            .values()
            .filter(move |sets| sets.size() == pieces)
    }

    /// Solves a part of a layer from the next layer.
    fn part<T: Scale>(&self, layer: usize, attackers: &Arc<SetOrbits>, next: &Parts) -> Layer {
        let game = self.game::<T>(layer, attackers);
        let mut tables = Vec::new();
        for piece in &game.pieces {
            let heavy = if self.attacks(layer) {
                piece.grown.heavy()
            } else {
                attackers.heavy()
            };
            tables.push(next[&heavy].values().expect("values of one width"));
        }
        self.sets(layer, attackers).solve(&game, &tables)
    }

    /// Solves a part of the last layer from the slide phase.
    fn part_of_last<T: Scale>(&self, attackers: &Arc<SetOrbits>) -> Result<Layer, Stopped> {
        let game = self.game::<T>(LAST, attackers);
        let attacks = self.attacks(LAST);
        let slides = self.slide.turn(!attacks);
        let mut layers = self.sets(LAST, attackers).solve_last(
            &[game],
            &slides,
            |low, high| value_of_code(low, high, attacks),
            || Ok(()),
        )?;
        Ok(layers.swap_remove(0))
    }

    /// Returns the sets of the part of a layer with these sets of the attacker.
    fn sets<'s>(&'s self, layer: usize, attackers: &'s Arc<SetOrbits>) -> LayerSets<'s> {
        let defenders = &self.defenders[layer - attackers.size()];
        let (mover, opponent) = if self.attacks(layer) {
            (attackers, defenders)
        } else {
            (defenders, attackers)
        };
        LayerSets {
            layer,
            group: &self.slide.plain.layout.group,
            mover,
            opponent,
        }
    }

    /// Returns the game in that part of a layer. A goal that does not win for the attacker ends it
    /// without success.
    fn game<T: Scale>(&self, layer: usize, attackers: &SetOrbits) -> LayerGame<'_, T> {
        let pieces = if self.attacks(layer) {
            self.attackers_pieces(attackers)
        } else {
            vec![Piece {
                is_heavy: true,
                wins: Circles::EMPTY,
                grown: &self.defenders[layer - attackers.size() + 1],
            }]
        };
        LayerGame {
            rules: self.rules,
            parity: Parity::Fixed,
            won: T::DRAW,
            pieces,
        }
    }

    /// Returns the kinds of pieces that the attacker still has to drop.
    fn attackers_pieces(&self, attackers: &SetOrbits) -> Vec<Piece<'_>> {
        let heavy = attackers.heavy();
        let light = attackers.size() - heavy;
        let mut pieces = Vec::new();
        for (is_heavy, numbers) in [(true, (heavy + 1, light)), (false, (heavy, light + 1))] {
            if let Some(grown) = self.attackers.get(&numbers) {
                pieces.push(Piece {
                    is_heavy,
                    wins: self.winning_circles(is_heavy),
                    grown,
                });
            }
        }
        pieces
    }

    /// Returns the circles on which a piece of the attacker's wins if it completes a goal.
    fn winning_circles(&self, is_heavy: bool) -> Circles {
        let points = self.slide.points;
        let circles = self.rules.board().circles().into_iter();
        circles
            .filter(|&to| self.rules.wins_threshold(points, is_heavy, to))
            .collect()
    }

    fn attacks(&self, layer: usize) -> bool {
        Position::turn_in_layer(layer) == Some(self.attacker)
    }
}

/// Returns the value of a slide position's code in an attack. Such a code is half the plies to the
/// end, rounded up: doubled, plus 1 if the position `is_lost`, it is the code of other slide
/// phases.
#[inline(always)]
fn value_of_code<T: Scale>(low: u8, high: u8, is_lost: bool) -> T {
    let undoubled = T::of_code(low, high);
    let decided = T::of_code(low << 1 | u8::from(is_lost), high << 1 | low >> 7);
    if undoubled == T::DRAW || undoubled == T::NONE {
        undoubled
    } else {
        decided
    }
}

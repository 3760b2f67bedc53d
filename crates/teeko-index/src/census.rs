//! Counts of positions by layer and class.

use teeko_rules::{Board, Outcome, PIECES, Wdl};

use crate::binomial;

/// A class of positions with a given side to move. The classes of a layer are disjoint and add up
/// to all its positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Neither side can force a goal, and there is a move.
    Draw,
    /// Won by the side to move, in this number of plies. With 0 plies the game is finished: the
    /// other side's last ply completed a goal of this side's.
    Win(u32),
    /// Lost by the side to move, in this number of plies. With 0 plies the game is finished.
    Loss(u32),
    /// Drawn because the side to move has no slide. Only in the slide phase.
    NoMove,
    /// Impossible in play: the side to move has a goal that the other side's last ply cannot have
    /// completed. Only in the slide phase.
    Impossible,
}

impl Class {
    /// Returns the distance to win in plies, or `None` if neither side wins.
    pub const fn distance(self) -> Option<u32> {
        match self {
            Self::Win(distance) | Self::Loss(distance) => Some(distance),
            Self::Draw | Self::NoMove | Self::Impossible => None,
        }
    }
}

impl From<Outcome> for Class {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(distance) => Self::Win(distance),
            Outcome::Loss(distance) => Self::Loss(distance),
        }
    }
}

impl Class {
    const fn place(self) -> usize {
        match self {
            Self::Draw => 0,
            Self::NoMove => 1,
            Self::Impossible => 2,
            Self::Win(distance) => 3 + 2 * distance as usize,
            Self::Loss(distance) => 4 + 2 * distance as usize,
        }
    }
}

/// The number of positions of one layer in each class, with a given side to move. It counts
/// positions, not orbits. The default is a census without positions.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LayerCensus {
    /// By [`Class::place`]. The last number is not 0, so that equal counts are equal lists.
    counts: Vec<u64>,
}

impl LayerCensus {
    /// Adds positions to a class.
    ///
    /// # Panics
    /// If the class then has 2^64 positions or more.
    #[inline]
    pub fn add(&mut self, class: impl Into<Class>, positions: u64) {
        if positions == 0 {
            return;
        }
        let place = class.into().place();
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        let count = &mut self.counts[place];
        *count = count
            .checked_add(positions)
            .expect("fewer than 2^64 positions");
    }

    /// Adds the positions of another census.
    ///
    /// # Panics
    /// If a class then has 2^64 positions or more.
    pub fn merge(&mut self, other: &Self) {
        for (class, positions) in other.classes() {
            self.add(class, positions);
        }
    }

    /// Returns the number of positions in a class.
    pub fn positions(&self, class: impl Into<Class>) -> u64 {
        self.counts.get(class.into().place()).copied().unwrap_or(0)
    }

    /// Returns the number of all positions.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of positions won by the side to move in 1 ply or more.
    pub fn win(&self) -> u64 {
        let decided = (1..=self.deepest()).map(Class::Win);
        decided.map(|class| self.positions(class)).sum()
    }

    /// Returns the number of positions lost by the side to move in 1 ply or more.
    pub fn loss(&self) -> u64 {
        let decided = (1..=self.deepest()).map(Class::Loss);
        decided.map(|class| self.positions(class)).sum()
    }

    /// Returns the number of positions drawn because neither side can force a goal.
    pub fn draw(&self) -> u64 {
        self.positions(Class::Draw)
    }

    /// Returns the number of positions drawn because the side to move has no slide.
    pub fn no_move(&self) -> u64 {
        self.positions(Class::NoMove)
    }

    /// Returns the number of positions drawn for either reason.
    pub fn drawn(&self) -> u64 {
        self.draw() + self.no_move()
    }

    /// Returns the number of finished positions that the side to move has lost: the opponent has a
    /// goal, and the side to move has none, or only one that needs empty circles.
    pub fn over(&self) -> u64 {
        self.positions(Class::Loss(0))
    }

    /// Returns the number of finished positions that the side to move has won: it has a goal that
    /// the opponent's last slide may have completed by leaving a circle that must be empty, and the
    /// opponent has none.
    pub fn gift(&self) -> u64 {
        self.positions(Class::Win(0))
    }

    /// Returns the number of positions that play cannot reach, because the side to move has a goal
    /// that needs no empty circles.
    pub fn impossible(&self) -> u64 {
        self.positions(Class::Impossible)
    }

    /// Returns the largest distance in plies, or 0 if no position is decided.
    pub fn deepest(&self) -> u32 {
        (self.counts.len().saturating_sub(Class::Loss(0).place()) / 2) as u32
    }

    /// Returns whether positions are won at an even distance, 0 among them, or lost at an odd one.
    /// Both can occur if goals have circles that must be empty.
    pub fn has_any_parity(&self) -> bool {
        (0..=self.deepest() / 2).any(|half| {
            let even_win = self.positions(Class::Win(2 * half));
            let odd_loss = self.positions(Class::Loss(2 * half + 1));
            even_win > 0 || odd_loss > 0
        })
    }

    /// Lists the numbers of won and lost positions by distance, from 1 ply. Distances without
    /// positions are left out.
    pub fn decided_by_distance(&self) -> impl Iterator<Item = (Outcome, u64)> {
        let distances = 1..=self.deepest();
        let outcomes =
            distances.flat_map(|distance| [Outcome::Win(distance), Outcome::Loss(distance)]);
        self.with_positions(outcomes)
    }

    /// Returns the wins or the losses with the largest distance, of 1 ply or more, if there are
    /// any.
    pub fn longest(&self, result: Wdl) -> Option<Outcome> {
        let outcomes = self.decided_by_distance().map(|(outcome, _)| outcome);
        outcomes.filter(|outcome| outcome.wdl() == result).last()
    }

    /// Lists the classes that have positions, ascending, with their numbers.
    pub fn classes(&self) -> impl Iterator<Item = (Class, u64)> {
        let wins = (0..=self.deepest()).map(Class::Win);
        let losses = (0..=self.deepest()).map(Class::Loss);
        let all = [Class::Draw].into_iter().chain(wins).chain(losses);
        self.with_positions(all.chain([Class::NoMove, Class::Impossible]))
    }

    /// Lists those of the classes that have positions, with their numbers.
    fn with_positions<C: Into<Class> + Copy>(
        &self,
        classes: impl Iterator<Item = C>,
    ) -> impl Iterator<Item = (C, u64)> {
        let counts = classes.map(|class| (class, self.positions(class)));
        counts.filter(|&(_, positions)| positions > 0)
    }
}

impl<C: Into<Class>> FromIterator<(C, u64)> for LayerCensus {
    fn from_iter<I: IntoIterator<Item = (C, u64)>>(counts: I) -> Self {
        let mut census = Self::default();
        for (class, positions) in counts {
            census.add(class, positions);
        }
        census
    }
}

/// The number of positions by layer and class, of all layers or of one phase.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Census {
    layers: [LayerCensus; Self::LAYERS],
}

impl Census {
    /// The number of layers: one for each number of pieces, 0 to 8.
    pub const LAYERS: usize = 2 * PIECES + 1;

    /// Returns the census of a layer.
    ///
    /// # Panics
    /// If `layer` is above 8.
    pub fn layer(&self, layer: usize) -> &LayerCensus {
        &self.layers[layer]
    }

    /// Returns the census of a layer, to add to.
    ///
    /// # Panics
    /// If `layer` is above 8.
    pub fn layer_mut(&mut self, layer: usize) -> &mut LayerCensus {
        &mut self.layers[layer]
    }

    /// Returns all layers, 0 to 8.
    pub fn layers(&self) -> &[LayerCensus] {
        &self.layers
    }

    /// Returns the layers of the drop phase, 0 to 7.
    pub fn drops(&self) -> &[LayerCensus] {
        &self.layers[..2 * PIECES]
    }

    /// Returns the slide phase, layer 8.
    pub fn slide(&self) -> &LayerCensus {
        &self.layers[2 * PIECES]
    }

    /// Lists all entries (layer, class, positions), ascending by layer and class. Classes without
    /// positions are left out.
    pub fn entries(&self) -> impl Iterator<Item = (usize, Class, u64)> {
        let layers = self.layers.iter().enumerate();
        layers.flat_map(|(layer, census)| {
            let classes = census.classes();
            classes.map(move |(class, positions)| (layer, class, positions))
        })
    }

    /// Returns the largest distance of any position in plies, or 0 if none is decided.
    pub fn deepest(&self) -> u32 {
        let deepest = self.layers.iter().map(LayerCensus::deepest);
        deepest.max().unwrap_or(0)
    }
}

impl FromIterator<(usize, LayerCensus)> for Census {
    fn from_iter<I: IntoIterator<Item = (usize, LayerCensus)>>(layers: I) -> Self {
        let mut census = Self::default();
        for (layer, counts) in layers {
            census.layer_mut(layer).merge(&counts);
        }
        census
    }
}

/// Returns the number of positions of a layer with a given side to move, of any class.
///
/// # Panics
/// If `layer` is above 8.
pub fn positions_of_layer(board: Board, layer: usize) -> u64 {
    let mover = layer / 2;
    let free = board.circle_count() - mover;
    binomial(board.circle_count(), mover) * binomial(free, layer - mover)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decided_classes_have_a_distance() {
        for (class, distance) in [
            (Class::Win(3), Some(3)),
            (Class::Loss(4), Some(4)),
            (Class::Draw, None),
            (Class::NoMove, None),
            (Class::Impossible, None),
        ] {
            assert_eq!(class.distance(), distance);
        }
    }

    #[test]
    fn classes_add_up_and_come_in_order() {
        let counts = [
            (Class::Loss(2), 5),
            (Class::Win(3), 7),
            (Class::Loss(0), 11),
            (Class::NoMove, 2),
        ];
        let mut census: LayerCensus = counts
            .into_iter()
            .chain([(Class::Draw, 10), (Class::Impossible, 4)])
            .collect();
        let gifts: LayerCensus = [(Class::Win(0), 6), (Class::Win(2), 3)]
            .into_iter()
            .collect();
        assert_eq!((gifts.win(), gifts.gift(), census.gift()), (3, 6, 0));
        census.add(Outcome::Win(3), 1);
        census.add(Class::Loss(9), 0);
        assert_eq!(
            (census.win(), census.loss(), census.over(), census.drawn()),
            (8, 5, 11, 12)
        );
        assert_eq!(
            (
                census.total(),
                census.deepest(),
                census.positions(Class::Loss(9))
            ),
            (40, 3, 0)
        );
        assert_eq!(
            (census.draw(), census.no_move(), census.impossible()),
            (10, 2, 4)
        );
        let classes: Vec<Class> = census.classes().map(|(class, _)| class).collect();
        assert!(classes.is_sorted() && classes.len() == 6, "{classes:?}");
        let decided: Vec<(Outcome, u64)> = census.decided_by_distance().collect();
        assert_eq!(decided, [(Outcome::Loss(2), 5), (Outcome::Win(3), 8)]);
        let longest = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|result| census.longest(result));
        assert_eq!(
            longest,
            [Some(Outcome::Win(3)), None, Some(Outcome::Loss(2))]
        );
        let mut doubled = census.clone();
        doubled.merge(&census);
        assert_eq!(doubled.total(), 80);
    }

    #[test]
    fn layers_are_told_apart() {
        let entries = [
            (0, Class::Draw, 1),
            (7, Class::Win(5), 2),
            (7, Class::Loss(8), 4),
            (8, Class::NoMove, 3),
        ];
        let mut census = Census::default();
        for (layer, class, positions) in entries.into_iter().rev() {
            census.layer_mut(layer).add(class, positions);
        }
        assert!(census.entries().eq(entries));
        assert_eq!((census.layers().len(), census.drops().len()), (9, 8));
        assert_eq!(census.drops()[7], *census.layer(7));
        assert_eq!((census.slide().total(), census.deepest()), (3, 8));
        let parts = [(7, census.layer(7).clone()), (7, census.layer(7).clone())];
        let sum: Census = parts.into_iter().collect();
        assert_eq!((sum.layer(7).total(), sum.layer(8).total()), (12, 0));
    }

    #[test]
    fn positions_of_a_layer_are_the_sets_of_both_sides() {
        let expected = [
            1, 25, 600, 6_900, 75_900, 531_300, 3_542_000, 16_824_500, 75_710_250,
        ];
        for (layer, expected) in expected.into_iter().enumerate() {
            assert_eq!(positions_of_layer(Board::STANDARD, layer), expected);
        }
    }

    #[test]
    fn any_parity_is_that_of_even_wins_or_odd_losses() {
        let has_any_parity = |classes: &[Class]| {
            let counts = classes.iter().map(|&class| (class, 1));
            counts.collect::<LayerCensus>().has_any_parity()
        };
        let usual = [Class::Loss(2), Class::Win(3), Class::Loss(0), Class::NoMove];
        assert!(!has_any_parity(&usual) && !has_any_parity(&[Class::Draw, Class::Impossible]));
        for unusual in [Class::Win(0), Class::Win(2), Class::Loss(1), Class::Loss(3)] {
            assert!(has_any_parity(&[unusual]) && has_any_parity(&[Class::Loss(4), unusual]));
        }
    }
}

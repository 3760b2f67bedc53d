//! Random numbers of pips for the pieces of positions that have none.

use teeko_rules::{Circle, Pips, Position, Rules, Scoring, Side};

use crate::order::mix;

/// Returns the position with pips on each piece if the rules need them, and without pips otherwise.
/// The arrangement depends only on the seed and on the number of the position; all arrangements are
/// equally likely.
pub(crate) fn numbered(rules: &Rules, position: &Position, seed: u64, number: u64) -> Position {
    if rules.scoring() != Scoring::Pips {
        return position.without_pips();
    }
    let mut random = mix(mix(seed) ^ number);
    let mut pips = Pips::NONE;
    for side in [Side::Black, Side::Red] {
        let mut in_hand: Vec<u8> = Pips::all().collect();
        let mut draw = |circle: Circle| {
            let left = in_hand.len() as u64;
            let drawn = in_hand.swap_remove((random % left) as usize);
            random /= left;
            pips = pips.with(side, drawn, circle);
        };
        position.pieces(side).iter().for_each(&mut draw);
    }
    Position { pips, ..*position }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, rules};
    use std::collections::BTreeMap;

    /// Three pieces have 4 x 3 x 2 numberings, two have 4 x 3. Of 57,600 random numberings each
    /// comes about 200 times, within five standard deviations.
    #[test]
    fn every_arrangement_is_as_likely() {
        let bare = position(&rules("44-ssss"), "b:7,8,9 r:1,3 r");
        let rules = rules("44-ssss+pips");
        let mut drawn: BTreeMap<Pips, usize> = BTreeMap::new();
        for number in 0..57_600 {
            let with = numbered(&rules, &bare, 1, number);
            assert_eq!(with.without_pips(), bare);
            *drawn.entry(with.pips).or_default() += 1;
        }
        assert_eq!(drawn.len(), 24 * 12);
        assert!(drawn.values().all(|times| (130..=270).contains(times)), "{drawn:?}");
        assert_ne!(numbered(&rules, &bare, 1, 7), numbered(&rules, &bare, 2, 7));
        assert_eq!(numbered(&rules, &bare, 2, 7), numbered(&rules, &bare, 2, 7));
    }
}

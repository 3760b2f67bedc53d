//! Threats: goals that a side could complete with its next ply.

use teeko_rules::{Circles, Goal, Move, PIECES, Position, Rules, Scoring, Side};

/// A ply that completes a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The ply.
    pub played: Move,
    /// The goal.
    pub goal: Goal,
    /// The points that the ply scores by it: 1 in games that are not for points.
    pub points: u8,
}

/// Returns the circles on which a side could complete a goal in one ply if it were to move and to
/// choose.
pub fn threats(rules: &Rules, position: &Position, side: Side) -> Circles {
    let own = position.pieces(side);
    let opponent = position.pieces(side.other());
    let free = rules.board().circles() - position.occupied();
    if own.len() < PIECES {
        return rules.goals().completions(own, opponent) & free;
    }
    let mut threats = Circles::EMPTY;
    for from in own {
        let completions = rules.goals().completions(own.without(from), opponent);
        threats = threats | (completions & rules.targets(from) & free);
    }
    threats
}

/// Returns the plies with which a side could complete a goal if it were to move and to choose, each
/// with the goal, in the order of [`Rules::moves`]. A ply that completes several goals on the same
/// circles comes once for each.
pub fn completions(rules: &Rules, position: &Position, side: Side) -> Vec<Completion> {
    let own = position.pieces(side);
    let opponent = position.pieces(side.other());
    let mut found = Vec::new();
    for played in plies_to(rules, position, side, threats(rules, position, side)) {
        for &goal in rules.goals().with_circles(played.set_after(own)) {
            if !goal.empty().meets(opponent) {
                let points = worth(rules, position, side, played, goal);
                found.push(Completion {
                    played,
                    goal,
                    points,
                });
            }
        }
    }
    found
}

/// Returns the plies of a side to some empty circles, if it were to move and to choose.
fn plies_to(rules: &Rules, position: &Position, side: Side, ends: Circles) -> Vec<Move> {
    let own = position.pieces(side);
    if own.len() == PIECES {
        let steps = rules.steps(own, ends);
        return steps.map(|(from, to)| Move::Slide { from, to }).collect();
    }
    let at_turn = Position {
        turn: side,
        ..*position
    };
    let mut drops = Vec::new();
    for to in ends {
        drops.extend(rules.drops_on(&at_turn, to));
    }
    drops
}

/// Returns the points that a ply of a side scores by completing a goal.
fn worth(rules: &Rules, position: &Position, side: Side, played: Move, goal: Goal) -> u8 {
    let pips = match played {
        Move::DropPiece { pips, .. } => Some(pips),
        Move::Slide { from, .. } => position.pips.on(side, from),
        Move::Drop(_) => None,
    };
    match (rules.scoring(), pips) {
        (Scoring::Pips, Some(pips)) => rules.worth_of_piece(pips, played.to()),
        _ => goal.points(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{circles, position, rules};

    #[test]
    fn a_threat_is_a_drop_or_a_slide_that_completes_a_goal() {
        let rules = rules("44-ssss");
        let three = position(&rules, "b:1,2,3 r:16,21 r");
        assert_eq!(threats(&rules, &three, Side::Black), circles(&[4]));
        // A piece must be next to the circle.
        let near = position(&rules, "b:1,2,3,9 r:16,18,21,23 b");
        assert_eq!(threats(&rules, &near, Side::Black), circles(&[4]));
        let far = position(&rules, "b:1,2,3,14 r:16,18,21,23 b");
        assert_eq!(threats(&rules, &far, Side::Black), Circles::EMPTY);
        // Nor may another piece stand there.
        let taken = position(&rules, "b:1,2,3,9 r:4,18,21,23 b");
        assert_eq!(threats(&rules, &taken, Side::Black), Circles::EMPTY);
    }

    /// A piece scores its pips, and 4 more on the centre and on the corners.
    #[test]
    fn a_numbered_piece_scores_by_its_pips_and_its_circle() {
        let rules = rules("44-ssss+pips");
        let points = |text: &str| {
            let found = completions(&rules, &position(&rules, text), Side::Black);
            let found = found
                .iter()
                .map(|found| (found.played.to_string(), found.points));
            found.collect::<Vec<_>>()
        };
        let slides = points("b:2=1,3=2,4=3,10=4 r:16=1,18=2,21=3,23=4 b");
        assert_eq!(slides, [("10-5".to_owned(), 8)]);
        let slides = points("b:2=1,3=2,4=3,6=4 r:16=1,18=2,21=3,23=4 b");
        assert_eq!(slides, [("6-1".to_owned(), 8)]);
        let slides = points("b:7=1,8=2,9=3,11=4 r:16=1,18=2,21=3,23=4 b");
        assert_eq!(slides, [("11-6".to_owned(), 4)]);
        // The last piece is the one that has not been dropped, whoever is to move.
        let drops = points("b:8=1,12=2,7=4 r:16=1,18=2,21=3 b");
        assert_eq!(drops, [("13=3".to_owned(), 7)]);
        let drops = points("b:8=1,12=2,7=4 r:16=1,18=2 r");
        assert_eq!(drops, [("13=3".to_owned(), 7)]);
    }
}

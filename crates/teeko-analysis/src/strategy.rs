//! Winning strategies: for every position that can arise, what the winner chooses.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};

use teeko_certificate::{Certificate, Failure, canonical};
use teeko_rules::{Move, Oracle, Outcome, Position, Rules, Side, Status, SymmetryGroup};
use thiserror::Error;

use crate::error::{AnalysisError, probe};

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StrategyError<E: std::error::Error + 'static> {
    /// Neither side can force a win.
    #[error("expected a forced win from the empty board, found a draw")]
    Drawn,
    /// The oracle does not know a position, or has failed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError<E>),
    /// What the oracle says does not fit together, so that following it does not win.
    #[error("outcomes that contradict each other: {0}")]
    Contradiction(#[from] Failure),
}

/// The certificate of the forced win from the empty board, with the exact distance as its claim.
///
/// Every choice of the winner's is optimal. Of several optimal ones those are taken that keep the certificate small: the
/// strategy is made distance by distance, from the empty board down, and at each distance a few positions are picked to which
/// all positions there can go, greedily the one first to which most of them can. The result depends on the outcomes alone.
///
/// # Errors
/// If neither side wins, the oracle fails, or its outcomes contradict each other.
pub fn winning_strategy<O: Oracle + ?Sized>(oracle: &O) -> Result<Certificate, StrategyError<O::Error>> {
    let rules = oracle.rules();
    let outcome = probe(oracle, &Position::EMPTY)?;
    let (winner, plies) = match outcome {
        Outcome::Win(plies) => (Side::Black, plies),
        Outcome::Loss(plies) => (Side::Red, plies),
        Outcome::Draw => return Err(StrategyError::Drawn),
    };
    let mut planner = Planner { oracle, rules, symmetries: rules.symmetries(), winner, arising: BTreeMap::new() };
    let choices = planner.choices(plies)?;
    Ok(Certificate::of_strategy(rules, winner, plies, |position| choices.get(position).copied())?)
}

/// A strategy being made. All positions are canonical.
struct Planner<'a, O: ?Sized> {
    oracle: &'a O,
    rules: &'a Rules,
    symmetries: SymmetryGroup,
    winner: Side,
    /// The positions known to arise, by their distance.
    arising: BTreeMap<u32, BTreeSet<Position>>,
}

impl<O: Oracle + ?Sized> Planner<'_, O> {
    /// The winner's choice in each position that can arise, but where the winner is about to complete a goal.
    fn choices(&mut self, plies: u32) -> Result<HashMap<Position, Move>, AnalysisError<O::Error>> {
        let mut choices = HashMap::new();
        self.arising.insert(plies, BTreeSet::from([Position::EMPTY]));
        // Every choice of the winner's and every reply leads to a smaller distance.
        while let Some((distance, positions)) = self.arising.pop_last().filter(|&(distance, _)| distance > 1) {
            let (choosing, replying): (Vec<_>, Vec<_>) =
                positions.into_iter().partition(|position| self.rules.chooser(position) == self.winner);
            for position in &replying {
                self.add_replies(position, distance)?;
            }
            self.choose(&choosing, distance, &mut choices)?;
        }
        Ok(choices)
    }

    /// Adds what can arise from a position in which the other side chooses.
    fn add_replies(&mut self, position: &Position, distance: u32) -> Result<(), AnalysisError<O::Error>> {
        for played in self.rules.moves(position) {
            let next = self.canonical_after(position, played);
            let remaining = probe(self.oracle, &next)?.distance().filter(|&remaining| remaining < distance);
            // Where the oracle contradicts itself the strategy has a gap, which the certificate's own walk reports.
            if let Some(remaining) = remaining {
                self.arising.entry(remaining).or_default().insert(next);
            }
        }
        Ok(())
    }

    /// Chooses in all positions of one distance together, so that few positions arise.
    fn choose(
        &mut self,
        positions: &[Position],
        distance: u32,
        choices: &mut HashMap<Position, Move>,
    ) -> Result<(), AnalysisError<O::Error>> {
        let optimal = positions.iter().map(|position| self.optimal(position, distance));
        let optimal: Vec<Vec<(Move, Position)>> = optimal.collect::<Result<_, _>>()?;
        // For each position that can come next, where it can come from.
        let mut origins: BTreeMap<Position, BTreeSet<usize>> = BTreeMap::new();
        for (origin, moves) in optimal.iter().enumerate() {
            for &(_, next) in moves {
                origins.entry(next).or_default().insert(origin);
            }
        }
        let mut picked = self.arising.remove(&(distance - 1)).unwrap_or_default();
        let mut served = vec![false; positions.len()];
        for origin in picked.iter().filter_map(|next| origins.get(next)).flatten() {
            served[*origin] = true;
        }
        let unserved =
            |next: &Position, served: &[bool]| origins[next].iter().filter(|&&origin| !served[origin]).count();
        // Counts only fall as positions are picked: one that is still right when it comes up is the greatest.
        let mut candidates: BinaryHeap<(usize, Reverse<Position>)> =
            origins.keys().map(|next| (unserved(next, &served), Reverse(*next))).collect();
        while let Some((count, Reverse(next))) = candidates.pop() {
            let current = unserved(&next, &served);
            if current == 0 {
                continue;
            }
            if current < count {
                candidates.push((current, Reverse(next)));
                continue;
            }
            picked.insert(next);
            for &origin in &origins[&next] {
                served[origin] = true;
            }
        }
        for (position, moves) in positions.iter().zip(optimal) {
            let chosen = moves.iter().find(|(_, next)| picked.contains(next));
            choices.extend(chosen.map(|&(chosen, _)| (*position, chosen)));
        }
        if !picked.is_empty() {
            self.arising.insert(distance - 1, picked);
        }
        Ok(())
    }

    /// The winner's optimal choices in a position at a distance above 1, with what comes next.
    fn optimal(&self, position: &Position, distance: u32) -> Result<Vec<(Move, Position)>, AnalysisError<O::Error>> {
        let mut optimal = Vec::new();
        for played in self.rules.moves(position) {
            let next = self.canonical_after(position, played);
            let won = if next.turn == self.winner { Outcome::Win } else { Outcome::Loss };
            if self.rules.status(&next) == Status::Open && probe(self.oracle, &next)? == won(distance - 1) {
                optimal.push((played, next));
            }
        }
        Ok(optimal)
    }

    fn canonical_after(&self, position: &Position, played: Move) -> Position {
        canonical(&self.symmetries, &position.after(played))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{rules, solved};
    use teeko_certificate::{Checked, Reason};
    use teeko_rules::{Board, Circle, Circles, FunctionOracle, Goals};
    use teeko_solve::{Solution, solve};

    /// A set of goals found by chance, with which the second player wins.
    fn red_wins() -> Rules {
        let goals = [
            [1, 3, 6, 9],
            [3, 5, 7, 9],
            [5, 9, 10, 11],
            [2, 6, 7, 12],
            [1, 8, 10, 12],
            [3, 5, 7, 13],
            [2, 6, 7, 13],
            [1, 6, 8, 13],
            [3, 5, 9, 13],
            [6, 7, 12, 13],
            [4, 10, 12, 13],
            [1, 2, 6, 14],
            [6, 8, 9, 14],
            [3, 5, 10, 14],
            [5, 9, 11, 14],
            [1, 3, 12, 14],
            [6, 7, 10, 15],
            [6, 9, 11, 15],
            [5, 9, 12, 15],
            [1, 10, 12, 15],
            [2, 3, 13, 15],
            [1, 12, 13, 15],
            [1, 2, 6, 16],
            [1, 3, 11, 16],
            [7, 8, 11, 16],
            [2, 5, 12, 16],
            [7, 9, 12, 16],
            [1, 2, 13, 16],
            [9, 10, 14, 16],
            [4, 12, 14, 16],
            [2, 3, 15, 16],
            [2, 12, 15, 16],
        ];
        let set = |numbers: [usize; 4]| -> Circles { numbers.into_iter().filter_map(Circle::from_number).collect() };
        let goals = Goals::new(goals.map(set).to_vec());
        let board = Board::new(4, 4).unwrap();
        Rules::builder().board(board).goals(goals).plan("ppss".parse().unwrap()).build().unwrap()
    }

    /// The certificate, its file read again and checked.
    fn certified(oracle: &Solution) -> (Certificate, Checked) {
        let certificate = winning_strategy(oracle).unwrap();
        let read = Certificate::read(&certificate.to_bytes()).unwrap();
        assert_eq!(read, certificate);
        let checked = read.check().unwrap();
        assert_eq!(checked.choosing - checked.completing, certificate.choices().len());
        // Optimal play of the loser's is among what is covered.
        assert_eq!(checked.plies, certificate.plies());
        (certificate, checked)
    }

    /// Steele's two wins.
    #[test]
    fn published_wins_are_certified() {
        for (variant, plies) in [("58-ssss", 13), ("58-sppp", 25)] {
            let (certificate, _) = certified(&solved(variant));
            assert_eq!((certificate.winner(), certificate.plies()), (Side::Black, plies), "{variant}");
        }
    }

    #[test]
    fn wins_on_small_boards_are_certified_whoever_chooses() {
        for variant in [
            "44-ssss+4x4+knight",
            "44-psss+4x4+knight",
            "44-ppsp+4x4+knight",
            "58-psps+4x4+knight",
            "68-sspp+4x4+knight",
            "78-spsp+4x4+knight",
            "68-pppp+4x4+knight",
            "68-pppp+4x4+knight+pass",
        ] {
            let oracle = solved(variant);
            let (certificate, _) = certified(&oracle);
            assert_eq!(Outcome::Win(certificate.plies()), oracle.value(), "{variant}");
            assert_eq!(certificate.variant().map(|named| named.to_string()).as_deref(), Some(variant));
        }
        let oracle = solve(&red_wins());
        let (certificate, _) = certified(&oracle);
        assert_eq!((certificate.winner(), certificate.plies()), (Side::Red, 26));
    }

    #[test]
    fn the_pass_rule_changes_no_choice() {
        let [without, with] = ["78-pppp+4x4+knight", "78-pppp+4x4+knight+pass"].map(|variant| {
            let (certificate, checked) = certified(&solved(variant));
            (certificate.choices().to_vec(), checked)
        });
        assert_eq!(without, with);
    }

    #[test]
    fn a_draw_has_no_strategy() {
        for variant in ["44-ssss+4x4", "58-ssss+no-centre"] {
            assert_eq!(winning_strategy(&solved(variant)), Err(StrategyError::Drawn));
        }
    }

    /// Changes choices to ones that do not win: first the number alone, so that all that follows is read for other positions;
    /// then the strategy, with the best there is where new positions arise.
    fn refuses_changed_choices(oracle: &Solution, every: usize) {
        let rules = oracle.rules();
        let (sound, _) = certified(oracle);
        let (winner, plies) = (sound.winner(), sound.plies());
        let mut choosing = Vec::new();
        let mut numbers = sound.choices().iter();
        let again = Certificate::of_strategy(rules, winner, plies, |position| {
            choosing.push(*position);
            numbers.next().map(|&number| rules.moves(position)[usize::from(number)])
        });
        assert_eq!(again, Ok(sound.clone()));
        let moves_of: HashMap<Position, usize> =
            choosing.iter().enumerate().map(|(at, &position)| (position, at)).collect();

        let wins = |next: &Position| {
            let outcome = oracle.outcome(next).unwrap();
            if next.turn == winner { matches!(outcome, Outcome::Win(_)) } else { matches!(outcome, Outcome::Loss(_)) }
        };
        let mut changed = 0;
        for (at, position) in choosing.iter().enumerate().step_by(every) {
            for (number, &played) in rules.moves(position).iter().enumerate() {
                if wins(&position.after(played)) {
                    continue;
                }
                changed += 1;
                let mut choices = sound.choices().to_vec();
                choices[at] = number as u8;
                let forged = Certificate::new(rules, winner, plies, choices);
                assert!(Certificate::read(&forged.to_bytes()).unwrap().check().is_err(), "{position:?} {played}");

                let refused = Certificate::of_strategy(rules, winner, plies, |arising| {
                    let moves = rules.moves(arising);
                    match moves_of.get(arising) {
                        Some(&same) if same == at => Some(played),
                        Some(&known) => Some(moves[usize::from(sound.choices()[known])]),
                        None => moves.iter().find(|&&next| wins(&arising.after(next))).or(moves.first()).copied(),
                    }
                });
                let Err(Failure::At { reason, .. }) = refused else { panic!("{position:?} {played}") };
                assert!(!matches!(reason, Reason::NoChoice | Reason::Illegal { .. }), "{reason}");
            }
        }
        assert!(changed > 0);
    }

    #[test]
    fn any_choice_changed_to_one_that_does_not_win_is_refused() {
        for (variant, every) in [("44-psss+4x4+knight", 1), ("54-ssss+4x4+knight", 5), ("68-pppp+4x4+knight", 500)] {
            refuses_changed_choices(&solved(variant), every);
        }
        refuses_changed_choices(&solve(&red_wins()), 2000);
        refuses_changed_choices(&solved("58-ssss"), 40);
    }

    #[test]
    fn outcomes_that_contradict_each_other_are_reported() {
        let rules = rules("44-ssss+4x4");
        for told in [
            Outcome::Win(7),
            Outcome::Win(8),
            Outcome::Loss(8),
            Outcome::Win(0),
            Outcome::Loss(1),
            Outcome::Win(u32::MAX),
        ] {
            let oracle = FunctionOracle::new(rules.clone(), |_: &Position| Some(told));
            assert!(matches!(winning_strategy(&oracle), Err(StrategyError::Contradiction(_))), "{told}");
        }
        let oracle =
            FunctionOracle::new(rules, |position: &Position| (position.layer() == 0).then_some(Outcome::Win(7)));
        assert!(matches!(winning_strategy(&oracle), Err(StrategyError::Analysis(AnalysisError::Unknown(_)))));
    }
}

//! What can be chosen in a position, and how good it is.

use std::cmp::Reverse;
use std::fmt;

use teeko_rules::{Move, Oracle, Outcome, PIECES, Position, Rules, Side, Status, Symmetry};

use crate::error::{AnalysisError, probe};

/// Something that the side whose choice it is can choose.
///
/// Choices order by circle, for slides by the circle left first; a pass comes last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// The move that is made next: by the chooser itself, or by its opponent where the chooser points.
    Move(Move),
    /// Under the pass rule: to point nowhere and leave the choice of the circle to the side to move.
    Pass,
}

impl fmt::Display for Choice {
    /// The move, `13` or `14-8`, or `pass`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(chosen) => chosen.fmt(formatter),
            Self::Pass => formatter.write_str("pass"),
        }
    }
}

/// The choices there are once something has been chosen.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Replies {
    /// All of them, a pass included; 0 once the game is over.
    pub total: usize,
    /// Those after which the result, win, draw or loss, is the one that stands before them.
    pub holding: usize,
}

/// A choice and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RankedChoice {
    /// The choice.
    pub choice: Choice,
    /// The outcome for the side to move in the position (not for the chooser), in plies from the position on.
    pub outcome: Outcome,
    /// Whether no choice is better for the chooser, the distance included.
    pub optimal: bool,
    /// Whether the result, win, draw or loss, stays what it was.
    pub keeps_outcome: bool,
    /// The choices at the next ply; after a pass, those of the mover who may now choose.
    pub replies: Replies,
}

/// A position with all that can be chosen in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The position.
    pub position: Position,
    /// The outcome for the side to move.
    pub outcome: Outcome,
    /// The side that chooses: the side to move, or its opponent where that points.
    pub chooser: Side,
    /// The choices, best for the chooser first: fast wins, slow wins, draws, slow losses, fast losses; among equals the lowest
    /// circle, for slides the circle left before the circle reached, a pass last. Empty if the game is over or there is no legal
    /// slide.
    ///
    /// Of draws those come first that are easy for a chooser who chooses at the next ply again, with the most replies that hold, then
    /// those that are hard for the other side if that chooses, with the fewest. Those that leave nothing to choose come last.
    pub choices: Vec<RankedChoice>,
}

/// Ranks what can be chosen in a position.
///
/// # Errors
/// If the oracle fails, or the rules have no such position; [`AnalysisError::Contradiction`] if what it says of the position does not
/// follow from what it says of the next ones. So along best choices distances fall by one at each ply, and no line goes on for ever.
pub fn analyse<O: Oracle + ?Sized>(oracle: &O, position: &Position) -> Result<Analysis, AnalysisError<O::Error>> {
    let outcome = probe(oracle, position)?;
    let rules = oracle.rules();
    let is_open = rules.status(position) == Status::Open;
    let choices = moves_with_replies(oracle, position)?;
    let pass = (is_open && pass_allowed(rules, position)).then(|| worth_of_pass(&choices)).flatten();
    let analysis = ranked(rules, *position, outcome, rules.chooser(position), choices, pass);
    // Whoever cannot move has drawn.
    let expected = analysis.choices.first().map_or(Outcome::Draw, |best| best.outcome);
    if is_open && expected != outcome {
        return Err(AnalysisError::Contradiction { position: *position, expected, found: outcome });
    }
    Ok(analysis)
}

/// Ranks what the side to move can choose in a drop where its opponent has passed.
///
/// # Errors
/// If the oracle fails, or the rules have no such position.
pub fn analyse_after_pass<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
) -> Result<Analysis, AnalysisError<O::Error>> {
    let choices = moves_with_replies(oracle, position)?;
    let (outcome, _) = worth_of_pass(&choices).ok_or(AnalysisError::Unknown(*position))?;
    Ok(ranked(oracle.rules(), *position, outcome, position.turn, choices, None))
}

/// The choices of an analysis in sets that the symmetries of the position make equal, in the order of their first members.
pub fn symmetric_groups(rules: &Rules, analysis: &Analysis) -> Vec<Vec<RankedChoice>> {
    let group = rules.symmetries();
    let position = &analysis.position;
    let keeps_position = |symmetry: &&Symmetry| {
        symmetry.apply(position.black) == position.black && symmetry.apply(position.red) == position.red
    };
    let symmetries: Vec<&Symmetry> = group.elements().iter().filter(keeps_position).collect();
    let image = |symmetry: &Symmetry, choice| match choice {
        Choice::Move(Move::Drop(to)) => Choice::Move(Move::Drop(symmetry.image(to))),
        Choice::Move(Move::Slide { from, to }) => {
            Choice::Move(Move::Slide { from: symmetry.image(from), to: symmetry.image(to) })
        }
        Choice::Pass => Choice::Pass,
    };
    let equal = |a, b| symmetries.iter().any(|symmetry| image(symmetry, a) == b);
    let mut groups: Vec<Vec<RankedChoice>> = Vec::new();
    for &ranked in &analysis.choices {
        match groups.iter_mut().find(|members| equal(members[0].choice, ranked.choice)) {
            Some(members) => members.push(ranked),
            None => groups.push(vec![ranked]),
        }
    }
    groups
}

/// What a move is worth to the side to move, and the replies to it.
type Worth = (Choice, Outcome, Replies);

/// The moves there are to make, by circle.
fn moves_with_replies<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
) -> Result<Vec<Worth>, AnalysisError<O::Error>> {
    let worth = |chosen| {
        let next = position.after(chosen);
        let outcome = probe(oracle, &next)?;
        Ok((Choice::Move(chosen), outcome.of_move(), replies(oracle, &next, outcome)?))
    };
    oracle.rules().moves(position).into_iter().map(worth).collect()
}

/// What a pass is worth to the side to move: its best move, one ply of which it is. `None` if there is no move.
fn worth_of_pass(moves: &[Worth]) -> Option<(Outcome, Replies)> {
    let best = moves.iter().map(|&(_, outcome, _)| outcome).max()?;
    let holding = moves.iter().filter(|(_, outcome, _)| outcome.wdl() == best.wdl()).count();
    Some((best, Replies { total: moves.len(), holding }))
}

fn ranked(
    rules: &Rules,
    position: Position,
    outcome: Outcome,
    chooser: Side,
    moves: Vec<Worth>,
    pass: Option<(Outcome, Replies)>,
) -> Analysis {
    let pass = pass.map(|(outcome, replies)| (Choice::Pass, outcome, replies));
    let choices = moves.into_iter().chain(pass).map(|(choice, worth, replies)| RankedChoice {
        choice,
        outcome: worth,
        optimal: worth == outcome,
        keeps_outcome: worth.wdl() == outcome.wdl(),
        replies,
    });
    let mut choices: Vec<RankedChoice> = choices.collect();
    choices.sort_unstable_by_key(|ranked| {
        let of_draws = (ranked.outcome == Outcome::Draw).then(|| {
            let next_chooser = match ranked.choice {
                Choice::Move(chosen) => rules.chooser(&position.after(chosen)),
                Choice::Pass => position.turn,
            };
            DrawOrder::new(ranked.replies, next_chooser == chooser)
        });
        (Reverse(as_seen_by(chooser, &position, ranked.outcome)), of_draws, ranked.choice)
    });
    Analysis { position, outcome, chooser, choices }
}

/// The order of draws: by who chooses next, and how much of that holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum DrawOrder {
    /// The chooser chooses again, and errs the less the more replies hold.
    Chooser(Reverse<usize>),
    /// The other side chooses, and errs the more the fewer hold.
    OtherSide(usize),
    /// Nobody can err.
    Nobody,
}

impl DrawOrder {
    fn new(replies: Replies, chooses_again: bool) -> Self {
        match replies {
            Replies { total: 0, .. } => Self::Nobody,
            Replies { holding, .. } if chooses_again => Self::Chooser(Reverse(holding)),
            Replies { holding, .. } => Self::OtherSide(holding),
        }
    }
}

/// The outcome for the side to move as a side sees it.
pub(crate) fn as_seen_by(side: Side, position: &Position, outcome: Outcome) -> Outcome {
    if side == position.turn { outcome } else { outcome.reversed() }
}

/// Whether the opponent may pass instead of pointing, if the game goes on.
fn pass_allowed(rules: &Rules, position: &Position) -> bool {
    rules.pass_rule() && position.layer() < 2 * PIECES
}

/// The choices in a position with this outcome, and how many keep the result.
fn replies<O: Oracle + ?Sized>(
    oracle: &O,
    position: &Position,
    outcome: Outcome,
) -> Result<Replies, AnalysisError<O::Error>> {
    if outcome == Outcome::Loss(0) {
        return Ok(Replies::default());
    }
    let rules = oracle.rules();
    let may_pass = pass_allowed(rules, position);
    let moves = || rules.drops(position).into_iter().map(Move::Drop).chain(rules.slides(position));
    if let Outcome::Loss(_) = as_seen_by(rules.chooser(position), position, outcome) {
        // Whoever loses by every choice cannot choose wrong, so that nothing needs looking up.
        let total = moves().count() + usize::from(may_pass);
        return Ok(Replies { total, holding: total });
    }
    let mut replies = Replies::default();
    let mut best: Option<Outcome> = None;
    for chosen in moves() {
        let worth = probe(oracle, &position.after(chosen))?.of_move();
        replies.total += 1;
        replies.holding += usize::from(worth.wdl() == outcome.wdl());
        best = best.max(Some(worth));
    }
    if let Some(best) = best.filter(|_| may_pass) {
        replies.total += 1;
        replies.holding += usize::from(best.wdl() == outcome.wdl());
    }
    Ok(replies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, rules, solved};
    use proptest::prelude::*;
    use std::sync::LazyLock;
    use teeko_rules::{Circle, Circles, FunctionOracle};
    use teeko_solve::Solution;

    /// The circle's number of the only piece of a set.
    fn number(pieces: Circles) -> Option<usize> {
        pieces.least().filter(|_| pieces.len() == 1).map(Circle::number)
    }

    /// Black's first drops on a 4 x 4 board as a test wants them: 2 and 7 win in 3 plies, 1 wins in 5, 3, 4 and 8 draw, 6
    /// loses in 6 plies, all others lose in 4.
    fn after_first_drop(black: usize) -> Outcome {
        match black {
            1 => Outcome::Loss(4),
            2 | 7 => Outcome::Loss(2),
            3 | 4 | 8 => Outcome::Draw,
            6 => Outcome::Win(5),
            _ => Outcome::Win(3),
        }
    }

    fn listed(analysis: &Analysis) -> String {
        let texts: Vec<String> = analysis.choices.iter().map(|ranked| ranked.choice.to_string()).collect();
        texts.join(" ")
    }

    fn ranked(analysis: &Analysis, choice: &str) -> RankedChoice {
        *analysis.choices.iter().find(|ranked| ranked.choice.to_string() == choice).unwrap()
    }

    #[test]
    fn the_mover_has_fast_wins_first_and_fast_losses_last() {
        let outcome = |position: &Position| match (number(position.black), number(position.red)) {
            (None, None) => Some(Outcome::Win(3)),
            (Some(black), None) => Some(after_first_drop(black)),
            // Red holds the draw after 3 by nine replies, after 4 and 8 by two.
            (Some(3), Some(red)) => Some(if red <= 10 { Outcome::Draw } else { Outcome::Win(3) }),
            (Some(4 | 8), Some(red)) => Some(if red <= 2 { Outcome::Draw } else { Outcome::Win(3) }),
            // Replies to moves that win for Black are not asked for.
            (Some(1 | 2 | 7), Some(_)) => None,
            // One reply keeps Red's win.
            (_, Some(red)) => Some(if red == 12 { Outcome::Loss(2) } else { Outcome::Draw }),
        };
        let oracle = FunctionOracle::new(rules("44-ssss+4x4"), outcome);
        let analysis = analyse(&oracle, &Position::EMPTY).unwrap();
        assert_eq!(listed(&analysis), "2 7 1 4 8 3 6 5 9 10 11 12 13 14 15 16");
        assert_eq!((analysis.outcome, analysis.chooser), (Outcome::Win(3), Side::Black));
        for (choice, outcome, optimal, keeps_outcome, holding) in [
            ("2", Outcome::Win(3), true, true, 15),
            ("1", Outcome::Win(5), false, true, 15),
            ("4", Outcome::Draw, false, false, 2),
            ("3", Outcome::Draw, false, false, 9),
            ("6", Outcome::Loss(6), false, false, 1),
            ("12", Outcome::Loss(4), false, false, 0),
        ] {
            let found = ranked(&analysis, choice);
            let replies = Replies { total: 15, holding };
            let expected = RankedChoice { choice: found.choice, outcome, optimal, keeps_outcome, replies };
            assert_eq!(found, expected, "{choice}");
        }
    }

    #[test]
    fn the_pointing_side_has_what_is_worst_for_the_mover_first() {
        let outcome = |position: &Position| match (number(position.black), number(position.red)) {
            (None, None) => Some(Outcome::Loss(4)),
            (Some(black), None) => Some(after_first_drop(black)),
            // Black points at 12 to hold the draw; after a pass Red would win.
            (Some(3 | 4 | 8), Some(red)) => Some(if red == 12 { Outcome::Draw } else { Outcome::Loss(2) }),
            // Black wins by pointing at an odd circle; after a pass Red would draw.
            (Some(1 | 2 | 7), Some(red)) => Some(if red % 2 == 1 { Outcome::Win(3) } else { Outcome::Draw }),
            // Black has lost, wherever he points; the replies are not asked for.
            (_, Some(_)) => None,
        };
        let oracle = FunctionOracle::new(rules("44-pppp+4x4+pass"), outcome);
        let analysis = analyse(&oracle, &Position::EMPTY).unwrap();
        assert_eq!(listed(&analysis), "5 9 10 11 12 13 14 15 16 6 3 4 8 1 2 7 pass");
        assert_eq!((analysis.outcome, analysis.chooser), (Outcome::Loss(4), Side::Red));
        for (choice, outcome, optimal, keeps_outcome, total, holding) in [
            ("5", Outcome::Loss(4), true, true, 16, 16),
            ("6", Outcome::Loss(6), false, true, 16, 16),
            ("3", Outcome::Draw, false, false, 16, 1),
            ("1", Outcome::Win(5), false, false, 16, 7),
            ("2", Outcome::Win(3), false, false, 16, 8),
            // Black would choose among 16 circles, of which 1, 2 and 7 win.
            ("pass", Outcome::Win(3), false, false, 16, 3),
        ] {
            let found = ranked(&analysis, choice);
            let replies = Replies { total, holding };
            let expected = RankedChoice { choice: found.choice, outcome, optimal, keeps_outcome, replies };
            assert_eq!(found, expected, "{choice}");
        }
        let passed = analyse_after_pass(&oracle, &Position::EMPTY).unwrap();
        assert_eq!(listed(&passed), "2 7 1 3 4 8 6 5 9 10 11 12 13 14 15 16");
        assert_eq!((passed.outcome, passed.chooser), (Outcome::Win(3), Side::Black));
        assert!(ranked(&passed, "7").optimal && !ranked(&passed, "1").optimal);
    }

    /// Red drops as he likes and then points at Black's next circle, so that he wants many choices that hold the draw.
    #[test]
    fn of_draws_that_the_chooser_goes_on_from_the_safest_comes_first() {
        let holding = |red: usize| if red == 5 { 13 } else { red % 3 + 1 };
        let outcome = |position: &Position| match (position.black.len(), number(position.red)) {
            (1, _) => Some(Outcome::Draw),
            (_, Some(red)) => {
                let second = position.black.iter().map(Circle::number).max()?;
                // Its number among the circles that 1 and Red's leave.
                let choice = second - 1 - usize::from(second > red);
                Some(if choice <= holding(red) { Outcome::Draw } else { Outcome::Loss(2) })
            }
            _ => None,
        };
        let oracle = FunctionOracle::new(rules("44-sppp+4x4"), outcome);
        let analysis = analyse(&oracle, &position(oracle.rules(), "b:1 r: r")).unwrap();
        assert_eq!((analysis.outcome, analysis.chooser), (Outcome::Draw, Side::Red));
        assert_eq!(listed(&analysis), "5 2 8 11 14 4 7 10 13 16 3 6 9 12 15");
        assert_eq!(ranked(&analysis, "5").replies, Replies { total: 14, holding: 13 });
        assert_eq!(ranked(&analysis, "3").replies, Replies { total: 14, holding: 1 });
    }

    /// All is drawn. A step leads three columns to the right, and only from 1 there is one.
    #[test]
    fn a_draw_that_leaves_no_choice_comes_last() {
        let step = teeko_rules::Step::new([(3, 0)]);
        let drawn = |name: &str| {
            let rules = rules(name).to_builder().step(step.clone()).build().unwrap();
            FunctionOracle::new(rules, |_: &Position| Some(Outcome::Draw))
        };
        let text = "b:1,6,7,10 r:11,12,15 r";
        let after_own_drop = drawn("44-ssss+4x4");
        let analysis = analyse(&after_own_drop, &position(after_own_drop.rules(), text)).unwrap();
        assert_eq!(listed(&analysis), "2 3 5 8 9 13 14 16 4");
        assert_eq!(ranked(&analysis, "4").replies, Replies::default());
        // Black points at a circle and has a slide next, or none, or passes and leaves the nine circles to Red.
        let pointed = drawn("44-pppp+4x4+pass");
        let analysis = analyse(&pointed, &position(pointed.rules(), text)).unwrap();
        assert_eq!(listed(&analysis), "2 3 5 8 9 13 14 16 pass 4");
        assert_eq!(ranked(&analysis, "pass").replies, Replies { total: 9, holding: 9 });
    }

    /// Black completes 1, 2, 3, 4 at once; after any other move Red completes 5, 6, 7, 8 or not.
    #[test]
    fn a_move_that_ends_the_game_has_no_replies() {
        let oracle = solved("44-ssss+4x4");
        let analysis = analyse(&oracle, &position(oracle.rules(), "b:1,2,3,8 r:5,6,11,16 b")).unwrap();
        assert_eq!(analysis.choices[0].choice.to_string(), "8-4");
        assert_eq!(analysis.choices[0].outcome, Outcome::Win(1));
        assert_eq!(analysis.choices[0].replies, Replies { total: 0, holding: 0 });
        assert!(!analysis.choices[1].optimal);
    }

    #[test]
    fn positions_that_are_none_are_refused() {
        let oracle = solved("44-ssss+4x4");
        let set = |numbers: [usize; 4]| numbers.into_iter().filter_map(Circle::from_number).collect();
        let impossible = Position { black: set([1, 2, 3, 4]), red: set([9, 10, 15, 16]), turn: Side::Black };
        assert_eq!(analyse(&oracle, &impossible), Err(AnalysisError::Unknown(impossible)));
    }

    #[test]
    fn moves_that_symmetry_makes_equal_stand_together() {
        let oracle = FunctionOracle::new(rules("58-ssss"), |_: &Position| Some(Outcome::Draw));
        let groups = |text: &str| -> Vec<String> {
            let analysis = analyse(&oracle, &position(oracle.rules(), text)).unwrap();
            let join = |members: Vec<RankedChoice>| -> String {
                members.iter().map(|ranked| ranked.choice.to_string()).collect::<Vec<_>>().join(" ")
            };
            symmetric_groups(oracle.rules(), &analysis).into_iter().map(join).collect()
        };
        let empty = ["1 5 21 25", "2 4 6 10 16 20 22 24", "3 11 15 23", "7 9 17 19", "8 12 14 18", "13"];
        assert_eq!(groups("5/5/5/5/5 b"), empty);
        // The reflection in the diagonal from 1 to 25 is the only symmetry left.
        let diagonal = groups("b:1,7 r:13,25 b");
        assert!(diagonal.contains(&"2 6".to_owned()) && diagonal.contains(&"19".to_owned()), "{diagonal:?}");
        assert_eq!(diagonal.len(), (25 - 5) / 2 + 1);
        // None is left once the sides are told apart.
        assert_eq!(groups("b:1,8 r:13,25 b").len(), 21);
    }

    static ORACLES: LazyLock<[Solution; 3]> =
        LazyLock::new(|| ["58-pssp+4x4", "44-pppp+4x4+pass", "78-sssp+4x4+knight"].map(solved));

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Along random games: the best choice is worth what the position is, and the replies are the choices one ply on.
        #[test]
        fn analyses_agree_with_those_one_ply_on(oracle in 0..3_usize, plies in prop::collection::vec(0..1000_usize, 0..16)) {
            let oracle = &ORACLES[oracle];
            let rules = oracle.rules();
            let mut position = Position::EMPTY;
            for ply in plies {
                let moves = rules.moves(&position);
                if !moves.is_empty() {
                    position = position.after(moves[ply % moves.len()]);
                }
            }
            let analysis = analyse(oracle, &position).unwrap();
            prop_assert!(analysis.choices.first().is_none_or(|best| best.optimal && best.outcome == analysis.outcome));
            let passing = pass_allowed(rules, &position) && !analysis.choices.is_empty();
            prop_assert_eq!(analysis.choices.len(), rules.moves(&position).len() + usize::from(passing));
            let mut draws = Vec::new();
            for ranked in analysis.choices {
                let next = match ranked.choice {
                    Choice::Move(chosen) => analyse(oracle, &position.after(chosen)).unwrap(),
                    Choice::Pass => analyse_after_pass(oracle, &position).unwrap(),
                };
                let holding = next.choices.iter().filter(|reply| reply.keeps_outcome).count();
                prop_assert_eq!(ranked.replies, Replies { total: next.choices.len(), holding });
                if ranked.outcome == Outcome::Draw {
                    let holding = holding as i32;
                    draws.push(match next.choices.len() {
                        0 => i32::MAX,
                        _ if next.chooser == analysis.chooser => -holding,
                        _ => holding,
                    });
                }
            }
            prop_assert!(draws.is_sorted(), "{:?}", draws);
        }
    }
}

//! Tests of the ranking of moves.

use std::sync::LazyLock;

use proptest::prelude::*;
use teeko_rules::{OracleError, Step};
use teeko_solve::{Solution, solve};

use super::*;
use crate::testing::{FunctionOracle, circles, position, rules, solved};

fn listed<'a>(choices: impl IntoIterator<Item = &'a RankedChoice>) -> String {
    let choices = choices.into_iter();
    let texts: Vec<String> = choices.map(|ranked| ranked.choice.to_string()).collect();
    texts.join(" ")
}

fn ranked(analysis: &Analysis, choice: &str) -> RankedChoice {
    let mut choices = analysis.choices().iter();
    choices
        .find(|ranked| ranked.choice.to_string() == choice)
        .unwrap()
        .clone()
}

/// Rules with a step that leads three columns to the right, and only 1 has one.
fn with_one_slide(name: &str) -> Rules {
    let step = Step::new([(3, 0)]);
    rules(name).to_builder().step(step).build().unwrap()
}

/// Every position is a draw, and Black may have a slide next, or none.
#[test]
fn a_draw_that_leaves_no_choice_comes_last() {
    let drawn = FunctionOracle::new(with_one_slide("44-ssss+4x4"), |_: &Position| {
        Some(Outcome::Draw)
    });
    let position = position(drawn.rules(), "b:1,6,7,10 r:11,12,15 r");
    let analysis = analyse(&drawn, &position).unwrap();
    assert_eq!(listed(analysis.choices()), "2 3 5 8 9 13 14 16 4");
    assert_eq!(ranked(&analysis, "4").replies, Replies::default());
    // Every reply holds.
    let difficulties = ["2", "4"].map(|choice| ranked(&analysis, choice).difficulty);
    assert_eq!(difficulties, [Some(0), None]);
}

/// Black points at a circle and has a slide next, or none; or passes and leaves nine circles to Red.
#[test]
fn a_pass_leaves_all_circles() {
    let drawn = FunctionOracle::new(with_one_slide("44-pppp+4x4+pass"), |_: &Position| {
        Some(Outcome::Draw)
    });
    let position = position(drawn.rules(), "b:1,6,7,10 r:11,12,15 r");
    let analysis = analyse(&drawn, &position).unwrap();
    assert_eq!(listed(analysis.choices()), "2 3 5 8 9 13 14 16 pass 4");
    let replies = ranked(&analysis, "pass").replies;
    assert_eq!((replies.total, replies.holding), (9, 9));
}

#[test]
fn the_fewer_replies_hold_the_harder_a_draw_is() {
    for (holding, difficulty) in [
        (0, 3),
        (3, 3),
        (4, 2),
        (12, 2),
        (13, 1),
        (21, 1),
        (22, 0),
        (24, 0),
    ] {
        let replies = Replies { total: 24, holding };
        assert_eq!(replies.difficulty(), Some(difficulty), "{holding}");
    }
    assert_eq!(Replies::default().difficulty(), None);
}

#[test]
fn positions_that_are_none_are_refused() {
    let oracle = solved("44-ssss+4x4");
    let impossible = Position {
        black: circles(&[1, 2, 3, 4]),
        red: circles(&[9, 10, 15, 16]),
        turn: Side::Black,
        ..Position::EMPTY
    };
    let refused = analyse(&oracle, &impossible);
    assert!(
        matches!(refused, Err(AnalysisError::Unknown(told)) if told == impossible),
        "{refused:?}"
    );
}

/// Returns the moves in a position, those together that symmetry makes equal.
fn groups(text: &str) -> Vec<String> {
    let oracle = FunctionOracle::new(rules("58-ssss"), |_: &Position| Some(Outcome::Draw));
    let symmetries = oracle.rules().symmetries();
    let position = position(oracle.rules(), text);
    let analysis = analyse(&oracle, &position).unwrap();
    let groups = symmetric_groups(&symmetries, &position, analysis.choices());
    groups.into_iter().map(listed).collect()
}

#[test]
fn moves_that_symmetry_makes_equal_stand_together() {
    let empty = [
        "1 5 21 25",
        "2 4 6 10 16 20 22 24",
        "3 11 15 23",
        "7 9 17 19",
        "8 12 14 18",
        "13",
    ];
    assert_eq!(groups("5/5/5/5/5 b"), empty);
    // The reflection in the diagonal from 1 to 25 is the only symmetry left.
    let diagonal = groups("b:1,7 r:13,25 b");
    assert!(diagonal.contains(&"2 6".to_owned()), "{diagonal:?}");
    assert!(diagonal.contains(&"19".to_owned()), "{diagonal:?}");
    assert_eq!(diagonal.len(), (25 - 5) / 2 + 1);
    // No symmetry is left once the sides are distinguished.
    assert_eq!(groups("b:1,8 r:13,25 b").len(), 21);
}

static ORACLES: LazyLock<[Solution; 5]> = LazyLock::new(|| {
    let games = [
        "58-pssp+4x4+pass",
        "44-pppp+4x4+pass",
        "78-sssp+4x4+knight",
        "37e-psss+4x4+teleport+points",
        "44-pppp+4x4+pass+pips",
    ];
    games.map(|variant| solve(&rules(variant)))
});

/// Returns a position after some random moves.
fn after_plies(rules: &Rules, plies: &[usize]) -> Position {
    let mut position = Position::EMPTY;
    for ply in plies {
        let moves = rules.moves(&position);
        if !moves.is_empty() {
            position = position.after(moves[ply % moves.len()]);
        }
    }
    position
}

/// Returns the number of choices in a position, a pass included.
fn count_choices(rules: &Rules, position: &Position) -> usize {
    let moves = rules.moves(position).len();
    let is_open = rules.status(position) == Status::Open;
    let is_pointed = rules.chooser(position) != position.turn;
    let choices = if rules.scoring() == Scoring::Pips && is_open && is_pointed {
        rules.drops(position).len()
    } else {
        moves
    };
    choices + usize::from(moves > 0 && rules.may_pass(position))
}

/// Returns the value of a move, looked up in the position after it.
fn value_of_move(oracle: &Solution, position: &Position, played: Move) -> Value {
    let after = match oracle.rules().value_after(position, played) {
        Some(value) => value,
        None => oracle.value(&position.after(played)).unwrap().unwrap(),
    };
    after.of_move()
}

/// Returns the value of a choice: that of the best piece or move that it leaves to the mover.
fn value_of_choice(oracle: &Solution, position: &Position, choice: Choice) -> Value {
    let rules = oracle.rules();
    let moves: Vec<Move> = match choice {
        Choice::Move(Move::Drop(to)) => rules.drops_on(position, to).collect(),
        Choice::Move(played) => vec![played],
        Choice::Pass => rules.moves(position),
    };
    let values = moves
        .into_iter()
        .map(|played| value_of_move(oracle, position, played));
    values.max().unwrap()
}

/// Returns the analysis of what follows a choice.
fn analysis_after(oracle: &Solution, position: &Position, ranked: &RankedChoice) -> Analysis {
    match ranked.best_move() {
        Some(played) => analyse(oracle, &position.after(played)).unwrap(),
        None => analyse_after(oracle, position, Choice::Pass).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// In random games a choice has the value of the position after it, and its replies are the
    /// choices one ply later.
    #[test]
    fn analyses_agree_with_those_one_ply_on(
        oracle in 0..5_usize,
        plies in prop::collection::vec(0..1000_usize, 0..16),
    ) {
        let oracle = &ORACLES[oracle];
        let rules = oracle.rules();
        let position = after_plies(rules, &plies);
        let analysis = analyse(oracle, &position).unwrap();
        prop_assert_eq!(analysis.choices().len(), count_choices(rules, &position));
        for ranked in analysis.choices() {
            let value = value_of_choice(oracle, &position, ranked.choice);
            prop_assert_eq!(*ranked.value, value);
            if let Some(played) = ranked.best_move() {
                prop_assert_eq!(value_of_move(oracle, &position, played), value);
            }
            let is_drop = matches!(ranked.choice, Choice::Move(Move::Drop(_)));
            let is_numbered = rules.scoring() == Scoring::Pips;
            prop_assert_eq!(ranked.piece.is_some(), is_numbered && is_drop);
            let next = analysis_after(oracle, &position, ranked);
            let replies = next.choices();
            prop_assert_eq!(ranked.replies.total, replies.len());
            let holding = replies.iter().filter(|reply| reply.keeps_outcome).count();
            prop_assert_eq!(ranked.replies.holding, holding);
        }
    }

    /// What a choice keeps is what the position and the choice have in common.
    #[test]
    fn choices_keep_what_their_values_share_with_the_position(
        oracle in 0..5_usize,
        plies in prop::collection::vec(0..1000_usize, 0..16),
    ) {
        let oracle = &ORACLES[oracle];
        let position = after_plies(oracle.rules(), &plies);
        let analysis = analyse(oracle, &position).unwrap();
        let is_for_points = oracle.rules().scoring().is_for_points();
        for ranked in analysis.choices() {
            let is_best = *ranked.value == *analysis.choices()[0].value;
            prop_assert_eq!(ranked.optimal, is_best);
            let same_result = ranked.value.outcome.wdl() == analysis.value.outcome.wdl();
            prop_assert_eq!(ranked.keeps_outcome, same_result);
            let same_score = ranked.value.score == analysis.value.score;
            let keeps_score = if is_for_points { Some(same_score) } else { None };
            prop_assert_eq!(ranked.keeps_score, keeps_score);
        }
    }

    /// The best comes first: the fastest win, the slowest loss. Of draws and equal losses, those
    /// come first after which the chooser has many replies that hold, then those after which the
    /// other side has few, then those after which nobody has any.
    #[test]
    fn choices_come_in_the_order_of_their_values_and_replies(
        oracle in 0..5_usize,
        plies in prop::collection::vec(0..1000_usize, 0..16),
    ) {
        let oracle = &ORACLES[oracle];
        let position = after_plies(oracle.rules(), &plies);
        let analysis = analyse(oracle, &position).unwrap();
        let mut ranks = Vec::new();
        for ranked in analysis.choices() {
            let value = as_seen_by(analysis.chooser, &position, *ranked.value);
            let next = analysis_after(oracle, &position, ranked);
            let holding = ranked.replies.holding as i32;
            let by_replies = match ranked.replies.total {
                _ if value.outcome.wdl() == Wdl::Win => (0, 0),
                0 => (2, 0),
                _ if next.chooser == analysis.chooser => (0, -holding),
                _ => (1, holding),
            };
            ranks.push((Reverse(value), by_replies, ranked.choice));
        }
        prop_assert!(ranks.is_sorted(), "{:?}", ranks);
    }
}

/// A game for points in which the position with Black's first drop ahead has another outcome than
/// all others, and each is worth the same points.
struct Scored {
    rules: Rules,
    first: Outcome,
    others: Outcome,
}

impl Oracle for Scored {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        let is_first = position.layer() == 0;
        Ok(Some(if is_first { self.first } else { self.others }))
    }

    fn forces(&self, side: Side, _: u8, position: &Position) -> Result<Option<u32>, OracleError> {
        let outcome = self.outcome(position)?;
        Ok(outcome.and_then(|outcome| outcome.win_of(side == position.turn)))
    }
}

/// In games for points the best choice may be shorter than the bound of the position.
#[test]
fn a_value_follows_from_a_choice_with_the_same_points_within_its_plies() {
    for (first, others, follows) in [
        (Outcome::Win(9), Outcome::Loss(8), true),
        (Outcome::Win(9), Outcome::Loss(6), true),
        (Outcome::Win(3), Outcome::Loss(8), false),
        (Outcome::Win(9), Outcome::Win(6), false),
    ] {
        for (variant, follows) in [
            ("44-ssss+4x4+points", follows),
            ("44-ssss+4x4", follows && others == Outcome::Loss(8)),
        ] {
            let oracle = Scored {
                rules: rules(variant),
                first,
                others,
            };
            let analysis = analyse(&oracle, &Position::EMPTY);
            assert_eq!(analysis.is_ok(), follows, "{variant}: {first}, {others}");
        }
    }
}

#[test]
fn of_pieces_that_are_as_good_the_first_is_dropped() {
    let drawn = FunctionOracle::new(rules("44-pppp+4x4+pips"), |_: &Position| {
        Some(Outcome::Draw)
    });
    let analysis = analyse(&drawn, &Position::EMPTY).unwrap();
    for ranked in analysis.choices() {
        let Choice::Move(played) = ranked.choice else {
            panic!("a circle")
        };
        let first = drawn.rules().drops_on(&Position::EMPTY, played.to()).next();
        assert_eq!(ranked.best_move(), first);
    }
}

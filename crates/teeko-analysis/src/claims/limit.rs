//! The draws of games with the same slide phase under Scarne's ten-move limit.

use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, Side, Variant, count};

use super::evidence::{Finding, Verdict};
use crate::error::Answer;
use crate::{TakeBacks, holds_game};

/// Returns which of some draws each side holds under each limit, the greatest first: the number of
/// take-backs in a row of the side that holds, or of both.
pub(super) fn found(
    oracle: &dyn Oracle,
    draws: &[Variant],
    limits: &[u8],
    binds_both: bool,
) -> Answer<Finding> {
    let mut game = TakeBacks::new(oracle, &to_the_end)?;
    let all = draws.len();
    let mut texts = Vec::new();
    for &most in limits {
        if most == 0 {
            game.forbid(&to_the_end)?;
        }
        let bound;
        let limited = if binds_both {
            bound = game.bind_both(most, &to_the_end)?;
            &bound
        } else {
            &game
        };
        let black = held_draws(limited, draws, Side::Black);
        let red = held_draws(limited, draws, Side::Red);
        // Against a free opponent once is as good as any number.
        let more = if binds_both || most == 0 {
            ""
        } else {
            " or more"
        };
        texts.push(format!(
            "with {most}{more}: Black holds {black} of {all} draws, Red {red}; {} drawn positions are lost",
            count(limited.lost()?)
        ));
    }
    Ok((Verdict::Answered, texts.join("; ")))
}

/// Says which of some draws a side holds.
fn held_draws(limited: &TakeBacks<'_>, draws: &[Variant], side: Side) -> String {
    let slides = limited.layer(side);
    let mut held = Vec::new();
    for variant in draws {
        let rules = variant
            .rules()
            .expect("rules of a variant that was examined");
        if holds_game(&rules, side, &slides) {
            held.push(variant.plan.to_string());
        }
    }
    named(&held, draws.len())
}

/// Says how many there are of `all` plans, and names them if these are some, but not all:
/// `2 (pppp ppps)`.
fn named(plans: &[String], all: usize) -> String {
    if plans.is_empty() || plans.len() == all {
        plans.len().to_string()
    } else {
        format!("{} ({})", plans.len(), plans.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use teeko_rules::{Position, Rules, Step, Wdl};
    use teeko_solve::solve;
    use teeko_testing::reference::ReferenceSlide;
    use teeko_testing::take_backs::ReferenceTakeBacks;

    use super::*;
    use crate::testing::rules;

    const DRAW: &str = "44-pppp+4x4";

    /// Returns a slide phase with few slides: from one edge of the board to the other.
    fn slides() -> Rules {
        let step = Step::new([(3, 0), (-3, 0), (0, 3), (0, -3)]);
        let builder = rules(DRAW).to_builder().step(step);
        builder.build().unwrap()
    }

    /// Returns what is held and lost if at most `most` take-backs in a row are allowed, by the solver
    /// that is written out by states.
    fn expected(most: usize) -> String {
        let rules = slides();
        let game = ReferenceTakeBacks::solve(&rules, most, false);
        let [black, red] =
            [Side::Black, Side::Red].map(|side| u8::from(game.holds_game(side, &rules)));
        let mut lost = 0;
        for (mover, opponent, outcome) in ReferenceSlide::solve(&rules).positions() {
            let position = Position::of_turn(Side::Black, mover, opponent);
            let is_drawn = outcome.is_some_and(|outcome| outcome.wdl() == Wdl::Draw);
            lost += u64::from(is_drawn && !game.holds(Side::Black, &position));
        }
        let lost = count(lost);
        format!("Black holds {black} of 1 draws, Red {red}; {lost} drawn positions are lost")
    }

    #[test]
    fn draws_that_each_side_holds_are_counted() {
        let oracle = solve(&slides());
        let draws = [DRAW.parse().unwrap()];
        let (verdict, figures) = found(&oracle, &draws, &[1, 0], false).unwrap();
        assert_eq!(verdict, Verdict::Answered);
        let once = expected(1);
        let never = expected(0);
        assert_eq!(figures, format!("with 1 or more: {once}; with 0: {never}"));

        let (_, figures) = found(&oracle, &draws, &[1], true).unwrap();
        let game = TakeBacks::new(&oracle, &to_the_end).unwrap();
        let lost = game.bind_both(1, &to_the_end).unwrap().lost().unwrap();
        let expected = format!("; {} drawn positions are lost", count(lost));
        assert!(figures.starts_with("with 1: Black holds"), "{figures}");
        assert!(figures.ends_with(&expected), "{figures}");
    }

    #[test]
    fn draws_are_named_if_they_are_some() {
        let plans = ["pppp", "ppps"].map(str::to_owned);
        assert_eq!(named(&[], 3), "0");
        assert_eq!(named(&plans, 3), "2 (pppp ppps)");
        assert_eq!(named(&plans, 2), "2");
    }
}

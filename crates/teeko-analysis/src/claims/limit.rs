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

/// Says how many of some draws a side holds, and names them if these are some, but not all:
/// `2 (pppp ppps)`.
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
    if held.is_empty() || held.len() == draws.len() {
        held.len().to_string()
    } else {
        format!("{} ({})", held.len(), held.join(" "))
    }
}

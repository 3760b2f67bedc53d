//! The draws of games with the same slide phase under Scarne's ten-move limit.

use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, Side, Variant};

use super::check::{Finding, Verdict};
use crate::error::Answer;
use crate::{TakeBacks, count, holds_game};

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
        let both = binds_both
            .then(|| game.bind_both(most, &to_the_end))
            .transpose()?;
        let limited = both.as_ref().unwrap_or(&game);
        let [black, red] = [Side::Black, Side::Red].map(|side| {
            let slides = limited.layer(side);
            let holds = |variant: &&Variant| {
                let rules = variant
                    .rules()
                    .expect("rules of a variant that was examined");
                holds_game(&rules, side, &slides)
            };
            let held = draws.iter().filter(holds);
            held.map(|variant| variant.plan.to_string())
                .collect::<Vec<String>>()
        });
        let number = |plans: &[String]| match plans.len() {
            some if some > 0 && some < all => format!("{some} ({})", plans.join(" ")),
            number => number.to_string(),
        };
        // Against a free opponent once is as good as any number.
        let more = if binds_both || most == 0 {
            ""
        } else {
            " or more"
        };
        texts.push(format!(
            "with {most}{more}: Black holds {} of {all} draws, Red {}; {} drawn positions are lost",
            number(&black),
            number(&red),
            count(limited.lost()?)
        ));
    }
    Ok((Verdict::Answered, texts.join("; ")))
}

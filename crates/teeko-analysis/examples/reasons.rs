//! Prints how many choices of random positions have a reason: something that they complete,
//! threaten, meet or allow.
//!
//!     cargo run --release -p teeko-analysis --example reasons -- 44-ssss

use std::collections::BTreeMap;
use std::error::Error;

use teeko_analysis::order::{ShuffledOrder, position, positions};
use teeko_analysis::{Analysis, RankedChoice, Why, analyse, as_seen_by, explain, percent};
use teeko_rules::{Oracle, Position, Status, Value, Variant, Wdl};
use teeko_solve::solve;

/// The positions of each layer.
const POSITIONS: u64 = 6000;

/// By what a choice is: how many there are, and how many have a reason.
type Shares = BTreeMap<String, (u64, u64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or("44-ssss".to_owned());
    let solution = solve(&name.parse::<Variant>()?.rules()?);
    for (phase, layers) in [("slide phase", 8..=8), ("drops 6 to 8", 5..=7)] {
        let mut shares = Shares::new();
        for layer in layers {
            let count = positions(solution.rules().board(), layer);
            let order = ShuffledOrder::new(count, 1);
            for place in 0..POSITIONS {
                add(&mut shares, &solution, &position(layer, order.at(place)))?;
            }
        }
        println!("{name}, {phase}");
        for (kind, (all, with)) in shares {
            println!("{kind:<28}{:>8} of {all}", percent(with, all, 0));
        }
    }
    Ok(())
}

/// Counts the choices of a position, unless the game is finished.
fn add(shares: &mut Shares, oracle: &dyn Oracle, at: &Position) -> Result<(), Box<dyn Error>> {
    if oracle.rules().status(at) != Status::Open {
        return Ok(());
    }
    let mut analysis = analyse(oracle, at)?;
    explain(oracle, &mut analysis)?;
    for (place, ranked) in analysis.choices().iter().enumerate() {
        let Some(kind) = kind(&analysis, ranked, place == 0) else {
            continue;
        };
        let (all, with) = shares.entry(kind).or_default();
        *all += 1;
        *with += u64::from(has_reason(ranked));
    }
    Ok(())
}

/// Names the kind of the best choice and of a mistake; `None` for others.
fn kind(analysis: &Analysis, ranked: &RankedChoice, is_best: bool) -> Option<String> {
    let before = result(analysis, *analysis.value);
    if is_best {
        return Some(format!("best choice, {before}"));
    }
    if ranked.keeps_outcome {
        return None;
    }
    Some(format!(
        "mistake, {before} to {}",
        result(analysis, *ranked.value)
    ))
}

/// Returns the result of a value for the side that chooses.
fn result(analysis: &Analysis, value: Value) -> Wdl {
    let value = as_seen_by(analysis.chooser, &analysis.position, value);
    value.outcome.wdl()
}

/// Returns whether a choice has a reason. That it loses is none where every choice does.
fn has_reason(ranked: &RankedChoice) -> bool {
    let Some(why) = ranked.why.as_deref() else {
        return false;
    };
    let is_mistake = !ranked.keeps_outcome;
    let Why {
        completes,
        threatens,
        meets,
        allows,
        ..
    } = why;
    !completes.is_empty()
        || threatens.is_some()
        || meets.is_some()
        || is_mistake && allows.is_some()
}

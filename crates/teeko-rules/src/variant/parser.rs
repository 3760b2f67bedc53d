//! Reading the names of variants.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::nearest::{nearest_option, nearest_variant};
use crate::nearest::did_you_mean;
use crate::{
    DropPlan, GoalSet, NameError, NamedStep, Scoring, TextError, Variant, alternatives, quoted,
};

/// Parses a name without options that is not one of [`Variant::NAMED`]: `44 ssss`, `78`, `58 one
/// move standard`, `alternate, 58 positions`. `text` is the name as it was written.
fn goals_and_plan(name: &str, text: &str) -> Result<(GoalSet, DropPlan), TextError> {
    // Without another word, Teeko is the standard game.
    if name == "teeko" {
        return Ok((GoalSet::Goals44, DropPlan::STANDARD));
    }
    if let Some(plan) = DropPlan::from_scarne_name(name) {
        return Ok((GoalSet::Goals44, plan));
    }
    let name = name.strip_suffix(" positions").unwrap_or(name);
    if let Some((plan, goals)) = name.rsplit_once(", ")
        && let Some(plan) = DropPlan::from_scarne_name(plan)
    {
        return Ok((goals.parse()?, plan));
    }
    let Some((goals, plan)) = name.split_once(' ') else {
        let goals = name.parse().map_err(|_| unknown(text))?;
        return Ok((goals, DropPlan::STANDARD));
    };
    // As in `one move alternat`.
    if !goals.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(unknown(text));
    }
    let goals = goals.parse()?;
    let plan = match DropPlan::from_scarne_name(plan) {
        Some(plan) => plan,
        None => plan.parse()?,
    };
    Ok((goals, plan))
}

/// Returns the error for a text that is not a goal set and a plan, nor another known name.
fn unknown(text: &str) -> TextError {
    let names = alternatives(&Variant::NAMED.map(|(name, ..)| name));
    let nearest = did_you_mean(nearest_variant(&quoted(text)));
    let expected = format!(
        "GOALS-PLAN[+OPTION…] such as 44-ssss or 58-sppp+no-centre, or a name such as \
         {names}{nearest}"
    );
    TextError::new("variant", text, expected)
}

/// The variant that was read so far.
struct Options {
    variant: Variant,
    /// By what there may be one of: the option that was read.
    found: BTreeMap<&'static str, String>,
}

impl Options {
    fn new(variant: Variant) -> Self {
        Self {
            variant,
            found: BTreeMap::new(),
        }
    }

    /// Reads an option and adds it.
    fn add(&mut self, text: &str) -> Result<(), TextError> {
        let option = text.trim().to_ascii_lowercase();
        let kind = self.set(&option)?;
        match self.found.insert(kind, option.clone()) {
            None => Ok(()),
            Some(other) if other == option => Err(wrong_option(&option, "once, found twice")),
            Some(other) => {
                let expected = format!("{kind}, found {other} too");
                Err(wrong_option(&option, &expected))
            }
        }
    }

    /// Sets what an option says. Returns what there may be one of.
    fn set(&mut self, option: &str) -> Result<&'static str, TextError> {
        let variant = &mut self.variant;
        if let Ok(step) = option.parse() {
            variant.step = step;
            return Ok("one step");
        }
        if let Ok(scoring @ (Scoring::Points | Scoring::Pips)) = option.parse() {
            variant.scoring = scoring;
            return Ok("points or pips");
        }
        if option.starts_with(|first: char| first.is_ascii_digit()) {
            variant.board = option.parse()?;
            return Ok("one board");
        }
        match option {
            "no-centre" | "no-center" => {
                variant.no_centre = true;
                Ok("no-centre")
            }
            "pass" => {
                variant.pass = true;
                Ok("pass")
            }
            _ => Err(unknown_option(option)),
        }
    }
}

fn wrong_option(option: &str, expected: &str) -> TextError {
    TextError::new("option", option, expected)
}

/// Returns the error for a text that is not an option.
fn unknown_option(option: &str) -> TextError {
    let steps: Vec<&str> = NamedStep::ALL[1..].iter().map(|step| step.name()).collect();
    let steps = steps.join(", ");
    let nearest = did_you_mean(nearest_option(&quoted(option)));
    let expected =
        format!("a board such as 4x4, {steps}, no-centre, pass, points or pips{nearest}");
    wrong_option(option, &expected)
}

impl FromStr for Variant {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (first, options) = text.split_at(text.find('+').unwrap_or(text.len()));
        let first = first.trim().to_ascii_lowercase();
        let words = first.replace(['-', '_'], " ");
        let name = without_the_game(&words);
        for (known, variant, _) in Self::NAMED {
            if known.replace('-', " ") == name {
                return format!("{variant}{options}").parse();
            }
        }
        let mut read = first_part(name, &first)?;
        for option in options.split('+').skip(1) {
            read.add(option)?;
        }
        let variant = read.variant;
        // Any goal set fits any plan, so the check is skipped: names are parsed often.
        if variant != Self::new(variant.goals, variant.plan) {
            variant.rules()?;
        }
        Ok(variant)
    }
}

/// Returns a name without `Teeko` before or after it, and without `(advanced)` at its end.
fn without_the_game(words: &str) -> &str {
    let name = words.strip_suffix("(advanced)").unwrap_or(words).trim();
    name.strip_prefix("teeko ")
        .or(name.strip_suffix(" teeko"))
        .unwrap_or(name)
}

/// Reads the first part of a name: goals and plan, or an option. `text` is that part as it was
/// written.
fn first_part(name: &str, text: &str) -> Result<Options, TextError> {
    let fault = match goals_and_plan(name, text) {
        Ok((goals, plan)) => return Ok(Options::new(Variant::new(goals, plan))),
        Err(fault) => fault,
    };
    let mut options = Options::new(Variant::default());
    match options.add(text) {
        Ok(()) => Ok(options),
        // As in `9x9`.
        Err(of_board)
            if fault.kind == "variant" && of_board.kind == "board" && text.contains('x') =>
        {
            Err(of_board)
        }
        Err(_) => Err(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_testing::cases;

    #[test]
    fn names_are_read_forgivingly_and_printed_in_one_form() {
        for [text, name] in &cases(include_str!("../../tests/data/names.jsonl")) {
            assert_eq!(
                text.parse::<Variant>().unwrap().to_string(),
                *name,
                "{text}"
            );
        }
    }

    #[test]
    fn wrong_names_say_what_is_wrong() {
        for [text, part] in &cases(include_str!("../../tests/data/wrong_names.jsonl")) {
            let message = text.parse::<Variant>().expect_err(text).to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

//! Variants: named rule sets.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::nearest::{did_you_mean, nearest_option, nearest_variant};
use crate::quoted::alternatives;
use crate::{
    Board, DropPlan, GoalSet, Goals, NameError, NamedStep, Rules, RulesError, Scoring, Step,
    TextError, quoted,
};

/// A named rule set, `GOALS-PLAN[+OPTION…]`: `44-ssss`, `58-sppp`, `58-ssss+no-centre`,
/// `44-ssss+4x4+knight`.
///
/// Goals and plan may be left out if the name begins with an option or a goal set (`4x4`, `58`).
/// They are then `44` and `ssss`. Scarne's names are also accepted (`one-move-alternate`, `1A/3S`
/// or `point the first move` for goal set 44, `58 one-move alternate`, `one-move alternate, 58
/// positions`), and those of [`Variant::NAMED`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variant {
    /// The goal set.
    pub goals: GoalSet,
    /// The drop plan.
    pub plan: DropPlan,
    /// The board: 5 x 5, or that of an option `WxH`.
    pub board: Board,
    /// The step of a slide: a king's, or that of an option such as `knight`.
    pub step: NamedStep,
    /// Option `no-centre`: Black's first drop may not be the centre circle.
    pub no_centre: bool,
    /// Option `pass`: the opponent may pass instead of pointing.
    pub pass: bool,
    /// Option `points` or `pips`: what both sides play for, other than just a goal.
    pub scoring: Scoring,
}

impl Variant {
    /// Scarne's sixteen variants: eight plans with goal set 44, then the same with 58 (*Scarne on
    /// Teeko*, 1955).
    pub const SIXTEEN: [&'static str; 16] = [
        "44-ssss", "44-pppp", "44-psss", "44-ppss", "44-ppps", "44-sppp", "44-sspp",
        "44-sssp", //
        "58-ssss", "58-pppp", "58-psss", "58-ppss", "58-ppps", "58-sppp", "58-sspp", "58-sssp",
    ];

    /// Names other than those of Scarne's plans, each with its variant and who calls it so. Of
    /// `advanced`, Scarne's name says the latter.
    pub const NAMED: [(&'static str, &'static str, &'static str); 7] = [
        ("advanced", "58-ssss", ""),
        ("plus", "64-ssss", "Teeko Plus, as a course calls it"),
        (
            "jackman",
            "78-ssss",
            "the 78 positions of Edward Jackman (1995)",
        ),
        (
            "junior",
            "44-ssss+4x4",
            "Teeko Junior, today's game on a board of 4 x 4 circles",
        ),
        (
            "teeko2",
            "37e-ssss",
            "Teeko2, the game of an artificial intelligence course; another year's game of this \
             name is 37d-ssss (teeko2-diamonds)",
        ),
        (
            "teeko2-diamonds",
            "37d-ssss",
            "Teeko2, the game of an artificial intelligence course, in another year than 37e-ssss \
             (teeko2)",
        ),
        (
            "final",
            "44-ssss+no-centre+pips",
            "the final edition of 1964",
        ),
    ];

    /// Returns Scarne's sixteen variants, parsed from [`Variant::SIXTEEN`].
    ///
    /// # Panics
    /// Never: every name in the list is valid, which a test checks.
    pub fn sixteen() -> impl Iterator<Item = Self> {
        Self::SIXTEEN
            .into_iter()
            .map(|name| name.parse().expect("a valid name"))
    }

    /// Creates a variant on the standard board without options.
    pub const fn new(goals: GoalSet, plan: DropPlan) -> Self {
        Self {
            goals,
            plan,
            board: Board::STANDARD,
            step: NamedStep::King,
            no_centre: false,
            pass: false,
            scoring: Scoring::Goals,
        }
    }

    /// Returns the variant with these rules; `None` if they have no name, for example because of
    /// custom goals.
    pub fn of_rules(rules: &Rules) -> Option<Self> {
        let board = rules.board();
        let step = rules.step().named()?;
        let scoring = rules.scoring();
        let goals = GoalSet::ALL
            .iter()
            .copied()
            .find(|set| set.scored_on(board, scoring).as_ref() == Some(rules.goals()))?;
        let (no_centre, pass) = (rules.centre_ban(), rules.pass_rule());
        Some(Self {
            goals,
            plan: rules.plan(),
            board,
            step,
            no_centre,
            pass,
            scoring,
        })
    }

    /// Returns Scarne's name if this is one of the sixteen variants: `one-move standard`,
    /// `58 one-move standard`, `advanced`.
    pub fn scarne_name(&self) -> Option<String> {
        let name = self.plan.scarne_name()?;
        match self.goals {
            _ if *self != Self::new(self.goals, self.plan) => None,
            GoalSet::Goals44 => Some(name.to_owned()),
            GoalSet::Goals58 if self.plan == DropPlan::STANDARD => Some("advanced".to_owned()),
            GoalSet::Goals58 => Some(format!("{} {name}", self.goals)),
            _ => None,
        }
    }

    /// Returns the name among [`Variant::NAMED`], and who calls the variant so.
    pub fn name(&self) -> Option<(&'static str, &'static str)> {
        let text = self.to_string();
        let named = Self::NAMED
            .into_iter()
            .find(|&(_, variant, _)| variant == text);
        named.map(|(name, _, called)| (name, called))
    }

    /// Returns the name of the slide phase, which is the same for all drop plans and drop options:
    /// `44`, `44+4x4+knight`.
    pub fn slide_phase_name(&self) -> String {
        let of_phase = Self {
            plan: DropPlan::STANDARD,
            no_centre: false,
            pass: false,
            ..*self
        };
        of_phase
            .to_string()
            .replacen(&format!("-{}", DropPlan::STANDARD), "", 1)
    }

    /// Builds the rules of this variant.
    ///
    /// # Errors
    /// If its options exclude each other. A parsed variant has been checked already.
    pub fn rules(&self) -> Result<Rules, RulesError> {
        let goals = self.goals.scored_on(self.board, self.scoring);
        let goals = goals.ok_or_else(|| {
            let Self { goals, board, .. } = self;
            RulesError(format!(
                "points: expected a price for each goal, found goals without one in goal set \
                 {goals} on a {board} board; lines and upright squares of side 1 to 4 have one"
            ))
        })?;
        self.rules_with(goals, self.step.step())
    }

    /// Builds rules with this plan, board and other options, but these goals and this step.
    pub(crate) fn rules_with(&self, goals: Goals, step: Step) -> Result<Rules, RulesError> {
        let rules = Rules::builder().board(self.board).goals(goals).step(step);
        let rules = rules.plan(self.plan).scoring(self.scoring);
        rules
            .centre_ban(self.no_centre)
            .pass_rule(self.pass)
            .build()
    }
}

impl Default for Variant {
    /// `44-ssss`.
    fn default() -> Self {
        Self::new(GoalSet::Goals44, DropPlan::STANDARD)
    }
}

impl fmt::Display for Variant {
    /// Writes the name, with options in fixed order and defaults left out.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = [
            (self.board != Board::STANDARD).then(|| self.board.to_string()),
            (self.step != NamedStep::King).then(|| self.step.to_string()),
            self.no_centre.then(|| "no-centre".to_owned()),
            self.pass.then(|| "pass".to_owned()),
            self.scoring
                .is_for_points()
                .then(|| self.scoring.to_string()),
        ];
        let mut text = format!("{}-{}", self.goals, self.plan);
        for option in options.into_iter().flatten() {
            text = text + "+" + &option;
        }
        formatter.pad(&text)
    }
}

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
        return Ok((name.parse().map_err(|_| unknown(text))?, DropPlan::STANDARD));
    };
    // As in `one move alternat`.
    if !goals.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(unknown(text));
    }
    Ok((
        goals.parse()?,
        DropPlan::from_scarne_name(plan).map_or_else(|| plan.parse(), Ok)?,
    ))
}

/// Returns the error for a text that is not a goal set and a plan, nor another known name.
fn unknown(text: &str) -> TextError {
    let names = alternatives(&Variant::NAMED.map(|(name, ..)| name));
    let meant = did_you_mean(nearest_variant(&quoted(text)));
    let expected = format!(
        "GOALS-PLAN[+OPTION…] such as 44-ssss or 58-sppp+no-centre, or a name such as \
         {names}{meant}"
    );
    TextError::new("variant", text, expected)
}

#[derive(Default)]
struct Options {
    variant: Variant,
    /// By what there may be one of: the option that was given.
    given: BTreeMap<&'static str, String>,
}

impl Options {
    fn add(&mut self, text: &str) -> Result<(), TextError> {
        let option = text.trim().to_ascii_lowercase();
        let wrong = |expected: String| TextError::new("option", &option, expected);
        let variant = &mut self.variant;
        let kind = if let Ok(step) = option.parse() {
            variant.step = step;
            "one step"
        } else if let Ok(scoring @ (Scoring::Points | Scoring::Pips)) = option.parse() {
            variant.scoring = scoring;
            "points or pips"
        } else if option.starts_with(|first: char| first.is_ascii_digit()) {
            variant.board = option.parse()?;
            "one board"
        } else if ["no-centre", "no-center"].contains(&option.as_str()) {
            variant.no_centre = true;
            "no-centre"
        } else if option == "pass" {
            variant.pass = true;
            "pass"
        } else {
            let steps: Vec<&str> = NamedStep::ALL[1..].iter().map(|step| step.name()).collect();
            let steps = steps.join(", ");
            let meant = did_you_mean(nearest_option(&quoted(&option)));
            return Err(wrong(format!(
                "a board such as 4x4, {steps}, no-centre, pass, points or pips{meant}"
            )));
        };
        match self.given.insert(kind, option.clone()) {
            None => Ok(()),
            Some(other) if other == option => Err(wrong("once, found twice".to_owned())),
            Some(other) => Err(wrong(format!("{kind}, found {other} too"))),
        }
    }
}

impl FromStr for Variant {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (first, rest) = text.split_at(text.find('+').unwrap_or(text.len()));
        let first = first.trim().to_ascii_lowercase();
        let words = first.replace(['-', '_'], " ");
        let name = words.strip_suffix("(advanced)").unwrap_or(&words).trim();
        let name = name
            .strip_prefix("teeko ")
            .or(name.strip_suffix(" teeko"))
            .unwrap_or(name);
        let is_named = |(known, ..): &(&str, &str, &str)| known.replace('-', " ") == name;
        if let Some((_, variant, _)) = Self::NAMED.into_iter().find(is_named) {
            return format!("{variant}{rest}").parse();
        }
        let mut options = Options::default();
        match goals_and_plan(name, &first) {
            Ok((goals, plan)) => options.variant = Self::new(goals, plan),
            // The name may begin with an option.
            Err(error) => match options.add(&first) {
                Ok(()) => {}
                // As in `9x9`.
                Err(other)
                    if (error.kind, other.kind) == ("variant", "board") && first.contains('x') =>
                {
                    return Err(other.into());
                }
                Err(_) => return Err(error.into()),
            },
        }
        for option in rest.split('+').skip(1) {
            options.add(option)?;
        }
        let Options { variant, .. } = options;
        // Any goal set fits any plan, so the check is skipped: names are parsed often.
        if variant != Self::new(variant.goals, variant.plan) {
            variant.rules()?;
        }
        Ok(variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goals, Step};
    use teeko_testing::cases;

    #[test]
    fn names_of_scarnes_are_those_of_one_variant() {
        for variant in Variant::sixteen() {
            assert_eq!(variant.scarne_name().expect("a name").parse(), Ok(variant));
        }
        for name in ["44-spsp", "64-ssss", "44-ssss+4x4", "58-ssss+no-centre"] {
            assert_eq!(
                name.parse::<Variant>().unwrap().scarne_name(),
                None,
                "{name}"
            );
        }
    }

    #[test]
    fn names_are_read_forgivingly_and_printed_in_one_form() {
        for [text, name] in &cases(include_str!("../tests/data/names.jsonl")) {
            assert_eq!(
                text.parse::<Variant>().unwrap().to_string(),
                *name,
                "{text}"
            );
        }
    }

    #[test]
    fn rules_with_a_name_give_it_back() {
        for name in [
            "64-pppp+4x6+pass",
            "78-psss+5x7+knight+no-centre",
            "37e-ssss+6x6",
            "44-pppp+6x4+pass+points",
            "64-ssss+no-centre+pips",
        ] {
            let variant: Variant = name.parse().unwrap();
            assert_eq!(Variant::of_rules(&variant.rules().unwrap()), Some(variant));
        }
        let own = |goals, step| Rules::builder().goals(goals).step(step).build().unwrap();
        assert_eq!(
            Variant::of_rules(&own(Goals::default(), Step::default())),
            None
        );
        assert_eq!(
            Variant::of_rules(&own(
                GoalSet::Goals44.on(Board::STANDARD),
                Step::new([(1, 0)])
            )),
            None
        );
    }

    #[test]
    fn wrong_names_say_what_is_wrong() {
        for [text, part] in &cases(include_str!("../tests/data/wrong_names.jsonl")) {
            let message = text.parse::<Variant>().expect_err(text).to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

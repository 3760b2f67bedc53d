//! Variants: named rule sets.

mod nearest;
mod parser;

use std::fmt;

pub use self::nearest::nearest_variant;
use crate::{Board, DropPlan, GoalSet, Goals, NamedStep, Rules, RulesError, Scoring, Step};

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

    /// Names other than those of Scarne's plans: the name, its variant, and who calls it so. The
    /// third is empty for `advanced`, which is one of [Scarne's names](Self::scarne_name).
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
        let scoring = rules.scoring();
        let step = rules.step().named()?;
        let goals = GoalSet::ALL
            .iter()
            .find(|set| set.scored_on(board, scoring).as_ref() == Some(rules.goals()))?;
        Some(Self {
            goals: *goals,
            plan: rules.plan(),
            board,
            step,
            no_centre: rules.centre_ban(),
            pass: rules.pass_rule(),
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
        for (name, variant, called) in Self::NAMED {
            if variant == text {
                return Some((name, called));
            }
        }
        None
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
        let Self { goals, board, .. } = self;
        match goals.scored_on(*board, self.scoring) {
            Some(goals) => self.rules_with(goals, self.step.step()),
            None => Err(RulesError(format!(
                "points: expected a price for each goal, found goals without one in goal set \
                 {goals} on a {board} board; lines and upright squares of side 1 to 4 have one"
            ))),
        }
    }

    /// Builds rules with this plan, board and other options, but these goals and this step.
    pub(crate) fn rules_with(&self, goals: Goals, step: Step) -> Result<Rules, RulesError> {
        Rules::builder()
            .board(self.board)
            .goals(goals)
            .step(step)
            .plan(self.plan)
            .scoring(self.scoring)
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
        let mut text = format!("{}-{}", self.goals, self.plan);
        if self.board != Board::STANDARD {
            text.extend(["+", &self.board.to_string()]);
        }
        if self.step != NamedStep::King {
            text.extend(["+", self.step.name()]);
        }
        if self.no_centre {
            text += "+no-centre";
        }
        if self.pass {
            text += "+pass";
        }
        if self.scoring.is_for_points() {
            text.extend(["+", self.scoring.name()]);
        }
        formatter.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goals, Step};

    #[test]
    fn names_of_scarnes_are_those_of_one_variant() {
        for variant in Variant::sixteen() {
            assert_eq!(variant.scarne_name().expect("a name").parse(), Ok(variant));
        }
        for name in ["one-move standard", "58 one-move standard", "advanced"] {
            let variant: Variant = name.parse().unwrap();
            assert_eq!(variant.scarne_name().as_deref(), Some(name));
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
}

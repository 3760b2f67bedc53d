//! Builder of rules.

use thiserror::Error;

use super::Rules;
use crate::{Board, DropPlan, Goal, GoalSet, Goals, Scoring, Step};

/// Options that exclude each other or do not fit the goals.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct RulesError(pub(crate) String);

/// A builder of rules: see [`Rules::builder`].
#[derive(Clone, Default, Debug)]
pub struct RulesBuilder {
    pub(super) board: Board,
    /// `None` means goal set 44 on the board.
    pub(super) goals: Option<Goals>,
    pub(super) step: Step,
    pub(super) plan: DropPlan,
    pub(super) centre_ban: bool,
    pub(super) pass_rule: bool,
    pub(super) scoring: Scoring,
}

impl RulesBuilder {
    /// Sets the board. Default: 5 x 5.
    #[must_use]
    pub fn board(self, board: Board) -> Self {
        Self { board, ..self }
    }

    /// Sets the goals. Default: goal set 44 on the board.
    #[must_use]
    pub fn goals(self, goals: Goals) -> Self {
        Self { goals: Some(goals), ..self }
    }

    /// Sets the step of a slide. Default: a king's.
    #[must_use]
    pub fn step(self, step: impl Into<Step>) -> Self {
        Self { step: step.into(), ..self }
    }

    /// Sets the drop plan. Default: `ssss`.
    #[must_use]
    pub fn plan(self, plan: DropPlan) -> Self {
        Self { plan, ..self }
    }

    /// Sets whether Black's first drop is banned from the centre circle. Default: no.
    #[must_use]
    pub fn centre_ban(self, centre_ban: bool) -> Self {
        Self { centre_ban, ..self }
    }

    /// Sets whether the opponent may pass instead of pointing. Default: no.
    #[must_use]
    pub fn pass_rule(self, pass_rule: bool) -> Self {
        Self { pass_rule, ..self }
    }

    /// Sets what both sides play for. Default: to complete a goal. The prices for
    /// [`Scoring::Points`] are those of the goals.
    #[must_use]
    pub fn scoring(self, scoring: Scoring) -> Self {
        Self { scoring, ..self }
    }

    /// Checks the settings and returns the rules.
    ///
    /// # Errors
    /// If the centre ban is set on a board without a centre, the pass rule with a plan other than
    /// `pppp`, or a goal lies off the board.
    pub fn build(self) -> Result<Rules, RulesError> {
        let Self { board, goals, step, plan, centre_ban, pass_rule, scoring } = self;
        let goals = goals.unwrap_or_else(|| GoalSet::Goals44.on(board));
        if centre_ban && board.centre().is_none() {
            return Err(RulesError(format!(
                "no-centre: a {board} board has no single centre circle; \
                 expected odd width and height, such as 5x5"
            )));
        }
        if pass_rule && !plan.is_full_alternate() {
            return Err(RulesError(format!(
                "pass: expected with plan pppp only (full Alternate), found with {plan}"
            )));
        }
        let on_board = |goal: &&Goal| board.circles().contains_all(goal.circles() | goal.empty());
        if let Some(&goal) = goals.patterns().iter().find(|goal| !on_board(goal)) {
            let count = board.circle_count();
            return Err(RulesError(format!(
                "goal {goal}: expected circles 1 to {count}, those of a {board} board"
            )));
        }
        let targets = board.circles().iter().map(|circle| step.targets(board, circle)).collect();
        Ok(Rules { board, goals, step, plan, centre_ban, pass_rule, scoring, targets })
    }
}

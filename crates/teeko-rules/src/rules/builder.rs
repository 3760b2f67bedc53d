//! Making rules, setting by setting.

use thiserror::Error;

use super::Rules;
use crate::{Board, DropPlan, GoalSet, Goals, Scoring, Step};

impl Rules {
    /// Returns a builder of rules. Every setting defaults to Standard Teeko's.
    ///
    /// ```
    /// use teeko_rules::{Board, GoalSet, NamedStep, Rules};
    ///
    /// let board = Board::new(5, 7)?;
    /// let rules = Rules::builder()
    ///     .board(board)
    ///     .goals(GoalSet::Goals58.on(board))
    ///     .step(NamedStep::Knight.step())
    ///     .centre_ban(true)
    ///     .build()?;
    /// assert_eq!(rules.board().circle_count(), 35);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder() -> RulesBuilder {
        RulesBuilder::default()
    }

    /// Returns a builder with these settings.
    pub fn to_builder(&self) -> RulesBuilder {
        RulesBuilder {
            board: self.board,
            goals: Some(self.goals.clone()),
            step: self.step.clone(),
            plan: self.plan,
            centre_ban: self.centre_ban,
            pass_rule: self.pass_rule,
            scoring: self.scoring,
        }
    }
}

/// Options that exclude each other or do not fit the goals.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct RulesError(pub(crate) String);

/// A builder of rules: see [`Rules::builder`].
#[derive(Clone, Default, Debug)]
pub struct RulesBuilder {
    board: Board,
    /// `None` means goal set 44 on the board.
    goals: Option<Goals>,
    step: Step,
    plan: DropPlan,
    centre_ban: bool,
    pass_rule: bool,
    scoring: Scoring,
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
        Self {
            goals: Some(goals),
            ..self
        }
    }

    /// Sets the step of a slide. Default: a king's.
    #[must_use]
    pub fn step(self, step: Step) -> Self {
        Self { step, ..self }
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
    /// If the centre ban is set on a board without a centre, the pass rule with plan `ssss`, in
    /// which no side points, a goal lies off the board, or more than [`Goals::MOST_ALIKE`] goals
    /// have the same circles.
    pub fn build(self) -> Result<Rules, RulesError> {
        let board = self.board;
        let goals = self.goals.unwrap_or_else(|| GoalSet::Goals44.on(board));
        check_centre_ban(self.centre_ban, board)?;
        check_pass_rule(self.pass_rule, self.plan)?;
        check_goals(&goals, board)?;
        let targets = board
            .circles()
            .iter()
            .map(|circle| self.step.targets(board, circle))
            .collect();
        Ok(Rules {
            board,
            goals,
            step: self.step,
            plan: self.plan,
            centre_ban: self.centre_ban,
            pass_rule: self.pass_rule,
            scoring: self.scoring,
            targets,
        })
    }
}

/// Checks that there is a centre, if it is banned.
fn check_centre_ban(centre_ban: bool, board: Board) -> Result<(), RulesError> {
    if centre_ban && board.centre().is_none() {
        return Err(RulesError(format!(
            "no-centre: a {board} board has no single centre circle; expected odd width and \
             height, such as 5x5"
        )));
    }
    Ok(())
}

/// Checks that the opponent ever points, if it may pass instead.
fn check_pass_rule(pass_rule: bool, plan: DropPlan) -> Result<(), RulesError> {
    if pass_rule && plan == DropPlan::STANDARD {
        return Err(RulesError(format!(
            "pass: expected a plan in which the opponent points, with a p such as pppp, found \
             {plan}"
        )));
    }
    Ok(())
}

/// Checks that the goals lie on the board, and that few have the same circles.
fn check_goals(goals: &Goals, board: Board) -> Result<(), RulesError> {
    for &goal in goals.patterns() {
        if !board.circles().contains_all(goal.circles() | goal.empty()) {
            let count = board.circle_count();
            return Err(RulesError(format!(
                "goal {goal}: expected circles 1 to {count}, those of a {board} board"
            )));
        }
    }
    if let Some(circles) = goals.too_many_alike() {
        let most = Goals::MOST_ALIKE;
        return Err(RulesError(format!(
            "goal {circles}: expected at most {most} goals with these circles, found more"
        )));
    }
    Ok(())
}

//! Families of rule sets.

use teeko_rules::{Board, DropPlan, GoalSet, NamedStep, RulesError, Variant};

/// All combinations of what it lists, on one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    pub(super) board: Board,
    /// Ascending, so that a set follows those nested in it.
    pub(super) goals: Vec<GoalSet>,
    pub(super) plans: Vec<DropPlan>,
    pub(super) steps: Vec<NamedStep>,
    /// Without the centre ban, with it, or both.
    pub(super) no_centre: Vec<bool>,
}

impl Family {
    /// The sixteen variants of *Scarne on Teeko* (1955), plans in its order.
    pub(super) fn sixteen() -> Self {
        let mut goals: Vec<GoalSet> = Variant::sixteen().map(|variant| variant.goals).collect();
        goals.dedup();
        let plans = Variant::sixteen().filter(|variant| variant.goals == goals[0]);
        let plans = plans.map(|variant| variant.plan).collect();
        let (steps, no_centre) = (vec![NamedStep::King], vec![false]);
        Self {
            board: Board::STANDARD,
            goals,
            plans,
            steps,
            no_centre,
        }
    }

    /// The variants with a goal set and step, by plan, those without the centre ban before those
    /// with it.
    ///
    /// # Errors
    /// If the centre ban is among the options and the board has no centre.
    pub(super) fn variants(
        &self,
        goals: GoalSet,
        step: NamedStep,
    ) -> Result<Vec<Variant>, RulesError> {
        let variant = |plan, no_centre| Variant {
            board: self.board,
            step,
            no_centre,
            ..Variant::new(goals, plan)
        };
        let variants = self
            .plans
            .iter()
            .flat_map(|&plan| self.no_centre.iter().map(move |&ban| variant(plan, ban)));
        variants
            .map(|variant| variant.rules().map(|_| variant))
            .collect()
    }

    /// Whether `smaller` is nested in `larger`, and no third goal set of the family between them.
    pub(super) fn are_neighbours(&self, smaller: GoalSet, larger: GoalSet) -> bool {
        let is_between = |&set: &GoalSet| is_nested(smaller, set) && is_nested(set, larger);
        is_nested(smaller, larger) && !self.goals.iter().any(is_between)
    }
}

/// Whether the families of one goal set are some, but not all, of those of another.
fn is_nested(inner: GoalSet, outer: GoalSet) -> bool {
    inner != outer && inner.families().all(|family| outer.contains(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(goals: &[GoalSet]) -> Family {
        Family {
            goals: goals.to_vec(),
            ..Family::sixteen()
        }
    }

    fn neighbours(family: &Family) -> Vec<String> {
        let pairs = family
            .goals
            .iter()
            .flat_map(|&one| family.goals.iter().map(move |&other| (one, other)));
        let pairs = pairs.filter(|&(one, other)| family.are_neighbours(one, other));
        pairs.map(|(one, other)| format!("{one} {other}")).collect()
    }

    #[test]
    fn neighbours_are_nested_with_none_between() {
        let six = family(&GoalSet::SIX);
        assert_eq!(
            neighbours(&six),
            [
                "44 54", "44 58", "54 64", "54 68", "58 68", "64 78", "68 78"
            ]
        );
        let some = family(&[
            GoalSet::Goals44,
            GoalSet::Goals58,
            GoalSet::Goals64,
            GoalSet::Goals78,
        ]);
        assert_eq!(neighbours(&some), ["44 58", "44 64", "58 78", "64 78"]);
    }

    /// Nested families have nested goals.
    #[test]
    fn neighbours_have_more_goals_on_every_board() {
        for (&one, &other) in GoalSet::ALL
            .iter()
            .flat_map(|one| GoalSet::ALL.iter().map(move |other| (one, other)))
        {
            for board in ["4x4", "4x5", "5x5", "7x6"].map(|size| size.parse::<Board>().unwrap()) {
                let (one_goals, other_goals) = (one.on(board), other.on(board));
                let contained = one_goals
                    .patterns()
                    .iter()
                    .all(|goal| other_goals.patterns().contains(goal));
                assert_eq!(
                    is_nested(one, other),
                    contained && one != other,
                    "{one}, {other} on {board}"
                );
            }
        }
    }
}

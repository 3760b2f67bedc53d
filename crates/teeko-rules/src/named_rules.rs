//! Rules with their name.

use std::fmt;
use std::sync::Arc;

use crate::{
    Board, Goals, NameError, NamedStep, RuleText, Rules, RulesError, RulesName, Scoring, Step,
    Variant,
};

/// Rules with their name. Clones share the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRules {
    name: RulesName,
    rules: Arc<Rules>,
}

impl NamedRules {
    /// Builds the rules of a variant.
    ///
    /// # Errors
    /// If its options exclude each other. A parsed variant has been checked already.
    pub fn of_variant(variant: Variant) -> Result<Self, RulesError> {
        Ok(Self {
            name: variant.into(),
            rules: Arc::new(variant.rules()?),
        })
    }

    /// Returns Scarne's sixteen variants.
    ///
    /// # Panics
    /// Never: their options are valid, which a test checks.
    pub fn sixteen() -> impl Iterator<Item = Self> {
        Variant::sixteen().map(|variant| Self::of_variant(variant).expect("a valid variant"))
    }

    /// Builds the rules of a rule file from its text and its name, which is not that of a variant.
    ///
    /// # Errors
    /// [`NameError::RuleFile`] if the file and the options both have steps, [`NameError::NoPrice`]
    /// if a goal has no price in a game for points, [`NameError::Rules`] if the options exclude
    /// each other.
    pub fn of_rule_text(name: &RulesName, text: RuleText) -> Result<Self, NameError> {
        let path = name.path().unwrap_or_default();
        let option = name.options().step;
        if option != NamedStep::King && text.step.is_some() {
            return Err(NameError::RuleFile(format!(
                "{path}: expected steps in the rule file or option {option}, found both"
            )));
        }
        let goals = match (name.options().scoring, text.priced) {
            (Scoring::Points, Ok(goals)) => goals,
            (Scoring::Points, Err(goal)) => {
                let path = path.to_owned();
                return Err(NameError::NoPrice { path, goal });
            }
            _ => text.goals,
        };
        Ok(Self::with(name, goals, text.step)?)
    }

    /// Builds the rules of a rule file with these goals, and this step or else that of the options.
    fn with(name: &RulesName, goals: Goals, step: Option<Step>) -> Result<Self, RulesError> {
        let step = step.unwrap_or_else(|| name.options().step.step());
        let rules = Arc::new(name.options().rules_with(goals, step)?);
        Ok(Self {
            name: name.clone(),
            rules,
        })
    }

    /// Builds rules from a table's name and its header: the goals of the table, and its step unless
    /// the options have one.
    ///
    /// # Errors
    /// If the options do not fit the goals, or the options of a variant exclude each other.
    pub fn of_table(name: &RulesName, table: &Rules) -> Result<Self, RulesError> {
        if let Some(variant) = name.variant() {
            return Self::of_variant(variant);
        }
        let step = match name.options().step {
            NamedStep::King => Some(table.step().clone()),
            _ => None,
        };
        Self::with(name, table.goals().clone(), step)
    }

    /// Returns the name.
    pub fn name(&self) -> &RulesName {
        &self.name
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.rules.board()
    }
}

impl fmt::Display for NamedRules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_file_makes_rules_with_the_options_of_its_name() {
        let named = |name: &str, text: &str| {
            let name: RulesName = name.parse().unwrap();
            NamedRules::of_rule_text(
                &name,
                RuleText::parse(text.as_bytes(), name.board()).unwrap(),
            )
        };
        let rules = named("@r.toml-pppp+4x4+knight+pass", "goals = [[1, 2, 3, 4]]").unwrap();
        assert_eq!(
            (
                rules.board().width(),
                rules.rules().goals().patterns().len()
            ),
            (4, 1)
        );
        assert_eq!(
            (rules.rules().step(), rules.rules().pass_rule()),
            (&NamedStep::Knight.step(), true)
        );
        let both = named(
            "@r.toml-ssss+knight",
            "goals = [[1, 2, 3, 4]]\nsteps = 'king'",
        );
        assert_eq!(
            both.unwrap_err().to_string(),
            "r.toml: expected steps in the rule file or option knight, found both"
        );
        let free = named("@r.toml-ssss+points", "goals = [[1, 2, 3, 12]]");
        assert_eq!(
            free.unwrap_err().to_string(),
            "r.toml: expected a price for goal 1,2,3,12, found none; \
             write `{ circles = [1,2,3,12], points = 3 }`"
        );
        let table = NamedRules::of_table(
            &"@r-ssss+no-centre".parse().unwrap(),
            &Rules::builder().build().unwrap(),
        );
        assert_eq!(
            table.map(|named| (named.rules().centre_ban(), named.to_string())),
            Ok((true, "@r-ssss+no-centre".into()))
        );
    }
}

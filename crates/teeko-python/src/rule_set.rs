//! Rule sets, and how they are kept. Their methods are apart, since positions have rules and rules
//! make positions.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use teeko::rules::{NamedRules, RulesName, quoted};
use teeko::surfaces::{AskedRules, PositionReader};

use crate::arguments::Text;
use crate::failure::{Failure, unfit};

/// A rule set: a variant, a rule file, or custom goals with a plan and options.
#[pyclass(frozen, eq, hash, module = "teeko", name = "Rules")]
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    inner: Arc<Inner>,
}

/// The arguments that rules are created from: a name and goals.
pub(crate) type RulesArguments = (String, Option<String>);

/// Rules that have been created, since reading them takes longer than most questions. No child of
/// `fork` finds this lock taken, for the same reason as that of the threads (`work.rs`).
static KNOWN: LazyLock<Mutex<HashMap<RulesArguments, Rules>>> = LazyLock::new(Mutex::default);

/// The most rules that are kept.
const MOST_KNOWN: usize = 64;

#[derive(Debug)]
struct Inner {
    /// The arguments that the rules were created from, to create them again.
    asked: RulesArguments,
    reader: PositionReader,
}

impl Rules {
    /// Returns the rules of a variant or a rule file, or of a plan and options with goals in the
    /// form of a query.
    pub(crate) fn of_name(name: &str, goals: Option<String>) -> Result<Self, Failure> {
        let asked = (name.to_owned(), goals);
        // A rule file may have changed.
        if name.starts_with('@') {
            return Self::create(asked);
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(&asked) {
            return Ok(rules.clone());
        }
        let rules = Self::create(asked.clone())?;
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(asked, rules.clone());
        Ok(rules)
    }

    fn create(asked: RulesArguments) -> Result<Self, Failure> {
        let named = Self::named_rules(&asked.0, asked.1.as_deref())?;
        let reader = PositionReader::new(named);
        Ok(Self {
            inner: Arc::new(Inner { asked, reader }),
        })
    }

    /// Reads a rule file, or rules with a name and, for `own-`, goals.
    fn named_rules(name: &str, goals: Option<&str>) -> Result<NamedRules, Failure> {
        if goals.is_some() && !name.starts_with("own-") {
            let expected = "expected none, since the name has goals; own-ssss has none of its own";
            return Err(Failure::input(format!(
                "{}: goals: {expected}",
                quoted(name)
            )));
        }
        if name.starts_with('@') {
            return Ok(teeko::files::load(&name.parse::<RulesName>()?)?);
        }
        Ok(AskedRules::read(name, goals)?.named()?)
    }

    /// Returns the rules that are given as an object or by name; by default those of the standard
    /// game.
    pub(crate) fn of_argument(rules: Option<&Bound<'_, PyAny>>) -> Result<Self, Failure> {
        match rules {
            None => Self::of_name("44-ssss", None),
            Some(name) if name.is_instance_of::<PyString>() => {
                Self::of_name(&name.extract::<Text>()?.0, None)
            }
            Some(given) => match given.cast::<Self>() {
                Ok(rules) => Ok(rules.get().clone()),
                Err(_) => Err(unfit("rules: expected teeko.Rules or a name", given)),
            },
        }
    }

    pub(crate) fn named(&self) -> &NamedRules {
        self.inner.reader.named()
    }

    pub(crate) fn rules(&self) -> &teeko::Rules {
        self.inner.reader.rules()
    }

    /// The arguments that the rules were created from.
    pub(crate) fn asked(&self) -> &RulesArguments {
        &self.inner.asked
    }

    pub(crate) fn reader(&self) -> &PositionReader {
        &self.inner.reader
    }
}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.named().name().hash(state);
    }
}

impl Eq for Rules {}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner) || self.named() == other.named()
    }
}

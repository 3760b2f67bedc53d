//! A report on a family of rule sets.

mod answer;
mod family;
mod solve;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use teeko_rules::{Board, DropPlan, GoalSet, NamedStep};

pub use self::answer::{
    Atlas, AtlasComparison, AtlasDropComparison, AtlasLayer, AtlasMatrix, AtlasPhase, AtlasVariant,
    AtlasWin,
};
use self::family::Family;
use self::solve::{memory, solve_family};
use super::ask::{Ask, Subject, check_circles};
use super::parameters::TextKind;
use crate::error::Error;
use crate::position_reader::PositionReader;
use crate::solving::NamedObserver;

/// The most slide phases that a service solves for one answer. A slide phase for points counts as
/// several.
const MOST_PHASES: usize = 12;
const PHASES_FOR_POINTS: usize = 4;

/// Solve a family of rule sets, report on each, and compare them
///
/// A family is every combination of some goal sets, drop plans, steps and centre bans on one board.
/// The default has 384 rule sets: the six goal sets with squares, all plans, king and knight steps,
/// with and without the centre ban, on the standard board. For each rule set the report has the
/// value of the game, the value of each first drop, the counts of positions by outcome, and the
/// longest win. If one goal set contains another, the report also counts the positions whose
/// outcome differs between the two.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub struct AtlasQuestion {
    /// Goal sets, separated by commas, such as 44,58 [default: the six from 44 to 78]
    #[serde(default, deserialize_with = "list")]
    #[schemars(with = "Option<String>", example = "44,58", extend("x-kind" = TextKind::List))]
    pub goals: Vec<GoalSet>,
    /// Drop plans, separated by commas, such as ssss,sppp [default: all sixteen]
    #[serde(default, deserialize_with = "list")]
    #[schemars(with = "Option<String>", example = "ssss,sppp", extend("x-kind" = TextKind::List))]
    pub plans: Vec<DropPlan>,
    /// Board, from 4x4 to 8x8 [default: 5x5]
    #[schemars(with = "Option<String>", example = "4x4")]
    pub board: Option<Board>,
    /// Steps, separated by commas, such as king,orthogonal; `teeko variants` lists them [default:
    /// king,knight]
    #[serde(default, deserialize_with = "list")]
    #[schemars(with = "Option<String>", example = "king,knight", extend("x-kind" = TextKind::List))]
    pub steps: Vec<NamedStep>,
    /// Whether Black is banned from opening in the centre
    #[serde(default)]
    pub no_centre: CentreBans,
    /// Also report the value of each rule set when played for points, if all its goals have prices
    #[serde(default)]
    pub points: bool,
    /// Report on the sixteen variants that `teeko variants` lists, and no others
    #[serde(default)]
    pub sixteen: bool,
}

fn list<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.split(',')
        .map(|entry| entry.parse().map_err(D::Error::custom))
        .collect()
}

/// Returns the entries of a list; those of `default` if there are none.
fn or<T: Copy>(list: &[T], default: impl IntoIterator<Item = T>) -> Vec<T> {
    if list.is_empty() {
        default.into_iter().collect()
    } else {
        list.to_vec()
    }
}

/// Whether Black may not open in the centre, in the rule sets of a family.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CentreBans {
    /// Both, if there is a centre
    #[default]
    Any,
    /// Only rule sets with the ban
    Yes,
    /// Only rule sets without the ban
    No,
    /// Both
    Both,
}

impl AtlasQuestion {
    /// Returns the goal sets of the family, ascending.
    pub fn goal_sets(&self) -> Vec<GoalSet> {
        self.family().goals
    }

    /// Returns the family, in order.
    fn family(&self) -> Family {
        if self.sixteen {
            return Family::sixteen();
        }
        let board = self.board.unwrap_or(Board::STANDARD);
        let goals = or(&self.goals, GoalSet::SIX);
        let goals = GoalSet::ALL
            .iter()
            .copied()
            .filter(|set| goals.contains(set))
            .collect();
        let mut seen = BTreeSet::new();
        let mut plans = or(&self.plans, DropPlan::all());
        plans.retain(|&plan| seen.insert(plan));
        let steps = or(&self.steps, [NamedStep::King, NamedStep::Knight]);
        let steps = NamedStep::ALL
            .iter()
            .copied()
            .filter(|step| steps.contains(step))
            .collect();
        let no_centre = match self.no_centre {
            CentreBans::Any if board.centre().is_none() => vec![false],
            CentreBans::Any | CentreBans::Both => vec![false, true],
            CentreBans::Yes => vec![true],
            CentreBans::No => vec![false],
        };
        Family {
            board,
            goals,
            plans,
            steps,
            no_centre,
        }
    }

    /// Solves the family. `observe` receives the name of the slide phase being solved, and the
    /// positions solved.
    ///
    /// # Errors
    /// Returns an error if the rules do not go together, memory does not suffice, or `observe`
    /// stops the work.
    pub fn solve(&self, observe: NamedObserver<'_>) -> Result<Atlas, Error> {
        solve_family(&self.family(), self.points, observe)
    }
}

impl Ask for AtlasQuestion {
    type Answer<'a> = Atlas;

    fn read(&mut self, _: &[&PositionReader]) -> Result<(), Error> {
        let Self {
            goals,
            plans,
            board,
            steps,
            no_centre,
            ..
        } = self;
        let is_default = goals.is_empty()
            && plans.is_empty()
            && board.is_none()
            && steps.is_empty()
            && *no_centre == CentreBans::Any;
        if self.sixteen && !is_default {
            return Err(Error::together(
                "sixteen, goals, plans, board, steps, no_centre",
            ));
        }
        Ok(())
    }

    fn answer(&self, subject: &Subject<'_, '_>) -> Result<Atlas, Error> {
        self.solve(&|_, progress| (subject.observe)(progress))
    }

    fn check_bounds(&self, _: &[&PositionReader]) -> Result<(), Error> {
        let family = self.family();
        check_circles(family.board)?;
        let phases = family.goals.len()
            * family.steps.len()
            * if self.points { PHASES_FOR_POINTS } else { 1 };
        if phases <= MOST_PHASES {
            return Ok(());
        }
        Err(Error::too_much(format!(
            "atlas: expected at most {MOST_PHASES} slide phases, one for each goal set and step \
             and {PHASES_FOR_POINTS} where points are wanted, found {phases}"
        )))
    }

    fn memory(&self, _: &[&PositionReader]) -> u64 {
        memory(&self.family()).map_or(0, |(_, bytes)| bytes)
    }
}

//! A report on a family of rule sets.

use teeko_analysis::atlas::{Atlas, Family};
use teeko_rules::work::Progress;
use teeko_rules::{Board, DropPlan, GoalSet, NamedRules, NamedStep};

use super::definition::{About, Definition, Example, Work};
use super::parameters::{Parameter, Parameters};
use super::{Ask, RequestError, Subject, check_circles, json};
use crate::atlas::atlas_memory;
use crate::documents;
use crate::{AtlasObserver, AtlasStep, Error, add_points, solve_atlas};

const GOALS: Parameter = Parameter::text(
    "goals",
    "Goal sets, with commas between them; all with squares if left out",
    "44,58",
);
const PLANS: Parameter = Parameter::text(
    "plans",
    "Drop plans, with commas between them; all sixteen if left out",
    "ssss,sppp",
);
const BOARD: Parameter = Parameter::text("board", "The board, 5x5 if left out", "4x4");
const STEPS: Parameter = Parameter::text(
    "steps",
    "Steps, with commas between them: king, knight, teleport, orthogonal; king and knight if left \
     out",
    "king,knight",
);
const NO_CENTRE: Parameter = Parameter::word(
    "no_centre",
    &["any", "yes", "no", "both"],
    "Whether Black may not open in the centre; `any`: both where there is a centre",
);
const POINTS: Parameter =
    Parameter::flag("points", "Also what each is worth for points, where all goals have prices");
const SIXTEEN: Parameter =
    Parameter::flag("sixteen", "The sixteen variants, without other parameters than points");

/// The most slide phases that a service solves for one answer. A slide phase for points counts as
/// several.
const MOST_PHASES: usize = 12;
const PHASES_FOR_POINTS: usize = 4;

pub(super) const ATLAS: Definition = Definition::new::<documents::Atlas>(
    "atlas",
    About::Nothing,
    Work::Search,
    "A family of rule sets, and what changes between them",
    &[&GOALS, &PLANS, &BOARD, &STEPS, &NO_CENTRE, &POINTS, &SIXTEEN],
    |parameters| Ok(Box::new(AtlasQuestion::read(parameters)?)),
    &[
        Example::new(
            "Two rule sets",
            "/v1/atlas?goals=44,58&plans=ssss&board=4x4&steps=king&no_centre=no&points",
        ),
        Example::new("The sixteen variants", "/v1/atlas?sixteen"),
        Example::refused(400, "No goal set", "/v1/atlas?goals=45"),
        Example::refused(422, "More than a service solves", "/v1/atlas?board=8x8"),
    ],
);

/// Asks for a report on a family of rule sets. Empty lists stand for the defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AtlasQuestion {
    /// The goal sets: the six with squares by default.
    pub goals: Vec<GoalSet>,
    /// The drop plans: all sixteen by default.
    pub plans: Vec<DropPlan>,
    /// The board: 5x5 by default.
    pub board: Option<Board>,
    /// The steps: king and knight by default.
    pub steps: Vec<NamedStep>,
    /// With the centre ban, without it, or both; both by default where there is a centre.
    pub no_centre: Vec<bool>,
    /// Whether to solve each rule set for points, too.
    pub points: bool,
    /// Whether to take the sixteen variants instead.
    pub sixteen: bool,
}

impl AtlasQuestion {
    fn read(parameters: &Parameters<'_>) -> Result<Self, RequestError> {
        let sixteen = parameters.flag(&SIXTEEN)?;
        if sixteen
            && [&GOALS, &PLANS, &BOARD, &STEPS, &NO_CENTRE]
                .iter()
                .any(|one| parameters.text(one).is_some())
        {
            return Err(RequestError::Together("sixteen, goals, plans, board, steps, no_centre"));
        }
        let ban: &[bool] =
            [&[][..], &[true], &[false], &[false, true]][parameters.word(&NO_CENTRE)?];
        let board = parameters.list(&BOARD)?;
        Ok(Self {
            goals: parameters.list(&GOALS)?,
            plans: parameters.list(&PLANS)?,
            board: if board.len() > 1 {
                return Err(parameters.unfit(&BOARD));
            } else {
                board.first().copied()
            },
            steps: parameters.list(&STEPS)?,
            no_centre: ban.to_vec(),
            points: parameters.flag(&POINTS)?,
            sixteen,
        })
    }

    /// Returns the family.
    pub fn family(&self) -> Family {
        if self.sixteen {
            return Family::sixteen();
        }
        let board = self.board.unwrap_or(Board::STANDARD);
        let mut goals = or_default(&self.goals, GoalSet::SIX);
        goals.sort_unstable();
        goals.dedup();
        let mut plans: Vec<DropPlan> = Vec::new();
        for plan in or_default(&self.plans, DropPlan::all()) {
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        let mut steps = or_default(&self.steps, [NamedStep::King, NamedStep::Knight]);
        steps.sort_unstable();
        steps.dedup();
        let bans: &[bool] = if board.centre().is_some() { &[false, true] } else { &[false] };
        Family {
            board,
            goals,
            plans,
            steps,
            no_centre: or_default(&self.no_centre, bans.iter().copied()),
        }
    }

    /// Solves the family.
    ///
    /// # Errors
    /// Returns an error if the rules do not go together, memory does not suffice, or `observe`
    /// stops the work.
    pub fn answer(&self, observe: AtlasObserver<'_>) -> Result<Atlas, Error> {
        let mut atlas = solve_atlas(self.family(), observe)?;
        if self.points {
            add_points(&mut atlas, observe)?;
        }
        Ok(atlas)
    }
}

fn or_default<T: Copy>(given: &[T], default: impl IntoIterator<Item = T>) -> Vec<T> {
    if given.is_empty() { default.into_iter().collect() } else { given.to_vec() }
}

impl Ask for AtlasQuestion {
    fn check_bounds(&self, _: &[NamedRules]) -> Result<(), RequestError> {
        let family = self.family();
        check_circles(family.board)?;
        let phases = family.goals.len()
            * family.steps.len()
            * if self.points { PHASES_FOR_POINTS } else { 1 };
        if phases <= MOST_PHASES {
            return Ok(());
        }
        Err(RequestError::TooMuch(format!(
            "atlas: expected at most {MOST_PHASES} slide phases, one for each goal set and step \
             and \
             {PHASES_FOR_POINTS} where points are wanted, found {phases}"
        )))
    }

    fn memory(&self, _: &[NamedRules]) -> u64 {
        atlas_memory(&self.family()).ok().flatten().map_or(0, |(_, bytes)| bytes)
    }

    fn answer(&self, subject: &Subject<'_>) -> Result<Vec<u8>, RequestError> {
        let observe = |step: AtlasStep<'_>| {
            (subject.observe)(match step {
                AtlasStep::Done(progress) => progress,
                AtlasStep::Slides(..) => Progress { done: 0, total: 0 },
            })
        };
        Ok(json(&documents::Atlas::new(&self.answer(&observe)?)))
    }
}

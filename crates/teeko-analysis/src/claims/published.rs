//! Published results of variants, and general claims.

use std::collections::BTreeMap;

use serde::Deserialize;
use teeko_index::subsets;
use teeko_rules::{Board, Circles, GoalSet, Goals, Outcome, PIECES, Variant, Wdl};

use super::consistency::Relation;
use super::{Claim, Evidence, embedded};

/// The claims about Teeko that can be checked, but for Scarne's plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    #[serde(rename = "claim")]
    general: Vec<GeneralClaim>,
    /// The sixteen variants, in Scarne's order, then those with the centre ban.
    #[serde(rename = "result")]
    pub results: Vec<PublishedResult>,
    /// The claims that are not published but follow from the rules.
    related: Vec<GeneralClaim>,
}

/// The published outcome of a variant.
#[derive(Clone, Debug, Deserialize)]
pub struct PublishedResult {
    /// The variant.
    pub id: Variant,
    /// Scarne's name for it, if it is one of the sixteen.
    pub name: Option<String>,
    /// The outcome of the game for Black.
    #[serde(flatten)]
    pub value: Outcome,
    source: String,
    #[serde(rename = "where")]
    place: String,
}

impl PublishedResult {
    fn claim(&self, evidence: &BTreeMap<Variant, Evidence>) -> Claim {
        let (expected, found) = (self.value.to_string(), evidence[&self.id].value.to_string());
        let claim = Claim::new(&self.id.to_string(), &expected, &found, &self.source);
        Claim { place: Some(self.place.clone()), ..claim }
    }
}

#[derive(Clone, Debug, Deserialize)]
struct GeneralClaim {
    /// The claim without its result. It is expected to be `holds`, or `refuted` for a published
    /// claim that is wrong.
    #[serde(flatten)]
    claim: Claim,
    #[serde(flatten)]
    check: Check,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Check {
    /// Counts the goals of a set on the standard board by shape.
    GoalCounts { goals: GoalSet, counts: BTreeMap<String, u64> },
    /// Counts the sets of circles of the standard board that some pieces can occupy.
    OccupiedSets { pieces: usize, count: u64 },
    /// Checks that each of the sixteen variants is a draw.
    AllDraws,
    /// Checks that no first drop wins for Black.
    NoFirstWin { variant: Variant },
    /// Checks that the values of two games fit together.
    Related { variants: [Variant; 2], relation: Relation },
}

impl Check {
    fn needs(&self) -> Vec<Variant> {
        match self {
            Self::GoalCounts { .. } | Self::OccupiedSets { .. } => Vec::new(),
            Self::AllDraws => Variant::sixteen().collect(),
            Self::NoFirstWin { variant } => vec![*variant],
            Self::Related { variants, .. } => variants.to_vec(),
        }
    }

    /// Returns whether the claim holds, and what was found.
    fn run(&self, evidence: &BTreeMap<Variant, Evidence>) -> (bool, String) {
        match self {
            Self::GoalCounts { goals, counts } => {
                let found = count_shapes(Board::STANDARD, &goals.on(Board::STANDARD));
                let holds = counts
                    .iter()
                    .all(|(shape, &count)| found.get(shape).copied().unwrap_or(0) == count);
                let shapes = found.iter().filter(|(shape, _)| *shape != ALL_SHAPES);
                let shapes = list(shapes.map(|(shape, count)| format!("{count} {shape}")));
                (holds, format!("counted {}: {shapes}", found[ALL_SHAPES]))
            }
            Self::OccupiedSets { pieces, count } => {
                let found = subsets(Board::STANDARD.circle_count(), *pieces).count() as u64;
                (found == *count, format!("counted {found}"))
            }
            Self::AllDraws => {
                let values = Variant::sixteen().map(|variant| (variant, evidence[&variant].value));
                let others = values.filter(|&(_, value)| value != Outcome::Draw);
                let others = list(others.map(|(variant, value)| format!("{variant} is a {value}")));
                (others.is_empty(), others)
            }
            Self::NoFirstWin { variant } => {
                let drops = evidence[variant].first_drops.iter();
                let wins = drops.filter(|drop| drop.worth.outcome.wdl() == Wdl::Win);
                let wins = list(wins.map(|drop| format!("{} wins", drop.played)));
                (wins.is_empty(), wins)
            }
            Self::Related { variants, relation } => {
                relation.check([&evidence[&variants[0]], &evidence[&variants[1]]])
            }
        }
    }
}

impl GeneralClaim {
    fn claim(&self, evidence: &BTreeMap<Variant, Evidence>) -> Claim {
        let (holds, detail) = self.check.run(evidence);
        let found = if holds { "holds" } else { "refuted" }.to_owned();
        Claim { found, detail, ..self.claim.clone() }
    }
}

impl Published {
    /// Returns the claims embedded in the program.
    pub fn embedded() -> Self {
        embedded(include_str!("../../data/published.toml"))
    }

    /// Returns the variants whose solutions each published claim needs.
    pub(super) fn needs(&self) -> impl Iterator<Item = Vec<Variant>> {
        let of_results = self.results.iter().map(|result| vec![result.id]);
        of_results.chain(self.general.iter().map(|claim| claim.check.needs()))
    }

    /// Returns the variants that each claim about related games is about.
    pub(super) fn related(&self) -> impl Iterator<Item = Vec<Variant>> {
        self.related.iter().map(|claim| claim.check.needs())
    }

    /// Returns the claims that can be checked against the evidence, with those of the plays in
    /// their place; claims that need no evidence if that of the published ones is complete.
    pub(super) fn claims(
        &self,
        evidence: &BTreeMap<Variant, Evidence>,
        of_plays: Vec<Claim>,
    ) -> Vec<Claim> {
        let is_examined = |variant: &Variant| evidence.contains_key(variant);
        let is_complete = self.needs().flatten().all(|variant| is_examined(&variant));
        let is_decided = |claim: &&GeneralClaim| match &claim.check.needs()[..] {
            [] => is_complete,
            needs => needs.iter().all(is_examined),
        };
        let checked = |claims: &[GeneralClaim]| -> Vec<Claim> {
            claims.iter().filter(is_decided).map(|claim| claim.claim(evidence)).collect()
        };
        let results = self.results.iter().filter(|result| is_examined(&result.id));
        let results: Vec<Claim> = results.map(|result| result.claim(evidence)).collect();
        [results, checked(&self.general), of_plays, checked(&self.related)].concat()
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

fn shape(board: Board, pattern: Circles) -> String {
    let places: Vec<(isize, isize)> =
        pattern.iter().map(|circle| (board.column(circle), board.row(circle))).collect();
    let difference =
        |(a, b): (usize, usize)| (places[b].0 - places[a].0, places[b].1 - places[a].1);
    let steps: Vec<_> = (1..PIECES).map(|place| difference((place - 1, place))).collect();
    if steps.iter().all(|&step| step == steps[0]) {
        match steps[0] {
            (1, 0) => return "horizontal".to_owned(),
            (0, 1) => return "vertical".to_owned(),
            (1 | -1, 1) => return "diagonal".to_owned(),
            _ => {}
        }
    }
    let pairs = (0..PIECES).flat_map(|a| (a + 1..PIECES).map(move |b| (a, b)));
    let mut squared: Vec<isize> = pairs.map(difference).map(|(dx, dy)| dx * dx + dy * dy).collect();
    squared.sort_unstable();
    let side = squared[0];
    // A square has four equal sides and two diagonals, whose length squared is twice that of a
    // side.
    if squared != [side, side, side, side, 2 * side, 2 * side] {
        return "other".to_owned();
    }
    // The circles come row by row, so the first two of an upright square make its upper side.
    match steps[0] {
        (width, 0) => format!("square-{0}x{0}", width + 1),
        _ => "turned-square".to_owned(),
    }
}

const ALL_SHAPES: &str = "all";

/// Counts the goals by shape; [`ALL_SHAPES`] is the key of their total.
fn count_shapes(board: Board, goals: &Goals) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    counts.insert(ALL_SHAPES.to_owned(), goals.patterns().len() as u64);
    for pattern in goals.patterns() {
        *counts.entry(shape(board, pattern.circles())).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use teeko_rules::{Circle, Move, OutcomeFields};

    use super::*;
    use crate::first_drops::FirstDropEntry;

    /// Evidence in which every variant and every first drop is a draw.
    fn all_drawn(published: &Published) -> BTreeMap<Variant, Evidence> {
        let worth = OutcomeFields::new(Some(Outcome::Draw));
        let drops = Board::STANDARD
            .circles()
            .iter()
            .map(|circle| FirstDropEntry { played: Move::Drop(circle), worth });
        let evidence =
            Evidence { value: Outcome::Draw, first_drops: drops.collect(), fingerprint: None };
        published.needs().flatten().map(|variant| (variant, evidence.clone())).collect()
    }

    fn failing(evidence: &BTreeMap<Variant, Evidence>) -> Vec<String> {
        let claims = Published::embedded().claims(evidence, Vec::new());
        claims.into_iter().filter(|claim| !claim.passes()).map(|claim| claim.id).collect()
    }

    #[test]
    fn the_data_names_the_sixteen_in_order() {
        let published = Published::embedded();
        let (named, others): (Vec<_>, Vec<_>) =
            published.results.into_iter().partition(|result| result.name.is_some());
        let ids: Vec<Variant> = named.iter().map(|result| result.id).collect();
        assert_eq!(ids, Variant::sixteen().collect::<Vec<_>>());
        for PublishedResult { id, name, .. } in named {
            let of_plan = id.plan.scarne_name().unwrap();
            assert!(name.unwrap().starts_with(of_plan), "{id} is {of_plan}");
        }
        assert_eq!((published.general.len(), others.len()), (6, 2));
    }

    #[test]
    fn wrong_solutions_fail_the_claims_about_them() {
        let published = Published::embedded();
        let mut evidence = all_drawn(&published);
        assert_eq!(failing(&evidence), ["58-ssss", "58-sppp", "all-draws-jackman"]);

        let centre = Circle::from_number(13).unwrap();
        let wrong = evidence.get_mut(&"44-ssss".parse().unwrap()).unwrap();
        wrong.value = Outcome::Win(13);
        let worth = OutcomeFields::new(Some(Outcome::Win(13)));
        wrong.first_drops[12] = FirstDropEntry { played: Move::Drop(centre), worth };
        assert_eq!(failing(&evidence), ["44-ssss", "58-ssss", "58-sppp", "opening-move-blockable"]);

        evidence.get_mut(&"58-ssss".parse().unwrap()).unwrap().value = Outcome::Win(15);
        let banned = "58-sppp+no-centre".parse().unwrap();
        evidence.get_mut(&banned).unwrap().value = Outcome::Loss(20);
        assert_eq!(
            failing(&evidence),
            ["44-ssss", "58-ssss", "58-sppp", "58-sppp+no-centre", "opening-move-blockable"]
        );
    }

    #[test]
    fn wrong_counts_are_refuted() {
        for check in [
            "kind = 'goal-counts'\ngoals = '44'\ncounts = { all = 45 }",
            "kind = 'goal-counts'\ngoals = '44'\ncounts = { all = 44, diagonal = 10 }",
            "kind = 'goal-counts'\ngoals = '44'\ncounts = { square-3x3 = 9 }",
            "kind = 'occupied-sets'\npieces = 8\ncount = 1_081_574",
        ] {
            let check: Check = toml::from_str(check).unwrap();
            assert!(!check.run(&BTreeMap::new()).0, "{check:?}");
        }
    }

    #[test]
    fn shapes_are_told_from_the_circles() {
        for (numbers, expected) in [
            ([1, 2, 3, 4], "horizontal"),
            ([5, 10, 15, 20], "vertical"),
            ([1, 7, 13, 19], "diagonal"),
            ([5, 9, 13, 17], "diagonal"),
            ([1, 2, 6, 7], "square-2x2"),
            ([1, 5, 21, 25], "square-5x5"),
            ([3, 11, 15, 23], "turned-square"),
            ([2, 6, 8, 12], "turned-square"),
            ([2, 10, 16, 24], "turned-square"),
            ([1, 2, 3, 5], "other"),
            ([1, 2, 7, 8], "other"),
            ([1, 3, 6, 8], "other"),
            // Four in a row by index, but not on the board.
            ([4, 5, 6, 7], "other"),
            ([1, 8, 15, 22], "other"),
        ] {
            let pattern = numbers.into_iter().filter_map(Circle::from_number).collect();
            assert_eq!(shape(Board::STANDARD, pattern), expected, "{numbers:?}");
        }
    }
}

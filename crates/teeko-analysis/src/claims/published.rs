//! Published results of variants, and general claims.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_rules::{Outcome, Variant};

use super::check::Check;
use super::claim::Claim;
use super::evidence::Evidence;
use crate::embedded::embedded;

/// The claims about Teeko that can be checked, but for Scarne's plays.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    #[serde(rename = "claim")]
    general: Vec<GeneralClaim>,
    /// The sixteen variants, in Scarne's order, then others.
    #[serde(rename = "result")]
    pub results: Vec<PublishedResult>,
    /// Results of this project on questions that had no published answer.
    #[serde(rename = "finding", default)]
    findings: Vec<GeneralClaim>,
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
    /// Whether the check takes longer than a second.
    #[serde(default)]
    slow: bool,
}

impl PublishedResult {
    fn claim(&self, evidence: &BTreeMap<Variant, Evidence>) -> Claim {
        let expected = self.value.to_string();
        let found = evidence[&self.id].value.to_string();
        let id = self.id.to_string();
        let mut claim = Claim::new(&id, &expected, &found, &self.source);
        // The sources say who wins, and not in how many plies.
        if self.value != Outcome::Draw {
            claim.source += "; the distance: this project";
        }
        claim.place = Some(self.place.clone());
        claim
    }
}

/// A published statement or a question that can be checked, with its answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Statement {
    /// Its identifier.
    pub id: String,
    /// The statement or the question in words.
    pub what: String,
    /// The answer: it `holds`, is `refuted`, or leaves something open that is `answered`.
    #[schemars(extend("enum" = ["holds", "refuted", "answered"]))]
    pub verdict: String,
    /// The figures that decide, in words; may be empty.
    pub figures: String,
    /// The person or work that states it; of a question, that the result is this project's.
    pub source: String,
    /// Where it can be read: addresses, or books.
    #[serde(rename = "where")]
    pub place: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct GeneralClaim {
    /// The claim before its check: `expected` is the verdict to expect, and `detail` the figures to
    /// expect, or empty if any will do.
    #[serde(flatten)]
    pub(super) claim: Claim,
    /// Whether the check takes longer than a second.
    #[serde(default)]
    slow: bool,
    #[serde(flatten)]
    pub(super) check: Check,
}

impl GeneralClaim {
    fn statement(&self) -> Statement {
        let claim = self.claim.clone();
        Statement {
            id: claim.id,
            what: claim.what.unwrap_or_default(),
            verdict: claim.expected,
            figures: claim.detail,
            source: claim.source,
            place: claim.place.unwrap_or_default(),
        }
    }

    fn claim(&self, evidence: &BTreeMap<Variant, Evidence>) -> Claim {
        let (verdict, detail) = self.check.run(&self.claim.id, evidence);
        let mut claim = self.claim.clone();
        let has_other_figures = !claim.detail.is_empty() && claim.detail != detail;
        claim.found = if has_other_figures {
            format!("{verdict}, with other figures")
        } else {
            verdict.to_string()
        };
        claim.detail = detail;
        claim
    }

    /// Returns whether the claim can be checked: if all variants that it needs are examined. One
    /// that needs none is checked if `all` variants are.
    fn is_decided(&self, evidence: &BTreeMap<Variant, Evidence>, all: bool) -> bool {
        let needs = self.check.needs();
        if needs.is_empty() {
            return all;
        }
        needs.iter().all(|variant| evidence.contains_key(variant))
    }
}

impl Published {
    /// Returns the claims embedded in the program.
    pub fn embedded() -> Self {
        embedded(include_str!("../../data/published.toml"))
    }

    /// Returns the published statements with their answers, in order.
    pub fn statements(&self) -> Vec<Statement> {
        self.general.iter().map(GeneralClaim::statement).collect()
    }

    /// Returns the questions of this project with their answers, in order.
    pub fn findings(&self) -> Vec<Statement> {
        self.findings.iter().map(GeneralClaim::statement).collect()
    }

    /// Leaves out the claims whose checks take longer than a second. Returns the variants that each
    /// of them needs.
    pub(super) fn leave_out_slow(&mut self) -> Vec<Vec<Variant>> {
        let mut left_out = Vec::new();
        for claims in [&mut self.general, &mut self.findings] {
            let slow = claims.extract_if(.., |claim| claim.slow);
            left_out.extend(slow.map(|claim| claim.check.needs()));
        }
        let slow = self.results.extract_if(.., |result| result.slow);
        left_out.extend(slow.map(|result| vec![result.id]));
        left_out
    }

    /// Returns the general claims that need the solution of a variant.
    pub(super) fn needing(&self, variant: Variant) -> impl Iterator<Item = &GeneralClaim> {
        let all = self.general.iter().chain(&self.findings);
        all.chain(&self.related)
            .filter(move |claim| claim.check.needs().contains(&variant))
    }

    /// Returns the variants whose solutions each claim needs: published results and statements, and
    /// findings, but not claims about related games.
    pub(super) fn needs(&self) -> impl Iterator<Item = Vec<Variant>> {
        let of_results = self.results.iter().map(|result| vec![result.id]);
        let others = self.general.iter().chain(&self.findings);
        of_results.chain(others.map(|claim| claim.check.needs()))
    }

    /// Returns the variants that each claim about related games is about.
    pub(super) fn related(&self) -> impl Iterator<Item = Vec<Variant>> {
        self.related.iter().map(|claim| claim.check.needs())
    }

    /// Checks the claims whose evidence is there, and returns them with their results. The claims
    /// `of_plays` have theirs already and are put between the statements and the findings. Claims
    /// that need no evidence are checked only if there is evidence of each variant in
    /// [`Published::needs`].
    pub(super) fn claims(
        &self,
        evidence: &BTreeMap<Variant, Evidence>,
        of_plays: Vec<Claim>,
    ) -> Vec<Claim> {
        let mut claims = Vec::new();
        for result in &self.results {
            if evidence.contains_key(&result.id) {
                claims.push(result.claim(evidence));
            }
        }
        let is_complete = self.is_complete(evidence);
        claims.extend(decided(&self.general, evidence, is_complete));
        claims.extend(of_plays);
        claims.extend(decided(&self.findings, evidence, is_complete));
        claims.extend(decided(&self.related, evidence, is_complete));
        claims
    }

    /// Whether there is evidence of each variant in [`Published::needs`].
    fn is_complete(&self, evidence: &BTreeMap<Variant, Evidence>) -> bool {
        let mut needs = self.needs().flatten();
        needs.all(|variant| evidence.contains_key(&variant))
    }
}

/// Returns those of some claims that can be checked against the evidence, which may be complete.
fn decided(
    claims: &[GeneralClaim],
    evidence: &BTreeMap<Variant, Evidence>,
    is_complete: bool,
) -> Vec<Claim> {
    let mut decided = Vec::new();
    for claim in claims {
        if claim.is_decided(evidence, is_complete) {
            decided.push(claim.claim(evidence));
        }
    }
    decided
}

#[cfg(test)]
mod tests {
    use teeko_rules::{Board, Circle, Move, OutcomeFields};

    use super::*;
    use crate::first_drops::FirstDropEntry;

    /// Claims without slow ones and figures, which need more of a solution.
    fn plain() -> Published {
        let mut published = Published::embedded();
        published.leave_out_slow();
        published
            .general
            .retain(|claim| claim.claim.detail.is_empty());
        published
    }

    /// Evidence in which every variant and every first drop is a draw.
    fn all_drawn(published: &Published) -> BTreeMap<Variant, Evidence> {
        let worth = OutcomeFields::new(Some(Outcome::Draw));
        let drops = Board::STANDARD
            .circles()
            .iter()
            .map(|circle| FirstDropEntry {
                played: Move::Drop(circle),
                worth,
            });
        let evidence = Evidence {
            first_drops: drops.collect(),
            ..Evidence::of_value(Outcome::Draw)
        };
        published
            .needs()
            .flatten()
            .map(|variant| (variant, evidence.clone()))
            .collect()
    }

    fn failing(evidence: &BTreeMap<Variant, Evidence>) -> Vec<String> {
        let claims = plain().claims(evidence, Vec::new());
        claims
            .into_iter()
            .filter(|claim| !claim.passes())
            .map(|claim| claim.id)
            .collect()
    }

    #[test]
    fn the_data_names_the_sixteen_in_order() {
        let published = Published::embedded();
        let (named, others): (Vec<_>, Vec<_>) = published
            .results
            .iter()
            .partition(|result| result.name.is_some());
        let ids: Vec<Variant> = named.iter().map(|result| result.id).collect();
        assert_eq!(ids, Variant::sixteen().collect::<Vec<_>>());
        for PublishedResult { id, name, .. } in named {
            let of_plan = id.plan.scarne_name().unwrap();
            assert!(
                name.as_ref().unwrap().starts_with(of_plan),
                "{id} is {of_plan}"
            );
        }
        let Published {
            general, findings, ..
        } = published;
        assert_eq!((general.len(), findings.len(), others.len()), (18, 3, 4));
    }

    #[test]
    fn statements_and_findings_have_their_answers() {
        let published = Published::embedded();
        let statements = published.statements();
        assert_eq!((statements.len(), published.findings().len()), (18, 3));
        let goals = &statements[0];
        assert_eq!((&*goals.id, &*goals.verdict), ("goals-44", "holds"));
        assert!(goals.what.starts_with("Standard Teeko has 44 goals"));
        assert_eq!(goals.source, "Scarne 1952, 1954");
    }

    #[test]
    fn claims_about_goals_alone_come_when_all_variants_are_examined() {
        let published = plain();
        let mut evidence = all_drawn(&published);
        let has_goals = |evidence: &BTreeMap<Variant, Evidence>| {
            let claims = published.claims(evidence, Vec::new());
            claims.iter().any(|claim| claim.id == "goals-44")
        };
        assert!(has_goals(&evidence));
        evidence.pop_first();
        assert!(!has_goals(&evidence));
    }

    /// The sources say who wins; the distances are of this project.
    #[test]
    fn the_source_of_a_win_is_not_that_of_its_distance() {
        let published = plain();
        let claims = published.claims(&all_drawn(&published), Vec::new());
        for claim in claims.iter().take(16) {
            let has_distance = claim.source.ends_with("; the distance: this project");
            assert_eq!(has_distance, claim.expected != "draw", "{claim:?}");
        }
    }

    #[test]
    fn wrong_solutions_fail_the_claims_about_them() {
        let mut evidence = all_drawn(&plain());
        let wins = ["58-ssss", "58-sppp"];
        assert_eq!(
            failing(&evidence),
            [&wins[..], &["all-draws-jackman"]].concat()
        );

        let centre = Circle::from_number(13).unwrap();
        let wrong = evidence.get_mut(&"44-ssss".parse().unwrap()).unwrap();
        wrong.value = Outcome::Win(13);
        let worth = OutcomeFields::new(Some(Outcome::Win(13)));
        wrong.first_drops[12] = FirstDropEntry {
            played: Move::Drop(centre),
            worth,
        };
        let wrong = [&["44-ssss"], &wins[..], &["opening-move-blockable"]].concat();
        assert_eq!(failing(&evidence), wrong);

        evidence.get_mut(&"58-ssss".parse().unwrap()).unwrap().value = Outcome::Win(15);
        let banned = "58-sppp+no-centre".parse().unwrap();
        evidence.get_mut(&banned).unwrap().value = Outcome::Loss(20);
        assert_eq!(
            failing(&evidence),
            [&wrong[..3], &["58-sppp+no-centre"], &wrong[3..]].concat()
        );
    }
}

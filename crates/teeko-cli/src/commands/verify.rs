//! `teeko verify`: checks published claims against fresh solutions, and checks folders of tables.

mod text;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use teeko::analysis::claims::{Claim, Verification};
use teeko::answers::Verify;
use teeko::certificate::Proof;
use teeko::files::{Depth, FileCheck, load, verify_folder};
use teeko::rules::{NamedRules, Variant};
use teeko::solve::Solution;
use teeko::solving::Plan;
use teeko::surfaces::words::count;
use teeko::work::to_the_end;
use teeko::{Game, Oracle, Outcome, Position};

use crate::arguments::VariantsArguments;
use crate::exit::{Exit, Failure};
use crate::parsers::number;
use crate::progress_line::with_lines;
use crate::source_arguments::{SolvingArguments, with_progress};
use crate::{output, threads};

/// Check published results afresh, or check table files
///
/// Without --tables, solves the variants in memory and checks the published claims, or those about
/// the variants that you name. If you name none, it also checks claims about goal sets, about
/// counts and about Scarne's plays, and that related games agree, such as a game for points and the
/// same game without points. With --tables, checks table files. Prints one PASS or FAIL line for
/// each claim, with its source, or for each file.
///
/// The exit code is 1 if a claim is wrong, if an undamaged file has other values than known, or if
/// --full finds a wrong value. It is 4 if the folder has no tables, 5 if a file is damaged or
/// belongs to other rules than its name says, and 6 if the folder cannot be read.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko verify --json")]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variants: VariantsArguments,

    /// Check the table files in a folder instead: checksums, names and counts, and for Scarne's
    /// sixteen variants also the published hashes
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// Also recompute every value in the files from the values one ply later
    #[arg(long, requires = "tables")]
    full: bool,

    /// With --full: check N random positions of each file instead of all
    #[arg(long, value_name = "N", requires = "full", value_parser = number::<u64>(1..=u64::MAX))]
    sample: Option<u64>,

    /// Also check the claims that take longer than a second each: minutes in all
    #[arg(long, conflicts_with = "tables")]
    slow: bool,

    /// Also make and check a certificate for each of these variants that is one of the sixteen or
    /// one of the two that the centre ban makes draws
    #[arg(long, conflicts_with = "tables")]
    certificates: bool,

    /// Print one JSON value instead of lines
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    solving: SolvingArguments,
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let start = Instant::now();
        let (verify, exit) = match &self.tables {
            Some(folder) => self.check_tables(folder)?,
            None => self.check_published()?,
        };
        output::print_result(self.json, &verify, || {
            text::render(&verify, start.elapsed())
        })?;
        Ok(exit)
    }

    /// Solves the variants, and checks the claims about them.
    fn check_published(&self) -> Result<(Verify, Exit), Failure> {
        let mut verification = if self.slow {
            Verification::with_slow_claims()
        } else {
            Verification::default()
        };
        let named = self.variants.load()?;
        let left_out = verification.left_out(&variants_of(&named));
        let rules = rules_of_claims(named, &verification)?;
        let certificates = self.solve_and_examine(&rules, &mut verification)?;
        let mut claims = verification.claims();
        claims.extend(certificates);
        let mut verify = Verify::new(claims, Vec::new());
        verify.left_out = left_out;
        let exit = if verify.failed == 0 {
            Exit::Success
        } else {
            Exit::Verification
        };
        Ok((verify, exit))
    }

    /// Solves rule sets and examines each. Returns the claims about certificates, if they are
    /// wanted.
    fn solve_and_examine(
        &self,
        rules: &[NamedRules],
        verification: &mut Verification,
    ) -> Result<Vec<Claim>, Failure> {
        let plan = Plan::new(rules);
        threads::start(self.solving.threads)?;
        plan.check_memory(false)?;
        let mut certificates = Vec::new();
        with_progress(&plan, |show| {
            plan.solve(show, |named: &NamedRules, solution: &Solution, _| {
                certificates.extend(self.certificate(named, solution)?);
                examine(verification, named, solution);
                Ok(())
            })
        })?;
        Ok(certificates)
    }

    /// Makes and checks the certificate of a solved rule set, if certificates are wanted and it gets
    /// one.
    fn certificate(
        &self,
        named: &NamedRules,
        solution: &Solution,
    ) -> Result<Option<Claim>, Failure> {
        if !self.certificates || !is_certified(&named.to_string()) {
            return Ok(None);
        }
        output::note(&format!("{named}: making and checking a certificate"));
        certificate_claim(named, solution).map(Some)
    }

    /// Checks files. Returns them as claims with the wrong values in them, and the gravest of the
    /// exit codes they deserve.
    fn check_tables(&self, folder: &Path) -> Result<(Verify, Exit), Failure> {
        let rules = self.variants.load()?;
        threads::start(self.solving.threads)?;
        let depth = match self.sample {
            Some(number) => Depth::Sample(number),
            None if self.full => Depth::Full,
            None => Depth::Files,
        };
        let checks = with_lines("checked", |show| {
            verify_folder(folder, &rules, depth, &|name: &str, progress| {
                show(&output::printable(name), progress)
            })
        })?;
        let mut claims = Vec::new();
        let mut wrong_values = Vec::new();
        let mut exit = Exit::Success;
        for check in checks {
            exit = exit.max(exit_after(&check));
            claims.push(check.claim);
            wrong_values.extend(check.wrong_values);
        }
        Ok((Verify::new(claims, wrong_values), exit))
    }
}

/// Examines the claims about a solved rule set, if it is a variant.
fn examine(verification: &mut Verification, named: &NamedRules, solution: &Solution) {
    if let Some(variant) = named.name().variant() {
        let census = solution.census();
        verification
            .examine(variant, solution, &census)
            .expect("a solution has all positions");
    }
}

/// Returns the variants of rules that have one.
fn variants_of(rules: &[NamedRules]) -> Vec<Variant> {
    rules
        .iter()
        .filter_map(|named| named.name().variant())
        .collect()
}

/// Returns the rules whose claims to check: those asked about, else all.
fn rules_of_claims(
    asked: Vec<NamedRules>,
    verification: &Verification,
) -> Result<Vec<NamedRules>, Failure> {
    let known = verification.variants();
    if asked.is_empty() {
        let mut rules = Vec::new();
        for variant in known {
            rules.push(load(&variant.into())?);
        }
        return Ok(rules);
    }
    for named in &asked {
        let variant = named.name().variant();
        if variant.is_none_or(|variant| !known.contains(&variant)) {
            return Err(no_claims(named));
        }
    }
    if !verification.is_about(&variants_of(&asked)) {
        return Err(no_claims(&asked[0]));
    }
    Ok(asked)
}

/// Returns the error for rules that no claim is about.
fn no_claims(named: &NamedRules) -> Failure {
    Failure::usage(format!(
        "{named}: expected a variant with published claims, such as one of the sixteen; to see \
         what it is worth: teeko solve --no-write {named}"
    ))
}

/// Returns whether these rules get a certificate: the sixteen variants, and the two wins that the
/// centre ban turns into draws.
fn is_certified(name: &str) -> bool {
    Variant::SIXTEEN.contains(&name) || ["58-ssss+no-centre", "58-sppp+no-centre"].contains(&name)
}

/// Makes a certificate, writes it, reads it and checks it.
fn certificate_claim(named: &NamedRules, solution: &Solution) -> Result<Claim, Failure> {
    let game = Game::of_solution(named.clone(), solution.clone());
    let bytes = game.proof(1, &to_the_end)?.to_bytes();
    let (found, detail) = check_certificate(&bytes).unwrap_or_else(|error| (error, String::new()));
    let expected = match game.outcome(&Position::EMPTY) {
        Ok(Some(Outcome::Win(_))) => "Black wins",
        Ok(Some(Outcome::Loss(_))) => "Red wins",
        _ => "draw",
    };
    let claim = Claim::new(
        &format!("certificate {named}"),
        expected,
        &found,
        "consistency",
    );
    Ok(Claim {
        detail: format!("{detail}, {} bytes", count(bytes.len() as u64)),
        ..claim
    })
}

/// Returns what a certificate proves, and for how many positions.
fn check_certificate(bytes: &[u8]) -> Result<(String, String), String> {
    let proof = Proof::read(bytes).map_err(|error| error.to_string())?;
    match proof {
        Proof::Win(win) => {
            let checked = win.check().map_err(|failure| failure.to_string())?;
            let positions = count(checked.positions as u64);
            let found = format!("{} wins", win.winner);
            Ok((found, format!("{positions} positions")))
        }
        Proof::Draw(draw) => {
            let checked = draw.check().map_err(|failure| failure.to_string())?;
            let [black, red] = checked.map(|checked| count(checked.positions as u64));
            Ok(("draw".to_owned(), format!("{black} and {red} positions")))
        }
    }
}

/// Returns the exit code for a checked file: that of its error, or whether its claim is right.
fn exit_after(check: &FileCheck) -> Exit {
    match check.error {
        Some(kind) => Exit::of(kind),
        None if check.claim.passes() => Exit::Success,
        None => Exit::Verification,
    }
}

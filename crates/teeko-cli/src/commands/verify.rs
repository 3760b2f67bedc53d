//! `teeko verify`: checks published claims against fresh solutions, and checks folders of tables.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use clap::Args;
use teeko::analysis::claims::{Claim, Verification};
use teeko::certificate::Proof;
use teeko::rules::notation::circle_form;
use teeko::words::{count, separated, short_outcome, wrap};
use teeko::work::{Progress, to_the_end};
use teeko::{
    Depth, FileFault, Game, NamedRules, Oracle, Outcome, Plan, Position, Solution, Variant, Verify,
    WrongValue, load, verify_folder,
};

use crate::arguments::VariantsArguments;
use crate::exit::{Exit, Failure};
use crate::parsers::number;
use crate::progress_line::ProgressLine;
use crate::render::{WIN, styled, width};
use crate::source_arguments::{SolvingArguments, with_progress};
use crate::{output, threads};

/// Check published results afresh, or check table files
///
/// Without --tables, solves the variants in memory and checks every published claim, or those about
/// the variants that you name. If you name none, it also checks claims about goal sets, about
/// counts and about Scarne's plays, and that related games agree, such as a game for points and the
/// same game without points. With --tables, checks table files. Prints one PASS or FAIL line for
/// each claim, with its source, or for each file.
///
/// The exit code is 1 if a claim is wrong, if an undamaged file has other values than known, or if
/// --full finds a wrong value. It is 4 if there are no tables, and 5 if a file is damaged or
/// belongs to other rules than its name says.
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
        output::print_result(self.json, &verify, || text(&verify, start.elapsed()))?;
        Ok(exit)
    }

    fn check_published(&self) -> Result<(Verify, Exit), Failure> {
        let mut verification =
            if self.slow { Verification::with_slow_claims() } else { Verification::default() };
        let plan = Plan::new(&self.rules_of_claims(&verification)?);
        threads::start(self.solving.threads)?;
        plan.check_memory(false)?;
        let mut certificates = Vec::new();
        let each = |named: &NamedRules, solution: &Solution, _| {
            if self.certificates && is_certified(&named.to_string()) {
                output::note(&format!("{named}: making and checking a certificate"));
                certificates.push(certificate_claim(named, solution)?);
            }
            if let Some(variant) = named.name().variant() {
                let census = solution.census();
                verification
                    .examine(variant, solution, &census)
                    .expect("a solution has all positions");
            }
            Ok(())
        };
        with_progress(&plan, |show| plan.solve(show, each))?;
        let mut claims = verification.claims();
        claims.extend(certificates);
        let verify = Verify::new(claims, Vec::new());
        let exit = if verify.failed == 0 { Exit::Success } else { Exit::Verification };
        Ok((verify, exit))
    }

    /// Returns the rules whose claims to check: those named, else all.
    fn rules_of_claims(&self, verification: &Verification) -> Result<Vec<NamedRules>, Failure> {
        let (asked, known) = (self.variants.load()?, verification.variants());
        if asked.is_empty() {
            let variants = known.into_iter();
            return Ok(variants.map(|variant| load(&variant.into())).collect::<Result<_, _>>()?);
        }
        let variants: Vec<Variant> =
            asked.iter().filter_map(|named| named.name().variant()).collect();
        let is_unknown = |named: &&NamedRules| {
            named.name().variant().is_none_or(|variant| !known.contains(&variant))
        };
        let unknown = asked.iter().find(is_unknown);
        let unclaimed = || asked.first().filter(|_| !verification.is_about(&variants));
        if let Some(named) = unknown.or_else(unclaimed) {
            return Err(Failure::usage(format!(
                "{named}: expected a variant with published claims, such as one of the sixteen; \
                 to see what it is worth: teeko solve --no-write {named}"
            )));
        }
        Ok(asked)
    }

    /// The files as claims with the wrong values in them, and the gravest of the exit codes they
    /// deserve.
    fn check_tables(&self, folder: &Path) -> Result<(Verify, Exit), Failure> {
        let rules = self.variants.load()?;
        threads::start(self.solving.threads)?;
        let line = ProgressLine::new();
        let show = |name: &str, progress: Progress| {
            line.share(&output::printable(name), "checked", progress)
        };
        let depth = match self.sample {
            Some(number) => Depth::Sample(number),
            None if self.full => Depth::Full,
            None => Depth::Files,
        };
        let checks = threads::run(|| verify_folder(folder, &rules, depth, &show))?;
        drop(line);
        let (mut claims, mut wrong_values, mut exit) = (Vec::new(), Vec::new(), Exit::Success);
        for check in checks {
            exit = exit.max(check.fault.map_or(Exit::Success, exit_after));
            claims.push(check.claim);
            wrong_values.extend(check.wrong_values);
        }
        Ok((Verify::new(claims, wrong_values), exit))
    }
}

/// Whether these rules get a certificate: the sixteen variants, and the two wins that the centre
/// ban turns into draws.
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
    let claim = Claim::new(&format!("certificate {named}"), expected, &found, "consistency");
    Ok(Claim { detail: format!("{detail}, {} bytes", count(bytes.len() as u64)), ..claim })
}

/// Returns what a certificate proves, and for how many positions.
fn check_certificate(bytes: &[u8]) -> Result<(String, String), String> {
    match Proof::read(bytes).map_err(|error| error.to_string())? {
        Proof::Win(win) => {
            let checked = win.check().map_err(|failure| failure.to_string())?;
            let positions = count(checked.positions as u64);
            Ok((format!("{} wins", win.winner()), format!("{positions} positions")))
        }
        Proof::Draw(draw) => {
            let checked = draw.check().map_err(|failure| failure.to_string())?;
            let [black, red] = checked.map(|checked| count(checked.positions as u64));
            Ok(("draw".to_owned(), format!("{black} and {red} positions")))
        }
    }
}

fn exit_after(fault: FileFault) -> Exit {
    match fault {
        FileFault::Wrong => Exit::Verification,
        FileFault::Missing => Exit::MissingTable,
        FileFault::Corrupt => Exit::Corrupt,
        FileFault::Unreadable => Exit::Resources,
    }
}

const PASS: Style = WIN.bold();
const FAIL: Style = AnsiColor::Red.on_default().bold();

/// A line for each claim, wrapped where it is long, the positions that offend, and a summary.
fn text(verify: &Verify, time: Duration) -> String {
    let Verify { passed, failed, claims, offences, .. } = verify;
    let id_width =
        claims.iter().map(|claim| output::printable(&claim.id).chars().count()).max().unwrap_or(0);
    let beside = "PASS ".len() + id_width + 1;
    // On a narrow terminal what is found stands below the claim's name, not beside it.
    let is_narrow = width() < 2 * beside;
    let indent = if is_narrow { "PASS ".len() } else { beside };
    let continuation = format!("\n{:indent$}", "");
    let line = |claim: &Claim| {
        let verdict = if claim.passes() { styled(PASS, "PASS") } else { styled(FAIL, "FAIL") };
        let lines = wrap(&output::printable(&finding(claim)), width().saturating_sub(indent))
            .join(&continuation);
        let id = output::printable(&claim.id);
        if is_narrow {
            format!("{verdict} {id}{continuation}{lines}\n")
        } else {
            format!("{verdict} {id:id_width$} {lines}\n")
        }
    };
    let summary = format!("{passed} passed, {failed} failed in {:.2} s\n", time.as_secs_f64());
    let heading = (!offences.is_empty())
        .then(|| "First values that do not follow from the next ones:\n".to_owned());
    let offences = offences.iter().map(offending_position);
    claims.iter().map(line).chain(heading).chain(offences).chain([summary]).collect()
}

/// A position ready to be asked about, and below it what the file says of it and what its
/// successors say.
fn offending_position(WrongValue { variant, position, expected, found }: &WrongValue) -> String {
    let [found, expected] = [found, expected].map(|fields| match fields.value {
        Some(value) => short_outcome(value.outcome),
        None => "no such position".to_owned(),
    });
    format!(
        "  teeko query -v {variant} \"{}\"\n    expected {expected}, found {found}\n",
        circle_form(position)
    )
}

/// What is to say of a claim: `draw [source]`, `expected draw, found win in 13 plies [source]`.
fn finding(claim: &Claim) -> String {
    let Claim { what, expected, found, detail, source, .. } = claim;
    let expected =
        if claim.passes() { String::new() } else { format!("expected {expected}, found ") };
    let found = match found.as_str() {
        "refuted" if claim.passes() => "claim refuted, as expected",
        found => found,
    };
    let what = what.as_ref().map_or_else(String::new, |what| format!(": {what}"));
    let detail = if detail.is_empty() { String::new() } else { format!("; {detail}") };
    format!("{} [{source}]", separated(&format!("{expected}{found}{what}{detail}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko::answers::OutcomeFields;
    use teeko::rules::notation::RowsForm;
    use teeko::{Board, Outcome, Position};

    #[test]
    fn lines_wrap_and_read_without_colour() {
        let claim = |id, expected, found| Claim::new(id, expected, found, "Steele 1998");
        let claims = [
            claim("44-ssss", "draw", "draw"),
            claim("58-ssss", "win in 13 plies", "win in 15 plies"),
            Claim {
                what: Some("All sixteen variations are draws with best play".to_owned()),
                detail: "58-ssss win in 13 plies".to_owned(),
                ..claim("all-draws", "refuted", "refuted")
            },
        ];
        let wrong_values = [WrongValue {
            variant: "58-ssss".parse().unwrap(),
            position: RowsForm { board: Board::STANDARD, position: Position::EMPTY },
            expected: OutcomeFields::new(None),
            found: OutcomeFields::new(Some(Outcome::Loss(4))),
        }];
        let verify = Verify::new(claims.into(), wrong_values.into());
        let coloured = text(&verify, Duration::from_millis(500));
        assert_eq!(
            strip_str(&coloured).to_string(),
            "\
PASS 44-ssss   draw [Steele 1998]
FAIL 58-ssss   expected win in 13 plies, found win in 15 plies [Steele 1998]
PASS all-draws claim refuted, as expected: All sixteen variations are draws with
               best play; 58-ssss win in 13 plies [Steele 1998]
First values that do not follow from the next ones:
  teeko query -v 58-ssss \"b: r: b\"
    expected no such position, found loss in 4
2 passed, 1 failed in 0.50 s
"
        );
        assert!(coloured.contains("\u{1b}[1m\u{1b}[31mFAIL\u{1b}[0m 58-ssss"), "{coloured:?}");
    }
}

//! Solving variants, each slide phase once.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use teeko_rules::Rules;
use teeko_solve::{InstructionSet, Solution, memory_needed, solve_drops, solve_slide};

use crate::estimate::{Estimate, check_disk};
use crate::named_rules::NamedRules;
use crate::progress::Progress;
use crate::{memory, output};

/// Arguments of every command that solves.
#[derive(Debug, Args)]
pub(crate) struct SolvingArguments {
    /// Threads to work with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl SolvingArguments {
    /// The threads to work with.
    ///
    /// # Errors
    /// If they cannot be started.
    pub(crate) fn pool(&self) -> anyhow::Result<ThreadPool> {
        // Zero stands for one thread for each processor.
        let threads = self.threads.unwrap_or(0);
        let pool = ThreadPoolBuilder::new().num_threads(threads.into()).build();
        pool.context("cannot start the threads to work with; try --threads 1")
    }
}

/// Variants with the same slide phase.
struct Group {
    /// Each with its place among the variants asked for.
    members: Vec<(usize, NamedRules)>,
    /// The rules of each.
    rules: Vec<Rules>,
}

impl Group {
    /// The variants with the same slide phase together, in the order of the first of each group.
    fn all(variants: &[NamedRules]) -> anyhow::Result<Vec<Self>> {
        let mut groups: Vec<Self> = Vec::new();
        for (place, &variant) in variants.iter().enumerate() {
            let rules = variant.rules()?;
            match groups.iter_mut().find(|group| group.rules[0].same_slide_phase(&rules)) {
                Some(group) => {
                    group.members.push((place, variant));
                    group.rules.push(rules);
                }
                None => groups.push(Self { members: vec![(place, variant)], rules: vec![rules] }),
            }
        }
        Ok(groups)
    }

    /// What to call the group: `44-ssss`, `44-ssss and 7 more`.
    fn name(&self) -> String {
        let (_, first) = self.members[0];
        match self.members.len() {
            1 => first.to_string(),
            members => format!("{first} and {} more", members - 1),
        }
    }

    /// What solving it takes with so many threads; `writes` if tables are written.
    fn estimate(&self, threads: usize, writes: bool) -> Estimate {
        Estimate::new(self.name(), &self.rules[0], self.rules.len(), threads, writes)
    }

    fn solve(&self, progress: &Progress) -> Vec<Solution> {
        let name = self.name();
        let slide = solve_slide(&self.rules[0], InstructionSet::best(), |state| progress.slide_phase(&name, state));
        progress.drop_phase(&name);
        solve_drops(&Arc::new(slide), &self.rules)
    }
}

/// What becomes of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose<'a> {
    /// They are looked at, each while those with its slide phase live.
    Report,
    /// Tables of them are written to a folder.
    Write(&'a Path),
    /// All of them are kept.
    Keep,
}

/// Solves variants and hands each solution to `report`, with the time it took to solve all variants with the same slide
/// phase together. Returns the reports in the order of the variants.
///
/// A solution lives only until the variants with its slide phase have been reported, or as long as `report` keeps it, which `purpose`
/// is to say. What takes long is announced with what it takes.
///
/// # Errors
/// If memory or the disk does not suffice for one of them, before any is solved, or the threads cannot be started. The first
/// error of `report` ends the work.
pub(crate) fn solve_each<T: Send>(
    variants: &[NamedRules],
    arguments: &SolvingArguments,
    purpose: Purpose<'_>,
    quiet: bool,
    mut report: impl FnMut(NamedRules, &Solution, Duration) -> anyhow::Result<T> + Send,
) -> anyhow::Result<Vec<T>> {
    let groups = Group::all(variants)?;
    for (what, bytes) in memory_needs(&groups, purpose) {
        memory::check_bytes(&what, bytes)?;
    }
    let pool = arguments.pool()?;
    let writes = matches!(purpose, Purpose::Write(_));
    let estimates: Vec<Estimate> =
        groups.iter().map(|group| group.estimate(pool.current_num_threads(), writes)).collect();
    if let Purpose::Write(folder) = purpose {
        check_disk(&estimates, folder)?;
    }
    for estimate in estimates.iter().filter(|estimate| estimate.is_long() && !quiet) {
        output::print_note(&format!("note: {estimate}\n"));
    }
    let progress = Progress::new(quiet);
    let reports: anyhow::Result<Vec<(usize, T)>> = pool.install(|| {
        let mut reports = Vec::with_capacity(variants.len());
        for (number, group) in groups.iter().enumerate() {
            let start = Instant::now();
            progress.expect(estimates[number..].iter().map(Estimate::time).sum());
            let solutions = group.solve(&progress);
            let time = start.elapsed();
            progress.results(&group.name());
            for (&(place, variant), solution) in group.members.iter().zip(&solutions) {
                reports.push((place, report(variant, solution, time)?));
            }
        }
        Ok(reports)
    });
    progress.clear();
    let mut reports = reports?;
    reports.sort_unstable_by_key(|&(place, _)| place);
    Ok(reports.into_iter().map(|(_, report)| report).collect())
}

/// The memory that must be free, in bytes, with what for: for each group by itself, or for all at once if their solutions are kept.
fn memory_needs(groups: &[Group], purpose: Purpose<'_>) -> Vec<(String, u64)> {
    let needs = groups.iter().map(|group| (group.name(), memory_needed(&group.rules[0])));
    if purpose == Purpose::Keep {
        let (names, bytes): (Vec<String>, Vec<u64>) = needs.unzip();
        vec![(names.join(", "), bytes.into_iter().sum())]
    } else {
        needs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variants(names: &[&str]) -> Vec<NamedRules> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn variants_that_share_a_slide_phase_form_a_group() {
        let names = ["44-ssss", "58-ssss", "44-pppp+pass", "44-ssss+4x4", "58-ssss+no-centre", "44-ssss+knight"];
        let groups = Group::all(&variants(&names)).unwrap();
        let places: Vec<Vec<usize>> =
            groups.iter().map(|group| group.members.iter().map(|&(place, _)| place).collect()).collect();
        assert_eq!(places, [vec![0, 2], vec![1, 4], vec![3], vec![5]]);
        assert_eq!(groups[0].name(), "44-ssss and 1 more");
        assert_eq!(groups[2].name(), "44-ssss+4x4");
    }

    #[test]
    fn solutions_that_are_kept_need_memory_together() {
        let groups = Group::all(&variants(&["44-ssss+4x4", "58-ssss+5x4", "44-pppp+4x4"])).unwrap();
        let apart = memory_needs(&groups, Purpose::Report);
        assert_eq!(
            apart.iter().map(|(what, _)| what.as_str()).collect::<Vec<_>>(),
            ["44-ssss+4x4 and 1 more", "58-ssss+5x4"]
        );
        let together = memory_needs(&groups, Purpose::Keep);
        assert_eq!(together, [("44-ssss+4x4 and 1 more, 58-ssss+5x4".to_owned(), apart[0].1 + apart[1].1)]);
    }

    #[test]
    fn reports_come_in_the_order_asked_for_repetitions_included() {
        let asked = variants(&["44-ssss+4x4", "44-ssss+4x4+knight", "44-pppp+4x4", "44-ssss+4x4"]);
        let one_thread = SolvingArguments { threads: Some(1) };
        let reports = solve_each(&asked, &one_thread, Purpose::Report, true, |variant, solution, _| {
            assert_eq!(&variant.rules().unwrap(), solution.rules());
            assert_eq!(rayon::current_num_threads(), 1);
            Ok(variant)
        });
        assert_eq!(reports.unwrap(), asked);
    }
}

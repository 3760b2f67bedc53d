//! Interrupted work resumes from the half-steps that it has saved, and gives what it would have
//! come to.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Mutex;

use teeko::Error;
use teeko::answers::Report;
use teeko::files::load;
use teeko::rules::NamedRules;
use teeko::solving::{Plan, SolvingStep, Stage};
use teeko::work::{Stopped, to_the_end};

fn rules() -> Vec<NamedRules> {
    crate::rules(&["44-ssss+4x5", "44-pppp+4x5", "58-ssss+4x4"])
}

/// Creates a plan for some rule sets that always saves half-steps in a folder.
fn plan(rules: &[NamedRules], folder: &Path) -> Result<Plan, Error> {
    Plan::new(rules).keep_half_steps(folder, 1, true)
}

/// What is the same in every run.
fn essence(reports: Vec<Report>) -> Vec<String> {
    let mut texts = Vec::new();
    for mut report in reports {
        report.seconds = 0.0;
        texts.push(format!("{report:?}"));
    }
    texts
}

/// What a run came to, and the stages that it reported, without the plies.
struct Run {
    reports: Result<Vec<String>, Stopped>,
    stages: Vec<Stage>,
}

/// Solves in the way that large boards are, keeping half-steps, up to a ply of the first group.
fn run(folder: &Path, last_ply: u32) -> Run {
    let plan = plan(&rules(), folder).unwrap();
    let stages = Mutex::new(Vec::new());
    let observe = |step: SolvingStep<'_>| {
        match step.stage {
            Stage::Slides(progress) if step.group == 0 && progress.ply > last_ply => {
                return ControlFlow::Break(());
            }
            Stage::GoesOn { half_steps, .. } => stages.lock().unwrap().push(goes_on(half_steps)),
            Stage::DoneAgain { .. } => stages.lock().unwrap().push(step.stage),
            _ => {}
        }
        ControlFlow::Continue(())
    };
    let reports = plan.solve(&observe, |named, solved, time| {
        Ok(Report::of_solution(named, solved, time))
    });
    assert!(plan.take_fault().is_none());
    Run {
        reports: reports.map(essence),
        stages: stages.into_inner().unwrap(),
    }
}

/// The stage in which a run resumes, with any seed.
fn goes_on(half_steps: u32) -> Stage {
    Stage::GoesOn {
        half_steps,
        seed: 0,
    }
}

fn count_entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn interrupted_work_resumes_after_the_last_half_step() {
    let whole = run(tempfile::tempdir().unwrap().path(), u32::MAX);
    assert_eq!(whole.stages, []);
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("a").join("b");
    let journal = folder.join("44+4x5.journal");

    let first = run(&folder, 3);
    assert_eq!(first.reports, Err(Stopped));
    assert_eq!(first.stages, []);
    assert_eq!(count_entries(&journal), 4 + 1, "half-steps and the lock");
    let second = run(&folder, 4);
    assert_eq!(second.reports, Err(Stopped));
    assert_eq!(second.stages, [goes_on(4)]);
    assert_eq!(count_entries(&journal), 5 + 1);
    let third = run(&folder, 9);
    assert_eq!(third.reports, Err(Stopped));
    assert_eq!(third.stages, [goes_on(5)]);
    assert_eq!(count_entries(&journal), 10 + 1);

    // Another kind of work on the same slide phase.
    let plan = Plan::for_reports(&rules())
        .keep_half_steps(&folder, 1, true)
        .unwrap();
    assert!(plan.resumes());
    let reports = plan.results(&|step| to_the_end(step), |solved| {
        Ok::<_, Stopped>(solved.report())
    });
    assert_eq!(reports.map(essence), whole.reports);
    drop(plan);
    assert_eq!(count_entries(&folder), 0, "nothing stays once all is done");
}

#[test]
fn folders_that_were_made_and_not_used_are_removed() {
    let parent = tempfile::tempdir().unwrap();
    let unused = plan(&rules(), &parent.path().join("c").join("d"));
    drop(unused.unwrap());
    assert_eq!(count_entries(parent.path()), 0);
}

/// Returns for each group whether its half-steps are saved.
fn are_saved(plan: &Plan) -> Vec<bool> {
    let mut are_saved = Vec::new();
    for estimate in plan.estimates(1) {
        are_saved.push(estimate.journal.is_some());
    }
    are_saved
}

#[test]
fn short_work_is_saved_only_if_asked_or_begun() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let new = Plan::new(&rules()).keep_half_steps(path, 1, false).unwrap();
    assert_eq!(are_saved(&new), [false, false]);
    assert_eq!(run(path, 3).reports, Err(Stopped));
    let begun = Plan::new(&rules()).keep_half_steps(path, 1, false).unwrap();
    assert_eq!(are_saved(&begun), [true, false]);
}

#[test]
fn games_for_points_are_never_saved() {
    let folder = tempfile::tempdir().unwrap();
    let rules = crate::rules(&["44-ssss+7x7", "44-ssss+points"]);
    let plan = plan(&rules, folder.path()).unwrap();
    assert_eq!(are_saved(&plan), [true, false]);
}

#[test]
fn two_runs_never_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let first = plan(&rules(), folder.path()).unwrap();
    let second = plan(&rules(), folder.path());
    assert!(matches!(second, Err(Error::BusyJournal(_))), "{second:?}");
    drop(first);
    assert!(plan(&rules(), folder.path()).is_ok());
}

#[test]
fn a_file_in_the_place_of_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let refused = plan(&rules(), &file);
    assert!(matches!(refused, Err(Error::Journal { .. })), "{refused:?}");
}

/// Returns the rules of a file at this path, written anew.
fn of_rule_file(path: &Path, goal: &str) -> NamedRules {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("goals = [{goal}]")).unwrap();
    let name = format!("@{}-ssss+4x4", path.display());
    load(&name.parse().unwrap()).unwrap()
}

/// Returns the names of the files in a folder, with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut contents = Vec::new();
    for name in teeko_testing::names(folder) {
        let bytes = fs::read(folder.join(&name)).unwrap();
        contents.push((name, bytes));
    }
    contents
}

/// Begins to solve a rule set, and returns the folder with its half-steps.
fn begin(named: &NamedRules, folder: &Path) -> PathBuf {
    let plan = plan(slice::from_ref(named), folder).unwrap();
    let stopped = plan.games(&|step| match step.stage {
        Stage::Slides(progress) if progress.ply > 1 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(stopped.err(), Some(Stopped));
    drop(plan);
    let mut files = teeko_testing::names(folder);
    files.retain(|file| file.ends_with(".journal"));
    folder.join(&files[0])
}

/// They were once taken for damaged ones, overwritten and deleted.
#[test]
fn half_steps_of_other_rules_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let goals = "[1, 2, 3, 4], [5, 6, 7, 8], [1, 5, 9, 13]";
    let begun = of_rule_file(&path.join("mine.toml"), goals);
    let journal = begin(&begun, path);
    let before = contents(&journal);
    assert!(before.len() > 1, "a half-step and the lock");

    let others = [
        of_rule_file(&path.join("elsewhere/mine.toml"), "[1, 2, 3, 4]"),
        of_rule_file(&path.join("mine.toml"), "[1, 2, 3, 8]"),
    ];
    for other in &others {
        let refused = plan(slice::from_ref(other), path);
        let Err(Error::OtherHalfSteps(place)) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(place, journal);
        let without = Plan::new(slice::from_ref(other)).keep_half_steps(path, 1, false);
        assert_eq!(
            are_saved(&without.unwrap()),
            [false],
            "short work needs no folder"
        );
    }
    assert_eq!(contents(&journal), before);
    assert!(plan(&[begun], path).unwrap().resumes());

    let together = plan(&others, &path.join("new"));
    assert!(matches!(together, Err(Error::SameName(_))), "{together:?}");
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("58+4x4.journal");
    let link = folder.path().join("44+4x4.journal");
    fs::create_dir(&other).unwrap();
    for leads_to in ["58+4x4.journal", "nowhere"] {
        std::os::unix::fs::symlink(leads_to, &link).unwrap();
        let refused = plan(&crate::rules(&["44-ssss+4x4"]), folder.path());
        assert!(
            matches!(refused, Err(Error::LinkedJournal(_))),
            "{refused:?}"
        );
        fs::remove_file(&link).unwrap();
    }
    assert_eq!(teeko_testing::names(folder.path()), ["58+4x4.journal"]);
    assert_eq!(count_entries(&other), 0);
}

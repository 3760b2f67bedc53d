//! Interrupted work resumes from the half-steps that it has saved, and gives what it would have
//! come to.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use teeko::answers::Report;
use teeko::files::load;
use teeko::rules::NamedRules;
use teeko::solve::Solution;
use teeko::solving::{Plan, SolvingStep, Stage};
use teeko::work::{Stopped, to_the_end};
use teeko::{Error, variant};

fn rules() -> Vec<NamedRules> {
    crate::rules(&["44-ssss+4x5", "44-pppp+4x5", "58-ssss+4x4"])
}

/// What is the same in every run.
fn essence(reports: &[Report]) -> Vec<String> {
    let without_time = |report: &Report| {
        let mut report = report.clone();
        report.seconds = 0.0;
        format!("{report:?}")
    };
    reports.iter().map(without_time).collect()
}

/// Solves in the way that large boards are, keeping half-steps, up to a ply of the first group.
/// Returns the stages that were reported, without the plies.
fn run(folder: &Path, last_ply: u32) -> (Result<Vec<String>, Stopped>, Vec<Stage>) {
    let plan = Plan::new(&rules())
        .keep_half_steps(folder, 1, true)
        .unwrap();
    let told = Mutex::new(Vec::new());
    let observe = |step: SolvingStep<'_>| match step.stage {
        Stage::Slides(progress) if step.group == 0 && progress.ply > last_ply => {
            ControlFlow::Break(())
        }
        Stage::GoesOn { half_steps, .. } => {
            told.lock().unwrap().push(Stage::GoesOn {
                half_steps,
                seed: 0,
            });
            ControlFlow::Continue(())
        }
        Stage::DoneAgain { .. } => {
            told.lock().unwrap().push(step.stage);
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    };
    let report =
        |named: &NamedRules, solved: &Solution, time| Ok(Report::of_solution(named, solved, time));
    let reports = plan
        .solve(&observe, report)
        .map(|reports| essence(&reports));
    assert!(plan.take_fault().is_none());
    (reports, told.into_inner().unwrap())
}

#[test]
fn interrupted_work_goes_on_where_it_was() {
    let expected = run(tempfile::tempdir().unwrap().path(), u32::MAX);
    assert_eq!(expected.1, []);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("a").join("b");
    let mut half_steps = 0;
    for last_ply in [3, 4, 9] {
        let (stopped, told) = run(&folder, last_ply);
        assert_eq!(stopped, Err(Stopped));
        let before = if half_steps == 0 {
            vec![]
        } else {
            vec![Stage::GoesOn {
                half_steps,
                seed: 0,
            }]
        };
        assert_eq!(told, before);
        half_steps = last_ply + 1;
        let files = fs::read_dir(folder.join("44+4x5.journal")).unwrap().count();
        assert_eq!(
            files,
            half_steps as usize + 1,
            "the half-steps and the lock"
        );
    }
    // Whatever else would be done with the slide phase.
    let plan = Plan::for_reports(&rules())
        .keep_half_steps(&folder, 1, true)
        .unwrap();
    let report = |solved: teeko::solving::Solved<'_>| Ok::<_, Stopped>(solved.report());
    assert_eq!(
        essence(&plan.results(&|step| to_the_end(step), report).unwrap()),
        *expected.0.as_ref().unwrap()
    );
    drop(plan);
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        0,
        "nothing stays once all is done"
    );
    drop(
        Plan::new(&rules())
            .keep_half_steps(&folder.join("c").join("d"), 1, true)
            .unwrap(),
    );
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        0,
        "nor what was made and not used"
    );
}

#[test]
fn short_work_is_not_kept_unless_it_is_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::new(&rules())
        .keep_half_steps(folder.path(), 1, false)
        .unwrap();
    assert!(
        plan.estimates(1)
            .iter()
            .all(|estimate| estimate.journal.is_none())
    );
    let _ = run(folder.path(), 3);
    let begun = Plan::new(&rules())
        .keep_half_steps(folder.path(), 1, false)
        .unwrap();
    let kept = begun
        .estimates(1)
        .into_iter()
        .map(|estimate| estimate.journal.is_some());
    assert_eq!(
        kept.collect::<Vec<_>>(),
        [true, false],
        "saved work is resumed, however short"
    );
    drop(begun);
    let large = [
        variant("44-ssss+7x7").unwrap(),
        variant("44-ssss+points").unwrap(),
    ];
    let plan = Plan::new(&large)
        .keep_half_steps(folder.path(), 1, true)
        .unwrap();
    let kept = plan
        .estimates(1)
        .into_iter()
        .map(|estimate| estimate.journal.is_some());
    assert_eq!(kept.collect::<Vec<_>>(), [true, false]);
}

#[test]
fn two_runs_never_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let first = Plan::new(&rules())
        .keep_half_steps(folder.path(), 1, true)
        .unwrap();
    let second = Plan::new(&rules()).keep_half_steps(folder.path(), 1, true);
    assert!(matches!(second, Err(Error::BusyJournal(_))), "{second:?}");
    drop(first);
    assert!(
        Plan::new(&rules())
            .keep_half_steps(folder.path(), 1, true)
            .is_ok()
    );
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let in_a_file = Plan::new(&rules()).keep_half_steps(&file, 1, true);
    assert!(
        matches!(in_a_file, Err(Error::Journal { .. })),
        "{in_a_file:?}"
    );
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
    let names = teeko_testing::names(folder).into_iter();
    names
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

/// They were once taken for damaged ones, overwritten and deleted.
#[test]
fn half_steps_of_other_rules_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let begun = of_rule_file(
        &path("mine.toml"),
        "[1, 2, 3, 4], [5, 6, 7, 8], [1, 5, 9, 13]",
    );
    let plan = Plan::new(std::slice::from_ref(&begun))
        .keep_half_steps(folder.path(), 1, true)
        .unwrap();
    let stop = |step: SolvingStep<'_>| match step.stage {
        Stage::Slides(progress) if progress.ply > 1 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    assert!(plan.games(&stop).is_err());
    drop(plan);
    let mut found = teeko_testing::names(folder.path());
    found.retain(|name| name.ends_with(".journal"));
    let journal = path(&found[0]);
    let before = contents(&journal);
    assert!(before.len() > 1, "a half-step and the lock");

    let others = [
        of_rule_file(&path("elsewhere/mine.toml"), "[1, 2, 3, 4]"),
        of_rule_file(&path("mine.toml"), "[1, 2, 3, 8]"),
    ];
    for other in &others {
        let rules = std::slice::from_ref(other);
        let refused = Plan::new(rules).keep_half_steps(folder.path(), 1, true);
        let Err(Error::OtherHalfSteps(place)) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!(place, journal);
        let without = Plan::new(rules).keep_half_steps(folder.path(), 1, false);
        let estimates = without.unwrap().estimates(1);
        assert!(estimates[0].journal.is_none(), "short work needs no folder");
    }
    assert_eq!(contents(&journal), before);
    let resumed = Plan::new(&[begun]).keep_half_steps(folder.path(), 1, true);
    assert!(resumed.unwrap().resumes());

    let together = Plan::new(&others).keep_half_steps(&path("new"), 1, true);
    assert!(matches!(together, Err(Error::SameName(_))), "{together:?}");
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_the_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("58+4x4.journal")).unwrap();
    for leads_to in ["58+4x4.journal", "nowhere"] {
        std::os::unix::fs::symlink(leads_to, path("44+4x4.journal")).unwrap();
        let rules = [variant("44-ssss+4x4").unwrap()];
        let refused = Plan::new(&rules).keep_half_steps(folder.path(), 1, true);
        assert!(
            matches!(refused, Err(Error::LinkedJournal(_))),
            "{refused:?}"
        );
        fs::remove_file(path("44+4x4.journal")).unwrap();
    }
    assert_eq!(teeko_testing::names(folder.path()), ["58+4x4.journal"]);
    assert_eq!(fs::read_dir(path("58+4x4.journal")).unwrap().count(), 0);
}

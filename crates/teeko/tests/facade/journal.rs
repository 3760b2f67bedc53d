//! The folders of half-steps: when they are made, used, refused and removed. The tests of the
//! solver and of the program resume work.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;

use teeko::Error;
use teeko::files::load;
use teeko::rules::NamedRules;
use teeko::solving::{Plan, Stage};
use teeko::work::Stopped;
use teeko_testing::{contents, names};

fn rules() -> Vec<NamedRules> {
    crate::rules(&["44-ssss+4x5", "44-pppp+4x5", "58-ssss+4x4"])
}

/// Creates a plan for some rule sets that always saves half-steps in a folder.
fn plan(rules: &[NamedRules], folder: &Path) -> Result<Plan, Error> {
    Plan::new(rules).keep_half_steps(folder, 1, true)
}

fn count_entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
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
    begin(&rules()[0], path);
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
    assert_eq!(first.unlocked_journal(), None);
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

/// Begins to solve a rule set, and returns the folder with its half-steps.
fn begin(named: &NamedRules, folder: &Path) -> PathBuf {
    let plan = plan(slice::from_ref(named), folder).unwrap();
    let stopped = plan.games(&|step| match step.stage {
        Stage::Slides(progress) if progress.ply > 1 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(stopped.err(), Some(Stopped));
    drop(plan);
    let mut files = names(folder);
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
    assert_eq!(names(folder.path()), ["58+4x4.journal"]);
    assert_eq!(count_entries(&other), 0);
}

//! The facade: games, plans, folders of tables and journals.
#![cfg(feature = "file")]

mod games;
mod journal;
mod picture;

use std::path::Path;

use teeko::answers::Report;
use teeko::files::{Depth, FileCheck, TableFolder, verify_folder};
use teeko::rules::NamedRules;
use teeko::solving::Plan;
use teeko::variant;
use teeko::work::to_the_end;

fn rules(names: &[&str]) -> Vec<NamedRules> {
    names.iter().map(|name| variant(name).unwrap()).collect()
}

/// Writes the tables of rule sets.
fn written(folder: &Path, rules: &[NamedRules]) -> Vec<Report> {
    let mut tables = TableFolder::open(folder, rules, false).unwrap();
    let reports = Plan::new(rules).solve(&|step| to_the_end(step), |named, solution, time| {
        tables.write(named, solution, time, &to_the_end)
    });
    reports.unwrap()
}

fn verified(folder: &Path, rules: &[NamedRules], depth: Depth) -> Vec<FileCheck> {
    verify_folder(folder, rules, depth, &|_, progress| to_the_end(progress)).unwrap()
}

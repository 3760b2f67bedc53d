//! Rule sets: opened, solved once, kept and given up.

use std::thread;
use std::time::Duration;

use teeko::files::TableFolder;
use teeko::rules::NamedRules;
use teeko::solving::Plan;
use teeko::work::to_the_end;
use teeko::{Error, variant};
use tempfile::TempDir;

use crate::common::{Running, start, wait_until};

/// A folder with tables.
fn tables(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let rules: Vec<NamedRules> = names.iter().map(|name| variant(name).unwrap()).collect();
    let mut tables = TableFolder::open(folder.path(), &rules, false).unwrap();
    let write = |named: &NamedRules, solution: &teeko::solve::Solution, time| {
        tables.write(named, solution, time, &to_the_end)?;
        Ok::<_, Error>(())
    };
    Plan::new(&rules)
        .solve(&|step| to_the_end(step), write)
        .unwrap();
    folder
}

fn counts(running: &Running) -> [u64; 3] {
    [
        "teeko_tables_opened_total",
        "teeko_solves_total",
        "teeko_games_kept",
    ]
    .map(|name| running.measured(name))
}

#[test]
fn answers_come_from_tables_where_there_are_some() {
    let folder = tables(&["44-ssss+4x4", "58-ssss+4x4+points"]);
    let running = start(|config| config.folders = vec!["nowhere".into(), folder.path().to_owned()]);
    let solver = start(|_| ());
    for name in ["44-ssss+4x4", "58-ssss+4x4+points"] {
        let entry = running.get(&format!("/v1/{name}")).json();
        assert!(entry["files"].as_array().unwrap().len() >= 2, "{entry}");
        assert!(
            !entry
                .to_string()
                .contains(&*folder.path().to_string_lossy())
        );
        let fresh = solver.get(&format!("/v1/{name}")).json();
        assert_eq!(
            (&entry["census"], &entry["thresholds"]),
            (&fresh["census"], &fresh["thresholds"])
        );
        let ask = format!("/v1/{name}/position?moves=6,7");
        assert_eq!(running.get(&ask).body, solver.get(&ask).body);
    }
    assert_eq!((counts(&running), counts(&solver)), ([2, 0, 2], [0, 2, 2]));
}

/// The files have the name of the rules, but not their goals.
#[test]
fn goals_in_the_request_have_no_tables() {
    let folder = tables(&["44-ssss+4x4"]);
    for (from, to) in [
        ("44+4x4.slide", "own+4x4.slide"),
        ("44-ssss+4x4.drop", "own-ssss+4x4.drop"),
    ] {
        std::fs::rename(folder.path().join(from), folder.path().join(to)).unwrap();
    }
    let running = start(|config| config.folders = vec![folder.path().to_owned()]);
    let own = running.get("/v1/own-ssss+4x4?goals=1.2.5.6");
    assert_eq!((own.status, counts(&running)), (200, [0, 1, 1]));
}

#[test]
fn tables_that_do_not_fit_in_memory_are_read_as_they_are_needed() {
    let folder = tables(&["44-ssss+4x4"]);
    let poor = start(|config| {
        config.folders = vec![folder.path().to_owned()];
        config.memory = 1;
    });
    let ask = "/v1/44-ssss+4x4/position?moves=6,7";
    assert_eq!(poor.get(ask).body, start(|_| ()).get(ask).body);
}

#[test]
fn damaged_tables_are_no_answer() {
    let folder = tables(&["44-ssss+4x4"]);
    std::fs::write(folder.path().join("44+4x4.slide"), "no table").unwrap();
    let running = start(|config| config.folders = vec![folder.path().to_owned()]);
    let answer = running.get("/v1/44-ssss+4x4");
    assert_eq!(answer.status, 500);
    assert!(
        !answer.body.contains(&*folder.path().to_string_lossy()),
        "{answer:?}"
    );
    // Once they are sound they serve.
    std::fs::remove_file(folder.path().join("44+4x4.slide")).unwrap();
    assert_eq!(running.get("/v1/44-ssss+4x4").status, 200);
}

#[test]
fn a_rule_set_is_solved_once_for_all_who_ask() {
    let running = start(|_| ());
    thread::scope(|scope| {
        for number in 0..24 {
            let running = &running;
            let name = ["44-ssss+5x4", "standard+5x4", "44-SSSS+4x5"][number % 3];
            scope.spawn(move || {
                assert_eq!(
                    running.get(&format!("/v1/{name}/position?moves=7")).status,
                    200,
                    "{name}"
                );
            });
        }
    });
    // The third is another board.
    assert_eq!(counts(&running), [0, 2, 2]);
}

#[test]
fn games_that_do_not_fit_make_room_for_each_other() {
    let ask = |running: &Running| {
        for goals in ["44", "58", "64", "78"] {
            assert_eq!(running.get(&format!("/v1/{goals}-ssss+4x4")).status, 200);
        }
        running.measured("teeko_games_kept")
    };
    let rich = start(|_| ());
    assert_eq!(ask(&rich), 4);
    let bytes = rich.measured("teeko_games_bytes");
    // A part of it is for answers.
    assert_eq!(ask(&start(|config| config.memory = bytes)), 3);
}

/// The solve would take minutes.
#[test]
fn what_is_there_does_not_wait_for_what_is_solved() {
    let running = start(|config| config.solves = 1);
    let quick = "/v1/44-ssss+4x4/position?moves=6";
    assert_eq!(running.get(quick).status, 200);
    running.wait_for_connections(0);
    let _solving = running.asking("GET /v1/44-ssss+pips", "");
    running.wait_for_connections(1);
    assert_eq!(running.get(quick).status, 200);
}

/// The first solves have the only turn.
#[test]
fn solving_ends_when_nobody_waits_for_it() {
    let running = start(|config| config.solves = 1);
    let slow = running.asking_slow();
    running.wait_for_connections(4);
    drop(slow);
    assert_eq!(running.get("/v1/44-ssss+4x4").status, 200);
    // A fast machine may have solved one before the service noticed that its client had left.
    assert!(running.measured("teeko_solves_total") <= 2);
}

/// A client that tries again after `Retry-After` waits for the same work.
#[test]
fn work_that_takes_longer_than_a_request_ends() {
    let running = start(|config| config.request_time = Duration::from_millis(50));
    let target = "/v1/44-ssss+6x5/position?moves=6";
    assert_eq!(running.get(target).status, 503);
    wait_until("the solve", || running.get(target).status == 200);
    assert_eq!(running.measured("teeko_solves_total"), 1);
}

#[test]
fn answers_of_searches_are_kept() {
    let running = start(|_| ());
    let target = "/v1/44-ssss+4x4/stats";
    let first = running.get(target);
    assert_eq!(first.status, 200);
    assert_eq!(running.get(target).body, first.body);
    assert!(running.measured("teeko_answers_bytes") > first.body.len() as u64);
}

/// However a question is written, it is the same one.
#[test]
fn the_answer_to_a_question_is_kept_once() {
    let running = start(|_| ());
    let first = running.get("/v1/44-ssss+4x4/puzzles?dtw=5&limit=3");
    let bytes = running.measured("teeko_answers_bytes");
    for same in [
        "/v1/44-ssss+4x4/puzzles?limit=3&dtw=5",
        "/v1/STANDARD+4x4/puzzles?seed=1&dtw=%35&limit=3",
    ] {
        assert_eq!(running.get(same).body, first.body, "{same}");
        assert_eq!(running.measured("teeko_answers_bytes"), bytes, "{same}");
    }
    let other = running.get("/v1/44-ssss+4x4/puzzles?dtw=5&limit=2");
    assert_ne!(other.body, first.body);
    assert!(running.measured("teeko_answers_bytes") > bytes);
}

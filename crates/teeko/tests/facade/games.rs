//! Games, for points too, from every source: a solution, tables block by block, tables decoded as a
//! whole; and folders of tables.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use teeko::answers::Report;
use teeko::files::{Depth, Reading, TableFolder};
use teeko::questions::{AtlasQuestion, CentreBans, LineQuestion, PositionQuestion};
use teeko::rules::{Circles, GoalSet, NamedRules, NamedStep, Scoring};
use teeko::solving::Plan;
use teeko::surfaces::ask;
use teeko::work::{Progress, Stopped, to_the_end};
use teeko::{Error, Game, Oracle, Position, variant};
use teeko_testing::Random;
use tempfile::TempDir;

use crate::verified;

/// Two variants with one slide phase, a third, and games for points, of which the first goes with
/// the tables of the first variant.
const NAMES: [&str; 6] = [
    "58-ssss+4x4",
    "58-pppp+4x4",
    "44-ssss+4x4",
    "58-pppp+4x4+points",
    "44-spps+4x4+pips",
    "37e-pppp+4x4+pass+pips",
];

/// Writes the tables of the games with these names to a new folder.
fn written(names: &[&str]) -> (TempDir, Vec<NamedRules>, Vec<Report>) {
    let (folder, rules) = (tempfile::tempdir().unwrap(), crate::rules(names));
    let reports = crate::written(folder.path(), &rules);
    (folder, rules, reports)
}

/// Returns a position of a layer that changes with the place; some of them are invalid, unless
/// pieces have numbers.
fn mixed_position(random: &mut Random, game: &Game, place: usize) -> Position {
    let mut position = random.position(game.board(), place % 9);
    if game.rules().scoring() == Scoring::Pips {
        return random.numbered(position);
    }
    match place % 200 {
        0 => position.turn = position.turn.other(),
        50 => position.black = Circles::from_bits(1 << 40),
        100 => position.red = position.black,
        150 => position.black = Circles::EMPTY,
        _ => {}
    }
    position
}

/// Returns the values of the moves in a position, looked up one by one.
fn values_of_moves(game: &Game, position: &Position) -> Vec<i64> {
    let mut values = Vec::new();
    if !position.fits(game.board()) {
        return values;
    }
    for played in game.rules().moves(position) {
        let after = Oracle::outcome(game, &position.after(played)).unwrap();
        values.push(after.unwrap().of_move().signed_plies());
    }
    values
}

/// Checks that a source answers questions about these positions like a solution in memory.
fn assert_same_answers(source: &Game, solved: &Game, positions: &[Position]) {
    for &position in positions {
        let question = PositionQuestion::of(position);
        let expected = solved.answer(&question).unwrap();
        assert_eq!(source.answer(&question).unwrap(), expected);
        let question = LineQuestion {
            plies: 6,
            boards: true,
            ..LineQuestion::of(position)
        };
        let expected = solved.answer(&question).unwrap();
        assert_eq!(source.answer(&question).unwrap(), expected);
    }
}

/// Valid and invalid positions, in an order that mixes layers, together and one by one, from every
/// source.
#[test]
fn all_sources_answer_alike() {
    let (folder, mut rules, _) = written(&NAMES);
    rules.push(variant("58-ssss+points+4x4").unwrap());
    let mut random = Random::new(8);
    for named in rules {
        let solved = Game::solve(&named.to_string()).unwrap();
        let mut positions = Vec::new();
        let mut alone = Vec::new();
        let mut valid = Vec::new();
        for place in 0..3000 {
            let position = mixed_position(&mut random, &solved, place);
            let value = Oracle::value(&solved, &position).unwrap();
            if value.is_some() {
                valid.push(position);
            }
            positions.push(position);
            alone.push(value);
        }
        assert!((2001..3000).contains(&valid.len()), "{}", valid.len());
        let examples: Vec<Position> = valid.into_iter().step_by(250).collect();
        let mut sources = vec![solved.clone()];
        for reading in [Reading::AsNeeded, Reading::Whole, Reading::WholeIfItFits] {
            sources.extend(Game::from_tables(&named, folder.path(), reading).unwrap());
        }
        for source in sources {
            assert_same_answers(&source, &solved, &examples);
            // As it is, laid out, and laid out again.
            for _ in 0..3 {
                assert_eq!(source.values(&positions).unwrap(), alone, "{source:?}");
                let few = &positions[..210];
                let values = source.move_values(few).unwrap();
                for (place, position) in few.iter().enumerate() {
                    let found: Vec<i64> =
                        values.of(place).iter().map(|&value| value.into()).collect();
                    assert_eq!(found, values_of_moves(&solved, position), "{position:?}");
                }
                source.expand().unwrap();
            }
        }
    }
}

#[test]
fn written_tables_pass_a_full_check() {
    let (folder, ..) = written(&NAMES);
    for check in verified(folder.path(), &[], Depth::Full) {
        assert!(check.claim.passes(), "{:?}", check.claim);
    }
}

#[test]
fn a_game_for_points_shares_the_tables_of_the_game_without() {
    let (folder, ..) = written(&["58-pppp+4x4+points"]);
    assert!(folder.path().join("58-pppp+4x4.drop").exists());
    assert!(!folder.path().join("58-pppp+4x4+points.drop").exists());
}

#[test]
fn a_game_needs_the_tables_of_all_its_thresholds() {
    let (folder, rules, _) = written(&["44-spps+4x4+pips"]);
    fs::remove_file(folder.path().join("44+4x4+pips-3.slide")).unwrap();
    let game = Game::from_tables(&rules[0], folder.path(), Reading::AsNeeded).unwrap();
    assert!(game.is_none());
}

#[test]
fn a_folder_says_of_its_files_what_was_said_of_the_solution() {
    let (folder, rules, reports) = written(&NAMES[..3]);
    let tables = TableFolder::open(folder.path(), &rules, false).unwrap();
    assert_eq!(reports.len(), rules.len());
    for (named, report) in rules.iter().zip(reports) {
        let mut found = tables.report(named).unwrap().unwrap();
        assert!(found.files.found && !report.files.found);
        found.files.found = false;
        found.seconds = report.seconds;
        assert_eq!(found, report);
    }
}

#[test]
fn the_source_of_a_claim_says_how_deep_the_check_was() {
    let (folder, ..) = written(&NAMES[..3]);
    // A slide phase that is being solved into this folder is none of its tables.
    fs::create_dir(folder.path().join("44.journal")).unwrap();
    for (depth, source) in [
        (Depth::Full, "checksums, counts, values"),
        (Depth::Sample(5000), "checksums, counts, 5,000 values"),
        (Depth::Files, "checksums, counts"),
    ] {
        let checks = verified(folder.path(), &[], depth);
        assert_eq!(checks.len(), 5);
        for check in checks {
            assert!(check.claim.passes(), "{:?}", check.claim);
            assert_eq!(check.claim.source, source);
        }
    }
}

#[test]
fn results_come_in_the_order_asked_for_repetitions_included() {
    let names = [
        "44-ssss+4x4",
        "44-ssss+4x4+knight",
        "44-pppp+4x4",
        "44-ssss+4x4",
    ];
    let asked = names.map(|name| variant(name).unwrap());
    let plan = Plan::new(&asked);
    let whats: Vec<String> = plan
        .estimates(1)
        .into_iter()
        .map(|estimate| estimate.what)
        .collect();
    assert_eq!(whats, ["44-ssss+4x4 and 2 more", "44-ssss+4x4+knight"]);
    let groups = AtomicUsize::new(0);
    let observe = |step: teeko::solving::SolvingStep<'_>| {
        assert_eq!(step.name, whats[step.group]);
        groups.fetch_max(step.group + 1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let solved = plan.solve(&observe, |named, solution, _| {
        assert_eq!(**named.rules(), *solution.rules());
        Ok::<_, Stopped>(named.clone())
    });
    assert_eq!((solved.unwrap(), groups.into_inner()), (asked.to_vec(), 2));
}

#[test]
fn names_that_stand_for_files_are_refused_where_only_variants_are_looked_at() {
    let error = Game::solve("@/etc/passwd-ssss").unwrap_err();
    assert!(
        matches!(error, Error::Name(_) | Error::NoVariant(_)),
        "{error}"
    );
    let error = Game::open("@rules.toml-ssss", Path::new(".")).unwrap_err();
    assert!(matches!(error, Error::NoVariant(_)), "{error}");
}

#[test]
fn what_cannot_be_answered_says_why() {
    let game = Game::solve("44-ssss+4x4").unwrap();
    let stop = |_| ControlFlow::Break(());
    let other = Game::solve("44-ssss+4x5").unwrap();
    let missing = Game::open("44-ssss", Path::new("no/such/folder")).unwrap_err();
    let no_tables = "44-ssss: no tables: expected 44.slide and 44-ssss.drop in no/such/folder";
    for (error, part) in [
        (game.certificate(None).unwrap_err(), "draw"),
        (game.proof(1, &stop).unwrap_err(), &*Stopped.to_string()),
        (
            game.certificate_of_no_more(0, &to_the_end).unwrap_err(),
            "expected a game for points",
        ),
        (
            ask("diff", vec![], None, &[game.clone(), other], &to_the_end).unwrap_err(),
            "board",
        ),
        (missing, no_tables),
    ] {
        assert!(error.to_string().contains(part), "{error}");
    }
    let off_board = Position {
        black: Circles::from_bits(1 << 29),
        ..Position::EMPTY
    };
    assert!(game.value(&off_board).is_err() && game.outcome(&off_board).unwrap().is_none());
}

/// The slide file for 4 points in the place of that for 3 is of other points.
#[test]
fn a_file_of_other_points_does_not_pass() {
    let (folder, ..) = written(&NAMES[4..5]);
    let [three, four] =
        [3, 4].map(|points| folder.path().join(format!("44+4x4+pips-{points}.slide")));
    fs::copy(&four, &three).unwrap();
    let mut checks = verified(folder.path(), &[], Depth::Full);
    checks.retain(|check| !check.claim.passes());
    let failed: Vec<&str> = checks.iter().map(|check| check.claim.id.as_str()).collect();
    assert_eq!(failed, ["44+4x4+pips-3.slide", "44-spps+4x4+pips-3.drop"]);
    let found = &checks[0].claim.found;
    assert!(found.contains("points: expected 3, found 4"), "{found}");
}

/// All stages of all groups count in one unit, so the share done never goes back and has no leap.
#[test]
fn progress_counts_the_whole_work() {
    let names = [
        "44-ssss+4x4",
        "44-pppp+4x4",
        "58-ssss+4x4+points",
        "44-ssss+4x4+pips",
        "44-pppp+4x4+pips",
    ];
    let rules = names.map(|name| variant(name).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut tables = TableFolder::open(folder.path(), &rules, false).unwrap();
    let told = Mutex::new(Vec::new());
    let observe = |step: teeko::solving::SolvingStep<'_>| {
        told.lock().unwrap().push(step.progress);
        ControlFlow::Continue(())
    };
    let write = |new: teeko::solving::Solved<'_>| new.write(&mut tables, &to_the_end);
    Plan::for_tables(&rules).results(&observe, write).unwrap();
    assert_goes_on(&told.into_inner().unwrap(), 0.25);

    let told = Mutex::new(Vec::new());
    let observe = |_: &str, progress| {
        told.lock().unwrap().push(progress);
        ControlFlow::Continue(())
    };
    teeko::files::verify_folder(folder.path(), &[], teeko::files::Depth::Full, &observe).unwrap();
    let verified = std::mem::take(&mut *told.lock().unwrap());
    let files = std::fs::read_dir(folder.path()).unwrap().flatten();
    let bytes: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
    assert_eq!(verified[0].total, bytes);
    assert_goes_on(&verified, 0.5);

    let question = AtlasQuestion {
        goals: vec![GoalSet::Goals44, GoalSet::Goals58],
        plans: vec!["ssss".parse().unwrap()],
        board: Some("4x4".parse().unwrap()),
        steps: vec![NamedStep::King],
        no_centre: CentreBans::No,
        points: true,
        sixteen: false,
    };
    question.solve(&observe).unwrap();
    assert_goes_on(&told.into_inner().unwrap(), 0.25);
}

/// Checks that progress rises from the beginning nearly to the end, by at most this share at once.
fn assert_goes_on(told: &[Progress], most: f64) {
    let mut reached = 0.0;
    for progress in told {
        let share = progress.done as f64 / progress.total as f64;
        assert_eq!(progress.total, told[0].total);
        assert!(
            share <= (reached + most).min(1.0),
            "{share} after {reached}: {told:?}"
        );
        // Threads may report out of order.
        reached = share.max(reached);
    }
    assert!(reached >= 1.0 - most, "{reached}: {told:?}");
}

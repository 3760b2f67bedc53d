//! Games, for points too, whatever their source: a solution, tables block by block, tables decoded
//! as a whole; and folders of tables.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use teeko::rules::Circles;
use teeko::work::{Stopped, to_the_end};
use teeko::{
    Depth, Error, ErrorKind, FileFault, Game, NamedRules, Oracle, Plan, Position, Reading, Report,
    RulesName, TableFolder, load, variant,
};
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

/// Writes the tables of the games with these names in a folder of their own.
fn written(names: &[&str]) -> (TempDir, Vec<NamedRules>, Vec<Report>) {
    let (folder, rules) = (tempfile::tempdir().unwrap(), crate::rules(names));
    let reports = crate::written(folder.path(), &rules);
    (folder, rules, reports)
}

#[test]
fn all_sources_answer_alike() {
    let (folder, rules, _) = written(&NAMES);
    let mut random = Random::new(8);
    for named in rules {
        let solved = Game::solve(&named.to_string()).unwrap();
        let read = |reading| Game::from_tables(&named, folder.path(), reading).unwrap().unwrap();
        let others = [
            read(Reading::AsNeeded),
            read(Reading::Whole),
            read(Reading::WholeIfItFits),
            Game::open(solved.name(), folder.path()).unwrap(),
        ];
        let mut values = BTreeSet::new();
        for number in 0..60 {
            let mut position = Position::EMPTY;
            for played in random.game(solved.rules(), 30) {
                position = position.after(played);
                let value = solved.value(&position).unwrap();
                for other in &others {
                    assert_eq!(other.value(&position).unwrap(), value, "{named} {position:?}");
                }
                values.insert(value.score);
            }
            if number % 6 != 0 {
                continue;
            }
            for other in &others {
                assert_eq!(other.query(&position).unwrap(), solved.query(&position).unwrap());
                let [found, expected] =
                    [other, &solved].map(|game| game.best_line(&position, 6).unwrap());
                assert_eq!(found, expected);
            }
        }
        assert!(values.len() > 2, "{named}: {values:?}");
    }
    for check in verified(folder.path(), &[], Depth::Full) {
        assert_eq!(check.fault, None, "{:?}", check.claim);
    }
    // The plain game's tables are those of the variant without points.
    assert!(!folder.path().join("58-pppp+4x4+points.drop").exists());
    fs::remove_file(folder.path().join("44+4x4+pips-3.slide")).unwrap();
    let numbered = variant("44-spps+4x4+pips").unwrap();
    let game = Game::from_tables(&numbered, folder.path(), Reading::AsNeeded).unwrap();
    assert!(game.is_none(), "a threshold is missing");
}

/// Positions and what is none, in an order that mixes layers, together and one by one, from every
/// source.
#[test]
fn many_positions_have_the_values_of_each() {
    let (folder, rules, _) = written(&NAMES[..3]);
    let mut random = Random::new(7);
    for named in rules.into_iter().chain([variant("58-ssss+points+4x4").unwrap()]) {
        let solved = Game::solve(&named.to_string()).unwrap();
        let mut positions: Vec<Position> =
            (0..3000).map(|place| random.position(solved.board(), place % 9)).collect();
        for place in (0..positions.len()).step_by(50) {
            let position = &mut positions[place];
            match place % 4 {
                0 => position.turn = position.turn.other(),
                1 => position.black = Circles::from_bits(1 << 40),
                2 => position.red = position.black,
                _ => position.black = Circles::EMPTY,
            }
        }
        let alone: Vec<_> =
            positions.iter().map(|position| solved.outcome(position).unwrap()).collect();
        let known = alone.iter().flatten().count();
        assert!(known > 2000 && known < 3000, "{known}");
        let read = |reading| Game::from_tables(&named, folder.path(), reading).unwrap();
        let sources =
            [Reading::AsNeeded, Reading::Whole].into_iter().filter_map(read).chain([solved]);
        for source in sources {
            // As it is, laid out, and laid out again.
            for _ in 0..3 {
                assert_eq!(source.outcomes(&positions).unwrap(), alone, "{source:?}");
                source.expand().unwrap();
            }
        }
    }
}

#[test]
fn a_folder_says_of_its_files_what_was_said_of_the_solution() {
    let (folder, rules, reports) = written(&NAMES[..3]);
    let tables = TableFolder::open(folder.path(), &rules, false).unwrap();
    assert_eq!(reports.len(), rules.len());
    for (named, report) in rules.iter().zip(reports) {
        let mut found = tables.report(named).unwrap().unwrap();
        assert_eq!((found.files.found, report.files.found), (true, false));
        (found.files.found, found.seconds) = (false, report.seconds);
        assert_eq!(found, report);
    }
    // A slide phase that is being solved into this folder is none of its tables.
    fs::create_dir(folder.path().join("44.journal")).unwrap();
    for (depth, source) in
        [(Depth::Full, ", values"), (Depth::Sample(5000), ", 5,000 values"), (Depth::Files, "")]
    {
        let checks = verified(folder.path(), &[], depth);
        assert_eq!(checks.len(), 5);
        assert!(checks.iter().all(|check| check.fault.is_none()), "{checks:?}");
        assert!(
            checks.iter().all(|check| check.claim.source == format!("checksums, counts{source}")),
            "{checks:?}"
        );
    }

    let mut bytes = fs::read(folder.path().join("44-ssss+4x4.drop")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(folder.path().join("44-ssss+4x4.drop"), bytes).unwrap();
    let checks = verified(folder.path(), &rules[2..], Depth::Files);
    let faults: Vec<_> = checks.iter().map(|check| check.fault).collect();
    assert_eq!(faults, [None, Some(FileFault::Corrupt)]);
    let error = TableFolder::open(folder.path(), &rules, false).unwrap_err();
    assert!(matches!(error, Error::Table(_)), "{error}");
    let error = Game::from_tables(&rules[2], folder.path(), Reading::Whole).unwrap_err();
    assert!(matches!(error, Error::Source(_)) && error.kind() == ErrorKind::Damaged, "{error}");
}

#[test]
fn results_come_in_the_order_asked_for_repetitions_included() {
    let names = ["44-ssss+4x4", "44-ssss+4x4+knight", "44-pppp+4x4", "44-ssss+4x4"];
    let asked = names.map(|name| variant(name).unwrap());
    let plan = Plan::new(&asked);
    let whats: Vec<String> = plan.estimates(1).into_iter().map(|estimate| estimate.what).collect();
    assert_eq!(whats, ["44-ssss+4x4 and 2 more", "44-ssss+4x4+knight"]);
    let groups = AtomicUsize::new(0);
    let observe = |step: teeko::SolvingStep<'_>| {
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
    assert!(matches!(error, Error::Name(_) | Error::NoVariant(_)), "{error}");
    let error = Game::open("@rules.toml-ssss", std::path::Path::new(".")).unwrap_err();
    assert!(matches!(error, Error::NoVariant(_)), "{error}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corners.toml");
    fs::write(&path, "goals = [[1, 4, 13, 16]]\n").unwrap();
    let name: RulesName = format!("@{}-ssss+4x4", path.display()).parse().unwrap();
    let named = load(&name).unwrap();
    assert_eq!((named.rules().goals().patterns().len(), named.name()), (1, &name));
    fs::write(&path, "goals = [[1, 4, 13, 17]]\n").unwrap();
    assert!(load(&name).unwrap_err().to_string().contains("corners.toml, line 1: "));
    fs::remove_file(&path).unwrap();
    assert!(matches!(load(&name), Err(Error::RuleFile(_))));
}

/// A goal of a game for points comes with its price, and the rules of other games are written as
/// ever.
#[test]
fn what_an_export_says_of_its_rules_knows_points() {
    let rules = |name: &str| -> serde_json::Value {
        serde_json::from_str(&Game::solve(name).unwrap().provenance().rules).unwrap()
    };
    let plain = rules("58-ssss+4x4");
    assert_eq!(
        (&plain["goals"][0], plain.get("scoring")),
        (&serde_json::json!([1, 2, 3, 4]), None)
    );
    let scored = rules("58-ssss+4x4+points");
    assert_eq!(scored["goals"][0], serde_json::json!({"circles": [1, 2, 3, 4], "points": 4}));
    assert_eq!(scored["scoring"], "points");
    let open = rules("37e-ssss+4x4+points");
    let square = serde_json::json!({"circles": [1, 3, 9, 11], "empty": [6], "points": 2});
    assert!(open["goals"].as_array().unwrap().contains(&square), "{open}");
    // What tables of the plain game hold is not all there is to say.
    assert_eq!(Game::solve("58-ssss+4x4+points").unwrap().provenance().content_hashes, None);
}

#[test]
fn what_cannot_be_answered_says_why() {
    let game = Game::solve("44-ssss+4x4").unwrap();
    let drawn = game.certificate().unwrap_err();
    assert!(matches!(drawn, Error::Drawn(_)), "{drawn}");
    let stopped = game.proof(1, &|_| ControlFlow::Break(())).unwrap_err();
    assert_eq!(stopped.to_string(), Stopped.to_string());
    let proof = game.proof(1, &to_the_end).unwrap();
    assert!(matches!(&proof, teeko::certificate::Proof::Draw(draw) if draw.check().is_ok()));
    let refused = game.certificate_of_no_more(0, &to_the_end).unwrap_err();
    assert!(refused.to_string().contains("expected a game for points"), "{refused}");
    let other = Game::solve("44-ssss+4x5").unwrap();
    let different = game.difference(&other, 1, &to_the_end).unwrap_err();
    assert!(matches!(different, Error::DifferentBoards { .. }), "{different}");
    let stopped = game.survey(1, &|_| ControlFlow::Break(())).unwrap_err();
    assert_eq!(stopped.to_string(), Stopped.to_string());
    let off_board = Position {
        black: [30].into_iter().filter_map(teeko::rules::Circle::from_number).collect(),
        ..Position::EMPTY
    };
    assert!(game.value(&off_board).is_err() && game.outcome(&off_board).unwrap().is_none());
    let missing = Game::open("44-ssss", std::path::Path::new("no/such/folder")).unwrap_err();
    assert!(
        missing.to_string().starts_with(
            "44-ssss: no tables: expected 44.slide and 44-ssss.drop in no/such/folder"
        ),
        "{missing}"
    );
}

/// Whatever is changed in a file of a threshold game, it does not pass; and nobody panics.
#[test]
fn a_changed_file_does_not_pass() {
    let (folder, ..) = written(&NAMES[3..]);
    let mut random = Random::new(21);
    for (name, beside) in [
        ("44+4x4+pips-3.slide", None),
        ("44-spps+4x4+pips-3.drop", Some("44+4x4+pips-3.slide")),
        ("58+4x4+points-3.slide", None),
    ] {
        let alone = tempfile::tempdir().unwrap();
        for name in [Some(name), beside].into_iter().flatten() {
            fs::copy(folder.path().join(name), alone.path().join(name)).unwrap();
        }
        let path = alone.path().join(name);
        let whole = fs::read(&path).unwrap();
        let header = u32::from_le_bytes(whole[12..16].try_into().unwrap()) as usize;
        let fault = || {
            let checks = verified(alone.path(), &[], Depth::Files);
            checks.into_iter().find(|check| check.claim.id == name).unwrap().fault
        };
        assert_eq!(fault(), None);
        for number in 0..300 {
            let place = if number < 200 { number } else { random.below(whole.len()) };
            let mut changed = whole.clone();
            changed[place] ^= 1 << random.below(8);
            // Whoever changes a header may sign it anew. What it then says of the block length is
            // not wrong by itself.
            if place + 4 < header && number % 2 == 0 && !(32..40).contains(&place) {
                let checksum = crc32fast::hash(&changed[..header - 4]);
                changed[header - 4..header].copy_from_slice(&checksum.to_le_bytes());
            }
            fs::write(&path, &changed).unwrap();
            assert!(fault().is_some(), "{name}, byte {place}");
        }
    }
}

/// A wrong value in a table is found by what the next positions say.
#[test]
fn a_wrong_value_is_found_by_a_full_verification() {
    let (folder, ..) = written(&NAMES[3..]);
    // The drop file for 4 points in the place of that for 3, and its slide file too, would be of
    // other points: their own names say so.
    let [three, four] =
        [3, 4].map(|points| folder.path().join(format!("44+4x4+pips-{points}.slide")));
    fs::copy(&four, &three).unwrap();
    let checks = verified(folder.path(), &[], Depth::Full);
    let failed: Vec<&str> = checks
        .iter()
        .filter(|check| check.fault.is_some())
        .map(|check| check.claim.id.as_str())
        .collect();
    assert_eq!(failed, ["44+4x4+pips-3.slide", "44-spps+4x4+pips-3.drop"]);
    let claim = &checks.iter().find(|check| check.claim.id == failed[0]).unwrap().claim;
    assert!(claim.found.contains("points: expected 3, found 4"), "{claim:?}");
}

//! Folders with the tables of all threshold games of a rule set.

use std::fs;
use std::path::Path;

use teeko_rules::{NamedRules, Oracle, Side};
use teeko_solve::{AttackSolution, Solution, ThresholdSolution, solve};
use teeko_table::{Description, Row, TableName, encode, open_scored_tables};
use teeko_testing::{Random, SMALL_BLOCKS, encode_both, open};

use crate::attack::values_of;

fn named(variant: &str) -> NamedRules {
    NamedRules::of_variant(variant.parse().expect("a variant")).expect("its rules")
}

/// Returns the bytes of both files of an attack on some points.
fn encode_attack(solution: &Solution, attack: &AttackSolution, points: u8) -> (Vec<u8>, Vec<u8>) {
    let (rules, census) = (solution.rules(), attack.census());
    let values = |row: &Row| values_of(attack, row);
    let description = Description::slide(rules, &census).of_attack(points);
    let slide = encode(&description, SMALL_BLOCKS, &values).expect("a slide file");
    let hash = open(slide.clone()).header().content_hash;
    let description = Description::drop(rules, hash, &census).of_attack(points);
    let drop = encode(&description, SMALL_BLOCKS, &values).expect("a drop file");
    (slide, drop)
}

/// Writes the files of all threshold games, and returns their names.
fn write_all(folder: &Path, named: &NamedRules, solution: &Solution) -> Vec<String> {
    let mut games = vec![(None, encode_both(solution, SMALL_BLOCKS))];
    for (points, game) in solution.for_more() {
        let files = match game {
            ThresholdSolution::Goals(game) => encode_both(game, SMALL_BLOCKS),
            ThresholdSolution::Attack(attack) => encode_attack(solution, attack, *points),
        };
        games.push((Some(*points), files));
    }
    let mut files = Vec::new();
    for (points, (slide, drop)) in games {
        let rules = named.name().clone();
        let name = TableName { rules, points };
        for (name, bytes) in [(name.slide_file(), slide), (name.drop_file(), drop)] {
            fs::write(folder.join(&name), bytes).expect("a file");
            files.push(name);
        }
    }
    files
}

#[test]
fn a_game_for_points_has_the_tables_of_all_its_thresholds_or_none() {
    for variant in ["58-ssss+4x4+points", "44-ssss+4x4+pips"] {
        let folder = tempfile::tempdir().expect("a folder");
        let named = named(variant);
        let solution = solve(named.rules());
        let files = write_all(folder.path(), &named, &solution);

        let tables = || open_scored_tables(folder.path(), &named, |_| 0).expect("sound files");
        let table = tables().expect("all files");
        let mut random = Random::new(8);
        for number in 0..400 {
            let position = random.open_position(named.rules(), number % 9);
            for points in named.rules().thresholds() {
                let found = table.forces(Side::Black, points, &position).unwrap();
                let expected = solution.forces(Side::Black, points, &position).unwrap();
                assert_eq!(found, expected, "{points} points: {position:?}");
            }
        }
        for name in files {
            let path = folder.path().join(&name);
            let aside = folder.path().join("aside");
            fs::rename(&path, &aside).expect("a file less");
            assert!(tables().is_none(), "{name}");
            fs::rename(&aside, &path).expect("the file again");
        }
    }
}

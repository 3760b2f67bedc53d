//! Tables of every kind: content hashes, censuses and a thousand values as in
//! `golden/tables.jsonl`, with some certificates and exports.
//!
//! On boards up to 4 x 5 the files are written, opened and asked as users do, and everything is
//! compared with the reference solver too. Elsewhere the values have to follow from those of the
//! next positions. Exhaustive tests also compare content hashes of larger boards, the boards 4 x 7
//! and 6 x 6, and with the reference solver all boards up to 4 x 7. That one does not know numbered
//! pieces. `RECORD_GOLDEN=1` writes the data, which has to pass the same comparisons.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use teeko::Game;
use teeko::answers::Check;
use teeko::certificate::Proof;
use teeko::export::{Condition, ExportRequest, Positions, Selection, format_named};
use teeko::files::{Reading, TableFolder, load};
use teeko::rules::NamedRules;
use teeko::solve::{Solution, ThresholdSolution};
use teeko::solving::Plan;
use teeko::work::to_the_end;
use teeko_index::{Census, Class};
use teeko_rules::{Oracle, PIECES, Position, Rules, Scoring, Side, Value};
use teeko_table::{ContentHash, Description, TableFile, TableName, content_hash, row_values};
use teeko_testing::contract::sha256;
use teeko_testing::{Random, names};

use crate::golden_data::{is_recording, lines, record};
use crate::one_ply::{expected, expected_forces};
use crate::reference::Reference;

const FILE: &str = "tables.jsonl";

/// The number of positions in a sample.
const SAMPLE: usize = 1_000;

/// Whether the tests take minutes.
const EXHAUSTIVE: bool = cfg!(feature = "exhaustive");

/// The most circles of boards whose files are written.
const MOST_WRITTEN: usize = 20;

/// The most circles of boards that the tests solve.
const MOST_SOLVED: usize = if EXHAUSTIVE { 36 } else { 25 };

/// The most circles of boards that the reference solver solves.
const MOST_COMPARED: usize = if EXHAUSTIVE { 28 } else { 20 };

/// The layers of a slide file and of a drop file.
const LAYERS: [RangeInclusive<usize>; 2] = [2 * PIECES..=2 * PIECES, 0..=2 * PIECES - 1];

/// The tables of a rule set: a line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    /// A variant, or a rule file with its options.
    rules: String,
    /// The table files by name: those of the plain game, then those of each number of points.
    files: BTreeMap<String, GoldenFile>,
    /// The values of random positions of layers 1 to 8 in turn, as in a census. In games for points
    /// the number of points comes first: `3W5`.
    sample: String,
    /// What the check of a certificate finds, and the SHA-256 of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certificate: Option<Json>,
    /// The SHA-256 of exports of all layers, by format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    exports: BTreeMap<String, String>,
}

/// A table file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenFile {
    content_hash: Option<String>,
    /// Of files that the test writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes_per_value: Option<usize>,
    /// By layer, the number of positions of each class: `W3` is won and `L2` lost in 3 and 2 plies,
    /// `D` drawn, `N` drawn without a move, `I` impossible.
    census: BTreeMap<usize, String>,
}

fn class_name(class: Class) -> String {
    match class {
        Class::Draw => "D".to_owned(),
        Class::NoMove => "N".to_owned(),
        Class::Impossible => "I".to_owned(),
        Class::Win(plies) => format!("W{plies}"),
        Class::Loss(plies) => format!("L{plies}"),
    }
}

/// Returns a value as samples have it; `None` is a position whose side to move already has a goal.
fn value_name(scoring: Scoring, value: Option<Value>) -> String {
    let Some(value) = value else {
        return class_name(Class::Impossible);
    };
    let name = class_name(value.outcome.into());
    if scoring == Scoring::Goals || value.score == 0 {
        name
    } else {
        format!("{}{name}", value.score.abs())
    }
}

fn census_text(census: &Census, layers: &RangeInclusive<usize>) -> BTreeMap<usize, String> {
    let mut texts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let entries = census
        .entries()
        .filter(|(layer, ..)| layers.contains(layer));
    for (layer, class, positions) in entries {
        texts
            .entry(layer)
            .or_default()
            .push(format!("{} {positions}", class_name(class)));
    }
    texts
        .into_iter()
        .map(|(layer, classes)| (layer, classes.join(", ")))
        .collect()
}

/// Returns the positions of a sample.
fn sample(rules: &Rules) -> Vec<Position> {
    let mut random = Random::new(1945);
    let position = |number| {
        let position = random.position_of_any_side(rules.board(), 1 + number % (2 * PIECES));
        if rules.scoring() == Scoring::Pips {
            random.numbered(position)
        } else {
            position
        }
    };
    (0..SAMPLE).map(position).collect()
}

/// Returns the names of the slide file and the drop file of each number of points, the plain game's
/// first.
fn file_names(named: &NamedRules) -> Vec<[String; 2]> {
    let thresholds = named.rules().thresholds().into_iter().enumerate();
    let tables = thresholds.map(|(number, points)| {
        let points = (number > 0).then_some(points);
        TableName {
            rules: named.name().plain(),
            points,
        }
    });
    tables
        .map(|name| [name.slide_file(), name.drop_file()])
        .collect()
}

/// Returns the content hashes of the slide file and the drop file with the values of an oracle.
fn hashes<O: Oracle + Sync>(oracle: &O, census: &Census) -> [ContentHash; 2] {
    let hash = |description: &Description| {
        content_hash(description, &|row| row_values(oracle, row)).expect("values")
    };
    let slide = hash(&Description::slide(oracle.rules(), census));
    [
        slide,
        hash(&Description::drop(oracle.rules(), slide, census)),
    ]
}

/// Whether the content hashes of the tables of these rules are computed, which takes seconds on
/// 5 x 5.
fn is_hashed(named: &NamedRules) -> bool {
    named.board().circle_count() <= MOST_WRITTEN || EXHAUSTIVE
}

/// Returns what the files of a solution would contain, without writing them.
fn unwritten(named: &NamedRules, solved: &Solution) -> BTreeMap<String, GoldenFile> {
    let for_more = solved.for_more().iter().map(|(_, game)| match game {
        ThresholdSolution::Goals(game) => &**game,
        ThresholdSolution::Attack(_) => panic!("{named}: files of attacks are written"),
    });
    let games: Vec<&Solution> = std::iter::once(solved).chain(for_more).collect();
    let of_games = file_names(named);
    assert_eq!(of_games.len(), games.len(), "{named}");
    let files = of_games.into_iter().zip(games).flat_map(|(pair, game)| {
        let hashes = is_hashed(named).then(|| hashes(game, &game.census()));
        std::array::from_fn::<_, 2, _>(|place| {
            let census = census_text(&game.census(), &LAYERS[place]);
            let content_hash = hashes.map(|hashes| hashes[place].to_string());
            (
                pair[place].clone(),
                GoldenFile {
                    content_hash,
                    bytes_per_value: None,
                    census,
                },
            )
        })
    });
    files.collect()
}

impl Golden {
    /// Returns what the files of a solution contain, with a certificate and exports of the same
    /// kinds as these.
    fn of(&self, named: &NamedRules, solved: &Solution) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (game, files) = if named.board().circle_count() <= MOST_WRITTEN {
            written(named, solved, folder.path())
        } else {
            let game = Game::of_solution(named.clone(), solved.clone());
            (game, unwritten(named, solved))
        };
        let values = game.values(&sample(named.rules())).expect("sound tables");
        let name = |value| value_name(named.rules().scoring(), value);
        let values: Vec<String> = values.into_iter().map(name).collect();
        let export = |format: &String| {
            let request = ExportRequest {
                format: format_named(format).expect("a format"),
                is_compressed: false,
                selection: Selection {
                    layers: 0..2 * PIECES + 1,
                    positions: Positions::Orbits,
                    condition: Condition::default(),
                },
                columns: None,
                moves: false,
            };
            let path = folder.path().join("export");
            game.export_file(&request, &path, true, &to_the_end)
                .expect("an export");
            (format.clone(), sha256(&fs::read(path).expect("an export")))
        };
        Self {
            rules: self.rules.clone(),
            files,
            sample: values.join(" "),
            certificate: self.certificate.as_ref().map(|_| certificate(&game)),
            exports: self.exports.keys().map(export).collect(),
        }
    }

    /// Asserts that hashes, censuses and the sample are those of the reference solver.
    fn assert_reference(&self, named: &NamedRules) {
        let reference = Reference::solve(named.rules());
        let positions = sample(named.rules());
        assert_eq!(self.sample.split(' ').count(), positions.len());
        for (position, found) in positions.iter().zip(self.sample.split(' ')) {
            let value = reference.value(position).unwrap();
            let expected = value_name(named.rules().scoring(), value);
            assert_eq!(found, expected, "{named}: {position:?}");
        }
        let of_games = file_names(named);
        let games = reference.games();
        assert_eq!(
            (self.files.len(), of_games.len()),
            (2 * games.len(), games.len())
        );
        for (pair, game) in of_games.iter().zip(games) {
            let hashes = hashes(game, &game.census);
            for ((name, hash), layers) in pair.iter().zip(hashes).zip(LAYERS) {
                let found = &self.files[name];
                assert_eq!(found.content_hash, Some(hash.to_string()), "{name}");
                assert_eq!(found.census, census_text(&game.census, &layers), "{name}");
            }
        }
    }

    /// Asserts that what was found is golden.
    fn assert_found(&self, named: &NamedRules, found: &Self) {
        let of_sample = sample(named.rules());
        let [expected, values] = [self, found].map(|golden| golden.sample.split(' '));
        for ((position, value), expected) in of_sample.into_iter().zip(values).zip(expected) {
            assert_eq!(value, expected, "{named}: {position:?}");
        }
        let mut expected = self.clone();
        if !is_hashed(named) {
            expected
                .files
                .values_mut()
                .for_each(|file| file.content_hash = None);
        }
        assert_eq!(found, &expected);
    }

    /// Asserts that the values of the sample follow from those of the next positions, and that the
    /// images of a position have its value.
    fn assert_next_positions(named: &NamedRules, solved: &Solution) {
        let symmetries = named.rules().symmetries();
        for position in sample(named.rules()) {
            let found = solved.outcome(&position);
            assert_eq!(found, expected(solved, &position), "{named}: {position:?}");
            for symmetry in symmetries.elements() {
                let image = position.image(symmetry);
                assert_eq!(solved.outcome(&image), found, "{named}: {image:?}");
            }
            for (points, _) in solved.for_more() {
                for side in [Side::Black, Side::Red] {
                    let found = solved.forces(side, *points, &position).unwrap();
                    let expected = expected_forces(solved, side, *points, &position);
                    assert_eq!(found, expected, "{named}, {side}, {points}: {position:?}");
                }
            }
        }
    }
}

/// Writes the files of a solution. Returns the game that answers from them, and what they contain.
fn written(
    named: &NamedRules,
    solved: &Solution,
    folder: &Path,
) -> (Game, BTreeMap<String, GoldenFile>) {
    let mut tables =
        TableFolder::open(folder, std::slice::from_ref(named), false).expect("a folder");
    tables
        .write(named, solved, Duration::ZERO, &to_the_end)
        .expect("tables");
    let file = |name: String| {
        let file = TableFile::open_path(&folder.join(&name)).expect("a table file");
        let header = file.header();
        let golden = GoldenFile {
            content_hash: Some(header.content_hash.to_string()),
            bytes_per_value: Some(header.value_width),
            census: census_text(&header.description.census, &(0..=2 * PIECES)),
        };
        (name, golden)
    };
    let files = names(folder).into_iter().map(file).collect();
    let game = Game::from_tables(named, folder, Reading::AsNeeded).expect("sound tables");
    (game.expect("tables of the rules"), files)
}

/// Checks the certificate of the game's value. Returns what it says and what the check found.
fn certificate(game: &Game) -> Json {
    let proof = game.proof(1, &to_the_end).expect("a certificate");
    let bytes = proof.to_bytes();
    let read = Proof::read(&bytes).expect("a certificate");
    let check = Check::new(String::new(), read, &to_the_end).expect("memory");
    assert!(check.result.is_ok(), "{}: {:?}", game.name(), check.result);
    json!({"sha256": sha256(&bytes), "check": check})
}

#[test]
fn tables_are_those_of_the_golden_data() {
    let mut all: Vec<Golden> = lines(FILE);
    assert!(
        EXHAUSTIVE || !is_recording(),
        "record with --features exhaustive"
    );
    let plain = ["spsp", "psps", "spsp+knight", "psps+knight"];
    let is_solved = |(number, named): &(usize, NamedRules)| {
        // The standard board has two plans of each goal set with two steps; a third of them will
        // do.
        let name = named.to_string();
        let is_left = name
            .split_once('-')
            .is_some_and(|(_, rest)| plain.contains(&rest));
        named.board().circle_count() <= MOST_SOLVED
            && (EXHAUSTIVE || !is_left || number.is_multiple_of(3))
    };
    let rules = all
        .iter()
        .map(|golden| load(&golden.rules.parse().expect("a name")));
    let rules = rules
        .map(|named| named.expect("rules"))
        .enumerate()
        .filter(is_solved);
    let rules: Vec<NamedRules> = rules.map(|(_, named)| named).collect();
    let mut compared = 0;
    let result: Result<Vec<()>, teeko::work::Stopped> =
        Plan::new(&rules).solve(&|_| to_the_end(()), |named, solved, _| {
            let golden = all
                .iter_mut()
                .find(|golden| golden.rules == named.to_string())
                .expect("the rules of a line");
            let found = golden.of(named, solved);
            // The reference solver does not know numbered pieces.
            let is_known = named.rules().scoring() != Scoring::Pips;
            if is_known && named.board().circle_count() <= MOST_COMPARED {
                found.assert_reference(named);
            } else {
                Golden::assert_next_positions(named, solved);
            }
            if is_recording() {
                *golden = found;
            } else {
                golden.assert_found(named, &found);
            }
            compared += 1;
            Ok(())
        });
    result.expect("nothing stops it");
    assert_eq!(compared, rules.len());
    assert_eq!(
        all.len() - compared,
        if EXHAUSTIVE { 0 } else { 19 },
        "those left out, 4 x 7 and 6 x 6"
    );
    assert!(
        all.iter()
            .any(|golden| golden.certificate.is_some() && !golden.exports.is_empty())
    );
    if is_recording() {
        record(FILE, &all);
    }
}

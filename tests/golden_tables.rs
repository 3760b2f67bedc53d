//! Tables of every kind: content hashes, censuses and a thousand values as in
//! `golden/tables.jsonl`, with some certificates and exports.
//!
//! On boards up to 4 x 5 the files are written, opened and asked as users do, and everything is
//! compared with the reference solver too. Elsewhere the values have to follow from those of the
//! next positions. Exhaustive tests also compare content hashes of larger boards, the boards 4 x 7
//! and 6 x 6, and with the reference solver all boards up to 4 x 7. That one does not know numbered
//! pieces. `RECORD_GOLDEN=1` writes the data, which has to pass the same comparisons.

use std::collections::BTreeMap;
use std::fmt::Write as _;
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
use teeko::work::{Stopped, to_the_end};
use teeko_index::{Census, Class};
use teeko_rules::{Oracle, PIECES, Position, Rules, Scoring, Side, Value};
use teeko_table::{ContentHash, Description, TableFile, TableName, content_hash, row_values};
use teeko_testing::contract::sha256;
use teeko_testing::{Random, names};

use crate::golden_data::{is_recording, lines, record};
use crate::reference::Reference;
use teeko_testing::one_ply::{expected, expected_forces};

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
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    for (layer, class, positions) in census.entries() {
        if !layers.contains(&layer) {
            continue;
        }
        let text = texts.entry(layer).or_default();
        if !text.is_empty() {
            text.push_str(", ");
        }
        write!(text, "{} {positions}", class_name(class)).expect("a text");
    }
    texts
}

/// Returns the positions of a sample.
fn sample(rules: &Rules) -> Vec<Position> {
    let mut random = Random::new(1945);
    let mut positions = Vec::with_capacity(SAMPLE);
    for number in 0..SAMPLE {
        let layer = 1 + number % (2 * PIECES);
        let mut position = random.position_of_any_side(rules.board(), layer);
        if rules.scoring() == Scoring::Pips {
            position = random.numbered(position);
        }
        positions.push(position);
    }
    positions
}

/// Returns the names of the slide file and the drop file of each number of points, the plain game's
/// first.
fn file_names(named: &NamedRules) -> Vec<[String; 2]> {
    let mut pairs = Vec::new();
    for (number, points) in named.rules().thresholds().into_iter().enumerate() {
        let is_plain = number == 0;
        let name = TableName {
            rules: named.name().plain(),
            points: if is_plain { None } else { Some(points) },
        };
        pairs.push([name.slide_file(), name.drop_file()]);
    }
    pairs
}

/// Returns the content hashes of the slide file and the drop file with the values of an oracle.
fn hashes<O: Oracle + Sync>(oracle: &O, census: &Census) -> [ContentHash; 2] {
    let slide = hash(oracle, &Description::slide(oracle.rules(), census));
    let drop = hash(oracle, &Description::drop(oracle.rules(), slide, census));
    [slide, drop]
}

fn hash<O: Oracle + Sync>(oracle: &O, description: &Description) -> ContentHash {
    content_hash(description, &|row| row_values(oracle, row)).expect("values")
}

/// Whether the content hashes of the tables of these rules are computed, which takes seconds on
/// 5 x 5.
fn is_hashed(named: &NamedRules) -> bool {
    named.board().circle_count() <= MOST_WRITTEN || EXHAUSTIVE
}

/// Returns what the files of a solution would contain, without writing them.
fn unwritten(named: &NamedRules, solved: &Solution) -> BTreeMap<String, GoldenFile> {
    let mut games = vec![solved];
    for (_, game) in solved.for_more() {
        match game {
            ThresholdSolution::Goals(game) => games.push(game),
            ThresholdSolution::Attack(_) => panic!("{named}: files of attacks are written"),
        }
    }
    let of_games = file_names(named);
    assert_eq!(of_games.len(), games.len(), "{named}");
    let mut files = BTreeMap::new();
    for (pair, game) in of_games.into_iter().zip(games) {
        let census = game.census();
        let mut content_hashes = [None, None];
        if is_hashed(named) {
            content_hashes = hashes(game, &census).map(|hash| Some(hash.to_string()));
        }
        for ((name, content_hash), layers) in pair.into_iter().zip(content_hashes).zip(LAYERS) {
            let file = GoldenFile {
                content_hash,
                bytes_per_value: None,
                census: census_text(&census, &layers),
            };
            files.insert(name, file);
        }
    }
    files
}

/// Exports all orbits of a game in a format. Returns the SHA-256 of the file.
fn export(game: &Game, format: &str, folder: &Path) -> String {
    let request = ExportRequest {
        format: format_named(format).expect("a format"),
        is_compressed: false,
        selection: Selection {
            layers: 0..2 * PIECES + 1,
            positions: Positions::Orbits,
            condition: Condition::default(),
        },
        columns: None,
        values: false,
    };
    let path = folder.join("export");
    game.export_file(&request, &path, true, &to_the_end)
        .expect("an export");
    sha256(&fs::read(path).expect("an export"))
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
        let mut texts = Vec::new();
        for value in values {
            texts.push(value_name(named.rules().scoring(), value));
        }
        let mut exports = BTreeMap::new();
        for format in self.exports.keys() {
            exports.insert(format.clone(), export(&game, format, folder.path()));
        }
        Self {
            rules: self.rules.clone(),
            files,
            sample: texts.join(" "),
            certificate: self.certificate.as_ref().map(|_| certificate(&game)),
            exports,
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
        assert_eq!(of_games.len(), games.len());
        assert_eq!(self.files.len(), 2 * games.len());
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
        let values = found.sample.split(' ').zip(self.sample.split(' '));
        for (position, (value, expected)) in sample(named.rules()).into_iter().zip(values) {
            assert_eq!(value, expected, "{named}: {position:?}");
        }
        let mut expected = self.clone();
        if !is_hashed(named) {
            for file in expected.files.values_mut() {
                file.content_hash = None;
            }
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
    let mut files = BTreeMap::new();
    for name in names(folder) {
        let file = TableFile::open_path(&folder.join(&name)).expect("a table file");
        let header = file.header();
        let golden = GoldenFile {
            content_hash: Some(header.content_hash.to_string()),
            bytes_per_value: Some(header.value_width),
            census: census_text(&header.description.census, &(0..=2 * PIECES)),
        };
        files.insert(name, golden);
    }
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

/// Whether the test solves the rules of a line with this number. The standard board has two plans
/// of each goal set with two steps; unless the test is exhaustive, a third of them will do.
fn is_solved(number: usize, named: &NamedRules) -> bool {
    if named.board().circle_count() > MOST_SOLVED {
        return false;
    }
    let plain = ["spsp", "psps", "spsp+knight", "psps+knight"];
    let name = named.to_string();
    let is_plain = name
        .split_once('-')
        .is_some_and(|(_, options)| plain.contains(&options));
    EXHAUSTIVE || !is_plain || number.is_multiple_of(3)
}

/// Compares a solution with the reference solver, or with itself, and with the golden data, unless
/// these are recorded.
fn compare(golden: &mut Golden, named: &NamedRules, solved: &Solution) {
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
}

#[test]
fn tables_are_those_of_the_golden_data() {
    assert!(
        EXHAUSTIVE || !is_recording(),
        "record with --features exhaustive"
    );
    let mut all: Vec<Golden> = lines(FILE);
    let mut rules: Vec<NamedRules> = Vec::new();
    for (number, golden) in all.iter().enumerate() {
        let named = load(&golden.rules.parse().expect("a name")).expect("rules");
        if is_solved(number, &named) {
            rules.push(named);
        }
    }

    let mut compared = 0;
    let plan = Plan::new(&rules);
    let result: Result<Vec<()>, Stopped> = plan.solve(&|_| to_the_end(()), |named, solved, _| {
        let mut lines = all.iter_mut();
        let golden = lines.find(|golden| golden.rules == named.to_string());
        compare(golden.expect("the rules of a line"), named, solved);
        compared += 1;
        Ok(())
    });

    result.expect("nothing stops it");
    assert_eq!(compared, rules.len());
    let left_out = if EXHAUSTIVE { 0 } else { 19 };
    assert_eq!(all.len() - compared, left_out, "4 x 7 and 6 x 6");
    assert!(
        all.iter()
            .any(|golden| golden.certificate.is_some() && !golden.exports.is_empty())
    );
    if is_recording() {
        record(FILE, &all);
    }
}

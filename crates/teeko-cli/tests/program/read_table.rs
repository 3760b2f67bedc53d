//! Compares the reader in plain Python, `scripts/read_table.py`, with the program. They share no
//! code, only `tables/README.md`.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use fastrand::Rng;
use serde_json::{Value, json};
use teeko::rules::notation::{circle_form, rows_form};
use teeko::rules::{Move, PIECES, Position, Rules, Scoring};
use teeko_testing::{Random, rules};
use tempfile::TempDir;

use crate::common::{
    SCRIPTS, list, python, refusal, stderr, stdout, teeko, teeko_with_input, text, with_input,
};

mod points;

fn reader(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = python().expect("tests without Python end before");
    command.arg(Path::new(SCRIPTS).join("read_table.py")).arg(folder).args(arguments);
    command
}

/// Returns a folder with the tables of variants; `None` if there is no Python to read them with.
fn solved(variants: &[&str]) -> Option<TempDir> {
    python()?;
    let folder = tempfile::tempdir().unwrap();
    text(&[&["solve", "-o", folder.path().to_str().unwrap()], variants].concat());
    Some(folder)
}

fn json_lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns both programs' answers to the same lines about a rule set, which each may call by a name
/// of its own.
fn both(
    folder: &Path,
    names: [&str; 2],
    lines: &str,
    options: &[&str],
) -> (Vec<Value>, Vec<Value>) {
    let asked = [
        "query",
        "-v",
        names[0],
        "--tables",
        folder.to_str().unwrap(),
        "--no-solve",
        "--stdin",
        "--json",
    ];
    let expected = teeko_with_input(&[&asked, options].concat(), lines.as_bytes());
    let found = with_input(
        &mut reader(folder, &[&[names[1], "--stdin"], options].concat()),
        lines.as_bytes(),
    );
    assert_eq!(found.status.code(), expected.status.code(), "{names:?}: {}", stderr(&found));
    (
        json_lines(&expected).into_iter().map(common).collect(),
        json_lines(&found).into_iter().map(common).collect(),
    )
}

/// Returns an answer without the schema and the variant, which the script leaves out. Messages may
/// differ, but not the lines that they are about.
fn common(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().unwrap();
    fields.remove("schema");
    fields.remove("variant");
    fields.entry("error").and_modify(|message| *message = Value::Null);
    answer
}

/// Returns a random position of a layer. If enough pieces are on the board, one position in eight
/// has a goal, so the game is over or the position is impossible.
fn random_position(random: &mut Random, rules: &Rules, layer: usize) -> Position {
    let board = rules.board();
    let mut position = random.position_of_any_side(board, layer);
    if layer + 1 >= 2 * PIECES && random.below(8) == 0 {
        let goals = rules.goals().patterns();
        position.black = goals[random.below(goals.len())].circles();
        while position.red.meets(position.black) {
            position.red = random.position(board, layer).red;
        }
        if layer == 2 * PIECES && random.below(2) == 1 {
            std::mem::swap(&mut position.black, &mut position.red);
        }
    }
    if rules.scoring() == Scoring::Pips { random.numbered(position) } else { position }
}

/// Returns random positions of each layer, in either notation.
fn random_lines(variant: &str, in_each_layer: usize) -> String {
    let (mut random, rules) = (Random::new(8), rules(variant));
    let positions = (0..=2 * PIECES).flat_map(|layer| std::iter::repeat_n(layer, in_each_layer));
    let lines = positions.enumerate().map(|(number, layer)| {
        let position = random_position(&mut random, &rules, layer);
        if number % 2 == 0 {
            circle_form(&position) + "\n"
        } else {
            rows_form(rules.board(), &position) + "\n"
        }
    });
    lines.collect()
}

/// Compares answers from the tables of variants.
fn assert_readers_agree(variants: &[&str]) {
    let Some(folder) = solved(variants) else { return };
    for variant in variants {
        assert_same_answers(folder.path(), variant);
    }
}

/// Compares answers in random positions of each layer: a few with every move and its replies, which
/// the script computes slowly, and many without.
fn assert_same_answers(folder: &Path, variant: &str) {
    let mut answers = Vec::new();
    for (in_each_layer, options) in [(6, &[][..]), (100, &["--brief"])] {
        let lines = random_lines(variant, in_each_layer);
        let (expected, found) = both(folder, [variant; 2], &lines, options);
        assert_eq!(found.len(), expected.len(), "{variant}");
        for ((expected, found), line) in expected.iter().zip(&found).zip(lines.lines()) {
            assert_eq!(found, expected, "{variant}: {line}");
        }
        answers = found;
    }
    for phase in ["drop", "slide", "over"] {
        assert!(answers.iter().any(|answer| answer["phase"] == phase), "{variant}: {phase}");
    }
    assert!(
        answers.iter().any(|answer| answer.get("error").is_some()),
        "{variant}: positions that are none"
    );
}

#[test]
fn both_readers_answer_alike_on_the_standard_board() {
    assert_readers_agree(&["44-ssss", "58-sppp+no-centre"]);
}

#[test]
fn both_readers_answer_alike_on_other_boards_with_other_steps() {
    assert_readers_agree(&[
        "58-ssps+4x4+knight",
        "78-spsp+4x5",
        "54-pppp+5x4+knight+pass",
        "28-ssps+4x4+teleport",
    ]);
}

/// Files of version 2.
#[test]
fn both_readers_answer_alike_where_goals_have_empty_circles() {
    assert_readers_agree(&["37e-ssps+4x4", "37d-pppp+4x5+orthogonal+pass"]);
    // Goal sets with the same number of goals are distinguished.
    let Some(folder) = solved(&["37d-ssss"]) else { return };
    fs::rename(folder.path().join("37d-ssss.drop"), folder.path().join("37e-ssss.drop")).unwrap();
    fs::rename(folder.path().join("37d.slide"), folder.path().join("37e.slide")).unwrap();
    let found = with_input(&mut reader(folder.path(), &["37e-ssss", "--stdin"]), b"");
    assert_eq!(found.status.code(), Some(5), "{}", stderr(&found));
    assert!(stderr(&found).contains("expected 37e-ssss, found 37d-ssss"), "{}", stderr(&found));
}

#[test]
fn both_readers_take_the_same_texts_for_positions() {
    let variants = ["58-spps+4x5", "44-spps+4x4+pips"];
    let Some(folder) = solved(&variants) else { return };
    for variant in variants {
        assert_same_texts(folder.path(), variant);
    }
}

/// Asks about malformed positions.
fn assert_same_texts(folder: &Path, variant: &str) {
    const CHARACTERS: [char; 34] = [
        'b', 'r', 'B', 'R', 'a', 'd', 'e', 'k', 'x', ':', ':', ',', ';', ' ', ' ', '/', '/', '0',
        '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '.', '=', '=', 'é', '\t', '\'',
    ];
    let mut random = Rng::with_seed(9);
    let mut lines = String::from(
        "b:\nr: b:a5 r\nblack: d1 c2;red: 7,8 Black\n4/4/4/4/4\n4/1b2/4/2R1/1111 BLACK\n\
         b:7,7 r:1\nb:7 r:7\n4/.b2/4/4/4\nb:7=2\nb:7 = 2\nb:7=2,8 r:9=1\nb:7=2,8=2 r:9=1\n\
         b:7=02\nb:7=0\nb:7=5\nb:7=\nb:7=1=1\nb:b=2\nb41/4/4/r13\nb13/4/4/b23\nb53/4/4/4\n",
    );
    for layer in 0..=2 * PIECES {
        for side in ["", " b", " R"] {
            // Layer 8 has about 30,000 times as many.
            writeln!(lines, "Slot:{layer}:{}{side}", random.usize(..1 << layer)).unwrap();
        }
    }
    lines += "slot:8:500000 b\nslot:8:999999999 b\nslot:9:0\nslot:1\nslot:2:-1\nslot:2:1 b b\n";
    for line in random_lines(variant, 250).lines() {
        let mut text: Vec<char> = line.chars().collect();
        for _ in 0..random.usize(..3) {
            let (place, other) = (random.usize(..text.len()), random.usize(..CHARACTERS.len()));
            match random.u8(..3) {
                0 => text[place] = CHARACTERS[other],
                1 => text.insert(place, CHARACTERS[other]),
                _ => drop(text.remove(place)),
            }
        }
        lines.extend(text.into_iter().chain(['\n']));
    }
    let (expected, found) = both(folder, [variant; 2], &lines, &["--brief"]);
    let good = found.iter().filter(|answer| answer.get("error").is_none()).count();
    assert!(good > 200 && found.len() - good > 200, "{good} of {}", found.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(
            found,
            expected,
            "{:?}",
            expected["line"].as_u64().map(|number| lines.lines().nth(number as usize - 1))
        );
    }
    assert_eq!(found.len(), expected.len());
}

/// Compares the answers after a game, legal or not, under the names that the program and the script
/// have for a variant. Returns what the script prints.
fn assert_same_answer_after_game(folder: &Path, [variant, name]: [&str; 2], game: &str) -> Output {
    let asked = ["--json", "--moves", game];
    let query =
        ["--quiet", "query", "-v", variant, "--tables", folder.to_str().unwrap(), "--no-solve"];
    let expected = teeko(&[&query[..], &asked].concat());
    let found = reader(folder, &[&[name], &asked[..]].concat()).output().unwrap();
    assert_eq!(found.status.code(), expected.status.code(), "{name}: {game}: {}", stderr(&found));
    assert_eq!(
        stderr(&found).lines().count(),
        usize::from(!found.status.success()),
        "{}",
        stderr(&found)
    );
    let [of_program, of_script] =
        [&expected, &found].map(|output| json_lines(output).into_iter().map(common));
    assert!(of_program.eq(of_script), "{name}: {game}");
    found
}

#[test]
fn both_readers_follow_the_same_games() {
    let variants = ["54-pppp+4x4+pass", "44-sspp+5x4+knight", "37e-pppp+4x4+pass+pips"];
    let Some(folder) = solved(&variants) else { return };
    let mut random = Random::new(11);
    let mut games: Vec<(&str, String)> = Vec::new();
    for variant in variants {
        for plies in [0, 1, 5, 8, 12, 20] {
            let words: Vec<String> = random
                .game(&rules(variant), plies)
                .iter()
                .enumerate()
                .map(|(ply, played)| match played {
                    Move::Drop(_) | Move::DropPiece { .. }
                        if variant.contains("+pass") && ply % 3 == 0 =>
                    {
                        format!("pass → {played}")
                    }
                    Move::Drop(_) | Move::DropPiece { .. } => played.to_string(),
                    Move::Slide { from, to } => {
                        format!("{from}{}{to}", ["-", ">", "→", " to ", "->"][ply % 5])
                    }
                })
                .collect();
            games.push((variant, words.join([" ", ", ", "; "][plies % 3])));
        }
    }
    let illegal = [
        "13 x",
        "13 13",
        "17",
        "1-2",
        "pass",
        "1 2 3 4 5 6 7 8 1-1",
        "1 16 2 15 3 12 4 11 11-10",
        "1 - 2 3",
    ];
    let numbered =
        ["1=1 2", "1=1 2=5", "1=1 2=1 3=1", "1=2 2 = 3", "1=2-3", "1=1 5=1 2=2 6=2 3=3 7=3 4=4 8"];
    let illegal = [&illegal[..], &numbered].concat();
    games.extend(
        variants
            .iter()
            .flat_map(|&variant| illegal.iter().map(move |game| (variant, (*game).to_owned()))),
    );
    for (variant, game) in games {
        assert_same_answer_after_game(folder.path(), [variant, variant], &game);
    }
}

/// The tables of a rule file contain all the rules that the reader needs.
#[test]
fn both_readers_answer_alike_under_rules_of_a_file() {
    let file = tempfile::tempdir().unwrap();
    let path = file.path().join("my-rules.toml");
    let rules = "goals = [[1, 7, 3, 10], ['a4', 6, 'c2', 16]]\n\
                 steps = [[1, 0], [0, 1], [-1, -1], [2, -3]]\n";
    fs::write(&path, rules).unwrap();
    let variant = format!("@{}-spps+4x4", path.display());
    let Some(folder) = solved(&[&variant]) else { return };
    for game in ["", "1 7", "1 2 7 4 3 5 16 8 16-11"] {
        let found =
            assert_same_answer_after_game(folder.path(), [&variant, "@my-rules-spps+4x4"], game);
        assert_eq!((found.status.code(), json_lines(&found).len()), (Some(0), 1), "{game}");
    }
}

/// No variant has distances that need two bytes, but these rules do.
#[test]
fn both_readers_answer_alike_where_values_have_two_bytes() {
    let variant = format!("@{SCRIPTS}/../tests/golden/two_bytes.toml-ssss+4x4");
    let Some(folder) = solved(&[&variant]) else { return };
    let lines = random_lines("44-ssss+4x4", 200);
    let names = [&variant, "@two_bytes-ssss+4x4"];
    let (expected, found) = both(folder.path(), names, &lines, &["--brief"]);
    assert_eq!(found, expected);
    for phase in ["drop", "slide"] {
        let is_far =
            |answer: &&Value| answer["phase"] == phase && answer["dtw"].as_u64() > Some(255);
        assert!(found.iter().filter(is_far).count() > 5, "{phase}");
    }
}

/// Opens tables that were truncated, changed in one bit, or changed and given a matching checksum.
const DAMAGE: &str = r#"
import pathlib, random, sys, tempfile, zlib
sys.path.insert(0, sys.argv[1])
import read_table
random.seed(10)
sound = [pathlib.Path(path).read_bytes() for path in sys.argv[2:]]

def is_refused(files):
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("slide", "drop")]
        for path, data in zip(paths, files):
            path.write_bytes(data)
        try:
            table = read_table.Table(*paths)
            table.slide.check()
            table.drop.check()
            for text in ("b:", "b:1,2,3 r:5,6,7 b", "b:1,2,3,8 r:5,6,9,16 b"):
                table.answer(table.rules.parse(text))
            return False
        except read_table.DamagedTable as error:
            message = str(error)
            assert message.startswith(folder) and "\n" not in message and len(message) < 500, error
            return True

assert not is_refused(sound)
for which in (0, 1):
    def refused(data):
        files = list(sound)
        files[which] = data
        return is_refused(files)
    data = sound[which]
    for length in range(0, len(data), 7):
        assert refused(data[:length]), f"{length} bytes of {len(data)}"
    assert refused(data + b"\0")
    for _ in range(100):
        bit = random.randrange(8 * len(data))
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        assert refused(bytes(changed)), f"bit {bit}"
    end = int.from_bytes(data[12:16], "little") - 4
    for _ in range(120):
        changed = bytearray(data)
        for _ in range(random.randrange(1, 4)):
            byte = random.choice([0, 1, 2, 4, 8, 127, 255, random.randrange(256)])
            changed[random.randrange(end)] = byte
        changed[end:end + 4] = zlib.crc32(changed[:end]).to_bytes(4, "little")
        # Some changes to the census cannot be detected; none may end in another error.
        refused(bytes(changed))
    block = int.from_bytes(data[36:40], "little") * -16 + end  # the entry of the first block
    start, length = end + 4, int.from_bytes(data[block + 8:block + 12], "little")
    for _ in range(60):
        changed = bytearray(data)
        changed[start + random.randrange(min(length, 20))] = random.randrange(256)
        checksum = zlib.crc32(changed[start:start + length])
        changed[block + 12:block + 16] = checksum.to_bytes(4, "little")
        changed[end:end + 4] = zlib.crc32(changed[:end]).to_bytes(4, "little")
        refused(bytes(changed))  # Two frames may stand for the same values.
print("done")
"#;

#[test]
fn damaged_files_are_refused_in_one_line() {
    let Some(mut python) = python() else { return };
    let table = |name: &str| Path::new(SCRIPTS).join("../crates/teeko-table/tests/data").join(name);
    let output = python
        .args(["-c", DAMAGE, SCRIPTS])
        .args([table("centre.slide"), table("centre.drop")])
        .output()
        .unwrap();
    assert_eq!((stdout(&output).as_str(), stderr(&output).as_str()), ("done\n", ""));
}

#[test]
fn errors_have_one_line_and_the_codes_of_the_program() {
    const VARIANT: &str = "58-ssps+4x4+knight";
    let Some(folder) = solved(&[VARIANT, "58-ssps+4x4", "44-ssss+4x4"]) else { return };
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("64+4x4.slide")).unwrap();
    fs::copy(path("58-ssps+4x4.drop"), path("58-ssss+4x4.drop")).unwrap();
    fs::copy(path("58-ssps+4x4.drop"), path("44-ssps+4x4.drop")).unwrap();
    for (variant, position, code, part) in [
        ("58-sspx", "b:", 2, "expected GOALS-PLAN[+OPTION…]"),
        ("44-ssss+4x4+4x4", "b:", 2, "'44-ssss+4x4+4x4'"),
        ("44-ssss+4x4+points+pips", "b:", 2, "'44-ssss+4x4+points+pips'"),
        ("68-ssss+points", "b:", 2, "expected a price for each goal"),
        ("58-ssss+6x6+points", "b:", 2, "expected a price for each goal"),
        ("@my-rules-ssss+points", "b:", 2, "expected no points"),
        (VARIANT, "b:17", 3, "circle '17': expected 1 to 16 or a4 to d1"),
        (VARIANT, "b:1,2,3,4 r:7,8,10,11 b", 3, "expected red to move"),
        (VARIANT, "hello\nworld", 3, "'hello\\nworld'"),
        (
            "44-ssss",
            "b:",
            4,
            "44.slide: expected a table, found none; make it with `teeko solve 44-ssss -o ",
        ),
        ("58-pppp+4x4", "b:", 4, "58-pppp+4x4.drop: expected"),
        ("44-ssss+4x4+points", "b:", 4, "44+4x4+points-4.slide: expected"),
        ("44-ssss+4x4+pips", "b:", 4, "44+4x4+pips-2.slide: expected"),
        ("58-ssss+4x4", "b:", 5, "expected 58-ssss+4x4, found 58-ssps+4x4"),
        ("44-ssps+4x4", "b:", 5, "belongs to another slide file"),
        ("64-ssss+4x4", "b:", 6, "64+4x4.slide: Is a directory"),
    ] {
        let output = reader(folder.path(), &[variant, position, "--json"]).output().unwrap();
        let message = refusal(&output, code);
        assert!(message.contains(part) && message.ends_with('\n'), "{message}");
    }
    for arguments in [&[VARIANT][..], &[VARIANT, "b:", "--stdin"]] {
        assert_eq!(
            reader(folder.path(), arguments).output().unwrap().status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn one_position_is_answered_as_text_or_json() {
    const VARIANT: &str = "58-ssps+4x4+knight";
    let Some(folder) = solved(&[VARIANT]) else { return };
    let answer = |options: &[&str]| {
        let output =
            reader(folder.path(), &[&[VARIANT, "b:1,2,3,8", "r:5,6,11,16", "r"], options].concat())
                .output()
                .unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        stdout(&output)
    };
    let all: Value = serde_json::from_str(&answer(&["--json"])).unwrap();
    let outcome = |entry: &Value| match entry["dtw"].as_u64() {
        Some(dtw) => format!("{} in {dtw}", entry["outcome"].as_str().unwrap()),
        None => "draw".to_owned(),
    };
    let moves = list(&all["moves"]).iter();
    let expected =
        moves.map(|entry| format!("{:>5}  {}\n", entry["move"].as_str().unwrap(), outcome(entry)));
    let first = format!("{}: {}\n", all["position"].as_str().unwrap(), outcome(&all));
    assert_eq!(answer(&[]), first.clone() + &expected.collect::<String>());
    assert_eq!(answer(&["--brief"]), first);
    assert_eq!(all["position"], json!("bbb1/rr1b/2r1/3r r"));
}

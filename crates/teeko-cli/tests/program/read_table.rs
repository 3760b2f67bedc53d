//! Compares the reader in plain Python, `scripts/read_table.py`, with the contract and with the
//! program. They share no code, only `tables/README.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use teeko::rules::notation::{circle_form, rows_form};
use teeko::rules::{Move, PIECES, Position, Rules, Scoring};
use teeko_testing::contract::{Exchange, exchanges};
use teeko_testing::{Random, rules};
use tempfile::TempDir;

use crate::common::{SCRIPTS, list, python, refusal, stderr, stdout, teeko_with_input, text};
use crate::common::{teeko, with_input};
use crate::contract::tables;

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

/// Returns the answers of an output. They lack the schema and the variant, which the script leaves
/// out. Messages may differ, but not the lines that they are about.
fn answers(output: &Output) -> Vec<Value> {
    let answer = |line: &str| common(serde_json::from_str(line).unwrap());
    stdout(output).lines().map(answer).collect()
}

fn common(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().unwrap();
    fields.retain(|name, _| name != "schema" && name != "variant");
    fields.entry("error").and_modify(|message| *message = Value::Null);
    answer
}

#[test]
fn the_reader_answers_the_contract() {
    if python().is_none() {
        return;
    }
    // A position tells neither half a move, nor the score of a finished game with numbered pieces.
    let is_asked = |exchange: &Exchange| {
        exchange.status == 200
            && (exchange.question == "positions" || exchange.question == "position")
            && exchange.goals.is_none()
            && ["pass", "at"].iter().all(|name| !exchange.parameters.contains_key(*name))
            && exchange.answer["phase"] != "over"
            // The least price is in the rule file alone.
            && !(exchange.has_rule_file() && exchange.rules[0].ends_with("+points"))
    };
    let mut asked: BTreeMap<(String, bool), (String, Vec<Value>)> = BTreeMap::new();
    for exchange in exchanges(is_asked) {
        let answers = match exchange.answer {
            Value::Array(answers) => answers,
            answer => vec![answer],
        };
        let lines = exchange.body.unwrap_or_else(|| answers[0]["position"].to_string() + "\n");
        let name = answers.iter().find_map(|answer| answer["variant"].as_str()).unwrap();
        let name = name.replace("rules/", "").replace(".toml", "");
        let is_brief = answers[0].get("moves").is_none();
        let (input, expected) = asked.entry((name, is_brief)).or_default();
        *input += lines.trim_matches(['"', '\n']);
        *input += "\n";
        expected.extend(answers.into_iter().map(common));
    }
    for ((name, is_brief), (lines, mut expected)) in asked {
        let options = if is_brief { &["--stdin", "--brief"][..] } else { &["--stdin"] };
        let output =
            with_input(&mut reader(tables(), &[&[&*name], options].concat()), lines.as_bytes());
        let mut found = answers(&output);
        for answer in found.iter_mut().chain(&mut expected) {
            answer.as_object_mut().unwrap().remove("line");
        }
        assert_eq!(found, expected, "{name}: {}", stderr(&output));
    }
}

/// Returns random positions of each layer, in either notation. If enough pieces are on the board,
/// one position in eight has a goal, so the game is over or the position is impossible.
fn random_lines(rules: &Rules, in_each_layer: usize) -> String {
    let mut random = Random::new(8);
    let line = |number: usize| {
        let layer = number / in_each_layer;
        let mut position = random.position_of_any_side(rules.board(), layer);
        if layer + 1 >= 2 * PIECES && random.below(8) == 0 {
            let goals = rules.goals().patterns();
            position.black = goals[random.below(goals.len())].circles();
            while position.red.meets(position.black) {
                position.red = random.position(rules.board(), layer).red;
            }
        }
        if rules.scoring() == Scoring::Pips {
            position = random.numbered(position);
        }
        let in_circles = number.is_multiple_of(2);
        let text: fn(&Rules, &Position) -> String =
            if in_circles { |_, at| circle_form(at) } else { |of, at| rows_form(of.board(), at) };
        text(rules, &position) + "\n"
    };
    (0..(2 * PIECES + 1) * in_each_layer).map(line).collect()
}

/// Compares the values that both programs find in the same lines about a rule set, which each may
/// call by a name of its own. Returns them.
fn same_values(folder: &Path, [name, of_script]: [&str; 2], lines: &str) -> Vec<Value> {
    let asked = ["query", "-v", name, "--tables", folder.to_str().unwrap(), "--no-solve"];
    let asked = [&asked[..], &["--stdin", "--json", "--brief"]].concat();
    let expected = teeko_with_input(&asked, lines.as_bytes());
    let mut script = reader(folder, &[of_script, "--stdin", "--brief"]);
    let found = with_input(&mut script, lines.as_bytes());
    assert_eq!(found.status.code(), expected.status.code(), "{name}: {}", stderr(&found));
    let (expected, found) = (answers(&expected), answers(&found));
    for ((found, expected), line) in found.iter().zip(&expected).zip(lines.lines()) {
        assert_eq!(found, expected, "{name}, near {line:?}");
    }
    assert_eq!(found.len(), expected.len(), "{name}");
    found
}

#[test]
fn both_readers_have_the_same_values() {
    let own = format!("@{SCRIPTS}/../tests/golden/two_bytes.toml-ssss+4x4");
    let names = [
        ["58-sppp+no-centre"; 2],
        ["78-spsp+4x5"; 2],
        ["54-pppp+5x4+knight+pass"; 2],
        ["28-ssps+4x4+teleport"; 2],
        ["37d-pppp+4x5+orthogonal+pass"; 2],
        ["44-psps+5x4+points"; 2],
        ["37e-pppp+4x4+pass+pips"; 2],
        [&own, "@two_bytes-ssss+4x4"],
    ];
    let Some(folder) = solved(&names.map(|[name, _]| name)) else { return };
    for [name, of_script] in names {
        let rules = teeko::load(&name.parse().unwrap()).unwrap();
        let lines = random_lines(rules.rules(), 100);
        let found = same_values(folder.path(), [name, of_script], &lines);
        for phase in ["drop", "slide", "over"] {
            assert!(found.iter().any(|answer| answer["phase"] == phase), "{name}: {phase}");
        }
        assert!(found.iter().any(|answer| answer.get("error").is_some()), "{name}");
        let needs_two_bytes = found.iter().any(|answer| answer["dtw"].as_u64() > Some(255));
        assert_eq!(needs_two_bytes, name == own, "{name}");
    }
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
    let characters: Vec<char> = "bBrRadekxo::,;  //012345678 9-..==é\t'".chars().collect();
    let mut random = Random::new(9);
    let mut lines = String::from(
        "b:\nr: b:a5 r\nblack: d1 c2;red: 7,8 Black\n4/4/4/4/4\n4/1b2/4/2R1/1111 BLACK\n\
         b:7,7 r:1\nb:7 r:7\n4/.b2/4/4/4\n4/.x.O/4/4/4 X\n4/xb2/4/4/4\n\
         b:7=2\nb:7 = 2\nb:7=2,8 r:9=1\nb:7=2,8=2 r:9=1\n\
         b:7=02\nb:7=0\nb:7=5\nb:7=\nb:7=1=1\nb:b=2\nb41/4/4/r13\nb13/4/4/b23\nb53/4/4/4\n\
         slot:8:500000 b\nslot:8:999999999 b\nslot:9:0\nslot:1\nslot:2:-1\nslot:2:1 b b\n",
    );
    for layer in 0..=2 * PIECES {
        // Layer 8 has about 30,000 times as many.
        lines.extend(
            ["", " b", " R"]
                .map(|side| format!("Slot:{layer}:{}{side}\n", random.below(1 << layer))),
        );
    }
    for line in random_lines(&rules(variant), 250).lines() {
        let mut text: Vec<char> = line.chars().collect();
        for _ in 0..random.below(3) {
            let place = random.below(text.len());
            let other = characters[random.below(characters.len())];
            match random.below(3) {
                0 => text[place] = other,
                1 => text.insert(place, other),
                _ => drop(text.remove(place)),
            }
        }
        lines.extend(text.into_iter().chain(['\n']));
    }
    let found = same_values(folder, [variant; 2], &lines);
    let good = found.iter().filter(|answer| answer.get("error").is_none()).count();
    assert!(good > 200 && found.len() - good > 200, "{good} of {}", found.len());
}

/// The answers after a game, legal or not, and their exit codes are the same.
#[test]
fn both_readers_follow_the_same_games() {
    const ARROWS: [&str; 5] = ["-", ">", "→", " to ", "->"];
    let variants = ["54-pppp+4x4+pass", "44-sspp+5x4+knight", "37e-pppp+4x4+pass+pips"];
    let Some(folder) = solved(&variants) else { return };
    let illegal = "13 x|13 13|17|1-2|pass|1 2 3 4 5 6 7 8 1-1|1 16 2 15 3 12 4 11 11-10|1 - 2 3|\
                   1=1 2|1=1 2=5|1=1 2=1 3=1|1=2 2 = 3|1=2-3|1=1 5=1 2=2 6=2 3=3 7=3 4=4 8";
    let mut random = Random::new(11);
    for variant in variants {
        let may_pass = variant.contains("+pass");
        let mut game = |plies: usize| {
            let word = |(ply, played): (usize, Move)| match played {
                Move::Slide { from, to } => format!("{from}{}{to}", ARROWS[ply % 5]),
                dropped if may_pass && ply % 3 == 0 => format!("pass → {dropped}"),
                dropped => dropped.to_string(),
            };
            let words = random.game(&rules(variant), plies).into_iter().enumerate().map(word);
            words.collect::<Vec<_>>().join([" ", ", ", "; "][plies % 3])
        };
        let legal = [0, 1, 5, 8, 12, 20].map(&mut game);
        for game in legal.iter().map(String::as_str).chain(illegal.split('|')) {
            let tables = ["--tables", folder.path().to_str().unwrap(), "--no-solve"];
            let asked = ["--json", "--moves", game];
            let query = ["--quiet", "query", "-v", variant];
            let expected = teeko(&[&query[..], &tables, &asked].concat());
            let found = reader(folder.path(), &[&[variant], &asked[..]].concat()).output().unwrap();
            let error = stderr(&found);
            assert_eq!(found.status.code(), expected.status.code(), "{variant}: {game}: {error}");
            assert_eq!(error.lines().count(), usize::from(!found.status.success()), "{error}");
            assert_eq!(answers(&found), answers(&expected), "{variant}: {game}");
        }
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
    end = int.from_bytes(data[12:16], "little") - 4
    block = int.from_bytes(data[36:40], "little") * -16 + end  # the entry of the first block
    start, length = end + 4, int.from_bytes(data[block + 8:block + 12], "little")
    for number in range(280):
        changed = bytearray(data)
        if number < 100:
            bit = random.randrange(8 * len(data))
            changed[bit // 8] ^= 1 << bit % 8
            assert refused(bytes(changed)), f"bit {bit}"
        elif number < 220:
            # Some changes to the census cannot be detected; none may end in another error.
            for _ in range(random.randrange(1, 4)):
                byte = random.choice([0, 1, 2, 4, 8, 127, 255, random.randrange(256)])
                changed[random.randrange(end)] = byte
        else:
            # Two frames may stand for the same values.
            changed[start + random.randrange(min(length, 20))] = random.randrange(256)
            checksum = zlib.crc32(changed[start:start + length])
            changed[block + 12:block + 16] = checksum.to_bytes(4, "little")
        changed[end:end + 4] = zlib.crc32(changed[:end]).to_bytes(4, "little")
        refused(bytes(changed))
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
    let Some(folder) = solved(&[
        VARIANT,
        "58-ssps+4x4",
        "44-ssss+4x4",
        "37d-ssss",
        "58-ssss+4x4+points",
        "44-spps+4x4+pips",
    ]) else {
        return;
    };
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("64+4x4.slide")).unwrap();
    for (from, to) in [
        ("58-ssps+4x4.drop", "58-spss+4x4.drop"),
        ("58-ssps+4x4.drop", "44-ssps+4x4.drop"),
        // Goal sets with the same number of goals are told apart.
        ("37d-ssss.drop", "37e-ssss.drop"),
        ("37d.slide", "37e.slide"),
        ("58+4x4+points-2.slide", "58+4x4+points-3.slide"),
        ("58-ssss+4x4+points-2.drop", "58-ssss+4x4+points-3.drop"),
        // The number of heavy pieces is the same, so the files have the same layout.
        ("44+4x4+pips-7.slide", "44+4x4+pips-3.slide"),
        ("44-spps+4x4+pips-7.drop", "44-spps+4x4+pips-3.drop"),
    ] {
        fs::copy(path(from), path(to)).unwrap();
    }
    for (variant, position, code, part) in [
        ("58-sspx", "b:", 2, "expected GOALS-PLAN[+OPTION…]"),
        ("44-ssss+4x4+4x4", "b:", 2, "'44-ssss+4x4+4x4'"),
        ("44-ssss+4x4+points+pips", "b:", 2, "'44-ssss+4x4+points+pips'"),
        ("37d-ssss+points", "b:", 2, "expected a price for each goal"),
        ("@my-rules-ssss+points", "b:", 2, "expected no points"),
        (VARIANT, "b:17", 3, "circle '17': expected 1 to 16 or a4 to d1"),
        (VARIANT, "b:1,2,3,4 r:7,8,10,11 b", 3, "expected red to move"),
        (VARIANT, "hello\nworld", 3, "'hello\\nworld'"),
        (
            "44-ssss",
            "b:",
            4,
            "44.slide: expected a table, found none; make it with `teeko solve 44",
        ),
        ("58-pppp+4x4", "b:", 4, "58-pppp+4x4.drop: expected"),
        ("44-ssss+4x4+points", "b:", 4, "44+4x4+points-4.slide: expected"),
        ("58-spss+4x4", "b:", 5, "expected 58-spss+4x4, found 58-ssps+4x4"),
        ("44-ssps+4x4", "b:", 5, "belongs to another slide file"),
        ("37e-ssss", "b:", 5, "expected 37e-ssss, found 37d-ssss"),
        ("58-ssss+4x4+points", "b:", 5, "58-ssss+4x4+points-3.drop: table of other rules: goals"),
        ("44-spps+4x4+pips", "b:", 5, "44-spps+4x4+pips-3.drop: table of other rules: points"),
        ("64-ssss+4x4", "b:", 6, "64+4x4.slide: Is a directory"),
    ] {
        let output = reader(folder.path(), &[variant, position, "--json"]).output().unwrap();
        let message = refusal(&output, code);
        assert!(message.contains(part) && message.ends_with('\n'), "{message}");
    }
    fs::copy(path("44+4x4.slide"), path("44+4x4+pips-2.slide")).unwrap();
    let other_kind = reader(folder.path(), &["44-spps+4x4+pips", "b:"]).output().unwrap();
    assert!(refusal(&other_kind, 5).contains("44+4x4+pips-2.slide: damaged table: kind of file"));
    for arguments in [&[VARIANT][..], &[VARIANT, "b:", "--stdin"]] {
        let output = reader(folder.path(), arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn one_position_is_answered_as_text_or_json() {
    const VARIANT: &str = "58-ssps+4x4+knight";
    let Some(folder) = solved(&[VARIANT]) else { return };
    let answer = |options: &[&str]| {
        let position = [VARIANT, "b:1,2,3,8", "r:5,6,11,16", "r"];
        let output = reader(folder.path(), &[&position, options].concat()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
        stdout(&output)
    };
    let all: Value = serde_json::from_str(&answer(&["--json"])).unwrap();
    let line = |entry: &Value, name: &str| match entry["dtw"].as_u64() {
        Some(dtw) => format!("{name}  {} in {dtw}\n", entry["outcome"].as_str().unwrap()),
        None => format!("{name}  draw\n"),
    };
    let first = line(&all, "bbb1/rr1b/2r1/3r r").replacen("  ", ": ", 1);
    let choice = |entry: &Value| line(entry, &format!("{:>5}", entry["move"].as_str().unwrap()));
    let moves: String = list(&all["moves"]).iter().map(choice).collect();
    assert_eq!((answer(&["--brief"]), answer(&[])), (first.clone(), first + &moves));
}

//! `ANSWERS.md`: every answer as JSON, with an example that the program makes and the meaning of its
//! fields. `RECORD_ANSWERS=1` writes the page again.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use teeko::Game;
use teeko::questions::Subject;
use teeko::surfaces::{AskedRules, QUESTIONS, Question, answer_schemas};

use crate::common::{command, stdout};

/// The text before the answers.
const HEAD: &str = include_str!("data/answers_head.md");

/// A question: its path and query, and the command with the same answer, if there is one.
const QUESTIONS_ASKED: [(&str, &str, &str); 17] = [
    (
        "/v1/junior/position",
        "position=b:6,7,9 r:4,11,12 b",
        "query junior \"b:6,7,9 r:4,11,12 b\"",
    ),
    ("/v1/junior/choice", "moves=6 11 7&strength=3", ""),
    (
        "/v1/junior/line",
        "position=b:1,6,7,9 r:4,11,12,16 b",
        "line junior \"b:1,6,7,9 r:4,11,12,16 b\"",
    ),
    (
        "/v1/junior/review",
        "game=6 11 7 1 8",
        "review -v junior \"6 11 7 1 8\"",
    ),
    ("/v1/junior/record", "text=1. C1 B2 2. C2&naming=course", ""),
    (
        "/v1/junior/puzzles",
        "dtw=3&limit=1&why",
        "puzzles junior --dtw 3 --limit 1 --why",
    ),
    (
        "/v1/junior/random",
        "outcome=win",
        "random junior --outcome win",
    ),
    ("/v1/variants", "", "variants"),
    ("/v1/junior/rules", "", "variants junior"),
    ("/v1/junior", "", ""),
    ("/v1/junior/stats", "", "stats junior"),
    ("/v1/44-psss+4x4+knight/course", "", ""),
    (
        "/v1/diff",
        "variants=junior,58-ssss+4x4&examples=1",
        "diff junior 58-ssss+4x4 --examples 1",
    ),
    (
        "/v1/atlas",
        "goals=44,58&plans=ssss&board=4x4&steps=king&no_centre=no",
        "atlas --goals 44,58 --plans ssss --board 4x4 --steps king --no-centre no",
    ),
    ("/v1/plays", "", ""),
    ("/v1/claims", "", ""),
    ("/v1/questions", "", ""),
];

/// What else the program answers with: the command, without `--json`, and what it says.
const COMMANDS: [(&str, &str); 6] = [
    (
        "solve junior -o tables",
        "The variants that were solved, each with the fields of `/v1/V`, and the files that were written.",
    ),
    (
        "info tables/44-ssss+4x4.drop",
        "The header of a table file.",
    ),
    (
        "verify --tables tables",
        "The checks of table files, or of published claims, each with what was expected and what was found.",
    ),
    (
        "certificate junior -o junior.certificate",
        "The proof that was written.",
    ),
    (
        "check junior.certificate",
        "What a proof shows, once it is checked.",
    ),
    (
        "export -v junior --layer 2 -o layer2.csv",
        "The file that was written for other programs.",
    ),
];

#[test]
fn the_page_of_answers_is_what_the_program_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ANSWERS.md");
    let page = page();
    if std::env::var_os("RECORD_ANSWERS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    assert!(
        committed == page,
        "ANSWERS.md is stale: run `RECORD_ANSWERS=1 cargo test -p teeko-cli --test program answers`"
    );
}

/// Every question of the service has a section, but for the one that answers with a file and the
/// one that answers line by line with `query`'s fields.
#[test]
fn the_page_of_answers_has_every_question() {
    let on_page: HashSet<&str> = QUESTIONS_ASKED
        .iter()
        .map(|(path, ..)| teeko::surfaces::find(path).unwrap().name)
        .collect();
    for question in &QUESTIONS {
        let is_elsewhere = ["certificate", "positions"].contains(&question.name);
        assert_eq!(
            on_page.contains(question.name),
            !is_elsewhere,
            "{}",
            question.name
        );
    }
}

fn page() -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut page = HEAD.to_owned();
    for (path, query, arguments) in QUESTIONS_ASKED {
        add_question(&mut page, folder.path(), [path, query, arguments]);
    }
    page += "\n# Answers of the program alone\n";
    for (arguments, meaning) in COMMANDS {
        add_command(&mut page, folder.path(), arguments, meaning);
    }
    page
}

/// Adds the section of a question: how to ask it, an example, and its fields.
fn add_question(page: &mut String, folder: &Path, [path, query, arguments]: [&str; 3]) {
    let query_text = query.replace('+', "%2B").replace(' ', "+");
    let (rules, question) = Question::of_path(path, &query_text).unwrap();
    let definition = question.definition;
    let (name, summary) = (definition.name, definition.declared.summary());
    write!(page, "\n## `{name}`\n\n{summary}.\n\n```text\n").unwrap();
    let answer = timeless(&answer(&rules, question));
    if !arguments.is_empty() {
        writeln!(page, "teeko {arguments} --json").unwrap();
        assert_eq!(timeless(&run(folder, arguments)), answer, "{arguments}");
    }
    let mark = if query.is_empty() { "" } else { "?" };
    write!(page, "GET {path}{mark}{query}\n```\n\n").unwrap();
    write_example(page, &answer);
    let (schemas, definitions) = answer_schemas();
    let place = QUESTIONS.iter().position(|one| one.name == name).unwrap();
    *page += &Fields::of(&schemas[place], &definitions).table();
}

/// Adds the section of a command that asks no question of the service.
fn add_command(page: &mut String, folder: &Path, arguments: &str, meaning: &str) {
    let name = arguments.split(' ').next().unwrap();
    let command = format!("```text\nteeko {arguments} --json\n```");
    write!(page, "\n## `{name}`\n\n{meaning}\n\n{command}\n\n").unwrap();
    write_example(page, &timeless(&run(folder, arguments)));
}

/// Answers a question as the service does.
fn answer(rules: &[AskedRules], question: Question) -> Value {
    let readers = AskedRules::readers(rules).unwrap();
    let asked = question.read(&readers).unwrap();
    let games: Vec<Game> = readers
        .iter()
        .map(|reader| Game::solve(&reader.named().to_string()).unwrap())
        .collect();
    serde_json::from_slice(&asked.document(&Subject::of(&games)).unwrap()).unwrap()
}

/// Runs a command, whose arguments may be in quotes, and returns what it prints as JSON.
fn run(folder: &Path, arguments: &str) -> Value {
    let mut words = Vec::new();
    for (place, part) in arguments.split('"').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words.extend(["--json", "--quiet"]);
    let output = command(&words).current_dir(folder).output().unwrap();
    serde_json::from_str(&stdout(&output)).unwrap()
}

fn write_example(page: &mut String, answer: &Value) {
    *page += "```json\n";
    write_value(page, &shortened(answer), 0, 0);
    *page += "\n```\n";
}

/// Returns a value with two entries of each list that has more than three.
fn shortened(value: &Value) -> Value {
    match value {
        Value::Array(entries) if entries.len() > 3 => {
            let first = entries[..2].iter().map(shortened);
            first.chain([json!("…")]).collect()
        }
        Value::Array(entries) => entries.iter().map(shortened).collect(),
        Value::Object(fields) => {
            let short = fields
                .iter()
                .map(|(name, field)| (name.clone(), shortened(field)));
            Value::Object(short.collect())
        }
        value => value.clone(),
    }
}

/// Returns a value with the same seconds on every machine.
fn timeless(value: &Value) -> Value {
    match value {
        Value::Array(entries) => entries.iter().map(timeless).collect(),
        Value::Object(fields) => {
            let mut timed = Map::new();
            for (name, field) in fields {
                let is_time = name == "seconds";
                let field = if is_time {
                    json!(0.01)
                } else {
                    timeless(field)
                };
                timed.insert(name.clone(), field);
            }
            Value::Object(timed)
        }
        value => value.clone(),
    }
}

/// Writes a value on one line if it fits, otherwise with an entry or a field per line.
fn write_value(page: &mut String, value: &Value, indent: usize, before: usize) {
    let line = value.to_string();
    let entries: Vec<(String, &Value)> = match value {
        Value::Array(entries) => entries.iter().map(|entry| (String::new(), entry)).collect(),
        Value::Object(fields) => {
            let name = |name: &String| format!("{}: ", Value::String(name.clone()));
            fields
                .iter()
                .map(|(key, field)| (name(key), field))
                .collect()
        }
        _ => Vec::new(),
    };
    if entries.is_empty() || indent + before + line.chars().count() <= 90 {
        *page += &line;
        return;
    }
    let [open, close] = if value.is_array() {
        ['[', ']']
    } else {
        ['{', '}']
    };
    page.push(open);
    for (place, (name, entry)) in entries.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        write!(page, "{comma}\n{}{name}", " ".repeat(indent + 2)).unwrap();
        write_value(page, entry, indent + 2, name.len());
    }
    write!(page, "\n{}{close}", " ".repeat(indent)).unwrap();
}

/// The fields of an answer with their meaning, from its JSON schema.
struct Fields<'a> {
    definitions: &'a Map<String, Value>,
    /// The types whose fields are listed already.
    listed: HashSet<&'a str>,
    rows: Vec<(String, String)>,
}

impl<'a> Fields<'a> {
    fn of(schema: &'a Value, definitions: &'a Map<String, Value>) -> Self {
        let mut fields = Self {
            definitions,
            listed: HashSet::new(),
            rows: Vec::new(),
        };
        fields.add("", schema);
        fields
    }

    /// Adds the fields of a type, and of the types that it has parts of.
    fn add(&mut self, path: &str, schema: &'a Value) {
        let name = schema["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next());
        if let Some(name) = name
            && self.listed.insert(name)
        {
            self.add(path, &self.definitions[name]);
        }
        for forms in ["anyOf", "oneOf", "allOf"] {
            for form in schema[forms].as_array().into_iter().flatten() {
                self.add(path, form);
            }
        }
        self.add_items(path, schema);
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let path = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            let meaning = field["description"].as_str().unwrap_or_default();
            let row = (path.clone(), meaning.replace('\n', " ").replace('|', "\\|"));
            if !self.rows.contains(&row) {
                self.rows.push(row);
            }
            self.add(&path, field);
        }
    }

    fn add_items(&mut self, path: &str, schema: &'a Value) {
        if schema["items"].is_object() {
            self.add(&format!("{path}[]"), &schema["items"]);
        }
    }

    fn table(&self) -> String {
        let mut table = "\n| field | meaning |\n|---|---|\n".to_owned();
        for (path, meaning) in &self.rows {
            writeln!(table, "| `{path}` | {meaning} |").unwrap();
        }
        table
    }
}

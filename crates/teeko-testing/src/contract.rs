//! The contract: requests with their answers, as data in `tests/contract`. Each carrier of answers
//! (program, service, crate, C, Python, JavaScript, page) has a small test that replays them.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// A request with its answer: a line of a file in `tests/contract`. See the README there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// What this line guards that no other line of its rule set does.
    pub why: String,
    /// Whether every carrier replays it, not only the crate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub everywhere: bool,
    /// The rules that the question is about: none, one, or two. A rule file is named by its path
    /// from the folder of the contract, as in `@rules/one_way.toml-ssss`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The goals of rules that are called `own-PLAN`, as the query of a URL has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goals: Option<String>,
    /// The name of the question.
    pub question: String,
    /// Its parameters: texts, numbers, and `true` for a switch.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
    /// The lines of a question about many positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The HTTP status.
    pub status: u16,
    /// The exit code of the program for a refusal; `None` if the program has no such request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// What the message of a refusal names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The answer without times, as [`Exchange::recorded`] returns it: a JSON value, or the list of
    /// the values of all lines, or the SHA-256 of a certificate. A [long](LONGEST) object is
    /// abridged, except for the questions `position` and `positions`. `Null` for a refusal.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub answer: Value,
}

/// Returns the folder of the contract.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/contract")
}

/// Returns the files of requests, in the order of their names.
pub fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder()).expect("the folder of the contract") {
        let path = entry.expect("an entry of the folder").path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Reads the requests of a file.
pub fn read(file: &Path) -> Vec<Exchange> {
    let text = fs::read_to_string(file).expect("a file of the contract");
    let mut exchanges = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(exchange) => exchanges.push(exchange),
            Err(error) => panic!("{}:{}: {error}", file.display(), number + 1),
        }
    }
    exchanges
}

/// Returns all requests.
pub fn all() -> Vec<Exchange> {
    files().iter().flat_map(|file| read(file)).collect()
}

/// Returns the requests that `is_asked` accepts: of those for [every
/// carrier](Exchange::everywhere), or of all if the environment has `CONTRACT=all`. There must be
/// more than 50.
pub fn exchanges(is_asked: impl Fn(&Exchange) -> bool) -> Vec<Exchange> {
    let is_all = env::var_os("CONTRACT").is_some_and(|value| value == "all");
    let mut asked = all();
    asked.retain(|exchange| (exchange.everywhere || is_all) && is_asked(exchange));
    assert!(asked.len() > 50, "{} requests", asked.len());
    asked
}

impl Exchange {
    /// Returns whether the request names a rule file. Only carriers that read files of this machine
    /// can replay it.
    pub fn has_rule_file(&self) -> bool {
        self.rules.iter().any(|name| name.starts_with('@'))
    }

    /// Returns the parameters as a query of a URL, without those that name rules.
    pub fn query(&self) -> String {
        let mut pairs = Vec::new();
        for (name, value) in &self.parameters {
            pairs.push(match value {
                Value::Bool(true) => name.clone(),
                Value::String(text) => format!("{name}={}", encoded(text)),
                other => format!("{name}={other}"),
            });
        }
        pairs.join("&")
    }

    /// Returns the names and values of the parameters as texts.
    pub fn texts(&self) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for (name, value) in &self.parameters {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            texts.push((name.clone(), text));
        }
        texts
    }

    /// Returns the path and the query of a URL.
    pub fn target(&self) -> (String, String) {
        let mut parameters = Vec::new();
        let path = match &*self.rules {
            [] => format!("/v1/{}", self.question),
            [_, _] => {
                parameters.push(format!("variants={}", encoded(&self.rules.join(","))));
                format!("/v1/{}", self.question)
            }
            [name, ..] => {
                if let Some(goals) = &self.goals {
                    parameters.push(format!("goals={}", encoded(goals)));
                }
                match &*self.question {
                    "solution" => format!("/v1/{}", encoded(name)),
                    question => format!("/v1/{}/{question}", encoded(name)),
                }
            }
        };
        if !self.parameters.is_empty() {
            parameters.push(self.query());
        }
        (path, parameters.join("&"))
    }

    /// Returns the value that the contract has for the body of an answer.
    pub fn recorded(&self, body: &[u8]) -> Value {
        match &*self.question {
            "certificate" => sha256(body).into(),
            // The full answers of positions can be read.
            "position" | "positions" => self.parsed(body),
            _ => abridged(self.parsed(body)),
        }
    }

    /// Returns the body of an answer as JSON without times, with the fields of objects in
    /// alphabetical order: a list for many positions.
    pub fn parsed(&self, body: &[u8]) -> Value {
        let text = std::str::from_utf8(body).expect("an answer in UTF-8");
        if self.body.is_some() {
            text.lines().map(|line| self.parsed_value(line)).collect()
        } else {
            self.parsed_value(text)
        }
    }

    fn parsed_value(&self, text: &str) -> Value {
        let parsed = serde_json::from_str(text);
        let mut value = parsed.unwrap_or_else(|error| panic!("{self:?}: {error}: {text}"));
        remove_times(&mut value);
        sorted(&value)
    }

    /// Asserts that an answer is that of the contract.
    pub fn assert_answer(&self, body: &[u8]) {
        assert_eq!(self.status, 200, "answered, not refused: {self:?}");
        let found = self.recorded(body);
        assert!(found == self.answer, "{}\nfound {found}", json!(self));
    }

    /// Asserts that the message of a refusal names everything that it should, in one line.
    pub fn assert_refusal(&self, message: &str) {
        assert_ne!(self.status, 200, "refused: {message}: {self:?}");
        assert!(
            !message.is_empty() && !message.contains('\n'),
            "one line: {message:?}"
        );
        // The command line writes the names of its arguments in capitals.
        let written = message.to_lowercase();
        for name in &self.names {
            assert!(
                written.contains(&name.to_lowercase()),
                "{message:?} names {name:?}: {self:?}"
            );
        }
    }
}

/// The bytes of the longest object that is not abridged.
const LONGEST: usize = 2500;

/// The bytes of the longest value of a field that an abridged answer keeps.
const LONGEST_FIGURE: usize = 60;

/// Returns JSON with the fields of objects in alphabetical order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let mut in_order = BTreeMap::new();
            for (name, value) in fields {
                in_order.insert(name.clone(), sorted(value));
            }
            in_order.into_iter().collect()
        }
        other => other.clone(),
    }
}

/// Returns an answer as it is or, if it is an object of more than [`LONGEST`] bytes, abridged: the
/// hash of its JSON, with the short values of its fields and the lengths of its lists.
fn abridged(answer: Value) -> Value {
    let text = answer.to_string();
    let Value::Object(fields) = &answer else {
        return answer;
    };
    if text.len() <= LONGEST {
        return answer;
    }
    let mut figures = Map::new();
    for (name, value) in fields {
        match value {
            Value::Array(list) => {
                figures.insert(name.clone(), list.len().into());
            }
            Value::Object(_) => {}
            value if value.to_string().len() <= LONGEST_FIGURE => {
                figures.insert(name.clone(), value.clone());
            }
            _ => {}
        }
    }
    json!({"figures": figures, "sha256": sha256(text.as_bytes())})
}

/// Returns the SHA-256 of some bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("a text");
    }
    text
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Removes what differs from run to run.
fn remove_times(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(remove_times),
        Value::Object(fields) => {
            fields.remove("seconds");
            fields.values_mut().for_each(remove_times);
        }
        _ => {}
    }
}

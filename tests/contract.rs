//! The crate `teeko` answers the contract. The other carriers replay the same files.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::sync::Mutex;

use teeko::files::load;
use teeko::questions::Subject;
use teeko::rules::NamedRules;
use teeko::surfaces::{self, About, AskedRules, QUESTIONS, Question, answer_positions};
use teeko::work::to_the_end;
use teeko::{Error, Game};
use teeko_testing::contract::{self, Exchange};

/// Solved games by their rules, so that each is solved once a run.
static GAMES: Mutex<BTreeMap<String, Game>> = Mutex::new(BTreeMap::new());

fn game(key: String, named: &NamedRules) -> Game {
    let mut games = GAMES.lock().expect("no test has failed");
    let solved = games.entry(key).or_insert_with(|| {
        Game::solve_rules(named, &|_| to_the_end(())).expect("nothing stops it")
    });
    solved.clone()
}

/// Returns the answer of this crate, or why there is none.
pub(crate) fn answer(exchange: &Exchange) -> Result<Vec<u8>, Error> {
    if exchange.has_rule_file() {
        // Tests run in the folder of this file.
        let name = exchange.rules[0].replace("@rules/", "@contract/rules/");
        let game = game(name.clone(), &load(&name.parse()?)?);
        let answer = if let Some(body) = &exchange.body {
            answer_positions(&game, 1, body.as_bytes())?
        } else {
            let parameters = exchange.texts();
            surfaces::ask(&exchange.question, parameters, None, &[game], &to_the_end)?
        };
        let text = String::from_utf8(answer).expect("UTF-8");
        return Ok(text.replace("@contract/rules/", "@rules/").into_bytes());
    }
    let (path, query) = exchange.target();
    let (rules, question) = Question::of_path(&path, &query)?;
    let readers = AskedRules::readers(&rules)?;
    let about = question.definition.about;
    let asked = match &exchange.body {
        Some(_) => None,
        None => Some(question.read(&readers)?),
    };
    let mut solved = Vec::new();
    if about != About::Rules {
        let both = rules.iter().zip(&readers);
        solved.extend(both.map(|(rules, reader)| game(rules.to_string(), reader.named())));
    }
    let Some(asked) = asked else {
        let lines = exchange.body.as_deref().unwrap_or_default();
        return answer_positions(&solved[0], 1, lines.as_bytes());
    };
    asked.document(&Subject::of(&solved))
}

/// Each question, status, exit code and kind of game is in a line that every carrier replays, and
/// each line says what it guards.
#[test]
fn every_carrier_replays_each_kind_of_request() {
    let mut missing = BTreeSet::new();
    let mut replayed = BTreeSet::new();
    for file in contract::files() {
        for exchange in contract::read(&file) {
            assert!(!exchange.why.is_empty(), "{exchange:?}");
            let Exchange {
                question,
                status,
                exit,
                everywhere,
                ..
            } = exchange;
            let kind = file.file_stem().expect("a name").to_string_lossy();
            let found = if everywhere {
                &mut replayed
            } else {
                &mut missing
            };
            found.extend([format!("{question}: {status}, {exit:?}"), kind.into_owned()]);
        }
    }
    for question in &QUESTIONS {
        missing.insert(format!("{}: 200, None", question.name));
    }
    missing.retain(|kind| !replayed.contains(kind));
    assert_eq!(missing, BTreeSet::new());
}

/// With `RECORD_CONTRACT=1` writes the answers into the files instead of comparing them.
#[test]
fn the_crate_answers_the_contract() {
    let record = env::var_os("RECORD_CONTRACT").is_some();
    let mut count = 0;
    for file in contract::files() {
        let mut text = String::new();
        for mut exchange in contract::read(&file) {
            count += 1;
            match answer(&exchange) {
                Ok(body) if record => {
                    exchange.status = 200;
                    exchange.answer = exchange.recorded(&body);
                }
                Ok(body) => exchange.assert_answer(&body),
                Err(error) => {
                    if record {
                        exchange.status = error.status();
                    }
                    assert_eq!(error.status(), exchange.status, "{error}: {exchange:?}");
                    assert!(error.document().hint.is_some(), "what to try next: {error}");
                    exchange.assert_refusal(&error.to_string());
                }
            }
            writeln!(text, "{}", serde_json::to_string(&exchange).expect("JSON")).expect("a text");
        }
        if record {
            fs::write(file, text).expect("a file of the contract");
        }
    }
    assert!(count > 300, "{count} requests");
}

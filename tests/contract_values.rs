//! The values in the answers to the contract's requests are those of the reference solver. Answers
//! about positions are compared with all their moves, also where the contract has them without.
//!
//! It solves boards up to 4 x 4, and up to 5 x 5 if the tests are exhaustive. It does not know
//! numbered pieces, so only the sign of their scores is compared with it. Comparisons of two rule
//! sets, atlases and symmetries have other tests.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use teeko::files::load;
use teeko_index::{Census, Class};
use teeko_rules::notation::{parse_move, parse_position};
use teeko_rules::{Move, Oracle, Outcome, PIECES, Position, Rules, Scoring, Value};
use teeko_testing::contract::{Exchange, all};

use crate::contract::answer;
use crate::reference::Reference;

/// The most circles of boards that the reference solver solves.
const MOST_CIRCLES: usize = if cfg!(feature = "exhaustive") { 25 } else { 16 };

/// A rule set, and what the reference solver says of it.
struct Expected {
    rules: Rules,
    reference: Reference,
    /// Whether points and plies are compared, and not only signs.
    is_exact: bool,
}

/// The numbers of values and of censuses that have been compared with the reference solver.
#[derive(Default)]
struct Compared {
    values: usize,
    censuses: usize,
}

impl Expected {
    fn of(rules: Rules) -> Self {
        let is_exact = rules.scoring() != Scoring::Pips;
        let reference = Reference::solve(&if is_exact {
            rules.clone()
        } else {
            rules.plain_game()
        });
        Self {
            rules,
            reference,
            is_exact,
        }
    }

    fn position(&self, text: &Json) -> Position {
        let text = text.as_str().expect("a position");
        parse_position(&self.rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Returns the value of a move for the side that makes it.
    fn of_move(&self, position: &Position, played: Move) -> Value {
        let ended = self.rules.value_after(position, played);
        let after = self.reference.value(&position.after(played)).unwrap();
        ended.or(after).expect("a legal move").of_move()
    }

    /// Returns the value of a choice for the side to move.
    fn of_choice(&self, position: &Position, choice: &str) -> Value {
        let is_numbered = self.rules.scoring() == Scoring::Pips;
        let worth = |played: Move| self.of_move(position, played);
        if choice == "pass" {
            return self
                .rules
                .moves(position)
                .into_iter()
                .map(worth)
                .max()
                .expect("a drop");
        }
        match parse_move(self.rules.board(), choice).expect(choice) {
            // The mover chooses the piece.
            Move::Drop(to) if is_numbered => self
                .rules
                .drops_on(position, to)
                .map(worth)
                .max()
                .expect("a piece in hand"),
            played => worth(played),
        }
    }

    fn assert_value(&self, found: &Json, expected: Value, compared: &mut Compared) {
        let value = value(found);
        if self.is_exact {
            assert_eq!(value, expected, "{found}");
        } else {
            assert_eq!(value.outcome.wdl(), expected.outcome.wdl(), "{found}");
            assert_eq!(value.score.signum(), expected.score.signum(), "{found}");
        }
        compared.values += 1;
    }

    /// Compares the value of a first drop. One on a banned circle has none.
    fn assert_first_drop(&self, choice: &str, found: &Json, compared: &mut Compared) {
        let is_it = |drop: &Move| drop.to_string().split('=').next() == Some(choice);
        if self.rules.moves(&Position::EMPTY).iter().any(is_it) {
            let expected = self.of_choice(&Position::EMPTY, choice);
            self.assert_value(found, expected, compared);
        } else {
            assert_eq!(found["outcome"], Json::Null, "{choice}: {found}");
        }
    }

    /// Compares the values in an answer, and those in its parts.
    fn check(&self, question: &str, answer: &Json, compared: &mut Compared) {
        let is_position = !matches!(question, "choice" | "puzzles" | "review" | "solution");
        if let Some(text) = answer.get("position").filter(|_| is_position) {
            let position = self.position(text);
            // The choice after a pass, and that of a piece for a circle, are half of a move.
            let is_whole = answer["chooser"] == self.rules.chooser(&position).name();
            if let Ok(Some(expected)) = self.reference.value(&position)
                && (is_whole || answer.get("chooser").is_none())
            {
                self.assert_value(answer, self.at_end(&position, answer, expected), compared);
            }
        }
        let start = answer.get("position").map(|text| self.position(text));
        match question {
            "choice" => {
                if let Some(choice) = answer["move"].as_str() {
                    let start = start.as_ref().expect("a position");
                    self.assert_value(answer, self.of_choice(start, choice), compared);
                }
            }
            "position" | "random" => {
                let start = start.as_ref().expect("a position");
                for played in list(answer, "moves") {
                    let choice = text(&played["move"]);
                    let expected = self.of_choice(start, choice);
                    self.assert_value(played, expected, compared);
                }
            }
            "solution" | "stats" => {
                let value = self.reference.value(&Position::EMPTY).unwrap();
                self.assert_value(answer, value.expect("the empty board"), compared);
                for drop in list(answer, "first_drops") {
                    self.assert_first_drop(text(&drop["move"]), drop, compared);
                }
                assert_census(&answer["census"], &self.reference.games()[0].census);
                compared.censuses += 1;
            }
            "puzzles" => {
                for puzzle in list(answer, "puzzles") {
                    let position = self.position(&puzzle["position"]);
                    let value = self.reference.value(&position).unwrap();
                    let mut found = answer.clone();
                    found["score"] = puzzle["score"].clone();
                    self.assert_value(&found, value.expect("a position"), compared);
                }
            }
            "review" => self.check_review(answer, compared),
            "course" => self.check_course(answer, compared),
            _ => {}
        }
    }

    fn check_review(&self, answer: &Json, compared: &mut Compared) {
        let mut last: Option<(&Json, &Json)> = None;
        for choice in list(answer, "choices") {
            let position = self.position(&choice["position"]);
            match last {
                // The mover's choice of a piece, after the opponent's of the circle.
                Some((ply, after)) if *ply == choice["ply"] => assert_eq!(&choice["before"], after),
                _ => {
                    let value = self.reference.value(&position).unwrap();
                    self.assert_value(&choice["before"], value.expect("a position"), compared);
                }
            }
            let expected = self.of_choice(&position, text(&choice["move"]));
            self.assert_value(&choice["after"], expected, compared);
            last = Some((&choice["ply"], &choice["after"]));
        }
        let end = &answer["end"];
        let position = self.position(&end["position"]);
        let value = self.reference.value(&position).unwrap();
        let expected = self.at_end(&position, end, value.expect("a position"));
        self.assert_value(end, expected, compared);
    }

    /// Compares the choices of a course: its moves, and no others, are worth as much as the position.
    fn check_course(&self, answer: &Json, compared: &mut Compared) {
        for choice in list(answer, "choices") {
            let position = self.position(&choice["position"]);
            let value = self.reference.value(&position).unwrap();
            let value = value.expect("a position");
            assert_eq!(choice["plies"], serde_json::json!(value.outcome.distance()));
            let moves: Vec<&str> = list(choice, "moves").map(text).collect();
            for played in self.rules.moves(&position) {
                let is_best = self.of_move(&position, played) == value;
                assert_eq!(is_best, moves.contains(&&*played.to_string()), "{played}");
            }
            compared.values += 1;
        }
    }

    /// With numbered pieces the score of a finished game depends on the last move, which a position
    /// does not tell.
    fn at_end(&self, position: &Position, answer: &Json, expected: Value) -> Value {
        match self.rules.value_at_end(position) {
            Some((outcome, None)) => Value {
                outcome,
                score: value(answer).score,
            },
            _ => expected,
        }
    }
}

fn text(value: &Json) -> &str {
    value.as_str().expect("a text")
}

fn list<'a>(answer: &'a Json, field: &str) -> impl Iterator<Item = &'a Json> {
    answer
        .get(field)
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
}

/// Reads the value with an outcome, plies and, in games for points, a score.
fn value(answer: &Json) -> Value {
    let plies = || answer["dtw"].as_u64().expect("a distance") as u32;
    let outcome = match text(&answer["outcome"]) {
        "win" => Outcome::Win(plies()),
        "loss" => Outcome::Loss(plies()),
        _ => Outcome::Draw,
    };
    let plain = Value::from(outcome);
    Value {
        score: answer["score"]
            .as_i64()
            .map_or(plain.score, |score| score as i16),
        ..plain
    }
}

/// Compares the census in an answer.
fn assert_census(found: &Json, expected: &Census) {
    let count = |layer: &Json, field: &str| layer[field].as_u64().expect("a count");
    if let Some(layers) = found.get("drop") {
        let layers = layers.as_array().expect("layers");
        assert_eq!(layers.len(), 2 * PIECES);
        for (layer, expected) in layers.iter().zip(expected.drops()) {
            let expected = [
                expected.win(),
                expected.loss(),
                expected.draw(),
                expected.over(),
            ];
            assert_eq!(
                ["win", "loss", "draw", "over"].map(|field| count(layer, field)),
                expected
            );
        }
    }
    let Some(slide) = found.get("slide") else {
        return;
    };
    let expected = expected.layer(2 * PIECES);
    let decided = |(class, _): &(Class, u64)| matches!(class, Class::Win(1..) | Class::Loss(1..));
    let found: BTreeMap<Class, u64> = list(slide, "by_dtw")
        .map(|entry| (value(entry).outcome.into(), count(entry, "positions")))
        .collect();
    assert_eq!(found, expected.classes().filter(decided).collect());
    let fields = [
        ("win", expected.win()),
        ("loss", expected.loss()),
        ("draw", expected.draw()),
        ("no_move", expected.no_move()),
        ("over", expected.over()),
        ("impossible", expected.impossible()),
    ];
    for (field, expected) in fields {
        assert_eq!(count(slide, field), expected, "{field}");
    }
    assert_eq!(slide["gift"].as_u64().unwrap_or(0), expected.gift());
}

/// Returns the rules that the contract calls by a name.
fn rules(name: &str) -> Rules {
    let name = name.replace("@rules/", "@contract/rules/");
    let named = load(&name.parse().expect("a name")).expect("rules");
    Rules::clone(named.rules())
}

/// Returns the answer to a request in full, or those to its lines.
fn in_full(mut exchange: Exchange) -> Vec<Json> {
    exchange.parameters.remove("brief");
    let body = answer(&exchange).unwrap_or_else(|error| panic!("{error}: {exchange:?}"));
    match exchange.parsed(&body) {
        Json::Array(lines) => lines,
        answer => vec![answer],
    }
}

#[test]
fn values_in_the_contract_are_the_reference_solvers() {
    let mut exchanges = all();
    exchanges.retain(|exchange| {
        let is_answered = exchange.status == 200 && exchange.question != "certificate";
        is_answered && exchange.goals.is_none() && exchange.rules.len() == 1
    });
    exchanges.sort_by(|one, other| one.rules.cmp(&other.rules));
    let mut compared = Compared::default();
    for same in exchanges.chunk_by(|one, other| one.rules == other.rules) {
        let rules = rules(&same[0].rules[0]);
        if rules.board().circle_count() > MOST_CIRCLES {
            continue;
        }
        let expected = Expected::of(rules);
        for exchange in same {
            for answer in in_full(exchange.clone()) {
                if answer["outcome"].is_string() {
                    expected.check(&exchange.question, &answer, &mut compared);
                }
            }
        }
    }
    let Compared { values, censuses } = compared;
    assert!(
        values > 800 && censuses > 4,
        "{values} values, {censuses} censuses"
    );
}

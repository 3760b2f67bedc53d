//! The golden data: JSON Lines of tables and of slots, and of goal sets 44 and 58 on the standard
//! board the whole census, and the value of every plan.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use teeko_index::{Census, Class, LayerCensus};
use teeko_rules::{GoalSet, Outcome, PIECES};

/// Reads a file of JSON Lines in the folder `golden`. Tests run in the folder of this file.
pub(crate) fn lines<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let text = fs::read_to_string(format!("golden/{file}")).expect(file);
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(serde_json::from_str(line).expect(line));
    }
    assert!(!lines.is_empty(), "{file}");
    lines
}

/// Whether the tests write golden data instead of comparing it.
pub(crate) fn is_recording() -> bool {
    env::var_os("RECORD_GOLDEN").is_some()
}

/// Writes a file of JSON Lines in the folder `golden`.
pub(crate) fn record<T: Serialize>(file: &str, lines: &[T]) {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "{}", serde_json::to_string(line).expect("JSON")).expect("a text");
    }
    fs::write(format!("golden/{file}"), text).expect(file);
}

/// A file of golden data; see the comments in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Golden {
    pub(crate) slide: GoldenSlide,
    pub(crate) drop: BTreeMap<String, GoldenDrop>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoldenSlide {
    pub(crate) impossible: u64,
    pub(crate) no_move: u64,
    pub(crate) draw: u64,
    pub(crate) by_distance: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoldenDrop {
    pub(crate) value: String,
    pub(crate) deepest: u32,
    pub(crate) layers: [[u64; 4]; 2 * PIECES],
}

impl Golden {
    /// Returns the golden data of goal set 44 or 58.
    pub(crate) fn of(goals: GoalSet) -> Self {
        let text = match goals {
            GoalSet::Goals44 => include_str!("golden/44.toml"),
            GoalSet::Goals58 => include_str!("golden/58.toml"),
            _ => panic!("no golden data of goal set {goals}"),
        };
        toml::from_str(text).expect("a file of golden data")
    }

    /// Asserts that a census of the slide phase is the golden one.
    pub(crate) fn assert_slide(&self, census: &LayerCensus) {
        let golden = &self.slide;
        let mut expected = LayerCensus::default();
        for (distance, &positions) in (0..).zip(&golden.by_distance) {
            let is_won = distance % 2 == 1;
            let class = if is_won {
                Class::Win(distance)
            } else {
                Class::Loss(distance)
            };
            expected.add(class, positions);
        }
        expected.add(Class::Impossible, golden.impossible);
        expected.add(Class::NoMove, golden.no_move);
        expected.add(Class::Draw, golden.draw);
        assert_eq!(census, &expected);
    }

    /// Asserts that the drop layers of a plan with its options, such as `pppp+pass`, are the golden
    /// ones.
    pub(crate) fn assert_drops(&self, plan: &str, census: &Census) {
        let golden = &self.drop[plan];
        for (layer, (census, expected)) in census.drops().iter().zip(golden.layers).enumerate() {
            let found = [census.win(), census.loss(), census.draw(), census.over()];
            assert_eq!(found, expected, "{plan}, layer {layer}");
            let total: u64 = expected.iter().sum();
            assert_eq!(census.total(), total, "{plan}, layer {layer}");
        }
        let deepest = census.drops().iter().map(LayerCensus::deepest).max();
        assert_eq!(deepest, Some(golden.deepest), "{plan}");
        let empty_board = census.layer(0).classes();
        assert!(empty_board.eq([(golden.value().into(), 1)]), "{plan}");
    }
}

impl GoldenDrop {
    /// Returns the value of the empty board for Black.
    pub(crate) fn value(&self) -> Outcome {
        if self.value == "draw" {
            return Outcome::Draw;
        }
        let plies = self.value.strip_prefix("win in ");
        let plies = plies.and_then(|plies| plies.strip_suffix(" plies"));
        let plies = plies.expect(&self.value).parse().expect(&self.value);
        Outcome::Win(plies)
    }
}

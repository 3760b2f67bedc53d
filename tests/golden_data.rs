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
    let lines: Vec<T> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
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
        let GoldenSlide {
            impossible,
            no_move,
            draw,
            by_distance,
        } = &self.slide;
        let class = |distance| {
            if distance % 2 == 1 {
                Class::Win(distance)
            } else {
                Class::Loss(distance)
            }
        };
        let decided = (0..)
            .zip(by_distance)
            .map(|(distance, &positions)| (class(distance), positions));
        let others = [
            (Class::Impossible, *impossible),
            (Class::NoMove, *no_move),
            (Class::Draw, *draw),
        ];
        assert_eq!(census, &decided.chain(others).collect::<LayerCensus>());
    }

    /// Asserts that the drop layers of a plan with its options, such as `pppp+pass`, are the golden
    /// ones.
    pub(crate) fn assert_drops(&self, plan: &str, census: &Census) {
        let golden = &self.drop[plan];
        for (layer, (census, expected)) in census.drops().iter().zip(golden.layers).enumerate() {
            let found = [census.win(), census.loss(), census.draw(), census.over()];
            assert_eq!(
                (found, census.total()),
                (expected, expected.iter().sum()),
                "{plan}, layer {layer}"
            );
        }
        let deepest = census.drops().iter().map(LayerCensus::deepest).max();
        assert_eq!(deepest, Some(golden.deepest), "{plan}");
        let value = golden.value();
        assert_eq!(
            census.layer(0).classes().collect::<Vec<_>>(),
            [(value.into(), 1)],
            "{plan}"
        );
    }
}

impl GoldenDrop {
    /// Returns the value of the empty board for Black.
    pub(crate) fn value(&self) -> Outcome {
        let plies = || {
            self.value
                .strip_prefix("win in ")?
                .strip_suffix(" plies")?
                .parse()
                .ok()
        };
        if self.value == "draw" {
            Outcome::Draw
        } else {
            Outcome::Win(plies().expect(&self.value))
        }
    }
}

//! All goal sets and steps on the standard board: the fast solver has the reference solver's values
//! in the golden samples, which have positions of every layer. (`tests/golden_samples/main.rs` made
//! the files.)

use rayon::prelude::*;
use teeko_rules::notation::parse_position;
use teeko_rules::{PIECES, Rules, Status};

use crate::common;
use crate::samples::{PLANS, written};

/// The samples, by goal set and option.
const SAMPLES: [(&str, &str, &str); 12] = [
    ("44", "", include_str!("golden/samples/44-king.txt")),
    ("54", "", include_str!("golden/samples/54-king.txt")),
    ("58", "", include_str!("golden/samples/58-king.txt")),
    ("64", "", include_str!("golden/samples/64-king.txt")),
    ("68", "", include_str!("golden/samples/68-king.txt")),
    ("78", "", include_str!("golden/samples/78-king.txt")),
    ("44", "+knight", include_str!("golden/samples/44-knight.txt")),
    ("54", "+knight", include_str!("golden/samples/54-knight.txt")),
    ("58", "+knight", include_str!("golden/samples/58-knight.txt")),
    ("64", "+knight", include_str!("golden/samples/64-knight.txt")),
    ("68", "+knight", include_str!("golden/samples/68-knight.txt")),
    ("78", "+knight", include_str!("golden/samples/78-knight.txt")),
];

#[test]
fn samples_of_every_layer_have_the_reference_solvers_values() {
    SAMPLES.par_iter().for_each(|(goals, option, samples)| {
        let rules: Vec<Rules> =
            PLANS.iter().map(|plan| common::rules(&format!("{goals}-{plan}{option}"))).collect();
        let solutions = common::solutions(&common::slide(&rules[0]), &rules);
        let mut layers = [0; 2 * PIECES + 1];
        for line in samples.lines().filter(|line| !line.starts_with('#')) {
            let (text, expected) = line.rsplit_once(": ").expect(line);
            let position = parse_position(&rules[0], text);
            // The notation rejects positions in which the side to move has a goal.
            let Ok(position) = position else {
                assert_eq!(expected, "impossible, impossible", "{goals}{option}: {line}");
                continue;
            };
            assert_ne!(rules[0].status(&position), Status::Impossible);
            layers[position.layer()] += 1;
            let found: Vec<String> =
                solutions.iter().map(|solution| written(solution.outcome(&position))).collect();
            assert_eq!(found.join(", "), expected, "{goals}{option}: {text}");
        }
        assert!(layers.iter().skip(1).all(|&samples| samples > 50), "{goals}{option}: {layers:?}");
    });
}

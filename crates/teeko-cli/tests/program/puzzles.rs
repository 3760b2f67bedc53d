//! Sheets of puzzles. The contract has them as JSON.

use crate::common::{json, list, text};

#[test]
fn answers_stand_where_they_are_wanted() {
    let sheet = |place: &[&str]| text(&[&["puzzles", "--limit", "2"][..], place].concat());
    let [apart, below, none] = ["apart", "below", "none"].map(|place| sheet(&["--answers", place]));
    let puzzles = json(&["puzzles", "--limit", "2"]);
    let solution = |number: usize| {
        let line = list(&puzzles["puzzles"][number]["line"]);
        line.iter()
            .map(|ply| ply.as_str().unwrap())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let place = |text: &str, part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} in {text}"))
    };
    assert_eq!(sheet(&[]), apart);
    let solutions = place(&apart, "\nSolutions\n");
    assert!(place(&apart, "\n2. b:") < solutions && solutions < place(&apart, &solution(0)));
    assert!(
        place(&below, &solution(0)) < place(&below, "\n2. b:")
            && place(&below, "\n2. b:") < place(&below, &solution(1))
    );
    assert!(!none.contains("Solution") && !none.contains(&solution(0)));
}

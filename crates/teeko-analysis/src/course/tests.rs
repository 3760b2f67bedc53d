//! Tests of courses: by the rules and the checker of certificates, not by what made the courses.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use teeko_certificate::{Certificate, canonical};
use teeko_rules::Rules;
use teeko_solve::Solution;

use super::*;
use crate::testing::{FunctionOracle, rules, solved};

/// Returns the course of a game that is played by some rules.
fn course_of(oracle: &Solution) -> Course {
    let course = course(oracle).unwrap();
    assert_arises(oracle.rules(), &course);
    course
}

/// Plays from the empty board to each choice, by the choice before and the reply.
fn assert_arises(rules: &Rules, course: &Course) {
    let symmetries = rules.symmetries();
    let mut met = HashSet::new();
    for (place, choice) in course.choices.iter().enumerate() {
        let mut position = Position::EMPTY;
        if let Some(after) = choice.after {
            assert!(after < place);
            let before = &course.choices[after];
            position = rules.play(&before.position, before.chosen).unwrap();
        }
        for &reply in &choice.replies {
            position = rules.play(&position, reply).unwrap();
        }
        assert_eq!(position, *choice.position);
        assert_eq!(rules.chooser(&position), course.side);
        assert!(choice.moves.contains(&choice.chosen));
        assert!(met.insert(canonical(&symmetries, &position)));
    }
}

/// Checks, by the rules alone, that the choices win against everything. Returns the number of
/// choices that this takes.
fn assert_wins(rules: &Rules, course: &Course) -> usize {
    let symmetries = rules.symmetries();
    let mut known = HashMap::new();
    for choice in &course.choices {
        for symmetry in symmetries.elements() {
            let played = choice.chosen.image(symmetry);
            known.insert(choice.position.image(symmetry), played);
        }
    }
    let plies = course.plies.unwrap();
    let proof = Certificate::of_strategy(rules, course.side, plies, |position| {
        known.get(position).copied()
    });
    proof.unwrap().choices.len()
}

#[test]
fn the_course_of_a_win_answers_everything() {
    for (variant, main_line) in [("58-ssss", 6), ("44-psss+4x4+knight", 5)] {
        let oracle = solved(variant);
        let course = course_of(&oracle);
        let needed = assert_wins(oracle.rules(), &course);
        assert!(course.whole, "{variant}");
        assert_eq!(course.choices.len(), needed, "{variant}");
        assert_eq!(course.plies, oracle.game_value().distance(), "{variant}");
        assert_eq!(course.main_line, main_line, "{variant}");
    }
}

/// Returns the plies that the other side has given away on the way to a choice. Each choice and
/// each reply takes one ply.
fn plies_given_away(course: &Course, place: usize) -> u32 {
    let choice = &course.choices[place];
    let Some(after) = choice.after else { return 0 };
    let before = course.choices[after].plies.unwrap();
    plies_given_away(course, after) + before - 2 - choice.plies.unwrap()
}

/// Returns the number of times that the way to a choice parts from a line: takes another reply than
/// the one that the course follows first.
fn partings(course: &Course, place: usize) -> usize {
    let after = course.choices[place].after;
    let before = after.map_or(0, |after| partings(course, after));
    let mut choices = course.choices.iter();
    let is_first = choices.position(|choice| choice.after == after) == Some(place);
    before + usize::from(!is_first)
}

/// Checks that a part of a course goes line by line, and outwards from the main line.
fn assert_goes_outwards(course: &Course, part: Range<usize>) {
    let mut number = 0;
    for place in part {
        let is_on_line = course.choices[place].after == place.checked_sub(1);
        let is_later = partings(course, place) >= number;
        assert!(is_on_line || is_later, "{place}");
        number = partings(course, place);
    }
}

#[test]
fn the_longest_defences_come_first_line_by_line() {
    let course = course_of(&solved("58-ssss"));
    let given_away: Vec<u32> = (0..course.choices.len())
        .map(|place| plies_given_away(&course, place))
        .collect();
    let longest = given_away.iter().take_while(|&&plies| plies == 0).count();
    assert!(longest > course.main_line);
    assert_eq!(course.best_defence, Some(longest));
    assert!(given_away[longest..].iter().all(|&plies| plies > 0));
    assert_goes_outwards(&course, 0..longest);
    assert_goes_outwards(&course, longest..course.choices.len());
}

#[test]
fn the_second_opening_comes_after_the_main_line() {
    let course = course_of(&solved("58-ssss"));
    assert_eq!(course.choices[course.main_line].after, Some(0));
}

/// Values are those of the oracle, which other tests compare with the reference solver.
#[test]
fn in_the_course_of_a_draw_some_choices_hold_and_others_lose() {
    let oracle = solved("44-ssss+4x4");
    let course = course_of(&oracle);
    assert_eq!(
        (course.side, course.outcome, course.plies),
        (Side::Red, Wdl::Draw, None)
    );
    assert_eq!(course.choices.len(), MOST_CHOICES_OF_DRAW);
    assert!((6..=20).contains(&course.main_line), "{}", course.main_line);
    for choice in &course.choices {
        let legal = oracle.rules().moves(&choice.position);
        assert!(choice.moves.len() < legal.len());
        for played in legal {
            let holds = oracle.outcome(&choice.position.after(played)) == Some(Outcome::Draw);
            assert_eq!(holds, choice.moves.contains(&played), "{played}");
        }
    }
}

/// Black points at the circle of Red's first drop, and then drops.
#[test]
fn where_the_learner_chooses_twice_there_is_no_reply() {
    let course = course_of(&solved("44-psss+4x4+knight"));
    let choices = course.choices.iter();
    let mut lengths: Vec<usize> = choices.map(|choice| choice.replies.len()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    assert_eq!(lengths, [0, 1]);
}

#[test]
fn some_games_have_no_course() {
    let scored = solved("58-ssss+4x4+points");
    assert!(matches!(course(&scored), Err(CourseError::ForPoints)));
    let drawn = FunctionOracle::new(rules("44-ssss+4x4"), |_: &Position| Some(Outcome::Draw));
    assert!(matches!(course(&drawn), Err(CourseError::NothingToLearn)));
}

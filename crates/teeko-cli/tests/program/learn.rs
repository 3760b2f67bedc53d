//! `teeko play --learn`: courses typed into a pipe.

use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use teeko::Game;
use teeko::analysis::Course;
use teeko::questions::CourseQuestion;
use tempfile::TempDir;

use crate::common::{command, refusal, stderr, stdout, with_input};

/// A small game that Black wins. Red points at the circle of Black's first drop.
const SMALL: &str = "44-psss+4x4+knight";

/// Returns what a lesson prints for these lines, with a folder for what is known.
fn taught(state: &Path, arguments: &[&str], lines: &str) -> String {
    let mut play = command(&[&["-q", "play", "--learn"], arguments].concat());
    let output = with_input(play.env("XDG_STATE_HOME", state), lines.as_bytes());
    let end = (output.status.code(), stderr(&output));
    assert_eq!(end, (Some(0), String::new()), "{lines}");
    stdout(&output)
}

fn course(variant: &str) -> Course {
    let game = Game::solve(variant).unwrap();
    game.answer(&CourseQuestion {}).unwrap().course
}

/// Returns the moves of choices, a line each.
fn moves(course: &Course, places: impl IntoIterator<Item = usize>) -> String {
    let mut lines = String::new();
    for place in places {
        lines.push_str(&course.choices[place].chosen.to_string());
        lines.push('\n');
    }
    lines
}

fn state() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn file(state: &Path, variant: &str) -> PathBuf {
    state.join(format!("teeko/learnt/{variant}.json"))
}

/// Returns the number of choices that a file has.
fn known(path: &Path) -> usize {
    let learnt: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    learnt["known"].as_array().unwrap().len()
}

/// The main line of Advanced Teeko with a wrong move, a slower win, help, moves that are as good,
/// and the goal. The choices that were missed come back.
#[test]
fn a_main_line_is_learnt_with_its_goal() {
    let state = state();
    let lines =
        "1\nsolution\n13\nfoo\n17\n14\n18\nhint\n4\n14-15\n13-14\n14-20\nhint\n4-10\n13\nquit\n";
    let text = taught(state.path(), &["advanced"], lines);
    let (_, text) = text.split_once("20        16").unwrap();
    insta::assert_snapshot!("learn", text);
}

/// Someone who knows everything is asked for each choice once, in the order of the course, and is
/// told where lines part.
#[test]
fn a_whole_course_is_learnt_in_two_sittings() {
    let state = state();
    let course = course(SMALL);
    let number = course.choices.len();
    let file = file(state.path(), SMALL);
    let text = taught(state.path(), &[SMALL], &moves(&course, 0..2));
    assert!(text.contains(&format!("You know 2 of {number}.")), "{text}");
    assert_eq!(known(&file), 2);

    let main_line = course.main_line;
    let first = taught(state.path(), &[SMALL], &moves(&course, 2..main_line));
    assert!(first.contains("So far: "), "{first}");
    assert!(
        first.ends_with(", and to complete a goal.\n> \n"),
        "{first}"
    );
    let rest = taught(state.path(), &[SMALL], &moves(&course, main_line..number));
    assert_eq!(rest.matches("Right.").count(), number - main_line);
    assert_eq!(rest.matches("> ").count(), number - main_line);
    let said = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("The next line has another defence. Back to Red's choice after Black "),
        "{said}"
    );
    assert!(rest.contains(" wins: whatever Red answers"), "{rest}");
    assert!(
        rest.contains(&format!("You know all {number} choices")),
        "{rest}"
    );
    assert_eq!(known(&file), number);

    let again = taught(state.path(), &[SMALL], "new\nquit\n");
    assert!(again.contains("You know all"), "{again}");
    assert_eq!(known(&file), 0);
}

/// The third opening of Advanced Teeko has five fastest wins, not all of them images of each other.
#[test]
fn a_move_that_wins_as_soon_is_right() {
    let state = state();
    let course = course("58-ssss");
    let third = 11;
    assert_eq!(course.choices[third].after, Some(0));
    let main_line = moves(&course, 0..course.main_line);
    let second = moves(&course, course.main_line..third);
    let lines = format!("{main_line}4-10\n{second}18\nquit\n");
    let text = taught(state.path(), &["advanced"], &lines);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Back to Red's choice after Black 13: Red answers 8, not 7.",
        "Back to Red's choice after Black 13: Red answers 3, not 8.",
        "Right. 18 wins as soon; the course goes on with 17. You know 12 of 361.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// What a lesson has in common with a game is typed in the same words.
#[test]
fn a_choice_is_left_for_later_or_answered_again() {
    let state = state();
    let course = course(SMALL);
    let first = course.choices[0].chosen;
    let lines = format!("undo\nskip\nundo\n{first}\nredo\nsave game.txt\nstrength 9\nquit\n");
    let text = taught(state.path(), &[SMALL], &lines);
    let later = "It comes back later; you know 0 of";
    for part in [
        "> undo\nThere is no move of yours to undo.\n",
        &format!("> skip\nSkipped: the course goes on with {first}. {later}"),
        "> redo\n`redo` is a command of games; help lists the commands.\n",
        "> save game.txt\n`save` is a command of games; help lists the commands.\n",
        "> strength 9\n`strength` is a command of games; help lists the commands.\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("> undo\nBack to ").count(), 1, "{text}");
    assert_eq!(text.matches("Right.").count(), 1, "{text}");
    // It was skipped at first, so it is not known.
    assert!(!file(state.path(), SMALL).exists());
}

/// Two lessons at once: each keeps what the other one has added.
#[test]
fn lessons_add_to_what_others_have_learnt() {
    let state = state();
    let course = course(SMALL);
    let path = file(state.path(), SMALL);
    let other = taught(state.path(), &[SMALL], &moves(&course, 0..2));
    assert_eq!(known(&path), 2, "{other}");
    let mut play = command(&["-q", "play", "--learn", SMALL]);
    play.env("XDG_STATE_HOME", state.path());
    play.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut lesson = play.spawn().unwrap();
    let mut output = BufReader::new(lesson.stdout.take().unwrap());
    read_to_prompt(&mut output);
    let learnt = fs::read_to_string(&path).unwrap();
    fs::write(&path, learnt.replace("[\"", "[\"from another lesson\",\"")).unwrap();
    let third = moves(&course, 2..3);
    lesson
        .stdin
        .take()
        .unwrap()
        .write_all(third.as_bytes())
        .unwrap();
    assert!(lesson.wait().unwrap().success());
    assert_eq!(known(&path), 4);
}

/// Reads until a lesson asks for a line.
fn read_to_prompt(output: &mut impl BufRead) {
    let mut text = Vec::new();
    while !text.ends_with(b"> ") {
        assert!(output.read_until(b' ', &mut text).unwrap() > 0);
    }
}

#[test]
fn a_draw_is_learnt_from_the_other_side() {
    let state = state();
    let course = course("44-ssss+4x4");
    let asked = &course.choices[0];
    let wrong = (1..=16).map(|circle| circle.to_string());
    let wrong = wrong.filter(|circle| asked.moves.iter().all(|held| held.to_string() != *circle));
    let lines: Vec<String> = wrong.collect();
    let lines = format!("{}\nsolution\n{}\n", lines.join("\n"), asked.chosen);
    let text = taught(state.path(), &["junior"], &lines);
    assert!(
        text.contains("you are Red, and hold the draw, whatever Black does"),
        "{text}"
    );
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "lets Black win at once: it does not meet 4. Try again",
        "Solution: 4. Dropping on 4 meets 4, with which Black would win at once.",
        "It comes back later; you know 0 of 200.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A file that is damaged is left as it is.
#[test]
fn damaged_knowledge_is_refused() {
    let state = state();
    let file = file(state.path(), SMALL);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let other = "{\"schema\":\"teeko.learnt/1\",\"variant\":\"58-ssss\",\"known\":[]}";
    for contents in ["", "{", "{\"schema\":\"teeko.learnt/1\"}", other] {
        fs::write(&file, contents).unwrap();
        let mut play = command(&["-q", "play", "--learn", SMALL]);
        let output = with_input(play.env("XDG_STATE_HOME", state.path()), b"quit\n");
        let error = refusal(&output, 5);
        assert!(
            error.contains("move the file away to begin again"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), contents);
    }
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    for (arguments, code, part) in [
        (
            ["58-ssss+points", "-q"],
            2,
            "every goal wins, found one for points",
        ),
        (["58-ssss", "--as=red"], 2, "cannot be used with"),
    ] {
        let play = [&["play", "--learn"], &arguments[..]].concat();
        let error = refusal(&command(&play).output().unwrap(), code);
        assert!(error.contains(part), "{error}");
    }
}

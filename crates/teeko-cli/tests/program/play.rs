//! `teeko play`: games typed into a pipe.

use teeko_testing::cases;

use crate::common::{assert_refused, command, json, send, stderr, stdout, teeko_with_input};

/// Returns what a game prints for these lines.
fn played(arguments: &[&str], lines: &str) -> String {
    let output = teeko_with_input(&[&["-q", "play"], arguments].concat(), lines.as_bytes());
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(0), ""),
        "{lines}"
    );
    stdout(&output)
}

#[test]
fn a_game_of_two_people_ends_with_its_review() {
    let lines = "6\nc2\n11\nfoo\nhint\nvalues on\nundo\nvalues off\n16\n7\n12\n10\n1\n11\n";
    let text = played(&["junior", "--as", "both"], lines);
    insta::assert_snapshot!("play", text);
    assert!(text.contains("\nBlack wins.\n"), "{text}");
}

/// The page has its own list, since it is JavaScript that loads nothing.
#[test]
fn strengths_are_called_as_on_the_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../teeko-web/page/strings.js");
    let strings = std::fs::read_to_string(page).unwrap();
    let (_, list) = strings.split_once("STRENGTHS = [").unwrap();
    let (list, _) = list.split_once(']').unwrap();
    let names: Vec<String> = list
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_lowercase)
        .collect();
    assert_eq!(names.len(), 6);

    // The first name on the page is that of a person.
    let expected = format!("or {} or {}", names[1..5].join(", "), names[5]);
    assert_refused(&[(&["play", "--strength", "best"], 2, &expected)]);
}

/// Returns the words of a game's arguments. The position after `--from` has spaces.
fn arguments_of(line: &str) -> Vec<&str> {
    let (words, from) = line.split_once(" --from ").unwrap_or((line, ""));
    let mut arguments: Vec<&str> = words.split(' ').collect();
    if !from.is_empty() {
        arguments.extend(["--from", from]);
    }
    arguments
}

/// Each game prints these parts, in any order, however its lines are broken.
#[test]
fn games_go_on_and_end_as_they_should() {
    for [arguments, lines, parts] in &cases(include_str!("data/games.jsonl")) {
        let typed = lines.replace(' ', "\n").replace('+', " ") + "\n";
        let text = played(&arguments_of(arguments), &typed);
        let shown = text.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
        for part in parts.split('|') {
            assert!(shown.contains(part), "{part}\n{text}");
        }
        if lines.len() > 60 {
            assert_eq!(
                text.matches("> ").count(),
                16,
                "the third occurrence is the end"
            );
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    let [one, other] = [(); 2].map(|()| played(&["--as", "red", "--seed", "7"], ""));
    assert_eq!(one, other);
}

#[test]
fn a_game_is_saved_once_and_can_be_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let path = file.to_str().unwrap();
    let lines = format!("13\n12\nsave {path}\nsave {path}\nsave\n");
    let text = played(&["--as", "both"], &lines);
    assert!(
        text.contains("Saved. To review it: teeko review @"),
        "{text}"
    );
    assert!(
        text.contains("already exists; choose another name."),
        "{text}"
    );
    assert!(text.contains("Expected save FILE"), "{text}");
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "# variant: 44-ssss\n13 12\n"
    );
    let game = format!("@{path}");
    let review = crate::common::text(&["review", &game]);
    assert!(review.contains("Verdict: unfinished"), "{review}");
}

/// Its moves can be taken back. It is not a rule file.
#[test]
fn a_saved_game_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "# variant: 44-ssss\n13 12\n").unwrap();
    let game = format!("@{}", file.display());
    for (from, both) in [(&*game, "18\nundo\nundo\n"), ("1. c3 b3", "rules\nundo\n")] {
        let text = played(&["--as", "both", "--from", from], both);
        assert!(text.contains("3  11    12r   13b"), "{text}");
        assert!(text.ends_with("Your move. Red to drop.\n> \n"), "{text}");
    }
    assert_refused(&[
        (
            &["play", &game],
            2,
            "expected a rule file, found a game; to review it: teeko review @",
        ),
        (
            &["play", "-v", "58-ssss", "--from", &game],
            3,
            "expected rules as asked for, 58-ssss",
        ),
    ]);
}

/// A saved game is judged by its own rules wherever it is read, whether they have a name or come
/// from a rule file, which need not exist any more.
#[test]
fn a_saved_game_carries_its_rules() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (game, own, rules) = (place("game.txt"), place("own.txt"), place("own.toml"));
    // Four corners: a goal of Advanced Teeko, not of Standard Teeko.
    let moves = "1 7 5 9 21 17";
    let lines = |file: &str| format!("{}\nsave {file}\nquit\n", moves.replace(' ', "\n"));
    played(&["advanced", "--as", "both"], &lines(&game));
    std::fs::write(&rules, "goals = [[1, 5, 21, 25]]\nsteps = 'knight'\n").unwrap();
    let variant = format!("@{rules}-ssss");
    played(&[&variant, "--as", "both"], &lines(&own));
    std::fs::remove_file(&rules).unwrap();
    let (game, own) = (format!("@{game}"), format!("@{own}"));
    for (file, variant) in [(&game, "58-ssss"), (&own, variant.as_str())] {
        let review = json(&["review", file]);
        let query = json(&["query", file]);
        for answer in [
            &review,
            &query,
            &json(&["line", file]),
            &json(&["query", "--moves", file]),
        ] {
            assert_eq!(answer["variant"], variant, "{answer}");
        }
        assert_eq!(
            (&query["outcome"], &query["dtw"]),
            (&"win".into(), &1.into()),
            "{variant}"
        );
        assert_eq!(review["end"]["outcome"], "win", "{variant}");
    }
    let saved = |file: &str| std::fs::read_to_string(&file[1..]).unwrap();
    assert_eq!(saved(&game), format!("# variant: 58-ssss\n{moves}\n"));
    let message = "line `# variant: 58-ssss`: expected rules as asked for, 44-ssss, found 58-ssss; \
                   ask for 58-ssss, or remove the line";
    assert_refused(&[
        (&["review", "-v", "44-ssss", &game], 3, message),
        (&["query", "-v", "44-ssss", &game], 3, message),
        (&["line", "-v", "44-ssss", "--moves", &game], 3, message),
        (
            &["review", "-v", "advanced", &own],
            3,
            "expected rules as asked for, 58-ssss, found @",
        ),
    ]);
    // Each line of standard input is a game: one rule set answers all.
    let input = saved(&game);
    let answers = teeko_with_input(&["-q", "query", "--stdin", "--brief"], input.as_bytes());
    assert_eq!(answers.status.code(), Some(3));
    assert!(
        stdout(&answers).starts_with(&format!("line 1: {message}\n")),
        "{answers:?}"
    );
    let words = ["-q", "query", "--stdin", "--brief", "-v", "advanced"];
    assert_eq!(
        teeko_with_input(&words, input.as_bytes()).status.code(),
        Some(0)
    );
    let piped = teeko_with_input(&["-q", "review", "--json"], input.as_bytes());
    assert!(
        stdout(&piped).contains(r#""variant":"58-ssss""#),
        "{piped:?}"
    );
}

/// A game that began elsewhere names its start.
#[test]
fn a_game_in_a_file_can_have_a_start() {
    let (_folder, path) = crate::common::file("game.txt");
    let start = "b:7,9,12,14 r:10,13,17,19 b";
    std::fs::write(
        &path,
        format!("# variant: 44-ssss\n# from: {start}\n14-8\n"),
    )
    .unwrap();
    let file = format!("@{path}");
    assert_eq!(
        json(&["review", &file]),
        json(&["review", "--from", start, "14-8"])
    );
    assert_eq!(
        json(&["review", "--from", start, &file]),
        json(&["review", &file])
    );
    assert_refused(&[(
        &["review", "--from", "b:7 r:", &file],
        3,
        "leave out one of them",
    )]);
}

/// Ctrl-C ends the line that is being typed.
#[cfg(unix)]
#[test]
fn an_interruption_ends_the_line() {
    use std::io::Read;
    use std::process::Stdio;

    let mut program = command(&["-q", "play"]);
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // While it is open, nothing but the signal ends the program.
    let stdin = child.stdin.take();
    let mut stdout = child.stdout.take().unwrap();
    let mut text = String::new();
    while !text.ends_with("> ") {
        let mut byte = [0];
        assert_eq!(stdout.read(&mut byte).unwrap(), 1, "{text}");
        text.push(char::from(byte[0]));
    }
    send("-INT", &child);
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(130), "\n")
    );
}

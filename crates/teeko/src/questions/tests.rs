use std::ops::ControlFlow;
use std::slice;
use std::sync::LazyLock;

use teeko_rules::notation::parse_game;
use teeko_rules::work::to_the_end;
use teeko_rules::{Oracle, Position};
use teeko_testing::cases;

use super::table::QUESTIONS;
use super::*;
use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::surfaces::{
    self, AskedPosition, AskedRules, Example, OpponentChoice, Place, Question, answer_positions,
    whole_lines,
};

/// Small games: of four circles in each row and column.
static PLAIN: LazyLock<Game> = LazyLock::new(|| Game::solve("44-ssss+4x4").unwrap());

fn question(path: &str, query: &str) -> (AskedRules, Question) {
    let read = Question::of_path(path, query);
    let (mut rules, question) = read.unwrap_or_else(|error| panic!("{path}?{query}: {error}"));
    (rules.remove(0), question)
}

#[test]
fn every_question_has_an_example() {
    for question in &QUESTIONS {
        let examples = question.examples();
        assert!(
            examples.iter().any(|example| example.status == 200),
            "{}",
            question.name
        );
        for Example {
            request, status, ..
        } in examples
        {
            let (path, query) = request.split_once('?').unwrap_or((request, ""));
            match Question::of_path(path, query) {
                Ok((_, read)) => assert_eq!(read.definition.name, question.name, "{request}"),
                Err(error) => assert_eq!(error.status(), *status, "{request}"),
            }
        }
    }
}

/// The answer to a question about a game that is solved.
fn ask(game: &Game, what: &str, query: &str) -> Result<String, Error> {
    let (asked, question) = question(&format!("/v1/{}{what}", game.name()), query);
    assert_eq!(asked.to_string(), game.name());
    let games = slice::from_ref(game);
    let question = question.read([game.reader()])?;
    Ok(String::from_utf8(question.document(&Subject::of(games))?).unwrap())
}

/// The answer to a question about a position or a game that is a value.
fn ask_about(place: Place, question: &str) -> Result<String, Error> {
    let games = slice::from_ref(&*PLAIN);
    let answer = surfaces::ask(question, Vec::new(), Some(place), games, &to_the_end)?;
    Ok(String::from_utf8(answer).unwrap())
}

#[test]
fn a_question_about_a_value_has_the_answer_of_its_text() {
    let parsed = |text| parse_game(PLAIN.rules(), Position::EMPTY, text);
    let played = parsed("6 11 7").unwrap();
    let error = parsed("6 6").unwrap_err();
    for question in ["position", "line", "choice"] {
        let expected = ask(&PLAIN, &format!("/{question}"), "moves=6+11+7").unwrap();
        for place in [
            Place::Position(played.end()),
            Place::Game(played.clone(), None),
        ] {
            assert_eq!(ask_about(place, question).unwrap(), expected, "{question}");
        }
        let wrong = Place::Game(played.clone(), Some(error.clone()));
        assert_eq!(
            ask_about(wrong, question).unwrap_err().to_string(),
            error.to_string()
        );
    }
    let expected = ask(&PLAIN, "/review", "game=6+11+7").unwrap();
    let reviewed = ask_about(Place::Game(played.clone(), None), "review");
    assert_eq!(reviewed.unwrap(), expected);
    for question in ["review", "puzzles"] {
        let refused = ask_about(Place::Position(played.end()), question).unwrap_err();
        assert!(refused.to_string().starts_with("place: "), "{refused}");
    }
}

/// The contract has other refusals.
#[test]
fn requests_that_ask_nothing_are_refused_with_what_to_try() {
    for [target, status, part] in &cases(include_str!("../../tests/data/requests.jsonl")) {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let read = Question::of_path(path, query);
        let error = read
            .and_then(|(rules, question)| question.read(&AskedRules::readers(&rules)?))
            .unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains(part) && !message.contains('\n'),
            "{target}: {message}"
        );
        assert_eq!(error.status().to_string(), *status, "{target}: {message}");
        assert!(error.document().hint.is_some(), "{target}: {message}");
    }
    let many = vec!["1.2.3.4"; 401].join("_");
    let error = Question::of_path("/v1/own-ssss", &format!("goals={many}")).unwrap_err();
    assert_eq!(error.to_string(), "goals: expected at most 400, found 401");
}

#[test]
fn goals_may_be_drawn_in_the_query() {
    let (rules, _) = question("/v1/own-ssss+4x4/rules", "goals=7.6.2.1_1.3.9.11~6");
    // The same in another order is the same.
    assert_eq!(
        rules,
        question("/v1/own-SSSS+4x4", "goals=1.3.9.11~6_1.2.6.7").0
    );
    assert_ne!(
        rules,
        question("/v1/own-ssss+4x4", "goals=1.3.9.11_1.2.6.7").0
    );
    assert_eq!(rules.to_string(), "own-ssss+4x4?goals=1.2.6.7_1.3.9.11~6");
    let unpriced = question("/v1/own-ssss+4x4+points", "goals=1.2.5.7")
        .0
        .named()
        .unwrap_err();
    let hint = "add its price to the goal, as in goals=1.2.6.7=3";
    assert_eq!(
        (unpriced.status(), unpriced.document().hint.as_deref()),
        (400, Some(hint))
    );
    assert_eq!(
        question("/v1/58%2Dssss+no-centre/rules", "").0.to_string(),
        "58-ssss+no-centre"
    );
}

#[test]
fn positions_are_answered_line_by_line() {
    let game = &*PLAIN;
    let text = "\u{feff}b:1 r: r\n\n# a comment\r\n  b:1,1 r: r\nb:1,6 r:11 r\r\n\u{feff}\n\u{0}";
    let answer = answer_positions(game, 1, text.as_bytes()).unwrap();
    let lines: Vec<&str> = std::str::from_utf8(&answer).unwrap().lines().collect();
    let brief = |line: &str, moves: &str| {
        let answer = ask(game, "/position", &format!("moves={moves}&brief")).unwrap();
        answer.replacen('{', &format!("{{\"line\":{line},"), 1)
    };
    assert_eq!(
        (lines.len(), lines[0], lines[2]),
        (5, &*brief("1", "1"), &*brief("5", "1,11,6"))
    );
    assert!(
        lines[1].ends_with("\"line\":4}") && lines[3].ends_with("\"line\":6}"),
        "{lines:?}"
    );
    let no_text = answer_positions(game, 1, b"b:1 r: \xff").unwrap();
    assert!(no_text.starts_with(b"{\"error\":\"line: expected UTF-8 text"));
    // In parts it is the same.
    let mut parts = Vec::new();
    let (mut rest, mut first) = (text.as_bytes(), 1);
    while !rest.is_empty() {
        let (bytes, lines) = whole_lines(rest, 10);
        parts.extend(answer_positions(game, first, &rest[..bytes]).unwrap());
        (rest, first) = (&rest[bytes..], first + lines);
    }
    assert_eq!(parts, answer);
}

/// C, Python and npm ask such a game the contract.
#[test]
fn a_game_at_hand_answers_the_same_questions() {
    for (text, what, query) in [
        ("", "", ""),
        (
            "line?position=b:6+r:+r&plies=3",
            "/line",
            "position=b:6+r:+r&plies=3",
        ),
    ] {
        let expected = ask(&PLAIN, what, query).unwrap();
        assert_eq!(PLAIN.ask(text, &to_the_end).unwrap(), expected, "{text}");
    }
    for (text, kind, part) in [
        (
            "lines",
            ErrorKind::Request,
            "question `lines`: expected one of variants, plays",
        ),
        ("positions", ErrorKind::Request, "question `positions`"),
        (
            "rules?goals=1.2.3.4",
            ErrorKind::Request,
            "parameter `goals`: expected none",
        ),
        (
            "position?position=b:6+r:6+b",
            ErrorKind::Position,
            "circle 6",
        ),
        ("diff", ErrorKind::Request, "question `diff`"),
    ] {
        let error = PLAIN.ask(text, &to_the_end).unwrap_err();
        assert_eq!(error.kind(), kind, "{text}");
        assert!(error.to_string().contains(part), "{error}");
    }
    for long in ["puzzles?dtw=13", "stats", "atlas?board=4x4"] {
        let stopped = PLAIN.ask(long, &|_| ControlFlow::Break(()));
        assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Stopped, "{long}");
    }
}

#[test]
fn a_question_is_read_before_it_is_answered() {
    let passed = OpponentChoice {
        pass: true,
        ..OpponentChoice::default()
    };
    let position = PositionQuestion {
        opponent: passed,
        ..PositionQuestion::of(Position::EMPTY)
    };
    let line = LineQuestion {
        at: AskedPosition::after("6 11"),
        ..LineQuestion::of(Position::EMPTY)
    };
    let review = ReviewQuestion {
        game: "6 11".to_owned(),
        ..ReviewQuestion::default()
    };
    for answered in [
        PLAIN.answer(&position).map(drop),
        PLAIN.answer(&line).map(drop),
        PLAIN.answer(&review).map(drop),
    ] {
        let error = answered.unwrap_err();
        assert!(error.to_string().contains("unread"), "{error}");
    }
}

/// Front ends answer its lines themselves.
#[test]
fn a_question_about_a_request_body_is_not_read() {
    let (_, question) = question("/v1/44-ssss+4x4/positions", "");
    let error = question.read([PLAIN.reader()]).unwrap_err();
    assert_eq!(error.to_string(), "expected a parameter `body`, found none");
}

/// The refusal names only questions that the game answers, and comes before any search.
#[test]
fn a_question_without_json_is_refused_at_once() {
    for question in ["certificate", "certificate?points=1", "positions"] {
        let refused = PLAIN.ask(question, &|_| ControlFlow::Break(()));
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Request, "{question}");
        let message = error.to_string();
        let (start, listed) = message.split_once(": expected one of ").unwrap();
        assert_eq!(start, format!("question `{question}`"));
        let (names, _) = listed.split_once(", with parameters").unwrap();
        for refused in ["certificate", "diff", "positions"] {
            assert!(!names.split(", ").any(|name| name == refused), "{message}");
        }
        assert!(
            names.contains("solution, rules, record, position"),
            "{message}"
        );
    }
}

#[test]
fn what_takes_minutes_is_out_of_bounds() {
    for (target, fits) in [
        ("/v1/44-ssss/stats", true),
        ("/v1/44-ssss+6x5/stats", false),
        ("/v1/44-ssss/certificate", true),
        ("/v1/44-ssss+6x6/certificate", false),
        ("/v1/diff?variants=44-ssss+6x6,58-ssss+6x6", false),
        ("/v1/atlas", true),
        ("/v1/atlas?points", false),
        ("/v1/atlas?board=6x6&goals=44&steps=king", false),
        ("/v1/atlas?steps=king,knight,teleport", false),
    ] {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (rules, question) = Question::of_path(path, query).unwrap();
        let readers = AskedRules::readers(&rules).unwrap();
        let question = question.read(&readers).unwrap();
        let refused = question
            .check_bounds(&readers.iter().collect::<Vec<_>>())
            .err();
        let refused = refused.map(|error| error.status());
        assert_eq!(refused, (!fits).then_some(422), "{target}");
    }
}

/// An object may name rules with goals in the query as the path does, or as answers do.
#[test]
fn objects_name_rules_with_goals_in_the_query() {
    let rules = AskedRules::read("own-ssss+4x4", Some("1.2.5.6")).unwrap();
    let game = Game::solve_rules(&rules.named().unwrap(), &|step| to_the_end(step)).unwrap();
    for name in ["own-ssss+4x4", "@own-ssss+4x4"] {
        let line = format!("{{\"moves\": \"6\", \"variant\": \"{name}\"}}");
        let answer = answer_positions(&game, 1, line.as_bytes()).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("{\"line\":1,\"schema\":"), "{answer}");
    }
}

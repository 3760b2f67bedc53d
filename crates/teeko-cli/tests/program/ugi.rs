//! The engine: its answers in the Universal Game Interface, and a match between two engines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::{command, json, stdout, teeko_with_input};

/// Returns all answers to some lines.
fn answers(arguments: &[&str], lines: &str) -> Vec<String> {
    let output = teeko_with_input(&[&["ugi"], arguments].concat(), lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let lines = answers(&["-v", "44-ssss+4x4"], "ugi\nisready\nuginewgame\nquit\nugi\n");
    assert!(
        lines[0].starts_with("id name Teeko ") && lines[1].starts_with("id author "),
        "{lines:?}"
    );
    assert_eq!(lines[2], "option name Variant type string default 44-ssss+4x4");
    assert_eq!(lines[3], "option name Strength type spin default 5 min 1 max 5");
    assert!(lines[4].starts_with("option name Seed type spin "), "{lines:?}");
    assert_eq!(lines[5..], ["ugiok", "readyok"]);
}

/// In Advanced Teeko the first drop 13 wins in 13 plies.
#[test]
fn it_says_what_is_best_and_what_that_is_worth() {
    let lines =
        answers(&[], "setoption name Variant value advanced\nposition startpos\ngo movetime 10\n");
    let [info, best] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(best, "bestmove 13");
    let line = info.strip_prefix("info depth 13 score plies 13 pv 13 ").unwrap();
    assert_eq!(line.split(' ').count(), 12);
    let replied = answers(&["-v", "advanced"], "position startpos moves 13\ngo\n");
    assert!(replied[0].contains(" score plies -12 pv "), "{replied:?}");
    let drawn = answers(&["-v", "44-ssss+4x4"], "position startpos\ngo depth 3\n");
    assert!(drawn[0].starts_with("info depth 9 score draw pv "), "{drawn:?}");
    let points =
        answers(&["-v", "58-ssss+points+4x4"], "position fen b:1,2,3,8 r:9,10,13,16 b\ngo\n");
    let value = json(&["query", "-v", "58-ssss+points+4x4", "b:1,2,3,8 r:9,10,13,16 b"]);
    assert!(
        points[0].contains(&format!(" score plies {} points {} pv ", value["dtw"], value["score"])),
        "{points:?}"
    );
}

#[test]
fn it_tells_whose_turn_it_is_and_who_has_won() {
    let game = "moves 1 9 2 10 3 11";
    let lines = format!(
        "position startpos\nquery p1turn\nquery gameover\nquery result\n\
         position startpos {game}\nquery p1turn\n\
         position startpos {game} 4\nquery gameover\nquery result\nquery p1turn\ngo\n\
         position fen b:1,2,3 r:9,10,11,12 b\n\
         position fen b:1,2,3,5 r:9,10,11 r moves 12\nquery result\n"
    );
    let lines = answers(&["-v", "44-ssss+4x4"], &lines);
    let expected = ["true", "false", "none", "true", "true", "p1win", "false"]
        .map(|word| format!("response {word}"));
    assert_eq!(lines[..7], expected);
    assert_eq!(lines[7], "bestmove none");
    assert!(lines[8].starts_with("info string ") && lines[9] == "response p2win", "{lines:?}");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let there_and_back = "18-23 8-3 23-18 3-8 ";
    for (times, expected) in
        [(1, ["response false", "response none"]), (2, ["response true", "response draw"])]
    {
        let lines = format!(
            "position startpos moves 13 12 18 8 14 9 22 16 {}\nquery gameover\nquery result\n",
            there_and_back.repeat(times)
        );
        assert_eq!(answers(&[], &lines), expected);
    }
}

/// Where the opponent points, it is the opponent's turn: Red chooses the first drop.
#[test]
fn whoever_points_has_the_turn() {
    let lines = answers(
        &["-v", "44-pppp+4x4"],
        "query p1turn\nposition startpos moves 6\nquery p1turn\ngo\n",
    );
    assert_eq!(lines[..2], ["response false", "response true"]);
    assert!(lines[3].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn what_it_does_not_understand_changes_nothing() {
    let wrong = [
        ("frobnicate", "`frobnicate`: expected ugi, isready"),
        ("setoption", "setoption: expected"),
        ("setoption name Variant value 44-sssss", "drop plan `sssss`: expected 4 letters"),
        ("setoption name Variant value @/etc/passwd-ssss", "found a rule file"),
        ("setoption name Variant value 44-pppp+pass", "every choice is a move"),
        ("setoption name Strength value 9", "from 1, a beginner, to 5, perfect"),
        ("setoption name Seed value x", "a whole number"),
        ("setoption name Hash value 64", "option `Hash`"),
        ("query who", "expected gameover, p1turn or result"),
        ("\u{7}\u{1b}[2J", "expected ugi"),
    ];
    let text = wrong.map(|(line, _)| line).join("\n");
    let lines = answers(&["-v", "44-ssss+4x4"], &(text + "\nquery p1turn\n"));
    for ((_, part), line) in wrong.iter().zip(&lines) {
        assert!(line.starts_with("info string ") && line.contains(part), "{line}");
        assert!(!line.contains('\u{1b}'));
    }
    assert_eq!(lines.last().unwrap(), "response true");
    assert_eq!(lines.len(), wrong.len() + 1);
    let binary = teeko_with_input(&["ugi", "-v", "44-ssss+4x4"], b"\xff\xfe\nquery p1turn\n");
    assert!(stdout(&binary).ends_with("response true\n"));
    let refused = teeko_with_input(&["ugi", "-v", "44-pppp+pass"], b"ugi\n");
    assert_eq!(refused.status.code(), Some(2));
}

/// A move must never be one of an earlier position.
#[test]
fn after_a_position_that_is_refused_there_is_no_move() {
    for (refused, part) in [
        ("position", "expected startpos"),
        ("position startpos moves 13 13", "ply 2, `13`"),
        ("position fen nonsense", "nonsense"),
    ] {
        let commands = format!("{refused}\ngo\nquery p1turn\nposition startpos\nquery p1turn\n");
        let lines = answers(&["-v", "44-ssss+4x4"], &commands);
        assert!(lines[0].starts_with("info string ") && lines[0].contains(part), "{lines:?}");
        for line in &lines[1..3] {
            assert!(line.starts_with("info string ") && line.contains("was refused"), "{line}");
        }
        assert_eq!(lines[3..], ["response true"]);
    }
}

#[test]
fn stop_and_quit_end_a_solve() {
    let mut engine = Engine::new("44-ssss+6x6");
    let Engine { input, output, .. } = &mut engine;
    let answered = AtomicBool::new(false);
    let mut lines = output.lines().map_while(Result::ok);
    thread::scope(|scope| {
        // A stop before the solve has begun does nothing.
        scope.spawn(|| {
            writeln!(input, "go").unwrap();
            while !answered.load(Ordering::Relaxed) {
                writeln!(input, "stop").unwrap();
                thread::sleep(Duration::from_millis(50));
            }
        });
        assert_eq!(lines.next().unwrap(), "info string stopped before the game was solved");
        assert_eq!(lines.next().unwrap(), "bestmove 1");
        answered.store(true, Ordering::Relaxed);
    });
    writeln!(input, "isready").unwrap();
    thread::sleep(Duration::from_millis(500));
    writeln!(input, "quit").unwrap();
    assert_eq!(lines.next().unwrap(), "readyok");
    assert_eq!(lines.next(), None);
}

#[test]
fn an_endless_search_is_answered_when_it_is_stopped() {
    let lines = answers(&["-v", "44-ssss+4x4"], "go infinite\nisready\nstop\nstop\n");
    assert!(
        lines[0].starts_with("info depth ")
            && lines[1] == "readyok"
            && lines[2].starts_with("bestmove "),
        "{lines:?}"
    );
    assert_eq!(lines.len(), 3);
}

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new(variant: &str) -> Self {
        let mut child = command(&["ugi", "-v", variant])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) =
            (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    /// Sends a line and returns the first answer with this beginning.
    fn ask(&mut self, line: &str, beginning: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        loop {
            let mut answer = String::new();
            assert!(self.output.read_line(&mut answer).unwrap() > 0, "{line}: it has ended");
            if let Some(rest) = answer.trim_end().strip_prefix(beginning) {
                return rest.trim().to_owned();
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// Two perfect engines play exactly the number of plies of the value. Against a weak engine the
/// perfect one does not lose.
#[test]
fn two_engines_play_a_match() {
    for (variant, strengths, expected) in
        [("58-ssss", [5, 5], Some("p1win")), ("44-ssss+4x4", [5, 1], None)]
    {
        let mut engines = [Engine::new(variant), Engine::new(variant)];
        for (engine, strength) in engines.iter_mut().zip(strengths) {
            engine.ask("ugi", "ugiok");
            writeln!(engine.input, "setoption name Strength value {strength}").unwrap();
            engine.ask("isready", "readyok");
        }
        let mut moves: Vec<String> = Vec::new();
        let result = loop {
            let position = format!("position startpos moves {}", moves.join(" "));
            for engine in &mut engines {
                writeln!(engine.input, "{position}").unwrap();
            }
            let [results, overs] = ["query result", "query gameover"].map(|query| {
                let [one, other] = &mut engines;
                [one.ask(query, "response"), other.ask(query, "response")]
            });
            assert!(results[0] == results[1] && overs[0] == overs[1]);
            if overs[0] == "true" || moves.len() == 60 {
                break results[0].clone();
            }
            let player = usize::from(engines[0].ask("query p1turn", "response") == "false");
            moves.push(engines[player].ask("go", "bestmove"));
        };
        match expected {
            Some(expected) => {
                assert_eq!((result.as_str(), moves.len()), (expected, 13), "{moves:?}");
            }
            None => assert_ne!(result, "p2win", "{moves:?}"),
        }
    }
}

//! The facade in WebAssembly, solver included: the example `queries` answers there as it does natively.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use teeko::Game;
use teeko::documents::{BadLine, json_line};

const TARGET: &str = "wasm32-unknown-unknown";

/// Whether something optional is there; in the gate it has to be.
fn is_there(what: &str, found: bool) -> bool {
    assert!(found || std::env::var_os("CI").is_none(), "{what} is missing, and the gate leaves nothing out");
    if !found {
        eprintln!("left out: there is no {what}");
    }
    found
}

fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn has_target() -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

fn with_input(command: &mut Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// What the facade answers here.
fn expected(input: &str) -> String {
    let game = Game::solve("44-ssss").unwrap();
    let answer = |(number, line): (u64, &str)| match game.position(line) {
        Ok(position) => json_line(&game.query(&position).unwrap()),
        Err(error) => json_line(&BadLine::new(number, &error.to_string())),
    };
    (1..).zip(input.lines()).map(answer).collect()
}

#[test]
fn a_position_is_solved_and_queried_in_node_as_natively() {
    if !is_there("Node", succeeds(Command::new("node").arg("--version")))
        || !is_there("target wasm32-unknown-unknown", has_target())
    {
        return;
    }
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = temporary.join("web-assembly");
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--release", "--package", "teeko", "--example", "queries", "--target", TARGET]);
    build.args(["--no-default-features", "--features", "portable", "--target-dir"]).arg(&folder);
    // Compiling for speed takes longer than the one solution that is asked for.
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    assert!(build.status().unwrap().success());
    let module = folder.join(TARGET).join("release/examples/queries.wasm");
    let host = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/queries.mjs");

    let input = "b:7,9,12,14 r:10,13,17,19 b\nb:13 r: r\nnonsense\nslot:8:123456 r\n";
    let in_node = with_input(Command::new("node").arg(host).arg(module), input);
    assert!(in_node.status.success());
    let text = String::from_utf8(in_node.stdout).unwrap();
    assert_eq!(text, expected(input));
    // Cargo builds the examples of a package with its tests, unless a single test is asked for.
    let program = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples/queries");
    if program.exists() {
        assert_eq!(text, String::from_utf8(with_input(&mut Command::new(program), input).stdout).unwrap());
    }
    // Scarne's first winning play.
    let start = r#"{"schema":"teeko.query/1","variant":"44-ssss","position":"5/1b1br/1brb1/1r1r1/5 b","phase":"slide","turn":"black","chooser":"black","outcome":"win","dtw":3,"#;
    assert!(text.starts_with(start), "{text}");
    assert_eq!(text.lines().count(), 4);
}

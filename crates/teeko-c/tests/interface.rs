//! The header is current. A program in C gives the right values, by itself and with every memory
//! access checked.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use teeko::{Game, Oracle, Outcome, Position};
use teeko_testing::Random;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

fn header() -> PathBuf {
    Path::new(CRATE).join("include/teeko.h")
}

/// Returns the folder of the library: Cargo builds it before this test, beside the test program.
fn library() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Compiles the example, with more arguments, and returns its path.
fn compiled(name: &str, arguments: &[&str]) -> PathBuf {
    compiled_from(&Path::new(CRATE).join("examples/perfect_player.c"), name, arguments)
}

fn compiled_from(source: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"]).args(arguments);
    compiler.arg("-I").arg(Path::new(CRATE).join("include"));
    compiler.arg(source).arg(library().join("libteeko_c.a"));
    compiler.args(["-lpthread", "-lm", "-ldl", "-o"]).arg(&program);
    succeeds(&mut compiler);
    program
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    output
}

/// Generate it again with `UPDATE_HEADER=1 cargo test -p teeko-c`.
#[test]
fn the_header_is_that_of_the_source() {
    let mut made = Vec::new();
    cbindgen::generate(CRATE).unwrap().write(&mut made);
    let made = String::from_utf8(made).unwrap();
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(header(), &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(header()).unwrap(), made);
}

#[test]
fn a_program_in_c_gets_the_answers_of_the_rules() {
    let output = succeeds(&mut Command::new(compiled("plain", &["-O2"])));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], concat!("teeko ", env!("CARGO_PKG_VERSION")));
    // 4 x 4 is a draw; 8-4 completes a row.
    assert_eq!(
        lines[1..4],
        ["value of the empty board: 0", "one move before the end: 1", "no position: 1"]
    );
    assert!(
        lines[4].starts_with(
            r#"{"schema":"teeko.choice/1","variant":"44-ssss+4x4","position":"4/1bb1/2r1/4 r""#
        ),
        "{text}"
    );
    assert!(
        lines[5].starts_with(
            "ply 2, `6`: circle 6: expected an empty circle, found a piece of Black's"
        ),
        "{text}"
    );
    assert!(lines[6].starts_with("drop plan `sssss`: expected 4 letters"), "{text}");
    assert_eq!(lines.len(), 7);
}

/// Positions of all layers, and impossible ones, have the solver's values.
#[test]
fn probes_have_the_values_of_the_solver() {
    let program =
        compiled_from(&Path::new(CRATE).join("tests/probe_lines.c"), "probe_lines", &["-O2"]);
    let mut random = Random::new(16);
    for name in ["44-ssss+4x4", "58-sppp", "58-ssss+4x4+points"] {
        let game = Game::solve(name).unwrap();
        let positions: Vec<Position> =
            (0..900).map(|place| random.position(game.board(), place % 9)).collect();
        let expected: String = positions
            .iter()
            .map(|position| {
                match Oracle::value(&game, position).unwrap().map(|value| value.outcome) {
                    None => format!("{}\n", teeko_c::TEEKO_IMPOSSIBLE),
                    Some(Outcome::Draw) => "0\n".to_owned(),
                    Some(Outcome::Win(0) | Outcome::Loss(0)) => {
                        format!("{}\n", teeko_c::TEEKO_OVER)
                    }
                    Some(Outcome::Win(plies)) => format!("{plies}\n"),
                    Some(Outcome::Loss(plies)) => format!("-{plies}\n"),
                }
            })
            .fold(String::new(), |all, line| all + &line);
        let lines: Vec<String> = positions
            .iter()
            .map(|Position { black, red, turn, .. }| {
                format!("{} {} {}", black.bits(), red.bits(), *turn as u8)
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("positions");
        std::fs::write(&input, lines.join("\n")).unwrap();
        let mut command = Command::new(&program);
        let output = succeeds(command.arg(name).stdin(std::fs::File::open(&input).unwrap()));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{name}");
    }
    let refused = Command::new(&program).output().unwrap();
    assert_eq!(refused.stdout, b"text: expected one, found NULL\n");
}

#[test]
fn what_the_readme_shows_compiles_and_runs() {
    let readme = std::fs::read_to_string(Path::new(CRATE).join("README.md")).unwrap();
    let shown = readme.split_once("```c\n").unwrap().1.split_once("```").unwrap().0;
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("shown.c");
    std::fs::write(&source, shown).unwrap();
    let text = succeeds(&mut Command::new(compiled_from(&source, "shown", &["-O2"]))).stdout;
    assert!(
        String::from_utf8(text)
            .unwrap()
            .starts_with("Black wins in 13 plies\n{\"schema\":\"teeko.query/1\"")
    );
}

#[test]
fn it_neither_leaks_nor_reaches_beyond_its_memory() {
    succeeds(
        Command::new(compiled("sanitized", &["-O1", "-fsanitize=address,undefined"]))
            .env("ASAN_OPTIONS", "abort_on_error=0"),
    );
    let mut valgrind = Command::new("valgrind");
    valgrind.args([
        "--quiet",
        "--error-exitcode=9",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite",
    ]);
    match valgrind.arg(compiled("for_valgrind", &["-O1"])).output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        // In CI a missing Valgrind is an error.
        Err(error) => assert!(std::env::var_os("CI").is_none(), "valgrind: {error}"),
    }
}

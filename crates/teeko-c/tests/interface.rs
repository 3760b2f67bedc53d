//! The header is current. Programs in C, C++ and Python get the right values, alone, with every
//! memory access checked, and from an installed library.

#[path = "interface/contract.rs"]
mod contract;

use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::ptr;

use teeko::rules::notation::check_position;
use teeko::{Game, Oracle, Outcome, Position, Side};
use teeko_c::{
    TEEKO_MOST_MOVES, TeekoMove, TeekoPosition, TeekoStatus, TeekoWinner, teeko_moves, teeko_play,
};
use teeko_testing::{Random, basic_program, left_out, program};
use tempfile::TempDir;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");

fn header() -> PathBuf {
    Path::new(CRATE).join("include/teeko.h")
}

/// Returns the folder of the library: Cargo builds it before this test, next to the test program.
fn library() -> PathBuf {
    std::env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .to_owned()
}

fn example() -> PathBuf {
    Path::new(CRATE).join("examples/perfect_player.c")
}

/// Compiles a source in C, with more arguments, and returns the path of the program.
fn compiled(source: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let mut compiler = basic_program("cc");
    compiler.arg("-std=c11").args(arguments);
    compiled_by(compiler, source, name)
}

fn compiled_by(mut compiler: Command, source: &Path, name: &str) -> PathBuf {
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    compiler.args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-g"]);
    compiler.arg("-I").arg(Path::new(CRATE).join("include"));
    compiler.arg(source).arg(library().join("libteeko_c.a"));
    compiler
        .args(["-lpthread", "-lm", "-ldl", "-o"])
        .arg(&built);
    succeeds(&mut compiler);
    built
}

fn text_of(command: &mut Command) -> String {
    String::from_utf8(succeeds(command).stdout).unwrap()
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "{command:?}: {}\n{out}\n{err}",
        output.status
    );
    output
}

/// Generate it again with `UPDATE_HEADER=1 cargo test -p teeko-c`.
#[test]
fn the_header_is_that_of_the_source() {
    let [version, major, minor, patch] = [
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ];
    let mut config = cbindgen::Config::from_root_or_default(CRATE);
    config.after_includes = Some(format!(
        "\n// The version of this header; `teeko_version` returns that of the library.\n\
         #define TEEKO_VERSION \"{version}\"\n\
         #define TEEKO_VERSION_MAJOR {major}\n\
         #define TEEKO_VERSION_MINOR {minor}\n\
         #define TEEKO_VERSION_PATCH {patch}"
    ));
    let mut made = Vec::new();
    cbindgen::generate_with_config(CRATE, config)
        .unwrap()
        .write(&mut made);
    let made = String::from_utf8(made).unwrap();
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(header(), &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(header()).unwrap(), made);
}

#[test]
fn a_program_in_c_gets_the_answers_of_the_rules() {
    let built = compiled(
        &example(),
        "checked",
        &["-O1", "-fsanitize=address,undefined"],
    );
    let text = text_of(Command::new(built).env("ASAN_OPTIONS", "abort_on_error=0"));
    let version = env!("CARGO_PKG_VERSION");
    // 4 x 4 is a draw; 8-4 completes a row.
    let expected = [
        format!("teeko {version}, header {version}"),
        "value of the empty board: 0".to_owned(),
        "one move before the end: 1".to_owned(),
        "no position: 1".to_owned(),
        "moves: 16".to_owned(),
        "after a drop on 6: value 0 for Red".to_owned(),
        r#"{"schema":"teeko.choice/1","variant":"44-ssss+4x4","position":"4/1bb1/2r1/4 r""#
            .to_owned(),
        "circle 6: expected an empty circle, found a piece of Black's".to_owned(),
        "ply 2, `6`: circle 6: expected an empty circle, found a piece of Black's".to_owned(),
        "drop plan `sssss`: expected 4 letters".to_owned(),
    ];
    assert_eq!(text.lines().count(), expected.len());
    for (line, start) in text.lines().zip(expected) {
        assert!(line.starts_with(&start), "{line}\n{start}");
    }
}

#[test]
fn a_program_in_cpp_plays_a_perfect_game() {
    let Some(mut compiler) = program("c++") else {
        return;
    };
    let source = Path::new(CRATE).join("examples/self_play.cpp");
    compiler.args(["-std=c++17", "-O2", "-fsanitize=address,undefined"]);
    let built = compiled_by(compiler, &source, "self_play");
    let text = text_of(&mut Command::new(built));
    let [moves, winner, error] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    let game = Game::solve("58-ssss").unwrap();
    let end = game.after_moves(moves).unwrap();
    assert_eq!(game.value(&end).unwrap().outcome, Outcome::Loss(0));
    let start = game.value(&Position::EMPTY).unwrap().outcome;
    assert_eq!(
        start.distance(),
        Some(moves.split_whitespace().count() as u32)
    );
    assert_eq!(winner, "Black wins");
    assert!(
        error.starts_with("expected a drop such as 13, found a slide"),
        "{error}"
    );
    assert!(error.ends_with("; status 3"), "{error}");
}

#[test]
fn a_game_loop_in_c_ends_with_the_winner() {
    let source = Path::new(CRATE).join("examples/game_loop.c");
    let built = compiled(
        &source,
        "game_loop",
        &["-O2", "-fsanitize=address,undefined"],
    );
    let text = text_of(&mut Command::new(built));
    let [moves, winner] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    let game = Game::solve("58-ssss").unwrap();
    let end = game.after_moves(moves).unwrap();
    assert_eq!(
        (game.rules().winner(&end), winner),
        (Some(Side::Black), "Black wins")
    );
    assert!(moves.split_whitespace().count() <= 13, "{moves}");
}

#[test]
fn python_reaches_it_through_ctypes() {
    let Some(mut python) = program("python3") else {
        return;
    };
    python
        .arg(Path::new(CRATE).join("examples/values.py"))
        .arg(library().join("libteeko_c.so"));
    let text = text_of(&mut python);
    let [values, answer, error] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    assert_eq!(values, "0 1 -32768");
    assert!(
        answer.starts_with("{\"schema\":\"teeko.choice/1\""),
        "{answer}"
    );
    assert!(
        error.starts_with("ply 2, `6`: circle 6: expected an empty circle"),
        "{error}"
    );
}

/// An installed library.
struct Installed {
    folder: TempDir,
    prefix: PathBuf,
    libraries: PathBuf,
}

/// Installs the library with `scripts/install_c.sh` as packagers do, below another root, and moves
/// it to a folder whose name has a space. `None` if there is no Bash to run the script with.
fn installed(libdir: &str, includedir: &str) -> Option<Installed> {
    let mut bash = program("bash")?;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    bash.arg(Path::new(CRATE).join("../../scripts/install_c.sh"));
    bash.args(["--libdir", libdir, "--includedir", includedir]);
    bash.arg("/opt/teeko").arg(library());
    succeeds(bash.env("DESTDIR", &root));
    let prefix = folder.path().join("in stalled");
    std::fs::rename(root.join("opt/teeko"), &prefix).unwrap();
    let libraries = prefix.join(libdir);
    Some(Installed {
        folder,
        prefix,
        libraries,
    })
}

/// The folders that the script and packagers of Debian and Fedora choose.
const FOLDERS: [[&str; 2]; 3] = [
    ["lib", "include"],
    ["lib/x86_64-linux-gnu", "include/x86_64-linux-gnu/teeko"],
    ["lib64", "include/teeko"],
];

#[test]
fn an_installed_library_is_found_by_pkg_config() {
    for [libdir, includedir] in FOLDERS {
        let Some(installed) = installed(libdir, includedir) else {
            return;
        };
        let Some(built) = built_by_pkg_config(&installed) else {
            return;
        };
        runs_with_the_installed_library(&built, &installed);
    }
}

#[test]
fn an_installed_library_is_found_by_cmake() {
    for [libdir, includedir] in FOLDERS {
        let Some(installed) = installed(libdir, includedir) else {
            return;
        };
        let Some(built) = built_by_cmake(&installed) else {
            return;
        };
        runs_with_the_installed_library(&built, &installed);
    }
}

#[test]
#[ignore = "needs cargo-c, which takes minutes to compile; the release workflow has it"]
fn what_cargo_c_installs_is_found_by_both() {
    let Some(mut cargo) = program("cargo-cinstall") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("usr");
    cargo.current_dir(CRATE).arg("cinstall");
    cargo.args(["--libdir", "lib64", "--prefix"]).arg(&prefix);
    succeeds(&mut cargo);
    let installed = Installed {
        libraries: prefix.join("lib64"),
        folder,
        prefix,
    };
    let by_pkg_config = built_by_pkg_config(&installed).unwrap();
    let by_cmake = built_by_cmake(&installed).unwrap();
    runs_with_the_installed_library(&by_pkg_config, &installed);
    runs_with_the_installed_library(&by_cmake, &installed);
}

/// Builds the example with the flags of pkg-config.
fn built_by_pkg_config(installed: &Installed) -> Option<PathBuf> {
    let mut finder = program("pkg-config")?;
    finder.args(["--cflags", "--libs", "teeko"]);
    finder.env("PKG_CONFIG_PATH", installed.libraries.join("pkgconfig"));
    let flags = text_of(&mut finder);
    let built = installed.folder.path().join("by_pkg_config");
    let mut shell = basic_program("sh");
    shell
        .arg("-c")
        .arg(format!("cc \"$1\" {} -o \"$2\"", flags.trim()))
        .arg("sh");
    succeeds(shell.arg(example()).arg(&built));
    Some(built)
}

/// Builds the example by `cmake`, with the shared library, and tries that with the static one.
fn built_by_cmake(installed: &Installed) -> Option<PathBuf> {
    let mut cmake = program("cmake")?;
    let mut make = program("make")?;
    let folder = installed.folder.path();
    let project = format!(
        "cmake_minimum_required(VERSION 3.21)\nproject(example C)\n\
         find_package(teeko 0.1 REQUIRED)\nfind_package(teeko {} EXACT REQUIRED)\n\
         foreach(kind teeko static)\n\
         add_executable(by_${{kind}} {})\n\
         target_link_libraries(by_${{kind}} teeko::${{kind}})\n\
         endforeach()\n",
        env!("CARGO_PKG_VERSION"),
        example().display()
    );
    std::fs::write(folder.join("CMakeLists.txt"), project).unwrap();
    cmake.current_dir(folder);
    cmake.env("CMAKE_PREFIX_PATH", &installed.prefix);
    succeeds(cmake.args(["-G", "Unix Makefiles", "-B", "."]));
    succeeds(make.current_dir(folder));
    let built = folder.join("by_static");
    let text = text_of(&mut Command::new(built));
    assert!(text.starts_with("teeko 0."), "{text}");
    Some(folder.join("by_teeko"))
}

/// Programs find the library by its SONAME, without the link for compilers.
fn runs_with_the_installed_library(built: &Path, installed: &Installed) {
    let for_compilers = installed.libraries.join("libteeko_c.so");
    if for_compilers.exists() {
        std::fs::remove_file(for_compilers).unwrap();
    }
    let text = text_of(Command::new(built).env("LD_LIBRARY_PATH", &installed.libraries));
    assert!(text.starts_with("teeko 0."), "{text}");
}

/// The static library that is installed is much smaller than the one that is built, has only the
/// functions of the header, and gives a program the same answers.
#[cfg(target_os = "linux")]
#[test]
fn an_installed_static_library_has_what_the_header_declares() {
    let (Some(mut names), Some(installed)) = (program("nm"), installed("lib", "include")) else {
        return;
    };
    let archive = installed.libraries.join("libteeko_c.a");
    let size = |path: &Path| std::fs::metadata(path).unwrap().len();
    assert!(size(&archive) < size(&library().join("libteeko_c.a")) / 4);
    let listed = text_of(
        names
            .args(["--defined-only", "--extern-only", "--format=posix"])
            .arg(&archive),
    );
    let mut found: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_once(" T "))
        .map(|(name, _)| name)
        .collect();
    found.sort_unstable();
    let header = std::fs::read_to_string(header()).unwrap();
    let mut declared: Vec<&str> = header
        .lines()
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.split_once('('))
        .map(|(before, _)| before.rsplit([' ', '*']).next().unwrap())
        .filter(|name| name.starts_with("teeko_"))
        .collect();
    declared.sort_unstable();
    assert_eq!(found, declared);
    let built = installed.folder.path().join("static");
    let mut compiler = basic_program("cc");
    compiler
        .arg("-I")
        .arg(installed.prefix.join("include"))
        .arg(example())
        .arg(&archive);
    succeeds(
        compiler
            .args(["-lpthread", "-lm", "-ldl", "-o"])
            .arg(&built),
    );
    let built_here = compiled(&example(), "not_installed", &[]);
    let expected = text_of(&mut Command::new(built_here));
    assert_eq!(text_of(&mut Command::new(built)), expected);
}

/// Another library in Rust, which catches a panic, works together with the installed static
/// library: whichever comes first, by each linker, with and without fixed addresses.
#[cfg(target_os = "linux")]
#[test]
fn an_installed_static_library_stands_another_in_rust() {
    let (Some(mut rust), Some(asked)) = (program("rustc"), program("rustc")) else {
        return;
    };
    let Some(installed) = installed("lib", "include") else {
        return;
    };
    let folder = installed.folder.path();
    let other = folder.join("libother.a");
    rust.args(["--edition", "2024", "-O", "--crate-type", "staticlib", "-o"]);
    succeeds(
        rust.arg(&other)
            .arg(Path::new(CRATE).join("tests/interface/other.rs")),
    );
    let archives = [&installed.libraries.join("libteeko_c.a"), &other];
    for linker in linkers(asked) {
        for addresses in ["-no-pie", "-pie"] {
            for order in [[0, 1], [1, 0]] {
                let built = folder.join("both");
                let mut compiler = basic_program("cc");
                compiler.args(&linker).arg(addresses).arg("-I");
                compiler.arg(installed.prefix.join("include"));
                compiler.arg(Path::new(CRATE).join("tests/both.c"));
                compiler.args(order.map(|place| archives[place]));
                compiler
                    .args(["-lpthread", "-lm", "-ldl", "-o"])
                    .arg(&built);
                succeeds(&mut compiler);
                succeeds(&mut Command::new(built));
            }
        }
    }
}

/// The arguments of the compiler for C that select a linker: the usual one, and LLVM's, which comes
/// with Rust.
#[cfg(target_os = "linux")]
fn linkers(mut rust: Command) -> Vec<Vec<String>> {
    let usual = Vec::new();
    let libraries = text_of(rust.args(["--print", "target-libdir"]));
    let folder = Path::new(libraries.trim()).join("../bin/gcc-ld");
    if !folder.join("ld.lld").exists() {
        left_out("LLVM's linker in Rust");
        return vec![usual];
    }
    let llvm = vec!["-fuse-ld=lld".to_owned(), format!("-B{}", folder.display())];
    vec![usual, llvm]
}

/// Positions of all layers, and impossible ones, have the solver's values.
#[test]
fn probes_have_the_values_of_the_solver() {
    let source = Path::new(CRATE).join("tests/probe_lines.c");
    let built = compiled(&source, "probe_lines", &["-O2"]);
    let mut random = Random::new(16);
    for name in ["44-ssss+4x4", "58-sppp", "58-ssss+4x4+points"] {
        let game = Game::solve(name).unwrap();
        let positions: Vec<Position> = (0..1000)
            .map(|place| random.position(game.board(), place % 9))
            .collect();
        let worth = |position| match Oracle::value(&game, position).unwrap()?.outcome {
            Outcome::Draw => Some(0),
            Outcome::Win(0) | Outcome::Loss(0) => Some(teeko_c::TEEKO_OVER),
            Outcome::Win(plies) => Some(plies as i32),
            Outcome::Loss(plies) => Some(-(plies as i32)),
        };
        let worth = |position| worth(position).unwrap_or(teeko_c::TEEKO_IMPOSSIBLE);
        let expected: Vec<String> = positions.iter().map(|at| worth(at).to_string()).collect();
        let line =
            |at: &Position| format!("{} {} {}", at.black.bits(), at.red.bits(), at.turn as u8);
        let lines: Vec<String> = positions.iter().map(line).collect();
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("positions");
        std::fs::write(&input, lines.join("\n")).unwrap();
        let mut command = Command::new(&built);
        let found = text_of(
            command
                .arg(name)
                .stdin(std::fs::File::open(&input).unwrap()),
        );
        assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{name}");
    }
    let refused = Command::new(&built).output().unwrap();
    assert_eq!(refused.stdout, b"text: expected one, found NULL\n");
}

#[test]
fn moves_are_those_of_the_rules() {
    let solved = |name: &CStr| {
        // SAFETY: the name is a text, and no message is asked for.
        unsafe { teeko_c::teeko_solve(name.as_ptr(), ptr::null_mut()) }
    };
    let (game, numbered) = (solved(c"44-ssss+4x4"), solved(c"44-ssss+4x4+pips"));
    let rules = teeko::variant("44-ssss+4x4").unwrap();
    let mut random = Random::new(33);
    let mut won = 0;
    let winner_in = |position: &Position| match rules.rules().winner(position) {
        None => TeekoWinner::None,
        Some(Side::Black) => TeekoWinner::Black,
        Some(Side::Red) => TeekoWinner::Red,
    };
    let mut moves = [TeekoMove { from: 0, to: 0 }; TEEKO_MOST_MOVES];
    for place in 0..1000 {
        let position = random.position(rules.rules().board(), place % 9);
        let given = |position: &Position| TeekoPosition {
            black: position.black.bits(),
            red: position.red.bits(),
            turn: position.turn as u8,
        };
        let here = given(&position);
        let capacity = moves.len();
        let mut winner = TeekoWinner::None;
        let mut count = |game| {
            let moves = moves.as_mut_ptr();
            // SAFETY: all but the place for the message exist; no message is asked for.
            unsafe {
                let winner = &raw mut winner;
                teeko_moves(
                    game,
                    &raw const here,
                    moves,
                    capacity,
                    winner,
                    ptr::null_mut(),
                )
            }
        };
        assert_eq!(count(numbered), -1);
        if check_position(rules.rules(), &position).is_err() {
            assert_eq!(count(game), -1);
            continue;
        }
        let expected = rules.rules().moves(&position);
        assert_eq!(count(game), expected.len() as i32, "{position:?}");
        assert_eq!(winner, winner_in(&position), "{position:?}");
        won += i32::from(winner != TeekoWinner::None);
        for (&played, expected) in moves.iter().zip(expected) {
            let mut next = here;
            // SAFETY: the game and the position exist; no message is asked for.
            let status = unsafe {
                let winner = &raw mut winner;
                teeko_play(game, &raw mut next, played, winner, ptr::null_mut())
            };
            let after = position.after(expected);
            assert_eq!((status, next), (TeekoStatus::Ok, given(&after)));
            assert_eq!(winner, winner_in(&after), "{after:?}");
            won += i32::from(winner != TeekoWinner::None);
        }
    }
    assert!(won > 10, "{won}");
    for game in [game, numbered] {
        // SAFETY: the game comes from `teeko_solve` and is freed once.
        unsafe { teeko_c::teeko_free(game) };
    }
}

#[test]
fn what_the_readme_shows_compiles_and_runs() {
    let readme = std::fs::read_to_string(Path::new(CRATE).join("README.md")).unwrap();
    let shown = readme
        .split_once("```c\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap()
        .0;
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("shown.c");
    std::fs::write(&source, shown).unwrap();
    let built = compiled(&source, "shown", &["-O2"]);
    let text = text_of(&mut Command::new(built));
    assert!(
        text.starts_with("Black wins in 13 plies\n{\"schema\":\"teeko.query/1\""),
        "{text}"
    );
}

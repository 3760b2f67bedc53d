//! Output on terminals: progress, and tables that fit.
#![cfg(unix)]

use crate::common::{command, python, text};

/// Runs a command in a terminal of some columns and returns everything written there. After the
/// first prompt of a game the terminal has as many columns as the second number says. At each
/// prompt the next one of the words after it is typed, with Enter. Or Ctrl-C is, once there is a
/// progress bar.
const IN_TERMINAL: &str = "
import fcntl, os, pty, re, struct, sys, termios
columns, later, typed, *program = sys.argv[1:]
shown = b''
def resize(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(columns), 0, 0))
child, terminal = pty.fork()
if child == 0:
    resize(0, columns)
    os.execvp(program[0], program)
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    sys.stdout.buffer.write(part)
    if typed == 'Ctrl-C' and '░'.encode() in part:
        os.write(terminal, b'\\x03')
        typed = ''
    shown = re.sub(rb'\\r|\\x1b\\[[?0-9;]*[A-Za-z]', b'', shown + part)
    if typed and shown.endswith(b'> '):
        resize(terminal, later)
        line, _, typed = typed.partition(' ')
        os.write(terminal, line.encode() + b'\\r')
        shown = b''
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
";

/// Returns the output on a terminal of 80 columns, without colours and with the line ends of a
/// file. `None` if there is no Python.
fn in_terminal(arguments: &[&str]) -> Option<String> {
    in_terminals([80, 80], "", arguments)
}

/// Returns the output on a terminal that changes its columns at the first prompt, after which
/// `typed` is typed; see [`IN_TERMINAL`].
fn in_terminals(columns: [usize; 2], typed: &str, arguments: &[&str]) -> Option<String> {
    let (written, code) = written(columns, typed, arguments)?;
    assert_eq!(code, Some(0), "{written}");
    Some(
        anstream::adapter::strip_str(&written)
            .to_string()
            .replace("\r\n", "\n"),
    )
}

/// Returns the bytes written to the terminal, and the exit code.
fn written(columns: [usize; 2], typed: &str, arguments: &[&str]) -> Option<(String, Option<i32>)> {
    let program = command(arguments);
    let columns = columns.map(|columns| columns.to_string());
    let output = python()?
        .args(["-c", IN_TERMINAL, &columns[0], &columns[1], typed])
        .arg(program.get_program())
        .args(program.get_args())
        .current_dir(program.get_current_dir().unwrap())
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .output()
        .unwrap();
    Some((
        String::from_utf8(output.stdout).unwrap(),
        output.status.code(),
    ))
}

#[test]
fn an_atlas_has_tables_that_a_pipe_gets_too() {
    let small = ["atlas", "--quiet", "--board", "4x4", "--plans", "ssss,ppsp"];
    let Some(tables) = in_terminal(&small) else {
        return;
    };
    assert!(!tables.contains('|') && !tables.contains("**"), "{tables}");
    for line in tables.lines() {
        assert!(
            line.chars().count() <= 80 && line.trim_end() == line,
            "{line}"
        );
    }
    insta::assert_snapshot!("atlas_on_a_terminal", tables);
    assert_eq!(text(&small), tables);
}

/// The bar shows the time left, and disappears when the work is done.
#[test]
fn long_work_has_a_bar_with_the_time_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("44-ssss.parquet");
    let arguments = ["export", "--threads", "1", "-o", file.to_str().unwrap()];
    let Some(shown) = in_terminal(&arguments) else {
        return;
    };
    let bars: Vec<&str> = shown
        .split(['\r', '\n'])
        .filter(|line| line.contains("positions exported"))
        .collect();
    assert!(bars.iter().any(|bar| bar.contains("left")), "{shown}");
    assert!(bars.iter().all(|bar| bar.chars().count() <= 80), "{bars:?}");
    let screen = shown.rsplit('\r').next().unwrap();
    assert!(
        !screen.contains('█') && screen.contains("(96,428,136 positions) in"),
        "{shown:?}"
    );
}

/// The bar disappears, and notes about saved work are printed on their own lines.
#[test]
fn an_interruption_leaves_no_bar() {
    for (arguments, words) in [
        (
            &["solve", "--no-write"][..],
            "interrupted: nothing was kept\r\n",
        ),
        (&["query", "13", "-v"], ""),
    ] {
        let arguments = [arguments, &["44-ssss+6x6"]].concat();
        let Some((shown, code)) = written([80, 80], "Ctrl-C", &arguments) else {
            return;
        };
        assert_eq!(code, Some(130), "{shown}");
        let (_, after) = shown.rsplit_once('%').unwrap();
        let (_, after) = after
            .split_once("\x1b[2K")
            .unwrap_or_else(|| panic!("{after:?}"));
        assert!(after.ends_with(words), "{after:?}");
    }
}

/// Fast work shows no progress.
#[test]
fn short_work_has_none() {
    let Some(shown) = in_terminal(&["stats", "-v", "44-ssss+4x4"]) else {
        return;
    };
    assert!(!shown.contains('\r') && !shown.contains('█'), "{shown}");
}

/// Text wraps between words and tables become narrower, so that the terminal breaks no line.
#[test]
fn every_text_fits_a_narrow_terminal() {
    const POINTS: &str = "58-ssss+4x4+points";
    for columns in [40, 60, 80] {
        for arguments in [
            &["solve", "--no-write", "junior", POINTS][..],
            &["query", "-v", "58-ssss", "13"],
            &["query", "-v", POINTS, "b:1,2,5,8 r:3,4,6,12 b"],
            &["line", "-v", "58-ssss", "13"],
            &["review", "-v", POINTS, "1 2 3 4 5 6 7 8"],
            &["stats", "-v", POINTS],
            &["diff", "44-ssss+4x4", POINTS, "--examples", "1"],
            &["puzzles", "-v", "junior", "--limit", "1"],
            &["verify"],
            &[
                "atlas", "--board", "4x4", "--plans", "ssss", "--steps", "king", "--goals", "44,58",
            ],
        ] {
            let quiet = [&["--quiet"], arguments].concat();
            let Some(shown) = in_terminals([columns; 2], "", &quiet) else {
                return;
            };
            // Commands to copy stay on their lines.
            let wide = shown.lines().find(|line| {
                line.chars().count() > columns && !line.trim_start().starts_with("teeko ")
            });
            assert_eq!(wide, None, "{arguments:?} at {columns} columns:\n{shown}");
        }
    }
}

#[test]
fn a_game_takes_the_new_width_of_its_window() {
    let arguments = ["--quiet", "play", "junior", "--as", "both"];
    for later in [40, 80] {
        let Some(shown) = in_terminals([80, later], "help quit", &arguments) else {
            return;
        };
        let (_, help) = shown.split_once("Commands:").unwrap();
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(
            widest <= Some(later) && widest > Some(later - 20),
            "{shown}"
        );
    }
}

/// Tab completes moves and commands, and the up arrow returns to the line before.
#[test]
fn lines_are_completed_and_found_again() {
    let arguments = ["--quiet", "play", "junior", "--as", "both"];
    let Some(shown) = in_terminals([80, 80], "9\t hel\t \x1b[A qui\t", &arguments) else {
        return;
    };
    assert!(shown.contains("Red to drop."), "{shown}");
    assert_eq!(shown.matches("Commands: hint").count(), 2, "{shown}");
    assert!(
        shown.contains("teeko review -v 44-ssss+4x4 \"9\""),
        "{shown}"
    );
}

#[test]
fn each_line_of_a_pasted_text_is_a_move() {
    let arguments = ["--quiet", "play", "junior", "--as", "both"];
    let pasted = "\x1b[200~9\r10\r11\x1b[201~ quit";
    let Some(shown) = in_terminals([80, 80], pasted, &arguments) else {
        return;
    };
    assert!(
        shown.contains("teeko review -v 44-ssss+4x4 \"9 10 11\""),
        "{shown}"
    );
}

/// Control keys end a game in a terminal as they end other programs.
#[test]
fn control_keys_end_a_game() {
    for (key, expected) in [("\x03", 130), ("\x04", 0)] {
        let arguments = ["--quiet", "play", "junior", "--as", "both"];
        let Some((shown, code)) = written([80, 80], key, &arguments) else {
            return;
        };
        assert_eq!(code, Some(expected), "{shown}");
        assert!(shown.ends_with("\r\n"), "{shown:?}");
    }
}

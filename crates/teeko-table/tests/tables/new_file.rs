//! New files appear complete or not at all, even if others write to the folder.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::time::Duration;

use teeko_table::{NewFile, is_temporary};
use teeko_testing::{basic_program, names};

/// The number of writers at work at the same time.
const WRITERS: usize = 8;

fn write(path: &Path, content: &[u8], overwrite: bool) -> std::io::Result<u64> {
    let new = NewFile::create(path)?;
    new.file().write_all(content)?;
    Ok(new.keep(overwrite)?.length)
}

/// Runs writers, numbered from 0, at the same time. Returns their results.
fn at_once<T: Send>(write: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(WRITERS);
    std::thread::scope(|scope| {
        let spawn = |number: usize| {
            let (start, write) = (&start, &write);
            scope.spawn(move || {
                start.wait();
                write(number)
            })
        };
        let threads: Vec<_> = (0..WRITERS).map(spawn).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    })
}

/// Each writer looks for leftovers while the others create their files. Once, a file was taken for
/// a leftover between opening and locking, and its writer then failed or left a file behind.
#[test]
fn writers_of_a_folder_do_not_get_into_each_others_way() {
    const FILES: usize = 1_000;
    let folder = tempfile::tempdir().expect("a folder");
    at_once(|writer| {
        for number in (writer..FILES).step_by(WRITERS) {
            let content = format!("file {number}");
            let length = write(
                &folder.path().join(format!("{number:03}")),
                content.as_bytes(),
                number % 2 == 0,
            );
            assert_eq!(length.expect("a file"), content.len() as u64);
        }
    });
    let expected: Vec<String> = (0..FILES).map(|number| format!("{number:03}")).collect();
    assert_eq!(names(folder.path()), expected);
    for (number, name) in expected.iter().enumerate() {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).expect("a file"),
            format!("file {number}")
        );
    }
}

#[test]
fn of_writers_of_one_name_the_last_has_it_or_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    for round in 0..20 {
        let content = |writer: usize| format!("writer {writer} of round {round}");
        let written = at_once(|writer| write(&path, content(writer).as_bytes(), true));
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        let found = fs::read_to_string(&path).expect("a file");
        assert!(
            (0..WRITERS).any(|writer| found == content(writer)),
            "{found}"
        );

        fs::remove_file(&path).expect("no file");
        let written = at_once(|writer| write(&path, content(writer).as_bytes(), false));
        let first = written
            .iter()
            .position(Result::is_ok)
            .expect("one that is first");
        for (writer, result) in written
            .iter()
            .enumerate()
            .filter(|&(writer, _)| writer != first)
        {
            let error = result.as_ref().expect_err("a name that is taken");
            assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{writer}: {error}");
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), content(first));
        assert_eq!(names(folder.path()), ["file"]);
    }
}

#[test]
fn nothing_is_under_the_name_before_the_file_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let new = NewFile::create(&path).expect("a new file");
    assert!(new.is_locked(), "no one takes it for a leftover");
    new.file().write_all(b"half").expect("some bytes");
    let others = names(folder.path());
    assert!(
        !path.exists() && others.len() == 1 && is_temporary(others[0].as_ref()),
        "{others:?}"
    );
    drop(new);
    assert!(
        names(folder.path()).is_empty(),
        "a file that is dropped is removed"
    );
    assert_eq!(write(&path, b"whole", true).expect("a file"), 5);
    assert_eq!(
        (names(folder.path()), fs::read(&path).expect("a file")),
        (vec!["file".to_owned()], b"whole".to_vec())
    );
    for name in [".teeko-1-0.tmp", ".teeko-.tmp"] {
        assert!(is_temporary(name.as_ref()), "{name}");
    }
    for name in ["file", ".teeko-1-0", "teeko-1-0.tmp", ".44.slide.tmp-1-0"] {
        assert!(!is_temporary(name.as_ref()), "{name}");
    }
}

#[test]
fn a_name_alone_is_a_file_in_the_working_folder() {
    let path = NewFile::check("a name that is not taken".as_ref());
    assert_eq!(
        path.expect("a new name"),
        Path::new("./a name that is not taken")
    );
}

#[test]
#[cfg(unix)]
fn permissions_of_a_replaced_file_are_kept() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    let mode = |path: &Path| fs::metadata(path).expect("the file").permissions().mode() & 0o7777;
    let plain = folder.path().join("plain");
    fs::write(&plain, b"").expect("a file");
    write(&path, b"new", true).expect("a file");
    assert_eq!(mode(&path), mode(&plain), "a new file is as any other");
    for kept in [0o600, 0o640, 0o664, 0o444, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(kept)).expect("other permissions");
        write(&path, format!("{kept:o}").as_bytes(), true).expect("a file");
        assert_eq!(mode(&path), kept);
        assert_eq!(
            fs::read_to_string(&path).expect("the file"),
            format!("{kept:o}")
        );
    }
}

/// A user who may write to the folder could otherwise choose what else is overwritten.
#[test]
#[cfg(unix)]
fn a_link_is_replaced_and_never_followed() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let precious = folder.path().join("precious");
    fs::write(&precious, "precious").expect("a file");
    for leads_to in ["precious", "nowhere", "link"] {
        let link = folder.path().join("link");
        symlink(leads_to, &link).expect("a link");
        let error = write(&link, b"new", false).expect_err("a name that is taken");
        assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{leads_to}");
        assert!(link.is_symlink(), "{leads_to}");

        write(&link, b"new", true).expect("a file");
        assert!(!link.is_symlink(), "{leads_to}");
        assert_eq!(fs::read(&link).expect("a file"), b"new");
        let mode = |path: &Path| fs::metadata(path).expect("the file").permissions();
        assert_eq!(mode(&link), mode(&precious), "not those of a link");
        assert_eq!(names(folder.path()), ["link", "precious"], "{leads_to}");
        fs::remove_file(&link).expect("no file");
    }
    let kept = fs::read_to_string(&precious).expect("the file");
    assert_eq!(kept, "precious");
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_named() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let made = basic_program("mkfifo").arg(path("pipe")).status();
    assert!(made.expect("a program").success());
    let _socket = UnixListener::bind(path("socket")).expect("a socket");
    symlink("pipe", path("link to a pipe")).expect("a link");
    symlink(".", path("link to a folder")).expect("a link");
    for (name, found) in [
        ("pipe", "a pipe"),
        ("socket", "a socket"),
        ("link to a pipe", "a pipe"),
        ("link to a folder", "a folder"),
        ("..", "a folder"),
        ("/dev/null", "a device"),
    ] {
        let error = write(&path(name), b"", true).expect_err(name);
        let expected = format!("expected a file or a new name, found {found}");
        assert_eq!(error.to_string(), expected, "{name}");
    }
}

/// A program run as root once replaced the link `/dev/stdout` by a file, which took standard output
/// from all programs.
#[test]
#[cfg(target_os = "linux")]
fn paths_of_the_system_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = fs::File::create(folder.path().join("file")).expect("a file");
    let open = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file));
    for path in ["/dev/fd/new", "/dev/new", "/sys/new", &open] {
        let error = NewFile::create(path.as_ref())
            .expect_err("a path of the system's")
            .to_string();
        let expected = "expected a folder of files, found one of devices";
        assert_eq!(error, expected, "{path}");
    }
    // A pipe, a device or a file, as the tests were started.
    assert!(NewFile::create("/dev/stdout".as_ref()).is_err());
    assert_eq!(names(folder.path()), ["file"]);
}

/// The writer that the test below runs as a separate process. It creates the file named in the
/// environment.
#[test]
#[ignore = "run by another test as a process"]
fn writer_process() {
    let Some(path) = std::env::var_os("TEEKO_FILE_TO_WRITE") else {
        return;
    };
    let new = NewFile::create(Path::new(&path)).expect("a new file");
    new.file().write_all(b"half a file").expect("some bytes");
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn what_a_killed_writer_has_left_is_removed_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("one");
    fs::write(&old, "the old file").expect("a file");
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .args(["--exact", "new_file::writer_process", "--ignored"])
        .env("TEEKO_FILE_TO_WRITE", &old);
    let mut process = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a writer");
    let is_half_written = || {
        let mut names = names(folder.path()).into_iter();
        let found = names.find(|name| is_temporary(name.as_ref()));
        found.filter(|name| {
            fs::metadata(folder.path().join(name)).is_ok_and(|file| file.len() == 11)
        })
    };
    while is_half_written().is_none() {
        assert!(
            process.try_wait().expect("a state").is_none(),
            "the writer has ended by itself"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let left = is_half_written().expect("a file that has been begun");
    write(&folder.path().join("two"), b"", true).expect("a file");
    assert_eq!(
        names(folder.path()),
        [left.as_str(), "one", "two"],
        "its writer lives"
    );
    process.kill().expect("a process to kill");
    process.wait().expect("an end");
    assert_eq!(
        names(folder.path()),
        [left.as_str(), "one", "two"],
        "there was nobody to remove it"
    );
    write(&folder.path().join("three"), b"", true).expect("a file");
    assert_eq!(names(folder.path()), ["one", "three", "two"]);
    assert_eq!(fs::read_to_string(&old).expect("a file"), "the old file");
}

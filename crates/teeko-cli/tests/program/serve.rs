//! `teeko serve`: its arguments, its address and its end. The crate of the service tests what
//! clients see.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{AddrParseError, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use teeko_testing::basic_program;

use crate::common::{
    command, python, refusal, send, stderr, stdout, wait_a_minute, within_a_minute,
};

/// The program as a service, which ends when this is dropped.
pub(crate) struct Service {
    child: Option<Child>,
    /// The first line of its output.
    line: String,
}

impl Service {
    /// Starts the service with arguments, in a folder.
    pub(crate) fn start(arguments: &[String], folder: &Path) -> Self {
        Self::of(command(&["serve"]).args(arguments).current_dir(folder))
    }

    /// Starts a command that becomes the service.
    fn of(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        // Reading byte by byte leaves the rest of the output in the pipe.
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::with_capacity(1, stdout)
            .read_line(&mut line)
            .unwrap();
        Self {
            child: Some(child),
            line,
        }
    }

    /// Starts the service at a free port, in a folder without tables.
    fn new(arguments: &[&str]) -> Self {
        let folder = command(&[]).get_current_dir().unwrap().to_owned();
        let arguments = [&["--listen", "127.0.0.1:0"], arguments].concat();
        Self::start(
            &arguments.into_iter().map(str::to_owned).collect::<Vec<_>>(),
            &folder,
        )
    }

    /// Returns the address that it prints.
    pub(crate) fn address(&self) -> Result<SocketAddr, AddrParseError> {
        self.line
            .strip_prefix("listening on http://")
            .unwrap_or(&self.line)
            .trim_end_matches('\n')
            .parse()
    }

    /// Returns the status and the body of the answer to a request.
    fn get(&self, target: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.address().unwrap()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let request =
            format!("GET {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
    }

    /// Sends a signal and waits for the end of the service.
    fn ended_by(mut self, signal: &str) -> Output {
        let child = self.child.take().unwrap();
        send(signal, &child);
        child.wait_with_output().unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(unix)]
#[test]
fn signals_end_it_in_good_order() {
    for (signal, code) in [("-TERM", 0), ("-INT", 130), ("-HUP", 130)] {
        let service = Service::new(&["--quiet"]);
        // An open connection does not keep the service running.
        let _idle = TcpStream::connect(service.address().unwrap()).unwrap();
        assert_eq!(service.get("/healthz").0, "200");
        let output = service.ended_by(signal);
        assert_eq!(
            (output.status.code(), &*stdout(&output), &*stderr(&output)),
            (Some(code), "", ""),
            "{signal}"
        );
    }
}

#[cfg(unix)]
#[test]
fn requests_are_logged_on_standard_error_unless_it_is_quiet() {
    let log_of = |arguments: &[&str]| {
        let service = Service::new(&[&["--memory", "1MB"], arguments].concat());
        let (status, body) = service.get("/v1/44-ssss?goals=1");
        assert_eq!(status, "400", "{body}");
        let (status, body) = service.get("/v1/44-ssss");
        assert!(
            status == "422" && body.contains("found a budget of 1 MB"),
            "{body}"
        );
        assert_eq!(
            service.get("/healthz"),
            ("200".to_owned(), "ok\n".to_owned())
        );
        stderr(&service.ended_by("-TERM"))
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let lines = log_of(&[]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].contains("Z  INFO request method=\"GET\" path="));
    let is_time = |text: &str| text.starts_with("20") && text.ends_with('Z');
    for line in &lines {
        assert!(is_time(line.split(' ').next().unwrap()) && line.contains(" microseconds="));
    }
    let part = "method=\"GET\" path=\"/v1/44-ssss\" status=422 ";
    assert!(
        lines[1].contains(part) && lines[1].contains("found a budget of 1 MB"),
        "{lines:?}"
    );
    let part = "method=\"GET\" path=\"/healthz\" status=200 ";
    assert!(
        lines[2].contains(part) && lines[2].ends_with(" bytes=3"),
        "{lines:?}"
    );

    let lines = log_of(&["--log", "json"]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    let line: serde_json::Value = serde_json::from_str(&lines[2]).unwrap();
    assert!(is_time(line["timestamp"].as_str().unwrap()) && line["microseconds"].is_u64());
    let expected = serde_json::json!(["INFO", "request", "GET", "/healthz", 200, 3]);
    let names = ["level", "message", "method", "path", "status", "bytes"];
    assert_eq!(
        names.map(|name| line[name].clone()).to_vec(),
        *expected.as_array().unwrap()
    );
    assert_eq!(log_of(&["--quiet"]), [""; 0]);
}

/// A terminal takes U+009B for the beginning of a control sequence.
#[cfg(unix)]
#[test]
fn what_clients_send_stays_within_its_line() {
    let service = Service::new(&[]);
    assert_eq!(service.get("/a\u{9b}31m\"").0, "404");
    assert_eq!(service.get("/v1/%0A%1B%5B31m").0, "400");
    let log = stderr(&service.ended_by("-TERM"));
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(!log.contains(['\u{9b}', '\u{1b}']), "{log}");
    assert!(log.contains(r#"path="/a\u{9b}31m\"""#), "{log}");
}

/// Once such a log stopped all answers, and the service did not end either.
#[cfg(unix)]
#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let service = Service::new(&["--memory", "1MB"]);
    // A pipe has room for some five hundred lines, and the queue for a thousand.
    for _ in 0..2000 {
        assert_eq!(service.get("/v1/44-ssss").0, "422");
    }
    let mut service = service;
    let child = service.child.as_mut().unwrap();
    send("-TERM", child);
    let status = wait_a_minute(|| child.try_wait().unwrap()).expect("the service ends");
    assert_eq!(status.code(), Some(0));
    let mut rest = String::new();
    let stdout = child.stdout.as_mut().unwrap();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

/// Prints the samples of a text as the library of Prometheus for Python reads it.
const READ_METRICS: &str = "
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
for family in text_string_to_metric_families(sys.stdin.read()):
    for sample in family.samples:
        print(family.type, sample.name, sample.labels, float(sample.value))
";

#[test]
fn a_parser_of_another_project_reads_the_metrics() {
    let Some(mut python) = python() else { return };
    let service = Service::new(&["--quiet"]);
    assert_eq!(service.get("/v1/44-ssss+4x4/position?moves=6").0, "200");
    let (_, metrics) = service.get("/metrics");
    let python = python.args(["-c", READ_METRICS]);
    let mut python = python
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = python.stdin.take().unwrap();
    stdin.write_all(metrics.as_bytes()).unwrap();
    drop(stdin);
    let output = python.wait_with_output().unwrap();
    let samples = stdout(&output);
    for sample in [
        "counter teeko_requests_total {'route': 'position', 'status': '200'} 1.0",
        "histogram teeko_request_duration_seconds_bucket {'le': '30.0', 'route': 'position'} 1.0",
        "histogram teeko_request_duration_seconds_count {'route': 'position'} 1.0",
        "info teeko_build_info {'version': '0.1.0'} 1.0",
        "counter teeko_solves_total {} 1.0",
        "gauge teeko_games_kept {} 1.0",
    ] {
        let is_there = samples.lines().any(|line| line == sample);
        assert!(is_there, "{sample}\n{samples}");
    }
    assert!(samples.contains("\ncounter process_cpu_seconds_total {} "));
}

/// As many open files are allowed as macOS does.
#[cfg(unix)]
#[test]
fn connections_leave_open_files_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut shell = basic_program("sh");
    shell.args(["-c", "ulimit -n 256; exec \"$@\"", "sh"]);
    let serve = command(&["serve", "--quiet", "--listen", "127.0.0.1:0"]);
    shell.arg(serve.get_program()).args(serve.get_args());
    let service = Service::of(shell.current_dir(folder.path()));
    let address = service.address().unwrap();
    let idle: Vec<TcpStream> = (0..300)
        .map(|_| TcpStream::connect(address).unwrap())
        .collect();
    // Connections that have been idle for a moment make room.
    thread::sleep(Duration::from_millis(300));
    let begin = Instant::now();
    assert_eq!(service.get("/v1/44-ssss+4x4/position?moves=6").0, "200");
    assert!(begin.elapsed() < Duration::from_secs(5));
    drop(idle);
}

#[cfg(unix)]
#[test]
fn a_proxy_may_pass_the_name_of_its_site_on() {
    let service = Service::new(&["--quiet", "--allow-host", "teeko.example.org"]);
    for (host, status) in [
        ("teeko.example.org", "200"),
        ("localhost", "200"),
        ("other", "403"),
    ] {
        let mut stream = TcpStream::connect(service.address().unwrap()).unwrap();
        let request = format!("GET /healthz HTTP/1.0\r\nhost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{host}");
    }
}

#[test]
fn names_of_hosts_and_folders_that_cannot_be_right_are_reported() {
    let told = refusal(
        &within_a_minute(&mut command(&["serve", "--allow-host", "http://x y/"])),
        2,
    );
    assert!(told.contains("such as example.org"), "{told}");
    let service = Service::new(&["--tables", "missing", "--no-solve"]);
    let told = stderr(&service.ended_by("-TERM"));
    assert!(
        told.starts_with("note: there is no folder missing, so no question can be answered"),
        "{told}"
    );
}

#[test]
fn a_port_that_is_taken_is_an_error_with_the_next_step() {
    let service = Service::new(&[]);
    let address = service.address().unwrap().to_string();
    let told = refusal(
        &within_a_minute(&mut command(&["serve", "--listen", &address])),
        6,
    );
    assert!(
        told.contains("any free port with --listen 127.0.0.1:0"),
        "{told}"
    );
}

/// If there is no browser, a note says so; otherwise the browser gets the address.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_in_the_browser() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let serve = |script: Option<&str>| {
        let browser = folder.path().join("xdg-open");
        if let Some(script) = script {
            std::fs::write(&browser, format!("#!/bin/sh\n{script}\n")).unwrap();
            std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut serve = command(&["serve", "--open", "--listen", "0.0.0.0:0"]);
        Service::of(serve.env("PATH", folder.path()).current_dir(folder.path()))
    };
    let mut without = serve(None);
    let mut note = String::new();
    let stderr = without.child.as_mut().unwrap().stderr.as_mut().unwrap();
    BufReader::with_capacity(1, stderr)
        .read_line(&mut note)
        .unwrap();
    assert!(note.starts_with("note: cannot open a browser"), "{note}");
    let service = serve(Some("echo $1 > opened"));
    let opened = folder.path().join("opened");
    let line = || {
        std::fs::read_to_string(&opened)
            .ok()
            .filter(|text| text.ends_with('\n'))
    };
    let address = wait_a_minute(line).expect("a browser");
    let port = service.address().unwrap().port();
    assert_eq!(address, format!("http://127.0.0.1:{port}\n"));
}

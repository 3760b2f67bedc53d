//! Attacks on the service: much work for little, answers that are not read, a stop in the middle.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use teeko_serve::{Config, Server};

use crate::common::start;

fn status_line(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer.lines().next().unwrap_or_default().to_owned()
}

/// Once all but two of these were refused.
#[test]
fn cold_variants_wait_for_their_turn() {
    let running = start(|config| config.solves = 1);
    let plans = ["ssss", "psss", "spss", "ppss", "ssps", "psps", "spps", "ppps"];
    thread::scope(|scope| {
        for plan in plans {
            for goals in ["44", "58"] {
                let (target, running) =
                    (format!("/v1/{goals}-{plan}+4x4/position?moves="), &running);
                scope.spawn(move || assert_eq!(running.get(&target).status, 200, "{target}"));
            }
        }
    });
}

/// The rule set keeps its place in the queue, so that it is there when the client comes back.
#[test]
fn those_that_wait_too_long_are_told_when_to_come_back() {
    let running = start(|config| {
        config.solves = 1;
        config.limits.queue_time = Duration::from_millis(1);
    });
    let begin = Instant::now();
    let targets = ["58-ssss+points", "44-ssss", "58-psss"].map(|name| format!("/v1/{name}"));
    let refused = thread::scope(|scope| {
        let running = &running;
        let asked = targets.each_ref().map(|target| scope.spawn(move || running.get(target)));
        let answers = asked.map(|asked| asked.join().unwrap());
        answers.into_iter().filter(|answer| answer.status == 503).collect::<Vec<_>>()
    });
    assert!(!refused.is_empty());
    for answer in refused {
        assert!(answer.text("error").contains("your place in the queue is "), "{answer:?}");
        let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((2..60).contains(&seconds), "{answer:?}");
    }
    while !targets.iter().all(|target| running.get(target).status == 200) {
        assert!(begin.elapsed() < Duration::from_mins(1));
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_work_of_a_request_is_bounded() {
    let running = start(|config| config.limits.positions = 1000);
    let refused = running.get("/v1/44-ssss+4x4/line?moves=&plies=65535");
    assert_eq!(refused.status, 422);
    assert!(refused.text("error").starts_with("plies: expected at most 20, the longest"));
    assert_eq!(running.get("/v1/44-ssss+4x4/line?moves=&plies=20").status, 200);
    // What was found before is there.
    let refused = running.get("/v1/44-ssss/puzzles?dtw=19&limit=100");
    assert_eq!(refused.status, 422, "{refused:?}");
    let Value::Object(found) = &refused.json()["found"] else { panic!("{refused:?}") };
    assert_eq!(found["schema"], "teeko.puzzles/1");
    let number = found["puzzles"].as_array().unwrap().len();
    let error = refused.text("error");
    assert!(
        number < 100 && error.contains(&format!(" 1000 positions, found {number},")),
        "{error}"
    );
    // No position is as far from its end.
    assert_eq!(running.get("/v1/44-ssss/puzzles?dtw=99&limit=100").status, 200);
    // A line of a body is worth twenty positions.
    let post =
        |lines| running.request("POST", "/v1/44-ssss+4x4/positions", "", &"b: r:\n".repeat(lines));
    assert_eq!(post(49).status, 200);
    let refused = post(50);
    assert_eq!(refused.status, 413);
    assert!(refused.text("error").starts_with("expected at most 50 lines, found 51"));
    let refused = running.get("/v1/44-ssss/certificate");
    assert!(refused.status == 422 && refused.text("error").contains(": expected a win"));
    let refused = running.get("/v1/44-ssss+6x6/certificate");
    assert_eq!(refused.status, 422);
    assert!(refused.text("error").starts_with("board 6x6: expected at most 25 circles"));
}

#[test]
fn answers_that_are_not_read_are_not_kept() {
    let running = start(|config| config.limits.read_time = Duration::from_millis(300));
    let positions = "b:1 r: r\n".repeat(150_000);
    let mut readers: Vec<TcpStream> = (0..4).map(|_| running.posting(positions.len())).collect();
    for reader in &mut readers {
        reader.write_all(positions.as_bytes()).unwrap();
    }
    running.wait_for("teeko_refusals_total{reason=\"slow_reader\"}", 4);
    // The one that asks is a connection itself.
    while running.monitored("teeko_open_connections") > 1 {
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(running.get("/v1/44-ssss+4x4/position?moves=6").status, 200);
    assert!(running.log().iter().any(|line| line.ends_with("it read its answer too slowly")));
}

#[test]
fn a_stop_in_the_middle_is_answered_with_503() {
    let running = start(|config| config.limits.stop_time = Duration::from_secs(20));
    let mut asking = running.asking("GET /v1/44-ssss+pips", "");
    running.wait_for("teeko_cache_misses_total", 1);
    drop(running);
    assert_eq!(status_line(&mut asking), "HTTP/1.1 503 Service Unavailable");
}

/// Requests that arrive just before the stop have an answer too.
#[test]
fn no_accepted_connection_is_dropped_by_a_stop() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for _ in 0..10 {
        let server =
            runtime.block_on(Server::bind(Config::new(([127, 0, 0, 1], 0).into()))).unwrap();
        let ask = |_| {
            let mut stream = TcpStream::connect(server.address()).unwrap();
            stream.write_all(b"GET /v1/plays HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
            stream
        };
        let mut asking: Vec<TcpStream> = (0..20).map(ask).collect();
        runtime.block_on(server.run(async {}));
        for stream in &mut asking {
            let line = status_line(stream);
            assert!(line.contains(" 200 ") || line.contains(" 503 "), "{line:?}");
        }
    }
}

#[test]
fn a_stop_does_not_wait_for_work_without_end() {
    let running = start(|config| config.limits.stop_time = Duration::from_millis(100));
    // The body never arrives.
    let mut asking = running.posting(9);
    while running.monitored("teeko_open_connections") < 2 {
        thread::sleep(Duration::from_millis(1));
    }
    drop(running);
    let mut answer = Vec::new();
    match asking.read_to_end(&mut answer) {
        Ok(_) => assert!(answer.starts_with(b"HTTP/1.1 503 "), "{answer:?}"),
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
}

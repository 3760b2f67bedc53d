//! Limits: clients that are slow, vanish or ask for too much do no harm to others, and a stop ends
//! everything.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use teeko_testing::Random;

use crate::common::{Answer, Running, start, wait_until};

/// What the service sends until it closes a connection.
fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut rest = Vec::new();
    if let Err(error) = stream.read_to_end(&mut rest) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    }
    rest
}

fn assert_serves(running: &Running) {
    assert_eq!(running.get("/v1/44-ssss+4x4/position?moves=6").status, 200);
}

#[test]
fn random_bytes_do_no_harm() {
    let running = start(|_| ());
    let mut random = Random::new(3);
    let starts = [
        "",
        "GET ",
        "GET / HTTP/1.1\r\n",
        "GET /v1/44-ssss+4x4/position?moves=6,7&brief HTTP/1.1\r\nhost: localhost\r\n\r\n",
        "POST /v1/44-ssss+4x4/positions HTTP/1.1\r\ncontent-length: 9\r\n\r\n",
    ];
    for number in 0..200 {
        let mut bytes = starts[number % starts.len()].as_bytes().to_vec();
        bytes.extend((0..random.below(300)).map(|_| random.below(256) as u8));
        let mut stream = running.connect();
        // The service may have heard enough before all is sent.
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        rest(&mut stream);
    }
    assert_serves(&running);
}

#[test]
fn clients_that_vanish_leave_nothing() {
    let running = start(|_| ());
    assert_serves(&running);
    for text in [
        "",
        "GET /v1",
        "GET /v1/44-ssss+4x4/line?moves= HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        (0..50).for_each(|_| running.connect().write_all(text.as_bytes()).unwrap());
    }
    let positions = "b:1 r: r\n".repeat(100_000);
    for length in [0, 1000, positions.len()] {
        for _ in 0..5 {
            let mut stream = running.posting(positions.len());
            stream.write_all(&positions.as_bytes()[..length]).unwrap();
        }
    }
    running.wait_for_connections(0);
    assert_serves(&running);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let running = start(|config| {
        config.client_time = Duration::from_secs(1);
        // Longer, so that a body that does not come is what is refused.
        config.request_time = Duration::from_secs(3);
        // Slow clients hold all places but one.
        config.connections = 5;
    });
    // One sends a byte now and then, one nothing, one no body, one no second request.
    // The clock of the service starts when it has accepted the connection.
    let begin = Instant::now();
    let mut slow = running.connect();
    let dripping = thread::spawn(move || {
        let bytes = b"GET / HTTP/1.1\r\n".iter().cycle();
        for byte in bytes {
            thread::sleep(Duration::from_millis(20));
            if slow.write_all(&[*byte]).is_err() {
                return begin.elapsed();
            }
        }
        unreachable!("the bytes have no end")
    });
    let mut silent = running.connect();
    let mut idle = running.asking("GET /healthz", "");
    let mut posting = running.posting(9);
    posting.write_all(b"b:").unwrap();
    assert_eq!(Answer::read(&rest(&mut posting)).status, 408);
    assert!(rest(&mut silent).is_empty());
    assert_eq!(Answer::read(&rest(&mut idle)).status, 200);
    assert!(dripping.join().unwrap() >= Duration::from_secs(1));
    assert_serves(&running);
}

/// Returns the parts of a rule set that are done, all of them, and the seconds left.
fn progress(running: &Running, variant: &str) -> [Option<u64>; 3] {
    let answer = running.get(&format!("/v1/{variant}/progress")).json();
    ["done", "of", "seconds_left"].map(|field| answer[field].as_u64())
}

#[test]
fn what_is_in_memory_is_done() {
    let running = start(|_| ());
    assert_serves(&running);
    assert_eq!(
        progress(&running, "44-ssss+4x4"),
        [Some(1), Some(1), Some(0)]
    );
}

#[test]
fn only_rules_have_progress() {
    let running = start(|_| ());
    assert_eq!(running.get("/v1/nonsense/progress").status, 400);
    assert_eq!(running.get("/v1/variants/progress").status, 404);
}

/// One rule set is being solved, and one waits for its turn.
#[test]
fn progress_is_that_of_the_rules() {
    let running = start(|config| config.solves = 1);
    let slow = running.asking("GET /v1/44-ssss+pips", "");
    wait_until("some progress", || {
        progress(&running, "44-ssss+pips")[0] > Some(0)
    });
    let waiting = running.asking("GET /v1/58-ssss", "");
    running.wait_for_connections(2);

    assert_eq!(progress(&running, "58-ssss"), [Some(0), Some(1), None]);
    let [done, of, left] = progress(&running, "44-ssss+pips");
    assert!(done < of && left > Some(0), "{done:?} of {of:?}, {left:?}");
    let later = progress(&running, "44-ssss+pips");
    assert!(done <= later[0] && of == later[1], "{later:?}");

    // Whose requests have left is solved no more.
    drop((slow, waiting));
    wait_until("the end", || {
        progress(&running, "44-ssss+pips") == [Some(0), Some(1), None]
    });
}

/// Solves that take minutes have the only turn, until their clients leave.
#[test]
fn a_request_waits_longer_than_an_idle_client_may() {
    let running = start(|config| {
        config.solves = 1;
        config.client_time = Duration::from_secs(2);
    });
    let slow = running.asking_slow();
    running.wait_for_connections(4);
    let mut two = running.asking("GET /healthz", "");
    two.write_all(b"GET /v1/58-ssss+4x4 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .unwrap();
    thread::sleep(Duration::from_secs(3));
    drop(slow);
    let answers = String::from_utf8(rest(&mut two)).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 2);
}

/// The bodies that have permits take all the memory that there is for bodies.
#[test]
fn slow_bodies_delay_no_others() {
    const LENGTH: usize = 4 << 20;
    let running = start(|config| {
        config.memory = 20_000_000;
        config.client_time = Duration::from_secs(5);
    });
    let mut slow: Vec<TcpStream> = (0..40).map(|_| posting(&running, LENGTH, 9)).collect();
    assert_eq!(post(&running, "b: r:\n").status, 200);
    let mut half = posting(&running, LENGTH, 1 << 20);
    thread::sleep(Duration::from_millis(200));
    assert_eq!(post(&running, "b: r:\n").status, 200);
    assert_waits(&mut slow[39]);
    assert_waits(&mut half);
    assert_eq!(post(&running, &"#".repeat(LENGTH)).status, 200);
    for stream in slow.iter_mut().chain([&mut half]) {
        assert_eq!(Answer::read(&rest(stream)).status, 408);
    }
}

/// A connection on which the first bytes of a longer body have been sent.
fn posting(running: &Running, length: usize, sent: usize) -> TcpStream {
    let mut stream = running.posting(length);
    stream.write_all(&vec![b'#'; sent]).unwrap();
    stream
}

/// Returns the answer to a body of positions.
fn post(running: &Running, body: &str) -> Answer {
    running.request("POST", "/v1/44-ssss+4x4/positions", "", body)
}

/// Checks that a connection has no answer yet.
fn assert_waits(stream: &mut TcpStream) {
    stream.set_nonblocking(true).unwrap();
    let none_yet = stream.read(&mut [0]).unwrap_err();
    assert_eq!(none_yet.kind(), ErrorKind::WouldBlock);
    stream.set_nonblocking(false).unwrap();
}

#[test]
fn an_address_has_a_limited_number_of_connections() {
    let running = start(|config| config.connections_of_address = 2);
    // The connection that has been idle longest makes room, once it is known to be idle.
    let mut idle: Vec<TcpStream> = (0..5).map(|_| running.connect()).collect();
    for stream in &mut idle[2..] {
        assert!(rest(stream).is_empty());
    }
    thread::sleep(Duration::from_millis(200));
    assert_serves(&running);
    assert!(rest(&mut idle[0]).is_empty());
    drop(idle);
}

#[test]
fn a_connection_with_a_request_is_never_closed_for_another() {
    let running = start(|config| config.connections_of_address = 2);
    let asking = [(); 2].map(|()| running.asking("GET /v1/44-ssss+pips", ""));
    thread::sleep(Duration::from_millis(200));
    assert!(rest(&mut running.connect()).is_empty());
    drop(asking);
}

#[test]
fn answers_that_are_not_read_are_not_kept() {
    let running = start(|config| config.client_time = Duration::from_secs(3));
    let positions = "b:1 r: r\n".repeat(150_000);
    let mut readers = Vec::new();
    for _ in 0..4 {
        let mut reader = running.posting(positions.len());
        reader.write_all(positions.as_bytes()).unwrap();
        readers.push(reader);
    }
    running.wait_for_connections(0);
    assert_serves(&running);
    // Each was an answer that would have gone on.
    for reader in &mut readers {
        let answer = rest(reader);
        assert!(answer.starts_with(b"HTTP/1.1 200 ") && !answer.ends_with(b"\r\n0\r\n\r\n"));
    }
}

#[test]
fn connections_beyond_the_limit_wait() {
    let running = start(|config| {
        config.connections = 1;
        config.client_time = Duration::from_secs(1);
    });
    let mut waiting: Vec<TcpStream> = (0..4).map(|_| running.connect()).collect();
    assert_serves(&running);
    assert!(waiting.iter_mut().all(|stream| rest(stream).is_empty()));
}

/// Checks that a request is refused with an error that begins so.
fn assert_limited(answer: &Answer, status: u16, start: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    assert!(answer.text("error").starts_with(start), "{answer:?}");
}

#[test]
fn a_line_is_as_long_as_the_longest_win_at_most() {
    let running = start(|config| config.positions = 1000);
    let line = |plies: u16| running.get(&format!("/v1/44-ssss+4x4/line?moves=&plies={plies}"));
    assert_limited(&line(65535), 422, "plies: expected at most 20, the longest");
    assert_eq!(line(20).status, 200);
}

/// What was found before is there.
#[test]
fn a_search_looks_at_a_limited_number_of_positions() {
    let running = start(|config| config.positions = 1000);
    let refused = running.get("/v1/44-ssss/puzzles?dtw=19&limit=100");
    assert_eq!(refused.status, 422, "{refused:?}");
    let found = &refused.json()["found"];
    assert_eq!(found["schema"], "teeko.puzzles/1");
    let number = found["puzzles"].as_array().unwrap().len();
    assert!(number < 100, "{number}");
    let expected = format!(" 1000 positions, found {number},");
    assert!(refused.text("error").contains(&expected), "{refused:?}");
    // No position is as far from its end.
    let none = running.get("/v1/44-ssss/puzzles?dtw=99&limit=100");
    assert_eq!(none.status, 200);
}

/// A line of a body is worth twenty positions.
#[test]
fn a_body_has_a_limited_number_of_lines() {
    let running = start(|config| config.positions = 1000);
    assert_eq!(post(&running, &"b: r:\n".repeat(49)).status, 200);
    let refused = post(&running, &"b: r:\n".repeat(50));
    assert_limited(&refused, 413, "expected at most 50 lines, found 51");
}

#[test]
fn certificates_are_those_of_wins_on_small_boards() {
    let running = start(|_| ());
    let refused = running.get("/v1/44-ssss/certificate");
    assert!(refused.status == 422 && refused.text("error").contains(": expected a win"));
    let refused = running.get("/v1/44-ssss+6x6/certificate");
    assert_limited(&refused, 422, "board 6x6: expected at most 25 circles");
}

#[test]
fn a_stop_answers_connections_that_have_arrived() {
    let running = start(|config| config.stop_time = Duration::from_secs(60));
    assert_serves(&running);
    let ask = |_| running.asking("GET /v1/44-ssss+4x4/position?moves=6", "");
    let mut asking: Vec<TcpStream> = (0..200).map(ask).collect();
    drop(running);
    for stream in &mut asking {
        assert_eq!(Answer::read(&rest(stream)).status, 200);
    }
}

/// Once a stop waited for a body that never arrived.
#[test]
fn a_stop_answers_what_has_been_asked_and_waits_for_nothing_else() {
    let running = start(|config| config.stop_time = Duration::from_secs(60));
    let mut idle = running.connect();
    running.wait_for_connections(1);
    let mut asking = running.asking("GET /v1/44-ssss+4x4/puzzles?dtw=9", "");
    wait_until("the request", || {
        running.measured("teeko_solves_total") == 1
    });
    let address = running.address;
    drop(running);
    assert!(rest(&mut idle).is_empty());
    assert_eq!(Answer::read(&rest(&mut asking)).status, 200);
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn a_stop_ends_work_that_takes_longer_than_its_time() {
    let running = start(|_| ());
    let mut posting = running.posting(9);
    let head = "content-length: 6\r\nexpect: 100-continue\r\n";
    let mut solving = running.asking("POST /v1/44-ssss+pips/positions", head);
    // This says that the service works on the request.
    let mut head = [0; 25];
    solving.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 100 Continue\r\n\r\n");
    solving.write_all(b"b: r:\n").unwrap();
    drop(running);
    assert_eq!(Answer::read(&rest(&mut solving)).status, 503);
    assert!(rest(&mut posting).is_empty());
}

//! Clients that are slow, vanish or talk nonsense do no harm to others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use teeko_testing::Random;

use crate::common::{Running, start};

fn assert_serves(running: &Running) {
    assert_eq!(running.get("/v1/44-ssss+4x4/position?moves=6").status, 200);
}

/// Whether the service has closed a connection, without an answer or after one.
fn closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
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
        let _ = stream.shutdown(std::net::Shutdown::Write);
        assert!(closed(&mut stream), "{bytes:?}");
    }
    assert_serves(&running);
    assert!(running.monitored("teeko_refusals_total{reason=\"no_request\"}") > 20);
    assert!(running.log().iter().any(|line| line.contains("its bytes were no request")));
}

#[test]
fn clients_that_vanish_leave_nothing() {
    let running = start(|_| ());
    assert_serves(&running);
    for text in
        ["", "GET /v1", "GET /v1/44-ssss+4x4/line?moves= HTTP/1.1\r\nhost: localhost\r\n\r\n"]
    {
        (0..50).for_each(|_| running.connect().write_all(text.as_bytes()).unwrap());
    }
    let positions = "b:1 r: r\n".repeat(100_000);
    for length in [0, 1000, positions.len()] {
        for _ in 0..5 {
            let mut stream = running.posting(positions.len());
            stream.write_all(&positions.as_bytes()[..length]).unwrap();
        }
    }
    // The one that asks is a connection itself.
    while running.monitored("teeko_open_connections") > 1 {
        thread::sleep(Duration::from_millis(5));
    }
    assert_serves(&running);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let running = start(|config| {
        config.limits.head_time = Duration::from_millis(150);
        config.limits.body_time = Duration::from_millis(150);
        config.limits.idle_time = Duration::from_millis(300);
    });
    // A byte now and then.
    let mut slow = running.connect();
    let sent = b"GET / HTTP/1.1\r\n".iter().cycle().take_while(|&&byte| {
        thread::sleep(Duration::from_millis(20));
        slow.write_all(&[byte]).is_ok()
    });
    assert!(sent.count() < 500);
    assert!(running.monitored("teeko_refusals_total{reason=\"slow_head\"}") >= 1);
    // The body never arrives.
    let mut slow = running.posting(9);
    slow.write_all(b"b:").unwrap();
    let mut answer = [0; 24];
    slow.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408 Request Tim");
    assert!(closed(&mut slow));
    // Nothing at all.
    assert!(closed(&mut running.connect()));
    assert!(running.log().iter().any(|line| line.contains("the head of a request took too long")));
    assert_serves(&running);
}

#[test]
fn connections_that_wait_make_room_for_others() {
    let running = start(|config| config.limits.connections = 8);
    let mut waiting: Vec<TcpStream> = (0..100).map(|_| running.connect()).collect();
    for stream in &mut waiting {
        // Those that are closed already need no bytes.
        let _ = stream.write_all(b"G");
    }
    assert_serves(&running);
    running.wait_for("teeko_refusals_total{reason=\"displaced\"}", 92);
    assert!(running.monitored("teeko_open_connections") <= 8);
    assert!(waiting[..90].iter_mut().all(closed));
    assert!(
        running
            .log()
            .iter()
            .filter(|line| line.contains("it waited the longest of too many"))
            .count()
            >= 92
    );
}

#[test]
fn a_service_that_stops_answers_what_has_been_asked() {
    let running = start(|config| config.limits.stop_time = Duration::from_secs(20));
    assert_serves(&running);
    let mut idle = running.connect();
    let mut asking = running.asking("GET /v1/44-ssss+4x4/puzzles?dtw=9", "");
    running.wait_for("teeko_open_connections", 3);
    let address = running.address;
    drop(running);
    assert!(closed(&mut idle) && closed(&mut asking));
    assert!(TcpStream::connect(address).is_err());
}

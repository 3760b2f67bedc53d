//! What is refused, with its status, what to try next, a count and a line in the log.

use crate::common::{Answer, start};

/// Checks that an answer is a refusal that browsers may show.
fn assert_refused(answer: &Answer, status: u16, part: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    assert!(answer.text("error").contains(part) && !answer.text("hint").is_empty(), "{answer:?}");
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"), "{answer:?}");
}

#[test]
fn requests_that_cannot_be_answered_say_why() {
    let running = start(|config| config.memory = 50_000_000);
    for (target, status, part) in [
        ("/nothing", 404, "no such path"),
        ("/v1/nonsense", 400, "variant `nonsense`"),
        ("/v1/@rules.toml-ssss", 400, "found a rule file"),
        ("/v1/44-ssss/position", 400, "expected a parameter"),
        ("/v1/44-ssss/position?position=b:1%20r:1%20b", 400, "1"),
        ("/v1/44-ssss/positions", 405, "method not allowed: expected one of POST"),
        ("/v1/44-ssss+6x6", 422, "44-ssss+6x6: expected 885 MB of memory, found a budget of 50 MB"),
        ("/v1/atlas", 422, "atlas: expected 215 MB of memory, found a budget of 50 MB"),
        ("/v1/44-ssss+4x4/certificate?points=1", 422, "44-ssss+4x4: expected a game for points"),
    ] {
        assert_refused(&running.get(target), status, part);
    }
    for (method, target, allow) in [
        ("POST", "/", "GET, HEAD, OPTIONS"),
        ("POST", "/v1/44-ssss/position?moves=", "GET, HEAD, OPTIONS"),
        ("DELETE", "/v1/44-ssss/position", "GET, HEAD, OPTIONS"),
        ("DELETE", "/v1/44-ssss/positions", "POST, OPTIONS"),
        ("BREW", "/monitor", "GET, HEAD, OPTIONS"),
    ] {
        let answer = running.request(method, target, "", "");
        assert_refused(&answer, 405, "method not allowed: expected one of");
        assert_eq!(answer.header("allow"), Some(allow), "{method} {target}");
    }
    assert_eq!(running.monitored("teeko_refusals_total{reason=\"memory\"}"), 3);
    assert_eq!(running.monitored("teeko_requests_total{route=\"solution\",status=\"400\"}"), 2);
    let line = running.log().remove(0);
    assert!(
        line.starts_with("refused 127.0.0.1:") && line.contains(" with 422: GET /v1/44-ssss+6x6: "),
        "{line}"
    );
}

#[test]
fn pages_of_other_sites_may_ask_and_others_names_may_not() {
    let running = start(|_| ());
    let preflight =
        running.request("OPTIONS", "/v1/44-ssss/positions", "origin: https://example.org\r\n", "");
    assert_eq!((preflight.status, &*preflight.body), (204, ""));
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    assert_eq!(preflight.header("access-control-allow-methods"), Some("POST, OPTIONS"));
    assert_eq!(preflight.header("allow"), Some("POST, OPTIONS"));
    let asked =
        |host: &str| running.request("GET", "/v1/variants", &format!("Host: {host}\r\n"), "");
    assert_eq!(asked("LOCALHOST:1").status, 200);
    let expected = "expected a Host header of this machine";
    assert_refused(&asked("localhost.example.org"), 403, expected);
    assert_eq!(running.monitored("teeko_refusals_total{reason=\"host\"}"), 1);
    assert_eq!(running.log().len(), 1);
    let old = running.send(b"GET /v1/variants HTTP/1.0\r\n\r\n");
    assert_eq!(old.status, 200);
    // Whoever has the service listen to all addresses wants it to be known by any name.
    let open = start(|config| config.listen = ([0, 0, 0, 0], 0).into());
    let local = std::net::SocketAddr::from(([127, 0, 0, 1], open.address.port()));
    assert!(std::net::TcpStream::connect(local).is_ok());
    assert_eq!(open.request("GET", "/v1/variants", "Host: example.org\r\n", "").status, 200);
}

#[test]
fn what_is_too_long_is_refused() {
    let running = start(|config| config.limits.body_bytes = 1000);
    let long = "x".repeat(10_000);
    assert_refused(
        &running.get(&format!("/v1/44-ssss/position?moves={long}")),
        414,
        "at most 8192 bytes, found 10027",
    );
    // Beyond what is read at all.
    let refused = running.get(&format!("/{}", "x".repeat(60_000)));
    assert_refused(&refused, 431, "the head of the request is too long");
    assert_refused(&running.send(b"nonsense\r\n\r\n"), 400, "this is not an HTTP request");
    let refused = running.send(b"GET /v1/plays HTTP/1.1\r\nconnection: close\r\n\r\n");
    assert_refused(&refused, 400, "expected a Host header");

    let target = "/v1/44-ssss+4x4/positions";
    assert_eq!(running.request("POST", target, "", &"#".repeat(1000)).status, 200);
    let refused = running.request("POST", target, "", &"#".repeat(1001));
    assert_refused(&refused, 413, "expected a body of at most 1000 bytes");
    // A client that sends all before it listens is told all the same.
    assert_refused(
        &running.request("POST", target, "", &"#".repeat(20_000_000)),
        413,
        "at most 1000 bytes",
    );
    // A body without a length.
    let chunk = format!("{:x}\r\n{}\r\n", 700, "#".repeat(700));
    let head = format!(
        "POST {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         transfer-encoding: chunked\r\n\r\n"
    );
    assert_eq!(running.send(format!("{head}{chunk}0\r\n\r\n").as_bytes()).status, 200);
    let refused = running.send(format!("{head}{}0\r\n\r\n", chunk.repeat(1000)).as_bytes());
    assert_refused(&refused, 413, "at most 1000 bytes");
    assert_eq!(running.monitored("teeko_refusals_total{reason=\"body\"}"), 3);
    assert_eq!(running.monitored("teeko_refusals_total{reason=\"target\"}"), 1);
}

#[test]
fn too_much_work_at_once_is_refused_for_a_while() {
    let ask = "/v1/44-ssss+4x4/position?moves=6";
    for running in [start(|config| config.solves = 0), start(|config| config.limits.waiting = 0)] {
        let refused = running.get(ask);
        assert_refused(&refused, 503, "expected");
        assert_eq!(refused.header("retry-after"), Some("2"));
        assert_eq!(running.monitored("teeko_refusals_total{reason=\"busy\"}"), 1);
        // What takes no work is answered.
        assert_eq!(running.get("/v1/44-ssss+4x4/rules").status, 200);
    }
    let running = start(|config| config.solve = false);
    assert_refused(&running.get(ask), 422, "no tables, and this service does not solve");
}

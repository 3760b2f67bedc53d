//! What is refused, with its status and what to try next.

use crate::common::{Answer, Running, send, start};

/// Checks that an answer is a refusal that browsers may show.
fn assert_refused(answer: &Answer, status: u16, part: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    assert!(
        answer.text("error").contains(part) && !answer.text("hint").is_empty(),
        "{answer:?}"
    );
    assert_eq!(
        answer.header("access-control-allow-origin"),
        Some("*"),
        "{answer:?}"
    );
    assert_eq!(
        answer.header("content-type"),
        Some("application/json"),
        "{answer:?}"
    );
}

/// Programs tell refusals apart by their code, also those of one status.
#[test]
fn refusals_have_a_code() {
    let running = start(|config| config.memory = 50_000_000);
    for (target, code) in [
        ("/nothing", "request"),
        ("/v1/nonsense", "request"),
        ("/v1/44-ssss/position?position=nonsense", "position"),
        ("/v1/44-ssss/positions", "request"),
        ("/v1/44-ssss+6x6", "memory"),
        ("/v1/44-ssss+4x4/random?dtw=999&outcome=win", "no-answer"),
    ] {
        let answer = running.get(target);
        assert_eq!(answer.text("code"), code, "{answer:?}");
    }
    let body = "nonsense\n{\"moves\": 13}\n";
    let answer = running.request("POST", "/v1/44-ssss+4x4/positions", "", body);
    for (line, code) in answer.body.lines().zip(["position", "request"]) {
        assert!(line.contains(&format!("\"code\":\"{code}\"")), "{line}");
    }
}

#[test]
fn requests_that_cannot_be_answered_say_why() {
    let running = start(|config| config.memory = 50_000_000);
    for (target, status, part) in [
        ("/nothing", 404, "no such path"),
        ("/v1//line", 404, "no such path"),
        ("/v1/nonsense", 400, "variant `nonsense`"),
        ("/v1/@rules.toml-ssss", 400, "found a rule file"),
        (
            "/v1/44-ssss/positions",
            405,
            "method not allowed: expected one of POST",
        ),
        (
            "/v1/44-ssss+6x6",
            422,
            "44-ssss+6x6: expected 885 MB of memory, found a budget of 50 MB",
        ),
        (
            "/v1/atlas",
            422,
            "atlas: expected 215 MB of memory, found a budget of 50 MB",
        ),
    ] {
        assert_refused(&running.get(target), status, part);
    }
}

#[test]
fn methods_that_a_path_does_not_have_are_refused() {
    let running = start(|_| ());
    for (method, target, allow) in [
        ("POST", "/", "GET, HEAD, OPTIONS"),
        ("POST", "/v1/44-ssss/position?moves=", "GET, HEAD, OPTIONS"),
        ("DELETE", "/v1/44-ssss/position", "GET, HEAD, OPTIONS"),
        ("DELETE", "/v1/44-ssss/positions", "POST, OPTIONS"),
        // The method is checked first.
        ("GET", "/v1/44-ssss/positions?goals=1", "POST, OPTIONS"),
        ("POST", "/v1/44-ssss/rules?goals=1", "GET, HEAD, OPTIONS"),
        ("BREW", "/healthz", "GET, HEAD, OPTIONS"),
    ] {
        let answer = running.request(method, target, "", "");
        assert_refused(&answer, 405, "method not allowed: expected one of");
        assert_eq!(answer.header("allow"), Some(allow), "{method} {target}");
    }
}

/// Returns how many answers were counted under these labels.
fn counted(running: &Running, route: &str, status: u16) -> u64 {
    let labels = format!("route=\"{route}\",status=\"{status}\"");
    running.measured(&format!("teeko_requests_total{{{labels}}}"))
}

/// Each answer counts under the name of its route, whatever it is.
#[test]
fn refusals_are_counted_by_route() {
    let running = start(|config| config.memory = 50_000_000);
    let origin = "origin: https://example.org\r\naccess-control-request-method: POST\r\n";
    for (method, target, head, route, status) in [
        ("GET", "/v1/nonsense", "", "solution", 400),
        ("GET", "/v1/44-ssss+6x6", "", "solution", 422),
        ("GET", "/v1/nonsense/progress", "", "progress", 400),
        ("GET", "/nothing", "", "other", 404),
        ("POST", "/", "", "page", 405),
        ("GET", "/v1/44-ssss/positions", "", "positions", 405),
        ("OPTIONS", "/v1/44-ssss/positions", origin, "positions", 200),
        ("GET", "/v1/plays", "host: example.org\r\n", "plays", 403),
    ] {
        let answer = running.request(method, target, head, "");
        assert_eq!(answer.status, status, "{method} {target}: {answer:?}");
        assert_eq!(counted(&running, route, status), 1, "{method} {target}");
    }
}

/// A service that does not solve refuses what has no tables.
#[test]
fn a_service_may_answer_from_tables_alone() {
    let running = start(|config| config.solve = false);
    let refused = running.get("/v1/44-ssss+4x4/position?moves=6");
    assert_refused(&refused, 422, "no tables, and this service does not solve");
    assert_eq!(refused.text("code"), "missing-tables");
}

/// Sends a body with further lines in the head of the request.
fn post(running: &Running, more: &str, body: &[u8]) -> Answer {
    let head = format!(
        "POST /v1/44-ssss+4x4/positions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-length: {}\r\n{more}\r\n",
        body.len()
    );
    send(running.address, &[head.as_bytes(), body].concat())
}

const AS_JSON: &str = "content-type: application/json\r\n";

#[test]
fn a_compressed_body_is_refused() {
    let running = start(|_| ());
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    for name in ["gzip", "br", "x\u{200b}", "identity, gzip"] {
        let head = format!("content-encoding: {name}\r\n");
        let answer = post(&running, &head, &gzip);
        let expected = "Content-Encoding: expected identity or none, found `";
        assert_refused(&answer, 415, expected);
        assert_eq!(answer.header("accept-encoding"), Some("identity"));
        assert!(!answer.body.contains('\u{200b}'), "{answer:?}");
    }
    let answer = post(&running, "content-encoding: identity\r\n", b"6 7");
    assert_eq!(answer.json()["outcome"], "draw");
}

/// A body in another encoding is refused before it is read as lines.
#[test]
fn a_body_is_utf_8() {
    let running = start(|_| ());
    for (text, name) in [
        (&b"\xff\xfe6\0 \x007\0\n\0"[..], "UTF-16"),
        (b"\xfe\xff\x006\0 \x007", "UTF-16"),
        (b"[\0]\0", "UTF-16"),
        (b"\xff\xfe\0\x006\0\0\0", "UTF-32"),
    ] {
        for head in ["", AS_JSON] {
            let expected = format!("expected UTF-8 text, found {name}; save it as UTF-8");
            assert_refused(&post(&running, head, text), 400, &expected);
        }
    }
}

#[test]
fn an_array_with_a_byte_order_mark_is_the_same() {
    let running = start(|_| ());
    let marked = post(&running, AS_JSON, "\u{feff}[\"6 7\"]".as_bytes());
    assert_eq!(marked.json()[0]["outcome"], "draw");
    let plain = post(&running, AS_JSON, b"[[\"6\", \"7\"]]");
    assert_eq!(marked.body, plain.body);
}

/// The head of a request by which a browser asks whether a page may post positions.
const PREFLIGHT: &str = "origin: https://example.org\r\naccess-control-request-method: POST\r\n";

#[test]
fn pages_of_other_sites_may_ask() {
    let running = start(|_| ());
    let preflight = running.request("OPTIONS", "/v1/44-ssss/positions", PREFLIGHT, "");
    assert_eq!((preflight.status, &*preflight.body), (200, ""));
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    let methods = preflight.header("access-control-allow-methods").unwrap();
    assert!(methods.contains("POST"), "{methods}");
    let exposed = running.request("GET", "/v1/plays", "origin: https://example.org\r\n", "");
    assert_eq!(
        exposed.header("access-control-expose-headers"),
        Some("etag,retry-after")
    );
}

/// A browser asks whether a public page may reach this machine.
#[test]
fn public_pages_may_ask_a_service_on_this_machine() {
    const ALLOWED: &str = "access-control-allow-private-network";
    let running = start(|_| ());
    let target = "/v1/44-ssss/positions";
    let usual = running.request("OPTIONS", target, PREFLIGHT, "");
    assert_eq!(usual.header(ALLOWED), None);
    let private = format!("{PREFLIGHT}access-control-request-private-network: true\r\n");
    let private = running.request("OPTIONS", target, &private, "");
    assert_eq!(private.header(ALLOWED), Some("true"));
}

#[test]
fn counts_are_not_for_the_pages_of_others() {
    let running = start(|_| ());
    for target in ["/metrics", "/monitor"] {
        let counts = running.request("GET", target, "origin: https://example.org\r\n", "");
        let allowed = counts.header("access-control-allow-origin");
        assert_eq!((counts.status, allowed), (200, None), "{target}");
        let preflight = running.request("OPTIONS", target, PREFLIGHT, "");
        let methods = preflight.header("allow");
        let expected = (204, Some("GET, HEAD, OPTIONS"));
        assert_eq!((preflight.status, methods), expected, "{target}");
        assert_eq!(preflight.header("access-control-allow-origin"), None);
    }
}

/// Returns the answer to a request that names this host.
fn asked_as(running: &Running, host: &str) -> Answer {
    running.request("GET", "/v1/variants", &format!("Host: {host}\r\n"), "")
}

/// The unit tests of `host` have the forms of names.
#[test]
fn names_of_other_machines_are_refused_unless_they_are_configured() {
    let running = start(|config| config.hosts = vec!["Teeko.example.org".into()]);
    for host in ["LOCALHOST:1", "teeko.example.org", "TEEKO.example.org:80"] {
        assert_eq!(asked_as(&running, host).status, 200, "{host}");
    }
    for host in ["a.teeko.example.org", "example.org"] {
        let answer = asked_as(&running, host);
        assert_refused(&answer, 403, "expected a Host header of this machine");
    }
    let nameless = send(running.address, b"GET /v1/variants HTTP/1.0\r\n\r\n");
    assert_eq!(nameless.status, 200);
}

/// A service that listens on all addresses is known by any name, unless names are configured.
#[test]
fn a_service_on_all_addresses_has_any_name() {
    for (hosts, status) in [(vec![], 200), (vec!["teeko.example.org".to_owned()], 403)] {
        let open = start(|config| {
            config.listen = ([0, 0, 0, 0], 0).into();
            config.hosts = hosts;
        });
        assert_eq!(asked_as(&open, "example.org").status, status);
    }
}

#[test]
fn what_is_too_long_is_refused() {
    let running = start(|config| config.body_bytes = 1000);
    let path = "/v1/44-ssss/position?moves=";
    let ask = |length: usize| running.get(&format!("{path}{}", "x".repeat(length - path.len())));
    assert_refused(&ask(8193), 414, "at most 8192 bytes, found 8193");
    assert_eq!(ask(8192).status, 400, "no moves, but short enough");
    let refused = send(
        running.address,
        b"GET /v1/plays HTTP/1.1\r\nconnection: close\r\n\r\n",
    );
    assert_refused(&refused, 400, "expected a Host header");
    assert_eq!(send(running.address, b"nonsense\r\n\r\n").status, 400);
    // The README says which heads pass in any case.
    let head = format!("x-long: {}\r\n", "x".repeat(32_000));
    let passed = running.request("GET", "/healthz", &head, "");
    assert_eq!(passed.status, 200, "{passed:?}");
    // Heads take memory before anything is known of them.
    let head = format!("x-long: {}\r\n", "x".repeat(100_000));
    let refused = running.request("GET", "/healthz", &head, "");
    // The refusal may be lost, since the rest is not read.
    assert!([0, 431].contains(&refused.status), "{refused:?}");

    let target = "/v1/44-ssss+4x4/positions";
    assert_eq!(
        running
            .request("POST", target, "", &"#".repeat(1000))
            .status,
        200
    );
    // A client that sends all before it reads still gets the answer.
    for length in [1001, 20_000_000] {
        let refused = running.request("POST", target, "", &"#".repeat(length));
        assert_refused(&refused, 413, "expected a body of at most 1000 bytes");
    }
    // A body without a length.
    let chunk = format!("{:x}\r\n{}\r\n", 700, "#".repeat(700));
    let head = format!(
        "POST {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         transfer-encoding: chunked\r\n\r\n"
    );
    for (chunks, status) in [(1, 200), (1000, 413)] {
        let text = format!("{head}{}0\r\n\r\n", chunk.repeat(chunks));
        assert_eq!(send(running.address, text.as_bytes()).status, status);
    }
}

#[test]
fn too_much_work_at_once_is_refused_for_a_while() {
    let ask = "/v1/44-ssss+4x4/position?moves=6";
    let running = start(|config| {
        config.solves = 0;
        config.request_time = std::time::Duration::from_millis(100);
    });
    let refused = running.get(ask);
    assert_refused(&refused, 503, "expected an answer in less time");
    assert_eq!(refused.header("retry-after"), Some("2"));
    // What takes no work is answered.
    assert_eq!(running.get("/v1/44-ssss+4x4/rules").status, 200);
}

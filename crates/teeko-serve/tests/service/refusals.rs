//! What is refused, with its status and what to try next.

use crate::common::{Answer, send, start};

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
    let running = start(|config| config.solve = false);
    let refused = running.get("/v1/44-ssss+4x4/position?moves=6");
    assert_eq!(refused.text("code"), "missing-tables");
}

#[test]
fn requests_that_cannot_be_answered_say_why() {
    let running = start(|config| config.memory = 50_000_000);
    for (target, status, part) in [
        ("/nothing", 404, "no such path"),
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
    let counted = |labels: &str| running.measured(&format!("teeko_requests_total{{{labels}}}"));
    assert_eq!(counted("route=\"solution\",status=\"400\""), 2);
    assert_eq!(counted("route=\"solution\",status=\"422\""), 1);
    assert_eq!(counted("route=\"other\",status=\"404\""), 1);
    let running = start(|config| config.solve = false);
    let refused = running.get("/v1/44-ssss+4x4/position?moves=6");
    assert_refused(&refused, 422, "no tables, and this service does not solve");
}

/// A body in another encoding is refused before it is read as lines.
#[test]
fn bodies_are_utf_8_and_not_compressed() {
    let running = start(|_| ());
    let post = |head: &str, body: &[u8]| {
        let head = format!(
            "POST /v1/44-ssss+4x4/positions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-length: {}\r\n{head}\r\n",
            body.len()
        );
        send(running.address, &[head.as_bytes(), body].concat())
    };
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    for name in ["gzip", "br", "x\u{200b}", "identity, gzip"] {
        let answer = post(&format!("content-encoding: {name}\r\n"), &gzip);
        assert_refused(
            &answer,
            415,
            "Content-Encoding: expected identity or none, found `",
        );
        assert_eq!(answer.header("accept-encoding"), Some("identity"));
        assert!(!answer.body.contains('\u{200b}'), "{answer:?}");
    }
    assert_eq!(
        post("content-encoding: identity\r\n", b"6 7").json()["outcome"],
        "draw"
    );
    let json = "content-type: application/json\r\n";
    for (text, name) in [
        (&b"\xff\xfe6\0 \x007\0\n\0"[..], "UTF-16"),
        (b"\xfe\xff\x006\0 \x007", "UTF-16"),
        (b"[\0]\0", "UTF-16"),
        (b"\xff\xfe\0\x006\0\0\0", "UTF-32"),
    ] {
        for head in ["", json] {
            let expected = format!("expected UTF-8 text, found {name}; save it as UTF-8");
            assert_refused(&post(head, text), 400, &expected);
        }
    }
    // With a byte order mark before it, an array is the same.
    let array = |body: &str| post(json, body.as_bytes());
    assert_eq!(
        array("\u{feff}[\"6 7\"]").body,
        array("[[\"6\", \"7\"]]").body
    );
    assert_eq!(array("\u{feff}[\"6 7\"]").json()[0]["outcome"], "draw");
}

#[test]
fn pages_of_other_sites_may_ask_and_others_names_may_not() {
    let running = start(|config| config.hosts = vec!["Teeko.example.org".into()]);
    let origin = "origin: https://example.org\r\naccess-control-request-method: POST\r\n";
    let preflight = running.request("OPTIONS", "/v1/44-ssss/positions", origin, "");
    assert_eq!((preflight.status, &*preflight.body), (200, ""));
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    assert!(
        preflight
            .header("access-control-allow-methods")
            .unwrap()
            .contains("POST")
    );
    let exposed = running.request("GET", "/v1/plays", "origin: https://example.org\r\n", "");
    assert_eq!(
        exposed.header("access-control-expose-headers"),
        Some("etag,retry-after")
    );
    // A browser asks whether a public page may reach this machine.
    assert_eq!(
        preflight.header("access-control-allow-private-network"),
        None
    );
    let private = format!("{origin}access-control-request-private-network: true\r\n");
    let preflight = running.request("OPTIONS", "/v1/44-ssss/positions", &private, "");
    assert_eq!(
        preflight.header("access-control-allow-private-network"),
        Some("true")
    );
    // The counts are not for the pages of others.
    for target in ["/metrics", "/monitor"] {
        let counts = running.request("GET", target, "origin: https://example.org\r\n", "");
        let allowed = counts.header("access-control-allow-origin");
        assert_eq!((counts.status, allowed), (200, None), "{target}");
        assert_eq!(running.request("OPTIONS", target, origin, "").status, 405);
    }
    let asked =
        |host: &str| running.request("GET", "/v1/variants", &format!("Host: {host}\r\n"), "");
    for host in ["LOCALHOST:1", "teeko.example.org", "TEEKO.example.org:80"] {
        assert_eq!(asked(host).status, 200, "{host}");
    }
    for host in [
        "localhost.example.org",
        "a.teeko.example.org",
        "example.org",
    ] {
        assert_refused(&asked(host), 403, "expected a Host header of this machine");
    }
    assert_eq!(
        send(running.address, b"GET /v1/variants HTTP/1.0\r\n\r\n").status,
        200
    );
    // A service that listens on all addresses is known by any name, unless names are configured.
    for (hosts, status) in [(vec![], 200), (vec!["teeko.example.org".to_owned()], 403)] {
        let open = start(|config| {
            config.listen = ([0, 0, 0, 0], 0).into();
            config.hosts = hosts;
        });
        let answer = open.request("GET", "/v1/variants", "Host: example.org\r\n", "");
        assert_eq!(answer.status, status);
    }
}

#[test]
fn what_is_too_long_is_refused() {
    let running = start(|config| config.body_bytes = 1000);
    let long = "x".repeat(10_000);
    assert_refused(
        &running.get(&format!("/v1/44-ssss/position?moves={long}")),
        414,
        "at most 8192 bytes, found 10027",
    );
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

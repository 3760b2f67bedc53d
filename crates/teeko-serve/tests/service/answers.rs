//! Answers are those of the game, however they are sent.

use std::io::{Read, Write};

use serde_json::{Value, json};
use teeko::Game;
use teeko::rules::notation::circle_form;
use teeko::surfaces::answer_positions;
use teeko_testing::{Random, program};

use crate::common::start;

/// More than one part, whose lines are numbered on.
#[test]
fn many_positions_are_answered_in_their_order() {
    let running = start(|_| ());
    let game = Game::solve("44-ssss+4x4").unwrap();
    let mut random = Random::new(9);
    let line = |number: usize| {
        let position = random.position(game.board(), number % 9);
        if number % 100 == 99 {
            "nothing".to_owned()
        } else {
            circle_form(&position)
        }
    };
    let lines: Vec<String> = (0..20_000).map(line).collect();
    let text = lines.join("\n");
    let answer = running.request("POST", "/v1/44-ssss+4x4/positions", "", &text);
    assert!(answer.body.as_bytes() == answer_positions(&game, 1, text.as_bytes()).unwrap());
    assert!(
        answer
            .body
            .lines()
            .last()
            .unwrap()
            .ends_with("\"line\":20000}")
    );
    assert_eq!(
        running
            .request("POST", "/v1/44-ssss+4x4/positions", "", "")
            .body,
        ""
    );
    // As JSON it is the same.
    let json = "content-type: Application/JSON; charset=utf-8\r\n";
    let post = |body: &str| running.request("POST", "/v1/44-ssss+4x4/positions", json, body);
    let items = post(&Value::from(lines).to_string());
    assert_eq!(items.header("content-type"), Some("application/json"));
    let expected: Vec<&str> = answer.body.lines().collect();
    assert!(items.body == format!("[{}]", expected.join(",")));
    assert_eq!(post(" [ ] ").body, "[]");
    assert_eq!(post("[[6, 11]]").body, post(r#"["6 11"]"#).body);
    let other = post(r#"[{"position": "b:6 r: r", "variant": "58-ssss+4x4"}]"#).body;
    assert!(
        other.contains("variant: expected 44-ssss+4x4, found 58-ssss+4x4"),
        "{other}"
    );
    for body in ["", "{}", "[\"13\""] {
        let refused = post(body);
        assert_eq!(refused.status, 400, "{body}");
        assert!(refused.text("error").starts_with("body: "), "{refused:?}");
    }
}

#[test]
fn a_connection_serves_for_many_requests() {
    let running = start(|_| ());
    let mut stream = running.connect();
    let request = "GET /v1/44-ssss+4x4/position?moves=6&brief HTTP/1.1\r\nhost: localhost\r\n\r\n";
    // Some one after the other, and all at once.
    for _ in 0..3 {
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n") && answer[..length].ends_with(b"}"));
    }
    let last = request.replace("localhost\r\n", "localhost\r\nconnection: close\r\n");
    stream
        .write_all((request.repeat(50) + &last).as_bytes())
        .unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 51);
}

#[test]
fn heads_alone_are_answered_with_the_length_of_the_rest() {
    let running = start(|_| ());
    for target in [
        "/",
        "/openapi.json",
        "/healthz",
        "/v1/variants",
        "/v1/44-ssss+4x4/position?moves=6",
    ] {
        let whole = running.get(target);
        let head = running.request("HEAD", target, "", "");
        assert_eq!(
            (whole.status, head.status, &*head.body),
            (200, 200, ""),
            "{target}"
        );
        let length = whole.body.len().to_string();
        assert_eq!(head.header("content-length"), Some(&*length), "{target}");
    }
}

#[test]
fn the_page_may_be_kept_as_long_as_it_is_the_same() {
    let running = start(|_| ());
    let page = running.get("/");
    assert!(
        page.body.starts_with("<!doctype html>")
            && page.header("content-type") == Some("text/html; charset=utf-8")
    );
    let tag = page.header("etag").unwrap();
    let among_others = format!("\"x\", {tag}");
    for (known, status) in [(&*among_others, 304), ("*", 304), ("\"x\", \"0\"", 200)] {
        let head = format!("if-none-match: {known}\r\n");
        let again = running.request("GET", "/", &head, "");
        assert_eq!(
            (again.status, again.header("etag"), again.body.is_empty()),
            (status, Some(tag), status == 304)
        );
    }
}

/// The first visit of a page is what people wait for.
#[test]
fn the_page_is_as_short_as_it_can_be() {
    let running = start(|_| ());
    let page = running.get("/").bytes;
    for (accepted, encoding, most) in [
        ("gzip, deflate, br, zstd", "br", 52_000),
        ("br;q=0.5, gzip", "gzip", 60_000),
        ("gzip, br;q=0", "gzip", 60_000),
    ] {
        let head = format!("accept-encoding: {accepted}\r\n");
        let answer = running.request("GET", "/", &head, "");
        assert_eq!(answer.header("content-encoding"), Some(encoding));
        assert!(answer.bytes.len() <= most, "{}", answer.bytes.len());
        if let Some(mut curl) = program("curl") {
            let address = format!("http://{}/", running.address);
            let header = format!("accept-encoding: {accepted}");
            curl.args(["--silent", "--compressed", "--header", &header, &address]);
            assert!(curl.output().unwrap().stdout == page, "{accepted}");
        }
    }
    let head = "accept-encoding: identity\r\n";
    let plain = running.request("GET", "/", head, "");
    assert_eq!(plain.header("content-encoding"), None);
}

#[test]
fn long_answers_are_compressed_and_known_again() {
    let running = start(|_| ());
    let (plays, short) = ("/v1/plays", "/v1/44-ssss+4x4/position?moves=6&brief");
    let whole = running.get(plays);
    assert_eq!(whole.header("content-encoding"), None);
    let gzip = "accept-encoding: gzip\r\n";
    for target in ["/", "/openapi.json", plays] {
        let answer = running.request("GET", target, gzip, "");
        assert_eq!(answer.header("content-encoding"), Some("gzip"), "{target}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{target}");
        assert_eq!(
            answer.header("access-control-allow-origin"),
            Some("*"),
            "{target}"
        );
        if let Some(mut gzip) = program("gzip") {
            let file = tempfile::NamedTempFile::with_suffix(".gz").unwrap();
            std::fs::write(&file, &answer.bytes).unwrap();
            gzip.args(["--decompress", "--stdout"]).arg(file.path());
            assert_eq!(
                gzip.output().unwrap().stdout,
                running.get(target).bytes,
                "{target}"
            );
        }
    }
    let tag = whole.header("etag").unwrap().to_owned();
    let again = running.request("GET", plays, &format!("{gzip}if-none-match: {tag}\r\n"), "");
    assert_eq!(
        (again.status, &*again.body, again.header("etag")),
        (304, "", Some(&*tag))
    );
    let answer = running.request("GET", short, gzip, "");
    assert_eq!(
        (answer.header("content-encoding"), answer.header("etag")),
        (None, None)
    );
    // A client keeps answers only; a refusal is not one.
    for (target, status) in [
        (short, 304),
        (plays, 304),
        ("/v1/44-ssss+4x4/position", 400),
    ] {
        assert_eq!(
            running
                .request("GET", target, "if-none-match: *\r\n", "")
                .status,
            status
        );
    }
    // Lines are sent as they are, as soon as they are known.
    let positions = "/v1/44-ssss+4x4/positions";
    let lines = running.request("POST", positions, gzip, &"b: r:\n".repeat(100));
    assert_eq!(
        (lines.header("content-encoding"), lines.body.lines().count()),
        (None, 100)
    );
    let json = format!("{gzip}content-type: application/json\r\n");
    let items = running.request(
        "POST",
        positions,
        &json,
        &json!(vec!["b: r:"; 100]).to_string(),
    );
    assert_eq!(
        (items.status, items.header("content-encoding")),
        (200, None)
    );
}

#[test]
fn the_page_may_do_what_it_needs_and_no_more() {
    let page = start(|_| ()).get("/");
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; ") && policy.ends_with("frame-ancestors 'none'")
    );
    for (name, value) in [
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(page.header(name), Some(value));
    }
    let page = start(|config| {
        config.embedders = vec!["https://example.org".into(), "http://localhost:8000".into()];
    })
    .get("/");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.ends_with("; frame-ancestors https://example.org http://localhost:8000"));
    assert_eq!(page.header("x-frame-options"), None);
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
}

#[test]
fn browsers_can_install_the_page() {
    let running = start(|_| ());
    for (name, media_type) in [
        ("manifest.webmanifest", "application/manifest+json"),
        ("service_worker.js", "text/javascript"),
        ("icon.png", "image/png"),
    ] {
        assert!(
            running.get("/").body.contains(&format!("\"{name}\"")),
            "{name}"
        );
        let file = running.request("GET", &format!("/{name}"), "accept-encoding: gzip\r\n", "");
        assert_eq!(
            (file.status, file.header("content-type")),
            (200, Some(media_type)),
            "{name}"
        );
        assert_eq!(file.header("cache-control"), Some("no-cache"), "{name}");
    }
    let manifest: Value = serde_json::from_str(&running.get("/manifest.webmanifest").body).unwrap();
    let icon = &manifest["icons"][0];
    let bytes = running
        .get(&format!("/{}", icon["src"].as_str().unwrap()))
        .bytes;
    // The size of a PNG file is at its start.
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(icon["sizes"], format!("{}x{}", side(16), side(20)));
}

#[test]
fn metrics_are_those_of_prometheus() {
    let running = start(|_| ());
    assert_eq!(running.get("/healthz").body, "ok\n");
    for _ in 0..3 {
        assert_eq!(running.get("/v1/44-ssss+4x4/position?moves=6").status, 200);
    }
    let metrics = running.get("/metrics");
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(metrics.header("content-type"), Some(media_type));
    assert!(metrics.body.ends_with("\n# EOF\n"));
    for name in [
        "teeko_requests_total{route=\"position\",status=\"200\"} 3\n",
        "teeko_request_duration_seconds_count{route=\"position\"} 3\n",
        "teeko_request_duration_seconds_bucket{le=\"+Inf\",route=\"position\"} 3\n",
        "teeko_requests_total{route=\"healthz\",status=\"200\"} 1\n",
        "teeko_build_info{version=\"",
        "teeko_solves_total 1\n",
        "teeko_games_kept 1\n",
        "# TYPE process_cpu_seconds counter\nprocess_cpu_seconds_total ",
        "\nprocess_resident_memory_bytes ",
        "\nprocess_start_time_seconds ",
    ] {
        assert!(metrics.body.contains(name), "{name}\n{}", metrics.body);
    }
    running.wait_for_connections(0);
    let _idle = running.connect();
    running.wait_for_connections(1);
    assert_eq!(running.get("/monitor").status, 200);
}

//! Answers are those of the game, however they are sent.

use std::io::{Read, Write};

use serde_json::{Value, json};
use teeko::Game;
use teeko::rules::notation::circle_form;
use teeko::surfaces::answer_positions;
use teeko_testing::{Random, program};

use crate::common::{Answer, Running, start};

const POSITIONS: &str = "/v1/44-ssss+4x4/positions";

/// Returns the answer to a JSON array of positions.
fn post_json(running: &Running, body: &str) -> Answer {
    let head = "content-type: Application/JSON; charset=utf-8\r\n";
    running.request("POST", POSITIONS, head, body)
}

/// Returns many positions, some of which are none.
fn many_positions() -> Vec<String> {
    let board = teeko::variant("44-ssss+4x4").unwrap().rules().board();
    let mut random = Random::new(9);
    let mut lines = Vec::new();
    for number in 0..20_000 {
        let position = random.position(board, number % 9);
        lines.push(if number % 100 == 99 {
            "nothing".to_owned()
        } else {
            circle_form(&position)
        });
    }
    lines
}

/// More than one part, whose lines are numbered on.
#[test]
fn many_positions_are_answered_in_their_order() {
    let running = start(|_| ());
    let game = Game::solve("44-ssss+4x4").unwrap();
    let lines = many_positions();
    let text = lines.join("\n");

    let answer = running.request("POST", POSITIONS, "", &text);
    let items = post_json(&running, &Value::from(lines).to_string());

    assert!(answer.body.as_bytes() == answer_positions(&game, 1, text.as_bytes()).unwrap());
    let last = answer.body.lines().last().unwrap();
    assert!(last.ends_with("\"line\":20000}"), "{last}");
    assert_eq!(items.header("content-type"), Some("application/json"));
    let expected: Vec<&str> = answer.body.lines().collect();
    assert!(items.body == format!("[{}]", expected.join(",")));
}

#[test]
fn no_positions_have_no_answers() {
    let running = start(|_| ());
    assert_eq!(running.request("POST", POSITIONS, "", "").body, "");
    assert_eq!(post_json(&running, " [ ] ").body, "[]");
}

#[test]
fn items_of_an_array_are_positions_games_and_objects() {
    let running = start(|_| ());
    let list = post_json(&running, "[[6, 11]]").body;
    assert_eq!(list, post_json(&running, r#"["6 11"]"#).body);
    let other = r#"[{"position": "b:6 r: r", "variant": "58-ssss+4x4"}]"#;
    let other = post_json(&running, other).body;
    let expected = "variant: expected 44-ssss+4x4, found 58-ssss+4x4";
    assert!(other.contains(expected), "{other}");
}

#[test]
fn a_body_that_is_no_array_is_refused() {
    let running = start(|_| ());
    for body in ["", "{}", "[\"13\""] {
        let refused = post_json(&running, body);
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
        ("gzip, deflate, br, zstd", "br", 58_500),
        ("br;q=0.5, gzip", "gzip", 65_600),
        ("gzip, br;q=0", "gzip", 65_600),
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

const GZIP: &str = "accept-encoding: gzip\r\n";
const SHORT: &str = "/v1/44-ssss+4x4/position?moves=6&brief";

/// Checks a compressed answer by the program gzip, if it is there.
fn assert_unpacks(packed: &[u8], whole: &[u8]) {
    let Some(mut gzip) = program("gzip") else {
        return;
    };
    let file = tempfile::NamedTempFile::with_suffix(".gz").unwrap();
    std::fs::write(&file, packed).unwrap();
    gzip.args(["--decompress", "--stdout"]).arg(file.path());
    assert!(gzip.output().unwrap().stdout == whole);
}

#[test]
fn long_answers_are_compressed_for_clients_that_accept_it() {
    let running = start(|_| ());
    for target in ["/", "/openapi.json", "/v1/plays"] {
        let whole = running.get(target);
        assert_eq!(whole.header("content-encoding"), None, "{target}");
        let answer = running.request("GET", target, GZIP, "");
        assert_eq!(answer.header("content-encoding"), Some("gzip"), "{target}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{target}");
        let allowed = answer.header("access-control-allow-origin");
        assert_eq!(allowed, Some("*"), "{target}");
        assert_unpacks(&answer.bytes, &whole.bytes);
    }
}

#[test]
fn short_answers_have_no_tag_and_are_sent_as_they_are() {
    let answer = start(|_| ()).request("GET", SHORT, GZIP, "");
    assert_eq!(answer.header("content-encoding"), None);
    assert_eq!(answer.header("etag"), None);
}

#[test]
fn a_client_that_has_a_long_answer_does_not_get_it_again() {
    let running = start(|_| ());
    let whole = running.get("/v1/plays");
    let tag = whole.header("etag").unwrap();
    let head = format!("{GZIP}if-none-match: {tag}\r\n");
    let again = running.request("GET", "/v1/plays", &head, "");
    assert_eq!((again.status, &*again.body), (304, ""));
    assert_eq!(again.header("etag"), Some(tag));
}

/// A client keeps answers only; a refusal is not one.
#[test]
fn a_client_that_has_any_answer_gets_refusals() {
    let running = start(|_| ());
    for (target, status) in [
        (SHORT, 304),
        ("/v1/plays", 304),
        ("/v1/44-ssss+4x4/position", 400),
    ] {
        let answer = running.request("GET", target, "if-none-match: *\r\n", "");
        assert_eq!(answer.status, status, "{target}");
    }
}

/// They are sent as they are, as soon as they are known.
#[test]
fn answers_to_many_positions_are_not_compressed() {
    let running = start(|_| ());
    let lines = running.request("POST", POSITIONS, GZIP, &"b: r:\n".repeat(100));
    assert_eq!(lines.header("content-encoding"), None);
    assert_eq!(lines.body.lines().count(), 100);
    let head = format!("{GZIP}content-type: application/json\r\n");
    let body = json!(vec!["b: r:"; 100]).to_string();
    let items = running.request("POST", POSITIONS, &head, &body);
    assert_eq!(items.status, 200);
    assert_eq!(items.header("content-encoding"), None);
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

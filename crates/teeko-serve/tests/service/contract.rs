//! The service answers the contract.

use teeko_testing::contract::exchanges;

use crate::common::start;

#[test]
fn the_service_answers_the_contract() {
    let running = start(|_| ());
    for exchange in exchanges(|exchange| !exchange.has_rule_file()) {
        let (path, query) = exchange.target();
        let target = format!("{path}?{query}");
        let (method, body) = match &exchange.body {
            Some(body) => ("POST", &**body),
            None => ("GET", ""),
        };
        let answer = running.request(method, &target, "", body);
        assert_eq!(answer.status, exchange.status, "{target}: {answer:?}");
        if exchange.status == 200 {
            let expected = match &*exchange.question {
                "certificate" => "application/octet-stream",
                "positions" => "application/jsonl",
                _ => "application/json",
            };
            assert_eq!(answer.header("content-type"), Some(expected), "{target}");
            exchange.assert_answer(&answer.bytes);
        } else {
            exchange.assert_refusal(&answer.text("error"));
            assert!(!answer.text("hint").is_empty(), "{target}");
        }
    }
}

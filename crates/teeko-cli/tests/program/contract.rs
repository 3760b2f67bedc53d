//! The program answers the contract, from tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::OnceLock;

use serde_json::Value;
use teeko_testing::contract::{self, Exchange, exchanges};

use crate::common::{command, refusal, stderr, stdout, with_input};

/// Whether the program can be asked this. It has no command for some questions, and no options for
/// goals and half a move.
fn is_command(exchange: &Exchange) -> bool {
    let without = |name: &str| !exchange.parameters.contains_key(name);
    exchange.goals.is_none()
        && (exchange.status == 200 || exchange.exit.is_some())
        && match &*exchange.question {
            "position" => without("pass") && without("at") && without("from"),
            "choice" | "claims" | "course" | "plays" | "questions" | "record" => false,
            _ => true,
        }
}

/// Returns the output of the command for a request.
fn run(exchange: &Exchange) -> Output {
    let file = tables().join("certificate");
    let name = match &*exchange.question {
        "position" | "positions" => "query",
        "solution" => "solve",
        "rules" => "variants",
        other => other,
    };
    let mut program = command(&["--quiet", name, "--json"]);
    program.current_dir(contract::folder());
    match name {
        // Services do not search longer than necessary.
        "certificate" => program
            .args(&exchange.rules)
            .args(["--effort", "0", "--force", "-o"])
            .arg(&file),
        "solve" => program.args(&exchange.rules).arg("--no-write"),
        "diff" | "variants" => program.args(&exchange.rules),
        _ => program.args(exchange.rules.iter().flat_map(|name| ["-v", name])),
    };
    if !matches!(name, "solve" | "variants" | "atlas" | "certificate") {
        program.arg("--tables").arg(tables());
    }
    for (name, value) in &exchange.parameters {
        let option = format!("--{}", name.replace('_', "-"));
        match (&**name, value) {
            (_, Value::Bool(true)) => program.arg(option),
            ("position" | "game", Value::String(text)) => program.arg(text),
            (_, Value::String(text)) => program.arg(format!("{option}={text}")),
            (_, other) => program.arg(format!("{option}={other}")),
        };
    }
    match &exchange.body {
        Some(body) => with_input(program.args(["--stdin", "--brief"]), body.as_bytes()),
        None => program.output().unwrap(),
    }
}

/// Returns a folder with the tables of all rules in the contract.
pub(crate) fn tables() -> &'static Path {
    static MADE: OnceLock<()> = OnceLock::new();
    let folder = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/contract"));
    MADE.get_or_init(|| {
        fs::remove_dir_all(folder).ok();
        let solved = exchanges(|exchange| is_command(exchange) && exchange.status == 200);
        let names: BTreeSet<&String> = solved.iter().flat_map(|exchange| &exchange.rules).collect();
        let mut solve = command(&["--quiet", "solve", "-o"]);
        solve
            .env_remove("RAYON_NUM_THREADS")
            .current_dir(contract::folder());
        let output = solve.arg(folder).args(names).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    });
    folder
}

#[test]
fn the_program_answers_the_contract() {
    for exchange in exchanges(is_command) {
        let output = run(&exchange);
        if let Some(code) = exchange.exit {
            let error = refusal(&output, code);
            exchange.assert_refusal(error.lines().next().unwrap_or_default());
            continue;
        }
        // A record with an illegal ply is judged up to it, and bad lines have their errors. The
        // contract may have only the hash of such an answer, which is compared below.
        let is_partly_bad = stdout(&output).contains("\"error\":");
        let code = if is_partly_bad { 3 } else { 0 };
        assert_eq!(
            output.status.code(),
            Some(code),
            "{}: {exchange:?}",
            stderr(&output)
        );
        match &*exchange.question {
            "certificate" => {
                let file = fs::read(tables().join("certificate")).unwrap();
                exchange.assert_answer(&file);
            }
            "solution" => {
                let document: Value = serde_json::from_str(&stdout(&output)).unwrap();
                exchange.assert_answer(document["variants"][0].to_string().as_bytes());
            }
            _ => exchange.assert_answer(&output.stdout),
        }
    }
}

//! `/openapi.json`: the table of questions in OpenAPI 3.1.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use teeko::questions::{About, Definition, Kind, Parameter, QUESTIONS, answer_schemas};

/// The answer of `/openapi.json`: all paths with their parameters, answers and examples in OpenAPI
/// 3.1. Each example names its request.
pub static OPENAPI: LazyLock<String> = LazyLock::new(|| description().to_string());

const REFUSALS: &[(u16, &str)] = &[
    (400, "A name, a position, a parameter or the form of the request is wrong"),
    (403, "The Host header names another machine, and only this one may ask"),
    (404, "There is no such path"),
    (405, "The path has other methods"),
    (408, "The body took too long"),
    (413, "The body is too long"),
    (414, "Path and query are too long"),
    (422, "Memory or another limit refuses the request, or these rules have no such answer"),
    (500, "The answer is not available"),
    (503, "Too much at once; Retry-After says when to try again"),
];

/// The paths that are not questions.
const OTHERS: [(&str, &str, &str, &str); 4] = [
    ("/", "page", "The page", "text/html"),
    ("/openapi.json", "openapi", "This description", "application/json"),
    ("/healthz", "healthz", "Whether the service runs", "text/plain"),
    (
        "/metrics",
        "metrics",
        "Counts for Prometheus: requests, rule sets, connections, the process",
        "application/openmetrics-text",
    ),
];

/// The description without questions, answers and refusals. Its address is relative to it, since
/// the service may be below a path of a site.
const FRAME: &str = include_str!("../openapi.json");

fn description() -> Value {
    let mut description: Value = serde_json::from_str(FRAME).expect("a JSON file");
    let (answers, mut schemas) = answer_schemas();
    let paths = &mut description["paths"];
    for (path, id, summary, media_type) in OTHERS {
        let examples = json!({"1": example(summary, path)});
        let kind = if media_type == "application/json" { "object" } else { "string" };
        let content = json!({media_type: {"schema": {"type": kind}, "examples": examples}});
        let mut responses = refusals(|status| ![404, 408, 413, 422].contains(&status));
        responses.insert("200".into(), json!({"description": "The answer", "content": content}));
        paths[path]["get"] = json!({
            "operationId": id,
            "tags": ["service"],
            "summary": summary,
            "responses": responses,
        });
    }
    for (definition, answer) in QUESTIONS.iter().zip(answers) {
        paths[definition.path()][definition.method()] = operation(definition, &answer);
    }
    let components = &mut description["components"];
    for (status, meaning) in REFUSALS {
        components["responses"][status.to_string()] = refusal(meaning, Map::new());
    }
    if let Value::Object(others) = components["schemas"].take() {
        schemas.extend(others);
    }
    components["schemas"] = schemas.into();
    description
}

fn operation(definition: &Definition, answer: &Value) -> Value {
    let has_lines = definition.about == About::Lines;
    let is_file = definition.media_type == "application/octet-stream";
    let of_variant = definition.path().contains("{variant}");
    let declared = &definition.declared;
    let is_position = |parameter: &Parameter| ["position", "game"].contains(&&*parameter.name);
    let has_position = declared.parameters.iter().any(is_position);
    let variant = of_variant.then(|| json!({"$ref": "#/components/parameters/variant"}));
    let parameters = definition.rules_parameters().iter().chain(&declared.parameters);

    let mut responses = refusals(|status| has_lines || ![408, 413].contains(&status));
    for &(status, meaning) in REFUSALS {
        let examples = examples(definition, status);
        if !examples.is_empty() {
            responses.insert(status.to_string(), refusal(meaning, examples));
        }
    }
    let schema = if is_file {
        json!({"type": "string", "format": "binary"})
    } else if has_lines {
        json!({"type": "string"})
    } else {
        answer.clone()
    };
    let mut content = Map::new();
    let mut of_type = json!({"schema": schema, "examples": examples(definition, 200)});
    if has_lines {
        let item = json!({"anyOf": [answer, {"$ref": "#/components/schemas/BadLine"}]});
        of_type["x-line-schema"] = item.clone();
        let items = json!({"type": "array", "items": item});
        content.insert("application/json".into(), json!({"schema": items}));
    }
    content.insert(definition.media_type.into(), of_type);
    responses.insert("200".into(), json!({"description": "The answer", "content": content}));
    let parameters = variant.into_iter().chain(parameters.map(parameter));
    let mut operation = json!({
        "operationId": definition.name,
        "tags": [if has_position || has_lines { "positions" } else { "variants" }],
        "summary": declared.summary(),
        "description": declared.documentation,
        "parameters": parameters.collect::<Vec<_>>(),
        "responses": responses,
    });
    if has_lines {
        operation["requestBody"] = json!({
            "required": true,
            "description": "As JSON, an array of positions and games, answered with an array in \
                the same order. As text, one of them in each line, answered with lines; blank \
                lines and comments are skipped. Instead of a position or a game, \
                an object with a field `position` or `moves`, which may name the variant and have \
                an id that its answer repeats",
            "content": {
                "application/json": {
                    "schema": {"type": "array", "items": {"anyOf": [
                        {"type": "string"},
                        {"$ref": "#/components/schemas/AskedObject"},
                    ]}},
                    "example": ["13 12", {"position": "5/5/2b2/5/5 r", "id": 7}],
                },
                "text/plain": {"schema": {"type": "string"}},
            },
        });
    }
    operation
}

fn parameter(parameter: &Parameter) -> Value {
    let (schema, required) = match &parameter.kind {
        Kind::Text { required } => (json!({"type": "string"}), *required),
        Kind::Flag => (json!({"type": "boolean", "default": false}), false),
        Kind::Number { least, most, default, .. } => {
            let mut schema = json!({"type": "integer", "minimum": least});
            if let Some(most) = most {
                schema["maximum"] = json!(most);
            }
            if let Some(default) = default {
                schema["default"] = json!(default);
            }
            (schema, false)
        }
        Kind::Word { words, .. } => {
            (json!({"type": "string", "enum": words, "default": words[0]}), false)
        }
    };
    let mut described = json!({
        "name": parameter.name,
        "in": "query",
        "description": parameter.help,
        "schema": schema,
    });
    if required {
        described["required"] = json!(true);
    }
    if parameter.kind == Kind::Flag {
        described["allowEmptyValue"] = json!(true);
    }
    if !parameter.example.is_empty() {
        described["example"] = json!(parameter.example);
    }
    described
}

fn refusals(occurs: impl Fn(u16) -> bool) -> Map<String, Value> {
    let statuses = REFUSALS.iter().map(|(status, _)| *status).filter(|&status| occurs(status));
    let reference = |status| json!({"$ref": format!("#/components/responses/{status}")});
    statuses.map(|status| (status.to_string(), reference(status))).collect()
}

fn refusal(meaning: &str, examples: Map<String, Value>) -> Value {
    let mut content = json!({"schema": {"$ref": "#/components/schemas/Refusal"}});
    if !examples.is_empty() {
        content["examples"] = examples.into();
    }
    json!({"description": meaning, "content": {"application/json": content}})
}

fn examples(definition: &Definition, status: u16) -> Map<String, Value> {
    let shown = definition.examples().iter().filter(|example| example.status == status);
    let described = shown.map(|shown| {
        let mut described = example(&shown.summary, &shown.request);
        if !shown.body.is_empty() {
            described["x-body"] = json!(shown.body);
        }
        described
    });
    (1..).map(|number: usize| number.to_string()).zip(described).collect()
}

fn example(summary: &str, request: &str) -> Value {
    json!({"summary": summary, "x-request": request})
}

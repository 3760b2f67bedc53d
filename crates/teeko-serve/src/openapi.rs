//! `/openapi.json`: the table of questions in OpenAPI 3.1.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use teeko::surfaces::{
    About, Definition, Parameter, ParameterKind, QUESTIONS, TextKind, answer_schemas,
};

/// The answer of `/openapi.json`: all paths with their parameters, answers and examples in OpenAPI
/// 3.1. Each example names its request.
pub static OPENAPI: LazyLock<String> = LazyLock::new(|| description().to_string());

/// The part of the description that does not follow from [`QUESTIONS`]. The address of the service
/// in it is relative, since the service may be below a path of a site.
const FRAME: &str = include_str!("../openapi.json");

fn description() -> Value {
    let mut description: Value = serde_json::from_str(FRAME).expect("a JSON file");
    let (answers, mut schemas) = answer_schemas();
    let refusals = description["components"]["responses"].clone();
    for (definition, answer) in QUESTIONS.iter().zip(answers) {
        let operation = &mut description["paths"][definition.path()][definition.method()];
        describe(operation, definition, answer);
        add_refusals(&mut operation["responses"], definition, &refusals);
    }
    let known = &mut description["components"]["schemas"];
    if let Value::Object(others) = known.take() {
        schemas.extend(others);
    }
    *known = schemas.into();
    description
}

/// Adds what the definition of a question says to the frame of its operation.
fn describe(operation: &mut Value, definition: &Definition, answer: Value) {
    let declared = &definition.declared;
    let has_position =
        definition.about == About::Lines || declared.parameters.iter().any(Parameter::is_subject);
    let mut parameters = Vec::new();
    if definition.path().contains("{variant}") {
        parameters.push(json!({"$ref": "#/components/parameters/variant"}));
    }
    for known in definition
        .rules_parameters()
        .iter()
        .chain(&declared.parameters)
    {
        parameters.push(parameter(known));
    }
    operation["operationId"] = json!(definition.name);
    operation["tags"] = json!([if has_position {
        "positions"
    } else {
        "variants"
    }]);
    operation["summary"] = json!(declared.summary());
    operation["description"] = json!(declared.documentation);
    operation["parameters"] = parameters.into();

    let response = &mut operation["responses"]["200"];
    response["description"] = json!("The answer");
    let content = &mut response["content"][definition.media_type];
    if definition.media_type == "application/octet-stream" {
        content["schema"] = json!({"type": "string", "format": "binary"});
    } else if content["schema"].is_null() {
        content["schema"] = answer;
    }
    content["examples"] = examples(definition, 200);
}

/// Adds the refusals of a question, by reference where they have no examples.
fn add_refusals(responses: &mut Value, definition: &Definition, refusals: &Value) {
    for (status, refusal) in refusals.as_object().into_iter().flatten() {
        let of_body = ["408", "413", "415"].contains(&status.as_str());
        if of_body && definition.about != About::Lines {
            continue;
        }
        let examples = examples(definition, status.parse().unwrap_or_default());
        responses[status] = if examples.is_null() {
            json!({"$ref": format!("#/components/responses/{status}")})
        } else {
            let mut shown = refusal.clone();
            shown["content"]["application/json"]["examples"] = examples;
            shown
        };
    }
}

fn parameter(parameter: &Parameter) -> Value {
    let schema = match &parameter.kind {
        ParameterKind::Text { .. } => json!({"type": "string"}),
        ParameterKind::Flag => json!({"type": "boolean", "default": false}),
        ParameterKind::Number {
            least,
            most,
            default,
            ..
        } => without_nulls(json!({
            "type": "integer",
            "minimum": least,
            "maximum": most,
            "default": default,
        })),
        ParameterKind::Word { words, .. } => {
            json!({"type": "string", "enum": words, "default": words[0]})
        }
    };
    without_nulls(json!({
        "name": parameter.name,
        "in": "query",
        "description": parameter.help,
        "schema": schema,
        "required": parameter.kind.is_required(),
        "allowEmptyValue": parameter.kind == ParameterKind::Flag,
        "example": text_or_null(&parameter.example),
        "x-kind": parameter.kind.text_kind().filter(|&kind| kind != TextKind::Plain),
    }))
}

/// Returns the examples with this status by number, null if there are none.
fn examples(definition: &Definition, status: u16) -> Value {
    let mut described = Map::new();
    for example in definition.examples() {
        if example.status != status {
            continue;
        }
        let number = (described.len() + 1).to_string();
        let value = without_nulls(json!({
            "summary": example.summary,
            "x-request": example.request,
            "x-body": text_or_null(&example.body),
        }));
        described.insert(number, value);
    }
    if described.is_empty() {
        Value::Null
    } else {
        described.into()
    }
}

/// Returns a text, or null in place of an empty one.
fn text_or_null(text: &str) -> Value {
    if text.is_empty() {
        Value::Null
    } else {
        text.into()
    }
}

fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, field| !field.is_null());
    }
    value
}

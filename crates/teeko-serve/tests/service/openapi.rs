//! The description of the service says what it does: each of its examples is held against the
//! running service.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use teeko_serve::OPENAPI;

use crate::common::{Running, start};

fn description() -> Value {
    serde_json::from_str(&OPENAPI).unwrap()
}

/// Behind a proxy the service may be below a path of a larger site.
#[test]
fn its_addresses_are_relative_to_it() {
    assert_eq!(description()["servers"], json!([{"url": "."}]));
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value}"))
}

/// Faults of bodies belong to questions that have one.
#[test]
fn each_question_has_the_refusals_that_it_can_have() {
    let description = description();
    for path in object(&description["paths"]).values() {
        for operation in object(path).values().filter(|value| value.is_object()) {
            let has_body = !operation["requestBody"].is_null();
            let responses = object(&operation["responses"]);
            for status in ["408", "413", "415"] {
                assert_eq!(
                    responses.contains_key(status),
                    has_body,
                    "{status}: {operation}"
                );
            }
        }
    }
}

/// What a reference stands for.
fn resolved<'a>(root: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => root
            .pointer(reference.strip_prefix('#').unwrap())
            .unwrap_or_else(|| panic!("{reference}")),
        None => value,
    }
}

/// Checks a value against a schema, as far as schemas go here. No field may be there that is not
/// described.
fn check(root: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let schema = resolved(root, schema);
    if let Some(forms) = schema["anyOf"].as_array() {
        if forms
            .iter()
            .any(|form| check(root, form, value, place).is_ok())
        {
            return Ok(());
        }
        return Err(format!("{place}: none of several forms: {value}"));
    }
    check_alone(schema, value).map_err(|fault| format!("{place}: {fault}: {value}"))?;
    if let (Some(fields), Some(properties)) = (value.as_object(), schema["properties"].as_object())
    {
        check_names(schema, fields).map_err(|fault| format!("{place}: {fault}: {value}"))?;
        for (name, field) in fields {
            if let Some(property) = properties.get(name) {
                check(root, property, field, &format!("{place}.{name}"))?;
            }
        }
    }
    if let (Some(items), Some(of_item)) = (value.as_array(), schema.get("items")) {
        for item in items {
            check(root, of_item, item, &format!("{place}[]"))?;
        }
    }
    Ok(())
}

/// Checks a value without its parts.
fn check_alone(schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(expected) = schema.get("const")
        && expected != value
    {
        return Err("another constant".to_owned());
    }
    if let Some(known) = schema["enum"].as_array()
        && !known.contains(value)
    {
        return Err("not one of the values".to_owned());
    }
    let has_type = match &schema["type"] {
        Value::String(name) => is_of(value, name),
        Value::Array(names) => names
            .iter()
            .any(|name| is_of(value, name.as_str().unwrap())),
        _ => true,
    };
    if has_type {
        Ok(())
    } else {
        Err("another type".to_owned())
    }
}

/// Returns whether a value has a type of JSON schema.
fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("type {other}"),
    }
}

/// Checks that the fields that an object must have are there, and that all are described.
fn check_names(schema: &Value, fields: &Map<String, Value>) -> Result<(), String> {
    for required in schema["required"].as_array().into_iter().flatten() {
        let required = required.as_str().unwrap();
        if !fields.contains_key(required) {
            return Err(format!("no field {required}"));
        }
    }
    let forms = schema["oneOf"].to_string();
    for name in fields.keys() {
        let is_described = schema["properties"].get(name).is_some();
        if !is_described && !forms.contains(&format!("\"{name}\":")) {
            return Err(format!("field {name} is not described"));
        }
    }
    Ok(())
}

/// The names in the query of a target.
fn parameters_of(target: &str) -> BTreeSet<String> {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let names = query.split('&').filter(|part| !part.is_empty());
    names
        .map(|part| part.split('=').next().unwrap().to_owned())
        .collect()
}

/// An example of the description, with what is said of its answer.
struct Example<'a> {
    method: &'a str,
    path: &'a str,
    status: u16,
    /// The description of the body.
    content: &'a Value,
    target: &'a str,
    body: &'a str,
}

/// Returns the examples of an operation.
fn examples_of<'a>(
    root: &'a Value,
    path: &'a str,
    method: &'a str,
    operation: &'a Value,
) -> Vec<Example<'a>> {
    let mut found = Vec::new();
    for (status, response) in object(&operation["responses"]) {
        // A response to a head that is too long has none.
        let contents = resolved(root, response)["content"].as_object();
        for content in contents.into_iter().flat_map(Map::values) {
            let examples = content["examples"].as_object();
            for example in examples.into_iter().flat_map(Map::values) {
                found.push(Example {
                    method,
                    path,
                    status: status.parse().unwrap(),
                    content,
                    target: example["x-request"].as_str().unwrap(),
                    body: example["x-body"].as_str().unwrap_or_default(),
                });
            }
        }
    }
    found
}

impl Example<'_> {
    /// Checks that the example is of its path.
    fn check_path(&self) {
        let at = self.target.split('?').next().unwrap();
        let variant = at.split('/').nth(2).unwrap_or_default();
        assert_eq!(self.path.replace("{variant}", variant), at);
    }

    /// Sends the request, and checks its answer.
    fn run(&self, root: &Value, running: &Running) {
        let method = self.method.to_ascii_uppercase();
        let answer = running.request(&method, self.target, "", self.body);
        assert_eq!(answer.status, self.status, "{}: {answer:?}", self.target);
        let is_json = answer.header("content-type") == Some("application/json");
        if let Some(schema) = self.content.get("x-line-schema") {
            assert!(answer.body.lines().count() > 2, "{answer:?}");
            for line in answer.body.lines() {
                self.check(root, schema, &serde_json::from_str(line).unwrap());
            }
        } else if is_json && self.path != "/openapi.json" {
            let schema = &self.content["schema"];
            assert!(schema.is_object(), "{}: {}", self.target, self.content);
            self.check(root, schema, &answer.json());
        }
    }

    fn check(&self, root: &Value, schema: &Value, value: &Value) {
        check(root, schema, value, self.target).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// Returns the names of the parameters that an operation describes.
fn described(root: &Value, operation: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let parameter = resolved(root, parameter);
        if parameter["in"] == "query" {
            names.insert(parameter["name"].as_str().unwrap().to_owned());
        }
    }
    names
}

#[test]
fn every_example_is_answered_as_described() {
    let running = start(|config| config.memory = 400_000_000);
    let root = description();
    let mut count = 0;
    for (path, methods) in object(&root["paths"]) {
        for (method, operation) in object(methods) {
            for example in examples_of(&root, path, method, operation) {
                example.check_path();
                example.run(&root, &running);
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}

/// Goals are the same everywhere, and an error may be about a parameter.
#[test]
fn every_parameter_has_an_example() {
    let root = description();
    for (path, methods) in object(&root["paths"]) {
        for (method, operation) in object(methods) {
            let mut shown = BTreeSet::new();
            for example in examples_of(&root, path, method, operation) {
                if example.status == 200 {
                    shown.append(&mut parameters_of(example.target));
                }
            }
            let mut described = described(&root, operation);
            assert!(
                shown.is_subset(&described),
                "{path}: {shown:?} of {described:?}"
            );
            described.remove("goals");
            shown.remove("goals");
            assert_eq!(shown, described, "{path}");
        }
    }
}

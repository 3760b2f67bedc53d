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

/// What a reference stands for.
fn resolved<'a>(root: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => root
            .pointer(reference.strip_prefix('#').unwrap())
            .unwrap_or_else(|| panic!("{reference}")),
        None => value,
    }
}

/// Holds a value against a schema, as far as schemas go here. No field may be there that is not
/// described.
fn check(root: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let schema = resolved(root, schema);
    let fail = |what: &str| Err(format!("{place}: {what}: {value}"));
    if let Some(schemas) = schema["anyOf"].as_array() {
        let fits = schemas
            .iter()
            .any(|schema| check(root, schema, value, place).is_ok());
        return if fits {
            Ok(())
        } else {
            fail("none of several forms")
        };
    }
    if schema
        .get("const")
        .is_some_and(|expected| expected != value)
    {
        return fail("another constant");
    }
    if schema["enum"]
        .as_array()
        .is_some_and(|known| !known.contains(value))
    {
        return fail("not one of the values");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(of_type) => vec![of_type],
        types => types
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect(),
    };
    let has_type = |of_type: &&str| match *of_type {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{place}: type {other}"),
    };
    if !types.is_empty() && !types.iter().any(has_type) {
        return fail("another type");
    }
    if let (Some(fields), Some(properties)) = (value.as_object(), schema["properties"].as_object())
    {
        for required in schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !fields.contains_key(required) {
                return fail(&format!("no field {required}"));
            }
        }
        for (name, field) in fields {
            match properties.get(name) {
                Some(property) => check(root, property, field, &format!("{place}.{name}"))?,
                None if schema["oneOf"]
                    .to_string()
                    .contains(&format!("\"{name}\":")) => {}
                None => return fail(&format!("field {name} is not described")),
            }
        }
    }
    if let (Some(items), Some(of_item)) = (value.as_array(), schema.get("items")) {
        items
            .iter()
            .try_for_each(|item| check(root, of_item, item, &format!("{place}[]")))?;
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

/// Runs an example. Returns the names of the parameters that it has.
fn run(
    root: &Value,
    running: &Running,
    method: &str,
    path: &str,
    content: &Value,
    status: u16,
    example: &Value,
) -> BTreeSet<String> {
    let target = example["x-request"]
        .as_str()
        .unwrap_or_else(|| panic!("{path}: {example}"));
    let at = target.split('?').next().unwrap();
    assert_eq!(
        path.replace("{variant}", at.split('/').nth(2).unwrap_or_default()),
        at
    );
    let body = example["x-body"].as_str().unwrap_or_default();
    let answer = running.request(&method.to_ascii_uppercase(), target, "", body);
    assert_eq!(answer.status, status, "{target}: {answer:?}");
    if let Some(schema) = content.get("x-line-schema") {
        for line in answer.body.lines() {
            check(root, schema, &serde_json::from_str(line).unwrap(), target)
                .unwrap_or_else(|fault| panic!("{fault}"));
        }
        assert!(answer.body.lines().count() > 2, "{answer:?}");
    } else if answer.header("content-type") == Some("application/json") && path != "/openapi.json" {
        assert!(content["schema"].is_object(), "{target}: {content}");
        check(root, &content["schema"], &answer.json(), target)
            .unwrap_or_else(|fault| panic!("{fault}"));
    }
    // The error may be about a parameter.
    if status == 200 {
        parameters_of(target)
    } else {
        BTreeSet::new()
    }
}

#[test]
fn every_example_is_answered_as_described() {
    let running = start(|config| config.memory = 400_000_000);
    let root = description();
    let mut examples = 0;
    for (path, methods) in object(&root["paths"]) {
        for (method, operation) in object(methods) {
            let mut shown = BTreeSet::new();
            for (status, response) in object(&operation["responses"]) {
                // A response to a head that is too long has none.
                let contents = resolved(&root, response)["content"].as_object();
                for (_, content) in contents.into_iter().flatten() {
                    for (_, example) in content["examples"].as_object().into_iter().flatten() {
                        let status = status.parse().unwrap();
                        shown.append(&mut run(
                            &root, &running, method, path, content, status, example,
                        ));
                        examples += 1;
                    }
                }
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let described = parameters
                .map(|parameter| resolved(&root, parameter))
                .filter(|one| one["in"] == "query");
            let described: BTreeSet<String> = described
                .map(|one| one["name"].as_str().unwrap().to_owned())
                .collect();
            assert!(
                shown.is_subset(&described),
                "{path}: {shown:?} of {described:?}"
            );
            // Goals are the same everywhere.
            let left_out: Vec<&String> = described
                .difference(&shown)
                .filter(|name| *name != "goals")
                .collect();
            assert!(left_out.is_empty(), "{path} shows no {left_out:?}");
        }
    }
    assert!(examples > 40, "{examples}");
}

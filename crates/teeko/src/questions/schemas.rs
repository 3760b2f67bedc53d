//! The JSON schemas of answers.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value};

use super::positions::BadLine;
use super::table::QUESTIONS;
use crate::error::ErrorDocument;

/// Returns the JSON schema of each question's answer, in the order of [`QUESTIONS`], and the
/// schemas of the types that they refer to as `#/components/schemas/NAME`. An error is answered
/// with an `ErrorDocument`.
pub fn answer_schemas() -> (Vec<Value>, Map<String, Value>) {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    settings
        .transforms
        .push(Box::new(RecursiveTransform(with_names_alone)));
    settings
        .transforms
        .push(Box::new(RecursiveTransform(without_nulls)));
    settings
        .transforms
        .push(Box::new(RecursiveTransform(without_widths)));
    let mut generator = settings.into_generator();
    let answers = QUESTIONS
        .iter()
        .map(|question| (question.schema)(&mut generator).to_value());
    let answers = answers.collect();
    generator.subschema_for::<ErrorDocument>();
    generator.subschema_for::<BadLine<'_>>();
    (answers, generator.take_definitions(true))
}

/// Lists the names of an enumeration. Few programs that make clients read a description of each.
fn with_names_alone(schema: &mut Schema) {
    let forms = schema.get("oneOf").and_then(Value::as_array);
    let names = forms.and_then(|forms| forms.iter().map(|form| form.get("const")).collect());
    if let Some::<Vec<&Value>>(names) = names {
        let names = names.into_iter().cloned().collect();
        schema.insert("enum".to_owned(), Value::Array(names));
        schema.insert("type".to_owned(), "string".into());
        schema.remove("oneOf");
    }
}

/// Removes `null` from the types of fields that are left out instead, all but those marked with
/// `x-nullable`.
fn without_nulls(schema: &mut Schema) {
    let required = schema
        .get("required")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let Some(field) = field.as_object_mut() else {
            continue;
        };
        let is_nullable = field.remove("x-nullable").is_some();
        if is_nullable || required.iter().any(|required| required == name) {
            continue;
        }
        let of_value = |key: &str| match field.get(key)?.as_array()?.as_slice() {
            [value, null] if null == "null" || null["type"] == "null" => Some(value.clone()),
            _ => None,
        };
        if let Some(name) = of_value("type") {
            field.insert("type".to_owned(), name);
        } else if let Some(Value::Object(form)) = of_value("anyOf") {
            field.remove("anyOf");
            field.extend(form);
        }
    }
}

/// Removes the width of integers, which depends on the client's language, and the limits with it.
fn without_widths(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|name| name.contains("int")) {
        for key in ["format", "minimum", "maximum"] {
            schema.remove(key);
        }
    }
}

//! Data embedded in the crate.

use serde::de::DeserializeOwned;

/// Reads data embedded in the crate. That it is a table first means much less code to compile.
pub(crate) fn embedded<T: DeserializeOwned>(text: &str) -> T {
    let table: Result<toml::Table, _> = text.parse();
    table
        .and_then(toml::Table::try_into)
        .expect("sound embedded data")
}

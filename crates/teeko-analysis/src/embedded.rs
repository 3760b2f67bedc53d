//! Reading the TOML files of `data` that are embedded in the crate.

use serde::de::DeserializeOwned;

/// Reads the text of a TOML file that is embedded in the crate. Making a table of it first means
/// much less code to compile.
pub(crate) fn embedded<T: DeserializeOwned>(text: &str) -> T {
    let table: Result<toml::Table, _> = text.parse();
    table
        .and_then(toml::Table::try_into)
        .expect("sound embedded data")
}

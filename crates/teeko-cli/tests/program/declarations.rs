//! What editors know about questions and answers, in Python, is what they are.

use std::path::Path;

use crate::common::{SCRIPTS, python, stderr};

#[test]
fn the_declarations_for_python_are_up_to_date() {
    let Some(mut python) = python() else { return };
    python.arg(Path::new(SCRIPTS).join("declarations.py"));
    let checked = python
        .args([env!("CARGO_BIN_EXE_teeko"), "--check"])
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", stderr(&checked));
}

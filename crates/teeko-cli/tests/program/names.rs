//! Names of rule sets.

use crate::common::{command, json, list, refusal, stderr, teeko};

/// Every name in the list of the sixteen means the variant beside it, and so do the names in the
/// tables of other commands.
#[test]
fn names_that_are_printed_are_understood() {
    let listed = json(&["variants"]);
    let variants = list(&listed["variants"]);
    assert_eq!(variants.len(), 16);
    for variant in variants {
        let [id, name] = ["id", "name"].map(|field| variant[field].as_str().unwrap());
        assert_eq!(teeko::variant(name).unwrap().to_string(), id);
    }
    for arguments in [&["query", "-v", "all", "--moves", ""][..], &["solve", "--no-write"]] {
        let printed = String::from_utf8(teeko(arguments).stdout).unwrap();
        let rows: Vec<&str> = printed.lines().skip(1).take(16).collect();
        // A name ends where the gap before the next column begins.
        for row in rows {
            let (id, rest) = row.split_once("  ").unwrap();
            let name = rest.split("  ").next().unwrap();
            assert_eq!(teeko::variant(name).unwrap().to_string(), id, "{row}");
        }
    }
}

#[test]
fn all_stands_for_the_sixteen_with_options() {
    for arguments in
        [&["solve", "--no-write", "all+4x4"][..], &["query", "-v", "all+4x4", "--moves", ""]]
    {
        let variants = list(&json(arguments)["variants"]).clone();
        assert_eq!(variants.len(), 16, "{arguments:?}");
        assert!(
            variants.iter().all(|entry| entry["variant"].as_str().unwrap().ends_with("+4x4")),
            "{arguments:?}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| command(arguments).current_dir(folder.path()).output().unwrap();
    assert_eq!(run(&["solve", "all+4x4", "-o", "t"]).status.code(), Some(0));
    let verified = run(&["verify", "--tables", "t", "all+4x4", "--json"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    assert!(String::from_utf8(verified.stdout).unwrap().contains(r#""passed":18,"failed":0"#));
    let of_a_folder = refusal(&run(&["verify", "t"]), 2);
    assert!(of_a_folder.contains("to check the tables in it: teeko verify --tables t\n"));
}

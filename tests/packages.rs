//! What a registry needs to know about a package is in its manifest, and nothing is published while
//! the address of the repository is not known.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use teeko_testing::{left_out, program};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folders_of_crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_package_says_what_it_is_and_where_it_lives() {
    let licences = ["LICENSE-APACHE", "LICENSE-MIT"];
    let of_facade = licences.map(|name| read(&root().join("crates/teeko").join(name)));
    let mut published = 0;
    for folder in folders_of_crates() {
        let manifest: toml::Table = read(&folder.join("Cargo.toml")).parse().unwrap();
        let package = manifest["package"].as_table().unwrap();
        let name = package["name"].as_str().unwrap();
        // What tests need stays here; the Python package has the rest in pyproject.toml.
        if package.contains_key("publish") && name != "teeko-python" {
            continue;
        }
        for field in ["authors", "homepage", "repository", "license", "version"] {
            assert_eq!(
                package[field]["workspace"].as_bool(),
                Some(true),
                "{name}: {field}"
            );
        }
        assert!(
            package["description"]
                .as_str()
                .is_some_and(|text| text.len() > 30),
            "{name}"
        );
        assert_eq!(
            licences.map(|licence| read(&folder.join(licence))),
            of_facade,
            "{name}"
        );
        assert!(
            folder.join(package["readme"].as_str().unwrap()).exists(),
            "{name}"
        );
        if name == "teeko-python" {
            continue;
        }
        let documentation = package["documentation"].as_str().unwrap();
        assert_eq!(documentation, format!("https://docs.rs/{name}"));
        // crates.io accepts five, of at most twenty characters.
        let keywords = package["keywords"].as_array().unwrap();
        assert!((1..=5).contains(&keywords.len()), "{name}: {keywords:?}");
        assert!(
            keywords
                .iter()
                .all(|word| word.as_str().unwrap().len() <= 20),
            "{keywords:?}"
        );
        assert!(
            !package["categories"].as_array().unwrap().is_empty(),
            "{name}"
        );
        // docs.rs shows what every feature adds, for one system: all have the same.
        let shown = &package["metadata"]["docs"]["rs"];
        assert_eq!(shown["all-features"].as_bool(), Some(true), "{name}");
        assert_eq!(shown["targets"].as_array().map(Vec::len), Some(1), "{name}");
        published += 1;
    }
    assert_eq!(published, 12);
}

/// A copy of what `scripts/address.py` reads, with an address.
fn copied(address: &str) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    let script = read(&root().join("scripts/address.py"));
    write_below(copy.path(), "scripts/address.py", &script);
    let mut manifest = String::new();
    for line in read(&root().join("Cargo.toml")).lines() {
        if let Some((name @ ("homepage" | "repository"), _)) = line.split_once(" = ") {
            writeln!(manifest, "{name} = \"{address}\"").unwrap();
        } else {
            writeln!(manifest, "{line}").unwrap();
        }
    }
    write_below(copy.path(), "Cargo.toml", &manifest);
    for folder in folders_of_crates() {
        for readme in ["README.md", "npm/README.md"] {
            let readme = folder.join(readme);
            if readme.exists() {
                let path = readme.strip_prefix(root()).unwrap().to_str().unwrap();
                write_below(copy.path(), path, &read(&readme));
            }
        }
    }
    copy
}

/// Writes a file at a path below a folder.
fn write_below(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs `scripts/address.py` in a copy; `None` if there is no Python to run it with.
fn ask(copy: &TempDir, action: &str) -> Option<Output> {
    let mut python = program("python3")?;
    Some(
        python
            .arg(copy.path().join("scripts/address.py"))
            .arg(action)
            .output()
            .unwrap(),
    )
}

#[test]
fn nothing_is_published_without_an_address() {
    for wrong in [
        "URL",
        "",
        "teeko",
        "https://",
        "https://example.org/",
        "http://example.org/teeko",
    ] {
        let Some(refused) = ask(&copied(wrong), "check") else {
            return;
        };
        assert_eq!(refused.status.code(), Some(1), "{wrong}");
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(
            error.starts_with("error: Cargo.toml: repository: expected an address"),
            "{error}"
        );
        assert!(error.contains(&format!("found `{wrong}`")), "{error}");
    }
    let right = copied("https://example.org/teeko");
    assert!(ask(&right, "check").unwrap().status.success());
    assert_eq!(
        ask(&right, "show").unwrap().stdout,
        b"https://example.org/teeko\n"
    );
}

#[test]
fn links_in_packages_lead_to_files_of_the_repository() {
    let copy = copied("https://example.org/teeko");
    let Some(done) = ask(&copy, "links") else {
        return;
    };
    assert!(done.status.success(), "{done:?}");
    let start = format!(
        "](https://example.org/teeko/blob/v{}/",
        env!("CARGO_PKG_VERSION")
    );
    let mut links = 0;
    for folder in folders_of_crates() {
        for readme in ["README.md", "npm/README.md"] {
            let path = copy
                .path()
                .join(folder.strip_prefix(root()).unwrap())
                .join(readme);
            if !path.exists() {
                continue;
            }
            let text = read(&path);
            for (at, _) in text.match_indices("](") {
                let target = &text[at + 2..];
                assert!(
                    target.starts_with("https://") || target.starts_with('#'),
                    "{target}"
                );
            }
            for link in text.replace("/raw/", "/blob/").split(&start).skip(1) {
                let (target, _) = link.split_once([')', '#']).unwrap();
                assert!(root().join(target).exists(), "{}: {target}", path.display());
                links += 1;
            }
        }
    }
    assert!(links > 25, "{links}");
}

/// The two first numbers of a version of Rust.
fn rust(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Cargo compares what a dependency asks for only with the compiler that is there.
#[test]
fn no_dependency_asks_for_a_newer_rust() {
    let mut cargo = Command::new(env!("CARGO"));
    let asked = cargo
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    if !asked.status.success() {
        left_out("the package registry");
        return;
    }
    let metadata: Value = serde_json::from_slice(&asked.stdout).unwrap();
    let manifest: toml::Table = read(&root().join("Cargo.toml")).parse().unwrap();
    let oldest = manifest["workspace"]["package"]["rust-version"]
        .as_str()
        .unwrap();
    let mut asking = 0;
    for package in metadata["packages"].as_array().unwrap() {
        let Some(version) = package["rust_version"].as_str() else {
            continue;
        };
        assert!(
            rust(version) <= rust(oldest),
            "{}: {version}",
            package["name"]
        );
        asking += 1;
    }
    assert!(asking > 100, "{asking}");
}

#[test]
fn a_release_runs_scripts_that_exist() {
    let workflow = read(&root().join(".github/workflows/release.yml"));
    let names = workflow.split("scripts/").skip(1).map(|rest| {
        let end = rest.find(|letter: char| letter.is_whitespace()).unwrap();
        &rest[..end]
    });
    let mut found = 0;
    for name in names {
        assert!(root().join("scripts").join(name).exists(), "{name}");
        found += 1;
    }
    assert!(found > 5, "{found}");
    // Nothing is published before the address is checked.
    let (_, publish) = workflow.split_once("\n  publish:\n").unwrap();
    let check = publish.find("scripts/address.py check").unwrap();
    for command in [
        "gh release",
        "cargo publish",
        "gh-action-pypi-publish",
        "npm publish",
        "podman",
    ] {
        assert!(publish.find(command).unwrap() > check, "{command}");
    }
}

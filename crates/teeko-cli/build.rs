//! Passes the commit that the program is built from to the compiler: that of the repository around
//! it, or the one that the package was made from.

use std::path::Path;
use std::process::Command;

/// The number of digits of a commit that are shown.
const DIGITS: usize = 9;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let commit = of_package()
        .or_else(of_repository)
        .map(|commit| format!(" ({commit})"))
        .unwrap_or_default();
    println!("cargo::rustc-env=TEEKO_VERSION={version}{commit}");
}

/// Returns the commit that a package was made from.
fn of_package() -> Option<String> {
    let text = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let commit = rest.split('"').nth(1)?;
    commit.get(..DIGITS).map(str::to_owned)
}

/// Returns the commit of the repository that this folder is part of.
fn of_repository() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(arguments)
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Every commit and every checkout writes to this file.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    // A package without its own repository may lie inside another one.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])
}

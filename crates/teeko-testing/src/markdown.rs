//! The texts of the repository, and the commands that they show.

use std::fs;
use std::path::Path;

/// Returns the Markdown files of the repository in ascending order: their paths from its root, and
/// their texts.
pub fn markdown_files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    // Other folders are not the repository's, but may well have texts: tools put them there.
    for (folder, deep) in [
        ("", false),
        (".github", true),
        ("crates", true),
        ("tables", true),
        ("tests", true),
    ] {
        add_markdown_files(&root, folder, deep, &mut files);
    }
    files.sort_unstable();
    files
}

fn add_markdown_files(root: &Path, folder: &str, deep: bool, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(root.join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a plain name");
        let path = if folder.is_empty() {
            name.clone()
        } else {
            format!("{folder}/{name}")
        };
        if entry.path().is_dir() {
            if deep && !["target", "node_modules"].contains(&name.as_str()) {
                add_markdown_files(root, &path, deep, files);
            }
        } else if entry
            .path()
            .extension()
            .is_some_and(|extension| extension == "md")
        {
            files.push((path, fs::read_to_string(entry.path()).expect("a text")));
        }
    }
}

/// Returns the fenced blocks of a Markdown text in order: their languages and contents.
pub fn fenced_blocks(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.map(|block| {
        let parts = block.split_once('\n');
        parts.expect("a language on a line of its own")
    })
}

/// Returns everything in a Markdown text that may be a command: the lines of `sh` blocks, the lines
/// of `console` blocks that begin with `$`, and code within the prose. Comments are left out.
pub fn shown_commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for (language, contents) in fenced_blocks(text) {
        for line in contents.lines() {
            let command = match language {
                "sh" => Some(line),
                "console" => line.strip_prefix("$ "),
                _ => None,
            };
            if let Some(command) = command {
                let without_comment = command.split(" # ").next().unwrap_or(command);
                commands.push(without_comment.trim().to_owned());
            }
        }
    }
    let prose: String = text.split("```").step_by(2).collect();
    for paragraph in prose.split("\n\n") {
        for code in paragraph.split('`').skip(1).step_by(2) {
            // A command may be wrapped.
            let words: Vec<&str> = code.split_whitespace().collect();
            commands.push(words.join(" "));
        }
    }
    commands
}

/// Splits a command line at spaces, except inside quotation marks.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split(['"', '\'']).enumerate() {
        let is_quoted = number % 2 == 1;
        if is_quoted {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

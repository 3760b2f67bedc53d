//! Arguments that may be a variant, a game or a position.

use std::path::Path;

use teeko::rules::{RulesName, RulesSelection, nearest_variant, quoted};
use teeko::surfaces::is_game;

use crate::exit::Failure;

/// The positional arguments of a command about a game or a position: its words, and a variant that
/// may stand among them.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) variant: Option<RulesSelection>,
    pub(crate) words: Vec<String>,
}

impl Typed {
    /// Sorts the arguments by kind.
    pub(crate) fn new(arguments: &[String]) -> Result<Self, Failure> {
        refuse_unmarked_rule_file(arguments)?;
        let mut words = arguments.to_vec();
        let variant = take_variant(&mut words)?;
        if let Some(first) = &variant {
            refuse_second_variant(&first.names()[0], &words)?;
        }
        Ok(Self { variant, words })
    }

    /// Returns the names of the variant that was typed or of that given as an option; none if there
    /// is neither.
    pub(crate) fn variants<'a>(
        &'a self,
        given: &'a [RulesName],
    ) -> Result<&'a [RulesName], Failure> {
        match (self.variant.as_ref().map(RulesSelection::names), given) {
            (None, given) => Ok(given),
            (Some(typed), []) => Ok(typed),
            (Some(typed), [given, ..]) => Err(Failure::usage(format!(
                "expected one variant, found {} and -v {given}",
                typed[0]
            ))),
        }
    }
}

/// Takes the variant out of the words, if one of them is one. The first word may be misspelled.
fn take_variant(words: &mut Vec<String>) -> Result<Option<RulesSelection>, Failure> {
    let Some(place) = place_of_variant(words) else {
        return Ok(None);
    };
    match words.remove(place).parse() {
        Ok(variant) => Ok(Some(variant)),
        Err(error) => Err(Failure::usage(error.to_string())),
    }
}

fn place_of_variant(words: &[String]) -> Option<usize> {
    if is_misspelled_variant(words.first()?) {
        return Some(0);
    }
    words.iter().position(|word| is_variant(word))
}

fn refuse_second_variant(first: &RulesName, words: &[String]) -> Result<(), Failure> {
    let Some(second) = words.iter().find(|word| is_variant(word)) else {
        return Ok(());
    };
    let message = format!("expected one variant, found {first} and {second}");
    Err(Failure::usage(message))
}

/// Refuses the name of a rule file that was written without its mark.
fn refuse_unmarked_rule_file(words: &[String]) -> Result<(), Failure> {
    for word in words {
        if let Some(name) = unmarked_rule_file(word) {
            return Err(Failure::usage(format!(
                "{}: expected a variant, a position or a game, found the name of a file; for a \
                 rule file write {name}",
                quoted(word)
            )));
        }
    }
    Ok(())
}

/// Returns the name of the rules whose file was written without its mark, if there is such a file.
pub(crate) fn unmarked_rule_file(text: &str) -> Option<String> {
    let marked = format!("@{text}");
    let name: RulesName = marked.parse().ok()?;
    let path = Path::new(name.path()?);
    if has_rule_file_extension(path) && path.is_file() {
        Some(marked)
    } else {
        None
    }
}

fn has_rule_file_extension(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}

/// Returns whether a text names a variant, and cannot be a game or a position.
fn is_variant(text: &str) -> bool {
    may_be_variant(text) && text.parse::<RulesSelection>().is_ok()
}

/// Returns whether a text cannot be a game or a position, and is a variant or almost one.
fn is_misspelled_variant(text: &str) -> bool {
    is_variant(text) || may_be_variant(text) && nearest_variant(text).is_some()
}

/// Returns whether a text has neither the form of a game nor that of a position.
fn may_be_variant(text: &str) -> bool {
    if !text.contains(char::is_alphabetic) || text.contains(':') || is_game(text) {
        return false;
    }
    match text.strip_prefix('@') {
        None => true,
        Some(path) => is_rule_file_name(text, path),
    }
}

/// Returns whether a name begins with the path of a rule file. Games are read from @FILE too; a
/// rule file has a known extension, or a plan or options after it.
fn is_rule_file_name(name: &str, path: &str) -> bool {
    let has_options = match name.parse::<RulesName>() {
        Ok(name) => name.path() != Some(path),
        Err(_) => false,
    };
    has_rule_file_extension(Path::new(path)) || has_options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Result<Typed, Failure> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        Typed::new(&words)
    }

    #[test]
    fn a_variant_is_found_among_games_and_positions() {
        for (text, variant, words) in [
            ("advanced", Some("58-ssss"), ""),
            ("4x4 6", Some("44-ssss+4x4"), "6"),
            ("58-ssss+points 13", Some("58-ssss+points"), "13"),
            ("13 12 advanced", Some("58-ssss"), "13 12"),
            ("@r.toml 13", Some("@r.toml-ssss"), "13"),
            ("@r-ssss 13", Some("@r-ssss"), "13"),
            ("@r+4x4 13", Some("@r-ssss+4x4"), "13"),
            ("13 12", None, "13 12"),
            ("c3 b3", None, "c3 b3"),
            ("5 pass 13", None, "5 pass 13"),
            ("b:13 r:12 b", None, "b:13 r:12 b"),
            ("5/5/5/5/5 b", None, "5/5/5/5/5 b"),
            ("hello", None, "hello"),
            ("@my-game.txt", None, "@my-game.txt"),
        ] {
            let found = typed(text).unwrap();
            let name = found.variant.map(|variant| variant.names()[0].to_string());
            assert_eq!(
                (name.as_deref(), &*found.words.join(" ")),
                (variant, words),
                "{text}"
            );
        }
    }

    #[test]
    fn one_variant_may_be_typed_and_no_misspelled_one() {
        for (text, part) in [
            ("advaned 13", "did you mean"),
            (
                "advanced junior 13",
                "expected one variant, found 58-ssss and junior",
            ),
            (
                "13 junior 12 advanced",
                "expected one variant, found 44-ssss+4x4 and advanced",
            ),
        ] {
            let error = typed(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}

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
        let meant = |word: &String| Some((word.clone(), meant_rule_file(word)?));
        if let Some((word, name)) = arguments.iter().find_map(meant) {
            return Err(Failure::usage(format!(
                "{}: expected a variant, a position or a game, found the name of a file; for a \
                 rule file write {name}",
                quoted(&word)
            )));
        }
        let is_misspelled = arguments
            .first()
            .is_some_and(|first| is_variant(first, true));
        let found = || arguments.iter().position(|word| is_variant(word, false));
        let place = if is_misspelled { Some(0) } else { found() };
        let mut words = arguments.to_vec();
        let variant = place
            .map(|place| words.remove(place).parse::<RulesSelection>())
            .transpose();
        let variant = variant.map_err(|error| Failure::usage(error.to_string()))?;
        let another = words.iter().find(|word| is_variant(word, false));
        if let (Some(variant), Some(another)) = (&variant, another) {
            let first = &variant.names()[0];
            return Err(Failure::usage(format!(
                "expected one variant, found {first} and {another}"
            )));
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

/// Returns the name of the rules whose file was written without its mark, if there is such a file.
pub(crate) fn meant_rule_file(text: &str) -> Option<String> {
    let name: RulesName = format!("@{text}").parse().ok()?;
    let path = Path::new(name.path()?);
    let is_rule_file = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    (is_rule_file && path.is_file()).then(|| format!("@{text}"))
}

/// Whether a text names a variant, or is just `close` to a name, and cannot be a game or a
/// position.
fn is_variant(text: &str, close: bool) -> bool {
    let is_plain = text.contains(char::is_alphabetic) && !text.contains(':') && !is_game(text);
    // Games are read from @FILE too. A rule file has a known extension, or a plan or options.
    let has_options = |path: &str| {
        let name = text.parse::<RulesName>();
        Path::new(path)
            .extension()
            .is_some_and(|extension| extension == "toml")
            || name.is_ok_and(|name| name.path() != Some(path))
    };
    is_plain
        && text.strip_prefix('@').is_none_or(has_options)
        && (text.parse::<RulesSelection>().is_ok() || (close && nearest_variant(text).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_found_among_games_and_positions() {
        let typed =
            |text: &str| Typed::new(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
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
            assert!(
                typed(text).unwrap_err().to_string().contains(part),
                "{text}"
            );
        }
    }
}

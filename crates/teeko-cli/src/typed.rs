//! What people type in one place: a variant, a game or a position.

use std::path::Path;

use teeko::questions::AskedPosition;
use teeko::rules::notation::without_comments;
use teeko::rules::{NameError, nearest_variant};
use teeko::{RulesName, RulesSelection};

use crate::exit::Failure;

/// The positional arguments of a command about a game or a position: its words, and a variant that
/// may stand among them.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) variant: Option<RulesSelection>,
    pub(crate) words: Vec<String>,
}

impl Typed {
    /// Tells the arguments apart.
    ///
    /// # Errors
    /// If the first is no variant and looks like one.
    pub(crate) fn new(arguments: &[String]) -> Result<Self, Failure> {
        let is_misspelled = arguments.first().is_some_and(|first| is_variant(first, true));
        let later = || arguments.iter().position(|word| is_variant(word, false));
        let place = if is_misspelled { Some(0) } else { later() };
        Self::taken(arguments, place)
    }

    /// Returns these arguments before the words of a game, of which a later one may be the variant.
    pub(crate) fn before(self, game: &[String]) -> Result<Self, Failure> {
        if self.variant.is_some() {
            return Ok(Self { words: game.to_vec(), ..self });
        }
        let later = game.iter().skip(1).position(|word| is_variant(word, false));
        Self::taken(game, later.map(|place| place + 1))
    }

    /// Returns the names of the variant that was typed or of that given as an option; none if there
    /// is neither.
    ///
    /// # Errors
    /// If there are both.
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

    /// Takes out the variant at a place.
    fn taken(arguments: &[String], place: Option<usize>) -> Result<Self, Failure> {
        let mut words = arguments.to_vec();
        let variant = place.map(|place| words.remove(place).parse()).transpose();
        let variant = variant.map_err(|error: NameError| Failure::usage(error.to_string()))?;
        Ok(Self { variant, words })
    }
}

/// Whether a text names a variant, or is just `close` to a name, and cannot be a game or a
/// position.
fn is_variant(text: &str, close: bool) -> bool {
    let is_plain = text.contains(char::is_alphabetic) && !text.contains(':') && !is_drop(text);
    // Games are read from @FILE too. A rule file has an extension that tells, or a plan or options.
    let has_options = |path: &str| {
        let name = text.parse::<RulesName>();
        Path::new(path).extension().is_some_and(|extension| extension == "toml")
            || name.is_ok_and(|name| name.path() != Some(path))
    };
    is_plain
        && text.strip_prefix('@').is_none_or(has_options)
        && (text.parse::<RulesSelection>().is_ok() || (close && nearest_variant(text).is_some()))
}

/// Whether a text is more like a game than like a position: it begins with a circle or a move
/// number.
pub(crate) fn is_game(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !text.contains([':', '/']) && (is_drop(first) || first.eq_ignore_ascii_case("pass"))
}

/// Whether a word begins with a number or with the name of a circle.
fn is_drop(word: &str) -> bool {
    let mut characters = word.chars();
    match characters.next() {
        Some('0'..='9') => !word.contains(|character: char| character.is_alphabetic()),
        Some('a'..='h' | 'A'..='H') => {
            characters.next().is_some_and(|rank| rank.is_ascii_digit())
                && !characters.next().is_some_and(char::is_alphanumeric)
        }
        _ => false,
    }
}

/// Returns a position, or the position after a game.
pub(crate) fn position_or_game(text: &str) -> AskedPosition {
    let uncommented = without_comments(text);
    // A heading without moves is a game that has just begun.
    let has_begun = uncommented.trim().is_empty() && !text.trim().is_empty();
    if has_begun || is_game(&uncommented) {
        AskedPosition::after(text)
    } else {
        AskedPosition::of(text)
    }
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
            assert_eq!((name.as_deref(), &*found.words.join(" ")), (variant, words), "{text}");
        }
        assert!(typed("advaned 13").unwrap_err().to_string().contains("did you mean"));
    }

    #[test]
    fn games_and_positions_are_told_apart() {
        for game in ["13", "13 12", "1. 13 12", "c3", "C3,b3", "14-8", "pass 13", "d3-c4", "13,12"]
        {
            assert!(is_game(game), "{game}");
        }
        for position in ["", "b:13 r: r", "5/5/5/5/5 b", "slot:1:2", "hello", "b13 r12 b", "4x4"] {
            assert!(!is_game(position), "{position}");
        }
    }
}

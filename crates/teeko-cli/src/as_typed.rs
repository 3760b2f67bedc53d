//! Command lines as people type them: a variant as the first argument or with `-v`, before or after
//! the command, and a game or a position without a command.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Command;
use teeko::questions::AskedPosition;
use teeko::rules::nearest_variant;
use teeko::rules::notation::without_comments;
use teeko::{RulesName, RulesSelection};

/// Returns the arguments in the form that the definition of the command line has.
pub(crate) fn in_defined_form(mut arguments: Vec<OsString>, program: &Command) -> Vec<OsString> {
    let named = |argument: &OsString| program.find_subcommand(argument);
    let Some(mut place) = arguments.iter().skip(1).position(|argument| named(argument).is_some())
    else {
        let is_question = |argument: &OsString| {
            argument.to_str().is_some_and(|text| is_game(text) || text.contains([':', '/']))
        };
        if let Some(first) = arguments.iter().skip(1).position(is_question) {
            arguments.insert(1 + first, "query".into());
        }
        return arguments;
    };
    place += 1;
    let command = named(&arguments[place]).expect("found above");
    if let Some(option) = arguments[..place].iter().position(|argument| is_option(argument)) {
        arguments[option..=place].rotate_right(1);
        place = option;
    }
    let rest = place + 1;
    if command.get_arguments().any(|argument| argument.get_short() == Some('v')) {
        if arguments.get(rest).and_then(|first| first.to_str()).is_some_and(is_variant) {
            arguments.insert(rest, "-v".into());
        }
    } else if command
        .get_positionals()
        .any(|argument| argument.get_id().as_str().starts_with("variant"))
    {
        let option = arguments[rest..].iter().position(|argument| is_option(argument));
        if let Some(option) = option.map(|option| rest + option) {
            match arguments[option].to_str().and_then(|text| text.strip_prefix("--variant=")) {
                Some(name) => arguments[option] = name.into(),
                None => drop(arguments.remove(option)),
            }
        }
    }
    arguments
}

/// Whether an argument is the option that names a variant.
fn is_option(argument: &OsStr) -> bool {
    argument
        .to_str()
        .is_some_and(|text| text == "-v" || text == "--variant" || text.starts_with("--variant="))
}

/// Whether a text names a variant, or is close to a name, and cannot be a game or a position.
fn is_variant(text: &str) -> bool {
    let is_plain = text.contains(char::is_alphabetic) && !text.contains(':') && !is_drop(text);
    // Games are read from @FILE too. A rule file has an extension that tells, or a plan or options.
    let has_options = |path: &str| {
        let name = text.parse::<RulesName>();
        Path::new(path).extension().is_some_and(|extension| extension == "toml")
            || name.is_ok_and(|name| name.path() != Some(path))
    };
    is_plain
        && text.strip_prefix('@').is_none_or(has_options)
        && (text.parse::<RulesSelection>().is_ok() || nearest_variant(text).is_some())
}

/// Whether a text is more like a game than like a position: it begins with a circle or a move
/// number.
fn is_game(text: &str) -> bool {
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

/// Returns a position, or the position after a game, as someone typed it.
pub(crate) fn asked(text: &str) -> AskedPosition {
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
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn a_variant_is_found_wherever_it_is_typed() {
        for (typed, expected) in [
            ("query advanced --moves 13", "query -v advanced --moves 13"),
            ("query 58-ssss+points 13", "query -v 58-ssss+points 13"),
            ("query advaned", "query -v advaned"),
            ("--variant advanced query 13", "query --variant advanced 13"),
            (
                "-q --variant=advanced --color never line 13",
                "-q line --variant=advanced --color never 13",
            ),
            ("-v junior solve --json", "solve junior --json"),
            ("solve -o a --variant=junior", "solve -o a junior"),
            ("play -v final", "play final"),
            ("puzzles 4x4 --dtw 3", "puzzles -v 4x4 --dtw 3"),
            ("query 13 12", "query 13 12"),
            ("query c3 b3", "query c3 b3"),
            ("query b:13 r:12 b", "query b:13 r:12 b"),
            ("query hello", "query hello"),
            ("query -v advanced 13", "query -v advanced 13"),
            ("review @game.txt", "review @game.txt"),
            ("review @my-game.txt", "review @my-game.txt"),
            ("query @r.toml 13", "query -v @r.toml 13"),
            ("query @r-ssss 13", "query -v @r-ssss 13"),
            ("query @r+4x4 13", "query -v @r+4x4 13"),
            ("13 12 18", "query 13 12 18"),
            ("-q 13 --json", "-q query 13 --json"),
            ("5/5/5/5/5 b", "query 5/5/5/5/5 b"),
            ("frobnicate", "frobnicate"),
        ] {
            let line = |text: &str| -> Vec<OsString> {
                std::iter::once("teeko").chain(text.split(' ')).map(OsString::from).collect()
            };
            let found = in_defined_form(line(typed), &crate::cli::Cli::command());
            assert_eq!(found, line(expected), "{typed}");
        }
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

//! Parts of messages: quotations of texts, lists and numbers.

/// The most characters of a wrong word that an error message shows.
const QUOTED: usize = 40;

/// Returns whether a character cannot be seen, or changes how its neighbours are shown: a control
/// character, or one that Unicode calls default ignorable, such as spaces of no width, tags, marks
/// of direction and fillers.
pub fn is_invisible(character: char) -> bool {
    let is_ignorable = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    );
    character.is_control() || is_ignorable
}

/// Returns the start of a text, shortened and escaped for an error message: about 40 characters,
/// all of them visible. `…` stands for the rest.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    let mut length = 0;
    for character in text.chars() {
        if length >= QUOTED {
            quoted.push('…');
            break;
        }
        let shown = match character {
            '\'' | '"' => character.to_string(),
            _ if is_invisible(character) => character.escape_default().to_string(),
            _ => character.escape_debug().to_string(),
        };
        length += shown.chars().count();
        quoted += &shown;
    }
    quoted
}

/// Returns names as alternatives in a sentence: `csv, jsonl or npy`.
pub fn alternatives(names: &[impl AsRef<str>]) -> String {
    listed(names, "or")
}

/// Returns names as a list of all of them in a sentence: `7, 8 and 9`.
pub fn enumeration(names: &[impl AsRef<str>]) -> String {
    listed(names, "and")
}

/// Joins names by commas, the last one by a word.
fn listed(names: &[impl AsRef<str>], word: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} {word} {last}", others.join(", ")),
        names => names.concat(),
    }
}

/// Formats a number with commas: `75,710,250`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_short_and_printable() {
        assert_eq!(quoted("14-8 \"c3's\" é→"), "14-8 \"c3's\" é→");
        assert_eq!(
            quoted("a\tb\u{1b}[31m\u{202e}"),
            "a\\tb\\u{1b}[31m\\u{202e}"
        );
        assert_eq!(
            quoted("\u{200b}\u{feff}\u{3164}"),
            "\\u{200b}\\u{feff}\\u{3164}"
        );
        assert_eq!(
            quoted("\u{e0041}\u{fe0f}\u{ad}"),
            "\\u{e0041}\\u{fe0f}\\u{ad}"
        );
        assert_eq!(quoted(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(
            quoted(&"x".repeat(1_000_000)),
            format!("{}…", "x".repeat(40))
        );
        assert!(quoted(&"\0".repeat(1_000)).len() < 60);
    }

    #[test]
    fn commas_stand_before_each_group_of_three_digits() {
        assert_eq!(
            [0, 12, 999, 1000, 75_710_250].map(count),
            ["0", "12", "999", "1,000", "75,710,250"]
        );
    }
}

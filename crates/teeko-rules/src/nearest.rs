//! The known name that is nearest to a mistyped one.

use strsim::levenshtein;

/// Returns `; did you mean …?` for a suggestion.
pub(crate) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}

/// Returns the name with the fewest changes of a letter: at most one for every three letters.
/// `None` if none is that near.
pub fn nearest<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    known
        .map(|name| (levenshtein(&text, name), name))
        .filter(|(changes, name)| changes * 3 <= name.len())
        .min()
        .map(|(_, name)| name)
}

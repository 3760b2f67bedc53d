//! Files for people to read: the atlas as an HTML page, the histogram of a layer as SVG.
//!
//! Templates are in the folder `templates`. The same input always gives the same bytes. Names that
//! callers give are escaped; all other values are numbers or names of this library, without special
//! characters.

#[cfg(feature = "atlas")]
mod atlas;
#[cfg(feature = "atlas")]
mod board;
mod histogram;

use teeko_rules::Wdl;

#[cfg(feature = "atlas")]
pub use self::atlas::{atlas_html, goals_compared, points_legend, value_in_points};
pub use self::histogram::histogram_svg;

/// The outcomes in words, best first.
pub const OUTCOMES: [(Wdl, &str); 3] =
    [(Wdl::Win, "won"), (Wdl::Draw, "drawn"), (Wdl::Loss, "lost")];

/// Joins pieces of HTML, also none or one of an `Option`.
fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect()
}

/// Escapes a text for HTML and SVG.
fn escaped(text: &str) -> String {
    joined(text.chars().map(|character| match character {
        '&' | '<' | '>' | '"' | '\'' => format!("&#{};", u32::from(character)),
        _ => character.to_string(),
    }))
}

#[cfg(test)]
mod tests {
    use teeko_rules::Outcome;

    use super::*;

    #[test]
    fn names_are_escaped() {
        let (name, escaped) = ("<a&\"b'>", "&#60;a&#38;&#34;b&#39;&#62;");
        let picture = histogram_svg(name, 8, &[(Outcome::Draw, 1)].into_iter().collect());
        assert_eq!(picture.matches(escaped).count(), 2, "{picture}");
        assert!(!picture.contains(name), "{picture}");
    }
}

//! Files for people to read: the atlas as an HTML page, the histogram of a layer as SVG.
//!
//! The folder `templates` has their layout, for askama, which checks the templates when the crate
//! is compiled and escapes all values. Their content is computed here. The same input always gives
//! the same bytes.

#[cfg(feature = "atlas")]
mod atlas;
#[cfg(feature = "atlas")]
mod board;
// Their signatures are what askama expects.
#[allow(clippy::unnecessary_wraps, clippy::unused_self, unreachable_pub)]
mod filters;
mod histogram;

use teeko_rules::Wdl;

#[cfg(feature = "atlas")]
pub use self::atlas::{atlas_html, goals_compared, points_legend, value_in_points};
pub use self::histogram::histogram_svg;

/// The outcomes in words, best first.
pub const OUTCOMES: [(Wdl, &str); 3] =
    [(Wdl::Win, "won"), (Wdl::Draw, "drawn"), (Wdl::Loss, "lost")];

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

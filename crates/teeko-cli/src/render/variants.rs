//! The sixteen variants.

use teeko::analysis::claims::PublishedVariant;
use teeko::words::short_outcome;

use super::style::{PLAIN, style_of};
use super::text_table::{Align, TextTable};

/// A table of variants with a note below.
pub(crate) fn text(variants: &[PublishedVariant]) -> String {
    let columns = ["variant", "Scarne's name", "goals", "drops", "published"].map(|heading| (heading, Align::Left));
    let mut table = TextTable::new(columns);
    for PublishedVariant { name, result, .. } in variants {
        let (variant, value) = (result.id, result.value());
        table.push([
            (PLAIN, variant.to_string()),
            (PLAIN, name.clone()),
            (PLAIN, variant.goals.to_string()),
            (PLAIN, variant.plan.to_string()),
            (style_of(value), short_outcome(value)),
        ]);
    }
    let note = "Drops: who chooses the circle of a player's 1st to 4th drop, the player (s) or\n\
                the opponent (p). Published: the outcome for Black, distances in plies.\n";
    format!("{}\n{note}", table.render())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko::analysis::claims::Published;

    #[test]
    fn the_table_fits_and_reads_without_colour() {
        let coloured = text(&Published::embedded().variants);
        let plain = strip_str(&coloured).to_string();
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{plain}");
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[0], "variant  Scarne's name                       goals  drops  published");
        assert_eq!(lines[3], "44-psss  one-move alternate                  44     psss   draw");
        assert_eq!(lines[9], "58-ssss  standard, 58 positions (Advanced)   58     ssss   win in 13");
        assert!(coloured.contains("\u{1b}[32mwin in 13\u{1b}[0m"), "{coloured:?}");
    }
}

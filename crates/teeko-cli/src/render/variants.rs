//! The sixteen variants as a table and as JSON.

use serde::Serialize;

use super::table::{Align, Table};
use super::{OutcomeFields, PLAIN, json_line, short_outcome, style_of};
use crate::claims::PublishedVariant;

/// A table of variants with a note below.
pub(crate) fn text(variants: &[PublishedVariant]) -> String {
    let columns = ["variant", "Scarne's name", "goals", "drops", "published"].map(|heading| (heading, Align::Left));
    let mut table = Table::new(columns);
    for PublishedVariant { name, result } in variants {
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

/// The JSON of the same.
pub(crate) fn json(variants: &[PublishedVariant]) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: &'static str,
        variants: Vec<Entry<'a>>,
    }
    #[derive(Serialize)]
    struct Entry<'a> {
        id: String,
        name: &'a str,
        goals: &'static str,
        plan: String,
        published: OutcomeFields,
    }
    let entries = variants.iter().map(|PublishedVariant { name, result }| Entry {
        id: result.id.to_string(),
        name,
        goals: result.id.goals.name(),
        plan: result.id.plan.to_string(),
        published: OutcomeFields::new(Some(result.value())),
    });
    json_line(&Document { schema: "teeko.variants/1", variants: entries.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Published;
    use anstream::adapter::strip_str;

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

    #[test]
    fn the_json_has_its_fields() {
        let line = json(&Published::embedded().variants);
        let start = r#"{"schema":"teeko.variants/1","variants":[{"id":"44-ssss","name":"standard","goals":"44","plan":"ssss","published":{"outcome":"draw","dtw":null}},"#;
        assert!(line.starts_with(start), "{line}");
        let win = r#"{"id":"58-sppp","name":"one-move standard, 58 positions","goals":"58","plan":"sppp","published":{"outcome":"win","dtw":25}}"#;
        assert!(line.contains(win), "{line}");
    }
}

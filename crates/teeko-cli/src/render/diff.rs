//! What two variants make of the same positions, as text and as JSON.

use std::cmp::Ordering;

use serde::Serialize;
use teeko_analysis::{Difference, DifferingPosition, FirstDrop, LayerDifference};
use teeko_rules::notation::{circle_form, rows_form};
use teeko_rules::{Circles, Outcome, PIECES};

use super::table::{Align, Table};
use super::{
    HEADING, LOSS, OUTCOMES, OutcomeFields, PLAIN, WIN, count, json_line, paragraph, short_outcome, style_of, styled,
};
use crate::named_rules::NamedRules;

/// Two variants and how they differ.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) variants: [NamedRules; 2],
    pub(crate) difference: Difference,
}

/// The openings, tables of the layers, and positions that differ.
pub(crate) fn text(comparison: &Comparison) -> String {
    let Comparison { variants: [first, second], difference } = comparison;
    let parts = [
        format!("{}   {first}\n{}  {second}\n", styled(HEADING, "first"), styled(HEADING, "second")),
        openings(difference),
        layer_table(&difference.layers),
        paragraph(&explanation(difference)),
        paragraph(
            "Results for the side to move in positions that are open in both: a line for each result in the first variant, a column \
             for each in the second.",
        ),
        result_table(&difference.layers),
        example_tables(&difference.layers),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What the game is worth to Black, and the first drops that differ, those with the same pair of outcomes together.
fn openings(difference: &Difference) -> String {
    let in_both = |[first, second]: [Option<Outcome>; 2]| {
        let [one, other] = [first, second].map(|outcome| outcome.map_or_else(|| "banned".to_owned(), short_outcome));
        if first == second { format!("{one} in both") } else { format!("{one} in the first, {other} in the second") }
    };
    let mut text = format!("The game for Black: {}.\n", in_both(difference.values));
    let differing: Vec<&FirstDrop> = difference.first_drops.iter().filter(|drop| drop.differs()).collect();
    if differing.is_empty() {
        text += "Every first drop is worth the same in both.\n";
    }
    let mut shown = Circles::EMPTY;
    for drop in &differing {
        if !shown.contains(drop.circle) {
            let alike = differing.iter().filter(|other| other.outcomes == drop.outcomes).map(|other| other.circle);
            let alike: Circles = alike.collect();
            shown |= alike;
            let numbers: Vec<String> = alike.iter().map(|circle| circle.number().to_string()).collect();
            text += &paragraph(&format!("First drop {}: {}.", numbers.join(" "), in_both(drop.outcomes)));
        }
    }
    text
}

fn layer_table(layers: &[LayerDifference]) -> String {
    let columns = ["layer", "positions", "other result", "other distance", "over in one only"];
    let mut table = Table::new(columns.map(|heading| (heading, Align::Right)));
    for layer in layers {
        table.push([
            (PLAIN, layer.layer.to_string()),
            (PLAIN, count(layer.positions())),
            (PLAIN, count(layer.other_result())),
            (PLAIN, count(layer.other_distance)),
            (PLAIN, count(layer.finished_otherwise)),
        ]);
    }
    table.render()
}

fn explanation(difference: &Difference) -> String {
    let shared = if difference.same_slide_phase {
        format!(" Both have the same slide phase, so that nothing differs in layer {}.", 2 * PIECES)
    } else {
        String::new()
    };
    format!(
        "Layer: pieces on the board. Other result: positions that are open in both. Other distance: the same result in another \
         number of plies. Over in one only: positions that are over or impossible in one variant, since a side has a goal, and not \
         so in the other.{shared}"
    )
}

/// A row for each result under the first rule set, a column for each under the second: green where the second is better for the
/// side to move, red where it is worse.
fn result_table(layers: &[LayerDifference]) -> String {
    let columns = [("layer", Align::Right), ("", Align::Left)];
    let [won, drawn, lost] = OUTCOMES.map(|result| (result, Align::Right));
    let mut table = Table::new([columns[0], columns[1], won, drawn, lost]);
    for layer in layers {
        for (before, result) in OUTCOMES.into_iter().enumerate() {
            let cell = |after: usize| {
                let positions = layer.results.positions[before][after];
                let style = match after.cmp(&before) {
                    _ if positions == 0 => PLAIN,
                    Ordering::Less => WIN,
                    Ordering::Equal => PLAIN,
                    Ordering::Greater => LOSS,
                };
                (style, count(positions))
            };
            let number = if before == 0 { layer.layer.to_string() } else { String::new() };
            table.push([(PLAIN, number), (PLAIN, result.to_owned()), cell(0), cell(1), cell(2)]);
        }
    }
    table.render()
}

/// The first positions of each layer that have another result. Empty if there are none.
fn example_tables(layers: &[LayerDifference]) -> String {
    let columns = [
        ("layer", Align::Right),
        ("with another result", Align::Left),
        ("first", Align::Left),
        ("second", Align::Left),
    ];
    let mut table = Table::new(columns);
    for layer in layers {
        for DifferingPosition { position, outcomes: [first, second], .. } in &layer.examples {
            let value = |outcome: Outcome| (style_of(outcome), short_outcome(outcome));
            table.push([
                (PLAIN, layer.layer.to_string()),
                (PLAIN, circle_form(position)),
                value(*first),
                value(*second),
            ]);
        }
    }
    let any = layers.iter().any(|layer| !layer.examples.is_empty());
    if any { table.render() } else { String::new() }
}

/// The JSON of the same.
pub(crate) fn json(comparison: &Comparison) -> String {
    let Comparison { variants, difference } = comparison;
    let board = variants[0].board();
    let layers = difference.layers.iter().map(|layer| LayerEntry {
        layer: layer.layer,
        positions: layer.positions(),
        other_result: layer.other_result(),
        other_distance: layer.other_distance,
        over_in_both: layer.both_finished,
        over_in_one: layer.finished_otherwise,
        results: ResultEntry::new(layer.results.positions.map(ResultEntry::new)),
        examples: layer
            .examples
            .iter()
            .map(|example| ExampleEntry {
                position: rows_form(board, &example.position),
                outcomes: example.outcomes.map(|outcome| OutcomeFields::new(Some(outcome))),
            })
            .collect(),
    });
    let first_drops = difference.first_drops.iter().map(|drop| DropEntry {
        played: drop.circle.number().to_string(),
        differs: drop.differs(),
        outcomes: drop.outcomes.map(OutcomeFields::new),
    });
    json_line(&Document {
        schema: "teeko.diff/1",
        variants: variants.map(|variant| variant.to_string()),
        outcomes: difference.values.map(OutcomeFields::new),
        first_drops: first_drops.collect(),
        same_slide_phase: difference.same_slide_phase,
        layers: layers.collect(),
    })
}

/// Pairs are in the order of the variants.
#[derive(Serialize)]
struct Document {
    schema: &'static str,
    variants: [String; 2],
    /// Of the game, for Black.
    outcomes: [OutcomeFields; 2],
    first_drops: Vec<DropEntry>,
    same_slide_phase: bool,
    layers: Vec<LayerEntry>,
}

#[derive(Serialize)]
struct DropEntry {
    #[serde(rename = "move")]
    played: String,
    differs: bool,
    outcomes: [OutcomeFields; 2],
}

#[derive(Serialize)]
struct LayerEntry {
    layer: usize,
    positions: u64,
    other_result: u64,
    other_distance: u64,
    /// Over in both, or impossible in both.
    over_in_both: u64,
    /// Over or impossible in one, and not so in the other.
    over_in_one: u64,
    /// By result in the first variant, then in the second.
    results: ResultEntry<ResultEntry<u64>>,
    examples: Vec<ExampleEntry>,
}

/// Something for each result of the side to move.
#[derive(Serialize)]
struct ResultEntry<T> {
    win: T,
    draw: T,
    loss: T,
}

impl<T> ResultEntry<T> {
    fn new([win, draw, loss]: [T; 3]) -> Self {
        Self { win, draw, loss }
    }
}

#[derive(Serialize)]
struct ExampleEntry {
    position: String,
    outcomes: [OutcomeFields; 2],
}

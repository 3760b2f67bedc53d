//! Counts of positions as text and as JSON.

use serde::Serialize;
use teeko_analysis::{CutOff, Examples, LayerSurvey, MoveLimit};
use teeko_rules::notation::rows_form;
use teeko_rules::{Outcome, PIECES, Position};
use teeko_solve::SlideCensus;

use super::census::{DistanceEntry, DropEntry, SlideEntry, by_distance};
use super::table::{Align, Table};
use super::words::plies;
use super::{LOSS, OutcomeFields, PLAIN, WIN, count, json_line, paragraph, short_outcome, style_of, styled};
use crate::named_rules::NamedRules;

/// The counts of a variant.
#[derive(Debug)]
pub(crate) struct Statistics {
    pub(crate) variant: NamedRules,
    /// The outcome of the game for Black.
    pub(crate) value: Outcome,
    /// By layer, 0 to 8.
    pub(crate) layers: Vec<LayerSurvey>,
    /// The layer to show by distance.
    pub(crate) shown: usize,
}

/// Tables of the layers, of one layer by distance, of its deepest positions, and of move limits.
pub(crate) fn text(statistics: &Statistics) -> String {
    let Statistics { variant, value, layers, shown } = statistics;
    let layer = &layers[*shown];
    let value = styled(style_of(*value), &short_outcome(*value));
    let parts = [
        format!("{variant}  {value}\n"),
        layer_table(layers),
        paragraph(&explanation(layers)),
        paragraph(&format!(
            "Layer {shown} by distance. The winner makes so many moves of his own, the last among them:"
        )),
        distance_table(layer),
        deepest_positions(*variant, layer),
        limit_table(layers),
        paragraph(
            "A limit of N moves each ends the game as a draw when each side has made N slides. It cuts off a forced win if the \
             winner needs more slides of his own against the best defence. A position of the slide phase counts as if it stood \
             right after the last drop; drops do not count.",
        ),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn layer_table(layers: &[LayerSurvey]) -> String {
    let columns = ["layer", "positions", "won", "lost", "drawn", "over", "deepest"];
    let mut table = Table::new(columns.map(|heading| (heading, Align::Right)));
    for layer in layers {
        table.push([
            (PLAIN, layer.layer.to_string()),
            (PLAIN, count(layer.positions() - layer.impossible)),
            (PLAIN, count(layer.win())),
            (PLAIN, count(layer.loss())),
            (PLAIN, count(layer.draw + layer.no_move)),
            (PLAIN, count(layer.over())),
            (PLAIN, layer.deepest().to_string()),
        ]);
    }
    table.render()
}

fn explanation(layers: &[LayerSurvey]) -> String {
    let (no_move, impossible): (u64, u64) = layers
        .iter()
        .fold((0, 0), |(no_move, impossible), layer| (no_move + layer.no_move, impossible + layer.impossible));
    format!(
        "Layer: pieces on the board. Won and lost: by the side to move. Over: the other side has a goal. Deepest: the longest \
         distance, in plies. Drawn for want of a slide: {}. Left out, since the side to move has a goal already: {}.",
        count(no_move),
        count(impossible)
    )
}

/// Wins and the losses that are one ply longer, with as many moves of the winner's own, side by side.
fn distance_table(layer: &LayerSurvey) -> String {
    let columns = ["winner's moves", "win in", "positions", "loss in", "positions"];
    let mut table = Table::new(columns.map(|heading| (heading, Align::Right)));
    let positions = |distance: usize| layer.by_distance.get(distance).copied().unwrap_or(0);
    for moves in 1..=layer.by_distance.len() / 2 {
        let (win, loss) = (2 * moves - 1, 2 * moves);
        if positions(win) + positions(loss) == 0 {
            continue;
        }
        let pair = |style, distance: usize| match positions(distance) {
            0 => [(PLAIN, String::new()), (PLAIN, String::new())],
            positions => [(style, distance.to_string()), (PLAIN, count(positions))],
        };
        let ([win, wins], [loss, losses]) = (pair(WIN, win), pair(LOSS, loss));
        table.push([(PLAIN, moves.to_string()), win, wins, loss, losses]);
    }
    table.render()
}

/// The deepest wins and losses, in rows form. Empty if there are none.
fn deepest_positions(variant: NamedRules, layer: &LayerSurvey) -> String {
    let mut text = String::new();
    for (what, examples) in [("wins", &layer.deepest_wins), ("losses", &layer.deepest_losses)] {
        if examples.positions.is_empty() {
            continue;
        }
        let all = layer.by_distance[examples.distance as usize];
        let heading = format!("Deepest {what}, in {}; {} positions, such as:\n", plies(examples.distance), count(all));
        let command = |(_, position): &(u64, Position)| {
            format!("  teeko query -v {variant} \"{}\"\n", rows_form(variant.board(), position))
        };
        text.push_str(&heading);
        text.extend(examples.positions.iter().map(command));
    }
    text
}

fn limit_table(layers: &[LayerSurvey]) -> String {
    let mut table = Table::new([
        ("forced wins cut off by", Align::Left),
        ("slide phase", Align::Right),
        ("share", Align::Right),
        ("drop phase", Align::Right),
        ("share", Align::Right),
    ]);
    for limit in MoveLimit::SCARNE {
        let [slides, drops] = [&layers[2 * PIECES..], &layers[..2 * PIECES]].map(|layers| {
            let (cut_off, forced) = layers.iter().fold((0, 0), |(cut_off, forced), layer| {
                let CutOff { win, loss } = limit.cut_off(layer);
                (cut_off + win + loss, forced + layer.win() + layer.loss())
            });
            (count(cut_off), share(cut_off, forced))
        });
        table.push([
            (PLAIN, format!("{} moves each ({})", limit.slides, limit.source)),
            (PLAIN, slides.0),
            (PLAIN, slides.1),
            (PLAIN, drops.0),
            (PLAIN, drops.1),
        ]);
    }
    table.render()
}

/// A share of a whole; one that is not nothing does not look like nothing.
fn share(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.01 { "< 0.01 %".to_owned() } else { format!("{share:.2} %") }
}

/// The JSON of the same, with all layers by distance.
pub(crate) fn json(statistics: &Statistics) -> String {
    let Statistics { variant, value, layers, .. } = statistics;
    let deepest = |layer: &LayerSurvey| {
        let of = |outcome: Outcome, examples: &Examples| {
            let positions: Vec<ExampleEntry> = examples
                .positions
                .iter()
                .map(|(slot, position)| ExampleEntry { position: rows_form(variant.board(), position), slot: *slot })
                .collect();
            let value = OutcomeFields::new(Some(outcome));
            (!positions.is_empty()).then_some(DeepestEntry { layer: layer.layer, value, examples: positions })
        };
        let win = of(Outcome::Win(layer.deepest_wins.distance), &layer.deepest_wins);
        win.into_iter().chain(of(Outcome::Loss(layer.deepest_losses.distance), &layer.deepest_losses))
    };
    let limits = MoveLimit::SCARNE.iter().map(|limit| LimitEntry {
        moves_each: limit.slides,
        source: limit.source,
        cut_off: layers.iter().map(|layer| CutOffEntry::new(layer.layer, limit.cut_off(layer))).collect(),
    });
    json_line(&Document {
        schema: "teeko.stats/1",
        variant: variant.to_string(),
        value: OutcomeFields::new(Some(*value)),
        census: CensusEntry {
            slide: SlideEntry::new(&slide_census(&layers[2 * PIECES])),
            drop: layers[..2 * PIECES].iter().map(LayerEntry::new).collect(),
        },
        deepest: layers.iter().map(LayerSurvey::deepest).max().unwrap_or(0),
        deepest_positions: layers.iter().flat_map(deepest).collect(),
        move_limits: limits.collect(),
    })
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    variant: String,
    #[serde(flatten)]
    value: OutcomeFields,
    census: CensusEntry,
    deepest: u32,
    deepest_positions: Vec<DeepestEntry>,
    move_limits: Vec<LimitEntry>,
}

#[derive(Serialize)]
struct CensusEntry {
    slide: SlideEntry,
    drop: Vec<LayerEntry>,
}

/// A layer of the drop phase, as `solve` has it and by distance besides.
#[derive(Serialize)]
struct LayerEntry {
    #[serde(flatten)]
    counts: DropEntry,
    by_dtw: Vec<DistanceEntry>,
}

#[derive(Serialize)]
struct DeepestEntry {
    layer: usize,
    #[serde(flatten)]
    value: OutcomeFields,
    examples: Vec<ExampleEntry>,
}

#[derive(Serialize)]
struct ExampleEntry {
    position: String,
    slot: u64,
}

#[derive(Serialize)]
struct LimitEntry {
    moves_each: u32,
    source: &'static str,
    cut_off: Vec<CutOffEntry>,
}

#[derive(Serialize)]
struct CutOffEntry {
    layer: usize,
    win: u64,
    loss: u64,
}

impl LayerEntry {
    fn new(layer: &LayerSurvey) -> Self {
        let counts = DropEntry {
            layer: layer.layer,
            win: layer.win(),
            loss: layer.loss(),
            draw: layer.draw,
            over: layer.over(),
        };
        Self { counts, by_dtw: by_distance(layer.decided_by_distance()) }
    }
}

/// The slide phase in the form that `solve` reports.
fn slide_census(layer: &LayerSurvey) -> SlideCensus {
    let LayerSurvey { ref by_distance, no_move, impossible, draw, .. } = *layer;
    SlideCensus { by_distance: by_distance.clone(), no_move, impossible, draw }
}

impl CutOffEntry {
    fn new(layer: usize, cut_off: CutOff) -> Self {
        Self { layer, win: cut_off.win, loss: cut_off.loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstream::adapter::strip_str;
    use teeko_rules::Position;

    /// Made-up counts: not a solver's work.
    fn statistics() -> Statistics {
        let mut layers: Vec<LayerSurvey> =
            (0..=8).map(|layer| LayerSurvey { layer, draw: 1, ..LayerSurvey::default() }).collect();
        layers[8].by_distance = vec![5, 40_000_000, 3000, 0, 0, 7];
        layers[8].by_distance.resize(33, 0);
        layers[8].by_distance.push(2);
        layers[8].no_move = 3;
        layers[8].impossible = 11;
        layers[8].deepest_wins = Examples { distance: 33, positions: vec![(77, Position::EMPTY)] };
        layers[8].deepest_losses = Examples { distance: 2, positions: vec![(78, Position::EMPTY)] };
        Statistics { variant: "44-ssss+4x4".parse().unwrap(), value: Outcome::Draw, layers, shown: 8 }
    }

    #[test]
    fn the_text_reads_without_colour() {
        let plain = strip_str(&text(&statistics())).to_string();
        for expected in [
            "    8  40,003,018  40,000,009  3,000      4     5       33\n",
            "Drawn for want of a\nslide: 3. Left out, since the side to move has a goal already: 11.\n",
            "             1       1  40,000,000        2      3,000\n",
            "             3       5           7\n            17      33           2\n",
            "Deepest wins, in 33 plies; 2 positions, such as:\n  teeko query -v 44-ssss+4x4 \"4/4/4/4 b\"\n",
            "Deepest losses, in 2 plies; 3,000 positions, such as:\n",
            "40 moves each (Scarne 1954)            0    0.00 %           0  0.00 %\n",
            "15 moves each (Scarne 1952)            2  < 0.01 %           0  0.00 %\n",
        ] {
            assert!(plain.contains(expected), "{expected}\n{plain}");
        }
        assert!(plain.lines().all(|line| line.chars().count() <= 80 && !line.ends_with(' ')), "{plain}");
        let lost = Statistics { layers: vec![LayerSurvey::default(); 9], ..statistics() };
        assert!(!text(&lost).contains("Deepest wins"));
    }

    #[test]
    fn the_json_has_its_fields_in_order() {
        let line = json(&statistics());
        let start = r#"{"schema":"teeko.stats/1","variant":"44-ssss+4x4","outcome":"draw","dtw":null,"census":{"slide":{"win":40000009,"loss":3000,"draw":1,"no_move":3,"over":5,"impossible":11,"by_dtw":[{"dtw":1,"outcome":"win","positions":40000000},{"dtw":2,"outcome":"loss","positions":3000},{"dtw":5,"outcome":"win","positions":7},{"dtw":33,"outcome":"win","positions":2}]},"drop":[{"layer":0,"win":0,"loss":0,"draw":1,"over":0,"by_dtw":[]},"#;
        assert!(line.starts_with(start), "{line}");
        let middle = r#""deepest":33,"deepest_positions":[{"layer":8,"outcome":"win","dtw":33,"examples":[{"position":"4/4/4/4 b","slot":77}]},{"layer":8,"outcome":"loss","dtw":2,"examples":[{"position":"4/4/4/4 b","slot":78}]}],"move_limits":[{"moves_each":40,"source":"Scarne 1954","cut_off":[{"layer":0,"win":0,"loss":0},"#;
        assert!(line.contains(middle), "{line}");
        assert!(line.ends_with("{\"layer\":8,\"win\":2,\"loss\":0}]}]}\n"), "{line}");
    }
}

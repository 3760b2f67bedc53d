//! The text of a comparison of two variants.

use std::cmp::Ordering;

use anstyle::Style;
use teeko::answers::{
    Diff, DiffBestMove, DiffLayer, DiffPoints, OutcomeFields, POSITIONS_LOOKED_AT,
};
use teeko::rules::{Circle, Circles, PIECES, Scoring, Wdl};
use teeko::surfaces::pages::OUTCOMES;
use teeko::surfaces::words::{BOUND, count, short_outcome, short_value};
use teeko::{Board, Game, Oracle};

use crate::render::{
    HEADING, LOSS, PLAIN, WIN, named, paragraph, plain_table, style_of, styled, table,
};

/// Renders the openings, tables of the layers, positions that differ, and the difference in points.
pub(super) fn render(games: [&Game; 2], answer: &Diff) -> String {
    let board = games[0].board();
    let mut openings = openings(board, answer);
    if answer.points.is_some() {
        let heading = styled(HEADING, "Without points");
        openings = format!("{heading}\nAny goal wins.\n{openings}");
    }
    let mut parts = vec![
        names(games),
        openings,
        layer_table(&answer.layers),
        paragraph(&explanation(answer)),
        paragraph(
            "Results for the side to move in positions that are open in both variants: one row per \
             result in the first, one column per result in the second.",
        ),
        result_table(&answer.layers),
        example_tables(board, &answer.layers),
    ];
    parts.retain(|part| !part.is_empty());
    let mut text = parts.join("\n");
    if let Some(answer) = &answer.points {
        let scorings = games.map(|game| game.rules().scoring());
        text += &points(scorings, board, answer);
    }
    text
}

/// Says which game is the first and which the second.
fn names([first, second]: [&Game; 2]) -> String {
    let first = format!("{}   {}", styled(HEADING, "first"), first.name());
    let second = format!("{}  {}", styled(HEADING, "second"), second.name());
    format!("{first}\n{second}\n")
}

/// Renders the value of the game for Black and the first drops that differ.
fn openings(board: Board, answer: &Diff) -> String {
    const WITHOUT_POINTS: [Scoring; 2] = [Scoring::Goals; 2];
    let value = values_in_both(WITHOUT_POINTS, answer.outcomes);
    let text = paragraph(&format!("The game for Black: {value}."));
    let mut differing = Vec::new();
    for drop in &answer.first_drops {
        if drop.differs {
            let worth = values_in_both(WITHOUT_POINTS, drop.outcomes);
            differing.push((drop.played.to(), worth));
        }
    }
    if differing.is_empty() {
        return text + &paragraph("Every first drop is worth the same in both.");
    }
    text + &first_drops(board, differing, answer.first_drops.len())
}

fn in_both([first, second]: [String; 2]) -> String {
    if first == second {
        format!("{first} in both")
    } else {
        format!("{first} in the first, {second} in the second")
    }
}

fn values_in_both(scorings: [Scoring; 2], fields: [OutcomeFields; 2]) -> String {
    in_both([0, 1].map(|of| match fields[of].value {
        Some(value) => short_value(scorings[of], value),
        None => "banned".to_owned(),
    }))
}

/// Says what first drops are worth, of `all` that there are. Those that are worth the same are
/// grouped, in the order of their first circles.
fn first_drops(board: Board, drops: Vec<(Circle, String)>, all: usize) -> String {
    let mut groups: Vec<(Circles, String)> = Vec::new();
    for (circle, worth) in drops {
        match groups.iter_mut().find(|(_, known)| *known == worth) {
            Some((circles, _)) => *circles = circles.with(circle),
            None => groups.push((circle.into(), worth)),
        }
    }
    let mut text = String::new();
    for (circles, worth) in groups {
        let drops = if circles.len() == all {
            "Every first drop".to_owned()
        } else {
            format!("First drop {}", names_of(board, circles))
        };
        text += &paragraph(&format!("{drops}: {worth}."));
    }
    text
}

fn names_of(board: Board, circles: Circles) -> String {
    let names: Vec<String> = circles.iter().map(|circle| named(board, &circle)).collect();
    names.join(" ")
}

/// Renders what points change: the values, the first drops, and positions in which another move is
/// best.
fn points(scorings: [Scoring; 2], board: Board, answer: &DiffPoints) -> String {
    let heading = styled(HEADING, "In points");
    let values = values_in_both(scorings, answer.values);
    let mut text = format!("\n{heading}\n");
    text += &paragraph(&format!("The game for Black: {values}."));
    let mut drops = Vec::new();
    for drop in &answer.first_drops {
        drops.push((drop.played.to(), values_in_both(scorings, drop.values)));
    }
    text += &first_drops(board, drops, answer.first_drops.len());
    text += &paragraph(BOUND);
    text.push('\n');
    text += &paragraph(&format!(
        "In {} of {} positions no move is best in both variants, by points first and plies second. \
         These are the open positions in a fixed random sample of {} positions of the slide phase.",
        count(answer.best_moves.changed),
        count(answer.best_moves.positions),
        count(POSITIONS_LOOKED_AT),
    ));
    for example in &answer.best_moves.examples {
        text += &best_moves(scorings, board, example);
    }
    text
}

/// Renders a position with its value and its best moves in both variants.
fn best_moves(scorings: [Scoring; 2], board: Board, example: &DiffBestMove) -> String {
    let position = named(board, &example.position.position);
    let mut text = format!("\n{position}\n");
    for (place, which) in ["First", "Second"].into_iter().enumerate() {
        let value = short_value(scorings[place], *example.values[place]);
        let mut moves = Vec::new();
        for played in &example.best[place] {
            moves.push(named(board, played));
        }
        text += &paragraph(&format!("{which}: {value}, by {}.", moves.join(" ")));
    }
    text
}

fn layer_table(layers: &[DiffLayer]) -> String {
    let headings = [
        "layer",
        "positions",
        "other result",
        "other distance",
        "over in one only",
    ];
    let mut rows = Vec::new();
    for layer in layers {
        rows.push([
            layer.layer.to_string(),
            count(layer.positions),
            count(layer.other_result),
            count(layer.other_distance),
            count(layer.over_in_one),
        ]);
    }
    plain_table("rrrrr", headings, rows)
}

fn explanation(answer: &Diff) -> String {
    let last = 2 * PIECES;
    let shared = if answer.same_slide_phase {
        format!(" Both variants have the same slide phase, so nothing differs in layer {last}.")
    } else {
        String::new()
    };
    format!(
        "Layer: pieces on the board. Positions: every placement of the pieces, also finished \
         and impossible ones. Other result: positions that are open in both variants, with \
         different results. Other distance: the same result in another number of plies. Over in \
         one only: positions that are finished or impossible in one variant, because a side has a \
         goal, but open in the other.{shared}"
    )
}

/// Renders one row per result in the first rule set and one column per result in the second: green
/// where the second is better for the side to move, yellow where it is worse.
fn result_table(layers: &[DiffLayer]) -> String {
    let [won, drawn, lost] = OUTCOMES.map(|(_, result)| result);
    let mut rows = Vec::new();
    for layer in layers {
        for (before, result) in OUTCOMES {
            let cells = OUTCOMES.map(|(after, _)| result_cell(layer, before, after));
            let [won, drawn, lost] = cells;
            let number = if before == OUTCOMES[0].0 {
                layer.layer.to_string()
            } else {
                String::new()
            };
            rows.push([
                (PLAIN, number),
                (PLAIN, result.to_owned()),
                won,
                drawn,
                lost,
            ]);
        }
    }
    table("rlrrr", ["layer", "", won, drawn, lost], rows)
}

/// Returns how many positions have these results in the first and in the second rule set.
fn result_cell(layer: &DiffLayer, before: Wdl, after: Wdl) -> (Style, String) {
    let positions = layer.results.positions(before, after);
    let style = match after.cmp(&before) {
        Ordering::Greater if positions > 0 => WIN,
        Ordering::Less if positions > 0 => LOSS,
        _ => PLAIN,
    };
    (style, count(positions))
}

/// Renders the first positions of each layer with different results. Empty if there are none.
fn example_tables(board: Board, layers: &[DiffLayer]) -> String {
    if layers.iter().all(|layer| layer.examples.is_empty()) {
        return String::new();
    }
    let mut rows = Vec::new();
    for layer in layers {
        for example in &layer.examples {
            let [first, second] = example.outcomes.map(outcome_cell);
            rows.push([
                (PLAIN, layer.layer.to_string()),
                (PLAIN, named(board, &example.position.position)),
                first,
                second,
            ]);
        }
    }
    table(
        "rlll",
        ["layer", "with another result", "first", "second"],
        rows,
    )
}

fn outcome_cell(fields: OutcomeFields) -> (Style, String) {
    (style_of(fields.outcome), short_outcome(fields.outcome))
}

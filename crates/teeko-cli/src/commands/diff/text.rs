//! The text of a comparison of two variants.

use std::cmp::Ordering;

use teeko::answers::{
    Diff, DiffBestMove, DiffLayer, DiffPoints, OutcomeFields, POSITIONS_LOOKED_AT,
};
use teeko::rules::notation::circle_form;
use teeko::rules::{Circle, Circles, PIECES, Scoring};
use teeko::surfaces::pages::OUTCOMES;
use teeko::surfaces::words::{BOUND, count, short_outcome, short_value};
use teeko::{Board, Game, Oracle};

use crate::render::{
    HEADING, LOSS, PLAIN, WIN, named, paragraph, plain_table, style_of, styled, table,
};

/// Renders the openings, tables of the layers, positions that differ, and the difference in points.
pub(super) fn render(games: [&Game; 2], answer: &Diff) -> String {
    let ([first, second], board) = (games.map(Game::name), games[0].board());
    let scorings = games.map(|game| game.rules().scoring());
    let without_points = if answer.points.is_some() {
        format!("{}\nAny goal wins.\n", styled(HEADING, "Without points"))
    } else {
        String::new()
    };
    let parts = [
        format!("{}   {first}\n", styled(HEADING, "first"))
            + &format!("{}  {second}\n", styled(HEADING, "second")),
        without_points + &openings(board, answer),
        layer_table(&answer.layers),
        paragraph(&explanation(answer)),
        paragraph(
            "Results for the side to move in positions that are open in both variants: one row per \
             result in the first, one column per result in the second.",
        ),
        result_table(&answer.layers),
        example_tables(board, &answer.layers),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let in_points = answer
        .points
        .as_ref()
        .map(|answer| points(scorings, board, answer));
    parts.join("\n") + &in_points.unwrap_or_default()
}

/// Renders the value of the game for Black and the first drops that differ.
fn openings(board: Board, answer: &Diff) -> String {
    let in_both = |outcomes| values_in_both([Scoring::Goals; 2], outcomes);
    let mut text = paragraph(&format!(
        "The game for Black: {}.",
        in_both(answer.outcomes)
    ));
    let differing = answer.first_drops.iter().filter(|drop| drop.differs);
    let differing: Vec<_> = differing
        .map(|drop| (drop.played.to(), in_both(drop.outcomes)))
        .collect();
    if differing.is_empty() {
        return text + &paragraph("Every first drop is worth the same in both.");
    }
    text += &first_drops(board, differing, answer.first_drops.len());
    text
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
    let sentence = |(circles, worth): (Circles, String)| {
        let names: Vec<String> = circles.iter().map(|circle| named(board, circle)).collect();
        let drops = if circles.len() == all {
            "Every first drop".to_owned()
        } else {
            format!("First drop {}", names.join(" "))
        };
        paragraph(&format!("{drops}: {worth}."))
    };
    groups.into_iter().map(sentence).collect()
}

/// Renders what points change: the values, the first drops, and positions in which another move is
/// best.
fn points(scorings: [Scoring; 2], board: Board, answer: &DiffPoints) -> String {
    let in_both = |values| values_in_both(scorings, values);
    let heading = styled(HEADING, "In points");
    let values = in_both(answer.values);
    let mut text = format!("\n{heading}\n") + &paragraph(&format!("The game for Black: {values}."));
    let drops = answer
        .first_drops
        .iter()
        .map(|drop| (drop.played.to(), in_both(drop.values)));
    text += &first_drops(board, drops.collect(), answer.first_drops.len());
    text += &paragraph(BOUND);
    text.push('\n');
    text += &paragraph(&format!(
        "In {} of {} positions no move is best in both variants, by points first and plies second. \
         These are the open positions in a fixed random sample of {} positions of the slide phase.",
        count(answer.best_moves.changed),
        count(answer.best_moves.positions),
        count(POSITIONS_LOOKED_AT),
    ));
    for DiffBestMove {
        position,
        values,
        best,
        ..
    } in &answer.best_moves.examples
    {
        text.extend(["\n", &named(board, circle_form(position)), "\n"]);
        for (place, which) in ["First", "Second"].into_iter().enumerate() {
            let moves: Vec<String> = best[place]
                .iter()
                .map(|played| named(board, played))
                .collect();
            let value = short_value(scorings[place], *values[place]);
            text += &paragraph(&format!("{which}: {value}, by {}.", moves.join(" ")));
        }
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
    let rows = layers.iter().map(|layer| {
        [
            layer.layer.to_string(),
            count(layer.positions),
            count(layer.other_result),
            count(layer.other_distance),
            count(layer.over_in_one),
        ]
    });
    plain_table("rrrrr", headings, rows)
}

fn explanation(answer: &Diff) -> String {
    let (same, last) = (answer.same_slide_phase, 2 * PIECES);
    let shared = same.then(|| {
        format!(" Both variants have the same slide phase, so nothing differs in layer {last}.")
    });
    let shared = shared.unwrap_or_default();
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
    let rows = layers.iter().flat_map(|layer| {
        OUTCOMES.map(|(before, result)| {
            let [won, drawn, lost] = OUTCOMES.map(|(after, _)| {
                let positions = layer.results.positions(before, after);
                let style = match after.cmp(&before) {
                    _ if positions == 0 => PLAIN,
                    Ordering::Greater => WIN,
                    Ordering::Equal => PLAIN,
                    Ordering::Less => LOSS,
                };
                (style, count(positions))
            });
            let number = if before == OUTCOMES[0].0 {
                layer.layer.to_string()
            } else {
                String::new()
            };
            [
                (PLAIN, number),
                (PLAIN, result.to_owned()),
                won,
                drawn,
                lost,
            ]
        })
    });
    table("rlrrr", ["layer", "", won, drawn, lost], rows)
}

/// Renders the first positions of each layer with different results. Empty if there are none.
fn example_tables(board: Board, layers: &[DiffLayer]) -> String {
    if layers.iter().all(|layer| layer.examples.is_empty()) {
        return String::new();
    }
    let value = |fields: OutcomeFields| {
        let outcome = fields.outcome;
        (style_of(outcome), short_outcome(outcome))
    };
    let rows = layers.iter().flat_map(|layer| {
        layer.examples.iter().map(|example| {
            let [first, second] = example.outcomes.map(value);
            let position = named(board, circle_form(&example.position));
            [
                (PLAIN, layer.layer.to_string()),
                (PLAIN, position),
                first,
                second,
            ]
        })
    });
    table(
        "rlll",
        ["layer", "with another result", "first", "second"],
        rows,
    )
}

//! The text of counts of positions.

use std::ops::Range;

use teeko::answers::{Limit, ScoreCount, Stats, TakeBackLimits};
use teeko::index::{Census, LayerCensus};
use teeko::rules::{Outcome, PIECES, Scoring, Value, Wdl, alternatives};
use teeko::surfaces::words::{BOUND, count, percent, plies, short_value};
use teeko::{Game, Oracle};

use crate::render::{LOSS, PLAIN, WIN, paragraph, plain_table, style_of, styled, table};

/// Renders tables of the layers, of the scores in a game for points, of one layer by distance, of
/// its deepest positions, of move limits if `has_limits`, and of limits on taking slides back if
/// the answer has them.
pub(super) fn render(game: &Game, answer: &Stats, layer: usize, has_limits: bool) -> String {
    let census = game.census();
    let scoring = game.rules().scoring();
    let mut parts = vec![
        title(game, *answer.value),
        layer_table(&census),
        paragraph(&explanation(census.slide())),
    ];
    if let Some(counts) = &answer.by_score {
        parts.push(score_table(scoring, counts));
    }
    let counts = census.layer(layer);
    parts.push(by_distance(layer, counts));
    if counts.deepest() > 0 {
        // The deepest positions are of the game without points, so their pieces have no numbers.
        let plain = game.name().trim_end_matches(&format!("+{scoring}"));
        parts.push(deepest_positions(plain, answer, layer, counts));
    }
    if has_limits && answer.deepest > 0 {
        parts.push(limits(answer, &census));
    }
    if let Some(take_backs) = &answer.take_backs {
        parts.push(take_back_table(take_backs));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Returns the name of the game and its value.
fn title(game: &Game, value: Value) -> String {
    let text = short_value(game.rules().scoring(), value);
    let styled = styled(style_of(value.outcome), &text);
    format!("{}  {styled}\n", game.name())
}

fn layer_table(census: &Census) -> String {
    let headings = [
        "layer",
        "positions",
        "won",
        "lost",
        "drawn",
        "over",
        "deepest",
    ];
    let mut rows = Vec::new();
    for (layer, counts) in census.layers().iter().enumerate() {
        rows.push([
            layer.to_string(),
            count(counts.total() - counts.impossible()),
            count(counts.win()),
            count(counts.loss()),
            count(counts.drawn()),
            count(counts.over() + counts.gift()),
            counts.deepest().to_string(),
        ]);
    }
    plain_table("rrrrrrr", headings, rows)
}

/// Renders the positions of the slide phase by score. The text below says what the other tables
/// count.
fn score_table(scoring: Scoring, counts: &[ScoreCount]) -> String {
    let all = counts.iter().map(|count| count.positions).sum();
    let mut rows = Vec::new();
    for &ScoreCount { score, positions } in counts {
        let (style, score) = match score {
            1.. => (WIN, format!("+{score}")),
            0 => (PLAIN, "0".to_owned()),
            _ => (LOSS, score.to_string()),
        };
        rows.push([
            (style, score),
            (PLAIN, count(positions)),
            (PLAIN, percent(positions, all, 2)),
        ]);
    }
    let numbered = if scoring == Scoring::Pips {
        " Each numbering of the pieces counts separately."
    } else {
        ""
    };
    let about = format!(
        "Score: the points that the side to move scores with best play, in unfinished positions \
         of layer {}.{numbered} {BOUND} All other counts are of the game without points, in \
         which any goal wins.",
        2 * PIECES
    );
    let table = table("rrr", ["score", "positions", "share"], rows);
    format!("{table}\n{}", paragraph(&about))
}

/// Explains the table of layers. In the drop phase the side to move has no goal yet, and can always
/// drop, so the classes that the text counts are those of the slide phase.
fn explanation(slide: &LayerCensus) -> String {
    let over = match slide.gift() {
        0 => "the other side has a goal".to_owned(),
        gifts => format!(
            "the other side has a goal, or, in {}, has completed one of the side to move",
            count(gifts)
        ),
    };
    format!(
        "Layer: pieces on the board. Positions: all but the impossible ones, finished ones \
         included. Won and lost: by the side to move. Over: {over}. Deepest: the \
         longest distance, in plies. Drawn because there is no legal slide: {}. Impossible, \
         because the side to move has a goal already: {}.",
        count(slide.no_move()),
        count(slide.impossible())
    )
}

/// Renders the chosen layer by distance, or says that it has no distances.
fn by_distance(layer: usize, shown: &LayerCensus) -> String {
    if shown.deepest() == 0 {
        return paragraph(&format!(
            "In layer {layer} no position is won or lost, so there are no distances."
        ));
    }
    let heading = if shown.has_any_parity() {
        format!("Layer {layer} by distance, in plies:")
    } else {
        format!("Layer {layer} by distance, in plies. Winner's moves: how many the winner makes.")
    };
    format!("{}\n{}", paragraph(&heading), distance_table(shown))
}

/// Renders wins and losses by distance.
fn distance_table(shown: &LayerCensus) -> String {
    if shown.has_any_parity() {
        table_by_plies(shown)
    } else {
        table_by_moves(shown)
    }
}

/// Renders wins and losses at the same distance next to each other, for goals with empty circles.
fn table_by_plies(shown: &LayerCensus) -> String {
    let mut rows = Vec::new();
    for distance in 1..=shown.deepest() {
        rows.push([
            (PLAIN, distance.to_string()),
            (WIN, count_or_blank(shown.positions(Outcome::Win(distance)))),
            (
                LOSS,
                count_or_blank(shown.positions(Outcome::Loss(distance))),
            ),
        ]);
    }
    table("rrr", ["plies", "won", "lost"], rows)
}

/// Renders wins next to the losses that are one ply longer and have the same number of moves of the
/// winner.
fn table_by_moves(shown: &LayerCensus) -> String {
    let headings = [
        "winner's moves",
        "win in",
        "positions",
        "loss in",
        "positions",
    ];
    let mut rows = Vec::new();
    for moves in 1..=shown.deepest().div_ceil(2) {
        let distances = [2 * moves - 1, 2 * moves];
        let won = shown.positions(Outcome::Win(distances[0]));
        let lost = shown.positions(Outcome::Loss(distances[1]));
        if won + lost > 0 {
            rows.push([
                (PLAIN, moves.to_string()),
                (WIN, distance_if(won, distances[0])),
                (PLAIN, count_or_blank(won)),
                (LOSS, distance_if(lost, distances[1])),
                (PLAIN, count_or_blank(lost)),
            ]);
        }
    }
    table("rrrrr", headings, rows)
}

/// Returns a number of positions; nothing for zero.
fn count_or_blank(positions: u64) -> String {
    if positions > 0 {
        count(positions)
    } else {
        String::new()
    }
}

/// Returns a distance if there are positions that have it, or nothing.
fn distance_if(positions: u64, distance: u32) -> String {
    if positions > 0 {
        distance.to_string()
    } else {
        String::new()
    }
}

/// Renders the deepest wins and losses of a layer that has some, in rows form.
fn deepest_positions(variant: &str, answer: &Stats, layer: usize, counts: &LayerCensus) -> String {
    let Some(deepest) = &answer.deepest_positions else {
        return paragraph(
            "The deepest positions are not shown, because the values of all positions do not fit \
             in memory.",
        );
    };
    let mut text = String::new();
    for of_layer in deepest {
        if of_layer.layer != layer {
            continue;
        }
        text += &paragraph(&heading_of_deepest(*of_layer.value, counts));
        for example in &of_layer.examples {
            let position = example.position.to_string();
            text.extend(["  teeko query -v ", variant, " \"", &position, "\"\n"]);
        }
    }
    text
}

fn heading_of_deepest(value: Value, counts: &LayerCensus) -> String {
    let kind = if value.outcome.wdl() == Wdl::Win {
        "wins"
    } else {
        "losses"
    };
    let distance = plies(value.outcome.distance().unwrap_or(0));
    let positions = count(counts.positions(value.outcome));
    format!("Deepest {kind}, in {distance}; {positions} positions, such as:")
}

/// Renders what Scarne's move limits cut off of forced wins. Limits that cut off nothing have no
/// row.
fn limits(answer: &Stats, census: &Census) -> String {
    let mut rows = Vec::new();
    let mut idle = Vec::new();
    for limit in &answer.move_limits {
        if cuts_off_a_win(limit) {
            rows.push(limit_row(census, limit));
        } else {
            idle.push(limit_text(limit));
        }
    }
    let mut parts = Vec::new();
    if !rows.is_empty() {
        parts.push(limit_table(rows));
    }
    if !idle.is_empty() {
        parts.push(paragraph(&format!(
            "No forced win is cut off by a limit of {}.",
            alternatives(&idle)
        )));
    }
    parts.push(paragraph(
        "A limit of N moves each ends the game as a draw when each side has made N slides. It cuts \
         off a forced win if the winner needs more than N slides against the best defence. A \
         position of the slide phase counts as if the last drop had just been made. Drops do not \
         count. Scarne's ten move limit is not one of these: --take-backs is about it.",
    ));
    parts.join("\n")
}

fn cuts_off_a_win(limit: &Limit) -> bool {
    limit.cut_off.iter().any(|layer| layer.win + layer.loss > 0)
}

/// Renders which draws survive limits on taking slides back.
fn take_back_table(answer: &TakeBackLimits) -> String {
    let headings = [
        "own last slide taken back in a row",
        "draws lost",
        "share",
        "Black",
        "Red",
    ];
    let mut rows = Vec::new();
    for limit in &answer.limits {
        let most = if limit.most == 0 {
            "never"
        } else {
            "once, or any number of times"
        };
        rows.push([
            most.to_owned(),
            count(limit.lost),
            percent(limit.lost, answer.drawn, 2),
            holds(limit.black_holds),
            holds(limit.red_holds),
        ]);
    }
    let about = format!(
        "A limit on taking slides back binds one side, and the other side is free. Black and Red: \
         whether the side does not lose the game when it is the one that is bound. Draws lost: of \
         the {} drawn positions of the slide phase, for the side to move, before either side has \
         slid. A side that may take its own last slide back once in a row holds as much as one \
         that may do so ten times, by Scarne's ten move limit, or any number of times.",
        count(answer.drawn)
    );
    let table = plain_table("lrrll", headings, rows);
    format!("{table}\n{}", paragraph(&about))
}

/// Says whether a side that is bound by a limit holds the game.
fn holds(holds: bool) -> String {
    if holds { "holds" } else { "loses" }.to_owned()
}

/// Returns a limit with its source: `40 moves each (Scarne 1954)`.
fn limit_text(limit: &Limit) -> String {
    format!("{} moves each ({})", limit.moves_each, limit.source)
}

fn limit_table(rows: Vec<[String; 5]>) -> String {
    let headings = [
        "forced wins cut off by",
        "slide phase",
        "share",
        "drop phase",
        "share",
    ];
    plain_table("lrrrr", headings, rows)
}

/// Returns a limit with the forced wins that it cuts off in each phase, and their share.
fn limit_row(census: &Census, limit: &Limit) -> [String; 5] {
    let [slides, share_of_slides] = cut_off(census, limit, 2 * PIECES..Census::LAYERS);
    let [drops, share_of_drops] = cut_off(census, limit, 0..2 * PIECES);
    [
        limit_text(limit),
        slides,
        share_of_slides,
        drops,
        share_of_drops,
    ]
}

/// Returns how many of the forced wins in some layers a limit cuts off, and their share.
fn cut_off(census: &Census, limit: &Limit, layers: Range<usize>) -> [String; 2] {
    let mut cut_off = 0;
    let mut forced = 0;
    for layer in layers {
        let lost = &limit.cut_off[layer];
        cut_off += lost.win + lost.loss;
        let all = census.layer(layer);
        forced += all.win() + all.loss();
    }
    [count(cut_off), percent(cut_off, forced, 2)]
}

//! The counts of positions that `teeko stats` prints.

use teeko::analysis::{CutOff, LayerSurvey, MoveLimit, ScoreCount};
use teeko::index::LayerCensus;
use teeko::questions::Stats;
use teeko::rules::notation::rows_form;
use teeko::rules::{PIECES, Scoring, alternatives};
use teeko::words::{BOUND, count, plies, short_value};
use teeko::{Board, Game, Oracle, Outcome, Position};

use super::style::{LOSS, PLAIN, WIN, paragraph, style_of, styled};
use super::text_table::{plain_table, table};

/// Renders tables of the layers, of the scores in a game for points, of one layer by distance, of
/// its deepest positions, and of move limits.
pub(crate) fn text(game: &Game, answer: &Stats, shown: &LayerSurvey) -> String {
    let Stats { layers, by_score, .. } = answer;
    let (variant, scoring, value) =
        (game.name(), game.rules().scoring(), answer.value.value_or_draw());
    // The deepest positions are of the game without points, so their pieces have no numbers.
    let plain = variant.trim_end_matches(&format!("+{scoring}"));
    let value = styled(style_of(value.outcome), &short_value(scoring, value));
    let parts = [
        format!("{variant}  {value}\n"),
        layer_table(layers),
        paragraph(&explanation(layers)),
        by_score.as_ref().map(|counts| score_table(scoring, counts)).unwrap_or_default(),
        by_distance(shown),
        deepest_positions(plain, game.board(), shown),
        limits(layers),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn layer_table(layers: &[LayerSurvey]) -> String {
    let headings = ["layer", "positions", "won", "lost", "drawn", "over", "deepest"];
    let rows = layers.iter().map(|LayerSurvey { layer, census, .. }| {
        [
            layer.to_string(),
            count(census.total() - census.impossible()),
            count(census.win()),
            count(census.loss()),
            count(census.drawn()),
            count(census.over() + census.gift()),
            census.deepest().to_string(),
        ]
    });
    plain_table("rrrrrrr", headings, rows)
}

/// Renders the positions of the slide phase by score. The text below says what the other tables
/// count.
fn score_table(scoring: Scoring, counts: &[ScoreCount]) -> String {
    let all = counts.iter().map(|count| count.positions).sum();
    let rows = counts.iter().map(|&ScoreCount { score, positions }| {
        let style = match score {
            1.. => WIN,
            0 => PLAIN,
            _ => LOSS,
        };
        let score = if score > 0 { format!("+{score}") } else { score.to_string() };
        [(style, score), (PLAIN, count(positions)), (PLAIN, share(positions, all))]
    });
    let numbered = if scoring == Scoring::Pips {
        " Each numbering of the pieces counts separately."
    } else {
        ""
    };
    let about = format!(
        "Score: the points that the side to move scores with best play, in positions of layer {} \
         that are not over.{numbered} {BOUND} All other counts are of the game without points, in \
         which any goal wins.",
        2 * PIECES
    );
    let table = table("rrr", ["score", "positions", "share"], rows);
    format!("{table}\n{}", paragraph(&about))
}

fn explanation(layers: &[LayerSurvey]) -> String {
    let no_move = layers.iter().map(|layer| layer.census.no_move()).sum();
    let impossible = layers.iter().map(|layer| layer.census.impossible()).sum();
    let over = match layers.iter().map(|layer| layer.census.gift()).sum() {
        0 => "the other side has a goal".to_owned(),
        gifts => format!(
            "the other side has a goal, or, in {}, has completed one of the side to move",
            count(gifts)
        ),
    };
    format!(
        "Layer: pieces on the board. Positions: all but the impossible ones, so also those that \
         are over. Won and lost: by the side to move. Over: {over}. Deepest: the \
         longest distance, in plies. Drawn because there is no legal slide: {}. Impossible, \
         because the side to move has a goal already: {}.",
        count(no_move),
        count(impossible)
    )
}

/// Renders the chosen layer by distance, or says that it has no distances.
fn by_distance(shown: &LayerSurvey) -> String {
    let layer = shown.layer;
    if shown.census.deepest() == 0 {
        return paragraph(&format!(
            "In layer {layer} no position is won or lost, so there are no distances."
        ));
    }
    let heading = if shown.census.has_any_parity() {
        format!("Layer {layer} by distance, in plies:")
    } else {
        format!("Layer {layer} by distance, in plies. Winner's moves: how many the winner makes.")
    };
    format!("{}\n{}", paragraph(&heading), distance_table(&shown.census))
}

/// Renders wins beside the losses that are one ply longer and have the same number of moves of the
/// winner. With goals that have empty circles, renders wins and losses at the same distance
/// instead.
fn distance_table(census: &LayerCensus) -> String {
    if census.has_any_parity() {
        let rows = (1..=census.deepest()).map(|distance| {
            let [won, lost] = [Outcome::Win(distance), Outcome::Loss(distance)]
                .map(|outcome| census.positions(outcome))
                .map(|positions| if positions > 0 { count(positions) } else { String::new() });
            [(PLAIN, distance.to_string()), (WIN, won), (LOSS, lost)]
        });
        return table("rrr", ["plies", "won", "lost"], rows);
    }
    let headings = ["winner's moves", "win in", "positions", "loss in", "positions"];
    let pair = |style, outcome: Outcome| match (outcome.distance(), census.positions(outcome)) {
        (Some(distance), positions) if positions > 0 => {
            [(style, distance.to_string()), (PLAIN, count(positions))]
        }
        _ => [(PLAIN, String::new()), (PLAIN, String::new())],
    };
    let rows = (1..=census.deepest().div_ceil(2)).filter_map(|moves| {
        let (win, loss) = (Outcome::Win(2 * moves - 1), Outcome::Loss(2 * moves));
        let any = census.positions(win) + census.positions(loss) > 0;
        let ([win, wins], [loss, losses]) = (pair(WIN, win), pair(LOSS, loss));
        any.then(|| [(PLAIN, moves.to_string()), win, wins, loss, losses])
    });
    table("rrrrr", headings, rows)
}

/// Renders the deepest wins and losses, in rows form. Empty if there are none.
fn deepest_positions(variant: &str, board: Board, layer: &LayerSurvey) -> String {
    let mut text = String::new();
    let (wins, losses) = (&layer.deepest_wins, &layer.deepest_losses);
    let (win, loss) = (Outcome::Win(wins.distance), Outcome::Loss(losses.distance));
    for (what, outcome, examples) in [("wins", win, wins), ("losses", loss, losses)] {
        if examples.positions.is_empty() {
            continue;
        }
        let all = layer.census.positions(outcome);
        let heading = format!(
            "Deepest {what}, in {}; {} positions, such as:",
            plies(examples.distance),
            count(all)
        );
        let command = |(_, position): &(u64, Position)| {
            format!("  teeko query -v {variant} \"{}\"\n", rows_form(board, position))
        };
        text.push_str(&paragraph(&heading));
        text.extend(examples.positions.iter().map(command));
    }
    text
}

/// Renders what Scarne's move limits cut off. Limits that cut off nothing have no row. Without
/// forced wins the text is empty.
fn limits(layers: &[LayerSurvey]) -> String {
    if layers.iter().all(|layer| layer.census.deepest() == 0) {
        return String::new();
    }
    let cuts =
        |limit: &MoveLimit| layers.iter().any(|layer| limit.cut_off(layer) != CutOff::default());
    let (cutting, idle): (Vec<MoveLimit>, Vec<MoveLimit>) =
        MoveLimit::SCARNE.into_iter().partition(cuts);
    let mut parts = Vec::new();
    if !cutting.is_empty() {
        parts.push(limit_table(layers, &cutting));
    }
    let texts: Vec<String> = idle.iter().map(limit_text).collect();
    if !texts.is_empty() {
        let list = alternatives(&texts);
        parts.push(paragraph(&format!("No forced win is cut off by a limit of {list}.")));
    }
    parts.push(paragraph(
        "A limit of N moves each ends the game as a draw when each side has made N slides. It cuts \
         off a forced win if the winner needs more than N slides against the best defence. A \
         position of the slide phase counts as if the last drop had just been made. Drops do not \
         count.",
    ));
    parts.join("\n")
}

/// Returns a limit with its source: `40 moves each (Scarne 1954)`.
fn limit_text(limit: &MoveLimit) -> String {
    format!("{} moves each ({})", limit.slides, limit.source)
}

fn limit_table(layers: &[LayerSurvey], limits: &[MoveLimit]) -> String {
    let headings = ["forced wins cut off by", "slide phase", "share", "drop phase", "share"];
    let rows = limits.iter().map(|limit| {
        let [slides, drops] = [&layers[2 * PIECES..], &layers[..2 * PIECES]].map(|layers| {
            let (cut_off, forced) = layers.iter().fold((0, 0), |(cut_off, forced), layer| {
                let CutOff { win, loss } = limit.cut_off(layer);
                (cut_off + win + loss, forced + layer.census.win() + layer.census.loss())
            });
            (count(cut_off), share(cut_off, forced))
        });
        [limit_text(limit), slides.0, slides.1, drops.0, drops.1]
    });
    plain_table("lrrrr", headings, rows)
}

/// Returns a percentage; one above zero never looks like zero.
fn share(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.01 { "< 0.01 %".to_owned() } else { format!("{share:.2} %") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_zero_never_looks_like_zero() {
        let shares = [(0, 0), (0, 7), (2, 40_003_018), (1, 3)].map(|(part, of)| share(part, of));
        assert_eq!(shares, ["0.00 %", "0.00 %", "< 0.01 %", "33.33 %"]);
    }
}

//! The text of counts of positions.

use teeko::answers::{Deepest, Limit, ScoreCount, SlotPosition, Stats, TakeBackLimits};
use teeko::index::{Census, LayerCensus};
use teeko::rules::{Outcome, PIECES, Scoring, Wdl, alternatives};
use teeko::surfaces::words::{BOUND, count, plies, short_value};
use teeko::{Game, Oracle};

use crate::render::{LOSS, PLAIN, WIN, paragraph, plain_table, style_of, styled, table};

/// Renders tables of the layers, of the scores in a game for points, of one layer by distance, of
/// its deepest positions, of move limits if `has_limits`, and of limits on taking slides back if
/// the answer has them.
pub(super) fn render(game: &Game, answer: &Stats, layer: usize, has_limits: bool) -> String {
    let (census, by_score) = (game.census(), &answer.by_score);
    let (variant, scoring, value) = (game.name(), game.rules().scoring(), *answer.value);
    // The deepest positions are of the game without points, so their pieces have no numbers.
    let plain = variant.trim_end_matches(&format!("+{scoring}"));
    let value = styled(style_of(value.outcome), &short_value(scoring, value));
    let parts = [
        format!("{variant}  {value}\n"),
        layer_table(&census),
        paragraph(&explanation(census.slide())),
        by_score
            .as_ref()
            .map(|counts| score_table(scoring, counts))
            .unwrap_or_default(),
        by_distance(layer, census.layer(layer)),
        deepest_positions(plain, answer, layer, census.layer(layer)),
        if has_limits {
            limits(answer, &census)
        } else {
            String::new()
        },
        answer
            .take_backs
            .as_ref()
            .map(take_backs)
            .unwrap_or_default(),
    ];
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
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
    let rows = census.layers().iter().enumerate().map(|(layer, counts)| {
        [
            layer.to_string(),
            count(counts.total() - counts.impossible()),
            count(counts.win()),
            count(counts.loss()),
            count(counts.drawn()),
            count(counts.over() + counts.gift()),
            counts.deepest().to_string(),
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
        let score = if score > 0 {
            format!("+{score}")
        } else {
            score.to_string()
        };
        [
            (style, score),
            (PLAIN, count(positions)),
            (PLAIN, share(positions, all)),
        ]
    });
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

/// Renders wins next to the losses that are one ply longer and have the same number of moves of the
/// winner. With goals that have empty circles, renders wins and losses at the same distance
/// instead.
fn distance_table(shown: &LayerCensus) -> String {
    if shown.has_any_parity() {
        let rows = (1..=shown.deepest()).map(|distance| {
            let [won, lost] = [Outcome::Win(distance), Outcome::Loss(distance)]
                .map(|outcome| shown.positions(outcome))
                .map(|positions| {
                    if positions > 0 {
                        count(positions)
                    } else {
                        String::new()
                    }
                });
            [(PLAIN, distance.to_string()), (WIN, won), (LOSS, lost)]
        });
        return table("rrr", ["plies", "won", "lost"], rows);
    }
    let headings = [
        "winner's moves",
        "win in",
        "positions",
        "loss in",
        "positions",
    ];
    let pair = |style, outcome: fn(u32) -> Outcome, distance| {
        let positions = shown.positions(outcome(distance));
        let is_there = positions > 0;
        let cell = |text: String| if is_there { text } else { String::new() };
        [
            (style, cell(distance.to_string())),
            (PLAIN, cell(count(positions))),
        ]
    };
    let rows = (1..=shown.deepest().div_ceil(2)).filter_map(|moves| {
        let [win, wins] = pair(WIN, Outcome::Win, 2 * moves - 1);
        let [loss, losses] = pair(LOSS, Outcome::Loss, 2 * moves);
        let is_empty = wins.1.is_empty() && losses.1.is_empty();
        (!is_empty).then(|| [(PLAIN, moves.to_string()), win, wins, loss, losses])
    });
    table("rrrrr", headings, rows)
}

/// Renders the deepest wins and losses, in rows form. Empty if there are none.
fn deepest_positions(variant: &str, answer: &Stats, layer: usize, counts: &LayerCensus) -> String {
    if counts.deepest() == 0 {
        return String::new();
    }
    let Some(deepest) = &answer.deepest_positions else {
        return paragraph(
            "The deepest positions are not shown, because the values of all positions do not fit \
             in memory.",
        );
    };
    let mut text = String::new();
    let of_layer = deepest.iter().filter(|deepest| deepest.layer == layer);
    for Deepest {
        value, examples, ..
    } in of_layer
    {
        let (outcome, distance) = (value.outcome, value.dtw().unwrap_or(0));
        let heading = format!(
            "Deepest {}, in {}; {} positions, such as:",
            if outcome.wdl() == Wdl::Win {
                "wins"
            } else {
                "losses"
            },
            plies(distance),
            count(counts.positions(outcome))
        );
        text.push_str(&paragraph(&heading));
        let command = |example: &SlotPosition| {
            format!("  teeko query -v {variant} \"{}\"\n", example.position)
        };
        text.extend(examples.iter().map(command));
    }
    text
}

/// Renders what Scarne's move limits cut off. Limits that cut off nothing have no row. Without
/// forced wins the text is empty.
fn limits(answer: &Stats, census: &Census) -> String {
    if answer.deepest == 0 {
        return String::new();
    }
    let cuts = |limit: &&Limit| limit.cut_off.iter().any(|layer| layer.win + layer.loss > 0);
    let (cutting, idle): (Vec<&Limit>, Vec<&Limit>) = answer.move_limits.iter().partition(cuts);
    let mut parts = Vec::new();
    if !cutting.is_empty() {
        parts.push(limit_table(census, &cutting));
    }
    let texts: Vec<String> = idle.into_iter().map(limit_text).collect();
    if !texts.is_empty() {
        let list = alternatives(&texts);
        parts.push(paragraph(&format!(
            "No forced win is cut off by a limit of {list}."
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

/// Renders which draws survive limits on taking slides back.
fn take_backs(answer: &TakeBackLimits) -> String {
    let headings = [
        "own last slide taken back in a row",
        "draws lost",
        "share",
        "Black",
        "Red",
    ];
    let rows = answer.limits.iter().map(|limit| {
        let most = if limit.most == 0 {
            "never"
        } else {
            "once, or any number of times"
        };
        let holds = |holds| if holds { "holds" } else { "loses" }.to_owned();
        let share = share(limit.lost, answer.drawn);
        let [black, red] = [limit.black_holds, limit.red_holds].map(holds);
        [most.to_owned(), count(limit.lost), share, black, red]
    });
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

/// Returns a limit with its source: `40 moves each (Scarne 1954)`.
fn limit_text(limit: &Limit) -> String {
    format!("{} moves each ({})", limit.moves_each, limit.source)
}

fn limit_table(census: &Census, limits: &[&Limit]) -> String {
    let headings = [
        "forced wins cut off by",
        "slide phase",
        "share",
        "drop phase",
        "share",
    ];
    let rows = limits.iter().map(|limit| {
        let [slides, drops] = [2 * PIECES..Census::LAYERS, 0..2 * PIECES].map(|part| {
            let cut_off = limit.cut_off[part.clone()]
                .iter()
                .map(|layer| layer.win + layer.loss);
            let forced = census.layers()[part]
                .iter()
                .map(|layer| layer.win() + layer.loss());
            let (cut_off, forced) = (cut_off.sum(), forced.sum());
            (count(cut_off), share(cut_off, forced))
        });
        [limit_text(limit), slides.0, slides.1, drops.0, drops.1]
    });
    plain_table("lrrrr", headings, rows)
}

/// Returns a percentage; one above zero never looks like zero.
fn share(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.01 {
        "< 0.01 %".to_owned()
    } else {
        format!("{share:.2} %")
    }
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

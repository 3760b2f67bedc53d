//! The section of a slide phase, with a card for each drop plan.

use std::fmt::Write;

use teeko_analysis::atlas::{DeepestWin, Entry, SlidePhase};
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, PIECES};
use teeko_table::{drop_file_name, slide_file_name};

use super::{cells, drawing, headings, push, scrolling, table};
use crate::pages::{code, goal_families, variants_with};
use crate::words::{count, short_outcome};

pub(super) fn of_slide_phase(board: Board, phase: &SlidePhase) -> String {
    let no_centre = phase.variants[0].variant.no_centre;
    let banned: Vec<&Entry> =
        if no_centre { Vec::new() } else { variants_with(phase, true).collect() };
    let cards = variants_with(phase, no_centre)
        .enumerate()
        .map(|(number, entry)| card(board, entry, banned.get(number).copied()));
    format!(
        include_str!("section.html"),
        name = phase.name,
        goals = phase.goals,
        step = phase.step,
        count = phase.goals.on(board).patterns().len(),
        families = goal_families(phase.goals),
        histogram = drawing::histogram(&phase.name, &phase.census),
        deepest = deepest(
            board,
            &format!("Deepest win of the slide phase, {}", phase.name),
            phase.deepest_win
        ),
        table = slide_file_name(&phase.variants[0].variant.into()),
        hash = phase.content_hash,
        cards = cards.collect::<String>(),
    )
}

/// Shows a position in which the deepest win begins, as a drawing and as text to copy.
fn deepest(board: Board, title: &str, win: Option<DeepestWin>) -> String {
    let Some(DeepestWin { distance, position }) = win else { return String::new() };
    let rows = rows_form(board, &position);
    format!(
        "<figure>\n{}<figcaption>Deepest win: {} to move wins in <b>{distance}</b> \
         plies<br/><code>{rows}</code> \
         <button type=\"button\" hidden=\"\" \
         data-copy=\"{rows}\">Copy</button></figcaption>\n</figure>\n",
        drawing::position(board, title, &position),
        position.turn
    )
}

/// Describes a variant, and the same variant with the centre ban.
fn card(board: Board, entry: &Entry, banned: Option<&Entry>) -> String {
    let variant = entry.variant;
    let small = |name| format!(" <small>{name}</small>");
    let ban = |entry| format!(" <span class=\"ban\">centre banned {}</span>", chip(entry));
    format!(
        include_str!("card.html"),
        variant = variant,
        name = variant.scarne_name().map(small).unwrap_or_default(),
        value = chip(entry),
        ban = banned.map(ban).unwrap_or_default(),
        first_drops = drawing::first_drops(
            board,
            &format!("First drops of {variant}"),
            &entry.summary.first_drops
        ),
        deepest = deepest(board, &format!("Deepest win of {variant}"), entry.deepest_win),
        layers = scrolling(&format!("Drop layers of {variant}"), &drop_layers(entry)),
        source = source(entry),
        source_with_ban = banned.map(source).unwrap_or_default(),
    )
}

/// Returns the value of a variant.
fn chip(entry: &Entry) -> String {
    let value = entry.summary.value.outcome;
    format!(
        "<span class=\"chip {}\" data-variant=\"{}\" title=\"{}\">{}</span>",
        value.name(),
        entry.variant,
        short_outcome(value),
        code(value)
    )
}

/// Names the table that the numbers come from.
fn source(entry: &Entry) -> String {
    let file = drop_file_name(&entry.variant.into());
    format!(
        "<p class=\"source\">Table {file}, content hash <code>{}</code></p>\n",
        entry.content_hash
    )
}

fn drop_layers(entry: &Entry) -> String {
    let columns = headings(["Pieces", "Won", "Drawn", "Lost", "Over"]);
    let mut rows = String::new();
    for (layer, census) in entry.summary.census.drops().iter().enumerate().take(2 * PIECES) {
        let counts = [census.win(), census.draw(), census.loss(), census.over()];
        push!(rows, "<tr><th scope=\"row\">{layer}</th>{}</tr>\n", cells(counts.map(count)));
    }
    table("<table>\n", &columns, &rows)
}

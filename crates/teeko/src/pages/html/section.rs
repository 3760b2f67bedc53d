//! The section of a slide phase, with a card for each drop plan.

use std::fmt::Write;

use teeko_rules::Board;
use teeko_table::{drop_file_name, slide_file_name};

use super::{cells, drawing, headings, push, scrolling, table};
use crate::answers::LayerCounts;
use crate::pages::{code, goal_families};
use crate::questions::{Atlas, AtlasPhase, AtlasVariant, AtlasWin};
use crate::words::{count, short_outcome};

pub(super) fn of_slide_phase(atlas: &Atlas, phase: &AtlasPhase) -> String {
    let (board, no_centre) = (atlas.board, atlas.variants[0].variant.no_centre);
    let banned: Vec<&AtlasVariant> =
        if no_centre { Vec::new() } else { atlas.variants_with(phase, true).collect() };
    let first = atlas.variants_with(phase, no_centre).next().map(|entry| entry.variant);
    let cards = atlas
        .variants_with(phase, no_centre)
        .enumerate()
        .map(|(number, entry)| card(board, entry, banned.get(number).copied()));
    format!(
        include_str!("section.html"),
        name = phase.slide_phase,
        goals = phase.goals,
        step = phase.step,
        count = phase.goal_count,
        families = goal_families(phase.goals),
        histogram =
            drawing::histogram(&phase.slide_phase, &LayerCounts::of_slides(&phase.census.slide)),
        deepest = deepest(
            board,
            &format!("Deepest win of the slide phase, {}", phase.slide_phase),
            phase.deepest_win.as_ref()
        ),
        table = first.map(|variant| slide_file_name(&variant.into())).unwrap_or_default(),
        hash = phase.content_hash,
        cards = cards.collect::<String>(),
    )
}

/// Shows a position in which the deepest win begins, as a drawing and as text to copy.
fn deepest(board: Board, title: &str, win: Option<&AtlasWin>) -> String {
    let Some(AtlasWin { value, position, .. }) = win else { return String::new() };
    let (distance, rows) = (value.dtw.unwrap_or(0), position.to_string());
    format!(
        "<figure>\n{}<figcaption>Deepest win: {} to move wins in <b>{distance}</b> \
         plies<br/><code>{rows}</code> \
         <button type=\"button\" hidden=\"\" \
         data-copy=\"{rows}\">Copy</button></figcaption>\n</figure>\n",
        drawing::position(board, title, position),
        position.turn
    )
}

/// Describes a variant, and the same variant with the centre ban.
fn card(board: Board, entry: &AtlasVariant, banned: Option<&AtlasVariant>) -> String {
    let variant = entry.variant;
    let small = |name| format!(" <small>{name}</small>");
    let ban = |entry| format!(" <span class=\"ban\">centre banned {}</span>", chip(entry));
    format!(
        include_str!("card.html"),
        variant = variant,
        name = variant.scarne_name().map(small).unwrap_or_default(),
        value = chip(entry),
        ban = banned.map(ban).unwrap_or_default(),
        first_drops =
            drawing::first_drops(board, &format!("First drops of {variant}"), &entry.first_drops),
        deepest = deepest(board, &format!("Deepest win of {variant}"), entry.deepest_win.as_ref()),
        layers = scrolling(&format!("Drop layers of {variant}"), &drop_layers(entry)),
        source = source(entry),
        source_with_ban = banned.map(source).unwrap_or_default(),
    )
}

/// Returns the value of a variant.
fn chip(entry: &AtlasVariant) -> String {
    let value = entry.value.value_or_draw().outcome;
    format!(
        "<span class=\"chip {}\" data-variant=\"{}\" title=\"{}\">{}</span>",
        value.name(),
        entry.variant,
        short_outcome(value),
        code(value)
    )
}

/// Names the table that the numbers come from.
fn source(entry: &AtlasVariant) -> String {
    let file = drop_file_name(&entry.variant.into());
    format!(
        "<p class=\"source\">Table {file}, content hash <code>{}</code></p>\n",
        entry.content_hash
    )
}

fn drop_layers(entry: &AtlasVariant) -> String {
    let columns = headings(["Pieces", "Won", "Drawn", "Lost", "Over"]);
    let mut rows = String::new();
    for drop in &entry.census.drop {
        let counts = [drop.win, drop.draw, drop.loss, drop.over];
        let layer = drop.layer;
        push!(rows, "<tr><th scope=\"row\">{layer}</th>{}</tr>\n", cells(counts.map(count)));
    }
    table("<table>\n", &columns, &rows)
}

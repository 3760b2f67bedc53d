//! The section of a slide phase, with a card for each drop plan.

use std::fmt::Write;

use teeko_analysis::atlas::{DeepestWin, Entry, SlidePhase};
use teeko_rules::notation::rows_form;
use teeko_rules::{Board, PIECES};
use teeko_table::{drop_file_name, slide_file_name};

use super::{cells, class, drawing, headings, push, scrolling};
use crate::pages::{code, goal_families, variants_with};
use crate::words::{count, short_outcome};

pub(super) fn of_slide_phase(board: Board, phase: &SlidePhase) -> String {
    let name = &phase.name;
    let mut text = format!(
        "<section id=\"{name}\">\n<h2>Goal set {}, {} steps <a class=\"up\" href=\"#values\" \
         aria-label=\"Back to the values\">↑</a></h2>\n\
         <p>{} goals: {}.</p>\n",
        phase.goals,
        phase.step,
        phase.goals.on(board).patterns().len(),
        goal_families(phase.goals)
    );
    let caption = "Slide phase: positions by distance to win, <span class=\"key win\"></span> won \
        by the side to move, \
                   <span class=\"key loss\"></span> lost.";
    push!(
        text,
        "<div class=\"slide-phase\">\n<figure class=\"wide\">\n<div \
         class=\"scroll\">{}</div>\n<figcaption>{caption}</figcaption>\n</figure>\n",
        drawing::histogram(name, &phase.census)
    );
    text += &deepest(board, &format!("Deepest win of the slide phase, {name}"), phase.deepest_win);
    push!(
        text,
        "</div>\n<p class=\"source\">Table {}, content hash <code>{}</code></p>\n<div \
         class=\"cards\">\n",
        slide_file_name(&phase.variants[0].variant.into()),
        phase.content_hash
    );
    let no_centre = phase.variants[0].variant.no_centre;
    let banned: Vec<&Entry> =
        if no_centre { Vec::new() } else { variants_with(phase, true).collect() };
    for (number, entry) in variants_with(phase, no_centre).enumerate() {
        text += &card(board, entry, banned.get(number).copied());
    }
    text + "</div>\n</section>\n"
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
    let name =
        variant.scarne_name().map(|name| format!(" <small>{name}</small>")).unwrap_or_default();
    let mut text = format!(
        "<article class=\"card\" id=\"{variant}\">\n<h3><span \
         class=\"plan\">{variant}</span>{name}</h3>\n<p>{}",
        chip(entry)
    );
    if let Some(banned) = banned {
        push!(text, " <span class=\"ban\">centre banned {}</span>", chip(banned));
    }
    push!(
        text,
        "</p>\n<div class=\"boards\">\n<figure>\n{}<figcaption>First \
         drops</figcaption>\n</figure>\n{}</div>\n",
        drawing::first_drops(
            board,
            &format!("First drops of {variant}"),
            &entry.summary.first_drops
        ),
        deepest(board, &format!("Deepest win of {variant}"), entry.deepest_win)
    );
    push!(
        text,
        "<details>\n<summary>Counts and table</summary>\n{}{}",
        scrolling(&format!("Drop layers of {variant}"), &drop_layers(entry)),
        source(entry)
    );
    text += &banned.map(source).unwrap_or_default();
    text + "</details>\n</article>\n"
}

/// Returns the value of a variant.
fn chip(entry: &Entry) -> String {
    let value = entry.summary.value.outcome;
    format!(
        "<span class=\"chip {}\" data-variant=\"{}\" title=\"{}\">{}</span>",
        class(value),
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
    let mut table = format!("<table>\n<thead><tr>{columns}</tr></thead>\n<tbody>\n");
    for (layer, census) in entry.summary.census.drops().iter().enumerate().take(2 * PIECES) {
        let counts = [census.win(), census.draw(), census.loss(), census.over()];
        push!(table, "<tr><th scope=\"row\">{layer}</th>{}</tr>\n", cells(counts.map(count)));
    }
    table + "</tbody>\n</table>\n"
}

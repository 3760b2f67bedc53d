//! The atlas as one HTML page. It loads nothing from elsewhere, is well-formed XML, and has only a
//! short script that copies positions.
//!
//! It begins with the values by plan and goal set, which readers compare most. A section for each
//! slide phase follows, with a card for each drop plan.

mod drawing;
mod section;

use std::fmt::{Display, Write};

use teeko_rules::{DropPlan, Outcome, PIECES, Value};

use super::{
    OUTCOMES, code, flips, goals_compared, points_legend, push, slide_phase_row, title,
    value_in_points,
};
use crate::answers::LayerCounts;
use crate::questions::{Atlas, AtlasComparison, AtlasDropComparison, AtlasPhase, AtlasVariant};
use crate::words::{count, short_outcome};

/// Returns the atlas as one HTML page, without external links.
pub fn atlas_html(atlas: &Atlas) -> String {
    let mut sections = values(atlas) + &slide_phases(atlas) + &changes(atlas);
    for phase in &atlas.slide_phases {
        sections += &section::of_slide_phase(atlas, phase);
    }
    format!(
        include_str!("html/page.html"),
        title = title(atlas),
        style = include_str!("html/style.css"),
        contents = contents(atlas),
        sections = sections,
        version = env!("CARGO_PKG_VERSION"),
        // It shows the buttons that copy positions, and works if the page is a local file.
        script = include_str!("html/copy.js"),
    )
}

fn contents(atlas: &Atlas) -> String {
    let mut nav = String::from(
        "<nav aria-label=\"Contents\">\n<ul>\n<li><a href=\"#values\">Values</a></li>\n",
    );
    nav += "<li><a href=\"#slide-phases\">Slide phases</a></li>\n";
    if !atlas.comparisons.is_empty() {
        nav += "<li><a href=\"#changes\">What more goals change</a></li>\n";
    }
    for step in atlas.steps() {
        push!(nav, "<li>Goal sets, {} steps: ", step);
        for phase in atlas.phases_with(step) {
            push!(nav, "<a href=\"#{}\">{}</a> ", phase.slide_phase, phase.goals);
        }
        nav += "</li>\n";
    }
    nav + "</ul>\n</nav>\n"
}

/// Returns the row heading of a plan, with its name.
fn plan_heading(plan: DropPlan) -> String {
    let name = plan.scarne_name().map(|name| format!(" <small>{name}</small>")).unwrap_or_default();
    format!("<th scope=\"row\"><span class=\"plan\">{plan}</span>{name}</th>")
}

/// Returns column headings.
fn headings(texts: impl IntoIterator<Item: Display>) -> String {
    let heading = |text| format!("<th scope=\"col\">{text}</th>");
    texts.into_iter().map(heading).collect()
}

/// Returns the cells of a row.
fn cells(texts: impl IntoIterator<Item = String>) -> String {
    let cell = |text| format!("<td>{text}</td>");
    texts.into_iter().map(cell).collect()
}

/// Returns a table with a head of one row. `opening` is its tag, with the caption if it has one.
fn table(opening: &str, head: &str, rows: &str) -> String {
    format!("{opening}<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}

/// Wraps a table in a box that scrolls if the table is too wide.
fn scrolling(label: &str, table: &str) -> String {
    format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{label}\" \
         tabindex=\"0\">\n{table}</div>\n"
    )
}

/// Returns the values of all variants, by plan and goal set.
fn values(atlas: &Atlas) -> String {
    let mut text = String::from(include_str!("html/values.html").trim_end());
    let bans = atlas.no_centre();
    let [first_ban, ref more_bans @ ..] = bans[..] else { return String::new() };
    if !more_bans.is_empty() {
        text += " Small: the value if Black may not open in the centre, where it is another.";
    } else if first_ban {
        text += " Black may not open in the centre.";
    }
    if atlas.variants.iter().any(|entry| entry.in_points.is_some()) {
        push!(text, " {}", points_legend());
    }
    text += "</p>\n<div class=\"value-tables\">\n";
    for step in atlas.steps() {
        let (mut head, mut rows) = (headings(["Drop plan"]), String::new());
        let phases: Vec<&AtlasPhase> = atlas.phases_with(step).collect();
        for phase in &phases {
            let (name, goals) = (&phase.slide_phase, phase.goals);
            push!(head, "<th scope=\"col\"><a href=\"#{name}\">{goals}</a></th>");
            head += &headings(atlas.has_points(phase).then(|| format!("{} points", phase.goals)));
        }
        for (number, &plan) in atlas.plans().iter().enumerate() {
            push!(rows, "<tr>{}", plan_heading(plan));
            for phase in &phases {
                let entry = |&ban: &bool| atlas.variants_with(phase, ban).nth(number);
                let entries: Vec<&AtlasVariant> = bans.iter().filter_map(entry).collect();
                rows += &value_cell(&entries, |entry| Some(entry.value.value_or_draw()), link);
                if atlas.has_points(phase) {
                    let points = |_: &AtlasVariant, entry: &AtlasVariant| value_in_points(entry);
                    rows += &value_cell(&entries, AtlasVariant::value_in_points, points);
                }
            }
            rows += "</tr>\n";
        }
        let opening = format!(
            "<table class=\"values\">\n<caption>With {step} steps, by goal set</caption>\n"
        );
        text += &scrolling(&format!("Values with {step} steps"), &table(&opening, &head, &rows));
    }
    text + "</div>\n</section>\n"
}

/// Returns the value of a variant, and the value with the centre ban if it differs. `text` receives
/// the first variant and the one whose value it shows.
fn value_cell(
    entries: &[&AtlasVariant],
    value: impl Fn(&AtlasVariant) -> Option<Value>,
    text: impl Fn(&AtlasVariant, &AtlasVariant) -> String,
) -> String {
    let Some((first, more)) = entries.split_first() else { return "<td></td>".to_owned() };
    // The CSS class of an outcome is its name.
    let style =
        |entry: &AtlasVariant| value(entry).map_or(Outcome::Draw, |value| value.outcome).name();
    let mut cell = format!("<td class=\"{}\">{}", style(first), text(first, first));
    for other in more.iter().filter(|other| value(other) != value(first)) {
        push!(cell, " <small class=\"{}\">{}</small>", style(other), text(first, other));
    }
    cell + "</td>"
}

/// Returns the value of a variant with a link to its card.
fn link(card: &AtlasVariant, entry: &AtlasVariant) -> String {
    let variant = entry.variant;
    let value = entry.value.value_or_draw().outcome;
    let spoken = format!("{variant}: {}", short_outcome(value));
    format!(
        "<a href=\"#{}\" data-variant=\"{variant}\" title=\"{spoken}\" \
         aria-label=\"{spoken}\">{}</a>",
        card.variant,
        code(value)
    )
}

fn slide_phases(atlas: &Atlas) -> String {
    let columns = [
        "Goal set",
        "Goals",
        "Positions",
        "Won, drawn, lost",
        "Won",
        "Drawn",
        "Lost",
        "Over",
        "Deepest",
    ];
    let mut rows = String::new();
    for phase in &atlas.slide_phases {
        let [goals, positions, others @ ..] = slide_phase_row(phase);
        let shares = drawing::shares(&LayerCounts::of_slides(&phase.census.slide));
        push!(
            rows,
            "<tr><th scope=\"row\"><a href=\"#{0}\">{0}</a></th>{1}</tr>\n",
            phase.slide_phase,
            cells([goals, positions, shares].into_iter().chain(others)),
        );
    }
    let table = table("<table>\n", &headings(columns), &rows);
    format!(include_str!("html/slide-phases.html"), table = scrolling("Slide phases", &table))
}

/// Describes the effects of additional goals. Empty if there are no neighbours.
fn changes(atlas: &Atlas) -> String {
    if atlas.comparisons.is_empty() {
        return String::new();
    }
    let matrices: String = atlas.comparisons.iter().map(matrix).collect();
    format!(include_str!("html/changes.html"), matrices = matrices)
}

fn matrix(comparison: &AtlasComparison) -> String {
    let heading = goals_compared(comparison, |step| format!(", {step} steps"));
    let head = "<td></td>".to_owned() + &headings(OUTCOMES.map(|(_, name)| name));
    let mut rows = String::new();
    for (one, outcome) in OUTCOMES {
        push!(rows, "<tr><th scope=\"row\">{outcome}</th>");
        for (other, _) in OUTCOMES {
            let same = if one == other { " class=\"same\"" } else { "" };
            push!(
                rows,
                "<td{same}>{}</td>",
                count(comparison.slide.by_outcome.positions(one, other))
            );
        }
        rows += "</tr>\n";
    }
    let changed = flips(&comparison.slide);
    let opening = format!("<table>\n<caption>{changed} have another outcome</caption>\n");
    let drops = layers_with_flips(comparison);
    format!(
        "<article>\n<h3>{heading}</h3>\n{}<details>\n<summary>Drop \
         layers</summary>\n{}</details>\n</article>\n",
        scrolling(&heading, &table(&opening, &head, &rows)),
        scrolling(&format!("Drop layers, {heading}"), &drops)
    )
}

/// Returns the positions of each drop layer with another outcome, by plan. The centre ban can
/// change only layer 0, which is in the table of values.
fn layers_with_flips(comparison: &AtlasComparison) -> String {
    let head = headings(["Plan"]) + &headings(1..2 * PIECES);
    let mut rows = String::new();
    let no_centre = comparison.drop[0].variants[1].no_centre;
    for AtlasDropComparison { variants: [_, variant], layers } in &comparison.drop {
        if variant.no_centre == no_centre {
            let flips = layers[1..].iter().map(|layer| count(layer.flips));
            push!(
                rows,
                "<tr><th scope=\"row\" class=\"plan\">{}</th>{}</tr>\n",
                variant.plan,
                cells(flips)
            );
        }
    }
    let caption = "<caption>Positions with another outcome, by pieces on the board</caption>";
    table(&format!("<table>\n{caption}\n"), &head, &rows)
}

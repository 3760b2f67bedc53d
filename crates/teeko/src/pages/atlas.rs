//! The atlas as one HTML page. It loads nothing from elsewhere, is well-formed XML, and has only a
//! short script that copies positions and works if the page is a local file.
//!
//! It begins with the values by plan and goal set, which readers compare most. A section for each
//! slide phase follows, with a card for each drop plan.

use std::fmt::Display;

use teeko_rules::{
    Board, Circles, DropPlan, GoalFamily, GoalSet, NamedStep, Outcome, Scoring, Variant,
};
use teeko_table::{DROP_EXTENSION, SLIDE_EXTENSION};

use super::board::{Drawing, STEP, middle_of};
use super::histogram::{Area, chart};
use super::{OUTCOMES, joined};
use crate::answers::FirstDropEntry;
use crate::questions::{Atlas, AtlasComparison, AtlasMatrix, AtlasPhase, AtlasVariant, AtlasWin};
use crate::words::{BOUND, count, short_outcome, short_value};

const AREA: Area = Area {
    left: 74.0,
    right: 632.0,
    top: 12.0,
    bottom: 196.0,
};

/// Returns the atlas as one HTML page, without external links.
pub fn atlas_html(atlas: &Atlas) -> String {
    let rule_sets = match atlas.variants.len() {
        1 => "1 rule set".to_owned(),
        count => format!("{count} rule sets"),
    };
    let contents = |&step| {
        let phases = joined(atlas.phases_with(step).map(|phase| link(phase) + " "));
        format!("<li>Goal sets, {step} steps: {phases}</li>\n")
    };
    let (mut link_to_changes, mut changes) = ("", String::new());
    if !atlas.comparisons.is_empty() {
        link_to_changes = "<li><a href=\"#changes\">What more goals change</a></li>\n";
        let matrices = joined(atlas.comparisons.iter().map(matrix));
        changes = format!(
            include_str!("../../templates/atlas_changes.html"),
            matrices = matrices
        );
    }
    let steps = atlas.steps();
    format!(
        include_str!("../../templates/atlas.html"),
        title = format!("{rule_sets} of Teeko on the {} board", atlas.board),
        style = include_str!("../../templates/atlas.css"),
        contents = link_to_changes.to_owned() + &joined(steps.iter().map(contents)),
        notes = notes(atlas),
        values = joined(steps.iter().map(|&step| values(atlas, step))),
        phases = joined(atlas.slide_phases.iter().map(phase_row)),
        changes = changes,
        sections = joined(atlas.slide_phases.iter().map(|phase| section(atlas, phase))),
        version = env!("CARGO_PKG_VERSION"),
        script = include_str!("../../templates/copy.js"),
    )
}

/// Formats an outcome in as few letters as possible: `W13`, `D` or `L24`. A legend says that the
/// distance is in plies.
fn code(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(plies) => format!("W{plies}"),
        Outcome::Loss(plies) => format!("L{plies}"),
        Outcome::Draw => "D".to_owned(),
    }
}

/// Returns the value of a variant when played for points, `win of 3 within 13`; empty if it is not
/// known.
pub fn value_in_points(entry: &AtlasVariant) -> String {
    entry
        .value_in_points()
        .map(|value| short_value(Scoring::Points, value))
        .unwrap_or_default()
}

/// Names the goal sets of a comparison: `44 to 58`. Adds the step, as `named` writes it, unless it
/// is a king's.
pub fn goals_compared(comparison: &AtlasComparison, named: impl Fn(NamedStep) -> String) -> String {
    // The variants of both slide phases differ in their goal sets only.
    let [smaller, larger] = comparison.drop[0].variants;
    let step = if larger.step == NamedStep::King {
        String::new()
    } else {
        named(larger.step)
    };
    format!("{} to {}{step}", smaller.goals, larger.goals)
}

/// Returns the explanation of columns with values in points.
pub fn points_legend() -> String {
    format!("Points: the same game played for points. {BOUND}")
}

/// Returns a table that scrolls if the screen is narrow. `start` is its beginning up to the head.
fn table(label: &str, start: &str, head: &str, rows: &str) -> String {
    format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\">\n{start}\n\
         <thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

fn column(heading: impl Display) -> String {
    format!("<th scope=\"col\">{heading}</th>")
}

fn row(heading: impl Display, cells: impl IntoIterator<Item = String>) -> String {
    format!(
        "<tr><th scope=\"row\">{heading}</th>{}</tr>\n",
        joined(cells)
    )
}

fn cell(positions: u64) -> String {
    format!("<td>{}</td>", count(positions))
}

/// Returns a goal set as a link to the section of its slide phase.
fn link(
    AtlasPhase {
        slide_phase,
        goal_set: goals,
        ..
    }: &AtlasPhase,
) -> String {
    format!("<a href=\"#{slide_phase}\">{goals}</a>")
}

/// Returns what the table of values does not say itself.
fn notes(atlas: &Atlas) -> String {
    let ban = match atlas.no_centre()[..] {
        [_, _, ..] => " Small: the value if Black may not open in the centre, where it is another.",
        [true] => " Black may not open in the centre.",
        _ => "",
    };
    let has_points = atlas.variants.iter().any(|entry| entry.in_points.is_some());
    let legend = if has_points {
        format!(" {}", points_legend())
    } else {
        String::new()
    };
    format!("{ban}{legend}")
}

/// Returns the table of values by plan and goal set.
fn values(atlas: &Atlas, step: NamedStep) -> String {
    let heading = |phase: &AtlasPhase| {
        let points = atlas
            .has_points(phase)
            .then(|| column(format!("{} points", phase.goal_set)));
        column(link(phase)) + &joined(points)
    };
    let plan = |plan: DropPlan| {
        let name = joined(
            plan.scarne_name()
                .map(|name| format!(" <small>{name}</small>")),
        );
        let cells = atlas
            .phases_with(step)
            .map(|phase| cells(atlas, phase, plan));
        row(format!("<span class=\"plan\">{plan}</span>{name}"), cells)
    };
    table(
        &format!("Values with {step} steps"),
        &format!("<table class=\"values\">\n<caption>With {step} steps, by goal set</caption>"),
        &(column("Drop plan") + &joined(atlas.phases_with(step).map(heading))),
        &joined(atlas.plans().into_iter().map(plan)),
    )
}

/// Returns the value of a variant as a cell, and its value in points as another. Values with the
/// centre ban are beside them if they are others.
fn cells(atlas: &Atlas, phase: &AtlasPhase, plan: DropPlan) -> String {
    let of_phase = atlas.variants_of(phase);
    let entries: Vec<_> = of_phase
        .filter(|entry| entry.variant.plan == plan)
        .collect();
    let Some(first) = entries.first() else {
        return String::new();
    };
    let card = first.variant;
    let linked = |entry: &&AtlasVariant| {
        let (variant, outcome) = (entry.variant, entry.value.outcome);
        let (code, about) = (
            code(outcome),
            format!("{variant}: {}", short_outcome(outcome)),
        );
        let link = format!(
            "<a href=\"#{card}\" data-variant=\"{variant}\" title=\"{about}\" \
             aria-label=\"{about}\">{code}</a>"
        );
        (outcome, link)
    };
    let priced = |entry: &&AtlasVariant| {
        let value = entry.value_in_points();
        (
            value.map_or(Outcome::Draw, |value| value.outcome),
            value_in_points(entry),
        )
    };
    let others = entries.iter().filter(|other| other.value != first.value);
    let value = value_cell(linked(first), others.map(linked));
    let others = entries
        .iter()
        .filter(|other| other.in_points != first.in_points);
    let points = atlas
        .has_points(phase)
        .then(|| value_cell(priced(first), others.map(priced)));
    value + &joined(points)
}

/// Returns a cell with an outcome in words, and others in small print.
fn value_cell(
    (outcome, words): (Outcome, String),
    others: impl Iterator<Item = (Outcome, String)>,
) -> String {
    let small = |(outcome, words): (Outcome, String)| {
        format!(" <small class=\"{}\">{words}</small>", outcome.name())
    };
    format!(
        "<td class=\"{}\">{words}{}</td>",
        outcome.name(),
        joined(others.map(small))
    )
}

/// Returns a slide phase as a row of their table.
fn phase_row(phase: &AtlasPhase) -> String {
    let counts = &phase.census.slide;
    let parts = [counts.win, counts.drawn(), counts.loss];
    let all: u64 = parts.iter().sum();
    let [won, drawn, lost] = parts.map(|part| percent(part, all));
    let widths = parts.map(|part| 120.0 * part as f64 / all.max(1) as f64);
    format!(
        include_str!("../../templates/atlas_phase_row.html"),
        name = phase.slide_phase,
        goals = phase.goal_count,
        positions = count(all),
        won = won,
        drawn = drawn,
        lost = lost,
        win = widths[0],
        draw = widths[1],
        end = widths[0] + widths[1],
        loss = widths[2],
        over = count(counts.over + counts.gift.unwrap_or(0)),
        deepest = counts.deepest()
    )
}

/// Returns what more goals change: the positions by outcome before and after.
fn matrix(comparison: &AtlasComparison) -> String {
    let heading = goals_compared(comparison, |step| format!(", {step} steps"));
    let outcomes = OUTCOMES.map(|(before, name)| {
        let cells = OUTCOMES.map(|(after, _)| {
            let cell = cell(comparison.slide.by_outcome.positions(before, after));
            if before == after {
                cell.replace("<td>", "<td class=\"same\">")
            } else {
                cell
            }
        });
        row(name, cells)
    });
    let flips = flips(&comparison.slide);
    let slide = table(
        &heading,
        &format!("<table>\n<caption>{flips} have another outcome</caption>"),
        &("<td></td>".to_owned() + &joined(OUTCOMES.map(|(_, name)| column(name)))),
        &joined(outcomes),
    );
    // The centre ban can change only layer 0, which is in the table of values.
    let no_centre = comparison.drop[0].variants[1].no_centre;
    let drops = comparison
        .drop
        .iter()
        .filter(|drop| drop.variants[1].no_centre == no_centre);
    let plans = drops.map(|drop| {
        let cells = drop.layers[1..].iter().map(|layer| cell(layer.flips));
        row(drop.variants[1].plan, cells).replace("\"row\"", "\"row\" class=\"plan\"")
    });
    let layers = comparison.drop[0].layers[1..]
        .iter()
        .map(|layer| column(layer.layer));
    let drop = table(
        &format!("Drop layers, {heading}"),
        "<table>\n<caption>Positions with another outcome, by pieces on the board</caption>",
        &(column("Plan") + &joined(layers)),
        &joined(plans),
    );
    format!(
        "<article>\n<h3>{heading}</h3>\n{slide}<details>\n<summary>Drop layers</summary>\n\
         {drop}</details>\n</article>\n"
    )
}

/// Counts the positions with another outcome: `19,451,483 of 75,363,120 positions (25.8 %)`.
fn flips(matrix: &AtlasMatrix) -> String {
    let (flips, total) = (matrix.flips, matrix.positions);
    format!(
        "{} of {} positions ({})",
        count(flips),
        count(total),
        percent(flips, total)
    )
}

/// Formats a share of a whole. A share above zero never looks like zero.
fn percent(part: u64, whole: u64) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    if part > 0 && share < 0.1 {
        "< 0.1 %".to_owned()
    } else {
        format!("{share:.1} %")
    }
}

fn section(atlas: &Atlas, phase: &AtlasPhase) -> String {
    let (name, counts) = (&phase.slide_phase, &phase.census.slide);
    let by_parity = !counts.has_any_parity();
    let of = format!("the slide phase, {name}");
    // Without the centre ban, unless all have it.
    let cards = atlas
        .variants_with(phase, atlas.no_centre()[0])
        .map(|entry| card(atlas, entry));
    format!(
        include_str!("../../templates/atlas_phase.html"),
        name = name,
        goals = phase.goal_set,
        step = phase.steps,
        goal_count = phase.goal_count,
        families = families(phase.goal_set),
        won = count(counts.win),
        odd = if by_parity { " at odd" } else { "" },
        lost = count(counts.loss),
        even = if by_parity { " at even distances" } else { "" },
        deepest = counts.deepest(),
        chart = chart(&AREA, &counts.by_dtw, counts.has_any_parity()),
        deepest_win = joined(
            phase
                .deepest_win
                .as_ref()
                .map(|win| deepest_win(atlas, &of, win))
        ),
        extension = SLIDE_EXTENSION,
        hash = phase.content_hash,
        cards = joined(cards)
    )
}

fn families(goals: GoalSet) -> String {
    let mut descriptions: Vec<&str> = goals.families().map(GoalFamily::description).collect();
    // Squares of several sides share one description.
    descriptions.dedup();
    descriptions.join(", ")
}

fn card(atlas: &Atlas, entry: &AtlasVariant) -> String {
    let variant = entry.variant;
    let chip = |entry: &AtlasVariant| {
        let (variant, outcome) = (entry.variant, entry.value.outcome);
        format!(
            r#"<span class="chip {}" data-variant="{variant}" title="{}">{}</span>"#,
            outcome.name(),
            short_outcome(outcome),
            code(outcome)
        )
    };
    let source = |AtlasVariant {
                      variant,
                      content_hash,
                      ..
                  }: &AtlasVariant| {
        format!(
            "<p class=\"source\">Table {variant}.{DROP_EXTENSION}, content hash \
             <code>{content_hash}</code></p>\n"
        )
    };
    // The same variant with the centre ban, if it is another one.
    let with_ban = Variant {
        no_centre: true,
        ..variant
    };
    let banned = atlas
        .variants
        .iter()
        .find(|other| other.variant == with_ban && with_ban != variant);
    let ban =
        banned.map(|entry| format!(" <span class=\"ban\">centre banned {}</span>", chip(entry)));
    let layers = entry.census.drop.iter().map(|drop| {
        row(
            drop.layer,
            [drop.win, drop.draw, drop.loss, drop.over].map(cell),
        )
    });
    let of = variant.to_string();
    format!(
        include_str!("../../templates/atlas_card.html"),
        variant = variant,
        scarne_name = joined(
            variant
                .scarne_name()
                .map(|name| format!(" <small>{name}</small>"))
        ),
        chip = chip(entry),
        ban = joined(ban),
        first_drops = first_drops(atlas.board, variant, &entry.first_drops),
        deepest_win = joined(
            entry
                .deepest_win
                .as_ref()
                .map(|win| deepest_win(atlas, &of, win))
        ),
        table = table(
            &format!("Drop layers of {variant}"),
            "<table>",
            &joined(["Pieces", "Won", "Drawn", "Lost", "Over"].map(column)),
            &joined(layers)
        ),
        sources = joined([entry].into_iter().chain(banned).map(source))
    )
}

fn deepest_win(atlas: &Atlas, of: &str, win: &AtlasWin) -> String {
    let (title, position) = (format!("Deepest win of {of}"), &win.position);
    let drawing = Drawing::of_position(atlas.board, title, position).svg();
    let (turn, plies) = (position.turn, win.value.dtw().unwrap_or(0));
    format!(
        "<figure>\n{drawing}\n<figcaption>Deepest win: {turn} to move wins in <b>{plies}</b> plies\
         <br/><code>{position}</code> <button type=\"button\" hidden=\"\" \
         data-copy=\"{position}\">Copy</button></figcaption>\n</figure>\n"
    )
}

/// Draws the value of each first drop for Black, beside the number of its circle.
fn first_drops(board: Board, variant: Variant, drops: &[FirstDropEntry]) -> String {
    let worth = |drop: &FirstDropEntry| drop.worth.value.map(|value| value.outcome);
    let with = |fits: &dyn Fn(Option<Outcome>) -> bool| -> Circles {
        drops
            .iter()
            .filter(|drop| fits(worth(drop)))
            .map(|drop| drop.played.to())
            .collect()
    };
    let mut outcomes: Vec<Outcome> = drops.iter().filter_map(worth).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    let described = outcomes.iter().rev().map(|&outcome| {
        format!(
            "{}: {}.",
            code(outcome),
            with(&|worth| worth == Some(outcome))
        )
    });
    let description = described.collect::<Vec<_>>().join(" ");
    let mut drawing = Drawing::new(board, format!("First drops of {variant}"), description);
    let class = |worth: Option<Outcome>| worth.map_or("banned", Outcome::name);
    for name in ["win", "draw", "loss", "banned"] {
        let circles = with(&|worth| class(worth) == name);
        drawing.add_circles(board, &format!("dot {name}"), circles);
    }
    for drop in drops {
        let words = match worth(drop) {
            Some(Outcome::Draw) => code(Outcome::Draw),
            Some(decided) => decided.distance().unwrap_or_default().to_string(),
            None => "×".to_owned(),
        };
        let (x, y) = middle_of(board, drop.played.to());
        drawing.add_label(class(worth(drop)), (x, y + 3), &words);
        // Small, in the corner of its place.
        let corner = (x - STEP / 2 + 1, y - STEP / 2 + 5);
        drawing.add_label("number", corner, &drop.played.to_string());
    }
    drawing.svg()
}

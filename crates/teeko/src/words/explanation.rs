//! The rules of a game in words.

use teeko_rules::{DropStyle, PIECES, Parity, Rules, RulesName, Scoring};

/// Explains how pieces are dropped and slid, and what ends the game, a paragraph each. The goals
/// are better drawn.
pub fn explanation(rules: &Rules) -> Vec<String> {
    vec![drops(rules), slides(rules), end(rules)]
}

/// Returns what a game is called, and by whom; `None` if it has no name but its rules'.
pub fn called(name: &RulesName) -> Option<String> {
    if let Some(scarnes) = name.scarne_name() {
        return Some(format!("\"{scarnes}\" in \"Scarne on Teeko\" by John Scarne (1955)"));
    }
    let who = match name.common_name()?.as_str() {
        "plus" => "Teeko Plus, as a course calls it",
        "teeko2" => "Teeko2, the game of an artificial intelligence course",
        "junior" => "Teeko Junior, today's game on a board of 4 x 4 circles",
        "final" => "the final edition of 1964",
        _ => return None,
    };
    Some(who.to_owned())
}

fn drops(rules: &Rules) -> String {
    let mut text = format!(
        "Drops: Black and Red drop {PIECES} pieces each in turn, Black first, on empty circles."
    );
    let styles = rules.plan().styles();
    let pointed: Vec<String> = (1..)
        .zip(styles)
        .filter(|&(_, style)| style == DropStyle::Point)
        .map(|(number, _): (usize, _)| number.to_string())
        .collect();
    if rules.plan().is_full_alternate() {
        text += " The opponent of the side that drops points at the circle.";
    } else if !pointed.is_empty() {
        let which = if pointed.len() == 1 { "drop" } else { "drops" };
        let numbers = pointed.join(", ");
        let rest = "of each side, the opponent points at the circle.";
        text.extend([" In ", which, " ", &numbers, " ", rest]);
    }
    if rules.pass_rule() {
        text += " The opponent may pass instead; the side then chooses the circle.";
    }
    if rules.centre_ban() {
        text += " Black's first drop may not be in the centre.";
    }
    if rules.scoring() == Scoring::Pips {
        text +=
            " The pieces of a side have 1, 2, 3 and 4 pips; the side chooses which one it drops.";
    }
    text
}

fn slides(rules: &Rules) -> String {
    let step = if let Some(step) = rules.step().named() {
        step.description().to_owned()
    } else {
        let offsets = rules.step().offsets().iter();
        let offsets: Vec<String> = offsets.map(|(x, y)| format!("({x}, {y})")).collect();
        format!("by one of these columns and rows: {}", offsets.join(" "))
    };
    format!(
        "Slides: then each moves one of their pieces in turn, {step}; the circle must be empty."
    )
}

fn end(rules: &Rules) -> String {
    let mut text = "End: the first goal wins at once, also one made by a drop.".to_owned();
    if rules.parity() != Parity::Fixed {
        text += " A goal with an empty circle ( _ ) counts only while that circle is empty. If \
                 your piece leaves it, your opponent's goal wins.";
    }
    match rules.scoring() {
        Scoring::Goals => {}
        Scoring::Points => text += " Both sides play for the most points.",
        Scoring::Pips => {
            text += " The win scores the pips of the piece that moved last, and 4 more if this \
                     piece is now in the centre or a corner. Both sides play for the most points.";
        }
    }
    text + " Play that never ends is a draw. So is a game in which the side to move cannot slide."
}

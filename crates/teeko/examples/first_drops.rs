//! Draws the value of each first drop of a variant as SVG:
//! `cargo run -p teeko --example first_drops -- advanced`.

use std::fmt::Write;

use teeko::analysis::first_drops;
use teeko::{Error, Game, Outcome};

/// The distance between circles.
const STEP: isize = 80;

fn main() -> Result<(), Error> {
    let name = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "advanced".to_owned());
    print!("{}", picture(&Game::solve(&name)?)?);
    Ok(())
}

/// Returns a drawing of the board. Signs mark the values, so that it can be read without colour:
/// `+` and plies for a win, `−` and plies for a loss, `=` for a draw.
pub(crate) fn picture(game: &Game) -> Result<String, Error> {
    let name = game.name();
    let board = game.board();
    let width = STEP * board.width() as isize;
    let height = STEP * board.height() as isize;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n\
         <title>{name}: what each first drop is worth to Black</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"16\" fill=\"#efe8d6\"/>\n"
    );
    for drop in first_drops(game)? {
        let circle = drop.played.to();
        let x = STEP * board.column(circle) + STEP / 2;
        let y = STEP * board.row(circle) + STEP / 2;
        let (ground, ink, text) = match drop.worth.value.map(|value| value.outcome) {
            Some(Outcome::Win(plies)) => ("#1f5a96", "#ffffff", format!("+{plies}")),
            Some(Outcome::Loss(plies)) => ("#f8dfd2", "#7a2c0f", format!("−{plies}")),
            Some(Outcome::Draw) => ("#fdfcf9", "#45433c", "=".to_owned()),
            None => ("#c9bfa5", "#45433c", String::new()),
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"30\" fill=\"{ground}\" stroke=\"#c9bfa5\"/>\
             <text x=\"{x}\" y=\"{}\" font-size=\"24\" fill=\"{ink}\">{text}</text>\
             <text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"#6b6455\">{circle}</text>",
            y + 8,
            x - STEP / 2 + 12,
            y - STEP / 2 + 16
        );
    }
    Ok(svg + "</svg>\n")
}

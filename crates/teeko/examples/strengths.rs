//! Measures how much stronger each strength of the program is than the one below:
//! `cargo run --release -p teeko --example strengths -- advanced 200`.

use teeko::analysis::{Choice, Strength, chosen_by};
use teeko::rules::notation::{GameRecord, Ply};
use teeko::{Error, Game, Oracle as _, Position, Side};

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "standard".to_owned());
    let games = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let game = Game::solve(&name)?;
    for number in 2..=5 {
        let [low, high] = [number - 1, number]
            .map(|number| Strength::new(number).expect("a strength from 1 to 5"));
        let mut counts = [0; 3];
        for seed in 0..games {
            let stronger = if seed % 2 == 0 { Side::Black } else { Side::Red };
            counts[played(&game, [low, high], stronger, seed << 32)?] += 1;
        }
        let [lost, drawn, won] = counts;
        let points = won as f64 + drawn as f64 / 2.0;
        println!(
            "{name}: strength {number} scores {:.0} % against {}: {won} won, {drawn} drawn, \
             {lost} lost",
            100.0 * points / games as f64,
            number - 1
        );
    }
    Ok(())
}

/// Plays a game. Returns 2 if `stronger` wins, 1 for a draw and 0 if it loses.
fn played(
    game: &Game,
    [low, high]: [Strength; 2],
    stronger: Side,
    seed: u64,
) -> Result<usize, Error> {
    let rules = game.rules();
    let mut record = GameRecord { start: Position::EMPTY, plies: Vec::new() };
    loop {
        let end = record.end();
        if let Some(winner) = rules.winner(&end) {
            return Ok(if winner == stronger { 2 } else { 0 });
        }
        let analysis = game.analyse(&end)?;
        let strength = if analysis.chooser == stronger { high } else { low };
        let choice = chosen_by(strength, &analysis, seed + record.plies.len() as u64);
        let Some(Choice::Move(played)) = choice.map(|choice| choice.choice) else {
            return Ok(1);
        };
        record.plies.push(Ply { played, passed: false });
        if record.is_repeated() {
            return Ok(1);
        }
    }
}

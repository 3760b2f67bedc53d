//! Measures how much stronger each strength of the program is than the one below, and how often
//! novices win against the lowest:
//! `cargo run --release -p teeko --example strengths -- advanced 200`.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use teeko::analysis::{Analysis, Choice, RankedChoice};
use teeko::questions::{PositionAsked, Strength, chosen_by};
use teeko::rules::notation::{GameRecord, Ply};
use teeko::{Error, Game, Move, Oracle as _, Outcome, Position, Rules, Side};

/// The novices: how many in a hundred losses in one move they see, and whether they build goals.
const NOVICES: [(&str, u64, bool); 4] = [
    ("a random mover that takes wins", 0, false),
    ("one that sees 60 % of losses in one move", 60, false),
    ("one that sees 80 % of them", 80, false),
    ("one that sees them all and builds goals", 100, true),
];

/// Makes a choice; the seed chooses among those that are equal to the player.
type Player<'a> = &'a dyn Fn(&Analysis, u64) -> Option<RankedChoice>;

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "standard".to_owned());
    let games = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let game = Game::solve(&name)?;
    let measure = |player: Player<'_>, opponent: Player<'_>, who: &str, against: u64| {
        let mut counts = [0; 3];
        for seed in 0..games {
            let side = if seed % 2 == 0 { Side::Black } else { Side::Red };
            counts[played(&game, [opponent, player], side, seed << 32)?] += 1;
        }
        let [lost, drawn, won] = counts;
        let points = won as f64 + drawn as f64 / 2.0;
        println!(
            "{name}: {who} scores {:.0} % against strength {against}: {won} won, {drawn} drawn, \
             {lost} lost",
            100.0 * points / games as f64,
        );
        Ok::<(), Error>(())
    };
    let program = |number| {
        let strength = Strength::try_from(number).expect("a strength from 1 to 5");
        move |analysis: &Analysis, seed| chosen_by(strength, analysis, seed)
    };
    for number in 2..=5 {
        let who = format!("strength {number}");
        measure(&program(number), &program(number - 1), &who, number - 1)?;
    }
    for number in 1..=3 {
        for (who, sight, builds) in NOVICES {
            let novice = |analysis: &Analysis, seed| {
                novices_choice(game.rules(), analysis, seed, sight, builds)
            };
            measure(&novice, &program(number), who, number)?;
        }
    }
    Ok(())
}

/// Plays a game. Returns 2 if the second player, who plays `side`, wins, 1 for a draw and 0 if they
/// lose.
fn played(game: &Game, players: [Player<'_>; 2], side: Side, seed: u64) -> Result<usize, Error> {
    let rules = game.rules();
    let mut record = GameRecord { start: Position::EMPTY, plies: Vec::new() };
    loop {
        let end = record.end();
        if let Some(winner) = rules.winner(&end) {
            return Ok(if winner == side { 2 } else { 0 });
        }
        let analysis = game.answer(&PositionAsked::new(end))?;
        let chooses = players[usize::from(analysis.chooser == side)];
        let choice = chooses(&analysis, seed + record.plies.len() as u64);
        let Some(Choice::Move(played)) = choice.map(|choice| choice.choice) else {
            return Ok(1);
        };
        record.plies.push(Ply { played, passed: false });
        if record.is_repeated() {
            return Ok(1);
        }
    }
}

/// Returns the choice of a novice under rules in which the side to move chooses. They win at once
/// if they can, avoid a loss in one move if they see it, and otherwise move at random or, if they
/// build goals, get as many pieces as they can into a goal that is still open.
fn novices_choice(
    rules: &Rules,
    analysis: &Analysis,
    seed: u64,
    sight: u64,
    builds: bool,
) -> Option<RankedChoice> {
    let mut drawn = 0_u64;
    let mut below = |count: u64| {
        drawn += 1;
        let mut hasher = DefaultHasher::new();
        (seed, drawn).hash(&mut hasher);
        hasher.finish() % count
    };
    let is_awake = below(100) < sight;
    let rank = |choice: &RankedChoice| match choice.value.outcome {
        Outcome::Win(1) => (2, 0),
        Outcome::Loss(2) if is_awake => (0, 0),
        _ if builds => {
            (1, choice.best_move().map_or(0, |played| most_in_goal(rules, analysis, played)))
        }
        _ => (1, 0),
    };
    let best = analysis.choices().iter().map(rank).max()?;
    let equal: Vec<_> = analysis.choices().iter().filter(|choice| rank(choice) == best).collect();
    Some(*equal[below(equal.len() as u64) as usize])
}

/// Returns how many pieces of the side to move are in one goal, without its opponent's, after a
/// move.
fn most_in_goal(rules: &Rules, analysis: &Analysis, played: Move) -> usize {
    let after = analysis.position.after(played);
    let (mine, theirs) = match analysis.position.turn {
        Side::Black => (after.black, after.red),
        Side::Red => (after.red, after.black),
    };
    let open = rules.goals().patterns().iter().filter(|goal| !goal.circles().meets(theirs));
    open.map(|goal| (goal.circles() & mine).len()).max().unwrap_or(0)
}

//! Property tests of the notation on random boards, positions and games.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::{
    Board, Circles, GoalSet, Move, NamedStep, PIECES, Pips, Position, Rules, Scoring, Side, Status,
    Variant,
};

/// Generates rules on any board with any goal set and named step, with and without the pass rule.
fn rules() -> impl Strategy<Value = Rules> {
    (
        Board::SIDES,
        Board::SIDES,
        any::<Index>(),
        any::<Index>(),
        any::<(bool, bool)>(),
        any::<Index>(),
    )
        .prop_map(|(width, height, goals, step, (no_centre, pass), scoring)| {
            let board = Board::new(width, height).unwrap();
            let plan = if pass { "pppp" } else { "ssps" };
            let no_centre = no_centre && board.centre().is_some();
            let goals = *goals.get(&GoalSet::ALL);
            let named = Variant::new(goals, plan.parse().unwrap());
            let scoring = *scoring.get(&Scoring::ALL);
            let variant = Variant {
                board,
                step: *step.get(&NamedStep::ALL),
                no_centre,
                pass,
                scoring,
                ..named
            };
            // If a goal has no price, the game is played without points.
            variant
                .rules()
                .or_else(|_| Variant { scoring: Scoring::Goals, ..variant }.rules())
                .unwrap()
        })
}

/// Generates rules and a position of the game under them, with its circles in random order:
/// Black's, then Red's.
fn placed() -> impl Strategy<Value = (Rules, Position, Vec<crate::Circle>)> {
    let shuffled = |rules: Rules| {
        let circles: Vec<_> = rules.board().circles().iter().collect();
        (Just(rules), Just(circles).prop_shuffle(), 0..=2 * PIECES, any::<bool>())
    };
    rules().prop_flat_map(shuffled).prop_filter_map(
        "two goals",
        |(rules, mut circles, layer, black_to_move)| {
            circles.truncate(layer);
            let (black, red) = circles.split_at(layer.div_ceil(2));
            let (black, red): (Circles, Circles) =
                (black.iter().copied().collect(), red.iter().copied().collect());
            let any_turn = if black_to_move { Side::Black } else { Side::Red };
            let mut turn = Position::turn_in_layer(layer).unwrap_or(any_turn);
            if rules.status(&Position { black, red, turn, ..Position::EMPTY }) == Status::Impossible
            {
                turn = turn.other();
            }
            let mut pips = Pips::NONE;
            if rules.scoring() == Scoring::Pips {
                for (place, &circle) in circles.iter().enumerate() {
                    let side = if black.contains(circle) { Side::Black } else { Side::Red };
                    let in_hand: Vec<u8> = pips.in_hand(side).collect();
                    pips =
                        pips.with(side, in_hand[(circle.number() + place) % in_hand.len()], circle);
                }
            }
            let position = Position { black, red, turn, pips };
            (rules.status(&position) != Status::Impossible).then_some((rules, position, circles))
        },
    )
}

/// Generates rules and a game from the empty board of at most `plies` plies.
fn played(plies: usize) -> impl Strategy<Value = (Rules, GameRecord)> {
    (rules(), prop::collection::vec(any::<(Index, bool)>(), 0..plies)).prop_map(
        |(rules, choices)| {
            let mut game = GameRecord { start: Position::EMPTY, plies: Vec::new() };
            let mut position = game.start;
            for (choice, passed) in choices {
                let moves = rules.moves(&position);
                if moves.is_empty() {
                    break;
                }
                let passed = passed && rules.pass_rule() && position.layer() < 2 * PIECES;
                let played = *choice.get(&moves);
                game.plies.push(Ply { played, passed });
                position = position.after(played);
            }
            (rules, game)
        },
    )
}

/// How a record is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    algebraic: bool,
    capital: bool,
    numbers: usize,
    arrow: &'static str,
    pass: &'static str,
    gap: &'static str,
}

fn style() -> impl Strategy<Value = Style> {
    let arrows = ["-", ">", "->", "→", "–", " to ", " - ", " → ", " TO "];
    let gaps = [" ", ", ", ",", ";", "\n", "\t \r\n"];
    let of = |texts: &[&'static str]| prop::sample::select(texts.to_vec());
    (
        any::<(bool, bool)>(),
        0..5_usize,
        of(&arrows),
        of(&["pass ", "pass → ", "Pass→", "pass -> "]),
        of(&gaps),
    )
        .prop_map(|((algebraic, capital), numbers, arrow, pass, gap)| Style {
            algebraic,
            capital,
            numbers,
            arrow,
            pass,
            gap,
        })
}

fn written(board: Board, game: &GameRecord, style: Style) -> String {
    let circle = |circle| match (style.algebraic, style.capital) {
        (false, _) => format!("{circle}"),
        (true, false) => circle_name(board, circle),
        (true, true) => circle_name(board, circle).to_uppercase(),
    };
    let word = |(ply, played): (usize, &Ply)| {
        let number = match (style.numbers, ply % 2) {
            (1, 0) => format!("{}. ", ply / 2 + 1),
            (2, _) => format!("{})", ply + 1),
            (3, 0) => format!("{}.", ply / 2 + 1),
            (3, _) => format!("{}... ", ply / 2 + 1),
            (4, _) => format!("{}.{}", ply + 1, style.gap),
            _ => String::new(),
        };
        let pass = if played.passed { style.pass } else { "" };
        let played = match played.played {
            Move::Drop(to) => circle(to),
            Move::DropPiece { to, pips } => format!("{}={pips}", circle(to)),
            Move::Slide { from, to } => [circle(from), circle(to)].join(style.arrow),
        };
        format!("{number}{pass}{played}")
    };
    game.plies.iter().enumerate().map(word).collect::<Vec<_>>().join(style.gap)
}

/// Checks that a message is one line, safe to print and not long.
fn assert_presentable(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() < 500, "{message}");
}

proptest! {
    #[test]
    fn positions_survive_both_forms((rules, position, circles_in_order) in placed()) {
        let board = rules.board();
        let status = check_position(&rules, &position);
        prop_assert!(status == Ok(rules.status(&position)), "{:?}", status);
        prop_assert_eq!(parse_position(&rules, &circle_form(&position)), Ok(position));
        prop_assert_eq!(parse_position(&rules, &rows_form(board, &position)), Ok(position));
        let name = |&circle: &crate::Circle| {
            let sides = [Side::Black, Side::Red];
            let pips = sides.into_iter().find_map(|side| position.pips.on(side, circle));
            circle_name(board, circle) + &pips.map_or(String::new(), |pips| format!("={pips}"))
        };
        let names: Vec<String> = circles_in_order.iter().map(name).collect();
        let (black, red) = names.split_at(position.black.len());
        let turn = if position.layer() < 2 * PIECES { "" } else { position.turn.name() };
        let (red, black) = (red.join(" "), black.join(",").to_uppercase());
        let text = format!("Red: {red} BLACK:{black} {turn}");
        prop_assert_eq!(parse_position(&rules, &text), Ok(position));
    }

    #[test]
    fn games_survive_every_style((rules, game) in played(30), style in style()) {
        let text = written(rules.board(), &game, style);
        prop_assert_eq!(parse_game(&rules, Position::EMPTY, &text), Ok(game), "{}", text);
    }

    #[test]
    fn the_second_half_of_a_game_is_a_game(
        (rules, game) in played(30),
        half in any::<Index>(),
        style in style(),
    ) {
        let half = half.index(game.plies.len() + 1);
        let positions: Vec<Position> = game.positions().chain([game.end()]).collect();
        let rest = GameRecord { start: positions[half], plies: game.plies[half..].to_vec() };
        let text = written(rules.board(), &rest, Style { numbers: 2, ..style });
        prop_assert_eq!(rest.end(), game.end());
        prop_assert_eq!(parse_game(&rules, rest.start, &text), Ok(rest));
    }

    #[test]
    fn positions_of_games_are_legal_with_one_turn((rules, game) in played(30)) {
        for position in game.positions().chain([game.end()]) {
            prop_assert!(check_position(&rules, &position).is_ok());
            let flipped = Position { turn: position.turn.other(), ..position };
            let flipped = check_position(&rules, &flipped);
            // A goal with empty circles may have been completed by either side.
            let certain = [position.black, position.red]
                .iter()
                .any(|&pieces| rules.goals().is_unconditional(pieces));
            prop_assert_eq!(flipped.is_ok(), position.layer() == 2 * PIECES && !certain);
        }
    }

    #[test]
    fn records_take_the_legal_moves_and_no_others((rules, position, _) in placed()) {
        let legal = rules.moves(&position);
        let all = rules.board().circles();
        let slides = all.iter().flat_map(|from| all.iter().map(move |to| Move::Slide { from, to }));
        let pieces = all
            .iter()
            .flat_map(|to| Pips::all().map(move |pips| Move::DropPiece { to, pips }));
        for tried in slides.chain(all.iter().map(Move::Drop)).chain(pieces) {
            let read = parse_game(&rules, position, &tried.to_string());
            let form = circle_form(&position);
            prop_assert_eq!(read.is_ok(), legal.contains(&tried), "{} in {}", tried, form);
            if let Err(error) = read {
                assert_presentable(&error.to_string());
            }
        }
    }
}

/// The fuzz target `notation` reads damaged texts and noise, and checks what is accepted.
#[test]
fn long_texts_are_read_or_refused() {
    let rules = Variant::sixteen().next().unwrap().rules().unwrap();
    for part in [
        "1", "b", ":", "=", "/", "5/", "b:", "b:1 ", "-", "→", "14-8 ", "1. ", "to ", "pass ",
        "13 ", "\u{1b}", "\u{301}", " ",
    ] {
        let text = part.repeat(200_000);
        let errors = [
            parse_position(&rules, &text).err().map(|error| error.to_string()),
            parse_move(rules.board(), &text).err().map(|error| error.to_string()),
            parse_game(&rules, Position::EMPTY, &text).err().map(|error| error.to_string()),
        ];
        errors.iter().flatten().for_each(|message| assert_presentable(message));
    }
    assert_eq!(rows_form(Board::STANDARD, &Position::EMPTY), "5/5/5/5/5 b");
}

//! Property tests of the notation on random boards, positions and games.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use teeko_rules::notation::{
    GameRecord, Notation, Ply, check_position, circle_form, parse_circle_in, parse_game,
    parse_game_in, parse_move, parse_position, parse_position_in, rows_form,
};
use teeko_rules::{
    Board, Circle, GoalSet, Move, NamedStep, PIECES, Pips, Position, Rules, Scoring, Side, Status,
    Variant,
};
use teeko_testing::Random;

prop_compose! {
    /// Generates the name of a variant, which may contradict itself.
    fn name()(
        goals in select(GoalSet::ALL.to_vec()),
        plan in select(vec!["ssps", "pppp", "pppp+pass"]),
        (width, height) in (Board::SIDES, Board::SIDES),
        step in select(NamedStep::ALL.to_vec()),
        other in select(vec!["", "+no-centre", "+points", "+pips", "+no-centre+pips"]),
    ) -> String {
        format!("{goals}-{plan}+{width}x{height}+{}{other}", step.name())
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    name().prop_filter_map("rules", |name| name.parse::<Variant>().ok()?.rules().ok())
}

/// Generates rules and a position of the game under them.
fn placed() -> impl Strategy<Value = (Rules, Position)> {
    (rules(), any::<u64>(), 0..=2 * PIECES).prop_filter_map("two goals", |(rules, seed, layer)| {
        let mut random = Random::new(seed);
        let position = random.position_of_any_side(rules.board(), layer);
        let is_numbered = rules.scoring() == Scoring::Pips;
        let position = if is_numbered {
            random.numbered(position)
        } else {
            position
        };
        (rules.status(&position) != Status::Impossible).then_some((rules, position))
    })
}

/// Generates rules and a game from the empty board.
fn played() -> impl Strategy<Value = (Rules, GameRecord)> {
    (rules(), any::<u64>(), 0..30_usize).prop_map(|(rules, seed, plies)| {
        let mut random = Random::new(seed);
        let moves = random.game(&rules, plies);
        let mut may_pass =
            |number| rules.pass_rule() && number < 2 * PIECES && random.below(2) == 0;
        let ply = |(number, played)| Ply {
            played,
            passed: may_pass(number),
        };
        let plies = moves.into_iter().enumerate().map(ply).collect();
        (
            rules,
            GameRecord {
                start: Position::EMPTY,
                plies,
            },
        )
    })
}

/// How a record is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    notation: Notation,
    numbers: usize,
    arrow: &'static str,
    pass: &'static str,
    gap: &'static str,
    mark: &'static str,
}

prop_compose! {
    fn style()(
        notation in select(vec![Notation::Numbers, Notation::Letters, Notation::Course]),
        numbers in 0..5_usize,
        arrow in select(vec!["-", ">", "->", "→", "–", " to ", " - ", " → ", "  TO "]),
        pass in select(vec!["pass ", "pass → ", "PASS→", "Pass -> ", "pass to "]),
        gap in select(vec![" ", ", ", ",", ";", "\n", "\t \r\n"]),
        mark in select(vec!["", "!", "?", "!?", " {why, 13-12?}"]),
    ) -> Style {
        Style { notation, numbers, arrow, pass, gap, mark }
    }
}

impl Style {
    fn of_move(self, board: Board, played: Move) -> String {
        let circle = |circle| self.notation.name(board, circle);
        match played {
            Move::Drop(to) => circle(to),
            Move::DropPiece { to, pips } => format!("{}={pips}", circle(to)),
            Move::Slide { from, to } => [circle(from), circle(to)].join(self.arrow),
        }
    }

    fn of_game(self, board: Board, game: &GameRecord) -> String {
        let word = |(ply, played): (usize, &Ply)| {
            let number = match (self.numbers, ply % 2) {
                (1, 0) => format!("{}. ", ply / 2 + 1),
                (2, _) => format!("{})", ply + 1),
                (3, 0) => format!("{}.", ply / 2 + 1),
                (3, _) => format!("{}... ", ply / 2 + 1),
                (4, _) => format!("{}.{}", ply + 1, self.gap),
                _ => String::new(),
            };
            let pass = if played.passed { self.pass } else { "" };
            format!(
                "{number}{pass}{}{}",
                self.of_move(board, played.played),
                self.mark
            )
        };
        game.plies
            .iter()
            .enumerate()
            .map(word)
            .collect::<Vec<_>>()
            .join(self.gap)
    }
}

/// Checks that a message is one line, safe to print and not long.
fn assert_presentable(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() < 500, "{message}");
}

proptest! {
    #[test]
    fn positions_survive_every_form((rules, position) in placed()) {
        let board = rules.board();
        let status = check_position(&rules, &position);
        prop_assert!(status == Ok(rules.status(&position)), "{:?}", status);
        prop_assert_eq!(parse_position(&rules, &circle_form(&position)), Ok(position));
        prop_assert_eq!(parse_position(&rules, &rows_form(board, &position)), Ok(position));
        let turn = if position.layer() < 2 * PIECES { "" } else { position.turn.name() };
        for notation in [Notation::Numbers, Notation::Letters, Notation::Course] {
            let [black, red] = [Side::Black, Side::Red].map(|side| {
                let name = |circle| {
                    let pips = position.pips.on(side, circle).map(|pips| format!("={pips}"));
                    notation.name(board, circle) + &pips.unwrap_or_default()
                };
                let mut names: Vec<String> = position.pieces(side).iter().map(name).collect();
                names.reverse();
                names
            });
            let (red, black) = (red.join(" "), black.join(",,"));
            let text = format!(" Red : {red} BLACK:{black}\t{turn}\n");
            prop_assert_eq!(parse_position_in(&rules, notation, &text), Ok(position));
            let text = notation.write(board, &position);
            prop_assert_eq!(parse_position_in(&rules, notation, &text), Ok(position));
        }
        if !position.is_numbered() {
            let letter = |circle| match (position.black, position.red) {
                (black, _) if black.contains(circle) => 'x',
                (_, red) if red.contains(circle) => 'O',
                _ => '.',
            };
            let letters: String = board.circles().iter().map(letter).collect();
            let text = format!("{letters} {turn}");
            prop_assert_eq!(parse_position(&rules, &text), Ok(position), "{}", text);
        }
    }

    /// A later position of a game is the start of another one.
    #[test]
    fn games_survive_every_style(
        (rules, game) in played(), start in any::<Index>(), style in style(),
    ) {
        let start = start.index(2 * game.plies.len() + 2).saturating_sub(game.plies.len() + 1);
        let positions: Vec<Position> = game.positions().chain([game.end()]).collect();
        let rest = GameRecord { start: positions[start], plies: game.plies[start..].to_vec() };
        prop_assert_eq!(rest.end(), game.end());
        let style = if start > 0 { Style { numbers: 2, ..style } } else { style };
        let text = style.of_game(rules.board(), &rest);
        let start = rest.start;
        prop_assert_eq!(parse_game_in(&rules, style.notation, start, &text), Ok(rest), "{}", text);
        // Moves alone are numbers or coordinates.
        let moves = if style.notation == Notation::Course { Vec::new() } else { game.plies };
        for Ply { played, .. } in moves {
            let text = format!(" {} ", style.of_move(rules.board(), played));
            prop_assert_eq!(parse_move(rules.board(), &text), Ok(played), "{}", text);
        }
    }

    /// A name is read in its own notation and in its own case alone.
    #[test]
    fn no_name_is_read_as_another_circle(rules in rules(), circle in any::<Index>()) {
        let board = rules.board();
        let circles: Vec<Circle> = board.circles().iter().collect();
        let circle = circles[circle.index(circles.len())];
        let (letters, course) = (Notation::Letters, Notation::Course);
        let names = [letters, course].map(|notation| notation.name(board, circle));
        for (reading, name) in [
            (course, names[0].clone()),
            (letters, names[1].clone()),
            (letters, names[0].to_uppercase()),
            (course, names[1].to_lowercase()),
        ] {
            prop_assert!(parse_circle_in(board, reading, &name).is_err(), "{name}");
        }
    }

    #[test]
    fn positions_of_games_are_legal_with_one_turn((rules, game) in played()) {
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
    fn records_take_the_legal_moves_and_no_others((rules, position) in placed()) {
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
    const PARTS: &str = "1|b|:|=|/|5/|b:|b:1 |-|→|14-8 |1. |to |pass |13 |{|{}|[|[a \"b\"]\n|\
        [\"13\",|.|1 . . |. |x.|! |* |\u{1b}|\u{301}| ";
    let rules = teeko_testing::rules("44-ssss");
    for part in PARTS.split('|') {
        let text = part.repeat(200_000);
        let errors = [
            parse_position(&rules, &text)
                .err()
                .map(|error| error.to_string()),
            parse_move(rules.board(), &text)
                .err()
                .map(|error| error.to_string()),
            parse_game(&rules, Position::EMPTY, &text)
                .err()
                .map(|error| error.to_string()),
        ];
        errors
            .iter()
            .flatten()
            .for_each(|message| assert_presentable(message));
    }
}

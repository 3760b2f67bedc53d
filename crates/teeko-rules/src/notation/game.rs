//! Games: records of plies from a starting position, checked against the rules while they are
//! parsed.

mod error;
mod reader;
mod record;
mod words;

use super::heading::{Heading, without_comment_lines};
use super::{Notation, check_position};
use crate::quoted::quoted;
use crate::{Position, Rules};

pub use error::{GameError, PlyError};
pub use reader::GameReader;
pub use record::{GameRecord, Ply};
pub use words::{is_result, split_number};

/// Parses a record of plies that starts at `start` and checks each against the rules.
///
/// Plies are separated by white space, commas or semicolons; [`parse_move`](super::parse_move)
/// parses each move. Under the pass rule `pass 13` or `pass → 13` means that the opponent passed
/// and the mover chose 13. Moves may be numbered, `1.`, `1)` or `1...`, by turns or by plies, from
/// 1 if the game starts on the empty board. Numbers out of order are an error: otherwise a drop
/// with a dot after it, `13.`, would be skipped silently.
///
/// Lines that begin with `#`, header lines such as `[Event "…"]` and what stands in braces are
/// comments; a [`Heading`] among them may name the rules, and the position that the game starts
/// from if `start` is the empty board. The marks `!` and `?` after a move, their codes such as
/// `$6`, and a result at the end, `1-0`, `0-1`, `1/2-1/2` or `*`, say nothing. Variations in
/// parentheses are an error.
///
/// A JSON list of moves, `["13", "12"]`, is read, too. Each of its texts has one move; a number,
/// as in `[13, 12]`, is a drop.
///
/// An empty text and a heading without moves are games without moves.
///
/// # Errors
/// If `start` is not a position of the game, if the heading contradicts the rules or the start, if
/// a ply cannot be parsed or is not legal, if any follows the end of the game, or if a text that is
/// neither empty nor a heading alone has no ply.
pub fn parse_game(rules: &Rules, start: Position, text: &str) -> Result<GameRecord, GameError> {
    parse_game_in(rules, Notation::default(), start, text)
}

/// Parses a game whose circles are named in a notation; see [`parse_game`].
///
/// # Errors
/// As for [`parse_game`].
pub fn parse_game_in(
    rules: &Rules,
    notation: Notation,
    start: Position,
    text: &str,
) -> Result<GameRecord, GameError> {
    match parse_playable_part(rules, notation, start, text)? {
        (game, None) => Ok(game),
        (_, Some(error)) => Err(error),
    }
}

/// Parses the plies that can be played, in the form of [`parse_game_in`]: those before the first
/// wrong one, and the error in that one.
///
/// # Errors
/// If `start` is not a position of the game, or the heading contradicts the rules or the start.
pub fn parse_playable_part(
    rules: &Rules,
    notation: Notation,
    start: Position,
    text: &str,
) -> Result<(GameRecord, Option<GameError>), GameError> {
    check_position(rules, &start).map_err(GameError::Start)?;
    let heading = Heading::read(text)?;
    heading.check(rules)?;
    let start = heading.start(rules, notation, start)?;
    let moves = without_comment_lines(text);
    let mut record = GameReader::new(rules, notation, start);
    let read = match list_items(&moves) {
        Some(items) => items.iter().try_for_each(|item| record.read_item(item)),
        None => record.read(&moves),
    };
    let error = match read {
        Err(error) => Some(error),
        Ok(()) if record.is_empty() && heading.is_empty() && !text.trim().is_empty() => {
            Some(GameError::NoMoves(quoted(text.trim())))
        }
        Ok(()) => None,
    };
    Ok((record.into_game(), error))
}

/// Returns the items of a JSON list of texts and whole numbers, which is also a value of TOML.
#[cfg(feature = "rule-files")]
fn list_items(text: &str) -> Option<Vec<String>> {
    use toml::de::DeValue;

    let text = text.trim();
    if !text.starts_with('[') {
        return None;
    }
    let DeValue::Array(list) = DeValue::parse(text).ok()?.into_inner() else {
        return None;
    };
    let mut items = Vec::new();
    for item in &list {
        items.push(match item.get_ref() {
            DeValue::String(text) => text.clone().into_owned(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            _ => return None,
        });
    }
    Some(items)
}

#[cfg(not(feature = "rule-files"))]
const fn list_items(_: &str) -> Option<Vec<String>> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::notation::{circle_form, parse_position};
    use crate::testing::rules;

    fn game(variant: &str, start: &str, text: &str) -> Result<GameRecord, GameError> {
        let rules = rules(variant);
        let start = parse_position(&rules, start).unwrap();
        parse_game(&rules, start, text)
    }

    fn plies(game: &GameRecord) -> String {
        game.plies_text()
    }

    const EMPTY: &str = "b: r:";

    /// The example of full Alternate in Scarne's booklets: Black drops on 5, 13, 24, 6, Red on 25,
    /// 1, 8, 21.
    #[test]
    fn the_alternate_example_of_the_booklets() {
        let text = "1. 5 25 2. pass → 13 1 3. 24 pass → 8 4. 6 21";
        let game = game("44-pppp+pass", EMPTY, text).unwrap();
        assert_eq!(plies(&game), "5 25 pass 13 1 24 pass 8 6 21");
        assert_eq!(circle_form(&game.end()), "b:5,6,13,24 r:1,8,21,25 b");
        let before: Vec<String> = game
            .positions()
            .map(|position| circle_form(&position))
            .collect();
        assert_eq!((before.len(), before[3].as_str()), (8, "b:5,13 r:25 r"));
        // Numbers of moves may be left out or begin anywhere.
        for (start, text) in [
            (EMPTY, "13 12 2. 18 8"),
            (EMPTY, "13 18! 12? 14 8"),
            (EMPTY, "13!! {the centre} 12?! ?? 18 !\n8 {a\nb}*"),
            (EMPTY, "1.c3 b3 2.c2 1/2-1/2"),
            (EMPTY, "1. c3 $1 b3 $6 {a mistake}\n2. c2"),
            ("b:7,9,12,14 r:10,13,17,19 b", "5. 14-8 13-14"),
            ("b:11,12,21,22 r:14,17,23,25 r", "1... 17-16 2. 21-17"),
            // Programs for chess write numbers and marks apart, too.
            ("b:11,12,21,22 r:14,17,23,25 r", "1. ... 17-16 2. 21-17"),
            ("b:11,12,21,22 r:14,17,23,25 r", "1. ..17-16 2 . 21-17"),
            ("b:11,12,21,22 r:14,17,23,25 r", "1 … 17-16 2 ) 21-17"),
            ("b:13 r: r", "1. .. c2 2. b3"),
            (EMPTY, "1 . 13 12 2 .18 4 . 8"),
            ("b:11,12,21,22 r:14,17,23,25 r", "1. 17 - 16 2. 21 -> 17"),
        ] {
            assert!(self::game("44-ssss", start, text).is_ok(), "{text}");
        }
    }

    /// Moves that are values are those of a text, and so are their errors.
    #[test]
    fn a_game_is_read_from_values_as_from_text() {
        let rules = rules("44-ssss");
        for text in ["13 12 18 8 14", "13 13", "13 14-8"] {
            let mut reader = GameReader::new(&rules, Notation::default(), Position::EMPTY);
            let played = text.split(' ').try_for_each(|word| {
                let played = word.parse().unwrap();
                reader.play(played)
            });
            let found = played.map(|()| reader.into_game());
            assert_eq!(found, parse_game(&rules, Position::EMPTY, text), "{text}");
        }
    }

    /// A text of several moves leaves the game as it was, and the next move is played from there.
    #[test]
    fn a_game_continues_after_a_refused_item() {
        let rules = rules("44-ssss");
        let mut reader = GameReader::new(&rules, Notation::default(), Position::EMPTY);
        reader.read_item("13").unwrap();
        reader.read_item("12 18").unwrap_err();
        reader.read_item("12").unwrap();
        reader.read_item("2. 18").unwrap();
        let expected = parse_game(&rules, Position::EMPTY, "13 12 18").unwrap();
        assert_eq!(reader.into_game(), expected);
    }

    #[test]
    fn a_position_is_repeated_when_it_occurs_for_the_third_time() {
        let there_and_back = "7-8 10-5 8-7 5-10 ";
        for (text, expected) in [
            (there_and_back.to_owned(), false),
            (there_and_back.repeat(2), true),
            (there_and_back.repeat(2) + "7-8", true),
            (there_and_back.repeat(2) + "7-2", false),
            (
                "7-8 ".to_owned() + &there_and_back.replace("7-8 10-5", "10-5"),
                false,
            ),
        ] {
            let record = game("44-ssss", "b:7,9,12,14 r:10,13,17,19 b", &text).unwrap();
            assert_eq!(record.is_repeated(), expected, "{text}");
        }
        assert!(!game("44-ssss", EMPTY, "").unwrap().is_repeated());
    }

    #[test]
    fn wrong_records_name_the_ply_and_the_word() {
        for [variant, start, text, expected] in
            &teeko_testing::cases(include_str!("../../tests/data/games.jsonl"))
        {
            let message = game(variant, start, text).expect_err(text).to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn a_list_of_moves_is_a_game() {
        for text in [
            "[\"13\",\"12\", \"18\"]",
            "[13, 12,18]",
            "[13, \"b3\", 18]",
            " [\n  \"c3\",\n  \"2. b3 {why}\",\n  \"\\u00318\"\n]\n",
            "# variant: 44\n[\"13\", \"12!\", \"18\"]",
        ] {
            assert_eq!(
                plies(&game("44-ssss", EMPTY, text).expect(text)),
                "13 12 18",
                "{text}"
            );
        }
        assert!(game("44-ssss", EMPTY, "[0x13]").is_err());
        let text = "[\"5\", \"25\", \"pass \\u2192 13\"]";
        assert_eq!(
            plies(&game("44-pppp+pass", EMPTY, text).unwrap()),
            "5 25 pass 13"
        );
    }

    /// The first number says where to begin, and Red may begin.
    #[test]
    fn numbers_count_turns_or_plies_from_the_first_one() {
        let rules = rules("44-ssss");
        let start = crate::testing::position(&[13], &[], Side::Red);
        for text in [
            "1... 12 2. 18 2... 8 3. 7",
            "12 2. 18 2... 8 3. 7",
            "12 2. 18 3. 8 4. 7",
        ] {
            let game = parse_game(&rules, start, text).expect(text);
            assert_eq!(game.plies.len(), 4);
        }
        for text in ["12 2. 18 4. 8", "1... 12 1. 18", "12 2. 18 2... 8 5. 7"] {
            assert!(parse_game(&rules, start, text).is_err(), "{text}");
        }
        let mut reader = GameReader::new(&rules, Notation::Numbers, start);
        let fault = reader.read_item("{why}").unwrap_err().to_string();
        assert!(fault.ends_with("found none"), "{fault}");
    }

    /// No moves are asked for by an empty text, or by a heading. What has been overlooked is not.
    #[test]
    fn a_text_without_a_move_is_a_game_only_if_it_is_empty_or_a_heading() {
        for text in [
            "",
            " \r\n\t",
            "[Event \"a\"]",
            "# variant: 44-ssss",
            "[White \"Ann\"]\n[Black \"Bob\"]\n\n{never played} *\n",
            "# from: b:13 r: r\n{no more}",
        ] {
            assert_eq!(
                plies(&game("44-ssss", EMPTY, text).expect(text)),
                "",
                "{text}"
            );
        }
        for text in [
            "{13 12}", "# 13 12", "{} {13}", "*", "1-0", "!?", "$6", ",;", "[]",
        ] {
            let message = game("44-ssss", EMPTY, text).expect_err(text).to_string();
            let expected = format!("game `{text}`: expected a move such as 13, found none; for a");
            assert!(message.starts_with(&expected), "{text}: {message}");
        }
    }

    /// The heading of a record is in the notation of its moves.
    #[test]
    fn a_record_may_be_in_the_notation_of_a_course() {
        let rules = rules("44-ssss");
        let read = |text| parse_game_in(&rules, Notation::Course, Position::EMPTY, text);
        let game = read("1. C2 C1! 2. 18 {or C3} B2 1/2-1/2").unwrap();
        assert_eq!(plies(&game), "13 8 18 12");
        let game = read("# from: b:B1,D1,B2,D2 r:E1,C2,B3,D3 b\nD2-C1 C2→D2").unwrap();
        assert_eq!(circle_form(&game.start), "b:7,9,12,14 r:10,13,17,19 b");
        assert_eq!(plies(&game), "14-8 13-14");
        let message = read("C2 c1").unwrap_err().message().text(Notation::Course);
        assert_eq!(
            message,
            "ply 2, `c1`: circle `c1`: expected C4 (c1 without notation course) or C1; \
             write a drop as 13 or C2, a slide as 14-8 or D2-C1"
        );
    }

    #[test]
    fn the_plies_before_a_wrong_one_can_be_had() {
        let rules = rules("44-ssss");
        for (text, played) in [
            ("13 12 13 1", "13 12"),
            ("13 12 18", "13 12 18"),
            ("hello", ""),
            ("1. 13 12 4. 18", "13 12"),
        ] {
            let (record, error) =
                parse_playable_part(&rules, Notation::Numbers, Position::EMPTY, text).unwrap();
            assert_eq!(plies(&record), played, "{text}");
            assert_eq!(
                error,
                parse_game(&rules, Position::EMPTY, text).err(),
                "{text}"
            );
        }
        let start = Position {
            turn: Side::Red,
            ..Position::EMPTY
        };
        let message = parse_playable_part(&rules, Notation::Numbers, start, "13")
            .unwrap_err()
            .to_string();
        assert!(message.starts_with("start: Red to move"), "{message}");
    }
}

//! Conditions on rows: `outcome=win,dtw>=20`.

use std::cmp::Ordering;
use std::str::FromStr;

use teeko_rules::{Side, TextError, Wdl, alternatives};

use crate::{Column, Row};

/// A condition on rows: comparisons of columns with constants, all of which must hold.
///
/// ```
/// use teeko_export::Condition;
/// let condition: Condition = "outcome=win,dtw>=20".parse()?;
/// assert!("outcome>win".parse::<Condition>().is_err());
/// # Ok::<(), teeko_rules::TextError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Condition(Vec<Comparison>);

/// A comparison of a column with a number, which may stand for an outcome or a side. A row without
/// the number satisfies only `!=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Comparison {
    column: Column,
    relation: Relation,
    number: i128,
}

/// A relation between two numbers: how the first may compare with the second.
type Relation = &'static [Ordering];

const EQUAL: Relation = &[Ordering::Equal];
const UNEQUAL: Relation = &[Ordering::Less, Ordering::Greater];

/// The signs of the relations, the longer ones first.
const SIGNS: [(&str, Relation); 7] = [
    ("!=", UNEQUAL),
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Equal, Ordering::Greater]),
    ("==", EQUAL),
    ("=", EQUAL),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
];

impl Comparison {
    fn holds(&self, row: &Row) -> bool {
        let Some(found) = self.column_of(row) else {
            return self.relation == UNEQUAL;
        };
        self.relation.contains(&found.cmp(&self.number))
    }

    /// Returns the number that the column has in a row.
    fn column_of(&self, row: &Row) -> Option<i128> {
        match self.column {
            Column::Layer => Some(row.layer.into()),
            Column::Turn => Some(row.position.turn as i128),
            Column::Outcome => Some(row.outcome.wdl() as i128),
            Column::Slot => Some(row.slot.into()),
            Column::Fold => Some(row.fold().into()),
            Column::Score => Some(row.score.into()),
            Column::Dtw => row.outcome.distance().map(i128::from),
            // `comparison` refuses these.
            Column::Position
            | Column::Black
            | Column::Red
            | Column::Weight
            | Column::Variant
            | Column::Values => None,
        }
    }
}

impl Condition {
    /// Returns whether a row satisfies the condition.
    pub fn holds(&self, row: &Row) -> bool {
        self.0.iter().all(|comparison| comparison.holds(row))
    }
}

impl FromStr for Condition {
    type Err = TextError;

    /// Parses comparisons with commas or `and` between them. Values may be quoted, as in SQL.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut words = Vec::new();
        for word in text.split(' ') {
            let is_and = word.eq_ignore_ascii_case("and");
            words.push(if is_and { "," } else { word });
        }
        let mut comparisons = Vec::new();
        for text in words.join(" ").split(',') {
            comparisons.push(comparison(text)?);
        }
        Ok(Self(comparisons))
    }
}

const FORM: &str = "comparisons such as outcome=win or dtw>=20 with commas or `and` between, all of \
     which must hold, of outcome, turn, layer, score, dtw, slot or fold";

fn comparison(text: &str) -> Result<Comparison, TextError> {
    let (name, relation, value) = split(text).ok_or_else(|| wrong(text, FORM))?;
    let column: Column = name.parse().map_err(|_| wrong(text, FORM))?;
    let number = match column {
        Column::Outcome => {
            let names = Wdl::ALL.map(|result| (result.name(), result as i128));
            number_of_name(&names, relation, &value)
        }
        Column::Turn => {
            let names = [Side::Black, Side::Red].map(|side| (side.name(), side as i128));
            number_of_name(&names, relation, &value)
        }
        Column::Layer | Column::Dtw | Column::Slot | Column::Fold => whole_number(&value),
        Column::Score => points(&value),
        Column::Position
        | Column::Black
        | Column::Red
        | Column::Weight
        | Column::Variant
        | Column::Values => return Err(wrong(text, FORM)),
    };
    match number {
        Ok(number) => Ok(Comparison {
            column,
            relation,
            number,
        }),
        Err(expected) => Err(wrong(text, &format!("{expected} after {}", column.name()))),
    }
}

fn wrong(text: &str, expected: &str) -> TextError {
    TextError::new("condition", text.trim(), expected)
}

/// Parses a number, or says what is expected.
fn whole_number(value: &str) -> Result<i128, String> {
    match value.parse::<u64>() {
        Ok(number) => Ok(number.into()),
        Err(_) => Err("a whole number".to_owned()),
    }
}

/// Parses a number of points, or says what is expected.
fn points(value: &str) -> Result<i128, String> {
    match value.parse::<i16>() {
        Ok(points) => Ok(points.into()),
        Err(_) => Err("a number of points, less than 0 for those of the other side,".to_owned()),
    }
}

/// Splits a comparison into the name of its column, its relation and its value, in lower case.
/// `None` if it has no relation, or is one of several alternatives.
fn split(text: &str) -> Option<(String, Relation, String)> {
    let start = text.find(['!', '<', '>', '='])?;
    let (name, rest) = text.split_at(start);
    let (sign, relation) = SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign))?;
    let value = rest[sign.len()..].trim().trim_matches(['\'', '"']);
    let value = value.to_ascii_lowercase();
    if value.split(' ').any(|word| word == "or") {
        return None;
    }
    Some((name.trim().to_ascii_lowercase(), relation, value))
}

/// Returns the number that a name stands for, or says what is expected.
fn number_of_name(names: &[(&str, i128)], relation: Relation, value: &str) -> Result<i128, String> {
    if ![EQUAL, UNEQUAL].contains(&relation) {
        return Err("= or !=".to_owned());
    }
    for &(name, number) in names {
        if name == value {
            return Ok(number);
        }
    }
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    Err(alternatives(&names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::EMPTY;
    use teeko_rules::{Outcome, Value};

    fn row(outcome: Outcome, slot: u64) -> Row {
        row_of(outcome.into(), slot)
    }

    fn row_of(Value { score, outcome }: Value, slot: u64) -> Row {
        Row {
            slot,
            outcome,
            score,
            ..EMPTY
        }
    }

    fn holds(condition: &str, row: &Row) -> bool {
        let parsed: Result<Condition, _> = condition.parse();
        parsed.unwrap_or_else(|error| panic!("{error}")).holds(row)
    }

    #[test]
    fn numbers_compare_in_every_way() {
        for (sign, expected) in [
            ("=", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            (">", [false, false, true]),
            (">=", [false, true, true]),
        ] {
            for (number, expected) in [6, 7, 8].into_iter().zip(expected) {
                let slot = row(Outcome::Draw, number.into());
                assert_eq!(holds(&format!("slot{sign}7"), &slot), expected, "{sign}");
                let plies = row(Outcome::Win(number), 0);
                assert_eq!(
                    holds(&format!(" DTW {sign} 7 "), &plies),
                    expected,
                    "{sign}"
                );
            }
        }
    }

    #[test]
    fn scores_have_a_sign_and_a_draw_has_no_distance() {
        let rows = [
            row_of(Value::new(Outcome::Win(9), 3), 0),
            row_of(Value::DRAW, 0),
            row_of(Value::new(Outcome::Loss(8), 3), 0),
        ];
        for (condition, expected) in [
            ("score>=3", [true, false, false]),
            ("score>3", [false, false, false]),
            ("score!=0", [true, false, true]),
            ("score<=-3", [false, false, true]),
            ("score>-4", [true, true, true]),
            ("score=0", [false, true, false]),
            ("dtw>=0", [true, false, true]),
            ("dtw<9", [false, false, true]),
            ("dtw!=0", [true, true, true]),
        ] {
            for (row, expected) in rows.iter().zip(expected) {
                assert_eq!(holds(condition, row), expected, "{condition}: {row:?}");
            }
        }
    }

    #[test]
    fn all_comparisons_must_hold() {
        let win = row(Outcome::Win(21), 5);
        assert!(holds("outcome=win,dtw>=20", &win));
        assert!(!holds("outcome=win,dtw>=22", &win));
        assert!(!holds("outcome!=win,dtw>=20", &win));
        assert!(holds("outcome!=loss,turn=black,turn!=red,layer=0", &win));
        assert!(!holds("turn!=black", &win));
        assert!(holds(
            "outcome = 'win' AND dtw == 21 and turn=\"black\"",
            &win
        ));
        assert!(!holds("outcome == \"win\" and dtw < 21", &win));
        assert!(Condition::default().holds(&win));
    }

    #[test]
    fn other_texts_say_what_is_wrong() {
        for (text, part) in [
            ("", "condition ``: expected comparisons such as outcome=win"),
            ("outcome", "condition `outcome`: expected comparisons"),
            ("outcome=win,", "condition ``"),
            (
                "outcome=win or outcome=loss",
                "with commas or `and` between, all of which must hold",
            ),
            ("plies=3", "condition `plies=3`: expected comparisons"),
            ("black=3", "condition `black=3`: expected comparisons"),
            ("dtw!3", "condition `dtw!3`"),
            (
                "outcome>win",
                "condition `outcome>win`: expected = or != after outcome",
            ),
            (
                "turn=white",
                "condition `turn=white`: expected black or red after turn",
            ),
            (
                "outcome=won",
                "condition `outcome=won`: expected win, draw or loss after outcome",
            ),
            (
                "dtw=-1",
                "condition `dtw=-1`: expected a whole number after dtw",
            ),
            (
                "score=three",
                "condition `score=three`: expected a number of points",
            ),
            ("score>=1.5", "expected a number of points"),
            (
                "slot=99999999999999999999",
                "expected a whole number after slot",
            ),
            ("dtw==\u{7}", "condition `dtw==\\u{7}`"),
        ] {
            let message = text.parse::<Condition>().expect_err(text).to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}

//! The notation of a text, found by the names of circles in it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teeko_rules::notation::{Notation, circle_names};
use teeko_rules::{Board, Circle, quoted};

use crate::error::{Error, ErrorDocument, ErrorKind};

/// How a text names circles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Naming {
    /// The notation that all names in the text fit
    #[default]
    Any,
    /// Rows count from 1 at the bottom: c3
    Letters,
    /// Rows count from 0 at the top: C2
    Course,
}

/// What a name of a circle means.
#[derive(Serialize)]
struct Meaning {
    naming: Naming,
    circle: Circle,
}

/// Returns the notation of a text without comments.
///
/// # Errors
/// Returns an error if its names fit two notations and mean other circles in each, or if two names
/// fit no common notation.
pub(super) fn notation_of(text: &str, naming: Naming, board: Board) -> Result<Notation, Error> {
    match naming {
        Naming::Letters => return Ok(Notation::Letters),
        Naming::Course => return Ok(Notation::Course),
        Naming::Any => {}
    }
    let names = Names::of(text, board);
    // Coordinates in small letters are read everywhere.
    if names.are_coordinates() {
        return Ok(Notation::Numbers);
    }
    let other_letters = names.first_outside(Notation::Letters);
    let other_course = names.first_outside(Notation::Course);
    match (other_letters, other_course) {
        (Some(course), Some(letters)) => Err(mixed(course, letters)),
        (Some(_), None) => Ok(Notation::Course),
        (None, Some(_)) => Ok(Notation::Letters),
        (None, None) => match names.first_ambiguous() {
            Some(name) => Err(names.ambiguous(name)),
            None => Ok(Notation::Letters),
        },
    }
}

/// The names of circles in a text. One that means no circle is not among them: it is refused when
/// the text is parsed.
struct Names<'a> {
    board: Board,
    names: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(text: &'a str, board: Board) -> Self {
        let notations = [Notation::Letters, Notation::Course];
        let mut names = circle_names(text);
        names.retain(|name| {
            notations
                .iter()
                .any(|of| of.circle_named(board, name).is_some())
        });
        Self { board, names }
    }

    /// Returns whether all names are in small letters, and none is one of [`Notation::Course`] only.
    fn are_coordinates(&self) -> bool {
        self.names.iter().all(|name| {
            let is_small = !name.contains(|letter: char| letter.is_ascii_uppercase());
            is_small && (self.fits(Notation::Letters, name) || !self.fits(Notation::Course, name))
        })
    }

    fn fits(&self, notation: Notation, name: &str) -> bool {
        notation.circle_named(self.board, name).is_some()
    }

    /// Returns the first name that means no circle in a notation.
    fn first_outside(&self, notation: Notation) -> Option<&'a str> {
        let mut names = self.names.iter().copied();
        names.find(|name| !self.fits(notation, name))
    }

    /// Returns the first name that means two circles.
    fn first_ambiguous(&self) -> Option<&'a str> {
        let mut names = self.names.iter().copied();
        names.find(|name| {
            Notation::Letters.circle_named(self.board, name)
                != Notation::Course.circle_named(self.board, name)
        })
    }

    /// Returns the error for a name that means two circles.
    fn ambiguous(&self, name: &str) -> Error {
        let namings = [
            (Naming::Letters, Notation::Letters),
            (Naming::Course, Notation::Course),
        ];
        let mut found = Vec::new();
        for (naming, notation) in namings {
            if let Some(circle) = notation.circle_named(self.board, name) {
                found.push(Meaning { naming, circle });
            }
        }
        let circles: Vec<String> = found.iter().map(|one| one.circle.to_string()).collect();
        let error = format!(
            "circle `{}`: expected a name of one circle, found one of two: {}",
            quoted(name),
            circles.join(" or ")
        );
        let hint = "say how the text names circles: naming=letters counts rows from 1 at the \
                    bottom, naming=course from 0 at the top";
        refused(error, hint, serde_json::to_value(&found).ok())
    }
}

/// Returns the error for names that fit no common notation.
fn mixed(course: &str, letters: &str) -> Error {
    let error = format!(
        "circles `{}` and `{}`: expected names in one notation, found two; one counts rows from 0 \
         at the top, the other from 1 at the bottom",
        quoted(course),
        quoted(letters)
    );
    refused(error, "use one of the two", None)
}

/// Returns the error for a text whose names cannot be read.
fn refused(error: String, hint: &str, found: Option<serde_json::Value>) -> Error {
    Error::Refused {
        status: ErrorKind::Position.status(),
        refusal: ErrorDocument {
            found: found.map(Box::new),
            ..ErrorDocument::new(ErrorKind::Position, error, Some(hint.to_owned()))
        },
    }
}

//! What a table file is of: its kind, its rules and its census.

use teeko_index::Census;
use teeko_rules::{PIECES, Rules};

use crate::file_kind::FileKind;
use crate::hash::ContentHash;

/// The description of a table file: kind, rules and census, everything but its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The kind of file.
    pub kind: FileKind,
    /// The rules. Those of a slide file have the plan `ssss` and no options, which have no effect
    /// on slides.
    pub rules: Rules,
    /// The points that the attacker must force in an attack, else 0.
    pub points: u8,
    /// In a drop file, the content hash of its slide file.
    pub slide_hash: Option<ContentHash>,
    /// The number of positions of each class in each layer that the file answers for.
    pub census: Census,
}

impl Description {
    /// Describes the slide file for the board, goals and step of `rules`. It takes layer 8 of the
    /// census.
    pub fn slide(rules: &Rules, census: &Census) -> Self {
        let census = [(2 * PIECES, census.slide().clone())].into_iter().collect();
        let rules = rules.plain_game().of_slide_phase();
        Self {
            kind: FileKind::Slide,
            rules,
            points: 0,
            slide_hash: None,
            census,
        }
    }

    /// Describes the drop file of `rules` that belongs to the slide file with content hash
    /// `slide_hash`. It takes layers 0 to 7 of the census.
    pub fn drop(rules: &Rules, slide_hash: ContentHash, census: &Census) -> Self {
        let census = census.drops().iter().cloned().enumerate().collect();
        Self {
            kind: FileKind::Drop,
            rules: rules.plain_game(),
            points: 0,
            slide_hash: Some(slide_hash),
            census,
        }
    }

    /// Describes the file of the same phase of an attack for `points` points.
    #[must_use]
    pub fn of_attack(self, points: u8) -> Self {
        let is_slide = self.slide_hash.is_none();
        let kind = if is_slide {
            FileKind::AttackSlide
        } else {
            FileKind::AttackDrop
        };
        Self {
            kind,
            points,
            ..self
        }
    }
}

//! Everything that a table file states but its values.

use teeko_index::Census;
use teeko_rules::{PIECES, Rules};

use crate::Kind;
use crate::hash::ContentHash;

/// The description of a table file: kind, rules and census, everything but its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    pub(crate) kind: Kind,
    pub(crate) rules: Rules,
    /// The points in an attack, else 0.
    pub(crate) points: u8,
    /// In a drop file, the content hash of its slide file.
    pub(crate) slide_hash: Option<ContentHash>,
    pub(crate) census: Census,
}

impl Description {
    /// Describes the slide file for the board, goals and step of `rules`. It takes layer 8 of the
    /// census.
    pub fn slide(rules: &Rules, census: &Census) -> Self {
        let census = [(2 * PIECES, census.slide().clone())].into_iter().collect();
        let rules = rules.of_slide_phase();
        Self { kind: Kind::Slide, rules, points: 0, slide_hash: None, census }
    }

    /// Describes the drop file of `rules` that belongs to the slide file with content hash
    /// `slide_hash`. It takes layers 0 to 7 of the census.
    pub fn drop(rules: &Rules, slide_hash: ContentHash, census: &Census) -> Self {
        let census = census.drops().iter().cloned().enumerate().collect();
        let (rules, slide_hash) = (rules.clone(), Some(slide_hash));
        Self { kind: Kind::Drop, rules, points: 0, slide_hash, census }
    }

    /// Describes the slide file of an attack for `points` points. `rules` are those of the plain
    /// game. It takes layer 8 of the census.
    pub fn attack_slide(rules: &Rules, points: u8, census: &Census) -> Self {
        Self { kind: Kind::AttackSlide, points, ..Self::slide(rules, census) }
    }

    /// Describes the drop file of an attack for `points` points that belongs to the slide file with
    /// content hash `slide_hash`. It takes layers 0 to 7 of the census.
    pub fn attack_drop(
        rules: &Rules,
        points: u8,
        slide_hash: ContentHash,
        census: &Census,
    ) -> Self {
        Self { kind: Kind::AttackDrop, points, ..Self::drop(rules, slide_hash, census) }
    }

    /// Returns the kind of file.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

//! The table files of a rule set.

use teeko_rules::{NamedRules, Scoring};
use teeko_table::{FileKind, TableName};

/// The two table files of a game: the plain game, or the threshold game of a number of points.
pub(crate) struct GameTables {
    pub(crate) name: TableName,
    /// Whether it is a threshold game of numbered pieces, which is solved as an attack.
    is_attack: bool,
}

impl GameTables {
    /// Returns the tables of a rule set, the plain game's first. A game for points has tables for
    /// each threshold.
    pub(crate) fn of(named: &NamedRules) -> Vec<Self> {
        let mut tables = vec![Self::new(named, None)];
        for points in named.rules().thresholds().into_iter().skip(1) {
            tables.push(Self::new(named, Some(points)));
        }
        tables
    }

    fn new(named: &NamedRules, points: Option<u8>) -> Self {
        Self {
            name: TableName {
                rules: named.name().plain(),
                points,
            },
            is_attack: points.is_some() && named.rules().scoring() == Scoring::Pips,
        }
    }

    /// Returns the names and kinds of the files, the slide file first.
    pub(crate) fn files(&self) -> [(String, FileKind); 2] {
        let (slide, drop) = if self.is_attack {
            (FileKind::AttackSlide, FileKind::AttackDrop)
        } else {
            (FileKind::Slide, FileKind::Drop)
        };
        [
            (self.name.slide_file(), slide),
            (self.name.drop_file(), drop),
        ]
    }
}

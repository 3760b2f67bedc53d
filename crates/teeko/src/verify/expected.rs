//! The expected content of table files.

use teeko_rules::{NamedRules, Rules, RulesError, RulesName};
use teeko_table::{FileKind, Header, of_file_name};

use crate::game_tables::GameTables;

/// The expected content of a table file, by its name or by the rules that the caller named.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) kind: FileKind,
    /// The name of the slide file with the same slide phase.
    pub(super) slide: String,
    /// In a game for points: the threshold of the file, if it is above the least.
    pub(super) points: Option<u8>,
    rules: ExpectedRules,
}

#[derive(Clone, Debug)]
enum ExpectedRules {
    Known(NamedRules),
    /// The rules in the name. Custom goals and steps are taken from the file, so that tables can be
    /// checked without the rule file.
    Named(RulesName),
}

impl Expected {
    /// Returns the files of a rule set, by name.
    pub(super) fn files_of(named: &NamedRules) -> Vec<(String, Self)> {
        let mut expected = Vec::new();
        for tables in GameTables::of(named) {
            for (file, kind) in tables.files() {
                let contents = Self {
                    kind,
                    slide: tables.name.slide_file(),
                    points: tables.name.points,
                    rules: ExpectedRules::Known(named.clone()),
                };
                expected.push((file, contents));
            }
        }
        expected
    }

    /// Returns a key that sorts a slide file before its drop files.
    pub(super) fn order(&self) -> (String, FileKind) {
        (self.slide.clone(), self.kind)
    }

    /// Returns what a file of this name must contain; `None` if it is not the name of a table file.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let (kind, of) = of_file_name(name)?;
        Some(Self {
            kind,
            slide: of.slide_file(),
            points: of.points,
            rules: ExpectedRules::Named(of.rules),
        })
    }

    /// Returns the rules that a file with this header must have.
    pub(super) fn rules(&self, header: &Header) -> Result<(RulesName, Rules), RulesError> {
        let in_file = &header.description.rules;
        match &self.rules {
            ExpectedRules::Known(named) => Ok((named.name().clone(), self.game(named.rules()))),
            // The file does not store the prices of custom goals, only which goals count.
            ExpectedRules::Named(name) if name.variant().is_none() && self.is_threshold_game() => {
                let plain = NamedRules::of_table(&name.plain_game(), in_file)?;
                Ok((name.clone(), Rules::clone(plain.rules())))
            }
            ExpectedRules::Named(name) => {
                let named = NamedRules::of_table(name, in_file)?;
                Ok((name.clone(), self.game(named.rules())))
            }
        }
    }

    /// Returns whether the file is of the game in which a number of points wins.
    fn is_threshold_game(&self) -> bool {
        self.points.is_some() && !self.kind.is_attack()
    }

    /// Returns the game that the file has the values of, in the game of these rules.
    fn game(&self, rules: &Rules) -> Rules {
        match self.points {
            Some(points) if self.is_threshold_game() => rules.threshold_game(points),
            Some(_) => rules.clone(),
            None => rules.plain_game(),
        }
    }
}

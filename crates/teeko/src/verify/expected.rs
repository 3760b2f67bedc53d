//! The expected content of table files.

use teeko_rules::{NamedRules, Rules, RulesError, RulesName};
use teeko_table::{FileKind, Header, TableName, of_file_name};

use crate::folder::tables_of;

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
        let of_table = |(name, files): (TableName, [(String, FileKind); 2])| {
            files.map(|(file, kind)| {
                let (slide, points) = (name.slide_file(), name.points);
                (
                    file,
                    Self {
                        kind,
                        slide,
                        points,
                        rules: ExpectedRules::Known(named.clone()),
                    },
                )
            })
        };
        tables_of(named).into_iter().flat_map(of_table).collect()
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
        let (name, rules) = match &self.rules {
            ExpectedRules::Known(named) => (named.name(), Rules::clone(named.rules())),
            // The file does not store the prices of custom goals, only which goals count.
            ExpectedRules::Named(name)
                if name.variant().is_none() && self.points.is_some() && !self.kind.is_attack() =>
            {
                let plain = NamedRules::of_table(&name.plain_game(), &header.description.rules)?;
                return Ok((name.clone(), Rules::clone(plain.rules())));
            }
            ExpectedRules::Named(name) => (
                name,
                Rules::clone(NamedRules::of_table(name, &header.description.rules)?.rules()),
            ),
        };
        let game = match self.points {
            Some(points) if !self.kind.is_attack() => rules.threshold_game(points),
            Some(_) => rules,
            None => rules.plain_game(),
        };
        Ok((name.clone(), game))
    }
}

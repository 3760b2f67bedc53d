//! The names of table files.

use teeko_rules::{DropPlan, RulesName, Scoring};

use crate::file_kind::FileKind;

/// The extension of slide files.
pub const SLIDE_EXTENSION: &str = "slide";

/// The extension of drop files.
pub const DROP_EXTENSION: &str = "drop";

/// Returns the name of the slide file of a rule set: `44.slide`, `44+4x4+knight.slide`,
/// `@rules+4x4.slide`. In games for points this is the file of the plain game.
pub fn slide_file_name(name: &RulesName) -> String {
    TableName {
        rules: name.clone(),
        points: None,
    }
    .slide_file()
}

/// Returns the name of the drop file of a rule set: `58-ssss+no-centre.drop`,
/// `@rules-ssss+4x4.drop`. In games for points this is the file of the plain game.
pub fn drop_file_name(name: &RulesName) -> String {
    TableName {
        rules: name.clone(),
        points: None,
    }
    .drop_file()
}

/// The rules and points that a table file is named after.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableName {
    /// The rules. For a slide file, the plan and options mean nothing.
    pub rules: RulesName,
    /// In a game for points, the threshold of the file, unless it is the lowest; `None` for the
    /// plain game.
    pub points: Option<u8>,
}

impl TableName {
    /// Returns the name of the slide file: `58.slide`, `58+points-3.slide`.
    pub fn slide_file(&self) -> String {
        self.file(RulesName::slide_phase_name, SLIDE_EXTENSION)
    }

    /// Returns the name of the drop file: `58-ssss.drop`, `58-ssss+points-3.drop`.
    pub fn drop_file(&self) -> String {
        self.file(RulesName::to_string, DROP_EXTENSION)
    }

    fn file(&self, text: fn(&RulesName) -> String, extension: &str) -> String {
        let rules = self.rules.plain();
        match self.points {
            None => format!("{}.{extension}", text(&rules.plain_game())),
            Some(points) => format!("{}-{points}.{extension}", text(&rules)),
        }
    }
}

/// Splits the points off the name of a threshold game.
fn split_points(stem: &str) -> (&str, Option<u8>) {
    if let Some((name, points)) = stem.rsplit_once('-')
        && (name.ends_with("+points") || name.ends_with("+pips"))
        && !points.starts_with(['0', '+'])
        && let Ok(points) = points.parse()
    {
        return (name, Some(points));
    }
    (stem, None)
}

/// Returns the kind of the file with this name and what it is named after, or `None` if it is not
/// the name of a table file.
pub fn of_file_name(name: &str) -> Option<(FileKind, TableName)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let (stem, points) = split_points(stem);
    let (kinds, rules): (_, RulesName) = match extension {
        SLIDE_EXTENSION => {
            let (goals, options) = stem.split_at(stem.find('+').unwrap_or(stem.len()));
            let name = format!("{goals}-{}{options}", DropPlan::STANDARD);
            ([FileKind::Slide, FileKind::AttackSlide], name.parse().ok()?)
        }
        DROP_EXTENSION => ([FileKind::Drop, FileKind::AttackDrop], stem.parse().ok()?),
        _ => return None,
    };
    let is_attack = points.is_some() && rules.options().scoring == Scoring::Pips;
    let kind = kinds[usize::from(is_attack)];
    let of = TableName { rules, points };
    let proper = if kind.is_slide() {
        of.slide_file()
    } else {
        of.drop_file()
    };
    if proper == name {
        Some((kind, of))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_leave_out_what_does_not_matter_and_have_the_points_of_threshold_games() {
        let (plain, attack) = (
            [FileKind::Slide, FileKind::Drop],
            [FileKind::AttackSlide, FileKind::AttackDrop],
        );
        for (rules, points, slide, drop, kinds) in [
            ("44-ssss", None, "44.slide", "44-ssss.drop", plain),
            (
                "58-ssss+no-centre",
                None,
                "58.slide",
                "58-ssss+no-centre.drop",
                plain,
            ),
            (
                "44-pppp+pass+4x4",
                None,
                "44+4x4.slide",
                "44-pppp+4x4+pass.drop",
                plain,
            ),
            (
                "@my/r-s.toml-psss+4x4",
                None,
                "@r-s+4x4.slide",
                "@r-s-psss+4x4.drop",
                plain,
            ),
            (
                "58-psss+points",
                Some(3),
                "58+points-3.slide",
                "58-psss+points-3.drop",
                plain,
            ),
            (
                "44-ssss+pips",
                Some(8),
                "44+pips-8.slide",
                "44-ssss+pips-8.drop",
                attack,
            ),
            (
                "@r.toml-ssss+points",
                Some(12),
                "@r+points-12.slide",
                "@r-ssss+points-12.drop",
                plain,
            ),
        ] {
            let rules: RulesName = rules.parse().unwrap();
            let of = TableName {
                rules: rules.plain(),
                points,
            };
            assert_eq!(
                (of.slide_file().as_str(), of.drop_file().as_str()),
                (slide, drop)
            );
            assert_eq!(of_file_name(drop), Some((kinds[1], of)));
            let found = of_file_name(slide).map(|(kind, found)| (kind, found.slide_file()));
            assert_eq!(found, Some((kinds[0], slide.to_owned())));
            let plain = rules.plain_game();
            assert_eq!(slide_file_name(&rules), slide_file_name(&plain));
            if points.is_none() {
                assert_eq!(slide_file_name(&rules), slide);
                assert_eq!(drop_file_name(&rules), drop);
            }
        }
    }

    #[test]
    fn other_names_are_none_of_table_files() {
        const NAMES: &str = "58-ssss+points.drop 58+points-03.slide 58-ssss-3.drop 44 44.txt \
            58-ssss+points-300.drop 58+points-+3.slide 44-ssss.slide 44.drop 44-SSSS.drop \
            advanced.drop 44+5x5.slide 44+no-centre.slide 44-ssss+knight+4x4.drop .slide @.slide \
            @a/b.slide @rules.toml.slide @rules.toml-ssss.drop 45.slide 44.slide.bak \
            standard.drop x.bin @-ssss.drop @a.drop @a+no-centre.slide @a-SSSS.drop @a.b-ssss.drop";
        for name in NAMES.split(' ').chain(["@a b.slide"]) {
            assert_eq!(of_file_name(name), None, "{name}");
        }
    }
}

//! What table files are called.

use teeko_rules::{DropPlan, RulesName};

use crate::Kind;

/// What the name of a slide file ends in, after a dot.
pub const SLIDE_EXTENSION: &str = "slide";

/// What the name of a drop file ends in, after a dot.
pub const DROP_EXTENSION: &str = "drop";

/// The name of the slide file of a rule set: `44.slide`, `44+4x4+knight.slide`, `@rules+4x4.slide`.
pub fn slide_file_name(name: &RulesName) -> String {
    format!("{}.{SLIDE_EXTENSION}", name.plain().slide_phase_name())
}

/// The name of the drop file of a rule set: `58-ssss+no-centre.drop`, `@rules-ssss+4x4.drop`.
pub fn drop_file_name(name: &RulesName) -> String {
    format!("{}.{DROP_EXTENSION}", name.plain())
}

/// The kind of the file of this name and the rules that it is called after; the plan and options of a slide file's mean nothing.
/// `None` if no table file is called that.
pub fn of_file_name(name: &str) -> Option<(Kind, RulesName)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let (kind, rules): (_, RulesName) = match extension {
        SLIDE_EXTENSION => {
            let (goals, options) = stem.split_at(stem.find('+').unwrap_or(stem.len()));
            (Kind::Slide, format!("{goals}-{}{options}", DropPlan::STANDARD).parse().ok()?)
        }
        DROP_EXTENSION => (Kind::Drop, stem.parse().ok()?),
        _ => return None,
    };
    let proper = if kind == Kind::Slide { slide_file_name(&rules) } else { drop_file_name(&rules) };
    (proper == name).then_some((kind, rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_leave_out_what_does_not_matter() {
        for (rules, slide, drop) in [
            ("44-ssss", "44.slide", "44-ssss.drop"),
            ("58-ssss+no-centre", "58.slide", "58-ssss+no-centre.drop"),
            ("44-pppp+pass+knight+4x4", "44+4x4+knight.slide", "44-pppp+4x4+knight+pass.drop"),
            ("@my/own-rules.toml-psss+4x4", "@own-rules+4x4.slide", "@own-rules-psss+4x4.drop"),
        ] {
            let rules: RulesName = rules.parse().unwrap();
            assert_eq!((slide_file_name(&rules).as_str(), drop_file_name(&rules).as_str()), (slide, drop));
            let (kind, found) = of_file_name(drop).unwrap();
            assert_eq!((kind, found), (Kind::Drop, rules.plain()));
            let (kind, found) = of_file_name(slide).unwrap();
            assert_eq!((kind, slide_file_name(&found).as_str()), (Kind::Slide, slide));
        }
    }

    #[test]
    fn other_names_are_none_of_table_files() {
        for name in [
            "44",
            "44.txt",
            "44-ssss.slide",
            "44.drop",
            "44-SSSS.drop",
            "advanced.drop",
            "44+5x5.slide",
            "44+no-centre.slide",
            "44-ssss+knight+4x4.drop",
            ".slide",
            "@.slide",
            "@a b.slide",
            "@a/b.slide",
            "@rules.toml.slide",
            "@rules.toml-ssss.drop",
            "45.slide",
            "44.slide.bak",
            "standard.drop",
            "x.bin",
            "@-ssss.drop",
            "@a.drop",
            "@a+no-centre.slide",
            "@a-SSSS.drop",
            "@a.b-ssss.drop",
        ] {
            assert_eq!(of_file_name(name), None, "{name}");
        }
    }
}

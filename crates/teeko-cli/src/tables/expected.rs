//! What a table file must be, by its name or by the rules it was asked for with.

use teeko_rules::{DropPlan, DropStyle, PIECES, RulesError, Variant};
use teeko_table::{DROP_EXTENSION, Header, Kind, SLIDE_EXTENSION, drop_file_name, slide_file_name};

use crate::named_rules::{NamedRules, own_name, plain_name_and_options};

/// What a table file must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expected {
    pub(super) kind: Kind,
    /// The name of the slide file with its slide phase.
    pub(super) slide: String,
    rules: ExpectedRules,
}

/// The rules of a table file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ExpectedRules {
    Known(NamedRules),
    /// The goals and the step of the file itself, with the plan and the options in its name: whoever does not name the rule file
    /// may still check its tables.
    Own {
        plain_name: String,
        options: Variant,
    },
}

impl Expected {
    /// The files of a variant, by name.
    pub(super) fn files_of(variant: NamedRules) -> [(String, Self); 2] {
        let slide = variant.slide_file_name();
        let of = |kind| Self { kind, slide: slide.clone(), rules: ExpectedRules::Known(variant) };
        [(slide.clone(), of(Kind::Slide)), (variant.drop_file_name(), of(Kind::Drop))]
    }

    /// What a file of this name must be. `None` if no table file is called that.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.')?;
        let (kind, with_plan) = match extension {
            SLIDE_EXTENSION => {
                let (goals, options) = stem.split_at(stem.find('+').unwrap_or(stem.len()));
                let any_plan = DropPlan::new([DropStyle::Standard; PIECES]);
                (Kind::Slide, format!("{goals}-{any_plan}{options}"))
            }
            DROP_EXTENSION => (Kind::Drop, stem.to_owned()),
            _ => return None,
        };
        let (rules, slide, drop) = if let Some((plain_name, options)) = plain_name_and_options(&with_plan) {
            let file = |name: String| own_name(&plain_name, &options, &name);
            let (slide, drop) = (file(slide_file_name(&options)), file(drop_file_name(&options)));
            (ExpectedRules::Own { plain_name, options }, slide, drop)
        } else {
            let variant: Variant = with_plan.parse().ok()?;
            let rules = ExpectedRules::Known(NamedRules::Variant(variant));
            (rules, slide_file_name(&variant), drop_file_name(&variant))
        };
        let proper_name = if kind == Kind::Slide { &slide } else { &drop };
        (proper_name == name).then_some(Self { kind, slide, rules })
    }

    /// The rules that a file with this header must have.
    pub(super) fn rules(&self, header: &Header) -> Result<NamedRules, RulesError> {
        match &self.rules {
            ExpectedRules::Known(rules) => Ok(*rules),
            ExpectedRules::Own { plain_name, options } => NamedRules::of_table(plain_name, options, header.rules()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ["44-ssss", "58-spps+4x4+knight", "44-pppp+no-centre+pass"] {
            let variant = name.parse().unwrap();
            for (name, expected) in Expected::files_of(variant) {
                let found = Expected::by_name(&name).unwrap();
                assert_eq!((found.kind, &found.slide), (expected.kind, &expected.slide), "{name}");
                let ExpectedRules::Known(rules) = found.rules else { panic!("{name}") };
                assert!(rules.rules().unwrap().same_slide_phase(&variant.rules().unwrap()), "{name}");
                assert!(found.kind == Kind::Slide || rules == variant, "{name}");
            }
        }
        let own = Expected::by_name("@my-rules-spps+4x4+knight.drop").unwrap();
        assert_eq!((own.kind, own.slide.as_str()), (Kind::Drop, "@my-rules+4x4+knight.slide"));
        let options = "44-spps+4x4+knight".parse().unwrap();
        assert_eq!(own.rules, ExpectedRules::Own { plain_name: "my-rules".to_owned(), options });
        assert_eq!(Expected::by_name("@my-rules+4x4+knight.slide").unwrap().kind, Kind::Slide);
    }

    #[test]
    fn other_names_are_refused() {
        let names =
            ["44", "44.slide.bak", "44-ssss.slide", "44.drop", "45.slide", "standard.drop", "44+5x5.slide", "x.bin"];
        for name in names {
            assert_eq!(Expected::by_name(name), None, "{name}");
        }
        assert_eq!(Expected::by_name("44+no-centre.slide"), None, "options of the drop phase are not part of it");
        assert_eq!(Expected::by_name("44-SSSS.drop"), None, "one file has one name");
        for name in ["@.slide", "@-ssss.drop", "@a.drop", "@a+no-centre.slide", "@a-SSSS.drop", "@a.b-ssss.drop"] {
            assert_eq!(Expected::by_name(name), None, "{name}");
        }
    }
}

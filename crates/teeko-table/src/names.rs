//! What table files are called.

use teeko_rules::{DropPlan, DropStyle, PIECES, Variant};

/// What the name of a slide file ends in, after a dot.
pub const SLIDE_EXTENSION: &str = "slide";

/// What the name of a drop file ends in, after a dot.
pub const DROP_EXTENSION: &str = "drop";

/// The name of the slide phase of a variant, which all its drop plans and options of the drop phase share: `44`, `44+4x4+knight`.
pub fn slide_phase_name(variant: &Variant) -> String {
    let plan = DropPlan::new([DropStyle::Standard; PIECES]);
    let name = Variant { plan, no_centre: false, pass: false, ..*variant }.to_string();
    name.replacen(&format!("-{plan}"), "", 1)
}

/// The name of the slide file of a variant: `44.slide`, `44+4x4+knight.slide`.
pub fn slide_file_name(variant: &Variant) -> String {
    format!("{}.{SLIDE_EXTENSION}", slide_phase_name(variant))
}

/// The name of the drop file of a variant: `58-ssss+no-centre.drop`.
pub fn drop_file_name(variant: &Variant) -> String {
    format!("{variant}.{DROP_EXTENSION}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_leave_out_what_the_file_does_not_depend_on() {
        for (variant, slide, drop) in [
            ("44-ssss", "44.slide", "44-ssss.drop"),
            ("44-spps+4x4+knight", "44+4x4+knight.slide", "44-spps+4x4+knight.drop"),
            ("58-pppp+no-centre+pass", "58.slide", "58-pppp+no-centre+pass.drop"),
        ] {
            let variant: Variant = variant.parse().unwrap();
            assert_eq!((slide_file_name(&variant), drop_file_name(&variant)), (slide.to_owned(), drop.to_owned()));
        }
    }
}

//! Right tables pass; damaged or unfit files are errors; the report does not depend on threads.

use crate::common::{Solved, verify_drops, verify_slide};
use rayon::ThreadPoolBuilder;
use teeko_analysis::full_verification::{Offence, SlideVerification, memory_needed, verify_sample};
use teeko_rules::work::to_the_end;
use teeko_rules::{Outcome, Position, Rules};
use teeko_table::{Description, Kind, TableError, TableFile, VisitError};
use teeko_testing::{goals, rules, small_rules};

/// Writes the right tables of these rules and verifies them.
fn expect_pass(rules: &Rules) {
    let solved = Solved::new(rules);
    let slide = solved.slide_file(&solved.slide);
    let verification = verify_slide(&slide);
    assert_eq!(verification.report().checked, slide.header().values());
    assert_eq!(verification.report().offences, []);
    assert!(verification.report().passes());
    let drop = solved.drop_file(&slide, &solved.drop);
    let report = verify_drops(&verification, &drop);
    assert_eq!(
        (report.checked, report.offences, report.offending),
        (drop.header().values(), vec![], 0)
    );
}

#[test]
fn right_tables_pass() {
    for variant in ["44-ssss+4x4", "58-spsp+4x4+knight", "78-pppp+4x4+pass", "44-pppp+4x5"] {
        expect_pass(&rules(variant));
    }
    // No symmetry but the identity; slides that cannot be taken back.
    let lopsided = goals("1.2.3.4 5.6.7.8 2.3.6.10");
    expect_pass(&small_rules(&lopsided, &[(1, 0), (0, 1), (-1, -1)], "psps"));
    // Neither goals nor slides.
    expect_pass(&small_rules(&[], &[], "ssss"));
    // Wins in up to 661 plies: values of two bytes.
    let far = goals("4.5.11.12 5.9.10.14 2.3.8.10 2.6.15.16");
    let offsets = [(2, -2), (2, 2), (0, 1), (-2, -1), (1, 2), (1, 0)];
    expect_pass(&small_rules(&far, &offsets, "ssss"));
}

/// The values of a variant without the centre ban, in a file of the variant with it.
#[test]
fn the_centre_ban_binds_one_drop_of_the_standard_board() {
    let [banned, free] =
        ["58-ssss+no-centre", "58-ssss"].map(|variant| Solved::new(&rules(variant)));
    let slide = banned.slide_file(&banned.slide);
    let verification = SlideVerification::new(&slide, 5, &to_the_end).expect("a sound slide file");
    assert!(verification.report().passes());
    // Steele's win in 13 plies is a draw under the ban; nothing after the first drop differs.
    let wrong = banned.drop_file(&slide, &free.drop);
    let report = verification.verify_drop_file(&wrong, 5, &to_the_end).expect("a sound drop file");
    let (found, expected) = (Some(Outcome::Win(13)), Some(Outcome::Draw));
    assert_eq!(
        (report.offending, report.offences),
        (1, vec![Offence { position: Position::EMPTY, found, expected }])
    );
}

#[test]
fn the_first_offences_do_not_depend_on_threads() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    let draws: Vec<u32> = solved.slide.iter().map(|&value| value.min(1)).collect();
    let file = solved.slide_file(&draws);
    let all = verify_slide(&file).report().clone();
    assert_eq!(all.offences.len() as u64, all.offending);
    let cell = |place: usize| {
        let position = all.offences[place].position;
        solved.index.cell(position.mover(), position.opponent())
    };
    assert!((1..all.offences.len()).all(|place| cell(place - 1) < cell(place)));
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let few = pool
            .install(|| SlideVerification::new(&file, 5, &to_the_end))
            .expect("a sound slide file");
        assert_eq!(
            (few.report().offending, &few.report().offences[..]),
            (all.offending, &all.offences[..5])
        );
    }
}

/// Makes a file with one byte of its last block changed.
fn damaged(solved: &Solved, description: &Description, values: &[u32]) -> TableFile {
    let mut bytes = solved.encode(description, values);
    *bytes.last_mut().expect("bytes") ^= 1;
    TableFile::open(bytes, "damaged").expect("a sound header")
}

#[test]
fn damaged_and_unfit_files_are_errors() {
    let solved = Solved::new(&rules("44-spsp+4x4"));
    let slide = solved.slide_file(&solved.slide);
    let drop_file = solved.drop_file(&slide, &solved.drop);
    let verification = verify_slide(&slide);

    let hash = slide.header().content_hash();
    let of_slide = |file: &TableFile| {
        SlideVerification::new(file, 5, &to_the_end).map(drop).expect_err("a wrong slide file")
    };
    let of_drop = |file: &TableFile| {
        verification.verify_drop_file(file, 5, &to_the_end).expect_err("a wrong drop file")
    };

    let slide_text = Description::slide(solved.rules(), slide.header().census());
    let drop_text = Description::drop(solved.rules(), hash, drop_file.header().census());
    for error in [
        of_slide(&damaged(&solved, &slide_text, &solved.slide)),
        of_drop(&damaged(&solved, &drop_text, &solved.drop)),
    ] {
        let is_damaged =
            matches!(error, VisitError::Table(TableError::Damaged { block: Some(_), .. }));
        assert!(is_damaged, "{error}");
    }

    // The wrong kind of file, and one made from another slide file.
    for (error, kinds) in [
        (of_slide(&drop_file), "expected slide, found drop"),
        (of_drop(&slide), "expected drop, found slide"),
    ] {
        let expected = format!(": table of other rules: kind of file: {kinds}");
        assert!(error.to_string().ends_with(&expected), "{error}");
    }
    let other = Solved::new(&rules("58-spsp+4x4+knight"));
    let other_slide = other.slide_file(&other.slide);
    let other_drop = other.drop_file(&other_slide, &other.drop);
    let error = of_drop(&other_drop);
    assert!(matches!(error, VisitError::Table(TableError::OtherSlideFile { .. })), "{error}");
    // A drop file that names the slide file but has other goals.
    let description = Description::drop(other.rules(), hash, other_drop.header().census());
    let error = of_drop(&other.write(&description, &other.drop));
    assert!(matches!(error, VisitError::Table(TableError::OtherRules { .. })), "{error}");
}

/// The greatest values must not overflow a sum or lead a look-up astray.
#[test]
fn files_of_the_greatest_values_are_gone_through() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    for greatest in [0xff, 0xffff] {
        let values = vec![greatest; solved.slide.len()];
        let slide = solved.write(
            &Description::slide(solved.rules(), &solved.draft_census(Kind::Slide, &values)),
            &values,
        );
        let verification = verify_slide(&slide);
        assert_eq!(verification.report().offending, slide.header().values());
        let hash = slide.header().content_hash();
        let values = vec![greatest; solved.drop.len()];
        let census = solved.draft_census(Kind::Drop, &values);
        let drop = solved.write(&Description::drop(solved.rules(), hash, &census), &values);
        let report =
            verification.verify_drop_file(&drop, 5, &to_the_end).expect("a sound drop file");
        assert_eq!(report.offending, drop.header().values());
    }
}

#[test]
fn the_memory_of_large_boards_is_known_beforehand() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    let slide = solved.slide_file(&solved.slide);
    let values = slide.header().values();
    assert!((2 * values..3 * values).contains(&memory_needed(slide.header())));
    let drop = solved.drop_file(&slide, &solved.drop);
    // In layer 7 the mover has one of C(16, 3) sets up to symmetry, the opponent one of C(16, 4):
    // eight bytes for each pair.
    assert!((560 * 1_820..2 * 560 * 1_820).contains(&memory_needed(drop.header())));
}

#[test]
fn a_sample_finds_what_is_not_rare() {
    for rules in [rules("58-spsp+4x4"), rules("44-ssss+4x4+orthogonal")] {
        let solved = Solved::new(&rules);
        for layers in [0..8, 8..9] {
            // One position in `rarity` is reported as a draw.
            let sample = |rarity: u64| {
                let outcome = |position: &Position| {
                    let key = position.black.bits() * 7 + position.red.bits();
                    let told = solved.solution.outcome(position)?;
                    Some(if key.is_multiple_of(rarity) { Outcome::Draw } else { told })
                };
                verify_sample(&rules, outcome, layers.clone(), 30_000, 4, &to_the_end).unwrap()
            };
            let right = sample(u64::MAX);
            assert_eq!((right.checked, right.offending), (30_000, 0), "{:?}", right.offences);
            let wrong = sample(101);
            assert_eq!((wrong.checked, wrong.offences.len()), (30_000, 4));
            // One position in a hundred is reported as a draw, and many of these are draws.
            // Positions before the others offend too.
            assert!((20..15_000).contains(&wrong.offending), "{}", wrong.offending);
            assert!(
                wrong.offences.iter().all(|offence| layers.contains(&offence.position.layer()))
            );
        }
    }
}

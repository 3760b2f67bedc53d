//! Right tables pass; damaged or unfit files are errors; the report does not depend on threads.

use std::ops::ControlFlow;

use crate::common::{Solved, verify_drops, verify_slide};
use rayon::ThreadPoolBuilder;
use teeko_analysis::AnalysisError;
use teeko_analysis::full_verification::{Offence, memory_needed, verify_file, verify_sample};
use teeko_index::Place;
use teeko_rules::work::to_the_end;
use teeko_rules::{Outcome, Position, Rules};
use teeko_table::{Description, FileKind, Table};
use teeko_testing::{long_win_rules, observed, one_way_rules, rules, small_rules};

/// Writes the right tables of these rules and verifies them.
fn expect_pass(rules: &Rules) {
    let solved = Solved::new(rules);
    let slide = solved.slide_file(&solved.slide);
    let drop = solved.drop_file(&slide, &solved.drop);
    for (report, file) in [
        (verify_slide(&slide), &slide),
        (verify_drops(&slide, &drop), &drop),
    ] {
        assert!(report.passes());
        assert_eq!(
            (report.checked, report.offences, report.offending),
            (file.header().values(), vec![], 0)
        );
    }
}

#[test]
fn right_tables_pass() {
    expect_pass(&rules("78-spsp+4x4+pass"));
    // No symmetry but the identity; slides that cannot be taken back.
    expect_pass(&one_way_rules("psps"));
    // Neither goals nor slides.
    expect_pass(&small_rules(&[], &[], "ssss"));
    // Wins in up to 661 plies: values of two bytes.
    expect_pass(&long_win_rules());
}

/// The values of a variant without the centre ban, in a file of the variant with it.
#[test]
fn the_centre_ban_binds_one_drop_of_the_standard_board() {
    let [banned, free] =
        ["58-ssss+no-centre", "58-ssss"].map(|variant| Solved::new(&rules(variant)));
    let slide = banned.slide_file(&banned.slide);
    // Steele's win in 13 plies is a draw under the ban; nothing after the first drop differs.
    let wrong = banned.drop_file(&slide, &free.drop);
    let report = verify_drops(&slide, &wrong);
    let (found, expected) = (Some(Outcome::Win(13)), Some(Outcome::Draw));
    assert_eq!(
        (report.offending, report.offences),
        (
            1,
            vec![Offence {
                position: Position::EMPTY,
                found,
                expected
            }]
        )
    );
}

#[test]
fn the_first_offences_do_not_depend_on_threads() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    let draws: Vec<u32> = solved.slide.iter().map(|&value| value.min(1)).collect();
    let file = solved.slide_file(&draws);
    let all = verify_slide(&file);
    assert_eq!(all.offences.len() as u64, all.offending);
    let cell = |place: usize| {
        let position = all.offences[place].position;
        solved.index.cell(position.mover(), position.opponent())
    };
    assert!((1..all.offences.len()).all(|place| cell(place - 1) < cell(place)));
    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let table = Table::new(file.clone(), None, solved.rules()).expect("a table");
        let layers = table.expand().expect("a sound slide file");
        let few = pool.install(|| verify_file(&layers, &file, 5, &to_the_end));
        let few = few.expect("a sound slide file");
        assert_eq!(
            (few.offending, &few.offences[..]),
            (all.offending, &all.offences[..5])
        );
    }
}

/// The greatest values must not overflow a sum.
#[test]
fn files_of_the_greatest_values_are_gone_through() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    let layers = solved.solution.layers();
    for greatest in [0xff, 0xffff] {
        let values = vec![greatest; solved.slide.len()];
        let slide = solved.write(
            &Description::slide(
                solved.rules(),
                &solved.draft_census(FileKind::Slide, &values),
            ),
            &values,
        );
        let hash = slide.header().content_hash;
        let values = vec![greatest; solved.drop.len()];
        let census = solved.draft_census(FileKind::Drop, &values);
        let drop = solved.write(&Description::drop(solved.rules(), hash, &census), &values);
        for file in [slide, drop] {
            let report = verify_file(&layers, &file, 5, &to_the_end).expect("sound blocks");
            assert_eq!(report.offending, file.header().values());
        }
    }
}

#[test]
fn the_memory_of_large_boards_is_known_beforehand() {
    // A set of a side is one of 1820.
    let places = 1_820 * size_of::<Place>() as u64;
    for (rules, width) in [(rules("44-ssss+4x4"), 1), (long_win_rules(), 2)] {
        let solved = Solved::new(&rules);
        let slide = solved.slide_file(&solved.slide);
        let drop = solved.drop_file(&slide, &solved.drop);
        for file in [slide, drop] {
            let values = file.header().values();
            assert_eq!(memory_needed(file.header()), width * values + places);
        }
    }
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
                    Some(if key.is_multiple_of(rarity) {
                        Outcome::Draw
                    } else {
                        told
                    })
                };
                verify_sample(&rules, outcome, layers.clone(), 30_000, 4, &to_the_end).unwrap()
            };
            let right = sample(u64::MAX);
            assert_eq!(
                (right.checked, right.offending),
                (30_000, 0),
                "{:?}",
                right.offences
            );
            let wrong = sample(101);
            assert_eq!((wrong.checked, wrong.offences.len()), (30_000, 4));
            // One position in a hundred is reported as a draw, and many of these are draws.
            // Positions before the others offend too.
            assert!(
                (20..15_000).contains(&wrong.offending),
                "{}",
                wrong.offending
            );
            assert!(
                wrong
                    .offences
                    .iter()
                    .all(|offence| layers.contains(&offence.position.layer()))
            );
        }
    }
}

/// Layers that the drop file leaves out are work, too.
#[test]
fn the_progress_of_a_verification_ends_with_its_total() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    let slide = solved.slide_file(&solved.slide);
    let drop = solved.drop_file(&slide, &solved.drop);
    let layers = solved.solution.layers();
    for file in [slide, drop] {
        let (report, progress) = observed(usize::MAX, |observe| {
            verify_file(&layers, &file, 5, observe)
        });
        assert!(report.expect("a sound file").passes());
        let done = progress.iter().map(|progress| progress.done).max();
        assert_eq!(done, Some(progress[0].total));
        let values = file.header().values();
        assert_eq!(
            done > Some(values),
            file.header().description.kind == FileKind::Drop
        );
    }
}

#[test]
fn verification_can_be_stopped() {
    let solved = Solved::new(&rules("44-ssss+4x4"));
    let slide = solved.slide_file(&solved.slide);
    let layers = solved.solution.layers();
    let stopped = verify_file(&layers, &slide, 5, &|_| ControlFlow::Break(()));
    assert!(
        matches!(stopped, Err(AnalysisError::Stopped(_))),
        "{stopped:?}"
    );
}

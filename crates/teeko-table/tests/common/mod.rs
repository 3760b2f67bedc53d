//! What the tests share: solving, and encoding what was solved.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::sync::Arc;

use teeko_rules::{Board, Circle, Circles, Goals, Position, Rules, Side, Step, Variant};
use teeko_solve::{InstructionSet, SlideSolution, Solution, solve_drops, solve_slide};
use teeko_table::{
    Census, Class, Compression, Description, Row, Table, TableFile, WriteError, drop_value, encode, slide_value,
};

/// Small blocks, so that small tables have many, and a fast level.
pub(crate) const SMALL_BLOCKS: Compression = Compression { level: 3, block_length: 1 << 12 };

pub(crate) fn rules(variant: &str) -> Rules {
    variant.parse::<Variant>().and_then(|variant| Ok(variant.rules()?)).expect(variant)
}

pub(crate) fn circles(numbers: &[usize]) -> Circles {
    numbers.iter().filter_map(|&number| Circle::from_number(number)).collect()
}

/// Rules on 4 x 4 with these goals and step offsets.
pub(crate) fn small_rules(goals: &[[usize; 4]], offsets: &[(isize, isize)], plan: &str) -> Rules {
    let goals = Goals::new(goals.iter().map(|goal| circles(goal)).collect());
    let step = Step::new(offsets.iter().copied());
    Rules::new(Board::new(4, 4).expect("a board"), goals, step, plan.parse().expect(plan), false, false)
        .expect("rules that go together")
}

pub(crate) fn solve(rules: &Rules) -> Solution {
    let slide = Arc::new(solve_slide(rules, InstructionSet::best(), |_| {}));
    solve_drops(&slide, std::slice::from_ref(rules)).remove(0)
}

pub(crate) fn slide_census(solution: &SlideSolution) -> Census {
    let (from, mut census) = (solution.census(), Census::new());
    for (outcome, positions) in from.decided_by_distance() {
        census.add(8, outcome.into(), positions);
    }
    let others = [(Class::Loss(0), from.over()), (Class::Draw, from.draw), (Class::NoMove, from.no_move)];
    for (class, positions) in others.into_iter().chain([(Class::Impossible, from.impossible)]) {
        census.add(8, class, positions);
    }
    census
}

pub(crate) fn drop_census(solution: &Solution) -> Census {
    let mut census = Census::new();
    for layer in 0..8 {
        for (&outcome, &positions) in solution.drop_census(layer) {
            census.add(layer, outcome.into(), positions);
        }
    }
    census
}

/// The values of a row of the slide file.
pub(crate) fn slide_row(solution: &SlideSolution, row: &Row) -> Vec<u32> {
    row.movers().map(|mover| slide_value(solution.outcome(mover, row.opponent))).collect()
}

/// The values of a row of the drop file.
pub(crate) fn drop_row(solution: &Solution, row: &Row) -> Vec<u32> {
    let outcome = |mover| solution.outcome(&Position::of_turn(Side::Black, mover, row.opponent));
    row.movers().map(|mover| drop_value(outcome(mover).expect("a position"))).collect()
}

pub(crate) fn encode_slide(solution: &SlideSolution, compression: Compression) -> Result<Vec<u8>, WriteError> {
    let description = Description::slide(solution.rules(), slide_census(solution));
    encode(&description, compression, |row| slide_row(solution, row))
}

pub(crate) fn encode_drop(solution: &Solution, slide: &[u8], compression: Compression) -> Result<Vec<u8>, WriteError> {
    let slide_hash = open(slide.to_vec()).header().content_hash();
    let description = Description::drop(solution.rules(), slide_hash, drop_census(solution));
    encode(&description, compression, |row| drop_row(solution, row))
}

pub(crate) fn open(bytes: Vec<u8>) -> TableFile<Vec<u8>> {
    TableFile::open(bytes, "test").expect("a sound file")
}

/// The two files of a solution.
pub(crate) fn encode_both(solution: &Solution, compression: Compression) -> (Vec<u8>, Vec<u8>) {
    let slide = encode_slide(solution.slide(), compression).expect("a slide file");
    let drop = encode_drop(solution, &slide, compression).expect("a drop file");
    (slide, drop)
}

pub(crate) fn table(solution: &Solution, compression: Compression) -> Table<Vec<u8>> {
    let (slide, drop) = encode_both(solution, compression);
    Table::new(open(slide), Some(open(drop)), solution.rules()).expect("tables of the rules")
}

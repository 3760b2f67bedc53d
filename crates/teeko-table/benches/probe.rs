//! How long a table takes to answer: random positions of the standard game, by layer and size of the block cache.
//!
//! `cargo bench -p teeko-table`. "slide" and "drop" are positions of layer 8 and of layers 0 to 7, each layer as likely as
//! the others; layer 7 is the costly one, two plies of look-ahead away from what is stored.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use teeko_rules::{Circle, Circles, Position, Rules, Side, Variant};
use teeko_solve::{InstructionSet, Solution, solve_drops, solve_slide};
use teeko_table::{
    Census, Class, Compression, DEFAULT_CACHE, Description, Table, TableFile, drop_value, encode, slide_value,
};

fn rules() -> Rules {
    "44-ssss".parse::<Variant>().expect("a variant").rules().expect("its rules")
}

fn files(solution: &Solution) -> (Vec<u8>, Vec<u8>) {
    let (slide, mut census) = (solution.slide(), Census::new());
    let counts = slide.census();
    counts.decided_by_distance().for_each(|(outcome, positions)| census.add(8, outcome.into(), positions));
    census.add(8, Class::Loss(0), counts.over());
    census.add(8, Class::Draw, counts.draw);
    census.add(8, Class::NoMove, counts.no_move);
    census.add(8, Class::Impossible, counts.impossible);
    let slide_file = encode(&Description::slide(solution.rules(), census), Compression::default(), |row| {
        row.movers().map(|mover| slide_value(slide.outcome(mover, row.opponent))).collect()
    });
    let slide_file = slide_file.expect("a slide file");

    let mut census = Census::new();
    for layer in 0..8 {
        solution.drop_census(layer).iter().for_each(|(&outcome, &count)| census.add(layer, outcome.into(), count));
    }
    let hash = TableFile::open(&slide_file[..], "slide").expect("a sound file").header().content_hash();
    let drop_file = encode(&Description::drop(solution.rules(), hash, census), Compression::default(), |row| {
        let outcome = |mover| solution.outcome(&Position::of_turn(Side::Black, mover, row.opponent));
        row.movers().map(|mover| outcome(mover).map_or(0, drop_value)).collect()
    });
    (slide_file, drop_file.expect("a drop file"))
}

/// Random positions of these layers that are not over, always the same.
fn positions(rules: &Rules, layers: std::ops::RangeInclusive<usize>, count: usize) -> Vec<Position> {
    let mut state = 1_954_u64;
    // Knuth's linear congruential generator for 64 bits; its high bits are random enough to shuffle a board.
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let layer = layers.start() + below(layers.end() + 1 - layers.start());
        let mut circles: Vec<Circle> = rules.board().circles().iter().collect();
        let mut take =
            |pieces: usize| -> Circles { (0..pieces).map(|_| circles.swap_remove(below(circles.len()))).collect() };
        let (mover, opponent) = (take(layer / 2), take(layer.div_ceil(2)));
        let position = Position::of_turn(Position::turn_in_layer(layer).unwrap_or(Side::Black), mover, opponent);
        if rules.status(&position) == teeko_rules::Status::Open {
            positions.push(position);
        }
    }
    positions
}

fn probes(criterion: &mut Criterion) {
    let rules = rules();
    let slide = Arc::new(solve_slide(&rules, InstructionSet::best(), |_| {}));
    let (slide, drop) = files(&solve_drops(&slide, std::slice::from_ref(&rules))[0]);
    let open = |cache: usize| {
        let file = |bytes: &Vec<u8>| TableFile::open(bytes.clone(), "table").expect("a sound file");
        Table::new(file(&slide), Some(file(&drop)), &rules).expect("tables of the rules").with_cache(cache)
    };

    let mut group = criterion.benchmark_group("probe");
    for (phase, layers) in [("slide", 8..=8), ("drop", 0..=7)] {
        let positions = positions(&rules, layers, 10_000);
        for (cache, bytes) in [("2 MB", DEFAULT_CACHE), ("16 MB", 16 << 20)] {
            let table = open(bytes);
            for position in &positions {
                answer(&table, position);
            }
            let mut next = positions.iter().cycle();
            group.bench_function(format!("{phase}, warm, cache {cache}"), |bencher| {
                bencher.iter(|| next.next().map(|position| answer(&table, position)));
            });
        }
    }
    let expanded = open(0).expand().expect("sound tables");
    for (phase, layers) in [("slide", 8..=8), ("drop", 0..=7)] {
        let positions = positions(&rules, layers, 10_000);
        let mut next = positions.iter().cycle();
        group.bench_function(format!("{phase}, expanded"), |bencher| {
            bencher.iter(|| next.next().map(|position| expanded.outcome(black_box(position))));
        });
    }
    group.bench_function("expand", |bencher| {
        let table = open(0);
        bencher.iter(|| table.expand().expect("sound tables"));
    });
    group.bench_function("open both files and answer once", |bencher| {
        let position = positions(&rules, 8..=8, 1)[0];
        bencher.iter(|| answer(&open(DEFAULT_CACHE), &position));
    });
    group.bench_function("decode a block", |bencher| {
        let table = open(0);
        let blocks = table.slide().header().blocks().len() as u32;
        let mut number = 0;
        bencher.iter(|| {
            number = (number + 1) % blocks;
            table.slide().decode_block(number).expect("a sound block")
        });
    });
    group.finish();
}

fn answer(table: &Table<Vec<u8>>, position: &Position) {
    black_box(table.outcome(black_box(position)).expect("a sound table"));
}

criterion_group!(benches, probes);
criterion_main!(benches);

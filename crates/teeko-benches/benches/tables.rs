//! Compresses, decodes and expands tables of Standard Teeko:
//! `cargo bench -p teeko-benches --bench tables`.
//!
//! `tables/README.md` says why the project uses level 15 and blocks of 64 KiB.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use teeko::solve::Solution;
use teeko::table::{Compression, DEFAULT_CACHE, Description, Table};
use teeko::{Position, Rules};
use teeko_testing::{Random, encode_both, encoded, open, solved};

/// Levels of zstd, and the KiB of a block.
const COMPRESSIONS: [(i32, usize); 10] = [
    (3, 64),
    (9, 64),
    (15, 64),
    (17, 64),
    (19, 64),
    (22, 64),
    (15, 16),
    (15, 32),
    (15, 128),
    (15, 256),
];

/// Bytes for all decoded blocks of a slide file.
const WHOLE: usize = 1 << 30;

fn slide_file(criterion: &mut Criterion) {
    let solution = solved("44-ssss");
    for (level, kibibytes) in COMPRESSIONS {
        let compression = Compression {
            level,
            block_length: kibibytes << 10,
        };
        let name = format!("slide file, level {level}, blocks of {kibibytes} KiB");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        let bytes = encode_slide(&solution, compression);
        group.bench_function("compress", |bencher| {
            bencher.iter(|| encode_slide(&solution, compression));
        });
        group.sample_size(100);
        let table = Table::new(open(bytes), None, solution.rules()).expect("a slide file");
        decode_blocks(&mut group, &table);
        let table = table.with_cache(DEFAULT_CACHE);
        look_up(&mut group, "look up, 2 MB of blocks cached", &table);
        let table = table.with_cache(WHOLE);
        look_up(&mut group, "look up, all blocks cached", &table);
        group.finish();
    }
}

fn encode_slide(solution: &Solution, compression: Compression) -> Vec<u8> {
    let description = Description::slide(solution.rules(), &solution.census());
    encoded(&description, solution, compression)
}

/// Decodes the blocks of a slide file one after the other.
fn decode_blocks(group: &mut BenchmarkGroup<'_, WallTime>, table: &Table) {
    let blocks = table.slide().header().blocks.len() as u32;
    let mut number = 0;
    group.bench_function("decode a block", |bencher| {
        bencher.iter(|| {
            number = (number + 1) % blocks;
            table.slide().decode_block(number).expect("a sound block")
        });
    });
}

/// Looks random positions of the slide phase up.
fn look_up(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, table: &Table) {
    let mut random = Random::new(1_954);
    let positions: Vec<Position> = (0..10_000)
        .map(|_| random.open_position(table.rules(), 8))
        .collect();
    let mut next = positions.iter().cycle();
    group.bench_function(name, |bencher| {
        bencher.iter(|| next.next().map(|position| table.outcome(position)));
    });
}

fn both_files(criterion: &mut Criterion) {
    let solution = solved("44-ssss");
    let files = encode_both(&solution, Compression::default());
    let table = open_both(&files, solution.rules());

    let mut group = criterion.benchmark_group("tables of 44-ssss");
    group.bench_function("open, and look up one position", |bencher| {
        bencher.iter(|| {
            let table = open_both(&files, solution.rules());
            table.outcome(&Position::EMPTY).expect("a sound table")
        });
    });
    group.bench_function("expand", |bencher| {
        bencher.iter(|| table.expand().expect("sound tables"));
    });
    group.finish();
}

/// Opens a slide file and its drop file.
fn open_both((slide, drop): &(Vec<u8>, Vec<u8>), rules: &Rules) -> Table {
    let slide = open(slide.clone());
    let drop = open(drop.clone());
    Table::new(slide, Some(drop), rules).expect("tables of the rules")
}

criterion_group!(benches, slide_file, both_files);
criterion_main!(benches);

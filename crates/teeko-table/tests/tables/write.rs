//! Writing is all or nothing, and the same every time.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use teeko_rules::work::to_the_end;
use teeko_solve::Solution;
use teeko_table::{
    Census, Class, Compression, Description, Header, TableFile, WriteError, encode, row_values,
    write_table,
};
use teeko_testing::{SMALL_BLOCKS, names, open, rules, solved};

fn solution() -> &'static Solution {
    static SOLUTION: OnceLock<Solution> = OnceLock::new();
    SOLUTION.get_or_init(|| solved("44-ssss+4x4"))
}

fn description() -> Description {
    Description::slide(solution().rules(), &solution().census())
}

fn write(path: &Path, compression: Compression) -> Result<Header, WriteError> {
    let written = write_table(
        path,
        &description(),
        compression,
        &mut |row: &_| row_values(solution(), row),
        &to_the_end,
    );
    written.map(|(header, _)| header)
}

fn encoded(compression: Compression) -> Vec<u8> {
    teeko_testing::encoded(&description(), solution(), compression)
}

/// More than 36 circles.
#[test]
fn files_of_large_boards_are_compressed_at_a_lower_level() {
    for (variant, level) in [("44-ssss", 15), ("44-ssss+6x6", 15), ("44-ssss+6x7", 9)] {
        let block_length = 1 << 16;
        let expected = Compression {
            level,
            block_length,
        };
        assert_eq!(Compression::of(&rules(variant)), expected, "{variant}");
    }
}

#[test]
fn a_written_file_is_the_encoded_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("44+4x4.slide");
    let header = write(&path, SMALL_BLOCKS).expect("a file");
    assert_eq!(fs::read(&path).expect("the file"), encoded(SMALL_BLOCKS));
    let file = TableFile::open_path(&path).expect("a sound file");
    let blocks = header.blocks.len() as u64;
    let checked = AtomicU64::new(0);
    file.check_with(&|progress| {
        let done = checked.fetch_add(1, Ordering::Relaxed) + 1;
        assert_eq!((progress.done, progress.total), (done, blocks));
    })
    .expect("a sound file");
    assert_eq!(checked.into_inner(), blocks);
    assert_eq!(
        (file.header(), file.name()),
        (&header, path.to_str().expect("a plain path"))
    );
    assert_eq!(
        header.file_length(),
        fs::metadata(&path).expect("the file").len()
    );
    assert_eq!(names(folder.path()), ["44+4x4.slide"]);
    // Replaces the old file, which stays readable to programs that have it open.
    write(
        &path,
        Compression {
            level: 3,
            ..SMALL_BLOCKS
        },
    )
    .expect("a file");
    file.check().expect("the old file");
    assert_eq!(names(folder.path()), ["44+4x4.slide"]);
}

#[test]
fn bytes_do_not_depend_on_threads_and_content_not_on_compression() {
    let by_threads = |threads: usize, compression: Compression| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a thread pool");
        pool.install(|| encoded(compression))
    };
    let one = by_threads(1, Compression::default());
    assert_eq!(by_threads(3, Compression::default()), one);
    let hash = open(one.clone()).header().content_hash;
    for compression in [
        Compression {
            level: 1,
            ..Compression::default()
        },
        SMALL_BLOCKS,
    ] {
        let other = by_threads(2, compression);
        assert_ne!(other, one);
        assert_eq!(open(other).header().content_hash, hash);
    }
}

#[test]
fn where_nothing_can_be_written_nothing_is() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("taken.slide")).expect("a folder");
    for path in ["missing/44.slide", "taken.slide", "taken.slide/.."] {
        let path = folder.path().join(path);
        let error = write(&path, SMALL_BLOCKS).expect_err("no file");
        assert!(matches!(error, WriteError::Io { .. }), "{error}");
        assert!(
            error
                .to_string()
                .starts_with(path.to_str().expect("a plain path")),
            "{error}"
        );
    }
    assert_eq!(names(folder.path()), ["taken.slide"]);
    assert!(names(&folder.path().join("taken.slide")).is_empty());
}

/// Makes a row of values wrong.
type Spoil = fn(&mut Vec<u32>);

/// If the new values are wrong, only the old file is left.
#[test]
fn a_failed_write_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("44+4x4.slide");
    fs::write(&path, b"the old file").expect("a file");
    let wrong_rows: [(&str, Spoil); 3] = [
        (
            "row 200 of layer 8: expected 495 values, found 494",
            |row| row.truncate(494),
        ),
        (
            "row 200 of layer 8: expected 495 values, found 496",
            |row| row.push(0),
        ),
        (
            "row 200 of layer 8: expected values up to 255 by the census, found 256",
            |row| {
                row[7] = 256;
            },
        ),
    ];
    for (message, spoil) in wrong_rows {
        let mut values = |row: &teeko_table::Row| {
            let mut values = row_values(solution(), row);
            if row.number == 200 {
                spoil(&mut values);
            }
            values
        };
        let error = write_table(
            &path,
            &description(),
            SMALL_BLOCKS,
            &mut values,
            &to_the_end,
        )
        .expect_err("wrong values");
        assert_eq!(error.to_string(), message);
        assert_eq!(names(folder.path()), ["44+4x4.slide"]);
        assert_eq!(fs::read(&path).expect("the file"), b"the old file");
    }
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let values = |row: &teeko_table::Row| vec![0; row.length()];
    let refusal = |description: &Description, compression| {
        encode(description, compression, &values)
            .expect_err("something that does not fit")
            .to_string()
    };
    for (compression, message) in [
        (
            Compression {
                level: 0,
                ..SMALL_BLOCKS
            },
            "zstd level: expected 1 to 22, found 0",
        ),
        (
            Compression {
                level: 23,
                ..SMALL_BLOCKS
            },
            "zstd level: expected 1 to 22, found 23",
        ),
        (
            Compression {
                block_length: 5_000,
                ..SMALL_BLOCKS
            },
            "length of a block: expected a power of two from 1024 to 1048576, found 5000",
        ),
    ] {
        assert_eq!(refusal(&description(), compression), message);
    }
    let with = |change: &dyn Fn(&mut Census)| {
        let mut census = solution().census();
        change(&mut census);
        refusal(
            &Description::slide(solution().rules(), &census),
            SMALL_BLOCKS,
        )
    };
    let sum = "sum of the census: expected 900900 positions in layer 8, found 900901";
    assert_eq!(with(&|census| census.layer_mut(8).add(Class::Draw, 1)), sum);

    let mut census = Census::default();
    census.layer_mut(8).add(Class::Loss(131_070), 900_900);
    let far = refusal(
        &Description::slide(solution().rules(), &census),
        SMALL_BLOCKS,
    );
    assert_eq!(
        far,
        "distances in the census: expected distances that fit two bytes, found 131070"
    );
}

//! The two small files in `tests/data`, which `tables/README.md` explains: they must stay readable.
//!
//! They are tables of a board of 4 x 4 whose only goal is the four circles in the middle, with king
//! steps and drop plan `sspp`.

use teeko_rules::{Outcome, PIECES, Position, Rules, Side, Step};
use teeko_solve::Solution;
use teeko_table::{CellIndex, Compression, TableFile};
use teeko_testing::{circles, encode_both, small_rules};

static SLIDE: &[u8] = include_bytes!("../data/centre.slide");
static DROP: &[u8] = include_bytes!("../data/centre.drop");
static README: &str = include_str!("../../../../tables/README.md");

fn rules() -> Rules {
    small_rules(&[[6, 7, 10, 11]], Step::default().offsets(), "sspp")
}

fn solution() -> Solution {
    teeko_solve::solve(&rules())
}

fn open(bytes: &'static [u8]) -> TableFile {
    TableFile::open(bytes.to_vec(), "golden").expect("a sound file")
}

/// Returns the bytes of the dump in the format's description: lines `0010  01 04 04 …`, with
/// offsets in hexadecimal.
fn dump() -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in README.lines() {
        let Some((offset, digits)) = line.split_once("  ") else {
            continue;
        };
        if offset.len() != 4 || usize::from_str_radix(offset, 16) != Ok(bytes.len()) {
            continue;
        }
        let digits = digits.split("  ").next().expect("a first part");
        bytes.extend(
            digits
                .split(' ')
                .map(|digits| u8::from_str_radix(digits, 16).expect("a byte")),
        );
    }
    bytes
}

#[test]
fn the_description_shows_the_golden_header() {
    let dump = dump();
    assert_eq!(dump, SLIDE[..open(SLIDE).header().length()]);
}

/// Follows the look-up in the description step by step.
#[test]
fn the_description_follows_a_position_to_its_value() {
    let (mover, opponent) = (circles(&[1, 2, 3, 4]), circles(&[6, 7, 9, 10]));
    let index = CellIndex::new(&rules());
    let place = index.orbits(PIECES).place(opponent);
    let canonical = index.orbits(PIECES).canonical()[place.canonical as usize];
    let element = index.group().inverse(place.element as usize);
    let image = index.group().apply(element, mover);
    let cell = index.cell(mover, opponent);
    let row_length = open(SLIDE).header().sections[0].row_length;
    let (block, byte) = (cell / 65_536, cell % 65_536);
    let value = open(SLIDE)
        .decode_block(block as u32)
        .expect("a sound block")[byte as usize];
    let outcome = solution().outcome(&Position::of_turn(Side::Red, mover, opponent));
    assert_eq!(outcome, Some(Outcome::Loss(u32::from(value - 1) * 2)));
    for text in [
        format!("red to move, red {{{mover}}} against black {{{opponent}}}"),
        format!("canonical {{{canonical}}} is number {}", place.canonical),
        format!("red's become {{{image}}}"),
        format!(
            "{} * {row_length} + {} = {cell}",
            place.canonical,
            cell % row_length
        ),
        format!("block {block}, byte {byte}"),
        format!("value {value}: {}", outcome.expect("a position")),
    ] {
        assert!(
            README.contains(&text),
            "expected in tables/README.md: {text}"
        );
    }
}

/// Files written today have the contents of the golden files, whose content hashes say the same
/// values. They may differ only in what the compressor decides: the places and checksums of the
/// blocks.
#[test]
fn todays_files_say_the_same() {
    let (slide, drop) = encode_both(&solution(), Compression::default());
    for (today, golden) in [(slide, SLIDE), (drop, DROP)] {
        open(golden).check().expect("a sound file");
        let header = open(golden).header().clone();
        let block_index = header.length() - 4 - 16 * header.blocks.len();
        assert_eq!(today[..block_index], golden[..block_index]);
    }
}

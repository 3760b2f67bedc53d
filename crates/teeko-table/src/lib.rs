//! The table files of Teeko: small, self-describing, and safe on disk.
//!
//! A *slide file* stores the slide phase, in which all pieces are on the board. It depends only on
//! the board, the goals and the step, so all drop plans share it. A *drop file* stores the drop
//! phase of one variant. Together the two give the outcome of every position of the variant.
//! `tables/README.md` specifies the format byte by byte and lists the alternatives that were tried.
//!
//! ```
//! use std::error::Error;
//! use std::path::Path;
//!
//! use teeko_rules::{NamedRules, Outcome, Position, Variant};
//! # #[cfg(feature = "file")]
//! use teeko_table::open_tables;
//!
//! # #[cfg(feature = "file")]
//! /// Returns the value of the game, or `None` if there are no tables of it.
//! fn value(folder: &Path, variant: Variant) -> Result<Option<Outcome>, Box<dyn Error>> {
//!     let rules = NamedRules::of_variant(variant)?;
//!     let Some(table) = open_tables(folder, &rules)? else { return Ok(None) };
//!     Ok(table.outcome(&Position::EMPTY)?)
//! }
//! ```
//!
//! * [`TableFile`] is one file in any [`Storage`]. It has a [`Header`] and blocks, and
//!   [`TableFile::check`] verifies all of it.
//! * [`Table`] answers for positions. It decodes the blocks it needs and caches them.
//! * [`CellIndex`] maps positions to cells. A cell is the place of one value in a file.
//!   [`mod@values`] says what the values mean.
//! * [`encode`] and [`write_table`] make a file from its values, row by row. A row is all cells
//!   with the same pieces of one side. [`write_outcomes`] makes a file from outcomes in memory.
//!   [`content_hash`] computes the hash of a file without making it. A [`NewFile`] appears under
//!   its name only when it is complete.
//!
//! # Features
//!
//! * `file` (default): the writer, and files on disk. It needs threads, a file system and a C
//!   compiler for zstd.
//! * `content-hash`, a part of `file`: computes content hashes, with which [`TableFile::check`]
//!   compares whole files.
//! * `portable`: decompression in Rust alone. With both features the C library compresses and the
//!   portable decoder decompresses. A test compares the two decoders.
//!
//! `portable` without default features is for programs that only read tables: it needs eleven other
//! crates, none of them in C, and one thread. It also builds for wasm32-unknown-unknown. Read the
//! files with [`std::fs::read`], and open them by [`TableFile::open`].
//!
//! This crate does not use the solver.

#[cfg(not(any(feature = "file", feature = "portable")))]
compile_error!("teeko-table needs a decompressor: feature `file` (the default) or `portable`");

mod cache;
mod census;
#[cfg(feature = "content-hash")]
mod content;
mod decode;
mod description;
#[cfg(feature = "file")]
mod disk;
#[cfg(feature = "content-hash")]
mod draft;
#[cfg(feature = "file")]
mod encode;
mod error;
#[cfg(feature = "file")]
mod estimates;
mod expand;
mod expand_memory;
mod file_kind;
#[cfg(feature = "file")]
mod folder;
mod hash;
mod header;
mod header_reader;
mod matching;
mod names;
#[cfg(feature = "file")]
mod new_file;
mod probe;
mod reader;
mod recount;
mod rows;
mod scheme;
mod scored;
mod search;
mod storage;
mod table;
pub mod values;

#[cfg(feature = "content-hash")]
pub use content::{content_hash, row_values};
pub use description::Description;
#[cfg(feature = "file")]
pub use disk::{expect_no_link, open_regular, read_at_most};
#[cfg(feature = "content-hash")]
pub use draft::{Compression, RowSource, RowValues, WriteError};
#[cfg(feature = "file")]
pub use encode::{encode, write_outcomes, write_table};
pub use error::{Result, TableError};
#[cfg(feature = "file")]
pub use estimates::estimated_size_and_time;
pub use expand::ExpandedSlides;
pub use expand_memory::memory_to_expand;
pub use file_kind::FileKind;
#[cfg(feature = "file")]
pub use folder::{open_if_there, open_scored_tables, open_tables};
pub use hash::ContentHash;
pub use header::{BlockEntry, FORMAT_VERSION, Header, MAGIC, values_of_file};
pub use matching::{expect_rules, expect_slide_file, goal_set};
pub use names::{
    DROP_EXTENSION, SLIDE_EXTENSION, TableName, drop_file_name, of_file_name, slide_file_name,
};
#[cfg(feature = "file")]
pub use new_file::{Kept, NewFile, is_temporary};
pub use reader::TableFile;
pub use recount::{check_attack_census, check_census, recount};
pub use scheme::{CellIndex, INDEX_SCHEME, Row, Section};
pub use scored::ScoredTable;
pub use storage::Storage;
pub use table::{DEFAULT_CACHE, SharedIndex, Table};
pub use teeko_index::{Census, Class, LayerCensus};
pub use values::{attack_value, drop_value, slide_value};

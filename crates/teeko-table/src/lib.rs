//! The table files of Teeko: small, self-describing, and safe on disk.
//!
//! A *slide file* has the slide phase of a board, goals and step, which all drop plans share; a
//! *drop file* has the drop phase of one variant. `tables/README.md` gives the format byte by byte,
//! and what else was tried. Together they answer for every position of the variant:
//!
//! ```
//! use std::path::Path;
//!
//! use teeko_rules::{NamedRules, Outcome, Position, Variant};
//! # #[cfg(feature = "file")]
//! use teeko_table::{TableError, open_tables};
//!
//! # #[cfg(feature = "file")]
//! /// The value of the game; `None` if there are no tables of it.
//! fn value(folder: &Path, variant: Variant) -> Result<Option<Outcome>, Box<dyn std::error::Error>> {
//!     let Some(table) = open_tables(folder, &NamedRules::of_variant(variant)?)? else { return Ok(None) };
//!     Ok(table.outcome(&Position::EMPTY)?)
//! }
//! ```
//!
//! * [`TableFile`] is one file, over any [`Storage`]: its [`Header`], its blocks, and
//!   [`TableFile::check`] for all of it.
//! * [`Table`] answers for positions. It decodes the blocks it needs and keeps those used last.
//! * [`CellIndex`] says which cell of a file is which position's; [`mod@values`] what the value
//!   there means.
//! * [`encode`] and [`write_table`] make files, from values row by row; [`write_slides`] and
//!   [`write_drops`] from whatever knows the outcomes; [`content_hash`] says what the hash of one
//!   would be. [`NewFile`] is how files come to be whole or not at all.
//!
//! # Features
//!
//! * `file` (default): the writer, and files on disk. Needs threads, a file system and a C compiler
//!   for zstd.
//! * `portable`: decompression in Rust alone. `--no-default-features --features portable` builds
//!   for wasm32-unknown-unknown (`cargo check --target wasm32-unknown-unknown`). With both features
//!   on, the C library writes and the portable decoder reads. A test checks one decoder against the
//!   other.
//!
//! Nothing here needs the solver.

#[cfg(not(any(feature = "file", feature = "portable")))]
compile_error!("teeko-table needs a decompressor: feature `file` (the default) or `portable`");

mod attack;
mod cache;
mod content;
mod decode;
mod draft;
#[cfg(feature = "file")]
mod encode;
mod error;
mod expand;
#[cfg(feature = "file")]
mod folder;
mod hash;
mod header;
mod kind;
mod names;
#[cfg(feature = "file")]
mod new_file;
mod parse;
mod reader;
mod recount;
mod scheme;
mod scored;
mod storage;
mod table;
pub mod values;
mod version;
#[cfg(feature = "file")]
mod write;

pub use attack::{AttackIndex, AttackRow, AttackSection, attack_value};
pub use content::{content_hash, drop_row, slide_row};
pub use draft::{Compression, Description, RowValues, WriteError};
#[cfg(feature = "file")]
pub use encode::encode;
pub use error::TableError;
pub use expand::{ExpandedSlides, ExpandedTable, memory_to_expand};
#[cfg(feature = "file")]
pub use folder::{estimated_size_and_time, open_if_there, open_scored_tables, open_tables};
pub use hash::{ContentHash, ContentHashError};
pub use header::{BlockEntry, Header};
pub use kind::Kind;
pub use names::{
    DROP_EXTENSION, SLIDE_EXTENSION, TableName, drop_file_name, of_file_name, slide_file_name,
};
#[cfg(feature = "file")]
pub use new_file::{NewFile, is_temporary};
pub use reader::TableFile;
pub use scheme::{CellIndex, INDEX_SCHEME, Row, StoredLayer, TableRow, stored_layers};
pub use scored::{
    AttackTable, ScoredTable, ThresholdTable, check_attack_census, check_attack_rules,
};
#[cfg(feature = "file")]
pub use storage::DiskFile;
pub use storage::Storage;
pub use table::{DEFAULT_CACHE, Table};
pub use teeko_index::{Census, Class, LayerCensus};
pub use values::{drop_value, slide_value};
pub use version::{EMPTY_CIRCLES_VERSION, FORMAT_VERSION, MAGIC, POINTS_VERSION};
#[cfg(feature = "file")]
pub use write::{
    encode_drops, encode_slides, write_attack, write_both, write_drops, write_slides, write_table,
};

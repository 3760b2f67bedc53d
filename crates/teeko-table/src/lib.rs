//! The table files of Teeko: small, self-describing, and safe on disk.
//!
//! A *slide file* has the slide phase of a board, goals and step, which all drop plans share; a *drop file* has the drop phase
//! of one variant. `tables/README.md` gives the format byte by byte, and what else was tried. Together they answer for every
//! position of the variant:
//!
//! ```
//! use teeko_rules::{Outcome, Position, Variant};
//! use teeko_table::{Table, TableFile, drop_file_name, slide_file_name};
//!
//! fn first_ply(folder: &std::path::Path, variant: &Variant) -> Result<Option<Outcome>, Box<dyn std::error::Error>> {
//!     let slide = TableFile::open_path(&folder.join(slide_file_name(variant)))?;
//!     let drop = TableFile::open_path(&folder.join(drop_file_name(variant)))?;
//!     let table = Table::new(slide, Some(drop), &variant.rules()?)?;
//!     Ok(table.outcome(&Position::EMPTY)?)
//! }
//! ```
//!
//! * [`TableFile`] is one file, over any [`Storage`]: its [`Header`], its blocks, and [`TableFile::check`] for all of it.
//! * [`Table`] answers for positions. It decodes the blocks it needs and keeps those used last.
//! * [`CellIndex`] says which cell of a file is which position's; [`mod@values`] what the value there means.
//! * [`encode`] and [`write_table`] make files; [`content_hash`] says what the hash of one would be.
//!
//! # Features
//!
//! * `file` (default): the writer, and memory-mapped files. Needs threads, a file system and a C compiler for zstd.
//! * `portable`: decompression in Rust alone. `--no-default-features --features portable` builds for wasm32-unknown-unknown
//!   (`cargo check --target wasm32-unknown-unknown`). With both features on, files are written by the C library and read by
//!   the portable decoder, which is how the tests hold one against the other.
//!
//! Nothing here needs the solver.

#[cfg(not(any(feature = "file", feature = "portable")))]
compile_error!("teeko-table needs a decompressor: feature `file` (the default) or `portable`");

mod cache;
mod census;
#[cfg(feature = "file")]
mod content;
mod decode;
#[cfg(feature = "file")]
mod encode;
mod error;
mod expand;
mod hash;
mod header;
mod names;
mod parse;
mod reader;
mod recount;
mod scheme;
mod storage;
mod table;
pub mod values;
#[cfg(feature = "file")]
mod write;

pub use census::{Census, Class};
#[cfg(feature = "file")]
pub use content::content_hash;
#[cfg(feature = "file")]
pub use encode::{Compression, Description, WriteError, encode};
pub use error::TableError;
pub use expand::ExpandedTable;
pub use hash::{ContentHash, ContentHashError};
pub use header::{BlockEntry, FORMAT_VERSION, Header, Kind, MAGIC};
pub use names::{DROP_EXTENSION, SLIDE_EXTENSION, drop_file_name, slide_file_name, slide_phase_name};
pub use reader::TableFile;
pub use scheme::{CellIndex, INDEX_SCHEME, Row, StoredLayer, stored_layers};
#[cfg(feature = "file")]
pub use storage::MappedFile;
pub use storage::Storage;
pub use table::{DEFAULT_CACHE, Table};
pub use values::{drop_value, slide_value};
#[cfg(feature = "file")]
pub use write::write_table;

//! For programs that keep solutions: folders of table files, their verification, and rule files.
//!
//! [`Game::open`](crate::Game) answers from table files. A [`Plan`](crate::solving::Plan) with a
//! `TableFolder` writes them. Everything that opens a file needs the feature `file`.

pub use crate::error::SourceError;
#[cfg(feature = "file")]
pub use crate::folder::TableFolder;
#[cfg(feature = "file")]
pub use crate::game::Reading;
#[cfg(feature = "file")]
pub use crate::rule_file::load;
#[cfg(feature = "file")]
pub use crate::solving::check_disk;
pub use crate::source::{FileTables, Source};
#[cfg(feature = "file")]
pub use crate::verify::{Depth, FileCheck, WrongValue, verify_folder};

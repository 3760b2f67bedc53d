//! SQLite databases.

#[cfg(feature = "sqlite")]
mod writer;

use teeko_rules::Rules;

use crate::rows::{Job, Written};
use crate::{Column, ExportError, Format, Output, Request, RequestError};

/// A SQLite database, indexed by position: any language with SQLite looks positions up in it.
///
/// ```sql
/// CREATE TABLE positions (
///     black INTEGER, red INTEGER,             -- circles: bit n - 1 for circle n
///     layer INTEGER,                          -- pieces on the board, 0 to 8
///     outcome TEXT,                           -- win, draw or loss, for the side to move
///     dtw INTEGER,                            -- plies to the end, NULL in a draw
///     orbit_size INTEGER,                     -- positions that symmetry makes equal
///     PRIMARY KEY (black, red)
/// ) WITHOUT ROWID;
/// CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
/// ```
/// In even layers Black is to move, in odd ones Red. In layer 8 either side may be, with the same
/// outcome for it: to ask about Red, exchange the colours. Where each orbit has one row, that is
/// one of up to eight images of a position, so that each is to be tried:
///
/// ```sql
/// SELECT outcome, dtw FROM positions WHERE black = 4096 AND red = 0;            -- Black on 13
/// SELECT layer, outcome, dtw, sum(orbit_size) FROM positions GROUP BY 1, 2, 3;  -- as teeko stats
/// SELECT value ->> '$.plan' FROM meta WHERE key = 'rules';
/// ```
/// Games for points have `score INTEGER` after the outcome: points of the side to move, negative if
/// its opponent scores. Their `dtw` is the number of plies within which at least these points can
/// be forced. Other columns, if they are asked for: `turn` and `position` TEXT, `slot`
/// INTEGER. On a board of 64 circles the numbers of masks with circle 64 are negative, since
/// integers of SQLite are signed.
///
/// `meta` has the keys `variant`, `version`, `rules` (as JSON), `slide_content_hash` and
/// `drop_content_hash`; see [`Provenance`](crate::Provenance).
///
/// # How it is written
/// Rows come in the order of the public index and are inserted in that of the primary key, so that
/// SQLite only appends. All of them are in memory until then, 32 bytes each. All orbits of 44-ssss,
/// 12,063,947 rows, take 297,328,640 bytes.
#[derive(Debug)]
pub struct Sqlite;

/// The columns of the primary key.
const KEY: [Column; 2] = [Column::Black, Column::Red];

impl Format for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sqlite", "sqlite3", "db"]
    }

    fn purpose(&self) -> &'static str {
        "A SQLite database, indexed by position"
    }

    /// Returns the layer gives the side to move.
    fn columns(&self) -> &'static [Column] {
        &[
            Column::Black,
            Column::Red,
            Column::Layer,
            Column::Outcome,
            Column::Dtw,
            Column::OrbitSize,
        ]
    }

    fn needs_file(&self) -> Option<&'static str> {
        Some("SQLite does not write its pages in sequence")
    }

    fn is_built(&self) -> bool {
        cfg!(feature = "sqlite")
    }

    fn memory_of_row(&self) -> u64 {
        #[cfg(feature = "sqlite")]
        return writer::MEMORY_OF_ROW;
        #[cfg(not(feature = "sqlite"))]
        0
    }

    fn check(&self, request: &Request, _: &str, _: &Rules) -> Result<(), RequestError> {
        match &request.columns {
            Some(columns) if !KEY.iter().all(|key| columns.as_slice().contains(key)) => {
                Err(RequestError::Unfit(format!(
                    "{}: expected black and red among the columns, by which the database is \
                     indexed; add them",
                    self.name()
                )))
            }
            _ => Ok(()),
        }
    }

    #[cfg(feature = "sqlite")]
    fn write(&self, job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
        writer::write(job, output)
    }

    #[cfg(not(feature = "sqlite"))]
    fn write(&self, _: &Job<'_>, _: Output<'_>) -> Result<Written, ExportError> {
        Err(RequestError::not_built(self.name()).into())
    }
}

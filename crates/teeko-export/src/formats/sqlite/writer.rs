//! Writes SQLite databases.

use std::io::{self, ErrorKind};

use rayon::prelude::*;
use rusqlite::types::{Null, ToSqlOutput};
use rusqlite::{Connection, OpenFlags, Statement};
use teeko_index::LayerIndex;
use teeko_rules::notation::rows_form;
use teeko_rules::{Circles, PIECES, Position, Side, Value};

use crate::rows::{Encoder, Job, Written};
use crate::{Column, Columns, ExportError, Output, Row};

/// The rows that are inserted from one report of progress to the next.
const STEP: usize = 1 << 16;

/// The memory that a row takes until the end, in bytes.
pub(super) const MEMORY_OF_ROW: u64 = size_of::<Entry>() as u64;

/// A row in its smallest form: its other values follow from the position.
struct Entry {
    black: Circles,
    red: Circles,
    value: Value,
    orbit_size: u8,
}

impl Entry {
    fn new(row: &Row) -> Self {
        let Row { position: Position { black, red, .. }, outcome, score, orbit_size, .. } = *row;
        Self { black, red, value: Value { score, outcome }, orbit_size }
    }

    /// Returns the primary key. The numbers of SQLite are signed.
    fn key(&self) -> [i64; 2] {
        [self.black, self.red].map(|circles| circles.bits() as i64)
    }

    fn position(&self) -> Position {
        let turn =
            Position::turn_in_layer(self.black.len() + self.red.len()).unwrap_or(Side::Black);
        Position { black: self.black, red: self.red, turn, ..Position::EMPTY }
    }
}

/// All rows in memory.
struct Entries(Vec<Entry>);

impl Encoder for Entries {
    type Chunk = Vec<Entry>;

    fn encode(&self, rows: &[Row]) -> io::Result<Vec<Entry>> {
        Ok(rows.iter().map(Entry::new).collect())
    }

    fn write(&mut self, chunk: Vec<Entry>) -> io::Result<()> {
        self.0.try_reserve(chunk.len()).map_err(io::Error::other)?;
        self.0.extend(chunk);
        Ok(())
    }
}

/// Writes a database.
pub(super) fn write(job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
    let (file, path) = output.file()?;
    // Windows does not let SQLite open a locked file.
    if cfg!(windows) {
        file.unlock()?;
    }
    let mut entries = Entries(Vec::new());
    let written = job.write_rows(&mut entries)?;
    let Entries(mut entries) = entries;
    entries.par_sort_unstable_by_key(Entry::key);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags).map_err(to_io)?;
    let columns = job.columns();
    create_tables(&database, &columns).map_err(to_io)?;
    for (key, value) in (job.subject.provenance)().entries() {
        database.execute("INSERT INTO meta VALUES (?, ?)", [key, value]).map_err(to_io)?;
    }
    insert(job, &database, &columns, &entries)?;
    database.execute_batch("COMMIT").map_err(to_io)?;
    database.close().map_err(|(_, error)| to_io(error))?;
    Ok(written)
}

/// Begins a transaction and creates the tables. No other program uses the file, and an incomplete
/// one is removed, so nothing needs to be safe against crashes.
fn create_tables(database: &Connection, columns: &Columns) -> rusqlite::Result<()> {
    let column = |&column: &Column| {
        let kind = match column {
            Column::Position | Column::Turn | Column::Outcome | Column::Variant => "TEXT",
            _ => "INTEGER",
        };
        format!("{} {kind}", column.name())
    };
    let columns: Vec<String> = columns.as_slice().iter().map(column).collect();
    database.execute_batch(&format!(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
         CREATE TABLE positions ({}, PRIMARY KEY (black, red)) WITHOUT ROWID;
         CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
        columns.join(", ")
    ))
}

/// Inserts the rows in their order.
fn insert(
    job: &Job<'_>,
    database: &Connection,
    columns: &Columns,
    entries: &[Entry],
) -> Result<(), ExportError> {
    let (rules, variant) = (job.rules(), job.variant());
    let columns = columns.as_slice();
    let indexes: Vec<LayerIndex> = if columns.contains(&Column::Slot) {
        (0..=2 * PIECES)
            .map(|layer| LayerIndex::new(rules.board(), &rules.symmetries(), layer))
            .collect()
    } else {
        Vec::new()
    };
    let places = vec!["?"; columns.len()].join(", ");
    let mut statement =
        database.prepare(&format!("INSERT INTO positions VALUES ({places})")).map_err(to_io)?;
    let insert_one = |statement: &mut Statement<'_>, entry: &Entry| -> rusqlite::Result<()> {
        let (position, outcome, [black, red]) =
            (entry.position(), entry.value.outcome, entry.key());
        for (place, column) in (1..).zip(columns) {
            let value = match column {
                Column::Black => black.into(),
                Column::Red => red.into(),
                Column::Layer => (position.layer() as i64).into(),
                Column::OrbitSize => entry.orbit_size.into(),
                Column::Outcome => outcome.name().into(),
                Column::Turn => position.turn.name().into(),
                Column::Position => rows_form(rules.board(), &position).into(),
                Column::Score => entry.value.score.into(),
                Column::Dtw => {
                    outcome.distance().map_or(ToSqlOutput::from(Null), ToSqlOutput::from)
                }
                Column::Slot => (indexes[position.layer()].rank(&position) as i64).into(),
                Column::Variant => variant.as_str().into(),
            };
            statement.raw_bind_parameter(place, value)?;
        }
        statement.raw_execute().map(drop)
    };
    let total = entries.len() as u64;
    for (step, entries) in entries.chunks(STEP).enumerate() {
        job.observe((step * STEP) as u64, total)?;
        for entry in entries {
            insert_one(&mut statement, entry).map_err(to_io)?;
        }
    }
    job.observe(total, total)?;
    Ok(())
}

/// Converts an error of SQLite into an error of the output.
fn to_io(error: rusqlite::Error) -> io::Error {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => ErrorKind::StorageFull.into(),
        _ => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    use super::*;
    use crate::testing::{orbits, provenance, request, solved};
    use crate::{Request, Sqlite, Subject, export};
    use teeko_rules::notation::parse_position;
    use teeko_rules::work::{Observer, Progress};
    use teeko_solve::Solution;
    use teeko_testing::observed;

    /// Exports all orbits to a new file.
    fn exported(
        oracle: &Solution,
        columns: Option<&str>,
        observe: Observer<'_>,
    ) -> Result<(u64, tempfile::NamedTempFile), ExportError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        let subject =
            Subject { name: "game", values: oracle, provenance: &|| provenance("58-ssss+4x4") };
        let columns = columns.map(|columns| columns.parse().unwrap());
        let request = Request { columns, ..request(&Sqlite, orbits()) };
        let output = Output::File(file.as_file(), file.path());
        let written = export(&subject, &request, output, observe)?;
        Ok((written.rows, file))
    }

    #[test]
    fn rows_read_back_have_the_values_of_the_solution() {
        let oracle = solved("58-ssss+4x4");
        let rules = oracle.rules();
        let columns = "dtw,black,outcome,red,layer,turn,position,slot,orbit_size,score";
        let (exported, reported) =
            observed(usize::MAX, |observe| exported(&oracle, Some(columns), observe));
        let (count, file) = exported.unwrap();
        assert!(
            reported.len() > 4 && reported.last() == Some(&Progress { done: count, total: count })
        );
        let database = Connection::open(file.path()).unwrap();
        let mut statement = database.prepare(&format!("SELECT {columns} FROM positions")).unwrap();
        let mut rows = statement.query([]).unwrap();
        let (mut found, mut last) = (0, None);
        while let Some(row) = rows.next().unwrap() {
            found += 1;
            let key: [i64; 2] = [row.get(1).unwrap(), row.get(3).unwrap()];
            assert!(last.replace(key) < Some(key), "the order of the key");
            if found % 29 != 0 {
                continue;
            }
            let position = parse_position(rules, &row.get::<_, String>(6).unwrap()).unwrap();
            assert_eq!(key, [position.black, position.red].map(|circles| circles.bits() as i64));
            let value = Value::from(oracle.outcome(&position).unwrap());
            let texts = [2, 5].map(|place| row.get::<_, String>(place).unwrap());
            assert_eq!(texts, [value.outcome.name(), position.turn.name()]);
            assert_eq!(row.get::<_, Option<u32>>(0), Ok(value.outcome.distance()));
            let index = LayerIndex::new(rules.board(), &rules.symmetries(), position.layer());
            let image = |symmetry: &teeko_rules::Symmetry| {
                (symmetry.apply(position.black), symmetry.apply(position.red))
            };
            let images: BTreeSet<_> = rules.symmetries().elements().iter().map(image).collect();
            let expected = [
                position.layer() as i64,
                index.rank(&position) as i64,
                images.len() as i64,
                value.score.into(),
            ];
            assert_eq!([4, 7, 8, 9].map(|place| row.get::<_, i64>(place).unwrap()), expected);
        }
        assert_eq!(found, count);
        let mut statement = database.prepare("SELECT key, value FROM meta").unwrap();
        let entry =
            |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let meta: BTreeSet<(String, String)> =
            statement.query_map([], entry).unwrap().map(Result::unwrap).collect();
        let said = provenance("58-ssss+4x4");
        let said: BTreeSet<_> =
            said.entries().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        assert_eq!(meta, said);
    }

    #[test]
    fn the_caller_can_stop_while_it_is_written() {
        let passes = Mutex::new(0);
        let stopped = exported(&solved("44-ssss+4x4"), None, &|progress| {
            *passes.lock().unwrap() += u32::from(progress.done == 0);
            if *passes.lock().unwrap() < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(matches!(stopped, Err(ExportError::Stopped(_))));
    }
}

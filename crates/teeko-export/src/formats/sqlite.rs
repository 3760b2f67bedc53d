//! SQLite databases.

mod btree;
mod record;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Seek, SeekFrom, Write};

use teeko_index::LayerIndex;
use teeko_rules::notation::rows_form;
use teeko_rules::work::{Observer, Progress, Stopped};
use teeko_rules::{Circles, Outcome, PIECES, Position, Rules};

use self::btree::{PAGE, Pages, index_tree, schema_page};
use self::record::Value;
use crate::{Column, Columns, ExportError, Format, Provenance, Row};

/// How many rows are told to the observer at a time.
const STEP: u64 = 1 << 16;

/// A SQLite database, indexed by position: any language with SQLite looks positions up in it.
///
/// ```sql
/// CREATE TABLE positions (
///     black INTEGER, red INTEGER,             -- circles: bit n - 1 for circle n
///     layer INTEGER,                          -- pieces on the board, 0 to 8
///     outcome TEXT,                           -- win, draw or loss, for the side to move
///     dtw INTEGER,                            -- plies to the end, NULL in a draw
///     orbit_size INTEGER,                     -- positions that symmetry makes equal, this one among them
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
/// SELECT layer, outcome, dtw, sum(orbit_size) FROM positions GROUP BY 1, 2, 3;  -- the counts of teeko stats
/// SELECT value ->> '$.plan' FROM meta WHERE key = 'rules';
/// ```
/// Games for points have `score INTEGER` after the outcome: points of the side to move, negative if
/// its opponent scores. Other columns, if they are asked for: `turn` and `position` TEXT, `slot`
/// INTEGER. On a board of 64 circles the numbers of masks with circle 64 are negative, since
/// integers of SQLite are signed.
///
/// `meta` has the keys `variant`, `version`, `rules` (as JSON), `slide_content_hash` and
/// `drop_content_hash`; see [`Provenance`].
///
/// # How it is written
/// Rows come in the order of the public index and go out in that of the primary key, so all of them
/// are in memory until the end, 24 bytes each. Since they are sorted, the pages of the file are
/// written one after the other, each of them full: all orbits of 44-ssss, 12,063,947 rows, take
/// 262,852,608 bytes. The library's own inserts in this order make 9 % more of them, take two
/// seconds for a million rows, need C to be built, and a path where this needs an open file.
/// Outcomes as numbers would save 45 MB, and have the reader look their meaning up.
///
/// The first page is written last, so the output must be one to seek in.
///
/// Source: <https://www.sqlite.org/fileformat2.html>.
#[derive(Debug)]
pub struct Sqlite<W> {
    output: W,
    columns: Columns,
    rules: Rules,
    provenance: Provenance,
    /// Parts of the rows, each of them sorted.
    runs: Vec<Vec<DatabaseRow>>,
}

/// A row of a database that is being written, as small as it gets. The order is that of the primary
/// key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DatabaseRow {
    /// Masks as SQLite's integers.
    black: i64,
    red: i64,
    /// Plies, and 0 for a draw, which has no other way to be told.
    plies: u32,
    kind: Kind,
    orbit_size: u8,
    score: i16,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Win,
    Draw,
    Loss,
}

impl DatabaseRow {
    /// The bytes of memory that a row takes until the end.
    pub const BYTES: u64 = size_of::<Self>() as u64;

    fn new(row: &Row) -> Self {
        let (kind, plies) = match row.outcome {
            Outcome::Win(plies) => (Kind::Win, plies),
            Outcome::Draw => (Kind::Draw, 0),
            Outcome::Loss(plies) => (Kind::Loss, plies),
        };
        let (black, red) = (row.position.black.bits() as i64, row.position.red.bits() as i64);
        Self { black, red, plies, kind, orbit_size: row.orbit_size, score: row.score }
    }

    fn outcome(&self) -> Outcome {
        match self.kind {
            Kind::Win => Outcome::Win(self.plies),
            Kind::Draw => Outcome::Draw,
            Kind::Loss => Outcome::Loss(self.plies),
        }
    }

    fn position(&self) -> Position {
        let [black, red] = [self.black, self.red].map(|mask| Circles::from_bits(mask as u64));
        let turn =
            Position::turn_in_layer(black.len() + red.len()).unwrap_or(teeko_rules::Side::Black);
        Position { black, red, turn, ..Position::EMPTY }
    }
}

impl<W: Write + Seek + Sync> Sqlite<W> {
    /// Leaves room for the first page. `columns` are those of the table; the first two of them are
    /// the key.
    ///
    /// # Errors
    /// If the output cannot be written, or `columns` lack `black` or `red`.
    pub fn new(
        output: W,
        columns: Columns,
        rules: &Rules,
        provenance: &Provenance,
    ) -> io::Result<Self> {
        if ![Column::Black, Column::Red].iter().all(|key| columns.as_slice().contains(key)) {
            return Err(io::Error::other(
                "columns of a database: expected black and red, which are its key",
            ));
        }
        Ok(Self {
            output,
            columns,
            rules: rules.clone(),
            provenance: provenance.clone(),
            runs: Vec::new(),
        })
    }

    /// Writes the database, and returns the output. `observe` is told how many rows of how many are
    /// written, and says whether to go on.
    ///
    /// # Errors
    /// If the output cannot be written, or the observer says to stop.
    pub fn finish<E: std::error::Error>(self, observe: Observer<'_>) -> Result<W, ExportError<E>> {
        let Self { mut output, columns, rules, provenance, runs } = self;
        output.write_all(&[0; PAGE])?;
        let mut pages = Pages::new(io::BufWriter::with_capacity(1 << 20, output));
        let key = [Column::Black, Column::Red];
        let others: Vec<Column> =
            columns.as_slice().iter().copied().filter(|column| !key.contains(column)).collect();
        // The table of an index has the key first, wherever its columns were declared.
        let stored: Vec<Column> = key.into_iter().chain(others).collect();
        let indexes: Vec<LayerIndex> = if stored.contains(&Column::Slot) {
            (0..=2 * PIECES)
                .map(|layer| LayerIndex::new(rules.board(), &rules.symmetries(), layer))
                .collect()
        } else {
            Vec::new()
        };
        let total = runs.iter().map(|run| run.len() as u64).sum();
        let mut done = 0;
        let mut values = Vec::new();
        let rows = Merged::new(&runs).map(|entry| {
            if done % STEP == 0 && observe(Progress { done, total }).is_break() {
                return Err(ExportError::Stopped(Stopped));
            }
            done += 1;
            let mut record = Vec::with_capacity(32);
            values.clear();
            values.extend(stored.iter().map(|&column| value(column, &entry, &rules, &indexes)));
            record::encode(&values, &mut record);
            Ok(record)
        });
        let positions = index_tree(&mut pages, rows)?;
        let mut meta: Vec<(&str, &str)> = provenance.entries().collect();
        meta.sort_unstable();
        let meta = meta.into_iter().map(|(key, value)| {
            let mut record = Vec::new();
            record::encode(
                &[Value::Text(key.to_owned().into()), Value::Text(value.to_owned().into())],
                &mut record,
            );
            Ok::<_, ExportError<E>>(record)
        });
        let meta = index_tree(&mut pages, meta)?;
        let tables = [
            ("positions", positions, positions_sql(columns.as_slice())),
            (
                "meta",
                meta,
                "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID".to_owned(),
            ),
        ];
        let first = schema_page(&tables, pages.count());
        let mut output =
            pages.into_output().into_inner().map_err(io::IntoInnerError::into_error)?;
        output.seek(SeekFrom::Start(0))?;
        output.write_all(&first)?;
        output.seek(SeekFrom::End(0))?;
        Ok(output)
    }
}

impl<W: Write + Seek + Sync> Format for Sqlite<W> {
    type Chunk = Vec<DatabaseRow>;

    const CHUNK: usize = 1 << 20;

    const MOST_CHUNKS: usize = 4;

    fn encode(&self, rows: &[Row]) -> io::Result<Vec<DatabaseRow>> {
        let mut run = Vec::new();
        run.try_reserve_exact(rows.len()).map_err(io::Error::other)?;
        run.extend(rows.iter().map(DatabaseRow::new));
        run.sort_unstable();
        Ok(run)
    }

    fn write(&mut self, run: Vec<DatabaseRow>) -> io::Result<()> {
        self.runs.push(run);
        Ok(())
    }
}

/// The rows of all runs in order.
struct Merged<'a> {
    /// The first row of each run that is left, and the others.
    heads: BinaryHeap<Reverse<(DatabaseRow, usize)>>,
    rests: Vec<std::slice::Iter<'a, DatabaseRow>>,
}

impl<'a> Merged<'a> {
    fn new(runs: &'a [Vec<DatabaseRow>]) -> Self {
        let mut rests: Vec<_> = runs.iter().map(|run| run.iter()).collect();
        let heads = rests.iter_mut().enumerate();
        let heads = heads
            .filter_map(|(run, rest)| rest.next().map(|&entry| Reverse((entry, run))))
            .collect();
        Self { heads, rests }
    }
}

impl Iterator for Merged<'_> {
    type Item = DatabaseRow;

    fn next(&mut self) -> Option<DatabaseRow> {
        let mut head = self.heads.peek_mut()?;
        let Reverse((entry, run)) = *head;
        match self.rests[run].next() {
            Some(&next) => *head = Reverse((next, run)),
            None => {
                std::collections::binary_heap::PeekMut::pop(head);
            }
        }
        Some(entry)
    }
}

fn value(column: Column, entry: &DatabaseRow, rules: &Rules, indexes: &[LayerIndex]) -> Value {
    let position = entry.position();
    match column {
        Column::Black => Value::Integer(entry.black),
        Column::Red => Value::Integer(entry.red),
        Column::Layer => Value::Integer(position.layer() as i64),
        Column::OrbitSize => Value::Integer(entry.orbit_size.into()),
        Column::Outcome => Value::Text(entry.outcome().name().into()),
        Column::Turn => Value::Text(position.turn.name().into()),
        Column::Position => Value::Text(rows_form(rules.board(), &position).into()),
        Column::Score => Value::Integer(entry.score.into()),
        Column::Dtw => {
            entry.outcome().distance().map_or(Value::Null, |plies| Value::Integer(plies.into()))
        }
        Column::Slot => Value::Integer(indexes[position.layer()].rank(&position) as i64),
    }
}

fn positions_sql(columns: &[Column]) -> String {
    let column = |&column: &Column| {
        let kind = match column {
            Column::Position | Column::Turn | Column::Outcome => "TEXT",
            _ => "INTEGER",
        };
        format!("{} {kind}", column.name())
    };
    let columns: Vec<String> = columns.iter().map(column).collect();
    format!(
        "CREATE TABLE positions ({}, PRIMARY KEY (black, red)) WITHOUT ROWID",
        columns.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io::Cursor;
    use std::ops::ControlFlow;

    use super::*;
    use crate::testing::{orbits, provenance, solved};
    use crate::{Positions, Selection, export};
    use teeko_rules::work::to_the_end;

    /// A reader of trees of records that knows the description of the format alone.
    struct Reader(Vec<u8>);

    impl Reader {
        fn number(&self, at: usize, bytes: usize) -> usize {
            self.0[at..at + bytes].iter().fold(0, |number, &byte| number << 8 | usize::from(byte))
        }

        fn varint(&self, at: &mut usize) -> usize {
            let mut number = 0;
            loop {
                let byte = self.0[*at];
                *at += 1;
                number = number << 7 | usize::from(byte & 0x7f);
                if byte < 0x80 {
                    return number;
                }
            }
        }

        /// The records of a tree in order, and how deep it is.
        fn records(&self, page: usize, records: &mut Vec<Vec<Option<Vec<u8>>>>) -> usize {
            let start = (page - 1) * PAGE;
            let cells = self.number(start + 3, 2);
            let is_leaf = self.0[start] == 10;
            assert!(is_leaf || self.0[start] == 2);
            let mut depth = 0;
            for cell in 0..cells {
                let mut at =
                    start + self.number(start + if is_leaf { 8 } else { 12 } + 2 * cell, 2);
                if !is_leaf {
                    depth = self.records(self.number(at, 4), records);
                    at += 4;
                }
                let length = self.varint(&mut at);
                records.push(Self::values(&self.payload(at, length)));
            }
            if !is_leaf {
                assert_eq!(
                    self.records(self.number(start + 8, 4), records),
                    depth,
                    "leaves of one depth"
                );
            }
            depth + 1
        }

        fn payload(&self, at: usize, length: usize) -> Vec<u8> {
            let (most, least) = ((PAGE - 12) * 64 / 255 - 23, (PAGE - 12) * 32 / 255 - 23);
            if length <= most {
                return self.0[at..at + length].to_vec();
            }
            let local = least + (length - least) % (PAGE - 4);
            let local = if local > most { least } else { local };
            let mut payload = self.0[at..at + local].to_vec();
            let mut next = self.number(at + local, 4);
            while next != 0 {
                let start = (next - 1) * PAGE;
                let part = (length - payload.len()).min(PAGE - 4);
                payload.extend(&self.0[start + 4..start + 4 + part]);
                next = self.number(start, 4);
            }
            assert_eq!(payload.len(), length);
            payload
        }

        /// The bytes of each value, integers as eight of them.
        fn values(payload: &[u8]) -> Vec<Option<Vec<u8>>> {
            let record = Self(payload.to_vec());
            let mut at = 0;
            let header = record.varint(&mut at);
            let mut kinds = Vec::new();
            while at < header {
                kinds.push(record.varint(&mut at));
            }
            let value = |kind| {
                let length =
                    if kind >= 13 { (kind - 13) / 2 } else { [0, 1, 2, 3, 4, 6, 8, 0, 0, 0][kind] };
                let bytes = record.0[at..at + length].to_vec();
                at += length;
                match kind {
                    0 => None,
                    8 | 9 => Some((kind as i64 - 8).to_be_bytes().to_vec()),
                    1..=6 => {
                        let sign = if bytes[0] < 0x80 { 0 } else { 0xff };
                        Some([vec![sign; 8 - length], bytes].concat())
                    }
                    _ => Some(bytes),
                }
            };
            let values: Vec<Option<Vec<u8>>> = kinds.into_iter().map(value).collect();
            assert_eq!(at, payload.len());
            values
        }

        #[expect(clippy::ref_option, reason = "a value of a record is one")]
        fn text(value: &Option<Vec<u8>>) -> &str {
            std::str::from_utf8(value.as_ref().unwrap()).unwrap()
        }

        #[expect(clippy::ref_option, reason = "a value of a record is one")]
        fn integer(value: &Option<Vec<u8>>) -> i64 {
            i64::from_be_bytes(value.as_ref().unwrap()[..].try_into().unwrap())
        }
    }

    #[test]
    fn every_row_is_in_its_place_and_has_the_values_of_the_solution() {
        let oracle = solved("58-ssss+4x4");
        let rules = oracle.rules();
        let columns: Columns =
            "dtw,black,outcome,red,layer,turn,position,slot,orbit_size".parse().unwrap();
        // Longer than a page, so that it is spread over several.
        let provenance = Provenance { rules: "r".repeat(3 * PAGE), ..provenance("58-ssss+4x4") };
        let mut format = Sqlite::new(Cursor::new(Vec::new()), columns, rules, &provenance).unwrap();
        let count = export(&oracle, &orbits(), &mut format, &to_the_end).unwrap();
        let reader = Reader(format.finish::<Infallible>(&to_the_end).unwrap().into_inner());
        assert_eq!(reader.0[..16], *b"SQLite format 3\0");
        assert_eq!((reader.number(16, 2), reader.number(28, 4) * PAGE), (PAGE, reader.0.len()));

        let mut rows = Vec::new();
        // The roots are the last pages of their trees.
        let root = (2..=reader.0.len() / PAGE)
            .rev()
            .filter(|page| reader.0[(page - 1) * PAGE] == 2)
            .max()
            .unwrap();
        assert_eq!(reader.records(root, &mut rows), 3);
        assert_eq!(rows.len() as u64, count);
        assert!(rows.is_sorted_by_key(|row| (Reader::integer(&row[0]), Reader::integer(&row[1]))));
        for row in rows.iter().step_by(29) {
            let [black, red, dtw, outcome, layer, turn, text, slot, orbit_size] = &row[..] else {
                panic!("{row:?}")
            };
            let position =
                teeko_rules::notation::parse_position(rules, Reader::text(text)).unwrap();
            assert_eq!(Reader::integer(black) as u64, position.black.bits());
            assert_eq!(Reader::integer(red) as u64, position.red.bits());
            assert_eq!(
                (Reader::text(turn), Reader::integer(layer) as usize),
                (position.turn.name(), position.layer())
            );
            let expected = oracle.outcome(&position).unwrap();
            assert_eq!(Reader::text(outcome), expected.name());
            assert_eq!(dtw.as_ref().map(|_| Reader::integer(dtw) as u32), expected.distance());
            let index = LayerIndex::new(rules.board(), &rules.symmetries(), position.layer());
            assert_eq!(Reader::integer(slot) as u64, index.rank(&position));
            let image = |symmetry: &teeko_rules::Symmetry| {
                (symmetry.apply(position.black), symmetry.apply(position.red))
            };
            let images: std::collections::BTreeSet<_> =
                rules.symmetries().elements().iter().map(image).collect();
            assert_eq!(Reader::integer(orbit_size) as usize, images.len());
        }
        let mut meta = Vec::new();
        reader.records(reader.0.len() / PAGE, &mut meta);
        let keys: Vec<&str> = meta.iter().map(|entry| Reader::text(&entry[0])).collect();
        assert_eq!(
            keys,
            ["drop_content_hash", "rules", "slide_content_hash", "variant", "version"]
        );
        assert_eq!(Reader::text(&meta[1][1]), provenance.rules);
        assert_eq!(Reader::text(&meta[3][1]), "58-ssss+4x4");
    }

    #[test]
    fn a_database_without_rows_is_one() {
        let oracle = solved("44-ssss+4x4");
        let selection = Selection {
            condition: "dtw>=1000".parse().unwrap(),
            positions: Positions::All,
            ..orbits()
        };
        let columns = Columns::from(Columns::DATABASE);
        let mut format =
            Sqlite::new(Cursor::new(Vec::new()), columns, oracle.rules(), &provenance("")).unwrap();
        assert_eq!(export(&oracle, &selection, &mut format, &to_the_end).unwrap(), 0);
        let bytes = format.finish::<Infallible>(&to_the_end).unwrap().into_inner();
        assert_eq!(bytes.len(), 3 * PAGE);
    }

    #[test]
    fn the_caller_can_stop_while_it_is_written_and_the_key_is_needed() {
        let oracle = solved("44-ssss+4x4");
        let columns = Columns::from(Columns::DATABASE);
        let mut format =
            Sqlite::new(Cursor::new(Vec::new()), columns, oracle.rules(), &provenance("")).unwrap();
        let rows = export(&oracle, &orbits(), &mut format, &to_the_end).unwrap();
        let stopped = format.finish::<Infallible>(&|progress: Progress| {
            assert_eq!(progress.total, rows);
            if progress.done == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(matches!(stopped, Err(ExportError::Stopped(_))));
        let without = Sqlite::new(
            Cursor::new(Vec::new()),
            "black,layer".parse().unwrap(),
            oracle.rules(),
            &provenance(""),
        );
        assert!(without.unwrap_err().to_string().contains("expected black and red"));
    }
}

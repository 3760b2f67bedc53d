//! Pages of a SQLite database, written one after the other: trees of sorted records, and the first
//! page, which says where they are.

use std::io::{self, Write};

use super::record::{Value, encode, push_varint};

/// The bytes of a page.
pub(super) const PAGE: usize = 4096;

/// The most bytes of a record that stay in a page, and the fewest of one that does not fit, as the
/// format has it for trees of records.
const MOST_LOCAL: usize = (PAGE - 12) * 64 / 255 - 23;
const LEAST_LOCAL: usize = (PAGE - 12) * 32 / 255 - 23;

/// The most pages of a database.
const MOST_PAGES: u32 = u32::MAX - 1;

/// Kinds of pages.
const INTERIOR: u8 = 2;
const LEAF: u8 = 10;
const TABLE_LEAF: u8 = 13;

/// The bytes before the list of cells of a leaf; an interior page has four more, for its last
/// child.
const PAGE_HEADER: usize = 8;

/// The bytes of a record in a page of its own, beside the number of the next one.
const OVERFLOW_ROOM: usize = PAGE - 4;

/// The page at 1 GiB, whose bytes the library locks and never looks at.
const LOCK_PAGE: u32 = (1 << 30) / PAGE as u32 + 1;

/// The bytes of the database's own header on the first page.
const FILE_HEADER: usize = 100;

/// An output that pages are appended to, from number 2 on.
pub(super) struct Pages<W> {
    output: W,
    count: u32,
}

impl<W: Write> Pages<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output, count: 1 }
    }

    /// How many there are, the first one included.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn into_output(self) -> W {
        self.output
    }

    /// Appends a page, and returns its number.
    fn append(&mut self, page: &[u8; PAGE]) -> io::Result<u32> {
        let number = page_after(self.count);
        if number >= MOST_PAGES {
            return Err(io::Error::other(
                "a database of more pages than its format has numbers for",
            ));
        }
        if number > self.count + 1 {
            self.output.write_all(&[0; PAGE])?;
        }
        self.output.write_all(page)?;
        self.count = number;
        Ok(number)
    }

    /// A record as the contents of a cell: its length and itself, what does not fit in pages of its
    /// own.
    fn cell(&mut self, record: &[u8]) -> io::Result<Vec<u8>> {
        let mut cell = Vec::with_capacity(record.len().min(MOST_LOCAL) + 8);
        push_varint(&mut cell, record.len() as u64);
        if record.len() <= MOST_LOCAL {
            cell.extend_from_slice(record);
            return Ok(cell);
        }
        let fills_the_last = LEAST_LOCAL + (record.len() - LEAST_LOCAL) % OVERFLOW_ROOM;
        let local = if fills_the_last <= MOST_LOCAL { fills_the_last } else { LEAST_LOCAL };
        cell.extend_from_slice(&record[..local]);
        cell.extend_from_slice(&page_after(self.count).to_be_bytes());
        let mut rest = record[local..].chunks(OVERFLOW_ROOM).peekable();
        while let Some(part) = rest.next() {
            let next = if rest.peek().is_some() { page_after(page_after(self.count)) } else { 0 };
            let mut page = [0; PAGE];
            page[..4].copy_from_slice(&next.to_be_bytes());
            page[4..4 + part.len()].copy_from_slice(part);
            self.append(&page)?;
        }
        Ok(cell)
    }
}

/// The number of the page that follows a page.
fn page_after(number: u32) -> u32 {
    if number + 1 == LOCK_PAGE { number + 2 } else { number + 1 }
}

/// A page of a tree that is being filled. An interior one has, for each of its cells, a child with
/// what comes before it; what comes after the last is in a child of its own.
struct Node {
    kind: u8,
    cells: Vec<Vec<u8>>,
    /// The bytes of the cells and of their places.
    used: usize,
}

impl Node {
    fn new(kind: u8) -> Self {
        Self { kind, cells: Vec::new(), used: 0 }
    }

    fn room(&self) -> usize {
        PAGE - PAGE_HEADER - if self.kind == INTERIOR { 4 } else { 0 }
    }

    fn push(&mut self, cell: Vec<u8>) {
        self.used += 2 + cell.len();
        self.cells.push(cell);
    }

    fn has_room_for(&self, cell: &[u8]) -> bool {
        self.used + 2 + cell.len() <= self.room()
    }

    fn take_last(&mut self) -> Option<Vec<u8>> {
        let cell = self.cells.pop()?;
        self.used -= 2 + cell.len();
        Some(cell)
    }

    /// The page, from an offset on, with the child that comes last.
    fn page(&self, offset: usize, last_child: u32) -> [u8; PAGE] {
        let mut page = [0; PAGE];
        let header = PAGE - self.room();
        let mut content = PAGE;
        for (number, cell) in self.cells.iter().enumerate() {
            content -= cell.len();
            page[content..content + cell.len()].copy_from_slice(cell);
            let place = offset + header + 2 * number;
            page[place..place + 2].copy_from_slice(&(content as u16).to_be_bytes());
        }
        page[offset] = self.kind;
        page[offset + 3..offset + 5].copy_from_slice(&(self.cells.len() as u16).to_be_bytes());
        page[offset + 5..offset + 7].copy_from_slice(&(content as u16).to_be_bytes());
        if self.kind == INTERIOR {
            page[offset + 8..offset + 12].copy_from_slice(&last_child.to_be_bytes());
        }
        page
    }
}

/// Writes a tree of records, which ascend, and returns the number of its root.
pub(super) fn index_tree<W: Write, E: From<io::Error>>(
    pages: &mut Pages<W>,
    records: impl Iterator<Item = Result<Vec<u8>, E>>,
) -> Result<u32, E> {
    // From the leaf upwards: the node of each level that is being filled.
    let mut levels = vec![Node::new(LEAF)];
    for record in records {
        let mut cell = pages.cell(&record?)?;
        let mut level = 0;
        loop {
            if level == levels.len() {
                levels.push(Node::new(INTERIOR));
            }
            let node = &mut levels[level];
            if node.has_room_for(&cell) {
                node.push(cell);
                break;
            }
            // Its last record goes up, to stand between the page and the next one, which begins
            // with the new record. So none is empty.
            let full = std::mem::replace(node, Node::new(node.kind));
            node.push(cell);
            let (number, between) = close(pages, full)?;
            cell = [&number.to_be_bytes()[..], &between].concat();
            level += 1;
        }
    }
    let mut child = 0;
    for node in levels {
        child = pages.append(&node.page(0, child))?;
    }
    Ok(child)
}

/// Writes a full node without its last record. Returns the page's number, and that record.
fn close<W: Write>(pages: &mut Pages<W>, mut node: Node) -> io::Result<(u32, Vec<u8>)> {
    let last = node.take_last().unwrap_or_default();
    let (child, between) =
        if node.kind == INTERIOR { last.split_at(4) } else { (&[0; 4][..], &last[..]) };
    let child = u32::from_be_bytes([child[0], child[1], child[2], child[3]]);
    Ok((pages.append(&node.page(0, child))?, between.to_vec()))
}

/// The first page of a database with some tables: names, roots, and how they were created.
pub(super) fn schema_page(tables: &[(&'static str, u32, String)], pages: u32) -> [u8; PAGE] {
    let mut schema = Node::new(TABLE_LEAF);
    for (number, (name, root, sql)) in tables.iter().enumerate() {
        let text = |text: &str| Value::Text(text.to_owned().into());
        let mut record = Vec::new();
        encode(
            &[text("table"), text(name), text(name), Value::Integer((*root).into()), text(sql)],
            &mut record,
        );
        let mut cell = Vec::new();
        push_varint(&mut cell, record.len() as u64);
        push_varint(&mut cell, number as u64 + 1);
        cell.extend_from_slice(&record);
        schema.push(cell);
    }
    let mut page = schema.page(FILE_HEADER, 0);
    page[..16].copy_from_slice(b"SQLite format 3\0");
    page[16..18].copy_from_slice(&(PAGE as u16).to_be_bytes());
    // Versions of the format for writing and for reading, no reserved bytes, and fractions of a
    // page that never change.
    page[18..24].copy_from_slice(&[1, 1, 0, 64, 32, 32]);
    for (offset, number) in [
        (24, 1_u32),     // changes
        (28, pages),     // pages
        (40, 1),         // changes of the schema
        (44, 4),         // format of the schema
        (56, 1),         // encoding: UTF-8
        (92, 1),         // changes at which the next number was the version
        (96, 3_008_002), // version of SQLite that knows all that is used: tables without row ids
    ] {
        page[offset..offset + 4].copy_from_slice(&number.to_be_bytes());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_at_1_gib_is_left_out() {
        assert_eq!(page_after(1), 2);
        assert_eq!((LOCK_PAGE, page_after(LOCK_PAGE - 1)), (262_145, LOCK_PAGE + 1));
        let mut pages = Pages { output: Vec::new(), count: LOCK_PAGE - 2 };
        assert_eq!(pages.append(&[1; PAGE]).unwrap(), LOCK_PAGE - 1);
        assert_eq!(pages.append(&[2; PAGE]).unwrap(), LOCK_PAGE + 1);
        assert_eq!(
            (pages.output.len(), pages.output[PAGE], pages.output[2 * PAGE]),
            (3 * PAGE, 0, 2)
        );
        let mut last = Pages { output: Vec::new(), count: MOST_PAGES - 1 };
        assert!(last.append(&[0; PAGE]).is_err());
    }
}

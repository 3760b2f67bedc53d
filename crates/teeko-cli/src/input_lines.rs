//! Batches of lines of standard input: each has the lines that have arrived, and memory is limited
//! to one batch.

use std::io::{ErrorKind, Read};

use crate::exit::Failure;

/// The number of bytes read at a time, which is also the length of the longest line.
const CAPACITY: usize = 1 << 16;

/// A line of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InputLine<'a> {
    /// The line number, from 1.
    pub(crate) number: u64,
    /// The text without the line end; `None` if the line is too long. A comment that is too long is
    /// just its sign.
    pub(crate) text: Option<&'a [u8]>,
}

/// Standard input, read line by line.
pub(crate) struct InputLines<R> {
    source: R,
    buffer: Vec<u8>,
    /// The part of the buffer that has been read but not yet returned.
    start: usize,
    end: usize,
    /// The number of lines returned.
    given: u64,
    /// What kind of line the buffer starts in the middle of, if that line was too long.
    cut: Option<Cut>,
}

/// A line that was too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    Comment,
    Other,
}

/// The first byte of a comment.
const COMMENT: u8 = b'#';

/// The byte order mark that some editors put at the start of a file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl<R: Read> InputLines<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, buffer: vec![0; CAPACITY], start: 0, end: 0, given: 0, cut: None }
    }

    /// Returns the lines that have arrived, and waits for at least one. Empty at the end of the
    /// stream.
    pub(crate) fn next_batch(&mut self) -> Result<Vec<InputLine<'_>>, Failure> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let mut searched = 0;
        let complete = loop {
            if let Some(place) =
                self.buffer[searched..self.end].iter().rposition(|&byte| byte == b'\n')
            {
                break searched + place + 1;
            }
            if self.end == CAPACITY {
                let begin = without_mark(&self.buffer, self.given).trim_ascii_start();
                let cut = if begin.first() == Some(&COMMENT) { Cut::Comment } else { Cut::Other };
                self.cut.get_or_insert(cut);
                self.end = 0;
            }
            searched = self.end;
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => break self.end,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::system("cannot read standard input")(error)),
            }
        };
        self.start = complete;
        let text = &self.buffer[..complete];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let cut = self.cut.take();
        if complete == 0 && cut.is_none() {
            return Ok(Vec::new());
        }
        let first = self.given + 1;
        let text = if cut.is_none() { without_mark(text, self.given) } else { text };
        let lines = (first..).zip(text.split(|&byte| byte == b'\n'));
        let line = |(number, text)| {
            let text = match cut.filter(|_| number == first) {
                None => Some(text),
                Some(Cut::Comment) => Some(&[COMMENT][..]),
                Some(Cut::Other) => None,
            };
            InputLine { number, text }
        };
        let lines: Vec<InputLine<'_>> = lines.map(line).collect();
        self.given += lines.len() as u64;
        Ok(lines)
    }
}

/// Returns a text without a byte order mark, if it follows `given` lines and these are none.
pub(crate) fn without_mark(text: &[u8], given: u64) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).filter(|_| given == 0).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns at most `.1` bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn all(source: impl Read) -> Vec<(u64, Option<Vec<u8>>)> {
        let mut lines = InputLines::new(source);
        let mut all = Vec::new();
        loop {
            let batch = lines.next_batch().unwrap();
            if batch.is_empty() {
                return all;
            }
            all.extend(batch.into_iter().map(|line| (line.number, line.text.map(<[u8]>::to_vec))));
        }
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let long = format!("first\n\n{}\nlast", "x".repeat(CAPACITY - 1));
        for text in ["", "\n", "one", "one\n", "one\ntwo", "\n\na\n", &long] {
            let expected: Vec<(u64, Option<Vec<u8>>)> = (1..)
                .zip(text.lines())
                .map(|(number, line)| (number, Some(line.as_bytes().to_vec())))
                .collect();
            for step in [1, 3, 1000, usize::MAX] {
                assert_eq!(
                    all(Slow(text.as_bytes(), step)),
                    expected,
                    "{:?} by {step}",
                    &text[..text.len().min(20)]
                );
            }
        }
    }

    #[test]
    fn lines_that_have_arrived_do_not_wait_for_more() {
        let mut lines = InputLines::new(Slow(b"one\ntwo\nthree\n", 9));
        assert_eq!(lines.next_batch().unwrap().len(), 2);
        assert_eq!(lines.next_batch().unwrap(), [InputLine { number: 3, text: Some(b"three") }]);
    }

    /// A line that does not fit is passed over; a comment may be longer. A byte order mark is no
    /// part of the first line.
    #[test]
    fn long_lines_and_byte_order_marks_are_left_out() {
        let (x, y) = ("x".repeat(3 * CAPACITY), "y".repeat(CAPACITY));
        for (text, expected) in [
            (format!("one\n{x}\nthree\ny{y}"), &[Some("one"), None, Some("three"), None][..]),
            (
                format!("\u{feff} # {x}\none\n#{y}\ntwo\n#{x}"),
                &["#", "one", "#", "two", "#"].map(Some),
            ),
            ("\u{feff}one\n\u{feff}two".to_owned(), &["one", "\u{feff}two"].map(Some)),
            ("\u{feff}".to_owned(), &[Some("")]),
        ] {
            let lines = expected.iter().map(|line| line.map(|line| line.as_bytes().to_vec()));
            let expected: Vec<_> = (1..).zip(lines).collect();
            let small = if text.len() < CAPACITY { [1, 2] } else { [1000, 5000] };
            for step in small.into_iter().chain([usize::MAX]) {
                assert_eq!(all(Slow(text.as_bytes(), step)), expected, "by {step}");
            }
        }
    }
}

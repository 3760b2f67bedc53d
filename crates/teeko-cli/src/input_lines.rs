//! Batches of lines of standard input: each has the lines that have arrived, and memory is limited
//! to one batch.

use std::io::{BufRead, BufReader, Read};

use teeko::rules::without_byte_order_mark;

use crate::exit::{Exit, Failure};

/// The size of the buffer in bytes. A line that is longer, with its end, is too long.
const CAPACITY: usize = 1 << 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct InputLine<'a> {
    pub(crate) number: u64,
    /// The text without the line end; `None` if the line is too long. Of a comment that is too long
    /// only its sign is left.
    pub(crate) text: Option<&'a [u8]>,
}

/// Standard input, read line by line.
pub(crate) struct InputLines<R> {
    source: BufReader<R>,
    /// The lines of the last batch.
    text: Vec<u8>,
    /// The number of lines returned.
    returned: u64,
}

/// The first character of a comment.
const COMMENT: u8 = b'#';

/// Replaces a line that is too long: a placeholder keeps the line's number.
const PLACEHOLDER: [u8; 2] = [COMMENT, b'\n'];

impl<R: Read> InputLines<R> {
    pub(crate) fn new(source: R) -> Self {
        let source = BufReader::with_capacity(CAPACITY, source);
        Self {
            source,
            text: Vec::new(),
            returned: 0,
        }
    }

    /// Returns the lines that have arrived, and waits for at least one. Empty at the end of the
    /// stream.
    pub(crate) fn next_batch(&mut self) -> Result<Vec<InputLine<'_>>, Failure> {
        let refused = Failure::system("cannot read standard input");
        self.text.clear();
        let mut source = self.source.by_ref().take(CAPACITY as u64);
        if source.read_until(b'\n', &mut self.text).map_err(&refused)? == 0 {
            return Ok(Vec::new());
        }
        let is_whole = self.text.len() < CAPACITY || self.text.ends_with(b"\n");
        if self.returned == 0 {
            self.remove_byte_order_mark()?;
        }
        let mut is_too_long = false;
        if !is_whole {
            self.source.skip_until(b'\n').map_err(&refused)?;
            is_too_long = self.text.trim_ascii_start().first() != Some(&COMMENT);
            self.text = PLACEHOLDER.to_vec();
        }
        self.take_arrived();
        Ok(self.numbered_lines(is_too_long))
    }

    /// Removes the byte order mark from the first line.
    fn remove_byte_order_mark(&mut self) -> Result<(), Failure> {
        match without_byte_order_mark(&self.text) {
            Ok(text) => {
                let mark = self.text.len() - text.len();
                self.text.drain(..mark);
                Ok(())
            }
            Err(error) => {
                let message = format!("standard input: {error}");
                Err(Failure::new(Exit::Position, message))
            }
        }
    }

    /// Adds the whole lines that have arrived with the first one.
    fn take_arrived(&mut self) {
        let arrived = self.source.buffer();
        if let Some(last) = arrived.iter().rposition(|&byte| byte == b'\n') {
            self.text.extend_from_slice(&arrived[..=last]);
            self.source.consume(last + 1);
        }
    }

    /// Returns the lines of the batch. The first one may be too long.
    fn numbered_lines(&mut self, is_too_long: bool) -> Vec<InputLine<'_>> {
        let text = self.text.strip_suffix(b"\n").unwrap_or(&self.text);
        let mut lines = Vec::new();
        for text in text.split(|&byte| byte == b'\n') {
            self.returned += 1;
            lines.push(InputLine {
                number: self.returned,
                text: Some(text),
            });
        }
        if is_too_long {
            lines[0].text = None;
        }
        lines
    }
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
            all.extend(
                batch
                    .into_iter()
                    .map(|line| (line.number, line.text.map(<[u8]>::to_vec))),
            );
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
        assert_eq!(
            lines.next_batch().unwrap(),
            [InputLine {
                number: 3,
                text: Some(b"three")
            }]
        );
    }

    /// A line that does not fit is passed over; a comment may be longer. A byte order mark is no
    /// part of the first line.
    #[test]
    fn long_lines_and_byte_order_marks_are_left_out() {
        let (x, y) = ("x".repeat(3 * CAPACITY), "y".repeat(CAPACITY));
        for (text, expected) in [
            (
                format!("one\n{x}\nthree\ny{y}"),
                &[Some("one"), None, Some("three"), None][..],
            ),
            (
                format!("\u{feff} # {x}\none\n#{y}\ntwo\n#{x}"),
                &["#", "one", "#", "two", "#"].map(Some),
            ),
            (
                "\u{feff}one\n\u{feff}two".to_owned(),
                &["one", "\u{feff}two"].map(Some),
            ),
            ("\u{feff}".to_owned(), &[Some("")]),
        ] {
            let lines = expected
                .iter()
                .map(|line| line.map(|line| line.as_bytes().to_vec()));
            let expected: Vec<_> = (1..).zip(lines).collect();
            let small = if text.len() < CAPACITY {
                [1, 2]
            } else {
                [1000, 5000]
            };
            for step in small.into_iter().chain([usize::MAX]) {
                assert_eq!(all(Slow(text.as_bytes(), step)), expected, "by {step}");
            }
        }
    }
}

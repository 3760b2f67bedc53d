//! Many positions, one in each line.

use rayon::prelude::*;
use teeko_rules::Oracle;

use crate::documents::{BadLine, Query, write_json};
use crate::{Error, Game};

/// The lines that a thread answers before it looks for others.
const LINES_AT_A_TIME: usize = 64;

/// What some editors put at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Answers a text with a position in each line: a line of JSON for each, what the position is worth
/// without its moves, or what is wrong with the line. Blank lines and those that begin with # have
/// none. The first line has the number `first`, which is 1 if the text is not the rest of another.
///
/// Work is spread over the current rayon thread pool; the answer does not depend on it.
///
/// # Errors
/// If the source fails.
pub fn answer_positions(game: &Game, first: u64, text: &[u8]) -> Result<Vec<u8>, Error> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).filter(|_| first == 1).unwrap_or(text);
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let blocks = (0..lines.len().div_ceil(LINES_AT_A_TIME)).into_par_iter();
    let of_block = |block: usize| {
        let start = block * LINES_AT_A_TIME;
        let mut out = Vec::new();
        for (number, line) in
            (first + start as u64..).zip(lines[start..].iter().take(LINES_AT_A_TIME))
        {
            answer_line(game, number, line.trim_ascii(), &mut out)?;
        }
        Ok::<_, Error>(out)
    };
    Ok(blocks.map(of_block).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The bytes of the whole lines at the beginning of a text, their line ends included, that are not
/// many more than `bytes`: at least one line, and all if there is none more. With how many line
/// ends there are among them.
pub fn whole_lines(text: &[u8], bytes: usize) -> (usize, u64) {
    let rest = text.get(bytes..).unwrap_or_default();
    let end =
        rest.iter().position(|&byte| byte == b'\n').map_or(text.len(), |place| bytes + place + 1);
    (end, text[..end].split(|&byte| byte == b'\n').skip(1).count() as u64)
}

/// Adds the answer to a line, if it needs one.
fn answer_line(game: &Game, number: u64, line: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
    if line.is_empty() || line.starts_with(b"#") {
        return Ok(());
    }
    let text = std::str::from_utf8(line);
    let text =
        text.map_err(|error| format!("line: expected UTF-8 text, found other bytes: {error}"));
    match text.and_then(|text| game.position(text).map_err(|error| error.to_string())) {
        Ok(position) => {
            let value = game.value(&position)?;
            Query::brief(game.name(), game.rules(), &position, value).write(out);
        }
        Err(error) => write_json(out, &BadLine::new(number, &error)),
    }
    out.push(b'\n');
    Ok(())
}

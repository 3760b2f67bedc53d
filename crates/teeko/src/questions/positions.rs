//! Many positions, one in each line.

use teeko_index::parallel;
use teeko_rules::Oracle;
use teeko_rules::notation::Heading;

use super::query::{BadLine, Query};
use crate::answers::write_json;
use crate::{Error, Game};

/// The lines that a thread answers at a time.
const LINES_AT_A_TIME: usize = 64;

/// The byte order mark that some editors put at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Answers a text with one position a line. Each answer is a line of JSON with the value of the
/// position without its moves, or the error of the line. Blank lines and lines that begin with #
/// have no answer, unless one names other rules. `first` is the number of the first line, 1 unless
/// the text continues another.
///
/// Uses the current rayon thread pool; the answer does not depend on it.
///
/// # Errors
/// Returns an error if the source fails.
pub fn answer_positions(game: &Game, first: u64, text: &[u8]) -> Result<Vec<u8>, Error> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).filter(|_| first == 1).unwrap_or(text);
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let of_lines = |start: usize| {
        let mut out = Vec::new();
        for (number, line) in
            (first + start as u64..).zip(lines[start..].iter().take(LINES_AT_A_TIME))
        {
            answer_line(game, number, line.trim_ascii(), &mut out)?;
        }
        Ok::<_, Error>(out)
    };
    Ok(parallel::try_map((0..lines.len()).step_by(LINES_AT_A_TIME), of_lines)?.concat())
}

/// Returns the length of the whole lines at the beginning of a text, line ends included, and the
/// number of their line ends. The length is not much more than `bytes`: at least one line, and
/// everything if there is no further line end.
pub fn whole_lines(text: &[u8], bytes: usize) -> (usize, u64) {
    let rest = text.get(bytes..).unwrap_or_default();
    let end =
        rest.iter().position(|&byte| byte == b'\n').map_or(text.len(), |place| bytes + place + 1);
    (end, text[..end].split(|&byte| byte == b'\n').skip(1).count() as u64)
}

/// Appends the answer to a line, if the line needs one.
fn answer_line(game: &Game, number: u64, line: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
    if line.is_empty() {
        return Ok(());
    }
    let text = std::str::from_utf8(line);
    let text =
        text.map_err(|error| format!("line: expected UTF-8 text, found other bytes: {error}"));
    let position = |text: &str| {
        if text.starts_with('#') {
            Heading::check_line(text, game.rules())?;
            return Ok(None);
        }
        game.position(text).map(Some)
    };
    match text.and_then(|text| position(text).map_err(|error| error.to_string())) {
        Ok(None) => return Ok(()),
        Ok(Some(position)) => {
            let value = game.value(&position)?;
            Query::brief(game, &position, value).write(out);
        }
        Err(error) => write_json(out, &BadLine { error: &error, line: number }),
    }
    out.push(b'\n');
    Ok(())
}

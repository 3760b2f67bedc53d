//! Many positions, one in each line: `POST /v1/V/positions`. `teeko query --stdin` has a loop of
//! its own, in `teeko-cli/src/commands/query.rs`: its lines may name variants, and its answers may
//! have moves.

use teeko_index::parallel;
use teeko_rules::Oracle;

use super::asked_line::{AskedLine, write_line_answer};
use super::query::BadLine;
use crate::{Error, Game};

const LINES_AT_A_TIME: usize = 64;

/// The byte order mark that some editors put at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Answers a text with one position, game, JSON string or JSON object a line; see [`AskedLine`]. An
/// object can name only the variant of `game`. Each answer is a line of JSON with the value of the
/// position without its moves, or the error of the line, with the id of an object. Blank lines and
/// comments have no answer, unless one names other rules. `first` is the number of the first line,
/// 1 unless the text continues another.
pub fn answer_positions(game: &Game, first: u64, text: &[u8]) -> Result<Vec<u8>, Error> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).filter(|_| first == 1).unwrap_or(text);
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let of_lines = |start: usize| {
        let mut out = Vec::new();
        for (number, line) in
            (first + start as u64..).zip(lines[start..].iter().take(LINES_AT_A_TIME))
        {
            write_answer(game, number, line, &mut out)?;
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
fn write_answer(game: &Game, number: u64, line: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
    let read = AskedLine::of_line(std::str::from_utf8(line), game.rules());
    let Some(read) = read.transpose() else { return Ok(()) };
    let id = read.as_ref().map_or_else(|bad| bad.id, |asked| asked.id);
    let position = read.map_err(|bad| bad.error).and_then(|asked| {
        let here = game.named().name();
        if let Some(other) = asked.variant.filter(|name| name != here) {
            return Err(format!("variant: expected {here}, found {other}"));
        }
        let read = asked.at.check_form().and_then(|()| asked.at.read(game.reader()));
        read.map_err(|error| error.to_string())
    });
    match position {
        Ok(position) => {
            write_line_answer(out, id, Ok(&game.query_brief(&position)?));
        }
        Err(error) => {
            write_line_answer(out, id, Err(&BadLine { error: &error, line: number }));
        }
    }
    out.push(b'\n');
    Ok(())
}

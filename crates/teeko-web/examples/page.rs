//! Puts the page with the solver together: `scripts/page.sh` runs this. The argument is the
//! solver's WebAssembly, and the page goes to the standard output.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::{env, fs};

/// How often zopfli looks for a shorter form. More rounds take longer and save a few bytes only.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).unwrap();

fn main() -> io::Result<()> {
    let solver = env::args().nth(1).unwrap_or_default();
    let script = pack(teeko_web::script().as_bytes())?;
    let page = teeko_web::page_with_solver(&script, &pack(&fs::read(solver)?)?);
    io::stdout().write_all(page.as_bytes())
}

/// Returns bytes in the form of gzip, a twentieth shorter than gzip itself makes them.
fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let options = zopfli::Options {
        iteration_count: ROUNDS,
        ..Default::default()
    };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}

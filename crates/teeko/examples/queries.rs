//! A front end on `teeko` alone: positions of Standard Teeko come in line by line, `query` documents go out, as JSON.
//!
//! It does the same natively and in WebAssembly, where `queries.mjs` beside it reads and writes the lines:
//!
//! ```sh
//! echo 'b:7,9,12,14 r:10,13,17,19 b' | cargo run --release -p teeko --example queries
//! ```

use teeko::Game;
use teeko::documents::{BadLine, json_line};

fn main() -> Result<(), teeko::Error> {
    let game = Game::solve("44-ssss")?;
    for number in 1.. {
        let Some(line) = host::read_line() else { break };
        let answer = game.position(&line).map_err(Into::into).and_then(|position| game.query(&position));
        host::write(&match answer {
            Ok(document) => json_line(&document),
            Err(error) => json_line(&BadLine::new(number, &error.to_string())),
        });
    }
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
mod host {
    pub(crate) fn read_line() -> Option<String> {
        std::io::stdin().lines().next()?.ok()
    }

    pub(crate) fn write(text: &str) {
        print!("{text}");
    }
}

#[cfg(target_arch = "wasm32")]
mod host {
    /// The longest line that is read, in bytes.
    const LONGEST: usize = 1 << 16;

    unsafe extern "C" {
        /// Copies the next line to memory, if it is no longer than this, and returns its length; -1 at the end.
        fn next_line(to: *mut u8, longest: usize) -> isize;
        fn write_text(from: *const u8, length: usize);
    }

    pub(crate) fn read_line() -> Option<String> {
        let mut bytes = vec![0; LONGEST];
        // SAFETY: the host writes at most as many bytes as there is room for.
        let length = unsafe { next_line(bytes.as_mut_ptr(), bytes.len()) };
        bytes.truncate(usize::try_from(length).ok()?);
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn write(text: &str) {
        // SAFETY: the host reads these bytes before it returns.
        unsafe { write_text(text.as_ptr(), text.len()) }
    }
}

//! Puts the page with the solver together; `scripts/page.sh` packs its parts. With the argument
//! `script`, the style sheet and the script go out. Otherwise the arguments are the files that have
//! these and the solver, packed, and the page goes out.

use std::io::{self, Write};
use std::{env, fs};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let page = match &arguments[..] {
        [script, solver] => teeko_web::page_with_solver(&fs::read(script)?, &fs::read(solver)?),
        _ => teeko_web::style_and_script(),
    };
    io::stdout().write_all(page.as_bytes())
}

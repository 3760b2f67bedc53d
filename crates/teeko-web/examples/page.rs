//! Puts the page with the solver together; `scripts/page.sh` packs its parts. With the argument
//! `script`, the style sheet and the script go out. Otherwise these come in by standard input in a
//! line, packed, and then the solver; the page goes out.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let page = if std::env::args().nth(1).is_some_and(|argument| argument == "script") {
        teeko_web::style_and_script()
    } else {
        let mut parts = String::new();
        io::stdin().read_to_string(&mut parts)?;
        let (script, solver) = parts.split_once('\n').unwrap_or((&parts, ""));
        teeko_web::page_with_solver(script, solver)
    };
    io::stdout().write_all(page.as_bytes())
}

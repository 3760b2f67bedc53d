//! Puts the page with the solver together: the solver comes in by standard input, compressed, in
//! base 64; the page goes out. `scripts/page.sh` does all of it.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut solver = String::new();
    io::stdin().read_to_string(&mut solver)?;
    io::stdout().write_all(teeko_web::page_with_solver(&solver).as_bytes())
}

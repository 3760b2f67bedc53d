//! Answers from table files in a program of your own: `cargo run --release -p teeko-table --example
//! probe -- tables 58-ssss "b:13 r:12 b"`.

use std::error::Error;
use std::path::PathBuf;

use teeko_rules::NamedRules;
use teeko_rules::notation::parse_position;
use teeko_table::open_tables;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().ok_or_else(|| format!("expected {what}"));
    let folder = PathBuf::from(next("a folder of tables")?);
    let named = NamedRules::of_variant(next("a variant")?.parse()?)?;
    let position = parse_position(named.rules(), &next("a position")?)?;

    let table = open_tables(&folder, &named)?
        .ok_or_else(|| format!("no tables of {named} in {}", folder.display()))?;
    let outcome = table
        .outcome(&position)?
        .ok_or("expected a position of the rules")?;
    println!("{named}: {outcome} for {}", position.turn);
    Ok(())
}

//! Answers from table files, in a program of one's own:
//! `cargo run --release -p teeko-table --example probe -- tables 58-ssss "b:13 r:12 b"`.

use std::error::Error;
use std::path::PathBuf;

use teeko_rules::Variant;
use teeko_rules::notation::parse_position;
use teeko_table::{Table, TableFile, drop_file_name, slide_file_name};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().ok_or_else(|| format!("expected {what}"));
    let folder = PathBuf::from(next("a folder of tables")?);
    let variant: Variant = next("a variant")?.parse()?;
    let rules = variant.rules()?;
    let position = parse_position(&rules, &next("a position")?)?;

    let slide = TableFile::open_path(&folder.join(slide_file_name(&variant)))?;
    let drop = TableFile::open_path(&folder.join(drop_file_name(&variant)))?;
    let table = Table::new(slide, Some(drop), &rules)?;
    let outcome = table.outcome(&position)?.ok_or("expected a position of the rules")?;
    println!("{variant}: {outcome} for {}", position.turn);
    Ok(())
}

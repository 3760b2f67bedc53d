//! Mutants of certificates of draws: none that proves nothing may pass.

use std::process::Command;

use fastrand::Rng;
use teeko_analysis::drawing_strategies;
use teeko_certificate::{DrawCertificate, Proof};
use teeko_rules::work::to_the_end;
use teeko_rules::{Outcome, Position, Rules, Side};
use teeko_solve::solve;
use teeko_testing::{program, solved};

/// Drawn games on the smallest board, of every kind of drop plan, with goals that need an empty
/// circle, and with another step.
pub(crate) const GAMES: [&str; 5] =
    ["44-ssss+4x4", "44-pppp+4x4", "58-spps+4x4", "37e-ssss+4x4", "28-psps+4x4+knight"];

/// The certificates that are mutated.
pub(crate) struct Originals(Vec<DrawCertificate>);

impl Originals {
    /// Makes a certificate of each game.
    pub(crate) fn new(games: &[&str]) -> Self {
        let certificate = |&name: &&str| {
            drawing_strategies(&solved(name).layers(), 1, &to_the_end).expect("a drawn game")
        };
        Self(games.iter().map(certificate).collect())
    }

    /// Makes a mutant. Returns whether it was accepted. Runs the second checker, if any, on one
    /// that was.
    ///
    /// # Errors
    /// If it was accepted and the claim is false, or the second checker refuses it.
    pub(crate) fn attack(
        &self,
        random: &mut Rng,
        checker: Option<Command>,
    ) -> Result<bool, String> {
        let original = &self.0[random.usize(..self.0.len())];
        let bytes = mutant(original, random);
        let Ok(Proof::Draw(certificate)) = Proof::read(&bytes) else { return Ok(false) };
        let written = certificate.to_bytes();
        if !DrawCertificate::read(&written).is_ok_and(|read| read == certificate) {
            return Err("what was read does not come back from what is written".to_owned());
        }
        if certificate.check().is_err() {
            return Ok(false);
        }
        // Most of what passes is an original with a position more.
        let rules = &certificate.rules;
        if *rules != original.rules && solve(rules).game_value() != Outcome::Draw {
            return Err(format!("a false claim of a draw was accepted: {rules:?}"));
        }
        checker.map_or(Ok(()), |checker| second_opinion(&bytes, checker)).map(|()| true)
    }
}

/// The file of a mutant.
fn mutant(original: &DrawCertificate, random: &mut Rng) -> Vec<u8> {
    let mut sets =
        [Side::Black, Side::Red].map(|side| original.positions(side).collect::<Vec<Position>>());
    let set = &mut sets[random.usize(..2)];
    let place = random.usize(..set.len());
    match random.u8(..7) {
        0 => drop(set.swap_remove(place)),
        1 => {
            let next = neighbour(&original.rules, set[place], random);
            set[place] = next;
        }
        2 => {
            let next = neighbour(&original.rules, set[place], random);
            set.push(next);
        }
        3 => set.retain(|position| position.layer() > 1),
        4 => return flipped(original.to_bytes(), random, 0),
        5 => return mended(flipped(original.to_bytes(), random, 12)),
        _ => {
            // The header and the goals: other rules.
            let mut bytes = original.to_bytes();
            let end =
                if random.bool() { 24 } else { 32 + 8 * original.rules.goals().patterns().len() };
            bytes[random.usize(16..end)] ^= 1 << random.u32(..8);
            return mended(bytes);
        }
    }
    DrawCertificate::new(&original.rules, [&sets[0], &sets[1]]).to_bytes()
}

/// A position like another, after a move of each side's.
fn neighbour(rules: &Rules, position: Position, random: &mut Rng) -> Position {
    let after = |position: Position, random: &mut Rng| {
        random.choice(rules.moves(&position)).map_or(position, |played| position.after(played))
    };
    let next = after(position, random);
    after(next, random)
}

fn flipped(mut bytes: Vec<u8>, random: &mut Rng, first: usize) -> Vec<u8> {
    let place = random.usize(first..bytes.len());
    bytes[place] ^= 1 << random.u32(..8);
    bytes
}

/// The bytes with the checksum that belongs to them.
fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some((content, checksum)) = bytes.split_last_chunk_mut::<4>() {
        *checksum = crc32fast::hash(content).to_le_bytes();
    }
    bytes
}

/// Returns the command of the second checker, which lacks the file; `None` if there is no Python.
pub(crate) fn second_checker() -> Option<Command> {
    const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/check_certificate.py");
    let mut python = program("python3")?;
    python.arg(CHECKER);
    Some(python)
}

/// What the second checker says.
fn second_opinion(bytes: &[u8], mut checker: Command) -> Result<(), String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), bytes).map_err(|error| error.to_string())?;
    let output = checker.arg(file.path()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

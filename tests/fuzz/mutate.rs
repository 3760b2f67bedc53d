//! Mutations of known inputs.

use fastrand::Rng;

/// The most mutations of one input.
const MOST_MUTATIONS: usize = 6;

/// Numbers at the limits of fields and words.
const EXTREMES: &str = "0 1 -1 9 25 26 64 65 255 256 4294967296 18446744073709551615 \
                        99999999999999999999 1e9";

/// Words and signs with a meaning, or nearly so, and some that hardly have one.
const WORDS: &str = "b:| b|r:| r|/|-|>|→|to|pass|pass →|,|;|.|1.|...|)|a5|e1|c3|h8|8|\u{202e}|\
                     \u{1b}[31m|é|４|\0|\n|+| ";

/// Returns a mutation of one of the inputs in the corpus, or sometimes only noise.
pub(crate) fn mutate(corpus: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    if random.u8(..) == 0 {
        return (0..random.usize(..64)).map(|_| random.u8(..)).collect();
    }
    let mut input = pick(corpus, random).clone();
    for _ in 0..random.usize(..=MOST_MUTATIONS) {
        mutate_once(&mut input, corpus, random);
    }
    input
}

fn mutate_once(input: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Rng) {
    let place = random.usize(..=input.len());
    let range = {
        let other = random.usize(..=input.len().min(place + 16)).max(place);
        place..other
    };
    match random.u8(..9) {
        0 if place < input.len() => input[place] ^= 1 << random.u8(..8),
        1 if place < input.len() => input[place] = random.u8(..),
        2 => drop(input.drain(range)),
        3 => input.truncate(place),
        4 => {
            let copy = input[range].to_vec();
            let times = if random.u8(..) == 0 {
                1000
            } else {
                random.usize(1..4)
            };
            drop(input.splice(place..place, copy.repeat(times)));
        }
        5 => drop(input.splice(range, one_of(WORDS, '|', random).bytes())),
        6 => replace_number(input, place, random),
        7 => {
            let other = pick(corpus, random);
            let start = random.usize(..=other.len());
            input.truncate(place);
            input.extend(&other[start..]);
        }
        _ => {
            // A field of a binary format.
            let field = [0, 1, u64::MAX, 1 << 31, random.u64(..256), random.u64(..)]
                [random.usize(..6)]
            .to_le_bytes();
            let width = [1, 2, 4, 8][random.usize(..4)];
            if let Some(bytes) = input.get_mut(place..place + width) {
                bytes.copy_from_slice(&field[..width]);
            }
        }
    }
}

/// Replaces the digits at or after a place.
fn replace_number(input: &mut Vec<u8>, place: usize, random: &mut Rng) {
    let Some(start) = input[place..]
        .iter()
        .position(u8::is_ascii_digit)
        .map(|offset| place + offset)
    else {
        return;
    };
    let end = input[start..]
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .map_or(input.len(), |length| start + length);
    drop(input.splice(start..end, one_of(EXTREMES, ' ', random).bytes()));
}

fn pick<'a, T>(items: &'a [T], random: &mut Rng) -> &'a T {
    &items[random.usize(..items.len())]
}

/// Picks one of the texts that are joined by a sign.
fn one_of<'a>(texts: &'a str, sign: char, random: &mut Rng) -> &'a str {
    random
        .choice(texts.split(sign).collect::<Vec<_>>())
        .expect("a text")
}

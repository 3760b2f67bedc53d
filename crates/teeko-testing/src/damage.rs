//! Damaged files.

/// What has happened to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// Some bits of the byte at this place have flipped.
    Flipped(usize),
    /// Only this many bytes are left, the first ones.
    Cut(usize),
    /// There is a byte after the end.
    Longer,
}

/// Damages a file in many ways: flips a bit, and all bits, of the byte at each of these places,
/// cuts the file off there, and adds a byte. Calls `check` with the damage and the damaged file.
pub fn damage(file: &[u8], places: impl IntoIterator<Item = usize>, check: impl Fn(Damage, &[u8])) {
    let mut changed = file.to_vec();
    for place in places {
        for bits in [1 << (place % 8), u8::MAX] {
            changed[place] ^= bits;
            check(Damage::Flipped(place), &changed);
            changed[place] ^= bits;
        }
        check(Damage::Cut(place), &file[..place]);
    }
    changed.push(0);
    check(Damage::Longer, &changed);
}

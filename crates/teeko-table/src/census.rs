//! The census in a header: its bytes, and its checks.

use std::collections::BTreeMap;

use teeko_index::{Census, Class, positions_of_layer};
use teeko_rules::encoding::{Fault, Reader, hexadecimal};
use teeko_rules::{PIECES, Parity, Rules};

use crate::file_kind::FileKind;

/// The bytes of an entry of the census.
pub(crate) const CENSUS_ENTRY_LENGTH: usize = 16;

/// A bound on distances: greater than any distance that a two-byte value can represent, plus one
/// ply.
pub(crate) const DISTANCES: u32 = 1 << 18;

/// The code of a class in a file, and the distance.
fn class_code(class: Class) -> (u8, u32) {
    match class {
        Class::Draw => (0, 0),
        Class::Win(distance) => (1, distance),
        Class::Loss(distance) => (2, distance),
        Class::NoMove => (3, 0),
        Class::Impossible => (4, 0),
    }
}

/// The class with this code and distance, if there is one in a layer.
fn class_of_code(layer: usize, code: u8, distance: u32, parity: Parity) -> Option<Class> {
    let is_free = parity == Parity::Free;
    match (code, distance) {
        _ if layer >= Census::LAYERS => None,
        (0, 0) => Some(Class::Draw),
        (1, 0) if is_free && layer == 2 * PIECES => Some(Class::Win(0)),
        (1, 1..) if is_free || distance % 2 == 1 => Some(Class::Win(distance)),
        (2, _) if is_free || distance.is_multiple_of(2) => Some(Class::Loss(distance)),
        (3, 0) if layer == 2 * PIECES => Some(Class::NoMove),
        (4, 0) if layer == 2 * PIECES => Some(Class::Impossible),
        _ => None,
    }
}

/// Appends the census to the bytes of a header.
pub(crate) fn write_census(census: &Census, bytes: &mut Vec<u8>) {
    for (layer, class, positions) in census.entries() {
        let (code, distance) = class_code(class);
        bytes.extend([layer as u8, code, 0, 0]);
        bytes.extend(distance.to_le_bytes());
        bytes.extend(positions.to_le_bytes());
    }
}

/// Reads a census of `count` entries.
pub(crate) fn read_census(
    reader: &mut Reader<'_>,
    count: u32,
    parity: Parity,
) -> Result<Census, Fault> {
    let begin = reader.offset();
    let entries = reader.take(u64::from(count) * CENSUS_ENTRY_LENGTH as u64)?;
    let mut census = Census::default();
    let mut last: Option<(usize, Class)> = None;
    for (number, entry) in entries.chunks_exact(CENSUS_ENTRY_LENGTH).enumerate() {
        let offset = begin + number * CENSUS_ENTRY_LENGTH;
        let (layer, class, positions) = read_entry(entry, offset, parity)?;
        let ascends = last < Some((layer, class));
        let found = hexadecimal(entry);
        let expected = "ascending entries";
        Fault::unless(ascends, offset, "order of the census", expected, found)?;
        last = Some((layer, class));
        census.layer_mut(layer).add(class, positions);
    }
    Ok(census)
}

/// Reads the entry of the census at an offset: layer, class and number of positions.
fn read_entry(entry: &[u8], offset: usize, parity: Parity) -> Result<(usize, Class, u64), Fault> {
    let mut fields = Reader::new(entry, 0);
    let [layer, code, reserved @ ..] = fields.array::<4>()?;
    let layer = usize::from(layer);
    let distance = fields.u32()?;
    let positions = fields.u64()?;
    let class = match class_of_code(layer, code, distance, parity) {
        Some(class) if reserved == [0, 0] && positions > 0 => class,
        _ => {
            let expected = "layer, class and distance that go together, and positions";
            let found = hexadecimal(entry);
            return Err(Fault::at(offset, "entry of the census", expected, found));
        }
    };
    // Checked before it is counted, because a census takes memory for all distances up to its
    // greatest.
    let fits = distance < DISTANCES;
    let expected = "distances that fit two bytes";
    Fault::unless(fits, offset, "distances in the census", expected, distance)?;
    Ok((layer, class, positions))
}

/// Checks that the census has the positions of each layer of this kind of file, and no others.
pub(crate) fn check_header_census(
    kind: FileKind,
    rules: &Rules,
    census: &Census,
    offset: usize,
) -> Result<(), Fault> {
    let layers = kind.layers();
    for (layer, _, _) in census.entries() {
        let holds = layers.contains(&layer);
        let (first, last) = layers.clone().into_inner();
        let expected = format_args!("layers {first} to {last} in a {} file", kind.name());
        Fault::unless(holds, offset, "layer of the census", expected, layer)?;
    }
    if kind.is_attack() {
        return check_header_attack_census(rules, census, offset);
    }
    for layer in kind.layers() {
        let expected = positions_of_layer(rules.board(), layer);
        // Sums beyond 2^64 must not wrap.
        let mut found = 0;
        for (_, positions) in census.layer(layer).classes() {
            found += u128::from(positions);
        }
        let holds = found == u128::from(expected);
        let expected = format_args!("{expected} positions in layer {layer}");
        Fault::unless(holds, offset, "sum of the census", expected, found)?;
    }
    Ok(())
}

/// Checks the census of an attack. It may count only wins (the attacker is to move) and losses (the
/// defender is to move), and no more of either than there are positions.
///
/// The attacker's pieces are heavy or light, so each position without weights stands for at most
/// six with weights.
fn check_header_attack_census(rules: &Rules, census: &Census, offset: usize) -> Result<(), Fault> {
    let mut found: BTreeMap<(usize, bool), u128> = BTreeMap::new();
    for (layer, class, positions) in census.entries() {
        match class {
            Class::Win(distance) if distance % 2 == 1 => {}
            Class::Loss(distance) if distance > 0 && distance.is_multiple_of(2) => {}
            _ => {
                let expected = "forced wins and losses";
                let found = format!("{class:?}");
                return Err(Fault::at(offset, "entry of the census", expected, found));
            }
        }
        let attacker_moves = matches!(class, Class::Win(_));
        *found.entry((layer, attacker_moves)).or_default() += u128::from(positions);
    }
    for ((layer, _), found) in found {
        let most = 6 * u128::from(positions_of_layer(rules.board(), layer));
        let expected = format_args!("at most {most} in layer {layer}");
        Fault::unless(found <= most, offset, "sum of the census", expected, found)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_rules::Board;

    #[test]
    fn classes_survive_their_codes() {
        for class in [
            Class::Draw,
            Class::Win(3),
            Class::Loss(0),
            Class::NoMove,
            Class::Impossible,
        ] {
            let (code, distance) = class_code(class);
            assert_eq!(class_of_code(8, code, distance, Parity::Fixed), Some(class));
            assert_eq!(class_of_code(8, code, distance, Parity::Free), Some(class));
        }
        for class in [Class::Win(0), Class::Win(2), Class::Loss(1)] {
            let (code, distance) = class_code(class);
            assert_eq!(class_of_code(8, code, distance, Parity::Free), Some(class));
        }
        assert_eq!(
            class_of_code(7, 1, 0, Parity::Free),
            None,
            "no side leaves a circle in the drop phase"
        );
        for (layer, code, distance) in [
            (8, 1, 0),
            (8, 1, 2),
            (8, 2, 1),
            (8, 0, 1),
            (7, 3, 0),
            (0, 4, 0),
            (8, 3, 2),
            (8, 5, 0),
            (9, 0, 0),
        ] {
            assert_eq!(class_of_code(layer, code, distance, Parity::Fixed), None);
        }
    }

    /// Returns an entry as a header has it.
    fn entry(layer: u8, code: u8, distance: u32, positions: u64) -> Vec<u8> {
        let mut bytes = vec![layer, code, 0, 0];
        bytes.extend(distance.to_le_bytes());
        bytes.extend(positions.to_le_bytes());
        bytes
    }

    #[test]
    fn forged_entries_are_refused() {
        let first = entry(8, 2, 4, 7);
        let read = |second: &[u8], entries| {
            let bytes = [&[0; 16], &first[..], second].concat();
            read_census(&mut Reader::new(&bytes, 16), entries, Parity::Fixed)
        };
        for distance in [6, DISTANCES - 2] {
            let census = read(&entry(8, 2, distance, 1), 2).unwrap();
            assert_eq!(census.slide().positions(Class::Loss(4)), 7);
            assert_eq!(census.slide().positions(Class::Loss(distance)), 1);
        }
        let mut reserved = [entry(8, 2, 6, 1), entry(8, 2, 6, 1)];
        reserved[0][2] = 1;
        reserved[1][3] = 1;
        let [reserved, also_reserved] = reserved;
        for (second, check) in [
            (first.clone(), "order of the census"),
            (entry(8, 2, 2, 1), "order of the census"),
            (entry(7, 2, 6, 1), "order of the census"),
            (entry(8, 2, 6, 0), "entry of the census"),
            (entry(8, 1, 2, 1), "entry of the census"),
            (entry(9, 2, 6, 1), "entry of the census"),
            (reserved, "entry of the census"),
            (also_reserved, "entry of the census"),
            (entry(8, 2, DISTANCES, 1), "distances in the census"),
        ] {
            let fault = read(&second, 2).unwrap_err();
            assert_eq!((fault.check, fault.offset), (check, 32), "{second:?}");
        }
        let fault = read(&[], 2).unwrap_err();
        assert_eq!((fault.check, fault.offset), ("length", 16));
    }

    /// Each attacker's pieces have six weights at most.
    #[test]
    fn a_census_of_an_attack_has_forced_wins_and_losses_alone() {
        let rules = Rules::builder().build().unwrap();
        let check = |classes: &[(Class, u64)]| {
            let layers = [(8, classes.iter().copied().collect())];
            let census = layers.into_iter().collect();
            check_header_census(FileKind::AttackSlide, &rules, &census, 5)
        };
        let most = 6 * 75_710_250;
        let both = [(Class::Win(1), most), (Class::Loss(2), most)];
        assert_eq!(check(&both), Ok(()));
        for classes in [
            &[(Class::Win(1), most + 1)][..],
            &[(Class::Loss(2), most + 1)],
            &[(Class::Win(1), most), (Class::Win(3), 1)],
            &[(Class::Loss(2), u64::MAX), (Class::Loss(4), u64::MAX)],
        ] {
            let fault = check(classes).unwrap_err();
            assert_eq!(fault.check, "sum of the census", "{classes:?}");
        }
        for class in [
            Class::Draw,
            Class::Win(0),
            Class::Win(2),
            Class::Loss(0),
            Class::Loss(1),
            Class::NoMove,
            Class::Impossible,
        ] {
            let fault = check(&[(class, 1)]).unwrap_err();
            let found = (fault.check, fault.offset);
            assert_eq!(found, ("entry of the census", 5), "{class:?}");
        }
    }

    #[test]
    fn sums_are_compared_with_the_number_of_positions() {
        let rules = Rules::builder().board(Board::STANDARD).build().unwrap();
        let check = |census: &Census| check_header_census(FileKind::Slide, &rules, census, 0);
        let mut census = Census::default();
        census.layer_mut(8).add(Class::Draw, 75_710_249);
        let fault = check(&census).unwrap_err();
        assert_eq!(
            (fault.expected.as_str(), fault.found.as_str()),
            ("75710250 positions in layer 8", "75710249")
        );
        census.layer_mut(8).add(Class::Loss(0), 1);
        assert!(check(&census).is_ok());
        census.layer_mut(8).add(Class::Loss(2), u64::MAX);
        census.layer_mut(8).add(Class::Loss(4), u64::MAX);
        assert!(check(&census).is_err(), "sums beyond 2^64 do not wrap");
    }

    #[test]
    fn a_census_has_the_layers_of_its_kind_of_file() {
        let rules = Rules::builder().build().unwrap();
        let mut census = Census::default();
        census.layer_mut(7).add(Class::Draw, 1);
        let fault = check_header_census(FileKind::Slide, &rules, &census, 0).unwrap_err();
        let found = (fault.check, fault.expected.as_str(), fault.found.as_str());
        assert_eq!(
            found,
            ("layer of the census", "layers 8 to 8 in a slide file", "7")
        );
    }
}

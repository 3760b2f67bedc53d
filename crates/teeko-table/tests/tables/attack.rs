//! The files of attacks: read, counted again, and forged.

use std::sync::OnceLock;

use teeko_rules::{Rules, Side};
use teeko_solve::{AttackSolution, Solution, ThresholdSolution, solve};
use teeko_table::{
    CellIndex, Census, Class, Description, FileKind, Row, SharedIndex, Table, TableError,
    TableFile, attack_value, check_attack_census, encode,
};
use teeko_testing::{Random, SMALL_BLOCKS, open, rules, sign};

use crate::surgery::header_length;

/// The points that the attacker forces, with two heavy pieces and two light ones.
const POINTS: u8 = 3;

/// A solved game of numbered pieces, and the files of one of its attacks.
struct Sample {
    solution: Solution,
    slide: Vec<u8>,
    drop: Vec<u8>,
}

impl Sample {
    fn rules(&self) -> &Rules {
        self.solution.rules()
    }

    fn attack(&self) -> &AttackSolution {
        attack_of(&self.solution)
    }

    fn files(&self) -> [&[u8]; 2] {
        [&self.slide, &self.drop]
    }

    fn table(&self) -> Table {
        let slide = open(self.slide.clone());
        let drop = open(self.drop.clone());
        Table::of_attack(slide, drop, self.rules(), POINTS, SharedIndex::default())
            .expect("files of the attack")
    }
}

fn sample() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let solution = solve(&rules("44-ssss+4x4+pips"));
        let attack = attack_of(&solution);
        let census = attack.census();
        let values = |row: &Row| values_of(attack, row);
        let description = Description::slide(solution.rules(), &census).of_attack(POINTS);
        let slide = encode(&description, SMALL_BLOCKS, &values).expect("a slide file");
        let hash = open(slide.clone()).header().content_hash;
        let description = Description::drop(solution.rules(), hash, &census).of_attack(POINTS);
        let drop = encode(&description, SMALL_BLOCKS, &values).expect("a drop file");
        Sample {
            solution,
            slide,
            drop,
        }
    })
}

fn attack_of(solution: &Solution) -> &AttackSolution {
    let (points, game) = &solution.for_more()[usize::from(POINTS) - 2];
    assert_eq!(*points, POINTS);
    let ThresholdSolution::Attack(attack) = game else {
        panic!("no attack for {points} points")
    };
    attack
}

/// Returns the values of a row of an attack's file.
pub(crate) fn values_of(attack: &AttackSolution, row: &Row) -> Vec<u32> {
    let mut values = Vec::new();
    for defender in row.movers() {
        let plies = if row.layer == 8 {
            attack.slide().distance(row.set(), defender, false)
        } else {
            attack.drop_distance(row.side, row.set(), defender)
        };
        values.push(attack_value(plies));
    }
    values
}

#[test]
fn the_files_say_what_the_attacker_forces() {
    let table = sample().table();
    let mut random = Random::new(8);
    let mut forced = [0; 9];
    for number in 0..2_000 {
        let mut position = random.open_position(sample().rules(), number % 9);
        if position.layer() == 8 && number % 2 == 1 {
            position.turn = Side::Red;
        }
        for side in [Side::Black, Side::Red] {
            let plies = table.forces(side, &position).expect("sound files");
            assert_eq!(
                plies,
                sample().attack().forces(side, &position),
                "{position:?}"
            );
            forced[position.layer()] += usize::from(plies.is_some());
        }
    }
    assert!(forced.iter().sum::<usize>() > 100, "{forced:?}");
}

/// Returns a file of the attack with another census, or with the values of a row changed.
fn forged(file: &TableFile, census: &Census, change: (&Row, fn(&mut [u32]))) -> TableFile {
    let description = Description {
        census: census.clone(),
        ..file.header().description.clone()
    };
    let bytes = encode(&description, SMALL_BLOCKS, &|row| {
        let mut values = values_of(sample().attack(), row);
        if row == change.0 {
            change.1(&mut values);
        }
        values
    });
    open(bytes.expect("a table file"))
}

/// Makes a decided position of a row an undecided one.
fn forget(values: &mut [u32]) {
    *values.iter_mut().find(|value| **value > 0).expect("one") = 0;
}

/// Makes the distance of a decided position longer by two plies.
fn delay(values: &mut [u32]) {
    *values.iter_mut().find(|value| **value > 0).expect("one") += 1;
}

#[test]
fn a_census_is_that_of_the_values() {
    for bytes in sample().files() {
        let file = open(bytes.to_vec());
        check_attack_census(&file).expect("the census of the values");
        let Description {
            rules,
            kind,
            census,
            ..
        } = &file.header().description;
        let row = CellIndex::of_points(rules, POINTS)
            .rows(*kind)
            .find(|row| {
                values_of(sample().attack(), row)
                    .iter()
                    .any(|&value| value > 1)
            })
            .expect("a row with decided positions");
        let (layer, class, _) = census.entries().last().expect("an entry");
        let mut greater = census.clone();
        greater.layer_mut(layer).add(class, 1);
        for (what, census, change) in [
            (
                "one more in the census",
                &greater,
                (|_| ()) as fn(&mut [u32]),
            ),
            ("one fewer in the values", census, forget),
            ("a later one in the values", census, delay),
        ] {
            let file = forged(&file, census, (&row, change));
            file.check().expect("the hash of these values");
            let refused = check_attack_census(&file);
            assert!(
                matches!(refused, Err(TableError::Damaged { .. })),
                "{} file, {what}: {refused:?}",
                kind.name()
            );
        }
    }
}

/// The slide file counts the positions with the attacker to move, which it does not store.
#[test]
fn wins_in_the_slide_phase_are_not_compared() {
    let file = open(sample().slide.clone());
    let Description { rules, census, .. } = &file.header().description;
    let row = CellIndex::of_points(rules, POINTS)
        .rows(FileKind::AttackSlide)
        .next();
    let mut greater = census.clone();
    greater.layer_mut(8).add(Class::Win(1), 1);
    let file = forged(&file, &greater, (&row.expect("a row"), |_| ()));
    check_attack_census(&file).expect("the losses of the values");
}

#[test]
fn headers_of_attacks_are_checked() {
    for (kind, place, value, expected) in [
        (
            0,
            16,
            1,
            "points at offset 19: expected 0 to 0 in a slide file, found 3",
        ),
        (0, 16, 4, "layer of the census"),
        (0, 16, 5, "kind of file"),
        (
            0,
            19,
            1,
            "points at offset 19: expected 2 to 8 in a attack-slide file, found 1",
        ),
        (0, 19, 8, "number of blocks"),
        (0, 19, 9, "points at offset 19: expected 2 to 8"),
        (0, 72, 1, "hash of a slide file"),
        (0, 106, 1, "drop plan and options"),
        (
            1,
            16,
            2,
            "points at offset 19: expected 0 to 0 in a drop file, found 3",
        ),
        (1, 19, 0, "points at offset 19: expected 2 to 8"),
    ] {
        let mut file = sample().files()[kind].to_vec();
        let length = header_length(&file);
        assert_ne!(file[place], value, "byte {place}");
        file[place] = value;
        sign(&mut file, length);
        let error = TableFile::open(file, "hostile").expect_err(expected);
        let error = error.to_string();
        assert!(error.contains(expected), "byte {place} as {value}: {error}");
    }
}

#[test]
fn files_of_another_attack_are_refused() {
    let Sample { slide, drop, .. } = sample();
    let rules = sample().rules();
    let open_as = |points, slide: &[u8], drop: &[u8]| {
        let files = [slide, drop].map(|bytes| open(bytes.to_vec()));
        let [slide, drop] = files;
        let table = Table::of_attack(slide, drop, rules, points, SharedIndex::default());
        table.expect_err("other files").to_string()
    };
    let points = "points: expected 4, found 3";
    assert!(open_as(4, slide, drop).ends_with(points));
    let kind = "kind of file: expected attack-drop, found attack-slide";
    assert!(open_as(3, slide, slide).ends_with(kind));
    let mut other = slide.clone();
    other[40] ^= 1;
    sign(&mut other, header_length(slide));
    assert!(open_as(3, &other, drop).contains("belongs to another slide file"));
}

//! Many positions at once, as NumPy arrays.

use std::ops::Range;

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use teeko::index::{LayerIndex, Orbit};
use teeko::rules::{Circles, PIECES, Scoring, SymmetryGroup};
use teeko::surfaces::{IMPOSSIBLE, OVER, array_value, check_memory};
use teeko::{Board, ErrorKind, Oracle, Position, Side};

use crate::arguments::{Flag, Number};
use crate::failure::Failure;
use crate::game::Game;
use crate::work::{fill_rows, in_parts, uninterrupted};

/// The number of occupied sets in one task of a thread.
const SETS_AT_A_TIME: usize = 1 << 8;

/// An element of an array of bitmasks of circles; the lowest bit is circle 1.
pub(crate) trait Mask: Element + Copy + Default + Sync + Send {
    fn of(circles: Circles) -> Self;
}

impl Mask for u32 {
    fn of(circles: Circles) -> Self {
        circles.bits() as Self
    }
}

impl Mask for u64 {
    fn of(circles: Circles) -> Self {
        circles.bits()
    }
}

/// The bitmasks of Black's pieces, and those of Red's.
enum Masks<'a> {
    Narrow([&'a [u32]; 2]),
    Wide([&'a [u64]; 2]),
}

impl Masks<'_> {
    /// Returns the numbers of bitmasks of both sides.
    fn lengths(&self) -> [usize; 2] {
        match self {
            Self::Narrow([black, red]) => [black.len(), red.len()],
            Self::Wide([black, red]) => [black.len(), red.len()],
        }
    }
}

/// Positions as arrays of equal length.
pub(crate) struct Batch<'a> {
    masks: Masks<'a>,
    /// 0 for Black, 1 for Red.
    turn: &'a [u8],
}

impl Batch<'_> {
    pub(crate) fn len(&self) -> usize {
        self.turn.len()
    }

    /// Returns whether the bitmasks have 64 bits.
    pub(crate) fn is_wide(&self) -> bool {
        matches!(self.masks, Masks::Wide(_))
    }

    /// Returns the position at a place, which may be none of the rules.
    pub(crate) fn position(&self, place: usize) -> Position {
        let (black, red) = match self.masks {
            Masks::Narrow([black, red]) => (black[place].into(), red[place].into()),
            Masks::Wide([black, red]) => (black[place], red[place]),
        };
        let turn = match self.turn[place] {
            0 => Side::Black,
            1 => Side::Red,
            _ => return ON_NO_BOARD,
        };
        Position {
            black: Circles::from_bits(black),
            red: Circles::from_bits(red),
            turn,
            ..Position::EMPTY
        }
    }
}

/// Two pieces on one circle: not a position of any board.
const ON_NO_BOARD: Position = Position {
    black: Circles::first(1),
    red: Circles::first(1),
    ..Position::EMPTY
};

/// The arguments `black`, `red` and `turn`: contiguous arrays, which `teeko._arrays` makes.
#[derive(FromPyObject)]
pub(crate) enum Arrays<'py> {
    #[pyo3(transparent)]
    Narrow(OfType<'py, u32>),
    #[pyo3(transparent)]
    Wide(OfType<'py, u64>),
}

type OfType<'py, T> = (
    PyReadonlyArray1<'py, T>,
    PyReadonlyArray1<'py, T>,
    PyReadonlyArray1<'py, u8>,
);

impl Arrays<'_> {
    /// Returns the positions without copying the arrays.
    pub(crate) fn batch(&self) -> Result<Batch<'_>, Failure> {
        let batch = match self {
            Self::Narrow((black, red, turn)) => Batch {
                masks: Masks::Narrow([slice(black)?, slice(red)?]),
                turn: slice(turn)?,
            },
            Self::Wide((black, red, turn)) => Batch {
                masks: Masks::Wide([slice(black)?, slice(red)?]),
                turn: slice(turn)?,
            },
        };
        if batch.masks.lengths() != [batch.len(); 2] {
            return Err(Failure::input(
                "arrays: expected the same number of positions in each",
            ));
        }
        Ok(batch)
    }
}

fn slice<'a, T: Element>(array: &'a PyReadonlyArray1<'_, T>) -> Result<&'a [T], Failure> {
    array.as_slice().map_err(Failure::of_python)
}

/// Finds the values of positions as arrays hold them. In games for points the plies are a bound:
/// those within which at least the score can be forced.
fn look_up(game: &teeko::Game, positions: &[Position], values: &mut [i16]) -> Result<(), Failure> {
    for (outcome, value) in game.outcomes_of_values(positions)?.into_iter().zip(values) {
        *value = array_value(outcome)
            .map_err(|message| Failure::Teeko(ErrorKind::Resources, message))?;
    }
    Ok(())
}

/// The positions of a layer that are kept.
#[derive(Clone, Copy)]
struct Kept {
    /// One of each orbit.
    fold: bool,
    /// Only those in which the game is not finished.
    open_only: bool,
}

impl Kept {
    /// Returns whether a position with this value is kept.
    fn has(self, value: i16) -> bool {
        // A finished game is lost or, where goals have empty circles, won.
        let is_finished = value.unsigned_abs() == OVER.unsigned_abs();
        value != IMPOSSIBLE && !(self.open_only && is_finished)
    }
}

/// A part of a layer.
#[derive(Default)]
struct Rows<T> {
    black: Vec<T>,
    red: Vec<T>,
    values: Vec<i16>,
    orbit_sizes: Vec<u8>,
}

impl<T: Mask> Rows<T> {
    /// Adds a position, which stands for `orbit_size` positions.
    fn push(&mut self, black: Circles, red: Circles, value: i16, orbit_size: u8) {
        self.black.push(T::of(black));
        self.red.push(T::of(red));
        self.values.push(value);
        self.orbit_sizes.push(orbit_size);
    }
}

/// Returns the positions of a layer on some of the canonical occupied sets.
fn rows<T: Mask>(
    game: &teeko::Game,
    index: &LayerIndex,
    group: &SymmetryGroup,
    sets: Range<u64>,
    kept: Kept,
) -> Result<Rows<T>, Failure> {
    let orbits: Vec<Orbit> = index.orbits(sets).collect();
    let positions: Vec<Position> = orbits.iter().map(|orbit| orbit.position).collect();
    let mut values = vec![0; positions.len()];
    look_up(game, &positions, &mut values)?;
    let mut rows = Rows::default();
    for (orbit, value) in orbits.iter().zip(values) {
        if !kept.has(value) {
            continue;
        }
        let Position { black, red, .. } = orbit.position;
        if kept.fold {
            rows.push(black, red, value, orbit.positions as u8);
            continue;
        }
        for (black, red) in images(group, black, red) {
            rows.push(black, red, value, 1);
        }
    }
    Ok(rows)
}

/// Returns the different images of the circles of both sides, in ascending order.
fn images(group: &SymmetryGroup, black: Circles, red: Circles) -> Vec<(Circles, Circles)> {
    let mut images = Vec::new();
    for symmetry in group.elements() {
        images.push((symmetry.apply(black), symmetry.apply(red)));
    }
    images.sort_unstable();
    images.dedup();
    images
}

/// A layer as arrays: Black's circles, Red's, the side to move, values, sizes of orbits.
pub(crate) type Layer<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    &'static str,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<u8>>,
);

/// Returns positions of a layer with their values: with `fold` one of each orbit, with `open_only`
/// those in which the game is not finished.
#[pyfunction]
pub(crate) fn layer<'py>(
    py: Python<'py>,
    game: &Game,
    layer: Number<usize>,
    fold: Flag,
    open_only: Flag,
) -> Result<Layer<'py>, Failure> {
    let game = &game.source;
    let layer = layer.0;
    let kept = Kept {
        fold: fold.0,
        open_only: open_only.0,
    };
    uninterrupted(py, || game.expand())??;
    check_pips(game)?;
    check_layer(game, layer, kept)?;
    if is_wide(game.board()) {
        layer_of::<u64>(py, game, layer, kept)
    } else {
        layer_of::<u32>(py, game, layer, kept)
    }
}

/// Returns whether the bitmasks of a board need 64 bits.
fn is_wide(board: Board) -> bool {
    board.circle_count() > u32::BITS as usize
}

/// Checks that there is such a layer, and that its arrays fit in memory.
fn check_layer(game: &teeko::Game, layer: usize, kept: Kept) -> Result<(), Failure> {
    if layer > 2 * PIECES {
        let most = 2 * PIECES;
        return Err(Failure::input(format!(
            "layer: expected a number from 0 to {most}, found {layer}"
        )));
    }
    let mut rows = teeko::index::positions_of_layer(game.board(), layer);
    if kept.fold {
        rows /= game.rules().symmetries().order() as u64;
    }
    // Circles, value and orbit size, each in the arrays and in the rows that they are made from.
    let bytes_of_masks = if is_wide(game.board()) { 8 } else { 4 };
    let bytes_each = 2 * (2 * bytes_of_masks + 2 + 1);
    check_memory(
        &format!("layer {layer} of {}", game.name()),
        rows.saturating_mul(bytes_each),
    )?;
    Ok(())
}

/// Returns the arrays of a layer, whose bitmasks are of this type.
fn layer_of<'py, T: Mask>(
    py: Python<'py>,
    game: &teeko::Game,
    layer: usize,
    kept: Kept,
) -> Result<Layer<'py>, Failure> {
    let rules = game.rules();
    let group = rules.symmetries();
    let index = uninterrupted(py, || LayerIndex::new(rules.board(), &group, layer))?;
    // Each set has rows, and these fit in memory.
    let sets = usize::try_from(index.occupied_sets()).expect("sets whose rows fit in memory");
    let parts = in_parts(py, sets, SETS_AT_A_TIME, |sets| {
        let sets = sets.start as u64..sets.end as u64;
        rows::<T>(game, &index, &group, sets, kept)
    })?;
    let turn = Position::turn_in_layer(layer).unwrap_or(Side::Black);
    Ok((
        join_columns(py, &parts, |rows| &rows.black)?.into_any(),
        join_columns(py, &parts, |rows| &rows.red)?.into_any(),
        turn.name(),
        join_columns(py, &parts, |rows| &rows.values)?,
        join_columns(py, &parts, |rows| &rows.orbit_sizes)?,
    ))
}

/// Joins a column of all parts into one array.
pub(crate) fn join_columns<'py, Part, U: Element + Copy>(
    py: Python<'py>,
    parts: &[Part],
    column: impl Fn(&Part) -> &Vec<U>,
) -> Result<Bound<'py, PyArray1<U>>, Failure> {
    let length: usize = parts.iter().map(|part| column(part).len()).sum();
    let array = PyArray1::<U>::zeros(py, length, false);
    let mut writer = array.readwrite();
    let mut rest = writer.as_slice_mut().map_err(Failure::of_python)?;
    for part in parts {
        let (here, after) = rest.split_at_mut(column(part).len());
        here.copy_from_slice(column(part));
        rest = after;
    }
    drop(writer);
    Ok(array)
}

/// Checks that circles alone describe the positions of a game.
pub(crate) fn check_pips(game: &teeko::Game) -> Result<(), Failure> {
    if game.rules().scoring() == Scoring::Pips {
        let expected = "expected a game whose pieces have no numbers, since circles alone do not \
                        say which piece stands where";
        return Err(Failure::input(format!("{}: {expected}", game.name())));
    }
    Ok(())
}

/// Writes the values of many positions into `out`, in signed plies.
#[pyfunction]
pub(crate) fn probe_many<'py>(
    py: Python<'py>,
    game: &Game,
    positions: Arrays<'py>,
    out: &Bound<'py, PyArray1<i16>>,
) -> Result<(), Failure> {
    let batch = positions.batch()?;
    game.prepare(py, batch.len())?;
    let game = &game.source;
    check_pips(game)?;
    let mut writer = out
        .try_readwrite()
        .map_err(|error| Failure::input(format!("out: {error}")))?;
    let out = writer.as_slice_mut().map_err(Failure::of_python)?;
    if out.len() != batch.len() {
        return Err(Failure::input("out: expected one value for each position"));
    }
    fill_rows(py, out, 1, |places, values| {
        let positions: Vec<Position> = places.map(|place| batch.position(place)).collect();
        look_up(game, &positions, values)
    })
}

//! Many positions at once, as NumPy arrays.

use std::fmt::Display;

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;
use teeko::index::{LayerIndex, Orbit};
use teeko::rules::{Circles, PIECES, SymmetryGroup};
use teeko::{ErrorKind, Oracle, Outcome, Position, Scoring, Side, check_memory};

use crate::failure::Failure;
use crate::work::{at_once, until_interrupted};

/// The value of a finished game.
pub(crate) const OVER: i16 = i16::MAX;

/// The value of an invalid position.
pub(crate) const IMPOSSIBLE: i16 = i16::MIN;

/// The number of positions in one task of a thread.
const POSITIONS_AT_A_TIME: usize = 1 << 10;

/// The number of occupied sets in one task of a thread.
const SETS_AT_A_TIME: usize = 1 << 8;

/// An element of an array of bitmasks of circles; the lowest bit is circle 1.
trait Mask: Element + Copy + Sync + Send {
    fn of(circles: Circles) -> Self;
    fn circles(self) -> Circles;
}

impl Mask for u32 {
    fn of(circles: Circles) -> Self {
        circles.bits() as Self
    }

    fn circles(self) -> Circles {
        Circles::from_bits(self.into())
    }
}

impl Mask for u64 {
    fn of(circles: Circles) -> Self {
        circles.bits()
    }

    fn circles(self) -> Circles {
        Circles::from_bits(self)
    }
}

/// The sides to move.
enum Turns<'a> {
    All(Side),
    /// 0 for Black, 1 for Red.
    Each(&'a [u8]),
}

/// Describes an array for an error message.
fn described(array: &Bound<'_, PyAny>) -> String {
    let part = |name: &str| array.getattr(name).ok().map(|part| part.to_string());
    match (part("dtype"), part("shape")) {
        (Some(dtype), Some(shape)) => format!("one of {dtype} and shape {shape}"),
        _ => array.get_type().to_string(),
    }
}

fn refused(name: &str, expected: impl Display, array: &Bound<'_, PyAny>) -> Failure {
    Failure::input(format!("{name}: expected {expected}, found {}", described(array)))
}

/// Reads an array without copying it.
fn read<'py, T: Element>(
    name: &str,
    expected: &str,
    array: &Bound<'py, PyAny>,
) -> Result<PyReadonlyArray1<'py, T>, Failure> {
    let read =
        array.extract::<PyReadonlyArray1<'py, T>>().map_err(|_| refused(name, expected, array))?;
    if read.is_contiguous() {
        return Ok(read);
    }
    let next = "one that is contiguous; numpy.ascontiguousarray makes it so";
    Err(refused(name, next, array))
}

fn probe<T: Mask>(
    game: &teeko::Game,
    [black, red]: [&[T]; 2],
    turns: &Turns<'_>,
    values: &mut [i16],
) -> Result<(), Failure> {
    // Not a position of any board.
    const NONE: Position =
        Position { black: Circles::first(1), red: Circles::first(1), ..Position::EMPTY };
    let chunks = values.par_chunks_mut(POSITIONS_AT_A_TIME).enumerate();
    chunks.try_for_each(|(chunk, values)| {
        let first = chunk * POSITIONS_AT_A_TIME;
        let position = |place: usize| {
            let (black, red) = (black[place].circles(), red[place].circles());
            let of_turn = |turn| Position { black, red, turn, ..Position::EMPTY };
            match turns {
                Turns::All(turn) => of_turn(*turn),
                Turns::Each(turns) => match turns[place] {
                    0 => of_turn(Side::Black),
                    1 => of_turn(Side::Red),
                    _ => NONE,
                },
            }
        };
        let positions: Vec<Position> = (first..first + values.len()).map(position).collect();
        look_up(game, &positions, values)
    })
}

/// Finds the values of positions as arrays hold them. In games for points, the distance is the one
/// that belongs to the score.
fn look_up(game: &teeko::Game, positions: &[Position], values: &mut [i16]) -> Result<(), Failure> {
    if game.rules().scoring().is_for_points() {
        for (position, value) in positions.iter().zip(values) {
            *value = of_outcome(Oracle::value(game, position)?.map(|value| value.outcome))?;
        }
        return Ok(());
    }
    let mut outcomes = vec![None; positions.len()];
    game.outcomes(positions, &mut outcomes)?;
    for (outcome, value) in outcomes.into_iter().zip(values) {
        *value = of_outcome(outcome)?;
    }
    Ok(())
}

fn of_outcome(outcome: Option<Outcome>) -> Result<i16, Failure> {
    match outcome {
        None => Ok(IMPOSSIBLE),
        Some(outcome) if outcome.distance() == Some(0) => Ok(OVER),
        Some(outcome) => {
            let plies = outcome.signed_plies();
            i16::try_from(plies)
                .ok()
                .filter(|plies| plies.unsigned_abs() < OVER.unsigned_abs())
                .ok_or_else(|| {
                    let message =
                        format!("distance: expected less than {OVER} plies, found {}", plies.abs());
                    Failure::Teeko(ErrorKind::Resources, message)
                })
        }
    }
}

/// A part of a layer.
struct Rows<T> {
    black: Vec<T>,
    red: Vec<T>,
    values: Vec<i16>,
    orbit_sizes: Vec<u8>,
}

/// Returns the positions of a layer on some of the canonical occupied sets: one of each orbit, or
/// all.
fn rows<T: Mask>(
    game: &teeko::Game,
    index: &LayerIndex,
    group: &SymmetryGroup,
    sets: std::ops::Range<usize>,
    fold: bool,
) -> Result<Rows<T>, Failure> {
    let mut rows =
        Rows { black: Vec::new(), red: Vec::new(), values: Vec::new(), orbit_sizes: Vec::new() };
    let orbits: Vec<Orbit> = index.orbits(sets).collect();
    let positions: Vec<Position> = orbits.iter().map(|orbit| orbit.position).collect();
    let mut values = vec![0; positions.len()];
    look_up(game, &positions, &mut values)?;
    for (orbit, value) in orbits.iter().zip(values).filter(|&(_, value)| value != IMPOSSIBLE) {
        let Position { black, red, .. } = orbit.position;
        let mut images = vec![(black, red)];
        if !fold {
            images = group
                .elements()
                .iter()
                .map(|symmetry| (symmetry.apply(black), symmetry.apply(red)))
                .collect();
            images.sort_unstable();
            images.dedup();
        }
        for (black, red) in images {
            rows.black.push(T::of(black));
            rows.red.push(T::of(red));
            rows.values.push(value);
            rows.orbit_sizes.push(if fold { orbit.positions as u8 } else { 1 });
        }
    }
    Ok(rows)
}

/// A layer as arrays: Black's circles, Red's, the side to move, values, sizes of orbits.
pub(crate) type Layer<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyAny>, &'static str, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Returns all positions of a layer with their values: one of each orbit, or all.
pub(crate) fn layer<'py>(
    py: Python<'py>,
    game: &teeko::Game,
    layer: usize,
    fold: bool,
) -> Result<Layer<'py>, Failure> {
    check_pips(game)?;
    if layer > 2 * PIECES {
        return Err(Failure::input(format!(
            "layer {layer}: expected one from 0 to {}",
            2 * PIECES
        )));
    }
    let board = game.board();
    let wide = board.circle_count() > u32::BITS as usize;
    let images = if fold { game.rules().symmetries().order() as u64 } else { 1 };
    let rows = teeko::index::positions_of_layer(board, layer) / images;
    // Circles, value and orbit size, each in the arrays and in the rows that they are made from.
    let bytes_each = 2 * if wide { 8 + 8 + 2 + 1 } else { 4 + 4 + 2 + 1 };
    check_memory(&format!("layer {layer} of {}", game.name()), rows.saturating_mul(bytes_each))?;
    if wide {
        layer_of::<u64>(py, game, layer, fold)
    } else {
        layer_of::<u32>(py, game, layer, fold)
    }
}

fn layer_of<'py, T: Mask>(
    py: Python<'py>,
    game: &teeko::Game,
    layer: usize,
    fold: bool,
) -> Result<Layer<'py>, Failure> {
    let parts = until_interrupted(py, |observe| {
        let rules = game.rules();
        let group = rules.symmetries();
        let index = LayerIndex::new(rules.board(), &group, layer);
        let sets = index.occupied_sets().len();
        let chunks = (0..sets.div_ceil(SETS_AT_A_TIME)).into_par_iter();
        let of_chunk = |chunk: usize| {
            if observe().is_break() {
                return Err(Failure::Teeko(ErrorKind::Stopped, "stopped".to_owned()));
            }
            let first = chunk * SETS_AT_A_TIME;
            rows::<T>(game, &index, &group, first..sets.min(first + SETS_AT_A_TIME), fold)
        };
        chunks.map(of_chunk).collect::<Result<Vec<Rows<T>>, Failure>>()
    })??;
    let turn = Position::turn_in_layer(layer).unwrap_or(Side::Black);
    Ok((
        joined(py, &parts, |rows| &rows.black)?,
        joined(py, &parts, |rows| &rows.red)?,
        turn.name(),
        joined(py, &parts, |rows| &rows.values)?,
        joined(py, &parts, |rows| &rows.orbit_sizes)?,
    ))
}

/// Joins a column of all parts into one array.
fn joined<'py, T, U: Element + Copy>(
    py: Python<'py>,
    parts: &[Rows<T>],
    column: impl Fn(&Rows<T>) -> &Vec<U>,
) -> Result<Bound<'py, PyAny>, Failure> {
    let array =
        PyArray1::<U>::zeros(py, parts.iter().map(|rows| column(rows).len()).sum::<usize>(), false);
    let mut writer = array.readwrite();
    let mut rest = writer.as_slice_mut().map_err(PyErr::from)?;
    for part in parts {
        let (here, after) = rest.split_at_mut(column(part).len());
        here.copy_from_slice(column(part));
        rest = after;
    }
    drop(writer);
    Ok(array.into_any())
}

fn check_pips(game: &teeko::Game) -> Result<(), Failure> {
    if game.rules().scoring() == Scoring::Pips {
        let expected = "expected a game whose pieces have no numbers, since circles alone do not \
                        say which piece stands where";
        return Err(Failure::input(format!("{}: {expected}", game.name())));
    }
    Ok(())
}

/// Returns the values of many positions, in signed plies.
pub(crate) fn probe_many<'py>(
    py: Python<'py>,
    game: &teeko::Game,
    [black, red]: [&Bound<'py, PyAny>; 2],
    turn: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyArray1<i16>>, Failure> {
    check_pips(game)?;
    if black.extract::<PyReadonlyArray1<'_, u32>>().is_ok() {
        let expected = "a one-dimensional array of uint32 as `black` is";
        let circles = [read::<u32>("black", expected, black)?, read::<u32>("red", expected, red)?];
        return probe_arrays(py, game, &circles, turn);
    }
    let expected = "a one-dimensional array of uint32 or uint64, a bit for each circle";
    let circles = [read::<u64>("black", expected, black)?, read::<u64>("red", expected, red)?];
    probe_arrays(py, game, &circles, turn)
}

fn probe_arrays<'py, T: Mask>(
    py: Python<'py>,
    game: &teeko::Game,
    [black, red]: &[PyReadonlyArray1<'py, T>; 2],
    turn: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyArray1<i16>>, Failure> {
    let each = if turn.is_instance_of::<PyString>() {
        None
    } else {
        Some(read::<u8>(
            "turn",
            "black, red, or a one-dimensional array of uint8, 0 for Black and 1 for Red",
            turn,
        )?)
    };
    let turns = match &each {
        None => Turns::All(crate::position::side(&turn.extract::<String>()?)?),
        Some(each) => Turns::Each(each.as_slice().map_err(PyErr::from)?),
    };
    let circles = [black.as_slice().map_err(PyErr::from)?, red.as_slice().map_err(PyErr::from)?];
    let length = circles[0].len();
    let lengths =
        [circles[1].len(), if let Turns::Each(turns) = turns { turns.len() } else { length }];
    if lengths != [length; 2] {
        let [red, turns] = lengths;
        return Err(Failure::input(format!(
            "arrays: expected as many positions in each, found {length} in black, {red} in red, \
             {turns} in turn"
        )));
    }
    let values = PyArray1::<i16>::zeros(py, length, false);
    let mut writer = values.readwrite();
    let out = writer.as_slice_mut().map_err(PyErr::from)?;
    at_once(py, || probe(game, circles, &turns, out))??;
    drop(writer);
    Ok(values)
}

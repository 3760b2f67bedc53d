//! The census of a table, counted again from its values and compared with the header.

use std::collections::BTreeMap;

use teeko_index::{Census, Class, LayerCensus, SolvedLayers, positions_of_layer, subsets};
use teeko_rules::{Circles, PIECES, Position, Rules, Side, Status};

use crate::cache::value_at;
use crate::error::{Result, TableError};
use crate::file_kind::FileKind;
use crate::header::CONTENT_HASH;
use crate::reader::TableFile;
use crate::scheme::{CellIndex, sets_among};
use crate::values::plies_of_value;
use teeko_rules::encoding::Fault;

/// Counts the census of the layers of expanded tables from their values.
pub fn recount(layers: &SolvedLayers) -> Census {
    let mut census = Census::default();
    for layer in 0..Census::LAYERS {
        if let Some(counted) = recount_layer(layers, layer) {
            census.layer_mut(layer).merge(&counted);
        }
    }
    census
}

/// Counts the census of a layer from its values; `None` if the layer is absent.
fn recount_layer(layers: &SolvedLayers, layer: usize) -> Option<LayerCensus> {
    let counted = layers.census(layer)?;
    Some(if layer == 2 * PIECES {
        draws_apart(layers.rules(), counted)
    } else {
        counted.clone()
    })
}

/// Compares the census in the header of one of the files that were expanded with the census counted
/// from the values.
///
/// # Errors
/// [`TableError::Damaged`] with the first count that differs.
pub fn check_census(layers: &SolvedLayers, file: &TableFile) -> Result<()> {
    let header = file.header();
    for layer in header.description.kind.layers() {
        let Some(counted) = recount_layer(layers, layer) else {
            continue;
        };
        let expected = header.description.census.layer(layer);
        for (class, _) in expected.classes().chain(counted.classes()) {
            let expected = expected.positions(class);
            let found = counted.positions(class);
            let holds = expected == found;
            let expected = format_args!("{expected} positions of layer {layer} as {class:?}");
            Fault::unless(holds, CONTENT_HASH, "census", expected, found)
                .map_err(|fault| TableError::damaged(file.name(), None, fault))?;
        }
    }
    Ok(())
}

/// Counts the values of a file of an attack and compares them with its census.
///
/// Only the positions that the file stores are compared. In a slide file these are the ones with
/// the defender to move.
///
/// # Errors
/// [`TableError::Damaged`] if a block is damaged or the counts differ, [`TableError::Memory`] if
/// there is not enough memory for the values.
pub fn check_attack_census(file: &TableFile) -> Result<()> {
    let header = file.header();
    let index = CellIndex::of_points(&header.description.rules, header.description.points);
    let values = file.decode_values()?;
    let mut found = Census::default();
    let mut cells = values.chunks_exact(header.value_width);
    for row in index.rows(header.description.kind) {
        let counts = counts_of_values(cells.by_ref().take(row.length()));
        let positions = index.orbit_size(&row);
        for (value, cells) in counts {
            let class = class_of_value(value, row.attacker_moves());
            found.layer_mut(row.layer).add(class, cells * positions);
        }
    }
    let is_stored = |class: Class| {
        header.description.kind == FileKind::AttackDrop || matches!(class, Class::Loss(_))
    };
    let entries = header.description.census.entries();
    let stored = entries.filter(|&(_, class, _)| is_stored(class));
    if stored.eq(found.entries()) {
        return Ok(());
    }
    let expected = "the census counted from the values";
    let fault = Fault::at(0, "census", expected, "another");
    Err(TableError::damaged(file.name(), None, fault))
}

/// Counts how often each value occurs that is not 0.
fn counts_of_values<'a>(cells: impl Iterator<Item = &'a [u8]>) -> BTreeMap<u32, u64> {
    let mut counts = BTreeMap::new();
    for value in cells.map(value_at) {
        if value > 0 {
            *counts.entry(value).or_default() += 1;
        }
    }
    counts
}

/// Returns the class of the positions with a value in the file of an attack.
fn class_of_value(value: u32, attacker_moves: bool) -> Class {
    let plies = plies_of_value(value, attacker_moves).unwrap_or_default();
    if attacker_moves {
        Class::Win(plies)
    } else {
        Class::Loss(plies)
    }
}

/// Completes the census counted from the values of a slide phase: draws without a slide become a
/// separate class, and impossible positions are added. The rules determine which positions these
/// are.
fn draws_apart(rules: &Rules, counted: &LayerCensus) -> LayerCensus {
    let no_move = positions_without_a_slide(rules);
    let mut census: LayerCensus = counted
        .classes()
        .filter(|&(class, _)| class != Class::Draw)
        .collect();
    census.add(Class::Draw, counted.draw().saturating_sub(no_move));
    census.add(Class::NoMove, no_move);
    let positions = positions_of_layer(rules.board(), 2 * PIECES);
    census.add(Class::Impossible, positions.saturating_sub(census.total()));
    census
}

/// Returns the number of open slide positions without a slide: the opponent occupies all circles
/// that the mover could step to.
fn positions_without_a_slide(rules: &Rules) -> u64 {
    let movers = subsets(rules.board().circle_count(), PIECES);
    movers.map(|mover| opponents_around(rules, mover)).sum()
}

/// Returns the number of open slide positions in which this mover has no slide.
fn opponents_around(rules: &Rules, mover: Circles) -> u64 {
    let mut steps = Circles::EMPTY;
    for from in mover {
        steps = steps | rules.targets(from);
    }
    let steps = steps - mover;
    let Some(others) = PIECES.checked_sub(steps.len()) else {
        return 0;
    };
    let mut count = 0;
    for elsewhere in sets_among(rules.board().circles() - mover - steps, others) {
        let position = Position::of_turn(Side::Black, mover, elsewhere | steps);
        count += u64::from(rules.status(&position) == Status::Open);
    }
    count
}

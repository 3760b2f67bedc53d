//! A solved slide phase and its drop phases in memory, each layer once, as long as they are needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use teeko_index::{Census, Layer, LayerCensus, OutcomeMatrix, SolvedLayers, parallel};
use teeko_rules::notation::RowsForm;
use teeko_rules::{Board, DropStyle, GoalSet, PIECES, Position, Rules, Side, Variant, Wdl};
use teeko_table::{
    CellIndex, ContentHash, Description, Kind, Row, WriteError, content_hash, drop_value,
};

use super::{AtlasComparison, AtlasDropComparison, AtlasLayer, AtlasMatrix, AtlasWin};
use crate::Summary;
use crate::answers::OutcomeFields;

/// The layers of a slide phase, and those of the drop phases of several variants.
pub(super) struct SharedLayers {
    board: Board,
    slide: Arc<Layer>,
    drops: BTreeMap<LayerKey, Arc<Layer>>,
}

/// The values of the rows of drop files, by layer. Computing them is most of the work for a content
/// hash, and variants share most of them.
pub(super) type DropRows = BTreeMap<LayerKey, Vec<Vec<u32>>>;

/// What the values of a drop layer depend on: its number, the styles of the drops from there on,
/// and in layer 0 the centre ban.
pub(super) type LayerKey = (usize, Vec<DropStyle>, bool);

fn layer_key(layer: usize, rules: &Rules) -> LayerKey {
    (layer, rules.plan().styles()[layer / 2..].to_vec(), layer == 0 && rules.centre_ban())
}

impl SharedLayers {
    /// Returns the layers of rule sets that share a slide phase.
    pub(super) fn new(solved: &[(SolvedLayers, LayerCensus)]) -> Self {
        let layer = |layers: &SolvedLayers, layer| {
            layers.layer(layer).expect("all layers of a rule set").clone()
        };
        let mut drops = BTreeMap::new();
        for (layers, _) in solved {
            for number in 0..2 * PIECES {
                drops
                    .entry(layer_key(number, layers.rules()))
                    .or_insert_with(|| layer(layers, number));
            }
        }
        let first = &solved[0].0;
        Self { board: first.rules().board(), slide: layer(first, 2 * PIECES), drops }
    }

    /// Returns the rows of the drop files of all these rule sets.
    pub(super) fn drop_rows(&self, rules: &Rules) -> DropRows {
        let rows: Vec<Row> = CellIndex::new(rules).rows(Kind::Drop).collect();
        let of_layer = |(key, layer): (&LayerKey, &Arc<Layer>)| {
            let rows = rows.iter().filter(|row| row.layer == key.0);
            let value = |mover, row: &Row| {
                let position = Position::of_turn(Side::Black, mover, row.opponent);
                layer.outcome(&position).map_or(0, |outcome| drop_value(outcome, rules.parity()))
            };
            let values = |row: &Row| row.movers().map(|mover| value(mover, row)).collect();
            (key.clone(), rows.map(values).collect())
        };
        parallel::map(&self.drops, of_layer).into_iter().collect()
    }

    pub(super) fn deepest_win_of_slide_phase(&self, census: &LayerCensus) -> Option<AtlasWin> {
        self.deepest(&self.slide, census)
    }

    /// Returns the deepest win of a rule set with this summary.
    pub(super) fn deepest_win(&self, rules: &Rules, summary: &Summary) -> Option<AtlasWin> {
        let of_slide_phase = self.deepest_win_of_slide_phase(summary.census.slide());
        let in_drops = summary.census.drops().iter().enumerate();
        let in_drops = in_drops.filter_map(|(layer, census)| {
            self.deepest(&self.drops[&layer_key(layer, rules)], census)
        });
        // Of equal wins the first is kept, that of the lowest layer.
        in_drops
            .chain(of_slide_phase)
            .reduce(|deepest, win| if win.value.dtw > deepest.value.dtw { win } else { deepest })
    }

    /// Compares the outcomes of the slide phase and of the variants' drop layers with those under a
    /// larger goal set.
    pub(super) fn compare(
        &self,
        smaller: GoalSet,
        larger: &Self,
        variants: &[Variant],
    ) -> AtlasComparison {
        let of_layer = |(key, layer): (_, &Arc<Layer>)| (key, layer.compare(&larger.drops[key]));
        let matrices: BTreeMap<&LayerKey, OutcomeMatrix> =
            self.drops.iter().map(of_layer).collect();
        let same = |variant: Variant| Variant { goals: smaller, ..variant };
        let of_variant = |&variant: &Variant| {
            let rules = variant.rules().ok()?;
            let layer = |layer| {
                let matrix = &matrices[&layer_key(layer, &rules)];
                AtlasLayer { layer, positions: matrix.total(), flips: matrix.flips() }
            };
            let layers = (0..2 * PIECES).map(layer).collect();
            Some(AtlasDropComparison { variants: [same(variant), variant], layers })
        };
        AtlasComparison {
            slide_phases: [same(variants[0]), variants[0]]
                .map(|variant| variant.slide_phase_name()),
            slide: AtlasMatrix::new(&self.slide.compare(&larger.slide)),
            drop: variants.iter().filter_map(of_variant).collect(),
        }
    }

    fn deepest(&self, layer: &Layer, census: &LayerCensus) -> Option<AtlasWin> {
        let wins = census.decided_by_distance().filter(|(outcome, _)| outcome.wdl() == Wdl::Win);
        let (win, _) = wins.last()?;
        let position = layer.first_with(win)?;
        Some(AtlasWin {
            layer: position.layer(),
            value: OutcomeFields::new(Some(win)),
            position: RowsForm { board: self.board, position },
        })
    }
}

/// Returns the content hash of a drop phase's table.
pub(super) fn drop_hash(
    drop_rows: &DropRows,
    rules: &Rules,
    census: &Census,
    slide_hash: ContentHash,
) -> Result<ContentHash, WriteError> {
    content_hash(&Description::drop(rules, slide_hash, census), &|row| {
        drop_rows[&layer_key(row.layer, rules)][row.number as usize].clone()
    })
}

//! The rows of an export: how they are found, and how a format receives them.

use std::io;
use std::mem;
use std::ops::Range;

use teeko_index::{LayerIndex, Orbit, binomial, orbit_count, parallel};
use teeko_rules::work::Counter;
use teeko_rules::{Circles, MoveValues, OracleError, Position, Rules, SymmetryGroup, Value};

use crate::{ExportError, Job, Positions, Row, Written};

/// Returns the number of slots in the index of a layer: canonical occupied sets, by Burnside's
/// lemma, times their splits.
fn slots(rules: &Rules, group: &SymmetryGroup, layer: usize) -> u64 {
    orbit_count(rules.board().circle_count(), group, layer, 0) * binomial(layer, layer / 2)
}

/// Encodes rows in chunks, by several threads at once, and writes the chunks in order.
pub(crate) trait Encoder: Sync {
    type Chunk: Send;

    /// The most rows in a chunk, approximately.
    const CHUNK: usize = 1 << 15;

    /// The same where each row has the values of its moves.
    const CHUNK_WITH_VALUES: usize = 1 << 12;

    /// The most chunks in memory at once, for any number of threads. Without this bound the text
    /// formats took 934 MB with 64 threads, Parquet 1.5 GB with 16.
    const MOST_CHUNKS: usize = 32;

    fn encode(&self, rows: &[Row], values: &MoveValues) -> io::Result<Self::Chunk>;

    /// Writes a chunk after those before it.
    fn write(&mut self, chunk: Self::Chunk) -> io::Result<()>;
}

impl Job<'_> {
    /// Writes all rows of the selection.
    ///
    /// At most twice as many chunks as threads are in memory, and at most [`Encoder::MOST_CHUNKS`].
    pub(crate) fn write_rows<E: Encoder>(&self, encoder: &mut E) -> Result<Written, ExportError> {
        let rules = self.rules();
        let group = rules.symmetries();
        let layers = &self.request.selection.layers;
        let total = layers
            .clone()
            .map(|layer| slots(rules, &group, layer))
            .sum();
        let counter = Counter::new(total, self.observe);
        counter.advance(0)?;
        let layers = self.layers(&group);
        let most_rows = if self.request.has_values() {
            E::CHUNK_WITH_VALUES
        } else {
            E::CHUNK
        };
        let in_flight = E::MOST_CHUNKS.min(2 * parallel::threads());
        let mut written = Written::default();
        for chunks in chunks(&layers, most_rows).chunks(in_flight) {
            let chunks = parallel::try_map(chunks, |parts| {
                let chunk = self.encode(encoder, parts)?;
                counter.advance(parts.iter().map(Part::slots).sum())?;
                Ok::<_, ExportError>(chunk)
            })?;
            for (counts, encoded) in chunks {
                if let Some(encoded) = encoded {
                    encoder.write(encoded)?;
                }
                written.rows += counts.rows;
                written.positions += counts.positions;
            }
        }
        Ok(written)
    }

    /// Returns the selected layers.
    fn layers<'a>(&'a self, group: &'a SymmetryGroup) -> Vec<LayerRows<'a>> {
        let mut layers = Vec::new();
        for layer in self.request.selection.layers.clone() {
            layers.push(LayerRows {
                job: self,
                group,
                index: LayerIndex::new(self.rules().board(), group, layer),
            });
        }
        layers
    }

    /// Encodes the rows of a chunk. Returns their counts, and no chunk if there are none.
    fn encode<E: Encoder>(
        &self,
        encoder: &E,
        parts: &[Part<'_>],
    ) -> Result<(Written, Option<E::Chunk>), ExportError> {
        // One allocation: the allocator would keep what a growing list has outgrown, once for each
        // thread.
        let most_rows = parts.iter().map(Part::most_rows).sum();
        let mut rows = Vec::with_capacity(most_rows);
        for part in parts {
            part.layer.push_rows(&part.sets, &mut rows)?;
        }
        if rows.is_empty() {
            return Ok((Written::default(), None));
        }
        let values = if self.request.has_values() {
            let positions: Vec<Position> = rows.iter().map(|row| row.position).collect();
            self.subject.oracle.move_values(&positions)?
        } else {
            MoveValues::default()
        };
        let chunk = encoder.encode(&rows, &values)?;
        let written = Written {
            rows: rows.len() as u64,
            positions: rows.iter().map(|row| u64::from(row.weight)).sum(),
        };
        Ok((written, Some(chunk)))
    }
}

/// Cuts layers into chunks of about `most_rows` rows, whose parts follow each other. Only the last
/// one is shorter, unless a condition leaves rows out: programs take the first row group of a file
/// for what the others are like.
fn chunks<'a>(layers: &'a [LayerRows<'a>], most_rows: usize) -> Vec<Vec<Part<'a>>> {
    let mut chunks = Vec::new();
    let mut parts = Vec::new();
    let mut room = most_rows;
    for layer in layers {
        let end = layer.index.occupied_sets();
        let mut start = 0;
        while start < end {
            let fitting = (room / layer.most_rows_of_set()) as u64;
            if fitting == 0 && !parts.is_empty() {
                chunks.push(mem::take(&mut parts));
                room = most_rows;
                continue;
            }
            let sets = start..end.min(start + fitting.max(1));
            start = sets.end;
            let part = Part { layer, sets };
            room = room.saturating_sub(part.most_rows());
            parts.push(part);
        }
    }
    if !parts.is_empty() {
        chunks.push(parts);
    }
    chunks
}

/// Some canonical occupied sets of a layer.
struct Part<'a> {
    layer: &'a LayerRows<'a>,
    sets: Range<u64>,
}

impl Part<'_> {
    /// Returns the number of slots.
    fn slots(&self) -> u64 {
        self.layer.slots(&self.sets)
    }

    /// Returns an upper bound on the number of rows.
    fn most_rows(&self) -> usize {
        (self.sets.end - self.sets.start) as usize * self.layer.most_rows_of_set()
    }
}

/// The rows of a layer.
struct LayerRows<'a> {
    job: &'a Job<'a>,
    group: &'a SymmetryGroup,
    index: LayerIndex,
}

impl LayerRows<'_> {
    /// Returns an upper bound on the number of rows on a canonical occupied set.
    fn most_rows_of_set(&self) -> usize {
        let positions = self.job.request.selection.positions;
        self.index.splits() as usize * positions.most_rows(self.group)
    }

    /// Returns the number of slots on some of the canonical occupied sets.
    fn slots(&self, sets: &Range<u64>) -> u64 {
        (sets.end - sets.start) * self.index.splits()
    }

    /// Appends the rows on some of the canonical occupied sets.
    fn push_rows(&self, sets: &Range<u64>, rows: &mut Vec<Row>) -> Result<(), OracleError> {
        let selection = &self.job.request.selection;
        let orbits: Vec<Orbit> = self.index.orbits(sets.clone()).collect();
        let positions: Vec<Position> = orbits.iter().map(|orbit| orbit.position).collect();
        let values = self.job.subject.oracle.values(&positions)?;
        for (orbit, value) in orbits.into_iter().zip(values) {
            let Some(Value { score, outcome }) = value else {
                continue;
            };
            let row = Row {
                layer: self.index.layer() as u8,
                slot: orbit.slot,
                position: orbit.position,
                outcome,
                score,
                weight: orbit.positions as u8,
            };
            if !selection.condition.holds(&row) {
                continue;
            }
            match selection.positions {
                Positions::Orbits => rows.push(row),
                Positions::All => {
                    for position in images(self.group, &row.position) {
                        rows.push(Row {
                            position,
                            weight: 1,
                            ..row
                        });
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the symmetric images of a position, each once, in ascending order of the occupied
/// circles and then of the mover's.
fn images(group: &SymmetryGroup, position: &Position) -> impl Iterator<Item = Position> {
    let turn = position.turn;
    let mut images: Vec<(Circles, Circles)> = Vec::with_capacity(group.order());
    for symmetry in group.elements() {
        let occupied = symmetry.apply(position.occupied());
        images.push((occupied, symmetry.apply(position.mover())));
    }
    images.sort_unstable();
    images.dedup();
    images
        .into_iter()
        .map(move |(occupied, mover)| Position::of_turn(turn, mover, occupied - mover))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{rules, solved, write_rows};
    use crate::{Condition, Selection};
    use teeko_rules::work::{Progress, to_the_end};
    use teeko_rules::{Oracle, Outcome};
    use teeko_solve::{Solution, solve};
    use teeko_testing::observed;

    /// The rows themselves, in many small chunks.
    #[derive(Default)]
    struct Collected {
        rows: Vec<Row>,
        lengths: Vec<usize>,
    }

    impl Encoder for Collected {
        type Chunk = Vec<Row>;

        const CHUNK: usize = 1000;

        fn encode(&self, rows: &[Row], _: &MoveValues) -> io::Result<Vec<Row>> {
            // A set of circles has 560 rows at most.
            assert!(rows.len() <= Self::CHUNK, "{} rows in a chunk", rows.len());
            Ok(rows.to_vec())
        }

        fn write(&mut self, chunk: Vec<Row>) -> io::Result<()> {
            self.lengths.push(chunk.len());
            self.rows.extend(chunk);
            Ok(())
        }
    }

    fn selection(layers: Range<usize>, positions: Positions) -> Selection {
        Selection {
            layers,
            positions,
            condition: Condition::default(),
        }
    }

    fn collected(oracle: &dyn Oracle, selection: &Selection) -> Vec<Row> {
        let mut format = Collected::default();
        let written = write_rows(oracle, selection, &mut format, &to_the_end).unwrap();
        let positions = format.rows.iter().map(|row| u64::from(row.weight)).sum();
        assert_eq!(
            written,
            Written {
                rows: format.rows.len() as u64,
                positions
            }
        );
        format.rows
    }

    /// Returns the index of each layer.
    fn indexes(rules: &Rules) -> Vec<LayerIndex> {
        let group = rules.symmetries();
        let layers = 0..=8;
        layers
            .map(|layer| LayerIndex::new(rules.board(), &group, layer))
            .collect()
    }

    #[test]
    fn rows_ascend_and_have_the_outcome_and_the_slot_of_their_position() {
        let oracle = solved("44-ssss+4x4");
        let indexes = indexes(oracle.rules());

        let all = collected(&oracle, &selection(0..9, Positions::All));

        let key = |row: &Row| {
            let position = row.position;
            (row.layer, row.slot, position.occupied(), position.mover())
        };
        assert!(all.is_sorted_by(|one, next| key(one) < key(next)));
        assert!(all.iter().all(|row| row.weight == 1));
        for row in all.iter().step_by(97) {
            let index = &indexes[usize::from(row.layer)];
            assert_eq!(index.rank(&row.position), row.slot);
            assert_eq!(oracle.outcome(&row.position), Some(row.outcome));
        }
    }

    /// A set of circles has 70 rows at most, and a chunk has whole sets, perhaps of several layers.
    #[test]
    fn all_chunks_but_the_last_are_full() {
        let oracle = solved("44-ssss+4x4");
        let orbits = selection(5..9, Positions::Orbits);
        let mut format = Collected::default();
        write_rows(&oracle, &orbits, &mut format, &to_the_end).unwrap();
        let (_, full) = format.lengths.split_last().unwrap();
        assert!(full.len() > 50);
        assert!(full.iter().all(|&length| length > 700), "{full:?}");
    }

    #[test]
    fn of_the_images_of_a_position_that_of_the_slot_stands_for_the_orbit() {
        let oracle = solved("44-ssss+4x4");
        let indexes = indexes(oracle.rules());
        let all = collected(&oracle, &selection(0..9, Positions::All));

        let orbits = collected(&oracle, &selection(0..9, Positions::Orbits));

        let mut slots: Vec<_> = all.iter().map(|row| (row.layer, row.slot)).collect();
        slots.dedup();
        assert!(orbits.iter().map(|row| (row.layer, row.slot)).eq(slots));
        for row in orbits.iter().step_by(31) {
            let index = &indexes[usize::from(row.layer)];
            let position = index.unrank(row.slot, row.position.turn);
            assert_eq!(position, Some(row.position));
        }
    }

    /// Returns the value of the first of these threshold games that a side can win.
    fn value_of_games(games: &[(u8, Solution)], position: &Position) -> Value {
        for (points, game) in games {
            let outcome = game.outcome(position).unwrap();
            if outcome != Outcome::Draw {
                return Value::new(outcome, *points);
            }
        }
        Value::DRAW
    }

    /// Each threshold game is solved on its own and compared, also where play has ended.
    #[test]
    fn scores_are_those_of_the_threshold_games() {
        let rules = rules("58-psps+4x4+points");
        let games = [4, 3, 2, 1].map(|points| (points, solve(&rules.threshold_game(points))));
        let mut scores = std::collections::BTreeSet::new();
        for row in collected(&solve(&rules), &selection(0..9, Positions::Orbits)) {
            let expected = value_of_games(&games, &row.position);
            let found = Value {
                score: row.score,
                outcome: row.outcome,
            };
            assert_eq!(found, expected, "{:?}", row.position);
            scores.insert(row.score);
        }
        assert!(scores.into_iter().eq(-4..=4));
    }

    #[test]
    fn the_order_does_not_depend_on_the_threads() {
        let oracle = solved("44-ssss+4x4");
        let orbits = selection(0..9, Positions::Orbits);
        let collected_by = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            pool.install(|| collected(&oracle, &orbits))
        };
        assert!(collected_by(1) == collected_by(3));
    }

    #[test]
    fn the_caller_can_stop_and_otherwise_learns_that_all_is_done() {
        let oracle = solved("44-ssss+4x4");
        for (layers, most_reports) in [(0..9, 3), (0..9, usize::MAX), (3..3, usize::MAX)] {
            let all = selection(layers, Positions::All);
            let (written, told) = observed(most_reports, |observe| {
                write_rows(&oracle, &all, &mut Collected::default(), observe)
            });
            let is_stopped = matches!(written, Err(ExportError::Stopped(_)));
            let is_whole = told
                .iter()
                .any(|progress: &Progress| progress.done == progress.total);
            assert_eq!(is_stopped, most_reports < usize::MAX);
            assert_ne!(is_whole, is_stopped);
        }
    }
}

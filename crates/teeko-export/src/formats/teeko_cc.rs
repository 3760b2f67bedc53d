//! The database of the web site teeko.cc.

use std::io::Write;
use std::ops::Range;

use teeko_index::{binomial, parallel, subsets};
use teeko_rules::combinatorics::{at_places, places_of};
use teeko_rules::work::Counter;
use teeko_rules::{
    Circles, DropPlan, DropStyle, GoalSet, Outcome, PIECES, Position, Rules, Side, SymmetryGroup,
    Variant,
};

use crate::{
    Condition, ExportError, ExportRequest, Format, Job, Layers, Output, Positions, RequestError,
    Selection, Written,
};

/// The number of indexes from one checkpoint to the next.
const BLOCK: usize = 1024;

/// The value of a position in which the side to move has a goal.
const GOAL: i8 = 126;

/// The value of a position in which both sides have a goal.
const BOTH: i8 = -128;

/// The database of the web site teeko.cc, version 2.
///
/// Source of the format: the site's own solver and its bot, `solution/teeko.go` and `ui/src/bot.ts`
/// in the repository pcarrier/teeko.cc. All numbers are little-endian:
///
/// ```text
/// "TEEK"  u32: 2
/// for each number of pieces, 0 to 8:
///   u32: canonical positions   u32: checkpoints
///   u32 for each checkpoint   i8 for each canonical position
/// ```
/// # Order
/// A position has an index: where the pieces stand, and which of them are whose.
///
/// ```text
/// index = rank(occupied circles, rotated by 180 degrees)
///         + C(25, pieces) * rank(places of the opponent's pieces)
/// ```
/// Both ranks are those of the combinatorial number system ([`teeko_index::rank`]); the places are
/// those among the occupied circles in ascending order. A position is canonical if none of its
/// eight images has a lower index. The canonical ones are stored in the order of their indexes, and
/// checkpoint `c` is the number of those with an index below `1024 c`.
///
/// # Values
/// 126 less the plies to the win of the side to move, the negative of that for its loss; 126 too if
/// the side to move has a goal already, -126 if its opponent has, and -128 if both have. The site
/// grades draws from -80 to 80 by its own heuristic; here they are 0, which it understands.
pub static TEEKO_CC: Format = Format {
    name: "teeko-cc",
    endings: &[],
    purpose: "The database of the web site teeko.cc, of 44-ssss alone",
    // It has values alone.
    columns: "",
    is_text: false,
    needs_file: None,
    check,
    write,
};

fn check(request: &ExportRequest, name: &str, rules: &Rules) -> Result<(), RequestError> {
    let plan = DropPlan::new([DropStyle::Standard; PIECES]);
    let played = Variant::new(GoalSet::Goals44, plan).rules();
    if played.as_ref() != Ok(rules) {
        let reason = "expected 44-ssss, the only variant that teeko.cc plays";
        return Err(RequestError::Unfit(format!("{name}: {reason}")));
    }
    let Layers(layers) = Layers::ALL;
    let whole = Selection {
        layers,
        positions: Positions::Orbits,
        condition: Condition::default(),
    };
    if request.selection != whole || request.columns.is_some() || request.values {
        let reason = "expected every orbit of every layer, of which the database holds one \
                      value each; leave out layers, all \
                      positions, conditions and columns";
        return Err(RequestError::Unfit(format!("{}: {reason}", TEEKO_CC.name)));
    }
    Ok(())
}

fn write(job: &Job<'_>, output: Output<'_>) -> Result<Written, ExportError> {
    let mut output = output.stream();
    let total = indexes_of_all_layers(job.rules());
    let counter = Counter::new(total, job.observe);
    counter.advance(0)?;
    let mut rows = 0;
    output.write_all(b"TEEK\x02\0\0\0")?;
    for layer in 0..=2 * PIECES {
        let layer = Layer::new(job.rules(), layer);
        let blocks = parallel::try_map((0..layer.indexes()).step_by(BLOCK), |start| {
            let indexes = start..layer.indexes().min(start + BLOCK);
            let values = layer.values(job, indexes.clone())?;
            counter.advance(indexes.len() as u64)?;
            Ok::<_, ExportError>(values)
        })?;
        output.write_all(&encoded(&blocks))?;
        rows += blocks.iter().map(Vec::len).sum::<usize>() as u64;
    }
    // Each index is a position.
    Ok(Written {
        rows,
        positions: total,
    })
}

fn indexes_of_all_layers(rules: &Rules) -> u64 {
    let circles = rules.board().circle_count();
    let layers = 0..=2 * PIECES;
    layers
        .map(|layer| binomial(circles, layer) * binomial(layer, layer / 2))
        .sum()
}

/// Returns a layer as the file has it, given its values in blocks between checkpoints.
fn encoded(blocks: &[Vec<u8>]) -> Vec<u8> {
    let count: usize = blocks.iter().map(Vec::len).sum();
    let mut bytes = Vec::new();
    bytes.extend((count as u32).to_le_bytes());
    bytes.extend((blocks.len() as u32).to_le_bytes());
    let mut before = 0_u32;
    for block in blocks {
        bytes.extend(before.to_le_bytes());
        before += block.len() as u32;
    }
    for block in blocks {
        bytes.extend(block);
    }
    bytes
}

/// The positions with some number of pieces, in the order of their indexes.
struct Layer {
    circles: usize,
    group: SymmetryGroup,
    /// By rank: the occupied circles of the board rotated by 180 degrees.
    turned: Vec<Circles>,
    /// By rank: the places of the opponent's pieces among the occupied circles.
    opponent_places: Vec<Circles>,
    /// The side to move. In layer 8 it may be either.
    turn: Side,
}

impl Layer {
    fn new(rules: &Rules, layer: usize) -> Self {
        let circles = rules.board().circle_count();
        Self {
            circles,
            group: rules.symmetries(),
            turned: subsets(circles, layer).collect(),
            opponent_places: subsets(layer, layer - layer / 2).collect(),
            turn: Position::turn_in_layer(layer).unwrap_or(Side::Black),
        }
    }

    fn indexes(&self) -> usize {
        self.turned.len() * self.opponent_places.len()
    }

    /// Returns the values of the canonical positions with some indexes.
    fn values(&self, job: &Job<'_>, indexes: Range<usize>) -> Result<Vec<u8>, ExportError> {
        let positions: Vec<Position> = indexes
            .filter_map(|index| self.canonical_position(index))
            .collect();
        let known = job.subject.oracle.values(&positions)?;
        let mut values = Vec::with_capacity(positions.len());
        for (position, known) in positions.iter().zip(known) {
            let outcome = known.map(|value| value.outcome);
            values.push(value(job.rules(), position, outcome) as u8);
        }
        Ok(values)
    }

    /// Returns the position of an index, if it is canonical.
    fn canonical_position(&self, index: usize) -> Option<Position> {
        let turned = self.turned[index % self.turned.len()];
        let places = self.opponent_places[index / self.turned.len()];
        let occupied = self.turn_around(turned);
        let opponent = at_places(places, occupied);
        for symmetry in self.group.elements() {
            let occupied = symmetry.apply(occupied);
            let opponent = symmetry.apply(opponent);
            // Ranks of sets of one size are in the order of their bits, so comparing bits is
            // enough.
            let image = (places_of(opponent, occupied), self.turn_around(occupied));
            if image < (places, turned) {
                return None;
            }
        }
        Some(Position::of_turn(self.turn, occupied - opponent, opponent))
    }

    /// Returns the set on the board rotated by 180 degrees.
    fn turn_around(&self, set: Circles) -> Circles {
        Circles::from_bits(set.bits().reverse_bits() >> (u64::BITS as usize - self.circles))
    }
}

fn value(rules: &Rules, position: &Position, outcome: Option<Outcome>) -> i8 {
    match outcome {
        None if rules.goals().is_goal(position.opponent(), position.mover()) => BOTH,
        None => GOAL,
        Some(Outcome::Win(plies)) => GOAL - plies as i8,
        Some(Outcome::Loss(plies)) => plies as i8 - GOAL,
        Some(Outcome::Draw) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ExportSubject;
    use crate::tests::{orbits, request, solved};
    use teeko_rules::Oracle;
    use teeko_rules::work::{Observer, Progress, to_the_end};
    use teeko_testing::{circles, observed, rules};

    /// Writes the database of a solution. The format is defined on any board.
    fn write_database(
        oracle: &dyn Oracle,
        output: Output<'_>,
        observe: Observer<'_>,
    ) -> Result<Written, ExportError> {
        let subject = ExportSubject {
            name: "",
            oracle,
            longest: &|| 0,
            provenance: &|| unreachable!("it says nothing of it"),
        };
        let job = Job {
            subject: &subject,
            request: &request(&TEEKO_CC, orbits()),
            observe,
        };
        write(&job, output)
    }

    #[test]
    fn the_caller_can_stop_within_the_last_layer() {
        let oracle = solved("44-ssss+4x4");
        let write_until = |stop| {
            observed(stop, |observe| {
                write_database(&oracle, Output::Stream(&mut std::io::sink()), observe)
            })
        };
        let (whole, progress) = write_until(usize::MAX);
        let total = progress[0].total;
        // Every index is a position; a row is one of each orbit.
        let written = whole.unwrap();
        assert_eq!(written.positions, total);
        assert!(
            (total / 8..total / 4).contains(&written.rows),
            "{written:?}"
        );
        // Layer 8 is the last; it has C(16, 8) sets of circles and C(8, 4) ways to share each.
        let before_last = total - 12_870 * 70;
        let is_last = |progress: &Progress| progress.done > before_last;
        assert!(progress.iter().any(|progress| progress.done == total));
        assert!(progress.iter().filter(|progress| is_last(progress)).count() > 1);
        let stop = 1 + progress.iter().position(is_last).unwrap();

        let (stopped, reports) = write_until(stop);

        assert!(matches!(stopped, Err(ExportError::Stopped(_))));
        assert!(reports.len() < progress.len());
    }

    /// One piece stands in a corner, at an edge or in the middle. The lowest index of each is that
    /// of the last circle, which is the first one of the rotated board.
    #[test]
    fn layers_stand_in_the_order_of_the_lowest_indexes() {
        let layer = Layer::new(&rules("44-ssss+4x4"), 1);
        let found: Vec<(usize, Circles)> = (0..layer.indexes())
            .filter_map(|index| Some((index, layer.canonical_position(index)?.black)))
            .collect();
        let expected = [(0, 16), (1, 15), (5, 11)];
        assert_eq!(
            found,
            expected.map(|(index, circle)| (index, circles(&[circle])))
        );

        let oracle = solved("44-ssss+4x4");
        let value_of = |black: Circles| {
            let position = if black.is_empty() {
                Position::EMPTY
            } else {
                Position::of_turn(Side::Red, Circles::EMPTY, black)
            };
            value(oracle.rules(), &position, oracle.outcome(&position)) as u8
        };
        let mut file = Vec::new();
        write_database(&oracle, Output::Stream(&mut file), &to_the_end).unwrap();
        let mut begin = b"TEEK\x02\0\0\0".to_vec();
        begin.extend([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, value_of(Circles::EMPTY)]);
        begin.extend([3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        begin.extend(found.iter().map(|&(_, black)| value_of(black)));
        assert!(file.starts_with(&begin));
    }

    #[test]
    fn a_checkpoint_counts_the_positions_before_its_block() {
        let expected = [
            3, 0, 0, 0, 2, 0, 0, 0, // Positions and checkpoints.
            0, 0, 0, 0, 2, 0, 0, 0, // The checkpoints.
            7, 8, 9,
        ];
        assert_eq!(encoded(&[vec![7, 8], vec![9]]), expected);
    }

    #[test]
    fn values_are_those_of_the_site() {
        let rules = rules("44-ssss");
        let open = Position::of_turn(
            Side::Black,
            circles(&[1, 2, 3, 9]),
            circles(&[16, 18, 21, 23]),
        );
        assert_eq!(value(&rules, &open, Some(Outcome::Win(3))), 123);
        assert_eq!(value(&rules, &open, Some(Outcome::Loss(4))), -122);
        assert_eq!(value(&rules, &open, Some(Outcome::Draw)), 0);
        let goal = circles(&[1, 2, 3, 4]);
        let own = Position::of_turn(Side::Black, goal, open.red);
        assert_eq!(value(&rules, &own, None), 126);
        let both = Position::of_turn(Side::Black, goal, circles(&[21, 22, 23, 24]));
        assert_eq!(value(&rules, &both, None), -128);
    }
}

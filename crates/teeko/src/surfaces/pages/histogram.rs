//! The positions of a layer by distance, drawn as SVG.
//!
//! Wins and losses differ in their filling, not in colour alone, so that they can be told apart in
//! print. Only the viewer's own font is used.

use askama::Template;
use teeko_index::LayerCensus;
use teeko_rules::{Outcome, PIECES};

use super::filters;
use crate::surfaces::words::count;

const CHART: Area = Area {
    left: 120.0,
    right: 930.0,
    top: 90.0,
    bottom: 470.0,
};
/// The start of the logarithmic axis: below 1, so that a single position is visible.
const LEAST: f64 = 0.5;
/// The most labels below the axis of distances.
const LABELS: u32 = 16;

/// Returns a histogram with a logarithmic axis: the positions of a layer by distance. `variant` is
/// the name of the rules.
pub fn histogram_svg(variant: &str, layer: usize, counts: &LayerCensus) -> String {
    let by_distance: Vec<(Outcome, u64)> = counts.decided_by_distance().collect();
    let histogram = Histogram {
        variant,
        layer,
        counts,
        chart: Chart::new(CHART, &by_distance, counts.has_any_parity()),
    };
    histogram.to_string() + "\n"
}

#[derive(Template)]
#[template(path = "histogram.svg")]
struct Histogram<'a> {
    variant: &'a str,
    layer: usize,
    counts: &'a LayerCensus,
    chart: Chart,
}

impl Histogram<'_> {
    fn title(&self) -> String {
        let phase = if self.layer == 2 * PIECES {
            "the slide phase".to_owned()
        } else {
            format!("layer {}", self.layer)
        };
        format!("{}: positions of {phase} by distance to win", self.variant)
    }

    fn subtitle(&self) -> String {
        format!(
            "{} won and {} lost by the side to move; {} drawn and {} over are not shown",
            count(self.counts.win()),
            count(self.counts.loss()),
            count(self.counts.drawn()),
            count(self.counts.over() + self.counts.gift())
        )
    }
}

/// Bars with axes. The template `drawings.svg` writes them.
pub(super) struct Chart {
    pub(super) area: Area,
    /// A line for each power of ten.
    pub(super) lines: Vec<Line>,
    pub(super) bars: Vec<Bar>,
    /// The width of a bar.
    pub(super) width: f64,
    pub(super) labels: Vec<DistanceLabel>,
}

/// The place of the bars.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Area {
    /// Returns the middle between left and right.
    pub(super) fn middle(&self) -> f64 {
        f64::midpoint(self.left, self.right)
    }
}

pub(super) struct Line {
    pub(super) positions: u64,
    pub(super) y: f64,
}

pub(super) struct Bar {
    pub(super) outcome: Outcome,
    pub(super) positions: u64,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) height: f64,
}

pub(super) struct DistanceLabel {
    pub(super) distance: u32,
    pub(super) x: f64,
}

impl Chart {
    /// Lays out the bars of these counts. With `any_parity` wins and losses at one distance, if
    /// both exist, are side by side.
    pub(super) fn new(area: Area, counts: &[(Outcome, u64)], any_parity: bool) -> Self {
        let last = counts.last().map_or(1, |(last, _)| plies_of(*last));
        let step = (area.right - area.left) / f64::from(last);
        let width = if any_parity { 0.4 * step } else { 0.8 * step };
        let decades = decades(counts);
        let mut chart = Self {
            area,
            lines: Vec::new(),
            bars: Vec::new(),
            width,
            labels: Vec::new(),
        };
        for decade in 0..=decades {
            let Some(positions) = 10_u64.checked_pow(decade) else {
                break;
            };
            let y = area.bottom - height(area, decades, positions);
            chart.lines.push(Line { positions, y });
        }
        for &(outcome, positions) in counts {
            let beside = match outcome {
                Outcome::Loss(_) if any_parity => width,
                _ => 0.0,
            };
            let distance = f64::from(plies_of(outcome));
            let height = height(area, decades, positions);
            chart.bars.push(Bar {
                outcome,
                positions,
                x: area.left + (distance - 0.9) * step + beside,
                y: area.bottom - height,
                height,
            });
        }
        for distance in labelled(last) {
            let x = area.left + (f64::from(distance) - 0.5) * step;
            chart.labels.push(DistanceLabel { distance, x });
        }
        chart
    }
}

/// Returns the power of ten that no count exceeds, at least 1.
fn decades(counts: &[(Outcome, u64)]) -> u32 {
    let positions = counts.iter().map(|&(_, positions)| positions);
    let most = positions.max().unwrap_or(1);
    (most as f64).log10().ceil().max(1.0) as u32
}

/// Returns the height of a number of positions on an axis of this many powers of ten.
fn height(area: Area, decades: u32, positions: u64) -> f64 {
    let share = (positions as f64 / LEAST).log10() / (f64::from(decades) - LEAST.log10());
    share * (area.bottom - area.top)
}

/// Returns the distance of a win or a loss.
fn plies_of(decided: Outcome) -> u32 {
    decided.distance().unwrap_or(0)
}

/// Returns the distances up to the last one that have labels: at most [`LABELS`] and the first.
fn labelled(last: u32) -> impl Iterator<Item = u32> {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let step = steps.into_iter().find(|step| last / step <= LABELS);
    let step = step.unwrap_or(last);
    (1..=last).filter(move |&distance| distance % step == 0 || distance == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variant: &str, census: &LayerCensus) -> String {
        histogram_svg(variant, 2 * PIECES, census)
    }

    fn drawn(by_distance: Vec<u64>) -> String {
        let outcome = |distance: u32| {
            if distance % 2 == 1 {
                Outcome::Win(distance)
            } else {
                Outcome::Loss(distance)
            }
        };
        let decided = (0..)
            .zip(by_distance)
            .map(|(distance, positions)| (outcome(distance), positions));
        of(
            "58-ssss+no-centre",
            &decided.chain([(Outcome::Draw, 1_234)]).collect(),
        )
    }

    /// The number in an attribute of the line with this text.
    fn attribute(svg: &str, line: &str, name: &str) -> f64 {
        let line = svg
            .lines()
            .find(|candidate| candidate.contains(line))
            .unwrap();
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }

    #[test]
    fn each_distance_has_a_bar_as_high_as_the_logarithm_of_its_positions() {
        let svg = drawn(vec![9, 1_000, 100, 10, 1]);
        assert_eq!(svg.matches("</title></rect>").count(), 4);
        let bars = [
            ">win in 1 ply: 1,000<",
            ">loss in 2 plies: 100<",
            ">win in 3 plies: 10<",
            ">loss in 4 plies: 1<",
        ];
        let heights = bars.map(|bar| attribute(&svg, bar, "height"));
        assert!(heights[3] > 5.0, "a lone position is seen: {heights:?}");
        assert!(
            (heights[0] - (CHART.bottom - CHART.top)).abs() < 0.1,
            "the highest reaches the top"
        );
        for step in heights.windows(2).map(|pair| pair[0] - pair[1]) {
            assert!(
                (step - (heights[0] - heights[3]) / 3.0).abs() < 0.15,
                "{heights:?}"
            );
        }
        assert!(bars.map(|bar| attribute(&svg, bar, "x")).is_sorted());
        for (bar, is_loss) in bars.into_iter().zip([false, true, false, true]) {
            let line = svg.lines().find(|line| line.contains(bar)).unwrap();
            assert_eq!(line.contains("class=\"loss\""), is_loss, "{line}");
        }
    }

    #[test]
    fn any_counts_can_be_drawn() {
        for by_distance in [
            vec![],
            vec![7],
            vec![0, 1],
            vec![0, u64::MAX],
            vec![1; 5_000],
            vec![0; 90],
        ] {
            let svg = drawn(by_distance);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.matches("<text").count() < 50, "{svg}");
            assert_eq!(
                svg.contains(">No position is won or lost.<"),
                !svg.contains("</title></rect>"),
                "{svg}"
            );
        }
    }
}

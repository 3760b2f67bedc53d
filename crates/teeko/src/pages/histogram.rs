//! The positions of a layer by distance, drawn as SVG.
//!
//! Wins and losses differ in their filling, not in colour alone, so that they can be told apart in
//! print. Only the viewer's own font is used.

use teeko_index::LayerCensus;
use teeko_rules::{Outcome, PIECES, Wdl};

use super::{escaped, joined};
use crate::answers::ByDistance;
use crate::words::count;

const CHART: Area = Area {
    left: 120.0,
    right: 930.0,
    top: 90.0,
    bottom: 470.0,
};
/// The start of the logarithmic axis: below 1, so that a single position is visible.
const LEAST: f64 = 0.5;
const LABELS: u32 = 16;

/// Returns a histogram with a logarithmic axis: the positions of a layer by distance. `variant` is
/// the name of the rules.
pub fn histogram_svg(variant: &str, layer: usize, counts: &LayerCensus) -> String {
    let phase = if layer == 2 * PIECES {
        "the slide phase".to_owned()
    } else {
        format!("layer {layer}")
    };
    let title = format!("{variant}: positions of {phase} by distance to win");
    let [won, lost, drawn, over] = [
        counts.win(),
        counts.loss(),
        counts.drawn(),
        counts.over() + counts.gift(),
    ]
    .map(count);
    let by_parity = !counts.has_any_parity();
    let nothing = "<text x=\"525\" y=\"280\">No position is won or lost.</text>\n";
    format!(
        include_str!("../../templates/histogram.svg"),
        title = escaped(&title),
        subtitle = format!(
            "{won} won and {lost} lost by the side to move; {drawn} drawn and {over} over are not \
             shown"
        ),
        chart = chart(&CHART, &ByDistance::all(counts), counts.has_any_parity()),
        nothing = if counts.deepest() == 0 { nothing } else { "" },
        odd = if by_parity { " (odd distances)" } else { "" },
        even = if by_parity { " (even distances)" } else { "" },
    )
}

pub(super) struct Area {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// Draws bars and axes. The file or page around them has a style for their classes.
pub(super) fn chart(area: &Area, counts: &[ByDistance], any_parity: bool) -> String {
    let &Area {
        left,
        right,
        top,
        bottom,
    } = area;
    let most = counts
        .iter()
        .map(|count| count.positions)
        .max()
        .unwrap_or(1);
    let decades = (most as f64).log10().ceil().max(1.0);
    let height = |positions: u64| {
        let share = (positions as f64 / LEAST).log10() / (decades - LEAST.log10());
        share * (bottom - top)
    };
    let last = counts.last().and_then(|last| last.dtw).unwrap_or(1);
    let step = (right - left) / f64::from(last);
    // Wins and losses at one distance, if both exist, are side by side.
    let width = if any_parity { 0.4 * step } else { 0.8 * step };
    let powers = (0..=decades as u32).map_while(|decade| 10_u64.checked_pow(decade));
    let line = |positions: u64| {
        let y = bottom - height(positions);
        let (beside, below, positions) = (left - 7.0, y + 4.5, count(positions));
        format!(
            "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/>\
             <text class=\"end\" x=\"{beside}\" y=\"{below:.1}\">{positions}</text>\n"
        )
    };
    let bar = |&ByDistance {
                   dtw,
                   outcome,
                   positions,
                   ..
               }: &ByDistance| {
        let plies = dtw.unwrap_or(0);
        let (outcome, beside) = match outcome {
            Wdl::Loss => (Outcome::Loss(plies), if any_parity { width } else { 0.0 }),
            _ => (Outcome::Win(plies), 0.0),
        };
        let x = left + (f64::from(plies) - 0.9) * step + beside;
        let (class, height, positions) = (outcome.name(), height(positions), count(positions));
        let y = bottom - height;
        format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\"><title>{outcome}: {positions}</title></rect>\n"
        )
    };
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let every = steps
        .into_iter()
        .find(|every| last / every <= LABELS)
        .unwrap_or(last);
    let labelled = (1..=last).filter(|&distance| distance % every == 0 || distance == 1);
    let label = |distance: u32| {
        let (x, y) = (left + (f64::from(distance) - 0.5) * step, bottom + 17.0);
        format!("<text x=\"{x:.1}\" y=\"{y}\">{distance}</text>\n")
    };
    let (x, y) = (f64::midpoint(left, right), bottom + 35.0);
    let axis = format!(
        "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>\n\
         <text x=\"{x}\" y=\"{y}\">distance to win, in plies</text>\n"
    );
    let lines = powers.map(line).chain(counts.iter().map(bar));
    joined(lines.chain(labelled.map(label)).chain([axis]))
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

//! The positions of a layer by distance, drawn as SVG.
//!
//! Wins and losses differ in their filling, not in colour alone, so that they can be told apart in
//! print. Only the viewer's own font is used.

use teeko_analysis::LayerSurvey;
use teeko_index::LayerCensus;
use teeko_rules::{Outcome, PIECES};

use super::escaped;
use crate::words::count;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
/// The sides of the area of the bars.
const LEFT: f64 = 120.0;
const RIGHT: f64 = 930.0;
const TOP: f64 = 90.0;
const BOTTOM: f64 = 470.0;
/// The start of the logarithmic axis: below 1, so that a single position is visible.
const LEAST: f64 = 0.5;
/// The most labels below the horizontal axis.
const LABELS: u32 = 16;

/// Returns a histogram with a logarithmic axis: the positions of a layer by distance. `variant` is
/// the name of the rules.
pub fn histogram_svg(variant: &str, layer: &LayerSurvey) -> String {
    let census = &layer.census;
    let phase = if layer.layer == 2 * PIECES {
        "the slide phase".to_owned()
    } else {
        format!("layer {}", layer.layer)
    };
    let variant = escaped(variant);
    let title = format!("{variant}: positions of {phase} by distance to win");
    let subtitle = format!(
        "{} won and {} lost by the side to move; {} drawn and {} over are not shown",
        count(census.win()),
        count(census.loss()),
        count(census.drawn()),
        count(census.over() + census.gift())
    );
    let most = census.decided_by_distance().map(|(_, positions)| positions).max().unwrap_or(1);
    let decades = (most as f64).log10().ceil().max(1.0);
    let axes =
        Axes { distances: census.deepest().max(1), decades, any_parity: census.has_any_parity() };
    let middle = f64::midpoint(LEFT, RIGHT);
    let centre = f64::midpoint(TOP, BOTTOM);
    let axis_label = "distance to win, in plies";
    [
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"
 viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="Helvetica, Arial, sans-serif"
 font-size="14" fill="#000">
<title>{title}</title>
<desc>{subtitle}</desc>
<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse"
 patternTransform="rotate(45)"><rect width="5" height="5" fill="#fff"/>
<line x1="1" y1="0" x2="1" y2="5" stroke="#b3401f" stroke-width="2"/></pattern></defs>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>
<text x="{middle}" y="36" text-anchor="middle" font-size="20" font-weight="bold">{title}</text>
<text x="{middle}" y="60" text-anchor="middle">{subtitle}</text>
"##
        ),
        axes.grid(),
        census
            .decided_by_distance()
            .map(|(outcome, positions)| axes.bar(outcome, positions))
            .collect(),
        nothing_to_show(census),
        legend(axes.any_parity),
        format!(
            r##"<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#000"/>
<text x="{middle}" y="{}" text-anchor="middle">{axis_label}</text>
<text transform="translate(30 {centre}) rotate(-90)"
 text-anchor="middle">positions (logarithmic scale)</text>
</svg>
"##,
            HEIGHT - 20.0
        ),
    ]
    .concat()
}

/// Returns the text in place of bars, if there are none.
fn nothing_to_show(census: &LayerCensus) -> String {
    let (x, y) = (f64::midpoint(LEFT, RIGHT), f64::midpoint(TOP, BOTTOM));
    if census.deepest() > 0 {
        return String::new();
    }
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">No position is won or lost.</text>\n")
}

/// The two axes.
struct Axes {
    /// The largest distance.
    distances: u32,
    /// The power of ten at the end of the vertical axis.
    decades: f64,
    /// Whether a distance may have two bars, for wins and for losses.
    any_parity: bool,
}

impl Axes {
    /// Returns the middle of the bar of a distance.
    fn x(&self, distance: u32) -> f64 {
        LEFT + (f64::from(distance) - 0.5) * self.step()
    }

    /// Returns the width available for a bar.
    fn step(&self) -> f64 {
        (RIGHT - LEFT) / f64::from(self.distances)
    }

    /// Returns the height for a number of positions.
    fn y(&self, positions: f64) -> f64 {
        let share = (positions / LEAST).log10() / (self.decades - LEAST.log10());
        BOTTOM - share * (BOTTOM - TOP)
    }

    /// Draws lines and labels at the powers of ten, and labels at some distances.
    fn grid(&self) -> String {
        let powers_of_ten =
            (0..=self.decades as u32).map_while(|decade| 10_u64.checked_pow(decade));
        let line = |positions: u64| {
            let (y, count) = (self.y(positions as f64), count(positions));
            let (label_x, label_y) = (LEFT - 8.0, y + 5.0);
            format!(
                "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#ccc\"/>\
                 <text x=\"{label_x:.1}\" y=\"{label_y:.1}\" text-anchor=\"end\">{count}</text>\n"
            )
        };
        let every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            .into_iter()
            .find(|every| self.distances / every <= LABELS);
        let every = every.unwrap_or(self.distances);
        let labelled =
            (1..=self.distances).filter(|distance| distance % every == 0 || *distance == 1);
        let label = |distance| {
            let (x, y) = (self.x(distance), BOTTOM + 20.0);
            format!(
                "<path d=\"M{x:.1} {BOTTOM}v5\" stroke=\"#000\"/>\
                 <text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{distance}</text>\n"
            )
        };
        powers_of_ten.map(line).chain(labelled.map(label)).collect()
    }

    /// Draws the bar of a distance, with a tooltip.
    fn bar(&self, outcome: Outcome, positions: u64) -> String {
        let full = 0.8 * self.step();
        // Side by side if both are possible.
        let (width, left) = match outcome {
            _ if !self.any_parity => (full, -full / 2.0),
            Outcome::Win(_) => (full / 2.0, -full / 2.0),
            _ => (full / 2.0, 0.0),
        };
        let x = self.x(outcome.distance().unwrap_or(0)) + left;
        let y = self.y(positions as f64);
        format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\" \
             {}><title>{outcome}: {}</title></rect>\n",
            BOTTOM - y,
            filling(outcome),
            count(positions)
        )
    }
}

/// Returns the filling of the bars of an outcome: dark and full, or light and hatched.
fn filling(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => r##"fill="#1f4e79" stroke="#1f4e79""##,
        _ => r##"fill="url(#hatch)" stroke="#b3401f""##,
    }
}

fn legend(any_parity: bool) -> String {
    let entry = |x: f64, outcome, text| {
        let y = TOP - 14.0;
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"18\" height=\"12\" {}/><text x=\"{}\" \
             y=\"{}\">{text}</text>\n",
            filling(outcome),
            x + 24.0,
            y + 11.0
        )
    };
    let texts =
        if any_parity { ["won", "lost"] } else { ["won (odd distances)", "lost (even distances)"] };
    entry(RIGHT - 370.0, Outcome::Win(1), texts[0])
        + &entry(RIGHT - 185.0, Outcome::Loss(2), texts[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(by_distance: Vec<u64>) -> String {
        let outcome = |distance: u32| {
            if distance % 2 == 1 { Outcome::Win(distance) } else { Outcome::Loss(distance) }
        };
        let decided =
            (0..).zip(by_distance).map(|(distance, positions)| (outcome(distance), positions));
        let census = decided.chain([(Outcome::Draw, 1_234)]).collect();
        histogram_svg(
            "58-ssss+no-centre",
            &LayerSurvey { layer: 8, census, ..LayerSurvey::default() },
        )
    }

    /// The number in an attribute of the line with this text.
    fn attribute(svg: &str, line: &str, name: &str) -> f64 {
        let line = svg.lines().find(|candidate| candidate.contains(line)).unwrap();
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }

    #[test]
    fn each_distance_has_a_bar_as_high_as_the_logarithm_of_its_positions() {
        let svg = drawn(vec![9, 1_000, 100, 10, 1]);
        assert_eq!(svg.matches("</title></rect>").count(), 4);
        let height = |bar: &str| attribute(&svg, bar, "height");
        let heights = [
            ">win in 1 ply: 1,000<",
            ">loss in 2 plies: 100<",
            ">win in 3 plies: 10<",
            ">loss in 4 plies: 1<",
        ];
        let heights = heights.map(height);
        assert!(heights[3] > 5.0, "a lone position is seen: {heights:?}");
        assert!(
            (heights[0] - (BOTTOM - TOP)).abs() < 0.1,
            "the highest reaches the top: {heights:?}"
        );
        for pair in heights.windows(3) {
            assert!(
                (pair[0] - pair[1] - (pair[1] - pair[2])).abs() < 0.15,
                "equal steps: {heights:?}"
            );
        }
        for (win, loss) in
            [("win in 1 ply", "loss in 2 plies"), ("win in 3 plies", "loss in 4 plies")]
        {
            assert!(attribute(&svg, win, "x") < attribute(&svg, loss, "x"));
            assert!(svg.lines().any(|line| line.contains(loss) && line.contains("url(#hatch)")));
            assert!(svg.lines().any(|line| line.contains(win) && !line.contains("url(#hatch)")));
        }
    }

    #[test]
    fn titles_and_labels_say_what_is_drawn() {
        let svg = drawn(vec![9, 1_000, 100, 10, 1]);
        for text in [
            "58-ssss+no-centre: positions of the slide phase by distance to win",
            "1,010 won and 101 lost by the side to move; 1,234 drawn and 9 over are not shown",
            ">distance to win, in plies<",
            ">positions (logarithmic scale)<",
            ">1,000</text>",
            ">won (odd distances)<",
        ] {
            assert!(svg.contains(text), "{text}\n{svg}");
        }
        assert_eq!(svg, drawn(vec![9, 1_000, 100, 10, 1]));
    }

    #[test]
    fn wins_and_losses_at_one_distance_stand_side_by_side() {
        let counts = [
            (Outcome::Win(0), 5),
            (Outcome::Win(1), 50),
            (Outcome::Loss(1), 40),
            (Outcome::Loss(0), 2),
        ];
        let census = counts.into_iter().collect();
        let svg =
            histogram_svg("37e-ssss", &LayerSurvey { layer: 8, census, ..LayerSurvey::default() });
        let [win, loss] = [">win in 1 ply: 50<", ">loss in 1 ply: 40<"];
        let end = attribute(&svg, win, "x") + attribute(&svg, win, "width");
        assert!((end - attribute(&svg, loss, "x")).abs() < 0.2, "{svg}");
        for text in [
            "50 won and 40 lost by the side to move; 0 drawn and 7 over are not shown",
            ">won</text>",
        ] {
            assert!(svg.contains(text), "{text}\n{svg}");
        }
    }

    #[test]
    fn any_counts_can_be_drawn() {
        for by_distance in
            [vec![], vec![7], vec![0, 1], vec![0, u64::MAX], vec![1; 5_000], vec![0; 90]]
        {
            let svg = drawn(by_distance);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.matches("text-anchor=\"middle\">").count() < 40, "{svg}");
            assert_eq!(
                svg.contains(">No position is won or lost.<"),
                !svg.contains("</title></rect>"),
                "{svg}"
            );
        }
    }
}

//! Scatter plots of two methods, both axes logarithmic, as CAV'13, Fig. 4 and Acta'16, Figs. 4 and 5 have
//! them.
//!
//! A point below the diagonal is a problem for which the second method took less. Problems without a verdict
//! stand on the edge, at the limit.

use std::fmt::Write as _;

/// A problem: what the two methods took, or nothing where they have no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub name: String,
    pub first: Option<u64>,
    pub second: Option<u64>,
}

const SIZE: f64 = 360.0;
const MARGIN: f64 = 50.0;

/// The plot as an SVG document. Counts start at 1, since 0 has no logarithm: 0 and 1 are the same point.
pub fn svg(title: &str, first: &str, second: &str, points: &[Point]) -> String {
    let counts = points.iter().flat_map(|p| [p.first, p.second]).flatten();
    let most = counts.max().unwrap_or(1).max(1);
    let decades = most.ilog10() + 1;
    let place = |count: Option<u64>| match count {
        None => SIZE,
        Some(count) => logarithm(count) / f64::from(decades) * (SIZE - 20.0),
    };
    let whole = SIZE + 2.0 * MARGIN;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{whole}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        escaped(title)
    );
    let (left, bottom) = (MARGIN, MARGIN + SIZE);
    let _ = writeln!(
        text,
        "<path d=\"M{left} {MARGIN}V{bottom}H{}\" fill=\"none\" stroke=\"black\"/>\n<path d=\"M{left} {bottom}L{} {}\" \
         stroke=\"gray\" stroke-dasharray=\"4\"/>",
        left + SIZE,
        left + SIZE,
        MARGIN
    );
    for decade in 0..=decades {
        let at = place(10u64.checked_pow(decade));
        let (x, y, label) = (left + at, bottom - at, format!("10<tspan dy=\"-4\">{decade}</tspan>"));
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            bottom + 18.0
        );
        let _ =
            writeln!(text, "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>", left - 6.0);
    }
    for point in points {
        let (x, y) = (left + place(point.first), bottom - place(point.second));
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"none\" stroke=\"black\"><title>{}</title></circle>",
            escaped(&point.name)
        );
    }
    let middle = MARGIN + SIZE / 2.0;
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        whole - 10.0,
        escaped(first)
    );
    let _ = writeln!(
        text,
        "<text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {middle})\">{}</text>\n</svg>",
        escaped(second)
    );
    text
}

/// The decimal logarithm, to the precision of a drawing.
#[expect(clippy::cast_precision_loss)]
fn logarithm(count: u64) -> f64 {
    (count.max(1) as f64).log10()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_where_their_logarithms_are() {
        let point = |name: &str, first, second| Point { name: name.to_owned(), first, second };
        let points =
            [point("a<b", Some(1), Some(100)), point("c", Some(10), None), point("d", Some(0), Some(1))];
        let text = svg("TI & DI", "TI", "DI", &points);
        let circles: Vec<&str> = text.lines().filter(|line| line.starts_with("<circle")).collect();
        // Three decades, so that 100 is two thirds along the axis; no verdict is the edge; 0 is where 1 is.
        assert!(
            circles[0].contains("cx=\"50.0\" cy=\"183.3\"") && circles[0].contains("a&lt;b"),
            "{}",
            circles[0]
        );
        assert!(circles[1].contains("cx=\"163.3\" cy=\"50.0\""), "{}", circles[1]);
        assert!(circles[2].contains("cx=\"50.0\" cy=\"410.0\""), "{}", circles[2]);
        assert!(text.contains("TI &amp; DI") && text.trim_end().ends_with("</svg>"));
    }
}

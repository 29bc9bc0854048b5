//! Scenes in `TikZ`, for papers and slides: every box and line where it is on the page, with text that
//! `LaTeX` sets.
//!
//! ```text
//! \begin{tikzpicture}[x=1pt, y=-1pt]
//! \draw[rounded corners=3pt] (0,0) rectangle (90,37);
//! \node at (45,18.5) {$M \ge R$};
//! ```
//!
//! Nothing but the package `tikz` is needed. Colours are those of the page in daylight, defined at the top.

use std::fmt::Write;

use super::metric::LINE_HEIGHT;
use super::notation::Style;
use super::{Edge, EdgeKind, Line, LineKind, Node, Path, Point, Role, Scene, Shape};

/// A scene as a picture in `TikZ`; the caption becomes a comment, since captions are the paper's affair.
pub fn tikz(scene: &Scene, caption: &str) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    write_picture(&mut out, scene, caption).ok();
    out
}

/// The colours with a meaning, each an ink.
const COLOURS: [(&str, &str); 7] = [
    ("hornbookEdge", "8C826F"),
    ("hornbookA", "005B8F"),
    ("hornbookB", "A84300"),
    ("hornbookInterpolant", "00694D"),
    ("hornbookFeasible", "7A5600"),
    ("hornbookMaximal", "96416F"),
    ("hornbookAlarm", "A3230F"),
];

fn write_picture(out: &mut String, scene: &Scene, caption: &str) -> std::fmt::Result {
    for line in caption.lines() {
        writeln!(out, "% {line}")?;
    }
    for (name, value) in COLOURS {
        writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{value}}}")?;
    }
    writeln!(out, "\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, line width=0.6pt]")?;
    for edge in &scene.edges {
        write_edge(out, edge)?;
    }
    for node in &scene.nodes {
        write_node(out, node)?;
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

fn colour(role: Role) -> &'static str {
    match role {
        Role::Plain | Role::Infeasible => "hornbookEdge",
        Role::A => "hornbookA",
        Role::B => "hornbookB",
        Role::Interpolant => "hornbookInterpolant",
        Role::Feasible => "hornbookFeasible",
        Role::Maximal => "hornbookMaximal",
        Role::Alarm => "hornbookAlarm",
    }
}

fn write_node(out: &mut String, node: &Node) -> std::fmt::Result {
    let (place, colour) = (&node.place, colour(node.role));
    let dashes = if node.is_faint { ", dashed" } else { "" };
    match node.shape {
        Shape::Circle | Shape::Place => writeln!(
            out,
            "\\draw[{colour}{dashes}, fill=white] {} circle [radius={:.1}];",
            at(place.middle()),
            place.width / 2.0
        )?,
        _ => writeln!(
            out,
            "\\draw[{colour}{dashes}, fill=white, rounded corners=3pt] {} rectangle {};",
            at(Point::new(place.x, place.y)),
            at(Point::new(place.right(), place.bottom()))
        )?,
    }
    if !node.tag.is_empty() {
        let corner = Point::new(place.right() - 4.0, place.y + 9.0);
        writeln!(
            out,
            "\\node[anchor=east, font=\\scriptsize] at {} {{{}}};",
            at(corner),
            escaped(&node.tag)
        )?;
    }
    let middle = place.middle();
    #[expect(clippy::cast_precision_loss, reason = "a box has few lines")]
    let mut y = middle.y - (node.lines.len() as f64 - 1.0) / 2.0 * LINE_HEIGHT;
    for line in &node.lines {
        let colour = match line.kind {
            LineKind::Interpolant => ", hornbookInterpolant",
            LineKind::Contradicting => ", hornbookAlarm",
            _ => "",
        };
        writeln!(
            out,
            "\\node[font=\\small{colour}] at {} {{{}}};",
            at(Point::new(middle.x, y)),
            words(line)
        )?;
        y += LINE_HEIGHT;
    }
    Ok(())
}

fn write_edge(out: &mut String, edge: &Edge) -> std::fmt::Result {
    let dashes = match edge.kind {
        EdgeKind::Subsumed | EdgeKind::Covers => ", dashed",
        _ => "",
    };
    let colour = colour(edge.role);
    for path in &edge.paths {
        let arrow = if path.has_arrow { ", ->" } else { "" };
        writeln!(out, "\\draw[{colour}{dashes}{arrow}] {};", curves(path))?;
    }
    if let Some(junction) = edge.junction {
        let label = escaped(&edge.label);
        writeln!(
            out,
            "\\node[{colour}, draw, fill=white, circle, inner sep=1.5pt, font=\\scriptsize] at {} {{{label}}};",
            at(junction)
        )?;
    }
    Ok(())
}

fn curves(path: &Path) -> String {
    let mut text = at(path.start);
    for [one, two, end] in &path.curves {
        // Writing to a string does not fail.
        write!(text, " .. controls {} and {} .. {}", at(*one), at(*two), at(*end)).ok();
    }
    text
}

fn at(point: Point) -> String {
    format!("({:.1},{:.1})", point.x, point.y)
}

/// A line as LaTeX sets it.
fn words(line: &Line) -> String {
    let mut out = String::new();
    for piece in &line.pieces {
        match piece.style {
            Style::Variable => write!(out, "$\\mathit{{{}}}$", escaped(&piece.text)),
            Style::Subscript => write!(out, "$_{{{}}}$", escaped(&piece.text)),
            Style::Upright => write!(out, "{}", escaped(&piece.text)),
        }
        .ok();
    }
    match line.kind {
        LineKind::Name => format!("\\textbf{{{out}}}"),
        LineKind::Remark => format!("\\textit{{{out}}}"),
        _ => out,
    }
}

/// Letters that LaTeX takes for something else, and the signs of the papers.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', letter]),
            '^' | '~' => out.extend(['\\', letter, '{', '}']),
            '\u{a0}' => out.push('~'),
            '…' => out.push_str("\\ldots{}"),
            letter if letter.is_control() => {}
            letter => match sign(letter) {
                Some(command) => {
                    out.push_str("\\ensuremath{");
                    out.push_str(command);
                    out.push('}');
                }
                None => out.push(letter),
            },
        }
    }
    out
}

fn sign(letter: char) -> Option<&'static str> {
    Some(match letter {
        '≤' => "\\le",
        '≥' => "\\ge",
        '≠' => "\\ne",
        '<' => "<",
        '>' => ">",
        '∧' => "\\land",
        '∨' => "\\lor",
        '¬' => "\\lnot",
        '∣' => "\\mid",
        '∤' => "\\nmid",
        '−' => "-",
        '·' => "\\cdot",
        '∅' => "\\emptyset",
        '∃' => "\\exists",
        '∀' => "\\forall",
        '←' => "\\leftarrow",
        '→' => "\\rightarrow",
        '↦' => "\\mapsto",
        '⁽' => "{}^{(}",
        '⁾' => "{}^{)}",
        '⁰' => "{}^0",
        '¹' => "{}^1",
        '²' => "{}^2",
        '³' => "{}^3",
        '⁴' => "{}^4",
        '⁵' => "{}^5",
        '⁶' => "{}^6",
        '⁷' => "{}^7",
        '⁸' => "{}^8",
        '⁹' => "{}^9",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_a_command() {
        assert_eq!(escaped("a_b%$\\x{}≥…"), "a\\_b\\%\\$\\textbackslash{}x\\{\\}\\ensuremath{\\ge}\\ldots{}");
        let scene = Scene { title: "x".to_owned(), ..Scene::default() };
        let text = tikz(&scene, "gcd\nstep 3");
        assert!(text.starts_with("% gcd\n% step 3\n"), "{text}");
        assert!(text.contains("\\begin{tikzpicture}") && text.ends_with("\\end{tikzpicture}\n"), "{text}");
    }
}

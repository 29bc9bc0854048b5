//! Comments that say where interpolants come from: the labelling that reads them off the proof, and the sums
//! behind them.

use crate::formula::{Arena, Formula};
use crate::interpolate::{
    Argument, Dag, DagInterpolants, Derived, Explanation, Ground, Lattice, Means, origins_in_words,
    readings_in_words, sums,
};
use crate::num::Int;
use crate::solver::{Budget, Unknown};

/// Where the interpolant of a node or position comes from, which the formulae below imply.
pub(super) fn explained(
    arena: &mut Arena,
    name: &str,
    below: &[Formula],
    formula: Formula,
    explanation: &Explanation,
    budget: &mut Budget,
) -> Result<String, Unknown> {
    let mut text = format!("\n; {name}: {}", arena.show(formula));
    if formula == arena.true_() || formula == arena.false_() {
        return Ok(text);
    }
    text += &format!("\n;    {}", reading(explanation));
    for argument in &explanation.arguments {
        text += &format!("\n;    {}", sentence(arena, argument));
    }
    // Without a conflict of numbers, or from elsewhere: whatever it is, it may still be a sum.
    if explanation.arguments.is_empty() {
        text += &derived(arena, below, formula, budget)?;
    }
    Ok(text)
}

/// Where the interpolant of a vertex comes from: every edge into it implies it.
pub(super) fn explained_vertex(
    arena: &mut Arena,
    dag: &Dag,
    names: &[String],
    vertex: usize,
    found: &DagInterpolants,
    budget: &mut Budget,
) -> Result<String, Unknown> {
    let formula = found.vertices[vertex].formula;
    let mut text = format!("\n; {}: {}", names[vertex], arena.show(formula));
    if formula == arena.true_() || formula == arena.false_() {
        return Ok(text);
    }
    text += &format!("\n;    {}", reading(&found.vertices[vertex].explanation));
    for edge in dag.edges().iter().filter(|edge| edge.to == vertex) {
        text += &format!("\n;    by the edge from {}", names[edge.from]);
        let below = [found.vertices[edge.from].formula, dag.labels()[edge.from], edge.label];
        text += &derived(arena, &below, formula, budget)?;
    }
    Ok(text)
}

/// The points of a lattice, the strongest first, with the points directly above each.
pub(super) fn lattice_lines(arena: &Arena, lattice: &Lattice) -> String {
    let mut text = "\n; the lattice, the strongest first:".to_owned();
    for (i, point) in lattice.points.iter().enumerate() {
        let above: Vec<String> = lattice
            .covers
            .iter()
            .filter(|(low, _)| *low == i)
            .map(|(_, high)| (high + 1).to_string())
            .collect();
        text += &format!("\n; {}: {}", i + 1, arena.show(point.formula));
        if !above.is_empty() {
            text += &format!("    implies {}", above.join(", "));
        }
        for origin in origins_in_words(&point.origins) {
            text += &format!("\n;    {origin}");
        }
    }
    if lattice.omitted > 0 {
        text += &format!("\n; {} more points are left out", lattice.omitted);
    }
    if lattice.open_ends {
        text += "\n; an end of the lattice passed its limit of steps";
    }
    text
}

fn reading(explanation: &Explanation) -> String {
    let words = readings_in_words("the proof", &explanation.readings);
    let words = words.unwrap_or_else(|| {
        "not read off the proof, but made of what the first side says about shared symbols".to_owned()
    });
    if explanation.relaxed { format!("{words}, with equations relaxed to inequalities") } else { words }
}

/// A line for each part.
fn derived(
    arena: &mut Arena,
    below: &[Formula],
    formula: Formula,
    budget: &mut Budget,
) -> Result<String, Unknown> {
    let mut text = String::new();
    for Derived { part, by } in sums(arena, below, formula, budget)? {
        let part = arena.show(part).to_string();
        text += &match by {
            Means::Sum { summands, divisor } if divisor.is_one() => {
                format!("\n;    {part} from {}", sum(arena, &summands))
            }
            Means::Sum { summands, divisor } => {
                format!("\n;    {part} from {}, divided by {divisor} and rounded", sum(arena, &summands))
            }
            Means::Projection => format!("\n;    {part} by projection"),
        };
    }
    Ok(text)
}

fn sentence(arena: &Arena, argument: &Argument) -> String {
    let (a, b, atom) = (sum(arena, &argument.a), sum(arena, &argument.b), arena.show(argument.atom));
    match &argument.ground {
        Ground::Sum { constant } => format!("{atom} from {a}; with {b} it is {constant} ≤ 0"),
        Ground::Divisibility { modulus } => format!("{atom} from {a}; with {b} it fails modulo {modulus}"),
        Ground::Projection => {
            let all = |part: &[(Formula, Int)]| {
                part.iter().map(|(f, _)| arena.show(*f).to_string()).collect::<Vec<_>>().join(" ∧ ")
            };
            let (a, b) = (all(&argument.a), all(&argument.b));
            format!("{atom} by projection: what {a} says about the shared symbols, against {b}")
        }
    }
}

fn sum(arena: &Arena, part: &[(Formula, Int)]) -> String {
    let summands: Vec<String> = part.iter().map(|(f, n)| format!("{n}·({})", arena.show(*f))).collect();
    summands.join(" + ")
}

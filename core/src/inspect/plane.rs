//! The plane picture: which integer points over two arguments belong to A, to B, to an interpolant.
//!
//! A point `(x, y)` belongs to A if some values of all other symbols make A true, and so for B. The other
//! arguments of the relation symbol may be fixed to values instead, which cuts a slice. Each side is freed of
//! its other symbols once, by elimination; every point is then only evaluated.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Inspector;
use super::region::Region;
use crate::accelerate::primed;
use crate::elimination::eliminate;
use crate::formula::{Formula, FormulaText, LinearTerm, NotRead, Sort, Substitution, Symbol, Value};
use crate::guide::Subset;
use crate::lang::Diagnostic;
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The steps that the elimination of one layer may take.
pub const PLANE_STEPS: u64 = 2_000_000;
/// The window has at most this many points along each side.
pub const WINDOW_LIMIT: u32 = 201;
/// When elimination takes too long, this many points along each side are asked one by one.
pub const POINTWISE_SIDE: u32 = 21;

/// What to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The argument along the horizontal axis.
    pub x: String,
    /// The argument along the vertical axis.
    pub y: String,
    pub window: Window,
    /// What becomes of each of the other arguments; those not listed may have any value.
    pub others: Vec<(String, Others)>,
    /// Formulae that were shown before, such as interpolants, each a layer of its own.
    pub formulae: Vec<FormulaText>,
    /// Templates in the house syntax, and those of them whose abstraction is drawn as well.
    pub abstraction: Option<(String, Vec<usize>)>,
    /// A loop. Then the picture is not of the sides, but of what one round does, two rounds, three, and any
    /// number of them; and arguments with a prime are those after the rounds.
    pub rounds: Option<Box<RoundsText>>,
}

/// What any number of rounds of a loop does, as it was shown before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundsText {
    /// Over arguments before, with a prime after, and the number of rounds.
    pub text: FormulaText,
    /// What the number of rounds is called.
    pub number: String,
}

/// At most this many powers of a loop are drawn, beside any number of rounds.
const POWERS: u32 = 3;

/// The points from `left` to `left + width - 1` and from `bottom` to `bottom + height - 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub left: Int,
    pub bottom: Int,
    pub width: u32,
    pub height: u32,
}

/// What becomes of an argument that is not drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Others {
    /// A point is in if it is for some value.
    Some,
    Fixed(Value),
}

/// The picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plane {
    pub x: String,
    pub y: String,
    pub window: Window,
    pub layers: Vec<Layer>,
}

/// A set of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    pub kind: LayerKind,
    /// What is known of the points. It is a part of the picture's window when points had to be asked one by
    /// one.
    pub window: Window,
    /// For each row, the bottom one first: lengths of runs of points, in turn outside and inside, starting
    /// outside.
    pub rows: Vec<Vec<u32>>,
    /// How many points are inside.
    pub count: usize,
    /// Why points are missing.
    pub missing: Option<Unknown>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayerKind {
    A,
    B,
    /// The formula with this index in the query.
    Formula(usize),
    /// What the templates leave of A.
    AbstractA,
    /// What the templates leave of B.
    AbstractB,
    /// This many rounds of a loop; `None` for any number.
    Rounds(Option<u32>),
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unplottable {
    /// The axes must be two different integer arguments.
    Axes,
    /// A window has points, but at most [`WINDOW_LIMIT`] along each side.
    Window,
    /// A value is fixed for something that is no argument, or is of the wrong sort.
    Fixed(String),
    /// The formula with this index cannot be read.
    Formula(usize, NotRead),
    /// The templates cannot be read.
    Templates(Vec<Diagnostic>),
}

impl fmt::Display for Unplottable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplottable::Axes => f.write_str("the axes must be two different integer arguments"),
            Unplottable::Window => write!(f, "a window has from 1 to {WINDOW_LIMIT} points along each side"),
            Unplottable::Fixed(name) => write!(f, "{name} cannot have this value"),
            Unplottable::Formula(_, reason) => write!(f, "{reason}"),
            Unplottable::Templates(_) => f.write_str("the templates could not be read"),
        }
    }
}

impl Window {
    /// The window with its lower left corner at these coordinates.
    pub fn new(left: i64, bottom: i64, width: u32, height: u32) -> Window {
        Window { left: Int::from(left), bottom: Int::from(bottom), width, height }
    }

    /// The part in the middle with at most this many points along each side.
    fn middle(&self, side: u32) -> Window {
        let (width, height) = (self.width.min(side), self.height.min(side));
        let inset = |all: u32, part: u32| Int::from(i64::from((all - part) / 2));
        Window {
            left: &self.left + &inset(self.width, width),
            bottom: &self.bottom + &inset(self.height, height),
            width,
            height,
        }
    }
}

impl Inspector {
    /// Draws A, B and the given formulae.
    pub fn plane(&mut self, query: &Query, budget: &mut Budget) -> Result<Plane, Unplottable> {
        let mut names = self.parameters.clone();
        if query.rounds.is_some() {
            names.extend(primed(&mut self.arena, &self.parameters));
        }
        let (x, y) = (self.axis(&names, &query.x)?, self.axis(&names, &query.y)?);
        let Window { width, height, .. } = query.window;
        if x == y {
            return Err(Unplottable::Axes);
        }
        if !(1..=WINDOW_LIMIT).contains(&width) || !(1..=WINDOW_LIMIT).contains(&height) {
            return Err(Unplottable::Window);
        }
        let slice = self.slice(&names, &query.others, x, y)?;
        let (a, b) = (self.a.formulae.clone(), self.b.formulae.clone());
        let arena = &mut self.arena;
        let mut layers = vec![(LayerKind::A, arena.and(a)), (LayerKind::B, arena.and(b))];
        for (i, text) in query.formulae.iter().enumerate() {
            let formula = self.read(text).map_err(|reason| Unplottable::Formula(i, reason))?;
            layers.push((LayerKind::Formula(i), formula));
        }
        if let Some((templates, chosen)) = &query.abstraction {
            let templates = self.templates(templates).map_err(Unplottable::Templates)?;
            let known = chosen.iter().copied().filter(|i| *i < templates.len().min(Subset::LIMIT));
            let element = Subset::new(known);
            if let Some(exploration) = self.exploration(templates) {
                let tree = exploration.abstracted(&mut self.arena, element);
                let kinds = [LayerKind::AbstractA, LayerKind::AbstractB];
                layers.extend(kinds.into_iter().zip(tree.nodes()).map(|(kind, node)| (kind, node.label)));
            }
        }
        if let Some(rounds) = &query.rounds {
            layers = self.powers(&names, rounds).map_err(|reason| Unplottable::Formula(0, reason))?;
        }
        let mut drawn = Vec::with_capacity(layers.len());
        for (kind, formula) in layers {
            let formula = slice.apply(&mut self.arena, formula);
            drawn.push(self.layer(kind, formula, (x, y), &query.window, budget));
        }
        Ok(Plane { x: query.x.clone(), y: query.y.clone(), window: query.window.clone(), layers: drawn })
    }

    /// Any number of rounds of a loop, and its first powers.
    fn powers(
        &mut self,
        names: &[Symbol],
        RoundsText { text, number }: &RoundsText,
    ) -> Result<Vec<(LayerKind, Formula)>, NotRead> {
        let n = self.arena.symbol(number, Sort::Int);
        let symbols: Vec<Symbol> = names.iter().copied().chain([n]).collect();
        let any = text.read(&mut self.arena, &symbols)?;
        let mut layers = vec![(LayerKind::Rounds(None), any)];
        for power in 1..=POWERS {
            let mut known = Substitution::new();
            known.term(n, LinearTerm::constant(i64::from(power)));
            layers.push((LayerKind::Rounds(Some(power)), known.apply(&mut self.arena, any)));
        }
        Ok(layers)
    }

    fn axis(&self, names: &[Symbol], name: &str) -> Result<Symbol, Unplottable> {
        let arena = &self.arena;
        let is_axis = |p: &&Symbol| arena.name(**p) == name && arena.sort(**p) == Sort::Int;
        names.iter().find(is_axis).copied().ok_or(Unplottable::Axes)
    }

    /// The values of the arguments that are fixed.
    fn slice(
        &self,
        names: &[Symbol],
        others: &[(String, Others)],
        x: Symbol,
        y: Symbol,
    ) -> Result<Substitution, Unplottable> {
        let arena = &self.arena;
        let mut slice = Substitution::new();
        for (name, others) in others {
            let Others::Fixed(value) = others else { continue };
            let sort = match value {
                Value::Int(_) => Sort::Int,
                Value::Bool(_) => Sort::Bool,
            };
            let is_meant = |p: &&Symbol| arena.name(**p) == name && arena.sort(**p) == sort;
            match (names.iter().find(is_meant), value) {
                (Some(p), Value::Int(value)) if *p != x && *p != y => {
                    slice.term(*p, LinearTerm::constant(value.clone()));
                }
                (Some(p), Value::Bool(value)) => {
                    slice.formula(*p, arena.constant(*value));
                }
                _ => return Err(Unplottable::Fixed(name.clone())),
            }
        }
        Ok(slice)
    }

    fn layer(
        &mut self,
        kind: LayerKind,
        formula: Formula,
        (x, y): (Symbol, Symbol),
        window: &Window,
        budget: &mut Budget,
    ) -> Layer {
        let arena = &mut self.arena;
        let others: Vec<Symbol> =
            arena.symbols_of(formula).into_iter().filter(|s| *s != x && *s != y).collect();
        let projected = budget
            .within(PLANE_STEPS, |part| eliminate(arena, formula, &others, part))
            .unwrap_or_else(|ended| Err(ended.into()));
        let region = projected.map(|projected| Region::new(arena, projected, x, y));
        let (window, rows, missing) = match region {
            Ok(Some(region)) => {
                let row = |y: Int| region.row(&window.left, window.width, &y);
                let rows = (0..window.height).map(|i| row(&window.bottom + &Int::from(i64::from(i))));
                (window.clone(), rows.collect(), None)
            }
            Err(Unknown::Budget) => {
                let middle = window.middle(POINTWISE_SIDE);
                budget
                    .within(PLANE_STEPS, |part| self.asked(formula, (x, y), middle, part))
                    .unwrap_or_else(|ended| (window.middle(0), Vec::new(), Some(ended.into())))
            }
            Err(reason) => (window.middle(0), Vec::new(), Some(reason)),
            Ok(None) => (window.middle(0), Vec::new(), Some(Unknown::Unchecked)),
        };
        let count = rows.iter().flatten().filter(|inside| **inside).count();
        Layer { kind, window, rows: rows.iter().map(|row| runs(row)).collect(), count, missing }
    }

    /// Asks the solver about each point, row by row, as long as the steps last.
    fn asked(
        &mut self,
        formula: Formula,
        (x, y): (Symbol, Symbol),
        mut window: Window,
        budget: &mut Budget,
    ) -> (Window, Vec<Vec<bool>>, Option<Unknown>) {
        let arena = &mut self.arena;
        let mut solver = Solver::new();
        solver.assert(arena, formula);
        let mut rows = Vec::new();
        for i in 0..window.height {
            let here = arena.equal(
                &LinearTerm::symbol(y),
                &LinearTerm::constant(&window.bottom + &Int::from(i64::from(i))),
            );
            let mut row = Vec::new();
            for j in 0..window.width {
                let at = LinearTerm::constant(&window.left + &Int::from(i64::from(j)));
                let at = arena.equal(&LinearTerm::symbol(x), &at);
                match solver.check(arena, &[here, at], budget) {
                    Answer::Sat(_) => row.push(true),
                    Answer::Unsat(_) => row.push(false),
                    Answer::Unknown(reason) => {
                        window.height = i;
                        return (window, rows, Some(reason));
                    }
                }
            }
            rows.push(row);
        }
        (window, rows, Some(Unknown::Budget))
    }
}

/// The lengths of runs of equal values; the first run is one of `false`, and may be empty.
fn runs(row: &[bool]) -> Vec<u32> {
    let mut lengths = vec![0];
    let mut inside = false;
    for point in row {
        if *point != inside {
            lengths.push(0);
            inside = *point;
        }
        if let Some(last) = lengths.last_mut() {
            *last += 1;
        }
    }
    lengths
}

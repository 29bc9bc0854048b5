//! A run of a model, step by step: what happens, and the values afterwards.
//!
//! ```text
//! x := 10        x = 10
//! call f(x)        n = 10            (one deeper)
//! …
//! assert fails   x = 10, r = 92
//! ```

use serde::{Deserialize, Serialize};

use super::PartId;
use crate::formula::Value;
use crate::lang::Span;
use crate::num::Int;

/// A run that the model's interpreter has replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What it shows, in a sentence, such as which assertion fails.
    pub sentence: String,
    /// What the values are of: variables, places, clocks.
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

/// A step of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// What happens: `x := x + 1`, `a1 fires`, `3 time units pass`.
    pub label: String,
    /// Where the text says so.
    pub span: Option<Span>,
    /// How many calls deep it is.
    pub depth: u32,
    /// The parts of the picture that take part: the edge taken, the locations afterwards.
    pub parts: Vec<PartId>,
    /// The values afterwards, one for each column; `None` if there is none, such as a variable out of scope.
    pub values: Vec<Option<Value>>,
    /// The step of the derivation it comes from.
    pub step: Option<usize>,
    /// How much time has passed since the start, where time passes, in the units of the clocks.
    pub time: Option<Int>,
    /// The last rows, this many of them, are repeated this many more times before the next row. Runs with
    /// thousands of equal rounds stay short this way.
    pub repeated: Option<(usize, Int)>,
}

/// What a derivation means for the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Account {
    /// A run of the model, replayed.
    Real(Run),
    /// There is a run of the model, as the derivation shows, but it was not replayed and is not told. The
    /// sentence says why.
    Untold(String),
    /// The encoding says less than the model: there is no proof of this form, and whether there is a run is
    /// open. The sentence says so.
    NoVerdict(String),
    /// The interpreter does not accept it, which is a mistake of ours. The sentence says where.
    Refused(String),
}

/// A model that somebody plays with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// What has happened. The first row is the start.
    pub run: Run,
    /// What can happen next.
    pub moves: Vec<Move>,
    /// Something to say about the state, such as that the target is reached.
    pub remark: Option<String>,
}

/// Something that can happen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    pub label: String,
    /// What to click on.
    pub part: Option<PartId>,
}

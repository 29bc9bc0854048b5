//! Numerical transition systems (thesis, Def. 2.1.1): procedures that are graphs of control states, with
//! relations between the values before and after, and calls.
//!
//! ```text
//! l3 -> l4 { x' = x - 1 && havoc(x) }       internal: R(x, x')
//! l2 -> l3 { rec' = mc91(n + 11) }          call: z = call_j(t)
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use crate::formula::{Arena, Formula, Sort, Symbol};
use crate::lang::{Argument, Span};

/// A program `⟨x_g, {S₁, …, Sₙ}, S_m⟩`. Its formulae are in its own arena.
#[derive(Clone, Debug, Default)]
pub struct Nts {
    pub name: String,
    pub arena: Arena,
    pub globals: Vec<Variable>,
    /// What holds of the global variables when the main procedure begins.
    pub precondition: Option<Formula>,
    pub procedures: Vec<Procedure>,
    /// The main procedure.
    pub main: usize,
    /// The names of symbols that are in use.
    names: Names,
}

/// A variable with the symbols for its values before and after a transition.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub now: Symbol,
    pub next: Symbol,
    pub span: Span,
}

/// A procedure `⟨x, x_in, x_out, Q, q_init, F, E, →⟩`. Variables are counted with the global ones first, so
/// the first own variable has the number of global variables as its index.
#[derive(Clone, Debug, Default)]
pub struct Procedure {
    pub name: String,
    pub span: Span,
    /// The variables that are not global.
    pub variables: Vec<Variable>,
    pub inputs: Vec<usize>,
    pub outputs: Vec<usize>,
    pub states: Vec<State>,
    pub transitions: Vec<Transition>,
    /// Variables without a value of their own at the start, in the order in which the text declares them;
    /// only programs have such.
    pub undetermined: Vec<usize>,
}

/// A control state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
// A state may be initial, final and an error, in any combination.
#[allow(clippy::struct_excessive_bools)]
pub struct State {
    pub name: String,
    pub span: Span,
    pub is_initial: bool,
    pub is_final: bool,
    pub is_error: bool,
    /// May loop-free stretches go through it?
    pub is_inner: bool,
}

/// A transition rule.
#[derive(Clone, Debug)]
pub struct Transition {
    pub label: Option<String>,
    pub from: usize,
    pub to: usize,
    pub action: Action,
    pub span: Span,
    /// What it does, as a program says it; empty in a system that was written as such.
    pub words: String,
    /// The values that come from outside, in the order in which a program asks for them.
    pub asked: Vec<Symbol>,
}

#[derive(Clone, Debug)]
pub enum Action {
    Relation(Relation),
    Call { callee: usize, arguments: Vec<Argument>, results: Vec<usize> },
}

/// `∃ exists. formula`, where all variables but those of `changes` keep their values.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Of the next values, it mentions those of `changes` only.
    pub formula: Formula,
    pub changes: Vec<usize>,
    pub exists: Vec<Symbol>,
}

impl Nts {
    /// Moves all places in the text.
    pub(in crate::lang) fn move_places(&mut self, place: impl Fn(Span) -> Span) {
        let own = self.procedures.iter_mut().flat_map(|procedure| &mut procedure.variables);
        own.chain(&mut self.globals).for_each(|variable| variable.span = place(variable.span));
        for procedure in &mut self.procedures {
            procedure.span = place(procedure.span);
            procedure.states.iter_mut().for_each(|state| state.span = place(state.span));
            procedure.transitions.iter_mut().for_each(|transition| transition.span = place(transition.span));
        }
    }

    /// A variable with symbols of its own. Clauses write variables with capitals, so `x` has the symbols
    /// `X` and `X'`, unless another name is that already.
    pub fn variable(&mut self, name: &str, sort: Sort, span: Span) -> Variable {
        let base = self.names.base(name);
        let now = self.arena.symbol(&base, sort);
        let next = self.arena.symbol(&format!("{base}'"), sort);
        Variable { name: name.to_owned(), now, next, span }
    }

    /// A symbol for a value that is no variable's.
    pub fn value(&mut self, hint: &str, sort: Sort) -> Symbol {
        loop {
            let symbol = self.arena.fresh_symbol(hint, sort);
            if !self.names.taken.contains(self.arena.name(symbol)) {
                return symbol;
            }
        }
    }

    /// A symbol with this name for a value that is no variable's, or with a similar one if it is in use.
    pub fn named_value(&mut self, name: &str, sort: Sort) -> Symbol {
        let is_free = !self.names.taken.contains(name)
            && self.arena.find_symbol(name, Sort::Int).is_none()
            && self.arena.find_symbol(name, Sort::Bool).is_none();
        if is_free { self.arena.symbol(name, sort) } else { self.value(name, sort) }
    }

    /// A variable of a procedure, by its index.
    pub fn variable_of(&self, procedure: usize, index: usize) -> &Variable {
        match self.globals.get(index) {
            Some(global) => global,
            None => &self.procedures[procedure].variables[index - self.globals.len()],
        }
    }

    /// About how many arguments the relation symbols have in all clauses together: those of the state before
    /// each transition and after it, with the variables now and those at the start that have changed since.
    pub(in crate::lang) fn arguments(&self) -> u64 {
        let of = |(p, procedure): (usize, &Procedure)| {
            4 * (self.variable_count(p) as u64).saturating_mul(procedure.transitions.len() as u64)
        };
        self.procedures.iter().enumerate().map(of).fold(0, u64::saturating_add)
    }

    /// How many variables a procedure sees.
    pub fn variable_count(&self, procedure: usize) -> usize {
        self.globals.len() + self.procedures[procedure].variables.len()
    }
}

/// Which names of symbols stand for which names of variables.
#[derive(Clone, Debug, Default)]
struct Names {
    bases: FxHashMap<String, String>,
    taken: FxHashSet<String>,
}

impl Names {
    fn base(&mut self, name: &str) -> String {
        if let Some(base) = self.bases.get(name) {
            return base.clone();
        }
        let mut letters = name.chars();
        let first = letters.next().map_or_else(String::new, |c| c.to_uppercase().collect());
        let wished = first + letters.as_str();
        let mut base = wished.clone();
        let mut number = 1;
        while self.taken.contains(&base) {
            number += 1;
            base = format!("{wished}_{number}");
        }
        self.taken.insert(base.clone());
        self.bases.insert(name.to_owned(), base.clone());
        base
    }
}

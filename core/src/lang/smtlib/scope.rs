//! What names mean: globally, and inside binders.

use super::sexpr::{NameId, Tree};
use super::value::Value;
use crate::formula::Symbol;
use crate::lang::{RelationId, Span};

/// What a declared name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Global {
    Constant(Symbol),
    Relation(RelationId),
    Macro(u32),
    /// Its declaration was refused, or its absence reported; uses are errors that need no words.
    Refused,
}

impl Global {
    pub(super) fn is_constant(self) -> bool {
        matches!(self, Global::Constant(_))
    }
}

/// A defined function: its value over parameters that are symbols of their own.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub(super) parameters: Vec<Symbol>,
    pub(super) value: Value,
    /// The special symbols that the value depends on; every use gets copies of them.
    pub(super) specials: Vec<Symbol>,
    /// The number of nodes that a use visits.
    pub(super) size: u64,
    pub(super) span: Span,
}

/// Tables by name, with trails that undo what a scope did.
#[derive(Debug)]
pub(super) struct Scope {
    locals: Vec<Option<Value>>,
    bound: Vec<(NameId, Option<Value>)>,
    globals: Vec<Option<Global>>,
    declared: Vec<(NameId, Option<Global>)>,
    macros: Vec<Macro>,
}

impl Scope {
    pub(super) fn new(names: usize) -> Scope {
        Scope {
            locals: vec![None; names],
            bound: Vec::new(),
            globals: vec![None; names],
            declared: Vec::new(),
            macros: Vec::new(),
        }
    }

    pub(super) fn local(&self, name: NameId) -> Option<&Value> {
        self.locals[name.index()].as_ref()
    }

    pub(super) fn bind(&mut self, name: NameId, value: Value) {
        let before = self.locals[name.index()].replace(value);
        self.bound.push((name, before));
    }

    /// How many bindings there are; [`Scope::unbind`] goes back to it.
    pub(super) fn height(&self) -> usize {
        self.bound.len()
    }

    pub(super) fn unbind(&mut self, height: usize) {
        while self.bound.len() > height {
            if let Some((name, before)) = self.bound.pop() {
                self.locals[name.index()] = before;
            }
        }
    }

    pub(super) fn global(&self, name: NameId) -> Option<Global> {
        self.globals[name.index()]
    }

    pub(super) fn declare(&mut self, name: NameId, meaning: Global) {
        let before = self.globals[name.index()].replace(meaning);
        self.declared.push((name, before));
    }

    pub(super) fn refuse(&mut self, name: NameId) {
        self.declare(name, Global::Refused);
    }

    /// How many declarations there are; [`Scope::undeclare`] goes back to it.
    pub(super) fn declarations(&self) -> usize {
        self.declared.len()
    }

    pub(super) fn undeclare(&mut self, count: usize) {
        while self.declared.len() > count {
            if let Some((name, before)) = self.declared.pop() {
                self.globals[name.index()] = before;
            }
        }
    }

    pub(super) fn add_macro(&mut self, definition: Macro) -> u32 {
        self.macros.push(definition);
        self.macros.len() as u32 - 1
    }

    pub(super) fn macro_(&self, index: u32) -> &Macro {
        &self.macros[index as usize]
    }

    /// Every name that can be used here, in the order of the text.
    pub(super) fn names<'t>(&self, tree: &Tree<'t>) -> Vec<&'t str> {
        let is_known = |name: &NameId| {
            self.locals[name.index()].is_some()
                || !matches!(self.globals[name.index()], None | Some(Global::Refused))
        };
        tree.all_names().filter(is_known).map(|name| tree.name(name)).collect()
    }
}

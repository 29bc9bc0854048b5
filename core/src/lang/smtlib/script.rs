//! Scripts over quantifier-free linear integer arithmetic (SMT-LIB's logic `QF_LIA`).
//!
//! ```
//! use hornbook::lang::smtlib::script::{Command, parse};
//! let (script, diagnostics) = parse("(declare-const x Int) (assert (! (< 0 x 2) :named A)) (check-sat)");
//! assert!(diagnostics.is_empty());
//! assert!(matches!(&script.commands[1], Command::Assert { name: Some(name), .. } if name == "A"));
//! assert_eq!(script.arena.name(script.constants_at(2)[0]), "x");
//! ```

use super::elaborate::{Elaborator, Mode};
use super::interpolants::InterpolationQuery;
use super::scope::Global;
use super::sexpr::{Kind, NameId, NodeId, Tree};
use super::value::Value;
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Symbol};
use crate::lang::common::definition::DefinedVariable;
use crate::lang::common::report::{Report, end_of};
use crate::lang::{Argument, Diagnostic, Span};

/// A script whose terms are elaborated; every error that can be seen without solving has been reported.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub arena: Arena,
    pub commands: Vec<Command>,
}

/// A formula to be assumed, with its text.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// The literal, conjoined with the definitions of the variables that it needed.
    pub formula: Formula,
    pub text: String,
}

/// A term whose value is asked for, with its text.
#[derive(Clone, Debug)]
pub struct Requested {
    pub value: Argument,
    /// To be given their values in this order ([`DefinedVariable::extend`]) before the term is evaluated.
    pub definitions: Vec<DefinedVariable>,
    pub text: String,
}

/// A command of a script.
#[derive(Clone, Debug)]
pub enum Command {
    SetLogic(String),
    SetOption {
        keyword: String,
        value: String,
    },
    SetInfo {
        keyword: String,
        value: String,
    },
    Declare(Symbol),
    /// The formula includes the definitions of the variables that stand for its quotients and conditional
    /// terms; no other command mentions those variables.
    Assert {
        formula: Formula,
        name: Option<String>,
        span: Span,
    },
    Push(u32),
    /// Never more levels than there are.
    Pop(u32),
    CheckSat,
    CheckSatAssuming(Vec<Assumption>),
    GetModel,
    GetUnsatCore,
    GetUnsatAssumptions,
    GetValue(Vec<Requested>),
    GetAssertions,
    GetInfo(String),
    GetOption(String),
    GetInterpolants(InterpolationQuery),
    Echo(String),
    Reset,
    ResetAssertions,
    Exit,
}

impl Script {
    /// The constants that are declared when a command runs, in the order of their declarations.
    pub fn constants_at(&self, index: usize) -> Vec<Symbol> {
        let mut constants = Vec::new();
        let mut levels = Vec::new();
        for command in &self.commands[..index.min(self.commands.len())] {
            match command {
                Command::Declare(symbol) => constants.push(*symbol),
                Command::Push(count) => levels.extend((0..*count).map(|_| constants.len())),
                Command::Pop(count) => {
                    for _ in 0..*count {
                        constants.truncate(levels.pop().unwrap_or(0));
                    }
                }
                Command::Reset | Command::ResetAssertions => {
                    constants.clear();
                    levels.clear();
                }
                _ => {}
            }
        }
        constants
    }
}

/// More nested levels than this are refused; nobody writes them.
const LEVELS: usize = 1_000_000;

/// Reads a script. Commands with errors are left out.
pub fn parse(text: &str) -> (Script, Vec<Diagnostic>) {
    parse_within(text, &mut Budget::unlimited())
}

/// Reads a script with the steps of a budget. When it gives no more, reading ends with a diagnostic.
pub fn parse_within(text: &str, budget: &mut Budget) -> (Script, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let tree = Tree::parse(text, &mut report);
    let elaborator = Elaborator::new(&tree, Arena::new(), report, Mode::Script);
    let mut reader = Reader { elaborator, commands: Vec::new(), levels: Vec::new(), assertions: Vec::new() };
    for command in tree.roots() {
        reader.elaborator.begin_command();
        reader.command(command);
        if reader.elaborator.exhausted() || matches!(reader.commands.last(), Some(Command::Exit)) {
            break;
        }
    }
    let Reader { elaborator, commands, .. } = reader;
    (Script { arena: elaborator.arena, commands }, elaborator.report.finish(end_of(text)))
}

pub(super) struct Reader<'t, 'r> {
    pub(super) elaborator: Elaborator<'t, 'r>,
    commands: Vec<Command>,
    /// For each open level, how many names and named assertions there were below it.
    levels: Vec<(usize, usize)>,
    /// The names of the assertions in force.
    pub(super) assertions: Vec<NameId>,
}

impl Reader<'_, '_> {
    fn command(&mut self, node: NodeId) {
        let tree = self.elaborator.tree;
        let parts: Vec<NodeId> = tree.children(node).collect();
        let Some(word) = parts.first().and_then(|n| tree.symbol_text(*n)) else {
            return self.elaborator.unknown_command(node);
        };
        let count = parts.len();
        let command = match word {
            "assert" => self.assertion(node, &parts),
            "declare-fun" | "declare-const" => self.elaborator.declare(node).map(Command::Declare),
            "define-fun" | "define-const" | "define-fun-rec" => {
                self.elaborator.define(node);
                None
            }
            "push" => self.level(node, &parts).and_then(|levels| self.push(node, levels)),
            "pop" => self.level(node, &parts).and_then(|levels| self.pop(node, levels)),
            "check-sat-assuming" => self.assuming(node, &parts),
            "get-value" => self.requested(node, &parts),
            "get-interpolant" | "get-interpolants" => self.interpolation(node).map(Command::GetInterpolants),
            "set-option" if count >= 2 => {
                Some(Command::SetOption { keyword: self.text(parts[1]), value: self.rest(&parts[2..]) })
            }
            "set-info" if count >= 2 => {
                Some(Command::SetInfo { keyword: self.text(parts[1]), value: self.rest(&parts[2..]) })
            }
            "set-logic" if count == 2 => Some(Command::SetLogic(self.text(parts[1]))),
            "get-info" if count == 2 => Some(Command::GetInfo(self.text(parts[1]))),
            "get-option" if count == 2 => Some(Command::GetOption(self.text(parts[1]))),
            "echo" if count == 2 && tree.kind(parts[1]) == Kind::String => {
                Some(Command::Echo(tree.string(parts[1])))
            }
            "check-sat" if count == 1 => Some(Command::CheckSat),
            "get-model" if count == 1 => Some(Command::GetModel),
            "get-unsat-core" if count == 1 => Some(Command::GetUnsatCore),
            "get-unsat-assumptions" if count == 1 => Some(Command::GetUnsatAssumptions),
            "get-assertions" if count == 1 => Some(Command::GetAssertions),
            "exit" if count == 1 => Some(Command::Exit),
            "reset" | "reset-assertions" if count == 1 => {
                self.elaborator.scope.undeclare(0);
                self.levels.clear();
                self.assertions.clear();
                Some(if word == "reset" { Command::Reset } else { Command::ResetAssertions })
            }
            "set-option"
            | "set-info"
            | "set-logic"
            | "get-info"
            | "get-option"
            | "echo"
            | "check-sat"
            | "get-model"
            | "get-unsat-core"
            | "get-unsat-assumptions"
            | "get-assertions"
            | "exit"
            | "reset"
            | "reset-assertions" => {
                let message = format!("`{word}` has the wrong number or kind of arguments");
                self.elaborator.refuse(node, message);
                None
            }
            _ => {
                self.elaborator.unknown_command(node);
                None
            }
        };
        self.commands.extend(command);
    }

    fn text(&self, node: NodeId) -> String {
        let tree = self.elaborator.tree;
        tree.symbol_text(node).unwrap_or_else(|| tree.source(node)).to_owned()
    }

    fn rest(&self, nodes: &[NodeId]) -> String {
        nodes.iter().map(|n| self.elaborator.tree.source(*n)).collect::<Vec<_>>().join(" ")
    }

    fn assertion(&mut self, node: NodeId, parts: &[NodeId]) -> Option<Command> {
        let &[_, term] = parts else {
            self.elaborator.refuse(node, "expected `(assert formula)`");
            return None;
        };
        let formula = self.elaborator.elaborate_formula(term)?;
        let tree = self.elaborator.tree;
        let name = self.elaborator.named.iter().find(|(_, place)| *place == term).map(|(name, _)| *name);
        self.assertions.extend(name);
        let name = name.map(|name| tree.name(name).to_owned());
        let formula = self.elaborator.settled(formula, Vec::new(), node);
        Some(Command::Assert { formula, name, span: tree.span(node) })
    }

    fn level(&mut self, node: NodeId, parts: &[NodeId]) -> Option<usize> {
        let tree = self.elaborator.tree;
        match parts {
            [_] => return Some(1),
            &[_, count] if tree.kind(count) == Kind::Numeral => {
                if let Ok(count) = tree.source(count).parse::<usize>() {
                    return Some(count);
                }
                self.elaborator.refuse(count, "that is too many levels");
            }
            _ => {
                self.elaborator.refuse(node, "expected a number of levels");
            }
        }
        None
    }

    fn push(&mut self, node: NodeId, count: usize) -> Option<Command> {
        if count > LEVELS.saturating_sub(self.levels.len()) {
            self.elaborator.refuse(node, format!("more than {LEVELS} levels are not supported"));
            return None;
        }
        let mark = (self.elaborator.scope.declarations(), self.assertions.len());
        self.levels.extend(std::iter::repeat_n(mark, count));
        Some(Command::Push(count as u32))
    }

    fn pop(&mut self, node: NodeId, count: usize) -> Option<Command> {
        let open = self.levels.len();
        if count > open {
            let message = format!("cannot pop {count} levels: {open} are open");
            self.elaborator.refuse(node, message);
            return None;
        }
        if let Some((declarations, assertions)) = self.levels.get(open - count).copied() {
            self.elaborator.scope.undeclare(declarations);
            self.assertions.truncate(assertions);
        }
        self.levels.truncate(open - count);
        Some(Command::Pop(count as u32))
    }

    fn assuming(&mut self, node: NodeId, parts: &[NodeId]) -> Option<Command> {
        let tree = self.elaborator.tree;
        let &[_, list] = parts else {
            self.elaborator.refuse(node, "expected `(check-sat-assuming (literal …))`");
            return None;
        };
        if !tree.is_list(list) {
            self.elaborator.refuse(list, "expected a list of literals in parentheses");
            return None;
        }
        let mut assumptions = Vec::new();
        for term in tree.children(list) {
            let formula = self.elaborator.elaborate_formula(term)?;
            let formula = self.elaborator.settled(formula, Vec::new(), node);
            assumptions.push(Assumption { formula, text: tree.source(term).to_owned() });
        }
        Some(Command::CheckSatAssuming(assumptions))
    }

    fn requested(&mut self, node: NodeId, parts: &[NodeId]) -> Option<Command> {
        let tree = self.elaborator.tree;
        let &[_, list] = parts else {
            self.elaborator.refuse(node, "expected `(get-value (term …))`");
            return None;
        };
        let mut requested = Vec::new();
        for term in tree.children(list) {
            let value = self.elaborator.elaborate(term);
            let value = match value {
                Value::Poison => return None,
                Value::Bool(formula) => Argument::Bool(formula),
                number => Argument::Int(self.elaborator.linear(number)),
            };
            let mentioned = match &value {
                Argument::Int(term) => term.symbols().collect(),
                Argument::Bool(formula) => self.elaborator.arena.symbols_of(*formula),
            };
            let definitions = self.elaborator.definitions_of(mentioned);
            requested.push(Requested { value, definitions, text: tree.source(term).to_owned() });
        }
        if requested.is_empty() {
            self.elaborator.refuse(list, "expected a list of terms in parentheses");
            return None;
        }
        Some(Command::GetValue(requested))
    }

    /// Is this the name of an assertion in force?
    pub(super) fn is_asserted(&self, name: NameId) -> bool {
        matches!(self.elaborator.scope.global(name), Some(Global::Macro(_)))
            && self.assertions.contains(&name)
    }
}

#[cfg(test)]
mod tests;

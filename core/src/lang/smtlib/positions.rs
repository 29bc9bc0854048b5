//! The formula of a disjunctive interpolation query: assertions under `and` and `or`, with marked positions.
//!
//! `(get-interpolants :disjunctive (and D (! (or (and A (! B :named q)) C) :named p)))` asks for interpolants
//! of `p` and `q`: `! … :named` marks a position, as it names terms elsewhere in SMT-LIB (CAV'13, Def. 2).

use super::script::Reader;
use super::sexpr::NodeId;

/// A position in post-order: positions below it come before; the root is last and has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpolationPosition {
    pub name: Option<String>,
    /// Its formula in postfix notation.
    pub body: Vec<PositionToken>,
    /// The positions directly below, by their places.
    pub children: Vec<usize>,
}

/// A piece of a formula in postfix notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionToken {
    Assertion(String),
    /// The position with this place.
    Position(usize),
    /// The conjunction of this many formulae before.
    And(usize),
    /// The disjunction of this many formulae before.
    Or(usize),
}

enum Task {
    Read(NodeId),
    Close(PositionToken),
    ClosePosition(String),
}

const EXPECTED: &str = "expected the name of an assertion, `(and …)`, `(or …)` or `(! … :named p)`";

impl Reader<'_, '_> {
    pub(super) fn interpolation_positions(
        &mut self,
        node: NodeId,
        parts: &[NodeId],
    ) -> Option<Vec<InterpolationPosition>> {
        let &[formula] = parts else {
            self.elaborator.refuse(node, "expected one formula with marked positions");
            return None;
        };
        let mut done: Vec<InterpolationPosition> = Vec::new();
        // The positions around the place that is read, the root first.
        let mut open: Vec<InterpolationPosition> = vec![unnamed()];
        let mut tasks = vec![Task::Read(formula)];
        while let Some(task) = tasks.pop() {
            let token = match task {
                Task::Close(token) => token,
                Task::ClosePosition(name) => {
                    if done.iter().any(|position| position.name.as_ref() == Some(&name)) {
                        self.elaborator.refuse(node, format!("two positions are called `{name}`"));
                        return None;
                    }
                    done.push(InterpolationPosition { name: Some(name), ..open.pop()? });
                    open.last_mut()?.children.push(done.len() - 1);
                    PositionToken::Position(done.len() - 1)
                }
                Task::Read(part) => {
                    let tree = self.elaborator.tree;
                    if !tree.is_list(part) {
                        let name = self.assertion_name(part)?;
                        open.last_mut()?.body.push(PositionToken::Assertion(name));
                        continue;
                    }
                    let inner: Vec<NodeId> = tree.children(part).collect();
                    match (inner.first().and_then(|n| tree.symbol_text(*n)), &inner[..]) {
                        (Some(word @ ("and" | "or")), [_, parts @ ..]) if !parts.is_empty() => {
                            let count = parts.len();
                            let token = if word == "and" {
                                PositionToken::And(count)
                            } else {
                                PositionToken::Or(count)
                            };
                            tasks.push(Task::Close(token));
                            tasks.extend(parts.iter().rev().map(|part| Task::Read(*part)));
                        }
                        (Some("!"), &[_, marked, keyword, name]) if tree.source(keyword) == ":named" => {
                            let Some(name) = tree.symbol(name).map(|name| tree.name(name).to_owned()) else {
                                self.elaborator.refuse(part, EXPECTED);
                                return None;
                            };
                            open.push(unnamed());
                            tasks.push(Task::ClosePosition(name));
                            tasks.push(Task::Read(marked));
                        }
                        _ => {
                            self.elaborator.refuse(part, EXPECTED);
                            return None;
                        }
                    }
                    continue;
                }
            };
            open.last_mut()?.body.push(token);
        }
        done.push(open.pop()?);
        match done.len() {
            1 => {
                self.elaborator.refuse(node, "no position is marked: `(! … :named p)` does so");
                None
            }
            2..=POSITION_LIMIT => Some(done),
            _ => {
                self.elaborator.refuse(node, format!("{POSITION_LIMIT} positions or more are not supported"));
                None
            }
        }
    }
}

/// A formula may have fewer marked positions than this.
const POSITION_LIMIT: usize = 1_000;

fn unnamed() -> InterpolationPosition {
    InterpolationPosition { name: None, body: Vec::new(), children: Vec::new() }
}

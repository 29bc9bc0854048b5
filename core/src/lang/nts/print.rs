//! Transition systems as text that reads back as the same system.
//!
//! ```text
//! t0: l3 -> l4 { x' = x - 1 && havoc(x) }
//! ```
//!
//! `havoc` is always written, as the INTS library does, so that nothing rests on a convention.
//!
//! The notation has no names for shared parts. So what a person looks at leaves out what is too long, and a
//! system with formulae that are too long as trees is not printed.

use rustc_hash::FxHashMap;

use super::block::{Edge, EdgeKind};
use super::system::{Action, Nts, Procedure, Relation, Variable};
use crate::formula::{Exact, Formula, LinearTerm, Node, Notation, Sharing, Sort, Symbol};
use crate::lang::Argument;

/// The formulae of a system may have at most this many atoms together, written as trees.
const WRITTEN_LIMIT: u64 = 500_000;

/// At most this many bytes of a formula are shown.
const SHOWN_LIMIT: usize = 200;

/// A system with the edges of its procedures; `None` if its formulae are too long.
pub(super) fn print(nts: &Nts, edges: &[Vec<Edge>]) -> Option<String> {
    let relations = edges.iter().flatten().filter_map(Edge::relation);
    let formulae = relations.map(|relation| relation.formula).chain(nts.precondition);
    let written = formulae.map(|formula| nts.arena.written_size(formula)).fold(0, u64::saturating_add);
    (written <= WRITTEN_LIMIT).then(|| printed(nts, edges))
}

fn printed(nts: &Nts, edges: &[Vec<Edge>]) -> String {
    let name = if nts.name.is_empty() { "system" } else { &nts.name };
    let mut text = format!("nts {name};\n");
    declare(nts, &mut text, "", &nts.globals.iter().collect::<Vec<_>>(), "");
    if let Some(condition) = nts.precondition {
        let speller = Speller::of(nts, None);
        text += &format!("init {};\n", speller.formula(nts, condition));
    }
    if nts.procedures.get(nts.main).is_some_and(|main| main.name != "main") && nts.procedures.len() > 1 {
        text += &format!("instances {}[1];\n", nts.procedures[nts.main].name);
    }
    for (p, procedure) in nts.procedures.iter().enumerate() {
        text.push('\n');
        print_procedure(nts, p, procedure, &edges[p], &mut text);
    }
    text
}

/// `x, y : int;` for the variables of each sort that come in a row.
fn declare(nts: &Nts, text: &mut String, indent: &str, variables: &[&Variable], word: &str) {
    for group in variables.chunk_by(|a, b| nts.arena.sort(a.now) == nts.arena.sort(b.now)) {
        let names: Vec<&str> = group.iter().map(|variable| variable.name.as_str()).collect();
        let sort = if nts.arena.sort(group[0].now) == Sort::Int { "int" } else { "bool" };
        *text += &format!("{indent}{word}{} : {sort};\n", names.join(", "));
    }
}

fn print_procedure(nts: &Nts, p: usize, procedure: &Procedure, edges: &[Edge], text: &mut String) {
    *text += &format!("{} {{\n", procedure.name);
    // In their order, so that they have the same indices when they are read back.
    let kind = |index: usize| {
        let index = index + nts.globals.len();
        if procedure.inputs.contains(&index) {
            "in "
        } else if procedure.outputs.contains(&index) {
            "out "
        } else {
            ""
        }
    };
    let indices: Vec<usize> = (0..procedure.variables.len()).collect();
    for group in indices.chunk_by(|a, b| kind(*a) == kind(*b)) {
        let variables: Vec<&Variable> = group.iter().map(|i| &procedure.variables[*i]).collect();
        declare(nts, text, "    ", &variables, kind(group[0]));
    }
    let mut used = vec![false; procedure.states.len()];
    for edge in edges {
        used[edge.from] = true;
        used[edge.to] = true;
    }
    let state_lists: [(&str, Vec<&str>); 3] = [
        ("initial", procedure.states.iter().filter(|s| s.is_initial).map(|s| s.name.as_str()).collect()),
        ("final", named(procedure, &used, |s| s.is_final)),
        ("error", named(procedure, &used, |s| s.is_error)),
    ];
    for (word, names) in state_lists {
        if !names.is_empty() {
            *text += &format!("    {word} {};\n", names.join(", "));
        }
    }
    let speller = Speller::of(nts, Some(p));
    for edge in edges {
        let transition = &procedure.transitions[edge.first()];
        let label = match (&transition.label, &edge.kind) {
            (Some(label), _) => format!("{label}: "),
            _ => String::new(),
        };
        let (from, to) = (&procedure.states[edge.from].name, &procedure.states[edge.to].name);
        let action = action_text(nts, p, edge, &speller);
        *text += &format!("    {label}{from} -> {to} {{ {action} }}\n");
    }
    *text += "}\n";
}

fn named<'a>(
    procedure: &'a Procedure,
    used: &[bool],
    wanted: impl Fn(&super::system::State) -> bool,
) -> Vec<&'a str> {
    let states = procedure.states.iter().enumerate();
    states.filter(|(i, s)| wanted(s) && (used[*i] || s.is_initial)).map(|(_, s)| s.name.as_str()).collect()
}

/// What an edge does, as the text of a system says it.
pub(super) fn action_text(nts: &Nts, p: usize, edge: &Edge, speller: &Speller) -> String {
    match &edge.kind {
        EdgeKind::Block(block) => relation_text(nts, p, &block.relation, speller),
        EdgeKind::Call(transition) => match &nts.procedures[p].transitions[*transition].action {
            Action::Call { callee, arguments, results } => {
                let name = |index: &usize| format!("{}'", nts.variable_of(p, *index).name);
                let results: Vec<String> = results.iter().map(name).collect();
                let arguments: Vec<String> = arguments.iter().map(|a| speller.argument(nts, a)).collect();
                let results = match results.as_slice() {
                    [] => String::new(),
                    [one] => format!("{one} = "),
                    _ => format!("({}) = ", results.join(", ")),
                };
                format!("{results}{}({})", nts.procedures[*callee].name, arguments.join(", "))
            }
            Action::Relation(_) => String::new(),
        },
    }
}

fn relation_text(nts: &Nts, p: usize, relation: &Relation, speller: &Speller) -> String {
    let mut text = String::new();
    let mentioned = nts.arena.symbols_of(relation.formula);
    let exists: Vec<String> =
        relation.exists.iter().filter(|s| mentioned.contains(s)).map(|s| speller.name(nts, *s)).collect();
    if !exists.is_empty() {
        text += &format!("exists {} : int . ", exists.join(", "));
    }
    match nts.arena.node(relation.formula) {
        Node::True => {}
        Node::Or(_) => text += &format!("({}) && ", speller.formula(nts, relation.formula)),
        _ => text += &format!("{} && ", speller.formula(nts, relation.formula)),
    }
    let changes: Vec<&str> = relation.changes.iter().map(|i| nts.variable_of(p, *i).name.as_str()).collect();
    text + &format!("havoc({})", changes.join(", "))
}

/// The names of symbols as a system writes them.
pub(super) struct Speller {
    names: FxHashMap<Symbol, String>,
    /// Formulae are for people, who need not see all of a long one.
    is_shown: bool,
}

impl Speller {
    pub(super) fn of(nts: &Nts, procedure: Option<usize>) -> Speller {
        let own = procedure.map_or(&[] as &[Variable], |p| &nts.procedures[p].variables);
        let mut names = FxHashMap::default();
        for variable in nts.globals.iter().chain(own) {
            names.insert(variable.now, variable.name.clone());
            names.insert(variable.next, format!("{}'", variable.name));
        }
        Speller { names, is_shown: false }
    }

    /// The same for people.
    pub(super) fn shown(nts: &Nts, procedure: usize) -> Speller {
        Speller { is_shown: true, ..Speller::of(nts, Some(procedure)) }
    }

    pub(super) fn name(&self, nts: &Nts, symbol: Symbol) -> String {
        self.names.get(&symbol).cloned().unwrap_or_else(|| nts.arena.name(symbol).replace('\'', "_"))
    }

    pub(super) fn formula(&self, nts: &Nts, formula: Formula) -> String {
        let spelling = |symbol| self.name(nts, symbol);
        if self.is_shown {
            let shown = nts.arena.show_as(formula, Notation::Program).spelled(&spelling);
            return shown.limited(SHOWN_LIMIT).text().into();
        }
        exact(nts, &spelling, &Sharing::default()).formula(formula)
    }

    fn argument(&self, nts: &Nts, argument: &Argument) -> String {
        match argument {
            Argument::Int(term) => self.term(nts, term),
            Argument::Bool(formula) => self.formula(nts, *formula),
        }
    }

    fn term(&self, nts: &Nts, term: &LinearTerm) -> String {
        let spelling = |symbol| self.name(nts, symbol);
        exact(nts, &spelling, &Sharing::default()).term(term)
    }
}

fn exact<'a>(nts: &'a Nts, spelling: &'a dyn Fn(Symbol) -> String, sharing: &'a Sharing) -> Exact<'a> {
    Exact { arena: &nts.arena, notation: Notation::Program, spelling, sharing, names: &[] }
}

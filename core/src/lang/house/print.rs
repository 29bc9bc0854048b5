//! Problems and solutions as text that reads back as the same.
//!
//! Clauses come in their order, then directives. Relation symbols are declared only when the clauses do
//! not tell their order or sorts. A formula whose shared parts would make the text many times larger is
//! written with `let`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::dialect::{HOUSE, Spelling};
use super::name::{RELATION_QUOTE, VARIABLE_QUOTE};
use crate::formula::{Arena, Exact, Formula, LinearTerm, Node, Sharing, Sort, Symbol};
use crate::lang::common::complement::complemented;
use crate::lang::{Application, Argument, Clause, Problem, RelationId, Solution, TemplateKind};

/// Shared parts get names when the text would be this many times larger than the formula.
const GROWTH: u64 = 8;

/// A problem in the house syntax.
pub fn print(problem: &Problem) -> String {
    print_as(problem, HOUSE.spelling)
}

/// A problem in a dialect.
pub(in crate::lang) fn print_as(problem: &Problem, spelling: Spelling) -> String {
    let mut text = String::new();
    if needs_declarations(problem) {
        for (i, relation) in problem.relations.iter().enumerate() {
            let sorts: Vec<&str> = relation.sorts.iter().map(|sort| sort_name(*sort)).collect();
            let name = relation_name(problem, RelationId(i as u32), relation.sorts.len(), spelling);
            text += &format!(":- relation {name}");
            if !sorts.is_empty() {
                text += &format!("({})", sorts.join(", "));
            }
            text += ".\n";
        }
    }
    for clause in &problem.clauses {
        text += &clause_as(problem, clause, spelling);
        text.push('\n');
    }
    print_templates(problem, spelling, &mut text);
    print_predicates(problem, spelling, &mut text);
    text
}

/// One clause, with its full stop. Complements are written as the text has them: `p(X); q(X) :- X > 0.`
pub fn print_clause(problem: &Problem, clause: &Clause) -> String {
    clause_as(problem, clause, HOUSE.spelling)
}

fn clause_as(problem: &Problem, clause: &Clause, spelling: Spelling) -> String {
    let arguments = clause.head.iter().chain(&clause.body).flat_map(|a| &a.arguments);
    let mut roots = vec![clause.constraint];
    let mut terms = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Int(term) => terms.push(term),
            Argument::Bool(formula) => roots.push(*formula),
        }
    }
    let writer = Writer::new(&problem.arena, spelling, &roots, &terms);
    let mut literals = writer.definitions();
    let is_positive = |atom: &&Application| problem.complements.contains(&atom.relation);
    let (further, body): (Vec<_>, Vec<_>) = clause.body.iter().partition(is_positive);
    let (mut positive, complement): (Vec<_>, Vec<_>) =
        clause.head.iter().partition(|atom| !is_positive(atom));
    positive.extend(further);
    literals.extend(complement.into_iter().chain(body).map(|a| writer.application(problem, a)));
    match problem.arena.node(clause.constraint) {
        Node::True => {}
        Node::False => literals.push(spelling.constants[1].to_owned()),
        Node::And(parts) => literals.extend(parts.iter().map(|part| writer.part(*part))),
        _ => literals.push(writer.part(clause.constraint)),
    }
    let heads: Vec<String> = positive.iter().map(|atom| writer.application(problem, atom)).collect();
    let head = if heads.is_empty() { "false".to_owned() } else { heads.join("; ") };
    match (heads.is_empty(), literals.is_empty()) {
        (false, true) if spelling.has_facts => format!("{head}."),
        (_, true) => format!("{head} :- {}.", spelling.constants[0]),
        _ => format!("{head} :- {}.", literals.join(", ")),
    }
}

/// Definitions of relation symbols, one for each line: `gcd(M, N, R) := M >= R.`
pub fn print_solution(problem: &Problem, solution: &Solution) -> String {
    print_solution_as(problem, solution, HOUSE.spelling)
}

/// A solution in a dialect.
pub(in crate::lang) fn print_solution_as(
    problem: &Problem,
    solution: &Solution,
    spelling: Spelling,
) -> String {
    let mut text = String::new();
    let solution = complemented(problem, solution);
    for (relation, definition) in solution.iter().filter(|(relation, _)| !problem.is_auxiliary(*relation)) {
        let writer =
            Writer::with_symbols(&problem.arena, spelling, &[definition.formula], &definition.parameters);
        let head = writer.head(problem, relation, &definition.parameters);
        text += &format!("{head} {} {}.\n", spelling.defines, writer.whole(definition.formula));
    }
    text
}

fn print_templates(problem: &Problem, spelling: Spelling, text: &mut String) {
    for group in problem.templates.chunk_by(|a, b| a.relation == b.relation && a.parameters == b.parameters) {
        let entries: Vec<String> = group
            .iter()
            .map(|template| {
                let entry = template_entry(problem, spelling, &template.parameters, &template.kind);
                if template.cost.is_one() { entry } else { format!("{entry} cost {}", template.cost) }
            })
            .collect();
        let writer = Writer::with_symbols(&problem.arena, spelling, &[], &group[0].parameters);
        let head = writer.head(problem, group[0].relation, &group[0].parameters);
        text.push_str(&format!(":- template {head}: {}.\n", entries.join("; ")));
    }
}

/// Recursive, since the parser limits how deep combinations are.
fn template_entry(
    problem: &Problem,
    spelling: Spelling,
    parameters: &[Symbol],
    kind: &TemplateKind,
) -> String {
    let arena = &problem.arena;
    match kind {
        TemplateKind::Term(term) => Writer::with_symbols(arena, spelling, &[], parameters).term(term),
        TemplateKind::Inequality(term) => {
            format!("inequality {}", Writer::with_symbols(arena, spelling, &[], parameters).term(term))
        }
        TemplateKind::Predicate(formula) => {
            let writer = Writer::with_symbols(arena, spelling, &[*formula], parameters);
            format!("predicate ({})", writer.whole(*formula))
        }
        TemplateKind::Combined(operation, operands) => {
            if !operation.has_operands() {
                return operation.word().to_owned();
            }
            let operands: Vec<String> = operands
                .iter()
                .map(|operand| template_entry(problem, spelling, parameters, operand))
                .collect();
            format!("{}({})", operation.word(), operands.join("; "))
        }
    }
}

fn print_predicates(problem: &Problem, spelling: Spelling, text: &mut String) {
    for group in problem.predicates.chunk_by(|a, b| a.relation == b.relation && a.parameters == b.parameters)
    {
        let entries: Vec<String> = group
            .iter()
            .map(|predicate| {
                let is_complement = problem.complements.contains(&predicate.relation);
                let formula = if is_complement { !predicate.predicate } else { predicate.predicate };
                let writer =
                    Writer::with_symbols(&problem.arena, spelling, &[formula], &predicate.parameters);
                writer.entry(formula)
            })
            .collect();
        let writer = Writer::with_symbols(&problem.arena, spelling, &[], &group[0].parameters);
        let head = writer.head(problem, group[0].relation, &group[0].parameters);
        text.push_str(&format!(":- predicate {head}: {}.\n", entries.join("; ")));
    }
}

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Int => "int",
        Sort::Bool => "bool",
    }
}

/// Would the clauses alone give other relation symbols, another order of them, or other sorts?
fn needs_declarations(problem: &Problem) -> bool {
    let mut next = 0;
    let mut meet = |relation: RelationId| match relation.index().cmp(&next) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => {
            next += 1;
            true
        }
        std::cmp::Ordering::Greater => false,
    };
    let in_clauses = problem.clauses.iter().flat_map(|c| c.head.iter().chain(&c.body)).map(|a| a.relation);
    let in_directives =
        problem.templates.iter().map(|t| t.relation).chain(problem.predicates.iter().map(|p| p.relation));
    let in_order = in_clauses.chain(in_directives).all(&mut meet);
    let all_integers = problem.relations.iter().all(|r| r.sorts.iter().all(|s| *s == Sort::Int));
    !(problem.complements.is_empty() && in_order && next == problem.relations.len() && all_integers)
}

/// Spells the names of one clause.
struct Writer<'a> {
    arena: &'a Arena,
    spelling: Spelling,
    /// Names that stand for a variable of each sort in this clause, which must be told apart.
    ambiguous: FxHashSet<&'a str>,
    /// The names of its variables.
    variables: FxHashMap<&'a str, Sort>,
    sharing: Sharing,
    /// The names of the shared parts.
    names: Vec<String>,
}

impl<'a> Writer<'a> {
    fn new(arena: &'a Arena, spelling: Spelling, roots: &[Formula], terms: &[&LinearTerm]) -> Writer<'a> {
        let symbols: Vec<Symbol> = terms.iter().flat_map(|t| t.symbols()).collect();
        Writer::with_symbols(arena, spelling, roots, &symbols)
    }

    fn with_symbols(
        arena: &'a Arena,
        spelling: Spelling,
        roots: &[Formula],
        symbols: &[Symbol],
    ) -> Writer<'a> {
        let sharing = Sharing::of(arena, roots, GROWTH);
        let mentioned: Vec<Symbol> = roots.iter().flat_map(|root| arena.symbols_of(*root)).collect();
        let mut sorts: FxHashMap<&str, Sort> = FxHashMap::default();
        let mut ambiguous = FxHashSet::default();
        for symbol in mentioned.iter().chain(symbols) {
            let (name, sort) = (arena.name(*symbol), arena.sort(*symbol));
            if *sorts.entry(name).or_insert(sort) != sort {
                ambiguous.insert(name);
            }
        }
        let mut names = Vec::with_capacity(sharing.parts().len());
        let mut count = 0;
        while names.len() < sharing.parts().len() {
            count += 1;
            let name = format!("D{count}");
            if !sorts.contains_key(name.as_str()) {
                let is_quoted = spelling.quotes_booleans;
                names.push(if is_quoted { super::name::quoted(&name, VARIABLE_QUOTE) } else { name });
            }
        }
        Writer { arena, spelling, ambiguous, variables: sorts, sharing, names }
    }

    fn variable(&self, symbol: Symbol) -> String {
        let name = self.arena.name(symbol);
        let sort = self.arena.sort(symbol);
        if self.ambiguous.contains(name) {
            let quoted = super::name::quoted(name, VARIABLE_QUOTE);
            return format!("{quoted}:{}", sort_name(sort));
        }
        if self.spelling.quotes_booleans && sort == Sort::Bool {
            return super::name::quoted(name, VARIABLE_QUOTE);
        }
        (self.spelling.variable)(name)
    }

    /// The `let` literals, each before its use.
    fn definitions(&self) -> Vec<String> {
        let parts = self.sharing.parts().iter().zip(&self.names);
        parts.map(|(part, name)| format!("let {name} = ({})", self.body(*part))).collect()
    }

    fn body(&self, formula: Formula) -> String {
        let spelling = |symbol| self.variable(symbol);
        self.exact(&spelling).formula(formula)
    }

    fn exact<'b>(&'b self, spelling: &'b dyn Fn(Symbol) -> String) -> Exact<'b> {
        let (notation, sharing) = (self.spelling.notation, &self.sharing);
        Exact { arena: self.arena, notation, spelling, sharing, names: &self.names }
    }

    /// A formula as a part of another, or as an argument.
    fn part(&self, formula: Formula) -> String {
        match self.sharing.find(formula) {
            Some((position, false)) => self.names[position].clone(),
            Some((position, true)) => format!("{}{}", self.spelling.notation.not(), self.names[position]),
            None if self.arena.node(formula).is_literal() => self.body(formula),
            None => format!("({})", self.body(formula)),
        }
    }

    /// A formula by itself, with its `let` literals.
    fn whole(&self, formula: Formula) -> String {
        if self.names.is_empty() {
            return self.body(formula);
        }
        let mut literals = self.definitions();
        literals.push(self.part(formula));
        literals.join(", ")
    }

    /// A formula between semicolons.
    fn entry(&self, formula: Formula) -> String {
        if self.names.is_empty() { self.part(formula) } else { format!("({})", self.whole(formula)) }
    }

    fn term(&self, term: &LinearTerm) -> String {
        let spelling = |symbol| self.variable(symbol);
        self.exact(&spelling).term(term)
    }

    fn application(&self, problem: &Problem, application: &Application) -> String {
        let arguments: Vec<String> = application
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Int(term) => self.term(term),
                Argument::Bool(formula) => self.part(*formula),
            })
            .collect();
        self.applied(problem, application.relation, &arguments)
    }

    fn head(&self, problem: &Problem, relation: RelationId, parameters: &[Symbol]) -> String {
        let names: Vec<String> = parameters.iter().map(|symbol| self.variable(*symbol)).collect();
        self.applied(problem, relation, &names)
    }

    fn applied(&self, problem: &Problem, relation: RelationId, arguments: &[String]) -> String {
        if !arguments.is_empty() {
            let name = relation_name(problem, relation, arguments.len(), self.spelling);
            return format!("{name}({})", arguments.join(", "));
        }
        let name = relation_name(problem, relation, 0, self.spelling);
        // A name alone could be one of the variables.
        let is_variable = self.variables.contains_key(name.as_str());
        if self.spelling.quotes_booleans && is_variable {
            return super::name::quoted(&name, RELATION_QUOTE);
        }
        name
    }
}

fn relation_name(problem: &Problem, relation: RelationId, arity: usize, spelling: Spelling) -> String {
    let name = problem.typed_name(relation);
    match (spelling.written)(problem, name, arity) {
        Some(written) => written,
        None => (spelling.relation)(name),
    }
}

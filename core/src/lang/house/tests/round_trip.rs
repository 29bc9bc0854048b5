//! What is printed reads back as the same problem, whatever the names and however the formulae are nested.

use proptest::prelude::*;

use super::*;
use crate::formula::{Arena, Formula, LinearTerm, Notation, Sort, Symbol};
use crate::lang::{
    Application, Argument, Clause, Definition, InitialPredicate, Operation, Relation, RelationId, Span,
    Template, TemplateKind,
};
use crate::num::Int;
use crate::testing::Random;

fn assert_round_trip(problem: &Problem) {
    let text = print(problem);
    let (again, diagnostics) = parse(&text);
    assert_eq!(errors(diagnostics), [], "{text}");
    assert!(problem.same_as(&again), "{text}\nreads back as\n{}", print(&again));
    assert!(again.same_as(problem));
}

#[test]
fn examples_round_trip() {
    for (_, text) in examples() {
        assert_round_trip(&parsed(&text));
    }
}

#[test]
fn different_problems_are_not_the_same() {
    let texts = [
        "p(X) :- X = 0.",
        "p(Y) :- Y = 0.",
        "p(X) :- X = 1.",
        "q(X) :- X = 0.",
        "p(X, Y) :- X = 0.",
        "p(X) :- X = 0, p(X).",
        "p(X) :- X = 0. p(X) :- X = 0.",
        "p(X) :- X = 0. :- template p(X): X.",
        "p(X) :- X = 0. :- template p(X): X cost 2.",
        "p(X) :- X = 0. :- template p(X): inequality X.",
        "p(X) :- X = 0. :- template p(X): X > 0.",
        "p(X) :- X = 0. :- template p(X): disjunction(X; complement(inequality 2*X); X > 0) cost 2; top.",
        "p(X) :- X = 0. :- template p(X): composition(identity; conjunction(predicate (X > 0; X < 0))).",
        "p(X) :- X = 0. :- predicate p(X): X > 0.",
        "p(X) :- X = 0. :- relation q.",
        "false :- X = 0. :- relation p(int).",
        "p(X) :- X. ",
    ];
    for (i, a) in texts.iter().enumerate() {
        for (j, b) in texts.iter().enumerate() {
            assert_eq!(parsed(a).same_as(&parsed(b)), i == j, "{a} and {b}");
        }
    }
}

/// Names that tempt a printer: keywords, quotes, other languages' names, both cases, and nothing at all.
const NAMES: [&str; 24] = [
    "X",
    "Y1",
    "X'",
    "_",
    "_1",
    "Q1",
    "D1",
    "x",
    "loop",
    "p'",
    "mod",
    "let",
    "true",
    "?A",
    "inv!1",
    "a b",
    "`",
    "'",
    "\\",
    "a\nb\tc\r",
    "",
    "é",
    "Ω₁",
    "cost",
];

struct Generator {
    random: Random,
    problem: Problem,
}

impl Generator {
    fn symbol(&mut self, sort: Sort) -> Symbol {
        let name = self.random.pick(&NAMES);
        self.problem.arena.symbol(name, sort)
    }

    fn number(&mut self) -> Int {
        match self.random.below(12) {
            0 => "123456789012345678901234567890".parse().unwrap_or_default(),
            1 => -Int::from(i64::MIN),
            _ => Int::from(self.random.below(9) as u64) - Int::from(4),
        }
    }

    fn term(&mut self, symbols: &[Symbol]) -> LinearTerm {
        let mut term = LinearTerm::constant(self.number());
        for _ in 0..self.random.below(4) {
            let symbol = match symbols {
                [] => self.symbol(Sort::Int),
                _ => *self.random.pick(symbols),
            };
            if self.problem.arena.sort(symbol) == Sort::Int {
                let a = self.number();
                term = term.plus_scaled(&a, &LinearTerm::symbol(symbol));
            }
        }
        term
    }

    /// Over the given symbols, or any when there are none.
    fn formula(&mut self, symbols: &[Symbol]) -> Formula {
        let mut found: Vec<Formula> = Vec::new();
        for _ in 0..=self.random.below(12) {
            let formula = match self.random.below(8) {
                0 => {
                    let term = self.term(symbols);
                    self.problem.arena.le(&term)
                }
                1 => {
                    let term = self.term(symbols);
                    self.problem.arena.eq(&term)
                }
                2 => {
                    let (k, term) = (self.number(), self.term(symbols));
                    self.problem.arena.divides(&k, &term)
                }
                3 => {
                    let symbol = match symbols {
                        [] => self.symbol(Sort::Bool),
                        _ => *self.random.pick(symbols),
                    };
                    if self.problem.arena.sort(symbol) == Sort::Bool {
                        self.problem.arena.boolean(symbol)
                    } else {
                        self.problem.arena.constant(symbol.index() % 2 == 0)
                    }
                }
                n => {
                    let count = self.random.below(5);
                    let parts: Vec<Formula> = (0..count)
                        .filter_map(|_| found.get(self.random.below(found.len().max(1))).copied())
                        .collect();
                    let arena = &mut self.problem.arena;
                    match (n, parts.as_slice()) {
                        (4, _) => arena.and(parts),
                        (5, _) => arena.or(parts),
                        (_, [a, b, ..]) => arena.iff(*a, *b),
                        _ => arena.true_(),
                    }
                }
            };
            found.push(if self.random.below(3) == 0 { !formula } else { formula });
        }
        found[found.len() - 1]
    }

    fn application(&mut self) -> Application {
        let relation = RelationId(self.random.below(self.problem.relations.len()) as u32);
        let sorts = self.problem[relation].sorts.clone();
        let arguments = sorts.into_iter().map(|sort| match sort {
            Sort::Int => Argument::Int(self.term(&[])),
            Sort::Bool => Argument::Bool(self.formula(&[])),
        });
        Application { relation, arguments: arguments.collect(), span: Span::default() }
    }

    /// A relation symbol with different parameters.
    fn parameters(&mut self) -> (RelationId, Vec<Symbol>) {
        let relation = RelationId(self.random.below(self.problem.relations.len()) as u32);
        let sorts = self.problem[relation].sorts.clone();
        let offset = self.random.below(NAMES.len());
        let arena = &mut self.problem.arena;
        let symbol = |(i, sort): (usize, &Sort)| arena.symbol(NAMES[(i + offset) % NAMES.len()], *sort);
        (relation, sorts.iter().enumerate().map(symbol).collect())
    }

    fn template(&mut self, parameters: &[Symbol], depth: usize) -> TemplateKind {
        match self.random.below(if depth < 3 { 5 } else { 3 }) {
            0 if !parameters.is_empty() => TemplateKind::Term(self.term(parameters)),
            1 if !parameters.is_empty() => TemplateKind::Inequality(self.term(parameters)),
            0..=2 => TemplateKind::Predicate(self.closed(parameters)),
            _ => {
                let operation = Operation::ALL[self.random.below(Operation::ALL.len())];
                let count = match operation {
                    Operation::Identity | Operation::Top => 0,
                    Operation::Complement => 1,
                    _ => 1 + self.random.below(3),
                };
                let operands = (0..count).map(|_| self.template(parameters, depth + 1)).collect();
                TemplateKind::Combined(operation, operands)
            }
        }
    }

    fn closed(&mut self, parameters: &[Symbol]) -> Formula {
        if parameters.is_empty() { self.problem.arena.true_() } else { self.formula(parameters) }
    }
}

fn random_problem(seed: u64) -> Generator {
    let mut g = Generator { random: Random(seed), problem: Problem::default() };
    let count = 1 + g.random.below(4);
    let offset = g.random.below(NAMES.len());
    for i in 0..count {
        let sorts =
            (0..g.random.below(4)).map(|_| if g.random.below(3) == 0 { Sort::Bool } else { Sort::Int });
        let sorts = sorts.collect();
        let name = NAMES[(i + offset) % NAMES.len()].to_owned();
        g.problem.relations.push(Relation { name, sorts, span: Span::default() });
    }
    for _ in 0..g.random.below(6) {
        let head = if g.random.below(3) == 0 { None } else { Some(g.application()) };
        let body = (0..g.random.below(3)).map(|_| g.application()).collect();
        let constraint = g.formula(&[]);
        g.problem.clauses.push(Clause { head, body, constraint, span: Span::default() });
    }
    for _ in 0..g.random.below(4) {
        let (relation, parameters) = g.parameters();
        let kind = g.template(&parameters, 0);
        let cost = g.number().abs();
        g.problem.templates.push(Template { relation, parameters, kind, cost, span: Span::default() });
    }
    for _ in 0..g.random.below(3) {
        let (relation, parameters) = g.parameters();
        let predicate = g.closed(&parameters);
        g.problem.predicates.push(InitialPredicate {
            relation,
            parameters,
            predicate,
            span: Span::default(),
        });
    }
    g
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn random_problems_round_trip(seed in any::<u64>()) {
        assert_round_trip(&random_problem(seed).problem);
    }

    #[test]
    fn random_solutions_round_trip(seed in any::<u64>()) {
        let mut g = random_problem(seed);
        let mut solution = Solution::new();
        for _ in 0..2 {
            let (relation, parameters) = g.parameters();
            let formula = g.closed(&parameters);
            solution.insert(relation, Definition { parameters, formula });
        }
        let text = print_solution(&g.problem, &solution);
        let mut other = parsed(&print(&g.problem));
        let (again, diagnostics) = parse_solution(&text, &mut other);
        prop_assert_eq!(errors(diagnostics), [], "{}", text);
        prop_assert!(solution.same_as(&g.problem.arena, &again, &other.arena), "{}", text);
    }

    /// The page shows formulae in mathematical notation; what is copied from there can be pasted here.
    #[test]
    fn both_notations_read_back(seed in any::<u64>()) {
        let mut g = Generator { random: Random(seed), problem: Problem::default() };
        let symbols = [("X", Sort::Int), ("Y'", Sort::Int), ("B", Sort::Bool)];
        let symbols = symbols.map(|(name, sort)| g.problem.arena.symbol(name, sort));
        let formula = g.formula(&symbols);
        for notation in [Notation::Mathematical, Notation::Ascii] {
            let text = g.problem.arena.show_as(formula, notation).to_string();
            let problem = parsed(&format!(":- relation p(int, int, bool). p(X, Y', B) :- {text}."));
            let mut arena: Arena = problem.arena.clone();
            let image = crate::formula::Importer::new(&g.problem.arena).formula(&mut arena, formula);
            prop_assert_eq!(problem.clauses[0].constraint, image, "{}", text);
        }
    }
}

/// Written as a tree this formula would have 2^60 parts.
#[test]
fn shared_parts_are_named() {
    let mut body = "B0".to_owned();
    for i in 1..60 {
        body = format!("(B{i} <-> {body})");
    }
    let problem = parsed(&format!("p(D1, {body}) :- q(D1), {body}, D1 > 0. :- predicate q(X): X > 0."));
    let text = print(&problem);
    assert!(text.len() < 20_000, "{}", text.len());
    assert!(text.contains("let D2 = "), "{text}");
    assert_round_trip(&problem);
    let mut problem = parsed(":- relation p(bool, int, bool).");
    let body = (0..40).fold("B".to_owned(), |body, i| format!("(C <-> X > {i} <-> {body})"));
    let (solution, diagnostics) = parse_solution(&format!("p(B, X, C) := {body}."), &mut problem);
    assert_eq!(diagnostics, []);
    let text = print_solution(&problem, &solution);
    assert_eq!(parse_solution(&text, &mut problem), (solution, vec![]), "{text}");
}

/// Longer conjunctions are not merged into others; their parentheses must survive.
#[test]
fn long_conjunctions_keep_their_nesting() {
    let long = |from: usize| (from..from + 80).map(|i| format!("X > Y{i}")).collect::<Vec<_>>().join(", ");
    let problem = parsed(&format!(
        "p(X) :- ({}), ({}), X = 1. p(X) :- !(({}), !({})).",
        long(0),
        long(50),
        long(7),
        long(9)
    ));
    assert_round_trip(&problem);
}

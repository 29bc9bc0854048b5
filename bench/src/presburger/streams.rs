//! Query streams of the engine: one script per clause, and in it many small queries about the same
//! constraint.
//!
//! Predicate abstraction asks of a clause `p(t̄) ← constraint ∧ q(s̄)` whether given predicates of `q` are
//! consistent with the constraint, and whether they entail some predicates of `p`:
//! `constraint ∧ Q(s̄) ∧ ¬(P₁(t̄) ∧ … ∧ Pₙ(t̄))` unsatisfiable. The engine runs on the examples, its queries
//! are recorded ([`Engine::record_queries`]) and written down as a script. Every formula that is assumed gets
//! a Boolean name, and a query assumes names; or, in one family, a query is a level of its own.

use std::collections::{BTreeMap, BTreeSet};

use hornbook::budget::Budget;
use hornbook::engine::{Engine, Settings, Strategy};
use hornbook::formula::{Arena, Formula, Sort, Symbol};
use hornbook::lang::{Problem, house};
use hornbook::settings::RunSettings;

use super::text::{Script, formula, symbol};
use super::{Instance, Size};

macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../static/examples/", $name, ".horn")))),*]
    };
}

const EXAMPLES: [(&str, &str); 12] = examples!(
    "countdown",
    "dblabs",
    "even",
    "gcd",
    "gcd-bug",
    "loop50",
    "mccarthy91",
    "merge",
    "mult",
    "parity",
    "petri-pair",
    "two-steps",
);

/// Derivation trees, guided as `hornbook solve` does it.
pub fn guided(size: Size) -> Vec<Instance> {
    of_examples(size, &Settings::from(&RunSettings::on_command_line()), Style::Assumptions)
}

/// Derivation trees, on the clauses as they are typed and without guidance.
pub fn tree(size: Size) -> Vec<Instance> {
    of_examples(size, &plain(Strategy::Tree), Style::Assumptions)
}

/// And/or trees.
pub fn disjunctive(size: Size) -> Vec<Instance> {
    of_examples(size, &plain(Strategy::Disjunctive), Style::Assumptions)
}

/// One conjunction of predicates for each relation symbol.
pub fn global(size: Size) -> Vec<Instance> {
    of_examples(size, &plain(Strategy::Global), Style::Assumptions)
}

/// The queries of [`tree`], each on a level of its own.
pub fn levels(size: Size) -> Vec<Instance> {
    of_examples(size, &plain(Strategy::Tree), Style::Levels)
}

fn plain(strategy: Strategy) -> Settings {
    Settings { strategy, ..Settings::default() }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Assumptions,
    Levels,
}

fn of_examples(size: Size, settings: &Settings, style: Style) -> Vec<Instance> {
    let few = size.pick(4, 5, EXAMPLES.len());
    let mut instances = Vec::new();
    for (name, text) in &EXAMPLES[..few] {
        let (problem, diagnostics) = house::parse(text);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
        instances.extend(record(name, problem, settings, style, size));
    }
    instances
}

/// The streams of all clauses of a problem, as long as the run lasts.
fn record(name: &str, problem: Problem, settings: &Settings, style: Style, size: Size) -> Vec<Instance> {
    let mut engine = Engine::new(problem, settings.clone());
    engine.record_queries();
    let mut budget = Budget::steps(size.pick(50_000, 500_000, 5_000_000));
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let longest = size.pick(20, 300, 800);
    let system = engine.system();
    let mut instances = Vec::new();
    for ((i, clause), queries) in system.clauses().iter().enumerate().zip(engine.recorded_queries()) {
        if queries.is_empty() {
            continue;
        }
        let mut script =
            ClauseScript::new(engine.arena(), &format!("clause {} of {name}", i + 1), clause.constraint);
        for query in queries.iter().take(longest) {
            script.ask(query, style);
        }
        instances.push(Instance::new(format!("{name}-{i}"), script.text.finish(), None));
    }
    instances
}

/// A script about one clause, in the making.
struct ClauseScript<'a> {
    arena: &'a Arena,
    text: Script,
    declared: BTreeSet<Symbol>,
    names: BTreeMap<Formula, String>,
}

impl ClauseScript<'_> {
    fn new<'a>(arena: &'a Arena, about: &str, constraint: Formula) -> ClauseScript<'a> {
        let text = Script::new(about);
        let mut script = ClauseScript { arena, text, declared: BTreeSet::new(), names: BTreeMap::new() };
        script.declare(constraint);
        script.text.assert(&formula(arena, constraint));
        script
    }

    /// Asks whether the constraint is consistent with these.
    fn ask(&mut self, assumptions: &[Formula], style: Style) {
        let literals: Vec<String> = assumptions.iter().map(|f| self.literal(*f)).collect();
        match style {
            Style::Assumptions => self.text.line(&format!("(check-sat-assuming ({}))", literals.join(" "))),
            Style::Levels => {
                self.text.line("(push 1)");
                for literal in &literals {
                    self.text.assert(literal);
                }
                self.text.line("(check-sat)");
                self.text.line("(pop 1)");
            }
        }
    }

    /// The name of a formula, or the negated name of its negation.
    fn literal(&mut self, what: Formula) -> String {
        if let Some(name) = self.names.get(&what) {
            return name.clone();
        }
        if let Some(name) = self.names.get(&!what) {
            return format!("(not {name})");
        }
        // Predicates come without a negation, and heads that are asked for with one.
        let (positive, is_negated) = if self.is_disjunction(what) { (!what, true) } else { (what, false) };
        let name = format!("f_{}", self.names.len());
        self.declare(positive);
        self.text.bool(&name);
        self.text.assert(&format!("(= {name} {})", formula(self.arena, positive)));
        self.names.insert(positive, name.clone());
        if is_negated { format!("(not {name})") } else { name }
    }

    fn is_disjunction(&self, what: Formula) -> bool {
        matches!(self.arena.node(what), hornbook::formula::Node::Or(_))
    }

    fn declare(&mut self, what: Formula) {
        for s in self.arena.symbols_of(what) {
            if self.declared.insert(s) {
                let name = symbol(self.arena.name(s));
                match self.arena.sort(s) {
                    Sort::Int => self.text.int(&name),
                    Sort::Bool => self.text.bool(&name),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_recorded_stream_reads_as_expected() {
        let text = "p(X) :- X = 0. p(X1) :- p(X), X1 = X + 2. false :- p(X), X < 0.";
        let (problem, _) = house::parse(text);
        let streams = record("up", problem, &plain(Strategy::Tree), Style::Assumptions, Size::Tiny);
        let text: Vec<String> = streams.iter().map(|s| format!("{}\n{}", s.name, s.script)).collect();
        expect![[r#"
            up-0
            ; clause 1 of up
            (set-logic QF_LIA)
            (declare-const X_0 Int)
            (assert (= X_0 0))
            (check-sat-assuming ())
            (declare-const f_0 Bool)
            (assert (= f_0 (<= (+ X_0 1) 0)))
            (check-sat-assuming (f_0))
            (check-sat-assuming (f_0))

            up-1
            ; clause 2 of up
            (set-logic QF_LIA)
            (declare-const X_0 Int)
            (declare-const X_1 Int)
            (assert (= (+ X_0 (* (- 1) X_1) (- 2)) 0))
            (declare-const f_0 Bool)
            (assert (= f_0 (<= (* (- 1) X_1) 0)))
            (check-sat-assuming (f_0))
            (declare-const f_1 Bool)
            (assert (= f_1 (<= (+ X_0 1) 0)))
            (check-sat-assuming (f_0 f_1))

            up-2
            ; clause 3 of up
            (set-logic QF_LIA)
            (declare-const X_1 Int)
            (assert (<= (+ X_1 1) 0))
            (check-sat-assuming ())
            (declare-const f_0 Bool)
            (assert (= f_0 (<= (* (- 1) X_1) 0)))
            (check-sat-assuming (f_0))
        "#]]
        .assert_eq(&text.join("\n"));
    }
}

//! The script of one clause: its constraint, once, and names for predicate instances.

use std::collections::BTreeSet;

use hornbook::formula::{Formula, Sort, Substitution, Symbol};
use hornbook::lang::{Application, Argument, Clause, Problem};

use super::super::text::{Script, apply, formula, symbol};
use super::pool::Pool;

/// A script about one clause, in the making.
#[derive(Debug)]
pub struct ClauseScript {
    script: Script,
    clause: Clause,
    declared: BTreeSet<Symbol>,
    conjunctions: Vec<String>,
}

impl ClauseScript {
    /// Asserts the constraint of a clause.
    pub fn new(name: &str, problem: &mut Problem, index: usize) -> ClauseScript {
        let clause = problem.clauses[index].clone();
        let about = format!("clause {} of {name}", index + 1);
        let mut this = ClauseScript {
            script: Script::new(&about),
            clause,
            declared: BTreeSet::new(),
            conjunctions: Vec::new(),
        };
        let constraint = this.clause.constraint;
        this.declare(problem, constraint);
        this.script.assert(&formula(&problem.arena, constraint));
        this
    }

    /// For each body literal and each predicate of its relation symbol, the name of the instance; `None` for an instance
    /// that is trivially true or false.
    pub fn body_names(&mut self, problem: &mut Problem, pools: &[Pool]) -> Vec<Vec<Option<String>>> {
        (0..self.clause.body.len())
            .map(|i| {
                let application = self.clause.body[i].clone();
                self.names(problem, &application, &pools[application.relation.index()], &format!("b{i}"), 0)
            })
            .collect()
    }

    /// The same for the head; empty for a query.
    pub fn head_names(&mut self, problem: &mut Problem, pools: &[Pool]) -> Vec<Option<String>> {
        match self.clause.head.clone() {
            Some(head) => self.names(problem, &head, &pools[head.relation.index()], "h", 0),
            None => Vec::new(),
        }
    }

    /// Names the instances of the predicates from `first` on.
    pub fn names(
        &mut self,
        problem: &mut Problem,
        application: &Application,
        pool: &Pool,
        prefix: &str,
        first: usize,
    ) -> Vec<Option<String>> {
        let substitution = substitution(pool, application);
        let mut names = Vec::new();
        for (i, predicate) in pool.predicates.iter().enumerate().skip(first) {
            let instance = substitution.apply(&mut problem.arena, *predicate);
            if instance == problem.arena.true_() || instance == problem.arena.false_() {
                names.push(None);
                continue;
            }
            let name = format!("{prefix}_{i}");
            self.declare(problem, instance);
            self.define(&name, &formula(&problem.arena, instance));
            names.push(Some(name));
        }
        names
    }

    fn define(&mut self, name: &str, meaning: &str) {
        self.script.bool(name);
        self.script.assert(&format!("(= {name} {meaning})"));
    }

    /// The negation of a conjunction of names, as a literal over a name; `None` if there are no names.
    pub fn negated_conjunction(&mut self, names: &[String]) -> Option<String> {
        let meaning = match names {
            [] => return None,
            [only] => return Some(format!("(not {only})")),
            _ => apply("and", names),
        };
        let known = self.conjunctions.iter().position(|c| *c == meaning);
        let number = known.unwrap_or_else(|| {
            self.define(&format!("c_{}", self.conjunctions.len()), &meaning);
            self.conjunctions.push(meaning);
            self.conjunctions.len() - 1
        });
        Some(format!("(not c_{number})"))
    }

    /// A query by assumptions.
    pub fn assuming(&mut self, literals: &[String]) {
        self.script.line(&format!("(check-sat-assuming ({}))", literals.join(" ")));
    }

    /// The same query by a level of its own.
    pub fn in_level(&mut self, literals: &[String]) {
        self.script.line("(push 1)");
        for literal in literals {
            self.script.assert(literal);
        }
        self.script.line("(check-sat)");
        self.script.line("(pop 1)");
    }

    pub fn finish(self) -> String {
        self.script.finish()
    }

    fn declare(&mut self, problem: &Problem, what: Formula) {
        for s in problem.arena.symbols_of(what) {
            if self.declared.insert(s) {
                let name = symbol(problem.arena.name(s));
                match problem.arena.sort(s) {
                    Sort::Int => self.script.int(&name),
                    Sort::Bool => self.script.bool(&name),
                }
            }
        }
    }
}

/// The arguments of an application for the parameters of its relation symbol.
pub fn substitution(pool: &Pool, application: &Application) -> Substitution {
    let mut substitution = Substitution::new();
    for (parameter, argument) in pool.parameters.iter().zip(&application.arguments) {
        match argument {
            Argument::Int(term) => substitution.term(*parameter, term.clone()),
            Argument::Bool(formula) => substitution.formula(*parameter, *formula),
        };
    }
    substitution
}

//! Plays Cartesian predicate abstraction, and writes down every question it asks.
//!
//! A node is a relation symbol with a set of predicates, as in the engine. A clause is applied to nodes for its body
//! literals: are their predicates consistent with the constraint, and which predicates of the head do they entail? The head with
//! those is a node, unless a weaker one exists already. When nothing new comes up, more predicates of the pool come into
//! play, as after a refinement, and it starts again; the scripts of the clauses go on, as the solvers of the engine do.

use std::collections::BTreeSet;

use hornbook::formula::Formula;
use hornbook::lang::{Application, Problem};
use hornbook::solver::{Answer, Budget, Solver};

use super::super::{Instance, Size};
use super::clause::{ClauseScript, substitution};
use super::pool::{Pool, pools};

/// More than any of these small queries takes by far: one that needs more is a bug of the solver.
const STEPS: u64 = 10_000_000;

/// A set of predicates that holds for the tuples of a relation symbol, by their places in the pool.
type Predicates = BTreeSet<usize>;

/// The streams of all clauses of a problem.
pub fn record(name: &str, mut problem: Problem, size: Size) -> Vec<Instance> {
    let rounds = size.pick(vec![4], vec![6, 12, 18], vec![6, 12, 18, 24, 30]);
    let queries = size.pick(20, 300, 800);
    let mut streams: Vec<Stream> =
        (0..problem.clauses.len()).map(|i| Stream::new(name, &mut problem, i, queries)).collect();
    let largest = pools(&mut problem, *rounds.last().expect("there are rounds"));
    for count in rounds {
        let pools: Vec<Pool> = largest
            .iter()
            .map(|p| Pool { predicates: p.predicates.iter().copied().take(count).collect(), ..p.clone() })
            .collect();
        for stream in &mut streams {
            stream.introduce(&mut problem, &pools);
        }
        fixpoint(&mut problem, &mut streams);
    }
    streams
        .into_iter()
        .enumerate()
        .filter(|(_, stream)| stream.asked > 0)
        .map(|(i, stream)| Instance::new(format!("{name}-{i}"), stream.script.finish(), None))
        .collect()
}

/// Applies clauses to nodes until nothing is new, or the streams are long enough.
fn fixpoint(problem: &mut Problem, streams: &mut [Stream]) {
    let mut nodes: Vec<Vec<Predicates>> = vec![Vec::new(); problem.relations.len()];
    let mut seen: Vec<Vec<usize>> = streams.iter().map(|_| vec![0; problem.relations.len()]).collect();
    let mut begun = vec![false; streams.len()];
    loop {
        let mut changed = false;
        for (index, stream) in streams.iter_mut().enumerate() {
            let body: Vec<usize> = stream.body.iter().map(|b| b.application.relation.index()).collect();
            let before = std::mem::replace(&mut seen[index], nodes.iter().map(Vec::len).collect());
            for choice in combinations(&body.iter().map(|r| nodes[*r].len()).collect::<Vec<usize>>()) {
                let is_new = choice.iter().zip(&body).any(|(node, r)| *node >= before[*r]);
                if !is_new && (begun[index] || !body.is_empty()) {
                    continue;
                }
                let chosen: Vec<&Predicates> =
                    choice.iter().zip(&body).map(|(n, r)| &nodes[*r][*n]).collect();
                if let Some((relation, predicates)) = stream.apply(problem, &chosen)
                    && !nodes[relation].iter().any(|weaker| weaker.is_subset(&predicates))
                {
                    nodes[relation].push(predicates);
                    changed = true;
                }
            }
            begun[index] = true;
        }
        if !changed {
            return;
        }
    }
}

/// All ways to choose one number below each bound, the last choice varying fastest.
fn combinations(bounds: &[usize]) -> Vec<Vec<usize>> {
    bounds.iter().fold(vec![Vec::new()], |prefixes, bound| {
        prefixes
            .into_iter()
            .flat_map(|prefix| (0..*bound).map(move |n| [prefix.as_slice(), &[n]].concat()))
            .collect()
    })
}

/// A body literal or a head with the instances of its predicates.
struct Place {
    prefix: String,
    application: Application,
    instances: Vec<Formula>,
    names: Vec<Option<String>>,
}

/// A clause with its solver and its script.
struct Stream {
    script: ClauseScript,
    solver: Solver,
    body: Vec<Place>,
    head: Option<Place>,
    asked: usize,
    limit: usize,
}

impl Stream {
    fn new(name: &str, problem: &mut Problem, index: usize, limit: usize) -> Stream {
        let script = ClauseScript::new(name, problem, index);
        let clause = problem.clauses[index].clone();
        let mut solver = Solver::new();
        solver.assert(&mut problem.arena, clause.constraint);
        let place = |prefix: String, application: Application| Place {
            prefix,
            application,
            instances: Vec::new(),
            names: Vec::new(),
        };
        let body = clause.body.into_iter().enumerate().map(|(i, a)| place(format!("b{i}"), a)).collect();
        let head = clause.head.map(|a| place("h".to_owned(), a));
        Stream { script, solver, body, head, asked: 0, limit }
    }

    /// Names the instances of predicates that came into play.
    fn introduce(&mut self, problem: &mut Problem, pools: &[Pool]) {
        for place in self.body.iter_mut().chain(&mut self.head) {
            let pool = &pools[place.application.relation.index()];
            let substitution = substitution(pool, &place.application);
            let first = place.instances.len();
            let instances =
                pool.predicates[first..].iter().map(|p| substitution.apply(&mut problem.arena, *p));
            place.instances.extend(instances);
            place.names.extend(self.script.names(problem, &place.application, pool, &place.prefix, first));
        }
    }

    /// The head that follows from nodes for the body, if they are consistent and it is not `false`.
    fn apply(&mut self, problem: &mut Problem, nodes: &[&Predicates]) -> Option<(usize, Predicates)> {
        let mut assumed: Vec<(Formula, Option<String>)> = Vec::new();
        for (place, predicates) in self.body.iter().zip(nodes) {
            assumed.extend(predicates.iter().map(|p| (place.instances[*p], place.names[*p].clone())));
        }
        if !self.ask(problem, &assumed, None)? {
            return None;
        }
        let relation = self.head.as_ref()?.application.relation.index();
        let count = self.head.as_ref()?.instances.len();
        let mut entailed = Predicates::new();
        for p in 0..count {
            let head = self.head.as_ref()?;
            let negated = (!head.instances[p], head.names[p].clone());
            if !self.ask(problem, &assumed, Some(&negated))? {
                entailed.insert(p);
            }
        }
        Some((relation, entailed))
    }

    /// Is the constraint consistent with these? `None` when the stream is long enough.
    fn ask(
        &mut self,
        problem: &mut Problem,
        assumed: &[(Formula, Option<String>)],
        negated: Option<&(Formula, Option<String>)>,
    ) -> Option<bool> {
        if self.asked >= self.limit {
            return None;
        }
        let trivial = assumed.iter().chain(negated).any(|(f, _)| *f == problem.arena.false_());
        if trivial {
            return Some(false);
        }
        let mut literals: Vec<String> = assumed.iter().filter_map(|(_, name)| name.clone()).collect();
        literals.extend(negated.and_then(|(_, name)| name.as_ref()).map(|name| format!("(not {name})")));
        self.script.assuming(&literals);
        self.asked += 1;
        let formulae: Vec<Formula> = assumed.iter().chain(negated).map(|(f, _)| *f).collect();
        match self.solver.check(&mut problem.arena, &formulae, &mut Budget::steps(STEPS)) {
            Answer::Sat(_) => Some(true),
            Answer::Unsat(_) => Some(false),
            // Going on would record another stream, and nobody would notice.
            Answer::Unknown(reason) => panic!("no answer to {literals:?} within {STEPS} steps: {reason:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_and_in_order() {
        assert_eq!(combinations(&[]), [Vec::<usize>::new()]);
        assert_eq!(combinations(&[2, 2]), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert!(combinations(&[2, 0]).is_empty());
    }
}

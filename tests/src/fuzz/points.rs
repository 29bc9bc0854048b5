//! Evaluation at random points: the plainest judge there is.

use hornbook::formula::{Arena, Formula, Sort, Symbol, Valuation, Value};
use hornbook::lang::{Application, Argument, Clause, Derivation, Problem, Solution};
use hornbook_random::Random;

/// Most values are small, where constraints have their corners.
pub fn valuation(arena: &Arena, symbols: &[Symbol], random: &mut Random) -> Valuation {
    let mut valuation = Valuation::new();
    let width = *random.pick(&[1, 3, 3, 8, 60]);
    for symbol in symbols {
        match arena.sort(*symbol) {
            Sort::Int => valuation.set_int(*symbol, random.range(-width, width)),
            Sort::Bool => valuation.set_bool(*symbol, random.coin()),
        }
    }
    valuation
}

/// The symbols of some formulae, sorted.
pub fn symbols(arena: &Arena, formulae: &[Formula]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = formulae.iter().flat_map(|f| arena.symbols_of(*f)).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// Does a solution satisfy every clause at random points? Says where it does not.
pub fn solution(problem: &Problem, solution: &Solution, random: &mut Random) -> Result<(), String> {
    for (i, clause) in problem.clauses.iter().enumerate() {
        let symbols = symbols_of_clause(problem, clause);
        for _ in 0..POINTS {
            let point = valuation(&problem.arena, &symbols, random);
            let holds = |application: &Application| -> Result<bool, String> {
                let definition = solution.get(application.relation).ok_or("a symbol has no definition")?;
                let mut local = Valuation::new();
                for (parameter, value) in
                    definition.parameters.iter().zip(values(problem, application, &point))
                {
                    local.set(*parameter, value);
                }
                Ok(problem.arena.evaluate(definition.formula, &local))
            };
            let mut is_body_true = problem.arena.evaluate(clause.constraint, &point);
            for application in &clause.body {
                is_body_true = is_body_true && holds(application)?;
            }
            let is_head_true = clause.head.as_ref().map_or(Ok(false), holds)?;
            if is_body_true && !is_head_true {
                return Err(format!("clause {} fails under the solution at {point:?}", i + 1));
            }
        }
    }
    Ok(())
}

/// How many points a clause is tried at.
const POINTS: usize = 40;

/// Does a derivation derive `false`? Replays it by evaluation, without any code of `check`.
pub fn derivation(problem: &Problem, derivation: &Derivation) -> Result<(), String> {
    let mut facts: Vec<Option<(usize, Vec<Value>)>> = Vec::new();
    for (i, step) in derivation.steps.iter().enumerate() {
        let clause = problem.clauses.get(step.clause.index()).ok_or("a step by no clause")?;
        if !problem.arena.evaluate(clause.constraint, &step.valuation) {
            return Err(format!("the constraint of step {i} is false"));
        }
        if step.premises.len() != clause.body.len() {
            return Err(format!("step {i} has {} premises", step.premises.len()));
        }
        for (application, premise) in clause.body.iter().zip(&step.premises) {
            let wanted = (application.relation.index(), values(problem, application, &step.valuation));
            if facts.get(*premise) != Some(&Some(wanted)) {
                return Err(format!("step {i} does not follow from step {premise}"));
            }
        }
        let fact = clause.head.as_ref();
        facts.push(fact.map(|head| (head.relation.index(), values(problem, head, &step.valuation))));
    }
    match facts.last() {
        Some(None) => Ok(()),
        _ => Err("the last step does not derive false".to_owned()),
    }
}

fn values(problem: &Problem, application: &Application, point: &Valuation) -> Vec<Value> {
    let value = |argument: &Argument| match argument {
        Argument::Int(term) => Value::Int(term.evaluate(point)),
        Argument::Bool(formula) => Value::Bool(problem.arena.evaluate(*formula, point)),
    };
    application.arguments.iter().map(value).collect()
}

fn symbols_of_clause(problem: &Problem, clause: &Clause) -> Vec<Symbol> {
    let mut symbols = problem.arena.symbols_of(clause.constraint);
    for argument in clause.head.iter().chain(&clause.body).flat_map(|a| &a.arguments) {
        match argument {
            Argument::Int(term) => symbols.extend(term.symbols()),
            Argument::Bool(formula) => symbols.extend(problem.arena.symbols_of(*formula)),
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

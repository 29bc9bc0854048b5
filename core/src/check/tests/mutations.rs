//! Systematic mutations of proofs.
//!
//! A mutant may happen to be right: `3·(x + 1 ≤ 0)` is as good as `2·(x + 1 ≤ 0)` where the sum stays a
//! positive constant. So acceptance is judged by the truth: no valuation in a box may falsify a clause that
//! an accepted proof derives without inputs, and none may satisfy the inputs.

use super::*;

/// All proofs that differ from this one in one place.
fn mutants(example: &Example) -> Vec<(String, Proof)> {
    let mut found = Vec::new();
    let proof = &example.proof;
    let mut add = |what: String, change: &dyn Fn(&mut Proof)| {
        let mut mutant = proof.clone();
        change(&mut mutant);
        if mutant.steps != proof.steps || mutant.quotients != proof.quotients {
            found.push((what, mutant));
        }
    };
    for (i, quotient) in proof.quotients.iter().enumerate() {
        for divisor in [0, 1, 3, -2, 8] {
            add(format!("quotient {i}: divisor {divisor}"), &|p| {
                p.quotients[i].divisor = Int::from(divisor);
            });
        }
        add(format!("quotient {i}: constant"), &|p| {
            p.quotients[i].term = quotient.term.plus_constant(&Int::ONE);
        });
        add(format!("quotient {i}: negated"), &|p| p.quotients[i].term = -&quotient.term);
        add(format!("quotient {i}: dropped"), &|p| {
            p.quotients.remove(i);
        });
        add(format!("quotient {i}: first"), &|p| p.quotients.swap(0, i));
    }
    let formulae = example.arena.reachable(example.inputs.iter().copied());
    for (i, step) in proof.steps.iter().enumerate() {
        add(format!("step {i}: dropped"), &|p| {
            p.steps.remove(i);
        });
        add(format!("step {i}: moved"), &|p| {
            let last = p.steps.len() - 1;
            p.steps.swap(i, last);
        });
        match step {
            Step::Input(_) => {
                for f in formulae.iter().flat_map(|f| [*f, !*f]) {
                    add(format!("step {i}: other input"), &|p| p.steps[i] = Step::Input(f));
                }
            }
            Step::Conjunct { .. } | Step::Conjunction(_) => {
                for f in formulae.iter().flat_map(|f| [*f, !*f]) {
                    add(format!("step {i}: conjunction"), &|p| p.steps[i] = Step::Conjunction(f));
                    for conjunct in formulae.iter().flat_map(|f| [*f, !*f]) {
                        add(format!("step {i}: conjunct"), &|p| {
                            p.steps[i] = Step::Conjunct { conjunction: f, conjunct };
                        });
                    }
                }
            }
            Step::Lemma { clause, certificate } => {
                for (j, literal) in clause.iter().enumerate() {
                    add(format!("step {i}: literal {j} dropped"), &|p| {
                        with_clause(p, i, |c| {
                            c.remove(j);
                        });
                    });
                    add(format!("step {i}: literal {j} negated"), &|p| {
                        with_clause(p, i, |c| c[j] = !*literal);
                    });
                    add(format!("step {i}: literal {j} first"), &|p| with_clause(p, i, |c| c.swap(0, j)));
                }
                for j in 0..certificate.lines.len() {
                    for lines in line_mutants(&certificate.lines, j) {
                        add(format!("step {i}: line {j} mutated to {lines:?}"), &|p| {
                            if let Step::Lemma { certificate, .. } = &mut p.steps[i] {
                                certificate.lines.clone_from(&lines);
                            }
                        });
                    }
                }
            }
            Step::Resolution { others, .. } => {
                for other in 0..=proof.steps.len() as u32 {
                    add(format!("step {i}: first is {other}"), &|p| {
                        with_resolution(p, i, |f, _| f.0 = other);
                    });
                }
                for j in 0..others.len() {
                    add(format!("step {i}: other {j} dropped"), &|p| {
                        with_resolution(p, i, |_, o| {
                            o.remove(j);
                        });
                    });
                    add(format!("step {i}: other {j} first"), &|p| {
                        with_resolution(p, i, |_, o| o.swap(0, j));
                    });
                    add(format!("step {i}: pivot {j} negated"), &|p| {
                        with_resolution(p, i, |_, o| o[j].pivot = !o[j].pivot);
                    });
                    for f in formulae.iter().flat_map(|f| [*f, !*f]) {
                        add(format!("step {i}: pivot {j}"), &|p| {
                            with_resolution(p, i, |_, o| o[j].pivot = f);
                        });
                    }
                    for other in 0..=proof.steps.len() as u32 {
                        add(format!("step {i}: other {j} is {other}"), &|p| {
                            with_resolution(p, i, |_, o| o[j].step.0 = other);
                        });
                    }
                }
            }
        }
    }
    found
}

fn with_clause(proof: &mut Proof, step: usize, change: impl Fn(&mut Vec<Formula>)) {
    if let Step::Lemma { clause, .. } = &mut proof.steps[step] {
        change(clause);
    }
}

fn with_resolution(proof: &mut Proof, step: usize, change: impl Fn(&mut StepId, &mut Vec<Resolvent>)) {
    if let Step::Resolution { first, others } = &mut proof.steps[step] {
        change(first, others);
    }
}

/// The lines with one of them dropped, doubled, moved or changed.
fn line_mutants(lines: &[Line], at: usize) -> Vec<Vec<Line>> {
    let mut found = Vec::new();
    let mut dropped = lines.to_vec();
    let line = dropped.remove(at);
    found.push(dropped);
    let mut doubled = lines.to_vec();
    doubled.insert(at, line.clone());
    found.push(doubled);
    let mut moved = lines.to_vec();
    moved.swap(0, at);
    found.push(moved);
    let mut change = |new: Line| {
        let mut changed = lines.to_vec();
        changed[at] = new;
        found.push(changed);
    };
    let facts = || (0..8).map(FactId);
    match &line {
        Line::Combine { combination, divisor } | Line::Contradiction { combination, divisor } => {
            let mut rebuild = |combination: Combination, divisor: Int| {
                change(Line::Combine { combination: combination.clone(), divisor: divisor.clone() });
                change(Line::Contradiction { combination, divisor });
            };
            rebuild(combination.clone(), divisor.clone());
            for d in [-2, 0, 1, 2, 3, 4, 6] {
                rebuild(combination.clone(), Int::from(d));
            }
            for i in 0..combination.len() {
                let mut shorter = combination.clone();
                shorter.remove(i);
                rebuild(shorter, divisor.clone());
                for m in -3..=3 {
                    let mut other = combination.clone();
                    other[i].1 = Int::from(m);
                    rebuild(other, divisor.clone());
                }
                for fact in facts() {
                    let mut other = combination.clone();
                    other[i].0 = fact;
                    rebuild(other, divisor.clone());
                }
            }
        }
        Line::Equate { upper, lower } => {
            change(Line::Equate { upper: *lower, lower: *upper });
            for fact in facts() {
                change(Line::Equate { upper: fact, lower: *lower });
                change(Line::Equate { upper: *upper, lower: fact });
                change(Line::Strengthen { fact: *upper, disequality: fact });
            }
        }
        Line::Strengthen { fact, disequality } => {
            for other in facts() {
                change(Line::Strengthen { fact: other, disequality: *disequality });
                change(Line::Strengthen { fact: *fact, disequality: other });
                change(Line::Equate { upper: *fact, lower: other });
            }
        }
        Line::Split { term } => {
            for d in -3..=3 {
                change(Line::Split { term: term.plus_constant(&Int::from(d)) });
                change(Line::Split { term: (-term).plus_constant(&Int::from(d)) });
            }
        }
        Line::QuotientLower { .. }
        | Line::QuotientUpper { .. }
        | Line::QuotientExact { .. }
        | Line::QuotientInexact { .. } => {
            for quotient in 0..3 {
                change(Line::QuotientLower { quotient });
                change(Line::QuotientUpper { quotient });
                for fact in facts() {
                    change(Line::QuotientExact { quotient, divisibility: fact });
                    change(Line::QuotientInexact { quotient, indivisibility: fact });
                }
            }
        }
    }
    found
}

/// All valuations in a box, with the quotients' values.
fn valuations(symbols: &[Symbol], quotients: &[Quotient]) -> Vec<Valuation> {
    let mut found = vec![Valuation::new()];
    for symbol in symbols {
        found = found
            .iter()
            .flat_map(|v| {
                (-6..=6i64).map(|value| {
                    let mut v = v.clone();
                    v.set_int(*symbol, value);
                    v
                })
            })
            .collect();
    }
    for Quotient { symbol, divisor, term } in quotients {
        for v in &mut found {
            v.set_int(*symbol, term.evaluate(v).div_floor(divisor));
        }
    }
    found
}

#[test]
fn accepted_mutants_are_true() {
    for (number, example) in examples().iter().enumerate() {
        let mutants = mutants(example);
        let mut accepted = 0;
        for (what, proof) in &mutants {
            let Ok(checked) = refutation(&example.arena, &example.inputs, proof) else { continue };
            accepted += 1;
            let all = valuations(&example.symbols, &proof.quotients);
            for (i, step) in proof.steps.iter().enumerate() {
                let clause = checked.clause(StepId(i as u32));
                if matches!(step, Step::Input(_) | Step::Resolution { .. }) {
                    continue;
                }
                for v in &all {
                    let holds = clause.iter().any(|f| example.arena.evaluate(*f, v));
                    assert!(holds, "example {number}, {what}: step {i} is false");
                }
            }
        }
        // Most changes break a proof: a checker that waves things through would be noticed.
        assert!(accepted * 3 < mutants.len(), "example {number}: {accepted} of {}", mutants.len());
        assert!(mutants.len() > 10);
    }
}

/// Without one of its inputs every example is satisfiable, so no mutant may refute the rest.
#[test]
fn no_mutant_refutes_satisfiable_inputs() {
    for (number, example) in examples().iter().enumerate() {
        for dropped in 0..example.inputs.len() {
            let mut inputs = example.inputs.clone();
            inputs.remove(dropped);
            let satisfiable = valuations(&example.symbols, &[])
                .iter()
                .any(|v| inputs.iter().all(|f| example.arena.evaluate(*f, v)));
            assert!(satisfiable, "example {number} without input {dropped}");
            assert!(refutation(&example.arena, &inputs, &example.proof).is_err());
            for (what, proof) in mutants(example) {
                let judged = refutation(&example.arena, &inputs, &proof);
                assert!(judged.is_err(), "example {number} without input {dropped}, {what}");
            }
        }
    }
}

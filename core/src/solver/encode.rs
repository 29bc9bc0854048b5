//! From formulae to clauses, by tautologies only.
//!
//! A formula occurs in one polarity at a time (negation normal form), so only the direction "the formula
//! implies its parts" is needed (Plaisted and Greenbaum): `{¬(a ∧ b), a}`, `{¬(a ∨ b), a, b}`.

use super::Solver;
use super::arithmetic::Lemma;
use super::assign::{Reason, Truth};
use super::literal::{Lit, Var};
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort};
use crate::num::Int;
use crate::proof::{Certificate, FactId, Line, Quotient, Step};

impl Solver {
    /// Demands a formula from now on.
    pub fn assert(&mut self, arena: &mut Arena, formula: Formula) {
        debug_assert_eq!(self.level(), 0);
        if formula == arena.true_() || self.contradiction {
            return;
        }
        let step = self.log.as_mut().map(|log| log.add(Step::Input(formula)));
        if formula == arena.false_() {
            self.contradiction = true;
            self.refutation = Some((step, Vec::new()));
            return;
        }
        let literal = self.encode(arena, formula);
        self.add_clause(&[literal], None, step);
    }

    /// The literal of a formula, with the clauses that say what its truth implies.
    pub(super) fn encode(&mut self, arena: &mut Arena, formula: Formula) -> Lit {
        let mut open = vec![formula];
        while let Some(f) = open.pop() {
            if !self.encoded.insert(f) {
                continue;
            }
            let literal = self.literal(arena, f);
            match arena.node(f) {
                Node::And(parts) => {
                    let parts = parts.clone();
                    for part in &parts {
                        let step = Step::Conjunct { conjunction: f, conjunct: *part };
                        let step = self.log.as_mut().map(|log| log.add(step));
                        let part = self.literal(arena, *part);
                        self.add_clause(&[!literal, part], None, step);
                    }
                    open.extend_from_slice(&parts);
                }
                Node::Or(parts) => {
                    let parts = parts.clone();
                    let step = self.log.as_mut().map(|log| log.add(Step::Conjunction(!f)));
                    let mut clause = vec![!literal];
                    clause.extend(parts.iter().map(|part| self.literal(arena, *part)));
                    self.disjunctions.add(literal, &clause[1..]);
                    self.add_clause(&clause, None, step);
                    open.extend_from_slice(&parts);
                }
                Node::Divides(k, t) => {
                    let (k, t) = (k.clone(), t.clone());
                    self.encode_divides(arena, literal, &k, &t);
                }
                Node::NotDivides(k, t) => {
                    let (k, t) = (k.clone(), t.clone());
                    self.encode_not_divides(arena, literal, &k, &t);
                }
                _ => self.make_relevant(literal),
            }
        }
        self.literal(arena, formula)
    }

    /// The literal of a formula as a mere name.
    pub(super) fn literal(&mut self, arena: &mut Arena, formula: Formula) -> Lit {
        let negative = formula.index() & 1 == 1;
        let base = if negative { !formula } else { formula };
        if let Some(var) = self.variables.get(&base) {
            return var.literal(negative);
        }
        let var = Var(self.formulae.len() as u32);
        self.formulae.push(base);
        self.variables.insert(base, var);
        for _ in 0..2 {
            self.truth.push(Truth::Open);
            self.relevant.push(false);
            self.watches.push(Vec::new());
            self.disjunctions.add_literal();
        }
        self.levels.push(0);
        self.positions.push(0);
        self.reasons.push(Reason::None);
        self.seen.push(false);
        self.phases.push(None);
        self.order.add(var);
        let atoms = match (self.arithmetic.atom(arena.node(base)), self.arithmetic.atom(arena.node(!base))) {
            (Some(positive), Some(negated)) => {
                self.arithmetic.register(var.literal(false), &positive);
                Some([positive, negated])
            }
            _ => None,
        };
        self.atoms.push(atoms);
        var.literal(negative)
    }

    pub(super) fn formula(&self, literal: Lit) -> Formula {
        let base = self.formulae[literal.var().index()];
        if literal.is_negative() { !base } else { base }
    }

    /// From now on the arithmetic respects the literal when it is true.
    pub(super) fn make_relevant(&mut self, literal: Lit) {
        if !self.relevant[literal.index()] {
            self.relevant[literal.index()] = true;
            self.late_relevance |= self.is_true(literal);
        }
    }

    /// `k | t` implies `t = k·q` for the quotient `q`.
    fn encode_divides(&mut self, arena: &mut Arena, literal: Lit, k: &Int, t: &LinearTerm) {
        let (quotient, multiple) = self.quotient(arena, k, t);
        let equation = arena.eq(&(t - &multiple));
        let equation = self.literal(arena, equation);
        self.make_relevant(equation);
        let lines = vec![
            Line::QuotientExact { quotient, divisibility: FactId(0) },
            Line::Strengthen { fact: FactId(2), disequality: FactId(1) },
            Line::Contradiction {
                combination: vec![(FactId(3), Int::ONE), (FactId(2), Int::MINUS_ONE)],
                divisor: Int::ZERO,
            },
        ];
        self.add_lemma(&Lemma { clause: vec![!literal, equation], certificate: Certificate { lines } });
    }

    /// `¬(k | t)` implies `k·q + 1 ≤ t ≤ k·q + k - 1` for the quotient `q`.
    fn encode_not_divides(&mut self, arena: &mut Arena, literal: Lit, k: &Int, t: &LinearTerm) {
        let (quotient, multiple) = self.quotient(arena, k, t);
        let above = arena.less(&multiple, t);
        let below = arena.less(t, &multiple.plus_constant(k));
        let sum = Line::Contradiction {
            combination: vec![(FactId(1), Int::ONE), (FactId(2), Int::ONE)],
            divisor: Int::ZERO,
        };
        for (bound, line) in [
            (above, Line::QuotientInexact { quotient, indivisibility: FactId(0) }),
            (below, Line::QuotientUpper { quotient }),
        ] {
            let bound = self.literal(arena, bound);
            self.make_relevant(bound);
            let certificate = Certificate { lines: vec![line, sum.clone()] };
            self.add_lemma(&Lemma { clause: vec![!literal, bound], certificate });
        }
    }

    /// The index of the quotient `q = ⌊t/k⌋`, and the term `k·q`.
    fn quotient(&mut self, arena: &mut Arena, k: &Int, t: &LinearTerm) -> (usize, LinearTerm) {
        let index = *self.quotient_of.entry((k.clone(), t.clone())).or_insert_with(|| {
            let symbol = arena.fresh_symbol("q", Sort::Int);
            self.quotients.push(Quotient { symbol, divisor: k.clone(), term: t.clone() });
            self.quotients.len() - 1
        });
        (index, LinearTerm::symbol(self.quotients[index].symbol).scaled(k))
    }
}

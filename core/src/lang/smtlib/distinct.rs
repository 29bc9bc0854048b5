//! `distinct` of integers: by pairs if they are few, and by sorting if they are many.
//!
//! Each two of `n` terms are one disequation, and `n (n - 1) / 2` of them are too many. Sorted terms are
//! distinct exactly if each is less than the next, and `n (log n)² / 4` comparators sort `n` terms, whatever
//! their values (Batcher's merge exchange; Knuth, *The Art of Computer Programming* 3, Algorithm 5.2.2M):
//!
//! ```text
//! (distinct a b c)     l = (ite (≤ a b) a b)   h = (ite (≤ a b) b a)     comparator of a and b
//!                      …                                                 then of l and c, then of the others
//!                      (< s₁ s₂ s₃)                                      of what comes out
//! ```
//!
//! The outputs of a comparator are conditional terms, which have one value for all values of the inputs. So
//! the formula says the same as `distinct`, whether it is negated or not.
//!
//! In the body of a clause there is often less to say. A variable that occurs nowhere else can have any
//! value, so that its term is different from all the others: `(distinct x y z)` says `x ≠ y` if `z` is only
//! there. Whether it is turns out when the clause is complete; until then a placeholder stands for it.

use rustc_hash::FxHashMap;

use super::elaborate::{Elaborator, Mode};
use super::logic::Number;
use super::sexpr::NodeId;
use super::special::Special;
use super::value::Value;
use super::vocabulary::Word;
use crate::formula::{Formula, LinearTerm, Node, Substitution, Symbol};
use crate::lang::common::definition::DefinedVariable;
use crate::lang::common::limits::{DISTINCT_LIMIT, DISTINCT_PAIRS, FORMULA_COST};

/// In clauses, `distinct` of more terms than this waits until the clause is complete.
const AT_ONCE: usize = 100;

/// What a comparator introduces: a condition, and two equations for each of two variables, each in an
/// implication.
const FORMULAE_OF_COMPARATOR: u64 = 9;

impl Elaborator<'_, '_> {
    /// A formula that holds if the numbers are pairwise different.
    pub(super) fn distinct(&mut self, numbers: &[Number], node: NodeId) -> Option<Formula> {
        if numbers.len() <= AT_ONCE {
            return self.pairwise_different(numbers, node);
        }
        let terms: Vec<LinearTerm> = numbers.iter().map(|number| self.number_term(number)).collect();
        if self.mode != Mode::Horn {
            return self.different(&terms, node);
        }
        match self.placeholder(Special::Distinct { terms, node }) {
            Value::Bool(formula) => Some(formula),
            _ => None,
        }
    }

    /// The constraint of a clause with all that its placeholders for `distinct` stand for, whose symbols
    /// occur elsewhere in the clause.
    pub(super) fn with_distinct(&mut self, formula: Formula, elsewhere: &[Symbol], node: NodeId) -> Formula {
        let literals = self.arena.symbols_of(formula);
        let needed = self.closure(literals.iter().chain(elsewhere).copied());
        let is_distinct = |symbol: &&Symbol| matches!(self.specials[*symbol], Special::Distinct { .. });
        let placeholders: Vec<Symbol> = needed.iter().filter(is_distinct).copied().collect();
        if placeholders.is_empty() {
            return formula;
        }
        let uses = self.uses(formula, elsewhere, &needed);
        let mut substitution = Substitution::new();
        let mut definitions = Vec::new();
        for placeholder in placeholders {
            let Some(Special::Distinct { terms, node: place }) = self.specials.get(&placeholder) else {
                continue;
            };
            let (mut terms, place) = (terms.clone(), *place);
            let Uses { places, is_negated } = uses.get(&placeholder).copied().unwrap_or_default();
            let is_in_constraint_only = places == 1 && literals.contains(&placeholder);
            let is_only_here = |symbol: Symbol| uses.get(&symbol).is_some_and(|uses| uses.places == 1);
            if is_in_constraint_only && !is_negated {
                terms.retain(|term| !term.symbols().any(is_only_here));
            }
            let Some(different) = self.different(&terms, place) else { return self.arena.false_() };
            let literal = self.arena.boolean(placeholder);
            if is_in_constraint_only {
                substitution.formula(placeholder, different);
            } else {
                definitions.push(self.arena.iff(literal, different));
            }
        }
        self.charge(FORMULA_COST * self.arena.reachable([formula]).len() as u64, node);
        definitions.push(substitution.apply(&mut self.arena, formula));
        self.arena.and(definitions)
    }

    /// Where symbols occur in a clause. The constraint is one place for a placeholder, whatever its shape,
    /// and so is each definition; each term of `distinct` is a place.
    fn uses(&self, formula: Formula, elsewhere: &[Symbol], needed: &[Symbol]) -> FxHashMap<Symbol, Uses> {
        let mut uses: FxHashMap<Symbol, Uses> = FxHashMap::default();
        let mut add = |symbol: Symbol| uses.entry(symbol).or_default().places += 1;
        self.arena.symbols_of(formula).into_iter().for_each(&mut add);
        elsewhere.iter().copied().for_each(&mut add);
        for symbol in needed {
            match &self.specials[symbol] {
                Special::Defined(meaning) => {
                    let definition = DefinedVariable { symbol: *symbol, meaning: meaning.clone() };
                    definition.symbols(&self.arena).into_iter().for_each(&mut add);
                }
                Special::Distinct { terms, .. } => {
                    terms.iter().flat_map(LinearTerm::symbols).for_each(&mut add);
                }
                Special::Applied(application) => {
                    application.symbols(&self.arena).into_iter().for_each(&mut add);
                }
                Special::Quantified { body, .. } => {
                    self.arena.symbols_of(*body).into_iter().for_each(&mut add);
                }
            }
        }
        for part in self.arena.reachable([formula]) {
            if let Node::NotBool(symbol) = self.arena.node(part) {
                uses.entry(*symbol).or_default().is_negated = true;
            }
        }
        uses
    }

    /// The same for terms, by pairs or by sorting.
    fn different(&mut self, terms: &[LinearTerm], node: NodeId) -> Option<Formula> {
        let count = terms.len();
        if count > DISTINCT_LIMIT {
            let message = format!(
                "`distinct` of {count} terms is too large: at most {DISTINCT_LIMIT} terms are supported"
            );
            self.refuse(node, message);
            return None;
        }
        if count > DISTINCT_PAIRS {
            return self.ascending_when_sorted(terms.to_vec(), node);
        }
        let numbers: Vec<Number> = terms.iter().cloned().map(Number::Term).collect();
        self.pairwise_different(&numbers, node)
    }

    fn pairwise_different(&mut self, numbers: &[Number], node: NodeId) -> Option<Formula> {
        if !self.charge((numbers.len() * numbers.len() / 2) as u64 * FORMULA_COST, node) {
            return None;
        }
        let mut parts = Vec::new();
        for (i, left) in numbers.iter().enumerate() {
            for right in &numbers[i + 1..] {
                parts.push(!self.compare(Word::Equal, left, right));
            }
        }
        Some(self.arena.and(parts))
    }

    fn ascending_when_sorted(&mut self, mut terms: Vec<LinearTerm>, node: NodeId) -> Option<Formula> {
        for (low, high) in comparators(terms.len()) {
            if !self.charge(FORMULAE_OF_COMPARATOR * FORMULA_COST, node) {
                return None;
            }
            let (first, second) = (terms[low].clone(), terms[high].clone());
            let in_order = self.arena.at_most(&first, &second);
            if in_order == self.arena.false_() {
                terms.swap(low, high);
            } else if in_order != self.arena.true_() {
                let least = self.choice(in_order, first.clone(), second.clone());
                let most = self.choice(in_order, second, first);
                (terms[low], terms[high]) = (self.linear(least), self.linear(most));
            }
        }
        let ascending: Vec<Formula> =
            terms.windows(2).map(|pair| self.arena.less(&pair[0], &pair[1])).collect();
        Some(self.arena.and(ascending))
    }
}

/// Where a symbol occurs.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    places: usize,
    /// A Boolean symbol is negated in the constraint.
    is_negated: bool,
}

/// The comparators that sort this many values, in their order: each puts the lesser of two values first.
fn comparators(count: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let start = count.next_power_of_two() / 2;
    let mut step = start;
    while step > 0 {
        let (mut distance, mut rest, mut limit) = (step, 0, start);
        loop {
            let firsts = (0..count.saturating_sub(distance)).filter(|i| i & step == rest);
            found.extend(firsts.map(|i| (i, i + distance)));
            if limit == step {
                break;
            }
            (distance, rest) = (limit - step, step);
            limit /= 2;
        }
        step /= 2;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Sort, Valuation};
    use crate::lang::Argument;
    use crate::lang::smtlib::{self, script::Command};
    use crate::num::Int;

    fn listed(count: usize, item: impl Fn(usize) -> String) -> String {
        (0..count).map(item).collect::<Vec<_>>().concat()
    }

    /// What sorts zeros and ones sorts everything (Knuth 3, Theorem 5.3.4Z).
    #[test]
    fn the_comparators_sort() {
        for count in 0..=12 {
            let comparators = comparators(count);
            for word in 0..1_u32 << count {
                let mut bits: Vec<u32> = (0..count).map(|i| word >> i & 1).collect();
                for (low, high) in &comparators {
                    if bits[*low] > bits[*high] {
                        bits.swap(*low, *high);
                    }
                }
                assert!(bits.is_sorted(), "{count} values, {word:b}");
            }
        }
    }

    #[test]
    fn there_are_few_comparators() {
        assert_eq!([2, 3, 4, 8, 16, 1024].map(|n| comparators(n).len()), [1, 3, 5, 19, 63, 24_063]);
        assert!(comparators(DISTINCT_LIMIT).len() < DISTINCT_LIMIT * 40);
    }

    /// Many constants and three terms with some values, in both polarities: the formula that a script reads,
    /// with the values that its definitions have for those of the constants.
    #[test]
    fn sorted_terms_are_distinct_exactly_if_the_terms_are() {
        let constants = listed(DISTINCT_PAIRS, |i| format!(" {}", 2 * i));
        let claim = format!("(distinct x{constants} (+ x y) y)");
        let text = format!(
            "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)
             (assert {claim})(assert (not {claim}))(check-sat)(get-value ({claim}))"
        );
        let (script, diagnostics) = smtlib::script::parse(&text);
        assert_eq!(diagnostics, []);
        let requested = script.commands.iter().find_map(|command| match command {
            Command::GetValue(requested) => requested.first(),
            _ => None,
        });
        let requested = requested.unwrap();
        let Argument::Bool(formula) = requested.value else { panic!("no truth value") };
        let [x, y] = ["x", "y"].map(|name| script.arena.find_symbol(name, Sort::Int).unwrap());
        let mut seen = [0, 0];
        for vx in -3..12 {
            for vy in [-3, -2, 1, 3, 8, 1_001, 1_002] {
                let mut valuation = Valuation::new();
                valuation.set_int(x, Int::from(vx));
                valuation.set_int(y, Int::from(vy));
                requested.definitions.iter().for_each(|d| d.extend(&script.arena, &mut valuation));
                let mut values: Vec<i64> = (0..).step_by(2).take(DISTINCT_PAIRS).collect();
                values.extend([vx, vy, vx + vy]);
                let count = values.len();
                values.sort_unstable();
                values.dedup();
                let expected = values.len() == count;
                assert_eq!(script.arena.evaluate(formula, &valuation), expected, "{vx}, {vy}");
                seen[usize::from(expected)] += 1;
            }
        }
        assert!(seen.iter().all(|times| *times > 20), "{seen:?}");
    }

    fn clause(count: usize, premise: &str, also: &str) -> (String, usize, usize) {
        let variables = listed(count, |i| format!("(x{i} Int)"));
        let names = listed(count, |i| format!(" x{i}"));
        let premise = premise.replace("…", &names);
        let text = format!(
            "(declare-fun p (Int) Bool)(assert (forall ({variables}) (=> (and {premise} {also}) (p x0))))"
        );
        let (problem, diagnostics) = smtlib::parse(&text);
        let messages: Vec<String> = diagnostics.into_iter().map(|d| d.message).collect();
        let constraint = problem.clauses.first().map_or(problem.arena.false_(), |c| c.constraint);
        let symbols = problem.arena.symbols_of(constraint).len();
        (messages.join("; "), symbols, problem.arena.reachable([constraint]).len())
    }

    /// Variables that occur nowhere else can have any value, but only where `distinct` is required.
    #[test]
    fn what_can_have_any_value_is_left_out() {
        assert_eq!(clause(10_000, "(distinct…)", ""), (String::new(), 0, 1));
        let (messages, symbols, _) = clause(200, "(distinct…)", "(> x7 x8 3)");
        // The head has x0.
        assert_eq!((messages.as_str(), symbols), ("", 3));
        assert_eq!(clause(200, "(distinct…)", "(distinct x3 x4)").1, 3);
        // Required twice, each by itself: a variable is in both.
        assert_eq!(clause(200, "(distinct…) (distinct 7…)", "").1, 200);
        for other in ["(not (distinct…))", "(= x1 (ite (distinct…) 1 2))"] {
            assert!(clause(200, other, "").1 >= 200, "{other}");
        }
    }

    /// Beyond that the size is nearly linear, and there is a limit.
    #[test]
    fn many_terms_are_sorted() {
        let size = |count| {
            let (messages, _, size) = clause(count, "(not (distinct…))", "");
            assert_eq!(messages, "");
            size
        };
        let (small, large) = (size(DISTINCT_PAIRS + 1), size(2 * DISTINCT_PAIRS));
        assert!(large < 3 * small, "{small} {large}");
        let (messages, _, size) = clause(DISTINCT_LIMIT + 1, "(not (distinct…))", "");
        assert_eq!(size, 1);
        assert!(messages.contains("`distinct` of 2001 terms is too large"), "{messages}");
    }
}

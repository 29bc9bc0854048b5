//! The operators of logic, and comparisons, which make formulae of terms.

use super::elaborate::{Elaborator, counted};
use super::sexpr::NodeId;
use super::value::Value;
use super::vocabulary::Word;
use crate::formula::{Formula, LinearTerm, Sort};
use crate::num::Int;

/// `t mod k < c` and the like list the residues when there are at most this many.
const LISTED_RESIDUES: i64 = 8;

/// An integer value, ready to be compared.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Term(LinearTerm),
    Remainder(LinearTerm, Int),
}

impl Elaborator<'_, '_> {
    pub(super) fn apply_word(&mut self, word: Word, node: NodeId, arguments: Vec<Value>) -> Option<Value> {
        let count = arguments.len();
        match word {
            Word::And => {
                let parts = self.formulae(node, &arguments)?;
                Some(Value::Bool(self.arena.and(parts)))
            }
            Word::Or => {
                let parts = self.formulae(node, &arguments)?;
                Some(Value::Bool(self.arena.or(parts)))
            }
            Word::Not => {
                self.expect_count(node, count, 1, 1)?;
                Some(Value::Bool(!self.formulae(node, &arguments)?[0]))
            }
            Word::Implies => {
                self.expect_count(node, count, 1, usize::MAX)?;
                // To the right: `(=> a b c)` is `a → (b → c)`, a disjunction of ¬a, ¬b and c.
                let mut parts = self.formulae(node, &arguments)?;
                let premises = count - 1;
                parts[..premises].iter_mut().for_each(|f| *f = !*f);
                Some(Value::Bool(self.arena.or(parts)))
            }
            Word::Xor => {
                self.expect_count(node, count, 2, usize::MAX)?;
                let parts = self.formulae(node, &arguments)?;
                let all = parts.into_iter().reduce(|left, right| !self.arena.iff(left, right))?;
                Some(Value::Bool(all))
            }
            Word::Ite => self.apply_ite(node, arguments),
            Word::Equal | Word::Distinct => self.apply_equality(word, node, arguments),
            Word::AtMost | Word::Less | Word::AtLeast | Word::Greater => {
                self.expect_count(node, count, 2, usize::MAX)?;
                let numbers = self.numbers(node, arguments)?;
                let pairs = numbers.windows(2).map(|pair| self.compare(word, &pair[0], &pair[1]));
                let parts: Vec<Formula> = pairs.collect();
                Some(Value::Bool(self.arena.and(parts)))
            }
            _ => self.apply_arithmetic(word, node, arguments),
        }
    }

    /// Reports a wrong number of arguments.
    pub(super) fn expect_count(
        &mut self,
        node: NodeId,
        found: usize,
        least: usize,
        most: usize,
    ) -> Option<()> {
        if (least..=most).contains(&found) {
            return Some(());
        }
        let operator = self.tree.children(node).next().map_or("", |head| self.tree.source(head));
        let expected = if least == most { String::new() } else { "at least ".to_owned() };
        let expected = format!("{expected}{}", counted(least, "argument"));
        self.refuse(node, format!("`{operator}` takes {expected}, found {found}"));
        None
    }

    fn formulae(&mut self, node: NodeId, arguments: &[Value]) -> Option<Vec<Formula>> {
        let mut formulae = Vec::with_capacity(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            match argument {
                Value::Bool(formula) => formulae.push(*formula),
                _ => self.sort_mismatch(node, i, Sort::Bool),
            }
        }
        (formulae.len() == arguments.len()).then_some(formulae)
    }

    fn numbers(&mut self, node: NodeId, arguments: Vec<Value>) -> Option<Vec<Number>> {
        let expected = arguments.len();
        let mut numbers = Vec::with_capacity(expected);
        for (i, argument) in arguments.into_iter().enumerate() {
            match argument {
                Value::Int(sum) => {
                    self.charge(sum.words(), node);
                    numbers.push(Number::Term(sum.into_term()));
                }
                Value::Remainder(parts) => numbers.push(Number::Remainder(parts.0, parts.1)),
                _ => self.sort_mismatch(node, i, Sort::Int),
            }
        }
        (numbers.len() == expected).then_some(numbers)
    }

    fn apply_ite(&mut self, node: NodeId, arguments: Vec<Value>) -> Option<Value> {
        self.expect_count(node, arguments.len(), 3, 3)?;
        let [condition, then, otherwise]: [Value; 3] = arguments.try_into().ok()?;
        let Value::Bool(condition) = condition else {
            self.sort_mismatch(node, 0, Sort::Bool);
            return None;
        };
        if condition == self.arena.true_() && then.sort() == otherwise.sort() {
            return Some(then);
        }
        if condition == self.arena.false_() && then.sort() == otherwise.sort() {
            return Some(otherwise);
        }
        match (then, otherwise) {
            (Value::Bool(then), Value::Bool(otherwise)) => {
                Some(Value::Bool(self.arena.if_then_else(condition, then, otherwise)))
            }
            (then, Value::Bool(_)) if then.sort() == Some(Sort::Int) => {
                self.sort_mismatch(node, 2, Sort::Int);
                None
            }
            (Value::Bool(_), _) => {
                self.sort_mismatch(node, 2, Sort::Bool);
                None
            }
            (then, otherwise) => {
                let (then, otherwise) = (self.linear(then), self.linear(otherwise));
                Some(self.choice(condition, then, otherwise))
            }
        }
    }

    fn apply_equality(&mut self, word: Word, node: NodeId, arguments: Vec<Value>) -> Option<Value> {
        self.expect_count(node, arguments.len(), 2, usize::MAX)?;
        let distinct = word == Word::Distinct;
        let parts: Vec<Formula> = if arguments[0].sort() == Some(Sort::Bool) {
            let formulae = self.formulae(node, &arguments)?;
            if distinct && formulae.len() > 2 {
                // There are only two truth values.
                return Some(Value::Bool(self.arena.false_()));
            }
            let pairs = formulae.windows(2).map(|pair| self.arena.iff(pair[0], pair[1]));
            let equal: Vec<Formula> = pairs.collect();
            if distinct { equal.into_iter().map(|f| !f).collect() } else { equal }
        } else {
            let numbers = self.numbers(node, arguments)?;
            if distinct {
                vec![self.distinct(&numbers, node)?]
            } else {
                numbers.windows(2).map(|pair| self.compare(Word::Equal, &pair[0], &pair[1])).collect()
            }
        };
        Some(Value::Bool(self.arena.and(parts)))
    }

    pub(super) fn compare(&mut self, word: Word, left: &Number, right: &Number) -> Formula {
        let holds = |l: &Int, r: &Int| match word {
            Word::AtMost => l <= r,
            Word::Less => l < r,
            Word::AtLeast => l >= r,
            Word::Greater => l > r,
            _ => l == r,
        };
        match (left, right) {
            (Number::Remainder(t, k), Number::Remainder(s, m)) if word == Word::Equal && k == m => {
                self.arena.divides(k, &(t - s))
            }
            (Number::Remainder(t, k), Number::Term(c)) if c.is_constant() && self.lists(word, k) => {
                self.residues(t, k, c.constant_part(), word == Word::Equal, holds)
            }
            (Number::Term(c), Number::Remainder(t, k)) if c.is_constant() && self.lists(word, k) => {
                self.residues(t, k, c.constant_part(), word == Word::Equal, |r, c| holds(c, r))
            }
            _ => {
                let (left, right) = (self.number_term(left), self.number_term(right));
                match word {
                    Word::AtMost => self.arena.at_most(&left, &right),
                    Word::Less => self.arena.less(&left, &right),
                    Word::AtLeast => self.arena.at_most(&right, &left),
                    Word::Greater => self.arena.less(&right, &left),
                    _ => self.arena.equal(&left, &right),
                }
            }
        }
    }

    #[allow(clippy::unused_self)]
    fn lists(&self, word: Word, k: &Int) -> bool {
        word == Word::Equal || *k <= Int::from(LISTED_RESIDUES)
    }

    /// `t mod k` compared with `c`: the residues of which the comparison holds.
    fn residues(
        &mut self,
        t: &LinearTerm,
        k: &Int,
        c: &Int,
        only_equal: bool,
        holds: impl Fn(&Int, &Int) -> bool,
    ) -> Formula {
        let residue = |elaborator: &mut Self, r: &Int| elaborator.arena.divides(k, &t.plus_constant(&-r));
        if only_equal {
            let possible = !c.is_negative() && c < k;
            return if possible { residue(self, c) } else { self.arena.false_() };
        }
        let all = (0..LISTED_RESIDUES).map(Int::from).take_while(|r| r < k);
        let (with, without): (Vec<Int>, Vec<Int>) = all.partition(|r| holds(r, c));
        // The shorter list of the two.
        if with.len() <= without.len() {
            let parts: Vec<Formula> = with.iter().map(|r| residue(self, r)).collect();
            self.arena.or(parts)
        } else {
            let parts: Vec<Formula> = without.iter().map(|r| !residue(self, r)).collect();
            self.arena.and(parts)
        }
    }

    pub(super) fn number_term(&mut self, number: &Number) -> LinearTerm {
        match number {
            Number::Term(term) => term.clone(),
            Number::Remainder(term, divisor) => self.remainder_term(term, divisor),
        }
    }
}

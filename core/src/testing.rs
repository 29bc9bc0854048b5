//! Random formulae and brute force, for tests only.

pub(crate) use hornbook_random::Random;

use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation};
use crate::num::Int;

/// A text of no sense: fewer words than this, with or without spaces between them.
pub(crate) fn soup(random: &mut Random, words: &[&str], count: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(count) {
        text += *random.pick(words);
        if random.below(3) > 0 {
            text.push(' ');
        }
    }
    text
}

/// Symbols and shapes for random formulae.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) ints: Vec<Symbol>,
    pub(crate) bools: Vec<Symbol>,
    pub(crate) coefficient: i64,
    pub(crate) constant: i64,
}

impl Shape {
    pub(crate) fn new(arena: &mut Arena, ints: usize, bools: usize) -> Shape {
        Shape {
            ints: (0..ints).map(|i| arena.symbol(&format!("X{i}"), Sort::Int)).collect(),
            bools: (0..bools).map(|i| arena.symbol(&format!("B{i}"), Sort::Bool)).collect(),
            coefficient: 4,
            constant: 9,
        }
    }

    pub(crate) fn term(&self, random: &mut Random) -> LinearTerm {
        let mut summands = Vec::new();
        for x in &self.ints {
            if !random.chance(2) {
                summands.push((*x, Int::from(random.range(-self.coefficient, self.coefficient))));
            }
        }
        LinearTerm::new(summands, Int::from(random.range(-self.constant, self.constant)))
    }

    pub(crate) fn literal(&self, arena: &mut Arena, random: &mut Random) -> Formula {
        let term = self.term(random);
        match random.range(0, 9) {
            0..=4 => arena.le(&term),
            5 => arena.eq(&term),
            6 => !arena.eq(&term),
            7 => arena.divides(&Int::from(random.range(2, 5)), &term),
            8 => !arena.divides(&Int::from(random.range(2, 5)), &term),
            _ if self.bools.is_empty() => arena.le(&term),
            _ => {
                let b = self.bools[random.count(0, self.bools.len() - 1)];
                let f = arena.boolean(b);
                if random.chance(2) { f } else { !f }
            }
        }
    }

    pub(crate) fn formula(&self, arena: &mut Arena, random: &mut Random, depth: usize) -> Formula {
        if depth == 0 || random.chance(6) {
            return self.literal(arena, random);
        }
        let parts: Vec<Formula> =
            (0..random.range(2, 4)).map(|_| self.formula(arena, random, depth - 1)).collect();
        match random.range(0, 4) {
            0 | 1 => arena.and(parts),
            2 | 3 => arena.or(parts),
            _ => arena.iff(parts[0], parts[1]),
        }
    }

    /// All integer symbols between the two values, both included.
    pub(crate) fn inside(&self, arena: &mut Arena, low: i64, high: i64) -> Formula {
        let mut parts = Vec::new();
        for x in &self.ints {
            let x = LinearTerm::symbol(*x);
            parts.push(arena.at_most(&LinearTerm::constant(low), &x));
            parts.push(arena.at_most(&x, &LinearTerm::constant(high)));
        }
        arena.and(parts)
    }

    /// All valuations with integers in the range.
    pub(crate) fn valuations(&self, low: i64, high: i64) -> Vec<Valuation> {
        let mut all = vec![Valuation::new()];
        for x in &self.ints {
            let values = low..=high;
            all = all
                .into_iter()
                .flat_map(|v| {
                    values.clone().map(move |n| {
                        let mut v = v.clone();
                        v.set_int(*x, n);
                        v
                    })
                })
                .collect();
        }
        for b in &self.bools {
            all = all
                .into_iter()
                .flat_map(|v| {
                    [false, true].map(|t| {
                        let mut v = v.clone();
                        v.set_bool(*b, t);
                        v
                    })
                })
                .collect();
        }
        all
    }
}

//! From atoms to columns and bounds.

use super::bounds::{Bound, BoundSide};
use super::{Arithmetic, Column, Lemma};
use crate::formula::{LinearTerm, Node};
use crate::num::{Int, Rational};
use crate::solver::literal::Lit;

/// What a literal says about a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solver) enum Atom {
    /// `column ≤ bound`
    AtMost(Column, Int),
    /// `column ≥ bound`
    AtLeast(Column, Int),
    /// `column = value`
    Equal(Column, Int),
    /// `column ≠ value`
    Different(Column, Int),
}

impl Arithmetic {
    /// The column of a form: primitive, without constant, the first coefficient positive.
    pub(in crate::solver) fn column(&mut self, form: &LinearTerm) -> Column {
        if let Some(column) = self.by_form.get(form) {
            return *column;
        }
        if form.as_symbol().is_none() {
            for symbol in form.symbols() {
                self.column(&LinearTerm::symbol(symbol));
            }
        }
        let column = self.tableau.add_column();
        self.forms.push(form.clone());
        self.by_form.insert(form.clone(), column);
        self.lower.push(None);
        self.upper.push(None);
        self.at_most.push(Vec::new());
        self.equal.push(Vec::new());
        self.values.push(Rational::zero());
        self.rows.add(form.as_symbol().is_some());
        column
    }

    /// What an arithmetic literal says; `None` for other nodes.
    pub(in crate::solver) fn atom(&mut self, node: &Node) -> Option<Atom> {
        let (Node::Le(t) | Node::Eq(t) | Node::Ne(t)) = node else { return None };
        let negative = t.summands()[0].1.is_negative();
        let form = if negative { -t } else { t.clone() };
        let column = self.column(&form.with_constant(Int::ZERO));
        let c = form.constant_part();
        Some(match node {
            // -form + c' ≤ 0 with c' = -c
            Node::Le(_) if negative => Atom::AtLeast(column, -c),
            Node::Le(_) => Atom::AtMost(column, -c),
            Node::Eq(_) => Atom::Equal(column, -c),
            _ => Atom::Different(column, -c),
        })
    }

    /// Tells which literal stands for an atom, so that bounds can decide it. `literal` means `atom`.
    pub(in crate::solver) fn register(&mut self, literal: Lit, atom: &Atom) {
        let (list, key, literal) = match atom {
            Atom::AtMost(c, k) => (&mut self.at_most[c.index()], k.clone(), literal),
            Atom::AtLeast(c, k) => (&mut self.at_most[c.index()], k - &Int::ONE, !literal),
            Atom::Equal(c, v) => (&mut self.equal[c.index()], v.clone(), literal),
            Atom::Different(c, v) => (&mut self.equal[c.index()], v.clone(), !literal),
        };
        let at = list.partition_point(|(k, _)| *k < key);
        list.insert(at, (key, literal));
    }

    /// Takes in a literal that has become true.
    pub(in crate::solver) fn assert_atom(&mut self, literal: Lit, atom: &Atom) -> Result<(), Lemma> {
        let bound = |value: &Int, equation| Bound { value: value.clone(), reason: literal, equation };
        match atom {
            Atom::AtMost(c, k) => self.assert_bound(*c, BoundSide::Upper, bound(k, false)),
            Atom::AtLeast(c, k) => self.assert_bound(*c, BoundSide::Lower, bound(k, false)),
            Atom::Equal(c, v) => {
                self.assert_bound(*c, BoundSide::Upper, bound(v, true))?;
                self.assert_bound(*c, BoundSide::Lower, bound(v, true))
            }
            // Disequalities wait for a model that violates them.
            Atom::Different(..) => Ok(()),
        }
    }

    pub(in crate::solver) fn value(&self, column: Column) -> &Rational {
        &self.values[column.index()]
    }

    pub(in crate::solver) fn form(&self, column: Column) -> &LinearTerm {
        &self.forms[column.index()]
    }
}

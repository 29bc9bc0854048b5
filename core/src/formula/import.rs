//! Carrying formulae from one arena to another, by the names of their symbols.
//!
//! Canonical forms depend on the order in which an arena met its symbols: `X - Y = 0` in one may be
//! `Y - X = 0` in another. Rebuilding a formula in the other arena makes the two comparable: they are the
//! same formula exactly if the handles are equal.

use super::{Arena, Formula, LinearTerm, Node, Symbol};

/// Rebuilds formulae of one arena in another; shared parts are rebuilt once.
#[derive(Debug)]
pub struct Importer<'a> {
    from: &'a Arena,
    symbols: Vec<Option<Symbol>>,
    formulae: Vec<Option<Formula>>,
}

impl<'a> Importer<'a> {
    pub fn new(from: &'a Arena) -> Importer<'a> {
        Importer {
            from,
            symbols: vec![None; from.symbol_count()],
            formulae: vec![None; from.formula_count()],
        }
    }

    pub fn symbol(&mut self, to: &mut Arena, symbol: Symbol) -> Symbol {
        *self.symbols[symbol.index()]
            .get_or_insert_with(|| to.symbol(self.from.name(symbol), self.from.sort(symbol)))
    }

    pub fn term(&mut self, to: &mut Arena, term: &LinearTerm) -> LinearTerm {
        let summands: Vec<_> =
            term.summands().iter().map(|(s, a)| (self.symbol(to, *s), a.clone())).collect();
        LinearTerm::new(summands, term.constant_part().clone())
    }

    pub fn formula(&mut self, to: &mut Arena, formula: Formula) -> Formula {
        let mut open = vec![formula];
        while let Some(&next) = open.last() {
            if self.formulae[next.index()].is_some() {
                open.pop();
                continue;
            }
            let node = self.from.node(next);
            let waiting = open.len();
            open.extend(node.children().iter().filter(|c| self.formulae[c.index()].is_none()));
            if open.len() > waiting {
                continue;
            }
            open.pop();
            let image = match node {
                Node::True => to.true_(),
                Node::False => to.false_(),
                Node::Bool(b) => {
                    let b = self.symbol(to, *b);
                    to.boolean(b)
                }
                Node::NotBool(b) => {
                    let b = self.symbol(to, *b);
                    !to.boolean(b)
                }
                Node::Le(t) => {
                    let t = self.term(to, t);
                    to.le(&t)
                }
                Node::Eq(t) => {
                    let t = self.term(to, t);
                    to.eq(&t)
                }
                Node::Ne(t) => {
                    let t = self.term(to, t);
                    !to.eq(&t)
                }
                Node::Divides(k, t) => {
                    let t = self.term(to, t);
                    to.divides(k, &t)
                }
                Node::NotDivides(k, t) => {
                    let t = self.term(to, t);
                    !to.divides(k, &t)
                }
                Node::And(parts) => {
                    let parts: Vec<_> = parts.iter().filter_map(|c| self.formulae[c.index()]).collect();
                    to.and(parts)
                }
                Node::Or(parts) => {
                    let parts: Vec<_> = parts.iter().filter_map(|c| self.formulae[c.index()]).collect();
                    to.or(parts)
                }
            };
            self.formulae[next.index()] = Some(image);
            // A formula and its negation are neighbours, and so are their images.
            self.formulae[(!next).index()] = Some(!image);
        }
        self.formulae[formula.index()].unwrap_or(formula)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Sort;
    use crate::num::Int;

    #[test]
    fn the_order_of_symbols_does_not_matter() {
        let build = |names: [&str; 2]| {
            let mut arena = Arena::new();
            for name in names {
                arena.symbol(name, Sort::Int);
            }
            let x = LinearTerm::symbol(arena.symbol("X", Sort::Int));
            let y = LinearTerm::symbol(arena.symbol("Y", Sort::Int));
            let b = arena.symbol("B", Sort::Bool);
            let parts = [
                arena.equal(&x, &y),
                arena.less(&x, &y),
                arena.divides(&Int::from(5), &x.plus_scaled(&Int::from(2), &y)),
                !arena.boolean(b),
            ];
            let either = arena.or([parts[0], parts[3]]);
            let all = arena.and([either, parts[1], !parts[2]]);
            (arena, all)
        };
        let (mut first, f) = build(["X", "Y"]);
        let (second, g) = build(["Y", "X"]);
        assert_eq!(Importer::new(&second).formula(&mut first, g), f);
        assert_eq!(Importer::new(&second).formula(&mut first, !g), !f);
    }
}

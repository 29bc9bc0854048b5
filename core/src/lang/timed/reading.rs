//! A solution in the words of the network: what holds at each location of each automaton.
//!
//! The relation symbol of an automaton says what holds in all states; at one of its locations its own number
//! is known. Clocks are written by their values, `x ≤ 5` and not `C - X ≤ 5`, and locations by their names.

use rustc_hash::FxHashMap;

use super::encode::{Encoded, Position, Slot};
use super::model::Timed;
use super::network::{AutomatonId, Network};
use super::picture::Parts;
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Substitution, Symbol, Valuation};
use crate::lang::model::{Note, Reading};
use crate::lang::{Definition, Encoding, Problem, RelationId, Solution};
use crate::order::Map;

/// What a solution says about the network.
pub(super) fn reading(model: &Timed, problem: &mut Problem, solution: &Solution) -> Reading {
    let (Some(encoded), Some(question)) = (&model.encoded, &model.question) else {
        return Reading::default();
    };
    let network = model.encoded_network();
    let parts = Parts::of(network);
    let mut notes = Vec::new();
    for (id, automaton) in network.automata.iter().enumerate() {
        let Some(definition) = encoded.relations.get(id).and_then(|relation| solution.get(*relation)) else {
            continue;
        };
        let layout = &encoded.layouts[encoded.relations[id].index()];
        for (position, location) in automaton.locations.iter().enumerate() {
            let mut reader = Reader { arena: &mut problem.arena, network, places: Map::default() };
            let formula = reader.read(definition, layout, Some((id, position)));
            notes.push(Note {
                part: Some(parts.location(id, position)),
                span: Some(location.span),
                title: format!("invariant at {}.{}", automaton.name, location.name),
                formula: problem.arena.show(formula).with_implications().text(),
            });
        }
    }
    for relation in environments(encoded) {
        let Some(definition) = solution.get(relation) else { continue };
        let mut reader = Reader { arena: &mut problem.arena, network, places: Map::default() };
        let formula = reader.read(definition, &encoded.layouts[relation.index()], None);
        let id = relation.index() - encoded.relations.len();
        notes.push(Note {
            part: None,
            span: network.automata.get(id).map(|automaton| automaton.span),
            title: format!("what `{}` relies on", network.automata.get(id).map_or("", |a| a.name.as_str())),
            formula: problem.arena.show(formula).with_implications().text(),
        });
    }
    Reading { sentence: sentence(model.encoding, &question.text, question.always), notes }
}

fn sentence(encoding: Encoding, text: &str, always: bool) -> String {
    let verdict = if always {
        format!("`{text}` holds")
    } else {
        format!("`{text}` does not hold: it is never reached")
    };
    match encoding {
        Encoding::OwickiGries => {
            format!("{verdict}, by local invariants that the others do not interfere with.")
        }
        Encoding::RelyGuarantee => {
            format!("{verdict}, by local invariants and what each automaton relies on.")
        }
        Encoding::Parameterised => format!(
            "{verdict} for any number of copies of the templates with parameters, if there are at least those that the \
             question names, which stand for any different copies."
        ),
        _ => format!("{verdict}."),
    }
}

/// The relation symbols that speak of two states.
fn environments(encoded: &Encoded) -> Vec<RelationId> {
    let is_pair = |layout: &Vec<Position>| layout.iter().any(|position| position.is_after);
    let found = encoded.layouts.iter().enumerate().filter(|(_, layout)| is_pair(layout));
    found.map(|(relation, _)| RelationId(relation as u32)).collect()
}

struct Reader<'a> {
    arena: &'a mut Arena,
    network: &'a Network,
    /// The symbols for locations, with the automaton and a mark for the state after a step.
    places: Map<Symbol, (AutomatonId, &'static str)>,
}

impl Reader<'_> {
    /// A definition in the words of the network, at a location of an automaton.
    fn read(
        &mut self,
        definition: &Definition,
        layout: &[Position],
        at: Option<(AutomatonId, usize)>,
    ) -> Formula {
        let time = self.symbol("time");
        let mut words = Substitution::new();
        for (parameter, position) in definition.parameters.iter().zip(layout) {
            let mark = if position.is_after { "'" } else { "" };
            let term = match position.slot {
                Slot::Unit => LinearTerm::symbol(self.symbol("unit")),
                Slot::Time => LinearTerm::symbol(time),
                Slot::Clock(clock) => {
                    let clock = &self.network.clocks[clock];
                    let name = self.network.full_name(&clock.name, clock.owner);
                    // The value is the time since the clock was 0.
                    &LinearTerm::symbol(time) - &LinearTerm::symbol(self.symbol(&format!("{name}{mark}")))
                }
                Slot::Variable(variable) => {
                    let variable = &self.network.variables[variable];
                    let name = self.network.full_name(&variable.name, variable.owner);
                    LinearTerm::symbol(self.symbol(&format!("{name}{mark}")))
                }
                Slot::Pending(channel) => LinearTerm::symbol(self.symbol(&format!("pending{channel}{mark}"))),
                Slot::Location(automaton) => match at {
                    Some((own, location)) if own == automaton => LinearTerm::constant(location as u64),
                    _ => {
                        let name = format!("{}{mark}", self.network.automata[automaton].name);
                        let symbol = self.symbol(&name);
                        self.places.insert(symbol, (automaton, mark));
                        LinearTerm::symbol(symbol)
                    }
                },
            };
            words.term(*parameter, term);
        }
        let formula = words.apply(self.arena, definition.formula);
        self.with_names(formula)
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        self.arena.symbol(name, Sort::Int)
    }

    /// With `Light.Green` in the place of `Light = 2`.
    fn with_names(&mut self, formula: Formula) -> Formula {
        let mut images: FxHashMap<Formula, Formula> = FxHashMap::default();
        for part in self.arena.reachable([formula]) {
            let image = match self.arena.node(part).clone() {
                Node::And(children) => {
                    let children: Vec<Formula> = children.iter().map(|child| images[child]).collect();
                    self.arena.and(children)
                }
                Node::Or(children) => {
                    let children: Vec<Formula> = children.iter().map(|child| images[child]).collect();
                    self.arena.or(children)
                }
                node => match node.term().map(LinearTerm::summands) {
                    Some([(symbol, _)]) if self.places.contains_key(symbol) => self.named(part, *symbol),
                    _ => part,
                },
            };
            images.insert(part, image);
        }
        images.get(&formula).copied().unwrap_or(formula)
    }

    /// A literal about one location, as the names of the locations for which it holds.
    fn named(&mut self, literal: Formula, symbol: Symbol) -> Formula {
        let Some((automaton, mark)) = self.places.get(&symbol).copied() else { return literal };
        let automaton = &self.network.automata[automaton];
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (position, location) in automaton.locations.iter().enumerate() {
            let mut valuation = Valuation::new();
            valuation.set_int(symbol, position as u64);
            let name = self.arena.symbol(&format!("{}{mark}.{}", automaton.name, location.name), Sort::Bool);
            let here = self.arena.boolean(name);
            if self.arena.evaluate(literal, &valuation) { inside.push(here) } else { outside.push(here) }
        }
        if inside.len() <= outside.len() { self.arena.or(inside) } else { !self.arena.or(outside) }
    }
}

//! Any number of copies (thesis, Sect. 6.5.3): a relation symbol for each template, whose first arguments are
//! the parameters of a copy, and which knows the global clocks and variables and those of its own copy alone.
//!
//! What the other copies are at is unknown, so derivations need not be runs. Two copies of a template differ
//! in their parameters. Ranges of variables, committed locations and urgent channels of others are left out,
//! since what is left out makes more possible, and solutions stay proofs. A template without parameters has
//! one copy.

use super::frame::Frame;
use super::{Draft, Encoder, Group, Happening, Slot, layout};
use crate::formula::{Formula, LinearTerm};
use crate::lang::Span;
use crate::lang::timed::network::{AutomatonId, Condition, Edge, Mention, Network, Pair};
use crate::lang::timed::time::Unit;
use crate::order::Set;

impl<'a> Encoder<'a, '_> {
    pub(super) fn parameterised(&mut self, family: &'a Network) {
        let concrete = self.network;
        // From here on, the network is the one with a copy of each template.
        self.network = family;
        for (id, automaton) in family.automata.iter().enumerate() {
            let layout = layout(self.own_slots(family, id));
            let relation = self.relation(&automaton.name, layout, automaton.span);
            self.relations.push(relation);
        }
        for id in 0..family.automata.len() {
            if self.report.is_exhausted() {
                return;
            }
            self.copy_starts(family, id);
            self.copy_waits(family, id);
        }
        for (id, automaton) in family.automata.iter().enumerate() {
            for (position, edge) in automaton.edges.iter().enumerate().filter(|(_, edge)| edge.sync.is_none())
            {
                self.copy_moves(family, id, position, edge);
            }
        }
        for (i, one) in family.automata.iter().enumerate() {
            for e in 0..one.edges.len() {
                if self.report.is_exhausted() {
                    return;
                }
                for (j, other) in family.automata.iter().enumerate() {
                    for f in 0..other.edges.len() {
                        if (i != j || Self::has_copies(family, i)) && family.fits((i, e), (j, f)) {
                            self.copies_meet(family, Pair { sender: (i, e), receiver: (j, f) });
                        }
                    }
                }
            }
        }
        self.copies_asked(family, concrete);
    }

    /// May there be more than one copy?
    fn has_copies(family: &Network, id: AutomatonId) -> bool {
        family.automata[id].variables.iter().any(|variable| family.variables[*variable].is_parameter)
    }

    /// Parameters, unit, time, clocks, variables and location of a copy; global ones before its own.
    fn own_slots(&self, family: &Network, id: AutomatonId) -> Vec<Slot> {
        let owned = |owner: Option<AutomatonId>| owner.is_none() || owner == Some(id);
        let variables: Vec<usize> =
            (0..family.variables.len()).filter(|v| owned(family.variables[*v].owner)).collect();
        let (parameters, others): (Vec<usize>, Vec<usize>) =
            variables.into_iter().partition(|v| family.variables[*v].is_parameter);
        let mut slots: Vec<Slot> = parameters.into_iter().map(Slot::Variable).collect();
        if self.unit == Unit::Any {
            slots.push(Slot::Unit);
        }
        slots.push(Slot::Time);
        let clocks = (0..family.clocks.len()).filter(|clock| owned(family.clocks[*clock].owner));
        slots.extend(clocks.map(Slot::Clock));
        slots.extend(others.into_iter().map(Slot::Variable));
        slots.push(Slot::Location(id));
        slots
    }

    fn own_arguments(&self, family: &Network, id: AutomatonId, frame: &Frame) -> Vec<LinearTerm> {
        self.own_slots(family, id).into_iter().map(|slot| frame.get(slot)).collect()
    }

    /// A copy: everything of its own has a mark after its name.
    fn copy(&mut self, family: &Network, mark: &str) -> Frame {
        let plain = self.frame("");
        let mut copy = self.frame(mark);
        for (clock, _) in family.clocks.iter().enumerate().filter(|(_, clock)| clock.owner.is_none()) {
            copy.clocks[clock] = plain.clocks[clock].clone();
        }
        for (variable, _) in
            family.variables.iter().enumerate().filter(|(_, variable)| variable.owner.is_none())
        {
            copy.variables[variable] = plain.variables[variable].clone();
        }
        copy
    }

    /// What is global in one state, put into another.
    fn with_globals(family: &Network, of: &Frame, from: &Frame) -> Frame {
        let mut frame = of.clone();
        for (clock, _) in family.clocks.iter().enumerate().filter(|(_, clock)| clock.owner.is_none()) {
            frame.clocks[clock] = from.clocks[clock].clone();
        }
        for (variable, _) in family.variables.iter().enumerate().filter(|(_, v)| v.owner.is_none()) {
            frame.variables[variable] = from.variables[variable].clone();
        }
        frame
    }

    /// Two copies of a template are different ones.
    fn differ(
        &mut self,
        family: &Network,
        one: (AutomatonId, &Frame),
        other: (AutomatonId, &Frame),
    ) -> Formula {
        if one.0 != other.0 {
            return self.problem.arena.true_();
        }
        let parameters =
            family.automata[one.0].variables.iter().filter(|v| family.variables[**v].is_parameter);
        let mut parts = Vec::new();
        for parameter in parameters {
            let equal =
                self.problem.arena.equal(&one.1.variables[*parameter], &other.1.variables[*parameter]);
            parts.push(!equal);
        }
        self.problem.arena.or(parts)
    }

    fn copy_starts(&mut self, family: &Network, id: AutomatonId) {
        let mut constraint = Vec::new();
        let symbols = self.frame("");
        let mut frame = self.start(&mut constraint);
        for (variable, declared) in family.variables.iter().enumerate() {
            if declared.is_parameter && declared.owner == Some(id) {
                frame.variables[variable] = symbols.variables[variable].clone();
                if let Some((low, _)) = declared.range {
                    let least = LinearTerm::constant(low);
                    constraint.push(self.problem.arena.at_most(&least, &symbols.variables[variable]));
                }
            }
        }
        let span = family.automata[id].span;
        let draft = Draft { group: Group::Start, happening: Happening::Start, of: Some(id), span };
        let head = Some((self.relations[id], self.own_arguments(family, id, &frame)));
        self.clause(&draft, head, Vec::new(), constraint);
    }

    fn copy_waits(&mut self, family: &Network, id: AutomatonId) {
        let automaton = &family.automata[id];
        let relation = self.relations[id];
        for (position, location) in automaton.locations.iter().enumerate() {
            if location.stops_time() || location.invariant.is_true() {
                continue;
            }
            let mut constraint = Vec::new();
            let mut before = self.frame("");
            before.locations[id] = LinearTerm::constant(position as u64);
            let after = self.later(&before, &mut constraint);
            let invariant = self.condition(&location.invariant, &after, &mut constraint);
            constraint.push(invariant);
            let draft =
                Draft { group: Group::Time, happening: Happening::Time, of: Some(id), span: location.span };
            let (head, body) =
                (self.own_arguments(family, id, &after), self.own_arguments(family, id, &before));
            self.clause(&draft, Some((relation, head)), vec![(relation, body)], constraint);
        }
        let is_other = |location: &crate::lang::timed::network::Location| {
            location.stops_time() || !location.invariant.is_true()
        };
        if automaton.locations.iter().all(is_other) {
            return;
        }
        let mut constraint = Vec::new();
        let before = self.frame("");
        for (position, _) in automaton.locations.iter().enumerate().filter(|(_, location)| is_other(location))
        {
            let at = self.at(&before.locations[id], position);
            constraint.push(!at);
        }
        let after = self.later(&before, &mut constraint);
        let draft =
            Draft { group: Group::Time, happening: Happening::Time, of: Some(id), span: automaton.span };
        let (head, body) = (self.own_arguments(family, id, &after), self.own_arguments(family, id, &before));
        self.clause(&draft, Some((relation, head)), vec![(relation, body)], constraint);
    }

    /// One edge of one copy: what it does itself, and that the others tolerate it.
    fn copy_moves(&mut self, family: &Network, id: AutomatonId, position: usize, edge: &Edge) {
        let mut constraint = Vec::new();
        let mut before = self.copy(family, "");
        before.locations[id] = LinearTerm::constant(edge.from as u64);
        let guard = self.condition(&edge.guard, &before, &mut constraint);
        constraint.push(guard);
        let after = self.updated(&before, id, edge, false, &mut constraint);
        let invariant = &family.automata[id].locations[edge.to].invariant;
        let invariant = self.condition(invariant, &after, &mut constraint);
        constraint.push(invariant);
        let relation = self.relations[id];
        let (head, body) = (self.own_arguments(family, id, &after), self.own_arguments(family, id, &before));
        let happening = Happening::Edge(id, position);
        let draft = Draft { group: Group::Edge, happening, of: Some(id), span: edge.span };
        self.clause(&draft, Some((relation, head)), vec![(relation, body.clone())], constraint.clone());
        for other in 0..family.automata.len() {
            if other == id && !Self::has_copies(family, id) {
                continue;
            }
            let witness = self.copy(family, "'");
            let mut constraint = constraint.clone();
            constraint.push(self.differ(family, (id, &before), (other, &witness)));
            let later = Self::with_globals(family, &witness, &after);
            let draft = Draft { group: Group::Interference, happening, of: Some(other), span: edge.span };
            let head = Some((self.relations[other], self.own_arguments(family, other, &later)));
            let premises = vec![
                (self.relations[other], self.own_arguments(family, other, &witness)),
                (relation, body.clone()),
            ];
            self.clause(&draft, head, premises, constraint);
        }
    }

    /// Two copies synchronise.
    fn copies_meet(&mut self, family: &Network, pair: Pair) {
        let mut constraint = Vec::new();
        let edge = |(id, position): (AutomatonId, usize)| &family.automata[id].edges[position];
        let (sender, receiver) = (edge(pair.sender), edge(pair.receiver));
        let (i, j) = (pair.sender.0, pair.receiver.0);
        let mut one = self.copy(family, "");
        one.locations[i] = LinearTerm::constant(sender.from as u64);
        let mut other = self.copy(family, "'");
        other.locations[j] = LinearTerm::constant(receiver.from as u64);
        let guards = [
            self.condition(&sender.guard, &one, &mut constraint),
            self.condition(&receiver.guard, &other, &mut constraint),
        ];
        constraint.extend(guards);
        constraint.push(self.differ(family, (i, &one), (j, &other)));
        let equal = self.same_channel(pair, &one, &other, &mut constraint);
        constraint.extend(equal);
        let one_between = self.updated(&one, i, sender, false, &mut constraint);
        let other_between = Self::with_globals(family, &other, &one_between);
        let other_after = self.updated(&other_between, j, receiver, false, &mut constraint);
        let one_after = Self::with_globals(family, &one_between, &other_after);
        for (id, edge, frame) in [(i, sender, &one_after), (j, receiver, &other_after)] {
            let invariant = &family.automata[id].locations[edge.to].invariant;
            let invariant = self.condition(invariant, frame, &mut constraint);
            constraint.push(invariant);
        }
        let premises = vec![
            (self.relations[i], self.own_arguments(family, i, &one)),
            (self.relations[j], self.own_arguments(family, j, &other)),
        ];
        let happening = Happening::Together(pair);
        for (id, frame) in [(i, &one_after), (j, &other_after)] {
            let draft = Draft { group: Group::Synchronisation, happening, of: Some(id), span: sender.span };
            let head = Some((self.relations[id], self.own_arguments(family, id, frame)));
            self.clause(&draft, head, premises.clone(), constraint.clone());
        }
        for third in 0..family.automata.len() {
            if (third == i || third == j) && !Self::has_copies(family, third) {
                continue;
            }
            let witness = self.copy(family, "''");
            let mut constraint = constraint.clone();
            constraint.push(self.differ(family, (i, &one), (third, &witness)));
            constraint.push(self.differ(family, (j, &other), (third, &witness)));
            let later = Self::with_globals(family, &witness, &other_after);
            let draft =
                Draft { group: Group::InterferenceOfPairs, happening, of: Some(third), span: sender.span };
            let head = Some((self.relations[third], self.own_arguments(family, third, &later)));
            let mut premises = premises.clone();
            premises.insert(0, (self.relations[third], self.own_arguments(family, third, &witness)));
            self.clause(&draft, head, premises, constraint);
        }
    }

    /// The question, about different copies in the places of those that it names.
    fn copies_asked(&mut self, family: &Network, concrete: &Network) {
        let question = self.question;
        let target: &Condition = &question.target;
        let mut named: Set<AutomatonId> = Set::default();
        target.visit(&mut |mention| {
            let owner = match mention {
                Mention::Variable(variable) => concrete.variables[variable].owner,
                Mention::Clock(clock) => concrete.clocks[clock].owner,
                Mention::Location(automaton) => Some(automaton),
            };
            if let Some(owner) = owner {
                named.insert(owner);
            }
        });
        let template_of = |id: AutomatonId| {
            let wanted = &concrete.automata[id];
            let same = |other: &crate::lang::timed::network::Automaton| {
                other.template == wanted.template
                    && (other.name == wanted.name || wanted.clocks.len() == other.clocks.len())
            };
            let exact = family.automata.iter().position(|other| other.name == wanted.name);
            exact.or_else(|| family.automata.iter().position(same)).unwrap_or(0)
        };
        let mut named: Vec<AutomatonId> = named.iter().copied().collect();
        if named.is_empty() {
            // Only global variables are asked about: some copy of each template agrees.
            let mut seen = Set::default();
            named = (0..concrete.automata.len()).filter(|id| seen.insert(template_of(*id))).collect();
        }
        let mut constraint = Vec::new();
        let globals = self.copy(family, "");
        // The state that the question speaks of, pieced together from the copies.
        let zero = LinearTerm::zero;
        let mut whole = Frame {
            unit: globals.unit.clone(),
            time: globals.time.clone(),
            clocks: vec![zero(); concrete.clocks.len()],
            variables: vec![zero(); concrete.variables.len()],
            pending: Vec::new(),
            locations: vec![zero(); concrete.automata.len()],
        };
        // Global clocks and variables are declared first, so they have the same positions in both networks.
        for (clock, _) in concrete.clocks.iter().enumerate().filter(|(_, clock)| clock.owner.is_none()) {
            whole.clocks[clock] = globals.clocks[clock].clone();
        }
        for (variable, _) in concrete.variables.iter().enumerate().filter(|(_, v)| v.owner.is_none()) {
            whole.variables[variable] = globals.variables[variable].clone();
        }
        let mut premises = Vec::new();
        let mut copies: Vec<(AutomatonId, Frame)> = Vec::new();
        for (position, id) in named.iter().enumerate() {
            let copy = self.copy(family, &"'".repeat(position));
            let template = template_of(*id);
            let (own, declared) = (&concrete.automata[*id], &family.automata[template]);
            for (a, b) in own.clocks.iter().zip(&declared.clocks) {
                whole.clocks[*a] = copy.clocks[*b].clone();
            }
            let parameters = declared.variables.iter().filter(|v| family.variables[**v].is_parameter).count();
            for (a, b) in own.variables.iter().zip(&declared.variables[parameters..]) {
                whole.variables[*a] = copy.variables[*b].clone();
            }
            whole.locations[*id] = copy.locations[template].clone();
            premises.push((self.relations[template], self.own_arguments(family, template, &copy)));
            for (other, frame) in &copies {
                let different = self.differ(family, (template, &copy), (*other, frame));
                constraint.push(different);
            }
            copies.push((template, copy));
        }
        let target = self.condition(target, &whole, &mut constraint);
        constraint.push(target);
        let span: Span = question.span;
        let draft = Draft { group: Group::Question, happening: Happening::Question, of: None, span };
        self.clause(&draft, None, premises, constraint);
    }
}

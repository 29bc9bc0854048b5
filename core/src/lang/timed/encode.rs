//! Networks as Horn clauses (thesis, Fig. 6.3), in four ways.
//!
//! A relation symbol speaks of the whole state: `P(c, ū, v̄, l̄)` has the global time `c`, for each clock the
//! time `u` of its last reset (its value is `c - u`), the variables, and the location of each automaton as a
//! number.
//!
//! | encoding | relation symbols | groups of clauses |
//! |---|---|---|
//! | [`product`] | one | start, time, edges, synchronisations, question |
//! | [`owicki_gries`] | `Pᵢ` for each automaton | and interference of edges and of synchronisations |
//! | [`rely_guarantee`] | `Pᵢ` and `Eᵢ`, what the others do | and rely, guarantee |
//! | [`parameterised`] | one for each template | as with Owicki-Gries, between copies |
//!
//! The figure has slips, which are mended here: the invariant in `HC_te` is meant at the time `c'` after the
//! delay (as in Fig. 6.2, `c₂ - x ≤ 5`), and in `τᵢ` after the resets; interference is between different
//! automata (`i ≠ j`); `Sync` conjoins `τ_p` and `τ_q` over the same two states although each keeps the
//! location that the other changes, so here they are composed, the sender's updates first; `HC_rely` has `τᵢ`
//! where Fig. 6.5 has "own location unchanged"; `HC_guarantee` gives `Eⱼ` the new state alone, where it
//! relates two; and in Fig. 6.4 the first clause starts at location 0 where the edge starts at 3.

mod frame;
mod owicki_gries;
mod parameterised;
mod predicates;
mod product;
mod rely_guarantee;
mod steps;

use self::frame::{Frame, Names};
use super::network::{AutomatonId, ClockId, Network, Pair, Question, VariableId};
use super::time::Unit;
use crate::formula::{Formula, LinearTerm, Sort, Symbol};
use crate::lang::common::report::Report;
use crate::lang::{Application, Argument, Clause, Encoding, Problem, Relation, RelationId, Span};

/// The groups of clauses, in the order in which they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    Start,
    Time,
    Edge,
    Synchronisation,
    Interference,
    InterferenceOfPairs,
    Rely,
    Guarantee,
    Question,
}

impl Group {
    /// What the clauses of the group say.
    pub(super) fn title(self) -> &'static str {
        match self {
            Group::Start => "the start (HC_init)",
            Group::Time => "time passes (HC_te)",
            Group::Edge => "edges of an automaton (HC_trans)",
            Group::Synchronisation => "synchronisations (HC_sync)",
            Group::Interference => "the edges of the others do not interfere (HC_inter-loc)",
            Group::InterferenceOfPairs => {
                "the synchronisations of the others do not interfere (HC_inter-sync)"
            }
            Group::Rely => "what the environment does is tolerated (HC_rely)",
            Group::Guarantee => "what an automaton does is known to the others (HC_guarantee)",
            Group::Question => "the question (HC_err)",
        }
    }
}

/// What a clause stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    Start,
    Time,
    /// An edge, alone or as one half of a synchronisation.
    Edge(AutomatonId, usize),
    Together(Pair),
    /// Whatever the environment did.
    Environment,
    Question,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) group: Group,
    pub(super) happening: Happening,
    /// Whose clause it is, if it is an automaton's.
    pub(super) of: Option<AutomatonId>,
}

/// What an argument of a relation symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// How many ticks a time unit has.
    Unit,
    Time,
    /// When a clock was 0.
    Clock(ClockId),
    Variable(VariableId),
    /// Who waits for a partner on a channel.
    Pending(usize),
    Location(AutomatonId),
}

/// An argument: before a step or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) slot: Slot,
    pub(super) is_after: bool,
}

/// The clauses of a network, and what they stand for.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) problem: Problem,
    /// One for each clause.
    pub(super) origins: Vec<Origin>,
    /// The relation symbol of each automaton.
    pub(super) relations: Vec<RelationId>,
    /// What the arguments of each relation symbol stand for.
    pub(super) layouts: Vec<Vec<Position>>,
}

/// Makes the clauses of a network. `family` is the same network with one copy of each template, for
/// [`Encoding::Parameterised`].
pub(super) fn encode(
    network: &Network,
    family: Option<&Network>,
    question: &Question,
    unit: Unit,
    encoding: Encoding,
    report: &mut Report,
) -> Encoded {
    let mut encoder = Encoder {
        network,
        question,
        unit,
        problem: Problem::default(),
        origins: Vec::new(),
        relations: Vec::new(),
        layouts: Vec::new(),
        names: Names::of(family.unwrap_or(network)),
        report,
    };
    match (encoding, family) {
        (Encoding::Parameterised, Some(family)) => encoder.parameterised(family),
        (Encoding::OwickiGries, _) => encoder.owicki_gries(),
        (Encoding::RelyGuarantee, _) => encoder.rely_guarantee(),
        _ => encoder.product(),
    }
    encoder.predicates(encoding == Encoding::Parameterised && family.is_some());
    let Encoder { mut problem, mut origins, relations, layouts, .. } = encoder;
    // Clauses of one group stand together.
    let mut order: Vec<usize> = (0..problem.clauses.len()).collect();
    crate::order::sort_by_key(&mut order, |clause| (origins[*clause].group, *clause));
    problem.clauses = order.iter().map(|clause| problem.clauses[*clause].clone()).collect();
    origins = order.iter().map(|clause| origins[*clause]).collect();
    Encoded { problem, origins, relations, layouts }
}

struct Encoder<'a, 'r> {
    network: &'a Network,
    question: &'a Question,
    unit: Unit,
    problem: Problem,
    origins: Vec<Origin>,
    relations: Vec<RelationId>,
    layouts: Vec<Vec<Position>>,
    names: Names,
    report: &'a mut Report<'r>,
}

/// A clause under construction.
struct Draft {
    group: Group,
    happening: Happening,
    of: Option<AutomatonId>,
    span: Span,
}

impl Encoder<'_, '_> {
    fn relation(&mut self, name: &str, layout: Vec<Position>, span: Span) -> RelationId {
        let taken =
            |problem: &Problem, name: &str| problem.relations.iter().any(|relation| relation.name == name);
        let mut name = relation_name(name);
        while taken(&self.problem, &name) {
            name.push('_');
        }
        self.problem.relations.push(Relation { name, sorts: vec![Sort::Int; layout.len()], span });
        self.layouts.push(layout);
        RelationId(self.problem.relations.len() as u32 - 1)
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        self.problem.arena.symbol(name, Sort::Int)
    }

    /// Keeps a clause, unless its constraint is false.
    fn clause(
        &mut self,
        draft: &Draft,
        head: Option<(RelationId, Vec<LinearTerm>)>,
        body: Vec<(RelationId, Vec<LinearTerm>)>,
        constraint: Vec<Formula>,
    ) {
        let arguments: usize = head.iter().chain(&body).map(|(_, arguments)| arguments.len() + 1).sum();
        if !self.report.spend(ARGUMENT_COST * (arguments + constraint.len()) as u64, draft.span) {
            return;
        }
        let constraint = self.problem.arena.and(constraint);
        if constraint == self.problem.arena.false_() {
            return;
        }
        let application = |(relation, arguments): (RelationId, Vec<LinearTerm>)| Application {
            relation,
            arguments: arguments.into_iter().map(Argument::Int).collect(),
            span: draft.span,
        };
        let head = head.map(application);
        let body = body.into_iter().map(application).collect();
        self.problem.clauses.push(Clause { head, body, constraint, span: draft.span });
        self.origins.push(Origin { group: draft.group, happening: draft.happening, of: draft.of });
    }

    /// What there is in a state: unit, time, clocks, variables, pending synchronisations, locations.
    fn slots(&self, pending: usize) -> Vec<Slot> {
        let mut slots = Vec::new();
        if self.unit == Unit::Any {
            slots.push(Slot::Unit);
        }
        slots.push(Slot::Time);
        slots.extend((0..self.network.clocks.len()).map(Slot::Clock));
        slots.extend((0..self.network.variables.len()).map(Slot::Variable));
        slots.extend((0..pending).map(Slot::Pending));
        slots.extend((0..self.network.automata.len()).map(Slot::Location));
        slots
    }

    /// All arguments of a state.
    fn arguments(&self, frame: &Frame) -> Vec<LinearTerm> {
        self.slots(frame.pending.len()).into_iter().map(|slot| frame.get(slot)).collect()
    }
}

/// The arguments of a relation symbol that speaks of one state.
fn layout(slots: Vec<Slot>) -> Vec<Position> {
    slots.into_iter().map(|slot| Position { slot, is_after: false }).collect()
}

/// What an argument or a constraint of a clause costs of the work that a text may cause.
const ARGUMENT_COST: u64 = 10;

/// A name for a relation symbol that needs no quotes.
fn relation_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut letters = plain.chars();
    match letters.next() {
        Some(first) if first.is_alphabetic() => first.to_lowercase().chain(letters).collect(),
        _ => format!("p{plain}"),
    }
}

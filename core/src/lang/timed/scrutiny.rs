//! What is odd about a network: synchronisations without a partner, starts that violate an invariant, loops
//! that take no time.

use super::network::{Comparison, Condition, Edge, Network};
use super::syntax::Direction;
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Span};
use crate::order::Set;

/// Reports what is odd.
pub(super) fn look(network: &Network, report: &mut Report) {
    starts(network, report);
    partners(network, report);
    urgent_channels(network, report);
    loops(network, report);
}

/// All clocks are 0 at the start, where the invariants must hold (thesis, Sect. 6.1: well-formed).
fn starts(network: &Network, report: &mut Report) {
    let interpreter = super::interpret::Interpreter::new(network, 1);
    let start = interpreter.start();
    for automaton in &network.automata {
        let Some(location) = automaton.locations.get(automaton.initial) else { continue };
        if !interpreter.holds(&location.invariant, &start) {
            report.hinted(
                location.span,
                format!(
                    "the invariant of the initial location of `{}` does not hold at the start",
                    automaton.name
                ),
                "all clocks start with 0",
            );
        }
    }
}

/// An edge that synchronises needs a partner in another automaton.
fn partners(network: &Network, report: &mut Report) {
    // Copies of one edge, for selected values or other parameters, may have none.
    let mut partnered: Set<Span> = Set::default();
    for pair in network.pairs() {
        for (automaton, edge) in [pair.sender, pair.receiver] {
            partnered.insert(network.automata[automaton].edges[edge].span);
        }
    }
    let mut seen: Set<Span> = Set::default();
    for automaton in &network.automata {
        for edge in &automaton.edges {
            let Some(sync) = &edge.sync else { continue };
            if !partnered.contains(&edge.span) && seen.insert(edge.span) {
                let name = &network.channels[sync.channel].name;
                let (this, partner) = match sync.direction {
                    Direction::Send => ("sends on", format!("receives (`{name}?`)")),
                    Direction::Receive => ("receives from", format!("sends (`{name}!`)")),
                    Direction::Undirected => ("takes part in", "takes part in it".to_owned()),
                };
                let message =
                    format!("this edge {this} `{name}`, and no other process {partner}: it is never taken");
                report.push(Diagnostic::warning(edge.span, message));
            }
            if sync.direction == Direction::Undirected {
                let takes_part = |other: &&super::network::Automaton| {
                    other.edges.iter().any(|other| {
                        other
                            .sync
                            .as_ref()
                            .is_some_and(|other| other.channel == sync.channel && other.index == sync.index)
                    })
                };
                if network.automata.iter().filter(takes_part).count() > 2 && seen.insert(edge.span) {
                    let name = &network.channels[sync.channel].name;
                    report.hinted(
                        edge.span,
                        format!("more than two processes take part in `{name}`, which is outside of what is read here"),
                        "two automata take part in a synchronisation: `c!` and `c?`",
                    );
                }
            }
        }
    }
}

/// Whether an urgent synchronisation is possible must not depend on time.
fn urgent_channels(network: &Network, report: &mut Report) {
    for edge in network.automata.iter().flat_map(|automaton| &automaton.edges) {
        let is_urgent = edge.sync.as_ref().is_some_and(|sync| network.channels[sync.channel].is_urgent);
        let mut has_clock = false;
        edge.guard.clock_bounds(false, &mut |_, _| has_clock = true);
        if is_urgent && has_clock {
            report.hinted(
                edge.span,
                "the guard of an edge with an urgent channel can't mention clocks",
                "put the bound into the location before it, or use a channel that is not urgent",
            );
        }
    }
}

/// A loop of edges that need no partner, read no variable and wait for no clock can be taken any number of
/// times in no time (Zeno behaviour). Questions about states are not affected, since every finite run counts.
fn loops(network: &Network, report: &mut Report) {
    for automaton in &network.automata {
        let free: Vec<&Edge> =
            automaton.edges.iter().filter(|edge| edge.sync.is_none() && never_waits(&edge.guard)).collect();
        for edge in &free {
            // Is there a way back?
            let mut reached: Set<usize> = Set::default();
            let mut open = vec![edge.to];
            while let Some(location) = open.pop() {
                if reached.insert(location) {
                    open.extend(free.iter().filter(|other| other.from == location).map(|other| other.to));
                }
            }
            if reached.contains(&edge.from) {
                let message = format!(
                    "Zeno behaviour: `{}` can run through this loop any number of times while no time passes",
                    automaton.name
                );
                let hint = "bound a clock from below in a guard of the loop, and reset it there; answers to questions \
                            about states hold all the same";
                report.push(Diagnostic::warning(edge.span, message).with_hint(hint));
                break;
            }
        }
    }
}

fn never_waits(guard: &Condition) -> bool {
    guard.conjuncts().iter().all(|part| match part {
        Condition::Constant(true)
        | Condition::Clock { minus: None, comparison: Comparison::Less | Comparison::AtMost, .. } => true,
        Condition::Clock { minus: None, comparison: Comparison::AtLeast, bound, .. } => {
            bound.constant() == Some(0)
        }
        _ => false,
    })
}

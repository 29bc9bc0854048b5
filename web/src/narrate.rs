//! What happens at a step, in plain words; formulae, things of the run, and terms of the trade are parts of their own.

use hornbook::engine::{Event, Header, NodeId, Outcome};
use hornbook::horn::{ClauseId, RelId};

use crate::glossary::Term;
use crate::selection::Selection;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Text(String),
    /// A formula, as events carry it.
    Math(String),
    /// The name of something that can be selected.
    Thing(Selection, String),
    /// A word with a definition.
    Term(Term, &'static str),
}

/// Sentences in the making.
#[derive(Debug, Default)]
struct Telling {
    parts: Vec<Part>,
}

/// Tells of the event that leads to a step.
pub fn narrate(event: &Event, header: &Header) -> Vec<Part> {
    let mut t = Telling::default();
    match event {
        Event::NodeAdded { node, relation, predicates } => {
            t.text("A new ").term(Term::Node, "node").text(" ").node(*node).text(" for ");
            t.relation(header, *relation);
            if predicates.is_empty() {
                t.text(": nothing is known about its arguments.");
            } else {
                let some = count(predicates.len(), "predicate holds", "predicates hold");
                t.text(format!(": {some} for its arguments."));
            }
        }
        Event::EdgeAdded { clause, body, head, .. } => {
            t.clause(*clause).text(" derives ").node(*head);
            t.from(body).text(".");
        }
        Event::Subsumed { clause, body, by, .. } => {
            t.clause(*clause);
            t.from(body).text(" derives nothing new: it is ").term(Term::Subsumed, "subsumed");
            t.text(" by ").node(*by).text(".");
        }
        Event::Covered { nodes, by } => {
            t.node(*by).text(" allows all that ").nodes(nodes);
            t.text(if nodes.len() == 1 { " allows, so that " } else { " allow, so that " });
            t.text(if nodes.len() == 1 { "it is " } else { "they are " });
            t.term(Term::Covered, "covered").text(" and need not be followed any more.");
        }
        Event::Contradictory { clause, body } => {
            t.clause(*clause).text(" cannot be applied to ").nodes(body);
            t.text(": its constraint contradicts what is known there.");
        }
        Event::CounterexampleFound { tree } => {
            t.text("The graph derives ").math("false").text(". The way there is a ");
            t.term(Term::Counterexample, "counterexample").text(" of depth ");
            t.text(format!("{}: ", tree.depth()));
            t.text("is it real?");
        }
        Event::TooManyCounterexamples { limit } => {
            t.text(format!("All counterexamples of minimal depth together have more than {limit} "));
            t.text("clause instances; one of them is taken instead.");
        }
        Event::Refuted => {
            t.text("No: no integers make it a derivation, so the counterexample is ");
            t.term(Term::Spurious, "spurious").text(".");
        }
        Event::TemplatesChosen { loops, .. } => {
            let templates = loops.iter().map(|l| l.templates.len()).sum();
            t.text(format!(
                "The loops suggest {} that interpolants may be built from.",
                count(templates, "template", "templates")
            ));
        }
        Event::Explored { frontier, chosen, .. } => {
            t.text(format!(
                "{} refute the counterexample",
                count(frontier.len(), "cheapest set", "cheapest sets")
            ));
            t.text(if chosen.is_some() {
                "; one is chosen."
            } else {
                "; refinement goes on without templates."
            });
        }
        Event::Expanded { .. } => {
            t.text("The derivations are unwound into clauses without recursion, in which no two share a dependence.");
        }
        Event::CopySolved { .. } => {
            t.text("A copy of a relation symbol is solved.");
        }
        Event::Collapsed { .. } => {
            t.text("The formulae of the copies are joined.");
        }
        Event::ProposalRejected => {
            t.text("What was proposed are no interpolants; the computed ones are used.");
        }
        Event::InterpolantsFound { interpolants } => {
            t.term(Term::Interpolant, "Interpolants").text(" say why it is spurious: ");
            for (i, found) in interpolants.iter().enumerate() {
                t.text(if i > 0 { ", " } else { "" });
                t.relation(header, found.relation).text(" ↦ ").math(&found.text);
            }
            t.text(".");
        }
        Event::PredicatesAdded { predicates } => {
            t.text("New ")
                .term(Term::Predicate, if predicates.len() == 1 { "predicate" } else { "predicates" });
            for (i, predicate) in predicates.iter().enumerate() {
                t.text(if i > 0 { ", " } else { ": " });
                t.thing(Selection::Predicate(predicate.id), predicate.text.clone());
                t.text(" for ").relation(header, predicate.relation);
            }
            t.text(".");
        }
        Event::NodesRemoved { nodes, edges } => {
            t.text(format!(
                "The new predicates tell apart what was one: {} and {} are removed, and will be derived anew.",
                count(nodes.len(), "node", "nodes"),
                count(edges.len(), "edge", "edges")
            ));
        }
        Event::Uncovered { nodes } => {
            t.nodes(nodes).text(if nodes.len() == 1 { " has" } else { " have" });
            t.text(" to be followed again: what covered them is gone.");
        }
        Event::Coarse => {
            t.text("The log has grown so long that from here on it only counts what happens to the graph.");
        }
        Event::Untold { counts } => {
            t.text(format!(
                "{} added, {} removed, {} met.",
                count(counts.nodes_added, "node", "nodes"),
                count(counts.nodes_removed, "node", "nodes"),
                count(counts.counterexamples, "counterexample", "counterexamples"),
            ));
        }
        Event::Resumed => {
            t.text("The run goes on with a further budget.");
        }
        Event::Verdict(Outcome::Safe { .. }) => {
            t.text("Nothing is left to explore: ").math("false").text(" cannot be derived. The clauses are ");
            t.term(Term::Safe, "safe").text(", and the graph gives a ").term(Term::Solution, "solution");
            t.text(", which has been checked clause by clause.");
        }
        Event::Verdict(Outcome::Unsafe { derivation }) => {
            t.text("The counterexample is real: the clauses are ").term(Term::Unsafe, "unsafe");
            t.text(". A ").term(Term::Derivation, "derivation").text(format!(
                " with {} and concrete numbers has been replayed.",
                count(derivation.len(), "step", "steps")
            ));
        }
        Event::Verdict(Outcome::Stopped(stopped)) => {
            t.text(format!("The run stops without a verdict: {}.", stopped.reason));
        }
    }
    t.parts
}

/// The same as plain text, for live regions and twins.
pub fn plain(parts: &[Part]) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) | Part::Math(text) | Part::Thing(_, text) => text.clone(),
        Part::Term(_, word) => (*word).to_owned(),
    };
    parts.iter().map(text).collect()
}

/// `1 node`, `2 nodes`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The name of a relation symbol.
pub fn relation_name(header: &Header, relation: RelId) -> String {
    header.relations.get(relation.0 as usize).map_or_else(|| format!("r{}", relation.0), |r| r.name.clone())
}

impl Telling {
    fn text(&mut self, text: impl Into<String>) -> &mut Telling {
        self.parts.push(Part::Text(text.into()));
        self
    }

    fn math(&mut self, text: impl Into<String>) -> &mut Telling {
        self.parts.push(Part::Math(text.into()));
        self
    }

    fn thing(&mut self, selection: Selection, name: String) -> &mut Telling {
        self.parts.push(Part::Thing(selection, name));
        self
    }

    fn term(&mut self, term: Term, word: &'static str) -> &mut Telling {
        self.parts.push(Part::Term(term, word));
        self
    }

    fn relation(&mut self, header: &Header, relation: RelId) -> &mut Telling {
        self.thing(Selection::Relation(relation), relation_name(header, relation))
    }

    fn clause(&mut self, clause: ClauseId) -> &mut Telling {
        self.thing(Selection::Clause(clause), format!("Clause {}", clause.number()))
    }

    fn node(&mut self, node: NodeId) -> &mut Telling {
        self.thing(Selection::Node(node), format!("n{}", node.0))
    }

    fn nodes(&mut self, nodes: &[NodeId]) -> &mut Telling {
        for (i, node) in nodes.iter().enumerate() {
            let between = match i {
                0 => "",
                _ if i + 1 == nodes.len() => " and ",
                _ => ", ",
            };
            self.text(between).node(*node);
        }
        self
    }

    fn from(&mut self, body: &[NodeId]) -> &mut Telling {
        if !body.is_empty() {
            self.text(" from ").nodes(body);
        }
        self
    }
}

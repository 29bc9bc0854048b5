//! What happens at a step, in plain words; formulae, things of the run, and terms of the trade are parts of
//! their own.

mod schemes;

use hornbook::engine::{Choice, Event, Header, NodeId, NotFolded, PredicateId, Subject, Taken, VerdictText};
use hornbook::formula::FormulaText;
use hornbook::guide::{SearchStep, TemplateText};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::lang::model::Account;
use hornbook::settings::Turn;
use hornbook::trace;

use crate::draw::notation;
use crate::run::Run;
use crate::run::glossary::Term;
use crate::run::selection::Selection;
use schemes::{tell_outcome, tell_scheme};

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Text(String),
    /// A formula, as events carry it.
    Math(FormulaText),
    /// A predicate, which can be selected.
    Predicate(PredicateId, FormulaText),
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

/// Tells of an event of a run. A derivation is told as what it means for the model, if there is one.
pub fn tell_run(run: &Run, event: &Event, header: &Header) -> Vec<Part> {
    let account = run.account().filter(|_| matches!(event, Event::Verdict(VerdictText::Unsafe { .. })));
    let mut parts = match account {
        Some(Account::NoVerdict(_)) => {
            vec![Part::Text("The clauses derive false: there is no proof of this form.".to_owned())]
        }
        Some(Account::Refused(_)) => vec![Part::Text(
            "The clauses derive false, but the model has no such run. That is a bug in Hornbook.".to_owned(),
        )],
        Some(Account::Real(_) | Account::Untold(_)) | None => match event {
            Event::Restarted { header } if let Some(turn) = run.log.turn_with(header) => begins(turn),
            _ => tell(event, header, &run.moment.after),
        },
    };
    match (account, run.reading()) {
        (Some(Account::Untold(sentence) | Account::NoVerdict(sentence) | Account::Refused(sentence)), _) => {
            parts.push(Part::Text(format!(" {}", quoted(sentence))));
        }
        (Some(Account::Real(run)), _) => parts.push(Part::Text(format!(" {}", quoted(&run.sentence)))),
        (None, Some(reading)) if matches!(event, Event::Verdict(_)) => {
            parts.push(Part::Text(format!(" {}", quoted(&reading.sentence))));
        }
        _ => {}
    }
    parts
}

/// Tells that another run is shown from here on, from its beginning.
fn begins(turn: Turn) -> Vec<Part> {
    let who = match turn {
        Turn::Reachability => "Property-directed reachability",
        Turn::Global => "The strategy that keeps one conjunction of predicates for each relation symbol",
        Turn::Accelerated => "A run with accelerated loops",
    };
    let sentence = format!(
        "There was no verdict soon, so other strategies have had their turns. {who} was the first to find one. From here on \
         this is its run, from the beginning."
    );
    vec![Part::Text(sentence)]
}

/// A sentence in which code stands between backticks, with quotation marks instead.
fn quoted(sentence: &str) -> String {
    let mut is_open = false;
    let mark = |letter: char| match letter {
        '`' => {
            is_open = !is_open;
            if is_open { '“' } else { '”' }
        }
        other => other,
    };
    sentence.chars().map(mark).collect()
}

/// Tells of the event that leads to a step. The state after it knows such things as the texts of predicates.
pub fn tell(event: &Event, header: &Header, state: &trace::State) -> Vec<Part> {
    let mut t = Telling::default();
    match event {
        Event::NodeAdded { node, relation, predicates } => {
            t.text("A new ").term(Term::Node, "node").text(" ").node(*node).text(" for ");
            t.relation(header, *relation);
            if predicates.is_empty() {
                t.text(": no predicate is known to hold for its arguments, so it stands for all of their values.");
            } else {
                t.text(": for its arguments ").predicates(predicates, state);
                t.text(if predicates.len() == 1 { " holds." } else { " hold." });
            }
        }
        Event::EdgeAdded { clause, body, head, .. } => {
            t.clause(*clause).text(" derives ").node(*head);
            t.from(body).text(".");
        }
        Event::Subsumed { clause, body, by, .. } => {
            t.clause(*clause);
            if !body.is_empty() {
                t.text(", applied to ").nodes(body).text(",");
            }
            t.text(" derives nothing new. ").node(*by).text(" allows all of it: it is ");
            t.term(Term::Subsumed, "subsumed").text(".");
        }
        Event::Covered { nodes, by } => {
            let is_one = nodes.len() == 1;
            t.node(*by).text(" allows all that ").nodes(nodes).text(if is_one {
                " allows. "
            } else {
                " allow. "
            });
            t.text("So ").nodes(nodes).text(if is_one { " is " } else { " are " });
            t.term(Term::Covered, "covered").text(": from there nothing new can be derived.");
        }
        Event::Contradictory { clause, body } => {
            t.clause(*clause).text(" cannot be applied");
            if !body.is_empty() {
                t.text(" to ").nodes(body);
            }
            t.text(": its ").term(Term::Constraint, "constraint");
            let own = header.clauses.get(clause.index()).map(|clause| &clause.constraint);
            let is_false = own.is_some_and(|constraint| constraint.truth() == Some(false));
            t.text(match (body.is_empty(), is_false) {
                (true, _) => " has no solution.",
                (false, true) => " has no solution, whatever holds there.",
                (false, false) => " contradicts what is known there.",
            });
        }
        Event::CounterexampleFound { tree } if state.method.is_some() => {
            t.text("Together the clauses are one ").term(Term::AndOrTree, "tree").text(" of ");
            t.text(count(tree.positions.len(), "constraint", "constraints"));
            t.text(": if no integers satisfy it, its ").term(Term::Interpolant, "interpolants");
            t.text(" are a ").term(Term::Solution, "solution").text(".");
        }
        Event::CounterexampleFound { tree } => {
            t.text("The ")
                .term(Term::ReachabilityGraph, "graph")
                .text(" derives ")
                .math(&FormulaText::constant(false));
            if tree.is_single() {
                t.text(". The way there is a ").term(Term::Counterexample, "counterexample");
                t.text(format!(" of depth {}: is it real?", tree.depth()));
            } else {
                t.text(". The ways there are an ").term(Term::AndOrTree, "and/or tree").text(" of ");
                t.term(Term::Counterexample, "counterexamples");
                t.text(format!(" of depth {}: is one of them real?", tree.depth()));
            }
            let shared = tree.shared().len();
            if shared > 0 {
                t.text(format!(
                    " It is a dag: {} used more than once.",
                    if shared == 1 { "1 place is".to_owned() } else { format!("{shared} places are") }
                ));
            }
        }
        Event::Restructured { tree, factored } => {
            t.text("As a tree it would be too large, so it is expanded only as far as needed.");
            if !factored.is_empty() {
                t.text(format!(
                    " {} that alternatives have in common ",
                    count(factored.len(), "place", "places")
                ));
                t.text(if factored.len() == 1 { "is" } else { "are" });
                t.text(" factored out: a derivation takes one alternative, so one copy does for all.");
            }
            let open = tree.open().count();
            if open > 0 {
                t.text(" What one derivation would use twice is there once; ");
                t.text(count(open, "further use is", "further uses are")).text(" left open.");
            }
        }
        Event::SubtreesCopied { tree, copied } => {
            t.text("What is expanded so far has a model, and it relies on open places. ");
            let is_one = copied.len() == 1;
            t.text(count(copied.len(), "of them gets", "of them get"));
            t.text(if is_one { " its own " } else { " their own " }).term(Term::Copy, "copies");
            t.text(" of what is below: ");
            t.text(count(tree.instances(), "clause instance", "clause instances")).text(" by now.");
        }
        Event::TooManyCounterexamples { limit } => {
            t.text(format!("All counterexamples that are wanted need more than {limit} clause instances "));
            t.text("together. A single one is taken instead.");
        }
        Event::Refuted => {
            t.text("No. No integers satisfy all the constraints on the way, so it is ");
            t.term(Term::Spurious, "spurious")
                .text(": it exists only because the predicates tell too little.");
        }
        Event::TemplatesChosen { loops, incomplete, .. } => {
            t.text("Some ").term(Term::Interpolant, "interpolants");
            t.text(" hold in one round of a loop only. To prefer others, Hornbook has looked at what the loops change. ");
            if loops.is_empty() {
                t.text("It has found no templates.");
            }
            for (i, of) in loops.iter().enumerate() {
                t.text(if i > 0 { " For " } else { "For " }).relation(header, of.relation).text(" the ");
                t.term(Term::Template, "templates").text(" are ");
                t.templates(&of.templates.iter().collect::<Vec<_>>());
                if of.left_out > 0 {
                    t.text(format!(" ({} more are left out)", of.left_out));
                }
                t.text(".");
            }
            if *incomplete {
                t.text(" The analysis ran out of time: what it did not find out counts as arbitrary change.");
            }
        }
        Event::Explored { relations, points, steps, frontier, chosen, stopped } => {
            let tried = steps.iter().filter(|step| matches!(step, SearchStep::Tried { .. })).count();
            t.text(format!("{} of templates ", count(tried, "set", "sets")));
            t.text(if tried == 1 { "was tried. " } else { "were tried. " });
            if let Some(reason) = stopped {
                t.text(format!("The search stopped early: {reason}. "));
            }
            match chosen.first() {
                Some(chosen) if chosen.is_empty() => {
                    t.text("None are needed: the sides contradict each other whatever they share.");
                }
                Some(first) if !points.is_empty() => {
                    let templates = templates_at(relations, state);
                    t.text(format!(
                        "Of {} each",
                        count(points.len(), "abstraction point", "abstraction points")
                    ));
                    t.text(" has its own lattice, and the cheapest ").term(Term::Feasible, "feasible");
                    t.text(" element of their product is ");
                    let known = first.iter().filter_map(|at| templates.get(*at).copied());
                    t.templates(&known.collect::<Vec<_>>());
                    if chosen.len() > 1 {
                        t.text(format!(", with {} more of the same cost", chosen.len() - 1));
                    }
                    if frontier.len() > chosen.len() {
                        t.text(format!("; {} are left out", frontier.len() - chosen.len()));
                    }
                    t.text(". Interpolants of these abstractions are added to the ordinary ones.");
                }
                Some(chosen) => {
                    let templates = templates_at(relations, state);
                    t.text("The cheapest ").term(Term::Feasible, "feasible").text(" one is ");
                    let known = chosen.iter().filter_map(|at| templates.get(*at).copied());
                    t.templates(&known.collect::<Vec<_>>());
                    t.text(", so interpolants speak of nothing else.");
                }
                None => {
                    t.text("None refutes the counterexample, so interpolants are taken as they come.");
                }
            }
        }
        Event::Expanded { expansion } => {
            match expansion.subject {
                Subject::Unwinding { depth } => {
                    t.text(format!("All derivations up to depth {depth} are written out as clauses "));
                    t.text("without recursion");
                }
                Subject::Clauses => {
                    t.text("The clauses are without recursion");
                }
            }
            t.text(", with ").term(Term::Copy, "copies").text(" of relation symbols: ");
            t.text(count(expansion.copies.len(), "copy", "copies")).text(" in ");
            t.text(count(expansion.clauses.len(), "clause", "clauses"));
            t.text(if expansion.is_minimal { ", which is minimal" } else { "" });
            t.text(". In that form they can be solved from the bottom up.");
        }
        Event::Expanding { expansion } => {
            t.text("EXPAND begins with ");
            t.text(match expansion.subject {
                Subject::Unwinding { depth } => format!("the derivations up to depth {depth}, "),
                Subject::Clauses => "the clauses, ".to_owned(),
            });
            t.text(
                "in which relation symbols that stand side by side in a body depend on something in common. ",
            );
            t.text("A derivation may need that twice, so it is copied.");
        }
        Event::RelationCopied { clause, shared, copy, .. } => {
            let known = state.expansion.as_ref().map(|state| &state.expansion);
            let relation = known.and_then(|known| known.relation(*shared));
            let clause = known.and_then(|known| known.clauses.get(clause.index())).map(|copy| copy.clause);
            if let (Some(relation), Some(clause), Some(known)) = (relation, clause, known) {
                let number = known.ordinal(*copy);
                t.text("COPYREL: ").clause(clause).text(" uses ").relation(header, relation);
                t.text(format!(", which two siblings depend on. It now uses copy {number} of it."));
            }
        }
        Event::CopiesMerged { kept, .. } => {
            let known = state.expansion.as_ref();
            if let Some(relation) = known.and_then(|known| known.expansion.relation(*kept)) {
                t.text("Two ").term(Term::Copy, "copies").text(" of ").relation(header, relation);
                t.text(" are merged into one again: even so, siblings have nothing in common.");
            }
        }
        Event::MethodChosen { fragment, method } => {
            t.text("The clauses are without recursion. The smallest fragment that they are in is ");
            t.text(format!("{}, and the method for it is {}.", fragment.name(), method.name()));
        }
        Event::ExpansionTooLarge { limit } => {
            t.text(format!("The expansion needs more than {limit} clauses. "));
            t.text("The clauses are solved by predicate abstraction instead.");
        }
        Event::Tried { failing: Some(clause) } => {
            t.text("Is that a solution of the recursive clauses? No: ").clause(*clause);
            t.text(" does not hold under it. The next depth is tried.");
        }
        Event::Tried { failing: None } => {
            t.text("Is that a solution of the recursive clauses? Yes: every one holds under it.");
        }
        Event::LookedAhead { depth } => {
            t.text(format!(
                "All derivations up to depth {depth} were examined together, in search of a real one."
            ));
        }
        Event::StateAsked { state: asked, frame } => {
            t.text("Is ").relation(header, asked.relation).text(" derived with ").math(&asked.text);
            t.text(format!(" within frame {frame}? From there, the clauses lead to false."));
        }
        Event::LemmaLearnt { lemma, frame } => {
            t.text("What the frames allow does not lead there, which gives a lemma: ");
            t.relation(header, lemma.relation).text(" ↦ ").math(&lemma.text);
            t.text(format!(", up to frame {frame}."));
        }
        Event::FactReached { fact } => {
            t.text("Indeed, ").relation(header, fact.relation).text(" is derived with ").math(&fact.text);
            t.text(".");
        }
        Event::FrameOpened { frame, moved } => {
            t.text(format!(
                "No frame leads to false so far. Frame {frame} is next; {} moved to higher frames.",
                count(*moved, "lemma", "lemmas")
            ));
        }
        Event::CopySolved { copy, interpolant, .. } => {
            let copies = state.expansion.as_ref().map_or(&[][..], |known| &known.expansion.copies);
            let is_of = |of: &&SystemRelationId| **of == interpolant.relation;
            if copies.iter().filter(is_of).count() > 1 {
                let number = state.expansion.as_ref().map_or(1, |known| known.expansion.ordinal(*copy));
                t.text(format!("Copy {number} of "));
            } else {
                t.text("The symbol ");
            }
            t.relation(header, interpolant.relation).text(" ");
            if interpolant.text.is_true() {
                t.text("may be anything.");
            } else {
                t.text("gets its ")
                    .term(Term::Interpolant, "interpolant")
                    .text(" ")
                    .math(&interpolant.text)
                    .text(".");
            }
        }
        Event::Collapsed { solution } => {
            t.text("What the ").term(Term::Copy, "copies").text(" mean together");
            for (i, found) in solution.iter().enumerate() {
                t.text(if i > 0 { "; " } else { ": " });
                t.relation(header, found.relation).text(" ↦ ").math(&found.text);
            }
            t.text(".");
        }
        Event::Folded { delay, scheme } => tell_scheme(&mut t, header, *delay, scheme),
        Event::Accelerated { precision, outcome } => tell_outcome(&mut t, header, precision, outcome),
        Event::NotFolded { reason: NotFolded::Forks } => {
            t.text("This counterexample is no path, so its rounds are not folded into loops.");
        }
        Event::NotFolded { reason: NotFolded::NotClosed { clauses, reason } } => {
            t.text("The round by ").clauses(clauses);
            t.text(format!(" is not accelerated: {reason}."));
        }
        Event::Chosen { choice } => {
            t.text(format!("Your choice: {}.", your_choice(choice)));
        }
        Event::ChoiceUnfit { choice, why } => {
            t.text(format!("The choice “{}” does not fit: {why}.", your_choice(choice)));
        }
        Event::ProposalRejected => {
            t.text("What was proposed are no ").term(Term::Interpolant, "interpolants");
            t.text("; the computed ones are used.");
        }
        Event::InterpolantsFound { interpolants } => {
            t.term(Term::Interpolant, "Interpolants").text(" say briefly why: ");
            let telling =
                || interpolants.iter().enumerate().filter(|(_, found)| found.text.truth().is_none());
            let is_one = telling().nth(1).is_none();
            let node = |position: usize| state.counterexample.as_ref()?.positions.get(position)?.node;
            for (i, (position, found)) in telling().take(INTERPOLANTS_TOLD).enumerate() {
                t.text(if i > 0 { "; at " } else { "at " });
                // Places of the same relation symbol are told apart.
                match node(position) {
                    Some(node) if !is_one => t.node(node),
                    None if !is_one => {
                        t.relation(header, found.relation).text(format!(" (position {})", position + 1))
                    }
                    _ => t.relation(header, found.relation),
                };
                t.text(", ").math(&found.text);
            }
            let told = telling().count();
            if told == 0 {
                t.text("each place is either unreachable or harmless");
            } else if told > INTERPOLANTS_TOLD {
                t.text(format!("; and {} more", told - INTERPOLANTS_TOLD));
            }
            t.text(".");
        }
        Event::PredicatesAdded { predicates } => {
            let word = if predicates.len() == 1 { "predicate" } else { "predicates" };
            t.text("New ").term(Term::Predicate, word).text(": ");
            let more = predicates.len().saturating_sub(PREDICATES_TOLD);
            let told = predicates.len() - more + usize::from(more > 0);
            for (i, predicate) in predicates.iter().take(PREDICATES_TOLD).enumerate() {
                t.text(separator(i, told));
                t.predicate(predicate.id, &predicate.text);
                t.text(" for ").relation(header, predicate.relation);
            }
            if more > 0 {
                t.text(format!(" and {more} more"));
            }
            t.text(". From now on the graph can tell ");
            t.text(if predicates.len() == 1 { "whether it holds." } else { "whether they hold." });
        }
        Event::NodesRemoved { nodes, edges } => {
            t.text("The new predicates tell apart what a node has stood for so far. ");
            t.text(format!(
                "{} and {} are removed, and will be derived anew.",
                count(nodes.len(), "node", "nodes"),
                count(edges.len(), "edge", "edges")
            ));
        }
        Event::Uncovered { nodes } => {
            let is_one = nodes.len() == 1;
            t.nodes(nodes).text(if is_one { " has" } else { " have" });
            t.text(" to be followed again, for what covered ");
            t.text(if is_one { "it is gone." } else { "them is gone." });
        }
        Event::Coarse => {
            t.text("The log has grown so long that from here on it only counts what happens to the graph.");
        }
        Event::Untold { counts } => {
            t.text(format!(
                "Since then: {} added, {} removed, {} met.",
                count(counts.nodes_added, "node", "nodes"),
                count(counts.nodes_removed, "node", "nodes"),
                count(counts.counterexamples, "counterexample", "counterexamples"),
            ));
        }
        Event::Restarted { .. } => {
            t.text("The solution cannot be carried back to the clauses as they were typed. The run begins again, without inlining.");
        }
        Event::Resumed => {
            t.text("The run goes on where it had stopped.");
        }
        Event::Verdict(VerdictText::Safe { .. })
            if state.method.is_some() || (state.expansion.is_some() && state.nodes.is_empty()) =>
        {
            t.text("The clauses are ").term(Term::Safe, "safe");
            t.text(": all relation symbols have their formulae. They are a ");
            t.term(Term::Solution, "solution").text(", proved clause by clause.");
        }
        Event::Verdict(VerdictText::Safe { .. }) if state.frame.is_some() => {
            t.text("The clauses are ").term(Term::Safe, "safe");
            t.text(": all lemmas of a frame hold in the next one as well. They are a ");
            t.term(Term::Solution, "solution").text(", proved clause by clause.");
        }
        Event::Verdict(VerdictText::Safe { .. }) => {
            t.text("The clauses are ").term(Term::Safe, "safe");
            t.text(": nothing is left to explore, and ").math(&FormulaText::constant(false));
            t.text(" was not derived. The graph is a ").term(Term::Solution, "solution");
            t.text(", proved clause by clause.");
        }
        Event::Verdict(VerdictText::Unsafe { derivation, folded }) => {
            t.text("Yes, it is real: the clauses are ").term(Term::Unsafe, "unsafe");
            t.text(". A ").term(Term::Derivation, "derivation").text(format!(
                " of {} with concrete numbers has been replayed.",
                counted(
                    derivation.len() as u64 + folded.iter().map(|f| f.steps).sum::<u64>(),
                    "step",
                    "steps"
                )
            ));
        }
        Event::Verdict(VerdictText::Stopped(stopped)) => {
            t.text(format!("The run pauses without a verdict: {}.", stopped.reason));
        }
    }
    t.parts
}

/// At most this many interpolants are told one by one; the tree shows all.
const INTERPOLANTS_TOLD: usize = 4;

/// At most this many predicates are told one by one; their view lists all.
const PREDICATES_TOLD: usize = 6;

/// At most this many templates are told one by one; the settings list all.
const TEMPLATES_TOLD: usize = 6;

/// The templates of some loop heads, one after the other.
pub(crate) fn templates_at<'a>(
    relations: &[SystemRelationId],
    state: &'a trace::State,
) -> Vec<&'a TemplateText> {
    let of = |relation: &SystemRelationId| state.templates.iter().find(|of| of.relation == *relation);
    relations.iter().filter_map(of).flat_map(|of| &of.templates).collect()
}

/// What stands before the part with this number, of that many.
fn separator(index: usize, count: usize) -> &'static str {
    match index {
        0 => "",
        _ if index + 1 == count => " and ",
        _ => ", ",
    }
}

/// The same as plain text, for live regions and text alternatives.
pub fn plain(parts: &[Part]) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) | Part::Thing(_, text) => text.clone(),
        Part::Math(text) | Part::Predicate(_, text) => notation::words(text),
        Part::Term(_, word) => (*word).to_owned(),
    };
    parts.iter().map(text).collect()
}

/// `1 node`, `2 nodes`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    counted(number as u64, one, many)
}

/// The same of what may be more than fits into memory.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The name of a relation symbol.
pub fn relation_name(header: &Header, relation: SystemRelationId) -> String {
    header.relations.get(relation.0 as usize).map_or_else(|| format!("r{}", relation.0), |r| r.name.clone())
}

impl Telling {
    fn text(&mut self, text: impl Into<String>) -> &mut Telling {
        self.parts.push(Part::Text(text.into()));
        self
    }

    fn math(&mut self, text: &FormulaText) -> &mut Telling {
        self.parts.push(Part::Math(text.clone()));
        self
    }

    fn predicate(&mut self, id: PredicateId, text: &FormulaText) -> &mut Telling {
        self.parts.push(Part::Predicate(id, text.clone()));
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

    fn relation(&mut self, header: &Header, relation: SystemRelationId) -> &mut Telling {
        self.thing(Selection::Relation(relation), relation_name(header, relation))
    }

    fn clause(&mut self, clause: SystemClauseId) -> &mut Telling {
        self.thing(Selection::Clause(clause), format!("Clause {}", clause.number()))
    }

    fn node(&mut self, node: NodeId) -> &mut Telling {
        self.thing(Selection::Node(node), format!("n{}", node.0))
    }

    fn nodes(&mut self, nodes: &[NodeId]) -> &mut Telling {
        for (i, node) in nodes.iter().enumerate() {
            self.text(separator(i, nodes.len())).node(*node);
        }
        self
    }

    fn predicates(&mut self, predicates: &[PredicateId], state: &trace::State) -> &mut Telling {
        for (i, id) in predicates.iter().enumerate() {
            let known = state.predicates.iter().find(|predicate| predicate.id == *id);
            self.text(separator(i, predicates.len()));
            match known {
                Some(predicate) => self.predicate(*id, &predicate.text),
                None => self.thing(Selection::Predicate(*id), format!("predicate {}", id.0)),
            };
        }
        self
    }

    fn templates(&mut self, templates: &[&TemplateText]) -> &mut Telling {
        let more = templates.len().saturating_sub(TEMPLATES_TOLD);
        let told = &templates[..templates.len() - more];
        let parts = told.len() + usize::from(more > 0);
        for (i, template) in told.iter().enumerate() {
            self.text(separator(i, parts)).math(&template.text());
        }
        if more > 0 {
            self.text(format!(" and {more} more"));
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

/// What somebody chose, in words.
pub fn your_choice(text: &str) -> String {
    let known = Choice::read_all(text).ok().and_then(|all| all.into_iter().next());
    let Some(Choice { taken, .. }) = known else { return text.to_owned() };
    let nodes = |body: &[NodeId]| body.iter().map(|n| format!("n{}", n.0)).collect::<Vec<_>>().join(", ");
    match taken {
        Taken::Work { clause, body } if body.is_empty() => format!("apply clause {}", clause.number()),
        Taken::Work { clause, body } => format!("apply clause {} to {}", clause.number(), nodes(&body)),
        Taken::Counterexample { .. } => "which derivations to refute".to_owned(),
        Taken::Interpolant { position, formula } => {
            format!("the interpolant {formula} at position {}", position.number())
        }
        Taken::Keep { .. } => "which predicates to keep".to_owned(),
        Taken::Fold { delay: None } => "not to fold loops".to_owned(),
        Taken::Fold { delay: Some(delay) } => format!("to fold loops, with a delay of {delay}"),
        Taken::Templates { positions, templates } => {
            let positions: Vec<String> = positions.iter().map(|p| p.number().to_string()).collect();
            format!("the templates {{{templates}}} at position {}", positions.join(", "))
        }
    }
}

#[cfg(test)]
mod tests;

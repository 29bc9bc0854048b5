//! What a person could choose at the moment of a run, as its log tells: pure functions of the log.
//!
//! A choice is known by the steps before the piece of work that makes it, without pauses
//! ([`hornbook::engine::Choice`]). What the solver chose itself is what the log says next.

use hornbook::engine::{
    AndOrTree, Choice, EdgeId, Event, Header, NodeId, PositionId, PredicateText, Taken, Ways,
};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::trace::{Application, State, deriving, waiting};

use crate::run::Run;

/// Counterexamples with more positions than this are not changed position by position.
pub const POSITIONS_CHANGED: usize = 40;

/// What there is to choose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offers {
    pub work: Option<Work>,
    pub counterexample: Option<Alternatives>,
    /// The steps before the interpolants of the counterexample are taken.
    pub interpolants: Option<usize>,
    /// The steps before loops of the counterexample are folded, if there are any.
    pub fold: Option<usize>,
    pub predicates: Option<New>,
}

impl Offers {
    /// All that one press of a button chooses, but for the points of a lattice.
    pub fn choices(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        if let Some(work) = &self.work {
            all.extend(work.waiting.iter().map(|(clause, body)| Choice {
                step: work.step,
                taken: Taken::Work { clause: *clause, body: body.clone() },
            }));
        }
        if let Some(found) = &self.counterexample {
            let ways = found.positions.iter().flat_map(|(_, _, ways)| ways);
            all.extend(ways.filter_map(|way| way.change.clone()));
        }
        let delays = [Some(0), Some(1), Some(2), None];
        all.extend(
            self.fold
                .into_iter()
                .flat_map(|step| delays.map(|delay| Choice { step, taken: Taken::Fold { delay } })),
        );
        if let Some(new) = &self.predicates {
            let count = new.predicates.len();
            all.extend((0..count).map(|left_out| Choice {
                step: new.step,
                taken: Taken::Keep { predicates: (0..count).filter(|place| *place != left_out).collect() },
            }));
        }
        all
    }
}

/// The clauses that wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    pub step: usize,
    pub waiting: Vec<Application>,
    pub has_more: bool,
    /// What the run did.
    pub taken: Option<Application>,
}

/// The ways to derive the positions of a counterexample.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternatives {
    pub step: usize,
    /// For each position the edges that derive its node, and whether the counterexample follows them.
    pub positions: Vec<(PositionId, NodeId, Vec<Way>)>,
}

/// An edge at a position, and the choice that follows it or no longer does.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    pub edge: EdgeId,
    pub clause: SystemClauseId,
    pub body: Vec<NodeId>,
    pub is_followed: bool,
    /// None for the only way of a position, which can't be left out.
    pub change: Option<Choice>,
}

/// New predicates, of which all but one may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    pub step: usize,
    pub predicates: Vec<PredicateText>,
}

/// The moment of a run, as choices count steps.
pub fn moment_of(run: &Run) -> usize {
    run.log.with_events(|events| key(events, start_of(events, run.moment.step)))
}

/// What there is to choose at the moment of a run.
pub fn offers(run: &Run, header: &Header) -> Offers {
    let (step, state) = (run.moment.step, &run.moment.after);
    run.log.with_events(|events| offers_of(events, step, state, header))
}

fn offers_of(events: &[Event], step: usize, state: &State, header: &Header) -> Offers {
    let start = start_of(events, step);
    let next = (step..events.len()).find(|i| !is_chosen(&events[*i]));
    let mut offers = Offers::default();
    let taken = next.and_then(|next| applied(events, next, state));
    if taken.is_some() {
        let (waiting, has_more) = waiting(header, state, events[..step].iter());
        offers.work = Some(Work { step: key(events, start), waiting, has_more, taken });
    }
    if let Some(Event::PredicatesAdded { predicates }) = next.map(|next| &events[next])
        && state.is_refuted
        && start == next.unwrap_or(start)
        && predicates.len() > 1
    {
        offers.predicates = Some(New { step: key(events, start), predicates: predicates.clone() });
    }
    // The counterexample at hand, and what became of it.
    let found = events[..step].iter().rposition(|e| matches!(e, Event::CounterexampleFound { .. }));
    if let (Some(found), Some(tree)) = (found, &state.counterexample) {
        let Event::CounterexampleFound { tree: whole } = &events[found] else { return offers };
        let is_small = whole.positions.len() <= POSITIONS_CHANGED;
        if is_small && whole.is_tree() {
            let step = key(events, start_of(events, found));
            offers.counterexample = Some(alternatives(step, whole, state));
        }
        let is_made = |e: &Event| matches!(e, Event::Restructured { .. } | Event::SubtreesCopied { .. });
        let examined = (found + 1..events.len()).find(|i| !is_made(&events[*i]));
        offers.fold = examined.filter(|_| recurs(tree, header)).map(|i| key(events, i));
        let ends = |e: &Event| {
            matches!(
                e,
                Event::InterpolantsFound { .. }
                    | Event::ChoiceUnfit { .. }
                    | Event::CounterexampleFound { .. }
            )
        };
        let end = (found + 1..events.len()).find(|i| ends(&events[*i]));
        let refuted = (found + 1..end.unwrap_or(0)).any(|i| matches!(events[i], Event::Refuted));
        if let Some(end) = end.filter(|_| refuted && tree.positions.len() > 1) {
            offers.interpolants = Some(key(events, start_of(events, end)));
        }
    }
    offers
}

/// Is it a path on which a relation symbol recurs?
fn recurs(tree: &AndOrTree, header: &Header) -> bool {
    let mut heads = Vec::new();
    for (id, _) in tree.numbered() {
        let [way] = &tree[id].alternatives[..] else { return false };
        if way.children.len() > 1 {
            return false;
        }
        heads.extend(head_of(header, tree, id));
    }
    let count = heads.len();
    heads.sort_unstable();
    heads.dedup();
    heads.len() < count
}

/// The relation symbol that is derived at a position.
fn head_of(header: &Header, tree: &AndOrTree, position: PositionId) -> Option<SystemRelationId> {
    let way = tree.get(position)?.alternatives.first()?;
    Some(header.clauses.get(way.clause.index())?.head.as_ref()?.relation)
}

/// The positions that derive the relation symbol of one of them.
pub fn alike(header: &Header, tree: &AndOrTree, position: PositionId) -> Vec<PositionId> {
    let relation = head_of(header, tree, position);
    tree.numbered().map(|(id, _)| id).filter(|id| head_of(header, tree, *id) == relation).collect()
}

/// Of templates as typed those with these places, separated by semicolons.
pub fn picked_templates(typed: &str, places: &[usize]) -> String {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in typed.trim().trim_end_matches('.').chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().into_iter().for_each(|part| part.push(letter));
    }
    let picked: Vec<&str> = places.iter().filter_map(|i| parts.get(*i)).map(|part| part.trim()).collect();
    picked.join("; ")
}

fn is_chosen(event: &Event) -> bool {
    matches!(event, Event::Chosen { .. })
}

/// Where the piece of work begins that these steps lead into: what was chosen for it is told first.
fn start_of(events: &[Event], mut step: usize) -> usize {
    let before = |step: usize| step.checked_sub(1).and_then(|i| events.get(i));
    while before(step).is_some_and(|e| is_chosen(e) || matches!(e, Event::TooManyCounterexamples { .. })) {
        step -= 1;
    }
    step
}

/// Steps without pauses, as choices count them.
fn key(events: &[Event], step: usize) -> usize {
    step - events[..step].iter().filter(|e| matches!(e, Event::Verdict(_) | Event::Resumed)).count()
}

/// The clause and the nodes that an event is about, if it begins a piece of exploration.
fn applied(events: &[Event], index: usize, state: &State) -> Option<Application> {
    match &events[index] {
        Event::NodeAdded { .. } => match events.get(index + 1)? {
            Event::EdgeAdded { clause, body, .. } | Event::Subsumed { clause, body, .. } => {
                Some((*clause, body.clone()))
            }
            _ => None,
        },
        Event::EdgeAdded { .. }
            if matches!(events.get(index.wrapping_sub(1)), Some(Event::NodeAdded { .. })) =>
        {
            None
        }
        Event::EdgeAdded { edge, clause, body, .. } | Event::Subsumed { edge, clause, body, .. } => {
            // An edge that is there already was looked at again, after a refinement.
            (!state.edges.contains_key(edge)).then(|| (*clause, body.clone()))
        }
        Event::Contradictory { clause, body } => Some((*clause, body.clone())),
        Event::CounterexampleFound { tree } => {
            let query = tree[tree.root()?].alternatives.first()?;
            let nodes: Option<Vec<NodeId>> = query.children.iter().map(|c| tree.get(*c)?.node).collect();
            Some((query.clause, nodes?))
        }
        _ => None,
    }
}

fn alternatives(step: usize, tree: &AndOrTree, state: &State) -> Alternatives {
    let mut positions = Vec::new();
    // From the query down.
    for (id, position) in tree.numbered().rev() {
        let Some(node) = position.node else { continue };
        let followed: Vec<EdgeId> = position.alternatives.iter().filter_map(|way| way.edge).collect();
        let ways = deriving(state, node).into_iter().filter_map(|edge| {
            let own = state.edges.get(&edge)?;
            let is_followed = followed.contains(&edge);
            let change = (!is_followed || followed.len() > 1).then(|| {
                let body = changed(tree, tree.root()?, id, edge);
                Some(Choice { step, taken: Taken::Counterexample { body } })
            });
            let (clause, body) = (own.clause, own.body.clone());
            Some(Way { edge, clause, body, is_followed, change: change.flatten() })
        });
        let ways: Vec<Way> = ways.collect();
        if ways.len() > 1 {
            positions.push((id, node, ways));
        }
    }
    Alternatives { step, positions }
}

/// The ways of a query, with an edge more or less at a position. The tree has few positions.
fn changed(tree: &AndOrTree, at: PositionId, position: PositionId, edge: EdgeId) -> Vec<Ways> {
    let below = |children: &[PositionId]| -> Vec<Ways> {
        children.iter().map(|child| ways(tree, *child, position, edge)).collect()
    };
    tree[at].alternatives.first().map_or_else(Vec::new, |query| below(&query.children))
}

fn ways(tree: &AndOrTree, at: PositionId, position: PositionId, edge: EdgeId) -> Ways {
    let mut all = Vec::new();
    for way in &tree[at].alternatives {
        let Some(own) = way.edge else { continue };
        if at == position && own == edge {
            continue;
        }
        all.push((own, way.children.iter().map(|child| ways(tree, *child, position, edge)).collect()));
    }
    if at == position && tree[at].alternatives.iter().all(|way| way.edge != Some(edge)) {
        all.push((edge, Vec::new()));
    }
    Ways(all)
}

#[cfg(test)]
mod tests {
    use hornbook::settings::{Method, RunSettings};

    use super::*;
    use crate::run::Run;
    use crate::text::examples::Example;
    use crate::wire::protocol::{Progress, RunId};
    use crate::worker::runner::Runner;

    /// A run of gcd to its end.
    fn run(choices: &str) -> Run {
        run_of("gcd", choices)
    }

    fn run_of(example: &str, choices: &str) -> Run {
        let mut settings = RunSettings { choices: choices.to_owned(), limit: 1, ..RunSettings::default() };
        Method::named("cav13-ti").unwrap().apply(&mut settings);
        let text = Example::named(example).unwrap().text;
        let mut runner = Runner::default();
        let mut run = Run::new(RunId(1), text.into(), settings.clone());
        let Progress::Began { header } = runner.begin(RunId(1), text, &settings, &[]) else { panic!() };
        run.begin(*header);
        let events = std::iter::from_fn(|| runner.step(RunId(1))).collect();
        run.extend(events);
        run.log.catch_up(None);
        run
    }

    fn at(run: &mut Run, step: usize) -> Offers {
        run.go_to(step);
        offers(run, run.header.clone().as_deref().unwrap())
    }

    /// As the page offers it, step by step: the way to `tree₂` of CAV'13, Example 6.
    #[test]
    fn the_second_tree_of_example_6_can_be_clicked_together() {
        let mut choices = String::new();
        for clause in [2, 3] {
            let mut so_far = run(&choices);
            let step = if clause == 2 { 2 } else { 4 };
            let work = at(&mut so_far, step).work.unwrap();
            assert_eq!(work.taken, Some((SystemClauseId(3), vec![NodeId(0)])), "the query");
            let (clause, body) = work.waiting.iter().find(|(c, _)| c.number() == clause).cloned().unwrap();
            choices += &Choice { step: work.step, taken: Taken::Work { clause, body } }.to_string();
        }
        for edge in [1, 2] {
            let mut so_far = run(&choices);
            let found = so_far.log.next(0, |e| matches!(e, Event::CounterexampleFound { .. })).unwrap();
            let offered = at(&mut so_far, found).counterexample.unwrap();
            let (_, _, ways) = &offered.positions[0];
            let way = ways.iter().find(|way| way.edge == EdgeId(edge)).unwrap();
            assert!(!way.is_followed);
            // The later choice of a counterexample takes the place of the earlier one.
            let kept: Vec<Choice> = Choice::read_all(&choices).unwrap();
            let kept: Vec<Choice> =
                kept.into_iter().filter(|c| !matches!(c.taken, Taken::Counterexample { .. })).collect();
            choices = Choice::write_all(&kept) + &way.change.as_ref().unwrap().to_string();
        }
        assert_eq!(choices, "@2a2(0)@4a3(0)@6r0,1(0),2");
        assert_eq!(run(&choices).log.refinements().len(), 1);
    }

    #[test]
    fn interpolants_are_offered_where_the_run_takes_them() {
        let mut plain = run("");
        assert_eq!(at(&mut plain, 2).interpolants, None);
        assert_eq!(at(&mut plain, 3).interpolants, Some(4), "{:?}", plain.log.event(5));
        let mut again = run("@4i1:M = N -> M >= R");
        assert_eq!(at(&mut again, 4).interpolants, Some(4));
        let mut refused = run("@4i1:M < N");
        assert_eq!(at(&mut refused, 4).interpolants, Some(4), "after a refusal, too");
    }

    /// Whoever presses whatever is offered is never refused, and never changes a verdict.
    #[test]
    fn whatever_is_offered_fits() {
        let mut random = hornbook_random::Random(7);
        let mut made = [0; 4];
        for (example, verdict) in [
            ("gcd", "Safe"),
            ("merge-bug", "Unsafe"),
            ("turns", "Safe"),
            ("fibonacci", "Safe"),
            ("dblabs", "Safe"),
        ] {
            for _ in 0..12 {
                let mut choices = String::new();
                for _ in 0..5 {
                    let mut run = run_of(example, &choices);
                    assert_eq!(run.misfit(), None, "{example} {choices}");
                    let outcome = run.outcome();
                    assert!(outcome == verdict || outcome == "Paused", "{example} {choices}: {outcome}");
                    // New predicates are offered at a single step.
                    let added = run.log.next(0, |event| matches!(event, Event::PredicatesAdded { .. }));
                    let step = match added.filter(|_| random.coin()) {
                        Some(added) => added - 1,
                        None => random.below(run.log.len().min(80)),
                    };
                    let offered = at(&mut run, step).choices();
                    if offered.is_empty() {
                        continue;
                    }
                    let choice = random.pick(&offered);
                    made[match choice.taken {
                        Taken::Work { .. } => 0,
                        Taken::Counterexample { .. } => 1,
                        Taken::Fold { .. } => 2,
                        _ => 3,
                    }] += 1;
                    choices = crate::state::own::with(&choices, choice);
                }
            }
        }
        assert!(made.iter().all(|count| *count > 5), "{made:?}");
    }

    #[test]
    fn templates_are_picked_as_they_are_typed() {
        let typed = "X - I; disjunction(X; J) cost 2;J.";
        assert_eq!(picked_templates(typed, &[0, 2]), "X - I; J");
        assert_eq!(picked_templates(typed, &[1]), "disjunction(X; J) cost 2");
        assert_eq!(picked_templates(typed, &[]), "");
    }

    /// Folds are offered where they fit, and after they were chosen.
    #[test]
    fn a_fold_that_is_offered_fits() {
        let mut plain = run_of("loop50", "");
        let steps = plain.log.counterexamples();
        let mut offered = 0;
        for step in steps.into_iter().take(4) {
            let Some(fold) = at(&mut plain, step).fold else { continue };
            let folded = run_of("loop50", &format!("@{fold}f0"));
            assert_eq!(folded.misfit(), None);
            assert_eq!(folded.outcome(), "Safe");
            assert_eq!(at(&mut run_of("loop50", &format!("@{fold}f-")), step).fold, Some(fold));
            offered += 1;
        }
        assert_eq!(offered, 3, "in the first counterexample nothing recurs");
    }
}

//! The fragments of recursion-free clauses, ordered by inclusion (thesis, Fig. 5.7; SHARA, Fig. 4), with the
//! place of a problem, and the witness for every fragment that it is not in.
//!
//! Recursive clauses are above all fragments; where their unwindings lie is told beside.

use hornbook::engine::Header;
use hornbook::horn::{Classification, Complexity, Fragment, Membership, Method, SystemClauseId, Violation};
use hornbook::lang::{self, COMPLEMENT};
use hornbook::recursion_free::{ExpansionSize, Placement, UnwindingPlace};

use super::clauses::clause_of;
use crate::draw::{
    Edge, EdgeKey, Layered, Line, LineKind, Node, NodeKey, Part, Role, Scene, box_size, joined,
    longest_chains, notation::Piece, notation::Style,
};
use crate::run::narrate::count;
use crate::run::selection::Selection;

const GAP: (f64, f64) = (26.0, 30.0);

/// Names are bold, which takes more room than is measured.
const BOLD: f64 = 18.0;

/// The place above all fragments, that of recursive clauses.
pub const RECURSIVE: usize = Fragment::ALL.len();

/// The fragment that the picture shows at first: that of the problem.
pub fn usual(placement: &Placement) -> usize {
    placement.classification.fragment.map_or(RECURSIVE, index)
}

fn index(fragment: Fragment) -> usize {
    Fragment::ALL.iter().position(|other| *other == fragment).unwrap_or(RECURSIVE)
}

/// The part of the picture that a place is.
pub fn selected(part: Part) -> Option<usize> {
    match part {
        Part::Node(key) | Part::Edge(EdgeKey::Between(_, key)) => key.index().filter(|i| *i <= RECURSIVE),
        Part::Edge(_) => None,
    }
}

/// The picture; one place is selected.
pub fn scene(placement: &Placement, selected: usize) -> Scene {
    let classification = &placement.classification;
    let mut edges: Vec<(usize, usize)> = Fragment::ALL
        .iter()
        .flat_map(|fragment| fragment.above().iter().map(|above| (index(*fragment), index(*above))))
        .collect();
    edges.push((index(Fragment::General), RECURSIVE));
    let count = RECURSIVE + 1;
    let mut ranks = longest_chains(count, &edges);
    // Beside what it is compared with, so that no line passes behind that.
    ranks[index(Fragment::Linear)] = ranks[index(Fragment::BodyDisjoint)];
    let lines: Vec<Vec<Line>> = (0..count).map(|place| lines(placement, place)).collect();
    let size = |lines: &Vec<Line>| {
        let (width, height) = box_size(lines, "");
        (width + BOLD, height)
    };
    let sizes: Vec<(f64, f64)> = lines.iter().map(size).collect();
    let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &edges, gap: GAP, upwards: true };
    let (places, paths) = joined(&graph);
    let mut scene = Scene { title: title(placement), is_whole: true, ..Scene::default() };
    let own = usual(placement);
    for (place, lines) in lines.into_iter().enumerate() {
        let holds = holds(classification, place);
        scene.nodes.push(Node {
            id: NodeKey::number(place),
            lines,
            role: if place == own {
                Role::Interpolant
            } else if holds {
                Role::Feasible
            } else {
                Role::Plain
            },
            is_selected: place == selected,
            is_faint: !holds,
            place: places[place],
            remark: remark(placement, place),
            ..Node::default()
        });
    }
    for ((low, high), path) in edges.iter().zip(paths) {
        scene.edges.push(Edge::of_order(*low, *high, path, format!("contains {}", name(*low))));
    }
    scene.frame = scene.extent().grown(14.0);
    scene.legend = vec![
        (Role::Interpolant, "the smallest that the clauses are in".to_owned()),
        (Role::Feasible, "others that they are in".to_owned()),
    ];
    scene
}

fn title(placement: &Placement) -> String {
    match placement.classification.fragment {
        Some(fragment) => format!("The clauses among the fragments: {}", fragment.name()),
        None => "The clauses among the fragments: recursive".to_owned(),
    }
}

/// What a place is called.
pub fn name(place: usize) -> &'static str {
    Fragment::ALL.get(place).map_or("recursive", |fragment| fragment.name())
}

/// Are the clauses in the fragment? All are above, and so to say in, the last place.
pub fn holds(classification: &Classification, place: usize) -> bool {
    Fragment::ALL.get(place).is_none_or(|fragment| classification.is(*fragment))
        && (place != RECURSIVE || classification.is_recursive())
}

/// The complexity of a place, over the constraints of the problem.
pub fn complexity(classification: &Classification, place: usize) -> Complexity {
    match Fragment::ALL.get(place) {
        Some(fragment) => fragment.complexity(classification.is_boolean),
        None if classification.is_boolean => Complexity::Exptime,
        None => Complexity::Undecidable,
    }
}

/// The method made for a place.
pub fn method(place: usize) -> Method {
    Fragment::ALL.get(place).map_or(Method::PredicateAbstraction, |fragment| fragment.method())
}

/// Name, complexity, and whether the clauses are there.
fn lines(placement: &Placement, place: usize) -> Vec<Line> {
    let classification = &placement.classification;
    let piece = |text: &str| vec![Piece { style: Style::Upright, text: text.to_owned() }];
    let mut lines = vec![Line::new(LineKind::Name, piece(name(place)))];
    lines.push(Line::remark(complexity(classification, place).name()));
    if place == usual(placement) {
        lines.push(Line::remark("✓ the clauses are here"));
    } else if holds(classification, place) {
        lines.push(Line::remark("✓ includes them"));
    } else if place < RECURSIVE {
        lines.push(Line::remark("✗ not in it"));
    }
    lines
}

fn remark(placement: &Placement, place: usize) -> String {
    let witness = membership(placement, place).and_then(|of| of.witnesses.first());
    let method = format!("solved by {}", method(place).name());
    witness.map_or(method, |witness| witness.text.clone())
}

fn membership(placement: &Placement, place: usize) -> Option<&Membership> {
    placement.classification.fragments.get(place)
}

/// A reason why the clauses are not in a fragment: in words, what to select for it, and the clauses that it
/// names, each with its number in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub text: String,
    pub marks: Selection,
    pub clauses: Vec<(usize, Selection)>,
}

/// The reasons against a fragment, and how many more there are.
pub fn reasons(placement: &Placement, place: usize, header: &Header) -> (Vec<Reason>, usize) {
    if place == RECURSIVE {
        let cycle = placement.classification.cycle.clone();
        let general = membership(placement, index(Fragment::General));
        let text = general.and_then(|of| of.witnesses.first()).map(|witness| witness.text.clone());
        let reason = cycle.zip(text).map(|(cycle, text)| reason(&Violation::Recursive(cycle), text, header));
        return (reason.into_iter().collect(), 0);
    }
    let Some(of) = membership(placement, place) else { return (Vec::new(), 0) };
    let reasons = of.witnesses.iter().map(|w| reason(&w.violation, w.text.clone(), header)).collect();
    (reasons, of.more)
}

fn reason(violation: &Violation, text: String, header: &Header) -> Reason {
    let (relation, clauses): (_, Vec<SystemClauseId>) = match violation {
        Violation::Recursive(cycle) => (None, cycle.steps.iter().map(|(_, clause)| *clause).collect()),
        Violation::SeveralInBody { clause, .. } => (None, vec![*clause]),
        Violation::RepeatedInBody { clause, relation } => (Some(*relation), vec![*clause]),
        Violation::InSeveralBodies { relation, clauses }
        | Violation::InSeveralHeads { relation, clauses } => (Some(*relation), clauses.clone()),
        Violation::SharedDependency { clause, shared, .. } => (Some(*shared), vec![*clause]),
        Violation::NotAPair { .. } => (None, Vec::new()),
    };
    let marks: Vec<(usize, Selection)> = clauses
        .iter()
        .filter_map(|id| Some((id.number(), Selection::Clause(clause_of(header, lang::ClauseId(id.0))?))))
        .collect();
    // After passes, relation symbols have other numbers than in the text.
    let relation = relation.filter(|_| is_as_typed(header)).map(Selection::Relation);
    let first = marks.first().map_or(Selection::Nothing, |(_, selection)| *selection);
    Reason { text, marks: relation.unwrap_or(first), clauses: marks }
}

/// Are the clauses of the run those of the text?
pub fn is_as_typed(header: &Header) -> bool {
    header.clauses.len() == header.sources.len()
        && header.clauses.iter().enumerate().all(|(i, clause)| clause.sources == [lang::ClauseId(i as u32)])
}

/// What else there is to say about the problem: sentences.
pub fn notes(placement: &Placement, taken: Option<(Fragment, Method)>, header: &Header) -> Vec<String> {
    let Classification { method, complexity, .. } = &placement.classification;
    let is_taken = taken.is_some_and(|(_, taken)| taken == *method);
    let taken = if is_taken { " This run takes it." } else { "" };
    let mut notes = vec![format!("The method for the clauses is {}.{taken}", method.name())];
    notes.push(match complexity {
        Complexity::Undecidable => "Whether there is a solution is undecidable.".to_owned(),
        class => format!("Whether there is a solution is in {}.", class.name()),
    });
    let complements: Vec<&str> =
        header.relations.iter().filter_map(|relation| relation.name.strip_prefix(COMPLEMENT)).collect();
    if !complements.is_empty() {
        let (are, why) = if placement.classification.is_recursive() {
            ("are not", "recursive")
        } else {
            ("are", "without recursion")
        };
        notes.push(format!(
            "The clauses are Horn with complements in the place of {} (thesis, Def. 5.7.2). They {are} \
             well-founded, since with complements they are {why} (Def. 5.7.1, Lemma 5.7.1).",
            complements.join(", "),
        ));
    }
    match &placement.expansion {
        None => {}
        Some(Ok(ExpansionSize { clauses, copies, is_minimal })) => {
            let minimal = if *is_minimal { "minimal " } else { "" };
            let copies: Vec<String> =
                copies.iter().map(|(name, copies)| format!("{name} {copies} times")).collect();
            let clauses = count(*clauses, "clause", "clauses");
            let copies = copies.join(", ");
            notes.push(format!(
                "A {minimal}clause-dependence disjoint expansion has {clauses}, with {copies}."
            ));
        }
        Some(Err(reason)) => notes.push(format!("No clause-dependence disjoint expansion: {reason}.")),
    }
    for UnwindingPlace { depth, clauses, fragment } in &placement.unwindings {
        let clauses = count(*clauses, "clause", "clauses");
        notes.push(format!("The unwinding to depth {depth} has {clauses} and is {}.", fragment.name()));
    }
    notes
}

#[cfg(test)]
mod tests {
    use hornbook::budget::Budget;
    use hornbook::engine::{Engine, Settings};
    use hornbook::horn::ClauseSystem;
    use hornbook::lang::{Language, Problem, house};

    use super::*;
    use crate::draw::text_alternative;
    use crate::text::examples::{EXAMPLES, Example};

    fn placed(text: &str) -> (Placement, Header) {
        of_problem(house::parse(text).0)
    }

    fn of_problem(problem: Problem) -> (Placement, Header) {
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let placement = Placement::of(&arena, &system, &mut Budget::unlimited()).unwrap();
        (placement, Engine::new(problem, Settings::default()).header())
    }

    fn example(name: &str) -> (Placement, Header) {
        placed(Example::named(name).unwrap().text)
    }

    #[test]
    fn every_example_has_its_place_and_a_reason_for_every_no() {
        for example in EXAMPLES {
            let (placement, header) = placed(example.text);
            let own = usual(&placement);
            let scene = scene(&placement, own);
            assert_eq!(scene.nodes.len(), RECURSIVE + 1);
            assert_eq!(scene.nodes.iter().filter(|node| node.role == Role::Interpolant).count(), 1);
            for (i, one) in scene.nodes.iter().enumerate() {
                assert!(scene.nodes[..i].iter().all(|other| !one.place.overlaps(&other.place)));
                let (reasons, _) = reasons(&placement, i, &header);
                let is_expected = i < RECURSIVE && !holds(&placement.classification, i);
                let is_expected = is_expected || (i == RECURSIVE && own == RECURSIVE);
                assert_eq!(!reasons.is_empty(), is_expected, "{} {}", example.name, name(i));
                assert_eq!(selected(Part::Node(one.id)), Some(i));
            }
            assert_eq!(text_alternative(&scene).len(), scene.nodes.len() + scene.edges.len());
        }
    }

    #[test]
    fn what_contains_a_fragment_is_above_it() {
        let (placement, _) = example("dblabs");
        let scene = scene(&placement, 0);
        for edge in &scene.edges {
            let y = |key| scene.node(key).map(|node| node.place.y).unwrap();
            assert!(y(edge.tails[0]) > y(edge.head));
        }
    }

    /// The witnesses of `S_DA`: selecting them marks clauses.
    #[test]
    fn witnesses_lead_to_clauses() {
        let (placement, header) = example("dblabs");
        assert_eq!(usual(&placement), index(Fragment::ClauseDependenceDisjoint));
        let (reasons, more) = reasons(&placement, index(Fragment::Linear), &header);
        assert_eq!(more, 0);
        assert_eq!(reasons[0].text, "clause 7 has 2 relation symbols in its body: l9 and dbl");
        assert_eq!(reasons[0].marks, Selection::Clause(SystemClauseId(6)));
        let (reasons, _) = super::reasons(&placement, index(Fragment::BodyDisjoint), &header);
        assert_eq!(reasons[0].clauses.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [3, 4]);
        assert!(matches!(reasons[0].marks, Selection::Relation(_)));
    }

    #[test]
    fn recursive_clauses_are_above_all_and_their_unwindings_are_told() {
        let (placement, header) = example("gcd");
        assert_eq!(usual(&placement), RECURSIVE);
        let (reasons, _) = reasons(&placement, RECURSIVE, &header);
        assert_eq!(reasons[0].text, "gcd depends on itself by clause 2");
        let notes = notes(&placement, None, &header);
        assert!(
            notes.iter().any(|note| note.starts_with("The unwinding to depth 2 has 2 clauses")),
            "{notes:?}"
        );
        assert!(notes.iter().any(|note| note.contains("undecidable")));
    }

    /// Thesis, Fig. 5.7 and Theorem 5.6.2: each class where it belongs.
    #[test]
    fn classes_are_named() {
        let pairs = lang::parse(Example::named("pairs.qbf").unwrap().text, Language::Qbf).0;
        let beaver = lang::parse(Example::named("beaver.turing").unwrap().text, Language::Turing).0;
        let of = |name: &str| house::parse(Example::named(name).unwrap().text).0;
        for (problem, class) in [
            (pairs, "PSPACE"),
            (beaver, "co-NEXPTIME"),
            (of("two-steps"), "co-NEXPTIME"),
            (of("dblabs"), "co-NP"),
            (of("mccarthy91-unwound"), "co-NP"),
        ] {
            let (placement, header) = of_problem(problem);
            let notes = notes(&placement, None, &header);
            let told = format!("Whether there is a solution is in {class}.");
            assert!(notes.contains(&told), "{class}: {notes:?}");
        }
    }

    #[test]
    fn renamings_are_told() {
        let (placement, header) = example("choice");
        let told = |placement: &Placement, header: &Header| {
            notes(placement, None, header).into_iter().find(|note| note.contains("complements"))
        };
        let note = told(&placement, &header).expect("a note");
        assert!(note.contains("in the place of q ") && note.contains("not well-founded"), "{note}");
        let (placement, header) = placed("p(X); q(X) :- X > 0. false :- p(X), X > 9. false :- q(X), X < 0.");
        let note = told(&placement, &header).expect("a note");
        assert!(note.contains("They are well-founded"), "{note}");
        let (placement, header) = example("gcd");
        assert_eq!(told(&placement, &header), None);
    }
}

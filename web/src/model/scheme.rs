//! The path with loops that a counterexample is folded into, as a picture (thesis, Def. 4.3.1 and Fig. 4.3).

use hornbook::engine::{ClosureText, Event, SchemeOutcome, SchemeText};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::lang::model::{PartId, Picture, PictureEdge, PictureNode, Shape};

use super::Names;
use super::picture::{self, ModelMoment};
use super::picture_layout::PictureLayout;
use crate::draw::{Scene, notation};

/// More states than this are left out.
const MOST_STATES: usize = 120;

/// The loops of a scheme at a relation symbol, each case of a loop once.
pub fn loops(scheme: Option<&SchemeText>, relation: SystemRelationId) -> Vec<&ClosureText> {
    let mut found: Vec<&ClosureText> = Vec::new();
    let states = scheme.into_iter().flat_map(|scheme| &scheme.states);
    for closure in states.filter(|state| state.relation == Some(relation)).flat_map(|state| &state.loops) {
        if !found.contains(&closure) {
            found.push(closure);
        }
    }
    found
}

/// `clauses 2, 3`
pub fn clauses(clauses: &[SystemClauseId]) -> String {
    let numbers: Vec<String> = clauses.iter().map(|clause| clause.number().to_string()).collect();
    format!("{} {}", if clauses.len() == 1 { "clause" } else { "clauses" }, numbers.join(", "))
}

/// The picture; once it is decided, with the numbers of rounds or the inductive interpolants.
pub fn scene(scheme: &SchemeText, accelerated: Option<&Event>, names: Names) -> Scene {
    let outcome = match accelerated {
        Some(Event::Accelerated { outcome, .. }) => Some(outcome),
        _ => None,
    };
    let mut picture =
        Picture { title: "The counterexample as a path with loops".to_owned(), ..Picture::default() };
    let part = |index: usize| PartId(u32::try_from(index).unwrap_or(u32::MAX));
    let count = scheme.states.iter().map(|state| state.loops.len()).sum::<usize>();
    let mut loops = 0;
    for (i, state) in scheme.states.iter().enumerate() {
        let is_last = i + 1 == scheme.states.len();
        let start = scheme.pivot.map_or("start".to_owned(), |pivot| format!("from position {}", pivot + 1));
        let label = match state.relation {
            Some(relation) => names.relation(relation).to_owned(),
            None if is_last => "false".to_owned(),
            None => start,
        };
        let mut node = PictureNode { part: part(i), label, ..PictureNode::default() };
        node.shape = match i {
            0 => Shape::Initial,
            _ if is_last => Shape::Error,
            _ => Shape::Location,
        };
        if let Some(clause) = state.clause.filter(|_| i > 0) {
            let lines = vec![clauses(&[clause])];
            let edge = PictureEdge {
                part: part(i),
                from: part(i - 1),
                to: part(i),
                lines,
                ..PictureEdge::default()
            };
            picture.edges.push(edge);
        }
        for closure in &state.loops {
            let rounds = match outcome {
                Some(SchemeOutcome::Feasible { rounds } | SchemeOutcome::TooManyRounds { rounds })
                    if rounds.len() == count =>
                {
                    rounds.get(loops).map_or_else(String::new, |rounds| format!("{rounds} times"))
                }
                _ => "any number of times".to_owned(),
            };
            if let Some(SchemeOutcome::Infeasible { inductive }) = outcome
                && inductive.len() == count
                && let Some(found) = inductive.get(loops)
            {
                node.lines.push(notation::words(&found.taken));
            }
            loops += 1;
            let lines = vec![format!("{}, {rounds}", clauses(&closure.clauses))];
            let part = part(scheme.states.len() + loops);
            picture.edges.push(PictureEdge {
                part,
                from: node.part,
                to: node.part,
                lines,
                ..PictureEdge::default()
            });
        }
        picture.nodes.push(node);
    }
    let layout = PictureLayout::new(&picture, None, MOST_STATES);
    picture::scene(&picture, &layout, &ModelMoment::default())
}

#[cfg(test)]
mod tests {
    use hornbook::engine::{Engine, Settings};
    use hornbook::inspect::{Inspector, LayerKind, Window};
    use hornbook::interpolate::PointOrigin;
    use hornbook::lang::house;
    use hornbook::settings::Acceleration;
    use hornbook::solver::Budget;
    use hornbook::trace::State;

    use super::*;
    use crate::draw::{EdgeKey, Line};
    use crate::model::plane::{axes_of_rounds, rounds_query};
    use crate::state::inspection::PlaneChoice;

    const EVEN: &str = "q(Z) :- Z = 0. q(Z + 2) :- q(Z). false :- q(Z), Z = 5.";

    /// The path with its loop before and after it is decided; then the rounds of the loop in the plane, and
    /// its inductive interpolants in the lattice.
    #[test]
    fn a_folded_counterexample_is_drawn_with_its_loop() {
        let (problem, _) = house::parse(EVEN);
        let settings = Settings { acceleration: Acceleration::Dynamic, ..Settings::default() };
        let pipeline = settings.pipeline_for(&problem);
        let mut engine = Engine::new(problem.clone(), settings);
        let header = engine.header();
        let mut state = State::default();
        while engine.verdict().is_none() && !matches!(state.accelerated, Some(Event::Accelerated { .. })) {
            state.apply(&engine.step(&mut Budget::unlimited()));
        }
        let scheme = state.folded.clone().expect("it is folded");
        let text = |accelerated: Option<&Event>| {
            let scene = scene(&scheme, accelerated, Names(&header));
            assert!(
                scene.edges.iter().any(|edge| edge.tails == [edge.head] && edge.id == EdgeKey::Number(1))
            );
            let nodes = scene.nodes.iter().flat_map(|node| &node.lines);
            let lines = nodes.chain(scene.edges.iter().flat_map(|edge| &edge.lines));
            lines.map(Line::plain).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(text(None), "start; q; false; clause 1; clause 2, any number of ; times; clause 3");
        let decided = text(state.accelerated.as_ref());
        assert!(decided.starts_with("start; q; 2 ∣ Z; false;"), "{decided}");

        let position = hornbook::engine::PositionId(0);
        let tree = state.counterexample.expect("there is one");
        let mut inspector =
            Inspector::new(&problem, &pipeline, &tree, &[], position, &mut Budget::unlimited())
                .expect("it fits");
        let Some(Event::Accelerated { outcome: SchemeOutcome::Infeasible { inductive }, .. }) =
            &state.accelerated
        else {
            panic!("infeasible")
        };
        inspector.give(&[
            (PointOrigin::Postcondition, inductive[0].sp.clone().expect("sp")),
            (PointOrigin::Precondition, inductive[0].wp.clone().expect("wp")),
        ]);
        let inspection = inspector.inspect(None, &mut Budget::unlimited());
        let lattice = inspection.lattice.as_ref().expect("there is a lattice");
        for origin in [PointOrigin::Postcondition, PointOrigin::Precondition] {
            assert!(lattice.points.iter().any(|point| point.origins.contains(&origin)), "{origin:?}");
        }

        let closures = loops(Some(&scheme), inspection.relation);
        assert_eq!(axes_of_rounds(&inspection), ["Z", "Z'"]);
        let mut query = rounds_query(&inspection, &PlaneChoice::default(), closures[0]).expect("two axes");
        query.window = Window::new(0, 0, 8, 8);
        let plane = inspector.plane(&query, &mut Budget::unlimited()).expect("it can be drawn");
        let counts: Vec<(LayerKind, usize)> =
            plane.layers.iter().map(|layer| (layer.kind, layer.count)).collect();
        let kinds = [None, Some(1), Some(2), Some(3)].map(LayerKind::Rounds);
        // z' = z + 2k: 8 points with no round, 6 with one, and so on.
        assert_eq!(counts, kinds.into_iter().zip([20, 6, 4, 2]).collect::<Vec<_>>());
    }
}

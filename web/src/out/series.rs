//! Graph and counterexample at the steps that matter, as one file for slides and for paper.
//!
//! ```text
//! gcd, step 3: the graph that derives false;  the counterexample
//! gcd, step 5: …                              the same with its interpolants
//! ```

use hornbook::engine::Event;

use crate::draw::{Scene, Theme, series};
use crate::model::graph::{self, Step};
use crate::model::graph_layout::GraphLayout;
use crate::model::{Names, tree};
use crate::run::Run;
use crate::run::selection::Selection;

/// At most this many steps are drawn; the last caption says so if there are more.
pub(super) const MOST_STEPS: usize = 40;

/// The pictures up to the moment of a run: at each counterexample, at its interpolants, and at the moment.
pub(super) fn pictures(name: &str, run: &Run) -> Option<String> {
    let names = Names(run.header.as_deref()?);
    let (layout, mut steps) = run.log.with_events(|events| {
        let matters = |event: &Event| {
            matches!(event, Event::CounterexampleFound { .. } | Event::InterpolantsFound { .. })
        };
        let seen = &events[..run.moment.step.min(events.len())];
        let steps: Vec<usize> = (1..).zip(seen).filter(|(_, e)| matters(e)).map(|(step, _)| step).collect();
        (GraphLayout::new(events, names), steps)
    });
    if steps.last() != Some(&run.moment.step) {
        steps.push(run.moment.step);
    }
    let left_out = steps.len().saturating_sub(MOST_STEPS);
    steps.truncate(MOST_STEPS);
    let mut pictures: Vec<(Scene, String)> = Vec::new();
    for number in steps {
        let (before, after) = (run.log.state(number.saturating_sub(1)), run.log.state(number));
        let event = run.log.event(number);
        let step = Step { number, event: event.as_ref(), before: &before, after: &after };
        let scene = graph::scene(&layout, step, names, Selection::Nothing, graph::USUAL_LIMIT);
        if !scene.nodes.is_empty() {
            pictures.push((scene, format!("{name}, step {number}: reachability graph")));
        }
        if let Some(scene) = tree::scene(step, &[], names, Selection::Nothing, tree::USUAL_LIMIT) {
            pictures.push((scene, format!("{name}, step {number}: counterexample")));
        }
    }
    if let Some((_, caption)) = pictures.last_mut().filter(|_| left_out > 0) {
        caption.push_str(&format!(". {left_out} further steps are left out"));
    }
    (!pictures.is_empty()).then(|| series(name, &pictures, Theme::Light))
}

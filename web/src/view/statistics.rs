//! Counts of what the run did.

use yew::prelude::*;

use super::stage::ViewProperties;

#[function_component]
pub(crate) fn Statistics(properties: &ViewProperties) -> Html {
    let run = &properties.run;
    let counts = &run.statistics;
    let row = |name: &str, value: String| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> };
    html! {
        <dl class="facts">
            { row("Steps", run.log.len().to_string()) }
            { row("Refinements", counts.refinements.to_string()) }
            { row("Nodes added", counts.nodes_added.to_string()) }
            { row("Nodes removed", counts.nodes_removed.to_string()) }
            { row("Edges added", counts.edges_added.to_string()) }
            { row("Predicates", counts.predicates.to_string()) }
            { row("Deepest counterexample", counts.depth.to_string()) }
            { row("Solver calls", counts.checks.to_string()) }
            { row("Milliseconds", run.milliseconds.to_string()) }
        </dl>
    }
}

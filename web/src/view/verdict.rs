//! The verdict: a solution, a derivation with numbers, or the reason why there is none.

use hornbook::engine::Outcome;
use yew::prelude::*;

use super::math::math;
use super::stage::ViewProperties;

#[function_component]
pub(crate) fn Verdict(properties: &ViewProperties) -> Html {
    let ViewProperties { run, .. } = properties;
    match &run.moment.after.verdict {
        None => html! { <p class="nothing">{ "No verdict at this step." }</p> },
        Some(Outcome::Safe { solution }) => html! {
            <>
                <p class="safe">{ "Safe. This solution makes every clause true; each clause has been proved." }</p>
                <ul class="solution">{ for solution.iter().map(|definition| html! { <li>{ math(definition) }</li> }) }</ul>
            </>
        },
        Some(Outcome::Unsafe { derivation }) => html! {
            <p class="unsafe">{ format!("Unsafe. A derivation of false in {} steps has been replayed.", derivation.len()) }</p>
        },
        Some(Outcome::Stopped(stopped)) => {
            html! { <p class="stopped">{ format!("No verdict: {stopped}.") }</p> }
        }
    }
}

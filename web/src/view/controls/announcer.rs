//! Says what a step changed to those who listen to the page.
//!
//! While a run is played or goes on, only what matters is said: counterexamples, new predicates, and
//! verdicts.

use hornbook::engine::Event;
use yew::prelude::*;

use crate::run::narrate::{plain, tell_run};
use crate::state::State;

#[derive(Properties, PartialEq)]
pub(crate) struct AnnouncerProperties {
    pub(crate) state: UseReducerHandle<State>,
}

#[function_component]
pub(crate) fn Announcer(properties: &AnnouncerProperties) -> Html {
    let state = &properties.state;
    let said = use_mut_ref(String::new);
    if let Some(run) = state.run() {
        let is_playing = state.playback.plays || run.status.is_active();
        match (&run.moment.event, &run.header) {
            (Some(event), Some(header)) if !is_playing || matters(event) => {
                let words = plain(&tell_run(run, event, header));
                *said.borrow_mut() = format!("Step {}: {words}", run.moment.step);
            }
            (None, _) => said.borrow_mut().clear(),
            _ => {}
        }
    }
    let words = said.borrow().clone();
    html! { <p class="only-heard" role="log" aria-label="What the step changed" aria-live="polite" aria-atomic="true">{ words }</p> }
}

fn matters(event: &Event) -> bool {
    matches!(event, Event::CounterexampleFound { .. } | Event::PredicatesAdded { .. } | Event::Verdict(_))
}

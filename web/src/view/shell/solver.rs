//! What stands above the views: the controls of the runs, and the step in a line.

use yew::prelude::*;

use crate::state::layout::Pane;
use crate::state::views::View;
use crate::state::{Action, Side, State};
use crate::view::controls::announcer::Announcer;
use crate::view::controls::control_bar::ControlBar;
use crate::view::lesson::prediction::PredictionBar;
use crate::view::shell::panel::panel;
use crate::view::shell::panes::run_names;

#[derive(Properties, PartialEq)]
pub(crate) struct SolverProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
    /// What the bar has besides the controls.
    #[prop_or_default]
    pub(crate) children: Html,
}

#[function_component]
pub(crate) fn Solver(properties: &SolverProperties) -> Html {
    let SolverProperties { state, act, children } = properties;
    html! {
        <section id="solver" class="solver" aria-label="Solver" tabindex="-1">
            <ControlBar state={state.clone()} act={act.clone()}>{ children.clone() }</ControlBar>
            <PredictionBar state={state.clone()} act={act.clone()} />
            <Announcer state={state.clone()} />
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct StoryLineProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

/// What happens at the step: one line, which opens.
#[function_component]
pub(crate) fn StoryLine(properties: &StoryLineProperties) -> Html {
    let StoryLineProperties { state, act } = properties;
    let is_told = state.views_in(Pane::Line).contains(&View::Narration);
    if !is_told || state.runs.iter().all(Option::is_none) {
        return Html::default();
    }
    let sides: &[Side] = if state.compares { &Side::BOTH } else { &[Side::Left] };
    let names = run_names(state);
    let is_open = state.story_is_open;
    let unfold = act.reform(move |_: MouseEvent| Action::UnfoldStory(!is_open));
    html! {
        <div class={classes!("story-line-pane", is_open.then_some("open"), state.compares.then_some("two"))}>
            <div class="panel-row">
                { for sides.iter().map(|side| panel(View::Narration, *side, names.as_ref(), state, act)) }
            </div>
            <button
                type="button"
                class="quiet unfold"
                aria-expanded={is_open.to_string()}
                aria-label={if is_open { "Tell less" } else { "Tell more" }}
                title={if is_open { "Only this step" } else { "The whole sentence, and the steps around it" }}
                onclick={unfold}
            >
                <span class="fold" aria-hidden="true" />
            </button>
        </div>
    }
}

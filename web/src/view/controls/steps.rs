//! The buttons that go through the steps of a run.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::run::selection::Selection;
use crate::state::playback::Playback;
use crate::state::{Action, Move, State};
use crate::view::parts::icon::{Icon, icon};

#[derive(Properties, PartialEq)]
pub(crate) struct StepsProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Steps(properties: &StepsProperties) -> Html {
    let StepsProperties { state, act } = properties;
    let Some(run) = state.run() else { return Html::default() };
    let playback = state.playback;
    let (can_go_back, can_go_on) = (state.can_go_back(), state.can_go_on());
    let button = |name: &'static str, key: &'static str, picture: Icon, action: Action, is_possible: bool| {
        // Not `disabled`: the focus would get lost at the ends.
        let onclick = act.reform(move |_: MouseEvent| action.clone());
        let onclick = is_possible.then_some(onclick);
        html! {
            <button
                type="button"
                class="quiet tool"
                aria-label={name}
                title={format!("{name} ({key})")}
                aria-disabled={(!is_possible).then_some("true")}
                {onclick}
            >
                { icon(picture) }
            </button>
        }
    };
    let to = |name, key, picture, whereto, is_possible| {
        button(name, key, picture, Action::Move(whereto), is_possible)
    };
    let set_speed = act.reform(|event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::SetSpeed(value.parse().unwrap_or(0))
    });
    let (play_name, play_icon) = if playback.plays { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    let selection = state.selection;
    html! {
        <>
            <div class="steps" role="group" aria-label="Steps">
                { to("First step", "Home", Icon::Start, Move::Start, can_go_back) }
                { to("Previous refinement", "P", Icon::PreviousRefinement, Move::PreviousRefinement, can_go_back) }
                { to("Step back", "←", Icon::Back, Move::Back, can_go_back) }
                { button(play_name, "Space", play_icon, Action::Play(!playback.plays), !run.log.is_empty()) }
                { to("Step forward", "→", Icon::Forward, Move::Forward, can_go_on) }
                { to("Next refinement", "N", Icon::NextRefinement, Move::NextRefinement, can_go_on) }
                { to("Last step", "End", Icon::End, Move::End, can_go_on) }
            </div>
            if selection != Selection::Nothing {
                <div class="steps changes" role="group" aria-label="Changes of what is selected">
                    { to("Previous change of the selected", "[", Icon::PreviousChange, Move::PreviousChange, run.previous_change(selection).is_some()) }
                    { to("Next change of the selected", "]", Icon::NextChange, Move::NextChange, run.next_change(selection).is_some()) }
                </div>
            }
            <label class="speed" title="How fast Play goes (+ and −)">
                { "Speed" }
                <input
                    type="range"
                    min="0"
                    max={Playback::FASTEST.to_string()}
                    value={playback.speed().to_string()}
                    oninput={set_speed}
                />
            </label>
        </>
    }
}

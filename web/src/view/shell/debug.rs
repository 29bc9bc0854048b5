//! Buttons that make the page or the worker fail on purpose; shown only at an address that ends in `?debug`.

use yew::prelude::*;

use crate::browser::environment::search;
use crate::state::workers::Role;
use crate::wire::protocol::Request;

#[derive(Properties, PartialEq)]
pub(crate) struct DebugProperties {
    pub(crate) ask: Callback<(Role, Request)>,
}

#[function_component]
pub(crate) fn Debug(properties: &DebugProperties) -> Html {
    if !is_asked_for() {
        return Html::default();
    }
    let panic = |role| properties.ask.reform(move |_: MouseEvent| (role, Request::Panic));
    let panic_page = |_: MouseEvent| panic!("the page was asked to panic");
    html! {
        <section class="debug" aria-labelledby="debug">
            <h2 id="debug">{ "Debug" }</h2>
            <p class="actions">
                <button type="button" class="quiet" onclick={panic(Role::Solver)}>{ "Panic in the solver" }</button>
                <button type="button" class="quiet" onclick={panic(Role::Reader)}>{ "Panic in the reader" }</button>
                <button type="button" class="quiet" onclick={panic_page}>{ "Panic in the page" }</button>
            </p>
        </section>
    }
}

fn is_asked_for() -> bool {
    search() == "?debug"
}

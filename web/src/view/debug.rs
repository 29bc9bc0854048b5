//! Buttons that make the page or the worker fail on purpose; shown only at an address that ends in `?debug`.

use yew::prelude::*;

use crate::protocol::Request;

#[derive(Properties, PartialEq)]
pub(crate) struct DebugProperties {
    pub(crate) ask: Callback<Request>,
}

#[function_component]
pub(crate) fn Debug(properties: &DebugProperties) -> Html {
    if !is_asked_for() {
        return Html::default();
    }
    let panic_worker = properties.ask.reform(|_: MouseEvent| Request::Panic);
    let panic_page = |_: MouseEvent| panic!("the page was asked to panic");
    html! {
        <section class="debug" aria-labelledby="debug">
            <h2 id="debug">{ "Debug" }</h2>
            <p class="actions">
                <button type="button" class="quiet" onclick={panic_worker}>{ "Panic in the worker" }</button>
                <button type="button" class="quiet" onclick={panic_page}>{ "Panic in the page" }</button>
            </p>
        </section>
    }
}

fn is_asked_for() -> bool {
    let search = web_sys::window().and_then(|window| window.location().search().ok());
    search.is_some_and(|search| search == "?debug")
}

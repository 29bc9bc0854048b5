//! What a long list says of the rows that it leaves out, with a way to see more of them.

use std::ops::Range;

use yew::prelude::*;

/// Nothing if all rows are shown.
pub(crate) fn more_rows(
    what: &str,
    shown: &Range<usize>,
    count: usize,
    most: &UseStateHandle<usize>,
) -> Html {
    if shown.len() >= count {
        return Html::default();
    }
    let onclick = {
        let most = most.clone();
        Callback::from(move |_: MouseEvent| most.set(most.saturating_mul(4)))
    };
    html! {
        <p class="omission">
            { format!("Showing {what} {} to {} of {count}.", shown.start + 1, shown.end) }
            <button type="button" class="quiet" {onclick}>{ "Show more" }</button>
        </p>
    }
}

//! Something that the user must know once: a file that can't be opened, a link that is damaged.

use std::rc::Rc;

use yew::prelude::*;

use crate::state::Action;

#[derive(Properties, PartialEq)]
pub(crate) struct NoticeProperties {
    pub(crate) notice: Option<Rc<str>>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Notice(properties: &NoticeProperties) -> Html {
    let close = properties.act.reform(|_: MouseEvent| Action::Notice(None));
    // The element is there before its message, so that screen readers hear of the message.
    html! {
        <div class="notice" role="status">
            if let Some(notice) = &properties.notice {
                <p>{ AttrValue::from(notice.clone()) }</p>
                <button type="button" class="quiet" onclick={close}>{ "Close" }</button>
            }
        </div>
    }
}

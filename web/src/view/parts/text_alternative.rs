//! The text alternative of a picture: a tree of sentences, for screen readers and for those who prefer words.
//! It is always there, and seen on request or when it has the focus.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::draw::{AlternativeItem, Part};

#[derive(Properties, PartialEq)]
pub(crate) struct TextAlternativeProperties {
    pub(crate) title: AttrValue,
    pub(crate) items: Vec<AlternativeItem>,
    pub(crate) is_visible: bool,
    pub(crate) select: Callback<Part>,
}

#[function_component]
pub(crate) fn TextAlternative(properties: &TextAlternativeProperties) -> Html {
    let TextAlternativeProperties { title, items, is_visible, select } = properties;
    let list = use_node_ref();
    // The part that can be reached by the tab key. Parts come and go; if it has gone, the first is.
    let current = use_state(|| None::<Part>);
    let index = items.iter().position(|item| Some(item.part) == *current).unwrap_or(0);
    let onkeydown = {
        let (items, list, current, select) = (items.clone(), list.clone(), current.clone(), select.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" || event.key() == " " {
                if let Some(item) = items.get(index) {
                    select.emit(item.part);
                }
            } else if let Some(target) = target(&items, index, &event.key()) {
                current.set(items.get(target).map(|item| item.part));
                focus(&list, target);
            } else {
                return;
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    let item = |(i, item): (usize, &AlternativeItem)| {
        let part = item.part;
        let onclick = {
            let (current, select) = (current.clone(), select.clone());
            Callback::from(move |_: MouseEvent| {
                current.set(Some(part));
                select.emit(part);
            })
        };
        let class = classes!(
            "text-alternative-item",
            format!("level-{}", item.level.min(8)),
            item.mark.as_ref().map(|mark| mark.change.class()),
        );
        html! {
            <li
                key={match part {
                    Part::Node(node) => node.to_string(),
                    Part::Edge(edge) => edge.to_string(),
                }}
                role="treeitem"
                {class}
                {onclick}
                aria-level={item.level.to_string()}
                aria-selected={item.is_selected.to_string()}
                tabindex={if i == index { "0" } else { "-1" }}
            >
                if let Some(mark) = &item.mark {
                    <span class="text-alternative-mark" aria-hidden="true">{ mark.change.icon() }</span>
                }
                { item.text.clone() }
            </li>
        }
    };
    let class = classes!("text-alternative", (!is_visible).then_some("unseen"));
    html! {
        <ul ref={list} {class} role="tree" aria-label={title.clone()} {onkeydown}>
            { for items.iter().enumerate().map(item) }
        </ul>
    }
}

/// Where a key leads.
fn target(items: &[AlternativeItem], index: usize, key: &str) -> Option<usize> {
    let level = items.get(index)?.level;
    match key {
        "ArrowDown" => (index + 1 < items.len()).then_some(index + 1),
        "ArrowUp" => index.checked_sub(1),
        "ArrowRight" => items.get(index + 1).filter(|next| next.level > level).map(|_| index + 1),
        "ArrowLeft" => items[..index].iter().rposition(|item| item.level < level),
        "Home" => Some(0),
        "End" => items.len().checked_sub(1),
        _ => None,
    }
}

fn focus(list: &NodeRef, index: usize) {
    let item = list.cast::<Element>().and_then(|list| list.children().item(index as u32));
    if let Some(item) = item.and_then(|item| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(item).ok()) {
        item.focus().ok();
    }
}

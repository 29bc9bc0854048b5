//! Elements of pictures, on the page.

use yew::prelude::*;
use yew::virtual_dom::{VTag, VText};

use crate::draw::{Child, Element};

/// An element and all that is in it. The depth of elements is fixed by who makes them.
pub(crate) fn html_of(element: &Element) -> Html {
    let mut tag = VTag::new(element.tag);
    for (name, value) in &element.attributes {
        tag.add_attribute(name, value.clone());
    }
    for child in &element.children {
        tag.add_child(match child {
            Child::Element(inner) => html_of(inner),
            Child::Text(text) => VText::new(text.clone()).into(),
        });
    }
    tag.into()
}

//! Elements of pictures, on the page.

use yew::prelude::*;
use yew::virtual_dom::{VTag, VText};

use crate::draw::{Child, Element};

/// An element and all that is in it. The depth of elements is fixed by who makes them. A part of a scene is
/// known by its name, so that it stays as it is when others come and go.
pub(crate) fn html_of(element: &Element) -> Html {
    let mut tag = VTag::new(element.tag);
    for (name, value) in &element.attributes {
        if *name == "data-part" {
            tag.key = Some(value.as_str().into());
        }
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

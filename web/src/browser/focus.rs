//! What has the focus, as far as keys are concerned, and giving it to something else.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use crate::state::keys::Focus;

/// Inside these, keys are left to the browser, which closes them.
const MODAL: &str = "dialog, [popover]";
const FIELD: &str = "textarea, select, [contenteditable], \
    input:not([type=range]):not([type=checkbox]):not([type=radio])";
const WIDGET: &str = "input[type=range], input[type=radio], [role=tree], [role=treegrid], [role=grid], [role=listbox], \
    [role=slider], [role=tablist], [role=radiogroup], [role=menu], [role=application], \
    [tabindex='0']:not(a, button, summary)";
const BUTTON: &str = "button, a, summary, input, [role=button]";

/// Where a key was pressed; `None` if that is in a dialog.
pub(crate) fn of(event: &KeyboardEvent) -> Option<Focus> {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return Some(Focus::Elsewhere);
    };
    let is_in = |selector: &str| target.closest(selector).ok().flatten().is_some();
    if is_in(MODAL) {
        None
    } else if is_in(FIELD) {
        Some(Focus::Field)
    } else if is_in(WIDGET) {
        Some(Focus::Widget)
    } else if is_in(BUTTON) {
        Some(Focus::Button)
    } else {
        Some(Focus::Elsewhere)
    }
}

/// Takes the focus out of the editor, and puts it where single keys move the run.
pub(crate) fn leave_field() {
    let focused = gloo_utils::document().active_element();
    if focused.is_some_and(|focused| focused.id() == "clauses") {
        move_to("solver");
    }
}

/// Gives the focus to the element with this id, if there is one.
pub(crate) fn move_to(id: &str) {
    let element = gloo_utils::document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that can't have it leaves it where it is.
        element.focus().ok();
    }
}

//! What has the focus, as far as keys are concerned.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::keys::Focus;

/// Wherein keys are none of our business: the browser closes these.
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

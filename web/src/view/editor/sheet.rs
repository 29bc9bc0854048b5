//! The text itself: the `<textarea>`, and over it the layer that shows its words in colour.
//!
//! The letters of the `<textarea>` are transparent, those of the layer are seen; both have the same font and
//! the same lines, and scroll together because neither scrolls: the element around them does. The layer draws
//! only the lines near to what is in sight, so a long text costs no more than a short one.
//!
//! The text goes from the `<textarea>` to the state and not back, except where the state has another text (an
//! example, a file, an undone change): then only what differs is replaced.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use hornbook::lang::{ClauseId, Span};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element, FocusOptions, HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::Mark;
use super::files::{self, DropTarget};
use super::layer::{Layer, layer};
use crate::browser::environment::window_height;
use crate::model::margin::MarginNote;
use crate::state::Action;
use crate::text::editing::{Change, matching_bracket};
use crate::text::highlight::Lines;
use crate::text::place::{byte_offset, utf16_range};
use crate::wire::protocol::{Description, Finding};

/// A text with more bytes than this is shown, but not edited unless the user insists: browsers are slow with
/// a large `<textarea>`, and a letter would take longer to appear than a person should wait.
pub(crate) const LARGE_TEXT: usize = 200_000;

/// A text with more lines than this is not wrapped: of wrapped lines nobody knows the heights before they are
/// drawn, so all of them are.
pub(super) const MOST_WRAPPED_LINES: usize = 600;

/// Lines are drawn in blocks of this many, so that most scrolling draws nothing anew.
const BLOCK: usize = 32;

#[derive(Properties, PartialEq)]
pub(crate) struct SheetProperties {
    pub(crate) text: Rc<str>,
    /// What the text is.
    pub(crate) heading: &'static str,
    /// Whether long lines are wrapped.
    pub(crate) wraps: bool,
    pub(crate) description: Option<Rc<Description>>,
    pub(crate) is_current: bool,
    pub(crate) marks: Rc<[Mark]>,
    pub(crate) notes: Rc<[MarginNote]>,
    pub(crate) act: Callback<Action>,
    /// The `<textarea>`.
    pub(crate) area: NodeRef,
}

#[function_component]
pub(crate) fn Sheet(properties: &SheetProperties) -> Html {
    let SheetProperties { text, heading, wraps, description, is_current, marks, notes, act, area } =
        properties;
    let scroller = use_node_ref();
    let lines = use_memo(text.clone(), |text| Lines::of(text));
    let in_sight = use_state_eq(|| 0..3 * BLOCK);
    let cursor = use_state_eq(|| None::<usize>);
    // The finding at the cursor, and the one under the mouse.
    let explained = use_state_eq(|| None::<usize>);
    let hovered = use_state_eq(|| None::<usize>);
    let is_drop_target = use_state_eq(|| false);
    let reported = use_mut_ref(Vec::<Rc<str>>::new);
    let is_large = use_state_eq(|| false);
    use_text(area, text, &reported, &is_large);
    use_history(area, act);

    let described = use_mut_ref(|| Rc::<str>::from(""));
    let findings = use_memo((description.clone(), text.clone(), *is_current), {
        move |(description, text, is_current): &(Option<Rc<Description>>, Rc<str>, bool)| {
            if *is_current {
                described.replace(text.clone());
            }
            moved_findings(description.as_deref(), &described.borrow(), text)
        }
    });

    let clause_at_cursor = use_mut_ref(|| None::<usize>);
    let clauses = description.clone().filter(|_| *is_current);
    let move_cursor = use_callback((text.clone(), findings.clone(), clauses, act.clone()), {
        let (cursor, explained) = (cursor.setter(), explained.setter());
        move |area: HtmlTextAreaElement, (text, findings, clauses, act)| {
            let at = byte_offset(text, area.selection_start().ok().flatten().unwrap_or_default());
            cursor.set(Some(at));
            explained.set(finding_at_offset(findings, at));
            let clause = clauses.as_ref().and_then(|description| {
                let is_here = |span: &Span| (span.start as usize..=span.end as usize).contains(&at);
                description.spans.iter().position(is_here)
            });
            let before = clause_at_cursor.replace(clause);
            if let Some(clause) = clause.filter(|_| before != clause) {
                act.emit(Action::SelectSource(ClauseId(clause as u32)));
            }
        }
    });
    let onkeyup = move_cursor.reform(|event: KeyboardEvent| event.target_unchecked_into());
    let onclick = move_cursor.reform(|event: MouseEvent| event.target_unchecked_into());
    let onblur = Callback::from({
        let (cursor, explained) = (cursor.setter(), explained.setter());
        move |_: FocusEvent| {
            cursor.set(None);
            explained.set(None);
        }
    });
    let oninput = Callback::from({
        let (act, cursor, explained) = (act.clone(), cursor.setter(), explained.setter());
        move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            let text: Rc<str> = area.value().into();
            cursor.set(Some(byte_offset(&text, area.selection_start().ok().flatten().unwrap_or_default())));
            // Who is typing knows that the word is not complete yet.
            explained.set(None);
            reported.borrow_mut().push(text.clone());
            act.emit(Action::Edit(text));
        }
    });
    let onkeydown = Callback::from({
        let act = act.clone();
        move |event: KeyboardEvent| {
            // The field and the element around it both listen.
            if let Some(action) = history_key(&event).filter(|_| !event.default_prevented()) {
                event.prevent_default();
                act.emit(action);
            }
        }
    });
    let onpaste = Callback::from({
        let (act, text) = (act.clone(), text.clone());
        move |event: Event| {
            if let Some(pasted) = large_paste(&event, &text) {
                event.prevent_default();
                act.emit(Action::Edit(pasted.into()));
            }
        }
    });
    let edit_anyway = Callback::from({
        let is_large = is_large.setter();
        move |_: MouseEvent| is_large.set(false)
    });
    let onscroll = Callback::from({
        let (lines, in_sight) = (lines.clone(), in_sight.setter());
        move |event: Event| {
            let scroller: HtmlElement = event.target_unchecked_into();
            in_sight.set(lines_in_sight(&scroller, lines.count()));
        }
    });
    let onmousemove = Callback::from({
        let (scroller, hovered) = (scroller.clone(), hovered.setter());
        let has_findings = !findings.is_empty();
        move |event: MouseEvent| {
            let scroller = scroller.cast::<Element>().filter(|_| has_findings);
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            hovered.set(scroller.and_then(|scroller| finding_at_point(&scroller, x, y)));
        }
    });
    let onmouseleave = Callback::from({
        let hovered = hovered.setter();
        move |_: MouseEvent| hovered.set(None)
    });
    let DropTarget { ondragover, ondragleave, ondrop } = files::drop_target(&is_drop_target, act);

    let brackets = cursor.and_then(|cursor| matching_bracket(text, &lines, cursor));
    let digits = lines.count().ilog10() + 1;
    html! {
        <>
        if *is_large {
            <p class="large">
                { format!("This text has {} kB. So that the page stays quick, it is shown but can't be edited here. ", text.len() / 1000) }
                <button type="button" class="quiet" onclick={edit_anyway}>{ "Edit it anyway" }</button>
            </p>
        }
        <div
            class={classes!("scroller", format!("digits-{digits}"), is_drop_target.then_some("dropping"), is_large.then_some("read-only"), wraps.then_some("wraps"))}
            ref={scroller}
            tabindex={is_large.then_some("0")}
            role={is_large.then_some("region")}
            aria-label={is_large.then(|| format!("{heading}, to read only"))}
            onkeydown={onkeydown.clone()}
            {onscroll}
            {onmousemove}
            {onmouseleave}
            {ondragover}
            {ondragleave}
            {ondrop}
        >
            <div class="sheet">
                <textarea
                    id="clauses"
                    ref={area}
                    hidden={*is_large}
                    {onpaste}
                    {oninput}
                    {onkeydown}
                    {onkeyup}
                    {onclick}
                    {onblur}
                    aria-describedby="saving"
                    aria-invalid={findings.iter().any(|(_, finding)| finding.is_error()).then_some("true")}
                    spellcheck="false"
                    autocapitalize="off"
                    autocomplete="off"
                    autocorrect="off"
                    wrap={if *wraps { "soft" } else { "off" }}
                />
                { layer(&Layer {
                    text,
                    lines: &lines,
                    in_sight: if *wraps { 0..lines.count() } else { (*in_sight).clone() },
                    findings: &findings,
                    marks,
                    notes,
                    brackets,
                    cursor_line: cursor.map(|cursor| lines.at(cursor)),
                    explained: hovered.or(*explained),
                    is_read: *is_large,
                }) }
            </div>
        </div>
        </>
    }
}

/// Whether long lines of a text can be wrapped.
pub(super) fn can_be_wrapped(text: &str) -> bool {
    text.len() <= LARGE_TEXT && text.bytes().filter(|byte| *byte == b'\n').count() < MOST_WRAPPED_LINES
}

/// Selects a span and brings it into sight.
pub(crate) fn show_place(area: &HtmlTextAreaElement, text: &str, span: Span) {
    let (start, end) = utf16_range(text, span);
    focus(area);
    area.set_selection_range(start, end).ok();
    reveal(area, text, span.start as usize);
}

/// Puts a text into the `<textarea>`, unless it comes from there.
#[hook]
fn use_text(
    area: &NodeRef,
    text: &Rc<str>,
    reported: &Rc<RefCell<Vec<Rc<str>>>>,
    is_large: &UseStateHandle<bool>,
) {
    let (area, reported, is_large) = (area.clone(), reported.clone(), is_large.clone());
    let shown = use_mut_ref(|| None::<Rc<str>>);
    use_effect_with(text.clone(), move |text: &Rc<str>| {
        let mut reported = reported.borrow_mut();
        let last = reported.last().cloned();
        let own = reported.iter().position(|own| Rc::ptr_eq(own, text));
        match own {
            // What the user has typed since is on its way to the state.
            Some(own) => drop(reported.drain(..=own)),
            None => reported.clear(),
        }
        let mut shown = shown.borrow_mut();
        if let Some(area) = area.cast::<HtmlTextAreaElement>().filter(|_| own.is_none()) {
            // Who types stays where they are, however long the text becomes.
            is_large.set(text.len() > LARGE_TEXT);
            // A field that is not displayed takes any text at once.
            area.set_hidden(text.len() > LARGE_TEXT);
            match last.or_else(|| shown.clone()) {
                None => area.set_value(text),
                Some(old) => replace(&area, &old, text),
            }
        }
        *shown = Some(text.clone());
    });
}

/// Undo and redo from a menu of the browser, or from a phone that is shaken.
#[hook]
fn use_history(area: &NodeRef, act: &Callback<Action>) {
    use_effect_with((area.clone(), act.clone()), |(area, act)| {
        let act = act.clone();
        let listener = area.cast::<Element>().map(|area| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&area, "beforeinput", options, move |event| {
                let kind = event.dyn_ref::<InputEvent>().map(InputEvent::input_type).unwrap_or_default();
                let action = match &*kind {
                    "historyUndo" => Action::Undo,
                    "historyRedo" => Action::Redo,
                    _ => return,
                };
                event.prevent_default();
                act.emit(action);
            })
        });
        move || drop(listener)
    });
}

fn replace(area: &HtmlTextAreaElement, old: &str, new: &str) {
    let Some(change) = Change::between(old, new) else { return };
    let removed = Span::new(change.start, change.start + change.removed.len());
    let (start, end) = utf16_range(old, removed);
    area.set_range_text_with_start_and_end(&change.inserted, start, end).ok();
    // A new text is read from its beginning; a small change is shown where it is.
    let is_new = change.inserted.len() * 2 > new.len();
    let cursor = if is_new { 0 } else { change.start + change.inserted.len() };
    let (at, _) = utf16_range(new, Span::new(cursor, cursor));
    area.set_selection_range(at, at).ok();
    reveal(area, new, cursor);
}

/// Scrolls so that a place of the text is in sight.
fn reveal(area: &HtmlTextAreaElement, text: &str, offset: usize) {
    let Some(scroller) = area.closest(".scroller").ok().flatten() else { return };
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let count = line + text.as_bytes()[before.len()..].iter().filter(|byte| **byte == b'\n').count() + 1;
    let Some(layer) = scroller.query_selector(".layer").ok().flatten() else { return };
    let mut row = f64::from(layer.client_height()) / f64::from(count as u32);
    let (top, height) = (f64::from(scroller.scroll_top()), f64::from(scroller.client_height()));
    let mut at = f64::from(line as u32) * row;
    // Wrapped lines are of different heights, and all of them are drawn.
    let drawn = layer.query_selector_all(".row").ok().filter(|drawn| drawn.length() as usize == count);
    let drawn = drawn.and_then(|drawn| drawn.get(line as u32)?.dyn_into::<HtmlElement>().ok());
    if let Some(drawn) = drawn {
        (at, row) = (f64::from(drawn.offset_top()), f64::from(drawn.client_height()));
    }
    if at < top || at + 2.0 * row > top + height {
        scroller.set_scroll_top((at - height / 3.0).max(0.0) as i32);
    }
    let is_on_first_screen = before.len() - before.iter().rposition(|b| *b == b'\n').unwrap_or(0) < 40;
    if is_on_first_screen {
        scroller.set_scroll_left(0);
    }
}

/// Without the jump to the top of the element that a browser would make.
fn focus(area: &HtmlTextAreaElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    area.focus_with_options(&options).ok();
    if let Some(scroller) = area.closest(".scroller").ok().flatten() {
        let window_height = window_height();
        let place = scroller.get_bounding_client_rect();
        if place.top() < 0.0 || window_height.is_some_and(|height| place.top() > height / 2.0) {
            scroller.scroll_into_view();
        }
    }
}

/// The lines to draw: those that are in sight, and some before and after.
#[allow(clippy::cast_sign_loss, reason = "sizes and scroll positions are not negative")]
fn lines_in_sight(scroller: &HtmlElement, count: usize) -> Range<usize> {
    let Some(layer) = scroller.query_selector(".layer").ok().flatten() else { return 0..3 * BLOCK };
    let row = (f64::from(layer.client_height()) / f64::from(count as u32)).max(1.0);
    // The window is no lower than the editor, whatever becomes of that.
    let window_height = window_height();
    let height = f64::from(scroller.client_height()).max(window_height.unwrap_or_default());
    let first = (f64::from(scroller.scroll_top()) / row) as usize;
    let last = first + (height / row) as usize + 1;
    let from = (first / BLOCK).saturating_sub(1) * BLOCK;
    from..(last / BLOCK + 2) * BLOCK
}

/// The text after a paste, if that makes it large; smaller pastes are the browser's.
fn large_paste(event: &Event, text: &str) -> Option<String> {
    let pasted = event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?.get_data("text/plain").ok()?;
    if text.len() + pasted.len() <= LARGE_TEXT {
        return None;
    }
    let area: HtmlTextAreaElement = event.target_dyn_into()?;
    let start = byte_offset(text, area.selection_start().ok().flatten()?);
    let end = byte_offset(text, area.selection_end().ok().flatten()?);
    let pasted = pasted.replace("\r\n", "\n").replace('\r', "\n");
    Some([text.get(..start)?, &pasted, text.get(end..)?].concat())
}

fn history_key(event: &KeyboardEvent) -> Option<Action> {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() || event.is_composing() {
        return None;
    }
    match (&*event.key().to_lowercase(), event.shift_key()) {
        ("z", false) => Some(Action::Undo),
        ("z", true) | ("y", false) => Some(Action::Redo),
        _ => None,
    }
}

/// The findings at their places in the present text, which may have changed since they were made.
fn moved_findings(description: Option<&Description>, described: &str, text: &str) -> Vec<(Span, Finding)> {
    let Some(description) = description.filter(|description| !description.findings.is_empty()) else {
        return Vec::new();
    };
    let change = Change::between(described, text);
    let place = |finding: &Finding| {
        let span = finding.diagnostic.span;
        change.as_ref().map_or(span, |change| change.moved(span))
    };
    description.findings.iter().map(|finding| (place(finding), finding.clone())).collect()
}

fn finding_at_offset(findings: &[(Span, Finding)], offset: usize) -> Option<usize> {
    findings.iter().position(|(span, _)| (span.start as usize..=span.end as usize).contains(&offset))
}

fn finding_at_point(scroller: &Element, x: f64, y: f64) -> Option<usize> {
    let drawn = scroller.query_selector_all("[data-finding]").ok()?;
    let elements = (0..drawn.length()).filter_map(|index| drawn.get(index)?.dyn_into::<Element>().ok());
    elements.into_iter().find_map(|element| {
        let boxes = element.get_client_rects();
        let is_there = (0..boxes.length()).filter_map(|index| boxes.get(index)).any(|place| {
            (place.left()..=place.right()).contains(&x) && (place.top()..=place.bottom()).contains(&y)
        });
        is_there.then(|| element.get_attribute("data-finding")?.parse().ok())?
    })
}

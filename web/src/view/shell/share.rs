//! Sharing: a link to this moment, as text, as a QR code for the lecture hall, and as a part of other pages.

use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::browser::clipboard::{Copied, copy};
use crate::browser::download::download;
use crate::browser::environment::address;
use crate::out::export::File;
use crate::out::qr::picture;
use crate::state::State;
use crate::state::link::fragment;
use crate::view::shell::dialog::DialogButton;
use crate::wire::share::{ADVISED_LENGTH, FILE_LENGTH, LengthAdvice};

#[derive(Properties, PartialEq)]
pub(crate) struct ShareProperties {
    pub(crate) state: UseReducerHandle<State>,
}

#[function_component]
pub(crate) fn Share(properties: &ShareProperties) -> Html {
    let state = properties.state.clone();
    let content = Callback::from(move |()| html! { <ShareForm state={state.clone()} /> });
    html! { <DialogButton title="Share" id="share-title" {content} /> }
}

#[function_component]
fn ShareForm(properties: &ShareProperties) -> Html {
    let state = &properties.state;
    let step = state.current_run().map(|run| run.moment.step);
    let with_step = use_state_eq(|| step.is_some());
    let choose = Callback::from({
        let with_step = with_step.setter();
        move |event: Event| with_step.set(event.target_unchecked_into::<HtmlInputElement>().checked())
    });
    let fragment = match fragment(state, *with_step) {
        Ok(fragment) => fragment,
        Err(error) => return html! { <p>{ error.to_string() }</p> },
    };
    let link = format!("{}#{fragment}", address());
    let advice = LengthAdvice::of(link.len());
    html! {
        <div class="share">
            <div class="link">
                <p class="small">{ format!("A link to {}.", subject(state)) }</p>
                if let Some(step) = step {
                    <label class="choice">
                        <input type="checkbox" checked={*with_step} onchange={choose} />
                        { format!("Open at step {step}, with these views and this selection") }
                    </label>
                }
                <Copyable id="share-link" label="Link" name="Copy link" text={link.clone()} />
                { advice_about(advice, link.len()) }
                if advice == LengthAdvice::OfferFile {
                    { file_button(&fragment) }
                }
                <p class="small">{ "Everything is in the link itself. Nothing is sent to a server." }</p>
                if advice != LengthAdvice::OfferFile {
                    <Copyable id="share-embed" label="To put into slides or a course page" name="Copy HTML" text={snippet(&fragment)} />
                }
            </div>
            { code(&link) }
        </div>
    }
}

/// What is shared.
pub(super) fn subject(state: &State) -> String {
    match state.open_example() {
        Some(example) => format!("the example {}", example.name),
        None => "the text in the editor".to_owned(),
    }
}

fn advice_about(advice: LengthAdvice, length: usize) -> Html {
    let words = match advice {
        LengthAdvice::Fine => return Html::default(),
        LengthAdvice::Long => format!(
            "The link has {length} characters. Some mail and chat programs cut links of more than {ADVISED_LENGTH}; try it before you rely on it."
        ),
        LengthAdvice::OfferFile => format!(
            "The link has {length} characters, more than the {FILE_LENGTH} that most programs pass on. Send a file instead; Hornbook opens it like a link."
        ),
    };
    html! { <p class="length-advice" role="status">{ words }</p> }
}

fn file_button(fragment: &str) -> Html {
    let file = File { name: "shared.hornbook".to_owned(), content: fragment.to_owned() };
    let onclick = Callback::from(move |_: MouseEvent| download(&file));
    html! { <p><button type="button" {onclick}>{ "Download as a file" }</button></p> }
}

/// What to write into another page.
fn snippet(fragment: &str) -> String {
    format!(
        "<iframe src=\"{}?embed#{fragment}\" title=\"Hornbook\" width=\"100%\" height=\"640\" loading=\"lazy\"></iframe>",
        address()
    )
}

/// The QR code, dark on white whatever the colours of the page: cameras expect that.
fn code(link: &str) -> Html {
    let Some(picture) = picture(link) else {
        return html! { <p class="qr small">{ "The link is too long for a QR code." }</p> };
    };
    let size = picture.size;
    html! {
        <figure class="qr">
            <svg viewBox={format!("0 0 {size} {size}")} role="img" aria-label="QR code of the link" shape-rendering="crispEdges">
                <title>{ "QR code of the link" }</title>
                <rect width={size.to_string()} height={size.to_string()} fill="#fff" />
                <path d={picture.path} fill="#000" />
            </svg>
        </figure>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct CopyableProperties {
    pub(crate) id: &'static str,
    pub(crate) label: &'static str,
    /// What is on the button.
    pub(crate) name: &'static str,
    pub(crate) text: AttrValue,
}

/// A field to copy from, with a button that does it.
#[function_component]
pub(crate) fn Copyable(properties: &CopyableProperties) -> Html {
    let CopyableProperties { id, label, name, text } = properties;
    let field = use_node_ref();
    // Which text was copied, and how; another one has not been.
    let copied = use_state_eq(|| None::<(AttrValue, Copied)>);
    let onclick = Callback::from({
        let (copied, text, field) = (copied.setter(), text.clone(), field.clone());
        move |_: MouseEvent| {
            let (copied, own) = (copied.clone(), text.clone());
            let done = Callback::from(move |how| copied.set(Some((own.clone(), how))));
            copy(&text, field.cast::<Element>(), done);
        }
    });
    let onfocus =
        Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlInputElement>().select());
    let command = copied.as_ref().filter(|(of, _)| of == text).map_or(*name, |(_, how)| how.label());
    html! {
        <p class="copyable">
            <label for={*id}>{ *label }</label>
            <input ref={field} id={*id} type="text" readonly=true value={text.clone()} {onfocus} />
            <button type="button" {onclick} aria-live="polite">{ command }</button>
        </p>
    }
}

//! Files, opened with a button or dropped on the editor.

use gloo_file::File;
use gloo_file::futures::read_as_bytes;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::state::Action;
use crate::state::lesson::LessonAction;
use crate::text::file::{accepted, check_size, doubt, is_lesson, text_of};

#[derive(Properties, PartialEq)]
pub(crate) struct FileButtonProperties {
    pub(crate) act: Callback<Action>,
    #[prop_or("Open file …")]
    pub(crate) label: &'static str,
}

/// A button that lets the user choose a file.
#[function_component]
pub(crate) fn FileButton(properties: &FileButtonProperties) -> Html {
    let input = use_node_ref();
    let choose = Callback::from({
        let input = input.clone();
        move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        }
    });
    let chosen = Callback::from({
        let act = properties.act.clone();
        move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                open(file.into(), act.clone());
            }
            // So that the same file can be chosen again.
            input.set_value("");
        }
    });
    html! {
        <>
            <button type="button" class="quiet" onclick={choose}>{ properties.label }</button>
            <input
                ref={input}
                type="file"
                hidden=true
                aria-label="File to open"
                accept={accepted()}
                onchange={chosen}
            />
        </>
    }
}

/// What an element needs so that files can be dropped on it. Text that is dropped goes where it always goes.
pub(super) struct DropTarget {
    pub(super) ondragover: Callback<DragEvent>,
    pub(super) ondragleave: Callback<DragEvent>,
    pub(super) ondrop: Callback<DragEvent>,
}

pub(super) fn drop_target(is_target: &UseStateHandle<bool>, act: &Callback<Action>) -> DropTarget {
    let setter = is_target.setter();
    let ondragover = Callback::from({
        let setter = setter.clone();
        move |event: DragEvent| {
            if carries_files(&event) {
                event.prevent_default();
                setter.set(true);
            }
        }
    });
    let ondragleave = Callback::from({
        let setter = setter.clone();
        move |_: DragEvent| setter.set(false)
    });
    let ondrop = Callback::from({
        let act = act.clone();
        move |event: DragEvent| {
            setter.set(false);
            let Some(files) = event.data_transfer().and_then(|transfer| transfer.files()) else { return };
            if files.length() == 0 {
                return;
            }
            event.prevent_default();
            match files.get(0) {
                Some(file) if files.length() == 1 => open(file.into(), act.clone()),
                _ => act.emit(Action::Notice(Some("Drop one file at a time.".into()))),
            }
        }
    });
    DropTarget { ondragover, ondragleave, ondrop }
}

fn carries_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|transfer| transfer.types());
    types.is_some_and(|types| types.includes(&JsValue::from_str("Files"), 0))
}

/// Reads a file; what it says, or why it says nothing, becomes an action.
fn open(file: File, act: Callback<Action>) {
    spawn_local(async move {
        let name = file.name();
        let text = match check_size(&name, file.size()) {
            Err(message) => Err(message),
            Ok(()) => match read_as_bytes(&file).await {
                Ok(bytes) => text_of(&name, bytes),
                Err(_) => Err(format!("{name} can't be read. Is it a folder, or has it been moved?")),
            },
        };
        match text {
            Ok(text) if is_lesson(&name) => {
                act.emit(Action::Lesson(LessonAction::OpenText(text.into())));
            }
            Ok(text) => {
                let doubt = doubt(&name, &text);
                act.emit(Action::OpenText(text.into()));
                if let Some(doubt) = doubt {
                    act.emit(Action::Notice(Some(doubt.into())));
                }
            }
            Err(message) => act.emit(Action::Notice(Some(message.into()))),
        }
    });
}

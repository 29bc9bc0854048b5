//! The panel of lessons, beside the workspace: the list of them, or a page of the one that is read.

mod challenge;
mod making;
mod page;
pub(crate) mod prediction;
mod question;

use yew::prelude::*;

use self::making::Making;
use self::page::page;
use crate::browser::environment::address;
use crate::browser::focus;
use crate::state::lesson::{Entry, LessonAction, Open, Source};
use crate::state::{Action, State};
use crate::view::editor::files::FileButton;
use crate::view::shell::share::Copyable;
use crate::wire::share::FILE_LENGTH;

/// The heading of the page, which gets the focus when it is turned.
const HEADING: &str = "lesson-heading";

#[derive(Properties, PartialEq)]
pub(crate) struct LessonPanelProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn LessonPanel(properties: &LessonPanelProperties) -> Html {
    let LessonPanelProperties { state, act } = properties;
    let lessons = &state.lessons;
    let at = lessons.open.as_ref().map(|open| (open.lesson.title.clone(), open.page));
    use_effect_with((lessons.is_open, at), |(is_open, _)| {
        if *is_open {
            focus::move_to(HEADING);
        }
    });
    if !lessons.is_open || state.presents {
        return Html::default();
    }
    let on = |action: LessonAction| act.reform(move |_: MouseEvent| Action::Lesson(action.clone()));
    html! {
        <aside class="lesson" id="lesson" aria-label="Lesson">
            <header>
                if lessons.open.is_some() {
                    <button type="button" class="quiet" onclick={on(LessonAction::Leave)}>{ "All lessons" }</button>
                } else {
                    <h2 id={HEADING} tabindex="-1">{ "Lessons" }</h2>
                }
                <button type="button" class="quiet close" onclick={on(LessonAction::Show(false))} aria-label="Close the lessons">{ "Close" }</button>
            </header>
            if let Some(trouble) = &lessons.trouble {
                <div class="lesson-trouble" role="alert">
                    <p>{ "This is wrong:" }</p>
                    <pre>{ &**trouble }</pre>
                </div>
            }
            <div class="lesson-body">
                if let Some(open) = &lessons.open {
                    { reading(open, state, act) }
                } else {
                    { list(state, act) }
                    <FileButton act={act.clone()} label="Open a lesson from a file …" />
                    <Making state={state.clone()} act={act.clone()} />
                }
            </div>
            if let Some(open) = &lessons.open {
                { turning(open, act) }
            }
        </aside>
    }
}

/// The pages of a lesson: the present one, and the others for paper.
fn reading(open: &Open, state: &UseReducerHandle<State>, act: &Callback<Action>) -> Html {
    let one = |(index, shown): (usize, &crate::state::lesson::Page)| {
        let is_present = index == open.page;
        html! {
            <article key={index} class={classes!("lesson-page", (!is_present).then_some("for-paper"))}>
                <h2 id={is_present.then_some(HEADING)} tabindex="-1">{ &shown.title }</h2>
                { page(shown, is_present, state, act) }
            </article>
        }
    };
    let link = state.lesson_link().map(|link| format!("{}#{link}", address()));
    html! {
        <>
            { for open.lesson.pages.iter().enumerate().map(one) }
            if let Ok(link) = link {
                <details class="lesson-making" open={open.source == Source::Own}>
                    <summary>{ "A link to this page" }</summary>
                    if link.len() > FILE_LENGTH {
                        <p>{ "The lesson is too long for a link. Hand out its file, or put it on the host of this page." }</p>
                    } else {
                        <Copyable id="lesson-link" label="Link" name="Copy link" text={link} />
                    }
                </details>
            }
        </>
    }
}

/// Back and next, and where one is.
fn turning(open: &Open, act: &Callback<Action>) -> Html {
    let (page, pages) = (open.page, open.lesson.pages.len());
    let turn = |to: usize| act.reform(move |_: MouseEvent| Action::Lesson(LessonAction::Turn(to)));
    html! {
        <nav class="lesson-turning" aria-label="Pages of the lesson">
            <button type="button" onclick={turn(page.saturating_sub(1))} disabled={page == 0}>{ "Back" }</button>
            <span class="lesson-place">
                { format!("Page {} of {pages}", page + 1) }
                <progress aria-hidden="true" max={pages.to_string()} value={(page + 1).to_string()} />
            </span>
            if page + 1 < pages {
                <button type="button" class="solve" onclick={turn(page + 1)}>{ "Next" }</button>
            } else {
                <button type="button" class="solve" onclick={act.reform(|_: MouseEvent| Action::Lesson(LessonAction::Leave))}>{ "Done" }</button>
            }
        </nav>
    }
}

fn list(state: &State, act: &Callback<Action>) -> Html {
    let entry = |entry: &Entry| {
        let source = Source::Listed(entry.name.clone());
        let open = act.reform(move |_: MouseEvent| Action::Lesson(LessonAction::Want(source.clone())));
        let progress = match state.progress(&entry.name) {
            Some((page, pages)) if page >= pages => " · read to its end".to_owned(),
            Some((page, pages)) => format!(" · read to page {page} of {pages}"),
            None => String::new(),
        };
        html! {
            <li key={&*entry.name}>
                <button type="button" class="quiet" onclick={open}>
                    <span class="name">{ &*entry.title }</span>
                    <span class="source">{ format!("about {} minutes{progress}", entry.minutes) }</span>
                </button>
            </li>
        }
    };
    match &state.lessons.list {
        None => html! { <p aria-busy="true">{ "The lessons are being fetched …" }</p> },
        Some(Err(reason)) => html! { <p role="alert">{ &**reason }</p> },
        Some(Ok(list)) => html! { <ol class="lesson-list">{ for list.iter().map(entry) }</ol> },
    }
}

/// The button in the header of the page.
pub(crate) fn lessons_button(is_open: bool, act: &Callback<Action>) -> Html {
    let onclick = act.reform(move |_: MouseEvent| Action::Lesson(LessonAction::Show(!is_open)));
    html! {
        <button type="button" class="quiet lessons" aria-expanded={is_open.to_string()} {onclick}>{ "Lessons" }</button>
    }
}

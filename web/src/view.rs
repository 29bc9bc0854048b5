//! What the page looks like: small components that draw the state and report what the user does.

pub(crate) mod controls;
mod editor;
mod lesson;
pub(crate) mod notes;
mod parts;
pub(crate) mod shell;
mod views;

use std::rc::Rc;

use yew::prelude::*;

use self::editor::about::About;
use self::editor::gallery::Gallery;
use self::editor::{Editor, Mark};
use self::lesson::LessonPanel;
use self::parts::glossary::Glossary;
use self::shell::debug::Debug;
use self::shell::export::ExportDialog;
use self::shell::failure::WorkerFailure;
use self::shell::help::Help;
use self::shell::notice::Notice;
use self::shell::options::Options;
use self::shell::page_header::{PageHeader, examples_button};
use self::shell::panes::Panes;
use self::shell::share::Share;
use self::shell::solver::{Solver, StoryLine};
use self::shell::splitter::Splitter;
use crate::browser::environment::{Mode, address};
use crate::model::clauses::marked_spans;
use crate::model::margin::{self, MarginNote};
use crate::state::layout::Edge;
use crate::state::link;
use crate::state::workers::{Role, WorkerStatus};
use crate::state::{Action, State};
use crate::wire::protocol::Request;

#[derive(Properties, PartialEq)]
pub(crate) struct PageProperties {
    pub(crate) state: UseReducerHandle<State>,
    /// Reports an action of the user.
    pub(crate) act: Callback<Action>,
    /// Sends a worker a request whose answer nobody waits for.
    pub(crate) ask: Callback<(Role, Request)>,
}

#[function_component]
pub(crate) fn Page(properties: &PageProperties) -> Html {
    let PageProperties { state, act, ask } = properties;
    let failure = state.workers.failure().map_or_else(Html::default, |(role, message)| {
        let message = AttrValue::from(message.clone());
        let is_gone = state.workers.status(role) == WorkerStatus::Gone;
        html! { <WorkerFailure {role} {message} {is_gone} text={state.text.clone()} act={act.clone()} /> }
    });
    let mode = *use_memo((), |()| Mode::asked_for());
    let editor = html! {
        <Editor
            text={state.text.clone()}
            saving={state.saving}
            wraps={state.wraps}
            is_link_text={state.is_link_text()}
            can_bring_back={state.can_bring_back()}
            can_undo={state.history.can_undo()}
            can_redo={state.history.can_redo()}
            description={state.description.clone()}
            is_current={state.description_is_current}
            marks={marks(state)}
            notes={notes(state)}
            act={act.clone()}
        />
    };
    let splitter =
        html! { <Splitter edge={Edge::Problem} size={state.layout.size(Edge::Problem)} act={act.clone()} /> };
    if let Mode::Embedded { has_editor } = mode {
        return html! {
            <>
                { failure }
                <Notice notice={state.notice.clone()} act={act.clone()} />
                <main class={classes!("workspace", "embedded", (!has_editor).then_some("wide"))}>
                    <Solver state={state.clone()} act={act.clone()} />
                    <StoryLine state={state.clone()} act={act.clone()} />
                    if has_editor {
                        <div id="problem" class="problem">{ editor }</div>
                        { splitter }
                    }
                    <Panes state={state.clone()} act={act.clone()} />
                </main>
                { way_out(state) }
                <Glossary />
                <Help is_open={state.help_is_open} single_keys={state.single_keys} act={act.clone()} />
            </>
        };
    }
    let hides_problem = state.presents || state.problem_is_folded;
    let options = html! { <Options state={state.clone()} act={act.clone()} /> };
    html! {
        <>
            <PageHeader
                theme={state.theme}
                problem_is_folded={state.problem_is_folded}
                examples_are_open={state.examples_are_open}
                lessons_are_open={state.lessons.is_open}
                example={state.open_example().map(|example| example.name)}
                is_hidden={state.presents}
                options={options.clone()}
                act={act.clone()}
            >
                <Share state={state.clone()} />
                <ExportDialog state={state.clone()} />
            </PageHeader>
            { failure }
            <Notice notice={state.notice.clone()} act={act.clone()} />
            <LessonPanel state={state.clone()} act={act.clone()} />
            <main class={classes!("workspace", hides_problem.then_some("wide"))}>
                <Solver state={state.clone()} act={act.clone()}>
                    if state.presents {
                        { examples_button(state.examples_are_open, act) }
                        { options }
                    }
                </Solver>
                <StoryLine state={state.clone()} act={act.clone()} />
                <div id="problem" class="problem" hidden={hides_problem}>
                    { editor }
                    <About
                        description={state.description.clone()}
                        is_current={state.description_is_current}
                        unread={state.reader.unread.clone()}
                        is_slow={state.reader.is_slow()}
                        reader={state.workers.status(Role::Reader)}
                        act={act.clone()}
                    />
                </div>
                if !hides_problem {
                    { splitter }
                }
                <Panes state={state.clone()} act={act.clone()} />
            </main>
            <Gallery
                open={state.open_example().map(|example| example.name)}
                drafts={state.offered_drafts()}
                is_open={state.examples_are_open}
                act={act.clone()}
            />
            <Glossary />
            <Help is_open={state.help_is_open} single_keys={state.single_keys} act={act.clone()} />
            <Debug ask={ask.clone()} />
        </>
    }
}

/// What stands out in the text: what is selected, the clause that this step applies, and what contradicts.
fn marks(state: &State) -> Rc<[Mark]> {
    let Some(run) = state.run() else { return Rc::default() };
    let spans = marked_spans(run, state.selection, &state.inspections.refuting(run), &state.text);
    spans.into_iter().map(|(span, class)| Mark { span, class }).collect()
}

/// What is written in the margin of the text.
fn notes(state: &State) -> Rc<[MarginNote]> {
    state.run().map_or_else(Rc::default, |run| margin::notes(run, &state.text).into())
}

/// From an embedded page to the whole one, at the same moment.
fn way_out(state: &State) -> Html {
    let fragment = link::fragment(state, true).unwrap_or_default();
    let href = format!("{}#{fragment}", address());
    html! {
        <footer class="way-out">
            <a {href} target="_blank" rel="noopener">{ "Open in Hornbook" }</a>
        </footer>
    }
}

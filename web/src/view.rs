//! What the page looks like: small components that draw the state and report what the user does.

mod about;
mod account;
mod and_or;
mod announcer;
mod arg;
mod clauses;
mod debug;
mod dialog;
mod drawing;
mod editor;
mod export;
mod failure;
mod findings;
mod frontier;
mod gallery;
mod gestures;
mod glossary;
mod help;
mod icon;
mod interpolants;
mod masthead;
mod math;
mod narration;
mod notice;
mod plane;
mod predicates;
mod settings;
mod share;
mod sign;
mod spot;
mod stage;
mod statistics;
mod steps;
mod svg;
mod takeaway;
mod timeline;
mod transport;
mod twin;
mod verdict;
mod welcome;

use std::rc::Rc;

use yew::prelude::*;

use self::about::About;
use self::debug::Debug;
use self::editor::{Editor, Mark};
use self::failure::WorkerFailure;
use self::gallery::Gallery;
use self::glossary::Glossary;
use self::help::Help;
use self::masthead::Masthead;
use self::notice::Notice;
use self::share::Share;
use self::stage::Stage;
use self::takeaway::Takeaway;
use crate::browser::{Mode, address};
use crate::link;
use crate::model::clauses::marked_spans;
use crate::protocol::Request;
use crate::state::{Action, State};
use crate::workers::Role;

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
        html! { <WorkerFailure {role} {message} text={state.text.clone()} act={act.clone()} /> }
    });
    let mode = *use_memo((), |()| Mode::asked_for());
    let editor = html! {
        <Editor
            text={state.text.clone()}
            saving={state.saving}
            can_bring_back={state.set_aside.is_some()}
            can_undo={state.history.can_undo()}
            can_redo={state.history.can_redo()}
            description={state.description.clone()}
            is_current={state.description_is_current}
            marks={marks(state)}
            act={act.clone()}
        />
    };
    if let Mode::Embedded { has_editor } = mode {
        return html! {
            <>
                { failure }
                <Notice notice={state.notice.clone()} act={act.clone()} />
                <main class={classes!("desk", "embedded", (!has_editor).then_some("wide"))}>
                    if has_editor {
                        { editor }
                    }
                    <Stage state={state.clone()} act={act.clone()} />
                </main>
                { way_out(state) }
                <Glossary />
                <Help is_open={state.help_is_open} single_keys={state.single_keys} act={act.clone()} />
            </>
        };
    }
    let hides_problem = state.presents || state.problem_is_folded;
    html! {
        <>
            <Masthead
                theme={state.theme}
                problem_is_folded={state.problem_is_folded}
                is_hidden={state.presents}
                act={act.clone()}
            >
                <Share state={state.clone()} />
                <Takeaway state={state.clone()} />
            </Masthead>
            { failure }
            <Notice notice={state.notice.clone()} act={act.clone()} />
            <main class={classes!("desk", hides_problem.then_some("wide"))}>
                <div id="problem" class="problem" hidden={hides_problem}>
                    <Gallery
                        open={state.open_example().map(|example| example.name)}
                        drafts={state.offered_drafts()}
                        act={act.clone()}
                    />
                    { editor }
                    <About
                        description={state.description.clone()}
                        is_current={state.description_is_current}
                        reader={state.workers.status(Role::Reader).clone()}
                    />
                </div>
                <Stage state={state.clone()} act={act.clone()} />
            </main>
            <Glossary />
            <Help is_open={state.help_is_open} single_keys={state.single_keys} act={act.clone()} />
            <Debug ask={ask.clone()} />
        </>
    }
}

/// What stands out in the text: what is selected, and the clause that this step applies.
fn marks(state: &State) -> Rc<[Mark]> {
    let Some(run) = state.run() else { return Rc::default() };
    let spans = marked_spans(run, state.selection, &state.text);
    spans.into_iter().map(|(span, class)| Mark { span, class }).collect()
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

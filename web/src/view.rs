//! What the page looks like: small components that draw the state and report what the user does.

mod about;
mod and_or;
mod announcer;
mod arg;
mod clauses;
mod debug;
mod drawing;
mod editor;
mod export;
mod failure;
mod findings;
mod gallery;
mod glossary;
mod help;
mod icon;
mod masthead;
mod math;
mod narration;
mod predicates;
mod settings;
mod sign;
mod stage;
mod statistics;
mod steps;
mod svg;
mod timeline;
mod transport;
mod twin;
mod verdict;
mod welcome;

use yew::prelude::*;

use self::about::About;
use self::debug::Debug;
use self::editor::Editor;
use self::failure::WorkerFailure;
use self::gallery::Gallery;
use self::glossary::Glossary;
use self::help::Help;
use self::masthead::Masthead;
use self::stage::Stage;
use crate::protocol::Request;
use crate::state::{Action, State, WorkerStatus};

#[derive(Properties, PartialEq)]
pub(crate) struct PageProperties {
    pub(crate) state: UseReducerHandle<State>,
    /// Reports an action of the user.
    pub(crate) act: Callback<Action>,
    /// Sends the worker a request whose answer nobody waits for.
    pub(crate) ask: Callback<Request>,
}

#[function_component]
pub(crate) fn Page(properties: &PageProperties) -> Html {
    let PageProperties { state, act, ask } = properties;
    let failure = match &state.worker {
        WorkerStatus::Failed { message } => {
            let message = AttrValue::from(message.clone());
            html! { <WorkerFailure {message} text={state.text.clone()} act={act.clone()} /> }
        }
        WorkerStatus::Starting | WorkerStatus::Ready => Html::default(),
    };
    let hides_problem = state.presents || state.problem_is_folded;
    html! {
        <>
            <Masthead
                theme={state.theme}
                problem_is_folded={state.problem_is_folded}
                is_hidden={state.presents}
                act={act.clone()}
            />
            { failure }
            <main class={classes!("desk", hides_problem.then_some("wide"))}>
                <div id="problem" class="problem" hidden={hides_problem}>
                    <Gallery open={state.open_example().map(|example| example.name)} act={act.clone()} />
                    <Editor
                        text={state.text.clone()}
                        saving={state.saving}
                        can_bring_back={state.set_aside.is_some()}
                        description={state.description.clone()}
                        act={act.clone()}
                    />
                    <About
                        description={state.description.clone()}
                        is_current={state.description_is_current}
                        worker={state.worker.clone()}
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

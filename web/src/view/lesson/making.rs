//! For teachers: a lesson out of the steps of a run, and a challenge out of the problem in the editor.

use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::browser::download::download;
use crate::out::export::File;
use crate::state::lesson::{LessonAction, walk};
use crate::state::{Action, State};
use crate::wire::goal::{GOALS, Goal};

#[derive(Properties, PartialEq)]
pub(super) struct MakingProperties {
    pub(super) state: UseReducerHandle<State>,
    pub(super) act: Callback<Action>,
}

#[function_component]
pub(super) fn Making(properties: &MakingProperties) -> Html {
    let MakingProperties { state, act } = properties;
    let run = state.run().map(|run| (run.moment.step, state.lessons.marked(run.id).to_vec()));
    let save = Callback::from({
        let state = state.clone();
        move |_: MouseEvent| {
            if let Some(content) = walk::lesson_of(&state) {
                download(&File { name: "lesson.md".to_owned(), content });
            }
        }
    });
    html! {
        <details class="lesson-making">
            <summary>{ "For teachers" }</summary>
            <h3>{ "A lesson of these steps" }</h3>
            if let Some((step, marks)) = run {
                { marking(step, &marks, act) }
                <button type="button" onclick={save}>{ "Make a lesson of these steps" }</button>
                <p class="small">{ "It is a text file: write on in any editor, and open it here. Without marks it has the counterexamples, the refinements and the verdict." }</p>
            } else {
                <p>{ "Solve a problem first, and walk through its run." }</p>
            }
            <Challenger state={state.clone()} act={act.clone()} />
        </details>
    }
}

fn marking(step: usize, marks: &[usize], act: &Callback<Action>) -> Html {
    let is_marked = marks.contains(&step);
    let onclick = act.reform(move |_: MouseEvent| Action::Lesson(LessonAction::Mark(!is_marked)));
    let names: Vec<String> = marks.iter().map(ToString::to_string).collect();
    html! {
        <p>
            <button type="button" class="quiet toggle" aria-pressed={is_marked.to_string()} {onclick}>
                { format!("Mark step {step}") }
            </button>
            { if names.is_empty() { " No step is marked.".to_owned() } else { format!(" Marked: {}", names.join(", ")) } }
        </p>
    }
}

/// The form that makes a challenge.
#[function_component]
fn Challenger(properties: &MakingProperties) -> Html {
    let MakingProperties { state, act } = properties;
    let (kind, number, words) = (use_node_ref(), use_node_ref(), use_node_ref());
    let open = Callback::from({
        let (state, act) = (state.clone(), act.clone());
        let (kind, number, words) = (kind.clone(), number.clone(), words.clone());
        move |_: MouseEvent| {
            let kind = kind.cast::<HtmlSelectElement>().map(|field| field.value()).unwrap_or_default();
            let number = number.cast::<HtmlInputElement>().map(|field| field.value()).unwrap_or_default();
            let words = words.cast::<HtmlTextAreaElement>().map(|field| field.value()).unwrap_or_default();
            let goal = if kind == "bug" { kind } else { format!("{kind} {number}") };
            act.emit(match goal.parse::<Goal>() {
                Ok(goal) => {
                    Action::Lesson(LessonAction::OpenText(walk::challenge_of(&state, goal, &words).into()))
                }
                Err(message) => Action::Notice(Some(format!("No challenge: {message}.").into())),
            });
        }
    });
    html! {
        <>
            <h3>{ "A challenge about this problem" }</h3>
            <p>
                <label for="challenge-goal">{ "Goal" }</label>
                <select id="challenge-goal" ref={kind}>
                    { for GOALS.iter().map(|(name, sentence)| html! { <option value={*name}>{ format!("{name}: {sentence}") }</option> }) }
                </select>
            </p>
            <p>
                <label for="challenge-number">{ "N" }</label>
                <input id="challenge-number" type="number" min="0" value="1" ref={number} />
            </p>
            <p>
                <label for="challenge-words">{ "Your words" }</label>
                <textarea id="challenge-words" rows="3" ref={words} />
            </p>
            <button type="button" onclick={open}>{ "Make the challenge" }</button>
            <p class="small">{ "It opens as your students will see it, with a link to hand out." }</p>
        </>
    }
}

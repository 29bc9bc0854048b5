//! The head of the page: its name, and how the page as a whole is shown.

use yew::prelude::*;

use crate::state::Action;
use crate::state::theme::Theme;
use crate::view::lesson::lessons_button;
use crate::view::parts::icon::{Icon, icon};

#[derive(Properties, PartialEq)]
// Each is a switch of its own on the page.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct PageHeaderProperties {
    pub(crate) theme: Theme,
    pub(crate) problem_is_folded: bool,
    pub(crate) examples_are_open: bool,
    pub(crate) lessons_are_open: bool,
    /// The name of the example that is open, if one is.
    pub(crate) example: Option<&'static str>,
    pub(crate) is_hidden: bool,
    /// How the window is arranged.
    pub(crate) options: Html,
    /// Further tools, which come first.
    #[prop_or_default]
    pub(crate) children: Html,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn PageHeader(properties: &PageHeaderProperties) -> Html {
    let PageHeaderProperties { theme, problem_is_folded, is_hidden, children, options, act, .. } = properties;
    let is_folded = *problem_is_folded;
    let on = |action: Action| act.reform(move |_: MouseEvent| action.clone());
    let theme_icon = match theme {
        Theme::System => Icon::HalfMoon,
        Theme::Light => Icon::Sun,
        Theme::Dark => Icon::Moon,
    };
    let theme_name = theme.label();
    html! {
        <header class="page-header" hidden={*is_hidden}>
            if is_folded {
                <a class="skip" href="#solver">{ "Skip to the solver" }</a>
            } else {
                <a class="skip" href="#clauses">{ "Skip to the editor" }</a>
            }
            <h1>{ "Hornbook" }</h1>
            { examples_button(properties.examples_are_open, act) }
            { lessons_button(properties.lessons_are_open, act) }
            <p class="motto">{ for properties.example }</p>
            { options.clone() }
            <div class="page-tools" role="group" aria-label="Page">
                { children.clone() }
                <button
                    type="button"
                    class="quiet toggle"
                    aria-expanded={(!is_folded).to_string()}
                    aria-controls="problem"
                    onclick={on(Action::FoldProblem(!is_folded))}
                    title="Show or hide the examples and the editor"
                >
                    { icon(Icon::Column) }<span class="word">{ "Problem" }</span>
                </button>
                <button type="button" class="quiet present" onclick={on(Action::Present(true))} title="Large type, and nothing but the views (M)">
                    { icon(Icon::Present) }<span class="word">{ "Present" }</span>
                </button>
                <button
                    type="button"
                    class="quiet tool"
                    aria-label={theme_name}
                    title={format!("{theme_name}. {}", theme.sentence())}
                    onclick={on(Action::SetTheme(theme.next()))}
                >
                    { icon(theme_icon) }
                </button>
                <button type="button" class="quiet tool" aria-label="Keys and terms" title="Keys and terms (?)" onclick={on(Action::ShowHelp(true))}>
                    { icon(Icon::Help) }
                </button>
            </div>
        </header>
    }
}

/// The button that opens the drawer with the examples.
pub(crate) fn examples_button(are_open: bool, act: &Callback<Action>) -> Html {
    let onclick = act.reform(move |_: MouseEvent| Action::ShowExamples(!are_open));
    html! {
        <button type="button" class="quiet examples" aria-expanded={are_open.to_string()} aria-controls="examples" {onclick}>
            { "Examples" }
        </button>
    }
}

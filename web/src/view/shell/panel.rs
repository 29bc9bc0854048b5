//! The panel of a view: its title, its tools, and the view.

use std::rc::Rc;

use yew::prelude::*;

use crate::state::views::View;
use crate::state::{Action, Side, State};
use crate::view::parts::icon::{Icon, icon};
use crate::view::shell::view_switch::focus_switch;
use crate::view::views::{ViewProperties, draw};

/// The view of a run, if the run has begun. If there are two runs, their names tell them apart.
pub(super) fn panel(
    view: View,
    side: Side,
    names: Option<&[String; 2]>,
    state: &State,
    act: &Callback<Action>,
) -> Html {
    let Some(run) = state.run_at(side) else { return Html::default() };
    let Some(header) = run.header.clone() else { return Html::default() };
    let placement =
        (view == View::Fragments).then(|| state.reader.placement(&run.text, run.settings.encoding)).flatten();
    let text = Rc::clone(&run.text);
    let run = if view == View::Statistics { run.clone() } else { run.without_figures() };
    let properties = ViewProperties {
        run,
        header,
        side,
        selection: state.selection,
        act: act.clone(),
        inspections: Rc::clone(&state.inspections),
        placement,
        game: state.game.clone().filter(|game| game.text == text),
        can_be_played: state.can_play(&text),
    };
    let id = format!("{}-{}", view.name(), side as u8);
    let title = view.title();
    let close = Callback::from({
        let act = act.clone();
        move |_: MouseEvent| {
            act.emit(Action::Show(view, false));
            // The button is gone with its panel; the focus goes to the one that brings it back.
            focus_switch(view);
        }
    });
    let is_enlarged = state.enlarged == Some(view);
    let enlarge = act.reform(move |_: MouseEvent| Action::Enlarge((!is_enlarged).then_some(view)));
    let (enlarge_name, enlarge_icon) = if is_enlarged {
        ("Show all views".to_owned(), Icon::Shrink)
    } else {
        (format!("Enlarge {title}"), Icon::Enlarge)
    };
    let tool = |name: String, picture: Icon, onclick: Callback<MouseEvent>| {
        html! {
            <button type="button" class="quiet tool" aria-label={name.clone()} title={name} {onclick}>
                { icon(picture) }
            </button>
        }
    };
    html! {
        <section key={id.clone()} class={classes!("panel", format!("view-{}", view.name()))} aria-labelledby={id.clone()}>
            <header class="panel-head">
                <h2 {id}>
                    { title }
                    if let Some(names) = names {
                        <small>{ format!(" {}", names[side as usize]) }</small>
                    }
                </h2>
                { tool(enlarge_name, enlarge_icon, enlarge) }
                { tool(format!("Close {title}"), Icon::Close, close) }
            </header>
            <div class="panel-body">{ draw(view, properties) }</div>
        </section>
    }
}

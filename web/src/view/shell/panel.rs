//! The panel of a view: its title and the view.

use std::rc::Rc;

use yew::prelude::*;

use crate::state::views::View;
use crate::state::{Action, Side, State};
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
    let (text, hides_later) = (Rc::clone(&run.text), state.hides_rest_of(run));
    let run = if view == View::Statistics { run.clone() } else { run.without_figures() };
    let properties = ViewProperties {
        run,
        header,
        side,
        selection: state.selection,
        act: act.clone(),
        inspections: Rc::clone(&state.inspections),
        own: Rc::clone(&state.own),
        placement,
        game: state.game.clone().filter(|game| game.text == text),
        can_be_played: state.can_play(&text),
        hides_later,
    };
    let id = format!("{}-{}", view.name(), side as u8);
    // One run needs no heading that is seen: the tab says what is shown.
    let heading = names.is_none().then_some("only-heard");
    html! {
        <section key={id.clone()} class={classes!("panel", format!("view-{}", view.name()))} aria-labelledby={id.clone()}>
            <header class={classes!("panel-head", heading)}>
                <h2 {id}>
                    { view.title() }
                    if let Some(names) = names {
                        <small>{ format!(" {}", names[side as usize]) }</small>
                    }
                </h2>
            </header>
            <div class="panel-body">{ draw(view, properties) }</div>
        </section>
    }
}

//! The model that the clauses come from, drawn; and played with by hand.

use std::rc::Rc;

use gloo_utils::document;
use hornbook::lang::model::Picture;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::draw::Part;
use crate::model::picture::{ModelMoment, part_of, scene, selected};
use crate::model::picture_layout::{PictureLayout, USUAL_LIMIT};
use crate::run::Run;
use crate::state::Action;
use crate::state::by_hand::{Game, HandAction, MOST_MOVES};
use crate::view::parts::drawing::{Drawing, ROOM_STEP};
use crate::view::parts::run_table::{RunTable, TableSource};
use crate::view::views::ViewProperties;

#[function_component]
pub(crate) fn Model(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, selection, act, game, .. } = properties;
    let limit = use_state(|| USUAL_LIMIT);
    // Groups stand below each other where there is no room beside, and so only the width matters.
    let width = use_state_eq(|| 0.0);
    let layout = use_memo((run.picture.clone(), run.modelled(), *limit, *width), {
        let run = run.clone();
        move |(picture, _, limit, width)| {
            picture.as_ref().map(|picture| PictureLayout::within(*width, picture, run.reading(), *limit))
        }
    });
    let look = match (run.picture.as_deref(), game) {
        (Some(picture), Some(game)) => moment_of_game(picture, game, properties),
        _ => ModelMoment::at(run, header, *selection),
    };
    let drawn = use_memo((run.picture.clone(), run.modelled(), *limit, *width, look), {
        let layout = Rc::clone(&layout);
        move |(picture, .., look)| {
            let (picture, layout) = (picture.as_ref()?, (*layout).as_ref()?);
            Some(Rc::new(scene(picture, layout, look)))
        }
    });
    let (Some(picture), Some(drawn)) = (&run.picture, &*drawn) else {
        return html! {
            <p class="nothing">{ "These are clauses. Programs, nets and automata have a picture here." }</p>
        };
    };
    let select = {
        let (act, picture, header) = (act.clone(), Rc::clone(picture), Rc::clone(header));
        let (game, selection) = (game.clone(), *selection);
        Callback::from(move |part: Part| {
            let taken = game.as_ref().and_then(|game| {
                let clicked = part_of(&picture, part)?;
                game.play()?.moves.iter().position(|one| one.part == Some(clicked))
            });
            act.emit(match taken {
                Some(index) => Action::ByHand(HandAction::Take(index)),
                None => Action::Select(selection.clicked(selected(&picture, &header, part))),
            });
        })
    };
    let raise = {
        let limit = limit.clone();
        Callback::from(move |all: bool| limit.set(if all { usize::MAX } else { limit.saturating_mul(2) }))
    };
    let room = {
        let width = width.setter();
        Callback::from(move |(room, _): (f64, f64)| width.set((room - ROOM_STEP / 2.0).max(0.0)))
    };
    html! {
        <div class="model">
            <div class="model-picture">
                <Drawing scene={Rc::clone(drawn)} name="model" {select} {raise} {room} />
            </div>
            if let Some(game) = game {
                <ByHand game={game.clone()} act={act.clone()} />
            } else if properties.can_be_played {
                { begin(run, act) }
            }
        </div>
    }
}

fn moment_of_game(picture: &Picture, game: &Game, properties: &ViewProperties) -> ModelMoment {
    match game.play() {
        Some(play) => {
            let moves = if game.is_current() { &play.moves[..] } else { &[] };
            ModelMoment::of_game(picture, &play.run.rows, moves, properties.selection)
        }
        None => ModelMoment::default(),
    }
}

fn begin(run: &Run, act: &Callback<Action>) -> Html {
    let text = Rc::clone(&run.text);
    let onclick = act.reform(move |_: MouseEvent| Action::ByHand(HandAction::Begin(Rc::clone(&text))));
    html! { <p class="actions"><button type="button" class="quiet" {onclick}>{ "Play by hand" }</button></p> }
}

#[derive(Properties, PartialEq)]
struct ByHandProperties {
    game: Game,
    act: Callback<Action>,
}

/// The moves that are possible, as buttons, and what has happened so far.
#[function_component]
fn ByHand(properties: &ByHandProperties) -> Html {
    let ByHandProperties { game, act } = properties;
    let group = use_node_ref();
    let on = |action: HandAction| act.reform(move |_: MouseEvent| Action::ByHand(action.clone()));
    // A button that is gone takes the focus with it; whoever plays by keyboard goes on from here.
    use_effect_with((game.moves.len(), game.is_current()), {
        let group = group.clone();
        move |_| {
            let has_focus = document().active_element().is_some_and(|element| element.tag_name() != "BODY");
            if let Some(group) = group.cast::<HtmlElement>().filter(|_| !has_focus) {
                group.focus().ok();
            }
        }
    });
    let play = game.play();
    let moves = play.map_or(&[][..], |play| &play.moves);
    let is_full = game.moves.len() >= MOST_MOVES;
    let is_possible = game.is_current() && !is_full;
    let button = |(index, label): (usize, &str)| {
        let onclick = is_possible.then(|| on(HandAction::Take(index)));
        html! {
            <li key={index}>
                <button type="button" {onclick} aria-disabled={(!is_possible).then_some("true")}>{ label }</button>
            </li>
        }
    };
    let no_moves = game.moves.is_empty();
    let tool = |label: &'static str, action: HandAction, is_possible: bool| {
        let onclick = is_possible.then(|| on(action));
        html! {
            <button type="button" class="quiet" {onclick} aria-disabled={(!is_possible).then_some("true")}>{ label }</button>
        }
    };
    let last = play.and_then(|play| play.run.rows.last()).map(|row| row.label.clone());
    html! {
        <section class="by-hand" aria-label="Playing by hand">
            <div class="by-hand-moves" ref={group} role="group" aria-label="What can happen next" tabindex="-1">
                <ul>{ for moves.iter().map(|one| &*one.label).enumerate().map(button) }</ul>
                if play.is_some() && moves.is_empty() {
                    <p class="nothing">{ "Nothing more can happen." }</p>
                }
            </div>
            <div class="by-hand-tools" role="group" aria-label="Moves">
                { tool("Undo the move", HandAction::Undo, !no_moves) }
                { tool("Start again", HandAction::Reset, !no_moves) }
                { tool("Stop playing", HandAction::End, true) }
            </div>
            <p class="by-hand-remark" role="status">
                if let Some(failure) = &game.failure {
                    { &**failure }
                } else if let Some(last) = last {
                    { format!("{last}. ") }
                }
                if let Some(remark) = play.and_then(|play| play.remark.as_ref()) {
                    <strong>{ remark }</strong>
                }
                if is_full {
                    { format!(" More than {MOST_MOVES} moves are not kept.") }
                }
            </p>
            if let Some(play) = play {
                <RunTable
                    source={TableSource::Played(Rc::clone(play))}
                    current={play.run.rows.len().checked_sub(1)}
                    pick={Callback::noop()}
                />
            }
        </section>
    }
}

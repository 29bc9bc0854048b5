//! The entry point of the page, and the connection of its state to the browser.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::{Interval, Timeout};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{CustomEvent, CustomEventInit};
use yew::prelude::*;

use crate::browser;
use crate::drafts;
use crate::focus;
use crate::keys::{self, Press};
use crate::link;
use crate::listener::Listener;
use crate::protocol::{Call, Request, RequestId};
use crate::state::{Action, Move, Side, State};
use crate::storage;
use crate::view::Page;
use crate::worker_link::WorkerLink;
use crate::workers::Role;

/// The user must stop typing for this long before the worker is asked.
const PAUSE_IN_MILLISECONDS: u32 = 120;

/// The user must rest for this long before the worker is asked about a position.
const LOOK_PAUSE_IN_MILLISECONDS: u32 = 30;

/// Called by `page.js` once the module is loaded.
#[wasm_bindgen]
pub fn start_page(worker_url: String) {
    yew::set_custom_panic_hook(Box::new(|panic| announce_panic(&panic.to_string())));
    let Some(root) = web_sys::window().and_then(|window| window.document()?.get_element_by_id("app")) else {
        panic!("index.html has no element called app");
    };
    yew::Renderer::<App>::with_root_and_props(root, AppProperties { worker_url: worker_url.into() }).render();
}

/// After a panic nothing in this module can be relied upon any more, so `crash.js` tells the user.
fn announce_panic(message: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&message.into());
    if let (Some(window), Ok(event)) =
        (web_sys::window(), CustomEvent::new_with_event_init_dict("hornbook-panic", &init))
    {
        window.dispatch_event(&event).ok();
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let next = self.after(action);
        // Saved before anything is drawn: a failure in a view must not cost the user a keystroke.
        let texts_changed = next.text != self.text || next.set_aside != self.set_aside;
        // What was set aside gives way to another text only after it has been kept elsewhere.
        if let Some(old) = self.set_aside.as_ref().filter(|old| {
            next.set_aside.as_ref() != Some(*old) && **old != next.text && drafts::is_own_work(old)
        }) {
            storage::keep_text(old);
        }
        if texts_changed && !storage::save(&next) {
            return Rc::new(next.after(Action::SavingFailed));
        }
        storage::keep(&self, &next);
        Rc::new(next)
    }
}

#[derive(Properties, PartialEq)]
struct AppProperties {
    worker_url: AttrValue,
}

#[function_component]
fn App(properties: &AppProperties) -> Html {
    let state = use_reducer_eq(storage::restore);
    let reader = use_worker(&properties.worker_url, &state, Role::Reader);
    let solver = use_worker(&properties.worker_url, &state, Role::Solver);
    use_question(&reader, &state);
    use_other_tabs(&state);
    use_links(&state);
    use_run(&solver, &state, Side::Left);
    use_run(&solver, &state, Side::Right);
    use_look(&reader, &state);
    use_proof(&solver, &state);
    use_film(&state);
    use_keys(&state);
    use_looks(&state);
    let act = use_callback(state.dispatcher(), |action: Action, dispatcher| dispatcher.dispatch(action));
    let ask = use_callback((), move |(role, request): (Role, Request), ()| {
        let link = match role {
            Role::Reader => &reader,
            Role::Solver => &solver,
        };
        send(link, &Call { id: RequestId::default(), request });
    });
    html! { <Page {state} {act} {ask} /> }
}

/// Holds the worker, if there is one.
type Link = Rc<RefCell<Option<WorkerLink>>>;

/// Keeps a worker running once it is wanted, and replaces it when the state asks for a new one.
#[hook]
fn use_worker(url: &AttrValue, state: &UseReducerHandle<State>, role: Role) -> Link {
    let link = use_mut_ref(|| None);
    let speaker = state.wants(role).then(|| state.workers.speaker(role));
    use_effect_with((url.clone(), speaker), {
        let link = Rc::clone(&link);
        let dispatcher = state.dispatcher();
        move |(url, speaker)| {
            let Some(speaker) = *speaker else { return };
            let heard = Callback::from(move |action| dispatcher.dispatch(action));
            // The one before goes first, so that there are never two.
            link.borrow_mut().take();
            match WorkerLink::spawn(url, speaker, &heard) {
                Ok(worker) => *link.borrow_mut() = Some(worker),
                Err(message) => heard.emit(Action::WorkerFailed(speaker, message.into())),
            }
        }
    });
    link
}

/// Asks the worker about the text once the user pauses.
#[hook]
fn use_question(link: &Link, state: &UseReducerHandle<State>) {
    let link = Rc::clone(link);
    use_effect_with(state.pending_call(), move |call: &Option<Call>| {
        let timeout =
            call.clone().map(|call| Timeout::new(PAUSE_IN_MILLISECONDS, move || send(&link, &call)));
        // Dropping the timeout cancels it: only the last of a burst of keystrokes is asked about.
        move || drop(timeout)
    });
}

/// Hears of what other tabs save, and says when this one is here.
#[hook]
fn use_other_tabs(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        storage::enter();
        let listeners = [
            Listener::on_window("storage", move |event| {
                if storage::is_about_drafts(&event) {
                    dispatcher.dispatch(Action::FoundDrafts(storage::others()));
                }
            }),
            Listener::on_window("pageshow", |_| storage::enter()),
            Listener::on_window("pagehide", |_| storage::leave()),
        ];
        move || drop(listeners)
    });
}

/// Follows share links: the one that the page was opened with, and those that are put into its address later.
#[hook]
fn use_links(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let linked = use_mut_ref(|| None::<Rc<str>>);
    use_effect_with((), {
        move |()| {
            let follow = move || {
                let fragment = browser::fragment();
                let name = fragment.trim_start_matches('#');
                // Other fragments lead to places on the page.
                if link::is_fragment(name) || !(name.is_empty() || browser::has_element(name)) {
                    dispatcher.dispatch(Action::OpenLink(fragment.into()));
                }
            };
            follow();
            let listener = Listener::on_window("hashchange", move |_| follow());
            move || drop(listener)
        }
    });
    // Once the text is another, a reload must not bring back that of the link.
    use_effect_with(state.text.clone(), move |text: &Rc<str>| {
        let mut linked = linked.borrow_mut();
        match &*linked {
            Some(before) if before != text => {
                *linked = None;
                if link::is_fragment(&browser::fragment()) {
                    let is_shown = share_text(&browser::fragment()).is_some_and(|shared| *shared == **text);
                    if is_shown {
                        *linked = Some(text.clone());
                    } else {
                        browser::forget_fragment();
                    }
                }
            }
            _ => *linked = Some(text.clone()),
        }
    });
}

/// The text that a link carries.
fn share_text(fragment: &str) -> Option<String> {
    hornbook::share::decode(fragment).ok().map(|decoded| decoded.state.text)
}

/// Tells the worker about a run that waits for it.
#[hook]
fn use_run(link: &Link, state: &UseReducerHandle<State>, side: Side) {
    let link = Rc::clone(link);
    let request = state.pending_run(side).and_then(|_| state.run_request(side));
    use_effect_with(state.pending_run(side), move |_| {
        if let Some(request) = request {
            send(&link, &Call { id: RequestId::default(), request });
        }
    });
}

/// Asks the worker about a position of a counterexample.
#[hook]
fn use_look(link: &Link, state: &UseReducerHandle<State>) {
    let link = Rc::clone(link);
    let pending = state.pending_look();
    let request = state.look_request();
    use_effect_with((pending, state.workers.speaker(Role::Reader)), move |_| {
        let timeout = request.map(|request| {
            let call = Call { id: RequestId::default(), request };
            Timeout::new(LOOK_PAUSE_IN_MILLISECONDS, move || send(&link, &call))
        });
        // Dropping the timeout cancels it: while the user types or drags, only the last is asked about.
        move || drop(timeout)
    });
}

/// Asks the worker for proofs, one after the other.
#[hook]
fn use_proof(link: &Link, state: &UseReducerHandle<State>) {
    let link = Rc::clone(link);
    use_effect_with(state.pending_proof(), move |request| {
        if let Some(request) = request.clone() {
            send(&link, &Call { id: RequestId::default(), request });
        }
    });
}

/// Moves on, step by step, while the run is played.
#[hook]
fn use_film(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with(state.playback, move |playback| {
        let interval = playback.plays.then(|| {
            Interval::new(playback.milliseconds(), move || dispatcher.dispatch(Action::Move(Move::Tick)))
        });
        move || drop(interval)
    });
}

/// Listens to keys wherever the focus is. What something on the page has used is left alone.
#[hook]
fn use_keys(state: &UseReducerHandle<State>) {
    let latest = use_mut_ref(|| state.clone());
    *latest.borrow_mut() = state.clone();
    use_effect_with((), move |()| {
        let listener = Closure::<dyn Fn(KeyboardEvent)>::new(move |event: KeyboardEvent| {
            let Some(focus) = focus::of(&event).filter(|_| !event.default_prevented()) else { return };
            let key = event.key();
            let control = event.ctrl_key() || event.meta_key();
            let press = Press { key: &key, control, alt: event.alt_key(), focus };
            let state = latest.borrow().clone();
            if let Some(action) = keys::action(press, &state) {
                // Escape has uses of its own, such as leaving full screen.
                if key != "Escape" {
                    event.prevent_default();
                }
                state.dispatch(action);
            }
        });
        let window = web_sys::window();
        if let Some(window) = &window {
            window.add_event_listener_with_callback("keydown", listener.as_ref().unchecked_ref()).ok();
        }
        move || {
            if let Some(window) = window {
                window.remove_event_listener_with_callback("keydown", listener.as_ref().unchecked_ref()).ok();
            }
        }
    });
}

/// Tells the style sheet, at the root of the page, how the page is to look.
#[hook]
fn use_looks(state: &UseReducerHandle<State>) {
    use_effect_with((state.theme, state.presents), |(theme, presents)| {
        let root = web_sys::window().and_then(|window| window.document()?.document_element());
        if let Some(root) = root {
            root.set_attribute("data-theme", theme.name()).ok();
            root.toggle_attribute_with_force("data-presents", *presents).ok();
        }
    });
}

fn send(link: &Link, call: &Call) {
    if let Some(worker) = &*link.borrow() {
        worker.send(call);
    }
}

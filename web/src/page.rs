//! The entry point of the page, and the connection of its state to the browser.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::{Interval, Timeout};
use gloo_utils::{document, document_element, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{CustomEvent, CustomEventInit, Worker};
use yew::prelude::*;

use crate::browser::download::download;
use crate::browser::environment::{self, Mode};
use crate::browser::fetch::fetch_text;
use crate::browser::focus;
use crate::browser::notes::{HELLO, NotesLine, TOLD, open_window};
use crate::browser::storage;
use crate::browser::worker_link::{WorkerLink, keep_ahead};
use crate::out::export::File;
use crate::state::address;
use crate::state::keys::{self, Effect, Focus, Press};
use crate::state::layout::Edge;
use crate::state::lesson::{LessonAction, Shown};
use crate::state::link;
use crate::state::notes::{Told, asked};
use crate::state::reader::ReaderTask;
use crate::state::workers::{Role, WorkerStatus};
use crate::state::{Action, Move, Side, State};
use crate::text::examples::Example;
use crate::view::Page;
use crate::view::controls::settings::OfferedEncodings;
use crate::view::notes::{Notes, NotesProperties};
use crate::view::shell::splitter::set_part;
use crate::view::shell::view_switch::focus_switch;
use crate::wire::protocol::{Call, Request, RequestId};
use crate::worker::limits::{
    LINK_PATIENCE_IN_MILLISECONDS, READER_PATIENCE_IN_MILLISECONDS, SLOW_IN_MILLISECONDS,
};

/// The user must stop typing for this long before the worker is asked.
const PAUSE_IN_MILLISECONDS: u32 = 120;

/// The user must rest for this long before the worker is asked about a position.
const INSPECTION_PAUSE_IN_MILLISECONDS: u32 = 30;

/// Called by `page.js` once the module is loaded, with the worker that it has started meanwhile.
#[wasm_bindgen]
pub fn start_page(worker_url: String, lessons_url: String, ahead: Option<Worker>) {
    yew::set_custom_panic_hook(Box::new(|panic| announce_panic(&panic.to_string())));
    let Some(root) = document().get_element_by_id("app") else {
        panic!("index.html has no element called app");
    };
    if let Some(name) = environment::notes_of() {
        if let Some(worker) = ahead {
            worker.terminate();
        }
        yew::Renderer::<Notes>::with_root_and_props(root, NotesProperties { name: name.into() }).render();
        return;
    }
    if let Some(worker) = ahead {
        keep_ahead(worker);
    }
    yew::Renderer::<App>::with_root_and_props(
        root,
        AppProperties { worker_url: worker_url.into(), lessons_url: lessons_url.into() },
    )
    .render();
}

/// After a panic nothing in this module can be relied upon any more, so `crash.js` tells the user.
fn announce_panic(message: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&message.into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict("hornbook-panic", &init) {
        window().dispatch_event(&event).ok();
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = self.after(action);
        // Saved before anything is drawn: a failure in a view must not cost the user a keystroke. What was
        // set aside gives way to another text only after it has been kept elsewhere.
        for text in self.given_up(&next) {
            if let Err(draft) = storage::keep_text(&text) {
                next = next.after(Action::CouldNotKeep(draft));
            }
        }
        if next.kept_texts() != self.kept_texts() {
            let saving = storage::save(&next);
            if saving != next.saving {
                next = next.after(Action::Saved(saving));
            }
        }
        storage::keep(&self, &next);
        Rc::new(next)
    }
}

#[derive(Properties, PartialEq)]
struct AppProperties {
    worker_url: AttrValue,
    /// Where the list of lessons is.
    lessons_url: AttrValue,
}

#[function_component]
fn App(properties: &AppProperties) -> Html {
    let state = use_reducer_eq(storage::restore);
    let reader = use_worker(&properties.worker_url, &state, Role::Reader);
    let solver = use_worker(&properties.worker_url, &state, Role::Solver);
    use_question(&reader, &state);
    use_patience(&state);
    use_file(&state);
    use_lessons(&properties.lessons_url, &state);
    use_other_tabs(&state);
    use_links(&state);
    use_run(&solver, &state, Side::Left);
    use_run(&solver, &state, Side::Right);
    use_proof(&solver, &state);
    use_playback(&state);
    use_keys(&state);
    use_appearance(&state);
    use_notes(&state);
    let act = use_callback(state.dispatcher(), |action: Action, dispatcher| dispatcher.dispatch(action));
    let ask = use_callback((), move |(role, request): (Role, Request), ()| {
        let link = match role {
            Role::Reader => &reader,
            Role::Solver => &solver,
        };
        send(link, &Call { id: RequestId::default(), request });
    });
    let offered =
        state.description.as_ref().map_or_else(Rc::default, |about| about.encodings.as_slice().into());
    html! {
        <ContextProvider<OfferedEncodings> context={OfferedEncodings(offered)}>
            <Page {state} {act} {ask} />
        </ContextProvider<OfferedEncodings>>
    }
}

/// Holds the worker, if there is one.
type Link = Rc<RefCell<Option<WorkerLink>>>;

/// Keeps a worker running once it is wanted, and replaces it when the state asks for a new one.
#[hook]
fn use_worker(url: &AttrValue, state: &UseReducerHandle<State>, role: Role) -> Link {
    let link = use_mut_ref(|| None);
    let is_there = state.wants(role) && state.workers.status(role) != WorkerStatus::Gone;
    let speaker = is_there.then(|| state.workers.speaker(role));
    use_effect_with((url.clone(), speaker), {
        let link = Rc::clone(&link);
        let dispatcher = state.dispatcher();
        move |(url, speaker)| {
            // The one before goes first, so that there are never two; with it goes its memory.
            link.borrow_mut().take();
            let Some(speaker) = *speaker else { return };
            let heard = Callback::from(move |action| dispatcher.dispatch(action));
            match WorkerLink::spawn(url, speaker, &heard) {
                Ok(worker) => *link.borrow_mut() = Some(worker),
                Err(message) => heard.emit(Action::WorkerFailed(speaker, message.into())),
            }
        }
    });
    link
}

/// Asks the reader what there is to ask, once the user pauses.
#[hook]
fn use_question(link: &Link, state: &UseReducerHandle<State>) {
    let link = Rc::clone(link);
    let dispatcher = state.dispatcher();
    let question = state.question();
    // The call itself may be large, and is what it is by its task.
    let task = question.as_ref().map(|(task, _)| task.clone());
    use_effect_with((task, state.workers.speaker(Role::Reader)), move |_| {
        let timeout = question.map(|(task, call)| {
            let pause = match task {
                ReaderTask::Inspect(..) => INSPECTION_PAUSE_IN_MILLISECONDS,
                ReaderTask::Describe(_) | ReaderTask::CheckTemplates(..) => PAUSE_IN_MILLISECONDS,
                ReaderTask::Translate(_)
                | ReaderTask::Classify(..)
                | ReaderTask::Play(..)
                | ReaderTask::Claim(_)
                | ReaderTask::Judge(..) => 0,
            };
            Timeout::new(pause, move || {
                send(&link, &call);
                dispatcher.dispatch(Action::Asked(task));
            })
        });
        // Dropping the timeout cancels it: only the last of a burst of keystrokes is asked about.
        move || drop(timeout)
    });
}

/// Says when the reader has been at a question for long, and a run that nobody has asked for.
#[hook]
fn use_patience(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with((state.workers.speaker(Role::Reader), state.reader.current()), {
        let dispatcher = dispatcher.clone();
        move |(_, question)| {
            let after = |milliseconds: u32, action: Action| {
                let dispatcher = dispatcher.clone();
                Timeout::new(milliseconds, move || dispatcher.dispatch(action))
            };
            let timeouts = question.map(|question| {
                let slow = after(SLOW_IN_MILLISECONDS, Action::ReaderIsSlow(question));
                let too_slow = after(READER_PATIENCE_IN_MILLISECONDS, Action::ReaderIsTooSlow(question));
                [slow, too_slow]
            });
            move || drop(timeouts)
        }
    });
    // A run that tells of its steps is ended by their number; patience is for one that tells nothing.
    let told: usize = state.runs.iter().flatten().map(|run| run.log.len()).sum();
    use_effect_with((state.link_run(), told), move |(run, _)| {
        let timeout = run.map(|run| {
            Timeout::new(LINK_PATIENCE_IN_MILLISECONDS, move || {
                dispatcher.dispatch(Action::LinkRunIsTooSlow(run));
            })
        });
        move || drop(timeout)
    });
}

/// Hands the user a file that the reader has written.
#[hook]
fn use_file(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with(state.reader.file.clone(), move |file| {
        if let Some((name, content)) = file {
            download(&File { name: name.to_string(), content: content.to_string() });
            dispatcher.dispatch(Action::FileIsSaved);
        }
    });
}

/// Fetches the list of lessons, and the lesson that is wanted.
#[hook]
fn use_lessons(list: &AttrValue, state: &UseReducerHandle<State>) {
    let (list, dispatcher) = (list.clone(), state.dispatcher());
    use_effect_with(state.lessons.pending(), move |pending| {
        if let Some(pending) = pending.clone() {
            spawn_local(async move {
                let action = match pending {
                    Shown::List => LessonAction::Listed(fetch_text(&list).await),
                    Shown::Lesson(address) => LessonAction::Fetched(fetch_text(&address).await),
                };
                dispatcher.dispatch(Action::Lesson(action));
            });
        }
    });
}

/// Hears of what other tabs save, and says when this one is here.
#[hook]
fn use_other_tabs(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    use_effect_with((), move |()| {
        storage::enter();
        let listeners = [
            EventListener::new(&window(), "storage", move |event| {
                if storage::is_about_drafts(event) {
                    dispatcher.dispatch(Action::FoundDrafts(storage::others()));
                }
            }),
            EventListener::new(&window(), "pageshow", |_| storage::enter()),
            EventListener::new(&window(), "pagehide", |_| storage::leave()),
        ];
        move || drop(listeners)
    });
}

/// Follows share links: the one that the page was opened with, and those that are put into its address later.
#[hook]
fn use_links(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let written = use_mut_ref(Written::default);
    use_effect_with((), {
        let written = Rc::clone(&written);
        move |()| {
            let follow = move || {
                let fragment = environment::fragment();
                let name = fragment.trim_start_matches('#');
                // Other fragments lead to places on the page.
                if link::is_fragment(name) || !(name.is_empty() || environment::has_element(name)) {
                    // What comes next is about this entry of the history.
                    written.borrow_mut().is_following = true;
                    let is_own = environment::entry_mark().as_deref() == Some(OWN);
                    let fragment = fragment.into();
                    dispatcher.dispatch(if is_own {
                        Action::Reopen(fragment)
                    } else {
                        Action::OpenLink(fragment)
                    });
                }
            };
            follow();
            let listener = EventListener::new(&window(), "hashchange", move |_| follow());
            move || drop(listener)
        }
    });
    use_address(state, &written);
}

/// How an entry of the history is marked that this page has written: about the user's own doing, and about a
/// link.
const OWN: &str = "own";
const LINK: &str = "link";

/// Addresses longer than this are not written: browsers and bookmarks do not like them.
const LONGEST_ADDRESS: usize = 6_000;

/// The page must be at rest for this long before its address says what it shows.
const ADDRESS_PAUSE_IN_MILLISECONDS: u32 = 300;

/// What the address says, as far as the page has written it.
#[derive(Debug, Default)]
struct Written {
    /// The example that it is about; none for other texts. Another one is another entry of the history.
    example: Option<&'static str>,
    has_begun: bool,
    /// An entry of the history has been gone to, and is not to be followed by a new one.
    is_following: bool,
}

/// Keeps the address at what the page shows, so that a reload, a bookmark and the way back lead there.
#[hook]
fn use_address(state: &UseReducerHandle<State>, written: &Rc<RefCell<Written>>) {
    let is_whole = *use_memo((), |()| Mode::asked_for()) == Mode::Whole;
    // Once the text is another, a reload must not bring back that of the address.
    let before = use_mut_ref(|| None::<Rc<str>>);
    let example = state.open_example().map(|example| example.name);
    use_effect_with(state.text.clone(), {
        let (before, written) = (Rc::clone(&before), Rc::clone(written));
        move |text| {
            let was = before.borrow_mut().replace(Rc::clone(text));
            let mut written = written.borrow_mut();
            let Some(was) = was.filter(|was| was != text) else {
                written.example = example;
                return;
            };
            let fragment = environment::fragment();
            let is_told = link::is_fragment(&fragment);
            let is_of = |text: &str| link::text_of(&fragment).is_some_and(|linked| *linked == *text);
            if written.is_following && is_told && is_of(text) {
                // It is there: whatever comes next is the user's doing.
                written.is_following = false;
                written.example = example;
                return;
            }
            let is_another = is_whole && written.example != example && !written.is_following;
            if is_another {
                // The way back leads to what was there, even if the address has not said so yet.
                if let Some(known) = Example::behind(&was).filter(|_| !is_told) {
                    environment::write_fragment(&format!("{}{}", address::START, known.name), OWN, false);
                }
                environment::begin_entry();
                written.example = example;
            } else if is_told && !is_of(text) {
                environment::forget_fragment();
            }
        }
    });
    let (state, written) = (state.clone(), Rc::clone(written));
    use_effect_with(link::summary(&state), move |_| {
        let is_first = !std::mem::replace(&mut written.borrow_mut().has_begun, true);
        let timeout = (is_whole && !is_first).then(|| {
            Timeout::new(ADDRESS_PAUSE_IN_MILLISECONDS, move || {
                let mut written = written.borrow_mut();
                let example = state.open_example().map(|example| example.name);
                let is_another = written.example != example && !written.is_following;
                written.example = example;
                written.is_following = false;
                let mark = if state.is_link_text() { LINK } else { OWN };
                match link::fragment(&state, true).ok().filter(|link| link.len() <= LONGEST_ADDRESS) {
                    Some(fragment) => environment::write_fragment(&fragment, mark, is_another),
                    None => environment::forget_fragment(),
                }
            })
        });
        move || drop(timeout)
    });
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
fn use_playback(state: &UseReducerHandle<State>) {
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
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&window(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            let Some(focus) = focus::of(event).filter(|_| !event.default_prevented()) else { return };
            let key = event.key();
            let control = event.ctrl_key() || event.meta_key();
            let press = Press { key: &key, control, alt: event.alt_key(), focus };
            let state = latest.borrow().clone();
            let Some(effect) = keys::effect(press, &state) else { return };
            // Escape has uses of its own, such as leaving full screen.
            if key != "Escape" {
                event.prevent_default();
            }
            match effect {
                Effect::Act(action) => {
                    // Whoever solves from inside the editor wants to walk through the run next.
                    if matches!(*action, Action::Solve) || (key == "Escape" && focus == Focus::Field) {
                        focus::leave_field();
                    }
                    state.dispatch(*action);
                }
                Effect::Focus(view) => focus_switch(view),
                Effect::OpenNotes => open_window(),
            }
        });
        move || drop(listener)
    });
}

/// Tells the window with the notes what is shown, once there is one, and goes where it asks.
#[hook]
fn use_notes(state: &UseReducerHandle<State>) {
    let line = use_mut_ref(|| None::<NotesLine>);
    let latest = use_mut_ref(|| state.clone());
    *latest.borrow_mut() = state.clone();
    let is_heard = use_state_eq(|| false);
    let tell = {
        let line = Rc::clone(&line);
        move |told: &Told| {
            if let Some(line) = &*line.borrow() {
                line.say(std::iter::once(TOLD).chain(told.to_words()));
            }
        }
    };
    use_effect_with((), {
        let (is_heard, tell) = (is_heard.setter(), tell.clone());
        move |()| {
            let heard = Callback::from(move |words: Vec<String>| match words.first().map(String::as_str) {
                Some(HELLO) => {
                    is_heard.set(true);
                    tell(&latest.borrow().told_for_notes());
                }
                Some(word) => {
                    if let Some(action) = asked(word) {
                        latest.borrow().dispatch(action);
                    }
                }
                None => {}
            });
            if Mode::asked_for() == Mode::Whole {
                *line.borrow_mut() = NotesLine::open(&storage::own_name(), heard);
            }
            // A window that is there already hears of a page that was reloaded.
            if let Some(line) = &*line.borrow() {
                line.say([HELLO]);
            }
        }
    });
    use_effect_with(is_heard.then(|| state.told_for_notes()), move |told| {
        if let Some(told) = told {
            tell(told);
        }
    });
}

/// Tells the style sheet, at the root of the page, how the page is to look.
#[hook]
fn use_appearance(state: &UseReducerHandle<State>) {
    use_effect_with((state.theme, state.presents), |(theme, presents)| {
        let root = document_element();
        root.set_attribute("data-theme", theme.name()).ok();
        root.toggle_attribute_with_force("data-presents", *presents).ok();
    });
    use_effect_with(state.layout.clone(), |layout| {
        for edge in Edge::ALL {
            set_part(edge, layout.size(edge));
        }
    });
}

fn send(link: &Link, call: &Call) {
    if let Some(worker) = &*link.borrow() {
        worker.send(call);
    }
}

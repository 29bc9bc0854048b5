//! The entry point of the worker.
//!
//! It answers calls one by one. Between them it gets on with the runs, a slice of time after another, so that
//! a call never waits for a whole run. What a run does depends on its text and settings alone; slices only
//! decide how many events travel together. The page has two of these, one for runs and one for the rest
//! ([`crate::state::workers`]).

use std::cell::{Cell, RefCell};

use gloo_timers::callback::Timeout;
use hornbook::budget::STEPS_BETWEEN_LOOKS;
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::wire::bytes::bytes_of;
use crate::wire::protocol::{Call, Message, Progress, Request, RunId, decode, encode};
use crate::worker::answer::answer;
use crate::worker::limits::RunLimits;
use crate::worker::memory;
use crate::worker::runner::Runner;
use crate::worker::warm_up::warm_up;

/// A slice of a run lasts a tenth of what the run has lasted so far, in these bounds: one sees a run begin,
/// and the page, which has to draw what it is told, is not kept busy by a long one.
const SHORTEST_SLICE_IN_MILLISECONDS: f64 = 100.0;
const LONGEST_SLICE_IN_MILLISECONDS: f64 = 1000.0;

/// Or after this many events: more would make the page wait for one message.
const SLICE_IN_EVENTS: usize = 500;

/// The page is told of the memory that the worker has taken when that has grown by this much.
const MEMORY_STEP: u64 = 16 << 20;

/// Less is not worth a word.
const USUAL_MEMORY: u64 = 48 << 20;

/// The page is told of a long step as often as this.
const WORKING_IN_MILLISECONDS: f64 = 250.0;

/// The clock is read at one of this many looks of the budget.
const LOOKS_BETWEEN_CLOCKS: u64 = 8;

/// Called by `worker.js` once the module is loaded.
#[wasm_bindgen]
pub fn start_worker() {
    std::panic::set_hook(Box::new(|panic| {
        post(Message::Panicked { message: panic.to_string() });
        send();
    }));
    let listener = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        match decode::<Call>(&bytes_of(&event)) {
            Ok(call) => hear(&call),
            Err(error) => post(Message::Panicked {
                message: format!("the worker does not understand the page: {error}"),
            }),
        }
        send();
    });
    memory::tell(looked);
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // The listener lives as long as the worker.
    listener.forget();
    post(Message::Ready);
    send();
}

/// Called by `worker.js` when nobody has wanted anything for a while. Whoever has had a run is warm.
#[wasm_bindgen]
pub fn warm_up_worker() {
    if START.get() == 0.0 {
        warm_up();
    }
}

thread_local! {
    static RUNNER: RefCell<Runner> = RefCell::default();
    /// What the page is to be told, in one message.
    static UNSENT: RefCell<Vec<Message>> = const { RefCell::new(Vec::new()) };
    /// The next slice, if one is due.
    static NEXT: RefCell<Option<Timeout>> = const { RefCell::new(None) };
    /// When the last run was begun or continued.
    static START: Cell<f64> = const { Cell::new(0.0) };
    /// The memory that the page knows of.
    static TOLD: Cell<u64> = const { Cell::new(USUAL_MEMORY) };
    /// The run that the worker is at, how often the budget has looked since the present step began, and when
    /// the page was told last.
    static WORKING: Cell<Option<Working>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct Working {
    run: RunId,
    looks: u64,
    told: f64,
}

/// A step of this run begins.
fn begin_step(run: RunId, at: f64) {
    WORKING.set(Some(Working { run, looks: 0, told: at }));
}

/// The budget has looked: if the step is a long one, the page hears how much work it has been.
fn looked() {
    let Some(mut working) = WORKING.get() else { return };
    working.looks += 1;
    if working.looks.is_multiple_of(LOOKS_BETWEEN_CLOCKS) && now() - working.told > WORKING_IN_MILLISECONDS {
        working.told = now();
        let steps = working.looks * STEPS_BETWEEN_LOOKS;
        post(Message::Run { run: working.run, progress: Progress::Working { steps } });
        send();
    }
    WORKING.set(Some(working));
}

fn hear(call: &Call) {
    match &call.request {
        Request::Solve { run, text, settings, keep, is_asked_for } => {
            START.set(now());
            begin_step(*run, now());
            let allowance = RunLimits::of(settings, *is_asked_for);
            let progress =
                RUNNER.with_borrow_mut(|runner| runner.begin_within(allowance, *run, text, settings, keep));
            post(Message::Run { run: *run, progress });
            if let Some(picture) = RUNNER.with_borrow(|runner| runner.picture(*run)) {
                post(Message::Run { run: *run, progress: Progress::Pictured(Box::new(picture)) });
            }
            // Most runs are over before the page could have drawn that they have begun: these are told of,
            // and drawn, all at once.
            if now() - START.get() < SHORTEST_SLICE_IN_MILLISECONDS {
                WORKING.set(None);
                work();
                return;
            }
        }
        Request::Continue { run } => {
            START.set(now());
            RUNNER.with_borrow_mut(|runner| runner.resume(*run));
        }
        Request::Prove { run, clause } => {
            let progress = RUNNER.with_borrow(|runner| runner.prove(*run, *clause));
            post(Message::Run { run: *run, progress });
        }
        request => {
            if let Some(answer) = answer(request) {
                post(Message::Answer { id: call.id, answer });
            }
        }
    }
    WORKING.set(None);
    tell_memory();
    work_soon();
}

/// Plans the next slice of a run, if there is one. Calls that have arrived meanwhile are heard first.
fn work_soon() {
    if RUNNER.with_borrow(|runner| runner.active().is_some()) {
        NEXT.set(Some(Timeout::new(0, slice)));
    }
}

/// The next slice of a run.
fn slice() {
    work();
    send();
}

/// The page decides when a worker has taken so much memory that another must take its place.
fn tell_memory() {
    let bytes = memory::bytes();
    if bytes >= TOLD.get() + MEMORY_STEP {
        TOLD.set(bytes);
        post(Message::Memory { bytes });
    }
}

fn work() {
    let length =
        ((now() - START.get()) / 10.0).clamp(SHORTEST_SLICE_IN_MILLISECONDS, LONGEST_SLICE_IN_MILLISECONDS);
    let told = RUNNER.with_borrow_mut(|runner| {
        let run = runner.active()?;
        let before = runner.turn(run);
        let start = now();
        let mut events = Vec::new();
        begin_step(run, start);
        while events.len() < SLICE_IN_EVENTS && now() - start < length {
            let Some(event) = runner.work(run) else { break };
            // While others have their turn, the step goes on.
            if let Some(event) = event {
                events.push(event);
                begin_step(run, now());
            }
            if runner.turn(run) != before {
                break;
            }
        }
        WORKING.set(None);
        // Rounded: nobody reads fractions of milliseconds.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let milliseconds = (now() - start).round() as u32;
        let progress = runner.progress(run, events, milliseconds);
        let turn = runner.turn(run).filter(|turn| Some(*turn) != before);
        Some((run, turn, progress, runner.modelled(run), runner.solution(run)))
    });
    if let Some((run, turn, progress, modelled, solution)) = told {
        if let Some(turn) = turn {
            post(Message::Run { run, progress: Progress::Turned { turn } });
        }
        if let Some(modelled) = modelled {
            post(Message::Run { run, progress: Progress::Modelled(Box::new(modelled)) });
        }
        post(Message::Run { run, progress });
        if let Some(solution) = solution {
            post(Message::Run { run, progress: Progress::Solved(solution) });
        }
    }
    tell_memory();
    work_soon();
}

fn now() -> f64 {
    js_sys::Date::now()
}

/// Keeps a message until the next ones are sent.
fn post(message: Message) {
    UNSENT.with_borrow_mut(|unsent| unsent.push(message));
}

/// Sends the messages that have been kept, as one.
fn send() {
    let unsent = UNSENT.take();
    if !unsent.is_empty() {
        // This fails only for values that can't be copied; bytes can.
        scope().post_message(&Uint8Array::from(&*encode(&unsent))).ok();
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

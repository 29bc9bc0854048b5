//! The worker gives the same answers in the browser as natively.

use fantoccini::error::CmdError;
use hornbook::engine::{Event, Statistics, VerdictText};
use hornbook::settings::{Method, RunSettings, Strategy};
use hornbook_random::Random;
use hornbook_web::model::your_move::offers;
use hornbook_web::run::Run;
use hornbook_web::state::own::with;
use hornbook_web::text::examples::{EXAMPLES, Example};
use hornbook_web::wire::protocol::{Call, Message, Progress, Request, RequestId, RunId, decode, encode};
use hornbook_web::worker::answer::answer;
use hornbook_web::worker::runner::Runner;

use crate::page::Page;
use crate::run::browse;

/// Starts a worker of its own, without the page, and hands back what it says to each call.
const CONVERSATION: &str = "
    const [url, calls, done] = arguments;
    const worker = new Worker(url, { type: 'module' });
    const said = [];
    worker.onerror = (event) => done(['error: ' + event.message]);
    worker.onmessage = (event) => {
        said.push([...event.data]);
        if (said.length > calls.length) {
            worker.terminate();
            done(said);
        } else {
            worker.postMessage(new Uint8Array(calls[said.length - 1]));
        }
    };
";

/// Starts a worker of its own, which can be spoken to and whose words are collected.
const LISTEN: &str = "
    window.said = [];
    window.worker = new Worker(arguments[0], { type: 'module' });
    window.worker.onerror = (event) => window.said.push('error: ' + event.message);
    window.worker.onmessage = ({ data }) => window.said.push([...data]);
    arguments[1]();
";

/// Waits until the worker has said something, and says what.
const HEAR: &str = "
    const look = () => window.said.length > 0 ? arguments[0](window.said.splice(0)) : setTimeout(look, 10);
    look();
";

const SPEAK: &str = "window.worker.postMessage(new Uint8Array(arguments[0])); arguments[1]()";

/// Integers beyond 64 bits, branches, divisibility, disjunctions, cores and interpolants.
const SCRIPTS: [&str; 3] = [
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const b Bool)
     (assert (! (<= 27 (+ (* 11 x) (* 13 y)) 45) :named A))
     (assert (! (=> b (<= (- 10) (- (* 7 x) (* 9 y)) 4)) :named B))
     (check-sat)(get-model)(push 1)(assert (! b :named C))(check-sat)(get-unsat-core)(pop 1)(check-sat)",
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)
     (assert (= x (* 100000000000000000000000000 y)))
     (assert (or (= (mod y 7) 3) (= (div y 4) 9)))
     (check-sat)(get-model)(assert (distinct (mod y 7) 3))(check-sat)(get-model)(assert (< y 30))(check-sat)",
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)
     (assert (! (= y (* 2 x)) :named A))(assert (! (= z (+ y 4)) :named B))(assert (! (= (mod z 2) 1) :named C))
     (get-interpolants A B C)",
];

#[test]
fn answers_do_not_depend_on_the_platform() {
    browse(async |page| {
        page.open().await?;
        let texts = EXAMPLES.iter().map(|example| example.text).chain(["", "p(X) :- ", "π ≤ 4\r\n\u{0}"]);
        // The answers to scripts carry the steps that the solver took.
        let texts = texts.chain(SCRIPTS);
        let calls: Vec<Call> = (0..)
            .zip(texts)
            .map(|(id, text)| Call {
                id: RequestId(id),
                request: Request::Describe { text: text.to_owned() },
            })
            .collect();
        let expected: Vec<Message> = std::iter::once(Message::Ready)
            .chain(calls.iter().map(|call| {
                let answer = answer(&call.request).expect("a description is answered at once");
                Message::Answer { id: call.id, answer }
            }))
            .collect();

        let calls: Vec<Vec<u8>> = calls.iter().map(encode).collect();
        let said = page.long_script(CONVERSATION, vec![page.worker_url().into(), calls.into()]).await?;
        let said: Vec<Vec<u8>> = serde_json::from_value(said).expect("bytes");
        assert_eq!(messages(&said), expected);
        Ok(())
    });
}

#[test]
fn runs_do_not_depend_on_the_platform() {
    browse(async |page| {
        page.open().await?;
        let settings = Strategy::ALL.into_iter().map(|strategy| RunSettings { strategy, ..small() });
        let problems = settings.flat_map(|settings| {
            ["gcd", "merge", "gcd-bug"].map(|name| (Example::named(name).unwrap().text, settings.clone()))
        });
        let problems: Vec<(RunId, &str, RunSettings)> = (1..)
            .zip(problems.chain(chosen()).chain(pressed()))
            .map(|(id, (text, settings))| (RunId(id), text, settings))
            .collect();

        page.long_script(LISTEN, vec![page.worker_url().into()]).await?;
        assert_eq!(hear(page).await?, [Message::Ready]);
        let mut said = Vec::new();
        for problem in &problems {
            page.long_script(SPEAK, vec![encode(&call(problem)).into()]).await?;
            while !said.last().is_some_and(|message| is_end_of(message, problem.0)) {
                said.extend(hear(page).await?);
            }
        }
        for problem in &problems {
            let (events, statistics) = natively(problem);
            let mut of_worker = Vec::new();
            let mut last = Statistics::default();
            for message in &said {
                if let Message::Run { run, progress: Progress::Events { events, statistics, .. } } = message
                    && *run == problem.0
                {
                    of_worker.extend_from_slice(events);
                    last = *statistics;
                }
            }
            let written = |events: &[Event]| serde_json::to_string_pretty(events).unwrap();
            assert_eq!(written(&of_worker), written(&events), "{:?}", problem.2);
            assert!(matches!(events.last(), Some(Event::Verdict(_))));
            assert_eq!(last, statistics);
        }
        Ok(())
    });
}

/// What the worker has said since.
async fn hear(page: &Page) -> Result<Vec<Message>, CmdError> {
    let said: Vec<Vec<u8>> = serde_json::from_value(page.long_script(HEAR, Vec::new()).await?)
        .expect("the worker speaks in bytes");
    Ok(messages(&said))
}

/// What is told at once travels as one list.
fn messages(said: &[Vec<u8>]) -> Vec<Message> {
    said.iter().flat_map(|bytes| decode::<Vec<Message>>(bytes).expect("messages")).collect()
}

/// Whether this is the last word about a run: its verdict, or the solution after it.
fn is_end_of(message: &Message, id: RunId) -> bool {
    match message {
        Message::Run { run, progress: Progress::Events { events, is_over: true, .. } } if *run == id => {
            !matches!(events.last(), Some(Event::Verdict(VerdictText::Safe { .. })))
        }
        Message::Run { run, progress: Progress::Solved(_) } => *run == id,
        Message::Panicked { message } => panic!("{message}"),
        _ => false,
    }
}

/// A limit that is hit somewhere amid a long run, so that its place is compared as well.
fn small() -> RunSettings {
    RunSettings { limit: 2, ..RunSettings::default() }
}

/// Runs with choices of each kind, one of which does not fit.
fn chosen() -> Vec<(&'static str, RunSettings)> {
    let mut settings = small();
    Method::named("cav13-ti").unwrap().apply(&mut settings);
    let [gcd, loop50] = ["gcd", "loop50"].map(|name| Example::named(name).unwrap().text);
    let (plain, _) = natively(&(RunId(0), loop50, settings.clone()));
    let nth = |n: usize, is_it: &dyn Fn(&Event) -> bool| {
        plain.iter().enumerate().filter(|(_, event)| is_it(event)).map(|(step, _)| step).nth(n).unwrap()
    };
    let interpolants = nth(0, &|event| matches!(event, Event::InterpolantsFound { .. }));
    let refuted = nth(2, &|event| matches!(event, Event::Refuted));
    let kept = nth(3, &|event| matches!(event, Event::PredicatesAdded { .. }));
    let all = [
        (gcd, "@2a2(0)@4a3(0)@6a4(0)@6r0,1(0),2(0)@10i1:M = N -> M >= R".to_owned()),
        (gcd, "@4i1:M >= N".to_owned()),
        (loop50, format!("@{interpolants}t1:X - I; J")),
        (loop50, format!("@{refuted}f0")),
        (loop50, format!("@{refuted}f-@{kept}k1")),
    ];
    all.into_iter().map(|(text, choices)| (text, RunSettings { choices, ..settings.clone() })).collect()
}

/// Runs of somebody who presses whatever the page offers, one thing after the other.
fn pressed() -> Vec<(&'static str, RunSettings)> {
    let mut random = Random(16);
    let mut all = Vec::new();
    for (method, example) in ["cav13-ti", "cav13-di", "hornbook"]
        .into_iter()
        .flat_map(|method| ["gcd", "turns", "loop50", "gcd-bug"].map(|example| (method, example)))
    {
        let text = Example::named(example).unwrap().text;
        let mut settings = RunSettings { limit: 1, ..RunSettings::default() };
        Method::named(method).unwrap().apply(&mut settings);
        for _ in 0..4 {
            let mut run = Run::new(RunId(1), text.into(), settings.clone());
            let mut runner = Runner::default();
            let Progress::Began { header } = runner.begin(RunId(1), text, &settings, &[]) else { panic!() };
            run.begin((*header).clone());
            run.extend(std::iter::from_fn(|| runner.step(RunId(1))).collect());
            run.catch_up();
            run.go_to(random.below(run.log.len().min(60)));
            let offered = offers(&run, &header).choices();
            if !offered.is_empty() {
                settings.choices = with(&settings.choices, random.pick(&offered));
            }
        }
        assert!(!settings.choices.is_empty(), "{method} {example}");
        all.push((text, settings));
    }
    all
}

fn call((run, text, settings): &(RunId, &str, RunSettings)) -> Call {
    let (text, settings) = ((*text).to_owned(), settings.clone());
    let request = Request::Solve { run: *run, text, settings, keep: Vec::new(), is_asked_for: true };
    Call { id: RequestId::default(), request }
}

/// The same run without a browser.
fn natively((run, text, settings): &(RunId, &str, RunSettings)) -> (Vec<Event>, Statistics) {
    let mut runner = Runner::default();
    let began = runner.begin(*run, text, settings, &[]);
    assert!(matches!(began, Progress::Began { .. }), "{began:?}");
    let events: Vec<Event> = std::iter::from_fn(|| runner.step(*run)).collect();
    match runner.progress(*run, Vec::new(), 0) {
        Progress::Events { statistics, .. } => (events, statistics),
        other => panic!("{other:?}"),
    }
}

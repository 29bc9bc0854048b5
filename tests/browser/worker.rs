//! The worker gives the same answers in the browser as natively.

use hornbook_web::answer::answer;
use hornbook_web::examples::EXAMPLES;
use hornbook_web::protocol::{Call, Message, Request, RequestId};
use serde_json::Value;

use crate::run::browse;

/// Starts a worker of its own, without the page, and hands back what it says to each call.
const CONVERSATION: &str = "
    const [url, calls, done] = arguments;
    const worker = new Worker(url, { type: 'module' });
    const said = [];
    worker.onerror = (event) => done(['error: ' + event.message]);
    worker.onmessage = (event) => {
        said.push(event.data);
        if (said.length > calls.length) {
            worker.terminate();
            done(said);
        } else {
            worker.postMessage(calls[said.length - 1]);
        }
    };
";

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
        let expected: Vec<String> = std::iter::once(Message::Ready)
            .chain(calls.iter().map(|call| Message::Answer { id: call.id, answer: answer(&call.request) }))
            .map(|message| serde_json::to_string(&message).unwrap())
            .collect();

        let calls: Vec<String> = calls.iter().map(|call| serde_json::to_string(call).unwrap()).collect();
        let said = page.long_script(CONVERSATION, vec![page.worker_url().into(), calls.into()]).await?;
        assert_eq!(said, Value::from(expected));
        Ok(())
    });
}

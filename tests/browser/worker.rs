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

#[test]
fn answers_do_not_depend_on_the_platform() {
    browse(async |page| {
        page.open().await?;
        let texts = EXAMPLES.iter().map(|example| example.text).chain(["", "p(X) :- ", "π ≤ 4\r\n\u{0}"]);
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

//! What page and worker say to each other.
//!
//! Messages travel as JSON text: it is the same on every platform, a person can read it in the browser's console, and
//! a test can speak it without the page. The worker says `Ready` first; before that it hears nothing.
//!
//! ```
//! use hornbook_web::protocol::{Call, Request, RequestId};
//! let call = Call { id: RequestId(7), request: Request::Describe { text: "p(X).".to_owned() } };
//! assert_eq!(serde_json::to_string(&call).unwrap(), r#"{"id":7,"request":{"Describe":{"text":"p(X)."}}}"#);
//! ```

use serde::{Deserialize, Serialize};

/// Ties an answer to its request, so that an answer to an outdated request can be told from a current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RequestId(pub u32);

impl RequestId {
    /// The id of the next request.
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub id: RequestId,
    pub request: Request,
}

/// What the page can ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// What kind of problem is this?
    Describe { text: String },
    /// Fail on purpose, so that the way back from a failure can be tested.
    Panic,
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// The worker has started and listens.
    Ready,
    /// The answer to the call with this id.
    Answer { id: RequestId, answer: Answer },
    /// The worker has come to grief and can't be used any more.
    Panicked { message: String },
}

/// What the worker can answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Request::Describe`].
    Description(Description),
}

/// The outward facts of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// Lines that hold something other than a comment.
    pub lines: usize,
    /// Lines that hold a comment only.
    pub comment_lines: usize,
}

//! The questions that wait for the reader while it is busy.
//!
//! Who types or drags asks faster than some questions are answered. Of each kind only the last question matters, and what
//! is said about the text comes first.

use std::collections::VecDeque;
use std::mem::discriminant;

use crate::protocol::{Call, Request};

/// Calls in the order in which they came.
#[derive(Debug, Default)]
pub struct Inbox(VecDeque<Call>);

impl Inbox {
    /// Takes a call, and drops those that nobody waits for any more.
    pub fn push(&mut self, call: Call) {
        self.0.retain(|earlier| !replaces(&call.request, &earlier.request));
        self.0.push_back(call);
    }

    /// The call to answer next.
    pub fn pop(&mut self) -> Option<Call> {
        let is_urgent = |call: &Call| matches!(call.request, Request::Describe { .. });
        let index = self.0.iter().position(is_urgent).unwrap_or(0);
        self.0.remove(index)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether a request makes an earlier one pointless: as the page forgets what a view wanted before
/// ([`crate::look::Look::after`]).
fn replaces(request: &Request, earlier: &Request) -> bool {
    match (request, earlier) {
        (Request::Describe { .. }, Request::Describe { .. }) => true,
        (
            Request::Look { spot, question, .. },
            Request::Look { spot: earlier_spot, question: earlier_question, .. },
        ) => spot.run == earlier_spot.run && discriminant(question) == discriminant(earlier_question),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use hornbook::engine::AndOrTree;

    use super::*;
    use crate::look::{Question, Spot};
    use crate::protocol::{RequestId, RunId};
    use crate::settings::RunSettings;

    fn describe(id: u32) -> Call {
        Call { id: RequestId(id), request: Request::Describe { text: format!("p({id}).") } }
    }

    fn look(id: u32, run: u32, question: Question) -> Call {
        let request = Request::Look {
            spot: Spot { run: RunId(run), step: 1, position: 0 },
            question,
            text: String::new(),
            settings: RunSettings::default(),
            tree: AndOrTree::default(),
            open: Vec::new(),
            chosen: None,
        };
        Call { id: RequestId(id), request }
    }

    #[test]
    fn the_last_question_of_a_kind_is_answered_and_the_text_comes_first() {
        let mut inbox = Inbox::default();
        inbox.push(look(1, 1, Question::Inspect));
        inbox.push(describe(2));
        inbox.push(look(3, 1, Question::Judge("X".to_owned())));
        inbox.push(look(4, 2, Question::Inspect));
        inbox.push(look(5, 1, Question::Judge("X > 0".to_owned())));
        inbox.push(describe(6));
        let order: Vec<u32> = std::iter::from_fn(|| inbox.pop()).map(|call| call.id.0).collect();
        assert_eq!(order, [6, 1, 4, 5]);
        assert!(inbox.is_empty());
    }
}

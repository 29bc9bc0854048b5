//! The worker's side of the protocol: a pure function, the same natively and in the browser.

use crate::protocol::{Answer, Description, Request};

/// Answers a request.
///
/// # Panics
///
/// If asked to, by [`Request::Panic`].
pub fn answer(request: &Request) -> Answer {
    match request {
        Request::Describe { text } => Answer::Description(describe(text)),
        Request::Panic => panic!("the worker was asked to panic"),
    }
}

fn describe(text: &str) -> Description {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let comment_lines = lines().filter(|line| line.starts_with('%')).count();
    Description { lines: lines().count() - comment_lines, comment_lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_counted_apart() {
        let description = describe("% one\n\np(X) :- X > 0. % not alone\n  % two\n");
        assert_eq!(description, Description { lines: 1, comment_lines: 2 });
    }
}

//! Undo and redo.
//!
//! A browser keeps a history of its own for a `<textarea>`, but forgets it as soon as a program changes the
//! text. Opening an example must be undone as easily as typing a letter, so this history replaces the
//! browser's.

use std::rc::Rc;

use super::Change;

/// At most this many changes are remembered; older ones are forgotten.
pub(super) const LONGEST_HISTORY: usize = 500;

/// Changes are forgotten, oldest first, when their texts take more bytes than this; the newest is always
/// kept.
pub(super) const LARGEST_HISTORY: usize = 16 << 20;

/// What was done to a text, and what was undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    done: Vec<Rc<Change>>,
    undone: Vec<Rc<Change>>,
    /// The next change begins an entry of its own, whatever it is.
    is_closed: bool,
}

impl History {
    /// Remembers that a text has become another by typing. Letters typed in a row are one entry.
    pub fn typed(&mut self, old: &str, new: &str) {
        let Some(change) = Change::between(old, new) else { return };
        self.undone.clear();
        let joined = self.done.last().filter(|_| !self.is_closed).and_then(|last| joined(last, &change));
        self.is_closed = false;
        match joined {
            Some(joined) => {
                self.done.pop();
                self.push(joined);
            }
            None => self.push(change),
        }
    }

    /// Remembers that a text was replaced by another: an entry of its own.
    pub fn replaced(&mut self, old: &str, new: &str) {
        let Some(change) = Change::between(old, new) else { return };
        self.undone.clear();
        self.push(change);
        self.is_closed = true;
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The text before the last change.
    pub fn undo(&mut self, text: &str) -> Option<String> {
        let change = self.done.pop()?;
        let before = change.inverse().apply(text)?;
        self.undone.push(change);
        self.is_closed = true;
        Some(before)
    }

    /// The text after the change that was undone last.
    pub fn redo(&mut self, text: &str) -> Option<String> {
        let change = self.undone.pop()?;
        let after = change.apply(text)?;
        self.done.push(change);
        self.is_closed = true;
        Some(after)
    }

    fn push(&mut self, change: Change) {
        self.done.push(Rc::new(change));
        let size = |change: &Rc<Change>| change.removed.len() + change.inserted.len();
        let mut total: usize = self.done.iter().map(size).sum();
        let mut forgotten = self.done.len().saturating_sub(LONGEST_HISTORY);
        total -= self.done[..forgotten].iter().map(size).sum::<usize>();
        while total > LARGEST_HISTORY && forgotten + 1 < self.done.len() {
            total -= size(&self.done[forgotten]);
            forgotten += 1;
        }
        self.done.drain(..forgotten);
    }
}

/// Two changes as one, if a person would call them one: letters of one word or line typed or erased in a row.
fn joined(last: &Change, next: &Change) -> Option<Change> {
    let is_small = |text: &str| text.chars().take(3).count() < 3;
    if !is_small(&next.inserted) || !is_small(&next.removed) {
        return None;
    }
    let last_end = last.start + last.inserted.len();
    if next.removed.is_empty() && next.start == last_end {
        // A new line, or the first letter after a space, begins a new entry.
        let ends_word = last.inserted.ends_with(char::is_whitespace);
        let begins_word = !next.inserted.starts_with(char::is_whitespace);
        if last.inserted.is_empty() || next.inserted.contains('\n') || (ends_word && begins_word) {
            return None;
        }
        let inserted = [&*last.inserted, &*next.inserted].concat().into();
        return Some(Change { inserted, ..last.clone() });
    }
    if next.inserted.is_empty() && last.inserted.is_empty() {
        if next.start + next.removed.len() == last.start {
            let removed = [&*next.removed, &*last.removed].concat().into();
            return Some(Change { removed, ..next.clone() });
        }
        if next.start == last.start {
            let removed = [&*last.removed, &*next.removed].concat().into();
            return Some(Change { removed, ..next.clone() });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Types letters at the end, one by one.
    fn type_letters(history: &mut History, text: &mut String, letters: &str) {
        for letter in letters.chars() {
            let new = format!("{text}{letter}");
            history.typed(text, &new);
            *text = new;
        }
    }

    #[test]
    fn words_are_undone_one_by_one() {
        let (mut history, mut text) = (History::default(), String::new());
        type_letters(&mut history, &mut text, "p(X) :- q(X)");
        let mut seen = Vec::new();
        while let Some(before) = history.undo(&text) {
            text = before;
            seen.push(text.clone());
        }
        assert_eq!(seen, ["p(X) :- ", "p(X) ", ""]);
        while let Some(after) = history.redo(&text) {
            text = after;
        }
        assert_eq!(text, "p(X) :- q(X)");
    }

    #[test]
    fn an_example_between_is_an_entry_of_its_own() {
        let (mut history, mut text) = (History::default(), String::new());
        type_letters(&mut history, &mut text, "ab");
        history.replaced(&text, "example");
        let mut text = "example".to_owned();
        type_letters(&mut history, &mut text, "s");
        text = history.undo(&text).unwrap();
        assert_eq!(text, "example");
        text = history.undo(&text).unwrap();
        assert_eq!(text, "ab");
        // Typing now forgets what could be redone.
        type_letters(&mut history, &mut text, "c");
        assert!(!history.can_redo());
        assert_eq!(history.undo(&text).unwrap(), "ab");
    }

    #[test]
    fn the_history_has_limits() {
        let mut history = History::default();
        for number in 0..LONGEST_HISTORY + 9 {
            history.replaced(&number.to_string(), &(number + 1).to_string());
        }
        assert_eq!(history.done.len(), LONGEST_HISTORY);
        let large = "x".repeat(LARGEST_HISTORY);
        history.replaced("", &large);
        assert_eq!(history.done.len(), 1);
        assert_eq!(history.undo(&large).unwrap(), "");
    }

    proptest! {
        /// Whatever was done, undoing all of it leads to the start, and redoing all of it to the end.
        #[test]
        fn all_can_be_undone(texts in prop::collection::vec(("[a \n≤]{0,5}", any::<bool>()), 1..12)) {
            let mut history = History::default();
            let mut text = String::new();
            for (next, is_typed) in &texts {
                if *is_typed { history.typed(&text, next) } else { history.replaced(&text, next) }
                text.clone_from(next);
            }
            let last = text.clone();
            while let Some(before) = history.undo(&text) {
                text = before;
            }
            prop_assert_eq!(&*text, "");
            while let Some(after) = history.redo(&text) {
                text = after;
            }
            prop_assert_eq!(text, last);
        }
    }
}

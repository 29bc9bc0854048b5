//! Which texts are the user's, and what becomes of them when another is opened.
//!
//! The text of a link belongs to whoever made the link. It becomes the user's with the first change; until
//! then nothing of it is kept, and nothing of the user's gives way to it, however many links are opened.

use std::rc::Rc;

use crate::state::State;
use crate::text::drafts::{self, Draft};
use crate::text::examples::Example;

/// The text of a link, while it is shown as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkText {
    text: Rc<str>,
    /// What the user had in the editor before.
    replaced: Rc<str>,
}

impl State {
    /// Whether the text is that of a link, and not the user's.
    pub fn is_link_text(&self) -> bool {
        self.link_text.is_some()
    }

    /// The texts to keep: what is in the editor if it is the user's, and what was set aside.
    pub fn kept_texts(&self) -> (&Rc<str>, Option<&Rc<str>>) {
        let own = self.link_text.as_ref().map_or(&self.text, |link| &link.replaced);
        (own, self.set_aside.as_ref())
    }

    /// The user's texts that this state has beside the editor and another state has nowhere any more: they
    /// must be kept elsewhere.
    pub fn given_up(&self, next: &State) -> Vec<Rc<str>> {
        let mut had: Vec<&Rc<str>> = self.waiting_texts().filter(|text| drafts::is_own_work(text)).collect();
        had.retain(|text| next.text != **text && !next.waiting_texts().any(|other| other == *text));
        had.dedup();
        had.into_iter().cloned().collect()
    }

    /// The user's texts that are not in the editor.
    fn waiting_texts(&self) -> impl Iterator<Item = &Rc<str>> {
        self.link_text.iter().map(|link| &link.replaced).chain(&self.set_aside)
    }

    /// Whether there is a text of the user's to bring back.
    pub fn can_bring_back(&self) -> bool {
        self.text_to_bring_back().is_some()
    }

    fn text_to_bring_back(&self) -> Option<Rc<str>> {
        let replaced = self.link_text.as_ref().map(|link| &link.replaced);
        replaced.filter(|text| drafts::is_own_work(text)).or(self.set_aside.as_ref()).cloned()
    }

    /// The drafts of other tabs and earlier visits that this tab does not show already, and what could not be
    /// kept.
    pub fn offered_drafts(&self) -> Vec<Draft> {
        let mut present = vec![&*self.text];
        present.extend(self.waiting_texts().map(|text| &**text));
        let drafts: Vec<Draft> = self.drafts.iter().chain(&*self.unkept).cloned().collect();
        drafts::offered(&drafts, &present)
    }

    pub(super) fn bring_back(&mut self) {
        let Some(text) = self.text_to_bring_back() else { return };
        if self.set_aside.as_ref() == Some(&text) {
            self.set_aside = None;
        }
        self.open(text);
    }

    /// Another text takes the place of the present one, which is set aside if it would be lost.
    pub(crate) fn open(&mut self, text: Rc<str>) {
        let text = normalised(text);
        let own = Rc::clone(self.kept_texts().0);
        if drafts::is_own_work(&own) && text != own {
            self.set_aside = Some(own);
        }
        self.link_text = None;
        self.show(text);
    }

    /// The text of a link takes the place of the present one, which remains the user's.
    pub(crate) fn open_link_text(&mut self, text: Rc<str>) {
        let text = normalised(text);
        let replaced = Rc::clone(self.kept_texts().0);
        self.link_text = (text != replaced).then(|| LinkText { text: Rc::clone(&text), replaced });
        self.show(text);
    }

    fn show(&mut self, text: Rc<str>) {
        self.notice = None;
        self.history.replaced(&self.text, &text);
        self.replace_text(text);
    }

    /// The user has changed the text, which makes it theirs.
    pub(super) fn change_text(&mut self, text: Rc<str>) {
        if let Some(link) = self.link_text.take_if(|link| link.text != text)
            && link.replaced != text
            && drafts::is_own_work(&link.replaced)
        {
            self.set_aside = Some(link.replaced);
        }
        self.replace_text(text);
    }

    fn replace_text(&mut self, text: Rc<str>) {
        if text != self.text {
            let is_another = Example::behind(&self.text) != Example::behind(&text);
            self.text = text;
            if is_another {
                self.settings = self.opening_settings();
            }
            self.description_is_current = false;
            self.current_request = self.current_request.next();
            self.reader.unread = None;
        }
    }

    /// A text of the user's could not be kept in the browser. It is offered as long as the page is open.
    pub(super) fn could_not_keep(&mut self, draft: Draft) {
        self.notice = Some(
            format!(
                "This browser could not keep your text “{}”, because its storage is full or the text is large. It is among \
                 your other texts as long as this page is open; export it, or forget some of the others.",
                draft.title()
            )
            .into(),
        );
        self.unkept = self.unkept.iter().cloned().chain([draft]).collect();
    }
}

/// A text with the ends of lines that a `<textarea>` has.
pub(super) fn normalised(text: Rc<str>) -> Rc<str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text }
}

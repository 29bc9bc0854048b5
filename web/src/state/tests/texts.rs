//! Whose a text is: that of a link is not the user's until they change it.

use super::*;
use crate::state::link::fragment;

/// A link to a text.
fn link(text: &str) -> Action {
    Action::OpenLink(fragment(&state().after(Action::Edit(text.into())), false).unwrap().into())
}

#[test]
fn links_leave_the_users_texts_alone() {
    let own = state().after(Action::Edit("one(X).".into())).after(Action::Open(&EXAMPLES[0]));
    let own = own.after(Action::Edit("two(X).".into()));
    let kept = |state: &State| (state.kept_texts().0.clone(), state.kept_texts().1.cloned());
    assert_eq!(kept(&own), ("two(X).".into(), Some("one(X).".into())));
    let mut at = own.clone();
    for number in 0..100 {
        let next = at.after(link(&format!("link(X) :- X = {number}.")));
        assert!(next.is_link_text());
        assert_eq!(kept(&next), kept(&own), "there is nothing new to keep");
        assert_eq!(at.given_up(&next), Vec::<Rc<str>>::new());
        at = next;
    }
    let back = at.after(Action::BringBack);
    assert_eq!((&*back.text, back.is_link_text()), ("two(X).", false));
    assert_eq!(kept(&back), kept(&own));
    assert_eq!(at.given_up(&back), Vec::<Rc<str>>::new());
}

#[test]
fn a_change_makes_the_text_of_a_link_the_users() {
    let own = state().after(Action::Edit("one(X).".into())).after(Action::Open(&EXAMPLES[0]));
    let own = own.after(Action::Edit("two(X).".into()));
    let linked = own.after(link("link(X)."));
    let changed = linked.after(Action::Edit("link(X, Y).".into()));
    assert!(!changed.is_link_text());
    assert_eq!(&**changed.kept_texts().0, "link(X, Y).");
    assert_eq!(changed.set_aside.as_deref(), Some("two(X)."));
    assert_eq!(linked.given_up(&changed), ["one(X).".into()], "which must be kept elsewhere");
    // Whoever takes the link back has what was there before.
    let undone = linked.after(Action::Undo);
    assert_eq!((&*undone.text, undone.is_link_text()), ("two(X).", false));
    assert_eq!(linked.given_up(&undone), Vec::<Rc<str>>::new());
    // And whoever opens an example loses nothing either.
    let opened = linked.after(Action::Open(&EXAMPLES[1]));
    assert_eq!(opened.set_aside.as_deref(), Some("two(X)."));
    assert_eq!(linked.given_up(&opened), ["one(X).".into()]);
}

#[test]
fn a_link_to_ones_own_text_changes_nothing() {
    let own = state().after(Action::Edit("one(X).".into()));
    let linked = own.after(link("one(X)."));
    assert!(!linked.is_link_text());
    assert_eq!(linked.kept_texts(), own.kept_texts());
    assert!(!linked.can_bring_back());
}

#[test]
fn what_could_not_be_kept_is_told_and_offered() {
    let draft = Draft { name: "x".to_owned(), time: 1, text: "% mine\np(X).".into() };
    let told = state().after(Action::CouldNotKeep(draft.clone())).after(Action::FoundDrafts(Rc::default()));
    assert!(told.notice.as_deref().unwrap().contains("“mine”"));
    assert_eq!(told.offered_drafts(), [draft]);
}

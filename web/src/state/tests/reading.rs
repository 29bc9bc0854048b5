//! The reader: one question at a time, and a new reader in the place of one that fails or is not needed any
//! more.

use super::*;
use crate::state::inspection::InspectionAction;
use crate::state::reader::{ReaderTask, Translation};
use crate::wire::inspection::{InspectedPosition, Question, Reply};
use crate::worker::limits::READER_MEMORY;
use hornbook::engine::PositionId;
use hornbook::lang::Language;

/// The state after the reader has been asked what there is to ask.
fn asked(state: &State) -> State {
    let (task, _) = state.question().expect("there is a question");
    state.after(Action::Asked(task))
}

fn stopped(reason: &str) -> Message {
    Message::Answer { id: RequestId(0), answer: Answer::Stopped { reason: reason.to_owned() } }
}

fn generation(state: &State) -> u32 {
    state.workers.speaker(Role::Reader).generation
}

fn panicked() -> Message {
    Message::Panicked { message: "cause".to_owned() }
}

#[test]
fn one_question_is_asked_at_a_time() {
    let busy = asked(&state());
    assert_eq!(busy.question(), None);
    let edited = busy.after(Action::Edit("q(X).".into()));
    assert_eq!(edited.question(), None, "the answer to the first is still to come");
    let free = edited.hears(Role::Reader, answer(RequestId(0), 1));
    assert_eq!(free.description, None);
    assert!(matches!(free.question(), Some((ReaderTask::Describe(id), _)) if id == free.current_request));
}

#[test]
fn a_reader_that_fails_is_replaced_and_not_asked_the_same_again() {
    let failed = asked(&state()).hears(Role::Reader, panicked());
    assert_eq!(generation(&failed), 1);
    assert_eq!(failed.workers.failure(), Some((Role::Reader, &"cause".into())));
    let again = failed.hears(Role::Reader, Message::Ready);
    assert_eq!(again.question(), None, "the text that it failed at is not tried again");
    assert!(again.reader.unread.is_some());
    assert!(again.obstacle().is_none(), "the text can be solved all the same");
    // The message stays until it was read, and the last words of the old worker are not those of the new one.
    let old = state().workers.speaker(Role::Reader);
    assert_eq!(again.after(Action::Heard(old, panicked())), again);
    assert_eq!(again.after(Action::ForgetFailure(Role::Reader)).workers.failure(), None);
    // Another text is read, and the same one if the user says so.
    let other = again.after(Action::Edit("q(X).".into()));
    assert!(other.question().is_some() && other.reader.unread.is_none());
    assert!(again.after(Action::ReadAgain).question().is_some());
}

#[test]
fn a_worker_that_can_not_be_started_is_not_started_for_ever() {
    for role in Role::BOTH {
        let start = State::new(None, None);
        let speaker = start.workers.speaker(role);
        let failed = start.after(Action::WorkerFailed(speaker, "not found".into()));
        assert_eq!(failed.workers.status(role), WorkerStatus::Gone);
        assert_eq!(failed.workers.speaker(role), speaker);
        let restarted = failed.after(Action::RestartWorker(role));
        assert_eq!(restarted.workers.status(role), WorkerStatus::Starting);
        assert_eq!((restarted.workers.failure(), restarted.workers.is_current(speaker)), (None, false));
    }
}

#[test]
fn what_is_too_large_is_told_and_not_asked_again() {
    let told = asked(&state()).hears(Role::Reader, stopped("Too large."));
    assert_eq!(told.reader.unread.as_deref(), Some("Too large."));
    assert_eq!((told.question(), generation(&told)), (None, 0));
}

#[test]
fn the_user_can_stop_the_reader() {
    let busy = asked(&state());
    let question = busy.reader.current().unwrap();
    assert!(!busy.reader.is_slow());
    let slow = busy.after(Action::ReaderIsSlow(question));
    assert!(slow.reader.is_slow());
    let stopped = slow.after(Action::StopReader);
    assert_eq!(generation(&stopped), 1);
    assert!(stopped.reader.unread.is_some() && !stopped.reader.is_slow());
    // Whoever does not stop it does not wait for ever.
    assert_eq!(generation(&slow.after(Action::ReaderIsTooSlow(question))), 1);
    assert_eq!(slow.after(Action::ReaderIsTooSlow(question + 1)), slow);
}

#[test]
fn another_text_frees_a_slow_reader() {
    let busy = asked(&state());
    let question = busy.reader.current().unwrap();
    let slow = busy.after(Action::ReaderIsSlow(question));
    let example = EXAMPLES.iter().find(|example| *example.text != *slow.text).unwrap();
    for action in [Action::Open(example), Action::Edit("q(X).".into()), Action::OpenText("r(X).".into())] {
        // At once if it is slow already, and otherwise as soon as it is.
        let freed = slow.after(action.clone());
        assert_eq!(generation(&freed), 1);
        let waiting = busy.after(action);
        assert_eq!(generation(&waiting), 0);
        let waiting = waiting.after(Action::ReaderIsSlow(question));
        assert_eq!(generation(&waiting), 1);
        for state in [freed, waiting] {
            assert!(state.hears(Role::Reader, Message::Ready).question().is_some());
        }
    }
}

#[test]
fn a_new_run_frees_a_reader_that_is_at_a_position_of_the_old_one() {
    let run = solved(&state().after(Action::Solve), Side::Left);
    let described = asked(&run).hears(Role::Reader, answer(RequestId(0), 1));
    let step = described.run().unwrap().log.counterexamples()[0];
    let inspected = InspectedPosition { run: RunId(1), step, position: PositionId(0) };
    let want = InspectionAction::Want(inspected, Question::Inspect);
    let busy = asked(&described.after(Action::Inspect(want)));
    let slow = busy.after(Action::ReaderIsSlow(busy.reader.current().unwrap()));
    assert_eq!(generation(&slow), 0);
    assert_eq!(generation(&slow.after(Action::Solve)), 1);
    // One that fails there leaves a reply, and is not asked the same again.
    let failed = slow.hears(Role::Reader, panicked()).hears(Role::Reader, Message::Ready);
    let reply = failed.inspections.answer(inspected, &Question::Inspect);
    assert!(matches!(reply.as_deref(), Some(Reply::Stopped(_))));
    assert_eq!(failed.question(), None);
}

#[test]
fn a_reader_with_much_memory_is_replaced_and_its_question_asked_again() {
    let small = state().hears(Role::Reader, Message::Memory { bytes: READER_MEMORY });
    assert_eq!(generation(&small), 0);
    let large = asked(&state()).hears(Role::Reader, Message::Memory { bytes: READER_MEMORY + 1 });
    assert_eq!((generation(&large), large.workers.memory(Role::Reader)), (1, 0));
    assert!(large.hears(Role::Reader, Message::Ready).question().is_some());
}

#[test]
fn files_in_another_language_come_from_the_reader() {
    let described = asked(&state()).hears(Role::Reader, answer(RequestId(0), 1));
    let translation = Translation {
        file_name: "x.smt2".into(),
        text: "p(X).".into(),
        language: Language::SmtLib,
        counterexample: None,
    };
    let wanted = described.after(Action::WantFile(translation));
    let (_, call) = wanted.question().unwrap();
    assert_eq!(call.request, Request::Translate { text: "p(X).".to_owned(), language: Language::SmtLib });
    let answer = |answer| Message::Answer { id: RequestId(0), answer };
    let there = asked(&wanted).hears(Role::Reader, answer(Answer::Translation("(p)".to_owned())));
    assert_eq!(there.reader.file, Some(("x.smt2".into(), "(p)".into())));
    assert_eq!(there.question(), None);
    assert_eq!(there.after(Action::FileIsSaved).reader.file, None);
    let refused = asked(&wanted).hears(Role::Reader, stopped("Too large."));
    assert_eq!((refused.question(), refused.reader.file.clone()), (None, None));
    assert!(refused.notice.unwrap().contains("x.smt2 can't be written. Too large."));
}

#[test]
fn templates_are_checked_by_the_reader() {
    let described = asked(&state()).hears(Role::Reader, answer(RequestId(0), 1));
    let settings = RunSettings { templates: "gcd(A): A".to_owned(), ..RunSettings::default() };
    let typed = described.after(Action::Set(Side::Left, settings));
    let (_, call) = typed.question().unwrap();
    let faults = crate::worker::answer::answer(&call.request).unwrap();
    let checked = asked(&typed).hears(Role::Reader, Message::Answer { id: call.id, answer: faults });
    assert!(!checked.template_faults(Side::Left).is_empty());
    assert!(checked.template_faults(Side::Right).is_empty());
    assert_eq!(checked.question(), None);
    // For another text they may be right.
    let other = checked.after(Action::Edit("gcd(A) :- A > 0.".into()));
    assert!(other.template_faults(Side::Left).is_empty());
}

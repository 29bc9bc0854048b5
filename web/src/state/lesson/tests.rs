//! Every lesson is walked through to its end, by the page's own reducer and the worker's own code: what it
//! names is there, its questions can be answered, and what it says about runs is so.

use std::fs;
use std::path::PathBuf;

use hornbook::engine::{Event, VerdictText};
use hornbook::order::Map;
use hornbook::settings::{Method, RunSettings};

use super::*;
use crate::run::narrate::{plain, tell};
use crate::run::selection::Selection;
use crate::run::{Run, goal};
use crate::state::lesson::place::Kind;
use crate::state::views::View;
use crate::state::workers::Role;
use crate::state::{Action, Side, State};
use crate::wire::protocol::{Answer, Message, Progress, Request, RunId};
use crate::worker::answer::answer;
use crate::worker::runner::Runner;

/// The page after its workers have done all that it asks for.
pub(crate) fn settled(mut state: State) -> State {
    let mut runner = Runner::default();
    loop {
        let run = Side::BOTH.into_iter().find(|side| state.pending_run(*side).is_some());
        if let Some(side) = run {
            let Some(Request::Solve { run, text, settings, .. }) = state.run_request(side) else {
                panic!("a run is begun once")
            };
            let say = |state: State, progress| state.hears(Role::Solver, Message::Run { run, progress });
            let began = runner.begin(run, &text, &settings, &[RunId(run.0.wrapping_sub(1))]);
            let has_begun = matches!(began, Progress::Began { .. });
            state = say(state, began);
            if has_begun {
                let events: Vec<Event> = std::iter::from_fn(|| runner.step(run)).collect();
                if let Some(modelled) = runner.modelled(run) {
                    state = say(state, Progress::Modelled(Box::new(modelled)));
                }
                let progress = runner.progress(run, events, 1);
                state = say(state, progress);
            }
        } else if let Some((task, call)) = state.question() {
            let said = answer(&call.request).expect("the reader answers");
            state = state.after(Action::Asked(task));
            state = state.hears(Role::Reader, Message::Answer { id: call.id, answer: said });
        } else {
            return state;
        }
    }
}

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../static/lessons")
}

/// The lessons in their order, with their texts.
fn lessons() -> Vec<(String, String)> {
    let order = fs::read_to_string(directory().join("order.txt")).unwrap();
    let read = |name: &str| fs::read_to_string(directory().join(format!("{name}.md"))).unwrap();
    order.lines().map(|name| (name.to_owned(), read(name))).collect()
}

#[test]
fn the_list_has_every_lesson() {
    let mut listed: Vec<String> = lessons().into_iter().map(|(name, _)| format!("{name}.md")).collect();
    listed.push("order.txt".to_owned());
    listed.sort();
    let files =
        fs::read_dir(directory()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = files.collect();
    files.sort();
    assert_eq!(listed, files);
}

#[test]
fn every_lesson_is_walked_through_to_its_end() {
    for (name, text) in lessons() {
        let (lesson, faults) = parse(&text);
        assert_eq!(faults, [], "{name}");
        assert!(lesson.minutes.is_some_and(|minutes| minutes > 0), "{name} says how long it takes");
        assert!(lesson.pages.len() > 2, "{name}");
        let mut state = settled(State::ready().after(Action::Lesson(LessonAction::OpenText(text.into()))));
        for (index, page) in lesson.pages.iter().enumerate() {
            state = settled(state.after(Action::Lesson(LessonAction::Turn(index))));
            let place = format!("{name}, line {}: {}", page.line, page.title);
            assert_eq!(state.notice, None, "{place}");
            assert!(!page.blocks.is_empty(), "{place}: nothing is said");
            // Without a run there are no views.
            let has_step = page.scene.as_ref().is_none_or(|scene| scene.step.is_some());
            assert!(has_step, "{place}: there is no @step");
            look(&state, page, &place);
            answer_question(&state, page, &place);
        }
    }
}

/// What stands in italics and begins with a capital letter is the name of something on the page.
#[test]
fn what_lessons_tell_to_press_is_there() {
    let mut open = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    open.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core/src/settings"));
    let settings = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core/src/settings.rs");
    let mut sources = fs::read_to_string(settings).unwrap();
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("lesson/tests.rs") {
                sources += &fs::read_to_string(path).unwrap();
            }
        }
    }
    for (name, text) in lessons() {
        for page in parse(&text).0.pages {
            let lines = page.blocks.iter().flat_map(|block| match block {
                Block::Heading(line) | Block::Paragraph(line) => vec![line],
                Block::List { items, .. } => items.iter().collect(),
                _ => Vec::new(),
            });
            for part in lines.flatten() {
                if let markup::Inline::Emphasis(label) = part
                    && label.starts_with(char::is_uppercase)
                {
                    let is_there = sources.contains(&format!("\"{label}"));
                    assert!(is_there, "{name}, “{}”: *{label}* is not on the page", page.title);
                }
            }
        }
    }
}

/// What the page asks for is there, and what it says is so.
fn look(state: &State, page: &Page, place: &str) {
    let Some(scene) = &page.scene else { return };
    assert_eq!(state.text, scene.text, "{place}");
    if let Some(views) = &scene.views {
        for name in views.split_whitespace().filter(|word| *word != "-") {
            let view = View::named(name.split('.').next().unwrap()).unwrap();
            assert!(state.views.contains(&view), "{place}: {name}");
        }
    }
    let Some(step) = scene.step else { return };
    let run = state.run_at(Side::Left).unwrap_or_else(|| panic!("{place}: there is no run"));
    match step {
        Place::Start => assert_eq!(run.moment.step, 0, "{place}"),
        Place::End => assert_eq!(run.moment.step, run.log.with_all(<[_]>::len), "{place}"),
        Place::Nth(kind, _) | Place::Last(kind) => {
            assert_eq!(run.moment.event.as_deref().map(Kind::of), Some(kind), "{place}");
        }
    }
    if page.hides {
        assert_eq!(run.log.len(), run.moment.step, "{place}: what comes later is to be seen");
    }
    if let (Some(name), Selection::Position(position)) = (&scene.selection, state.selection) {
        let tree = run.moment.after.counterexample.as_ref();
        assert!(tree.is_some_and(|tree| tree.get(position).is_some()), "{place}: {name}");
    }
    for (line, fact) in &page.facts {
        let place = format!("{place}, fact in line {line}");
        match fact {
            Fact::Outcome(outcome) => assert_eq!(outcome_of(run), *outcome, "{place}"),
            Fact::Count(counted, number) => assert_eq!(counted_in(run, *counted), *number, "{place}"),
            Fact::OtherCount(counted, number) => {
                let other = state.run_at(Side::Right).unwrap_or_else(|| panic!("{place}: one run"));
                assert_eq!(counted_in(other, *counted), *number, "{place}");
            }
            Fact::Says(words) => {
                // Pictures and sentences have the minus sign of mathematics.
                let told = told(run).replace('−', "-");
                assert!(told.contains(words), "{place}: {told}");
            }
            Fact::Answer(words) => {
                let found = verdict_words(run);
                assert!(found.contains(words), "{place}: {found}");
            }
            Fact::Met(by) => assert!(is_met(page, &scene.text, by), "{place}"),
        }
    }
    if page.challenge().is_some() {
        let is_tried = page.facts.iter().any(|(_, fact)| matches!(fact, Fact::Met(_)));
        assert!(is_tried, "{place}: no answer to the challenge is known (@expect met …)");
        let is_met = state.challenge_judgement().is_some_and(|judged| judged.is_met);
        assert!(!is_met, "{place}: there is nothing to do");
    }
}

fn outcome_of(run: &Run) -> &'static str {
    run.log.with_all(|events| match events.last() {
        Some(Event::Verdict(VerdictText::Safe { .. })) => "safe",
        Some(Event::Verdict(VerdictText::Unsafe { .. })) => "unsafe",
        _ => "paused",
    })
}

fn counted_in(run: &Run, counted: Counted) -> usize {
    let mut whole = run.clone();
    whole.set_horizon(None);
    let state = whole.log.state(whole.log.len());
    match counted {
        Counted::Refinements => whole.log.refinements().len(),
        Counted::Counterexamples => whole.log.counterexamples().len(),
        Counted::Predicates => state.predicates.len(),
        Counted::Copies => state.expansion.map_or(0, |expansion| expansion.expansion.copies.len()),
        Counted::Derivation => match state.verdict {
            Some(VerdictText::Unsafe { derivation, folded }) => {
                derivation.len() + folded.iter().map(|folded| folded.steps as usize).sum::<usize>()
            }
            _ => 0,
        },
    }
}

fn told(run: &Run) -> String {
    let header = run.header.as_ref().expect("the run has begun");
    let event = run.moment.event.as_ref().expect("something happens");
    plain(&tell(event, header, &run.moment.after))
}

/// The solution or the derivation, in words.
fn verdict_words(run: &Run) -> String {
    run.log.with_all(|events| match events.last() {
        Some(Event::Verdict(VerdictText::Safe { solution })) => {
            let parts = solution
                .iter()
                .map(|own| format!("{}({}) := {}", own.name, own.parameters.join(", "), own.text));
            parts.collect::<Vec<_>>().join("; ")
        }
        Some(Event::Verdict(VerdictText::Unsafe { derivation, .. })) => {
            let head = |step: &hornbook::engine::StepText| {
                step.instance
                    .head
                    .as_ref()
                    .map_or_else(|| "false".to_owned(), |head| head.instance.text().to_string())
            };
            let parts = derivation.iter().map(head);
            parts.collect::<Vec<_>>().join("; ")
        }
        other => format!("{other:?}"),
    })
}

/// Whether an answer meets the goal of the page's challenge: `method thesis-cegaar`, `abstraction=user;
/// templates=…`, or what is typed.
fn is_met(page: &Page, text: &Rc<str>, by: &str) -> bool {
    let goal = page.challenge().expect("there is a challenge");
    if goal.is_typed() {
        let request = Request::Judge { text: text.to_string(), goal, typed: by.to_owned() };
        return matches!(answer(&request), Some(Answer::Judged(judged)) if judged.is_met);
    }
    let mut settings = page.scene.as_ref().unwrap().settings.clone();
    if let Some(method) = by.strip_prefix("method ") {
        Method::named(method).unwrap().apply(&mut settings);
    } else {
        let pairs = by.split(" & ").map(|pair| pair.split_once('=').unwrap());
        let mut map: Map<String, String> =
            pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
        settings = RunSettings::take("", &mut map, settings);
        assert!(map.is_empty(), "{map:?}");
    }
    let state = State::ready().after(Action::OpenText(Rc::clone(text)));
    let state = settled(state.after(Action::Set(Side::Left, settings)).after(Action::Solve));
    goal::judge(goal, text, state.run().unwrap()).is_some_and(|judged| judged.is_met)
}

/// The question of the page is there, hides what comes later, and is judged as the run goes on.
fn answer_question(state: &State, page: &Page, place: &str) {
    let Some(kind) = page.question() else { return };
    let open = state.lessons.open.as_ref().unwrap();
    let answered = open.question.as_ref().unwrap_or_else(|| panic!("{place}: no question “{}”", kind.name()));
    let run = state.run().unwrap();
    assert_eq!(run.log.len(), run.moment.step, "{place}: what comes later is to be seen");
    assert!(answered.question.reveals > run.moment.step, "{place}");
    let right = answered.question.choices.iter().position(|choice| choice.is_right).unwrap();
    let after = state.after(Action::Lesson(LessonAction::Answer(right)));
    assert_eq!(after.lessons.open.unwrap().question.unwrap().chosen, Some(right));
    assert!(after.runs[0].as_ref().unwrap().log.len() > run.log.len(), "{place}: now it is to be seen");
}

#[test]
fn faults_are_told_with_their_lines() {
    let text = "# Title\n@example pie\n\n## One\n@method magic\n@step nowhere\n@views graph pie\n@question why\n\
                @challenge fly\n@expect rain\n@set x\n@select me\n@minutes many\n@problem\n\n## Two\n# Again\n```\nopen\n";
    let (_, faults) = parse(text);
    let found: Vec<(usize, &str)> = faults
        .iter()
        .map(|fault| (fault.line, fault.message.split([':', ';', '“']).next().unwrap()))
        .collect();
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18], "{found:?}");
    assert!(parse("").1.iter().any(|fault| fault.message.contains("begins with its title")));
    assert!(parse(&"a".repeat(parse::LARGEST_LESSON + 1)).1[0].message.contains("200 kB"));
}

#[test]
fn any_text_is_read() {
    let mut random = hornbook_random::Random(16);
    let pieces = [
        "# ",
        "## ",
        "@",
        "example gcd",
        "step verdict",
        "`",
        "```",
        "\n",
        "*",
        "[a](b)",
        "- x",
        "1. y",
        "é",
        " ",
        "@problem\n",
    ];
    for _ in 0..500 {
        let text: String = (0..random.below(30)).map(|_| *random.pick(&pieces)).collect();
        drop(parse(&text));
    }
}

#[test]
fn a_walk_becomes_a_lesson_that_can_be_walked() {
    for name in ["gcd", "gcd-bug"] {
        let example = crate::text::examples::Example::named(name).unwrap();
        let mut state = settled(State::ready().after(Action::Open(example)).after(Action::Solve));
        let text = walk::lesson_of(&state).unwrap();
        for step in [2, 5] {
            state = state.after(Action::Move(crate::state::Move::To(step)));
            state = state.after(Action::Lesson(LessonAction::Mark(true)));
        }
        let marked = walk::lesson_of(&state).unwrap();
        for text in [text, marked] {
            let (lesson, faults) = parse(&text);
            assert_eq!(faults, [], "{text}");
            assert!(lesson.pages.len() > 2, "{text}");
            let mut read = settled(State::ready().after(Action::Lesson(LessonAction::OpenText(text.into()))));
            for index in 0..lesson.pages.len() {
                read = settled(read.after(Action::Lesson(LessonAction::Turn(index))));
                assert_eq!(read.notice, None);
                look(&read, &lesson.pages[index], name);
            }
        }
    }
}

#[test]
fn a_challenge_and_its_answer_travel_in_links() {
    let state = State::ready()
        .after(Action::OpenText("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.\n".into()));
    let text = walk::challenge_of(&state, Goal::Invariant(1), "# Find it\n@now");
    let set = state.after(Action::Lesson(LessonAction::OpenText(text.into())));
    let link = set.lesson_link().unwrap();
    let student = settled(State::ready().after(Action::OpenLink(link.as_str().into())));
    assert_eq!(
        (student.challenge().map(|(goal, _)| goal), &student.text),
        (Some(Goal::Invariant(1)), &state.text)
    );
    assert_eq!(student.lessons.trouble, None);
    for (typed, is_met) in [("p(X) := X >= 0.", true), ("p(X) := X >= 2.", false)] {
        let done = settled(student.after(Action::Lesson(LessonAction::Submit(typed.into()))));
        assert_eq!(done.challenge_judgement().map(|judged| judged.is_met), Some(is_met));
        let answer = done.answer_link().unwrap();
        let teacher = settled(State::ready().after(Action::OpenLink(answer.into())));
        assert_eq!(teacher.challenge_judgement(), done.challenge_judgement());
        assert_eq!(teacher.lessons.open.unwrap().typed.unwrap().0.as_ref(), typed);
    }
    // One that is answered by a run.
    let state = State::ready().after(Action::Open(crate::text::examples::Example::named("turns").unwrap()));
    let text = walk::challenge_of(&state, Goal::Refinements(2), "With two.");
    let mut done = State::ready().after(Action::Lesson(LessonAction::OpenText(text.into())));
    let mut settings = done.settings[0].clone();
    for (method, is_met) in [("cav13-ti", false), ("cav13-di", true)] {
        Method::named(method).unwrap().apply(&mut settings);
        done = settled(done.after(Action::Set(Side::Left, settings.clone())).after(Action::Solve));
        assert_eq!(done.challenge_judgement().map(|judged| judged.is_met), Some(is_met), "{method}");
        let teacher = settled(State::ready().after(Action::OpenLink(done.answer_link().unwrap().into())));
        assert_eq!(teacher.challenge_judgement(), done.challenge_judgement(), "{method}");
    }
    // A run on another text is no answer.
    let cheated = settled(done.after(Action::Edit("p(X) :- X = 1.".into())).after(Action::Solve));
    assert!(cheated.challenge_judgement().is_some_and(|judged| judged.words.contains("another text")));
}

#[test]
fn progress_and_the_open_lesson_are_kept() {
    let list = "\"a.md\" first 10 The first lesson\n\"b.md\" second 12 The second";
    let text = "# The first lesson\nWords.\n\n## Two\nWords.\n\n## Three\nWords.\n";
    let read = |state: State| {
        let state = state.after(Action::Lesson(LessonAction::Listed(Ok(list.into()))));
        assert_eq!(state.lessons.pending(), Some(Shown::Lesson("a.md".into())));
        state.after(Action::Lesson(LessonAction::Fetched(Ok(text.into()))))
    };
    let opened = State::ready().after(Action::OpenLink("#lesson=first&page=2".into()));
    assert_eq!(opened.lessons.pending(), Some(Shown::List));
    let state = read(opened)
        .after(Action::Lesson(LessonAction::Turn(2)))
        .after(Action::Lesson(LessonAction::Turn(1)));
    assert_eq!((state.progress("first"), state.progress("second")), (Some((3, 3)), None));
    let again = read(State::ready().with_preferences((*state.preferences).clone()));
    assert_eq!(again.lessons.open.as_ref().map(|open| open.page), Some(1));
    let closed = again.after(Action::Lesson(LessonAction::Show(false)));
    assert!(!State::ready().with_preferences((*closed.preferences).clone()).lessons.is_open);
    let unknown = State::ready().after(Action::OpenLink("#lesson=third".into()));
    let unknown = unknown.after(Action::Lesson(LessonAction::Listed(Ok(list.into()))));
    assert!(unknown.lessons.trouble.is_some_and(|trouble| trouble.contains("no lesson called “third”")));
    let path = State::ready().after(Action::OpenLink("#lesson=https://example.org/a.md".into()));
    assert_eq!(path.lessons.pending(), Some(Shown::Lesson("example.org/a.md".into())), "on this host");
}

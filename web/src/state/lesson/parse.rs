//! Reads lessons: line by line, with all faults and their lines. Total: any text gives a lesson, such as it
//! is.
//!
//! ```
//! let (lesson, faults) = hornbook_web::state::lesson::parse("# A title\n\n## A page\n@exampel gcd\nWords.");
//! assert_eq!(lesson.pages[0].title, "A page");
//! assert_eq!(faults[0].line, 4);
//! assert!(faults[0].message.starts_with("there is no directive “@exampel”"));
//! ```

use std::rc::Rc;

use hornbook::order::Map;
use hornbook::settings::{METHODS, Method, RunSettings, SETTINGS};

use super::markup::{inline, plain};
use super::{Block, Counted, Fact, Fault, Lesson, Page, Scene};
use crate::run::question;
use crate::run::selection::Selection;
use crate::state::views::View;
use crate::text::examples::Example;

/// Longer texts are not read as lessons.
pub const LARGEST_LESSON: usize = 200_000;

/// The directives, for messages.
const DIRECTIVES: &str = "@minutes, @example, @problem, @method, @set, @compare, @step, @views, @select, @question, @hide, @challenge, @note, @expect";

/// Reads a lesson.
pub fn parse(text: &str) -> (Lesson, Vec<Fault>) {
    if text.len() > LARGEST_LESSON {
        let message = format!("the text has more than the {} kB of a lesson", LARGEST_LESSON / 1000);
        return (Lesson::default(), vec![Fault { line: 1, message }]);
    }
    let mut reader = Reader::default();
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
    while let Some((number, line)) = lines.next() {
        reader.line = number;
        if line.starts_with("```") {
            let mut code = String::new();
            let mut is_closed = false;
            for (_, line) in lines.by_ref() {
                if line.starts_with("```") {
                    is_closed = true;
                    break;
                }
                code.push_str(line);
                code.push('\n');
            }
            if !is_closed {
                reader.fault("this code has no end: a line with ``` is missing");
            }
            reader.code(code);
        } else {
            reader.take(line);
        }
    }
    reader.finish()
}

/// What was read so far.
#[derive(Debug, Default)]
struct Reader {
    line: usize,
    lesson: Lesson,
    page: Page,
    has_title: bool,
    /// The lines of a paragraph or of an item that may go on.
    open: Vec<String>,
    open_kind: OpenKind,
    /// What is seen beside the page so far, as far as it was said.
    scene: Option<Scene>,
    /// Whether the code that comes next is a problem.
    wants_problem: bool,
    faults: Vec<Fault>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum OpenKind {
    #[default]
    Paragraph,
    Item {
        is_numbered: bool,
    },
}

impl Reader {
    fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(Fault { line: self.line, message: message.into() });
    }

    fn take(&mut self, line: &str) {
        if let Some(directive) = line.strip_prefix('@') {
            self.close();
            let (name, rest) = directive.split_once(' ').unwrap_or((directive, ""));
            self.directive(name, rest.trim());
            return;
        }
        if line.trim().is_empty() {
            self.close();
        } else if let Some(title) = line.strip_prefix("## ") {
            self.close();
            self.end_page();
            self.page.title = plain(&inline(title.trim()));
            self.page.line = self.line;
        } else if let Some(title) = line.strip_prefix("# ") {
            self.close();
            if self.has_title {
                self.fault("a lesson has one title; the heading of a page begins with ##");
            }
            self.has_title = true;
            self.lesson.title = plain(&inline(title.trim()));
        } else if let Some(heading) = line.strip_prefix("### ") {
            self.close();
            self.page.blocks.push(Block::Heading(inline(heading.trim())));
        } else if let Some((is_numbered, item)) = item(line) {
            self.close();
            self.open_kind = OpenKind::Item { is_numbered };
            self.open.push(item.to_owned());
        } else {
            self.open.push(line.trim().to_owned());
        }
    }

    fn code(&mut self, code: String) {
        self.close();
        if std::mem::take(&mut self.wants_problem) {
            self.begin(code.into(), RunSettings::default());
        } else {
            self.page.blocks.push(Block::Code(code));
        }
    }

    /// Ends the paragraph or item that is open.
    fn close(&mut self) {
        let kind = std::mem::take(&mut self.open_kind);
        if self.open.is_empty() {
            return;
        }
        let words = inline(&std::mem::take(&mut self.open).join(" "));
        match (kind, self.page.blocks.last_mut()) {
            (OpenKind::Item { is_numbered }, Some(Block::List { is_numbered: same, items }))
                if *same == is_numbered =>
            {
                items.push(words);
            }
            (OpenKind::Item { is_numbered }, _) => {
                self.page.blocks.push(Block::List { is_numbered, items: vec![words] });
            }
            (OpenKind::Paragraph, _) => self.page.blocks.push(Block::Paragraph(words)),
        }
    }

    fn end_page(&mut self) {
        if self.wants_problem {
            self.wants_problem = false;
            self.fault("@problem wants the clauses after it, between two lines with ```");
        }
        let mut page = std::mem::take(&mut self.page);
        if page.blocks.is_empty() && page.title.is_empty() {
            return;
        }
        if page.title.is_empty() {
            page.title.clone_from(&self.lesson.title);
            page.line = 1;
        }
        page.scene = self.scene.clone().map(Rc::new);
        let needs_run = page.question().is_some() || page.hides || !page.facts.is_empty();
        if needs_run && page.scene.as_ref().is_none_or(|scene| scene.step.is_none()) {
            let fault =
                Fault { line: page.line, message: "this page asks about a run and has no @step".to_owned() };
            self.faults.push(fault);
        }
        if page.challenge().is_some() && page.scene.is_none() {
            let message = "this page has a challenge and no @example or @problem".to_owned();
            self.faults.push(Fault { line: page.line, message });
        }
        self.lesson.pages.push(page);
    }

    fn finish(mut self) -> (Lesson, Vec<Fault>) {
        self.close();
        self.end_page();
        if !self.has_title {
            self.faults
                .push(Fault { line: 1, message: "a lesson begins with its title: # Title".to_owned() });
        }
        if self.lesson.pages.is_empty() {
            self.faults.push(Fault { line: 1, message: "the lesson has no pages".to_owned() });
        }
        self.faults.sort_by_key(|fault| fault.line);
        (self.lesson, self.faults)
    }

    /// A problem begins, and with it a scene; the views stay.
    fn begin(&mut self, text: Rc<str>, settings: RunSettings) {
        let views = self.scene.take().and_then(|scene| scene.views);
        self.scene = Some(Scene { text, settings, other: None, step: None, views, selection: None });
    }

    /// Does something with the scene, which there must be.
    fn with_scene(&mut self, directive: &str, change: impl FnOnce(&mut Scene)) {
        match &mut self.scene {
            Some(scene) => change(scene),
            None => self.fault(format!("@{directive} comes after @example or @problem")),
        }
    }

    fn directive(&mut self, name: &str, rest: &str) {
        match name {
            "minutes" => match rest.parse() {
                Ok(minutes) => self.lesson.minutes = Some(minutes),
                Err(_) => self.fault("@minutes wants a number"),
            },
            "example" => match Example::named(rest) {
                Some(example) => self.begin(example.text.into(), with_method(example.method())),
                None => self.fault(format!("there is no example called “{rest}”")),
            },
            "problem" => self.wants_problem = true,
            "method" => {
                if let Some(method) = self.method(rest) {
                    self.with_scene(name, |scene| {
                        scene.settings = with_method(method);
                        (scene.other, scene.step) = (None, None);
                    });
                }
            }
            "compare" => {
                if let Some(method) = self.method(rest) {
                    self.with_scene(name, |scene| scene.other = Some(with_method(method)));
                }
            }
            "set" => self.set(rest),
            "step" => match rest.parse() {
                Ok(place) => self.with_scene(name, |scene| {
                    (scene.step, scene.selection) = (Some(place), None);
                }),
                Err(message) => self.fault(message),
            },
            "views" => {
                let names = || rest.split_whitespace().filter(|word| *word != "-");
                let known = |word: &str| View::named(word.split('.').next().unwrap_or_default());
                let unknown: Vec<&str> = names().filter(|word| known(word).is_none()).collect();
                for word in unknown {
                    let all: Vec<&str> = View::ALL.iter().map(|view| view.name()).collect();
                    self.fault(format!("there is no view called “{word}”; there are {}", all.join(", ")));
                }
                self.with_scene(name, |scene| scene.views = Some(rest.to_owned()));
            }
            "select" => match rest.parse::<Selection>() {
                Ok(_) => self.with_scene(name, |scene| scene.selection = Some(rest.to_owned())),
                Err(()) => self.fault("@select names something as links do: node 3, clause 0, position 1"),
            },
            "question" => match question::Kind::named(rest) {
                Some(_) if self.page.question().is_some() => self.fault("a page has one question"),
                Some(kind) => self.page.blocks.push(Block::Question(kind)),
                None => self.fault(format!(
                    "there is no question called “{rest}”; there are {}",
                    question::Kind::ALL.map(question::Kind::name).join(", ")
                )),
            },
            "hide" if rest.is_empty() => self.page.hides = true,
            "hide" => self.fault("@hide stands alone"),
            "challenge" => match rest.parse() {
                Ok(_) if self.page.challenge().is_some() => self.fault("a page has one challenge"),
                Ok(goal) => self.page.blocks.push(Block::Challenge(goal)),
                Err(message) => self.fault(message),
            },
            "note" => self.page.notes.push(rest.to_owned()),
            "expect" => match fact(rest) {
                Ok(fact) => self.page.facts.push((self.line, fact)),
                Err(message) => self.fault(message),
            },
            _ => self.fault(format!("there is no directive “@{name}”; there are {DIRECTIVES}")),
        }
    }

    fn method(&mut self, name: &str) -> Option<&'static Method> {
        let method = Method::named(name);
        if method.is_none() {
            let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
            self.fault(format!("there is no method called “{name}”; there are {}", names.join(", ")));
        }
        method
    }

    /// `@set abstraction=off`; the value goes to the end of the line, so that templates fit in.
    fn set(&mut self, rest: &str) {
        let Some((name, value)) = rest.split_once('=').map(|(name, value)| (name.trim(), value.trim()))
        else {
            self.fault("@set wants a setting and its value, as in “@set look-ahead=false”");
            return;
        };
        let mut map = Map::from([(name.to_owned(), value.to_owned())]);
        let mut is_known = true;
        self.with_scene("set", |scene| {
            scene.settings = RunSettings::take("", &mut map, scene.settings.clone());
            scene.step = None;
            is_known = map.is_empty();
        });
        if !is_known {
            let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
            self.fault(format!("no setting is “{name}={value}”; settings are {}", names.join(", ")));
        }
    }
}

/// The settings of a method, and the usual ones besides.
pub(super) fn with_method(method: &Method) -> RunSettings {
    let mut settings = RunSettings::default();
    method.apply(&mut settings);
    settings
}

/// The words of an item of a list.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(item) = line.strip_prefix("- ") {
        return Some((false, item.trim()));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let item = line.get(digits..)?.strip_prefix(". ")?;
    (digits > 0).then(|| (true, item.trim()))
}

/// `safe`, `refinements 51`, `other refinements 1`, `says no integers`, `answer X ≥ 0`, `met p(X) := true.`
fn fact(text: &str) -> Result<Fact, String> {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let counted = |name: &str, number: &str| {
        let counted = match name {
            "refinements" => Counted::Refinements,
            "counterexamples" => Counted::Counterexamples,
            "predicates" => Counted::Predicates,
            "derivation" => Counted::Derivation,
            "copies" => Counted::Copies,
            _ => return Err(format!("nothing is known about “{name}”")),
        };
        let number = number.trim().parse().map_err(|_| format!("“{name}” wants a number"))?;
        Ok((counted, number))
    };
    match name {
        "safe" | "unsafe" | "paused" if rest.is_empty() => Ok(Fact::Outcome(name.to_owned())),
        "says" | "answer" | "met" if rest.is_empty() => Err(format!("“{name}” wants words")),
        "says" => Ok(Fact::Says(rest.to_owned())),
        "answer" => Ok(Fact::Answer(rest.to_owned())),
        "met" => Ok(Fact::Met(rest.to_owned())),
        "other" => {
            let (name, number) = rest.split_once(' ').unwrap_or((rest, ""));
            counted(name, number).map(|(counted, number)| Fact::OtherCount(counted, number))
        }
        _ => counted(name, rest).map(|(counted, number)| Fact::Count(counted, number)),
    }
}

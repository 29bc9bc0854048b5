//! Reads machines, a line at a time.

use super::{Direction, Machine, Rule, StateId};
use crate::budget::Budget;
use crate::lang::common::limits::TEXT_LIMIT;
use crate::lang::common::report::{Report, end_of};
use crate::lang::{Diagnostic, Span};

/// At most this many cells are written at the start. They are one number, with as many binary digits.
const MOST_CELLS: usize = 10_000;

/// A machine can be run for two to the power of this many steps, and no more.
pub const MOST_POWER: u32 = 64;

/// Does a text, after its comments, begin with the word `turing`?
pub(super) fn is_announced(text: &str) -> bool {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('%'));
    line.is_some_and(|line| line.split_whitespace().eq(["turing"]))
}

/// A word and its place.
type Word<'t> = (&'t str, Span);

struct Reader<'r, 'b> {
    report: &'r mut Report<'b>,
    /// All names of states, in the order of the text.
    names: Vec<String>,
    start: Option<(usize, Span)>,
    halt: Option<(usize, Span)>,
    machine: Machine,
}

/// Reads a machine: whatever could be understood, and all that is wrong.
pub fn read(text: &str, budget: &mut Budget) -> (Machine, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    if text.len() > TEXT_LIMIT {
        report.text_too_long();
        return (Machine::default(), report.finish(end));
    }
    let mut reader = Reader {
        report: &mut report,
        names: Vec::new(),
        start: None,
        halt: None,
        machine: Machine::default(),
    };
    let mut offset = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let start = offset;
        offset += line.len();
        if !reader.report.spend(1 + line.len() as u64, Span::new(start, offset)) {
            break;
        }
        let content = line.split('%').next().unwrap_or_default().trim_start_matches('\u{feff}');
        let skipped = if line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        reader.line(&words(content, start + skipped));
    }
    let machine = reader.finish(end);
    (machine, report.finish(end))
}

/// The words of a line; an arrow needs no spaces around it.
fn words(line: &str, start: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let Some(c) = rest.chars().next() else { break };
        if c.is_whitespace() || c == ',' {
            at += c.len_utf8();
            continue;
        }
        let arrow = ["->", "→", "=>"].into_iter().find(|arrow| rest.starts_with(arrow));
        let stop = |c: char| c.is_whitespace() || c == ',' || c == '→';
        let length = arrow.map_or_else(
            || {
                let end = rest.find(stop).unwrap_or(rest.len());
                ["->", "=>"].into_iter().filter_map(|a| rest[..end].find(a)).min().unwrap_or(end)
            },
            str::len,
        );
        words.push((&rest[..length], Span::new(start + at, start + at + length)));
        at += length;
    }
    words
}

impl Reader<'_, '_> {
    fn line(&mut self, words: &[Word]) {
        match words {
            [] | [("turing", _)] => {}
            [("power", _), (number, span)] => match number.parse::<u32>() {
                Ok(power) if power <= MOST_POWER => self.machine.power = power,
                _ => self.report.error(*span, format!("expected a number from 0 to {MOST_POWER}")),
            },
            [("tape", _), cells @ ..] => self.tape(cells),
            [("start", _), name] => self.start = Some((self.state(name), name.1)),
            [("halt", _), name] => self.halt = Some((self.state(name), name.1)),
            [from, read, ("->" | "→" | "=>", _), to, write, direction] => {
                self.rule(from, read, to, write, direction);
            }
            [(_, first), .., (_, last)] | [(_, first @ last)] => {
                let hint = "a rule is `A 0 -> B 1 R`: in state A, reading 0, go to state B, write 1, move right; \
                            other lines begin with `power`, `tape`, `start` or `halt`";
                self.report.hinted(first.to(*last), "this line is not understood", hint);
            }
        }
    }

    fn tape(&mut self, words: &[Word]) {
        self.machine.tape.clear();
        for (word, span) in words {
            for cell in word.chars() {
                match cell {
                    '0' | '1' if self.machine.tape.len() == MOST_CELLS => {
                        self.report.error(*span, format!("a tape has at most {MOST_CELLS} cells"));
                        return;
                    }
                    '0' | '1' => self.machine.tape.push(cell == '1'),
                    _ => {
                        self.report.error(*span, "a cell of the tape is 0 or 1");
                        return;
                    }
                }
            }
        }
    }

    /// States are numbered when all are known; until then by the order of the text.
    fn state(&mut self, (name, _): &Word) -> usize {
        if let Some(known) = self.names.iter().position(|known| known == name) {
            return known;
        }
        self.names.push((*name).to_owned());
        self.names.len() - 1
    }

    fn rule(&mut self, from: &Word, read: &Word, to: &Word, write: &Word, direction: &Word) {
        let mut bit = |(word, span): &Word| match *word {
            "0" => Some(false),
            "1" => Some(true),
            _ => {
                self.report.error(*span, "expected 0 or 1");
                None
            }
        };
        let (read, write) = (bit(read), bit(write));
        let direction = match direction {
            ("L" | "l" | "left", _) => Some(Direction::Left),
            ("R" | "r" | "right", _) => Some(Direction::Right),
            (_, span) => {
                self.report.error(*span, "expected L or R");
                None
            }
        };
        let (source, target) = (StateId(self.state(from)), StateId(self.state(to)));
        if let (Some(read), Some(write), Some(direction)) = (read, write, direction) {
            let span = from.1.to(to.1);
            self.machine.rules.push(Rule { from: source, read, to: target, write, direction, span });
        }
    }

    /// Numbers the states: where it starts is 0, where it halts is the last.
    fn finish(mut self, end: Span) -> Machine {
        let beginning = Span::new(0, 0);
        if self.names.is_empty() {
            self.report.hinted(end, "the machine has no states", "begin with `start A` and `halt H`");
            self.names.push("A".to_owned());
        }
        let (start, _) = self.start.unwrap_or((0, beginning));
        let (halt, _) = self.halt.unwrap_or_else(|| {
            self.report.hinted(end, "the machine never halts", "say where with `halt H`");
            (start, beginning)
        });
        let mut order: Vec<usize> = vec![start];
        order.extend((0..self.names.len()).filter(|state| *state != start && *state != halt));
        if halt != start {
            order.push(halt);
        }
        let mut number = vec![StateId(0); self.names.len()];
        for (i, state) in order.iter().enumerate() {
            number[*state] = StateId(i);
        }
        let mut machine = self.machine;
        machine.states = order.iter().map(|state| self.names[*state].clone()).collect();
        machine.start = number[start];
        machine.halt = number[halt];
        for rule in &mut machine.rules {
            rule.from = number[rule.from.0];
            rule.to = number[rule.to.0];
            if rule.from == machine.halt && self.halt.is_some() {
                self.report.error(rule.span, "nothing follows where the machine halts");
            }
        }
        machine
    }
}

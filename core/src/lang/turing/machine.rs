//! Machines, their configurations, and how they step: what clauses are compared with.
//!
//! The tape is two numbers: the cells to the left of the head, nearest first, are the bits of `left`, and the
//! cell under the head and those to the right are the bits of `right`.

use std::fmt;

use crate::lang::Span;
use crate::num::Int;

/// A state, by its number: the first is where machines start, the last where they halt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateId(pub usize);

impl StateId {
    /// The number that stands for it in clauses.
    pub fn number(self) -> Int {
        Int::from(self.0 as u64)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Left,
    Right,
}

impl Direction {
    pub fn letter(self) -> char {
        match self {
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }
}

/// `from read -> to write direction`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub from: StateId,
    pub read: bool,
    pub to: StateId,
    pub write: bool,
    pub direction: Direction,
    pub span: Span,
}

/// A machine, its tape at the start, and for how long to run it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    pub states: Vec<String>,
    pub start: StateId,
    pub halt: StateId,
    pub rules: Vec<Rule>,
    /// The cell under the head and those to its right.
    pub tape: Vec<bool>,
    /// It runs for two to the power of this many steps.
    pub power: u32,
}

/// A moment of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    pub state: StateId,
    pub left: Int,
    pub right: Int,
}

/// At most this many cells on each side of the head are written.
const MOST_CELLS: usize = 40;

impl Machine {
    /// The number of the tape at the start.
    pub fn tape_number(&self) -> Int {
        let mut number = Int::from(0);
        for cell in self.tape.iter().rev() {
            number = number * Int::from(2) + Int::from(i64::from(*cell));
        }
        number
    }

    pub fn beginning(&self) -> Configuration {
        Configuration { state: self.start, left: Int::from(0), right: self.tape_number() }
    }

    /// The rules that apply. None does where the machine has halted.
    pub fn applicable(&self, configuration: &Configuration) -> impl Iterator<Item = usize> + '_ {
        let (read, state) = (bit(&configuration.right), configuration.state);
        let applies = move |rule: &Rule| rule.from == state && rule.read == read;
        self.rules.iter().enumerate().filter(move |(_, rule)| applies(rule)).map(|(i, _)| i)
    }

    /// What a rule that applies leads to.
    pub fn after(&self, configuration: &Configuration, rule: usize) -> Configuration {
        let Rule { to, write, direction, .. } = &self.rules[rule];
        let two = Int::from(2);
        let write = Int::from(i64::from(*write));
        let (left, rest) = (&configuration.left, configuration.right.div_floor(&two));
        let (left, right) = match direction {
            Direction::Right => (left.clone() * two + write, rest),
            Direction::Left => {
                let moved = Int::from(i64::from(bit(left)));
                (left.div_floor(&two), moved + two.clone() * (write + two * rest))
            }
        };
        Configuration { state: *to, left, right }
    }

    /// `A 0 -> B 1 R`
    pub fn rule_text(&self, rule: usize) -> String {
        let Rule { from, read, to, write, direction, .. } = &self.rules[rule];
        let (from, to) = (&self.states[from.0], &self.states[to.0]);
        format!("{from} {} -> {to} {} {}", u8::from(*read), u8::from(*write), direction.letter())
    }

    /// `1 0 [1] 1 1`: the head is at the cell in brackets.
    pub fn tape_text(&self, configuration: &Configuration) -> String {
        let (mut cells, right) = (cells(&configuration.left), cells(&configuration.right));
        cells.reverse();
        let (head, right) = right.split_first().map_or(("0", &[][..]), |(head, right)| (*head, right));
        let head = format!("[{head}]");
        cells.push(&head);
        cells.extend(right);
        cells.join(" ")
    }
}

fn bit(number: &Int) -> bool {
    !number.mod_floor(&Int::from(2)).is_zero()
}

/// The bits of a number, the lowest first, without zeros at the end.
fn cells(number: &Int) -> Vec<&'static str> {
    let (mut cells, mut rest) = (Vec::new(), number.clone());
    while rest.is_positive() {
        if cells.len() == MOST_CELLS {
            cells.push("…");
            break;
        }
        cells.push(if bit(&rest) { "1" } else { "0" });
        rest = rest.div_floor(&Int::from(2));
    }
    cells
}

/// As it is read back.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |state: StateId| self.states.get(state.0).map_or("", String::as_str);
        let cells: Vec<&str> = self.tape.iter().map(|cell| if *cell { "1" } else { "0" }).collect();
        writeln!(f, "turing\npower {}\ntape {}", self.power, cells.join(" "))?;
        writeln!(f, "start {}\nhalt {}", name(self.start), name(self.halt))?;
        (0..self.rules.len()).try_for_each(|rule| writeln!(f, "{}", self.rule_text(rule)))
    }
}

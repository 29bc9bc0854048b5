//! Writes conjunctions and disjunctions: a walk over the graph that stops at names and at the limit.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::literal::{Style, omission};
use crate::formula::{Formula, FormulaText, Node, PieceKind, Sharing};

/// A text in the making.
pub(super) struct Writer<'a> {
    style: Style<'a>,
    pub(super) text: FormulaText,
    mentions: Mentions<'a>,
    /// How many parts there are, and how many are written.
    size: u64,
    pub(super) written: u64,
    is_cut: bool,
}

/// The names of shared parts.
pub(super) enum Mentions<'a> {
    /// They are numbered as they are met, and defined after the formula.
    Numbered {
        sharing: &'a Sharing,
        /// By the positions of the parts: a name, and whether it is a name of the negation.
        names: FxHashMap<usize, (String, bool)>,
        /// Those that are not yet defined.
        open: VecDeque<(String, Formula)>,
        /// Names that symbols have.
        taken: FxHashSet<String>,
        count: usize,
    },
    /// They are given, and defined elsewhere.
    Given { sharing: &'a Sharing, names: &'a [String] },
}

impl<'a> Mentions<'a> {
    pub(super) fn in_text(style: Style<'_>, sharing: &'a Sharing, formula: Formula) -> Mentions<'a> {
        let mut taken = FxHashSet::default();
        if !sharing.parts().is_empty() {
            taken.extend(style.arena.symbols_of(formula).into_iter().map(|symbol| style.name(symbol)));
        }
        let (names, open) = (FxHashMap::default(), VecDeque::new());
        Mentions::Numbered { sharing, names, open, taken, count: 0 }
    }

    fn has(&self, part: Formula) -> bool {
        let (Mentions::Numbered { sharing, .. } | Mentions::Given { sharing, .. }) = self;
        sharing.find(part).is_some()
    }

    /// The name of a part, if it has one, and whether it is the name of its negation.
    fn name(&mut self, part: Formula) -> Option<(String, bool)> {
        match self {
            Mentions::Given { sharing, names } => {
                let (position, is_negated) = sharing.find(part)?;
                Some((names.get(position)?.clone(), is_negated))
            }
            Mentions::Numbered { sharing, names, open, taken, count } => {
                let (position, is_negated) = sharing.find(part)?;
                let (name, of_negation) = names.entry(position).or_insert_with(|| {
                    let name = loop {
                        *count += 1;
                        let name = format!("φ{count}");
                        if !taken.contains(&name) {
                            break name;
                        }
                    };
                    open.push_back((name.clone(), part));
                    (name, is_negated)
                });
                Some((name.clone(), is_negated != *of_negation))
            }
        }
    }
}

enum Task {
    /// A formula that is not written by its name.
    Whole(Formula),
    /// A part, which may have a name.
    Part(Formula),
    /// A part that is written as an implication if it reads better so.
    Implication(Formula),
    Connective(&'static str),
    Open,
    Close,
}

impl<'a> Writer<'a> {
    pub(super) fn new(style: Style<'a>, size: u64, mentions: Mentions<'a>) -> Writer<'a> {
        Writer { style, text: FormulaText::new(), mentions, size, written: 0, is_cut: false }
    }

    /// Writes a formula, and its parts as implications if that is wanted.
    pub(super) fn formula(&mut self, formula: Formula, has_implications: bool) {
        // An explicit stack, since formulae may be nested deeper than the machine's.
        let mut tasks = match self.style.arena.node(formula) {
            Node::And(parts) if has_implications => {
                self.written += 1;
                let mut tasks = Vec::new();
                self.junction(&mut tasks, parts, self.style.signs().and, Task::Implication);
                tasks
            }
            Node::Or(_) if has_implications => vec![Task::Implication(formula)],
            _ => vec![Task::Whole(formula)],
        };
        let mut depth = 0;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Open => {
                    depth += 1;
                    self.text.push(PieceKind::Punctuation, "(");
                }
                Task::Close => {
                    depth -= 1;
                    self.text.push(PieceKind::Punctuation, ")");
                }
                Task::Connective(sign) => self.text.push(PieceKind::Connective, sign),
                _ if self.text.as_str().len() >= self.style.limit => {
                    self.is_cut = true;
                    let rest = self.size.saturating_sub(self.written);
                    self.text.push(PieceKind::Omission, &omission(rest, "part"));
                    (0..depth).for_each(|_| self.text.push(PieceKind::Punctuation, ")"));
                    return;
                }
                Task::Whole(formula) => self.whole(&mut tasks, formula),
                Task::Part(formula) => self.part(&mut tasks, formula),
                Task::Implication(formula) => self.implication(&mut tasks, formula),
            }
        }
    }

    /// Writes what the names mean.
    pub(super) fn definitions(&mut self) {
        let mut before = " where ";
        while let Mentions::Numbered { open, .. } = &mut self.mentions
            && let Some((name, part)) = open.pop_front()
            && !self.is_cut
        {
            self.text.push(PieceKind::Word, before);
            self.text.push(PieceKind::Definition, &name);
            self.text.push(PieceKind::Sign, " := ");
            self.formula(part, false);
            before = "; ";
        }
    }

    fn whole(&mut self, tasks: &mut Vec<Task>, formula: Formula) {
        self.written += 1;
        let signs = self.style.signs();
        match self.style.arena.node(formula) {
            Node::And(parts) => self.junction(tasks, parts, signs.and, Task::Part),
            Node::Or(parts) => self.junction(tasks, parts, signs.or, Task::Part),
            literal => self.style.literal(&mut self.text, literal),
        }
    }

    fn part(&mut self, tasks: &mut Vec<Task>, formula: Formula) {
        let Some((name, is_negated)) = self.mentions.name(formula) else {
            return self.whole(tasks, formula);
        };
        self.written += 1;
        if is_negated {
            self.text.push(PieceKind::Sign, self.style.signs().not);
        }
        self.text.push(PieceKind::Definition, &name);
    }

    /// A disjunction as an implication, if some of its parts deny something and others do not.
    fn implication(&mut self, tasks: &mut Vec<Task>, formula: Formula) {
        let arena = self.style.arena;
        let denies = |part: &Formula| {
            matches!(arena.node(*part), Node::Ne(_) | Node::NotBool(_) | Node::NotDivides(..))
        };
        let Node::Or(parts) = arena.node(formula) else { return self.part(tasks, formula) };
        let (denied, claimed): (Vec<Formula>, Vec<Formula>) = parts.iter().partition(|part| denies(part));
        if denied.is_empty() || claimed.is_empty() || self.mentions.has(formula) {
            return self.part(tasks, formula);
        }
        self.written += 1;
        let signs = self.style.signs();
        if let [claim] = claimed[..] {
            tasks.push(Task::Part(claim));
        } else {
            tasks.push(Task::Close);
            self.junction(tasks, &claimed, signs.or, Task::Part);
            tasks.push(Task::Open);
        }
        tasks.push(Task::Connective(" → "));
        let premises: Vec<Formula> = denied.iter().map(|part| !*part).collect();
        self.junction(tasks, &premises, signs.and, Task::Part);
    }

    /// Parts with a sign between them, those in parentheses that need them.
    fn junction(
        &self,
        tasks: &mut Vec<Task>,
        parts: &[Formula],
        sign: &'static str,
        task: fn(Formula) -> Task,
    ) {
        for (i, part) in parts.iter().enumerate().rev() {
            if self.style.arena.node(*part).is_literal() || self.mentions.has(*part) {
                tasks.push(task(*part));
            } else {
                tasks.push(Task::Close);
                tasks.push(task(*part));
                tasks.push(Task::Open);
            }
            if i > 0 {
                tasks.push(Task::Connective(sign));
            }
        }
    }
}

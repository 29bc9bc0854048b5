//! Clauses as they are shown, and the places of the text that belong to what is in use or selected.

use hornbook::engine::{ClauseText, Header};
use hornbook::formula::{AtomText, FormulaText};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::lang::{self, Span};

use super::{clause_in_use, picture};
use crate::run::Run;
use crate::run::selection::Selection;

/// A relation symbol shows at most this many arguments; the rest is counted.
pub const MOST_ARGUMENTS: usize = 24;

/// A part of a clause that stays together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    pub text: FormulaText,
    /// Whether it is an application of the selected relation symbol.
    pub is_marked: bool,
}

/// The body of a clause: its relation symbols, with at most this many arguments, and its constraint.
pub fn body(clause: &ClauseText, marked: Option<SystemRelationId>, most: usize) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = clause.body.iter().map(|atom| marked_atom(atom, marked, most)).collect();
    if !clause.constraint.is_true() || atoms.is_empty() {
        atoms.push(Atom { text: clause.constraint.clone(), is_marked: false });
    }
    atoms
}

/// The head of a clause, or `false`.
pub fn head(clause: &ClauseText, marked: Option<SystemRelationId>, most: usize) -> Atom {
    match &clause.head {
        Some(head) => marked_atom(head, marked, most),
        None => Atom { text: FormulaText::constant(false), is_marked: false },
    }
}

/// An application, marked if it is one of this relation symbol.
fn marked_atom(atom: &AtomText<SystemRelationId>, marked: Option<SystemRelationId>, most: usize) -> Atom {
    Atom { text: atom.text_within(most), is_marked: marked == Some(atom.relation) }
}

/// The relation symbol that the selection is about.
pub fn selected_relation(run: &Run, selection: Selection) -> Option<SystemRelationId> {
    match selection {
        Selection::Relation(relation) => Some(relation),
        Selection::Predicate(id) => {
            run.moment.after.predicates.iter().find(|predicate| predicate.id == id).map(|p| p.relation)
        }
        Selection::Node(id) => run.moment.after.nodes.get(&id).map(|node| node.relation),
        _ => None,
    }
}

/// The clauses that the selection is about.
pub fn selected_clauses(run: &Run, selection: Selection) -> Vec<SystemClauseId> {
    let state = &run.moment.after;
    match selection {
        Selection::Clause(clause) => vec![clause],
        Selection::Edge(id) => state.edges.get(&id).map(|edge| edge.clause).into_iter().collect(),
        Selection::Position(position) => {
            let tree = state.counterexample.as_ref();
            let position = tree.and_then(|tree| tree.get(position));
            position.into_iter().flat_map(|position| &position.alternatives).map(|way| way.clause).collect()
        }
        _ => Vec::new(),
    }
}

/// The engine's clause that stands for one of the user's, the first if there are several.
pub fn clause_of(header: &Header, source: lang::ClauseId) -> Option<SystemClauseId> {
    let first = header.clauses.iter().position(|clause| clause.sources.first() == Some(&source));
    let any = || header.clauses.iter().position(|clause| clause.sources.contains(&source));
    first.or_else(any).map(|index| SystemClauseId(index as u32))
}

/// What to mark in the text, with a class for the style sheet: the clause in use, what is selected, and the
/// clauses that refute the counterexample at hand.
/// Nothing if the text is no longer that of the run.
pub fn marked_spans(
    run: &Run,
    selection: Selection,
    refuting: &[SystemClauseId],
    text: &str,
) -> Vec<(Span, &'static str)> {
    let Some(header) = run.header.as_ref().filter(|_| *run.text == *text) else { return Vec::new() };
    let in_use: Vec<SystemClauseId> =
        run.moment.event.as_deref().and_then(clause_in_use).into_iter().collect();
    let mut spans: Vec<(Span, &'static str)> = Vec::new();
    let mut mark = |clauses: &[SystemClauseId], class: &'static str| {
        for clause in clauses {
            let sources = header.clauses.get(clause.index()).map_or(&[][..], |clause| &clause.sources);
            for source in sources.iter().filter_map(|source| header.sources.get(source.index())) {
                if !spans.contains(&(source.span, class)) {
                    spans.push((source.span, class));
                }
            }
        }
    };
    mark(refuting, "contradicting");
    mark(&in_use, "in-use");
    mark(&selected_clauses(run, selection), "selected");
    if let Some(picture) = &run.picture {
        spans.extend(
            picture::spans(picture, header, run, selection).into_iter().map(|span| (span, "selected")),
        );
    }
    if let Some(span) = run.current_row().and_then(|(_, row)| row.span) {
        spans.push((span, "in-use"));
    }
    spans
}

#[cfg(test)]
mod tests {
    use hornbook::settings::{Preprocessing, RunSettings};

    use super::*;
    use crate::wire::protocol::{Progress, RunId};
    use crate::worker::runner::Runner;

    const TEXT: &str = "p(X) :- X = 1.\np(X + 1) :- p(X).\nfalse :- p(X), X < 0.\n";

    fn run(settings: RunSettings) -> Run {
        let mut runner = Runner::default();
        let Progress::Began { header } = runner.begin(RunId(1), TEXT, &settings, &[]) else {
            panic!("refused");
        };
        let mut run = Run::new(RunId(1), TEXT.into(), settings);
        run.begin(*header);
        while let Some(event) = runner.step(RunId(1)) {
            run.extend(vec![event]);
        }
        run
    }

    #[test]
    fn selected_clauses_are_found_in_the_text() {
        let run = run(RunSettings::default());
        for index in 0..3 {
            let selection = Selection::Clause(SystemClauseId(index));
            let spans = marked_spans(&run, selection, &[], TEXT);
            let (span, _) = spans.iter().find(|(_, class)| *class == "selected").unwrap();
            let line = TEXT.lines().nth(index as usize).unwrap();
            assert!(line.starts_with(&TEXT[span.start as usize..span.end as usize]));
        }
        assert_eq!(marked_spans(&run, Selection::Clause(SystemClauseId(0)), &[], "another text"), []);
    }

    #[test]
    fn the_clause_in_use_is_marked() {
        let mut run = run(RunSettings::default());
        let mut marked = 0;
        for step in 0..run.log.len() {
            run.go_to(step);
            marked += marked_spans(&run, Selection::Nothing, &[], TEXT).len();
        }
        assert!(marked > 2);
    }

    #[test]
    fn applications_of_the_selected_symbol_are_marked() {
        let run = run(RunSettings::default());
        let header = run.header.unwrap();
        let atoms = body(&header.clauses[2], Some(SystemRelationId(0)), 9);
        assert_eq!(atoms.iter().filter(|atom| atom.is_marked).count(), 1);
        assert!(!head(&header.clauses[2], Some(SystemRelationId(0)), 9).is_marked);
        assert!(head(&header.clauses[1], Some(SystemRelationId(0)), 9).is_marked);
    }

    /// Names of SMT-LIB may have parentheses, and one relation symbol may be the beginning of another.
    #[test]
    fn relation_symbols_are_told_apart_whatever_their_names() {
        let text = "(set-logic HORN)\n(declare-fun |f(x)| (Int) Bool)\n(declare-fun f (Int) Bool)\n\
                    (assert (forall ((|a b| Int)) (=> (= |a b| 1) (f |a b|))))\n\
                    (assert (forall ((x Int)) (=> (f x) (|f(x)| x))))\n\
                    (assert (forall ((x Int)) (=> (and (|f(x)| x) (< x 0)) false)))\n(check-sat)\n";
        let settings = RunSettings { preprocessing: Preprocessing::Never, ..RunSettings::default() };
        let mut runner = Runner::default();
        let Progress::Began { header } = runner.begin(RunId(1), text, &settings, &[]) else {
            panic!("refused");
        };
        let names: Vec<&str> = header.relations.iter().map(|relation| &*relation.name).collect();
        assert_eq!(names, ["f(x)", "f"]);
        let (quoted, plain) = (SystemRelationId(0), SystemRelationId(1));
        let marked = |clause: usize, relation| {
            let clause = &header.clauses[clause];
            let body = body(clause, Some(relation), 9).iter().filter(|atom| atom.is_marked).count();
            (head(clause, Some(relation), 9).is_marked, body)
        };
        assert_eq!(
            [marked(0, quoted), marked(1, quoted), marked(2, quoted)],
            [(false, 0), (true, 0), (false, 1)]
        );
        assert_eq!(
            [marked(0, plain), marked(1, plain), marked(2, plain)],
            [(true, 0), (false, 1), (false, 0)]
        );
        assert_eq!(header.clauses[1].to_string(), "f(x)(x) ← f(x)");
        let mut run = Run::new(RunId(1), text.into(), settings);
        run.begin(*header.clone());
        while let Some(event) = runner.step(RunId(1)) {
            run.extend(vec![event]);
        }
        // What events say about such symbols can be asked about: the texts are read back piece by piece.
        let names = super::super::Names(&header);
        assert_eq!(names.head(SystemClauseId(1)).map(|head| head.relation), Some(quoted));
        assert!(run.moment.after.verdict.is_some());
    }
}

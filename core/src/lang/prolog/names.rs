//! Names of relation symbols: one name with different numbers of arguments, and names that could be
//! variables.
//!
//! ```text
//! q :- q(X), q(X, X).      read as      'q/0' :- 'q/1'(X), 'q/2'(X, X).
//! ```

use super::spelled;
use crate::lang::Problem;
use crate::lang::common::report::Report;
use crate::lang::house::name::{Name, Names, RELATION_QUOTE, quoted};
use crate::lang::house::syntax::{Expr, ItemKind, Node, Syntax};
use crate::order::{Map, Set};

/// Gives relation symbols whose name has several numbers of arguments names of their own.
pub(super) fn adapt(
    text: &str,
    syntax: &mut Syntax,
    names: &mut Names,
    solved: Option<&Problem>,
    report: &mut Report,
) {
    check_literals(text, syntax, names, report);
    let used: Set<(u32, usize)> = applications(syntax).map(|(name, arity)| (name.number(), arity)).collect();
    let used: Vec<(u32, usize)> = used.iter().copied().collect();
    let known = |name: &str| solved.is_some_and(|problem| problem.relations.iter().any(|r| r.name == name));
    let mut renamed: Map<(u32, usize), Name> = Map::default();
    for group in used.chunk_by(|a, b| a.0 == b.0) {
        for (number, arity) in group.iter().copied() {
            let plain = names.text(Name::numbered(number)).to_owned();
            let own = own_name(&plain, arity);
            let is_needed = match solved {
                None => group.len() > 1,
                Some(_) => !known(&plain) && known(&own),
            };
            if !is_needed {
                continue;
            }
            if solved.is_none() && names.find(&own).is_some() {
                let span = (syntax.nodes.iter().zip(&syntax.spans))
                    .find(|(node, _)| matches!(node, Node::Application(n, _) if n.number() == number))
                    .map_or_else(Default::default, |(_, span)| *span);
                let message = format!("`{plain}` with {arity} arguments has the same name as '{own}'");
                report.hinted(span, message, "rename one of them");
            }
            renamed.insert((number, arity), names.intern(&own));
        }
    }
    if renamed.is_empty() {
        return;
    }
    for i in 0..syntax.nodes.len() {
        if let Node::Application(name, parts) = syntax.nodes[i]
            && let Some(own) = renamed.get(&(name.number(), syntax.parts(parts).len()))
        {
            syntax.nodes[i] = Node::Application(*own, parts);
        }
    }
    for item in &mut syntax.items {
        let ItemKind::Declarations(declared) = &mut item.kind else { continue };
        for relation in declared {
            if let Some(own) = renamed.get(&(relation.name.number(), relation.sorts.len())) {
                relation.name = *own;
            }
        }
    }
}

fn own_name(name: &str, arity: usize) -> String {
    format!("{name}/{arity}")
}

fn applications(syntax: &Syntax) -> impl Iterator<Item = (Name, usize)> {
    let nodes = syntax.nodes.iter().filter_map(|node| match node {
        Node::Application(name, parts) => Some((*name, syntax.parts(*parts).len())),
        _ => None,
    });
    let declared = syntax.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Declarations(declared) => &declared[..],
        _ => &[],
    });
    nodes.chain(declared.map(|relation| (relation.name, relation.sorts.len())))
}

/// A name that stands alone is a relation symbol here, and a Boolean variable for those who tell names by
/// their first letters. Unless a head has it, it must be said which of the two is meant.
fn check_literals(text: &str, syntax: &Syntax, names: &Names, report: &mut Report) {
    let mut heads = Set::default();
    for item in &syntax.items {
        match &item.kind {
            ItemKind::Clause { head, .. } => {
                for head in syntax.alternatives(*head) {
                    heads.extend(alone(syntax, head).map(Name::number));
                }
            }
            ItemKind::Declarations(declared) => heads.extend(declared.iter().map(|r| r.name.number())),
            _ => {}
        }
    }
    for item in &syntax.items {
        if !matches!(item.kind, ItemKind::Clause { .. }) {
            continue;
        }
        let variables: Set<u32> = (syntax.variables[item.variables.clone()].iter())
            .filter_map(|variable| variable.name.map(Name::number))
            .collect();
        for index in item.nodes.clone() {
            let expr = Expr(index as u32);
            let span = syntax.span(expr);
            let Some(name) = alone(syntax, expr) else { continue };
            let written = names.text(name);
            // Only a bare name can be mistaken.
            if &text[span.start as usize..span.end as usize] != written {
                continue;
            }
            if variables.contains(&name.number()) {
                report.hinted(
                    span,
                    format!("`{written}` is a relation symbol here, and a variable elsewhere in the clause"),
                    format!("write `{written} = 1` for a number; a Boolean variable needs quotes: `` `{written}` ``"),
                );
            } else if written.starts_with(char::is_uppercase) && !heads.contains(&name.number()) {
                report.hinted(
                    span,
                    format!("`{written}` could be a relation symbol without arguments or a Boolean variable"),
                    format!("write '{written}' for a relation symbol, and `` `{written}` `` for a variable"),
                );
            }
        }
    }
}

/// The name of a relation symbol without arguments.
fn alone(syntax: &Syntax, expr: Expr) -> Option<Name> {
    match syntax.node(expr) {
        Node::Application(name, parts) if syntax.parts(parts).is_empty() => Some(name),
        _ => None,
    }
}

/// How a relation symbol of a problem is written, if not by its name.
pub(super) fn written(problem: &Problem, name: &str, arity: usize) -> Option<String> {
    let own = name.strip_suffix(&format!("/{arity}"));
    let stems = |plain: &str| {
        (problem.relations.iter().enumerate())
            .filter(|(i, relation)| {
                let name = problem.typed_name(crate::lang::RelationId(*i as u32));
                name == own_name(plain, relation.sorts.len())
            })
            .count()
    };
    let is_taken = |plain: &str| {
        (0..problem.relations.len()).any(|i| problem.typed_name(crate::lang::RelationId(i as u32)) == plain)
    };
    // A name alone is mistaken for a variable, unless a head has it.
    let is_head = |clause: &crate::lang::Clause| {
        clause.head.as_ref().is_some_and(|head| problem.typed_name(head.relation) == name)
    };
    let is_mistaken =
        arity == 0 && name.starts_with(char::is_uppercase) && !problem.clauses.iter().any(is_head);
    if let Some(plain) = own
        && stems(plain) > 1
        && !is_taken(plain)
    {
        let spell = if is_mistaken { quoted } else { spelled };
        return Some(spell(plain, RELATION_QUOTE));
    }
    is_mistaken.then(|| quoted(name, RELATION_QUOTE))
}

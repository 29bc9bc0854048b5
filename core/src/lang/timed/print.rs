//! Networks as XTA: what a text says, written anew. Reading it gives the same network.
//!
//! A model that was read from UPPAAL's XML gets names for its locations that XTA can have: those that are
//! shown, if they are names and no two are the same, and otherwise the ids of the file.

use super::syntax::{
    Binary, Declaration, Declarator, Dimension, Direction, EdgeSyntax, Expression, LocationSyntax, Name,
    Node, Parameter, Process, Query, Syntax, Type, TypeKind, Unary,
};
use crate::order::Set;

/// The text of a network, with its question in a comment.
pub(super) fn print(syntax: &Syntax) -> String {
    let mut text = String::new();
    for declaration in &syntax.declarations {
        text += &format!("{}\n", declared(declaration));
    }
    for process in &syntax.processes {
        print_process(process, &mut text);
    }
    for instance in &syntax.instantiations {
        let arguments = list(&instance.arguments, expression);
        text += &format!("{} = {}({arguments});\n", instance.name.text, instance.of.text);
    }
    if syntax.system_span.is_some() {
        text += &format!("system {};\n", list(&syntax.system, |name| name.text.clone()));
    }
    // The question that counts is the last one in comments, and the first one of an XML file.
    if let Some(Query { text: query, .. }) = syntax.queries.first() {
        text += &format!("// query: {query}\n");
    }
    text
}

fn list<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    items.iter().map(write).collect::<Vec<_>>().join(", ")
}

fn declared(declaration: &Declaration) -> String {
    let of = type_text(&declaration.of);
    let keyword = if declaration.is_typedef { "typedef " } else { "" };
    format!("{keyword}{of} {};", list(&declaration.names, declarator))
}

fn declarator(declarator: &Declarator) -> String {
    let mut text = declarator.name.text.clone();
    for dimension in &declarator.dimensions {
        text += &match dimension {
            Dimension::Size(size) => format!("[{}]", expression(size)),
            Dimension::Type(of) => format!("[{}]", type_text(of)),
        };
    }
    if let Some(initial) = &declarator.initial {
        text += &format!(" = {}", expression(initial));
    }
    text
}

fn type_text(of: &Type) -> String {
    let constant = if of.is_constant { "const " } else { "" };
    let kind = match &of.kind {
        TypeKind::Int(None) => "int".to_owned(),
        TypeKind::Int(Some(range)) => format!("int[{}, {}]", expression(&range.0), expression(&range.1)),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Clock => "clock".to_owned(),
        TypeKind::Channel { is_urgent: true } => "urgent chan".to_owned(),
        TypeKind::Channel { is_urgent: false } => "chan".to_owned(),
        TypeKind::Named(name) => name.clone(),
    };
    format!("{constant}{kind}")
}

fn parameter(parameter: &Parameter) -> String {
    let reference = if parameter.is_reference { "&" } else { "" };
    format!("{}{reference} {}", type_text(&parameter.of), parameter.name.text)
}

fn print_process(process: &Process, text: &mut String) {
    let names = LocationNames::of(&process.locations);
    *text += &format!("process {}({}) {{\n", process.name.text, list(&process.parameters, parameter));
    for declaration in &process.declarations {
        *text += &format!("    {}\n", declared(declaration));
    }
    if !process.locations.is_empty() {
        let location = |location: &LocationSyntax| {
            let name = names.name(&location.id);
            match &location.invariant {
                Some(invariant) => format!("{name} {{ {} }}", expression(&invariant.what)),
                None => name,
            }
        };
        *text += &format!("    state {};\n", list(&process.locations, location));
    }
    let referred = |name: &Name| names.name(&name.text);
    for (word, marked) in [("commit", &process.committed), ("urgent", &process.urgent)] {
        if !marked.is_empty() {
            *text += &format!("    {word} {};\n", list(marked, referred));
        }
    }
    if let Some(initial) = &process.initial {
        *text += &format!("    init {};\n", referred(initial));
    }
    if !process.edges.is_empty() {
        let edges: Vec<String> = process
            .edges
            .iter()
            .map(|edge| {
                let ends = format!("{} -> {}", referred(&edge.from), referred(&edge.to));
                format!("        {ends} {{ {}}}", labels(edge))
            })
            .collect();
        *text += &format!("    trans\n{};\n", edges.join(",\n"));
    }
    *text += "}\n";
}

fn labels(edge: &EdgeSyntax) -> String {
    let mut text = String::new();
    if !edge.selects.is_empty() {
        let select = list(&edge.selects, |(name, of)| format!("{} : {}", name.text, type_text(of)));
        text += &format!("select {select}; ");
    }
    if let Some(guard) = &edge.guard {
        text += &format!("guard {}; ", expression(&guard.what));
    }
    if let Some(sync) = &edge.sync {
        let direction = match sync.what.direction {
            Direction::Send => "!",
            Direction::Receive => "?",
            Direction::Undirected => "",
        };
        text += &format!("sync {}{direction}; ", expression(&sync.what.channel));
    }
    if !edge.updates.is_empty() {
        let update = |update: &super::syntax::UpdateSyntax| {
            format!("{} = {}", update.target.text, expression(&update.value))
        };
        text += &format!("assign {}; ", list(&edge.updates, update));
    }
    text
}

/// The names of the locations of a process, by their ids.
struct LocationNames {
    of: Vec<(String, String)>,
}

impl LocationNames {
    fn of(locations: &[LocationSyntax]) -> LocationNames {
        let mut used: Set<String> = Set::default();
        let mut of = Vec::new();
        for location in locations {
            let shown = Some(&location.name.text).filter(|name| is_name(name) && !used.contains(*name));
            let mut name = shown.cloned().unwrap_or_else(|| {
                let plain: String =
                    location.id.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
                if is_name(&plain) { plain } else { format!("l_{plain}") }
            });
            while !used.insert(name.clone()) {
                name.push('_');
            }
            of.push((location.id.clone(), name));
        }
        LocationNames { of }
    }

    fn name(&self, id: &str) -> String {
        self.of.iter().find(|(known, _)| known == id).map_or_else(|| id.to_owned(), |(_, name)| name.clone())
    }
}

/// Words that mean something else.
const RESERVED: [&str; 25] = [
    "and", "assign", "bool", "chan", "clock", "commit", "const", "exists", "false", "forall", "guard",
    "imply", "init", "int", "not", "or", "process", "select", "state", "sync", "system", "trans", "true",
    "typedef", "urgent",
];

/// Can it stand where XTA has a name?
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first == '_' || first.is_alphabetic())
        && letters.all(|c| c == '_' || c.is_alphanumeric())
        && !RESERVED.contains(&text)
}

/// An expression with all its parentheses, but for names, numbers and what follows these.
fn expression(of: &Expression) -> String {
    let inner = |part: &Expression| match &part.kind {
        Node::Unary(..) | Node::Binary(..) | Node::Conditional(_) | Node::Quantified { .. } => {
            format!("({})", expression(part))
        }
        _ => expression(part),
    };
    match &of.kind {
        Node::Number(number) => number.to_string(),
        Node::Truth(value) => value.to_string(),
        Node::Name(name) => name.clone(),
        Node::Index(whole, index) => format!("{}[{}]", inner(whole), expression(index)),
        Node::Member(whole, name) => format!("{}.{}", inner(whole), name.text),
        Node::Call(whole, arguments) => format!("{}({})", inner(whole), list(arguments, expression)),
        Node::Unary(Unary::Not, a) => format!("!{}", inner(a)),
        Node::Unary(Unary::Minus, a) => format!("-{}", inner(a)),
        Node::Binary(sign, a, b) => {
            // Chains of these are long, and parentheses may be nested only so deep.
            let is_chain = matches!(sign, Binary::And | Binary::Or | Binary::Plus);
            let goes_on = matches!(&a.kind, Node::Binary(same, ..) if same == sign && is_chain);
            let left = if goes_on { expression(a) } else { inner(a) };
            format!("{left} {} {}", sign_text(*sign), inner(b))
        }
        Node::Conditional(parts) => {
            let [condition, then, otherwise] = &**parts;
            format!("{} ? {} : {}", inner(condition), inner(then), inner(otherwise))
        }
        Node::Quantified { all, name, over, body } => {
            let word = if *all { "forall" } else { "exists" };
            format!("{word} ({} : {}) {}", name.text, type_text(over), inner(body))
        }
    }
}

fn sign_text(sign: Binary) -> &'static str {
    match sign {
        Binary::Imply => "imply",
        Binary::Or => "||",
        Binary::And => "&&",
        Binary::Equal => "==",
        Binary::Different => "!=",
        Binary::Less => "<",
        Binary::AtMost => "<=",
        Binary::Greater => ">",
        Binary::AtLeast => ">=",
        Binary::Minimum => "<?",
        Binary::Maximum => ">?",
        Binary::Plus => "+",
        Binary::Minus => "-",
        Binary::Times => "*",
        Binary::Divided => "/",
        Binary::Remainder => "%",
    }
}

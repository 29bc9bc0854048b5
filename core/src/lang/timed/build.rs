//! Syntax to networks: declarations, copies of templates, edges with their selections written out.
//!
//! The automata are those of the `system` line. A template with parameters that is named there has a copy for
//! each value of its parameters, as in UPPAAL. For parameterised systems it is built once, with a variable in
//! the place of each parameter ([`Copies::Symbolic`]).

use super::network::{
    Automaton, AutomatonId, Channel, Clock, Comparison, Condition, Edge, Location, Network, Question, Sync,
    Term, Update, Variable,
};
use super::syntax::{
    Declaration, Dimension, EdgeSyntax, Expression, Instantiation, Labelled, Name, Node, Process, QueryKind,
    SyncSyntax, Syntax, Type, TypeKind,
};
use super::value::{Entity, Resolver, Scope};
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Span};

/// When a location is looked for, this many others are one step.
const LOCATIONS_IN_A_STEP: u64 = 16;

/// At most this many automata, and this many edges of one after selections are written out.
pub(super) const AUTOMATA_LIMIT: usize = 500;
pub(super) const EDGE_LIMIT: usize = 20_000;

/// How copies of templates are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copies {
    /// One for each value of the parameters.
    Each,
    /// One with variables for its parameters.
    Symbolic,
}

/// What an argument of a template is.
#[derive(Clone, Debug)]
enum Argument {
    Value(i64),
    Entity(Entity),
    Symbolic(Option<(i64, i64)>),
}

/// The network that a text describes, with the question if there is one.
pub(super) fn build(syntax: &Syntax, copies: Copies, report: &mut Report) -> (Network, Option<Question>) {
    let mut builder = Builder { syntax, network: Network::default(), report, copies };
    let mut globals = Scope::default();
    builder.declare(&syntax.declarations, &mut globals, None);
    builder.instances(&globals);
    let question = if copies == Copies::Each { builder.question(&globals) } else { None };
    (builder.network, question)
}

struct Builder<'a, 'r> {
    syntax: &'a Syntax,
    network: Network,
    report: &'a mut Report<'r>,
    copies: Copies,
}

impl<'r> Builder<'_, 'r> {
    fn resolve<T>(&mut self, work: impl FnOnce(&mut Resolver<'_, 'r>) -> Option<T>) -> Option<T> {
        work(&mut Resolver { report: self.report, network: Some(&self.network) })
    }

    // Declarations.

    fn declare(&mut self, declarations: &[Declaration], scope: &mut Scope, owner: Option<AutomatonId>) {
        for declaration in declarations {
            for declarator in &declaration.names {
                let name = &declarator.name;
                if scope.names.contains_key(&name.text) {
                    self.report.error(name.span, format!("`{}` is declared twice", name.text));
                    continue;
                }
                if let Some(entity) = self.declared(declaration, declarator, scope, owner) {
                    scope.names.insert(name.text.clone(), entity);
                }
            }
        }
    }

    fn declared(
        &mut self,
        declaration: &Declaration,
        declarator: &super::syntax::Declarator,
        scope: &Scope,
        owner: Option<AutomatonId>,
    ) -> Option<Entity> {
        let name = declarator.name.text.clone();
        let of = &declaration.of;
        if declaration.is_typedef {
            return Some(Entity::Range(self.resolve(|resolver| resolver.range(of, scope))?));
        }
        let is_channel = matches!(of.kind, TypeKind::Channel { .. });
        if !declarator.dimensions.is_empty() && !is_channel {
            self.report.hinted(
                declarator.name.span,
                "arrays of numbers and clocks are outside of what is read here",
                "declare a variable for each element; channels may be arrays",
            );
            return None;
        }
        match &of.kind {
            TypeKind::Clock => {
                self.network.clocks.push(Clock { name, owner });
                Some(Entity::Clock(self.network.clocks.len() - 1))
            }
            TypeKind::Channel { is_urgent } => {
                let mut dimensions = Vec::new();
                for dimension in &declarator.dimensions {
                    dimensions.push(self.dimension(dimension, scope)?);
                }
                self.network.channels.push(Channel { name, is_urgent: *is_urgent });
                Some(Entity::Channel { id: self.network.channels.len() - 1, dimensions, index: Vec::new() })
            }
            _ => self.number(declaration, declarator, scope, owner),
        }
    }

    fn number(
        &mut self,
        declaration: &Declaration,
        declarator: &super::syntax::Declarator,
        scope: &Scope,
        owner: Option<AutomatonId>,
    ) -> Option<Entity> {
        let of = &declaration.of;
        let range = self.resolve(|resolver| resolver.range(of, scope))?;
        let initial = match &declarator.initial {
            Some(expression) => Some(self.resolve(|resolver| resolver.constant(expression, scope))?),
            None => None,
        };
        let span = declarator.name.span;
        if of.is_constant {
            if initial.is_none() {
                self.report.error(span, "a constant needs a value");
            }
            return Some(Entity::Constant(initial?));
        }
        // As in UPPAAL, a variable starts with 0, or with its least value if 0 is none of its values.
        let default = range.map_or(0, |(low, high)| if low <= 0 && 0 <= high { 0 } else { low });
        let initial = initial.unwrap_or(default);
        if let Some((low, high)) = range.filter(|(low, high)| initial < *low || initial > *high) {
            self.report.error(span, format!("the initial value {initial} is not in [{low}, {high}]"));
            return None;
        }
        let is_truth = matches!(of.kind, TypeKind::Bool);
        let name = declarator.name.text.clone();
        self.network.variables.push(Variable { name, owner, range, initial, is_parameter: false, is_truth });
        Some(Entity::Variable(self.network.variables.len() - 1))
    }

    fn dimension(&mut self, dimension: &Dimension, scope: &Scope) -> Option<(i64, i64)> {
        let named = match dimension {
            Dimension::Type(of) => Some(of.clone()),
            Dimension::Size(Expression { kind: Node::Name(name), span, .. })
                if matches!(scope.find(name), Some(Entity::Range(_))) =>
            {
                Some(Type { kind: TypeKind::Named(name.clone()), is_constant: false, span: *span })
            }
            Dimension::Size(_) => None,
        };
        match (named, dimension) {
            (Some(of), _) => {
                let range = self.resolve(|resolver| resolver.range(&of, scope))?;
                if range.is_none() {
                    self.report.error(of.span, "the indices of an array need bounds");
                }
                range
            }
            (None, Dimension::Size(size)) => {
                let count = self.resolve(|resolver| resolver.constant(size, scope))?;
                if count < 1 {
                    self.report.error(size.span, "an array has at least one element");
                    return None;
                }
                Some((0, count - 1))
            }
            (None, Dimension::Type(_)) => None,
        }
    }

    // Copies of templates.

    fn instances(&mut self, globals: &Scope) {
        let syntax = self.syntax;
        if syntax.system.is_empty() {
            let span = syntax.system_span.unwrap_or_default();
            self.report.hinted(
                span,
                "there is no `system` line",
                "add `system P, Q;` with the processes that run",
            );
        }
        let mut built: Vec<usize> = Vec::new();
        for name in &syntax.system {
            let instantiation = syntax.instantiations.iter().find(|i| i.name.text == name.text);
            let of = instantiation.map_or(name, |instantiation| &instantiation.of);
            let Some(template) = syntax.processes.iter().position(|process| process.name.text == of.text)
            else {
                let known = syntax.processes.iter().map(|process| process.name.text.as_str());
                let known: Vec<&str> =
                    known.chain(syntax.instantiations.iter().map(|i| i.name.text.as_str())).collect();
                let message = format!("unknown process `{}`", of.text);
                match self.report.nearest(&of.text, known) {
                    Some(near) => self.report.hinted(of.span, message, format!("is `{near}` meant?")),
                    None => self.report.error(of.span, message),
                }
                continue;
            };
            let process = &syntax.processes[template];
            let has_values = process.parameters.iter().any(is_value);
            if self.copies == Copies::Symbolic && has_values {
                if !process.parameters.iter().all(is_value) {
                    self.report.error(
                        of.span,
                        "for any number of copies, the parameters of a process are numbers: which clock, variable or \
                         channel a further copy would have is not said",
                    );
                    continue;
                }
                if built.contains(&template) {
                    continue;
                }
                built.push(template);
            }
            for (name, arguments) in self.copies_of(template, name, instantiation, globals) {
                if self.network.automata.len() >= AUTOMATA_LIMIT {
                    self.report.error(of.span, format!("a network has at most {AUTOMATA_LIMIT} automata"));
                    return;
                }
                if self.network.automata.iter().any(|automaton| automaton.name == name) {
                    self.report.error(of.span, format!("`{name}` is in the system twice"));
                    continue;
                }
                self.automaton(template, name, &arguments, globals);
                if self.report.is_exhausted() {
                    return;
                }
            }
        }
    }

    /// The names of the copies of a template, with their arguments.
    fn copies_of(
        &mut self,
        template: usize,
        name: &Name,
        instantiation: Option<&Instantiation>,
        globals: &Scope,
    ) -> Vec<(String, Vec<Argument>)> {
        let syntax = self.syntax;
        let process = &syntax.processes[template];
        let Some(instantiation) = instantiation else {
            return self.all_copies(process, name, globals);
        };
        if instantiation.arguments.len() != process.parameters.len() {
            let (has, given) = (process.parameters.len(), instantiation.arguments.len());
            let message = format!("`{}` has {has} parameters, and {given} are given", process.name.text);
            self.report.error(instantiation.of.span, message);
            return Vec::new();
        }
        let mut arguments = Vec::new();
        for (parameter, expression) in process.parameters.iter().zip(&instantiation.arguments) {
            // Before version 4 of UPPAAL, variables were handed over without a sign for it.
            let is_variable = !parameter.of.is_constant
                && matches!(&expression.kind, Node::Name(name)
                    if matches!(globals.find(name), Some(Entity::Variable(_))));
            let is_value = is_value(parameter) && !is_variable;
            let argument = if is_value && self.copies == Copies::Symbolic {
                let range = self.resolve(|resolver| resolver.range(&parameter.of, globals));
                range.map(Argument::Symbolic)
            } else if is_value {
                self.value_argument(parameter, expression, globals)
            } else {
                self.reference(expression, globals)
            };
            match argument {
                Some(argument) => arguments.push(argument),
                None => return Vec::new(),
            }
        }
        let name = if self.copies == Copies::Symbolic && process.parameters.iter().any(is_value) {
            process.name.text.clone()
        } else {
            name.text.clone()
        };
        vec![(name, arguments)]
    }

    fn value_argument(
        &mut self,
        parameter: &super::syntax::Parameter,
        expression: &Expression,
        globals: &Scope,
    ) -> Option<Argument> {
        let value = self.resolve(|resolver| resolver.constant(expression, globals))?;
        let range = self.resolve(|resolver| resolver.range(&parameter.of, globals))?;
        if let Some((low, high)) = range.filter(|(low, high)| value < *low || value > *high) {
            self.report.error(expression.span, format!("the argument {value} is not in [{low}, {high}]"));
            return None;
        }
        Some(Argument::Value(value))
    }

    /// A clock, a variable or a channel that is handed to a copy.
    fn reference(&mut self, expression: &Expression, globals: &Scope) -> Option<Argument> {
        let mut indices = Vec::new();
        let mut base = expression;
        while let Node::Index(inner, index) = &base.kind {
            indices.push(self.resolve(|resolver| resolver.constant(index, globals))?);
            base = inner;
        }
        indices.reverse();
        if let Node::Name(name) = &base.kind {
            match globals.find(name) {
                Some(entity @ (Entity::Clock(_) | Entity::Variable(_))) if indices.is_empty() => {
                    return Some(Argument::Entity(entity.clone()));
                }
                Some(Entity::Channel { id, dimensions, index }) if indices.len() <= dimensions.len() => {
                    let (taken, dimensions) = dimensions.split_at(indices.len());
                    if indices.iter().zip(taken).any(|(i, (low, high))| i < low || i > high) {
                        self.report.error(expression.span, "the index is outside of the array");
                        return None;
                    }
                    let index = index.iter().copied().chain(indices).collect();
                    let entity = Entity::Channel { id: *id, dimensions: dimensions.to_vec(), index };
                    return Some(Argument::Entity(entity));
                }
                None => {
                    self.resolve(|resolver| {
                        resolver.unknown(name, base.span, "clock, variable or channel", globals);
                        None::<()>
                    });
                    return None;
                }
                _ => {}
            }
        }
        self.report.error(expression.span, "expected the name of a global clock, variable or channel");
        None
    }

    /// One copy for each value of the parameters.
    fn all_copies(
        &mut self,
        process: &Process,
        name: &Name,
        globals: &Scope,
    ) -> Vec<(String, Vec<Argument>)> {
        let mut copies: Vec<Vec<Argument>> = vec![Vec::new()];
        let mut values: Vec<Vec<String>> = vec![Vec::new()];
        for parameter in &process.parameters {
            let range = if is_value(parameter) {
                self.resolve(|resolver| resolver.range(&parameter.of, globals)).flatten()
            } else {
                None
            };
            let Some((low, high)) = range else {
                self.report.hinted(
                    name.span,
                    format!(
                        "`{}` needs arguments: its parameter `{}` has no bounds",
                        name.text, parameter.name.text
                    ),
                    format!("write `{0}1 = {0}(…);` and name `{0}1` in the system", name.text),
                );
                return Vec::new();
            };
            if self.copies == Copies::Symbolic {
                copies[0].push(Argument::Symbolic(Some((low, high))));
                continue;
            }
            let count = usize::try_from(high - low + 1).unwrap_or(usize::MAX);
            if copies.len().saturating_mul(count) > AUTOMATA_LIMIT {
                self.report.error(name.span, format!("a network has at most {AUTOMATA_LIMIT} automata"));
                return Vec::new();
            }
            let old = std::mem::take(&mut copies);
            let old_values = std::mem::take(&mut values);
            for (copy, text) in old.iter().zip(&old_values) {
                for value in low..=high {
                    let mut copy = copy.clone();
                    copy.push(Argument::Value(value));
                    copies.push(copy);
                    let mut text = text.clone();
                    text.push(value.to_string());
                    values.push(text);
                }
            }
        }
        let named = copies.into_iter().zip(values).map(|(copy, values)| {
            let name = if values.is_empty() {
                name.text.clone()
            } else {
                format!("{}({})", name.text, values.join(","))
            };
            (name, copy)
        });
        named.collect()
    }

    // Automata.

    fn automaton(&mut self, template: usize, name: String, arguments: &[Argument], globals: &Scope) {
        let syntax = self.syntax;
        let process = &syntax.processes[template];
        let id = self.network.automata.len();
        let (first_clock, first_variable) = (self.network.clocks.len(), self.network.variables.len());
        let mut scope = Scope::inside(globals);
        for (parameter, argument) in process.parameters.iter().zip(arguments) {
            let entity = match argument {
                Argument::Value(value) => Entity::Constant(*value),
                Argument::Entity(entity) => entity.clone(),
                Argument::Symbolic(range) => {
                    self.network.variables.push(Variable {
                        name: parameter.name.text.clone(),
                        owner: Some(id),
                        range: *range,
                        initial: range.map_or(0, |(low, _)| low),
                        is_parameter: true,
                        is_truth: false,
                    });
                    Entity::Variable(self.network.variables.len() - 1)
                }
            };
            scope.names.insert(parameter.name.text.clone(), entity);
        }
        // The automaton must be there when errors name it.
        self.network.automata.push(Automaton {
            name,
            template,
            locations: Vec::new(),
            initial: 0,
            edges: Vec::new(),
            clocks: Vec::new(),
            variables: Vec::new(),
            span: process.name.span,
        });
        self.declare(&process.declarations, &mut scope, Some(id));
        let locations = self.locations(process, &scope);
        let initial = self.initial(process);
        let mut edges = Vec::new();
        for (written, edge) in process.edges.iter().enumerate() {
            self.edges(process, edge, written, &scope, &mut edges);
            if edges.len() > EDGE_LIMIT {
                self.report.error(edge.span, format!("an automaton has at most {EDGE_LIMIT} edges"));
                break;
            }
        }
        let (clocks, variables) = (self.network.clocks.len(), self.network.variables.len());
        let automaton = &mut self.network.automata[id];
        automaton.locations = locations;
        automaton.initial = initial;
        automaton.edges = edges;
        automaton.clocks = (first_clock..clocks).collect();
        automaton.variables = (first_variable..variables).collect();
    }

    fn locations(&mut self, process: &Process, scope: &Scope) -> Vec<Location> {
        if process.locations.is_empty() {
            self.report.error(process.name.span, format!("`{}` has no locations", process.name.text));
        }
        let mut locations: Vec<Location> = Vec::new();
        for location in &process.locations {
            if !self.looks_for_location(process, &location.name) {
                break;
            }
            if locations.iter().any(|other| other.name == location.name.text) {
                self.report.error(location.name.span, format!("`{}` is declared twice", location.name.text));
            }
            let invariant = location.invariant.as_ref().and_then(|invariant| {
                let found = self.resolve(|resolver| resolver.condition(&invariant.what, scope))?;
                self.check_invariant(&found, invariant.what.span);
                Some(found)
            });
            let listed = |names: &[Name]| names.iter().any(|name| name.text == location.id);
            locations.push(Location {
                name: location.name.text.clone(),
                invariant: invariant.unwrap_or(Condition::Constant(true)),
                text: location
                    .invariant
                    .as_ref()
                    .map_or_else(String::new, |invariant| invariant.text.clone()),
                is_urgent: listed(&process.urgent),
                is_committed: listed(&process.committed),
                span: location.name.span,
            });
        }
        for name in process.urgent.iter().chain(&process.committed) {
            self.location(process, name);
        }
        locations
    }

    /// Invariants bound clocks from above: then it suffices to look at them when a delay ends.
    fn check_invariant(&mut self, invariant: &Condition, span: Span) {
        for part in invariant.conjuncts() {
            let is_bound = matches!(
                part,
                Condition::Clock { minus: None, comparison: Comparison::Less | Comparison::AtMost, .. }
            );
            let has_clock =
                part.mentions().iter().any(|mention| matches!(mention, super::network::Mention::Clock(_)));
            if has_clock && !is_bound {
                self.report.hinted(
                    span,
                    "an invariant bounds clocks from above",
                    "write `x <= 5` or `x < 5`, several of them joined with `&&`; lower bounds belong into guards",
                );
                return;
            }
        }
    }

    /// Pays for a look at all locations.
    fn looks_for_location(&mut self, process: &Process, name: &Name) -> bool {
        self.report.spend(1 + process.locations.len() as u64 / LOCATIONS_IN_A_STEP, name.span)
    }

    fn location(&mut self, process: &Process, name: &Name) -> Option<usize> {
        if !self.looks_for_location(process, name) {
            return None;
        }
        let found = process.locations.iter().position(|location| location.id == name.text);
        if found.is_none() {
            let known: Vec<&str> = process.locations.iter().map(|location| location.id.as_str()).collect();
            let message = format!("`{}` has no location `{}`", process.name.text, name.text);
            match self.report.nearest(&name.text, known) {
                Some(near) => self.report.hinted(name.span, message, format!("is `{near}` meant?")),
                None => self.report.error(name.span, message),
            }
        }
        found
    }

    fn initial(&mut self, process: &Process) -> usize {
        if let Some(name) = &process.initial {
            return self.location(process, name).unwrap_or(0);
        }
        let message = format!("`{}` has no initial location", process.name.text);
        self.report.hinted(process.name.span, message, "write `init` and the name of a location");
        0
    }

    /// The edges that one edge of the text stands for: one for each choice of the selected values.
    fn edges(
        &mut self,
        process: &Process,
        edge: &EdgeSyntax,
        written: usize,
        scope: &Scope,
        edges: &mut Vec<Edge>,
    ) {
        let (Some(from), Some(to)) = (self.location(process, &edge.from), self.location(process, &edge.to))
        else {
            return;
        };
        let mut choices: Vec<Vec<(String, i64)>> = vec![Vec::new()];
        for (name, over) in &edge.selects {
            let Some(range) = self.resolve(|resolver| resolver.range(over, scope)) else { return };
            let Some((low, high)) = range else {
                self.report.error(over.span, "a selection needs a type with bounds");
                return;
            };
            let count = usize::try_from(high - low + 1).unwrap_or(usize::MAX);
            if choices.len().saturating_mul(count) > EDGE_LIMIT {
                self.report.error(over.span, format!("an automaton has at most {EDGE_LIMIT} edges"));
                return;
            }
            let old = std::mem::take(&mut choices);
            for choice in old {
                for value in low..=high {
                    let mut choice = choice.clone();
                    choice.push((name.text.clone(), value));
                    choices.push(choice);
                }
            }
        }
        for choice in choices {
            if !self.report.spend(EDGE_COST, edge.span) {
                return;
            }
            let mut inner = Scope::inside(scope);
            for (name, value) in &choice {
                inner.names.insert(name.clone(), Entity::Constant(*value));
            }
            let errors = self.report.errors();
            self.one_edge(edge, (from, to), written, &inner, edges);
            // What is wrong with one choice is wrong with all of them.
            if self.report.errors() > errors {
                return;
            }
        }
    }

    fn one_edge(
        &mut self,
        edge: &EdgeSyntax,
        (from, to): (usize, usize),
        written: usize,
        scope: &Scope,
        edges: &mut Vec<Edge>,
    ) -> Option<()> {
        let guard = match &edge.guard {
            Some(guard) => self.resolve(|resolver| resolver.condition(&guard.what, scope)),
            None => Some(Condition::Constant(true)),
        };
        let mut updates = Vec::new();
        for update in &edge.updates {
            updates.extend(self.update(update, scope));
        }
        let syncs = match &edge.sync {
            Some(sync) => self.syncs(sync, scope)?,
            None => vec![(None, Condition::Constant(true))],
        };
        let guard = guard?;
        if guard == Condition::Constant(false) {
            return Some(());
        }
        let mut lines = Vec::new();
        if !edge.select_text.is_empty() {
            lines.push(edge.select_text.clone());
        }
        lines.extend(edge.guard.iter().map(|guard| guard.text.clone()));
        lines.extend(edge.sync.iter().map(|sync| sync.text.clone()));
        if !edge.update_text.is_empty() {
            lines.push(edge.update_text.clone());
        }
        for (sync, condition) in syncs {
            edges.push(Edge {
                from,
                to,
                guard: Condition::and([condition, guard.clone()]),
                sync,
                updates: updates.clone(),
                written,
                lines: lines.clone(),
                span: edge.span,
            });
        }
        Some(())
    }

    fn update(&mut self, update: &super::syntax::UpdateSyntax, scope: &Scope) -> Option<Update> {
        match scope.find(&update.target.text) {
            Some(Entity::Variable(variable)) => {
                let variable = *variable;
                if self.network.variables[variable].is_parameter {
                    self.report.error(
                        update.target.span,
                        format!("the parameter `{}` can't be changed", update.target.text),
                    );
                    return None;
                }
                let value = self.resolve(|resolver| resolver.term(&update.value, scope))?;
                Some(Update::Variable(variable, value))
            }
            Some(Entity::Clock(clock)) => {
                let clock = *clock;
                let value = self.resolve(|resolver| resolver.term(&update.value, scope))?;
                Some(Update::Clock(clock, value))
            }
            Some(_) => {
                self.report.error(update.span, format!("`{}` can't be assigned to", update.target.text));
                None
            }
            None => {
                self.resolve(|resolver| {
                    resolver.unknown(&update.target.text, update.target.span, "clock or variable", scope);
                    None::<()>
                });
                None
            }
        }
    }

    /// The synchronisations that a label stands for, each with the condition for its indices.
    fn syncs(
        &mut self,
        label: &Labelled<SyncSyntax>,
        scope: &Scope,
    ) -> Option<Vec<(Option<Sync>, Condition)>> {
        let mut indices = Vec::new();
        let mut base = &label.what.channel;
        while let Node::Index(inner, index) = &base.kind {
            indices.push(&**index);
            base = inner;
        }
        indices.reverse();
        let Node::Name(name) = &base.kind else {
            self.report.error(base.span, "expected the name of a channel");
            return None;
        };
        let Some(Entity::Channel { id, dimensions, index }) = scope.find(name).cloned() else {
            self.resolve(|resolver| {
                resolver.unknown(name, base.span, "channel", scope);
                None::<()>
            });
            return None;
        };
        if indices.len() != dimensions.len() {
            let (has, given) = (dimensions.len(), indices.len());
            self.report
                .error(base.span, format!("the channel `{name}` has {has} indices, and {given} are given"));
            return None;
        }
        let direction = label.what.direction;
        let mut found: Vec<(Vec<Term>, Condition)> =
            vec![(index.iter().map(|i| Term::Constant(*i)).collect(), Condition::Constant(true))];
        for (expression, (low, high)) in indices.iter().zip(dimensions) {
            let term = self.resolve(|resolver| resolver.term(expression, scope))?;
            let outside = term.constant().is_some_and(|value| value < low || value > high);
            if outside {
                self.report.error(expression.span, format!("the index is not in [{low}, {high}]"));
                return None;
            }
            if term.constant().is_some() || self.copies == Copies::Symbolic {
                for (index, _) in &mut found {
                    index.push(term.clone());
                }
                continue;
            }
            // An index that depends on variables: one edge for each of its values.
            if usize::try_from(high - low + 1).unwrap_or(usize::MAX).saturating_mul(found.len()) > EDGE_LIMIT
            {
                self.report.error(expression.span, format!("an automaton has at most {EDGE_LIMIT} edges"));
                return None;
            }
            let old = std::mem::take(&mut found);
            for (index, condition) in old {
                for value in low..=high {
                    let mut index = index.clone();
                    index.push(Term::Constant(value));
                    let equal = Condition::Compare(Comparison::Equal, term.clone(), Term::Constant(value));
                    found.push((index, Condition::and([condition.clone(), equal])));
                }
            }
        }
        let syncs = found
            .into_iter()
            .map(|(index, condition)| (Some(Sync { channel: id, index, direction }), condition));
        Some(syncs.collect())
    }

    // The question.

    fn question(&mut self, globals: &Scope) -> Option<Question> {
        let syntax = self.syntax;
        let Some(query) = syntax.queries.first() else { return self.error_locations() };
        for other in &syntax.queries[1..] {
            let message = "only the first question is asked";
            let diagnostic =
                Diagnostic::warning(other.span, message).with_hint("ask the others with `--query`");
            self.report.push(diagnostic);
        }
        let mut scope = Scope::inside(globals);
        for (id, automaton) in self.network.automata.iter().enumerate() {
            scope.names.insert(automaton.name.clone(), Entity::Automaton(id));
        }
        let (always, expression) = match &query.kind {
            QueryKind::Always(expression) => (true, expression),
            QueryKind::Possibly(expression) => (false, expression),
            QueryKind::Refused(reason) => {
                self.report.error(query.span, reason.clone());
                return None;
            }
        };
        let condition = self.resolve(|resolver| resolver.condition(expression, &scope))?;
        let target = if always { condition.not() } else { condition };
        Some(Question { text: query.text.clone(), span: query.span, always, target })
    }

    /// Without a question, locations whose names begin with `err` must not be reached.
    fn error_locations(&mut self) -> Option<Question> {
        let mut targets = Vec::new();
        let mut names = Vec::new();
        let mut span = None;
        for (id, automaton) in self.network.automata.iter().enumerate() {
            for (location, found) in automaton.locations.iter().enumerate() {
                if found.name.to_ascii_lowercase().starts_with("err") {
                    targets.push(Condition::At(id, location));
                    names.push(format!("{}.{}", automaton.name, found.name));
                    span = span.or(Some(found.span));
                }
            }
        }
        let Some(span) = span else {
            if self.report.errors() == 0 {
                let span = self.syntax.system_span.unwrap_or_default();
                self.report.hinted(
                    span,
                    "there is no question about this network",
                    "add a line such as `// query: A[] not (P1.critical and P2.critical)`, or call a location `error`",
                );
            }
            return None;
        };
        let text = format!("A[] not ({})", names.join(" or "));
        Some(Question { text, span, always: true, target: Condition::or(targets) })
    }
}

/// What an edge costs of the work that a text may cause.
const EDGE_COST: u64 = 50;

/// Is a parameter a number, handed over by its value?
fn is_value(parameter: &super::syntax::Parameter) -> bool {
    !parameter.is_reference && !matches!(parameter.of.kind, TypeKind::Clock | TypeKind::Channel { .. })
}

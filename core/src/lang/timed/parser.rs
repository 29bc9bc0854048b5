//! Tokens to syntax: declarations, processes, the system line.
//!
//! ```text
//! process Light() { clock x; state Red, Pressed { x <= 5 }; init Red; trans Red -> Pressed { sync press?; };
//! }
//! ```
//!
//! The parser goes on after an error at the next `;` or `}`, and reports all of them.

use super::source::{Kind, Source, Token, tokens};
use super::syntax::{
    Declaration, Declarator, Dimension, Direction, EdgeSyntax, Expression, Instantiation, Labelled,
    LocationSyntax, Name, Node, Parameter, Process, SyncSyntax, Syntax, Type, TypeKind, UpdateSyntax,
};
use crate::lang::Span;
use crate::lang::common::report::Report;

pub(super) struct Parser<'a, 'r> {
    source: &'a Source,
    tokens: Vec<Token>,
    position: usize,
    pub(super) nesting: u32,
    pub(super) report: &'a mut Report<'r>,
}

impl<'a, 'r> Parser<'a, 'r> {
    pub(super) fn new(source: &'a Source, report: &'a mut Report<'r>) -> Parser<'a, 'r> {
        let tokens = tokens(source, report);
        Parser { source, tokens, position: 0, nesting: 0, report }
    }

    // Tokens.

    fn token(&self) -> &Token {
        &self.tokens[self.position.min(self.tokens.len() - 1)]
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.token().kind
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    fn previous(&self) -> &Token {
        &self.tokens[self.position.saturating_sub(1)]
    }

    pub(super) fn previous_span(&self) -> Span {
        self.previous().span
    }

    pub(super) fn advance(&mut self) {
        if self.position + 1 < self.tokens.len() {
            self.position += 1;
        }
    }

    pub(super) fn at_end(&self) -> bool {
        *self.kind() == Kind::End
    }

    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.kind(), Kind::Sign(found) if *found == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(found) if found == word)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        if found {
            self.advance();
        }
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Option<()> {
        if self.accept(sign) {
            return Some(());
        }
        self.unexpected(&format!("`{sign}`"));
        None
    }

    pub(super) fn unexpected(&mut self, expected: &str) {
        let found = match self.kind() {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Number(number) => format!("`{number}`"),
            Kind::Sign(sign) => format!("`{sign}`"),
            Kind::End => "the end of the text".to_owned(),
        };
        let span = self.span();
        self.report.error(span, format!("expected {expected}, found {found}"));
    }

    pub(super) fn name(&mut self, what: &str) -> Option<Name> {
        if let Kind::Word(word) = self.kind().clone() {
            let name = Name { text: word, span: self.span() };
            self.advance();
            return Some(name);
        }
        self.unexpected(what);
        None
    }

    /// What is written from a token on, up to the one before the current.
    fn written(&self, start: usize) -> String {
        self.source.slice(self.tokens[start].start, self.previous().end)
    }

    fn labelled<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Labelled<T>> {
        let start = self.position;
        let what = read(self)?;
        Some(Labelled { what, text: self.written(start) })
    }

    /// Goes on after the next `;` at this level, or before the `}` that ends it.
    fn recover(&mut self) {
        let mut open = 0_usize;
        while !self.at_end() {
            match self.kind() {
                Kind::Sign("{") => open += 1,
                Kind::Sign("}") if open == 0 => return,
                Kind::Sign("}") => open -= 1,
                Kind::Sign(";") if open == 0 => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// The `}` that ends what is open; if that is broken, whatever comes before it is left out.
    fn close(&mut self, is_broken: bool) -> Option<()> {
        let mut open = 0_usize;
        while is_broken && !self.at_end() && (open > 0 || !self.is("}")) {
            match self.kind() {
                Kind::Sign("{") => open += 1,
                Kind::Sign("}") => open -= 1,
                _ => {}
            }
            self.advance();
        }
        self.expect("}")
    }

    // A whole text, or a part of an XML file.

    /// A file in XTA.
    pub(super) fn file(&mut self, syntax: &mut Syntax) {
        while !self.at_end() && !self.report.is_exhausted() {
            if self.accept_word("process") {
                if let Some(process) = self.process() {
                    syntax.processes.push(process);
                }
            } else {
                self.system_item(syntax, true);
            }
        }
    }

    /// The system part of an XML file.
    pub(super) fn system(&mut self, syntax: &mut Syntax) {
        while !self.at_end() && !self.report.is_exhausted() {
            self.system_item(syntax, true);
        }
    }

    /// The declarations of an XML file or of a template in it.
    pub(super) fn declarations(&mut self) -> Vec<Declaration> {
        let mut declarations = Vec::new();
        while !self.at_end() && !self.report.is_exhausted() {
            let before = self.position;
            if let Some(declaration) = self.declaration() {
                declarations.push(declaration);
            } else {
                self.recover();
            }
            if self.position == before {
                self.advance();
            }
        }
        declarations
    }

    fn system_item(&mut self, syntax: &mut Syntax, with_declarations: bool) {
        let before = self.position;
        let done = if self.is_word("system") {
            syntax.system_span = Some(self.span());
            self.advance();
            self.system_line(syntax)
        } else if self.accept_word("IO") {
            self.inputs_and_outputs()
        } else if matches!(self.kind(), Kind::Sign("}" | ";")) {
            self.advance();
            Some(())
        } else if self.is_instantiation() {
            self.instantiation(syntax)
        } else if with_declarations {
            self.declaration().map(|declaration| syntax.declarations.push(declaration))
        } else {
            self.unexpected("`system`");
            None
        };
        if done.is_none() {
            self.recover();
        }
        if self.position == before {
            self.advance();
        }
    }

    /// `P1 = …`, `P1 := …` or `P1(…) = …`
    fn is_instantiation(&self) -> bool {
        let next = self.tokens.get(self.position + 1).map(|token| &token.kind);
        matches!(self.kind(), Kind::Word(_)) && matches!(next, Some(Kind::Sign("=" | ":=")))
    }

    /// The arguments of a call, up to the closing parenthesis.
    pub(super) fn arguments(&mut self) -> Option<Vec<Expression>> {
        let mut arguments = Vec::new();
        while !self.is(")") {
            arguments.push(self.expression()?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Some(arguments)
    }

    fn instantiation(&mut self, syntax: &mut Syntax) -> Option<()> {
        let name = self.name("a name")?;
        self.advance();
        let of = self.name("the name of a process")?;
        self.expect("(")?;
        let arguments = self.arguments()?;
        self.expect(";")?;
        syntax.instantiations.push(Instantiation { name, of, arguments });
        Some(())
    }

    fn system_line(&mut self, syntax: &mut Syntax) -> Option<()> {
        loop {
            syntax.system.push(self.name("the name of a process")?);
            if self.is("<") {
                let span = self.span();
                self.report.error(span, "priorities of processes are outside of what is read here");
                return None;
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")
    }

    /// `IO P1 { a, b }` says which channels a process has; its edges say the same.
    fn inputs_and_outputs(&mut self) -> Option<()> {
        self.name("the name of a process")?;
        self.expect("{")?;
        while !self.is("}") && !self.at_end() {
            self.advance();
        }
        self.expect("}")
    }

    // Declarations.

    fn declaration(&mut self) -> Option<Declaration> {
        let is_typedef = self.accept_word("typedef");
        if self.is_word("void") {
            self.function();
            return None;
        }
        if self.is_word("gantt")
            || self.is_word("progress")
            || self.is_word("before_update")
            || self.is_word("chan_priority")
        {
            let span = self.span();
            self.report.error(span, "this section is outside of what is read here");
            return None;
        }
        if self.is_old_constant() {
            return self.old_constants();
        }
        let of = self.any_type()?;
        let mut names = Vec::new();
        loop {
            let name = self.name("a name")?;
            if self.is("(") {
                self.function();
                return None;
            }
            let mut dimensions = Vec::new();
            while self.accept("[") {
                dimensions.push(self.dimension()?);
                self.expect("]")?;
            }
            let initial =
                if self.accept("=") || self.accept(":=") { Some(self.initialiser()?) } else { None };
            names.push(Declarator { name, dimensions, initial });
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Some(Declaration { of, is_typedef, names })
    }

    /// `const N 2;`, as in texts for UPPAAL before version 4: no type, and no sign between name and value.
    fn is_old_constant(&self) -> bool {
        let kind = |ahead: usize| self.tokens.get(self.position + ahead).map(|token| &token.kind);
        self.is_word("const")
            && matches!(kind(1), Some(Kind::Word(name)) if !matches!(name.as_str(), "int" | "bool" | "meta"))
            && matches!(kind(2), Some(Kind::Number(_) | Kind::Sign("-" | "(" | "=" | ":=")))
    }

    fn old_constants(&mut self) -> Option<Declaration> {
        let span = self.span();
        self.advance();
        let mut names = Vec::new();
        loop {
            let name = self.name("a name")?;
            let _ = self.accept("=") || self.accept(":=");
            let initial = Some(self.expression()?);
            names.push(Declarator { name, dimensions: Vec::new(), initial });
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        let of = Type { kind: TypeKind::Int(None), is_constant: true, span };
        Some(Declaration { of, is_typedef: false, names })
    }

    fn initialiser(&mut self) -> Option<Expression> {
        if self.is("{") {
            let span = self.span();
            self.report.hinted(
                span,
                "arrays of numbers are outside of what is read here",
                "declare a variable for each element; channels may be arrays",
            );
            return None;
        }
        self.expression()
    }

    fn dimension(&mut self) -> Option<Dimension> {
        if self.is_word("int") {
            return self.any_type().map(Dimension::Type);
        }
        self.expression().map(Dimension::Size)
    }

    fn function(&mut self) {
        let span = self.span();
        self.report.hinted(
            span,
            "functions are outside of what is read here",
            "write what the function does as guards and assignments of edges",
        );
        while !self.at_end() && !self.is("{") {
            self.advance();
        }
        // Up to the brace that closes the body.
        self.advance();
        let mut open = 1;
        while !self.at_end() && open > 0 {
            match self.kind() {
                Kind::Sign("{") => open += 1,
                Kind::Sign("}") => open -= 1,
                _ => {}
            }
            self.advance();
        }
        // The caller looks for the next `;`, which this function does not have.
        self.position = self.position.saturating_sub(1);
        if let Some(token) = self.tokens.get_mut(self.position)
            && token.kind == Kind::Sign("}")
        {
            token.kind = Kind::Sign(";");
        }
    }

    // Processes.

    pub(super) fn parameters(&mut self) -> Option<Vec<Parameter>> {
        let mut parameters: Vec<Parameter> = Vec::new();
        while !self.is(")") && !self.at_end() {
            let (of, is_reference) = match parameters.last() {
                // Older texts have a type for several names, and no type for constants: `chan a, b; const k`.
                Some(last) if self.is_name_alone(0) => (last.of.clone(), last.is_reference),
                _ if self.is_word("const") && self.is_name_alone(1) => {
                    let span = self.span();
                    self.advance();
                    (Type { kind: TypeKind::Int(None), is_constant: true, span }, false)
                }
                _ => (self.any_type()?, self.accept("&")),
            };
            let name = self.name("the name of a parameter")?;
            if self.is("[") {
                let span = self.span();
                self.report.error(span, "parameters that are arrays are outside of what is read here");
                return None;
            }
            parameters.push(Parameter { of, is_reference, name });
            if !self.accept(",") && !self.accept(";") {
                break;
            }
        }
        Some(parameters)
    }

    /// Is there a name, so many tokens ahead, that is all there is up to the next separator?
    fn is_name_alone(&self, ahead: usize) -> bool {
        let kind = |ahead: usize| self.tokens.get(self.position + ahead).map(|token| &token.kind);
        matches!(kind(ahead), Some(Kind::Word(_)))
            && matches!(kind(ahead + 1), Some(Kind::Sign("," | ";" | ")") | Kind::End))
    }

    fn process(&mut self) -> Option<Process> {
        let header = self.process_header();
        let Some(mut process) = header else {
            while !self.at_end() && !self.is_word("process") && !self.is_word("system") {
                self.advance();
            }
            return None;
        };
        while !self.at_end() && !self.is("}") && !self.report.is_exhausted() {
            let before = self.position;
            let done = match self.kind().clone() {
                Kind::Word(word) if word == "state" => {
                    self.advance();
                    self.states(&mut process)
                }
                Kind::Word(word) if word == "commit" => {
                    self.advance();
                    self.names_of_locations().map(|mut names| process.committed.append(&mut names))
                }
                Kind::Word(word) if word == "urgent" && !self.next_is_channel() => {
                    self.advance();
                    self.names_of_locations().map(|mut names| process.urgent.append(&mut names))
                }
                Kind::Word(word) if word == "init" => {
                    self.advance();
                    let name = self.name("the name of a location");
                    process.initial = name.or(process.initial.take());
                    self.expect(";")
                }
                Kind::Word(word) if word == "trans" => {
                    self.advance();
                    self.transitions(&mut process)
                }
                Kind::Word(word) if word == "process" || word == "system" => {
                    self.unexpected("`}` at the end of the process before it");
                    return Some(process);
                }
                Kind::Word(word) if word == "branchpoint" => {
                    let span = self.span();
                    self.report.error(span, "branch points are outside of what is read here");
                    None
                }
                _ => self.declaration().map(|declaration| process.declarations.push(declaration)),
            };
            if done.is_none() {
                self.recover();
            }
            if self.position == before {
                self.advance();
            }
        }
        self.expect("}");
        Some(process)
    }

    fn process_header(&mut self) -> Option<Process> {
        let name = self.name("the name of the process")?;
        let mut process = Process { name, ..Process::default() };
        if self.accept("(") {
            process.parameters = self.parameters()?;
            self.expect(")")?;
        }
        self.expect("{")?;
        Some(process)
    }

    fn next_is_channel(&self) -> bool {
        let next = self.tokens.get(self.position + 1).map(|token| &token.kind);
        matches!(next, Some(Kind::Word(word)) if word == "chan" || word == "broadcast")
    }

    fn states(&mut self, process: &mut Process) -> Option<()> {
        loop {
            let name = self.name("the name of a location")?;
            let mut invariant = None;
            if self.accept("{") {
                if !self.is("}") {
                    invariant = self.labelled(Self::expression);
                }
                self.accept(";");
                self.close(invariant.is_none())?;
            }
            process.locations.push(LocationSyntax { id: name.text.clone(), name, invariant });
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")
    }

    fn names_of_locations(&mut self) -> Option<Vec<Name>> {
        let mut names = Vec::new();
        loop {
            names.push(self.name("the name of a location")?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Some(names)
    }

    fn transitions(&mut self, process: &mut Process) -> Option<()> {
        let mut from: Option<Name> = None;
        loop {
            let start = self.span();
            // Of several edges with the same source, only the first needs to name it.
            if !self.is("->") || from.is_none() {
                from = Some(self.name("the name of a location")?);
            }
            if self.is("-u->") {
                let span = self.span();
                self.report.error(span, "edges of an environment (`-u->`) are outside of what is read here");
                return None;
            }
            self.expect("->")?;
            let to = self.name("the name of a location")?;
            let mut edge = EdgeSyntax { from: from.clone()?, to, ..EdgeSyntax::default() };
            if self.accept("{") {
                let is_broken = self.edge(&mut edge).is_none();
                self.close(is_broken)?;
            }
            edge.span = start.to(self.previous_span());
            process.edges.push(edge);
            if !self.accept(",") {
                break;
            }
            if self.is(";") {
                break;
            }
        }
        self.expect(";")
    }

    fn edge(&mut self, edge: &mut EdgeSyntax) -> Option<()> {
        while !self.is("}") && !self.at_end() {
            let label = self.name("`select`, `guard`, `sync` or `assign`")?;
            match label.text.as_str() {
                "select" => self.selection(edge)?,
                "guard" => self.guard(edge)?,
                "sync" => self.synchronisation(edge)?,
                "assign" => self.updates(edge)?,
                "probability" => {
                    self.report.error(label.span, "probabilities are outside of what is read here");
                    return None;
                }
                _ => {
                    let known = ["select", "guard", "sync", "assign"];
                    let mut message = format!("`{}` is no part of an edge", label.text);
                    if let Some(near) = self.report.nearest(&label.text, known) {
                        message += &format!("; is `{near}` meant?");
                    }
                    self.report.hinted(
                        label.span,
                        message,
                        "an edge has `select`, `guard`, `sync` and `assign`",
                    );
                    return None;
                }
            }
            self.expect(";")?;
        }
        Some(())
    }

    pub(super) fn selection(&mut self, edge: &mut EdgeSyntax) -> Option<()> {
        let start = self.position;
        loop {
            let name = self.name("the name of a selected value")?;
            self.expect(":")?;
            let over = self.any_type()?;
            edge.selects.push((name, over));
            if !self.accept(",") {
                break;
            }
        }
        edge.select_text = self.written(start);
        Some(())
    }

    pub(super) fn guard(&mut self, edge: &mut EdgeSyntax) -> Option<()> {
        let mut guard = self.labelled(Self::expression)?;
        // Older texts separate conjuncts with commas.
        while self.accept(",") {
            let next = self.labelled(Self::expression)?;
            let span = guard.what.span.to(next.what.span);
            let depth = guard.what.depth.max(next.what.depth) + 1;
            let both = Node::Binary(super::syntax::Binary::And, Box::new(guard.what), Box::new(next.what));
            guard = Labelled {
                what: Expression { kind: both, span, depth },
                text: format!("{}, {}", guard.text, next.text),
            };
        }
        edge.guard = Some(guard);
        Some(())
    }

    pub(super) fn invariant(&mut self) -> Option<Labelled<Expression>> {
        self.labelled(Self::expression)
    }

    pub(super) fn synchronisation(&mut self, edge: &mut EdgeSyntax) -> Option<()> {
        let read = |parser: &mut Self| {
            let channel = parser.postfix()?;
            let direction = if parser.accept("!") {
                Direction::Send
            } else if parser.accept("?") {
                Direction::Receive
            } else {
                Direction::Undirected
            };
            Some(SyncSyntax { channel, direction })
        };
        edge.sync = Some(self.labelled(read)?);
        Some(())
    }

    pub(super) fn updates(&mut self, edge: &mut EdgeSyntax) -> Option<()> {
        let start = self.position;
        loop {
            edge.updates.push(self.update()?);
            if !self.accept(",") {
                break;
            }
        }
        edge.update_text = self.written(start);
        Some(())
    }

    fn update(&mut self) -> Option<UpdateSyntax> {
        use super::syntax::Binary;
        let start = self.span();
        let before = if self.accept("++") {
            Some(Binary::Plus)
        } else if self.accept("--") {
            Some(Binary::Minus)
        } else {
            None
        };
        let target = self.name("the name of a variable or a clock")?;
        if self.is("[") || self.is(".") || self.is("(") {
            let span = self.span();
            self.report.hinted(
                span,
                "only variables and clocks can be assigned to; arrays, records and functions are outside of what is read \
                 here",
                "declare a variable for each element",
            );
            return None;
        }
        let variable = Expression { kind: Node::Name(target.text.clone()), span: target.span, depth: 1 };
        let one = |span| Expression { kind: Node::Number(1), span, depth: 1 };
        let combined = |sign, right: Expression| {
            let (span, depth) = (variable.span.to(right.span), right.depth + 1);
            Expression { kind: Node::Binary(sign, Box::new(variable.clone()), Box::new(right)), span, depth }
        };
        let sign = match self.kind() {
            Kind::Sign(sign) => *sign,
            _ => "",
        };
        let value = match (before, sign) {
            (Some(sign), _) => combined(sign, one(target.span)),
            (None, "=" | ":=") => {
                self.advance();
                self.expression()?
            }
            (None, "++" | "--") => {
                self.advance();
                combined(if sign == "++" { Binary::Plus } else { Binary::Minus }, one(target.span))
            }
            (None, "+=" | "-=" | "*=") => {
                self.advance();
                let right = self.expression()?;
                combined(
                    match sign {
                        "+=" => Binary::Plus,
                        "-=" => Binary::Minus,
                        _ => Binary::Times,
                    },
                    right,
                )
            }
            _ => {
                self.unexpected("`=` and the new value");
                return None;
            }
        };
        Some(UpdateSyntax { target, value, span: start.to(self.previous_span()) })
    }

    /// The end of a label, which must be reached.
    pub(super) fn finish(&mut self) {
        if !self.at_end() {
            self.unexpected("the end of the label");
        }
    }
}

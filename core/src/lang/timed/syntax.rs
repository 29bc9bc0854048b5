//! What a text in XTA or XML says, before names are looked up.

use crate::lang::Span;

/// A name and where it stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) kind: Node,
    pub(super) span: Span,
    /// How deep it is nested.
    pub(super) depth: u32,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    Number(i64),
    Truth(bool),
    Name(String),
    /// `channel[index]`
    Index(Box<Expression>, Box<Expression>),
    /// `process.location`
    Member(Box<Expression>, Name),
    /// `Process(1)`
    Call(Box<Expression>, Vec<Expression>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    Conditional(Box<[Expression; 3]>),
    /// `forall (i : type) …`
    Quantified {
        all: bool,
        name: Name,
        over: Type,
        body: Box<Expression>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Imply,
    Or,
    And,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Minimum,
    Maximum,
    Plus,
    Minus,
    Times,
    Divided,
    Remainder,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(super) struct Type {
    pub(super) kind: TypeKind,
    pub(super) is_constant: bool,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TypeKind {
    Int(Option<Box<(Expression, Expression)>>),
    Bool,
    Clock,
    Channel { is_urgent: bool },
    Named(String),
}

/// `int[0, 3] a = 1, b;`
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    pub(super) of: Type,
    pub(super) is_typedef: bool,
    pub(super) names: Vec<Declarator>,
}

#[derive(Clone, Debug)]
pub(super) struct Declarator {
    pub(super) name: Name,
    pub(super) dimensions: Vec<Dimension>,
    pub(super) initial: Option<Expression>,
}

/// The size of an array: a number, or a type whose values are the indices.
#[derive(Clone, Debug)]
pub(super) enum Dimension {
    Size(Expression),
    Type(Type),
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub(super) of: Type,
    pub(super) is_reference: bool,
    pub(super) name: Name,
}

/// A template of automata.
#[derive(Clone, Debug, Default)]
pub(super) struct Process {
    pub(super) name: Name,
    pub(super) parameters: Vec<Parameter>,
    pub(super) declarations: Vec<Declaration>,
    pub(super) locations: Vec<LocationSyntax>,
    pub(super) committed: Vec<Name>,
    pub(super) urgent: Vec<Name>,
    pub(super) initial: Option<Name>,
    pub(super) edges: Vec<EdgeSyntax>,
}

#[derive(Clone, Debug)]
pub(super) struct LocationSyntax {
    pub(super) name: Name,
    /// The name that edges and the start use; in XML files that is not the one that is shown.
    pub(super) id: String,
    pub(super) invariant: Option<Labelled<Expression>>,
}

/// Something together with how it is written.
#[derive(Clone, Debug)]
pub(super) struct Labelled<T> {
    pub(super) what: T,
    pub(super) text: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct EdgeSyntax {
    pub(super) from: Name,
    pub(super) to: Name,
    pub(super) selects: Vec<(Name, Type)>,
    pub(super) guard: Option<Labelled<Expression>>,
    pub(super) sync: Option<Labelled<SyncSyntax>>,
    pub(super) updates: Vec<UpdateSyntax>,
    /// How the updates and the selection are written.
    pub(super) update_text: String,
    pub(super) select_text: String,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct SyncSyntax {
    pub(super) channel: Expression,
    pub(super) direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// `a!`
    Send,
    /// `a?`
    Receive,
    /// `a`: whoever has the channel takes part.
    Undirected,
}

/// `x = 0`; `j++` and `j += 2` are written out.
#[derive(Clone, Debug)]
pub(super) struct UpdateSyntax {
    pub(super) target: Name,
    pub(super) value: Expression,
    pub(super) span: Span,
}

/// `P1 = Process(1);`
#[derive(Clone, Debug)]
pub(super) struct Instantiation {
    pub(super) name: Name,
    pub(super) of: Name,
    pub(super) arguments: Vec<Expression>,
}

/// A question about the network.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// How it is written.
    pub(super) text: String,
    pub(super) span: Span,
    pub(super) kind: QueryKind,
}

#[derive(Clone, Debug)]
pub(super) enum QueryKind {
    /// `A[] φ`
    Always(Expression),
    /// `E<> φ`
    Possibly(Expression),
    /// It can't be asked, and why is reported if it is the one to ask.
    Refused(String),
}

/// All that a text says.
#[derive(Clone, Debug, Default)]
pub(super) struct Syntax {
    pub(super) declarations: Vec<Declaration>,
    pub(super) processes: Vec<Process>,
    pub(super) instantiations: Vec<Instantiation>,
    pub(super) system: Vec<Name>,
    pub(super) system_span: Option<Span>,
    pub(super) queries: Vec<Query>,
}

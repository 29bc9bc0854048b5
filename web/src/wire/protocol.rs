//! What page and worker say to each other.
//!
//! Messages travel as bytes in the format of postcard: the same on every platform, and a test can speak it
//! without the page. To read JSON into all of these types took a tenth of the module that visitors download
//! (ADR 12). The worker says `Ready` first; before that it hears nothing.
//!
//! ```
//! use hornbook_web::wire::protocol::{Call, Request, RequestId, decode, encode};
//! let call = Call { id: RequestId(7), request: Request::Describe { text: "p(X).".to_owned() } };
//! assert_eq!(encode(&call), b"\x07\x00\x05p(X).");
//! assert_eq!(decode::<Call>(&encode(&call)), Ok(call));
//! ```

use hornbook::claim::{ClaimText, Completion, PlayedText, ReplayText};
use hornbook::engine::{AndOrTree, Event, ExpansionText, Header, PositionId, Statistics};
use hornbook::explain::ClauseProof;
use hornbook::formula::FormulaText;
use hornbook::horn::Doubt;
use hornbook::interpolate::PointOrigin;
use hornbook::lang::model::{Account, Picture, Play, Reading};
use hornbook::lang::{ClauseId, Diagnostic, Encoding, Language, LineColumn, Severity, Span};
use hornbook::recursion_free::Placement;
use hornbook::settings::{RunSettings, Turn};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::wire::goal::{Goal, Judged};
use crate::wire::inspection::{InspectedPosition, Question, Reply};

/// A message as bytes.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // This fails only for values whose size is not known beforehand; there are none in messages.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// A message from bytes, or why they are none.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
}

/// Ties an answer to its request, so that an answer to an outdated request can be told from a current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RequestId(pub u32);

impl RequestId {
    /// The id of the next request.
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    pub id: RequestId,
    pub request: Request,
}

/// What the page can ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Requests are few and short-lived; a box would help nobody.
#[allow(clippy::large_enum_variant)]
pub enum Request {
    /// What kind of problem is this?
    Describe { text: String },
    /// Solve this. The answer comes in pieces, as [`Message::Run`]; of the runs before, these are still of
    /// interest. A run that nobody has asked for, because a link has begun it, may do less until it pauses.
    Solve { run: RunId, text: String, settings: RunSettings, keep: Vec<RunId>, is_asked_for: bool },
    /// Go on with a run that has paused because its budget was used up.
    Continue { run: RunId },
    /// Look into a position of a counterexample of a text with these settings. The engine's interpolant there
    /// is one of the points of its lattice.
    Inspect {
        inspected: InspectedPosition,
        question: Question,
        text: String,
        settings: RunSettings,
        tree: AndOrTree,
        /// What is known at the open positions of the tree: formulae that hold together.
        open: Vec<(PositionId, Vec<FormulaText>)>,
        chosen: Option<FormulaText>,
        /// Further formulae that may be interpolants.
        given: Vec<(PointOrigin, FormulaText)>,
    },
    /// Why does this clause of the problem hold under the solution that the run has found?
    Prove { run: RunId, clause: ClauseId },
    /// Fail on purpose, so that the way back from a failure can be tested.
    Panic,
    /// What is wrong with these templates for the problem?
    CheckTemplates { text: String, encoding: Encoding, templates: String },
    /// What is the problem in this language?
    Translate { text: String, language: Language },
    /// What is this counterexample of a text with these settings, as clauses in this language?
    Clauses { text: String, settings: RunSettings, counterexample: Counterexample, language: Language },
    /// Where does the problem lie among the fragments of recursion-free clauses?
    Classify { text: String, encoding: Encoding },
    /// What is the model after these moves of a person, and what can happen next?
    Play { text: String, moves: Vec<usize> },
    /// Is this a solution of the problem, or can it be completed to one?
    Claim { text: String, settings: RunSettings, claim: String, completes: bool },
    /// Does what was typed meet the goal of a challenge about this text?
    Judge { text: String, goal: Goal, typed: String },
}

/// What a run refutes at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Counterexample {
    /// A tree, and what is known at its open positions: formulae that hold together.
    Tree { tree: AndOrTree, open: Vec<(PositionId, Vec<FormulaText>)> },
    /// Copies of relation symbols and clauses, such as an unwinding.
    Expansion(ExpansionText),
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// The worker has started and listens.
    Ready,
    /// The answer to the call with this id.
    Answer { id: RequestId, answer: Answer },
    /// A run has got on.
    Run { run: RunId, progress: Progress },
    /// The worker has failed and can't be used any more.
    Panicked { message: String },
    /// The worker has taken this much memory, more than it has told before.
    Memory { bytes: u64 },
}

/// Names a run of the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunId(pub u32);

/// What is new of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// It has begun, with these clauses.
    Began { header: Box<Header> },
    /// It can't be begun.
    Refused { reason: String },
    /// This has happened since.
    Events {
        events: Vec<Event>,
        statistics: Statistics,
        /// The time that these events took.
        milliseconds: u32,
        /// There will be no more, unless the run is continued.
        is_over: bool,
    },
    /// A run that has taken turns with it has found a verdict. From here on, the events are those of that
    /// run, from its beginning.
    Turned { turn: Turn },
    /// It is amid a long step, or reads its text, and has taken about this many steps of work at it so far.
    Working { steps: u64 },
    /// A proof that was asked for, or why there is none to show.
    Proof { clause: ClauseId, proof: Result<Box<ClauseProof>, String> },
    /// It has ended with a solution, which can be exported.
    Solved(SolutionText),
    /// Its text is a model, of which this is the picture.
    Pictured(Box<Picture>),
    /// What its verdict says about the model. This is told before the verdict itself, so that no verdict
    /// about clauses is taken for one about the model.
    Modelled(Box<Modelled>),
}

/// What the verdict of a run says about the model that its clauses come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Modelled {
    /// What a solution says.
    Reading(Reading),
    /// What a derivation says, replayed by the model's own interpreter.
    Account(Account),
}

/// A solution in the two languages of problems, with the names of the parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionText {
    pub house: String,
    pub smtlib: String,
}

/// What the worker can answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// To [`Request::Describe`].
    Description(Description),
    /// To [`Request::Inspect`].
    Inspected { inspected: InspectedPosition, question: Question, reply: Box<Reply> },
    /// To [`Request::CheckTemplates`].
    TemplateFaults(Vec<String>),
    /// To [`Request::Translate`] and [`Request::Clauses`].
    Translation(String),
    /// To [`Request::Classify`].
    Classified(Box<Placement>),
    /// To [`Request::Play`]; nothing if the model can't be played.
    Played(Option<Box<Play>>),
    /// To [`Request::Claim`].
    Claimed(Box<Claimed>),
    /// To [`Request::Judge`].
    Judged(Judged),
    /// To anything that takes more than the reader may do for one question; the reason is a sentence.
    Stopped { reason: String },
}

/// What is said to a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claimed {
    /// What one could begin with.
    Blank(String),
    Judged(ClaimText),
    Completed(Completion),
    /// A derivation, and what it means for the model if there is one.
    Replayed(ReplayText, Option<Account>),
    /// A run of a model.
    Played(PlayedText),
}

/// What can be seen of a problem without solving it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// What the text is written in.
    pub language: Language,
    /// The responses to the text, if it is a script of satisfiability or interpolation queries and not a
    /// problem.
    pub responses: Option<Responses>,
    /// How many clauses there are, queries included.
    pub clauses: usize,
    /// Where the clauses are.
    pub spans: Vec<Span>,
    /// How many clauses have the head `false`.
    pub queries: usize,
    /// The relation symbols, in the order of the text.
    pub relations: Vec<RelationSymbol>,
    /// What there is to draw, if the text is a model and not clauses.
    pub picture: Option<Picture>,
    /// The encodings that can be chosen for the model beside the standard one.
    pub encodings: Vec<Encoding>,
    /// Whether a person can play with the model.
    pub can_be_played: bool,
    /// What is wrong or doubtful in the text, from top to bottom.
    pub findings: Vec<Finding>,
    /// How many findings there are beyond those.
    pub further_findings: usize,
    /// Why an answer may say less than it seems to.
    pub doubts: Vec<Doubt>,
}

/// What the commands of a script answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Responses {
    pub lines: Vec<String>,
    /// The work it took, which is the same everywhere.
    pub steps: u64,
    /// How many models and proofs have passed their check.
    pub checked: u64,
    /// How many have not, which would be a bug; their answers are `unknown`.
    pub rejected: u64,
}

/// A relation symbol and how many arguments it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationSymbol {
    pub name: String,
    pub arity: usize,
}

/// Something to tell the author of the text, with its place in terms that people use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub place: LineColumn,
    pub diagnostic: Diagnostic,
}

impl Finding {
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity == Severity::Error
    }
}

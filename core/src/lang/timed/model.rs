//! A network as a model: what the contract for front ends asks for.

use super::account;
use super::encode::{Encoded, Happening};
use super::interpret::{Interpreter, Move, State};
use super::network::{AutomatonId, Network, Question};
use super::picture::Parts;
use super::syntax::Syntax;
use super::time::Unit;
use super::trace::Trace;
use crate::budget::Budget;
use crate::lang::model::{self, Account, Picture, Play, Reading};
use crate::lang::{Derivation, Encoding, Language, Model, Problem, Solution, house};

/// A network, the question about it, and the clauses that decide it.
#[derive(Debug)]
pub(super) struct Timed {
    pub(super) encoding: Encoding,
    /// What the text says.
    pub(super) syntax: Syntax,
    pub(super) network: Network,
    /// The same network with one copy of each template, for any number of copies.
    pub(super) family: Option<Network>,
    pub(super) question: Option<Question>,
    pub(super) unit: Unit,
    pub(super) encoded: Option<Encoded>,
    /// Was all of the text understood?
    pub(super) is_whole: bool,
    nothing: Problem,
}

impl Timed {
    pub(super) fn new(encoding: Encoding) -> Timed {
        Timed {
            encoding,
            syntax: Syntax::default(),
            network: Network::default(),
            family: None,
            question: None,
            unit: Unit::One,
            encoded: None,
            is_whole: false,
            nothing: Problem::default(),
        }
    }

    /// The network whose automata have relation symbols.
    pub(super) fn encoded_network(&self) -> &Network {
        self.family.as_ref().unwrap_or(&self.network)
    }

    /// The automaton of the encoded network that an automaton is a copy of.
    pub(super) fn group_of(&self, id: AutomatonId) -> AutomatonId {
        let Some(family) = &self.family else { return id };
        let wanted = &self.network.automata[id];
        let named = family.automata.iter().position(|automaton| automaton.name == wanted.name);
        let same = || family.automata.iter().position(|automaton| automaton.template == wanted.template);
        named.or_else(same).unwrap_or(0)
    }

    /// What a person plays with: half time units, if some bound is strict.
    fn playing(&self) -> Interpreter<'_> {
        Interpreter::new(&self.network, if self.unit == Unit::Any { 2 } else { 1 })
    }

    /// What can happen in a state.
    fn possible(interpreter: &Interpreter, state: &State) -> Vec<(Move, State)> {
        let mut moves = interpreter.edges(state);
        let delay = Move::Delay(1);
        moves.extend(interpreter.after(state, delay).ok().map(|next| (delay, next)));
        moves
    }
}

impl Model for Timed {
    fn problem(&self) -> &Problem {
        self.encoded.as_ref().map_or(&self.nothing, |encoded| &encoded.problem)
    }

    fn picture(&self) -> Picture {
        super::picture::picture(self)
    }

    fn reading(&self, problem: &mut Problem, solution: &Solution, _budget: &mut Budget) -> Reading {
        super::reading::reading(self, problem, solution)
    }

    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account {
        account::account(self, derivation, budget)
    }

    fn replays_rounds(&self) -> bool {
        true
    }

    fn play(&self, moves: &[usize]) -> Option<Play> {
        if !self.is_whole {
            return None;
        }
        let interpreter = self.playing();
        let mut state = interpreter.start();
        let mut taken = Vec::new();
        for choice in moves {
            let Some((step, next)) = Timed::possible(&interpreter, &state).into_iter().nth(*choice) else {
                break;
            };
            taken.push((step, None));
            state = next;
        }
        let run = account::run(self, &interpreter, &Trace::of(taken), String::new()).ok()?;
        let parts = Parts::of(self.encoded_network());
        let possible = Timed::possible(&interpreter, &state);
        let described = possible.iter().map(|(step, _)| model::Move {
            label: account::label(self, &interpreter, *step),
            part: match step {
                Move::Delay(_) => None,
                Move::Edge(id, edge) | Move::Together(super::network::Pair { sender: (id, edge), .. }) => {
                    Some(parts.edge(self.group_of(*id), self.network.automata[*id].edges[*edge].written))
                }
            },
        });
        let reached =
            self.question.as_ref().is_some_and(|question| interpreter.holds(&question.target, &state));
        let remark = reached.then(|| match &self.question {
            Some(question) if question.always => format!("`{}` does not hold here", question.text),
            _ => "This is what the question asks for.".to_owned(),
        });
        Some(Play { run, moves: described.collect(), remark })
    }

    /// As XTA; or as clauses with a comment for every group, and the origin of each clause beside it.
    fn translated(&self, language: Language) -> Option<String> {
        if language == Language::Timed && self.is_whole {
            return Some(super::print::print(&self.syntax));
        }
        let encoded = self.encoded.as_ref().filter(|_| language == Language::House)?;
        let printed = house::print(&encoded.problem);
        let mut lines = printed.lines();
        let mut text = String::new();
        let declared = printed.lines().take_while(|line| line.starts_with(":- relation ")).count();
        for line in lines.by_ref().take(declared) {
            text += line;
            text.push('\n');
        }
        let mut group = None;
        for (origin, line) in encoded.origins.iter().zip(lines.by_ref()) {
            if group != Some(origin.group) {
                group = Some(origin.group);
                let count = encoded.origins.iter().filter(|other| other.group == origin.group).count();
                text += &format!("% {}: {count}\n", origin.group.title());
            }
            text += line;
            if let Some(what) = self.described(origin.happening) {
                text += &format!(" % {what}");
            }
            text.push('\n');
        }
        if !encoded.problem.predicates.is_empty() {
            text += "% predicates to begin with: locations, values, and comparisons of the network\n";
        }
        for line in lines {
            text += line;
            text.push('\n');
        }
        Some(text)
    }

    fn encodings(&self) -> &'static [Encoding] {
        &[Encoding::Product, Encoding::OwickiGries, Encoding::RelyGuarantee, Encoding::Parameterised]
    }

    fn is_exact(&self) -> bool {
        matches!(self.encoding, Encoding::Standard | Encoding::LargeBlock | Encoding::Product)
    }
}

impl Timed {
    /// The edges that a clause stands for.
    fn described(&self, happening: Happening) -> Option<String> {
        let network = self.encoded_network();
        let edge = |(id, position): (AutomatonId, usize)| {
            let automaton = network.automata.get(id)?;
            let edge = automaton.edges.get(position)?;
            let name =
                |location: usize| automaton.locations.get(location).map(|location| location.name.as_str());
            Some(format!("{}: {} -> {}", automaton.name, name(edge.from)?, name(edge.to)?))
        };
        match happening {
            Happening::Edge(id, position) => edge((id, position)),
            Happening::Together(pair) => {
                Some(format!("{} with {}", edge(pair.sender)?, edge(pair.receiver)?))
            }
            Happening::Start | Happening::Time | Happening::Environment | Happening::Question => None,
        }
    }
}

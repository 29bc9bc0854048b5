//! What a derivation means: a timed trace that the interpreter has replayed, or no verdict.
//!
//! The product says exactly what the network does, so its derivations are runs. With local invariants each
//! premise of the question has a history of its own, which is a run if it respects the invariants of the
//! others as well; the interpreter decides that. If none of them is one, all states are looked at, as long as
//! they are few: either there is another run, or the network has none and there is no proof of this form, or
//! that stays open.

use super::encode::{Encoded, Happening, Slot};
use super::explore::{self, Found};
use super::interpret::{Interpreter, Move, State};
use super::model::Timed;
use super::network::{AutomatonId, Pair};
use super::picture::Parts;
use super::time::Unit;
use super::trace::{Step, Trace};
use crate::budget::Budget;
use crate::formula::Value;
use crate::lang::model::{Account, Row, Run};
use crate::lang::{Argument, Derivation, Encoding, Repetition};
use crate::num::Int;

pub(super) fn account(model: &Timed, derivation: &Derivation, budget: &mut Budget) -> Account {
    let (Some(encoded), Some(question)) = (&model.encoded, &model.question) else {
        return Account::Refused("there is no network".to_owned());
    };
    let Some(last) = derivation.steps.last() else {
        return Account::Refused("the derivation is empty".to_owned());
    };
    let mut reason = String::new();
    // Copies of a template have no history of the whole network.
    if model.encoding != Encoding::Parameterised {
        for premise in &last.premises {
            match history(model, encoded, derivation, *premise)
                .and_then(|(unit, trace)| replay(model, unit, trace))
            {
                Ok(run) => return Account::Real(run),
                Err(why) => reason = why,
            }
        }
    }
    if matches!(model.encoding, Encoding::Standard | Encoding::LargeBlock | Encoding::Product) {
        return Account::Refused(reason);
    }
    let form = match model.encoding {
        Encoding::OwickiGries => "There is no local proof of this form (Owicki-Gries)",
        Encoding::RelyGuarantee => "There is no local proof of this form (rely-guarantee)",
        _ => "There is no proof for any number of copies from what each copy knows",
    };
    // With strict bounds, a run may need delays between those that are tried.
    let unit = if model.unit == Unit::Any {
        i64::try_from(model.network.clocks.len()).map_or(1, |clocks| clocks + 1)
    } else {
        1
    };
    let interpreter = Interpreter::new(&model.network, unit);
    match explore::search(&interpreter, &question.target, explore::STATE_LIMIT, budget) {
        Found::Run(moves) => {
            let steps: Vec<Step> = moves.into_iter().map(|step| (step, None)).collect();
            match replay(model, unit, Trace::of(steps)) {
                Ok(run) => Account::Real(run),
                Err(why) => Account::Refused(why),
            }
        }
        Found::None if model.unit == Unit::One && model.encoding == Encoding::Parameterised => {
            Account::NoVerdict(format!(
                "{form}. The network with as many copies as the text has can't reach such a state: all its states were \
                 looked at. With other numbers of copies that is open."
            ))
        }
        Found::None if model.unit == Unit::One => Account::NoVerdict(format!(
            "{form}, and the network is safe all the same: all its states were looked at, and the product refutes what \
             the local clauses derive."
        )),
        Found::None | Found::Unknown => Account::NoVerdict(format!(
            "{form}. That is no error of the network: the encoding `product` decides whether there is a run."
        )),
    }
}

/// The moves along one history: from the start to a premise of the question.
fn history(
    model: &Timed,
    encoded: &Encoded,
    derivation: &Derivation,
    premise: usize,
) -> Result<(i64, Trace), String> {
    // The premise with the same relation symbol is the state before.
    let mut chain = vec![premise];
    let mut at = premise;
    loop {
        let step = derivation.steps.get(at).ok_or("a step is missing")?;
        let clause = &encoded.problem[step.clause];
        let own = clause.head.as_ref().map(|head| head.relation);
        let before = clause.body.iter().position(|application| Some(application.relation) == own);
        match before.and_then(|position| step.premises.get(position)) {
            Some(before) => at = *before,
            None => break,
        }
        chain.push(at);
    }
    chain.reverse();
    let mut unit = 1;
    let mut time: Option<Int> = None;
    let mut steps = Vec::new();
    let mut waiting: Option<(AutomatonId, usize)> = None;
    let mut begins: Vec<usize> = Vec::with_capacity(chain.len());
    for (nth, position) in chain.iter().copied().enumerate() {
        begins.push(steps.len());
        // Around rounds that are not written down, rounds have the same moves, and be it that no time passes.
        let rounds = derivation.repetitions.iter().find(|rounds| {
            let begin = rounds.last.saturating_sub(2 * rounds.period);
            (begin..rounds.last + rounds.period).contains(&position)
        });
        if let Some(rounds) = rounds {
            let Repetition { last, period, more } = *rounds;
            if waiting.is_some() && (last + period - position).is_multiple_of(period) {
                return Err("rounds begin amid a synchronisation".to_owned());
            }
            // The time at the end of the round that is left out last.
            if position == last && nth > period {
                let [before, end] = [chain[nth - 1 - period], chain[nth - 1]]
                    .map(|end| number(encoded, derivation, end, Slot::Time));
                let (before, end) = before.zip(end).ok_or("a step has no time")?;
                time = Some(&end + &(&(&end - &before) * &Int::from(more)));
            }
        }
        let step = &derivation.steps[position];
        let now = number(encoded, derivation, position, Slot::Time).ok_or("a step has no time")?;
        if time.is_none() && model.unit == Unit::Any {
            let ticks = number(encoded, derivation, position, Slot::Unit);
            unit = ticks.and_then(|ticks| ticks.to_i64()).ok_or("the unit is too large")?;
        }
        let delay = time.as_ref().map_or(Int::ZERO, |before| &now - before);
        time = Some(now);
        let mut happening = encoded.origins[step.clause.index()].happening;
        if happening == Happening::Environment {
            // The last premise says what the environment did.
            let cause = step.premises.last().and_then(|cause| derivation.steps.get(*cause));
            happening = cause.map_or(happening, |cause| encoded.origins[cause.clause.index()].happening);
        }
        if !delay.is_zero() || rounds.is_some() {
            let delay = delay.to_i64().ok_or("a delay is too large")?;
            steps.push((Move::Delay(delay), Some(position)));
        }
        match happening {
            Happening::Together(pair) => steps.push((Move::Together(pair), Some(position))),
            Happening::Edge(id, edge) if model.network.automata[id].edges[edge].sync.is_none() => {
                steps.push((Move::Edge(id, edge), Some(position)));
            }
            Happening::Edge(id, edge) => match waiting.take() {
                // One half of a synchronisation waits for the other.
                Some(sender) if model.network.fits(sender, (id, edge)) => {
                    let pair = Pair { sender, receiver: (id, edge) };
                    steps.push((Move::Together(pair), Some(position)));
                }
                Some(_) => return Err("a synchronisation has no partner".to_owned()),
                None => waiting = Some((id, edge)),
            },
            Happening::Start | Happening::Time | Happening::Environment | Happening::Question => {}
        }
    }
    if waiting.is_some() {
        return Err("a synchronisation has no partner".to_owned());
    }
    begins.push(steps.len());
    let rounds = derivation.repetitions.iter().map(|rounds| {
        let last = chain.iter().position(|position| *position == rounds.last)?;
        let (last, end) = (begins[last], *begins.get(last + rounds.period)?);
        Some(Repetition { last, period: end - last, more: rounds.more })
    });
    let rounds = rounds.collect::<Option<Vec<Repetition>>>().ok_or("rounds are not clear")?;
    Ok((unit, Trace { steps, rounds }))
}

/// An argument of what a step derives.
fn number(encoded: &Encoded, derivation: &Derivation, position: usize, slot: Slot) -> Option<Int> {
    let step = derivation.steps.get(position)?;
    let head = encoded.problem[step.clause].head.as_ref()?;
    let layout = &encoded.layouts[head.relation.index()];
    let argument = layout.iter().position(|position| position.slot == slot)?;
    match head.arguments.get(argument)? {
        Argument::Int(term) => Some(term.evaluate(&step.valuation)),
        Argument::Bool(_) => None,
    }
}

/// Runs through the moves, and sees that they lead to what the question asks for.
fn replay(model: &Timed, unit: i64, trace: Trace) -> Result<Run, String> {
    let question = model.question.as_ref().ok_or("there is no question")?;
    let (unit, trace) = shortened(unit, trace);
    let interpreter = Interpreter::new(&model.network, unit);
    let moments = trace.moments(&interpreter)?;
    let end = moments.last().ok_or("there is no state")?;
    if !interpreter.holds(&question.target, &end.state) {
        return Err("the last state is not one that the question asks for".to_owned());
    }
    let ticks = end.ticks;
    let after = units(ticks, unit);
    let mut sentence = if question.always {
        format!("`{}` does not hold: it is violated after {after}.", question.text)
    } else {
        format!("`{}` holds: such a state is reached after {after}.", question.text)
    };
    if unit > 1 {
        sentence += &format!(" Clocks are shown in ticks; {unit} ticks are one time unit.");
    }
    run(model, &interpreter, &trace, sentence)
}

/// Adjacent delays as one, unless they are parts of rounds, and ticks as long as possible.
fn shortened(unit: i64, Trace { steps, rounds }: Trace) -> (i64, Trace) {
    let mut joined: Vec<Step> = Vec::new();
    for (step, from) in steps {
        match (joined.last_mut(), step) {
            (Some((Move::Delay(before), place)), Move::Delay(delay)) if rounds.is_empty() => {
                *before = before.saturating_add(delay);
                *place = from;
            }
            _ => joined.push((step, from)),
        }
    }
    let mut common = unit;
    for (step, _) in &joined {
        if let Move::Delay(delay) = step {
            common = gcd(common, *delay);
        }
    }
    if common > 1 {
        for (step, _) in &mut joined {
            if let Move::Delay(delay) = step {
                *delay /= common;
            }
        }
        return (unit / common, Trace { steps: joined, rounds });
    }
    (unit, Trace { steps: joined, rounds })
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A run step by step, with all values.
pub(super) fn run(
    model: &Timed,
    interpreter: &Interpreter,
    trace: &Trace,
    sentence: String,
) -> Result<Run, String> {
    let network = &model.network;
    let parts = Parts::of(model.encoded_network());
    let clocks = network.clocks.iter().map(|clock| network.full_name(&clock.name, clock.owner));
    let variables =
        network.variables.iter().map(|variable| network.full_name(&variable.name, variable.owner));
    let columns: Vec<String> = std::iter::once("time".to_owned()).chain(clocks).chain(variables).collect();
    let places = |state: &State| {
        let locations = state.locations.iter().enumerate();
        locations.map(|(id, location)| parts.location(model.group_of(id), *location)).collect::<Vec<_>>()
    };
    let values = |time: i64, state: &State| {
        let numbers = std::iter::once(time).chain(state.clocks.iter().copied());
        let numbers = numbers.map(|number| Some(Value::Int(Int::from(number))));
        let variables = network.variables.iter().zip(&state.variables).map(|(variable, value)| {
            Some(if variable.is_truth { Value::Bool(*value != 0) } else { Value::Int(Int::from(*value)) })
        });
        numbers.chain(variables).collect::<Vec<_>>()
    };
    let moments = trace.moments(interpreter)?;
    let start = &moments[0];
    let mut rows = vec![Row {
        label: "start".to_owned(),
        parts: places(&start.state),
        values: values(start.ticks, &start.state),
        time: Some(Int::from(start.ticks)),
        ..Row::default()
    }];
    for (position, ((step, from), moment)) in trace.steps.iter().zip(&moments[1..]).enumerate() {
        if let Some(Repetition { last, period, more }) = trace.rounds.iter().find(|r| r.last == position) {
            let told = |(step, _): &&Step| *step != Move::Delay(0);
            let count = trace.steps[last - period..*last].iter().filter(told).count();
            if let Some(row) = rows.last_mut() {
                row.repeated = Some((count, Int::from(*more)));
            }
        }
        if *step == Move::Delay(0) {
            continue;
        }
        let state = &moment.state;
        let mut taken = Vec::new();
        let mut span = None;
        match step {
            Move::Delay(_) => {}
            Move::Edge(id, edge) => taken.push((*id, *edge)),
            Move::Together(pair) => taken.extend([pair.sender, pair.receiver]),
        }
        let mut involved = Vec::new();
        for (id, edge) in taken {
            let edge = &network.automata[id].edges[edge];
            involved.push(parts.edge(model.group_of(id), edge.written));
            span = span.or(Some(edge.span));
        }
        involved.extend(places(state));
        rows.push(Row {
            label: label(model, interpreter, *step),
            span,
            parts: involved,
            values: values(moment.ticks, state),
            step: *from,
            time: Some(Int::from(moment.ticks)),
            ..Row::default()
        });
    }
    Ok(Run { sentence, columns, rows })
}

/// What a move is called.
pub(super) fn label(model: &Timed, interpreter: &Interpreter, step: Move) -> String {
    let network = &model.network;
    let edge = |(id, position): (AutomatonId, usize)| {
        let automaton = &network.automata[id];
        let edge = &automaton.edges[position];
        format!(
            "{}: {} → {}",
            automaton.name, automaton.locations[edge.from].name, automaton.locations[edge.to].name
        )
    };
    match step {
        Move::Delay(ticks) => {
            let amount = units(ticks, interpreter.unit);
            format!("{amount} {}", if amount == "1 time unit" { "passes" } else { "pass" })
        }
        Move::Edge(id, position) => edge((id, position)),
        Move::Together(pair) => {
            let sync = network.automata[pair.sender.0].edges[pair.sender.1].sync.as_ref();
            let name = sync.map_or("", |sync| network.channels[sync.channel].name.as_str());
            format!("{} and {} by {name}", edge(pair.sender), edge(pair.receiver))
        }
    }
}

/// `3 time units`, `5/2 time units`
fn units(ticks: i64, unit: i64) -> String {
    let common = gcd(ticks, unit).max(1);
    match (ticks / common, unit / common) {
        (1, 1) => "1 time unit".to_owned(),
        (ticks, 1) => format!("{ticks} time units"),
        (ticks, unit) => format!("{ticks}/{unit} time units"),
    }
}

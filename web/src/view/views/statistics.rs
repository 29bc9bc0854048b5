//! Counts of what the run did, in all and round by round.

use hornbook::budget::Work;
use yew::prelude::*;

use crate::model::excerpt::excerpt;
use crate::run::Run;
use crate::run::rounds::{Round, rounds};
use crate::state::{Action, Move};
use crate::view::views::ViewProperties;

/// At most this many rounds are listed at once.
const ROUNDS: usize = 60;

#[function_component]
pub(crate) fn Statistics(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let rounds = use_memo(run.log.clone(), rounds);
    if properties.hides_later {
        return html! { <p class="nothing">{ "The counts are those of the whole run, so they are hidden until its last step." }</p> };
    }
    html! {
        <>
            <dl class="tally">{ for figures(run).into_iter().map(figure) }</dl>
            { work(run) }
            if rounds.len() > 1 {
                { chart(&rounds) }
                { table(&rounds, run, act) }
            }
        </>
    }
}

/// A count with what it counts.
struct Figure {
    value: String,
    name: &'static str,
    meaning: &'static str,
}

fn figures(run: &Run) -> Vec<Figure> {
    let counts = &run.statistics;
    let figure = |value: String, name, meaning| Figure { value, name, meaning };
    vec![
        figure(counts.refinements.to_string(), "refinements", "counterexamples that were refuted"),
        figure(counts.predicates.to_string(), "predicates", "formulae that the graph can tell"),
        figure(counts.nodes_added.to_string(), "nodes", "added to the graph in all"),
        figure(counts.nodes_removed.to_string(), "nodes removed", "when new predicates told them apart"),
        figure(counts.edges_added.to_string(), "edges", "clauses that were applied to nodes"),
        figure(counts.depth.to_string(), "deepest", "depth of the deepest counterexample"),
        figure(grouped(counts.checks), "solver calls", "questions about clauses and predicates"),
        figure(grouped(counts.steps), "steps of work", "the same on every machine"),
        figure(format!("{} ms", grouped(run.milliseconds.into())), "time", "on this machine"),
    ]
}

fn figure(figure: Figure) -> Html {
    html! {
        <div>
            <dt>{ figure.name }</dt>
            <dd>{ figure.value }</dd>
            <dd class="note">{ figure.meaning }</dd>
        </div>
    }
}

/// What the steps were for.
fn work(run: &Run) -> Html {
    let work = &run.statistics.work;
    let row = |kind: Work| {
        let share = work.permille(kind);
        html! {
            <tr key={kind.name()} title={kind.sentence()}>
                <th scope="row">{ kind.name() }</th>
                <td>{ grouped(work.of(kind)) }</td>
                <td>{ format!("{}.{} %", share / 10, share % 10) }</td>
            </tr>
        }
    };
    html! {
        <div class="wide">
            <table class="round-table work-table">
                <caption>{ "What the steps of work were for" }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ "Phase" }</th>
                        <th scope="col">{ "Steps" }</th>
                        <th scope="col">{ "Share" }</th>
                    </tr>
                </thead>
                <tbody>{ for Work::ALL.into_iter().filter(|kind| work.of(*kind) > 0).map(row) }</tbody>
            </table>
            <p class="note">
                { "For comparison: in CAV'13, Sect. 6.2, interpolation takes 31 % of the time with TI, and 42 % with DI." }
            </p>
        </div>
    }
}

/// `1234567` as `1 234 567`, with narrow spaces.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// The size of the bar chart: the height of the highest bar, and the room for numbers beside and below.
const HEIGHT: usize = 120;
const LEFT: usize = 40;
const BELOW: usize = 24;

/// At most this many rounds leave room for the numbers themselves.
const FEW: usize = 12;

/// Nodes and predicates of each round, as bars.
fn chart(rounds: &[Round]) -> Html {
    let shown = &rounds[..rounds.len().min(ROUNDS)];
    let most = shown.iter().map(|round| round.nodes.max(round.predicates)).max().unwrap_or(1).max(1);
    let pitch = if shown.len() <= FEW { 56 } else { 22 };
    let (top, right) = (18, LEFT + shown.len() * pitch);
    let base = top + HEIGHT;
    let text = |x: usize, y: usize, anchor: &'static str, text: String| {
        html! { <text x={x.to_string()} y={y.to_string()} text-anchor={anchor}>{ text }</text> }
    };
    let width = pitch * 2 / 5;
    let bars = |i: usize, round: &Round| {
        let x = LEFT + i * pitch + pitch / 10;
        [(x, round.nodes, "bar-nodes"), (x + width, round.predicates, "bar-predicates")]
    };
    let high = |value: usize| (value * HEIGHT).div_ceil(most);
    let bar = |(x, value, class): (usize, usize, &'static str)| {
        let height = high(value);
        html! { <rect {class} x={x.to_string()} y={(base - height).to_string()} width={width.to_string()} height={height.to_string()} /> }
    };
    let value = |(x, value, _): (usize, usize, &'static str)| {
        text(x + width / 2, base - high(value) - 4, "middle", value.to_string())
    };
    let numbers = |(i, round): (usize, &Round)| {
        html! {
            <>
                if shown.len() <= FEW {
                    { for bars(i, round).into_iter().map(value) }
                }
                if shown.len() <= FEW || (i + 1).is_multiple_of(5) {
                    { text(LEFT + i * pitch + pitch / 2, base + 18, "middle", (i + 1).to_string()) }
                }
            </>
        }
    };
    let size = (right + 8, base + BELOW);
    html! {
        <figure class="rounds">
            <figcaption>
                <span class="key bar-nodes">{ "nodes" }</span>
                <span class="key bar-predicates">{ "predicates" }</span>
                { " added in each round" }
            </figcaption>
            <svg viewBox={format!("0 0 {} {}", size.0, size.1)} width={size.0.to_string()} height={size.1.to_string()} aria-hidden="true" focusable="false">
                <path class="axis" d={format!("M{LEFT} {top}V{base}H{right}M{LEFT} {top}h-5")} />
                <g>{ for shown.iter().enumerate().flat_map(|(i, round)| bars(i, round)).map(bar) }</g>
                <g>
                    { text(LEFT - 9, top + 4, "end", most.to_string()) }
                    { text(LEFT - 9, base + 4, "end", "0".to_owned()) }
                    { for shown.iter().enumerate().map(numbers) }
                </g>
            </svg>
        </figure>
    }
}

fn table(rounds: &[Round], run: &Run, act: &Callback<Action>) -> Html {
    let now = run.moment.step;
    let current = rounds.iter().position(|round| now <= round.end);
    let shown = excerpt(rounds.len(), current, ROUNDS);
    let row = |i: usize| {
        let round = &rounds[i];
        let is_now = current == Some(i) && now > 0;
        let end = round.end;
        let onclick = act.reform(move |_: MouseEvent| Action::Move(Move::To(end)));
        let depth = if round.depth > 0 { round.depth.to_string() } else { "–".to_owned() };
        html! {
            <tr key={i} class={classes!(is_now.then_some("now"))} aria-current={is_now.then_some("step")}>
                <th scope="row">
                    <button type="button" class="thing" {onclick} title={format!("Go to step {end}")}>{ i + 1 }</button>
                </th>
                <td>{ round.steps }</td>
                <td>{ round.nodes }</td>
                <td>{ round.removed }</td>
                <td>{ round.predicates }</td>
                <td>{ depth }</td>
            </tr>
        }
    };
    html! {
        <div class="wide">
            <table class="round-table">
                <caption>{ "Round by round" }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ "Round" }</th>
                        <th scope="col">{ "Steps" }</th>
                        <th scope="col">{ "Nodes" }</th>
                        <th scope="col">{ "Removed" }</th>
                        <th scope="col">{ "Predicates" }</th>
                        <th scope="col">{ "Depth" }</th>
                    </tr>
                </thead>
                <tbody>{ for shown.clone().map(row) }</tbody>
            </table>
            if shown.len() < rounds.len() {
                <p class="note">{ format!("Rounds {} to {} of {} are listed, those around this step.", shown.start + 1, shown.end, rounds.len()) }</p>
            }
        </div>
    }
}

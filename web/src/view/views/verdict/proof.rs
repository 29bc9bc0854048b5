//! The proof of a clause, line by line.

use hornbook::explain::{
    Account, Assumption, ClauseProof, Origin, PROOF_LINES, Premise, ProofLine, Reason, Row, Rule, Summand,
    letter,
};
use hornbook::formula::{FormulaText, PieceKind};
use yew::prelude::*;

use crate::browser::focus::move_to;
use crate::run::proofs::Proof;
use crate::view::parts::math::math;
use crate::view::parts::sign::{Sign, sign};

/// A longer proof is folded at first.
const LINES_AT_FIRST: usize = 12;

#[derive(Properties, PartialEq)]
pub(super) struct ProofProperties {
    pub(super) proof: Proof,
    /// The id of the region it stands in, from which the ids of its lines are made.
    pub(super) region: String,
}

#[function_component]
pub(super) fn ProofView(properties: &ProofProperties) -> Html {
    let shows_all = use_state(|| false);
    let region = &properties.region;
    let proof = match &properties.proof {
        Proof::Asked => {
            return html! { <p class="nothing" role="status">{ "Looking for a short proof …" }</p> };
        }
        Proof::Missing(reason) => {
            return html! { <p class="nothing" role="status">{ AttrValue::from(reason.clone()) }</p> };
        }
        Proof::Known(proof) => proof,
    };
    let shown = if *shows_all { proof.lines.len() } else { proof.lines.len().min(LINES_AT_FIRST) };
    let first = proof.assumptions.len();
    let show_all = {
        let shows_all = shows_all.clone();
        Callback::from(move |_: MouseEvent| shows_all.set(true))
    };
    html! {
        <>
            <p class="lead">{ opening(proof) }</p>
            <ol class="lines">
                { for proof.assumptions.iter().enumerate().map(|(i, assumption)| assumed(i, assumption, region)) }
            </ol>
            if !proof.lines.is_empty() {
                <p class="lead">{ "But then:" }</p>
                <ol class="lines" start={(first + 1).to_string()}>
                    { for proof.lines[..shown].iter().enumerate().map(|(i, one)| line(first + i, one, region)) }
                </ol>
            }
            if shown < proof.lines.len() {
                <p class="actions">
                    <button type="button" class="quiet" onclick={show_all}>
                        { format!("Show all {} lines", first + proof.lines.len()) }
                    </button>
                </p>
            }
            if proof.omitted > 0 {
                <p class="note">
                    { format!("{} more lines follow. No more than {PROOF_LINES} are written down.", proof.omitted) }
                </p>
            }
            <p class="checked">
                { sign(Sign::Check) }
                { "Every line has been checked by a program that searches for nothing: it only adds up and compares." }
            </p>
        </>
    }
}

fn opening(proof: &ClauseProof) -> &'static str {
    let has_head = proof.assumptions.iter().any(|assumption| matches!(assumption.origin, Origin::Head(_)));
    if has_head {
        "Suppose there were integers for which the clause does not hold. Its body would be true, and its head would not:"
    } else {
        "Suppose there were integers for which the body is true:"
    }
}

/// The id of a line, so that others can lead to it.
fn line_id(region: &str, index: usize) -> String {
    format!("{region}-{index}")
}

fn assumed(index: usize, assumption: &Assumption, region: &str) -> Html {
    let reason = match &assumption.origin {
        Origin::Constraint => html! { { "constraint" } },
        Origin::Body(application) => html! { <>{ "since " }{ math(&application.text()) }</> },
        Origin::Head(application) => html! { <>{ "since not " }{ math(&application.text()) }</> },
    };
    html! {
        <li id={line_id(region, index)} tabindex="-1" class={classes!((!assumption.is_used).then_some("unneeded"))}>
            <span class="line-number">{ index + 1 }</span>
            <span class="line-text">{ math(&assumption.text) }</span>
            <span class="line-reason">
                { reason }
                if !assumption.is_used {
                    { ", not needed" }
                }
            </span>
        </li>
    }
}

fn line(index: usize, line: &ProofLine, region: &str) -> Html {
    let is_end = line.text.is_false();
    let (reason, sums) = match &line.reason {
        Reason::Logic { from } if from.is_empty() => {
            (html! { { "whatever the integers are" } }, Html::default())
        }
        Reason::Logic { from } => (
            html! { <>{ "from " }{ for from.iter().enumerate().map(|(i, to)| reference(i, *to, region)) }</> },
            Html::default(),
        ),
        Reason::Arithmetic(sums) => (html! { { "by arithmetic:" } }, sum_table(sums, region)),
    };
    html! {
        <li id={line_id(region, index)} tabindex="-1" class={classes!(is_end.then_some("end"))}>
            <span class="line-number">{ index + 1 }</span>
            <span class="line-text">
                if is_end {
                    <span class="contradiction">{ "a contradiction" }</span>
                } else {
                    { math(&line.text) }
                }
            </span>
            <span class="line-reason">{ reason }</span>
            { sums }
        </li>
    }
}

/// The number of another line, which leads there.
fn reference(position: usize, index: usize, region: &str) -> Html {
    html! { <>{ if position > 0 { ", " } else { "" } }{ link(index, region) }</> }
}

fn link(index: usize, region: &str) -> Html {
    let id = line_id(region, index);
    let onclick = Callback::from(move |_: MouseEvent| move_to(&id));
    html! { <button type="button" class="thing" {onclick} title={format!("Line {}", index + 1)}>{ index + 1 }</button> }
}

/// The arithmetic behind a line: facts with letters, and what they add up to.
fn sum_table(sums: &Account<Premise>, region: &str) -> Html {
    html! {
        <div class="wide">
            <table class="account">
                <tbody>{ for sums.rows.iter().enumerate().map(|(i, row)| sum_row(i, row, region)) }</tbody>
            </table>
        </div>
    }
}

fn sum_row(index: usize, row: &Row<Premise>, region: &str) -> Html {
    let is_end = matches!(row.rule, Rule::Contradiction { .. });
    let class = classes!(is_end.then_some("sum"), format!("depth-{}", row.depth.min(4)));
    html! {
        <tr {class}>
            <th scope="row">{ letter(index) }</th>
            <td>{ math(&row.fact.text()) }</td>
            <td class="line-reason">{ rule(&row.rule, region) }</td>
        </tr>
    }
}

fn rule(rule: &Rule<Premise>, region: &str) -> Html {
    match rule {
        Rule::Given(Premise::Line(line)) => html! { <>{ "line " }{ link(*line, region) }</> },
        Rule::Given(Premise::Supposed) => html! { { "suppose" } },
        Rule::Sum { summands, divisor } => {
            let divided = if divisor.is_one() {
                String::new()
            } else {
                format!(", divided by {divisor}, the right side rounded down")
            };
            html! { <>{ math(&sum(summands)) }{ divided }</> }
        }
        Rule::Contradiction { summands, divisor } => {
            let why = if divisor.is_zero() || divisor.is_one() {
                ": impossible".to_owned()
            } else {
                format!(": impossible, since {divisor} divides the left side and not the right")
            };
            html! { <>{ math(&sum(summands)) }{ why }</> }
        }
        Rule::Equate { upper, lower } => {
            html! { { format!("{} and {} together", letter(*upper), letter(*lower)) } }
        }
        Rule::Strengthen { fact, disequality } => {
            html! { { format!("{} and {}: integers are at least 1 apart", letter(*fact), letter(*disequality)) } }
        }
        Rule::Quotient { definition, of: None } => html! { <>{ "where " }{ math(definition) }</> },
        Rule::Quotient { definition, of: Some(row) } => {
            html! { <>{ format!("{}, where ", letter(*row)) }{ math(definition) }</> }
        }
        Rule::Split => html! { { "either" } },
        Rule::Otherwise => html! { { "or else" } },
    }
}

/// `a + 2·b - c`.
fn sum(summands: &[Summand]) -> FormulaText {
    let mut text = FormulaText::new();
    for (i, Summand { times, row, .. }) in summands.iter().enumerate() {
        let sign = match (i, times.is_negative()) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text.push(PieceKind::Sign, sign);
        if !times.abs().is_one() {
            text.push(PieceKind::Number, &times.abs().to_string());
            text.push(PieceKind::Sign, "·");
        }
        text.push(PieceKind::Variable, &letter(*row));
    }
    text
}

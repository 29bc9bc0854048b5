//! Why a formula is an interpolant: sums of inequalities that a person can check with a pencil.

use hornbook::explain::{Comparison, FactText, Row, Rule, Summand};
use hornbook::formula::{FormulaText, PieceKind};
use hornbook::inspect::{Case, Claim, ExplanationText, Reason, Source, Witness};
use hornbook::num::Int;
use yew::prelude::*;

use crate::model::explanation::means;
use crate::model::values_text;
use crate::view::parts::math::{argument, math};

/// All claims with their proofs.
pub(crate) fn explanation(explanation: &ExplanationText) -> Html {
    html! { <ol class="reasons">{ for explanation.reasons.iter().map(reason) }</ol> }
}

fn reason(reason: &Reason) -> Html {
    let claim = match &reason.claim {
        Claim::Implied(text) => {
            html! { <><span class="side-a">{ "A" }</span>{ " implies " }<span class="found">{ math(text) }</span></> }
        }
        Claim::Contradictory => {
            html! { <><span class="found">{ "The interpolant" }</span>{ " contradicts " }<span class="side-b">{ "B" }</span></> }
        }
    };
    html! {
        <li>
            <p class="claim">{ claim }</p>
            if let Some(unknown) = reason.missing {
                <p class="nothing">{ format!("Not explained: {unknown}.") }</p>
            } else if reason.cases.is_empty() {
                { by_words(reason) }
            } else {
                if let Some(means) = means(reason) {
                    <p class="note">{ means }</p>
                }
                { for reason.cases.iter().map(case) }
                if reason.omitted > 0 {
                    <p class="omission">{ format!("{} more cases are not shown.", reason.omitted) }</p>
                }
            }
        </li>
    }
}

/// The given formulae contradict each other without arithmetic.
fn by_words(reason: &Reason) -> Html {
    html! {
        <>
            <p class="note">{ "No arithmetic is needed; these contradict each other by and, or and not alone:" }</p>
            <ul class="given">
                { for reason.given.iter().map(|given| html! {
                    <li class={source_class(given.source)}>{ math(&given.text) }{ " " }<span class="by">{ source(given.source) }</span></li>
                }) }
            </ul>
        </>
    }
}

fn case(case: &Case) -> Html {
    match case.rows.as_slice() {
        [only] if case.direct => html! {
            <p class="note">{ math(&only.fact.text()) }{ " is itself a constraint of " }{ rule_text(&only.rule) }{ "." }</p>
        },
        [given @ .., last] if given.iter().all(|row| matches!(row.rule, Rule::Given(_))) => {
            match &last.rule {
                Rule::Sum { summands, divisor } | Rule::Contradiction { summands, divisor } => {
                    sum_table(case, given, last, summands, divisor)
                }
                _ => steps(case),
            }
        }
        _ => steps(case),
    }
}

/// A sum as one writes it on paper: a column for each symbol, the sum under the line.
fn sum_table(
    case: &Case,
    given: &[Row<Source>],
    last: &Row<Source>,
    summands: &[Summand],
    divisor: &Int,
) -> Html {
    let mut symbols: Vec<&str> = Vec::new();
    for summand in summands {
        for (_, name) in given.get(summand.row).into_iter().flat_map(|row| &row.fact.summands) {
            if !symbols.contains(&name.as_str()) {
                symbols.push(name);
            }
        }
    }
    let line = |summand: &Summand| {
        let Some(row) = given.get(summand.row) else { return Html::default() };
        let Rule::Given(from) = row.rule else { return Html::default() };
        html! {
            <tr class={source_class(from)}>
                <td class="times">{ format!("{} ×", minus(&summand.times)) }</td>
                { cells(&row.fact, &symbols) }
                <td class="from">{ source(from) }</td>
                <td class="running">{ math(&summand.running.text()) }</td>
            </tr>
        }
    };
    let sum = summands.last().map(|summand| &summand.running);
    let divides = case.direct && !divisor.is_one();
    html! {
        <div class="sum-wrap">
            <table class="sum">
                <thead>
                    <tr>
                        <th scope="col">{ "times" }</th>
                        { for symbols.iter().map(|name| html! { <th scope="col">{ argument(name) }</th> }) }
                        <th scope="col"><span class="unseen">{ "comparison" }</span></th>
                        <th scope="col"><span class="unseen">{ "number" }</span></th>
                        <th scope="col" class="from">{ "from" }</th>
                        <th scope="col" class="running">{ "sum so far" }</th>
                    </tr>
                </thead>
                <tbody>{ for summands.iter().map(line) }</tbody>
                <tfoot>
                    if divides {
                        <tr>
                            <td class="times">{ "sum" }</td>
                            if let Some(sum) = sum {
                                { cells(sum, &symbols) }
                            }
                            <td class="from" colspan="2">{ format!("divide by {divisor} and round down:") }</td>
                        </tr>
                    }
                    <tr class={if case.direct { "side-i" } else { "impossible" }}>
                        <td class="times">{ if divides { "" } else { "sum" } }</td>
                        { cells(&last.fact, &symbols) }
                        <td class="from" colspan="2">{ conclusion(case, last, divisor) }</td>
                    </tr>
                </tfoot>
            </table>
        </div>
    }
}

fn conclusion(case: &Case, last: &Row<Source>, divisor: &Int) -> String {
    if case.direct {
        let is_equation = last.fact.comparison == Comparison::Equal;
        return if is_equation { "which says it, as an equation" } else { "which says it" }.to_owned();
    }
    if last.fact.summands.is_empty() {
        "which is impossible".to_owned()
    } else {
        format!("which no integers satisfy: {divisor} divides the left side and not the right")
    }
}

/// The cells of a row: a coefficient for each symbol, the comparison and the number.
fn cells(fact: &FactText, symbols: &[&str]) -> Html {
    let coefficient = |name: &&str| {
        let found = fact.summands.iter().find(|(_, n)| n == name);
        html! { <td>{ found.map(|(a, _)| minus(a)).unwrap_or_default() }</td> }
    };
    let sign = match fact.comparison {
        Comparison::AtMost => "≤",
        Comparison::Equal => "=",
        Comparison::NotEqual => "≠",
        Comparison::Divides(_) | Comparison::NotDivides(_) => "",
    };
    html! {
        <>
            { for symbols.iter().map(coefficient) }
            <td class="sign">{ sign }</td>
            <td>{ minus(&fact.number) }</td>
        </>
    }
}

/// An account that is more than one sum: its rows, numbered.
fn steps(case: &Case) -> Html {
    let class = |row: &Row<Source>| match &row.rule {
        Rule::Given(from) => source_class(*from),
        Rule::Contradiction { .. } => "impossible",
        _ => "",
    };
    let row = |(i, row): (usize, &Row<Source>)| {
        html! {
            <li class={class(row)}>
                <span class="place">{ format!("({})", i + 1) }</span>
                { math(&row.fact.text()) }
                <span class="by">{ rule_text(&row.rule) }</span>
            </li>
        }
    };
    html! { <ol class="account-steps">{ for case.rows.iter().enumerate().map(row) }</ol> }
}

fn rule_text(rule: &Rule<Source>) -> String {
    let sum = |summands: &[Summand]| {
        let term = |s: &Summand| format!("{} · ({})", minus(&s.times), s.row + 1);
        summands.iter().map(term).collect::<Vec<_>>().join(" + ")
    };
    match rule {
        Rule::Given(from) => source(*from),
        Rule::Sum { summands, divisor } if divisor.is_one() => sum(summands),
        Rule::Sum { summands, divisor } => format!("{}, divided by {divisor} and rounded", sum(summands)),
        Rule::Contradiction { summands, .. } => format!("{}: impossible", sum(summands)),
        Rule::Equate { upper, lower } => format!("({}) and ({}) together", upper + 1, lower + 1),
        Rule::Strengthen { fact, disequality } => {
            format!("({}), but not equal by ({})", fact + 1, disequality + 1)
        }
        Rule::Quotient { definition, of: None } => format!("where {definition}"),
        Rule::Quotient { definition, of: Some(of) } => format!("by ({}), where {definition}", of + 1),
        Rule::Split => "suppose this".to_owned(),
        Rule::Otherwise => "otherwise this".to_owned(),
    }
}

fn source(source: Source) -> String {
    match source {
        Source::Clause { position, clause: Some(clause) } => {
            format!("clause {} at position {}", clause.number(), position.number())
        }
        Source::Clause { position, clause: None } => format!("known at open position {}", position.number()),
        Source::Interpolant => "the interpolant".to_owned(),
        Source::Opposite => "the opposite of what is to be shown".to_owned(),
        Source::Assumed => "assumed in this case".to_owned(),
    }
}

/// Clauses have the colour of their side, which the reason decides; the interpolant has its own.
fn source_class(source: Source) -> &'static str {
    match source {
        Source::Clause { .. } => "side",
        Source::Interpolant => "side-i",
        Source::Opposite | Source::Assumed => "supposed",
    }
}

fn minus(n: &Int) -> String {
    n.to_string().replace('-', "−")
}

/// A point, as text.
pub(crate) fn point(witness: &Witness) -> FormulaText {
    values_text(&witness.values, PieceKind::Connective, " ∧ ")
}

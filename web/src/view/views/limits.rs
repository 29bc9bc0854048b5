//! What the complexity of clauses looks like: how their expansions grow, the one formula that says the same,
//! and formulae and machines to try.

use std::rc::Rc;

use hornbook::horn::succinct::SuccinctText;
use hornbook::lang::Language;
use hornbook::recursion_free::Growth;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::model::growth::{self, KINDS};
use crate::state::Action;
use crate::text::examples::Example;
use crate::view::parts::drawing::Drawing;
use crate::view::parts::math::math;
use crate::view::views::ViewProperties;

/// The curves and the table behind them.
pub(super) fn draw_growth(properties: &ViewProperties, of: &Growth) -> Html {
    if of.rows.is_empty() {
        return Html::default();
    }
    html! {
        <section class="expansion-growth">
            <h3>{ "How the expansions grow" }</h3>
            <p>{ format!("{} A straight line on this scale is exponential growth.", of.sentence()) }</p>
            if let Some(scene) = growth::scene(of) {
                <Drawing scene={Rc::new(scene)} name={properties.picture_name("growth")} select={Callback::noop()} raise={Callback::noop()} />
            }
            <table>
                <thead><tr><th>{ "n" }</th>{ for KINDS.iter().map(|kind| html! { <th>{ *kind }</th> }) }</tr></thead>
                <tbody>
                    { for of.rows.iter().map(|row| html! {
                        <tr>
                            <th scope="row">{ row.n }</th>
                            { for (0..KINDS.len()).map(|kind| html! { <td>{ growth::size(row, kind) }</td> }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </section>
    }
}

/// The succinct expansion: prefix, matrix, and what is left as quantifiers are eliminated.
pub(super) fn draw_succinct(formula: &SuccinctText) -> Html {
    let part = |(guard, bodies): &(Option<_>, _)| {
        html! {
            <li>
                if let Some(guard) = guard {
                    { math(guard) }{ " → " }
                }
                { math(bodies) }
            </li>
        }
    };
    let alternations = match formula.alternations {
        1 => "1 alternation".to_owned(),
        count => format!("{count} alternations"),
    };
    html! {
        <details class="succinct">
            <summary>{ "The clauses as one formula" }</summary>
            <p>{ format!("Each relation symbol is written once (extended report, App. C), with {alternations} of quantifiers. The formula is true exactly if the clauses derive false.") }</p>
            <p class="prefix">{ &formula.prefix }</p>
            <ul>{ for formula.parts.iter().map(part) }</ul>
            { match &formula.decided {
                Ok((truth, steps)) => html! {
                    <>
                        <p>{ "Without its quantifiers, from the inside out:" }</p>
                        <ol>
                            { for steps.iter().map(|step| html! {
                                <li>{ format!("without {} {}: ", step.quantifier.sign(), step.symbols.join(", ")) }{ math(&step.formula) }</li>
                            }) }
                        </ol>
                        <p>{ format!("It is {truth}, so the clauses are {}.", if *truth { "unsafe" } else { "safe" }) }</p>
                    </>
                },
                Err(reason) => html! { <p class="nothing">{ format!("Whether it is true could not be decided: {reason}.") }</p> },
            } }
        </details>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct TryProperties {
    /// The text of the run.
    pub(super) text: Rc<str>,
    pub(super) act: Callback<Action>,
}

/// A formula or a machine to change and solve.
#[function_component]
pub(super) fn Try(properties: &TryProperties) -> Html {
    let TryProperties { text, act } = properties;
    let is_one = |text: &str| matches!(Language::detect(text), Language::Qbf | Language::Turing);
    let example = |name: &str| Example::named(name).map_or("", |example| example.text);
    let typed = use_state(|| if is_one(text) { text.to_string() } else { example("pairs.qbf").to_owned() });
    let choose = |text: String| {
        let typed = typed.clone();
        Callback::from(move |_: MouseEvent| typed.set(text.clone()))
    };
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    };
    let power = power(&typed);
    let change_power = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let value = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(power) = value.parse::<u32>() {
                typed.set(with_power(&typed, power));
            }
        })
    };
    let open = {
        let text: Rc<str> = typed.as_str().into();
        act.reform(move |_: MouseEvent| Action::OpenText(Rc::clone(&text)))
    };
    html! {
        <details class="try">
            <summary>{ "Try a quantified formula or a Turing machine" }</summary>
            <p class="actions">
                <button type="button" class="quiet" onclick={choose(example("pairs.qbf").to_owned())}>{ "A formula" }</button>
                <button type="button" class="quiet" onclick={choose(example("over-ones.turing").to_owned())}>{ "A machine" }</button>
            </p>
            <label>
                { "The formula is false, or the machine does not halt within 2ⁿ steps, exactly if the clauses are safe" }
                <textarea rows="8" spellcheck="false" autocomplete="off" autocapitalize="off" value={(*typed).clone()} {oninput} />
            </label>
            if let Some(power) = power {
                <label class="power">{ "n " }<input type="number" min="0" max={hornbook::lang::turing::MOST_POWER.to_string()} value={power.to_string()} oninput={change_power} /></label>
            }
            <p class="actions"><button type="button" onclick={open}>{ "To the editor" }</button></p>
        </details>
    }
}

/// The power of a machine, if the text is one that says it.
fn power(text: &str) -> Option<u32> {
    text.lines().find_map(|line| line.trim().strip_prefix("power ")?.split_whitespace().next()?.parse().ok())
}

/// The machine with another power.
fn with_power(text: &str, power: u32) -> String {
    let line = |line: &str| match line.trim().strip_prefix("power ") {
        Some(_) => format!("power {power}\n"),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_is_read_and_written() {
        let machine = "turing\npower 3   % eight steps\nstart A\n";
        assert_eq!(power(machine), Some(3));
        assert_eq!(with_power(machine, 5), "turing\npower 5\nstart A\n");
        assert_eq!(power("forall x. x"), None);
    }
}

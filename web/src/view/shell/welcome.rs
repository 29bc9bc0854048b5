//! What stands in the place of the views before the first run.

use yew::prelude::*;

use crate::state::Action;

/// How to begin.
pub(crate) fn welcome(act: &Callback<Action>) -> Html {
    let examples = act.reform(|_: MouseEvent| Action::ShowExamples(true));
    html! {
        <div class="welcome">
            <ol>
                <li>
                    <h2>{ "Pick a problem" }</h2>
                    <p>{ "Open an example, or write clauses of your own: rules that say what follows from what, and a query that should not follow." }</p>
                    <p class="actions"><button type="button" class="quiet" onclick={examples}>{ "Look at the examples" }</button></p>
                </li>
                <li>
                    <h2>{ "Solve it" }</h2>
                    <p><kbd>{ "Ctrl" }</kbd><kbd>{ "Enter" }</kbd>{ " or the button. The verdict comes with a proof: a solution for each relation symbol, or a derivation with numbers." }</p>
                </li>
                <li>
                    <h2>{ "Walk through it" }</h2>
                    <p><kbd>{ "←" }</kbd>{ " and " }<kbd>{ "→" }</kbd>{ " go through every step in both directions, " }<kbd>{ "N" }</kbd>{ " to the next refinement. " }<kbd>{ "?" }</kbd>{ " lists all keys." }</p>
                </li>
            </ol>
        </div>
    }
}

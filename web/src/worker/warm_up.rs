//! Before anybody asks: a browser compiles each function of the module when it is called first, which is most
//! of what a small run costs. So a worker that has nothing to do solves two examples, and forgets them.

use hornbook::lang::{ClauseId, house, smtlib};
use hornbook::settings::RunSettings;

use crate::text::examples::Example;
use crate::wire::protocol::RunId;
use crate::worker::runner::Runner;

/// One that is refuted step by step, and one that needs templates.
const EXAMPLES: [&str; 2] = ["gcd", "loop50"];

/// Solves the examples as they are and in SMT-LIB, and proves a clause of each. Nobody hears of it.
pub fn warm_up() {
    for example in EXAMPLES.into_iter().filter_map(Example::named) {
        let (problem, _) = house::parse(example.text);
        for text in [example.text.to_owned(), smtlib::print(&problem)] {
            let mut runner = Runner::default();
            runner.begin(RUN, &text, &RunSettings::default(), &[]);
            while runner.step(RUN).is_some() {}
            runner.solution(RUN);
            runner.prove(RUN, ClauseId(0));
        }
    }
}

/// The only run of its runner.
const RUN: RunId = RunId(0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_are_there_and_are_solved() {
        for name in EXAMPLES {
            let mut runner = Runner::default();
            runner.begin(RUN, Example::named(name).unwrap().text, &RunSettings::default(), &[]);
            while runner.step(RUN).is_some() {}
            assert!(runner.solution(RUN).is_some(), "{name}");
        }
        warm_up();
    }
}

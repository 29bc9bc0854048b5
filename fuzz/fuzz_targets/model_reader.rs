//! Any model is answered, and what it defines is over the parameters alone.
#![no_main]

use hornbook::lang::smtlib;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (mut problem, _) =
        smtlib::parse("(declare-fun p (Int) Bool)(declare-fun q (Bool Int) Bool)(declare-fun r () Bool)");
    let (solution, _) = smtlib::parse_solution(text, &mut problem);
    for (_, definition) in solution.iter() {
        let symbols = problem.arena.symbols_of(definition.formula);
        assert!(symbols.iter().all(|s| definition.parameters.contains(s)));
    }
    drop(smtlib::print_solution(&problem, &solution));
});

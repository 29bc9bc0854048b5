//! Any script is answered, and its assertions can be printed.
#![no_main]

use hornbook::lang::smtlib;
use hornbook::lang::smtlib::script::Command;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (script, _) = smtlib::script::parse(text);
    for (i, command) in script.commands.iter().enumerate() {
        match command {
            Command::Assert { formula, .. } => drop(smtlib::print_formula(&script.arena, *formula)),
            Command::GetModel => drop(script.constants_at(i)),
            _ => {}
        }
    }
});

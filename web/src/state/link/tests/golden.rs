//! Links that were made by earlier versions of the page, which must open for ever.

use super::*;
use crate::state::link::tests::{opened, solved};
use hornbook::settings::Preprocessing;

/// gcd at its ninth step, with the second clause selected.
const STEP: &str = "1.3MQTsm2PQQuCQBCFWegQ0o94F6lAJeuUpBBBndZDh-7rupmkLuyuQX-7X5CrBh08zbyZ-R5vSEP2hM95xVotsF3oqJLy6bOHYP\
     nMqFYQ8yEuLkowI7QBl3UtG-Tlq9RSIXtDt5lRjJtSNoHjQstWcRHhdLwtw52Hc1kECJ2C5yvqIfVwXSPyQRH3ois0mNgmVtDQru\
     Hbvj8Jx5sp4mBFaom0I-hI2NFA3FnVfTiYx9h4vwj_TjZQYgN9AQ";

/// loop50 under two settings side by side, with views of their own.
const COMPARED: &str = "1.C-6E621OTU_CQBC18btq_AvvQoRQmpZETYqYeISrFzwu221ZXLrNzqIY4w_35izKgcTLzJuZ9-a9qImy6G3YCOeE17ZB7US7gH\
     dKQRqxJkVonSq1FJ4heWaR15KuqRimYk7eCRmEh7aqzsKOvGqj7PIX8lNVf5zUxs6FuaJiTyD9ORXSrlrh1MEpFUavtI_uWWqsfR\
     2IhRLlkXdrxV6coXVWKiLd1NtlTMXu_6EsywsqvFq1JsQ8nmGAl8h_Rx1ojJGNsOG2HOF9oY1CV-MBt1kPn9D9Ph9D-YKu0F1izP\
     weBJFyHt0NHseBOoo7ILt2UhV4kl7c5HcJnpX0KfI0jzlw250kmCWY9lAMMAm2PHObpn_nnOd8R9hTJMwPibjnrJigjy2Z8SzgNK\
     6EIfWvbpuPh51h-JPGPw";

/// A text of the user's own, without a run.
const TEXT: &str =
    "1.TIFkjgE6AMX_DHM6bG9vay1haGVhZAR0cnVlAXQlcChYKSA6LSBYID0gMC4KZmFsc2UgOi0gcChYKSwgWCA-IDAuCg";

/// SMT-LIB with a relation symbol called `|f(x)|`, at the second step.
const SMTLIB: &str = "1.jAW36oWMsQrCMBRFCXQqfsQbX4aAdBTs4KSLgn_wSF-s9JlAkkKG_pR_aCwObr1w4cLhXCVNeuVOedXt0kFCmAyNTEOT48wqvx\
     UmzkbC42nhfLtfdYsDW6HIxs0eFodFL4AXnzWcQpDKKSWOGdCFSCKAWOCLNeCxr4UC-7p_ZtE1Ww754U8A7NcPDY4k8erbke1kEm\
     XdfgA";

#[test]
fn a_step_of_a_run() {
    let state = solved(opened(STEP));
    assert_eq!(state.notice, None);
    assert_eq!(&*state.text, Example::named("gcd").unwrap().text);
    assert_eq!(state.run().unwrap().moment.step, 9);
    assert_eq!(state.selection, "clause 2".parse().unwrap());
    assert_eq!(share::encode(&shared(&state, true)).unwrap(), STEP, "the same moment is still the same link");
    let short = fragment(&state, true).unwrap();
    assert_eq!(short, "example=gcd&abstraction=auto&look-ahead=true&step=9&select=clause+2");
    let again = solved(opened(&short));
    assert_eq!((shared(&again, true), again.notice), (shared(&state, true), None));
}

#[test]
fn two_runs_with_all_settings() {
    let state = solved(opened(COMPARED));
    assert_eq!(state.notice, None);
    assert_eq!(&*state.text, Example::named("loop50").unwrap().text);
    assert!(state.compares);
    assert!(state.views.contains(&View::Statistics) && !state.views.contains(&View::Verdict));
    let [left, right] = &state.settings;
    assert_eq!(
        (&*left.templates, left.preprocessing, left.look_ahead, left.limit),
        ("X - Y", Preprocessing::Always, true, 7)
    );
    assert_eq!((right.preprocessing, right.look_ahead, right.limit), (Preprocessing::Never, false, 50));
    assert_eq!(fragment(&state, true).unwrap(), COMPARED);
}

#[test]
fn a_text_alone() {
    let state = opened(TEXT);
    assert_eq!(&*state.text, "p(X) :- X = 0.\nfalse :- p(X), X > 0.\n");
    assert!(state.run().is_none() && state.notice.is_none());
    assert_eq!(fragment(&state, false).unwrap(), TEXT);
}

#[test]
fn smtlib_with_a_quoted_name() {
    let state = solved(opened(SMTLIB));
    assert!(state.text.contains("|f(x)|"));
    assert_eq!((state.run().unwrap().moment.step, state.notice), (2, None));
}

//! Small texts that want to become large: generators of the shapes in which clauses, formulae and links
//! explode.
//!
//! Each shape has a size `n`, and its text grows like `n`. What is made of it must not grow much faster: the
//! tests measure it in nodes, clauses, bytes and steps, never in seconds.

use std::fmt::Write as _;

use hornbook::lang::Language;

/// A shape of texts.
#[derive(Clone, Copy, Debug)]
pub struct Bomb {
    pub name: &'static str,
    pub language: Language,
    /// The text of a size.
    pub text: fn(usize) -> String,
    /// Whether what the text says is as large as the square of its size, however it is written.
    pub is_quadratic: bool,
}

const fn script(name: &'static str, text: fn(usize) -> String) -> Bomb {
    Bomb { name, language: Language::SmtLib, text, is_quadratic: false }
}

const fn clauses(name: &'static str, text: fn(usize) -> String) -> Bomb {
    Bomb { name, language: Language::House, text, is_quadratic: false }
}

/// All shapes.
pub const BOMBS: [Bomb; 22] = [
    script("head of conjunctions", head_of_conjunctions),
    script("head of guarded atoms", head_of_guarded_atoms),
    script("xor of constraints", xor_of_constraints),
    script("xor of relation symbols", xor_of_relations),
    script("if with relation symbols", if_of_relations),
    script("if within if", if_within_if),
    script("sum of ifs", sum_of_ifs),
    // Each two of n terms differ. More than 500 are refused.
    Bomb { is_quadratic: true, ..script("distinct", distinct) },
    script("equal", equal),
    script("let of let", let_of_let),
    // A definition for each of n levels, at up to n arguments.
    Bomb { is_quadratic: true, ..script("definitions", definitions) },
    clauses("let of let, in clauses", let_in_clauses),
    clauses("body of disjunctions", body_of_disjunctions),
    clauses("equivalences", equivalences),
    clauses("chain of variables", chain_of_variables),
    clauses("chain of clauses", chain_of_clauses),
    clauses("tree of clauses", tree_of_clauses),
    clauses("a fault and its negation", fault_and_negation),
    clauses("two uses in each body", two_uses),
    clauses("one relation symbol many times", one_relation_many_times),
    clauses("dense dependence", dense_dependence),
    // The term under each of n remainders has up to n quotients.
    Bomb { is_quadratic: true, ..clauses("remainders of remainders", remainders) },
];

/// Scripts of queries, whose responses may be long beside what it takes to find them.
pub const SCRIPTS: [Bomb; 6] = [
    script("many models", many_models),
    script("many values", many_values),
    script("many cores", many_cores),
    script("many queries", many_queries),
    script("an equation of ifs", equation_of_ifs),
    script("a sequence of interpolants", sequence_of_interpolants),
];

const fn model(name: &'static str, language: Language, text: fn(usize) -> String) -> Bomb {
    Bomb { name, language, text, is_quadratic: false }
}

/// Models, whose clauses may multiply.
pub const MODELS: [Bomb; 19] = [
    model("macros of macros", Language::Program, macros_of_macros),
    model("doubled macros", Language::Program, doubled_macros),
    // The condition of each branch says that those before were not taken.
    Bomb { is_quadratic: true, ..model("if after if", Language::Program, if_after_if) },
    model("else if", Language::Program, else_if),
    // Each call has the values of those before it as arguments.
    Bomb { is_quadratic: true, ..model("calls within calls", Language::Program, calls_within_calls) },
    model("a chain of doublings", Language::Program, doublings),
    model("two calls of each procedure", Language::Program, two_calls_of_each),
    model("equivalences of a transition", Language::Nts, equivalences_of_a_transition),
    model("disjunctions of a transition", Language::Nts, disjunctions_of_a_transition),
    model("a chain of transitions", Language::Nts, chain_of_transitions),
    // Each of n actions has an argument for each of n places.
    Bomb { is_quadratic: true, ..model("a ring of places", Language::Net, ring_of_places) },
    Bomb { is_quadratic: true, ..model("two ways at each place", Language::Net, two_ways_at_each_place) },
    Bomb { is_quadratic: true, ..model("rules in a row", Language::Spec, rules_in_a_row) },
    // Each literal, and each quantifier, has an argument for each variable.
    Bomb {
        is_quadratic: true,
        ..model("equivalences of variables", Language::Qbf, equivalences_of_variables)
    },
    Bomb { is_quadratic: true, ..model("alternating quantifiers", Language::Qbf, alternating_quantifiers) },
    model("states of a machine", Language::Turing, states_of_a_machine),
    // Each pair of copies can meet, and each clause has arguments for all of them.
    Bomb { is_quadratic: true, ..model("locations in a row", Language::Timed, locations_in_a_row) },
    Bomb { is_quadratic: true, ..model("choices in an update", Language::Timed, choices_in_an_update) },
    model("disjunctions of a guard", Language::Timed, disjunctions_of_a_guard),
];

/// `part(0) part(1) …`, separated by blanks.
fn list(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect::<Vec<String>>().join(" ")
}

fn horn(declarations: &str, assertion: &str) -> String {
    format!("(set-logic HORN)\n(declare-fun p (Int) Bool)\n{declarations}\n(assert {assertion})\n")
}

/// Distributing the disjunction gives 2ⁿ clauses, each with several heads, so that the whole is refused.
fn head_of_conjunctions(n: usize) -> String {
    let parts = list(n, |i| format!("(and (p (+ x {i})) (q (+ x {i})))"));
    horn("(declare-fun q (Int) Bool)", &format!("(forall ((x Int)) (or {parts}))"))
}

/// Each disjunct of the head has a guard; choosing from each gives 2ⁿ clauses.
fn head_of_guarded_atoms(n: usize) -> String {
    let parts = list(n, |i| format!("(and (p x) (> x {i}))"));
    horn("", &format!("(forall ((x Int)) (=> (> x 0) (or {parts})))"))
}

/// A disjunctive normal form has 2ⁿ⁻¹ disjuncts.
fn xor_of_constraints(n: usize) -> String {
    horn("", &format!("(forall ((x Int)) (=> (xor {}) (p x)))", list(n + 1, |i| format!("(> x {i})"))))
}

fn xor_of_relations(n: usize) -> String {
    let declarations = list(n, |i| format!("(declare-fun q{i} () Bool)"));
    horn(
        &declarations,
        &format!("(forall ((x Int)) (=> (xor {} (> x 0)) (p x)))", list(n, |i| format!("q{i}"))),
    )
}

fn if_of_relations(n: usize) -> String {
    let declarations = list(n, |i| format!("(declare-fun q{i} () Bool)"));
    let condition = (0..n).fold("(> x 0)".to_owned(), |inner, i| format!("(ite q{i} {inner} (> x {i}))"));
    horn(&declarations, &format!("(forall ((x Int)) (=> {condition} (p x)))"))
}

fn if_within_if(n: usize) -> String {
    let term = (0..n).rev().fold("x".to_owned(), |inner, i| format!("(ite (> x {i}) (+ x {i}) {inner})"));
    horn("", &format!("(forall ((x Int)) (p {term}))"))
}

fn sum_of_ifs(n: usize) -> String {
    horn("", &format!("(forall ((x Int)) (p (+ x {})))", list(n, |i| format!("(ite (> x {i}) {i} x)"))))
}

fn distinct(n: usize) -> String {
    let variables = list(n, |i| format!("(x{i} Int)"));
    let names = list(n, |i| format!("x{i}"));
    horn("", &format!("(forall ({variables} (x Int)) (=> (distinct x {names}) (p x)))"))
}

fn equal(n: usize) -> String {
    let variables = list(n, |i| format!("(x{i} Int)"));
    let names = list(n, |i| format!("x{i}"));
    horn("", &format!("(forall ({variables} (x Int)) (=> (not (= x {names})) (p x)))"))
}

/// Each name is used twice by the next: as a tree, the last one has 2ⁿ leaves.
fn let_of_let(n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        let previous = if i == 0 { "(> x 0)".to_owned() } else { format!("a{}", i - 1) };
        let _ = write!(
            text,
            "(let ((a{i} (or (and {previous} (> x {i})) (and (not {previous}) (< x (- {i})))))) "
        );
    }
    horn("", &format!("(forall ((x Int)) {text} (=> a{} (p x)){})", n - 1, ")".repeat(n)))
}

fn definitions(n: usize) -> String {
    let mut text = "(define-fun f0 ((a Int)) Bool (> a 0))\n".to_owned();
    for i in 1..=n {
        let before = i - 1;
        let _ = writeln!(text, "(define-fun f{i} ((a Int)) Bool (and (f{before} a) (f{before} (+ a 1))))");
    }
    horn(&text, &format!("(forall ((x Int)) (=> (f{n} x) (p x)))"))
}

fn let_in_clauses(n: usize) -> String {
    let mut text = "p(X, Y) :- let A0 = (X > 0)".to_owned();
    for i in 1..=n {
        let _ = write!(text, ", let A{i} = (A{0}, X + Y > {i}; !A{0}, X - Y <= {i})", i - 1);
    }
    format!("{text}, A{n}.\nfalse :- p(X, Y), X + Y < -{n}.\n")
}

/// The relation symbols under the disjunctions can be chosen in 2ⁿ ways.
fn body_of_disjunctions(n: usize) -> String {
    let parts: Vec<String> = (0..n).map(|i| format!("(q{i}(X); r{i}(X))")).collect();
    format!("p(X) :- {}.\nfalse :- p(X).\n", parts.join(", "))
}

fn equivalences(n: usize) -> String {
    let formula = (1..=n).fold("X > 0".to_owned(), |inner, i| format!("({inner}) <-> (X > {i})"));
    format!("p(X) :- {formula}.\nfalse :- p(X), X < 0.\n")
}

fn chain_of_variables(n: usize) -> String {
    let parts: Vec<String> = (0..n).map(|i| format!("X{i} < X{}", i + 1)).collect();
    format!("p(X0, X{n}) :- {}.\nfalse :- p(X, Y), X >= Y.\n", parts.join(", "))
}

fn chain_of_clauses(n: usize) -> String {
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 1..=n {
        let _ = writeln!(text, "p{i}(X + 1) :- p{}(X).", i - 1);
    }
    format!("{text}false :- p{n}(X), X < {n}.\n")
}

/// As a tree, the derivation has 2ⁿ leaves.
fn tree_of_clauses(n: usize) -> String {
    let mut text = "p0(X) :- X > 0.\n".to_owned();
    for i in 1..=n {
        let _ = writeln!(text, "p{i}(X + Y) :- p{0}(X), p{0}(Y).", i - 1);
    }
    format!("{text}false :- p{n}(X), X < 0.\n")
}

fn remainders(n: usize) -> String {
    let term = (0..n).fold("X".to_owned(), |inner, i| format!("(({inner} + X) mod {})", i + 2));
    format!("p({term}) :- X > 0.\nfalse :- p(X), X < 0.\n")
}

/// Formulae that are small as graphs and beyond all bounds as trees: each round negates the flag.
fn fault_and_negation(n: usize) -> String {
    format!(
        "p({}, B) :- B.\np(-2, B) :- B.\np(X - 1, !B) :- p(X, B), X >= 15.\np(X, B) :- p(X, B).\n\
         false :- p(X, true), p(X, false).\n",
        15 + n
    )
}

/// Expansions copy each use, and there are two of them in n recursive clauses.
fn two_uses(n: usize) -> String {
    let mut text = "p(2, 26).\n".to_owned();
    for i in 0..n {
        let _ = writeln!(text, "p(X + {i}, Y + Z) :- p(X, Y), p(Y, Z), X > {i}.");
    }
    text + "false :- p(X, X), X < -1.\n"
}

/// All uses need names of their own.
fn one_relation_many_times(n: usize) -> String {
    let uses: Vec<String> = (0..n).map(|i| format!("p(X + {i})")).collect();
    format!("p(X) :- X > 0.\nq(X) :- {}.\nfalse :- q(X), X < 0.\n", uses.join(", "))
}

/// Whatever stands side by side depends on nearly everything.
fn dense_dependence(n: usize) -> String {
    let mut text = "p0(0).\n".to_owned();
    for i in 1..n {
        let _ = writeln!(text, "p{i}(X) :- p{}(X), p{}(X).", (i * 7) % i, (i * 3 + 1) % i);
    }
    format!("{text}false :- p{}(X), X < 0.\n", n - 1)
}

fn constants(n: usize) -> String {
    format!("(set-logic QF_LIA)\n{}\n", list(n, |i| format!("(declare-const x{i} Int)")))
}

fn many_models(n: usize) -> String {
    format!("{}(assert (> x0 0))(check-sat){}", constants(n), "(get-model)\n".repeat(n))
}

fn many_values(n: usize) -> String {
    let values = list(n, |i| format!("(get-value ((div x{i} 2) (ite (> x{i} 0) x0 1)))"));
    format!("{}(assert (> x0 0))(check-sat){values}", constants(n))
}

fn many_cores(n: usize) -> String {
    let chain = list(n - 1, |i| format!("(assert (! (< x{i} x{}) :named a{i}))", i + 1));
    let back = format!("(assert (! (< x{} x0) :named back))", n - 1);
    format!("{}{chain}{back}(check-sat){}", constants(n), "(get-unsat-core)\n".repeat(n))
}

fn many_queries(n: usize) -> String {
    let queries = list(n, |i| format!("(push 1)(assert (> (+ x0 x{i}) {i}))(check-sat)"));
    format!("{}{queries}", constants(n))
}

fn equation_of_ifs(n: usize) -> String {
    let sum = list(n, |i| format!("(ite (> x0 {i}) {i} (- {i}))"));
    format!("{}(assert (= 1 (+ {sum} 0)))(check-sat)", constants(1))
}

fn sequence_of_interpolants(n: usize) -> String {
    let chain = list(n - 1, |i| format!("(assert (! (< x{i} x{}) :named a{i}))", i + 1));
    let back = format!("(assert (! (< x{} x0) :named back))", n - 1);
    format!("{}{chain}{back}(get-interpolants {} back)", constants(n), list(n - 1, |i| format!("a{i}")))
}

fn program(before: &str, body: &str) -> String {
    format!("{before}int main() {{ int x = nondet(); int y = nondet(); {body} assert(x != y); }}\n")
}

fn macros_of_macros(n: usize) -> String {
    let macros = (1..=n).map(|i| format!("#define A{i} A{}\n", i - 1)).collect::<Vec<_>>().concat();
    program(&format!("#define A0 1\n{macros}"), &format!("x = A{n};"))
}

/// The last one names 2ⁿ.
fn doubled_macros(n: usize) -> String {
    let macros = (1..=n).map(|i| format!("#define A{i} (A{0} + A{0})\n", i - 1)).collect::<Vec<_>>().concat();
    program(&format!("#define A0 1\n{macros}"), &format!("x = A{n};"))
}

/// There are 2ⁿ ways through it.
fn if_after_if(n: usize) -> String {
    program("", &list(n, |i| format!("if (x > {i}) y = y + {i};")))
}

fn else_if(n: usize) -> String {
    program("", &format!("{} x = 1;", list(n, |i| format!("if (x == {i}) x = {}; else", i + 1))))
}

fn calls_within_calls(n: usize) -> String {
    program("int f(int a) { return a; }\n", &format!("x = {}x{};", "f(".repeat(n), ")".repeat(n)))
}

/// The last value is 2ⁿ times the first.
fn doublings(n: usize) -> String {
    program("", &"x = x + x; ".repeat(n))
}

/// A run makes 2ⁿ calls.
fn two_calls_of_each(n: usize) -> String {
    let procedure =
        |i: usize| format!("int f{i}(int a) {{ int b = f{0}(a); int c = f{0}(b); return b + c; }}\n", i - 1);
    let procedures = (1..=n).map(procedure).collect::<String>();
    program(&format!("int f0(int a) {{ return a; }}\n{procedures}"), &format!("x = f{n}(1);"))
}

fn system(states: &str, transitions: &str) -> String {
    format!("nts a; main {{ x, y : int; initial s0; error e; {states} {transitions} s0 -> e {{ x > y }} }}\n")
}

/// Written as a tree, the formula has 2ⁿ atoms.
fn equivalences_of_a_transition(n: usize) -> String {
    let formula = (0..n).map(|i| format!("x > {i}")).collect::<Vec<_>>().join(" iff ");
    system("", &format!("s0 -> s0 {{ {formula} }}"))
}

fn disjunctions_of_a_transition(n: usize) -> String {
    let formula = (0..n).map(|i| format!("(x = {i} || y = {i})")).collect::<Vec<_>>().join(" && ");
    system("", &format!("s0 -> s0 {{ {formula} }}"))
}

fn chain_of_transitions(n: usize) -> String {
    system("", &list(n, |i| format!("s{i} -> s{} {{ x' = x + x }}", i + 1)))
}

fn ring_of_places(n: usize) -> String {
    let actions = (0..n).map(|i| format!("a{i}: p{i} -> p{}\n", (i + 1) % n)).collect::<Vec<_>>().concat();
    format!("{actions}init p0 = 1\ncover p1 >= 2\n")
}

/// There are 2ⁿ semiflows.
fn two_ways_at_each_place(n: usize) -> String {
    let step = |i: usize| {
        let next = i + 1;
        format!("a{i}: p{i} -> q{i}\nb{i}: p{i} -> r{i}\nc{i}: q{i} -> p{next}\nd{i}: r{i} -> p{next}\n")
    };
    format!("{}z: p{n} -> p0\ninit p0 = 1\ncover p1 >= 2\n", (0..n).map(step).collect::<String>())
}

fn rules_in_a_row(n: usize) -> String {
    let rule = |i: usize| format!("x{i} >= 1 -> x{i}' = x{i} - 1, x{0}' = x{0} + 1;\n", i + 1);
    let rules = (0..n).map(rule).collect::<String>();
    format!("vars {}\nrules\n{rules}init x0 = 1\ntarget x1 >= 2\n", list(n + 1, |i| format!("x{i}")))
}

fn equivalences_of_variables(n: usize) -> String {
    let formula = (0..n).map(|i| format!("(x{i} and y{i})")).collect::<Vec<_>>().join(" <-> ");
    format!("{} {formula}\n", list(n, |i| format!("forall x{i}. exists y{i}.")))
}

fn alternating_quantifiers(n: usize) -> String {
    let formula = (0..n).map(|i| format!("(x{i} or y{i})")).collect::<Vec<_>>().join(" and ");
    format!("{} {formula}\n", list(n, |i| format!("forall x{i}. exists y{i}.")))
}

fn states_of_a_machine(n: usize) -> String {
    let rules = (0..n)
        .map(|i| format!("s{i} 0 -> s{} 1 R\ns{i} 1 -> s{i} 0 L\n", i + 1))
        .collect::<Vec<_>>()
        .concat();
    format!("turing\npower 10\ntape 0\nstart s0\nhalt s{n}\n{rules}")
}

fn network(locations: &str, edges: &str) -> String {
    format!(
        "// query: A[] v >= 0\nint v;\nprocess P() {{ state {locations}; init s0; trans {edges}; }}\nsystem P;\n"
    )
}

fn locations_in_a_row(n: usize) -> String {
    let locations = (0..=n).map(|i| format!("s{i}")).collect::<Vec<_>>().join(", ");
    let edges = (0..n).map(|i| format!("s{i} -> s{} {{ assign v = v + 1; }}", i + 1)).collect::<Vec<_>>();
    network(&locations, &edges.join(", "))
}

fn choices_in_an_update(n: usize) -> String {
    let value = list(n, |i| format!("v == {i} ? {} :", i + 1));
    network("s0", &format!("s0 -> s0 {{ assign v = {value} 0; }}"))
}

fn disjunctions_of_a_guard(n: usize) -> String {
    let guard = (0..n).map(|i| format!("v == {i}")).collect::<Vec<_>>().join(" || ");
    network("s0", &format!("s0 -> s0 {{ guard {guard}; assign v = v + 1; }}"))
}

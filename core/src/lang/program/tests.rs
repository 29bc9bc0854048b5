//! Programs of the thesis, C's habits, refusals; random programs against the interpreter are in `random`.

mod random;

use super::*;
use crate::engine::{Engine, Settings, Verdict};
use crate::lang::{house, parse, parse_solution};
use crate::num::Int;

/// Thesis, Fig. 2.1 (a).
pub(super) const FIGURE_A: &str = "def main() {
  var i,j: Int
l0:  havoc(i: Int >= 0)
    havoc(j: Int >= 0)
l1:  var x: Int = i
    var y: Int = j
l2:  while (x != 0) {
l3:    x = x - 1
l4:    y = y - 1
    }
l5:  if (i == j)
    assert(x == y)
}
";

/// Thesis, Fig. 2.1 (c).
const FIGURE_C: &str = "def mc91(n: Int)
  returns rec: Int = {
l0:  if (n > 100)
l1:    rec = n - 10
    else {
l2:    rec = mc91(n+11)
l3:    rec = mc91(rec)
    }
}
def main() {
l4:  havoc(x: Int <= 100)
l5:  var y: Int = mc91(x)
l6:  assert(y == 91)
}
";

/// Thesis, Fig. 2.3, with the names that the encoding gives; the variables have the same.
const FIGURE_23: [&str; 10] = [
    "mc91_l0(N, Rec).",
    "mc91_l1(N, Rec) :- mc91_l0(N, Rec), N > 100.",
    "mc91_l2(N, Rec) :- mc91_l0(N, Rec), N <= 100.",
    "mc91_l3(N, Rec') :- mc91_l2(N, Rec), mc91(N + 11, Rec').",
    "mc91(N, Rec') :- mc91_l1(N, Rec), Rec' = N - 10.",
    "mc91(N, Rec') :- mc91_l3(N, Rec), mc91(Rec, Rec').",
    "main_l4(X, Y).",
    "main_l5(X', Y) :- main_l4(X, Y), X' <= 100.",
    "main_l6(X, Y') :- main_l5(X, Y), mc91(X, Y').",
    "false :- main_l6(X, Y), Y != 91.",
];

/// Thesis, Fig. 2.4.
const FIGURE_24: &str = "mc91_l0(N, Rec) := true. mc91_l1(N, Rec) := N >= 101. mc91_l2(N, Rec) := N <= 100.
    mc91_l3(N, Rec) := Rec <= 101. main_l4(X, Y) := true. main_l5(X, Y) := X <= 100. main_l6(X, Y) := Y = 91.
    mc91(N, Rec) := Rec = 91; (N - Rec >= 10, N >= 102).";

pub(super) fn model(text: &str, encoding: Encoding) -> ProgramModel {
    let (model, diagnostics) = read(text, encoding, &mut Budget::unlimited());
    assert_eq!(diagnostics, [], "{text}");
    model
}

/// The verdict within some steps, and the model.
pub(super) fn solve(text: &str, encoding: Encoding, steps: u64) -> (Option<Verdict>, ProgramModel) {
    let model = model(text, encoding);
    (verdict(&model, steps), model)
}

fn verdict(model: &ProgramModel, steps: u64) -> Option<Verdict> {
    verdict_with(model, Settings::default(), steps)
}

fn verdict_with(model: &ProgramModel, settings: Settings, steps: u64) -> Option<Verdict> {
    let mut engine = Engine::new(model.problem().clone(), settings);
    let mut budget = Budget::steps(steps);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    engine.verdict().filter(|verdict| !matches!(verdict, Verdict::Stopped(_))).cloned()
}

pub(super) fn is_safe(text: &str, encoding: Encoding) -> bool {
    is_solved_as_safe(&model(text, encoding))
}

/// The verdict of a model; a derivation has to be a run.
fn is_solved_as_safe(model: &ProgramModel) -> bool {
    let text = &model.text;
    match verdict(model, 200_000_000) {
        Some(Verdict::Safe(_)) => true,
        Some(Verdict::Unsafe(derivation, _)) => {
            let account = model.account(&derivation, &mut Budget::unlimited());
            assert!(matches!(account, Account::Real(_)), "{text}\n{account:?}");
            false
        }
        other => panic!("{other:?}\n{text}"),
    }
}

fn clauses(problem: &Problem) -> Vec<String> {
    let mut clauses: Vec<String> = problem.clauses.iter().map(|c| house::print_clause(problem, c)).collect();
    clauses.sort();
    clauses
}

/// Issue: Fig. 2.1 (c) is exactly the ten clauses of Fig. 2.3, and Fig. 2.4 solves it.
#[test]
fn figure_2_1_c_is_figure_2_3() {
    let mut problem = model(FIGURE_C, Encoding::Standard).problem().clone();
    let (wanted, diagnostics) = parse(&FIGURE_23.join("\n"), Language::House);
    assert_eq!(diagnostics, []);
    assert_eq!(clauses(&problem), clauses(&wanted));
    let (solution, diagnostics) = parse_solution(FIGURE_24, &mut problem, Language::Program);
    assert_eq!(diagnostics, []);
    assert!(solution.missing(&problem).is_empty());
    assert!(crate::validate::checked(&mut problem, &solution, &mut Budget::unlimited()).is_some());
}

/// The model that thesis, Sect. 2.1, gives for Fig. 2.1 (a), in its words.
#[test]
fn figure_2_1_a_has_the_seven_transitions() {
    let model = model(FIGURE_A, Encoding::Standard);
    let wanted = "nts program; main { i, j, x, y : int; initial l0; error err;
        l0 -> l1 { i' >= 0 && j' >= 0 && havoc(i, j) }
        l1 -> l2 { x' = i && y' = j && havoc(x, y) }
        l2 -> l3 { x != 0 && havoc() }
        l2 -> l5 { x = 0 && havoc() }
        l3 -> l4 { x' = x - 1 && havoc(x) }
        l4 -> l2 { y' = y - 1 && havoc(y) }
        l5 -> err { i = j && x != y && havoc() } }";
    let (wanted, diagnostics) = crate::lang::nts::read(wanted, Encoding::Standard, &mut Budget::unlimited());
    assert_eq!(diagnostics, []);
    let lines = |text: String| -> Vec<String> {
        let mut lines: Vec<String> =
            text.lines().filter(|line| line.contains("->")).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let found = lines(model.system.text().unwrap());
    assert_eq!(found.len(), 7);
    let parts = |lines: Vec<String>| -> Vec<Vec<String>> {
        let split = |line: &String| {
            let mut parts: Vec<String> = line.split([' ', '&']).map(str::to_owned).collect();
            parts.sort();
            parts
        };
        lines.iter().map(split).collect()
    };
    assert_eq!(parts(found), parts(lines(wanted.text().unwrap())));
    assert!(is_safe(FIGURE_A, Encoding::Standard));
    assert!(is_safe(FIGURE_A, Encoding::LargeBlock));
}

#[test]
fn a_wrong_assertion_has_a_run() {
    let text = FIGURE_C.replace("91)\n}\n", "92)\n}\n");
    for encoding in [Encoding::Standard, Encoding::LargeBlock] {
        let (verdict, model) = solve(&text, encoding, 200_000_000);
        let Some(Verdict::Unsafe(derivation, _)) = verdict else { panic!("{verdict:?}") };
        let account = model.account(&derivation, &mut Budget::unlimited());
        let Account::Real(run) = account else { panic!("{account:?}") };
        assert_eq!(run.sentence, "The assertion in line 13 fails: `assert(y == 92)`.");
        let deepest = run.rows.iter().map(|row| row.depth).max();
        assert!(deepest >= Some(1));
        let last = run.rows.last().unwrap();
        let column = run.columns.iter().position(|name| name == "main.y").unwrap();
        assert_eq!(last.values[column], Some(Value::Int(Int::from(91))));
    }
}

#[test]
fn programs_of_c_are_read_unchanged() {
    let text = "#include \"assert.h\"\nextern void __VERIFIER_error() __attribute__ ((__noreturn__));\n\
        extern int __VERIFIER_nondet_int(void);\nint f(int);\nunsigned int g;\n\
        void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }\n\
        int f(int x) { if (x <= 0) return 0; return f(x - 1) + 1; }\n\
        int main(void) {\n  int n = __VERIFIER_nondet_int(), i;\n  _Bool b = n > 3;\n  __VERIFIER_assume(n >= 0 && n < LARGE_INT);\n\
        for (i = 0; i != n; ++i) { if (b) continue; g += 1; }\n  do { i--; } while (i > 0 && !b);\n\
        if (f(2) != 2) goto END;\n  __VERIFIER_assert(g <= n);\n  return 0;\n END: ;\n ERROR: return 1; }\n";
    // `END` is not reached, since f(2) = 2.
    assert!(is_safe(text, Encoding::Standard));
    assert!(!is_safe(&text.replace("f(2) != 2", "f(2) == 2"), Encoding::Standard));
}

#[test]
fn what_is_not_understood_is_named_with_its_place() {
    let text = "int a[10];\nfloat z;\nvoid main() {\n  int x, y;\n  int *p;\n  x = y * y;\n  x = a[3];\n  y = x >> y;\n\
        \n  const int s = 1; s = 2;\n  q = 1;\n  case 3: x = 1;\n  x = g(1);\n  goto nowhere;\n}\n";
    let (_, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
    let found: Vec<(u32, &str)> =
        diagnostics.iter().map(|d| (LineColumn::of(text, d.span.start).line, d.message.as_str())).collect();
    let named =
        |line: u32, word: &str| found.iter().any(|(at, message)| *at == line && message.contains(word));
    for (line, word) in [
        (1, "arrays"),
        (2, "floating-point"),
        (5, "pointers"),
        (7, "not declared"),
        (8, "bits"),
        (10, "`s` is `const`"),
        (11, "`q` is not declared"),
        (12, "cases outside of a `switch`"),
        (13, "no procedure `g`"),
        (14, "no label"),
    ] {
        assert!(named(line, word), "{line} {word} {found:#?}");
    }
    let product = "void main() { int x; int y; assert(x * y >= 0); assert(x / y == 0); assert(x / 0 == 1); }";
    let (_, diagnostics) = read(product, Encoding::Standard, &mut Budget::unlimited());
    let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "the product of two variables is not linear",
            "a quotient by a variable is not linear",
            "this divides by zero"
        ]
    );
}

/// C11, 6.5.5: the quotient is towards zero, and `(a / b) * b + a % b == a`.
#[test]
fn quotients_are_those_of_c_for_all_signs() {
    for a in -7_i64..=7 {
        for b in [-3_i64, -2, -1, 1, 2, 3] {
            let right = format!(
                "void main() {{ int a = nondet(); assume(a == {a}); assert(a / {b} == {}); assert(a % {b} == {}); }}",
                a / b,
                a % b
            );
            let model = model(&right, Encoding::Standard);
            let mut answer = |_| Some(Value::Int(Int::from(a)));
            let outcome = Machine::of(&model.program).execute(&mut answer, &mut Budget::unlimited());
            assert_eq!(outcome, Outcome::Ended, "{right}");
            assert!(is_safe(&right, Encoding::Standard), "{right}");
        }
    }
    assert!(!is_safe(
        "void main() { int a = nondet(); assume(a == -7); assert(a / 2 == -4); }",
        Encoding::Standard
    ));
}

#[test]
fn all_that_a_program_can_say_has_its_meaning() {
    let safe = [
        "void main() { int x = 1, y = 2; x, y := y, x; assert(x == 2 && y == 1); }",
        "procedure two(a: Int) returns (b: Int, c: Bool) { b = a + 1; c = b > 0 }\n\
         procedure main() { var x: Int; var t: Bool; havoc(x); (x, t) = two(x); assert(t == (x > 0)) }",
        "int g; void up() { g++; } void main() { up(); up(); assert(g == 2); }",
        "void main() { int x = nondet(); int y = x > 3 ? 1 : 0; assert((y == 1) == (x > 3)); }",
        "void main() { int i; for (i = 0; ; i++) { if (i == 3) break; } assert(i == 3); }",
        "int f(int n) { n = n + 1; return n; } void main() { int x = nondet(); assert(f(x) == x + 1); }",
        "void main() { unsigned int x; assert(x >= 0); }",
        "int f(int x) { return x; } void main() { int x = nondet(); if (x > 0 && f(x) == 0) { ERROR: ; } }",
        "void main() { int x = 0; while (x < 10) { x++; if (x == 5) goto out; } x = 7; out: assert(x == 5 || x == 7); }",
        "void main() { abort(); assert(0); }",
        "void main() { int i, j, n = nondet(); for (i = 0, j = n; i < 3; i++, j--) ; assert(i + j == n); }",
        "void main() { int x = 3, y; y = x++, x += 2; assert(x == 6 && y == 3); if ((y = nondet()) > 3) assert(y > 3); }",
        "void main() { int n = 4, c = 0; while (n--) c++; assert(c == 4 && n == -1); }",
        "int f(int a) { return a + 1; } void main() { int x = nondet(); int y = x > 0 ? f(x) : f(f(-x)); assert(y > 0); }",
        "int g; int f() { return ++g; } void main() { bool b = nondet_bool() && f() > 0; assert(b == (g == 1)); }",
        "void main() { int x = nondet(); switch (x) { case 1: x = 2; break; case 2: case 3: x = 5; default: x = 7; } \
         assert(x == 7 || x == 2); }",
        "void main() { int x = 2, n = 0; for (;;) { switch (x) { case 0: goto done; case 2: x = 1; continue; default: x--; break; } n++; } \
         done: assert(n == 1); }",
        "#define N 10\n#define M (2 * N + 1)\ntypedef unsigned int u32;\nenum s { A, B = 4, C };\n\
         void main(int argc, char *argv[]) { u32 x = M; enum s y = C; assert(x == 21 && y == 5 && 010 == 8 && 'a' == 97 && x << 2 == 84); }",
        // What is called an assertion is one only if it says so.
        "void __VERIFIER_assert(int c) { if (c) { ERROR: reach_error(); } } void main() { __VERIFIER_assert(1 == 2); }",
        "void assume(int c) { if (!c) while (1) ; } void main() { int x = nondet(); assume(x > 3); assert(x > 3); }",
        "extern int e; void reach_error() { __assert_fail(\"0\", \"a.c\", 3, \"f\"); } \
         void main() { if (e > 0 && !(e > 0)) { reach_error(); } }",
        "bool odd(int n) { if (n == 0) return false; return !odd(n - 1); } void main() { assert(odd(1) && !odd(2)); }",
    ];
    for text in safe {
        assert!(is_safe(text, Encoding::Standard), "{text}");
        assert!(is_safe(text, Encoding::LargeBlock), "{text}");
    }
    let unsafe_ = [
        "void main() { int x; assert(x == 0); }",
        "int f(int x) { if (x > 0) return 1; } void main() { assert(f(0) == 1); }",
        "int g = 3; void main() { g--; if (g == 2) reach_error(); }",
        "int f(int x) { return x; } void main() { int x = nondet(); assert(f(f(x)) + f(nondet()) != 7 || x < 5); }",
        "void main() { int i, k = 0; for (i = 0; i < 3; i++) { int j; k += j; } assert(k != 12); }",
        "void main() { int x = 3; int y = nondet() > 0 && nondet() > 1 ? x++ : ++x; assert(y != 3); }",
        "void main() { int x = nondet(), y = 0; switch (x) { case 1: y++; case 2: y++; break; default: y = 5; } assert(y != 2); }",
        "void main() { int c = nondet(); int x = c > 0 ? nondet() : 5; int y = nondet(); assert(x <= y); }",
        "void __VERIFIER_assert(int c) { if (!c) { abort(); } } void main() { __VERIFIER_assert(1 == 1); assert(0); }",
        "bool b; void main() { havoc b; b = !b; assert(b); }",
        "int g; int h() { g = g + 1; return g; } void main() { int a = h(); int b = h(); assert(a != 1 || b != 2); }",
        "void main() { int x = nondet() / 3; assert(x != -2); }",
    ];
    for text in unsafe_ {
        assert!(!is_safe(text, Encoding::Standard), "{text}");
        assert!(!is_safe(text, Encoding::LargeBlock), "{text}");
    }
}

/// More that the small C programs of the literature are written with.
#[test]
fn habits_of_c_have_their_meaning() {
    let safe = [
        // The preamble of the competition's files after preprocessing.
        "extern void __assert_fail (const char *__assertion, unsigned int __line) __attribute__ ((__nothrow__ , __leaf__));\n\
         void reach_error() { ((void) sizeof ((0) ? 1 : 0), __extension__ ({ if (0) ; else __assert_fail (\"0\", 3); })); }\n\
         void main() { if (1 > 2) reach_error(); }",
        "#include <assert.h>\nvoid reach_error() { assert(0); } void main() { int i, j; for (i = 0, j = 10; i < j; i++, j--) ; \
         assert(i == 5 && \"both meet\"); assert(!\"never\" || j == 5); assert((\"why\", i == j)); }",
        // One expression after the other.
        "void main() { int a = 1, b; b = (a++, a + 2); assert(a == 2 && b == 4); if (a = 0, b == 4) a = 9; assert(a == 9); }",
        "int g; int f() { return ++g; } void main() { int x = (f(), f()); while (f(), g < 9) ; assert(x == 2 && g == 9); }",
        // Variables that keep their values between calls, and others that never change.
        "int next(void) { static int n = 5; n++; return n; } int n; \
         void main() { int a = next(); int b = next(); assert(a == 6 && b == 7 && n == 0); }",
        "const int K = 3; int f(const int n) { return n; } void main() { const unsigned s = 2 * K; int x = nondet(); \
         int y = K * x + s * x; switch (x) { case K: assert(y == 27); } assert(y / K == f(x) * 3); assert(x << K == 8 * x); }",
        // The last bits of a number, and shifts.
        "void main() { int x = nondet(); assert((x & 1) == 0 || (x & 1) == 1); assert((x & 3) == x - 4 * (x >> 2)); \
         assert((-1 & 7) == 7 && -5 >> 1 == -3 && (7 & ~0 + 0 * x) == (7 & -1)); }",
        "void main() { int x = nondet(); bool b = (x > 0) & (x < 5); bool c = (x <= 0) | (x >= 5); assert(b ^ c); x <<= 2; assert(x % 4 == 0); }",
        // Procedures without a body return any value.
        "int unknown7(); extern unsigned int size(int); void log(const char *, int); \
         void main() { int i = 0; while (unknown7()) i++; assert(i >= 0 && size(3) >= 0); log(\"done\", i); int local(void); i = local(); }",
        "main() { int x = 0; while (x < 10) x = x + 1; if (x != 10) { ERROR: goto ERROR; } }",
        "#include <limits.h>\n#include <stdlib.h>\n_Noreturn void die(void) { exit(EXIT_FAILURE); }\n\
         __attribute__((noinline)) static int id(int x) { return x; }\n\
         int main(int argc, char **argv) { register int v __attribute__((unused)) = id(INT_MAX); if (v != 2147483647) die(); \
         assert(INT_MIN < 0 && v + 1 > INT_MAX); return EXIT_SUCCESS; }",
        "void main() { char c; c = 'a'; long long l = 1ULL; l <<= 3; assert(l == 8 && c == 97); }",
    ];
    for text in safe {
        let (model, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
        assert!(
            diagnostics.iter().all(|d| d.severity != crate::lang::Severity::Error),
            "{text}\n{diagnostics:?}"
        );
        assert!(is_solved_as_safe(&model), "{text}");
    }
    let unsafe_ = [
        // What is done for the arguments of `printf` is done.
        "void main() { int i = 0; printf(\"%d\\n\", i++); assert(i == 0); }",
        "int g; int f() { return ++g; } void main() { fprintf(stderr, \"%d\", f()); assert(g == 0); }",
        "int g; void check(int x) { assert(x < 3); } void main() { int i; for (i = 0; i < 5; i++) check(i); }",
        "int g; int f() { assert(g > 0); return 1; } void main() { exit(f()); }",
        "int f() { static int n; return n++; } void main() { f(); assert(f() == 0); }",
        "void main() { int x = nondet(); assert((x & 3) != 3 || x >= 0); }",
        "int unknown7(void); void main() { assert(unknown7() == unknown7()); }",
        "void main() { int a = 1; int b = (a++, a = a + 2, a); assert(b != 4); }",
    ];
    for text in unsafe_ {
        let (model, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
        assert!(
            diagnostics.iter().all(|d| d.severity != crate::lang::Severity::Error),
            "{text}\n{diagnostics:?}"
        );
        assert!(!is_solved_as_safe(&model), "{text}");
    }
    // What has no body is told once.
    let text = "int f(int); void main() { int x = f(1) + f(2); assert(x == x); }";
    let (_, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
    let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages, ["`f` has no body: a call returns any value and changes nothing"]);
}

#[test]
fn macros_and_conditions_are_followed() {
    let safe = [
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define INC(v) do { (v)++; } while (0)\n\
         void main() { int x = nondet(), y = 0; INC(y); INC(y); int m = MAX(x, MAX(y, 1)); assert(m >= 2 && m >= x); }",
        "#define assume(e) if (!(e)) return 0;\n#define FOREVER for (;;)\n\
         int main() { int x = nondet(); assume(x > 3); FOREVER { break; } assert(x >= 4); }",
        "#ifndef N\n#define N 5\n#endif\n#if 0\nthis isn't C (\n#elif N > 4 && defined(N) && !defined M\nint g = N;\n#else\nint g;\n#endif\n\
         #undef N\n#define N 7\nvoid main() { assert(g == 5 && N == 7); }",
        // A name that a macro stands for is not put in again, and arguments are put in as they are.
        "#define x (x + 1)\n#define TWICE(a) 2 * a\nint main() { int y = 3; int z = TWICE(y + 1); assert(z == 7); }",
        "#define F(a) f(a)\n#define G(a) \\\n  (F(a) + 1)\nint f(int a) { return a; } int main() { assert(G(\n3) == 4 && F(2) == 2); int F = 1; }",
        "#define unused\n#define bool int\nunused bool g; void main() { g = 7; assert(g == 7); }",
    ];
    for text in safe {
        assert!(is_safe(text, Encoding::Standard), "{text}");
    }
    // What fails, and what is wrong, is told where it is written.
    let text = "#define CHECK(c) assert(c)\n#define N 3\n\nvoid main() {\n  int x = N; CHECK(x == 3); CHECK(x == 4);\n}\n";
    let (verdict, model) = solve(text, Encoding::Standard, 10_000_000);
    let Some(Verdict::Unsafe(derivation, _)) = verdict else { panic!("{verdict:?}") };
    let Account::Real(run) = model.account(&derivation, &mut Budget::unlimited()) else { panic!() };
    assert_eq!(run.sentence, "The error in line 5 is reached: `CHECK(x == 4)`.");
    for (text, line, what) in [
        ("#define A(x) x\nvoid main() {\n  int y = A(1,\n 2); }", 3, "has 1 parameters, this use has 2"),
        ("#define A(x) x\nvoid main() {\n\n  A(z = 1); }", 4, "`z` is not declared"),
        ("#define A(x) #x\nvoid main() { }", 1, "`#` in macros"),
        ("#define A(x, ...) x\nvoid main() { }", 1, "any number of arguments"),
        ("\n#if 1\nvoid main() { }", 2, "no end"),
        ("void main() { }\n#endif", 2, "no `#if`"),
        ("#if 1 +\n#endif\nvoid main() { }", 1, "is no number"),
        ("#define A (A\n#define f(x) g(x)\nvoid main() {\n  f(1; }", 4, "no end"),
    ] {
        let (_, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
        let is_told = diagnostics
            .iter()
            .any(|d| d.message.contains(what) && LineColumn::of(text, d.span.start).line == line);
        assert!(is_told, "{text}\n{diagnostics:?}");
    }
    // Macros multiply, and may be nested: there are limits.
    let double: Vec<String> = (1..60).map(|i| format!("#define A{i} A{} + A{}\n", i - 1, i - 1)).collect();
    let double = double.concat();
    let deep = format!(
        "#define F(x) (x)\nint g; void main() {{ g = {}1{}; }}",
        "F(".repeat(5_000),
        ")".repeat(5_000)
    );
    let open = format!("#define F(x) (x)\nint g; void main() {{ g = {}; }}", "F(".repeat(20_000));
    for text in [format!("#define A0 x\n{double}int x; void main() {{ x = A59; }}"), deep, open] {
        let (_, diagnostics) = read(&text, Encoding::Standard, &mut Budget::unlimited());
        assert!(!diagnostics.is_empty());
    }
}

/// Runs of hundreds of millions of rounds, which no interpreter makes: three rounds are written down.
#[test]
fn very_long_runs_are_told_in_few_rows() {
    use crate::lang::model::account;
    use crate::settings::{Preprocessing, RunSettings};
    // Without procedures, which have no loop that is accelerated.
    let settings = RunSettings { preprocessing: Preprocessing::Always, ..RunSettings::default() };
    for (text, rounds) in [
        (
            "void main() { unsigned x = 0x0ffffff1; while (x > 1) { x -= 2; } assert(x % 2 == 0); }",
            134_217_717,
        ),
        (
            "unsigned f(unsigned z) { return z + 2; } void main() { unsigned x = 0; while (x < 0x0fffffff) { x = f(x); } \
             assert(x % 2); }",
            134_217_725,
        ),
    ] {
        let model = model(text, Encoding::Standard);
        let verdict = verdict_with(&model, Settings::from(&settings), 50_000_000);
        let Some(Verdict::Unsafe(derivation, _)) = verdict else { panic!("{verdict:?}") };
        let Account::Real(run) = account(&model, &derivation, &mut Budget::unlimited()) else {
            panic!("{text}")
        };
        assert!(run.sentence.ends_with("The run is too long to be executed by the interpreter of programs."));
        let told: Vec<&str> =
            run.rows.iter().map(|r| r.label.as_str()).filter(|l| l.contains("more")).collect();
        assert_eq!(told, [format!("… {rounds} more rounds")]);
        assert!(run.rows.len() < 60, "{}", run.rows.len());
        // Not with another number of rounds.
        let mut fewer = derivation.clone();
        fewer.repetitions[0].more -= 1;
        assert!(matches!(model.account(&fewer, &mut Budget::unlimited()), Account::Refused(_)));
    }
}

/// A variable needs no `;` at the end of its line, so its type is none of the procedure below it; and the
/// type of several parameters is behind the last.
#[test]
fn procedures_are_called_with_the_sorts_of_their_heads() {
    for text in [
        "bool flag\nint twice(int n) { return 2 * n; }\nvoid main() { int y = twice(4); assert(y == 8); }",
        "int g\nbool\nis_small(int n) { return n < 5; }\nvoid main() { bool b = is_small(4); assert(b); }",
        "bool flag\nf(int n) { return n; }\nvoid main() { int y = f(4); assert(y == 4); }",
        "def f(a: Int) returns (b: Int, c: Bool) {\nb = a + 1\nc = b > 0\n}\n\
         def g(x: Int): Bool = {\nreturn x > 0\n}\n\
         def main() {\nvar x: Int\nvar t: Bool\nx, t = f(4)\nt = g(x)\nassert(t)\n}",
        "def f(b, c: Bool, n: Int) returns r, s: Int {\nr = n\ns = n\n}\n\
         def main() {\nvar x, y: Int\nx, y = f(true, false, 3)\nassert(x == y)\n}",
    ] {
        let (model, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
        assert_eq!(diagnostics, [], "{text}");
        let printed = house::print(model.problem());
        let (_, diagnostics) = parse(&printed, Language::House);
        assert_eq!(diagnostics, [], "{text}\n{printed}");
        assert!(is_safe(text, Encoding::Standard), "{text}");
    }
}

#[test]
fn the_order_of_a_read_and_a_call_is_asked_for() {
    for text in [
        "int g; int f() { g++; return 1; } void main() { int x = g + f(); }",
        "int g; int f() { g++; return 1; } int h(int a, int b) { return a; } void main() { int x = h(g, f()); }",
        "void main() { int x; int y = x + x++; }",
        "void main() { int x; x = x++; }",
        "void main() { int x; int y = (x = 1) + (x = 2); }",
        "int g; int f() { g++; return 1; } void main() { int x = f() + (g = 2); }",
    ] {
        let (_, diagnostics) = read(text, Encoding::Standard, &mut Budget::unlimited());
        let is_told = diagnostics.iter().any(|d| d.message.contains("the order is not defined"));
        assert!(is_told, "{text}\n{diagnostics:?}");
    }
}

/// 10,000 lines and 1,000 procedures: counted in steps, since time is no test.
#[test]
fn long_programs_are_read_in_linear_work() {
    let lines = |count: usize| {
        let body: Vec<String> = (0..count).map(|i| format!("  x = x + {i};\n")).collect();
        let body = body.concat();
        format!("void main() {{\n  int x = 0;\n{body}  assert(x >= 0);\n}}\n")
    };
    let clauses = |text: &str, encoding| model(text, encoding).problem().clauses.len();
    assert_eq!(clauses(&lines(10_000), Encoding::Standard), 10_000 + 3);
    assert!(clauses(&lines(10_000), Encoding::LargeBlock) <= 10_000 / 150);
    let mut many = String::new();
    for i in 0..1_000 {
        let inner = if i == 0 { "x".to_owned() } else { format!("f{}(x + 1)", i - 1) };
        many += &format!("int f{i}(int x) {{ return {inner}; }}\n");
    }
    many += "void main() { assert(f999(0) == 999); }\n";
    assert!(clauses(&many, Encoding::Standard) >= 2_000);
}

#[test]
fn no_text_is_too_strange() {
    let parts = [
        "int",
        "main",
        "(",
        ")",
        "{",
        "}",
        ";",
        "x",
        "=",
        "==",
        "if",
        "else",
        "while",
        "for",
        "do",
        "return",
        "1",
        "+",
        "-",
        "*",
        "/",
        "%",
        "&&",
        "!",
        ",",
        ":",
        "l0",
        "goto",
        "assert",
        "havoc",
        "def",
        "var",
        "Int",
        "nondet()",
        "f(",
        "++",
        "#define A 1",
        "#define B(x) x + x",
        "B(",
        "#if A > 0",
        "#else",
        "#endif",
        "static",
        "const",
        "&",
        ">>",
        "printf(",
        "\n",
        "/*",
        "//",
        "é",
        "\"",
        "?",
        "void",
        "returns",
        "ERROR",
        "break",
    ];
    let mut random = hornbook_random::Random(4);
    for _ in 0..4_000 {
        let length = random.below(40);
        let words: Vec<&str> = (0..length).map(|_| *random.pick(&parts)).collect();
        let text = words.join(" ");
        let _ = read(&text, Encoding::Standard, &mut Budget::unlimited());
        let whole = format!("int x; int f(int a) {{ return a; }} void main() {{ {text} }}");
        let _ = read(&whole, Encoding::LargeBlock, &mut Budget::unlimited());
    }
    for (open, close) in [("(", ")"), ("{", "}"), ("!", ""), ("if (x) ", ""), ("x ? x : ", ""), ("- ", "")] {
        let count = 50_000;
        let deep = format!("int x; void main() {{ x = {}x{}; }}", open.repeat(count), close.repeat(count));
        let (_, diagnostics) = read(&deep, Encoding::Standard, &mut Budget::unlimited());
        assert!(!diagnostics.is_empty(), "{open}");
        let deep = format!("int x; void main() {{ {}x = 1;{} }}", open.repeat(count), close.repeat(count));
        let _ = read(&deep, Encoding::Standard, &mut Budget::unlimited());
    }
    let long = format!(
        "int x; void main() {{ x = 1{}; if (x > 0{}) x = 2; }}",
        " + 1".repeat(20_000),
        " && x > 1".repeat(20_000)
    );
    let (_, diagnostics) = read(&long, Encoding::Standard, &mut Budget::unlimited());
    assert_eq!(diagnostics, []);
    let chain = format!(
        "int x; void main() {{ if (x == 0) x = 1; {} assert(x != 0); }}",
        "else if (x == 1) x = 2; ".repeat(5_000)
    );
    let (_, diagnostics) = read(&chain, Encoding::Standard, &mut Budget::unlimited());
    assert_eq!(diagnostics, []);
}

#[test]
fn texts_tell_that_they_are_programs() {
    for text in [
        "// why\nint main() { }",
        "def main() { }",
        "#include <assert.h>\n",
        "unsigned int x; void main() { }",
    ] {
        assert_eq!(Language::detect(text), Language::Program, "{text}");
    }
    for text in ["int(X) :- X > 0.", "var(X).", "", "def(X) := X > 0."] {
        assert_eq!(Language::detect(text), Language::House, "{text}");
    }
    for name in ["a.c", "a.imp", "a.i"] {
        assert_eq!(Language::of_file(name), Some(Language::Program));
    }
}

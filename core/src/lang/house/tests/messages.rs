//! The diagnostics of texts with mistakes, as the command line shows them.

use expect_test::{Expect, expect};

use super::*;
use crate::lang::common::limits::DIAGNOSTIC_LIMIT;
use crate::lang::render;

fn check(text: &str, expected: &Expect) {
    let (_, diagnostics) = parse(text);
    expected.assert_eq(&render(&diagnostics, text, "t"));
}

#[test]
fn signs_of_other_languages() {
    check(
        "p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\\= 6, ~X = 7.\np(X) <- X <-1.\n",
        &expect![[r#"
            error: `==` is not a sign of this language
             --> t:1:11
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |           ^^
              = hint: write `=`

            error: `&&` is not a sign of this language
             --> t:1:16
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                ^^
              = hint: write `,` for "and"

            error: `<>` is not a sign of this language
             --> t:1:21
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                     ^^
              = hint: write `!=`

            error: `||` is not a sign of this language
             --> t:1:26
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                          ^^
              = hint: write `;` for "or"

            error: `=<` is not a sign of this language
             --> t:1:31
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                               ^^
              = hint: write `<=`

            error: `:=` defines a relation symbol in a solution
             --> t:1:39
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                                       ^^
              = hint: write `=`

            error: `=>` is not a sign of this language
             --> t:1:47
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                                               ^^
              = hint: write `->` for "implies" and `>=` for "at least"

            error: `=\=` is not a sign of this language
             --> t:1:55
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                                                       ^^^
              = hint: write `!=`

            error: `~` is not a sign of this language
             --> t:1:62
              |
            1 | p(X) :- X == 1 && X <> 2 || X =< 3, X := 4, X => 5, X =\= 6, ~X = 7.
              |                                                              ^
              = hint: write `!` for "not"

            error: `<-` is not a sign of this language
             --> t:2:6
              |
            2 | p(X) <- X <-1.
              |      ^^
              = hint: write `:-`

        "#]],
    );
}

#[test]
fn names_of_the_wrong_case() {
    check(
        "Loop(X) :- p(x), y > 2x, X = f(X) + 1.\np(X).\n",
        &expect![[r#"
        error: a relation symbol starts with a lower-case letter, unlike `Loop`
         --> t:1:1
          |
        1 | Loop(X) :- p(x), y > 2x, X = f(X) + 1.
          | ^^^^
          = hint: write `loop`, or quote it: 'Loop'

        error: `x` is no variable: variables start with an upper-case letter
         --> t:1:14
          |
        1 | Loop(X) :- p(x), y > 2x, X = f(X) + 1.
          |              ^
          = hint: write `X`

        error: `y` is no variable: variables start with an upper-case letter
         --> t:1:18
          |
        1 | Loop(X) :- p(x), y > 2x, X = f(X) + 1.
          |                  ^
          = hint: write `Y`

        error: `x` is no variable: variables start with an upper-case letter
         --> t:1:23
          |
        1 | Loop(X) :- p(x), y > 2x, X = f(X) + 1.
          |                       ^
          = hint: write `X`

        error: `f(…)` is a relation symbol with arguments, not a term
         --> t:1:30
          |
        1 | Loop(X) :- p(x), y > 2x, X = f(X) + 1.
          |                              ^^^^
          = hint: give `f` one more argument for the value, and use a variable for it

    "#]],
    );
}

#[test]
fn missing_full_stops() {
    check(
        "p(X) :- X = 0\nq(X) :- p(X),\n  X > 1\nfalse :- q(X), r(X)",
        &expect![[r#"
        error: the full stop after this is missing
         --> t:1:13
          |
        1 | p(X) :- X = 0
          |             ^
          = hint: every clause ends with `.`

        error: the full stop after this is missing
         --> t:3:7
          |
        3 |   X > 1
          |       ^
          = hint: every clause ends with `.`

        error: the full stop after this is missing
         --> t:4:19
          |
        4 | false :- q(X), r(X)
          |                   ^
          = hint: every clause ends with `.`

    "#]],
    );
    check(
        "p(X) :- X = 0,\nq(X) :- p(X).\nr(X) :- p(X)\n  q(X).\n",
        &expect![[r#"
        error: a clause has one `:-`
         --> t:2:6
          |
        2 | q(X) :- p(X).
          |      ^^
          = hint: is the full stop of the clause before missing?

        error: expected an operator or the full stop, found `q`
         --> t:4:3
          |
        4 |   q(X).
          |   ^
          = hint: is a comma missing?

    "#]],
    );
}

#[test]
fn parentheses() {
    check(
        "p(X :- X = 0.\nq(X) :- p((X), X = (1 + 2.\nr(X)) :- p(X).\ns() :- ().\n",
        &expect![[r#"
        error: this parenthesis is not closed
         --> t:1:2
          |
        1 | p(X :- X = 0.
          |  ^
          = note: `:-` comes first
         --> t:1:5
          |
        1 | p(X :- X = 0.
          |     --

        error: this parenthesis is not closed
         --> t:2:20
          |
        2 | q(X) :- p((X), X = (1 + 2.
          |                    ^
          = note: the full stop comes first
         --> t:2:26
          |
        2 | q(X) :- p((X), X = (1 + 2.
          |                          -

        error: this parenthesis closes nothing
         --> t:3:5
          |
        3 | r(X)) :- p(X).
          |     ^

        error: expected a term or a literal, found `)`
         --> t:4:9
          |
        4 | s() :- ().
          |         ^

    "#]],
    );
}

#[test]
fn arities_and_spelling() {
    check(
        "merge(X, Y, Z) :- X = 0.\nmerge(X, Y) :- mrege(X, Y, Y), other(X).\nother(X) :- merge(X, X, X).\n",
        &expect![[r#"
            error: `merge` has 2 arguments here, but 3 arguments elsewhere
             --> t:2:1
              |
            2 | merge(X, Y) :- mrege(X, Y, Y), other(X).
              | ^^^^^^^^^^^
              = note: `merge` with 3 arguments
             --> t:1:1
              |
            1 | merge(X, Y, Z) :- X = 0.
              | --------------

            warning: `mrege` is in no head, so nothing can be derived for it
             --> t:2:16
              |
            2 | merge(X, Y) :- mrege(X, Y, Y), other(X).
              |                ^^^^^^^^^^^^^^
              = hint: is `merge` meant?

        "#]],
    );
}

#[test]
fn sorts() {
    check(
        "p(X) :- X, X > 1.\nq(Y) :- Y + 1.\nq(Y > 1).\nr(B, C) :- B = (C > 1), B < C.\nfalse :- q(X) = 1, !5.\n",
        &expect![[r#"
            error: this is used as a Boolean, but it is an integer
             --> t:1:9
              |
            1 | p(X) :- X, X > 1.
              |         ^
              = note: an integer because of this
             --> t:1:12
              |
            1 | p(X) :- X, X > 1.
              |            -

            error: expected a constraint or a relation symbol, found an integer
             --> t:2:9
              |
            2 | q(Y) :- Y + 1.
              |         ^^^^^

            error: this is used as a Boolean, but it is an integer
             --> t:3:3
              |
            3 | q(Y > 1).
              |   ^^^^^
              = note: an integer because of this
             --> t:2:9
              |
            2 | q(Y) :- Y + 1.
              |         -

            error: this is used as an integer, but it is a Boolean
             --> t:4:25
              |
            4 | r(B, C) :- B = (C > 1), B < C.
              |                         ^
              = note: a Boolean because of this
             --> t:4:12
              |
            4 | r(B, C) :- B = (C > 1), B < C.
              |            -

            error: `q(…)` is a relation symbol with arguments, not a term
             --> t:5:10
              |
            5 | false :- q(X) = 1, !5.
              |          ^^^^
              = hint: give `q` one more argument for the value, and use a variable for it

            error: expected a constraint or a relation symbol, found an integer
             --> t:5:21
              |
            5 | false :- q(X) = 1, !5.
              |                     ^

        "#]],
    );
}

#[test]
fn what_is_not_linear_or_not_horn() {
    check(
        "p(X) :- X*X > 2, 2 mod X = 1, X div 0 = 1, X | 2.\n\
         q(X) :- !p(X), (p(X) -> X = 1), (p(X) <-> q(X)).\n\
         X > 0 :- p(X).\n\
         p(X), q(X) :- X = 1.\n",
        &expect![[r#"
            error: a product of two terms with variables is not linear
             --> t:1:9
              |
            1 | p(X) :- X*X > 2, 2 mod X = 1, X div 0 = 1, X | 2.
              |         ^^^
              = hint: one of the two must be a number

            error: the divisor of `div` and `mod` must be a number
             --> t:1:24
              |
            1 | p(X) :- X*X > 2, 2 mod X = 1, X div 0 = 1, X | 2.
              |                        ^

            error: division by zero has no meaning
             --> t:1:37
              |
            1 | p(X) :- X*X > 2, 2 mod X = 1, X div 0 = 1, X | 2.
              |                                     ^

            error: the divisor before `|` must be a number
             --> t:1:44
              |
            1 | p(X) :- X*X > 2, 2 mod X = 1, X div 0 = 1, X | 2.
              |                                            ^
              = hint: "or" is written `;`

            error: a relation symbol cannot be negated here: the clause would not be a Horn clause
             --> t:2:10
              |
            2 | q(X) :- !p(X), (p(X) -> X = 1), (p(X) <-> q(X)).
              |          ^^^^
              = hint: only constraints can stand before `->`, beside `<->`, and under `!` within a disjunction; an implication in a body needs parentheses

            error: a relation symbol cannot be negated here: the clause would not be a Horn clause
             --> t:2:17
              |
            2 | q(X) :- !p(X), (p(X) -> X = 1), (p(X) <-> q(X)).
              |                 ^^^^
              = hint: only constraints can stand before `->`, beside `<->`, and under `!` within a disjunction; an implication in a body needs parentheses

            error: a relation symbol cannot be negated here: the clause would not be a Horn clause
             --> t:2:34
              |
            2 | q(X) :- !p(X), (p(X) -> X = 1), (p(X) <-> q(X)).
              |                                  ^^^^
              = hint: only constraints can stand before `->`, beside `<->`, and under `!` within a disjunction; an implication in a body needs parentheses

            error: a relation symbol cannot be negated here: the clause would not be a Horn clause
             --> t:2:43
              |
            2 | q(X) :- !p(X), (p(X) -> X = 1), (p(X) <-> q(X)).
              |                                           ^^^^
              = hint: only constraints can stand before `->`, beside `<->`, and under `!` within a disjunction; an implication in a body needs parentheses

            error: the head of a clause is `false` or one relation symbol
             --> t:3:1
              |
            3 | X > 0 :- p(X).
              | ^^^^^
              = hint: to demand a constraint, write `false :- …` with its negation in the body

            error: the head of a clause is `false` or one relation symbol
             --> t:4:1
              |
            4 | p(X), q(X) :- X = 1.
              | ^^^^^^^^^^
              = hint: write one clause for each relation symbol

        "#]],
    );
}

#[test]
fn strange_characters() {
    check(
        "p(X) :- X # 1.\n# comment\nq(X) :- X = 1.5, X = \"a\".\nr([X]) :- X^2 = 1 / 2.\n'open(X).\n",
        &expect![[r#"
            error: unknown sign `#`
             --> t:1:11
              |
            1 | p(X) :- X # 1.
              |           ^
              = hint: a comment starts with `%`

            error: unknown sign `#`
             --> t:2:1
              |
            2 | # comment
              | ^
              = hint: a comment starts with `%`

            error: variables range over the integers, so there are no decimal fractions
             --> t:3:13
              |
            3 | q(X) :- X = 1.5, X = "a".
              |             ^^^
              = hint: multiply both sides by the denominator

            error: unknown sign `"`
             --> t:3:22
              |
            3 | q(X) :- X = 1.5, X = "a".
              |                      ^
              = hint: names are quoted as 'relation symbol' and `variable`

            error: unknown sign `"`
             --> t:3:24
              |
            3 | q(X) :- X = 1.5, X = "a".
              |                        ^
              = hint: names are quoted as 'relation symbol' and `variable`

            error: unknown sign `[`
             --> t:4:3
              |
            4 | r([X]) :- X^2 = 1 / 2.
              |   ^
              = hint: there are round parentheses only; lists and sets are not terms

            error: unknown sign `]`
             --> t:4:5
              |
            4 | r([X]) :- X^2 = 1 / 2.
              |     ^
              = hint: there are round parentheses only; lists and sets are not terms

            error: unknown sign `^`
             --> t:4:12
              |
            4 | r([X]) :- X^2 = 1 / 2.
              |            ^
              = hint: powers are not linear; write the product of a number and a variable

            error: unknown sign `/`
             --> t:4:19
              |
            4 | r([X]) :- X^2 = 1 / 2.
              |                   ^
              = hint: write `div` for the quotient of integers

            error: the quoted name has no closing `'` on its line
             --> t:5:1
              |
            5 | 'open(X).
              | ^^^^^^^^^
              = hint: the ends of lines are written `\n` in names, other characters as `\u{1b}`

        "#]],
    );
}

#[test]
fn directives() {
    check(
        ":- tempalte p(X): X.\n\
         :- template p(X, X): X; Y cost -1.\n\
         :- template p(X, Y): X div 2; predicate X; inequality X > 0; Z; q(X) cost 2.\n\
         :- predicate p(X, 1): X > 0 cost 1.\n\
         :- relation p(real).\n\
         p(X) := X > 0.\n",
        &expect![[r#"
            error: expected `relation`, `template` or `predicate`, found `tempalte`
             --> t:1:4
              |
            1 | :- tempalte p(X): X.
              |    ^^^^^^^^
              = hint: is `template` meant?

            error: expected a number after `cost`, found `-`
             --> t:2:32
              |
            2 | :- template p(X, X): X; Y cost -1.
              |                                ^

            error: `Z` is none of the variables of the arguments
             --> t:3:62
              |
            3 | :- template p(X, Y): X div 2; predicate X; inequality X > 0; Z; q(X) cost 2.
              |                                                              ^

            error: a relation symbol cannot be used here
             --> t:3:65
              |
            3 | :- template p(X, Y): X div 2; predicate X; inequality X > 0; Z; q(X) cost 2.
              |                                                                 ^^^^
              = hint: only the variables of the arguments can

            error: only templates have a cost
             --> t:4:29
              |
            4 | :- predicate p(X, 1): X > 0 cost 1.
              |                             ^^^^

            error: expected `int` or `bool`, found `real`
             --> t:5:15
              |
            5 | :- relation p(real).
              |               ^^^^

            error: `p` has 1 argument here, but 2 arguments elsewhere
             --> t:6:1
              |
            6 | p(X) := X > 0.
              | ^^^^
              = note: `p` with 2 arguments
             --> t:3:13
              |
            3 | :- template p(X, Y): X div 2; predicate X; inequality X > 0; Z; q(X) cost 2.
              |             -------

            error: definitions belong to solutions, not to problems
             --> t:6:1
              |
            6 | p(X) := X > 0.
              | ^^^^^^^^^^^^^^
              = hint: a clause is written with `:-`

        "#]],
    );
}

#[test]
fn solutions() {
    let mut problem = parsed("gcd(M, N, R) :- M = N, R = M.");
    let text = "gdc(M, N, R) := M > 0.\ngcd(M, N) := M > 0.\ngcd(M, N, R) := gcd(M, N, R).\n\
                gcd(M, N, R) := M mod 1001 < N mod 1001.\ngcd(M, N, R) :- M = 1.\n\
                gcd(M, N, R) := K = 1.\ngcd(M, N, R) := true.\ngcd(M, N, R) := false.\n";
    let (_, diagnostics) = parse_solution(text, &mut problem);
    expect![[r#"
        error: the problem has no relation symbol `gdc`
         --> t:1:1
          |
        1 | gdc(M, N, R) := M > 0.
          | ^^^^^^^^^^^^
          = hint: is `gcd` meant?

        error: `gcd` has 2 arguments here, but 3 arguments elsewhere
         --> t:2:1
          |
        2 | gcd(M, N) := M > 0.
          | ^^^^^^^^^

        error: a relation symbol cannot be used here
         --> t:3:17
          |
        3 | gcd(M, N, R) := gcd(M, N, R).
          |                 ^^^^^^^^^^^^
          = hint: only the variables of the arguments can

        error: `div` and `mod` split this into too many cases, and no variable can be introduced for them here
         --> t:4:17
          |
        4 | gcd(M, N, R) := M mod 1001 < N mod 1001.
          |                 ^^^^^^^^^^^^^^^^^^^^^^^
          = hint: use smaller divisors, or say it with divisibility

        error: a solution has definitions, not clauses
         --> t:5:1
          |
        5 | gcd(M, N, R) :- M = 1.
          | ^^^^^^^^^^^^^^^^^^^^^^
          = hint: write `p(X, Y) := formula.`

        error: `K` is none of the variables of the arguments
         --> t:6:17
          |
        6 | gcd(M, N, R) := K = 1.
          |                 ^

        error: this relation symbol is defined already
         --> t:8:1
          |
        8 | gcd(M, N, R) := false.
          | ^^^^^^^^^^^^^^^^^^^^^^

    "#]]
    .assert_eq(&render(&diagnostics, text, "t"));
}

#[test]
fn many_mistakes_are_counted() {
    let text = "p(X) :- x == 1.\n".repeat(10_000);
    let (_, diagnostics) = parse(&text);
    assert_eq!(diagnostics.len(), DIAGNOSTIC_LIMIT + 1);
    assert!(diagnostics[DIAGNOSTIC_LIMIT].message.contains("more messages"));
}

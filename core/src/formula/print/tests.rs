use std::cell::Cell;

use super::*;
use crate::formula::{Piece, PieceKind, Sort};
use crate::num::Int;
use crate::testing::Random;

/// Formulae whose parts are made of earlier ones at random, so that they share nearly everything.
fn graphs(arena: &mut Arena, random: &mut Random, count: usize) -> Vec<Formula> {
    let symbols: Vec<Symbol> =
        ["X", "Y", "Z1", "true"].iter().map(|name| arena.symbol(name, Sort::Int)).collect();
    let mut made = vec![arena.true_(), arena.false_()];
    for name in ["B", "X", "φ1"] {
        let symbol = arena.symbol(name, Sort::Bool);
        made.push(arena.boolean(symbol));
    }
    for _ in 0..400 {
        let summand = |random: &mut Random| (symbols[random.count(0, 3)], Int::from(random.range(-3, 3)));
        let summands: Vec<_> = (0..random.count(1, 3)).map(|_| summand(random)).collect();
        let term = LinearTerm::new(summands, Int::from(random.range(-200, 200)));
        made.push(match random.count(0, 2) {
            0 => arena.le(&term),
            1 => arena.eq(&term),
            _ => arena.divides(&Int::from(random.range(2, 5)), &term),
        });
    }
    let literals = made.len();
    for i in 0..count {
        // Two different ones of the last few, and a literal that is no constant.
        let recent = made.len() - 6;
        let (first, second) = (random.count(0, 2), random.count(3, 5));
        let mut parts =
            vec![made[recent + first], made[recent + second], made[random.count(2, literals - 1)]];
        parts.iter_mut().filter(|_| random.chance(3)).for_each(|part| *part = !*part);
        made.push(if i % 2 == 0 { arena.and(parts) } else { arena.or(parts) });
    }
    made
}

/// Whether the pieces are what they claim to be.
fn assert_kinds(text: &FormulaText) {
    let is_taken = text.pieces().any(|piece| piece == Piece { kind: PieceKind::Variable, text: "φ1" });
    let mut depth = 0i32;
    let mut all = String::new();
    for Piece { kind, text } in text.pieces() {
        all += text;
        let fits = match kind {
            PieceKind::Variable => ["X", "Y", "Z1", "true", "B", "φ1"].contains(&text),
            PieceKind::Number => text.bytes().all(|b| b.is_ascii_digit()),
            PieceKind::Definition => text.starts_with('φ') && !(is_taken && text == "φ1"),
            PieceKind::Sign => "≤ ≥ < > = ≠ + - | ¬ :=".split(' ').any(|sign| text.trim() == sign),
            PieceKind::Connective => [" ∧ ", " ∨ ", " → "].contains(&text),
            PieceKind::Punctuation => ["(", ")"].contains(&text),
            PieceKind::Word => [" where ", "; "].contains(&text),
            PieceKind::True => text == "true",
            PieceKind::False => text == "false",
            PieceKind::Omission => text.starts_with("… (") && text.ends_with(" more parts)"),
            PieceKind::Relation => false,
        };
        assert!(fits, "{kind:?} {text:?}");
        depth += i32::from(text == "(") - i32::from(text == ")");
        assert!(depth >= 0);
    }
    assert_eq!((depth, all.as_str()), (0, text.as_str()));
}

#[test]
fn every_graph_is_printed_within_the_limit() {
    let (mut cut, mut shared, mut plain) = (0, 0, 0);
    for seed in 0..60 {
        let (mut arena, mut random) = (Arena::new(), Random(seed));
        let made = graphs(&mut arena, &mut random, 20 + 40 * (seed as usize));
        for formula in [made[0], made[1], made[made.len() / 3], made[made.len() / 2], made[made.len() - 1]] {
            let spelled = Cell::new(0);
            let spelling = |symbol| {
                spelled.set(spelled.get() + 1);
                arena.name(symbol).to_owned()
            };
            for has_implications in [false, true] {
                spelled.set(0);
                let mut printed = arena.show(formula).spelled(&spelling);
                printed.has_implications = has_implications;
                let (text, written) = printed.written();
                assert_kinds(&text);
                // Closed parentheses come on top of the limit, and so does the literal that exceeds it.
                assert!(text.as_str().len() < 2 * TEXT_LIMIT, "{}", text.as_str().len());
                let pieces = text.pieces().count();
                assert!(written as usize <= pieces + 1, "{written} parts in {pieces} pieces");
                assert!(spelled.get() <= pieces + arena.symbol_count());
                let size = Sharing::of(&arena, &[formula], GROWTH).size();
                if text.is_whole() {
                    assert_eq!(written, size, "{text}");
                } else {
                    let rest = literal::omission(size - written, "part");
                    assert!(text.as_str().contains(&rest), "{rest}");
                }
                assert_eq!(text.is_true(), formula == arena.true_());
                assert_eq!(text.is_false(), formula == arena.false_());
                cut += usize::from(!text.is_whole());
                shared += usize::from(text.has(PieceKind::Definition));
                plain += usize::from(text.is_whole() && !text.has(PieceKind::Definition));
            }
        }
    }
    assert!(cut > 2 && shared > 20 && plain > 100, "{cut} {shared} {plain}");
}

/// `B ⊕ (B ⊕ (B ⊕ …))` of different symbols.
fn parity(arena: &mut Arena, count: usize) -> Formula {
    let mut all = arena.false_();
    for i in 0..count {
        let symbol = arena.symbol(&format!("B{i}"), Sort::Bool);
        let next = arena.boolean(symbol);
        all = !arena.iff(next, all);
    }
    all
}

#[test]
fn what_is_shared_is_written_once() {
    let mut arena = Arena::new();
    let formula = parity(&mut arena, 60);
    let text = arena.show(formula).text();
    assert!(text.is_whole() && text.as_str().len() < TEXT_LIMIT, "{}", text.as_str().len());
    let beginning = "(φ1 ∨ φ2 ∨ ¬B59) ∧ ((¬φ1 ∧ ¬φ2) ∨ B59) where φ1 := φ3 ∧ φ4 ∧ B58; φ2 := ";
    assert!(text.as_str().starts_with(beginning), "{text}");
    // What is small enough is written out, and read at one go.
    let small = parity(&mut arena, 3);
    assert!(!arena.show(small).text().has(PieceKind::Definition));
}

#[test]
fn what_is_left_out_is_counted() {
    let mut arena = Arena::new();
    let x = arena.symbol("X", Sort::Int);
    let multiples = (1..20_000).map(|k| {
        let part = LinearTerm::symbol(x).plus_constant(&Int::from(2 * k));
        arena.divides(&Int::from(1_000_003), &part)
    });
    let parts: Vec<Formula> = multiples.collect();
    let formula = arena.or(parts);
    let text = arena.show(formula).text();
    let written = text.as_str().matches('∨').count();
    let rest = literal::omission(19_999 - written as u64, "part");
    assert!(text.as_str().ends_with(&rest), "{rest}");
    assert!(rest.contains(','), "{rest}");
    let short = arena.show(formula).limited(40).text();
    assert!(short.as_str().len() < 120 && !short.is_whole(), "{short}");
}

#[test]
fn long_sums_names_and_numbers_are_cut_too() {
    let mut arena = Arena::new();
    let name = "long".repeat(3_000);
    let summands: Vec<(Symbol, Int)> =
        (0..9_000).map(|i| (arena.symbol(&format!("X{i}"), Sort::Int), Int::ONE)).collect();
    let formula = arena.le(&LinearTerm::new(summands, Int::ONE));
    let text = arena.show(formula).text();
    assert!(text.as_str().contains(" more summands)") && text.as_str().len() < 2 * TEXT_LIMIT, "{text}");
    let long = arena.symbol(&name, Sort::Bool);
    let formula = arena.boolean(long);
    assert!(arena.show(formula).to_string().ends_with("… (11,000 more letters)"));
    let number: Int = "7".repeat(5_000).parse().unwrap();
    let x = LinearTerm::symbol(arena.symbol("X", Sort::Int));
    let formula = arena.equal(&x, &LinearTerm::constant(number));
    assert!(arena.show(formula).to_string().ends_with("… (4,000 more digits)"));
}

#[test]
fn implications_read_best() {
    let mut arena = Arena::new();
    let [m, n, r] = ["M", "N", "R"].map(|name| LinearTerm::symbol(arena.symbol(name, Sort::Int)));
    let (equal, bound) = (arena.equal(&m, &n), arena.at_most(&r, &m));
    let (other, third) = (arena.at_most(&m, &n), arena.at_most(&n, &r));
    let implication = arena.implies(equal, bound);
    let shown = |arena: &Arena, formula| arena.show(formula).with_implications().to_string();
    assert_eq!(shown(&arena, implication), "M = N → M ≥ R");
    let both = arena.and([implication, other]);
    assert_eq!(shown(&arena, both), "M ≤ N ∧ (M = N → M ≥ R)");
    let inner = arena.and([other, third]);
    let nested = arena.or([!equal, inner, bound]);
    assert_eq!(shown(&arena, nested), "M = N → (M ≥ R ∨ (M ≤ N ∧ N ≤ R))");
    let single = arena.or([!equal, inner]);
    assert_eq!(shown(&arena, single), "M = N → M ≤ N ∧ N ≤ R");
    assert_eq!(shown(&arena, equal), "M = N");
}

#[test]
fn values_stand_in_the_places_of_symbols() {
    let mut arena = Arena::new();
    let (x, b) = (arena.symbol("X", Sort::Int), arena.symbol("B", Sort::Bool));
    let mut valuation = Valuation::new();
    valuation.set_int(x, Int::from(-4));
    valuation.set_bool(b, true);
    let bound = arena.le(&LinearTerm::symbol(x).scaled(&Int::from(2)).plus_constant(&Int::from(-3)));
    let boolean = arena.boolean(b);
    let formula = arena.and([bound, !boolean]);
    let text = arena.show(formula).valued(&valuation).text();
    assert_eq!(text.as_str(), "(-4) ≤ 1 ∧ ¬true");
    assert!(!text.has(PieceKind::Variable) && text.has(PieceKind::True));
}

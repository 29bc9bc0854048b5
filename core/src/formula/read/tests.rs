use super::*;
use crate::formula::FormulaText;
use crate::testing::Random;

#[test]
fn what_was_printed_is_read_back() {
    let (mut whole, mut refused) = (0, 0);
    for seed in 0..200 {
        let (mut arena, mut random) = (Arena::new(), Random(seed));
        let names = ["X", " Y ", "f(x)", "φ1", "a-b", "where"];
        let ints: Vec<Symbol> = names.iter().map(|name| arena.symbol(name, Sort::Int)).collect();
        let bools: Vec<Symbol> = names.iter().map(|name| arena.symbol(name, Sort::Bool)).collect();
        let mut made = vec![arena.true_()];
        for _ in 0..random.count(2, 12) {
            let summand = |random: &mut Random| (ints[random.count(0, 5)], Int::from(random.range(-3, 3)));
            let summands: Vec<_> = (0..random.count(1, 4)).map(|_| summand(&mut random)).collect();
            let term = LinearTerm::new(summands, Int::from(random.range(-20, 20)));
            made.push(match random.count(0, 3) {
                0 => arena.le(&term),
                1 => arena.eq(&term),
                2 => arena.divides(&Int::from(random.range(2, 5)), &term),
                _ => arena.boolean(bools[random.count(0, 5)]),
            });
        }
        for _ in 0..random.count(1, 120) {
            let mut parts = Vec::new();
            for _ in 0..random.count(2, 3) {
                let part = made[random.count(made.len().saturating_sub(9), made.len() - 1)];
                parts.push(if random.chance(2) { part } else { !part });
            }
            made.push(if random.chance(2) { arena.and(parts) } else { arena.or(parts) });
        }
        let symbols: Vec<Symbol> = ints.into_iter().chain(bools).collect();
        for formula in made {
            let text = arena.show(formula).text();
            let read = text.read(&mut arena, &symbols);
            if text.is_whole() {
                assert_eq!(read, Ok(formula), "{text}");
                whole += 1;
            } else {
                assert_eq!(read, Err(NotRead::Omission));
                refused += 1;
            }
        }
    }
    assert!(whole > 1_000 && refused > 0, "{whole} {refused}");
}

#[test]
fn what_is_no_formula_is_refused() {
    let mut arena = Arena::new();
    let x = arena.symbol("X", Sort::Int);
    let variable = |name| FormulaText::of(PieceKind::Variable, name);
    let bound = variable("X").with(PieceKind::Sign, " ≤ ").with(PieceKind::Number, "3");
    assert!(bound.read(&mut arena, &[x]).is_ok());
    assert_eq!(bound.read(&mut arena, &[]), Err(NotRead::Unknown("X".to_owned())));
    assert_eq!(variable("B").read(&mut arena, &[x]), Err(NotRead::Unknown("B".to_owned())));
    let conjunction = bound.clone().with(PieceKind::Connective, " ∧ ");
    let mixed = conjunction.clone().and(&bound).with(PieceKind::Connective, " ∨ ").and(&bound);
    let open = FormulaText::of(PieceKind::Punctuation, "(").and(&bound);
    let closed = bound.clone().with(PieceKind::Punctuation, ")");
    let defined = |body: &FormulaText| {
        let mention = FormulaText::of(PieceKind::Definition, "φ1").with(PieceKind::Word, " where ");
        mention.with(PieceKind::Definition, "φ1").with(PieceKind::Sign, " := ").and(body)
    };
    assert!(defined(&bound).read(&mut arena, &[x]).is_ok());
    let circular = defined(&FormulaText::of(PieceKind::Definition, "φ1"));
    for text in [FormulaText::new(), conjunction, mixed, open, closed, circular] {
        assert_eq!(text.read(&mut arena, &[x]), Err(NotRead::NoFormula), "{text}");
    }
    let undefined = FormulaText::of(PieceKind::Definition, "φ2");
    assert_eq!(undefined.read(&mut arena, &[x]), Err(NotRead::Unknown("φ2".to_owned())));
}

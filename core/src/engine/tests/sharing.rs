use super::*;

/// Every level uses the one below twice, so a derivation is a binary tree of this height.
fn doubling(height: usize, query: &str) -> String {
    let mut text = "p0(X) :- X >= 0.\n".to_owned();
    for i in 0..height {
        text += &format!("p{}(X + Y) :- p{i}(X), p{i}(Y).\n", i + 1);
    }
    format!("{text}false :- p{height}(X), {query}.")
}

/// A million leaves, but one branch suffices to see that `X` cannot be smaller than a summand that is not
/// negative.
#[test]
fn a_part_of_a_derivation_is_enough_to_refute_it() {
    let text = doubling(4, "X < 0");
    for strategy in Strategy::ALL {
        assert_eq!(word(&solved(&text, settings(strategy)).0), "safe", "{strategy:?}");
    }
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..20 {
        text += &format!("p{}(X) :- p{i}(X), p{i}(X).\n", i + 1);
    }
    let (engine, events) = solved(&format!("{text}false :- p20(X), X != 0."), settings(Strategy::Tree));
    assert_eq!(word(&engine), "safe", "{:?}", engine.verdict());
    let open = |e: &Event| matches!(e, Event::Restructured { tree, .. } if tree.is_open());
    assert!(events.iter().any(open), "no derivation was looked at in part");
}

/// Ten choices one after the other: a thousand derivations, which share all they have in common.
#[test]
fn alternatives_that_meet_again_are_shared() {
    let mut text = "p0(X) :- X = 0.\n".to_owned();
    for i in 0..10 {
        text += &format!("p{j}(X + 1) :- p{i}(X).\np{j}(X + 2) :- p{i}(X).\n", j = i + 1);
    }
    text += "false :- p10(X), X < 10.";
    // One copy for each symbol: nothing was unfolded.
    let (engine, events) = solved(&text, settings(Strategy::Cdd));
    assert_eq!(word(&engine), "safe", "{:?}", engine.verdict());
    let copies = |e: &Event| match e {
        Event::Expanded { expansion } => Some((expansion.copies.len(), expansion.clauses.len())),
        _ => None,
    };
    assert_eq!(events.iter().find_map(copies), Some((11, 22)));
    let (engine, events) = solved(&text, settings(Strategy::Disjunctive));
    assert_eq!(word(&engine), "safe", "{:?}", engine.verdict());
    let positions = |e: &Event| match e {
        Event::Restructured { tree, factored } => {
            Some((tree.positions.len(), tree.instances(), factored.len()))
        }
        _ => None,
    };
    assert_eq!(events.iter().find_map(positions), Some((12, 22, 10)));
    assert!(!events.iter().any(|e| matches!(e, Event::SubtreesCopied { .. })));
}

/// The example of the two steps: `r` is used twice in one body, so it is copied once, and the two copies are
/// conjoined.
#[test]
fn what_one_derivation_needs_twice_is_copied() {
    let text = include_str!("../../../../static/examples/two-steps.horn");
    let (engine, events) = solved(text, settings(Strategy::Cdd));
    assert_eq!(word(&engine), "safe");
    let [Event::Expanding { .. }, Event::RelationCopied { .. }, Event::Expanded { expansion }, ..] =
        &events[..]
    else {
        panic!("{:?}", events.first())
    };
    assert!(expansion.is_minimal);
    let original = engine.system().relations().len();
    assert_eq!(expansion.copies.len(), original + 1);
    let solved = events.iter().filter(|e| matches!(e, Event::CopySolved { .. })).count();
    assert_eq!(solved, expansion.copies.len());
    assert!(events.iter().any(|e| matches!(e, Event::Collapsed { solution } if solution.len() == original)));
}

#[test]
fn dags_are_written_with_their_shared_positions_once() {
    let leaf = Position { node: None, alternatives: vec![alternative(1, &[])] };
    let or = Position { node: None, alternatives: vec![alternative(2, &[0]), alternative(3, &[0])] };
    let open = Position { node: None, alternatives: Vec::new() };
    let root = Position { node: None, alternatives: vec![alternative(4, &[1, 2])] };
    let dag = AndOrTree { positions: vec![leaf, or, open, root] };
    assert_eq!(dag.to_string(), "And(4, Or(And(2, #0=And(1)), And(3, #0)), …)");
    assert!(!dag.is_tree() && dag.is_open());
}

fn alternative(number: u32, children: &[usize]) -> Alternative {
    let children = children.iter().copied().map(PositionId::at).collect();
    Alternative { clause: SystemClauseId(number - 1), edge: None, children }
}

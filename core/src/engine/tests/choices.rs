use super::*;
use crate::budget::Budget;
use crate::formula::{Arena, Formula};

fn numbers(levels: &[&[u32]]) -> Vec<Vec<SystemClauseId>> {
    levels.iter().map(|level| level.iter().map(|n| SystemClauseId(n - 1)).collect()).collect()
}

/// CAV'13, Example 6: three spurious derivations in one and/or tree.
#[test]
fn a_script_can_ask_for_the_tree_of_the_paper() {
    // The graph must be complete before the query is tried, so the query goes last.
    #[derive(Debug)]
    struct QueriesLast(Scripted);
    impl Chooser for QueriesLast {
        fn work(&mut self, pending: &Worklist) -> Option<Item> {
            pending.pending().find(|item| item.clause != SystemClauseId(3)).cloned()
        }
        fn edges(
            &mut self,
            node: NodeId,
            depth: usize,
            all: &[Candidate],
            usual: Vec<EdgeId>,
        ) -> Vec<EdgeId> {
            self.0.edges(node, depth, all, usual)
        }
    }
    let script = Scripted::new(vec![numbers(&[&[1, 2, 3], &[1]])]);
    let settings = settings(Strategy::Disjunctive);
    let mut engine =
        Engine::with_chooser(problem(GCD), settings, Box::new(QueriesLast(script)), &mut Budget::unlimited());
    let events = run(&mut engine, STEPS);
    let tree = events.iter().find_map(|e| match e {
        Event::CounterexampleFound { tree } => Some(tree.to_string()),
        _ => None,
    });
    assert_eq!(tree.as_deref(), Some("And(4, Or(And(1), And(2, And(1)), And(3, And(1))))"));
    // One disjunctive interpolation removes all three, and what it finds suffices.
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
}

/// Proposes the same formula for every position.
#[derive(Debug)]
struct Typed(&'static str);

impl Chooser for Typed {
    fn interpolants(&mut self, arena: &mut Arena, _: &AndOrTree, questions: &[Question]) -> Proposal {
        let text = format!("merge(X, Y, Z) := {}.", self.0);
        let mut parsed = Problem { arena: arena.clone(), ..problem(MERGE) };
        let (solution, diagnostics) = house::parse_solution(&text, &mut parsed);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let formulae: Vec<Formula> = solution.iter().map(|(_, d)| d.formula).collect();
        *arena = parsed.arena;
        Proposal::Instead(questions.iter().map(|_| formulae[0]).collect())
    }
}

#[test]
fn interpolants_of_a_person_are_checked_before_use() {
    let run_with = |text| {
        let mut engine = Engine::with_chooser(
            problem(MERGE),
            Settings::default(),
            Box::new(Typed(text)),
            &mut Budget::unlimited(),
        );
        let events = run(&mut engine, STEPS);
        (word(&engine), events.contains(&Event::ProposalRejected))
    };
    assert_eq!(run_with("X + Y >= Z"), ("safe", false));
    assert_eq!(run_with("X > 0"), ("safe", true), "no interpolant");
}

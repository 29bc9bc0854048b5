use super::*;

/// A run that works for a number of steps at each call, and ends with a verdict after a number of calls.
#[derive(Debug)]
struct Patient {
    engine: Engine,
    steps: u64,
    calls: usize,
    stopped: bool,
    /// Has it found a solution?
    concludes: bool,
}

impl Run for Patient {
    fn step(&mut self, budget: &mut Budget) -> Event {
        if budget.take(self.steps).is_err() {
            self.stopped = true;
        } else {
            self.calls -= usize::from(self.calls > 0);
        }
        if self.calls == 0 {
            while self.engine.verdict().is_none() {
                self.engine.step(&mut Budget::unlimited());
            }
        }
        Event::Resumed
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.engine.verdict()
    }

    fn resume(&mut self) -> bool {
        std::mem::take(&mut self.stopped)
    }

    fn problem(&self) -> &Problem {
        self.engine.problem()
    }

    fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    fn is_concluding(&self) -> bool {
        self.concludes
    }
}

fn patient(steps: u64, calls: usize) -> Box<dyn Run> {
    Box::new(Patient::new(steps, calls))
}

impl Patient {
    fn new(steps: u64, calls: usize) -> Patient {
        let engine = Engine::new(problem(MERGE), Settings::default());
        Patient { engine, steps, calls, stopped: false, concludes: false }
    }
}

/// The steps that were taken until the verdict, and the number of the run that has found it.
fn steps_and_winner(mut runs: Alternation) -> (u64, usize) {
    let mut budget = Budget::unlimited();
    while runs.verdict().is_none() {
        runs.step(&mut budget);
    }
    (budget.used(), runs.at())
}

#[test]
fn the_first_verdict_counts_and_costs_little_more_than_alone() {
    // Alone the second would need 10 million steps. Until it has had as many, the first has had at most five
    // times three times as many.
    let million = 1_000_000;
    let runs = Alternation::new(vec![(3, patient(million, usize::MAX)), (1, patient(million, 10))]);
    let (steps, winner) = steps_and_winner(runs);
    assert_eq!(winner, 1);
    assert!(steps <= 10 * million * 16, "{steps}");
    // The first to have a turn is not held up.
    let runs = Alternation::new(vec![(3, patient(million / 10, 10)), (1, patient(million, usize::MAX))]);
    assert_eq!(steps_and_winner(runs), (million, 0));
}

#[test]
fn the_same_problem_has_the_same_run() {
    for text in [GCD, MERGE, GCD_BUG] {
        let shares = || vec![(1, settings(Strategy::Tree)), (1, settings(Strategy::Global))];
        let mut logs = Vec::new();
        for _ in 0..2 {
            let mut runs = Alternation::of(&problem(text), shares());
            let mut budget = Budget::unlimited();
            let mut log = Vec::new();
            while runs.verdict().is_none() {
                log.push(runs.step(&mut budget));
            }
            logs.push((log, budget.used(), runs.at()));
        }
        assert_eq!(logs[0], logs[1]);
        assert!(matches!(logs[0].0.last(), Some(Event::Verdict(_))));
    }
}

#[test]
fn the_end_of_the_budget_is_told() {
    let mut runs = Alternation::of(&problem(GCD), Alternation::by_default(&settings(Strategy::Auto)));
    let mut budget = Budget::steps(50);
    let mut last = None;
    while runs.verdict().is_none() {
        last = Some(runs.step(&mut budget));
    }
    assert!(matches!(last, Some(Event::Verdict(VerdictText::Stopped(_)))), "{last:?}");
}

#[test]
fn only_auto_takes_turns() {
    let named = |strategy| Alternation::by_default(&settings(strategy)).len();
    assert_eq!(Strategy::ALL.map(named), [3, 1, 1, 1, 1, 1, 1]);
}

/// What was found has to be proved only: that is not cut short for the turn of another run.
#[test]
fn a_solution_is_proved_without_taking_turns() {
    let steps = 40_000_000;
    let other = || patient(1_000, 1_000_000);
    let (used, at) = steps_and_winner(Alternation::new(vec![(1, patient(steps, 1)), (1, other())]));
    assert!(used > 2 * steps && at == 0, "{used} {at}");
    let concluding = Box::new(Patient { concludes: true, ..Patient::new(steps, 1) });
    let runs = Alternation::new(vec![(1, concluding as Box<dyn Run>), (1, other())]);
    assert_eq!(steps_and_winner(runs), (steps, 0));
}

/// A program counter in two Booleans.
const COUNTER: &str = "s(A, B, X) :- !A, !B, X = 0.
    s(C, D, Y) :- s(A, B, X), (!A, !B, C, !D, Y = X ; A, !B, C, !D, X < 9, Y = X + 1 ; A, !B, X >= 9, C, D, Y = X).
    false :- s(A, B, X), A, B, X != 9.";

/// Solutions and derivations over the states of control become those of the clauses that were typed.
#[test]
fn states_of_control_are_told_apart() {
    let pipeline = Pipeline::default().after(Pass::ControlStates);
    let shares = || vec![(1, Settings { pipeline: pipeline.clone(), ..settings(Strategy::Tree) })];
    for (text, is_safe) in [(COUNTER.to_owned(), true), (COUNTER.replace("X != 9", "X = 9"), false)] {
        let mut runs = Alternation::of(&problem(&text), shares());
        let mut budget = Budget::steps(1_000_000);
        while runs.verdict().is_none() {
            runs.step(&mut budget);
        }
        let verdict = runs.verdict();
        assert!(matches!(verdict, Some(Verdict::Safe(_))) == is_safe, "{verdict:?}");
        assert!(matches!(verdict, Some(Verdict::Unsafe(..))) != is_safe, "{verdict:?}");
    }
    // Those who want the clauses as they are get them.
    let as_typed = Settings { pipeline: Pipeline::none(), ..settings(Strategy::Auto) };
    assert!(Alternation::by_default(&as_typed)[1].1.pipeline.passes.is_empty());
}

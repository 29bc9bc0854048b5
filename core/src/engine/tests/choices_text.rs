//! Somebody who chooses at random; and the text of choices.

use super::*;
use crate::engine::accelerated::can_be_folded;
use crate::formula::Formula;
use crate::interpolate::{Policy, Strength};
use crate::testing::Random;

/// Makes a choice now and then, whatever it is.
pub(super) struct Person {
    random: Random,
    /// Whether nothing is chosen that is known not to fit.
    is_prudent: bool,
    /// What was chosen, in order.
    pub(super) all: Vec<Choice>,
    /// How often each kind was chosen.
    pub(super) made: [usize; 6],
}

impl Person {
    pub(super) fn bold(seed: u64) -> Person {
        Person::new(seed, false)
    }

    pub(super) fn new(seed: u64, is_prudent: bool) -> Person {
        Person { random: Random(seed), is_prudent, all: Vec::new(), made: [0; 6] }
    }

    /// Runs to the end, with choices on the way.
    pub(super) fn play(&mut self, engine: &mut Engine, steps: u64) -> Vec<Event> {
        let mut budget = Budget::steps(steps);
        let mut events = Vec::new();
        while engine.verdict().is_none() {
            if engine.has_told_all() {
                for taken in self.choose(engine) {
                    let choice = Choice { step: engine.happened, taken };
                    engine.choices.add(choice.clone());
                    self.all.push(choice);
                }
                engine.advance(&mut budget);
                continue;
            }
            events.push(engine.step(&mut budget));
        }
        events
    }

    fn choose(&mut self, engine: &Engine) -> Vec<Taken> {
        if !self.random.chance(2) || engine.choices.has(engine.happened) {
            return Vec::new();
        }
        match engine.phase.as_ref() {
            Some(phase::Phase::Explore) => self.work(engine),
            Some(phase::Phase::Examine(examination)) if examination.partial.is_none() => {
                self.made[4] += 1;
                // Where there is nothing to fold, folding is refused, which ends the run.
                let is_tried =
                    can_be_folded(&examination.unfolding) || (self.is_bold() && self.random.chance(9));
                let delay = (is_tried && self.random.chance(2)).then(|| self.random.count(0, 2));
                vec![Taken::Fold { delay }]
            }
            Some(phase::Phase::Judge(refutation)) if self.random.chance(2) => {
                self.templates(engine, refutation)
            }
            Some(phase::Phase::Judge(refutation)) => self.interpolant(engine, refutation),
            Some(phase::Phase::Learn(lesson)) if lesson.refines => {
                self.made[3] += 1;
                vec![Taken::Keep { predicates: vec![usize::from(self.random.chance(6))] }]
            }
            _ => Vec::new(),
        }
    }

    fn work(&mut self, engine: &Engine) -> Vec<Taken> {
        let active = |item: &&Item| item.body.iter().all(|n| engine.graph.is_active(*n));
        let items: Vec<&Item> = engine.worklist.pending().filter(active).collect();
        if items.is_empty() {
            return Vec::new();
        }
        self.made[0] += 1;
        let item = items[self.random.count(0, items.len() - 1)];
        let mut taken = vec![Taken::Work { clause: item.clause, body: item.body.clone() }];
        // A counterexample, if there is one: otherwise the choice of one would not fit.
        if engine.system[item.clause].head.is_none() && self.random.chance(2) {
            self.made[1] += 1;
            let body = item.body.iter().map(|node| self.ways(engine, *node, 4)).collect();
            taken.push(Taken::Counterexample { body });
        }
        taken
    }

    fn is_bold(&self) -> bool {
        !self.is_prudent
    }

    /// An interpolant by another policy than the run's, or what is hardly ever right, or what is no formula.
    fn interpolant(&mut self, engine: &Engine, refutation: &phase::Refutation) -> Vec<Taken> {
        self.made[2] += 1;
        let position = self.random.count(0, refutation.found.len().max(1) - 1);
        let formula = if self.is_bold() && self.random.chance(4) {
            (if self.random.chance(2) { "true" } else { "X = 1" }).to_owned()
        } else {
            let mut arena = engine.arena.clone();
            let policy = Policy::Proof(if self.random.chance(2) { Strength::Strong } else { Strength::Weak });
            let tree = refutation.unfolding.as_tree(&mut arena);
            let mut budget = Budget::steps(20_000);
            let found = refutation
                .unfolding
                .guided_interpolants(&mut arena, &engine.system, &tree, policy, &mut budget)
                .ok()
                .flatten();
            let found = found.as_ref().unwrap_or(&refutation.found);
            let spelled = |formula: &Formula| arena.show(*formula).to_string();
            found.get(position).map(spelled).unwrap_or_default()
        };
        vec![Taken::Interpolant { position: PositionId::at(position), formula }]
    }

    /// Some arguments of a relation symbol as templates, where it is derived first or everywhere.
    fn templates(&mut self, engine: &Engine, refutation: &phase::Refutation) -> Vec<Taken> {
        let Some((relation, _)) = refutation.unfolding.heads().first() else { return Vec::new() };
        self.made[5] += 1;
        let places = refutation.unfolding.occurrences(*relation).into_iter();
        let count = if self.random.chance(2) { 1 } else { usize::MAX };
        let positions = places.take(count).map(|(i, _)| PositionId::at(i)).collect();
        let names = engine.system[*relation]
            .parameters()
            .iter()
            .map(|p| house::spell_variable(engine.arena.name(*p)));
        // Without an argument they hardly ever do.
        let names: Vec<String> = names.filter(|_| self.is_prudent || !self.random.chance(9)).collect();
        vec![Taken::Templates { positions, templates: names.join("; ") }]
    }

    fn ways(&mut self, engine: &Engine, node: NodeId, depth: usize) -> Ways {
        let mut ways = Vec::new();
        let edges =
            engine.graph.edges().filter(|(_, edge)| edge.head == node && engine.graph.is_proper(edge));
        for (id, edge) in edges {
            if depth > 0 && self.random.chance(2) {
                ways.push((id, edge.body.iter().map(|n| self.ways(engine, *n, depth - 1)).collect()));
            }
        }
        Ways(ways)
    }
}

#[test]
fn random_choices_survive_being_written() {
    let mut random = Random(3);
    for _ in 0..200 {
        let mut ways = Ways::default();
        for edge in 0..random.count(0, 3) {
            let inner = Ways(vec![(EdgeId(edge as u32), Vec::new())]);
            ways.0.push((EdgeId(7), vec![ways.clone(), Ways::default(), inner]));
        }
        let taken = match random.count(0, 5) {
            0 => Taken::Work { clause: SystemClauseId(3), body: vec![NodeId(1); random.count(0, 3)] },
            1 => Taken::Counterexample { body: vec![ways.clone(), Ways::default(), ways] },
            2 => Taken::Interpolant { position: PositionId(2), formula: "X @ Y = 'a@@b'".to_owned() },
            3 => Taken::Fold { delay: (!random.chance(2)).then(|| random.count(0, 9)) },
            4 => Taken::Templates {
                positions: vec![PositionId(0), PositionId(2)],
                templates: "X - I; 'a@b' cost 2".to_owned(),
            },
            _ => Taken::Keep { predicates: vec![0, random.count(0, 9)] },
        };
        let choices = vec![Choice { step: random.count(0, 99), taken }; 2];
        let text = Choice::write_all(&choices);
        assert_eq!(Choice::read_all(&text), Ok(choices), "{text}");
    }
    // Whatever is typed is read or refused.
    let letters: Vec<char> = "@0123456789arikft-(),;: \u{20ac}".chars().collect();
    for _ in 0..5_000 {
        let text: String =
            (0..random.count(0, 20)).map(|_| letters[random.count(0, letters.len() - 1)]).collect();
        if let Ok(choices) = Choice::read_all(&text) {
            assert_eq!(Choice::read_all(&Choice::write_all(&choices)), Ok(choices), "{text}");
        }
    }
    let deep = format!("@1r{}0{}", "0(".repeat(100_000), ")".repeat(100_000));
    assert!(Choice::read_all(&deep).is_err());
}

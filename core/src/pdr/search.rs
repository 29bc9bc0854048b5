//! The search: one obligation after the other, lowest frame first.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::cube::{self, Source};
use super::derivation::{Fact, Facts};
use super::frames::{ALWAYS, Frames};
use super::generalise::Context;
use super::rank::ranks;
use super::rules::{Marks, Rules};
use super::{End, News, Progress};
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Valuation};
use crate::horn::{Assignment, Atom, ClauseSystem, SystemClauseId, SystemRelationId};
use crate::order::{Set, sort_by_key};
use crate::solver::{Answer, Solver, Unknown};

/// States of which it is asked whether they are derived; without a relation symbol, `false` itself.
#[derive(Clone, Debug)]
struct Obligation {
    relation: Option<SystemRelationId>,
    cube: Vec<Formula>,
    /// It is not derived within lower frames.
    frame: usize,
    /// How far it is from `false`.
    depth: usize,
    parents: Vec<usize>,
    /// A fact was reached that may be of use for this clause.
    retry: Option<SystemClauseId>,
    /// Which clause of the parents it is for.
    clause: Option<SystemClauseId>,
    is_reached: bool,
}

/// What obligations are ordered by: the frame, the place of the relation symbol, the depth, and the number.
/// What another one of the same frame waits for comes before it.
type Key = (usize, usize, usize, usize);

/// How much was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lemmas that were learnt.
    pub lemmas: usize,
    /// Questions to solvers.
    pub checks: u64,
}

/// The state of the search.
#[derive(Clone, Debug)]
pub struct Reachability {
    marks: Marks,
    /// By relation symbol, its place in the order.
    ranks: Rc<[usize]>,
    /// By relation symbol; those of `false` are last.
    rules: Vec<Rules>,
    frames: Frames,
    facts: Facts,
    /// For each relation symbol, a solver that is asked about facts.
    meeting: Vec<Solver>,
    obligations: Vec<Obligation>,
    /// Obligations that exist already.
    known: FxHashMap<(Option<SystemRelationId>, Vec<Formula>), usize>,
    queue: Set<Key>,
    /// What waits for the next frame.
    parked: Vec<usize>,
    last: usize,
    /// Is the last frame new, and lemmas are being moved?
    is_opening: bool,
    checks: u64,
    lemmas: usize,
    /// For each relation symbol what always holds, and a solver that is asked about it; if it is known.
    assumed: Option<Vec<(Solver, Vec<Formula>)>>,
    /// What was adopted of that, and it is not known yet from what it follows.
    unsupported: Vec<(SystemRelationId, Formula)>,
}

/// What became of an obligation.
enum Outcome {
    Excluded {
        core: Vec<Formula>,
    },
    /// By this clause, from these facts.
    Reached {
        clause: SystemClauseId,
        facts: Vec<usize>,
        model: Valuation,
    },
    Child {
        clause: SystemClauseId,
        relation: SystemRelationId,
        cube: Vec<Formula>,
    },
    /// It has a state that is a fact.
    Met,
    /// There is more to find out.
    Again,
}

impl Reachability {
    pub fn new(arena: &mut Arena, system: &ClauseSystem) -> Reachability {
        let mut marks = Marks::default();
        let mut heads = system.definitions();
        heads.push(system.queries().collect());
        let ranks: Rc<[usize]> = ranks(system).into();
        let rules = heads.into_iter().map(|clauses| Rules::new(arena, system, &mut marks, &ranks, clauses));
        let rules = rules.collect();
        let count = system.relations().len();
        let root = Obligation {
            relation: None,
            cube: Vec::new(),
            frame: 1,
            depth: 0,
            parents: Vec::new(),
            retry: None,
            clause: None,
            is_reached: false,
        };
        let mut queue = Set::default();
        queue.insert((1, usize::MAX, 0, 0));
        Reachability {
            marks,
            ranks,
            rules,
            frames: Frames::new(count),
            facts: Facts::new(count),
            meeting: vec![Solver::new(); count],
            obligations: vec![root],
            known: FxHashMap::default(),
            queue,
            parked: Vec::new(),
            last: 1,
            is_opening: false,
            checks: 0,
            lemmas: 0,
            assumed: None,
            unsupported: Vec::new(),
        }
    }

    /// The frame that the search is at.
    pub fn frame(&self) -> usize {
        self.last
    }

    /// Was it told what always holds?
    pub fn has_assumed(&self) -> bool {
        self.assumed.is_some()
    }

    pub fn counts(&self) -> Counts {
        Counts { lemmas: self.lemmas, checks: self.checks }
    }

    /// One piece of work.
    pub fn step(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Progress, Unknown> {
        budget.take(1)?;
        if !self.unsupported.is_empty() {
            let news = self.support(arena, system, budget)?;
            return Ok(Progress { news, end: None });
        }
        let first = self.queue.iter().next().copied();
        match first {
            Some((.., number)) => self.treat(arena, system, number, budget),
            None => self.open_frame(arena, system, budget),
        }
    }

    /// Where an obligation is in the queue.
    fn key(&self, number: usize) -> Key {
        let Obligation { relation, frame, depth, .. } = self.obligations[number];
        (frame, relation.map_or(usize::MAX, |relation| self.ranks[relation.index()]), depth, number)
    }

    fn place(relation: Option<SystemRelationId>, rules: &[Rules]) -> usize {
        relation.map_or(rules.len() - 1, SystemRelationId::index)
    }

    fn context<'a>(
        &'a mut self,
        arena: &'a mut Arena,
        system: &'a mut ClauseSystem,
        relation: Option<SystemRelationId>,
    ) -> Context<'a> {
        let place = Reachability::place(relation, &self.rules);
        let Reachability { marks, rules, frames, last, checks, .. } = self;
        *checks += 1;
        Context { arena, system, marks, rules: &mut rules[place], frames, last: *last }
    }

    /// Treats an obligation. It stays in the queue until it is sure what becomes of it.
    fn treat(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Progress, Unknown> {
        let Obligation { relation, frame, ref cube, retry, .. } = self.obligations[number];
        let key = self.key(number);
        if let (Some(relation), None) = (relation, retry)
            && let Some(known) = self.frames.exclude(relation, cube, frame)
        {
            self.queue.remove(&key);
            self.wait(number, known + 1);
            return Ok(Progress::default());
        }
        if let (Some(_), None) = (relation, retry)
            && let Some(news) = self.exclude_for_ever(arena, system, number, budget)?
        {
            self.queue.remove(&key);
            self.wait(number, ALWAYS + 1);
            return Ok(Progress { news, end: None });
        }
        match self.look(arena, system, number, budget)? {
            Outcome::Again => {
                self.obligations[number].retry = None;
                if frame > self.last {
                    self.queue.remove(&key);
                    self.parked.push(number);
                }
                Ok(Progress::default())
            }
            Outcome::Excluded { core } => {
                let Some(relation) = relation else {
                    self.queue.remove(&key);
                    self.wait(number, frame + 1);
                    return Ok(Progress::default());
                };
                let cube = self.obligations[number].cube.clone();
                self.learn(arena, system, relation, &cube, core, number, budget)
            }
            Outcome::Met => {
                self.queue.remove(&key);
                self.reached(number);
                Ok(Progress::default())
            }
            Outcome::Child { clause, relation: child, cube } => {
                let state = arena.and(cube.iter().copied());
                let place = Reachability::place(relation, &self.rules);
                let frame = frame - self.rules[place].frames_to(child);
                self.ask(number, clause, child, frame, cube);
                Ok(Progress { news: vec![News::Asked { relation: child, state, frame }], end: None })
            }
            Outcome::Reached { clause, facts, model } => {
                let Some(relation) = relation else {
                    let derivation = self.facts.derivation(arena, system, (clause, &facts), budget)?;
                    return Ok(Progress { news: Vec::new(), end: Some(End::Derivation(derivation)) });
                };
                let formula = self.fact(arena, system, relation, clause, &facts, &model, budget)?;
                self.facts.add(arena, Fact { relation, formula, clause, premises: facts });
                self.queue.remove(&key);
                self.reached(number);
                Ok(Progress { news: vec![News::Reached { relation, fact: formula }], end: None })
            }
        }
    }

    /// Finds out about an obligation, without changing anything.
    fn look(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Outcome, Unknown> {
        let Obligation { relation, cube, frame, retry, .. } = self.obligations[number].clone();
        if let Some(clause) = retry {
            return self.with_facts(arena, system, number, clause, None, budget);
        }
        if let Some(relation) = relation
            && self.meets(arena, relation, &cube, budget)?.is_some()
        {
            return Ok(Outcome::Met);
        }
        let answer = self.context(arena, system, relation).excluded(&cube, frame, false, budget)?;
        match answer {
            Ok(core) => Ok(Outcome::Excluded { core }),
            Err(model) => {
                let place = Reachability::place(relation, &self.rules);
                let clause = self.rules[place].taken(arena, &model)?.clause;
                self.with_facts(arena, system, number, clause, Some(model), budget)
            }
        }
    }

    /// Takes facts for as many relation symbols of the body as possible, in order.
    fn with_facts(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        number: usize,
        clause: SystemClauseId,
        model: Option<Valuation>,
        budget: &mut Budget,
    ) -> Result<Outcome, Unknown> {
        let Obligation { relation, cube, frame, .. } = self.obligations[number].clone();
        let place = Reachability::place(relation, &self.rules);
        let body = system[clause].body.clone();
        let head = self.rules[place].head.clone();
        // Nothing is derived without any clause.
        let is_empty = |this: &Reachability, atom: &Atom| frame <= this.rules[place].frames_to(atom.relation);
        let mut base = vec![self.rules[place].rule(clause).ok_or(Unknown::Unchecked)?.tag];
        if let Some(head) = &head {
            base.extend(cube.iter().map(|literal| system.at(arena, head, *literal)));
        }
        // For each relation symbol of the body the disjunction of its facts, if one of them is taken.
        let mut taken: Vec<Option<Formula>> = vec![None; body.len()];
        let mut best = model;
        let at_frame = |this: &mut Reachability, arena: &mut Arena, taken: &[Option<Formula>]| {
            let mut assumed = base.clone();
            for (atom, taken) in body.iter().zip(taken) {
                let may = this.marks.slot(arena, atom);
                assumed.push(taken.unwrap_or(may));
            }
            for below in frame.saturating_sub(1)..=this.last {
                assumed.push(this.marks.frame(arena, below));
            }
            assumed
        };
        for (position, atom) in body.iter().enumerate() {
            let Some(any) = self.facts.any(atom.relation) else { continue };
            let any = system.at(arena, atom, any);
            taken[position] = Some(any);
            if best.as_ref().is_some_and(|model| arena.evaluate(any, model)) {
                continue;
            }
            if body[position + 1..].iter().any(|later| is_empty(self, later)) {
                // Where nothing is derived facts must do, so those are taken first.
                continue;
            }
            if (0..position).any(|before| taken[before].is_none() && is_empty(self, &body[before])) {
                break;
            }
            let assumed = at_frame(self, arena, &taken);
            self.checks += 1;
            match self.rules[place].check(arena, &assumed, budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(model) => best = Some(model),
                Answer::Unsat(_) => taken[position] = None,
            }
        }
        let Some(model) = best else { return Ok(Outcome::Again) };
        if taken.iter().all(Option::is_some) {
            let mut facts = Vec::with_capacity(body.len());
            for atom in &body {
                let found = self.facts.containing(atom.relation, |fact| {
                    let there = system.at(arena, atom, fact);
                    arena.evaluate(there, &model)
                });
                facts.push(found.ok_or(Unknown::Unchecked)?);
            }
            return Ok(Outcome::Reached { clause, facts, model });
        }
        if body.iter().zip(&taken).any(|(atom, taken)| taken.is_none() && is_empty(self, atom)) {
            return Ok(Outcome::Again);
        }
        let child = taken.iter().position(Option::is_none).ok_or(Unknown::Unchecked)?;
        if frame - self.rules[place].frames_to(body[child].relation) > self.last {
            // It waits for a frame that there is not yet, and facts were not enough.
            return Ok(Outcome::Again);
        }
        let mut others = base[1..].to_vec();
        for (position, atom) in body.iter().enumerate() {
            if position == child {
                continue;
            }
            if taken[position].is_some() {
                let found = self.facts.containing(atom.relation, |fact| {
                    let there = system.at(arena, atom, fact);
                    arena.evaluate(there, &model)
                });
                let fact = self.facts.get(found.ok_or(Unknown::Unchecked)?).formula;
                others.push(system.at(arena, atom, fact));
            } else {
                let between = self.rules[place].frames_to(atom.relation);
                for lemma in self.frames.about(atom.relation).filter(|l| l.frame + between >= frame) {
                    others.push(system.at(arena, atom, lemma.formula));
                }
            }
        }
        let constraint = &self.rules[place].rule(clause).ok_or(Unknown::Unchecked)?.shape;
        let source = Source { constraint, others };
        let relation = body[child].relation;
        let cube = cube::projected(arena, system, &source, &body[child], &model, budget)?;
        Ok(Outcome::Child { clause, relation, cube })
    }

    /// A fact that has a state in common with the cube.
    fn meets(
        &mut self,
        arena: &mut Arena,
        relation: SystemRelationId,
        cube: &[Formula],
        budget: &mut Budget,
    ) -> Result<Option<usize>, Unknown> {
        let Some(any) = self.facts.any(relation) else { return Ok(None) };
        let mut assumed = cube.to_vec();
        assumed.push(any);
        self.checks += 1;
        match self.meeting[relation.index()].check(arena, &assumed, budget) {
            Answer::Unknown(reason) => Err(reason),
            Answer::Unsat(_) => Ok(None),
            Answer::Sat(model) => Ok(self.facts.containing(relation, |fact| arena.evaluate(fact, &model))),
        }
    }

    /// What a clause derives from facts, around a model.
    #[allow(clippy::too_many_arguments)] // All of them are the clause and its context.
    fn fact(
        &self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        relation: SystemRelationId,
        clause: SystemClauseId,
        facts: &[usize],
        model: &Valuation,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let rules = &self.rules[relation.index()];
        let rule = rules.rule(clause).ok_or(Unknown::Unchecked)?;
        let body = system[clause].body.clone();
        let head = rules.head.clone().ok_or(Unknown::Unchecked)?;
        let mut others = Vec::with_capacity(facts.len());
        for (atom, fact) in body.iter().zip(facts) {
            others.push(system.at(arena, atom, self.facts.get(*fact).formula));
        }
        let source = Source { constraint: &rule.shape, others };
        let cube = cube::projected(arena, system, &source, &head, model, budget)?;
        Ok(arena.and(cube))
    }

    /// Makes a new obligation, or an earlier one more urgent.
    fn ask(
        &mut self,
        parent: usize,
        clause: SystemClauseId,
        relation: SystemRelationId,
        frame: usize,
        cube: Vec<Formula>,
    ) {
        let depth = self.obligations[parent].depth + 1;
        let key = (Some(relation), cube);
        if let Some(number) = self.known.get(&key).copied() {
            let before = self.key(number);
            let known = &mut self.obligations[number];
            if !known.is_reached && known.clause == Some(clause) {
                self.queue.remove(&before);
                self.parked.retain(|parked| *parked != number);
                known.frame = known.frame.min(frame);
                known.depth = depth;
                if !known.parents.contains(&parent) {
                    known.parents.push(parent);
                }
                self.queue.insert(self.key(number));
                return;
            }
        }
        let number = self.obligations.len();
        self.obligations.push(Obligation {
            relation: Some(relation),
            cube: key.1.clone(),
            frame,
            depth,
            parents: vec![parent],
            retry: None,
            clause: Some(clause),
            is_reached: false,
        });
        self.known.insert(key, number);
        self.queue.insert(self.key(number));
    }

    /// All that waited for the obligation can go on.
    fn reached(&mut self, number: usize) {
        self.obligations[number].is_reached = true;
        let Obligation { parents, clause, .. } = self.obligations[number].clone();
        for parent in parents {
            let waiting = &mut self.obligations[parent];
            if waiting.is_reached {
                continue;
            }
            waiting.retry = clause;
            // A parent may wait for a higher frame. It is derived now, if nothing else is missing.
            if self.parked.contains(&parent) {
                self.parked.retain(|parked| *parked != parent);
                self.queue.insert(self.key(parent));
            }
        }
    }

    /// Takes formulae over the parameters of relation symbols that hold in all that these derive. Those that
    /// exclude an obligation become lemmas; the others cost nothing.
    pub fn assume(&mut self, facts: Vec<Vec<Formula>>) {
        self.assumed = Some(facts.into_iter().map(|facts| (Solver::new(), facts)).collect());
    }

    /// If what was assumed excludes an obligation, it is excluded for ever, and the facts that do become
    /// lemmas of all frames.
    fn exclude_for_ever(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<News>>, Unknown> {
        let Obligation { relation, cube, .. } = &self.obligations[number];
        let (Some(relation), Some(assumed)) = (*relation, &mut self.assumed) else { return Ok(None) };
        let (solver, facts) = &mut assumed[relation.index()];
        if facts.is_empty() {
            return Ok(None);
        }
        let all: Vec<Formula> = facts.iter().chain(cube).copied().collect();
        self.checks += 1;
        let core = match solver.check(arena, &all, budget) {
            Answer::Unknown(reason) => return Err(reason),
            Answer::Sat(_) => return Ok(None),
            Answer::Unsat(core) => core,
        };
        let (used, left): (Vec<Formula>, Vec<Formula>) = facts.iter().partition(|fact| core.contains(fact));
        // A fact that is a lemma already may be needed again.
        *facts = [left, used.clone()].concat();
        Ok(Some(used.into_iter().filter_map(|fact| self.adopt(arena, system, relation, fact)).collect()))
    }

    /// Makes a lemma of all frames of a fact, unless it is one already.
    fn adopt(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        relation: SystemRelationId,
        fact: Formula,
    ) -> Option<News> {
        if self.frames.about(relation).any(|lemma| lemma.formula == fact && lemma.frame == ALWAYS) {
            return None;
        }
        for rules in &mut self.rules {
            rules.assert_lemma(arena, system, &mut self.marks, (relation, fact, ALWAYS));
        }
        self.frames.add(relation, vec![!fact], fact, ALWAYS);
        self.lemmas += 1;
        self.unsupported.push((relation, fact));
        Some(News::Learnt { relation, lemma: fact, frame: self.last })
    }

    /// All facts are inductive together. A solution has only those of use, so it needs those as well that
    /// they follow from: whatever the clauses take for the fact that was adopted last becomes a lemma, too.
    fn support(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Vec<News>, Unknown> {
        let (Some((relation, fact)), Some(assumed)) = (self.unsupported.last().copied(), &self.assumed)
        else {
            return Ok(Vec::new());
        };
        let Reachability { marks, rules, .. } = self;
        let rules = &mut rules[relation.index()];
        let facts: Vec<&[Formula]> = assumed.iter().map(|(_, facts)| &facts[..]).collect();
        self.checks += 1;
        let needed = rules.support(arena, system, marks, fact, &facts, budget)?;
        self.unsupported.pop();
        Ok(needed.into_iter().filter_map(|(r, fact)| self.adopt(arena, system, r, fact)).collect())
    }

    /// An obligation that was excluded is looked at again in a higher frame.
    fn wait(&mut self, number: usize, frame: usize) {
        self.obligations[number].frame = frame;
        if frame > ALWAYS {
            return;
        }
        if frame <= self.last {
            self.queue.insert(self.key(number));
        } else {
            self.parked.push(number);
        }
    }

    /// Learns a lemma that excludes an obligation, and moves it as far as it holds.
    #[allow(clippy::too_many_arguments)] // All of them are the obligation and its context.
    fn learn(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        relation: SystemRelationId,
        cube: &[Formula],
        core: Vec<Formula>,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Progress, Unknown> {
        let mut frame = self.obligations[number].frame;
        let last = self.last;
        let mut context = self.context(arena, system, Some(relation));
        let lemma = context.generalised(cube, core, frame, budget)?;
        while frame < last && context.excluded(&lemma, frame + 1, true, budget)?.is_ok() {
            frame += 1;
        }
        let formula = !arena.and(lemma.iter().copied());
        for rules in &mut self.rules {
            rules.assert_lemma(arena, system, &mut self.marks, (relation, formula, frame));
        }
        self.frames.add(relation, lemma, formula, frame);
        self.lemmas += 1;
        self.queue.remove(&self.key(number));
        self.wait(number, frame + 1);
        Ok(Progress { news: vec![News::Learnt { relation, lemma: formula, frame }], end: None })
    }

    /// Moves lemmas to higher frames where they hold there; if a frame has none that the next one lacks, the
    /// next one is a solution, and otherwise there is one frame more.
    fn open_frame(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Progress, Unknown> {
        if !self.is_opening {
            self.last += 1;
            self.is_opening = true;
        }
        let mut moved = 0;
        for frame in 1..self.last {
            let mut here = self.frames.up_to(frame);
            // What stays in the frame is of use for what comes later.
            sort_by_key(&mut here, |position| self.ranks[self.frames.get(*position).relation.index()]);
            let mut stay = 0;
            for position in &here {
                let lemma = self.frames.get(*position);
                let (relation, cube, formula) = (lemma.relation, lemma.cube.clone(), lemma.formula);
                let mut context = self.context(arena, system, Some(relation));
                if context.excluded(&cube, frame + 1, true, budget)?.is_err() {
                    stay += 1;
                    continue;
                }
                moved += 1;
                self.frames.lift(*position, frame + 1);
                for rules in &mut self.rules {
                    rules.assert_lemma(arena, system, &mut self.marks, (relation, formula, frame + 1));
                }
            }
            if stay == 0 {
                let solution = self.solution(arena, frame);
                return Ok(Progress { news: Vec::new(), end: Some(End::Solution(solution)) });
            }
        }
        self.is_opening = false;
        for number in std::mem::take(&mut self.parked) {
            self.queue.insert(self.key(number));
        }
        Ok(Progress { news: vec![News::Opened { frame: self.last, moved }], end: None })
    }

    /// What holds beyond a frame.
    fn solution(&self, arena: &mut Arena, frame: usize) -> Assignment {
        let mut formulae = Vec::new();
        for relation in 0..self.rules.len() - 1 {
            let beyond = self.frames.about(SystemRelationId::at(relation)).filter(|l| l.frame > frame);
            formulae.push(arena.and(beyond.map(|lemma| lemma.formula).collect::<Vec<_>>()));
        }
        Assignment { formulae }
    }
}

//! Trace schemes: a path with loops at its states, which stands for all paths that make any number of rounds
//! (thesis, Def. 4.3.1), and how a path is folded into one (Sect. 4.4).
//!
//! ```text
//! q₁ ─P→ q₂ ─Q→ q₂ ─R→ q₁ ─P→ q₂ ─R→ q₁        folds into        q₁ ─P→ q₂ (Q, R·P) ─R→ q₁
//! ```
//!
//! States and steps are numbers here. A cycle becomes a loop when it has been made `delay` times before, one
//! after the other, and when it is accepted: if its closure is known.

/// States with a step between any two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub states: Vec<usize>,
    pub steps: Vec<usize>,
}

/// A path with loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    pub states: Vec<SchemeState>,
    pub steps: Vec<usize>,
    /// Where each state of the path is in the scheme.
    pub places: Vec<Place>,
}

/// A state of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeState {
    pub state: usize,
    /// The loops here, each by the steps of a round.
    pub cycles: Vec<Vec<usize>>,
    /// In which order the path makes rounds: positions among the cycles, no two in a row the same.
    pub runs: Vec<usize>,
}

/// A place in a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub state: usize,
    /// Which of the runs there.
    pub run: usize,
    /// After this many steps of a round; 0 at the state itself.
    pub inside: usize,
}

/// The scheme while the path is walked.
struct Walk {
    states: Vec<SchemeState>,
    steps: Vec<usize>,
    /// For each state of the scheme, the states of the path that are there, with run and steps inside.
    visits: Vec<Vec<(usize, usize, usize)>>,
}

/// Folds a path with a delay. `None` for a delay is for ever.
pub fn fold<E>(
    path: &Path,
    delay: Option<usize>,
    mut accept: impl FnMut(&[usize]) -> Result<bool, E>,
) -> Result<Scheme, E> {
    let mut walk = Walk { states: Vec::new(), steps: Vec::new(), visits: Vec::new() };
    for (at, state) in path.states.iter().enumerate() {
        if at > 0 {
            walk.steps.extend(path.steps.get(at - 1));
        }
        walk.states.push(SchemeState { state: *state, cycles: Vec::new(), runs: Vec::new() });
        walk.visits.push(vec![(at, 0, 0)]);
        let (Some(delay), Some(start)) = (delay, walk.cycle()) else { continue };
        let cycle = walk.steps[start..].to_vec();
        if walk.states[start].cycles.contains(&cycle) {
            walk.fold(start, &cycle);
        } else if let Some(base) = walk.repeated(start, cycle.len(), delay)
            && accept(&cycle)?
        {
            walk.fold(base, &cycle);
        }
    }
    let mut places = vec![Place::default(); path.states.len()];
    for (state, visits) in walk.visits.iter().enumerate() {
        for (at, run, inside) in visits {
            places[*at] = Place { state, run: *run, inside: *inside };
        }
    }
    Ok(Scheme { states: walk.states, steps: walk.steps, places })
}

impl Walk {
    /// Where the cycle begins that ends with the last state: the last time before that the same state was
    /// met, with no loop in between.
    fn cycle(&self) -> Option<usize> {
        let (last, before) = self.states.split_last()?;
        let start = before.iter().rposition(|s| s.state == last.state)?;
        before[start + 1..].iter().all(|s| s.cycles.is_empty()).then_some(start)
    }

    /// Where the cycle before last, and so on, begins, if it was made so often before.
    fn repeated(&self, start: usize, length: usize, times: usize) -> Option<usize> {
        let base = start.checked_sub(times.checked_mul(length)?)?;
        let is_same = (base..start).all(|i| self.steps[i] == self.steps[i + length]);
        let is_plain = self.states[base + 1..=start].iter().all(|s| s.cycles.is_empty()) || base == start;
        let is_there = self.states[base].state == self.states[start].state;
        (is_same && is_plain && is_there).then_some(base)
    }

    /// Makes a loop at a state of all that comes after it.
    fn fold(&mut self, base: usize, cycle: &[usize]) {
        let state = &mut self.states[base];
        let known = state.cycles.iter().position(|c| c == cycle);
        let index = known.unwrap_or(state.cycles.len());
        if known.is_none() {
            state.cycles.push(cycle.to_vec());
        }
        if state.runs.last() != Some(&index) {
            state.runs.push(index);
        }
        let run = state.runs.len() - 1;
        self.states.truncate(base + 1);
        self.steps.truncate(base);
        for (i, visits) in self.visits.split_off(base + 1).into_iter().enumerate() {
            let inside = (i + 1) % cycle.len();
            self.visits[base].extend(visits.into_iter().map(|(at, ..)| (at, run, inside)));
        }
    }
}

impl Scheme {
    /// Is there a loop at all?
    pub fn has_loops(&self) -> bool {
        self.states.iter().any(|s| !s.cycles.is_empty())
    }

    /// At most one loop at each state (Def. 4.3.1).
    pub fn is_bounded(&self) -> bool {
        self.states.iter().all(|s| s.cycles.len() <= 1)
    }
}

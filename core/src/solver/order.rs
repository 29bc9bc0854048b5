//! The order of decisions: variables in recent conflicts first (VSIDS), ties by age.

use super::literal::Var;

const DECAY: f64 = 0.95;
const RESCALE: f64 = 1e100;

/// A binary heap of variables by activity, with positions for updates in place.
#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<Var>,
    position: Vec<Option<u32>>,
}

impl Default for Order {
    fn default() -> Order {
        Order { activity: Vec::new(), increment: 1.0, heap: Vec::new(), position: Vec::new() }
    }
}

impl Order {
    pub(super) fn add(&mut self, var: Var) {
        debug_assert_eq!(var.index(), self.activity.len());
        self.activity.push(0.0);
        self.position.push(None);
    }

    pub(super) fn bump(&mut self, var: Var) {
        self.activity[var.index()] += self.increment;
        if self.activity[var.index()] > RESCALE {
            for a in &mut self.activity {
                *a /= RESCALE;
            }
            self.increment /= RESCALE;
        }
        if let Some(at) = self.position[var.index()] {
            self.up(at as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    pub(super) fn insert(&mut self, var: Var) {
        if self.position[var.index()].is_none() {
            self.position[var.index()] = Some(self.heap.len() as u32);
            self.heap.push(var);
            self.up(self.heap.len() - 1);
        }
    }

    /// Leaves nothing in the heap; activities stay.
    pub(super) fn clear(&mut self) {
        for var in self.heap.drain(..) {
            self.position[var.index()] = None;
        }
    }

    pub(super) fn pop(&mut self) -> Option<Var> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.position[first.index()] = None;
        if last != first {
            self.heap[0] = last;
            self.position[last.index()] = Some(0);
            self.down(0);
        }
        Some(first)
    }

    fn before(&self, a: Var, b: Var) -> bool {
        self.activity[b.index()].total_cmp(&self.activity[a.index()]).then(a.cmp(&b)).is_lt()
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(self.heap[at], self.heap[parent]) {
                break;
            }
            self.swap(at, parent);
            at = parent;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let mut best = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.before(self.heap[child], self.heap[best]) {
                    best = child;
                }
            }
            if best == at {
                break;
            }
            self.swap(at, best);
            at = best;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.position[self.heap[a].index()] = Some(a as u32);
        self.position[self.heap[b].index()] = Some(b as u32);
    }
}

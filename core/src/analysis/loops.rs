//! Loop heads: the recurrent relation symbols where abstraction pays (Acta'16, Sect. 8.2).

use crate::horn::{ClauseSystem, Dependence, SystemRelationId};

/// Relation symbols such that every cycle of the dependence relation goes through one of them: those to which
/// a depth-first walk comes back while it is still below them.
pub fn loop_heads(system: &ClauseSystem) -> Vec<SystemRelationId> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let dependence = Dependence::of(system);
    let successors: Vec<Vec<usize>> = dependence
        .relations()
        .map(|p| dependence.dependencies(p).map(|(_, q)| q.index()).collect())
        .collect();
    let mut state = vec![State::New; successors.len()];
    let mut is_head = vec![false; successors.len()];
    // From the queries down, as derivations are read.
    let wanted = system.queries().flat_map(|c| system[c].body.iter().map(|a| a.relation.index()));
    let roots: Vec<usize> = wanted.chain(0..successors.len()).collect();
    for root in roots {
        if state[root] != State::New {
            continue;
        }
        state[root] = State::Open;
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((at, next)) = path.last_mut() {
            let Some(successor) = successors[*at].get(*next).copied() else {
                state[*at] = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match state[successor] {
                State::New => {
                    state[successor] = State::Open;
                    path.push((successor, 0));
                }
                State::Open => is_head[successor] = true,
                State::Done => {}
            }
        }
    }
    system.relation_ids().filter(|r| is_head[r.index()]).collect()
}

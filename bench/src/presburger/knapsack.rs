//! Knapsacks: bounded integers whose weighted sum has to hit a number exactly, or two numbers from both
//! sides.
//!
//! `12x + 31y + 17z = 65` with `0 ≤ x, y, z ≤ 1` has no solution, although its relaxation has many. The
//! generator finds out by dynamic programming which sums are reachable, so the answers are known.

use hornbook_random::Random;

use super::text::{Script, sum};
use super::{Instance, Size};

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    let counts: Vec<usize> = size.pick(vec![4], vec![8, 10], vec![8, 10, 12, 14]);
    for &count in &counts {
        for (most, heaviest) in [(1, 60), (3, 90)] {
            for seed in 0..size.pick(1, 1, 2) {
                for reachable in [true, false] {
                    if let Some(instance) = exact(count, most, heaviest, seed, reachable) {
                        instances.push(instance);
                    }
                }
            }
        }
        for percent in [20, 60] {
            instances.push(packing(count + size.pick(0, 4, 8), percent));
        }
    }
    instances
}

/// Is there a choice of `xᵢ` in `0..=most` with `Σ wᵢ·xᵢ = target`? Answers for all targets at once.
pub fn reachable(weights: &[i64], most: i64) -> Vec<bool> {
    let total: i64 = weights.iter().map(|w| w * most).sum();
    let mut hit = vec![false; usize::try_from(total).expect("weights are positive") + 1];
    hit[0] = true;
    for w in weights {
        let w = w.unsigned_abs() as usize;
        for _ in 0..most {
            for target in (w..hit.len()).rev() {
                hit[target] |= hit[target - w];
            }
        }
    }
    hit
}

fn exact(count: usize, most: i64, heaviest: i64, seed: u64, sat: bool) -> Option<Instance> {
    let mut random = Random(0x5ac0 + seed * 100 + count as u64 + most.unsigned_abs() * 7919);
    // Few and heavy enough that sums are missed in the middle, where relaxations do not notice.
    let heaviest = if count < 6 { heaviest } else { heaviest << (count.min(14) - 4) };
    let weights: Vec<i64> = (0..count).map(|_| random.range(heaviest / 3, heaviest)).collect();
    let hit = reachable(&weights, most);
    let middle = hit.len() / 4..hit.len() * 3 / 4;
    let targets: Vec<usize> = middle.filter(|t| hit[*t] == sat).collect();
    if targets.is_empty() {
        return None;
    }
    let target = *random.pick(&targets);
    let mut script = Script::new(&format!("{count} weights, each at most {most} times, to hit {target}"));
    for x in 0..count {
        script.int_between(&format!("x{x}"), 0, most);
    }
    let weighted = sum(weights.iter().enumerate().map(|(x, w)| (*w, format!("x{x}"))));
    script.assert(&format!("(= {weighted} {target})"));
    let name = format!("exact-{count}-{most}-{seed}-{}", if sat { "sat" } else { "unsat" });
    Some(Instance::new(name, script.checked(), Some(sat)))
}

/// Goods with a weight and a value: is some packing light and valuable enough?
fn packing(count: usize, percent: usize) -> Instance {
    let mut random = Random(0xbac0 + count as u64);
    let goods: Vec<(usize, usize)> = (0..count)
        .map(|_| {
            let weight = 10 + random.below(40);
            (weight, weight + random.below(12))
        })
        .collect();
    let capacity = goods.iter().map(|g| g.0).sum::<usize>() * percent / 100;
    let best = best_value(&goods, capacity);
    // One more than the best is out of reach, in the integers; the relaxation still reaches it.
    let sat = percent < 50;
    let value = if sat { best } else { best + 1 };
    let mut script =
        Script::new(&format!("{count} goods, weight at most {capacity}, value at least {value}"));
    for x in 0..count {
        script.int_between(&format!("x{x}"), 0, 1);
    }
    let total = |part: fn(&(usize, usize)) -> usize| {
        sum(goods.iter().enumerate().map(|(x, g)| (part(g).cast_signed() as i64, format!("x{x}"))))
    };
    script.assert(&format!("(<= {} {capacity})", total(|g| g.0)));
    script.assert(&format!("(>= {} {value})", total(|g| g.1)));
    let name = format!("packing-{count}-{}", if sat { "sat" } else { "unsat" });
    Instance::new(name, script.checked(), Some(sat))
}

fn best_value(goods: &[(usize, usize)], capacity: usize) -> usize {
    let mut best = vec![0; capacity + 1];
    for (weight, value) in goods {
        for room in (*weight..=capacity).rev() {
            best[room] = best[room].max(best[room - weight] + value);
        }
    }
    best[capacity]
}

//! Systems without bounds on any variable, on which branch and bound alone need not end.
//!
//! A small system with a known answer, such as `27 ≤ 11x + 13y ≤ 45, -10 ≤ 7x - 9y ≤ 4` (W. Pugh, "The Omega
//! test", 1991: the relaxation has solutions, the integers have none), is disguised by an invertible integer
//! substitution over more variables: the answer stays, but the shape is lost.

use hornbook_random::Random;

use super::text::{Script, number, sum};
use super::{Instance, Size};

/// `low ≤ a·x ≤ high` for every row.
struct System {
    name: &'static str,
    rows: &'static [(i64, &'static [i64], i64)],
    sat: bool,
}

const SYSTEMS: [System; 8] = [
    System { name: "pugh", rows: &[(27, &[11, 13], 45), (-10, &[7, -9], 4)], sat: false },
    System { name: "pugh-wide", rows: &[(27, &[11, 13], 60), (-10, &[7, -9], 24)], sat: true },
    System { name: "strip", rows: &[(1, &[3, -3], 2)], sat: false },
    System { name: "strips", rows: &[(1, &[4, -4, 8], 3), (0, &[1, 1, 1], 50)], sat: false },
    System { name: "parity", rows: &[(1, &[2, -2, 4, 6], 1), (0, &[1, 1, 0, 0], 9)], sat: false },
    System { name: "frobenius", rows: &[(17, &[7, 12, 31], 17), (7, &[3, 5, 14], 7)], sat: true },
    System {
        name: "cell",
        rows: &[(5, &[6, 10, 15], 5), (1, &[1, -1, 0], 1), (1, &[0, 3, -3], 2)],
        sat: false,
    },
    System {
        name: "slab",
        rows: &[(3, &[5, 5, -10], 4), (0, &[1, 0, 0], 1000), (0, &[0, 1, 1], 1000)],
        sat: false,
    },
];

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    let disguises = size.pick(
        vec![(0, 0)],
        vec![(0, 0), (1, 4)],
        vec![(0, 0), (1, 4), (2, 8), (4, 16), (6, 30), (8, 50), (8, 70)],
    );
    for system in &SYSTEMS {
        for &(extra, mixings) in &disguises {
            for seed in 0..size.pick(1, 1, if mixings == 0 { 1 } else { 2 }) {
                let script = disguised(system, extra, mixings, seed);
                let name = format!("{}-{extra}-{mixings}-{seed}", system.name);
                instances.push(Instance::new(name, script, Some(system.sat)));
            }
        }
    }
    instances
}

/// The system over `extra` more variables after `mixings` substitutions `x := x ± y`.
fn disguised(system: &System, extra: usize, mixings: usize, seed: u64) -> String {
    let mut random = Random(0x0e6a + seed * 100 + mixings as u64);
    let width = system.rows[0].1.len() + extra;
    let mut rows: Vec<(i64, Vec<i64>, i64)> = system
        .rows
        .iter()
        .map(|(low, a, high)| {
            let mut a = a.to_vec();
            a.resize(width, 0);
            (*low, a, *high)
        })
        .collect();
    for _ in 0..mixings {
        let x = random.below(width);
        let y = (x + 1 + random.below(width - 1)) % width;
        let sign = if random.coin() { 1 } else { -1 };
        // x := x + sign·y adds the column of x to that of y.
        for (_, a, _) in &mut rows {
            a[y] += sign * a[x];
        }
    }
    let mut script = Script::new(&format!("{} in disguise, nothing bounded", system.name));
    for x in 0..width {
        script.int(&format!("x{x}"));
    }
    for (low, a, high) in rows {
        let weighted = sum(a.iter().enumerate().map(|(x, a)| (*a, format!("x{x}"))));
        script.assert(&format!("(<= {} {weighted} {})", number(low), number(high)));
    }
    script.checked()
}

//! Difference constraints: long chains, and schedules.
//!
//! A chain `x₀ < x₁ < … < xₙ` spans at least `n`. A job shop has jobs whose tasks run one after the other,
//! each on its machine; two tasks on one machine exclude each other: `s + d ≤ t ∨ t + e ≤ s`. The question is
//! whether everything can end by a deadline.

use hornbook_random::Random;

use super::text::Script;
use super::{Instance, Size};

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    for length in size.pick(vec![5], vec![300], vec![500, 1000, 2000]) {
        instances.push(Instance::new(format!("chain-{length}-sat"), chain(length, length), Some(true)));
        instances.push(Instance::new(
            format!("chain-{length}-unsat"),
            chain(length, length - 1),
            Some(false),
        ));
    }
    // The refutations grow exponentially unless a solver invents `xᵢ + 2 ≤ xᵢ₊₁`.
    for count in size.pick(vec![2], vec![8], vec![8, 10, 12, 100]) {
        instances.push(Instance::new(format!("diamonds-{count}-sat"), diamonds(count, 0), Some(true)));
        if count < 100 {
            instances.push(Instance::new(format!("diamonds-{count}-unsat"), diamonds(count, 1), Some(false)));
        }
    }
    for (jobs, machines) in
        size.pick(vec![(2, 2)], vec![(4, 3)], vec![(6, 6), (8, 8), (10, 6), (10, 10), (12, 8)])
    {
        let shop = Shop::random(jobs, machines, (jobs * 100 + machines) as u64);
        let least = shop.least_span();
        for percent in [90, 100, 115, 130, 160] {
            let deadline = least * percent / 100;
            let known = if percent < 100 { Some(false) } else { None };
            let name = format!("shop-{jobs}-{machines}-{percent}");
            instances.push(Instance::new(name, shop.script(deadline), known));
        }
    }
    instances
}

/// `x₀ < … < xₙ` with `xₙ - x₀ ≤ span`, asserted in no particular order.
fn chain(length: usize, span: usize) -> String {
    let mut script = Script::new(&format!("a chain of {length} steps within {span}"));
    let mut links: Vec<String> = (0..length).map(|i| format!("(< x{i} x{})", i + 1)).collect();
    links.push(format!("(<= (- x{length} x0) {span})"));
    Random(length as u64).shuffle(&mut links);
    for i in 0..=length {
        script.int(&format!("x{i}"));
    }
    for link in links {
        script.assert(&link);
    }
    script.checked()
}

/// A chain in which each step goes one of two ways, both of them of length 2; `excess` asks for more than
/// there is.
fn diamonds(count: usize, excess: usize) -> String {
    let mut script = Script::new(&format!("a chain of {count} diamonds"));
    for i in 0..=count {
        script.int(&format!("x{i}"));
    }
    for i in 0..count {
        let next = i + 1;
        for way in ["a", "b"] {
            script.int(&format!("{way}{i}"));
        }
        let via = |way: &str| format!("(and (< x{i} {way}{i}) (< {way}{i} x{next}))");
        script.assert(&format!("(or {} {})", via("a"), via("b")));
    }
    script.assert(&format!("(<= (- x{count} x0) {})", 2 * count - excess));
    script.checked()
}

/// For each job, its tasks in order: machine and duration.
#[derive(Debug)]
struct Shop {
    jobs: Vec<Vec<(usize, i64)>>,
    machines: usize,
}

impl Shop {
    fn random(jobs: usize, machines: usize, seed: u64) -> Shop {
        let mut random = Random(0x0ab5 + seed);
        let jobs = (0..jobs)
            .map(|_| {
                random.distinct(machines, machines).into_iter().map(|m| (m, random.range(1, 9))).collect()
            })
            .collect();
        Shop { jobs, machines }
    }

    /// No schedule is shorter than the longest job or the busiest machine.
    fn least_span(&self) -> i64 {
        let job = |tasks: &Vec<(usize, i64)>| tasks.iter().map(|(_, d)| d).sum::<i64>();
        let machine =
            |m: usize| self.jobs.iter().flatten().filter(|(at, _)| *at == m).map(|(_, d)| d).sum::<i64>();
        let jobs = self.jobs.iter().map(job).max().unwrap_or(0);
        (0..self.machines).map(machine).max().unwrap_or(0).max(jobs)
    }

    fn script(&self, deadline: i64) -> String {
        let about = format!("{} jobs on {} machines by the time {deadline}", self.jobs.len(), self.machines);
        let mut script = Script::new(&about);
        for (j, tasks) in self.jobs.iter().enumerate() {
            for k in 0..tasks.len() {
                script.int(&format!("s{j}_{k}"));
            }
            script.assert(&format!("(>= s{j}_0 0)"));
            for (k, (_, duration)) in tasks.iter().enumerate() {
                match tasks.get(k + 1) {
                    Some(_) => script.assert(&format!("(>= (- s{j}_{} s{j}_{k}) {duration})", k + 1)),
                    None => script.assert(&format!("(<= (+ s{j}_{k} {duration}) {deadline})")),
                }
            }
        }
        for m in 0..self.machines {
            let tasks: Vec<(String, i64)> = self
                .jobs
                .iter()
                .enumerate()
                .flat_map(|(j, tasks)| {
                    tasks
                        .iter()
                        .enumerate()
                        .filter(|(_, t)| t.0 == m)
                        .map(move |(k, t)| (format!("s{j}_{k}"), t.1))
                })
                .collect();
            for (i, (s, d)) in tasks.iter().enumerate() {
                for (t, e) in &tasks[..i] {
                    script.assert(&format!("(or (>= (- {t} {s}) {d}) (>= (- {s} {t}) {e}))"));
                }
            }
        }
        script.checked()
    }
}

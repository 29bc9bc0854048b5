//! Pigeons and holes, told with integers in three ways.
//!
//! - *distinct*: `p₁, …, pₙ₊₁` in `1..=n`, all different;
//! - *order*: the same with `pᵢ < pⱼ ∨ pⱼ < pᵢ` for each pair;
//! - *sums*: `xᵢⱼ` in `0..=1`, each row sums to at least 1 and each column to at most 1, which simplex alone
//!   refutes.
//!
//! As many pigeons as holes make the satisfiable twins.

use super::text::{Script, sum};
use super::{Instance, Size};

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    for holes in size.pick(vec![2], vec![4], vec![5, 6, 7]) {
        for pigeons in [holes, holes + 1] {
            instances.push(instance("distinct", pigeons, holes, distinct(pigeons, holes)));
            instances.push(instance("order", pigeons, holes, order(pigeons, holes)));
        }
    }
    for holes in size.pick(vec![2], vec![6], vec![8, 12, 16]) {
        for pigeons in [holes, holes + 1] {
            instances.push(instance("sums", pigeons, holes, sums(pigeons, holes)));
        }
    }
    instances
}

fn instance(way: &str, pigeons: usize, holes: usize, script: String) -> Instance {
    Instance::new(format!("{way}-{pigeons}-{holes}"), script, Some(pigeons <= holes))
}

fn begin(pigeons: usize, holes: usize) -> Script {
    Script::new(&format!("{pigeons} pigeons in {holes} holes"))
}

fn with_places(pigeons: usize, holes: usize) -> Script {
    let mut script = begin(pigeons, holes);
    for p in 0..pigeons {
        script.int(&format!("p{p}"));
        script.assert(&format!("(<= 1 p{p} {holes})"));
    }
    script
}

fn distinct(pigeons: usize, holes: usize) -> String {
    let mut script = with_places(pigeons, holes);
    let all: Vec<String> = (0..pigeons).map(|p| format!("p{p}")).collect();
    script.assert(&format!("(distinct {})", all.join(" ")));
    script.checked()
}

fn order(pigeons: usize, holes: usize) -> String {
    let mut script = with_places(pigeons, holes);
    for p in 0..pigeons {
        for q in 0..p {
            script.assert(&format!("(or (< p{q} p{p}) (< p{p} p{q}))"));
        }
    }
    script.checked()
}

fn sums(pigeons: usize, holes: usize) -> String {
    let mut script = begin(pigeons, holes);
    for p in 0..pigeons {
        for h in 0..holes {
            script.int_between(&format!("x{p}_{h}"), 0, 1);
        }
    }
    for p in 0..pigeons {
        script.assert(&format!("(>= {} 1)", sum((0..holes).map(|h| (1, format!("x{p}_{h}"))))));
    }
    for h in 0..holes {
        script.assert(&format!("(<= {} 1)", sum((0..pigeons).map(|p| (1, format!("x{p}_{h}"))))));
    }
    script.checked()
}

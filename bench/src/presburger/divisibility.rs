//! Divisibility systems: Chinese remainders, with choices, and over sums of several unknowns.
//!
//! `x ≡ 2 (mod 3)` and `x ≡ 3 (mod 5)` say `x ≡ 8 (mod 15)`. With several residues allowed for each modulus
//! the question becomes combinatorial; the generator answers it by counting through one period.

use hornbook_random::Random;

use super::text::{Script, apply, number, sum};
use super::{Instance, Size};

const MODULI: [i64; 10] = [3, 4, 5, 7, 11, 13, 17, 19, 23, 29];

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    for count in size.pick(vec![3], vec![4, 6], vec![3, 4, 6, 8]) {
        instances.push(Instance::new(
            format!("remainders-{count}-sat"),
            remainders(count, false),
            Some(true),
        ));
        instances.push(Instance::new(
            format!("remainders-{count}-unsat"),
            remainders(count, true),
            Some(false),
        ));
    }
    for count in size.pick(vec![2], vec![3], vec![4, 5, 6]) {
        for seed in 0..size.pick(1, 1, 3) {
            for sat in [true, false] {
                instances.push(choices(count, sat, seed));
            }
        }
    }
    for unknowns in size.pick(vec![2], vec![3], vec![3, 4, 6, 8]) {
        for seed in 0..size.pick(1, 2, 3) {
            instances.push(mixed(unknowns, seed, size));
        }
    }
    instances
}

/// The remainders of one hidden number; or, spoilt, those of two, for moduli with a common factor.
fn remainders(count: usize, spoilt: bool) -> String {
    let mut random = Random(0xc12a + count as u64);
    let hidden = random.range(10_000, 1_000_000_000);
    let mut script = Script::new(&format!("{count} simultaneous congruences"));
    script.int("x");
    let mut facts: Vec<String> =
        MODULI[..count].iter().map(|m| format!("(= (mod x {m}) {})", hidden.rem_euclid(*m))).collect();
    if spoilt {
        let (m, n) = (MODULI[count - 1], MODULI[count - 2]);
        facts.push(format!("(= (mod x {}) {})", m * n, (hidden + n).rem_euclid(m * n)));
    }
    random.shuffle(&mut facts);
    for fact in facts {
        script.assert(&fact);
    }
    script.checked()
}

/// For each modulus a set of allowed remainders, and an interval to look in.
fn choices(count: usize, sat: bool, seed: u64) -> Instance {
    let mut random = Random(0xd170 + seed * 10 + count as u64);
    let moduli = &MODULI[2..2 + count];
    let allowed: Vec<(i64, Vec<i64>)> = moduli
        .iter()
        .map(|m| {
            let kept = 2 + random.below(2);
            let few = random.distinct(kept, m.unsigned_abs() as usize);
            (*m, few.into_iter().map(|r| i64::try_from(r).expect("remainders are small")).collect())
        })
        .collect();
    let good = |x: i64| allowed.iter().all(|(m, few)| few.contains(&x.rem_euclid(*m)));
    // The longest gap between solutions, or an interval around one of them.
    let period: i64 = moduli.iter().product();
    let solutions: Vec<i64> = (0..=period).filter(|x| good(*x)).collect();
    let gap = solutions.windows(2).max_by_key(|w| w[1] - w[0]).map(|w| (w[0] + 1, w[1] - 1));
    let (low, high) = gap.unwrap_or((1, period - 1));
    let high = if sat { high + 1 } else { high };
    let expected = (low..=high).any(good);
    let mut script = Script::new(&format!("{count} moduli, some remainders each, {low} to {high}"));
    script.int_between("x", low, high);
    for (m, few) in &allowed {
        let parts: Vec<String> = few.iter().map(|r| format!("(= (mod x {m}) {r})")).collect();
        script.assert(&apply("or", &parts));
    }
    let name = format!("choices-{count}-{seed}-{}", if expected { "sat" } else { "unsat" });
    Instance::new(name, script.checked(), Some(expected))
}

/// Several unknowns in a box; sums of them divisible or not by various moduli, with disjunctions.
fn mixed(unknowns: usize, seed: u64, size: Size) -> Instance {
    let mut random = Random(0x3117 + seed * 10 + unknowns as u64);
    let high = size.pick(9, 30, 50);
    let mut script = Script::new(&format!("divisibility of sums of {unknowns} unknowns"));
    for x in 0..unknowns {
        script.int_between(&format!("x{x}"), 0, high);
    }
    let fact = |random: &mut Random| {
        let modulus = *random.pick(&[2, 3, 4, 6, 8, 9, 10, 12]);
        let summands: Vec<(i64, String)> =
            (0..unknowns).map(|x| (random.range(-4, 4), format!("x{x}"))).collect();
        let divided = format!("(= (mod (+ {} {}) {modulus}) 0)", sum(summands), number(random.range(0, 11)));
        if random.below(4) == 0 { format!("(not {divided})") } else { divided }
    };
    for _ in 0..unknowns + size.pick(0, 1, 2) {
        let plain = fact(&mut random);
        script.assert(&plain);
        let (one, other) = (fact(&mut random), fact(&mut random));
        script.assert(&format!("(or {one} {other})"));
    }
    Instance::new(format!("mixed-{unknowns}-{seed}"), script.checked(), None)
}

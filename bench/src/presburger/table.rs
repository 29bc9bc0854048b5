//! What the measurements add up to: a row per family, sums per kind, and the same as comma-separated values
//! per file.

use super::measure::{Answer, Run, Work};
use super::{Instance, Kind};

/// One file, run by us and perhaps by Z3.
#[derive(Clone, Debug)]
pub struct Entry {
    pub family: &'static str,
    pub kind: Kind,
    pub file: String,
    pub queries: usize,
    pub ours: Run,
    pub z3: Option<Run>,
    /// What is wrong, if anything is.
    pub wrong: Option<String>,
}

impl Entry {
    pub fn new(family: &'static str, kind: Kind, instance: &Instance, ours: Run, z3: Option<Run>) -> Entry {
        let queries = instance.script.matches("(check-sat").count();
        let wrong = disagreement(instance, &ours, z3.as_ref());
        Entry { family, kind, file: instance.name.clone(), queries, ours, z3, wrong }
    }
}

/// Where an answer contradicts what is known or what Z3 says.
fn disagreement(instance: &Instance, ours: &Run, z3: Option<&Run>) -> Option<String> {
    if let Some(complaint) = &ours.complaint {
        return Some(complaint.clone());
    }
    let opposite = |a: Answer, b: Answer| a != b && a != Answer::Unknown && b != Answer::Unknown;
    if let (Some(expected), Some(answer)) = (instance.expected, ours.answers.first()) {
        let expected = if expected { Answer::Sat } else { Answer::Unsat };
        if opposite(expected, *answer) {
            return Some(format!("answered {answer:?}, but it is {expected:?} by construction"));
        }
    }
    let z3 = z3?;
    let at = ours.answers.iter().zip(&z3.answers).position(|(a, b)| opposite(*a, *b))?;
    Some(format!("query {}: answered {:?}, but Z3 says {:?}", at + 1, ours.answers[at], z3.answers[at]))
}

/// Sums over files.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    files: usize,
    queries: usize,
    sat: usize,
    unsat: usize,
    timeouts: usize,
    seconds: f64,
    work: Work,
    z3_files: usize,
    z3_solved: usize,
    z3_seconds: f64,
    wrong: usize,
}

impl Sums {
    fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Sums {
        let mut sums = Sums::default();
        for entry in entries {
            let count = |run: &Run, answer: Answer| run.answers.iter().filter(|a| **a == answer).count();
            sums.files += 1;
            sums.queries += entry.queries;
            sums.sat += count(&entry.ours, Answer::Sat);
            sums.unsat += count(&entry.ours, Answer::Unsat);
            sums.timeouts += usize::from(entry.ours.timed_out);
            sums.seconds += entry.ours.seconds;
            sums.work += entry.ours.work;
            sums.wrong += usize::from(entry.wrong.is_some());
            if let Some(z3) = &entry.z3 {
                sums.z3_files += 1;
                sums.z3_solved += count(z3, Answer::Sat) + count(z3, Answer::Unsat);
                sums.z3_seconds += z3.seconds;
            }
        }
        sums
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let mut cells = vec![
            name.to_owned(),
            self.files.to_string(),
            self.queries.to_string(),
            self.sat.to_string(),
            self.unsat.to_string(),
            self.timeouts.to_string(),
            format!("{:.3}", self.seconds),
            self.work.steps.to_string(),
            self.work.conflicts.to_string(),
            self.work.pivots.to_string(),
        ];
        if self.z3_files > 0 {
            cells.push(self.z3_solved.to_string());
            cells.push(format!("{:.3}", self.z3_seconds));
            cells.push(format!("{:.2}", self.seconds / self.z3_seconds.max(0.001)));
        } else {
            cells.extend(["-", "-", "-"].map(str::to_owned));
        }
        cells.push(self.wrong.to_string());
        cells
    }
}

const HEADINGS: [&str; 14] = [
    "family",
    "files",
    "queries",
    "sat",
    "unsat",
    "timeouts",
    "seconds",
    "steps",
    "conflicts",
    "pivots",
    "z3 solved",
    "z3 seconds",
    "ratio",
    "wrong",
];

/// The table for people.
pub fn table(entries: &[Entry]) -> String {
    let mut families: Vec<&str> = entries.iter().map(|e| e.family).collect();
    families.dedup();
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    for family in families {
        rows.push(Sums::of(entries.iter().filter(|e| e.family == family)).cells(family));
    }
    for (kind, name) in [(Kind::Stream, "all streams"), (Kind::Generated, "all generated")] {
        let sums = Sums::of(entries.iter().filter(|e| e.kind == kind));
        if sums.files > 0 {
            rows.push(sums.cells(name));
        }
    }
    align(&rows)
}

/// Names to the left, numbers to the right.
fn align(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(i, (cell, width))| {
                    if i == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// One line per file, for other programs.
pub fn csv(entries: &[Entry]) -> String {
    let mut text =
        "family,file,queries,solved,timeout,seconds,steps,decisions,conflicts,pivots,z3_solved,z3_timeout,\
                    z3_seconds,wrong\n"
            .to_owned();
    for e in entries {
        let solved = |run: &Run| run.answers.iter().filter(|a| **a != Answer::Unknown).count().to_string();
        let w = e.ours.work;
        let z3 = e.z3.as_ref();
        let cells = [
            e.family.to_owned(),
            e.file.clone(),
            e.queries.to_string(),
            solved(&e.ours),
            u8::from(e.ours.timed_out).to_string(),
            format!("{:.6}", e.ours.seconds),
            w.steps.to_string(),
            w.decisions.to_string(),
            w.conflicts.to_string(),
            w.pivots.to_string(),
            z3.map(solved).unwrap_or_default(),
            z3.map(|run| u8::from(run.timed_out).to_string()).unwrap_or_default(),
            z3.map(|run| format!("{:.6}", run.seconds)).unwrap_or_default(),
            u8::from(e.wrong.is_some()).to_string(),
        ];
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(answers: &[Answer], seconds: f64) -> Run {
        Run { answers: answers.to_vec(), seconds, ..Run::default() }
    }

    fn instance(expected: Option<bool>) -> Instance {
        Instance::new("x", "(check-sat)\n(check-sat)".to_owned(), expected)
    }

    #[test]
    fn disagreements_are_found() {
        let ours = run(&[Answer::Sat, Answer::Unsat], 1.0);
        let same = run(&[Answer::Unknown, Answer::Unsat], 1.0);
        let other = run(&[Answer::Sat, Answer::Sat], 1.0);
        assert_eq!(disagreement(&instance(None), &ours, Some(&same)), None);
        assert!(disagreement(&instance(None), &ours, Some(&other)).unwrap().contains("query 2"));
        assert!(disagreement(&instance(Some(false)), &ours, None).unwrap().contains("by construction"));
        let failed = Run { complaint: Some("panicked".to_owned()), ..Run::default() };
        assert!(disagreement(&instance(None), &failed, None).is_some());
    }

    #[test]
    fn rows_add_up_and_align() {
        let entry = |z3| {
            Entry::new("cnf", Kind::Generated, &instance(None), run(&[Answer::Sat, Answer::Unsat], 1.5), z3)
        };
        let text = table(&[entry(Some(run(&[Answer::Sat, Answer::Unsat], 1.0))), entry(None)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        let cells: Vec<&str> = lines[1].split_whitespace().collect();
        assert_eq!(
            cells,
            ["cnf", "2", "4", "2", "2", "0", "3.000", "0", "0", "0", "2", "1.000", "3.00", "0"]
        );
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
        assert_eq!(csv(&[entry(None)]).lines().count(), 2);
    }
}

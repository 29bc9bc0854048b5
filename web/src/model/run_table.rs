//! A run of a model as a table: what happens, and the values afterwards. Rounds that do the same again and
//! again are folded.
//!
//! ```text
//!   x := 0            x = 0
//!   x < 9             x = 0
//!   x := x + 1        x = 1
//!   … 7 more rounds of 2 rows
//!   x < 9             x = 8
//!   x := x + 1        x = 9
//! ```

use hornbook::formula::Value;
use hornbook::lang::model::{Row, Run};

/// Rounds of more rows than this are not looked for.
const LONGEST_ROUND: usize = 24;

/// At least this many rounds are folded; the first and the last of them are shown.
const LEAST_ROUNDS: usize = 4;

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A row of the run.
    Row(usize),
    /// The model itself says that its last rows are repeated.
    Repeated { rows: usize, times: String },
    /// Rounds that are folded, by their first row.
    Folded { from: usize, rounds: usize, rows: usize },
}

/// The lines of a table up to a limit, and how many rows there are beyond. Rounds are unfolded if the user
/// says so, or if the current row is one of them.
pub fn entries(run: &Run, unfolded: &[usize], current: Option<usize>, limit: usize) -> (Vec<Entry>, usize) {
    let mut entries = Vec::new();
    let mut at = 0;
    let push = |entries: &mut Vec<Entry>, index: usize| {
        entries.push(Entry::Row(index));
        if let Some((rows, times)) = &run.rows[index].repeated {
            entries.push(Entry::Repeated { rows: *rows, times: times.to_string() });
        }
    };
    while at < run.rows.len() && entries.len() < limit {
        let Some((rows, rounds)) = repetition(&run.rows, at) else {
            push(&mut entries, at);
            at += 1;
            continue;
        };
        let (from, to) = (at + rows, at + rows * (rounds - 1));
        let is_unfolded = unfolded.contains(&from) || current.is_some_and(|row| (from..to).contains(&row));
        for index in at..from {
            push(&mut entries, index);
        }
        if is_unfolded {
            for index in from..to {
                push(&mut entries, index);
            }
        } else {
            entries.push(Entry::Folded { from, rounds: rounds - 2, rows });
        }
        for index in to..to + rows {
            push(&mut entries, index);
        }
        at = to + rows;
    }
    (entries, run.rows.len() - at)
}

/// How many rows from here on are a round, and how often it is gone through at once, if that is often.
fn repetition(rows: &[Row], at: usize) -> Option<(usize, usize)> {
    let is_same = |a: &Row, b: &Row| {
        a.repeated.is_none()
            && b.repeated.is_none()
            && a.depth == b.depth
            && a.label == b.label
            && a.parts == b.parts
    };
    (1..=LONGEST_ROUND).find_map(|length| {
        let mut end = at + length;
        while rows.get(end).is_some_and(|row| is_same(row, &rows[end - length])) {
            end += 1;
        }
        let rounds = (end.min(rows.len()) - at.min(end)) / length;
        (rounds >= LEAST_ROUNDS).then_some((length, rounds))
    })
}

/// Whether a value is another one than in the row before.
pub fn is_changed(run: &Run, row: usize, column: usize) -> bool {
    let value = |row: usize| run.rows.get(row).and_then(|row| row.values.get(column)?.as_ref());
    row > 0 && value(row) != value(row - 1)
}

/// A value as it is written in a cell.
pub fn value_text(value: Option<&Value>) -> String {
    match value {
        None => "–".to_owned(),
        Some(Value::Int(number)) => number.to_string().replace('-', "−"),
        Some(Value::Bool(truth)) => truth.to_string(),
    }
}

/// The values that a row has changed: `x = 3, y = 0`.
pub fn changes_text(run: &Run, row: usize) -> String {
    let Some(values) = run.rows.get(row).map(|row| &row.values) else { return String::new() };
    let changed = run
        .columns
        .iter()
        .zip(values)
        .enumerate()
        .filter(|(column, (_, value))| value.is_some() && (row == 0 || is_changed(run, row, *column)));
    let texts = changed.map(|(_, (name, value))| format!("{name} = {}", value_text(value.as_ref())));
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::num::Int;

    /// A loop with this many rounds between a first and a last row.
    fn looping(rounds: usize) -> Run {
        let row = |label: &str, x: i64| Row {
            label: label.to_owned(),
            values: vec![Some(Value::Int(Int::from(x)))],
            ..Row::default()
        };
        let mut rows = vec![row("x := 0", 0)];
        for round in 0..rounds {
            let x = i64::try_from(round).unwrap();
            rows.push(row("x < 9", x));
            rows.push(row("x := x + 1", x + 1));
        }
        rows.push(row("assert fails", -1));
        Run { columns: vec!["x".to_owned()], rows, ..Run::default() }
    }

    /// The rows that are shown or folded, without gaps.
    fn covered(entries: &[Entry]) -> Vec<usize> {
        let rows = |entry: &Entry| match entry {
            Entry::Row(row) => *row..*row + 1,
            Entry::Folded { from, rounds, rows } => *from..*from + rounds * rows,
            Entry::Repeated { .. } => 0..0,
        };
        entries.iter().flat_map(rows).collect()
    }

    #[test]
    fn rounds_are_folded_and_nothing_is_lost() {
        for rounds in 0..12 {
            let run = looping(rounds);
            for unfolded in [&[][..], &[3][..]] {
                let (entries, more) = entries(&run, unfolded, None, usize::MAX);
                assert_eq!(more, 0);
                assert_eq!(covered(&entries), (0..run.rows.len()).collect::<Vec<_>>());
                let is_folded = entries.iter().any(|entry| matches!(entry, Entry::Folded { .. }));
                assert_eq!(is_folded, rounds >= LEAST_ROUNDS && unfolded.is_empty(), "{rounds}");
            }
        }
        let (folded, _) = entries(&looping(9), &[], None, usize::MAX);
        assert!(folded.contains(&Entry::Folded { from: 3, rounds: 7, rows: 2 }), "{folded:?}");
        let (opened, _) = entries(&looping(9), &[], Some(6), usize::MAX);
        assert!(opened.contains(&Entry::Row(6)));
    }

    #[test]
    fn what_the_model_repeats_is_told() {
        let mut run = looping(1);
        run.rows[2].repeated = Some((2, Int::from(1_000_000)));
        let (entries, _) = entries(&run, &[], None, usize::MAX);
        assert_eq!(entries[3], Entry::Repeated { rows: 2, times: "1000000".to_owned() });
    }

    #[test]
    fn a_limit_is_told_and_changes_are_seen() {
        let run = looping(2);
        let (shown, more) = entries(&run, &[], None, 4);
        assert_eq!((shown.len(), more), (4, 2));
        assert!(!is_changed(&run, 1, 0) && is_changed(&run, 2, 0) && !is_changed(&run, 0, 0));
        assert_eq!(
            [changes_text(&run, 0), changes_text(&run, 1), changes_text(&run, 5)],
            ["x = 0", "", "x = −1"]
        );
    }
}

//! Readings and runs as lines of text, for terminals and files.

use super::{Reading, Run};
use crate::formula::Value;
use crate::lang::{LineColumn, Span};

impl Reading {
    /// The sentence, and one line for each note, with the line of the text that it belongs to.
    pub fn lines(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.sentence.is_empty() {
            lines.push(self.sentence.clone());
        }
        for note in &self.notes {
            lines.push(format!("{}{}: {}", place(text, note.span), note.title, note.formula.as_str()));
        }
        lines
    }
}

impl Run {
    /// The sentence, and one line for each row with the values that the row has changed.
    pub fn lines(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.sentence.is_empty() {
            lines.push(self.sentence.clone());
        }
        let mut before: Vec<Option<Value>> = vec![None; self.columns.len()];
        for row in &self.rows {
            let changed =
                self.columns.iter().zip(&row.values).zip(&before).filter_map(|((name, now), then)| {
                    let now = now.as_ref().filter(|_| now != then)?;
                    Some(match now {
                        Value::Int(number) => format!("{name} = {number}"),
                        Value::Bool(truth) => format!("{name} = {truth}"),
                    })
                });
            let changed: Vec<String> = changed.collect();
            let indent = "  ".repeat(row.depth.min(DEEPEST_INDENT) as usize);
            let mut line = format!("{}{indent}{}", place(text, row.span), row.label);
            if !changed.is_empty() {
                line += &format!("    {}", changed.join(", "));
            }
            lines.push(line);
            if let Some((rows, times)) = &row.repeated {
                let rows = if *rows == 1 { "row is".to_owned() } else { format!("{rows} rows are") };
                lines.push(format!("{indent}… the last {rows} repeated {times} more times"));
            }
            before.clone_from(&row.values);
        }
        lines
    }
}

/// Calls are indented up to this depth.
const DEEPEST_INDENT: u32 = 20;

/// `line 7: `, if the place is known.
fn place(text: &str, span: Option<Span>) -> String {
    span.map_or_else(String::new, |span| format!("line {}: ", LineColumn::of(text, span.start).line))
}

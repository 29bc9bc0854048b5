//! What is written in the margin of the text: what a solution says at a line, what a run of the model does
//! there, and which assertion fails.

use hornbook::engine::VerdictText;

use super::run_table::changes_text;
use crate::run::Run;

/// Longer notes are shortened in the margin; the verdict has all of them.
const LONGEST: usize = 120;

/// A note beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarginNote {
    /// A byte of the line.
    pub offset: usize,
    pub text: String,
    /// For style sheets.
    pub class: &'static str,
}

/// The notes at the moment of a run; nothing if the text is no longer that of the run.
pub fn notes(run: &Run, text: &str) -> Vec<MarginNote> {
    if *run.text != *text {
        return Vec::new();
    }
    let mut notes = Vec::new();
    match &run.moment.after.verdict {
        Some(VerdictText::Safe { .. }) => {
            for note in run.reading().map_or(&[][..], |reading| &reading.notes) {
                if let Some(span) = note.span {
                    let text = format!("{}: {}", note.title, note.formula);
                    notes.push(MarginNote { offset: span.start as usize, text, class: "invariant" });
                }
            }
        }
        Some(VerdictText::Unsafe { .. }) => {
            if let Some(found) = run.model_run() {
                if let Some(span) = found.rows.last().and_then(|row| row.span) {
                    let text = found.sentence.clone();
                    notes.push(MarginNote { offset: span.start as usize, text, class: "failing" });
                }
                if let Some((index, row)) = run.current_row()
                    && let Some(span) = row.span
                {
                    let changes = changes_text(found, index);
                    let text = if changes.is_empty() { row.label.clone() } else { changes };
                    notes.push(MarginNote { offset: span.start as usize, text, class: "values" });
                }
            }
        }
        Some(VerdictText::Stopped(_)) | None => {}
    }
    for note in &mut notes {
        if note.text.chars().count() > LONGEST {
            note.text = note.text.chars().take(LONGEST - 1).chain(['…']).collect();
        }
    }
    notes
}

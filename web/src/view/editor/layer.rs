//! The layer that shows the text in colour, with line numbers, squiggles and marks. It takes no part in
//! anything else: neither the mouse nor a screen reader meets it.

use std::ops::Range;

use hornbook::lang::{Severity, Span};
use yew::prelude::*;

use super::Mark;
use crate::model::margin::MarginNote;
use crate::text::editing::{Decoration, Run, runs};
use crate::text::highlight::{Kind, Lines};
use crate::view::parts::prose::prose;
use crate::wire::protocol::Finding;

/// The height of a line, in units of the font's size; the style sheet has the same.
const LINE_HEIGHT: f64 = 1.65;

pub(super) struct Layer<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a Lines,
    /// The lines to draw.
    pub(super) in_sight: Range<usize>,
    pub(super) findings: &'a [(Span, Finding)],
    pub(super) marks: &'a [Mark],
    pub(super) notes: &'a [MarginNote],
    pub(super) brackets: Option<[Range<usize>; 2]>,
    pub(super) cursor_line: Option<usize>,
    /// The finding whose message is shown at its place.
    pub(super) explained: Option<usize>,
    /// There is no text field to read from.
    pub(super) is_read: bool,
}

pub(super) fn layer(layer: &Layer<'_>) -> Html {
    let count = layer.lines.count();
    let drawn = layer.in_sight.start.min(count)..layer.in_sight.end.min(count);
    let (above, below) = (drawn.start, count - drawn.end);
    let longest = &layer.text[layer.lines.range(layer.lines.longest())];
    html! {
        <div class="layer" aria-hidden={(!layer.is_read).to_string()}>
            { spacer(above) }
            { for drawn.map(|line| row(layer, line)) }
            { spacer(below) }
            // Gives the layer its width, whichever lines are drawn.
            <div class="longest">{ longest }</div>
        </div>
    }
}

/// The room of lines that are not drawn. An attribute of SVG, because the policy of the page forbids styles
/// here.
fn spacer(lines: usize) -> Html {
    html! { <svg class="spacer" width="1" height={format!("{}em", f64::from(lines as u32) * LINE_HEIGHT)} /> }
}

fn row(layer: &Layer<'_>, line: usize) -> Html {
    let range = layer.lines.range(line);
    let source = &layer.text[range.clone()];
    let decorations = decorations(layer, line);
    let mut class = classes!("row");
    for mark in decorations.iter().filter(|decoration| decoration.finding.is_none()) {
        class.push(mark.class);
    }
    if layer.cursor_line == Some(line) {
        class.push("at-cursor");
    }
    let runs = runs(source.len(), &layer.lines.pieces(layer.text, line), &decorations);
    let past_end =
        (0..decorations.len()).filter(|number| decorations[*number].range.start >= source.len()).collect();
    let past_end = Run { range: source.len()..source.len(), kind: None, decorations: past_end };
    html! {
        <div {class}>
            <span class="number">{ line + 1 }</span>
            { for runs.iter().map(|run| draw(layer, run, source, range.start, &decorations)) }
            if !past_end.decorations.is_empty() {
                { draw(layer, &past_end, " ", range.start, &decorations) }
            }
            { for notes_of(layer, &range).map(margin_note) }
        </div>
    }
}

/// The notes beside a line.
fn notes_of<'a>(layer: &'a Layer<'_>, line: &Range<usize>) -> impl Iterator<Item = &'a MarginNote> + use<'a> {
    let line = line.clone();
    layer.notes.iter().filter(move |note| (line.start..=line.end).contains(&note.offset))
}

fn margin_note(note: &MarginNote) -> Html {
    html! { <span class={classes!("margin-note", note.class)}>{ &note.text }</span> }
}

fn draw(layer: &Layer<'_>, run: &Run, source: &str, line_start: usize, decorations: &[Decoration]) -> Html {
    let text = source.get(run.range.clone()).filter(|text| !text.is_empty()).unwrap_or(" ");
    if run.kind.is_none() && run.decorations.is_empty() {
        return html! { { text } };
    }
    let mut class = Classes::new();
    class.extend(run.kind.map(Kind::class));
    class.extend(run.decorations.iter().map(|number| decorations[*number].class));
    let finding = run.decorations.iter().find_map(|number| decorations[*number].finding);
    // The message hangs on the first letter of what it is about.
    let message = finding.filter(|number| {
        let starts_here = layer.findings[*number].0.start as usize == line_start + run.range.start;
        layer.explained == Some(*number) && starts_here
    });
    html! {
        <span {class} data-finding={finding.map(|number| number.to_string())}>
            { text }
            if let Some(number) = message {
                { bubble(&layer.findings[number].1) }
            }
        </span>
    }
}

fn bubble(finding: &Finding) -> Html {
    html! {
        <span class="bubble">
            <span>{ prose(&finding.diagnostic.message) }{ "." }</span>
            if let Some(hint) = &finding.diagnostic.hint {
                <span class="hint">{ prose(hint) }</span>
            }
        </span>
    }
}

/// What is drawn on a line, in bytes of the line.
fn decorations(layer: &Layer<'_>, line: usize) -> Vec<Decoration> {
    let place = layer.lines.range(line);
    let mut decorations = Vec::new();
    for mark in layer.marks {
        if let Some(range) =
            part_on_line(layer.text, mark.span.start as usize..mark.span.end as usize, &place)
        {
            decorations.push(Decoration { range, class: mark.class, finding: None });
        }
    }
    for (number, (span, finding)) in layer.findings.iter().enumerate() {
        let mut span = span.start as usize..span.end as usize;
        // What is missing has no extent; the squiggle needs one.
        if span.is_empty() {
            let next = layer.text.get(span.start..).and_then(|rest| rest.chars().next());
            span.end = span.start + next.map_or(1, char::len_utf8);
        }
        if let Some(range) = part_on_line(layer.text, span, &place) {
            let class = match finding.diagnostic.severity {
                Severity::Error => "squiggle",
                Severity::Warning => "squiggle warning",
            };
            decorations.push(Decoration { range, class, finding: Some(number) });
        }
    }
    for bracket in layer.brackets.iter().flatten() {
        if place.contains(&bracket.start) {
            let range = bracket.start - place.start..bracket.end - place.start;
            decorations.push(Decoration { range, class: "matching", finding: None });
        }
    }
    decorations
}

/// The part of a span that lies on a line; a span that begins at the end of a line has its part past that
/// end.
fn part_on_line(text: &str, span: Range<usize>, line: &Range<usize>) -> Option<Range<usize>> {
    let is_cut = |offset: usize| offset <= line.end && !text.is_char_boundary(offset);
    let start = span.start.max(line.start);
    let end = if start == line.end { start + 1 } else { span.end.min(line.end) };
    let lies_here = span.start <= line.end && span.end > line.start && start < end;
    // A line that only ends within the span has nothing to show, unless the span begins there.
    let is_bare_end = start == line.end && span.start != start;
    (lies_here && !is_bare_end && !is_cut(start) && !is_cut(end))
        .then(|| start - line.start..end - line.start)
}

//! Steps of a run by what happens there: `refinement 2`, `verdict`. A number of a step means another thing
//! whenever the solver changes; these names last.
//!
//! ```
//! use hornbook_web::state::lesson::place::Place;
//! let place: Place = "counterexample 2".parse().unwrap();
//! assert_eq!(place.to_string(), "counterexample 2");
//! assert!("pie".parse::<Place>().unwrap_err().contains("no step is called “pie”"));
//! ```

use std::fmt;
use std::str::FromStr;

use hornbook::engine::Event;

/// A step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Start,
    End,
    /// The step at which something happens for the nth time, from 1 on.
    Nth(Kind, usize),
    /// The last time that it happens, which is known once the run has ended.
    Last(Kind),
}

/// What happens at a step, as the index of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(u8);

/// The names of what happens at steps. A refinement is complete when its predicates are there.
pub const KINDS: [&str; 25] = [
    "node",
    "edge",
    "subsumed",
    "covered",
    "contradictory",
    "counterexample",
    "refuted",
    "templates",
    "explored",
    "folded",
    "accelerated",
    "interpolants",
    "refinement",
    "removed",
    "method",
    "expanding",
    "copied",
    "expanded",
    "solved",
    "collapsed",
    "tried",
    "looked-ahead",
    "verdict",
    "restructured",
    "other",
];

impl Kind {
    /// What happens with an event.
    pub fn of(event: &Event) -> Kind {
        Kind(match event {
            Event::NodeAdded { .. } => 0,
            Event::EdgeAdded { .. } => 1,
            Event::Subsumed { .. } => 2,
            Event::Covered { .. } => 3,
            Event::Contradictory { .. } => 4,
            Event::CounterexampleFound { .. } => 5,
            Event::Refuted => 6,
            Event::TemplatesChosen { .. } => 7,
            Event::Explored { .. } => 8,
            Event::Folded { .. } => 9,
            Event::Accelerated { .. } => 10,
            Event::InterpolantsFound { .. } => 11,
            Event::PredicatesAdded { .. } => 12,
            Event::NodesRemoved { .. } => 13,
            Event::MethodChosen { .. } => 14,
            Event::Expanding { .. } => 15,
            Event::RelationCopied { .. } => 16,
            Event::Expanded { .. } => 17,
            Event::CopySolved { .. } => 18,
            Event::Collapsed { .. } => 19,
            Event::Tried { .. } => 20,
            Event::LookedAhead { .. } => 21,
            Event::Verdict(_) => 22,
            Event::Restructured { .. } => 23,
            _ => 24,
        })
    }

    pub fn name(self) -> &'static str {
        KINDS[usize::from(self.0)]
    }

    fn named(name: &str) -> Option<Kind> {
        let index = KINDS.iter().position(|kind| *kind == name)?;
        u8::try_from(index).ok().map(Kind)
    }
}

impl Place {
    /// The step among these events, the first of which leads to step 1; none if it is not there (yet).
    pub fn find(self, events: &[Event], is_over: bool) -> Option<usize> {
        match self {
            Place::Start => Some(0),
            Place::End => is_over.then_some(events.len()),
            Place::Nth(kind, nth) => {
                let mut steps = events.iter().enumerate().filter(|(_, event)| Kind::of(event) == kind);
                steps.nth(nth.checked_sub(1)?).map(|(index, _)| index + 1)
            }
            Place::Last(kind) if is_over => {
                events.iter().rposition(|event| Kind::of(event) == kind).map(|index| index + 1)
            }
            Place::Last(_) => None,
        }
    }

    /// The name of a step of a run.
    pub fn of(step: usize, events: &[Event]) -> Place {
        let Some(event) = step.checked_sub(1).and_then(|index| events.get(index)) else {
            return Place::Start;
        };
        let kind = Kind::of(event);
        let nth = events[..step].iter().filter(|event| Kind::of(event) == kind).count();
        Place::Nth(kind, nth)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Start => f.write_str("start"),
            Place::End => f.write_str("end"),
            Place::Nth(kind, 1) => f.write_str(kind.name()),
            Place::Nth(kind, nth) => write!(f, "{} {nth}", kind.name()),
            Place::Last(kind) => write!(f, "last {}", kind.name()),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        let kind = |name: &str| {
            Kind::named(name).ok_or_else(|| {
                format!("no step is called “{name}”; there are start, end, {}", KINDS.join(", "))
            })
        };
        match *text.split_whitespace().collect::<Vec<_>>() {
            ["start"] => Ok(Place::Start),
            ["end"] => Ok(Place::End),
            [name] => Ok(Place::Nth(kind(name)?, 1)),
            ["last", name] => Ok(Place::Last(kind(name)?)),
            [name, number] => match number.parse() {
                Ok(nth) if nth > 0 => Ok(Place::Nth(kind(name)?, nth)),
                _ => Err(format!("“{number}” is no number; write “{name} 2” for the second {name}")),
            },
            _ => {
                Err("a step is named as in “start”, “counterexample 2”, “last refinement” or “end”"
                    .to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::lesson::testing::run_of;
    use crate::text::examples::Example;

    #[test]
    fn every_step_of_a_run_is_found_again_by_its_name() {
        for name in ["gcd", "two-steps", "gcd-bug"] {
            let example = Example::named(name).unwrap();
            let mut settings = hornbook::settings::RunSettings::default();
            example.method().apply(&mut settings);
            let (_, events) = run_of(example.text, &settings);
            for step in 0..=events.len() {
                let place = Place::of(step, &events);
                assert_eq!(place.find(&events, true), Some(step), "{name}: {place}");
                assert_eq!(place.to_string().parse(), Ok(place), "{name}: {place}");
            }
            assert_eq!("verdict".parse::<Place>().unwrap().find(&events, true), Some(events.len()));
            assert_eq!("end".parse::<Place>().unwrap().find(&events, false), None);
        }
    }
}

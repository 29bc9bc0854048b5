//! Short addresses of built-in examples: what documents and courses refer to, and what a person can type.
//!
//! ```text
//! #example=gcd&method=cav13-di&step=16&views=graph+tree
//! ```
//!
//! An example opens with its own method unless another is named, and settings can be given by name
//! (`&abstraction=off`). A short address says the same as a link ([`SharedState`]), as far as it can be said
//! in plain letters; whatever else is shared has a link.

use hornbook::order::Map;
use hornbook::settings::{Method, RunSettings};

use crate::state::Side;
use crate::state::named_settings::{CHOICES, NamedSettings};
use crate::text::examples::Example;
use crate::wire::share::{Decoded, SharedState};

/// How a short address begins, behind the `#`.
pub const START: &str = "example=";

/// Reads a short address; an error says what is not known here.
///
/// ```
/// use hornbook_web::state::address::read;
/// let shared = read("example=gcd&step=3&views=graph+tree").unwrap().state;
/// assert_eq!((shared.step, shared.view.as_deref()), (Some(3), Some("graph tree")));
/// assert_eq!(read("example=pie").unwrap_err(), "There is no example called “pie” here.");
/// ```
pub fn read(address: &str) -> Result<Decoded, String> {
    let pairs = address.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let mut said: Map<String, String> =
        pairs.map(|(name, value)| (name.to_owned(), value.replace("%20", "+").replace('+', " "))).collect();
    let name = said.remove("example").unwrap_or_default();
    let Some(example) = Example::named(&name) else {
        return Err(format!("There is no example called “{name}” here."));
    };
    let method = match said.remove("method") {
        None => example.method(),
        Some(name) => {
            Method::named(&name).ok_or_else(|| format!("There is no method called “{name}” here."))?
        }
    };
    let mut state = SharedState { text: example.text.to_owned(), ..SharedState::default() };
    state.step = said.remove("step").and_then(|step| step.parse().ok());
    state.view = said.remove("views");
    state.selection = said.remove("select");
    let choices = said.remove(CHOICES).unwrap_or_default();
    let settings = RunSettings { choices, ..RunSettings::take("", &mut said, opened_with(method)) };
    NamedSettings::InLinks.write(Side::Left, &settings, &mut state.settings);
    state.unknown = said;
    Ok(Decoded { state, damage: Vec::new() })
}

/// The short address of what is shared with these settings, if there is one.
pub(crate) fn write(shared: &SharedState, settings: &RunSettings) -> Option<String> {
    let example = Example::behind(&shared.text).filter(|example| example.text == shared.text)?;
    let mut own = Map::new();
    NamedSettings::InLinks.write(Side::Left, settings, &mut own);
    if shared.settings != own || !shared.unknown.is_empty() || !settings.choices.is_empty() {
        // Two runs are compared, or somebody has made choices.
        return None;
    }
    let mut said = vec![("example".to_owned(), example.name.to_owned())];
    let method = settings.method().unwrap_or_else(|| example.method());
    if method != example.method() {
        said.push(("method".to_owned(), method.name.to_owned()));
    }
    let mut differences = Map::new();
    settings.write("", &mut differences, &opened_with(method));
    said.extend(differences);
    let optional = [
        ("step", shared.step.map(|step| step.to_string())),
        ("views", shared.view.clone()),
        ("select", shared.selection.clone()),
    ];
    said.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || " -_.".contains(c));
    said.iter().all(|(_, value)| is_plain(value)).then(|| {
        let pairs: Vec<String> =
            said.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
        pairs.join("&")
    })
}

/// The settings of a run with a method, if nothing else is said.
fn opened_with(method: &Method) -> RunSettings {
    let mut settings = RunSettings::default();
    method.apply(&mut settings);
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::settings::METHODS;

    use crate::state::link::{fragment, is_fragment};
    use crate::state::{Action, State};
    use crate::text::examples::EXAMPLES;

    #[test]
    fn every_example_has_a_short_address_with_every_method() {
        for example in EXAMPLES {
            for method in METHODS {
                let opened = State::new(None, None).after(Action::Open(example));
                let mut settings = opened.settings[0].clone();
                method.apply(&mut settings);
                let state = opened.after(Action::Set(Side::Left, settings));
                let link = fragment(&state, false).unwrap();
                assert!(link.starts_with(START) && link.len() < 120 && is_fragment(&link), "{link}");
                let again = State::new(None, None).after(Action::OpenLink(link.as_str().into()));
                assert_eq!(again.notice, None, "{link}");
                assert_eq!((&again.text, &again.settings[0]), (&state.text, &state.settings[0]), "{link}");
            }
        }
    }

    #[test]
    fn settings_by_name_and_what_is_not_known() {
        let open = |link: &str| State::new(None, None).after(Action::OpenLink(link.into()));
        let opened = open("#example=loop50&method=cav13-ti&abstraction=oct&step=4");
        assert_eq!(opened.settings[0].method().map(|method| method.name), Some("acta16-abs2"));
        assert_eq!(opened.run_at(Side::Left).and_then(|run| run.awaited_step), Some(4));
        for (link, words) in [
            ("example=nowhere", "no example called “nowhere”"),
            ("example=gcd&method=magic", "no method called “magic”"),
            ("example=gcd&colour=red", "newer version"),
        ] {
            assert!(open(link).notice.is_some_and(|notice| notice.contains(words)), "{link}");
        }
    }

    #[test]
    fn what_is_edited_or_compared_has_a_link() {
        let opened = State::new(None, None).after(Action::Open(&EXAMPLES[0]));
        let edited = opened.after(Action::Edit(format!("{}%", opened.text).into()));
        for state in [edited, opened.after(Action::Compare(true))] {
            assert!(fragment(&state, false).unwrap().starts_with("1."));
        }
    }
}

//! With which settings a text opens, and which changes of settings are kept.
//!
//! An example opens with the method of its source; if two runs are compared, the other has the method that
//! its paper compares it with. Everything else opens with the settings that the user prefers, which at first
//! are those of Hornbook. This is decided whenever the text becomes one that another example is behind, or
//! none (`replace_text`), and when an example is picked. While it stays the same problem, also in an edited
//! form, the settings stay as they are. What a link brings is set after its text, so it wins.
//!
//! What is set while an example is open is about that example. So of the settings that methods have values
//! for nothing is kept then, and one's own problems are solved as before.

use hornbook::settings::{METHODS, Method, RunSettings, SETTINGS, Setting, Strategy};

use crate::state::State;
use crate::state::named_settings::NamedSettings;
use crate::text::examples::Example;

impl State {
    /// The settings with which the present text opens.
    pub(super) fn opening_settings(&self) -> [RunSettings; 2] {
        let mut settings = self.preferred_settings();
        if let Some(example) = Example::behind(&self.text) {
            for settings in &mut settings {
                example.method().apply(settings);
            }
            if self.compares {
                settings[1] = told_apart(&settings[0]);
            }
        }
        settings
    }

    /// The settings as far as they are to be kept for one's own problems.
    pub(super) fn settings_to_keep(&self) -> [RunSettings; 2] {
        if Example::behind(&self.text).is_none() {
            return self.settings.clone();
        }
        let mut kept = self.preferred_settings();
        for (kept, now) in kept.iter_mut().zip(&self.settings) {
            for setting in SETTINGS.iter().filter(|setting| !is_of_methods(setting)) {
                setting.set(kept, &setting.get(now));
            }
        }
        kept
    }

    /// The settings that the user prefers.
    fn preferred_settings(&self) -> [RunSettings; 2] {
        NamedSettings::InPreferences.take(&mut (*self.preferences).clone())
    }
}

/// Two equal runs tell nothing. So the other has the method that this one is usually compared with, or else
/// another strategy.
pub(super) fn told_apart(this: &RunSettings) -> RunSettings {
    let mut other = this.clone();
    if let Some(method) = this.method().and_then(|method| method.against).and_then(Method::named) {
        method.apply(&mut other);
    } else {
        // The automatic choice beside what it chooses tells nothing either.
        let is_other = |strategy: &Strategy| match (this.strategy, *strategy) {
            (_, Strategy::Auto) | (Strategy::Auto, Strategy::Tree) => false,
            (own, strategy) => strategy != own,
        };
        other.strategy = Strategy::ALL.into_iter().find(is_other).unwrap_or(this.strategy);
    }
    other
}

/// Whether any method has a value for a setting.
fn is_of_methods(setting: &Setting) -> bool {
    METHODS.iter().any(|method| method.fixes(setting))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Action, Side, link};
    use crate::text::examples::EXAMPLES;

    fn named(name: &str) -> &'static Example {
        Example::named(name).unwrap()
    }

    fn method(state: &State) -> &'static str {
        state.settings[0].method().map_or("custom", |method| method.name)
    }

    /// A page on which the user's own text is open, solved with DI.
    fn own() -> State {
        let disjunctive = RunSettings { strategy: Strategy::Disjunctive, limit: 7, ..RunSettings::default() };
        State::new(Some("mine(X).".to_owned()), None).after(Action::Set(Side::Left, disjunctive))
    }

    #[test]
    fn every_example_opens_with_its_method() {
        for example in EXAMPLES {
            for before in [State::new(None, None), own(), own().after(Action::Compare(true))] {
                let opened = before.after(Action::Open(example));
                assert_eq!(opened.settings[0].method(), Some(example.method()), "{}", example.name);
                assert_eq!(opened.settings[0].limit, before.settings[0].limit, "the user's patience stays");
                assert!(!opened.compares || opened.settings[0] != opened.settings[1], "{}", example.name);
            }
        }
        assert_eq!(method(&State::new(None, None)), "cav13-ti", "the first visit shows gcd");
        assert_eq!(method(&State::new(Some("mine(X).".to_owned()), None)), "hornbook");
    }

    #[test]
    fn an_example_does_not_change_what_is_preferred_for_own_problems() {
        let own = own();
        let opened = own.after(Action::Open(named("gcd")));
        assert_eq!(opened.preferences, own.preferences);
        // Nor does what is set while it is open, by hand or by a method.
        let mut changed = opened.settings[0].clone();
        Method::named("thesis-global").unwrap().apply(&mut changed);
        let set = opened.after(Action::Set(Side::Left, changed)).after(Action::Compare(true));
        assert_eq!(set.preferences.get("left.strategy").map(String::as_str), Some("di"));
        for back in
            [Action::BringBack, Action::Undo, Action::OpenText("other(X).".into()), Action::Edit("p.".into())]
        {
            assert_eq!(set.after(back.clone()).settings[0], own.settings[0], "{back:?}");
        }
        // How long to wait is a preference wherever it is set.
        let patient = RunSettings { limit: 9, ..opened.settings[0].clone() };
        let patient = opened.after(Action::Set(Side::Left, patient)).after(Action::BringBack);
        assert_eq!(patient.settings[0], RunSettings { limit: 9, ..own.settings[0].clone() });
        let again =
            State::new(Some("mine(X).".to_owned()), None).with_preferences((*patient.preferences).clone());
        assert_eq!(again.settings[0], patient.settings[0]);
    }

    #[test]
    fn an_edited_example_keeps_the_settings_that_it_has() {
        let opened = State::new(None, None).after(Action::Open(named("loop50")));
        let set = RunSettings { strategy: Strategy::Disjunctive, ..opened.settings[0].clone() };
        let set = opened.after(Action::Set(Side::Left, set));
        let edited = set.after(Action::Edit(format!("{}p(X).", set.text).into()));
        assert_eq!((edited.open_example(), &edited.settings), (None, &set.settings));
        assert_eq!(method(&edited.after(Action::Edit("p(X).".into()))), "hornbook");
    }

    #[test]
    fn an_example_that_is_picked_again_has_its_method_again() {
        let opened = State::new(None, None).after(Action::Open(named("gcd")));
        let set = opened.after(Action::Set(Side::Left, RunSettings::default()));
        assert_eq!(method(&set), "hornbook");
        assert_eq!(method(&set.after(Action::Open(named("gcd")))), "cav13-ti");
    }

    #[test]
    fn the_settings_of_a_link_win() {
        let sender = State::new(None, None).after(Action::Set(Side::Left, RunSettings::default()));
        let link = link::fragment(&sender, false).unwrap();
        let opened = own().after(Action::Open(named("merge"))).after(Action::OpenLink(link.into()));
        assert_eq!((opened.open_example(), method(&opened)), (Some(named("gcd")), "hornbook"));
        assert_eq!(method(&opened.after(Action::Open(named("gcd")))), "cav13-ti");
    }

    #[test]
    fn a_reload_opens_an_example_with_its_method() {
        let state = own().after(Action::Open(named("dblabs")));
        let again =
            State::new(Some(state.text.to_string()), None).with_preferences((*state.preferences).clone());
        assert_eq!((method(&again), again.settings), ("shara", state.settings));
    }

    #[test]
    fn compared_methods_are_those_of_the_paper() {
        for (example, right) in [("gcd", "cav13-di"), ("two-steps", "cav13-ti"), ("loop50", "cav13-ti")] {
            let compared =
                State::new(None, None).after(Action::Open(named(example))).after(Action::Compare(true));
            assert_eq!(compared.settings[1].method().unwrap().name, right, "{example}");
        }
    }
}

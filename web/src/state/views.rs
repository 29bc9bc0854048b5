//! The views of a run: one entry each in a table. What draws them is listed in `view::views`.

/// What is known of a view apart from what it draws.
struct Entry {
    /// For links, as the id of its panel, and for style sheets.
    name: &'static str,
    title: &'static str,
    /// What it is called where there is little room.
    word: &'static str,
    /// The key that opens and closes it. There are more views to come than digits, so a view may have none;
    /// all of them are reached by [`VIEWS_KEY`].
    key: Option<char>,
    /// Whether it is open at a first visit.
    is_usual: bool,
}

/// The key that leads to the buttons of all views.
pub const VIEWS_KEY: char = 'v';

/// Makes the type of views out of their entries.
macro_rules! views {
    ($($view:ident $entry:tt)*) => {
        /// A view. Those that are open are shown together.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum View {
            $($view),*
        }

        impl View {
            /// In the order in which they are shown.
            pub const ALL: &'static [View] = &[$(View::$view),*];

            const fn entry(self) -> Entry {
                match self {
                    $(View::$view => Entry $entry),*
                }
            }
        }
    };
}

views! {
    Narration { name: "narration", title: "What happens", word: "Narration", key: Some('1'), is_usual: true }
    Graph { name: "graph", title: "Reachability graph", word: "Graph", key: Some('2'), is_usual: true }
    Model { name: "model", title: "Model", word: "Model", key: None, is_usual: false }
    Run { name: "run", title: "Run of the model", word: "Run", key: None, is_usual: false }
    Tree { name: "tree", title: "Counterexample", word: "Tree", key: Some('3'), is_usual: true }
    Clauses { name: "clauses", title: "Clauses", word: "Clauses", key: Some('4'), is_usual: true }
    Predicates { name: "predicates", title: "Predicates", word: "Predicates", key: Some('5'), is_usual: true }
    Interpolants { name: "interpolants", title: "Interpolants", word: "Interpolants", key: Some('6'), is_usual: false }
    Frontier { name: "frontier", title: "Frontier", word: "Frontier", key: Some('7'), is_usual: false }
    Plane { name: "plane", title: "Plane", word: "Plane", key: Some('8'), is_usual: false }
    Move { name: "move", title: "Your move", word: "Your move", key: None, is_usual: false }
    Proof { name: "proof", title: "Your proof", word: "Your proof", key: None, is_usual: false }
    Verdict { name: "verdict", title: "Verdict", word: "Verdict", key: Some('9'), is_usual: true }
    Fragments { name: "fragments", title: "Fragments", word: "Fragments", key: None, is_usual: false }
    Statistics { name: "statistics", title: "Statistics", word: "Statistics", key: Some('0'), is_usual: false }
}

impl View {
    /// What is open at a first visit.
    pub fn usual() -> Vec<View> {
        View::ALL.iter().copied().filter(|view| view.entry().is_usual).collect()
    }

    /// For links, as the id of its panel, and for style sheets.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Whether it is about the model that clauses come from.
    pub fn is_of_models(self) -> bool {
        matches!(self, View::Model | View::Run)
    }

    /// What it is called where there is little room.
    pub fn word(self) -> &'static str {
        self.entry().word
    }

    /// The key that opens and closes it, if it has one.
    pub fn key(self) -> Option<char> {
        self.entry().key
    }

    pub fn named(name: &str) -> Option<View> {
        View::ALL.iter().copied().find(|view| view.name() == name)
    }

    /// The view that a key opens and closes.
    pub fn with_key(key: char) -> Option<View> {
        View::ALL.iter().copied().find(|view| view.key() == Some(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_told_apart_by_name_and_by_key() {
        for view in View::ALL.iter().copied() {
            assert_eq!(View::named(view.name()), Some(view));
            assert!(view.name().bytes().all(|letter| letter.is_ascii_lowercase()), "{}", view.name());
            if let Some(key) = view.key() {
                assert!(key.is_ascii_digit(), "{view:?}: other keys have other uses");
                assert_eq!(View::with_key(key), Some(view));
            }
        }
    }
}

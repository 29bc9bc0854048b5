//! The views of a run.

/// A view. Those that are open are shown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    Narration,
    Graph,
    Tree,
    Clauses,
    Predicates,
    Interpolants,
    Frontier,
    Plane,
    Verdict,
    Statistics,
}

impl View {
    /// In the order in which they are shown.
    pub const ALL: [View; 10] = [
        View::Narration,
        View::Graph,
        View::Tree,
        View::Clauses,
        View::Predicates,
        View::Interpolants,
        View::Frontier,
        View::Plane,
        View::Verdict,
        View::Statistics,
    ];

    /// What is open at a first visit.
    pub const USUAL: [View; 6] =
        [View::Narration, View::Graph, View::Tree, View::Clauses, View::Predicates, View::Verdict];

    /// For links, and as the id of its panel.
    pub fn name(self) -> &'static str {
        match self {
            View::Narration => "narration",
            View::Graph => "graph",
            View::Tree => "tree",
            View::Clauses => "clauses",
            View::Predicates => "predicates",
            View::Interpolants => "interpolants",
            View::Frontier => "frontier",
            View::Plane => "plane",
            View::Verdict => "verdict",
            View::Statistics => "statistics",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            View::Narration => "What happens",
            View::Graph => "Reachability graph",
            View::Tree => "Counterexample",
            View::Clauses => "Clauses",
            View::Predicates => "Predicates",
            View::Interpolants => "Interpolants",
            View::Frontier => "Frontier",
            View::Plane => "Plane",
            View::Verdict => "Verdict",
            View::Statistics => "Statistics",
        }
    }

    /// What it is called where there is little room.
    pub fn word(self) -> &'static str {
        match self {
            View::Narration => "Narration",
            View::Graph => "Graph",
            View::Tree => "Tree",
            other => other.title(),
        }
    }

    pub fn named(name: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.name() == name)
    }
}

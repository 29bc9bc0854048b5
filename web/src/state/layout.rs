//! Where the open views stand: panes with tabs, how large the panes are, and arrangements of views.
//!
//! The window has a line for the narration, two panes beside each other, and one below them that is folded
//! until one of its tabs is picked. Each view has its home among the panes and can be moved to another. Of
//! the views in a pane one is in front; only those in front are drawn.
//!
//! ```
//! use hornbook_web::state::layout::Pane;
//! use hornbook_web::state::views::View;
//! use hornbook_web::state::{Action, State};
//! let state = State::new(None, None).after(Action::Show(View::Interpolants, true));
//! assert_eq!(state.front(Pane::Beside), Some(View::Interpolants));
//! ```

use crate::state::State;
use crate::state::views::View;

/// A part of the window that shows one view at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pane {
    /// One line above the others.
    Line,
    Main,
    Beside,
    Below,
}

impl Pane {
    /// The panes that have tabs.
    pub const TABBED: [Pane; 3] = [Pane::Main, Pane::Beside, Pane::Below];

    /// For style sheets and preferences.
    pub fn name(self) -> &'static str {
        match self {
            Pane::Line => "line",
            Pane::Main => "main",
            Pane::Beside => "beside",
            Pane::Below => "below",
        }
    }

    /// What it is called, as the rest of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Pane::Line => "the line above",
            Pane::Main => "the left pane",
            Pane::Beside => "the right pane",
            Pane::Below => "the pane below",
        }
    }

    fn named(name: &str) -> Option<Pane> {
        Pane::TABBED.into_iter().find(|pane| pane.name() == name)
    }

    /// Where a view goes that is moved away from here.
    #[must_use]
    pub fn next(self) -> Pane {
        match self {
            Pane::Line | Pane::Below => Pane::Main,
            Pane::Main => Pane::Beside,
            Pane::Beside => Pane::Below,
        }
    }
}

/// The pane in which a view stands if nobody has moved it: pictures of the run on the left, of its
/// counterexamples and of the model on the right, and what is read below.
fn home(view: View) -> Pane {
    match view {
        View::Narration => Pane::Line,
        View::Graph => Pane::Main,
        View::Tree | View::Interpolants | View::Frontier | View::Plane | View::Model | View::Move => {
            Pane::Beside
        }
        _ => Pane::Below,
    }
}

/// An edge between two parts of the window, which can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Between the problem and the views.
    Problem,
    /// Between the two upper panes.
    Beside,
    /// Above the pane below.
    Below,
}

impl Edge {
    pub const ALL: [Edge; 3] = [Edge::Problem, Edge::Beside, Edge::Below];

    /// For style sheets and preferences.
    pub fn name(self) -> &'static str {
        ["problem", "beside", "below"][self as usize]
    }

    /// The smallest and the largest part of the room, in thousandths, on the side of the edge that it is
    /// about.
    pub fn limits(self) -> (u16, u16) {
        match self {
            Edge::Problem => (120, 600),
            Edge::Beside => (150, 850),
            Edge::Below => (120, 850),
        }
    }
}

/// Where views stand, and how large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Views that are not at home.
    moved: Vec<(View, Pane)>,
    /// The views that were brought to the front last, of each pane that has tabs.
    front: [Option<View>; 3],
    /// Whether the pane below is more than its tabs.
    pub below_is_open: bool,
    /// The parts of the room in thousandths: the problem, the right pane, the pane below.
    sizes: [u16; 3],
}

impl Default for Layout {
    fn default() -> Layout {
        Layout { moved: Vec::new(), front: [None; 3], below_is_open: false, sizes: [240, 500, 380] }
    }
}

impl Layout {
    /// Where a view stands.
    pub fn pane(&self, view: View) -> Pane {
        let moved = self.moved.iter().find(|(moved, _)| *moved == view);
        moved.map_or(home(view), |(_, pane)| *pane)
    }

    /// The part of the room on the side of an edge that it is about, in thousandths.
    pub fn size(&self, edge: Edge) -> u16 {
        self.sizes[edge as usize]
    }

    pub(crate) fn resize(&mut self, edge: Edge, size: u16) {
        let (least, most) = edge.limits();
        self.sizes[edge as usize] = size.clamp(least, most);
    }

    fn bring_to_front(&mut self, view: View) {
        if let Some(index) = Pane::TABBED.into_iter().position(|pane| pane == self.pane(view)) {
            self.front[index] = Some(view);
        }
        if self.pane(view) == Pane::Below {
            self.below_is_open = true;
        }
    }

    fn put(&mut self, view: View, pane: Pane) {
        self.moved.retain(|(moved, _)| *moved != view);
        for front in &mut self.front {
            *front = front.filter(|front| *front != view);
        }
        if pane != home(view) {
            self.moved.push((view, pane));
            self.moved.sort_unstable();
        }
    }

    /// For preferences: what is not as usual, in words with spaces between them.
    pub(crate) fn to_words(&self) -> String {
        let mut words: Vec<String> =
            self.moved.iter().map(|(view, pane)| format!("{}@{}", view.name(), pane.name())).collect();
        words.extend(self.front.iter().flatten().map(|view| format!("^{}", view.name())));
        let usual = Layout::default();
        for edge in Edge::ALL {
            if self.size(edge) != usual.size(edge) {
                words.push(format!("{}={}", edge.name(), self.size(edge)));
            }
        }
        if self.below_is_open {
            words.push("open".to_owned());
        }
        words.join(" ")
    }

    /// Reads what [`to_words`](Self::to_words) has written; what is not known is passed over.
    pub(crate) fn from_words(words: &str) -> Layout {
        let mut layout = Layout::default();
        let mut is_open = false;
        for word in words.split_whitespace() {
            if let Some((view, pane)) = word.split_once('@') {
                if let (Some(view), Some(pane)) = (View::named(view), Pane::named(pane))
                    && view != View::Narration
                {
                    layout.put(view, pane);
                }
            } else if let Some(view) = word.strip_prefix('^').and_then(View::named) {
                layout.bring_to_front(view);
            } else if let Some((edge, size)) = word.split_once('=') {
                let edge = Edge::ALL.into_iter().find(|known| known.name() == edge);
                if let (Some(edge), Ok(size)) = (edge, size.parse()) {
                    layout.resize(edge, size);
                }
            } else {
                is_open |= word == "open";
            }
        }
        layout.below_is_open = is_open;
        layout
    }
}

/// Views that go together, and where they stand.
#[derive(Debug)]
pub struct Arrangement {
    pub label: &'static str,
    /// The views of the panes with tabs; the first of each is in front.
    panes: [&'static [View]; 3],
    below_is_open: bool,
    /// The parts of the right pane and of the pane below, in thousandths.
    sizes: [u16; 2],
    /// Whether it is for two runs.
    compares: bool,
}

/// The arrangements that one can choose from.
pub const ARRANGEMENTS: [Arrangement; 4] = [
    Arrangement {
        label: "Follow the run",
        panes: [&[View::Graph], &[View::Tree], &[View::Clauses, View::Predicates, View::Verdict]],
        below_is_open: false,
        sizes: [500, 380],
        compares: false,
    },
    Arrangement {
        label: "Look into an interpolant",
        panes: [
            &[View::Tree, View::Graph],
            &[View::Interpolants, View::Plane, View::Frontier],
            &[View::Clauses, View::Predicates, View::Verdict],
        ],
        below_is_open: false,
        sizes: [600, 380],
        compares: false,
    },
    Arrangement {
        label: "Compare",
        panes: [
            &[View::Graph, View::Tree, View::Predicates, View::Verdict, View::Statistics],
            &[],
            &[View::Clauses],
        ],
        below_is_open: false,
        sizes: [500, 380],
        compares: true,
    },
    Arrangement {
        label: "Proof",
        panes: [&[View::Verdict], &[View::Clauses, View::Predicates, View::Graph], &[View::Statistics]],
        below_is_open: false,
        sizes: [360, 380],
        compares: false,
    },
];

impl State {
    /// The views that are open in a pane, in their order.
    pub fn views_in(&self, pane: Pane) -> Vec<View> {
        self.views.iter().copied().filter(|view| self.layout.pane(*view) == pane).collect()
    }

    /// The view that a pane shows; none if it is empty, or folded.
    pub fn front(&self, pane: Pane) -> Option<View> {
        if pane == Pane::Below && !self.layout.below_is_open {
            return None;
        }
        let views = self.views_in(pane);
        let chosen = Pane::TABBED.into_iter().position(|tabbed| tabbed == pane);
        let chosen = chosen.and_then(|index| self.layout.front[index]);
        chosen.filter(|view| views.contains(view)).or_else(|| views.first().copied())
    }

    /// Whether a view is open and in front.
    pub fn is_in_sight(&self, view: View) -> bool {
        match self.enlarged {
            Some(enlarged) => enlarged == view,
            None => self.front(self.layout.pane(view)) == Some(view),
        }
    }

    /// Opens a view and brings it into sight, or closes it.
    pub(super) fn show_view(&mut self, view: View, is_open: bool) {
        let pane = self.layout.pane(view);
        self.views.retain(|open| *open != view);
        if is_open {
            self.views.push(view);
            self.views.sort_unstable();
            self.layout.bring_to_front(view);
        } else if self.views_in(pane).is_empty() && pane == Pane::Below {
            self.layout.below_is_open = false;
        }
        // Whoever opens or closes a view wants to see the views.
        self.enlarged = None;
    }

    /// Puts a view into another pane.
    pub(super) fn move_view(&mut self, view: View, pane: Pane) {
        self.layout.put(view, pane);
        self.layout.bring_to_front(view);
        self.enlarged = None;
    }

    /// The arrangement that the views are in, if it is one of those that one can choose.
    pub fn arrangement(&self) -> Option<usize> {
        ARRANGEMENTS.iter().position(|arrangement| {
            arrangement.compares <= self.compares && self.is_arranged_like(arrangement)
        })
    }

    /// Arranges the views. One's own arrangement is kept, and comes back as the one after all others.
    pub(super) fn arrange(&mut self, index: usize) {
        let is_left_over = self.is_arranged_like(&ARRANGEMENTS[2]);
        let own = (self.arrangement().is_none() && !is_left_over)
            .then(|| (self.views.clone(), self.layout.clone()));
        let Some(arrangement) = ARRANGEMENTS.get(index) else {
            if let Some((views, layout)) = self.own_arrangement.clone() {
                (self.views, self.layout) = (views, layout);
            }
            return;
        };
        if own.is_some() {
            self.own_arrangement = own;
        }
        let has_narration = self.views.contains(&View::Narration);
        self.views = arrangement.panes.iter().flat_map(|views| views.iter().copied()).collect();
        if has_narration {
            self.views.push(View::Narration);
        }
        self.views.sort_unstable();
        let problem = self.layout.size(Edge::Problem);
        self.layout = Layout::default();
        for (pane, views) in Pane::TABBED.into_iter().zip(&arrangement.panes) {
            for view in *views {
                self.layout.put(*view, pane);
            }
            if let Some(view) = views.first() {
                self.layout.bring_to_front(*view);
            }
        }
        self.layout.below_is_open = arrangement.below_is_open;
        self.layout.resize(Edge::Problem, problem);
        self.layout.resize(Edge::Beside, arrangement.sizes[0]);
        self.layout.resize(Edge::Below, arrangement.sizes[1]);
        self.enlarged = None;
        if arrangement.compares && !self.compares {
            self.compare(true);
        }
    }

    /// Two runs are seen best one beside the other; whoever has an arrangement of one's own keeps it.
    pub(super) fn arrange_for_comparison(&mut self, compares: bool) {
        const ONE: usize = 0;
        const TWO: usize = 2;
        match self.arrangement() {
            Some(ONE) if compares => self.arrange(TWO),
            // Without the second run it is no comparison any more, and so not known as one.
            None if !compares && self.is_arranged_like(&ARRANGEMENTS[TWO]) => self.arrange(ONE),
            _ => {}
        }
    }

    fn is_arranged_like(&self, arrangement: &Arrangement) -> bool {
        Pane::TABBED.into_iter().zip(&arrangement.panes).all(|(pane, views)| {
            let mut sorted = views.to_vec();
            sorted.sort_unstable();
            sorted == self.views_in(pane)
        })
    }

    /// The open views for links: those in sight first, and behind a dash those that are behind them.
    pub(crate) fn views_in_words(&self) -> Option<String> {
        let usual = State::usual_views();
        if self.views == usual.0 && self.layout.same_views(&usual.1) {
            return None;
        }
        let is_first = |view: &&View| {
            let pane = self.layout.pane(**view);
            pane == Pane::Line || self.front(pane) == Some(**view)
        };
        let word = |view: &View| match self.layout.moved.iter().find(|(moved, _)| moved == view) {
            Some((_, pane)) => format!("{}.{}", view.name(), pane.name()),
            None => view.name().to_owned(),
        };
        // If the first of each pane are in front, the views are enough.
        let is_plain =
            |pane: Pane| pane == Pane::Below || self.front(pane) == self.views_in(pane).first().copied();
        if !self.layout.below_is_open && !self.is_only_below() && Pane::TABBED.into_iter().all(is_plain) {
            return Some(self.views.iter().map(word).collect::<Vec<String>>().join(" "));
        }
        let mut words: Vec<String> = self.views.iter().filter(is_first).map(word).collect();
        words.push("-".to_owned());
        words.extend(self.views.iter().filter(|view| !is_first(view)).map(word));
        Some(words.join(" "))
    }

    /// Are all open views in the pane below?
    fn is_only_below(&self) -> bool {
        self.views.iter().all(|view| matches!(self.layout.pane(*view), Pane::Below | Pane::Line))
    }

    /// Shows the views that a link names; says how many of its words are not known.
    pub(crate) fn show_views(&mut self, words: Option<&str>) -> usize {
        let (views, layout) = State::usual_views();
        let sizes = self.layout.sizes;
        (self.views, self.layout) = (views, layout);
        self.layout.sizes = sizes;
        let Some(words) = words else { return 0 };
        let mut seen = Vec::new();
        let mut unknown = 0;
        let mut is_behind = false;
        for word in words.split_whitespace() {
            if word == "-" {
                is_behind = true;
                continue;
            }
            let (name, pane) = word.split_once('.').unwrap_or((word, ""));
            let Some(view) = View::named(name) else {
                unknown += 1;
                continue;
            };
            if let Some(pane) = Pane::named(pane).filter(|_| view != View::Narration) {
                self.layout.put(view, pane);
            }
            seen.push((view, is_behind));
        }
        if seen.is_empty() {
            return unknown;
        }
        self.views = seen.iter().map(|(view, _)| *view).collect();
        self.views.sort_unstable();
        self.views.dedup();
        // Without a dash, the first of each pane are in front, and the pane below is folded, unless there is
        // nothing else to see.
        let has_dash = is_behind || self.is_only_below();
        for (view, _) in seen.iter().rev().filter(|(_, is_behind)| !is_behind) {
            if has_dash || self.layout.pane(*view) != Pane::Below {
                self.layout.bring_to_front(*view);
            }
        }
        unknown
    }

    /// What is open at a first visit, and where.
    pub(super) fn usual_views() -> (Vec<View>, Layout) {
        (View::usual(), Layout::default())
    }
}

impl Layout {
    /// Whether the same views are in front and at the same places, however large.
    fn same_views(&self, other: &Layout) -> bool {
        let front =
            |layout: &Layout| [layout.front[0].unwrap_or(View::Graph), layout.front[1].unwrap_or(View::Tree)];
        self.moved == other.moved && self.below_is_open == other.below_is_open && front(self) == front(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Action;

    fn start() -> State {
        State::new(None, None)
    }

    #[test]
    fn opening_a_view_brings_it_into_sight() {
        for view in View::ALL.iter().copied() {
            let shown = start().after(Action::Show(view, true));
            assert!(shown.is_in_sight(view), "{view:?}");
            let closed = shown.after(Action::Show(view, false));
            assert!(!closed.is_in_sight(view) && !closed.views.contains(&view), "{view:?}");
        }
    }

    #[test]
    fn only_one_view_of_a_pane_is_in_sight() {
        let state = start();
        assert!(state.is_in_sight(View::Graph) && state.is_in_sight(View::Tree));
        assert_eq!(state.front(Pane::Below), None, "it is folded");
        let state = state.after(Action::Show(View::Plane, true));
        assert!(state.is_in_sight(View::Plane) && !state.is_in_sight(View::Tree));
        assert_eq!(state.views_in(Pane::Beside), [View::Tree, View::Plane]);
        let back = state.after(Action::Show(View::Plane, false));
        assert!(back.is_in_sight(View::Tree));
        let moved = state.after(Action::MoveView(View::Plane, Pane::Main));
        assert!(moved.is_in_sight(View::Plane) && moved.is_in_sight(View::Tree));
        assert!(!moved.is_in_sight(View::Graph));
    }

    #[test]
    fn arrangements_are_known_again_and_ones_own_comes_back() {
        let own = start().after(Action::Show(View::Plane, true)).after(Action::Resize(Edge::Beside, 700));
        assert_eq!(own.arrangement(), None);
        for (index, arrangement) in ARRANGEMENTS.iter().enumerate() {
            let arranged = own.after(Action::Arrange(index));
            assert_eq!(arranged.arrangement(), Some(index));
            assert_eq!(arranged.compares, arrangement.compares);
            let back = arranged.after(Action::Arrange(ARRANGEMENTS.len()));
            assert_eq!((&back.views, &back.layout), (&own.views, &own.layout));
        }
        assert_eq!(start().arrangement(), Some(0), "as the page is at a first visit");
    }

    #[test]
    fn layouts_come_back_from_words_and_garbage_does_no_harm() {
        let mut state = start();
        for action in [
            Action::Show(View::Plane, true),
            Action::MoveView(View::Plane, Pane::Main),
            Action::Show(View::Verdict, true),
            Action::Resize(Edge::Problem, 313),
        ] {
            state = state.after(action);
        }
        assert_eq!(Layout::from_words(&state.layout.to_words()), state.layout);
        assert_eq!(Layout::from_words("pie@main graph@cellar ^pie problem=x sofa=1 @ ="), Layout::default());
        assert_eq!(Layout::from_words("problem=9999").size(Edge::Problem), 600);
    }

    #[test]
    fn links_say_which_views_are_in_sight() {
        assert_eq!(start().views_in_words(), None);
        let shown = start()
            .after(Action::Show(View::Interpolants, true))
            .after(Action::MoveView(View::Verdict, Pane::Main));
        let words = shown.views_in_words().unwrap();
        let mut again = start();
        assert_eq!(again.show_views(Some(&words)), 0);
        assert_eq!((&again.views, again.views_in_words()), (&shown.views, Some(words)));
        for pane in Pane::TABBED {
            assert_eq!(again.front(pane), shown.front(pane));
        }
        assert_eq!(again.show_views(Some("graph pie")), 1);
        assert_eq!(again.views, [View::Graph]);
        // A link to one view shows it, wherever it is.
        again.show_views(Some("fragments"));
        assert!(again.is_in_sight(View::Fragments));
        again.show_views(Some("- fragments"));
        assert_eq!(again.front(Pane::Below), None);
        assert_eq!(again.views_in_words().as_deref(), Some("- fragments"));
    }
}

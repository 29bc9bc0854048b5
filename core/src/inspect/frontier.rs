//! The abstraction frontier of a position: which sets of templates are still enough for an interpolant
//! (Acta'16, Sect. 7).
//!
//! For one round of loop50 and the templates `X1 - I1`, `I1` and `J` these are `{I1}`, `{X1 - I1, J}` and
//! everything that contains one of them (Fig. 3).

use serde::{Deserialize, Serialize};

use super::Inspector;
use super::apart::AlikeText;
use crate::analysis::Analysis;
use crate::formula::Notation;
use crate::guide::{
    EndsText, Exploration, Group, InterpolationAbstraction, Kind, Portrait, Subset, Suggestions, Template,
    TemplateText, ends,
};
use crate::interpolate::{Tree, TreeNode};
use crate::lang::{Diagnostic, house};
use crate::order::sort_by_key;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The steps that the exploration of a lattice may take.
pub const FRONTIER_STEPS: u64 = 20_000_000;
/// The lattice of more templates than this is no picture any more.
pub const TEMPLATES_SHOWN: usize = 6;
/// Of more feasible elements than this the ends of the sub-lattices are not computed.
pub const ENDS_LIMIT: usize = 32;
/// At most this many templates are suggested.
const SUGGESTED: usize = 4;

/// A lattice of abstractions, explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrontierText {
    pub portrait: Portrait,
    /// The strongest and the weakest abstract interpolant of each feasible element, in the order of the
    /// portrait.
    pub ends: Vec<EndsText>,
    /// How many feasible elements there are beyond [`ENDS_LIMIT`], or beyond what the steps allowed.
    pub ends_missing: usize,
    /// For each element two states that it cannot tell apart, if such were found.
    pub alike: Vec<AlikeText>,
}

/// Why there is no lattice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoFrontier {
    /// The templates could not be read. Places count within their text.
    Unreadable(Vec<Diagnostic>),
    /// There are more templates than [`TEMPLATES_SHOWN`].
    TooMany(usize),
    /// The sides do not contradict each other: the counterexample is real.
    Real,
    Unknown(Unknown),
}

impl<R: Into<Unknown>> From<R> for NoFrontier {
    fn from(reason: R) -> NoFrontier {
        NoFrontier::Unknown(reason.into())
    }
}

impl Inspector {
    /// Explores the sets of the given templates.
    pub fn frontier(&mut self, templates: &str, budget: &mut Budget) -> Result<FrontierText, NoFrontier> {
        let templates = self.templates(templates).map_err(NoFrontier::Unreadable)?;
        if templates.len() > TEMPLATES_SHOWN {
            return Err(NoFrontier::TooMany(templates.len()));
        }
        budget.within(FRONTIER_STEPS, |part| self.explored(templates, part))?
    }

    fn explored(
        &mut self,
        templates: Vec<Template>,
        budget: &mut Budget,
    ) -> Result<FrontierText, NoFrontier> {
        let all: Vec<_> = self.a.formulae.iter().chain(&self.b.formulae).copied().collect();
        match Solver::new().check(&mut self.arena, &all, budget) {
            Answer::Sat(_) => return Err(NoFrontier::Real),
            Answer::Unknown(reason) => return Err(reason.into()),
            Answer::Unsat(_) => {}
        }
        let arena = &self.arena;
        let texts: Vec<TemplateText> = templates.iter().map(|t| t.text(arena, String::new())).collect();
        let kinds: Vec<Kind> = templates.iter().map(|template| template.kind.clone()).collect();
        let mut exploration = self.exploration(templates).ok_or(NoFrontier::Unknown(Unknown::Unchecked))?;
        let parameters = self.parameters.clone();
        let arena = &mut self.arena;
        let portrait = Portrait::of(arena, &mut exploration, 0, &parameters, texts, budget)?;
        let feasible: Vec<&Vec<usize>> =
            portrait.elements.iter().filter(|e| e.feasible).map(|e| &e.templates).collect();
        let mut sub_lattices = Vec::new();
        for element in feasible.iter().take(ENDS_LIMIT) {
            let subset = Subset::new(element.iter().copied());
            let abstractions = exploration.abstractions(arena, subset);
            match ends(arena, exploration.problem(), &abstractions, 0, budget) {
                Ok(Some(found)) => sub_lattices.push(EndsText {
                    templates: (*element).clone(),
                    strongest: found.strongest.map(|f| arena.show(f).text()),
                    weakest: found.weakest.map(|f| arena.show(f).text()),
                    chosen: arena.show(found.chosen).text(),
                }),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        let ends_missing = feasible.len() - sub_lattices.len();
        let mut alike = Vec::new();
        for element in &portrait.elements {
            let kept: Vec<&Kind> = element.templates.iter().map(|i| &kinds[*i]).collect();
            alike.extend(self.alike(&element.templates, &kept, element.feasible, budget));
        }
        Ok(FrontierText { portrait, ends: sub_lattices, ends_missing, alike })
    }

    /// A and B as a problem of two nodes that share the parameters.
    pub(super) fn exploration(&mut self, templates: Vec<Template>) -> Option<Exploration> {
        let arena = &mut self.arena;
        let labels = [arena.and(self.a.formulae.iter().copied()), arena.and(self.b.formulae.iter().copied())];
        let nodes = labels.into_iter().zip([vec![], vec![0]]);
        let tree = Tree::new(nodes.map(|(label, children)| TreeNode { label, children }).collect())?;
        let parameters = self.parameters.clone();
        let occurrences = vec![(0, parameters.clone())];
        Exploration::new(arena, &tree, vec![Group { parameters, templates, occurrences }])
    }

    /// Templates to start with, as one would type them: what an analysis says of a loop, and else the
    /// arguments.
    pub fn suggested_templates(&mut self, budget: &mut Budget) -> String {
        let mut kinds: Vec<Kind> = Vec::new();
        let (arena, system) = (&mut self.arena, &mut self.system);
        let analysis = budget.within(FRONTIER_STEPS, |part| Analysis::of(arena, system, part));
        if let Ok(Ok(analysis)) = analysis
            && let Some(found) = analysis.of_head(self.relation)
        {
            let mut suggestions =
                Suggestions::of(&mut self.arena, InterpolationAbstraction::RelativeEquations, found).all;
            sort_by_key(&mut suggestions, |s| s.template.cost);
            kinds.extend(suggestions.into_iter().map(|s| s.template.kind));
        }
        let is_term = |kind: &Kind| matches!(kind, Kind::Term(_));
        let mut texts: Vec<String> =
            kinds.iter().filter(|kind| is_term(kind)).map(|kind| self.typed_term(kind)).collect();
        if texts.is_empty() {
            let shared = self.parameters().into_iter().filter(|p| p.common);
            texts = shared.map(|p| house::spell_variable(&p.name)).collect();
        }
        texts.truncate(SUGGESTED);
        texts.join("; ")
    }

    /// The term of a template as one types it.
    fn typed_term(&self, kind: &Kind) -> String {
        let (Kind::Term(term) | Kind::Inequality(term)) = kind else { return String::new() };
        let spelling = |symbol| house::spell_variable(self.arena.name(symbol));
        let shown = self.arena.show_term_as(term, Notation::Mathematical);
        shown.added_first().spelled(&spelling).to_string()
    }
}

//! The languages a problem may be written in: one entry for each front end, and what all of them offer.
//!
//! A new front end is a folder beside this file with a [`FrontEnd`], and one line in the table below.

use serde::{Deserialize, Serialize};

use super::{
    Diagnostic, Encoding, Model, Problem, Solution, house, nts, petri, program, prolog, qbf, smtlib, timed,
    turing,
};
use crate::budget::Budget;

/// What a front end offers. Nothing outside of its folder knows more about its language.
#[derive(Debug)]
pub struct FrontEnd {
    /// The name used on the command line, in links and as the extension of files.
    pub name: &'static str,
    /// Other names that the command line and links accept.
    pub aliases: &'static [&'static str],
    /// What the language is, in a few words.
    pub title: &'static str,
    /// What a text in the language is, as a heading.
    pub text: &'static str,
    /// How the names of its files end, without the dot.
    pub extensions: &'static [&'static str],
    /// Does a text look like one of this language? The first that says so wins.
    pub detects: fn(text: &str) -> bool,
    /// Does a text look like a solution in this language?
    pub detects_solution: fn(text: &str) -> bool,
    /// Reads a problem: whatever could be understood, and all that is wrong.
    pub parse: fn(text: &str, budget: &mut Budget) -> (Problem, Vec<Diagnostic>),
    /// Reads a model, if texts of the language are more than clauses. `parse` is then this with the standard
    /// encoding, without the rest.
    pub model: Option<ParseModel>,
    /// A problem as text that `parse` reads back as the same problem; `None` if the language says less than
    /// clauses do.
    pub print: Option<fn(problem: &Problem) -> String>,
    /// Reads definitions of the relation symbols of a problem, whose arena will hold their formulae.
    pub parse_solution:
        fn(text: &str, problem: &mut Problem, budget: &mut Budget) -> (Solution, Vec<Diagnostic>),
    /// A solution as text that `parse_solution` reads back; auxiliary relation symbols are left out.
    pub print_solution: fn(problem: &Problem, solution: &Solution) -> String,
}

impl FrontEnd {
    /// What the language is, without an example.
    pub fn words(&self) -> &'static str {
        let end = [": ", ", as in ", " as in "].into_iter().filter_map(|sign| self.title.find(sign)).min();
        &self.title[..end.unwrap_or(self.title.len())]
    }
}

/// Reads a model and encodes it: whatever could be understood, and all that is wrong.
pub type ParseModel =
    fn(text: &str, encoding: Encoding, budget: &mut Budget) -> (Box<dyn Model>, Vec<Diagnostic>);

/// Makes [`Language`] of the table of front ends.
macro_rules! front_ends {
    ($($(#[$attribute:meta])* $language:ident => $front_end:expr;)*) => {
        /// A language of problems.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Language {
            $($(#[$attribute])* $language,)*
        }

        impl Language {
            /// All languages, in the order in which they are offered.
            pub const ALL: &'static [Language] = &[$(Language::$language),*];

            /// What the language offers.
            pub fn front_end(self) -> &'static FrontEnd {
                match self {
                    $(Language::$language => &$front_end,)*
                }
            }
        }
    };
}

front_ends! {
    /// Clauses as the papers write them: `gcd(M, N, R) :- M = N, R = M.`
    #[default]
    House => house::FRONT_END;
    /// SMT-LIB 2 scripts of the logic HORN.
    SmtLib => smtlib::FRONT_END;
    /// Networks of timed automata in UPPAAL's XTA and XML.
    Timed => timed::FRONT_END;
    /// Numerical transition systems: `s -> t { x' = x + 1 && havoc(x) }`.
    Nts => nts::FRONT_END;
    /// Programs: `while (x > 0) x--;`
    Program => program::FRONT_END;
    /// Quantified Boolean formulae: `forall x. exists y. x or y`
    Qbf => qbf::FRONT_END;
    /// Turing machines with a binary tape.
    Turing => turing::FRONT_END;
    /// Petri nets in the format of the tool mist: `vars`, `rules`, `init`, `target`.
    Spec => petri::SPEC;
    /// Petri nets in a notation of ours: `a1: p1 + 2 p2 -> p3`
    Net => petri::NET;
    /// Clauses as Eldarica's users write them: `P(x, y) :- x =< y / 2.`
    Prolog => prolog::FRONT_END;
}

impl Language {
    /// The name used on the command line, in links and as the extension of files.
    pub fn name(self) -> &'static str {
        self.front_end().name
    }

    pub fn from_name(name: &str) -> Option<Language> {
        Language::first(|front_end| front_end.name == name || front_end.aliases.contains(&name))
    }

    /// The language that a file's name announces.
    pub fn of_file(file_name: &str) -> Option<Language> {
        let (_, extension) = file_name.rsplit_once('.')?;
        let extension = extension.to_ascii_lowercase();
        Language::first(|front_end| front_end.extensions.contains(&extension.as_str()))
    }

    /// The language of a file: of those that its name announces, the first that its text looks like.
    pub fn of(file_name: &str, text: &str) -> Language {
        let Some(announced) = Language::of_file(file_name) else { return Language::detect(text) };
        let extension =
            file_name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        let has_extension =
            |language: &Language| language.front_end().extensions.contains(&extension.as_str());
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let mut announced_too = Language::ALL.iter().copied().filter(has_extension);
        announced_too.find(|language| (language.front_end().detects)(text)).unwrap_or(announced)
    }

    /// The language of a text.
    pub fn detect(text: &str) -> Language {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        Language::first(|front_end| (front_end.detects)(text)).unwrap_or_default()
    }

    /// The language of the text of a solution.
    pub fn detect_solution(text: &str) -> Language {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        Language::first(|front_end| (front_end.detects_solution)(text)).unwrap_or_default()
    }

    fn first(condition: impl Fn(&FrontEnd) -> bool) -> Option<Language> {
        Language::ALL.iter().copied().find(|language| condition(language.front_end()))
    }
}

/// Reads a problem. It holds whatever could be understood; look for errors among the diagnostics.
pub fn parse(text: &str, language: Language) -> (Problem, Vec<Diagnostic>) {
    parse_within(text, language, &mut Budget::unlimited())
}

/// Reads a problem with the steps of a budget. When it gives no more, reading ends with a diagnostic.
pub fn parse_within(text: &str, language: Language, budget: &mut Budget) -> (Problem, Vec<Diagnostic>) {
    (language.front_end().parse)(text, budget)
}

/// Reads a model, if the language is one of models. When the budget gives no more, reading ends with a
/// diagnostic.
pub fn parse_model(
    text: &str,
    language: Language,
    encoding: Encoding,
    budget: &mut Budget,
) -> Option<(Box<dyn Model>, Vec<Diagnostic>)> {
    language.front_end().model.map(|parse| parse(text, encoding, budget))
}

/// A problem as text that [`parse`] reads back as the same problem. Clauses that a language can't say are
/// printed in the house syntax.
pub fn print(problem: &Problem, language: Language) -> String {
    language.front_end().print.unwrap_or(house::print)(problem)
}

/// Reads definitions of the relation symbols of a problem, whose arena will hold their formulae. Auxiliary
/// relation symbols need none.
pub fn parse_solution(text: &str, problem: &mut Problem, language: Language) -> (Solution, Vec<Diagnostic>) {
    parse_solution_within(text, problem, language, &mut Budget::unlimited())
}

/// The same with the steps of a budget.
pub fn parse_solution_within(
    text: &str,
    problem: &mut Problem,
    language: Language,
    budget: &mut Budget,
) -> (Solution, Vec<Diagnostic>) {
    let (mut solution, diagnostics) = (language.front_end().parse_solution)(text, problem, budget);
    problem.complete(&mut solution);
    (solution, diagnostics)
}

/// A solution as text that [`parse_solution`] reads back, without what the text of the problem does not have.
pub fn print_solution(problem: &Problem, solution: &Solution, language: Language) -> String {
    (language.front_end().print_solution)(problem, solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_file_names_tell_their_language() {
        assert_eq!(Language::detect("\n  (set-logic HORN)"), Language::SmtLib);
        assert_eq!(Language::detect("; a comment\n(assert true)"), Language::SmtLib);
        assert_eq!(Language::detect("% a comment\np(X)."), Language::House);
        assert_eq!(Language::detect("sat(X)."), Language::House);
        assert_eq!(Language::detect(""), Language::House);
        assert_eq!(Language::detect_solution("sat\n((define-fun p () Bool true))"), Language::SmtLib);
        assert_eq!(Language::detect_solution("sat(X) := X > 0."), Language::House);
        assert_eq!(Language::of_file("bench/a.b.smt2"), Some(Language::SmtLib));
        assert_eq!(Language::of_file("gcd.horn"), Some(Language::House));
        assert_eq!(Language::of_file("README"), None);
        assert_eq!(Language::of("gcd.horn", "p(X) :- X >= 0."), Language::House);
        assert_eq!(Language::of("gcd.horn", "p(X) :- X =< 0."), Language::Prolog);
        assert_eq!(Language::of("gcd.prolog", "p(X) :- X >= 0."), Language::Prolog);
        for language in Language::ALL {
            assert_eq!(Language::from_name(language.name()), Some(*language));
            assert_eq!(Language::of_file(&format!("a.{}", language.name())), Some(*language));
        }
    }

    #[test]
    fn texts_are_called_what_they_are() {
        for (text, heading) in [
            ("p(X) :- X > 0.", "Clauses"),
            ("p(x, y) :- x =< y.", "Clauses"),
            ("(set-logic HORN)", "SMT-LIB script"),
            ("void main() { int x = 0; }", "Program"),
            ("a1: p1 -> p2\ninit p1 = 1, p2 = 0\ncover p2 >= 1", "Petri net"),
            ("vars p1\nrules p1 >= 1 -> p1' = p1 - 1;\ninit p1 = 1\ntarget p1 >= 2", "Petri net"),
            ("clock x;\nprocess P() { state a; init a; }\nsystem P;", "Timed automata"),
        ] {
            assert_eq!(Language::detect(text).front_end().text, heading, "{text}");
        }
    }

    /// The clauses that all languages can say are the same in all.
    #[test]
    fn problems_survive_the_way_through_the_other_language() {
        let text = "p(X, Y, B) :- X = 0, (Y > X; 2 | Y), B.\n\
                    p(X', Y, !B) :- p(X, Y, B), X' = X + 1, X' mod 3 != 2.\n\
                    'Not plain'(`x`) :- p(`x`, Y, true), Y = 5.\n\
                    false :- 'Not plain'(X), X < 0.\n";
        let (problem, diagnostics) = parse(text, Language::House);
        assert_eq!(diagnostics, []);
        for language in Language::ALL.iter().filter(|language| language.front_end().print.is_some()) {
            let script = print(&problem, *language);
            let (read, diagnostics) = parse(&script, *language);
            assert_eq!(diagnostics, [], "{script}");
            let back = print(&read, Language::House);
            let (again, diagnostics) = parse(&back, Language::House);
            assert_eq!(diagnostics, [], "{back}");
            assert!(read.same_as(&again), "{back}");
            assert!(problem.same_as(&again), "{script}\n{back}");
        }
    }
}

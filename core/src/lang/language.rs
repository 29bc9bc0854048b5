//! The languages a problem may be written in, and how to tell them apart.

use serde::{Deserialize, Serialize};

use super::{Diagnostic, Problem, house, smtlib};

/// A language of problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Clauses as the papers write them: `gcd(M, N, R) :- M = N, R = M.`
    #[default]
    House,
    /// SMT-LIB 2 scripts of the logic HORN.
    SmtLib,
}

impl Language {
    /// The name used on the command line, in links and as the extension of files.
    pub fn name(self) -> &'static str {
        match self {
            Language::House => "horn",
            Language::SmtLib => "smt2",
        }
    }

    pub fn from_name(name: &str) -> Option<Language> {
        match name {
            "horn" | "house" => Some(Language::House),
            "smt2" | "smtlib" => Some(Language::SmtLib),
            _ => None,
        }
    }

    /// The language that a file's name announces.
    pub fn of_file(file_name: &str) -> Option<Language> {
        let (_, extension) = file_name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "horn" | "pl" | "clp" => Some(Language::House),
            "smt2" | "smt" => Some(Language::SmtLib),
            _ => None,
        }
    }

    /// The language of a text: a script starts with a parenthesis or a `;` comment, a clause never does.
    pub fn detect(text: &str) -> Language {
        match text.trim_start_matches('\u{feff}').trim_start().chars().next() {
            Some('(' | ';') => Language::SmtLib,
            _ => Language::House,
        }
    }
}

/// Reads a problem. It holds whatever could be understood; look for errors among the diagnostics.
pub fn parse(text: &str, language: Language) -> (Problem, Vec<Diagnostic>) {
    match language {
        Language::House => house::parse(text),
        Language::SmtLib => smtlib::parse(text),
    }
}

/// A problem as text that [`parse`] reads back as the same problem.
pub fn print(problem: &Problem, language: Language) -> String {
    match language {
        Language::House => house::print(problem),
        Language::SmtLib => smtlib::print(problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_file_names_tell_their_language() {
        assert_eq!(Language::detect("\n  (set-logic HORN)"), Language::SmtLib);
        assert_eq!(Language::detect("; a comment\n(assert true)"), Language::SmtLib);
        assert_eq!(Language::detect("% a comment\np(X)."), Language::House);
        assert_eq!(Language::detect(""), Language::House);
        assert_eq!(Language::of_file("bench/a.b.smt2"), Some(Language::SmtLib));
        assert_eq!(Language::of_file("gcd.horn"), Some(Language::House));
        assert_eq!(Language::of_file("README"), None);
        for language in [Language::House, Language::SmtLib] {
            assert_eq!(Language::from_name(language.name()), Some(language));
        }
    }
    /// The clauses that both languages can say are the same in both.
    #[test]
    fn problems_survive_the_way_through_the_other_language() {
        let text = "p(X, Y, B) :- X = 0, (Y > X; 2 | Y), B.\n\
                    p(X', Y, !B) :- p(X, Y, B), X' = X + 1, X' mod 3 != 2.\n\
                    'Not plain'(`x`) :- p(`x`, 5, true).\n\
                    false :- 'Not plain'(X), X < 0.\n";
        let (problem, diagnostics) = parse(text, Language::House);
        assert_eq!(diagnostics, []);
        let script = print(&problem, Language::SmtLib);
        let (read, diagnostics) = parse(&script, Language::SmtLib);
        assert_eq!(diagnostics, [], "{script}");
        let back = print(&read, Language::House);
        let (again, diagnostics) = parse(&back, Language::House);
        assert_eq!(diagnostics, [], "{back}");
        assert!(read.same_as(&again), "{back}");
        assert!(problem.same_as(&again), "{script}\n{back}");
    }
}

//! Doubts about a problem, in plain words.

use hornbook::horn::Doubt;

/// At most this many doubts are told one by one.
pub const MOST_TOLD: usize = 3;

/// A doubt as a sentence.
///
/// ```
/// use hornbook::horn::Doubt;
/// assert!(hornbook_web::run::doubt::words(&Doubt::NoQuery).starts_with("There is no query"));
/// ```
pub fn words(doubt: &Doubt) -> String {
    match doubt {
        Doubt::NoQuery => "There is no query, so there is nothing to be violated.".to_owned(),
        Doubt::FalseConstraint(clause) => {
            format!("Clause {} never applies: no integers satisfy its constraint.", clause.number())
        }
        Doubt::UnreachableQuery { query, relation } => format!(
            "The query in clause {} can never be violated: no clauses derive {relation}.",
            query.number()
        ),
    }
}

/// The first doubts, and how many more there are.
pub fn told(doubts: &[Doubt]) -> Vec<String> {
    // Of many, the first says enough.
    let most = if doubts.len() > MOST_TOLD { 1 } else { MOST_TOLD };
    let mut told: Vec<String> = doubts.iter().take(most).map(words).collect();
    if doubts.len() > most {
        told.push(format!("There are {} more such warnings.", doubts.len() - most));
    }
    told
}

use proptest::prelude::*;

use super::*;

/// Each piece as `kind text`.
fn spelled(line: &str, language: Language) -> Vec<String> {
    let found = pieces(line, language, Opening::Nothing);
    found.iter().map(|piece| format!("{} {}", piece.kind.class(), &line[piece.range.clone()])).collect()
}

#[test]
fn a_clause_of_the_house() {
    assert_eq!(
        spelled("gcd(M', 10) ← M' ≥ 2*K, false.", Language::House),
        [
            "relation gcd",
            "bracket (",
            "variable M'",
            "punctuation ,",
            "numeral 10",
            "bracket )",
            "operator ←",
            "variable M'",
            "operator ≥",
            "numeral 2",
            "operator *",
            "variable K",
            "punctuation ,",
            "keyword false",
            "punctuation .",
        ]
    );
}

#[test]
fn words_of_directives_are_relation_symbols_elsewhere() {
    let directive = spelled(":- template loop(I): I cost 2; inequality I.", Language::House);
    for word in ["keyword template", "relation loop", "keyword cost", "keyword inequality"] {
        assert!(directive.iter().any(|piece| piece == word), "{word}: {directive:?}");
    }
    let combined = spelled(":- template loop(I): disjunction(I; complement(top)).", Language::House);
    for word in ["keyword disjunction", "keyword complement", "keyword top"] {
        assert!(combined.contains(&word.to_owned()), "{word}: {combined:?}");
    }
    let clause = spelled("template(X) :- predicate(X), cost, int.", Language::House);
    for word in ["relation template", "relation predicate", "relation cost", "relation int"] {
        assert!(clause.iter().any(|piece| piece == word), "{word}: {clause:?}");
    }
    assert_eq!(spelled(":- relation p(int).", Language::House)[4], "keyword int");
}

#[test]
fn quotes_and_comments_hide_signs() {
    assert_eq!(spelled("'a % \\' b'(`x)`)", Language::House)[0], "relation 'a % \\' b'");
    assert_eq!(spelled("'open % name", Language::House), ["relation 'open % name"]);
    assert_eq!(spelled("% p(X).", Language::House), ["comment % p(X)."]);
}

#[test]
fn a_script() {
    assert_eq!(
        spelled("(assert (forall ((x Int)) (=> (inv x) (< x -10)))) ; (", Language::SmtLib)
            .iter()
            .filter(|piece| !piece.starts_with("bracket"))
            .collect::<Vec<_>>(),
        [
            "keyword assert",
            "keyword forall",
            "variable x",
            "keyword Int",
            "operator =>",
            "relation inv",
            "variable x",
            "operator <",
            "variable x",
            "variable -10",
            "comment ; (",
        ]
    );
    assert_eq!(spelled("(declare-fun |my inv| (Int) Bool)", Language::SmtLib)[2], "relation |my inv|");
}

#[test]
fn symbols_and_texts_span_lines_in_scripts() {
    let text = "(echo \"a ; b\n \"\"c\") (p |x\n; y| z)\n; \" |\n(q)";
    let lines = Lines::of(text);
    let all: Vec<Vec<String>> = (0..lines.count())
        .map(|line| {
            let source = &text[lines.range(line)];
            let found = lines.pieces(text, line);
            found
                .iter()
                .map(|piece| format!("{} {}", piece.kind.class(), &source[piece.range.clone()]))
                .collect()
        })
        .collect();
    assert_eq!(all[1][0], "text  \"\"c\"");
    assert_eq!(all[2][0], "variable ; y|");
    assert_eq!(all[3], ["comment ; \" |"]);
    assert_eq!(all[4][1], "relation q");
}

#[test]
fn a_long_line_is_coloured_in_part() {
    let line = "é".repeat(COLOURED_BYTES);
    assert_eq!(pieces(&line, Language::House, Opening::Nothing)[0].range, 0..COLOURED_BYTES);
}

proptest! {
    /// Whatever is typed: pieces are in order, do not overlap, lie within the line and on boundaries of
    /// characters.
    #[test]
    fn every_text_has_pieces(text in "(\\PC|[\n(;|\"%'`:-]){0,80}") {
        let lines = Lines::of(&text);
        prop_assert_eq!(lines.count(), text.split('\n').count());
        for (line, source) in text.split('\n').enumerate() {
            prop_assert_eq!(&text[lines.range(line)], source);
            prop_assert_eq!(lines.at(lines.range(line).start), line);
            prop_assert_eq!(lines.at(lines.range(line).end), line);
            let mut end = 0;
            for piece in lines.pieces(&text, line) {
                prop_assert!(end <= piece.range.start && piece.range.start < piece.range.end);
                end = piece.range.end;
                prop_assert!(source.get(piece.range).is_some());
            }
        }
    }
}

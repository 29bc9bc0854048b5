use super::*;

fn sample() -> FormulaText {
    FormulaText::of(PieceKind::Variable, "X1")
        .with(PieceKind::Sign, " ≤ ")
        .with(PieceKind::Number, "2")
        .with(PieceKind::Connective, " ∧ ")
        .with(PieceKind::Variable, "名前")
        .with(PieceKind::Sign, "")
}

#[test]
fn kinds_are_short_and_say_where_pieces_end() {
    let text = sample();
    assert_eq!(text.as_str(), "X1 ≤ 2 ∧ 名前");
    assert_eq!(text.kinds, "v2s3nc3v2");
    let pieces: Vec<&str> = text.pieces().map(|piece| piece.text).collect();
    assert_eq!(pieces, ["X1", " ≤ ", "2", " ∧ ", "名前"]);
    assert_eq!(text.in_parentheses().to_string(), "(X1 ≤ 2 ∧ 名前)");
}

#[test]
fn truth_is_no_matter_of_spelling() {
    assert_eq!(FormulaText::constant(true).truth(), Some(true));
    assert_eq!(FormulaText::constant(false).truth(), Some(false));
    assert_eq!(FormulaText::of(PieceKind::Variable, "true").truth(), None);
    assert_eq!(FormulaText::constant(true).in_parentheses().truth(), None);
    assert_eq!(FormulaText::new().truth(), None);
}

#[test]
fn atoms_keep_their_names() {
    let atom = AtomText { relation: 0, name: "f(x)".to_owned(), arguments: vec![sample(), sample()] };
    assert_eq!(atom.to_string(), "f(x)(X1 ≤ 2 ∧ 名前, X1 ≤ 2 ∧ 名前)");
    assert_eq!(atom.text().pieces().next(), Some(Piece { kind: PieceKind::Relation, text: "f(x)" }));
    let atom = AtomText { arguments: Vec::new(), ..atom };
    assert_eq!(atom.to_string(), "f(x)");
}

#[test]
fn only_what_fits_is_read_from_messages() {
    let text = sample();
    let json = serde_json::to_string(&text).unwrap();
    assert_eq!(json, r#"{"text":"X1 ≤ 2 ∧ 名前","kinds":"v2s3nc3v2"}"#);
    assert_eq!(serde_json::from_str::<FormulaText>(&json).unwrap(), text);
    for kinds in
        ["", "v2", "v2s3nc3v3", "v2s3nc3v1", "v2s3nc3x2", "v0s3", "v99999999999999999999", "2v", "v2s3nc3v02"]
    {
        let json = format!(r#"{{"text":"X1 ≤ 2 ∧ 名前","kinds":"{kinds}"}}"#);
        assert!(serde_json::from_str::<FormulaText>(&json).is_err(), "{kinds}");
    }
}

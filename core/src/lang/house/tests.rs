//! The house syntax as a whole.
use super::*;

fn examples() -> Vec<(String, String)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let mut examples: Vec<_> = std::fs::read_dir(directory)
        .expect("the examples are part of the repository")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            (path.extension()? == "horn").then(|| (name, std::fs::read_to_string(&path).expect("readable")))
        })
        .collect();
    examples.sort();
    examples
}

#[test]
fn examples_parse_without_diagnostics() {
    let examples = examples();
    assert!(examples.len() >= 15);
    for (name, text) in examples {
        let (problem, diagnostics) = parse(&text);
        assert_eq!(diagnostics, [], "{name}");
        assert!(problem.clauses.iter().any(|c| c.head.is_none()), "{name}");
    }
}

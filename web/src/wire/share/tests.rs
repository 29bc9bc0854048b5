//! Links round trip, stay readable for ever, and never do harm.

use expect_test::expect;
use miniz_oxide::deflate::compress_to_vec;
use proptest::prelude::*;

use super::fields::is_known;
use super::*;
use hornbook::order::Map;

fn gcd() -> SharedState {
    let text = "% Greatest common divisor by subtraction (CAV'13, Fig. 1).
gcd(M, N, R) :- M = N, R = M.
gcd(M, N, R) :- M > N, M1 = M - N, gcd(M1, N, R).
gcd(M, N, R) :- M < N, N1 = N - M, gcd(M, N1, R).
false :- M >= 0, M = N, gcd(M, N, R), R > M.
"
    .to_owned();
    let settings = [("strategy", "DI"), ("seed", "7")].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    SharedState {
        text,
        settings,
        step: Some(42),
        view: Some("lattice".to_owned()),
        selection: Some("clause:2".to_owned()),
        ..SharedState::default()
    }
}

/// Links of version 1 that are out in the world. These strings never change.
#[test]
fn old_links_stay_readable() {
    assert_eq!(decode(GOLDEN_GCD), Ok(Decoded { state: gcd(), damage: vec![] }));
    let small = decode(GOLDEN_SMALL).expect("readable");
    assert_eq!(small.damage, []);
    expect![[r#"SharedState { language: SmtLib, text: "(check-sat) ∀", settings: {}, step: None, view: None, selection: None, unknown: {"zoom": "2"} }"#]].assert_eq(&format!("{:?}", small.state));
}

const GOLDEN_GCD: &str = "1.032BZ22OzQqCQBSFGRcVPsXdRAoqjQWBpBBF0WJctGg_jpMM-APOKPjKPUUzZtDC1b3n3PNdDqqtfYj6ZUmVEowjtmIl7SSPwoWMJOc5Oth6US1VvBisyx2pN1rDreXakApYU1VNDbnohWxayAaQXabTTAltO-fTc4N3HlxFEQB2A7tguUM8SD14uBD5QCAehR5k7poYQbA5g2_2MYKnzBxxNCI1RKoJMhHG-hIvWko-PY9h6_0q_H8yhRJT6AM";
const GOLDEN_SMALL: &str = "1.JICaOGPMYSnOLTFiqcrPz2U0Yizh10jOSE3O1i1OLNFUeNTRAAA";

/// The page and the command line write the same link for the same state.
#[test]
fn links_are_deterministic() {
    assert_eq!(encode(&gcd()).as_deref(), Ok(GOLDEN_GCD));
    let small = decode(GOLDEN_SMALL).expect("readable").state;
    assert_eq!(encode(&small).as_deref(), Ok(GOLDEN_SMALL));
}

#[test]
fn examples_fit_the_advised_length() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let mut count = 0;
    for entry in std::fs::read_dir(directory).expect("examples") {
        let text = std::fs::read_to_string(entry.expect("entry").path()).expect("text");
        let link = encode(&SharedState { text, ..gcd() }).expect("small");
        assert_eq!(LengthAdvice::of(link.len()), LengthAdvice::Fine);
        count += 1;
    }
    assert!(count >= 15);
    assert_eq!(LengthAdvice::of(ADVISED_LENGTH + 1), LengthAdvice::Long);
    assert_eq!(LengthAdvice::of(FILE_LENGTH + 1), LengthAdvice::OfferFile);
}

#[test]
fn errors_say_what_is_wrong() {
    let long = "1.".to_owned() + &"A".repeat(LINK_LIMIT);
    let cases =
        ["", "#", "hello", "x.y", "2.AAAA", "99999999999999999999.A", "1.", "1.AA", "1.!!!!", long.as_str()];
    let mut report = String::new();
    for case in cases {
        let error = decode(case).expect_err("no link");
        report += &format!("{:?}: {error}\n", &case[..case.len().min(22)]);
    }
    expect![[r##"
        "": The link has no shared state.
        "#": The link has no shared state.
        "hello": The part after # is not a share link.
        "x.y": The part after # is not a share link.
        "2.AAAA": The link has version 2, but this program reads version 1. It may be from a newer Hornbook: reload the page to get that.
        "99999999999999999999.A": The link has version 999999999, but this program reads version 1. It may be from a newer Hornbook: reload the page to get that.
        "1.": The link is damaged, and nothing of it can be read.
        "1.AA": The link is damaged, and nothing of it can be read.
        "1.!!!!": The link is damaged, and nothing of it can be read.
        "1.AAAAAAAAAAAAAAAAAAAA": The link has 4194306 characters, more than a link can have.
    "##]].assert_eq(&report);
}

#[test]
fn cut_links_keep_their_beginning() {
    let link = encode(&gcd()).expect("small");
    let cut = decode(&link[..link.len() - 60]).expect("most of it is there");
    assert_eq!(cut.damage, [Damage::Truncated]);
    assert_eq!(cut.state.settings, gcd().settings);
    assert_eq!(cut.state.step, gcd().step);
    assert!(cut.state.text.len() > 60 && gcd().text.starts_with(&cut.state.text), "{}", cut.state.text);
    let foreign = decode(&(link[..link.len() - 60].to_owned() + "…")).expect("most of it is there");
    assert_eq!(foreign.state, cut.state);
    assert!(foreign.damage.contains(&Damage::ForeignCharacter));
}

#[test]
fn a_wrong_checksum_is_noticed() {
    let link = encode(&gcd()).expect("small");
    let changed = link.replacen("1.", "1.A", 1);
    let changed = format!("1.A{}", &changed[4..]);
    assert_ne!(changed, link);
    let decoded = decode(&changed).expect("the fields are in order");
    assert_eq!(decoded, Decoded { state: gcd(), damage: vec![Damage::Checksum] });
}

/// A short link that unpacks to more than is good.
#[test]
fn bombs_do_not_go_off() {
    let mut fields = vec![1, b't', 0xFF, 0xFF, 0xFF, 0xFF, 0x0F];
    fields.resize(4 * OUTPUT_LIMIT, b'x');
    let mut data = crc32(&fields).to_le_bytes().to_vec();
    data.extend(compress_to_vec(&fields, 1));
    let link = format!("1.{}", BASE64.encode(&data));
    assert!(link.len() < LINK_LIMIT);
    let decoded = decode(&link).expect("the beginning is in order");
    assert!(decoded.damage.contains(&Damage::TooLarge));
    assert!(decoded.state.text.len() <= OUTPUT_LIMIT);
}

#[test]
fn too_large_states_are_refused() {
    let state = SharedState { text: "x".repeat(OUTPUT_LIMIT + 1), ..SharedState::default() };
    assert_eq!(encode(&state), Err(ShareError::TooLarge));
}

fn state() -> impl Strategy<Value = SharedState> {
    let text = prop_oneof![any::<String>(), "[a-zA-Z(),. :=-]{0,300}"];
    let map = || prop::collection::vec((any::<String>(), any::<String>()), 0..4).prop_map(Map::from_iter);
    let some = || prop::option::of(any::<String>());
    (any::<bool>(), text, map(), prop::option::of(any::<u64>()), some(), some(), map()).prop_map(
        |(house, text, settings, step, view, selection, mut unknown)| {
            unknown.retain(|name, _| !is_known(name));
            let language = if house { Language::House } else { Language::SmtLib };
            SharedState { language, text, settings, step, view, selection, unknown }
        },
    )
}

proptest! {
    #[test]
    fn links_round_trip(state in state()) {
        let link = encode(&state).expect("small");
        prop_assert_eq!(decode(&link), Ok(Decoded { state, damage: vec![] }));
    }

    #[test]
    fn any_string_is_answered(text in any::<String>(), data in "[A-Za-z0-9_-]{0,200}") {
        for link in [text.clone(), format!("1.{text}"), format!("1.{data}")] {
            if let Ok(decoded) = decode(&link) {
                let again = encode(&decoded.state).expect("small");
                prop_assert_eq!(decode(&again), Ok(Decoded { state: decoded.state, damage: vec![] }));
            }
        }
    }

    /// Fields in good packing, but of any content.
    #[test]
    fn any_fields_are_answered(fields in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut data = crc32(&fields).to_le_bytes().to_vec();
        data.extend(compress_to_vec(&fields, 6));
        if let Ok(decoded) = decode(&format!("1.{}", BASE64.encode(&data))) {
            let again = encode(&decoded.state).expect("small");
            prop_assert_eq!(decode(&again), Ok(Decoded { state: decoded.state, damage: vec![] }));
        }
    }

    /// No change of a link goes unnoticed.
    #[test]
    fn changed_links_are_answered(state in state(), at in any::<prop::sample::Index>(), with in "[A-Za-z0-9_-]") {
        let link = encode(&state).expect("small");
        let at = at.index(link.len());
        let changed = format!("{}{with}{}", &link[..at], &link[at + 1..]);
        if let Ok(decoded) = decode(&changed) && changed != link {
            prop_assert!(!decoded.damage.is_empty() || decoded.state == state);
        }
    }
}

//! Any link is answered, and what was read of it can be shared again.
#![no_main]

use hornbook::share::{decode, encode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|fragment: &str| {
    for fragment in [fragment, &format!("1.{fragment}")] {
        if let Ok(decoded) = decode(fragment) {
            let link = encode(&decoded.state).expect("what fits a link fits another");
            let again = decode(&link).expect("a fresh link is in order");
            assert!(again.damage.is_empty());
            assert_eq!(again.state, decoded.state);
        }
    }
});

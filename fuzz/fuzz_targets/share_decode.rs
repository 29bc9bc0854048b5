//! Any link is answered, and what was read of it can be shared again.
#![no_main]

use hornbook_web::wire::share::{decode, encode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|fragment: &str| {
    for fragment in [fragment, &format!("1.{fragment}")] {
        // Broken characters grow when they are replaced, so the state may have become too large.
        if let Ok(decoded) = decode(fragment)
            && let Ok(link) = encode(&decoded.state)
        {
            let again = decode(&link).expect("a fresh link is in order");
            assert!(again.damage.is_empty());
            assert_eq!(again.state, decoded.state);
        }
    }
});

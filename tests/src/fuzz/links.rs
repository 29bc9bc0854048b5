//! Share links, whole and damaged: each is answered, and what was read of it can be shared again.

use hornbook_random::Random;
use hornbook_web::wire::share::{SharedState, decode, encode};

use super::{Case, damage};

const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=%#";

pub(super) fn judge(random: &mut Random, case: &mut Case) -> Result<(), String> {
    let state = SharedState {
        text: damage::damaged(random),
        step: random.coin().then(|| random.next()),
        view: random.coin().then(|| damage::damaged(random)),
        selection: random.coin().then(|| damage::damaged(random)),
        settings: (0..random.below(3)).map(|i| (format!("name{i}"), damage::damaged(random))).collect(),
        ..SharedState::default()
    };
    let link = encode(&state).map_err(|error| format!("a small state is refused: {error:?}"))?;
    case.input.clone_from(&link);
    let decoded = decode(&link).map_err(|error| format!("a fresh link is refused: {error:?}"))?;
    if !decoded.damage.is_empty() || decoded.state != state {
        return Err("a fresh link carries another state".to_owned());
    }
    let mut bytes = link.into_bytes();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = *random.pick(DIGITS),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *random.pick(DIGITS)),
            _ => bytes.truncate(at),
        }
        if bytes.is_empty() {
            break;
        }
    }
    case.input = String::from_utf8(bytes).map_err(|_| "links are plain text")?;
    match decode(&case.input) {
        Err(_) => case.events.push("refused"),
        Ok(decoded) => {
            case.events.push(if decoded.damage.is_empty() { "in order" } else { "damaged" });
            // Broken characters grow when they are replaced, so the state may have become too large.
            if let Ok(link) = encode(&decoded.state) {
                let again = decode(&link).map_err(|error| format!("shared again, refused: {error:?}"))?;
                if !again.damage.is_empty() || again.state != decoded.state {
                    return Err("what was read of a link is another state when it is shared again".to_owned());
                }
            }
        }
    }
    Ok(())
}

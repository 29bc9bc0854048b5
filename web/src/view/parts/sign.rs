//! Signs that say how something is: holds, fails, waits. Each stands beside a word.

use yew::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Check,
    Cross,
    Pause,
    Arrow,
}

pub(crate) fn sign(sign: Sign) -> Html {
    let (class, path) = match sign {
        Sign::Check => ("sign check-sign", "M3 8.5 6.5 12 13 4.5"),
        Sign::Cross => ("sign cross-sign", "M4 4l8 8M12 4l-8 8"),
        Sign::Pause => ("sign pause-sign", "M5.5 3.5v9M10.5 3.5v9"),
        Sign::Arrow => ("sign arrow-sign", "M3 8h9M8.5 4.5 12 8l-3.5 3.5"),
    };
    html! {
        <svg {class} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d={path} fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />
        </svg>
    }
}

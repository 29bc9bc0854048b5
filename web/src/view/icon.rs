//! Small pictures for buttons. They are decoration: the name of a button is said in words.

use yew::prelude::*;

/// A picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Start,
    PreviousRefinement,
    Back,
    Play,
    Pause,
    Forward,
    NextRefinement,
    End,
    Close,
    Plus,
    Minus,
    Fit,
    Left,
    Up,
    Down,
    Right,
}

impl Icon {
    /// The outline, in a square of 16.
    fn path(self) -> &'static str {
        match self {
            Icon::Start => "M3 3v10h2V3zM13 3v10L6 8z",
            Icon::PreviousRefinement => "M8 3v10L2 8zM14 3v10L8 8z",
            Icon::Back => "M11 3v10L4 8z",
            Icon::Play => "M4 2.5v11L13 8z",
            Icon::Pause => "M4 3h3v10H4zM9 3h3v10H9z",
            Icon::Forward => "M5 3v10l7-5z",
            Icon::NextRefinement => "M2 3v10l6-5zM8 3v10l6-5z",
            Icon::End => "M3 3v10l7-5zM11 3v10h2V3z",
            Icon::Close => "M4 3 3 4l4 4-4 4 1 1 4-4 4 4 1-1-4-4 4-4-1-1-4 4z",
            Icon::Plus => "M7 3h2v4h4v2H9v4H7V9H3V7h4z",
            Icon::Minus => "M3 7h10v2H3z",
            Icon::Fit => {
                "M2 2h4v1.5H3.5V6H2zM10 2h4v4h-1.5V3.5H10zM2 10h1.5v2.5H6V14H2zM12.5 10H14v4h-4v-1.5h2.5z"
            }
            Icon::Left => "M10 3v10L4 8z",
            Icon::Up => "M3 11h10L8 5z",
            Icon::Down => "M3 5h10l-5 6z",
            Icon::Right => "M6 3v10l6-5z",
        }
    }
}

pub(crate) fn icon(icon: Icon) -> Html {
    html! {
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d={icon.path()} fill="currentColor" />
        </svg>
    }
}

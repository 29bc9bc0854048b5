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
    PreviousChange,
    NextChange,
    Stop,
    Close,
    Plus,
    Minus,
    Fit,
    Left,
    Up,
    Down,
    Right,
    Enlarge,
    Shrink,
    Move,
    Column,
    Present,
    Help,
    Sun,
    Moon,
    HalfMoon,
    Check,
    Cross,
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
            Icon::PreviousChange => "M10 3v10L4 8zM12.5 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
            Icon::NextChange => "M6 3v10l6-5zM3.5 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
            Icon::Stop => "M3.5 3.5h9v9h-9z",
            Icon::Enlarge => {
                "M9 2h5v5h-1.6V4.7L9.6 7.5 8.5 6.4l2.8-2.8H9zM7 14H2V9h1.6v2.3l2.8-2.8 1.1 1.1-2.8 2.8H7z"
            }
            Icon::Shrink => {
                "M8.5 2.5h1.6v2.3L13 2l1 1-2.8 2.9h2.3v1.6h-5zM7.5 13.5H5.9v-2.3L3 14l-1-1 2.8-2.9H2.5V8.5h5z"
            }
            Icon::Move => {
                "M1.500 3h6v10h-6zM2.900 4.400v7.200h3.200V4.400zM9 7.200h2.600L10.200 5.800l1-1L14.500 8l-3.300 3.200-1-1 1.400-1.400H9z"
            }
            Icon::Column => "M2 3h12v10H2zM6.5 4.3v7.4h6.2V4.3z",
            Icon::Present => {
                "M1.5 2.5h13v1.3h-.8V10H8.7v1.6l2.3 2-.9 1L8 12.8l-2.1 1.8-.9-1 2.3-2V10h-5V3.8h-.8zM3.6 3.8v4.9h8.8V3.8z"
            }
            Icon::Help => {
                "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.3a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 8 2.8zM7.300 10.600h1.500v1.500H7.300zM8 4.200c1.500 0 2.500.9 2.500 2.200 0 1.900-1.800 1.900-1.800 3.300H7.300c0-2.100 1.700-2.200 1.700-3.300 0-.6-.4-.9-1-.9s-1.100.4-1.100 1.100H5.500c0-1.400 1-2.400 2.500-2.400z"
            }
            Icon::Sun => {
                "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM7.300 1h1.400v2.500H7.300zM7.300 12.500h1.400V15H7.300zM1 7.300h2.500v1.400H1zM12.500 7.300H15v1.400h-2.500zM2.600 3.600l1-1 1.700 1.700-1 1zM10.700 11.700l1-1 1.700 1.700-1 1zM3.600 13.400l-1-1 1.700-1.700 1 1zM11.700 5.300l-1-1 1.700-1.700 1 1z"
            }
            Icon::Moon => "M6.500 1.800a6.300 6.300 0 1 0 7.700 7.700 5.500 5.500 0 0 1-7.700-7.700z",
            Icon::HalfMoon => {
                "M8 1.500a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13zm0 1.400v10.200A5.100 5.100 0 0 0 8 2.900z"
            }
            Icon::Check => "M6.300 13 1.800 8.300l1.500-1.400 2.900 3L12.600 3l1.600 1.300z",
            Icon::Cross => {
                "M4.200 2.700 2.700 4.200 6.500 8l-3.800 3.800 1.500 1.500L8 9.500l3.800 3.800 1.500-1.500L9.500 8l3.800-3.800-1.500-1.500L8 6.500z"
            }
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

//! Pictures: boxes, edges between them, where they stand, and how they become SVG, DOT, TikZ and lists for
//! screen readers.
//!
//! A [`Scene`] says what there is to see and where. Models of views make scenes, with the layouts here;
//! everything that shows a scene takes it from there, so that the picture on the page, the exported file and
//! the list for screen readers agree.

mod camera;
mod direction;
mod dot;
mod element;
mod geometry;
mod grid;
mod joined;
mod key;
mod layered;
mod metric;
pub mod notation;
mod paint;
pub mod route;
mod scene;
mod svg;
mod text_alternative;
mod theme;
mod tidy;
mod tikz;

pub use camera::Camera;
pub use direction::Direction;
pub use dot::dot;
pub use element::{Child, Element};
pub use geometry::{Point, Rect};
pub use grid::{Grid, Measured, Port, Slot};
pub use joined::joined;
pub use key::{EdgeKey, NodeKey, Part, part_named};
pub use layered::{Layered, layered, longest_chains};
pub use metric::{LINE_HEIGHT, box_size, broken, lines_size, text_width};
pub use paint::{START, paint, paint_within, painted_area};
pub use scene::{
    Change, Edge, EdgeKind, Group, Line, LineKind, Mark, Node, Omitted, Path, Role, Scene, Shape,
};
pub use svg::{Ground, element_to_string, file, series, standalone};
pub use text_alternative::{AlternativeItem, text_alternative};
pub use theme::Theme;
pub use tidy::tidy;
pub use tikz::tikz;

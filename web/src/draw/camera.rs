//! Which part of a picture is seen, and how large.
//!
//! As long as the user does not zoom, the whole frame is shown, if its text stays legible; a larger one is
//! shown in part, and the camera goes along with what the steps change. It moves no further than it must.

use super::{Direction, Node, Point, Rect, Scene};

/// Small pictures are not blown up further than this times the size of the page's type.
const LARGEST_FIT: f64 = 1.4;

/// Large pictures are not shrunk below the size of the page's type unless the user asks: their smallest
/// text is 13.5 pixels high at 1. What would have to be shrunk is shown in part.
const SMALLEST_FIT: f64 = 1.0;

/// The signs of a picture that need more than their line grow upwards, over its lower edge: so many pixels
/// are not counted upon.
const COVERED: f64 = 24.0;

/// How far the user can zoom.
const LIMITS: (f64, f64) = (0.02, 4.0);

/// Room to be seen around what a step changed.
const AROUND: f64 = 40.0;

/// What is seen of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// The size of the window, in pixels.
    pub window: (f64, f64),
    /// The size of the page's type, where 1 is usual: in presenter mode everything is larger.
    pub unit: f64,
    /// As the user has set it.
    zoom: Option<f64>,
    centre: Option<Point>,
    /// Where the centre is while the picture is seen from its start; none if it has moved on.
    start: Option<Point>,
    /// The picture that was seen last, and which way it grew.
    title: String,
    direction: Direction,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera {
            window: (0.0, 0.0),
            unit: 1.0,
            zoom: None,
            centre: None,
            start: None,
            title: String::new(),
            direction: Direction::Down,
        }
    }
}

impl Camera {
    /// Looks at a picture. If it is another one than before, what the step changed comes into view.
    pub fn look(&mut self, scene: &Scene) {
        let seen = self.seen_size(scene);
        let frame = scene.frame;
        // At the first rank.
        let start = match scene.direction {
            Direction::Down => Point::new(frame.middle().x, frame.y + seen.1.min(frame.height) / 2.0),
            Direction::Sideways => Point::new(frame.x + seen.0.min(frame.width) / 2.0, frame.middle().y),
        };
        if self.direction != scene.direction {
            self.direction = scene.direction;
            (self.centre, self.start) = (None, None);
        }
        // Who has seen the start sees it in a window of another size, too.
        let is_at_start = self.centre == self.start;
        let mut centre = self.centre.filter(|_| !is_at_start).unwrap_or(start);
        let mut has_moved = false;
        if self.title != scene.title {
            self.title.clone_from(&scene.title);
            if let Some(changed) = scene.changed_area() {
                let changed = changed.grown(AROUND);
                centre.x = followed(centre.x, seen.0, changed.x, changed.right());
                centre.y = followed(centre.y, seen.1, changed.y, changed.bottom());
                has_moved = centre != start;
            }
        }
        if self.zoom.is_none() {
            centre.x = kept(centre.x, seen.0, frame.x, frame.right());
            centre.y = kept(centre.y, seen.1, frame.y, frame.bottom());
        }
        if let Some(near) = self.nearest(scene, centre) {
            centre = near;
            has_moved = true;
        }
        self.centre = Some(centre);
        self.start = is_at_start.then_some(centre).filter(|_| !has_moved);
    }

    /// Where to look instead of a place at which no box is seen whole: large graphs have such places, the
    /// more so if a part of them is shown. None if one is, or if the user has chosen the place.
    fn nearest(&self, scene: &Scene, centre: Point) -> Option<Point> {
        let seen = self.seen_size(scene);
        let area =
            Rect { x: centre.x - seen.0 / 2.0, y: centre.y - seen.1 / 2.0, width: seen.0, height: seen.1 };
        let is_seen = |node: &Node| area.contains(&node.place);
        // What changed is in sight already, even if it is too large to be seen whole.
        if self.zoom.is_some()
            || scene.is_whole
            || scene.changed_area().is_some()
            || scene.nodes.iter().any(is_seen)
        {
            return None;
        }
        let distance = |node: &&Node| {
            let middle = node.place.middle();
            (middle.x - centre.x).hypot(middle.y - centre.y)
        };
        let nearest = scene.nodes.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(nearest.place.middle())
    }

    /// The part of the plane that is seen.
    pub fn area(&self, scene: &Scene) -> Rect {
        let (width, height) = self.seen_size(scene);
        let centre = self.centre.unwrap_or(scene.frame.middle());
        let all = self.window.1.max(1.0) / self.scale(scene);
        Rect { x: centre.x - width / 2.0, y: centre.y - height / 2.0, width, height: all }
    }

    /// Whether no box and no group lies outside of what is seen, as far as the size of the window is known.
    pub fn sees_all(&self, scene: &Scene) -> bool {
        let area = self.area(scene);
        // Half a pixel more or less is none.
        let area = area.grown(0.5 / self.scale(scene));
        let groups = scene.groups.iter().map(|group| &group.place);
        self.window.0 <= 0.0
            || self.window.1 <= 0.0
            || scene.nodes.iter().map(|node| &node.place).chain(groups).all(|place| area.contains(place))
    }

    /// The room that there is at the scale at which pictures are shown in part.
    pub fn room(&self) -> (f64, f64) {
        let least = SMALLEST_FIT * self.unit;
        (self.window.0 / least, (self.window.1 - COVERED).max(0.0) / least)
    }

    /// The height of the window that is counted upon: all of it for a picture that has its signs below it,
    /// and for one of which nothing is left out just so.
    fn height(&self, scene: &Scene) -> f64 {
        let sure = (self.window.1 - COVERED).max(1.0);
        let least = scene.frame.height * SMALLEST_FIT * self.unit;
        if scene.is_whole || (sure < least && least <= self.window.1) { self.window.1 } else { sure }
    }

    pub fn scale(&self, scene: &Scene) -> f64 {
        self.zoom.unwrap_or_else(|| {
            let frame = scene.frame;
            if frame.width <= 0.0 || frame.height <= 0.0 || self.window.0 <= 0.0 || self.window.1 <= 0.0 {
                return 1.0;
            }
            let fit = (self.window.0 / frame.width).min(self.height(scene) / frame.height);
            let least = if scene.is_whole { 0.0 } else { SMALLEST_FIT * self.unit };
            fit.clamp(least, self.largest_fit())
        })
    }

    fn largest_fit(&self) -> f64 {
        LARGEST_FIT * self.unit
    }

    /// How high a window of this width must be to show all of a picture in type of the usual size, if it is
    /// wide enough for that.
    pub fn whole_height(&self, scene: &Scene) -> f64 {
        let scale = (self.window.0 / scene.frame.width.max(1.0)).min(SMALLEST_FIT * self.unit);
        (scene.frame.height * scale).ceil()
    }

    fn seen_size(&self, scene: &Scene) -> (f64, f64) {
        let scale = self.scale(scene);
        (self.window.0.max(1.0) / scale, self.height(scene).max(1.0) / scale)
    }

    /// Zooms so that a point of the window stays where it is; the middle if there is none.
    pub fn zoom(&mut self, scene: &Scene, factor: f64, at: Option<Point>) {
        let before = self.area(scene);
        let scale = self.scale(scene);
        let after = (scale * factor).clamp(LIMITS.0, LIMITS.1);
        let at = at.unwrap_or(Point::new(self.window.0 / 2.0, self.height(scene) / 2.0));
        let fixed = Point::new(before.x + at.x / scale, before.y + at.y / scale);
        let middle = self.centre.unwrap_or(scene.frame.middle());
        let ratio = scale / after;
        self.zoom = Some(after);
        self.start = None;
        self.centre =
            Some(Point::new(fixed.x + (middle.x - fixed.x) * ratio, fixed.y + (middle.y - fixed.y) * ratio));
    }

    /// Moves by some pixels.
    pub fn pan(&mut self, scene: &Scene, dx: f64, dy: f64) {
        let scale = self.scale(scene);
        let middle = self.centre.unwrap_or(scene.frame.middle());
        self.zoom = Some(scale);
        self.start = None;
        self.centre = Some(Point::new(middle.x + dx / scale, middle.y + dy / scale));
    }

    /// Back to the whole, all of it.
    pub fn fit(&mut self, scene: &Scene) {
        self.zoom = None;
        self.start = None;
        let frame = scene.frame;
        let all = (self.window.0 / frame.width.max(1.0)).min(self.height(scene) / frame.height.max(1.0));
        if all < SMALLEST_FIT * self.unit {
            self.zoom = Some(all.max(LIMITS.0));
        }
        self.centre = Some(frame.middle());
    }
}

/// The nearest centre of a window that shows an interval; its start if it is too long.
fn followed(centre: f64, seen: f64, from: f64, to: f64) -> f64 {
    if to - from > seen {
        return from + seen / 2.0;
    }
    centre.clamp(to - seen / 2.0, from + seen / 2.0)
}

/// The nearest centre of a window that does not leave an interval; the middle if that is shorter.
fn kept(centre: f64, seen: f64, from: f64, to: f64) -> f64 {
    if to - from <= seen {
        return f64::midpoint(from, to);
    }
    centre.clamp(from + seen / 2.0, to - seen / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Change, Mark, Omitted};

    fn scene(height: f64, changed_at: f64) -> Scene {
        let node = |y: f64, mark| Node {
            place: Rect { x: -50.0, y, width: 100.0, height: 40.0 },
            mark,
            ..Node::default()
        };
        Scene {
            title: format!("{changed_at}"),
            nodes: vec![node(0.0, None), node(changed_at, Some(Mark::new(Change::Added, "new")))],
            frame: Rect { x: -100.0, y: 0.0, width: 200.0, height },
            ..Scene::default()
        }
    }

    #[test]
    fn a_small_picture_is_seen_whole() {
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        let scene = scene(280.0, 200.0);
        camera.look(&scene);
        assert!(camera.area(&scene).contains(&scene.frame));
    }

    #[test]
    fn a_whole_picture_fits_a_narrow_window() {
        let mut camera = Camera { window: (90.0, 300.0), ..Camera::default() };
        let scene = Scene { is_whole: true, ..scene(280.0, 200.0) };
        camera.look(&scene);
        assert!(camera.area(&scene).contains(&scene.frame));
        camera.window.1 = camera.whole_height(&scene);
        assert!(camera.window.1 <= 127.0 && camera.area(&scene).contains(&scene.frame));
    }

    #[test]
    fn what_is_not_seen_is_noticed() {
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        let whole = scene(280.0, 200.0);
        camera.look(&whole);
        assert!(camera.sees_all(&whole));
        camera.zoom(&whole, 3.0, None);
        assert!(!camera.sees_all(&whole));
        camera.fit(&whole);
        assert!(camera.sees_all(&whole));
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        let part = scene(5000.0, 1000.0);
        camera.look(&part);
        assert!(!camera.sees_all(&part));
    }

    #[test]
    fn a_large_picture_is_followed() {
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        for at in [0.0, 1000.0, 1100.0, 4000.0, 20.0] {
            let scene = scene(5000.0, at);
            camera.look(&scene);
            assert!(camera.area(&scene).contains(&scene.changed_area().unwrap()), "{at}");
        }
        let whole = scene(5000.0, 20.0);
        camera.fit(&whole);
        assert!(camera.area(&whole).contains(&whole.frame));
    }

    /// The part of a large graph that is shown may be far from where one looked.
    #[test]
    fn something_is_seen_of_a_part_of_a_large_graph() {
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        let far =
            Node { place: Rect { x: 9_000.0, y: 7_000.0, width: 100.0, height: 40.0 }, ..Node::default() };
        let scene = Scene {
            nodes: vec![far.clone()],
            frame: Rect { x: -20_000.0, y: 0.0, width: 40_000.0, height: 8_000.0 },
            omitted: Some(Omitted { shown: 1, total: 800 }),
            ..Scene::default()
        };
        camera.look(&scene);
        assert!(camera.area(&scene).contains(&far.place));
        // Whoever moves away sees what is there.
        camera.pan(&scene, 5_000.0, 0.0);
        camera.look(&scene);
        assert!(!camera.area(&scene).contains(&far.place));
    }

    /// What the signs below may cover is not counted upon.
    #[test]
    fn what_changed_is_not_under_the_signs() {
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        for at in [0.0, 1000.0, 4960.0] {
            let scene = scene(5000.0, at);
            camera.look(&scene);
            let area = camera.area(&scene);
            let changed = scene.changed_area().unwrap().bottom();
            assert!(changed <= area.bottom() - COVERED / camera.scale(&scene), "{at}");
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut camera = Camera { window: (400.0, 300.0), ..Camera::default() };
        let scene = scene(280.0, 200.0);
        camera.look(&scene);
        let at = Point::new(30.0, 70.0);
        let under = |camera: &Camera| {
            let (area, scale) = (camera.area(&scene), camera.scale(&scene));
            (area.x + at.x / scale, area.y + at.y / scale)
        };
        let before = under(&camera);
        camera.zoom(&scene, 1.5, Some(at));
        let after = under(&camera);
        assert!((before.0 - after.0).abs() < 0.001 && (before.1 - after.1).abs() < 0.001);
        camera.zoom(&scene, 1000.0, None);
        assert!(camera.scale(&scene) <= LIMITS.1);
    }
}

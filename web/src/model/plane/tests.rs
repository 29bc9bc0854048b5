use super::frame::constants;
use super::*;
use crate::draw::Point;
use hornbook::inspect::{LatticeText, Parameter, PointText, SideText, Window};
use hornbook::lang::house;

fn layer(kind: LayerKind, rows: Vec<Vec<u32>>, count: usize) -> Layer {
    Layer { kind, window: Window::new(-1, 0, 4, 2), rows, count, missing: None }
}

fn plane() -> Plane {
    Plane {
        x: "X".to_owned(),
        y: "Y".to_owned(),
        window: Window::new(-1, 0, 4, 2),
        layers: vec![
            layer(LayerKind::A, vec![vec![1, 2, 1], vec![4]], 2),
            layer(LayerKind::B, vec![vec![4], vec![0, 4]], 4),
        ],
    }
}

#[test]
fn points_are_found_and_told() {
    let plane = plane();
    assert_eq!(at_point(&plane, (0, 0)), "X = 0, Y = 0: in A");
    assert_eq!(at_point(&plane, (-1, 0)), "X = −1, Y = 0: in none of them");
    assert_eq!(at_point(&plane, (2, 1)), "X = 2, Y = 1: in B");
    assert_eq!(at_point(&plane, (3, 1)), "X = 3, Y = 1: in none of them");
    assert_eq!(told(&plane)[0], "A: 2 points in the window, (0, 0), (1, 0).");
}

#[test]
fn places_and_points_agree() {
    let frame = Frame { left: -7, bottom: 3, side: 31 };
    for at in [(-7, 3), (0, 5), (23, 33)] {
        let (x, y) = frame.place(at.0, at.1);
        assert_eq!(frame.point(x, y), Some(at));
    }
    assert_eq!(frame.point(LEFT - 1.0, 100.0), None);
    assert_eq!(frame.nearer().farther().side, 30);
    assert_eq!(frame.zoomed(1).side, CLOSEST);
}

/// The counterexample of loop50 (Acta'16, Sect. 1.1): B says that J is 0, and there the interpolant is a
/// line.
fn inspection() -> Inspection {
    let parameter = |name: &str| Parameter { name: name.to_owned(), sort: Sort::Int, common: true };
    let variable = |name| FormulaText::of(PieceKind::Variable, name);
    let sum = FormulaText::joined(&["I", "J"].map(variable), PieceKind::Sign, " + ");
    let text = variable("X").with(PieceKind::Sign, " = ").and(&sum);
    let point = PointText { text, origins: Vec::new() };
    Inspection {
        position: hornbook::engine::PositionId(0),
        relation: hornbook::horn::SystemRelationId(0),
        name: "loop".to_owned(),
        parameters: ["J", "K", "I", "X"].map(parameter).to_vec(),
        pins: vec![Pin { name: "J".to_owned(), value: 0.into(), is_by_a: false }],
        a: SideText::default(),
        b: SideText::default(),
        lattice: Ok(LatticeText { points: vec![point], chosen: Some(0), ..LatticeText::default() }),
        templates: String::new(),
        not_read: None,
    }
}

#[test]
fn what_a_side_pins_down_is_fixed_until_the_user_says_otherwise() {
    let (inspection, mut choice) = (inspection(), PlaneChoice::default());
    let asked = |choice: &PlaneChoice| query(&inspection, choice, Vec::new(), None).unwrap();
    let usual = asked(&choice);
    assert_eq!((&*usual.x, &*usual.y), ("I", "X"));
    assert_eq!(usual.others, [("J".to_owned(), Others::Fixed(Value::Int(0.into())))]);
    assert_eq!(
        assumptions(&inspection, &choice, &usual),
        [
            "This is the slice at J = 0: B leaves J no other value.",
            "A point is in a set if it is for some value of K.",
        ]
    );
    choice.fixed = vec![("J".into(), "".into())];
    let any = asked(&choice);
    assert_eq!(any.others, []);
    assert_eq!(
        assumptions(&inspection, &choice, &any),
        ["A point is in a set if it is for some value of J and K."]
    );
    choice.fixed = vec![("J".into(), "-3".into())];
    let other = asked(&choice);
    assert_eq!(assumptions(&inspection, &choice, &other)[0], "This is the slice at J = −3.");
}

#[test]
fn hands_move_and_zoom_by_less_than_a_point() {
    let frame = Frame { left: -10, bottom: 20, side: 52 };
    // A cell is 10 wide.
    let glass = Glass::of(frame).moved(4.0, 0.0);
    assert_eq!(glass.frame(), frame);
    assert_eq!(glass.moved(4.0, -10.0).frame(), Frame { left: -9, bottom: 21, side: 52 });
    // The lower left corner stays.
    let corner = Point::new(LEFT, MARGIN + SIDE);
    assert_eq!(Glass::of(frame).zoomed(2.0, Some(corner)).frame(), Frame { side: 26, ..frame });
    assert_eq!(Glass::of(frame).zoomed(2.0, None).frame(), Frame { left: 3, bottom: 33, side: 26 });
    assert_eq!(Glass::of(frame).zoomed(1e9, None).frame().side, CLOSEST);
}

#[test]
fn outlines_are_where_rows_differ() {
    assert_eq!(differences(&[(0, 4)], &[(0, 4)]), []);
    assert_eq!(differences(&[(0, 4)], &[(2, 4)]), [(0, 2), (4, 2)]);
    assert_eq!(differences(&[], &[(1, 1), (3, 2)]), [(1, 1), (3, 2)]);
}

#[test]
fn constants_are_read_off_formulae() {
    let mut problem = house::parse("p(X1, Y, I0_1) :- true.").0;
    let typed = "p(X1, Y, I0_1) := I0_1 = 0, X1 <= 49, Y >= -7, 3 * X1 + Y = 50.";
    let (solution, _) = house::parse_solution(typed, &mut problem);
    let text = problem.arena.show(solution.iter().next().unwrap().1.formula).text();
    let mut found = constants(&text);
    found.sort_unstable();
    assert_eq!(found, [-7, 0, 49, 50], "{text}");
}

#[test]
fn a_picture_is_small() {
    let frame = Frame { left: -1, bottom: 0, side: 4 };
    let elements = paint(&plane(), frame, Some((0, 0)));
    assert!(elements.len() < 40);
    assert!(elements.iter().any(|e| e.tag == "circle"));
}

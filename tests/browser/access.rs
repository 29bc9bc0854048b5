//! Accessibility, as far as a machine can tell: names and roles, contrast, focus, targets, traps; and what
//! the page costs while one uses it.

use hornbook_web::state::views::View;
use serde_json::{Value, json};

use crate::page::{HOME, LEFT, Page, RIGHT, TAB};
use crate::run::{Outcome, browse, string};

/// Roles of things that people operate.
const OPERABLE: [&str; 15] = [
    "button",
    "checkbox",
    "combobox",
    "DisclosureTriangle",
    "gridcell",
    "link",
    "listbox",
    "menuitem",
    "option",
    "radio",
    "slider",
    "spinbutton",
    "tab",
    "textbox",
    "treeitem",
];

#[test]
fn every_control_has_a_name_and_a_role() {
    browse(async |page| {
        prepare(page).await?;
        let mut seen = 0;
        let mut nameless = Vec::new();
        for view in View::ALL.iter().copied() {
            page.show(view).await?;
            let tree = page.devtools("Accessibility.getFullAXTree", json!({})).await?;
            let nodes = tree["nodes"].as_array().expect("the tree has nodes");
            for node in nodes.iter().filter(|node| node["ignored"] == false) {
                let role = string(&node["role"]["value"]);
                if OPERABLE.contains(&role.as_str()) {
                    seen += 1;
                    if node["name"]["value"].as_str().unwrap_or_default().trim().is_empty() {
                        nameless.push(format!("{role} {}", node["backendDOMNodeId"]));
                    }
                }
                // Whatever takes the focus must be something.
                let is_focusable = node["properties"].as_array().is_some_and(|properties| {
                    properties.iter().any(|p| p["name"] == "focusable" && p["value"]["value"] == true)
                });
                assert!(!is_focusable || role != "none", "{node}");
            }
        }
        assert!(seen > 30, "only {seen} controls are there");
        assert_eq!(nameless, Vec::<String>::new());
        Ok(())
    });
}

#[test]
fn text_and_graphics_stand_out() {
    browse(async |page| {
        prepare(page).await?;
        for is_dark in [false, true] {
            page.darken(is_dark).await?;
            // At a step with a counterexample, and at the verdict.
            for keys in [&[HOME, "n", LEFT, LEFT][..], &["\u{e010}"]] {
                for key in keys {
                    page.press(key).await?;
                }
                for view in View::ALL.iter().copied() {
                    page.show(view).await?;
                    let faint = page.script(FAINT).await?;
                    assert_eq!(faint, Value::Array(Vec::new()), "dark: {is_dark}, {view:?}");
                }
                page.blur().await?;
            }
        }
        Ok(())
    });
}

#[test]
fn the_focus_goes_everywhere_in_order_and_is_seen() {
    browse(async |page| {
        prepare(page).await?;
        let small = page.script(SMALL).await?;
        assert_eq!(small, Value::Array(Vec::new()), "targets are too small");

        page.script("const skip = document.querySelector('.skip'); skip.focus(); window.visited = [skip]")
            .await?;
        let mut stops = 0;
        let mut faults = Vec::new();
        loop {
            page.press(TAB).await?;
            let stop = page.script(STOP).await?;
            match stop.as_str() {
                Some("end") => break,
                Some("") => {}
                _ => faults.push(string(&stop)),
            }
            stops += 1;
            assert!(stops < 400, "the focus does not come to an end");
        }
        assert_eq!(faults, Vec::<String>::new());
        assert!(stops > 30, "the focus stops only {stops} times");
        // Nothing was passed over.
        let missed = page.script(MISSED).await?;
        assert_eq!(missed, Value::Array(Vec::new()));
        Ok(())
    });
}

/// Long tasks and layout shifts are reported; how long they take is the machine's affair.
#[test]
fn stepping_is_measured() {
    browse(async |page| {
        page.become_a_desktop().await?;
        page.open().await?;
        page.script(OBSERVE).await?;
        page.solve("gcd", "Safe").await?;
        page.blur().await?;
        let solved = page.script("return window.measured()").await?;
        page.press(HOME).await?;
        for _ in 0..30 {
            page.press(RIGHT).await?;
        }
        let stepped = page.script("return window.measured()").await?;
        println!("solving gcd:  {solved}");
        println!("and 30 steps: {stepped}");
        let shift = stepped["shift"].as_f64().unwrap() - solved["shift"].as_f64().unwrap();
        assert!(shift < 0.3, "the page jumps while one steps: {shift}");
        Ok(())
    });
}

/// The page with a run, the focus nowhere.
async fn prepare(page: &Page) -> Outcome {
    page.become_a_desktop().await?;
    page.open().await?;
    page.solve("gcd", "Safe").await?;
    page.blur().await
}

/// Text below 4.5 : 1 (3 : 1 if large), and controls and graphics below 3 : 1. What is disabled or for
/// decoration is let off.
const FAINT: &str = r#"
    const numbers = (color) => {
        const found = color.match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [0, 0, 0, 0];
        const scale = color.startsWith('color(') ? 255 : 1;
        return { rgb: found.slice(0, 3).map((part) => part * scale), alpha: found[3] ?? 1 };
    };
    const over = (top, below) => top.rgb.map((part, i) => part * top.alpha + below[i] * (1 - top.alpha));
    const luminance = (rgb) => {
        const [r, g, b] = rgb.map((part) => part / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x);
        return (light + 0.05) / (dark + 0.05);
    };
    const shapes = 'rect, circle, ellipse, path, polygon';
    const backdrop = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) {
            layers.push(numbers(getComputedStyle(at).backgroundColor));
            if (at instanceof SVGElement) {
                // Shapes that were painted before in the same group lie below.
                for (let shape = at.previousElementSibling; shape; shape = shape.previousElementSibling) {
                    if (shape.matches(shapes)) {
                        const style = getComputedStyle(shape);
                        if (style.fill.match(/^(rgb|color)/)) {
                            const fill = numbers(style.fill);
                            layers.push({ rgb: fill.rgb, alpha: fill.alpha * style.fillOpacity });
                        }
                    }
                }
            }
            if (layers.some((layer) => layer.alpha === 1)) break;
        }
        return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    };
    const faint = [];
    const judge = (what, color, behind, least) => {
        const paint = numbers(color);
        const ratio = contrast(over(paint, behind), behind);
        if (ratio < least) faint.push(`${what}: ${ratio.toFixed(2)} < ${least}`);
        return ratio;
    };
    const is_seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !element.closest('[aria-disabled=true], :disabled, .only-heard, .text-alternative.unseen, .skip, .decoration');
    const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.data.trim();
        if (!text || !is_seen(element) || element.matches('option, title, desc')) continue;
        const style = getComputedStyle(element);
        const size = parseFloat(style.fontSize);
        const is_large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        const color = element instanceof SVGElement ? style.fill : style.color;
        judge(`text “${text.slice(0, 30)}” in ${element.tagName}.${element.getAttribute('class') ?? ''}`, color, backdrop(element), is_large ? 3 : 4.5);
    }
    for (const field of document.querySelectorAll('#app :is(textarea, select, input:not([type=range]))')) {
        if (is_seen(field) && !field.matches('[type=checkbox], [type=radio]')) {
            const behind = backdrop(field.parentElement);
            const border = numbers(getComputedStyle(field).borderTopColor);
            if (parseFloat(getComputedStyle(field).borderTopWidth) > 0) judge(`border of ${field.id || field.outerHTML.slice(0, 60)}`, getComputedStyle(field).borderTopColor, behind, 3);
        }
    }
    for (const shape of document.querySelectorAll('#app svg :is(rect, circle, ellipse, path, polygon, line, polyline)')) {
        // The outline of an area is a shape of its own.
        if (!is_seen(shape) || shape.matches('.area') || shape.closest('defs, clipPath, mask')) continue;
        const style = getComputedStyle(shape);
        if (style.fill === 'none' && style.stroke === 'none') continue;
        const behind = backdrop(shape.parentElement);
        const ratio = (color) => color.match(/^(rgb|color)/) ? contrast(over(numbers(color), behind), behind) : 1;
        const best = Math.max(ratio(style.fill), ratio(style.stroke));
        // A background of the picture itself is nothing to be seen.
        if (best < 3 && best > 1.0001) faint.push(`${shape.tagName}.${shape.getAttribute('class') ?? ''} in ${shape.closest('svg').getAttribute('class')}: ${best.toFixed(2)} < 3`);
    }
    return [...new Set(faint)];
"#;

/// Targets below 24 by 24 pixels. Those inside a sentence are let off, as WCAG 2.5.8 does.
const SMALL: &str = "
    return [...document.querySelectorAll('#app :is(button, summary, select, input, textarea, a, [role=button], [role=treeitem])')]
        .filter((element) => element.checkVisibility() && !element.closest('.skip, .only-heard, .text-alternative.unseen, p'))
        .filter((element) => {
            const label = element.closest('label') ?? element;
            const box = label.getBoundingClientRect();
            return box.width < 23.9 || box.height < 23.9;
        })
        .map((element) => element.outerHTML.slice(0, 120))
";

/// Judges the element that the focus has come to: it is further on, within the window, not covered, and has a
/// ring.
const STOP: &str = "
    const element = document.activeElement;
    if (element === document.body || window.visited.includes(element)) return 'end';
    const before = window.visited.at(-1);
    window.visited.push(element);
    const name = element.outerHTML.slice(0, 100);
    const follows = !before || before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (!follows) return 'goes back to ' + name;
    const style = getComputedStyle(element);
    const has_ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    if (!has_ring) return 'no ring on ' + name;
    const box = element.getBoundingClientRect();
    const x = Math.max(box.left, 0) + Math.min(box.width, 20) / 2;
    const y = Math.max(box.top, 0) + Math.min(box.height, 20) / 2;
    if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return 'out of sight: ' + name;
    const top = document.elementFromPoint(x, y);
    if (!top || !(element.contains(top) || top.contains(element))) return 'covered: ' + name + ' by ' + top?.outerHTML.slice(0, 100);
    return '';
";

/// What can have the focus by Tab and did not get it. Of a tree, one item is enough.
const MISSED: &str = "
    return [...document.querySelectorAll('#app :is(button, summary, select, input, textarea, a[href], [tabindex])')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled') && element.tabIndex >= 0)
        .filter((element) => !window.visited.includes(element) && !element.matches('input[type=radio]'))
        .map((element) => element.outerHTML.slice(0, 120))
";

const OBSERVE: &str = "
    const tasks = [];
    let shift = 0;
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => Math.round(entry.duration))))
        .observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
    window.measured = () => ({ long_tasks_in_milliseconds: tasks, shift });
";

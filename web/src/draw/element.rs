//! Elements of SVG as data, made once and then written as text or put on the page.

/// An element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    pub tag: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    pub children: Vec<Child>,
}

/// What is inside of an element.
#[derive(Clone, Debug, PartialEq)]
pub enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    pub fn new(tag: &'static str) -> Element {
        Element { tag, ..Element::default() }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Element {
        self.attributes.push((name, value.into()));
        self
    }

    pub fn class(self, class: impl Into<String>) -> Element {
        self.with("class", class)
    }

    /// A coordinate or length, in tenths.
    pub fn at(self, name: &'static str, value: f64) -> Element {
        self.with(name, number(value))
    }

    pub fn child(mut self, child: Element) -> Element {
        self.children.push(Child::Element(child));
        self
    }

    pub fn text(mut self, text: impl Into<String>) -> Element {
        self.children.push(Child::Text(text.into()));
        self
    }
}

/// A number in tenths, without needless digits. Integers are written, so that it is the same everywhere.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "pictures are smaller than that, and a cast saturates"
    )]
    let tenths = tenths as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, -0.04, 1.26, -12.0, -0.5, f64::NAN].map(number);
        assert_eq!(numbers, ["0", "0", "1.3", "-12", "-0.5", "0"]);
    }
}

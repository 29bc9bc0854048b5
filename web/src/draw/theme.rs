//! The colours of pictures that leave the page. On the page they come from its style sheet, and are the same.

/// The rules for pictures, which the page uses as well.
const RULES: &str = include_str!("../../../static/style/parts/picture.css");

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// Names of colours, with their values in light and in dark.
const COLOURS: [(&str, &str, &str); 24] = [
    ("paper", "#fdfcf8", "#1a1916"),
    ("leaf", "#ffffff", "#211f1b"),
    ("ink", "#1f1c17", "#ece6d8"),
    ("faint-ink", "#5f594d", "#b0a793"),
    ("edge", "#8c826f", "#857b68"),
    ("alarm", "#a3230f", "#ff9c86"),
    ("alarm-tint", "#fbeae5", "#3a211b"),
    ("a-ink", "#005b8f", "#74bfee"),
    ("a-wash", "#d5e8f4", "#14344a"),
    ("b-ink", "#a84300", "#f5a06b"),
    ("b-wash", "#fae3d3", "#4a2810"),
    ("interpolant-ink", "#00694d", "#4fcfa6"),
    ("interpolant-wash", "#d2ede4", "#0d3d30"),
    ("feasible-ink", "#7a5600", "#ecc04c"),
    ("feasible-wash", "#faedc9", "#41330c"),
    ("maximal-ink", "#96416f", "#eaa3c9"),
    ("maximal-wash", "#f6e0ec", "#48233a"),
    ("added-ink", "#4338a8", "#b5adff"),
    ("added-wash", "#e7e5fb", "#2c2860"),
    ("removed-ink", "#9b1c31", "#ff9aa8"),
    ("removed-wash", "#fbe4e7", "#4a1c26"),
    ("changed-ink", "#2f4b57", "#a9c7d4"),
    ("changed-wash", "#dfe8ec", "#24363f"),
    ("selected-ink", "#1f1c17", "#ece6d8"),
];

/// The typefaces, which the page calls `--text`.
const TEXT: &str = "\"Iowan Old Style\", \"Palatino Linotype\", Palatino, \"URW Palladio L\", P052, \"Book Antiqua\", Georgia, serif";

impl Theme {
    /// The rules with every colour written out, since programs for slides do not know variables.
    pub fn style_sheet(self) -> String {
        let mut sheet = String::with_capacity(RULES.len());
        let mut rest = RULES;
        while let Some(start) = rest.find("var(--") {
            let (before, variable) = rest.split_at(start);
            sheet.push_str(before);
            let end = variable.find(')').unwrap_or(variable.len());
            sheet.push_str(self.value(variable[..end].trim_start_matches("var(--")));
            rest = variable.get(end + 1..).unwrap_or_default();
        }
        sheet.push_str(rest);
        sheet
    }

    fn value(self, name: &str) -> &'static str {
        let found = COLOURS.iter().find(|colour| colour.0 == name);
        match (found, self) {
            (Some(colour), Theme::Light) => colour.1,
            (Some(colour), Theme::Dark) => colour.2,
            (None, _) if name == "text" => TEXT,
            (None, _) => "currentColor",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_page() {
        let sheet = include_str!("../../../static/style/base.css");
        for (name, light, dark) in COLOURS {
            assert!(sheet.contains(&format!("--{name}: light-dark({light}, {dark});")), "{name}");
        }
        assert!(sheet.contains(&format!("--text: {TEXT};")));
    }

    #[test]
    fn every_variable_is_known() {
        for theme in [Theme::Light, Theme::Dark] {
            let sheet = theme.style_sheet();
            assert!(!sheet.contains("var("), "{sheet}");
            assert!(!sheet.contains("currentColor"), "{sheet}");
        }
    }
}

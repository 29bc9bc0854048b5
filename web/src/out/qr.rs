//! QR codes: a link for a whole lecture hall.
//!
//! The symbol comes from `qrcodegen`, a small crate without dependencies made for just that; this module
//! draws it.

use qrcodegen::{QrCode, QrCodeEcc};

/// The white border that the standard asks for, in modules.
const QUIET_ZONE: i32 = 4;

/// A QR code as an SVG path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width and height with the border, in modules.
    pub size: i32,
    /// The dark modules.
    pub path: String,
}

/// The picture of a text; none if it is longer than a QR code can hold, which is nearly three thousand
/// letters.
pub fn picture(text: &str) -> Option<Picture> {
    // With as much correction as there is room for, since cameras and projectors are what they are.
    let code = QrCode::encode_text(text, QrCodeEcc::Medium)
        .or_else(|_| QrCode::encode_text(text, QrCodeEcc::Low))
        .ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let end = (x..code.size()).find(|x| !code.get_module(*x, y)).unwrap_or(code.size());
            let length = end - x;
            if length > 0 {
                path += &format!("M{} {}h{length}v1h-{length}z", x + QUIET_ZONE, y + QUIET_ZONE);
            }
            x += length + 1;
        }
    }
    Some(Picture { size: code.size() + 2 * QUIET_ZONE, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a camera would see, and another program's reading of it.
    fn read(picture: &Picture) -> String {
        const SCALE: usize = 4;
        let size = picture.size.unsigned_abs() as usize;
        let mut dark = vec![false; size * size];
        for part in picture.path.split('z').filter(|part| !part.is_empty()) {
            let numbers: Vec<usize> =
                part.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
            let (x, y, length) = (numbers[0], numbers[1], numbers[2]);
            dark[y * size + x..][..length].fill(true);
        }
        let shade = |x: usize, y: usize| if dark[y / SCALE * size + x / SCALE] { 0 } else { 255 };
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(size * SCALE, size * SCALE, shade);
        let grids = image.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().unwrap().1
    }

    #[test]
    fn another_program_reads_what_was_written() {
        for text in ["https://example.org/#1.abc", &"https://example.org/course/#1.aB-_9".repeat(20)] {
            assert_eq!(read(&picture(text).unwrap()), text);
        }
    }

    #[test]
    fn there_is_a_limit() {
        assert!(picture(&"x".repeat(2_900)).is_some());
        assert_eq!(picture(&"x".repeat(3_000)), None);
    }
}

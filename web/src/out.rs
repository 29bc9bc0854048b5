//! What leaves the page: files, links as QR codes, and reports of failures.

pub mod export;
pub mod qr;
pub mod report;
mod series;

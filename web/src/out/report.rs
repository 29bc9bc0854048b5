//! The report of a failure, for the user to copy into a bug report.

/// Everything a developer needs to see the failure again.
pub fn report(message: &str, browser: &str, text: &str) -> String {
    format!(
        "Hornbook {} failed.\n\n{}\n\nBrowser: {browser}\n\nText in the editor:\n{text}\n",
        env!("CARGO_PKG_VERSION"),
        message.trim(),
    )
}

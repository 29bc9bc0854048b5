//! The page's connection to the browser: storage, workers, focus, files and addresses.

pub(crate) mod clipboard;
pub(crate) mod download;
pub(crate) mod environment;
pub(crate) mod fetch;
pub(crate) mod focus;
pub(crate) mod notes;
pub(crate) mod storage;
pub(crate) mod worker_link;

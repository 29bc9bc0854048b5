//! How much memory a worker has taken, and the watch over it.
//!
//! The memory of a WebAssembly module grows and never shrinks; it is given back when the worker ends. So what
//! counts is its size, which can be looked at in no time. A budget looks at it from time to time, amid
//! whatever the worker is at.

use std::cell::Cell;

use hornbook::budget::Exhausted;

thread_local! {
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
    static LISTENER: Cell<fn()> = const { Cell::new(|| ()) };
}

/// Whoever is told from now on that a budget has looked: so the page hears of long steps amid them.
pub fn tell(listener: fn()) {
    LISTENER.set(listener);
}

/// The memory that this worker has taken.
#[cfg(target_arch = "wasm32")]
pub fn bytes() -> u64 {
    const BYTES_PER_PAGE: u64 = 1 << 16;
    core::arch::wasm32::memory_size(0) as u64 * BYTES_PER_PAGE
}

#[cfg(not(target_arch = "wasm32"))]
thread_local! {
    static PRETENDED: Cell<u64> = const { Cell::new(0) };
}

/// Natively this is what a test pretends.
#[cfg(not(target_arch = "wasm32"))]
pub fn bytes() -> u64 {
    PRETENDED.get()
}

/// Lets a test be short of memory.
#[cfg(not(target_arch = "wasm32"))]
pub fn pretend(bytes: u64) {
    PRETENDED.set(bytes);
}

/// From now on, [`look`] finds more than this too much.
pub fn set_limit(bytes: u64) {
    LIMIT.set(bytes);
}

/// Whether the worker has taken too much.
pub fn look() -> Option<Exhausted> {
    LISTENER.get()();
    (bytes() > LIMIT.get()).then_some(Exhausted::Memory)
}

/// [`look`], for a budget that lasts. A function has no size, so nothing is leaked.
pub fn watch() -> &'static mut dyn FnMut() -> Option<Exhausted> {
    Box::leak(Box::new(look))
}

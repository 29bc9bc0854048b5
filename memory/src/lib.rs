//! How much memory a program has in use: the system's allocator, with a count.
//!
//! The core library is deterministic and counts steps; it knows neither clocks nor allocators. A program that
//! wants a limit of memory makes [`Counting`] its global allocator, and the watch of its budget reads
//! [`in_use`]. Work takes steps in proportion to what it allocates, so that the watch looks often enough for
//! the limit to be met closely; and what happens then is an answer with a reason, not an abort.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: hornbook_memory::Counting = hornbook_memory::Counting;
//! let before = hornbook_memory::in_use();
//! let vector: Vec<u8> = Vec::with_capacity(1 << 20);
//! assert!(hornbook_memory::in_use() - before >= 1 << 20);
//! drop(vector);
//! assert!(hornbook_memory::in_use() - before < 1 << 20);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, which counts what it has given and not got back.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// The bytes that are allocated now.
pub fn in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// Adds to the count. Each load and store is atomic by itself and the two together are not: that would cost
/// more than many an allocation. Threads that allocate at the same moment may so lose a count; our programs
/// have one thread.
fn count(change: impl FnOnce(usize) -> usize) {
    IN_USE.store(change(IN_USE.load(Ordering::Relaxed)), Ordering::Relaxed);
}

// SAFETY: every method passes its arguments to the system's allocator as they are and returns what that
// returns, so whatever the caller promises is promised to it, and whatever it promises is promised to the
// caller. Counting does not allocate, unwind, or touch the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system's allocator wants.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            count(|bytes| bytes.wrapping_add(layout.size()));
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            count(|bytes| bytes.wrapping_add(layout.size()));
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) };
        count(|bytes| bytes.saturating_sub(layout.size()));
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = unsafe { System.realloc(block, layout, size) };
        if !moved.is_null() {
            count(|bytes| bytes.saturating_sub(layout.size()).wrapping_add(size));
        }
        moved
    }
}

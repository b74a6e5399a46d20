//! The memory that a target holds, counted by its allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator with a count of the bytes held.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static COUNTING: Counting = Counting;

fn add(bytes: usize) {
    MOST.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: each method returns what the system's allocator returns for the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(ptr, layout) }
    }
}

/// The most bytes that an input may make a target hold. A stored number of expansions decides the
/// width of beams, up to a bound: the widest were seen to hold 8.5 MB on 3 x 4.
const MOST_HELD: usize = 16_000_000;

/// Asserts at its end that no more than [`MOST_HELD`] bytes were held beyond those at its
/// beginning.
pub(crate) struct Watch {
    before: usize,
}

impl Watch {
    pub(crate) fn new() -> Self {
        let before = HELD.load(Relaxed);
        MOST.store(before, Relaxed);
        Self { before }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let held = MOST.load(Relaxed).saturating_sub(self.before);
        assert!(held <= MOST_HELD, "{held} bytes were held");
    }
}

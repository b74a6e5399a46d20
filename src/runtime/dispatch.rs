//! The one file with `unsafe`: it runs kernels with the instruction sets found at run time,
//! prefetches, and asks the system for large pages.
//!
//! A crate is compiled for the oldest processors of its platform; on `x86-64` those lack
//! instructions for popcounts and for shifts by a variable, which the kernels gain from.

#![cfg_attr(
    any(
        target_arch = "x86_64",
        all(target_os = "linux", target_arch = "aarch64")
    ),
    expect(
        unsafe_code,
        reason = "instruction sets can only be chosen, and large pages asked for, with it"
    )
)]

use alloc::vec::Vec;

/// Runs the kernel compiled for the processor at hand.
#[inline]
pub(crate) fn dispatch<R>(kernel: impl Dispatched<R>) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        use std::is_x86_feature_detected as has;
        if has!("popcnt") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("avx2") {
            // SAFETY: the processor has just been found to have all the features that the function
            // is compiled for.
            return unsafe { with_bit_instructions(kernel) };
        }
    }
    kernel.run()
}

/// Code that is compiled more than once: a trait, because no closure can be `#[inline(always)]`.
/// Implementations of `run`, and all that they call often, are `#[inline(always)]`.
pub(crate) trait Dispatched<R> {
    /// Does the work.
    fn run(self) -> R;
}

/// # Safety
/// The processor must have the features named.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt,avx2")]
unsafe fn with_bit_instructions<R>(kernel: impl Dispatched<R>) -> R {
    kernel.run()
}

/// Prefetches a word, on x86-64; any index is allowed.
///
/// Row `korf100-large` justifies it.
#[inline(always)]
pub(crate) fn fetch_early<T>(words: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: it needs no more than SSE, which every x86-64 has, and does not fault on any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().wrapping_add(index).cast()) };
    }
    let _ = (words, index);
}

/// Asks the system for large pages for reserved memory. It may refuse: nothing else changes.
///
/// Row `korf100-large` justifies it.
pub(crate) fn ask_for_large_pages(words: &mut Vec<u64>) {
    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    {
        use core::ffi::{c_int, c_void};

        /// The system's number of this advice.
        const HUGE_PAGES: c_int = 14;
        /// The size of a large page, in bytes.
        const LARGE: usize = 1 << 21;

        unsafe extern "C" {
            fn madvise(from: *mut c_void, length: usize, advice: c_int) -> c_int;
        }

        let room = words.spare_capacity_mut();
        let before = room.as_ptr().addr().next_multiple_of(LARGE) - room.as_ptr().addr();
        let length = size_of_val(room).saturating_sub(before) / LARGE * LARGE;
        if length > 0 {
            let from = room.as_mut_ptr().wrapping_byte_add(before).cast();
            // SAFETY: the pages lie within the room of the vector, whole, and the advice changes
            // neither their contents nor their access.
            unsafe { madvise(from, length, HUGE_PAGES) };
        }
    }
    let _ = words;
}

//! Fallible allocation.
//!
//! [`reserved`] and [`filled`] have hundreds of users, none of them hot: they are never inlined.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::dispatch::ask_for_large_pages;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory {
    /// The size in bytes.
    pub(crate) bytes: u64,
}

/// Returns an empty vector with room for exactly `len` elements.
#[inline(never)]
pub(crate) fn reserved<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    let reserved = vec.try_reserve_exact(len);
    reserved.map_err(|_| out_of(len, size_of::<T>()))?;
    Ok(vec)
}

/// Returns an empty vector with room for exactly `len` words, in large pages of memory if they are
/// available.
///
/// A search reads tables at random, and pages of 2 MiB instead of 4 KiB avoid most TLB misses.
pub(crate) fn reserved_words(len: usize) -> Result<Vec<u64>, OutOfMemory> {
    let mut words = reserved(len)?;
    ask_for_large_pages(&mut words);
    Ok(words)
}

/// Makes room for more elements of a vector.
pub(crate) fn reserve<T>(vec: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    let reserved = vec.try_reserve(more);
    reserved.map_err(|_| out_of(vec.len().saturating_add(more), size_of::<T>()))
}

/// Adds an element to a vector.
pub(crate) fn push<T>(vec: &mut Vec<T>, item: T) -> Result<(), OutOfMemory> {
    reserve(vec, 1)?;
    vec.push(item);
    Ok(())
}

/// Returns the failure to allocate memory for `len` elements of a size.
#[cold]
const fn out_of(len: usize, size: usize) -> OutOfMemory {
    OutOfMemory {
        bytes: (len as u64).saturating_mul(size as u64),
    }
}

/// Returns the items of an iterator of known length.
pub(crate) fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = reserved(items.len())?;
    vec.extend(items);
    Ok(vec)
}

/// Returns `len` copies of a value.
#[inline(never)]
pub(crate) fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = reserved(len)?;
    vec.resize(len, value);
    Ok(vec)
}

/// Returns an array of copies of a value, which is never on the stack.
pub(crate) fn boxed<T: Clone, const LEN: usize>(value: T) -> Result<Box<[T; LEN]>, OutOfMemory> {
    let array = filled(value, LEN)?.into_boxed_slice().try_into();
    Ok(array.unwrap_or_else(|_| unreachable!("it has LEN elements")))
}

//! Memory that may not be there.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// An allocation that failed, with its size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory {
    pub(crate) bytes: u64,
}

/// Returns an empty vector with room for exactly `len` elements.
pub(crate) fn reserved<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = Vec::new();
    match vec.try_reserve_exact(len) {
        Ok(()) => Ok(vec),
        Err(_) => Err(OutOfMemory {
            bytes: (len as u64).saturating_mul(size_of::<T>() as u64),
        }),
    }
}

/// Returns `len` copies of a value.
pub(crate) fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vec = reserved(len)?;
    vec.resize(len, value);
    Ok(vec)
}

/// Returns an array of copies of a value, which is never on the stack.
pub(crate) fn boxed<T: Clone, const LEN: usize>(value: T) -> Result<Box<[T; LEN]>, OutOfMemory> {
    match filled(value, LEN)?.into_boxed_slice().try_into() {
        Ok(array) => Ok(array),
        Err(_) => unreachable!("it has LEN elements"),
    }
}

/// Returns `len` default values: zeroes, for numbers.
pub(crate) fn zeroed<T: Clone + Default>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    filled(T::default(), len)
}

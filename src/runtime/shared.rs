//! Shared ownership, with threads and without.

#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) use alloc::rc::Rc as Shared;
/// A counted reference. Targets without atomic pointers have no threads, and count without atomics.
#[cfg(target_has_atomic = "ptr")]
pub(crate) use alloc::sync::Arc as Shared;

//! Shared ownership, with threads and without.

#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) use alloc::rc::Rc as Shared;
/// A counted reference. Targets without atomic pointers have no threads, and count without atomics.
#[cfg(target_has_atomic = "ptr")]
pub(crate) use alloc::sync::Arc as Shared;

/// Values that threads may share: any value, if there are no threads.
#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) trait Shareable {}
#[cfg(not(target_has_atomic = "ptr"))]
impl<T: ?Sized> Shareable for T {}

/// Values that threads may share.
#[cfg(target_has_atomic = "ptr")]
pub(crate) trait Shareable: Send + Sync {}
#[cfg(target_has_atomic = "ptr")]
impl<T: Send + Sync + ?Sized> Shareable for T {}

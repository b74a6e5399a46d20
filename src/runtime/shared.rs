//! Shared ownership between threads.

/// A counted reference.
pub(crate) use alloc::sync::Arc as Shared;

/// Values that threads may share.
pub(crate) trait Shareable: Send + Sync {}
impl<T: Send + Sync + ?Sized> Shareable for T {}

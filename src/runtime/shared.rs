//! Shared ownership between threads.

/// A counted reference.
pub(crate) use alloc::sync::Arc as Shared;

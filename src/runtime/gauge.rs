//! The progress of a breadth-first search.

use super::shared::Shareable;

/// Receives the level that a breadth-first search is at, and the number of states known.
pub(crate) trait ShowLevel: Fn(u32, u64) + Shareable {}

impl<F: Fn(u32, u64) + Shareable> ShowLevel for F {}

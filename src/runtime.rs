//! The engine of long work: slices, jobs, threads, fallible allocation.

pub(crate) mod alloc;
pub(crate) mod dispatch;
pub(crate) mod effort;
pub(crate) mod job;
pub(crate) mod threads;
pub(crate) mod work;

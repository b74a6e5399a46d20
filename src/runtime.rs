//! The engine of everything long: work in slices, jobs, threads, memory that may run out.

pub(crate) mod alloc;
pub(crate) mod dispatch;
pub(crate) mod effort;
pub(crate) mod job;
pub(crate) mod threads;
pub(crate) mod work;

//! The engine of long work: slices, jobs, threads, fallible allocation.

pub(crate) mod alloc;
pub(crate) mod dispatch;
pub(crate) mod effort;
pub(crate) mod job;
pub(crate) mod threads;
pub(crate) mod work;

pub(crate) use self::alloc::{OutOfMemory, boxed, collected, filled, push, reserve, reserved};
pub(crate) use dispatch::fetch_early;
pub(crate) use effort::{Effort, Slice};
pub(crate) use job::{BoxFuture, Job, JobOf, Pace, block_on};
pub(crate) use threads::lock;
pub use work::BuildProgress;
pub(crate) use work::{Counts, Quota, Step, Work};

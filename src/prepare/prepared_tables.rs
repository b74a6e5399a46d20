//! The prepared data of all shapes, finished and under way, from one call to the next.
//!
//! There is one type for both worlds. With `std` all calls share what is there and what is under
//! way; without it there are no locks, so a call works for itself.

#[cfg(not(feature = "std"))]
mod alone;
#[cfg(feature = "std")]
mod shared;

#[cfg(not(feature = "std"))]
pub(crate) use alone::{PreparedTables, Request};
#[cfg(feature = "std")]
pub(crate) use shared::{PreparedTables, Request};

//! The kernels that look for shortest solutions, on boards whose goal is already canonical.

pub(crate) mod meter;
pub(crate) mod stamped;

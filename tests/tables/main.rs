//! Pattern tables: how they are built, and how they are kept in files.

mod build;
#[cfg(feature = "std")]
mod cache;
#[cfg(feature = "std")]
#[cfg(feature = "train")]
mod pairs;
mod partitions;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod shape;
}

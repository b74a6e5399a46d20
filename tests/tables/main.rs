//! Pattern tables: how they are built, and how they are kept in files.

mod build;
#[cfg(feature = "std")]
mod cache;
mod partitions;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod shape;
}
